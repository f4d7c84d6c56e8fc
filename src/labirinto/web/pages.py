"""The pages: what a template needs, in the language of the page."""

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
from labirinto.web import drawings, films, texts
from labirinto.web.books import Asked, book_address, book_form
from labirinto.web.forms import form_values, seed_text
from labirinto.web.languages import LANGUAGES, Language
from labirinto.web.queries import (
    KINDS,
    MazeRequest,
    Parsed,
)
from labirinto.web.static_files import static_address
from labirinto.web.steps import step_svg
from labirinto.web.work import Watch

HERE = Path(__file__).parent
CARD_WIDTH, CARD_HEIGHT = 16, 12


@dataclass(frozen=True)
class Site:
    """Where the page is, for addresses that leave it.

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
    """Templates that speak a language."""
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
        "algorithms": {name: about_algorithm(language, name) for name in ALGORITHMS},
        "number": language.number,
        "static": static_address,
        "logo": drawings.logo(),
    }
    return jinja


@dataclass(frozen=True)
class AlgorithmText:
    """What an algorithm is called in a language, and what is said about it in a sentence."""

    short: str
    title: str
    summary: str


@cache
def about_algorithm(language: Language, name: str) -> AlgorithmText:
    """The names and the sentence of an algorithm: of its article if there is one."""
    notes = article(name, language.code).notes
    return AlgorithmText(notes["short"], notes["title"], notes["summary"])


@cache
def _article(language: Language, name: str) -> tuple[Markup, Markup, Markup]:
    """The article in three parts: what comes before its steps, these, and what comes after."""

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


def index_page(language: Language, site: Site, watch: Watch) -> str:
    """All algorithms side by side, each with a maze made just now."""
    cards = [_card(language, name, watch) for name in ALGORITHMS]
    return (
        environment(language)
        .get_template("index.html")
        .render(
            here="",
            cards=cards,
            **_head(language, site, "", cards[0]["preview"], cards[0]["alt"]),
        )
    )


def _card(language: Language, name: str, watch: Watch) -> dict[str, Any]:
    request = MazeRequest(name, CARD_WIDTH, CARD_HEIGHT, fresh_seed())
    maze = generate(name, CARD_WIDTH, CARD_HEIGHT, seed=request.seed, progress=watch)
    return {
        "address": f"/{language.code}/{name}?{request.query()}",
        "alt": _alt(language, request),
        "svg": drawings.small_svg(maze),
        "text": about_algorithm(language, name),
        "preview": request.picture("png", "/preview"),
    }


def maze_page(language: Language, site: Site, parsed: Parsed, watch: Watch) -> str:
    """A maze, all that can be done with it, and how its algorithm works."""
    request = parsed.request
    alt = _alt(language, request)
    return (
        environment(language)
        .get_template("maze.html")
        .render(
            here=request.algorithm,
            text=about_algorithm(language, request.algorithm),
            article=_article(language, request.algorithm),
            dates=_dates(language, request.algorithm),
            messages=_json(_messages(language)),
            **_watch(language, request),
            **_stage(language, request, alt, watch),
            **form_values(language, parsed),
            **_take(language, request, site),
            **_head(language, site, request.algorithm, request.picture("png", "/preview"), alt),
        )
    )


def _messages(language: Language) -> dict[str, str]:
    """What the scripts say, and the locale whose numbers they write."""
    said = {name: language.text(text) for name, text in texts.MESSAGES.items()}
    return {"locale": str(language.locale).replace("_", "-"), **said}


def _watch(language: Language, request: MazeRequest) -> dict[str, Any]:
    """Where the steps of the maze are; and if it is too large, what to watch instead."""
    smaller = films.to_be_watched(request).query()
    watch: dict[str, Any] = {
        "films": [],
        "walls": [],
        "too_large": language.text(
            texts.WATCH_SMALLER,
            width=language.number(request.width),
            height=language.number(request.height),
            most=language.number(films.MOST_WATCHED),
        ),
        "watch_smaller": f"/{language.code}/{request.algorithm}?{smaller}#watch",
    }
    names = [method.name for method in ALGORITHMS[request.algorithm].methods]
    if len(names) > 1:
        watch["walls"] = [language.text(text) for text in texts.ON_THE_WALLS]
    if films.is_watchable(request):
        watch["films"] = [films.address(name, request) for name in names]
    return watch


def _stage(language: Language, request: MazeRequest, alt: str, watch: Watch) -> dict[str, Any]:
    classes = []
    if request.marked != "none":
        classes.append("shows-ends")
    if request.solution:
        classes.append("shows-solution")
    stage: dict[str, Any] = {
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
        made = drawings.make_with_way(request, watch)
        stage |= {
            "svg": drawings.stage_svg(made, request, alt),
            "solution_sheet": drawings.solution_sheet(made, request),
            "data": _json(maze_as_dict(Drawing(made.maze, made.path, made.ends))),
        }
    return stage


def _take(language: Language, request: MazeRequest, site: Site) -> dict[str, Any]:
    kinds = [name for name, kind in KINDS.items() if request.cells <= kind.most_cells]
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
        "networks": networks(address, words, site.origin + request.picture("png", "/preview")),
        "shared_text": address.partition("://")[2],
        "book_link": book_address(language, request),
    }


def networks(address: str, words: str, image: str) -> dict[str, str]:
    """Where a link can be handed on, as plain links that tell nobody anything until followed."""
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


def _head(language: Language, site: Site, algorithm: str, preview: str, alt: str) -> dict[str, Any]:
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
    """Makes the address that changes to another language and comes back here."""
    return lambda other: "/set-language?" + urlencode({"to": other.code, "at": site.here})


def book_page(language: Language, site: Site, asked: Asked) -> str:
    """The form that asks for a book."""
    alt = language.text(texts.BOOK_ALT)
    preview = MazeRequest(asked.book.algorithm, seed="book").picture("png", "/preview")
    return (
        environment(language)
        .get_template("book.html")
        .render(
            here="book",
            **book_form(language, asked),
            **_head(language, site, "book", preview, alt),
        )
    )


def error_page(language: Language, site: Site, words: tuple[str, str]) -> str:
    """A page for what is not there or cannot be had now: its title and its sentence."""
    title, sentence = map(language.text, words)
    return (
        environment(language)
        .get_template("error.html")
        .render(
            here="",
            title=title,
            sentence=sentence,
            svg=drawings.small_svg(generate("wilson", 12, 9, seed="lost")),
            switch_to=language_switch(site),
        )
    )


def _alt(language: Language, request: MazeRequest) -> str:
    return language.text(
        texts.MAZE_ALT,
        width=language.number(request.width),
        height=language.number(request.height),
        algorithm=about_algorithm(language, request.algorithm).title,
    )


def _json(value: Any) -> Markup:
    """JSON that can stand within a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
