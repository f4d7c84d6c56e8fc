"""The pages: the values of each template, in the language of the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.difficulties import LEVELS
from labirinto.web import drawings, films, making, maze_parts, problem_texts, script_texts, texts
from labirinto.web.daily import date_patterns, day_of
from labirinto.web.forms import form_values
from labirinto.web.headers import POLICY
from labirinto.web.languages import LANGUAGES, Language
from labirinto.web.maze_fields import CHANGED, HEIGHT, PLANE, WIDTH
from labirinto.web.maze_request import NEW_ENDS, MazeRequest
from labirinto.web.opened import Opened
from labirinto.web.printing import PrintForm, thumbnails
from labirinto.web.queries import Parsed
from labirinto.web.selecting import level_size, select
from labirinto.web.site import SERVED, Site
from labirinto.web.static_files import font_addresses, preloaded, static_address
from labirinto.web.steps import step_svg, unfinished_svg
from labirinto.web.viewed import What
from labirinto.web.work import CancelToken

HERE = Path(__file__).parent
EASIEST = next(iter(LEVELS))

SCRIPT_FORMATS = ("svg", "png", "txt", "json")
"""The formats of files that scripts write without a server."""


_TEMPLATES = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@cache
def _of_language(language: Language) -> dict[str, Any]:
    """What all templates have in a language."""
    return {
        "_": _gettext(language),
        "language": language,
        "languages": list(LANGUAGES.values()),
        "algorithms": {name: _notes(language, name) for name in ALGORITHMS},
        "number": language.number,
        "static": static_address,
        "fonts": font_addresses(language.script),
        "logo": drawings.logo(),
        "when": making.Conditions(),
        "change_names": [change.name for change in CHANGED],
    }


def _gettext(language: Language) -> Callable[..., Markup]:
    """The function for texts in templates: a page has a hundred, so each is translated once."""

    @cache
    def translated(text: str) -> Markup:
        return Markup(language.text(text))

    def gettext(text: str, **values: Any) -> Markup:
        return translated(text) % values if values else translated(text)

    return gettext


@cache
def photos_are_solved() -> bool:
    """Whether the packages that this takes are installed."""
    return all(find_spec(name) for name in ("numpy", "cv2", "PIL"))


def _render(language: Language, template: str, site: Site, **values: Any) -> str:
    shared = {
        "site": site,
        "switch_to": language_switch(site),
        "films_made": films.MADE_BEFOREHAND,
        "photos_are_solved": site.has_server and photos_are_solved(),
        "policy": POLICY,
        "script_formats": SCRIPT_FORMATS,
    }
    return _TEMPLATES.get_template(template).render(_of_language(language) | shared | values)


def _notes(language: Language, algorithm: str) -> dict[str, str]:
    """An algorithm's names and summary, among others."""
    return article(algorithm, language.code).notes


@cache
def _article(language: Language, name: str) -> tuple[Markup, Markup, Markup]:
    """The article in three parts: before its steps, the steps, and after them."""

    def figure(step: int, label: str) -> Markup:
        return step_svg(name, step, label, language.plain_number)

    body = _TEMPLATES.from_string(article(name, language.code).body)
    text = body.render(_of_language(language), figure=figure)
    before, opening, rest = text.partition('<ol class="steps">')
    steps, closing, after = rest.partition("</ol>")
    return Markup(before), Markup(opening + steps + closing), Markup(after)


@cache
def _dates(language: Language, name: str) -> dict[str, str]:
    about = article(name, language.code)
    if not about.body:
        return {}
    return {
        event: language.date(date.fromisoformat(about.notes[event]))
        for event in ("published", "changed")
    }


