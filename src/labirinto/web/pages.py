"""The pages: the values of each template, in the language of the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.drawing.geometry import Drawing
from labirinto.formats.maze_json import maze_as_dict
from labirinto.seeds import fresh_seed
from labirinto.web import drawings, films, texts, worksheets
from labirinto.web.books import ParsedBook, book_address, book_form, preview
from labirinto.web.forms import form_values, seed_text
from labirinto.web.languages import LANGUAGES, Language
from labirinto.web.printing import thumbnails
from labirinto.web.queries import KINDS, MazeRequest, Parsed
from labirinto.web.static_files import static_address
from labirinto.web.steps import step_svg
from labirinto.web.work import CancelToken
from labirinto.web.worksheets import ParsedSheet, worksheet_address

HERE = Path(__file__).parent
CARD_WIDTH, CARD_HEIGHT = 16, 12


@dataclass(frozen=True)
class Site:
    """The address of a page.

    Attributes:
        origin: scheme and host, without a slash at the end.
        path, query: of the page, as the visitor sees them.
    """

    origin: str
    path: str
    query: str = ""

    @property
    def here(self) -> str:
        """The address within the site."""
        return f"{self.path}?{self.query}" if self.query else self.path


@cache
def environment(language: Language) -> Environment:
    """The templates in a language."""
    jinja = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
    )
    jinja.install_gettext_translations(  # type: ignore[attr-defined]
        language.translations, newstyle=True
    )
    jinja.globals |= {
        "language": language,
        "languages": list(LANGUAGES.values()),
        "algorithms": {name: _notes(language, name) for name in ALGORITHMS},
        "number": language.number,
        "static": static_address,
        "logo": drawings.logo(),
    }
    return jinja


def _render(language: Language, template: str, **values: Any) -> str:
    return environment(language).get_template(template).render(values)


def _notes(language: Language, algorithm: str) -> dict[str, str]:
    """An algorithm's names and summary, among others."""
    return article(algorithm, language.code).notes


@cache
def _article(language: Language, name: str) -> tuple[Markup, Markup, Markup]:
    """The article in three parts: before its steps, the steps, and after them."""

    def figure(step: int, label: str) -> Markup:
        return step_svg(name, step, label, language.plain_number)

    template = environment(language).from_string(article(name, language.code).body)
    before, opening, rest = template.render(figure=figure).partition('<ol class="steps">')
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


def index_page(language: Language, site: Site, token: CancelToken) -> str:
    """All algorithms side by side, each with a new maze."""
    cards = [_card(language, name, token) for name in ALGORITHMS]
    return _render(
        language,
        "index.html",
        here="",
        cards=cards,
        **_head_values(language, site, "", cards[0]["preview"], cards[0]["alt"]),
    )


def _card(language: Language, name: str, token: CancelToken) -> dict[str, Any]:
    request = MazeRequest(name, CARD_WIDTH, CARD_HEIGHT, fresh_seed())
    maze = generate(name, CARD_WIDTH, CARD_HEIGHT, seed=request.seed, progress=token)
    return {
        "address": f"/{language.code}/{name}?{request.query()}",
        "alt": _alt(language, request),
        "svg": drawings.plain_svg(maze),
        "text": _notes(language, name),
        "preview": request.picture("png", "/preview"),
    }


def maze_page(language: Language, site: Site, parsed: Parsed, token: CancelToken) -> str:
    """A maze, its settings and downloads, and how its algorithm works."""
    request = parsed.request
    alt = _alt(language, request)
    preview = request.picture("png", "/preview")
    return _render(
        language,
        "maze.html",
        here=request.algorithm,
        text=_notes(language, request.algorithm),
        article=_article(language, request.algorithm),
        dates=_dates(language, request.algorithm),
        messages=_json(_messages(language)),
        **_player(language, request),
        **_figure(language, request, alt, token),
        **form_values(language, parsed),
        **_downloads(language, request, site),
        **_head_values(language, site, request.algorithm, preview, alt),
    )


def _messages(language: Language) -> dict[str, str]:
    """The messages of the scripts, and the locale of their numbers."""
    messages = {name: language.text(text) for name, text in texts.MESSAGES.items()}
    return {"locale": str(language.locale).replace("_", "-"), **messages}


def _player(language: Language, request: MazeRequest) -> dict[str, Any]:
    """The films of the maze; for one that is too large, the address of a smaller one."""
    smaller = films.smaller_request(request).query()
    player: dict[str, Any] = {
        "films": [],
        "walls": [],
        "too_large": language.text(
            texts.WATCH_SMALLER,
            width=language.number(request.width),
            height=language.number(request.height),
            most=language.number(films.MAX_FILM_SIDE),
        ),
        "watch_smaller": f"/{language.code}/{request.algorithm}?{smaller}#watch",
    }
    names = [method.name for method in ALGORITHMS[request.algorithm].methods]
    if len(names) > 1:
        player["walls"] = [language.text(text) for text in texts.ON_THE_WALLS]
    if films.has_film(request):
        player["films"] = [films.address(name, request) for name in names]
    return player