def index_page(
    language: Language,
    site: Site,
    on_phone: bool,
    token: CancelToken,
    seed: int | str | None = None,
    level: str = EASIEST,
) -> str:
    """A maze to play at once, by default a new one, and where all else is."""
    algorithm = next(iter(ALGORITHMS))
    size = level_size(LEVELS[level], on_phone)
    request = MazeRequest(algorithm, *size, seed, level, ends=NEW_ENDS)
    if seed is None:
        request = select(request, token)
    return _render(
        language,
        "index.html",
        site,
        here="",
        address=f"/{language.code}/{algorithm}?{request.query()}",
        chosen=level,
        levels=[
            {
                "value": level.name,
                "address": f"/{language.code}/?level={level.name}",
                "name": language.text(texts.LEVELS[level.name]),
                "age": language.counted(texts.AGE, level.age, age=level.age),
                "stars": maze_parts.stars(language, level.stars),
            }
            for level in LEVELS.values()
        ],
        tiles=drawings.tiles(),
        short_dates=date_patterns(language, "short"),
        cards=[_card(language, name) for name in ALGORITHMS],
        rules=rules_address(language, algorithm, site.common),
        preloaded=preloaded("home.js"),
        messages=maze_parts.messages(language),
        # The one for children, who begin here; files keep the colours of the page.
        **maze_parts.figure(language, request, token) | {"look": "cheese" * (level == EASIEST)},
        **_head_values(language, site, "", request),
    )


def _card(language: Language, name: str) -> dict[str, Any]:
    return {
        "address": f"/{language.code}/{name}",
        "svg": unfinished_svg(name),
        "text": _notes(language, name),
    }


def maze_page(language: Language, site: Site, parsed: Parsed, token: CancelToken) -> str:
    """A maze, its settings and downloads, and how its algorithm works."""
    request = parsed.request
    day = day_of(request)
    rectangles_only = (
        [known.name for known in ALGORITHMS.values() if not known.shapes] if request.shape else []
    )

    def carried(name: str) -> str:
        like_it = request.like_it()
        if not ALGORITHMS[name].shapes:
            like_it = replace(like_it, shape="", letters="", mask="").changed(**PLANE)
            if request.level and request.is_shaped:  # whose rectangles have another size
                like_it = replace(like_it, width=WIDTH, height=HEIGHT)
        query = like_it.query()
        return f"?{query}" if query else ""

    return _render(
        language,
        "maze.html",
        site,
        here=request.algorithm,
        carried=carried,
        rectangles_only=rectangles_only,
        title=maze_parts.title(language, request),
        day=language.text(texts.DAY, date=language.date(day)) if day else "",
        text=_notes(language, request.algorithm),
        article=_article(language, request.algorithm),
        selected=maze_parts.selected(language, request),
        dates=_dates(language, request.algorithm),
        messages=maze_parts.messages(language, request.algorithm),
        rules=rules_address(language, request.algorithm, site.common),
        preloaded=preloaded("page.js"),
        **maze_parts.player(language, request, site.has_server),
        **maze_parts.figure(language, request, token),
        **form_values(language, parsed),
        **maze_parts.downloads(language, request, site),
        **_head_values(language, site, request.algorithm, request),
    )


def embed_page(language: Language, site: Site, request: MazeRequest, token: CancelToken) -> str:
    """A maze alone, for a frame in another page."""
    shown = replace(request, solution=False, ends=request.played_ends)
    return _render(
        language,
        "embed.html",
        site,
        here=request.algorithm,
        address=site.address(f"/{language.code}/{request.algorithm}") + f"?{request.query()}",
        preview_alt=maze_parts.alt(language, request),
        messages=maze_parts.messages(language, request.algorithm),
        rules=rules_address(language, request.algorithm, site.common),
        **maze_parts.figure(language, shown, token),
    )


@cache
def rules(language: Language, algorithm: str, site: Site = SERVED) -> bytes:
    """What scripts need to make the mazes of a page, as JSON: rules, words, and the parts of the
    page that depend on its maze.
    """
    parts = _render(language, "_parts.html", site, here=algorithm, **making.of_parts(language))
    known = making.rules(language, algorithm) | {"parts": parts}
    return json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def rules_address(language: Language, algorithm: str, site: Site = SERVED) -> str:
    """The address of the rules; caches may keep them for ever."""
    version = blake2b(rules(language, algorithm, site), digest_size=6).hexdigest()
    return f"/rules/{version}/{language.code}/{algorithm}.json"