def _figure(
    language: Language, request: MazeRequest, alt: str, token: CancelToken
) -> dict[str, Any]:
    classes = []
    if request.shown_ends != "none":
        classes.append("shows-ends")
    if request.solution:
        classes.append("shows-solution")
    if request.width > request.height:
        classes.append("wide")  # printed across
    figure: dict[str, Any] = {
        "maze": request,
        "look": request.look,
        "figure_class": " ".join(classes),
        "caption": language.text(
            texts.CAPTION,
            width=language.number(request.width),
            height=language.number(request.height),
            seed=seed_text(language, request.seed),
        ),
        "svg": "",
        "solution_sheet": "",
        "data": _json(None),
    }
    if request.is_drawn:
        solved = drawings.solved_maze(request, token)
        figure |= {
            "svg": drawings.figure_svg(solved, request, alt),
            "solution_sheet": drawings.solution_sheet(solved, request),
            "data": _json(maze_as_dict(Drawing(solved.maze, solved.path, solved.ends))),
        }
    return figure


def _downloads(language: Language, request: MazeRequest, site: Site) -> dict[str, Any]:
    kinds = [name for name, kind in KINDS.items() if request.cells <= kind.max_cells]
    query = request.query()
    address = f"{site.origin}/{language.code}/{request.algorithm}?{query}"
    words = language.text(
        texts.SHARE_TEXT,
        width=language.number(request.width),
        height=language.number(request.height),
    )
    return {
        "links": {name: request.picture(name) for name in kinds if KINDS[name].is_common},
        "more_links": {name: request.picture(name) for name in kinds if not KINDS[name].is_common},
        "names": {name: request.file_name(name) for name in kinds},
        "format_names": {name: language.text(texts.FORMATS[name]) for name in kinds},
        "networks": share_links(address, words, site.origin + request.picture("png", "/preview")),
        "shared_text": address.partition("://")[2],
        "book_link": book_address(language, request),
        "worksheet_link": worksheet_address(language, request),
    }


def share_links(address: str, words: str, image: str) -> dict[str, str]:
    """Links that share a page; nothing is sent until one is followed."""
    both = f"{words} {address}"

    def link(base: str, **values: str) -> str:
        return f"{base}?{urlencode(values, quote_via=quote)}"

    return {
        "Bluesky": link("https://bsky.app/intent/compose", text=both),
        "Facebook": link("https://www.facebook.com/sharer/sharer.php", u=address),
        "LinkedIn": link("https://www.linkedin.com/sharing/share-offsite/", url=address),
        "Mastodon": f"https://share.joinmastodon.org/#text={quote(both)}",
        "Pinterest": link(
            "https://www.pinterest.com/pin/create/button/",
            url=address,
            media=image,
            description=words,
        ),
        "Tumblr": link("https://www.tumblr.com/widgets/share/tool", canonicalUrl=address),
        "X": link("https://x.com/intent/post", text=words, url=address),
    }


def _head_values(
    language: Language, site: Site, algorithm: str, preview: str, alt: str
) -> dict[str, Any]:
    def at(code: str) -> str:
        return f"{site.origin}/{code}/{algorithm}"

    return {
        "canonical": at(language.code),
        "alternate": lambda other: at(other.code),
        "neutral": f"{site.origin}/",
        "shared": site.origin + site.here,
        "preview": site.origin + preview,
        "preview_alt": alt,
        "switch_to": language_switch(site),
    }


def language_switch(site: Site) -> Callable[[Language], str]:
    """A function from a language to the address that switches to it and comes back here."""
    return lambda other: "/set-language?" + urlencode({"to": other.code, "at": site.here})


def book_page(language: Language, site: Site, parsed: ParsedBook, token: CancelToken) -> str:
    """The form for a book, with some of its pages."""
    alt = language.text(texts.BOOK_ALT)
    picture = MazeRequest(parsed.book.algorithm, seed="book").picture("png", "/preview")
    shown, is_sample = preview(parsed, token)
    return _render(
        language,
        "book.html",
        here="book",
        is_sample=is_sample,
        thumbnails=thumbnails(language, shown),
        **book_form(language, parsed),
        **_head_values(language, site, "book", picture, alt),
    )


def worksheet_page(language: Language, site: Site, parsed: ParsedSheet, token: CancelToken) -> str:
    """The form for a worksheet, with its pages."""
    picture = parsed.maze.picture("png", "/preview")
    return _render(
        language,
        "worksheet.html",
        here="worksheet",
        is_sample=False,
        maze_link=f"/{language.code}/{parsed.maze.algorithm}?{parsed.maze.query()}",
        thumbnails=thumbnails(language, worksheets.preview(parsed, language, token)),
        **worksheets.worksheet_form(language, parsed),
        **_head_values(language, site, "worksheet", picture, _alt(language, parsed.maze)),
    )


def error_page(language: Language, site: Site, words: tuple[str, str]) -> str:
    """A page for an error, with a title and a sentence."""
    title, sentence = map(language.text, words)
    return _render(
        language,
        "error.html",
        here="",
        title=title,
        sentence=sentence,
        svg=drawings.plain_svg(generate("wilson", 12, 9, seed="lost")),
        switch_to=language_switch(site),
    )


def _alt(language: Language, request: MazeRequest) -> str:
    return language.text(
        texts.MAZE_ALT,
        width=language.number(request.width),
        height=language.number(request.height),
        algorithm=_notes(language, request.algorithm)["title"],
    )


def _json(value: Any) -> Markup:
    """JSON for a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