def _head_values(language: Language, site: Site, page: str, maze: MazeRequest) -> dict[str, Any]:
    """The values of the head of a page; a maze stands for it in the previews of links."""

    def at(code: str) -> str:
        return site.address(f"/{code}/{page}")

    return {
        "canonical": at(language.code),
        "alternate": lambda other: at(other.code),
        "neutral": f"{site.origin}/",
        "shared": site.address(site.here),
        "preview": site.origin
        + (
            maze.picture("png", "/preview")
            if site.has_server
            else f"/preview/{page or 'index'}.png"
        ),
        "preview_alt": maze_parts.alt(language, maze),
    }


def named_page(
    language: Language, site: Site, name: str, preview: MazeRequest, **values: Any
) -> str:
    """A page of one maze or none; ``preview`` stands for it in the previews of links."""
    head = _head_values(language, site, name, preview)
    return _render(language, f"{name}.html", site, here=name, **values, **head)


def view_page(language: Language, site: Site, opened: Opened, what: What) -> str:
    """A maze that a command opened."""
    (width, height), recipe = opened.size, opened.recipe
    words = {"width": width, "height": height}
    is_solved = what.solution
    asked = "?solution=1" if is_solved else ""
    tile, about = f"/opened/tile/{{level}}/{{x}}/{{y}}.png{asked}", f"/opened/about.json{asked}"
    place = "/opened/place.json" if opened.is_computed else ""
    viewer = maze_parts.viewer(width, height, tile, about, place, is_mesh=bool(opened.text))
    return _render(
        language,
        "view.html",
        site,
        here="view",
        name=opened.name or (_notes(language, recipe.algorithm)["title"] if recipe else ""),
        size=_mesh_words(language, opened.text) or language.text(texts.SIZE_IN_CELLS, **words),
        recipe=recipe.command if recipe else "",
        toggle=opened.can_solve and ("?" if is_solved else "?solution=1"),
        is_solved=is_solved,
        viewer=viewer
        | {
            "alt": language.text(texts.OPENED_ALT, **words),
            "messages": maze_parts.messages_of(language, script_texts.VIEW_MESSAGES),
            "is_opened": True,
            "shows_ends": is_solved or bool(opened.ends),
            "colours": opened.can_colour,
            "has_ends": bool(opened.ends) or opened.can_solve,
        },
        messages=maze_parts.messages(language),
    )


def _mesh_words(language: Language, text: str) -> str:
    """The text of a mesh in the words of the page; empty for an empty one."""
    if not text:
        return ""
    kind, *words = text.split()
    # Those of an outline that the page offers have a name of their own; so have no polygons.
    names = {"hexagonal hexagon": "honeycomb", "triangular triangle": "pyramid"}
    names |= {"polygons": "voronoi"}
    shape = names.get(f"{kind} {words[0]}", names.get(kind, kind))
    size = next(word for word in words if word[0].isdigit())
    numbers = [language.number(int(side)) for side in size.split("x")]
    return f"{language.text(texts.SHAPES[shape])} · {' × '.join(numbers)}"


def languages_page(language: Language) -> str:
    """The first file of a web space, which leads on to a language."""
    return _TEMPLATES.get_template("languages.html").render(_of_language(language), policy=POLICY)


def language_switch(site: Site) -> Callable[[Language], str]:
    """A function from a language to the address that switches to it and comes back here."""
    if not site.has_server:
        page = site.path.rpartition("/")[2]
        return lambda other: f"/{other.code}/{page}"
    return lambda other: "/set-language?" + urlencode({"to": other.code, "at": site.here})


def print_page(
    language: Language, site: Site, name: str, parsed: PrintForm, token: CancelToken
) -> str:
    """The form for something to print, with some of its pages."""
    pictures, is_sample = parsed.preview(token)
    return named_page(
        language,
        site,
        name,
        parsed.like_it,
        is_sample=is_sample,
        no_network=language.text(problem_texts.NO_NETWORK),
        thumbnails=thumbnails(language, pictures),
        **parsed.form_values(),
    )


def error_page(language: Language, site: Site, words: tuple[str, str]) -> str:
    """A page for an error, with a title and a sentence."""
    title, sentence = map(language.text, words)
    return _render(
        language,
        "error.html",
        site,
        here="error",
        title=title,
        sentence=sentence,
        lists_seen=words is problem_texts.OFFLINE,
        svg=drawings.plain_svg(generate("wilson", 12, 9, seed="lost")),
    )
