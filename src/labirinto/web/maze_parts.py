"""The parts of pages that show a maze: the values of their templates, in a language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from math import floor
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Counted
from labirinto.difficulties import LEVELS, Difficulty
from labirinto.grids import SILHOUETTES, Mesh
from labirinto.viewing import HIGHEST_LEVEL, lowest_level, viewed_size
from labirinto.web import drawings, films, script_texts, texts
from labirinto.web.bands import without_end
from labirinto.web.boards import board_data
from labirinto.web.books import book_address
from labirinto.web.daily import day_of
from labirinto.web.fields import typed_text
from labirinto.web.file_kinds import KINDS, holds
from labirinto.web.forms import explained, isolated, shape_name, symmetry_names
from labirinto.web.languages import Language
from labirinto.web.maze_fields import CHANGED, levels_of
from labirinto.web.maze_request import FIRST_SHAPED, MAX_DRAWN_SIDE, MazeRequest
from labirinto.web.shapes import MAX_DRAWN_MESH_SIDE, grid_of
from labirinto.web.site import Site
from labirinto.web.viewed import (
    MAX_COLOURED,
    about_address,
    maze_alone,
    place_address,
    tile_address,
)
from labirinto.web.work import CancelToken
from labirinto.web.worksheets import worksheet_address

LEAST_VIEWED_SIDE = 60
"""Beyond this side cells may be too small on a phone, and the page has a viewer."""


@cache
def messages(language: Language, algorithm: str = FIRST_SHAPED) -> Markup:
    """The messages of the scripts of a game, and what is harder than a maze, as JSON."""
    levels = {it.name: language.text(texts.LEVELS[it.name]) for it in levels_of(algorithm)}
    return messages_of(language, script_texts.MESSAGES, levels=levels, largest=MAX_DRAWN_SIDE)


def messages_of(language: Language, messages: Mapping[str, str | Counted], **more: Any) -> Markup:
    """Some messages, and the locale of their numbers, as JSON."""
    return as_json({"locale": language.number_tag, **words_of(language, messages), **more})


def words_of(
    language: Language, messages: Mapping[str, str | Counted]
) -> dict[str, str | dict[str, str]]:
    """Some messages; those with a number in all their forms."""
    return {
        name: language.text(text) if isinstance(text, str) else language.forms(text)
        for name, text in messages.items()
    }


def films_of(request: MazeRequest, has_server: bool) -> list[str]:
    """The addresses of the films of a maze; without a server, of those of other mazes."""
    if not films.has_film(request):
        return []
    names = films.names(request)
    if has_server:
        return [films.address(name, request) for name in names]
    return [films.address_beforehand(name) for name in names]


def player(language: Language, request: MazeRequest, has_server: bool = True) -> dict[str, Any]:
    """The films of the maze; for one that is too large, the address of a smaller one."""
    smaller = films.smaller_request(request).query()
    small = films.small_request(request)
    too_large, other = texts.WATCH_SMALLER, texts.WATCH_SMALLER_ONE
    if not request.is_plain:
        too_large, other = texts.WATCH_PLAIN, texts.WATCH_PLAIN_ONE
    elif request.is_cut:
        too_large, other = texts.WATCH_CUT, texts.WATCH_ANOTHER
    player: dict[str, Any] = {
        "films": films_of(request, has_server),
        "walls": [],
        "too_large": _sized(language, too_large, request, most=films.MAX_FILM_SIDE),
        "watch_other": language.text(other),
        "watch_small": small and f"/{language.code}/{small.algorithm}?{small.query()}#watch",
        "watch_smaller": f"/{language.code}/{request.algorithm}?{smaller}#watch",
    }
    if len(ALGORITHMS[request.algorithm].methods) > 1:
        player["walls"] = [language.text(text) for text in texts.ON_THE_WALLS]
    return player


def figure(language: Language, request: MazeRequest, token: CancelToken) -> dict[str, Any]:
    """The maze itself: its drawing, its data for the game, and how difficult it is."""
    label = alt(language, request)
    endless = without_end(request)
    classes = {
        "shows-ends": request.shown_ends != "none",
        "shows-solution": request.solution,
        "paints": request.is_picture,
        "wide": request.is_drawn and is_wide(request),  # printed across
    }
    figure: dict[str, Any] = {
        "maze": request,
        "look": request.look,
        "figure_class": " ".join(name for name, is_so in classes.items() if is_so),
        **_captions(language, request),
        "explained": explained(language, request),
        "svg": "",
        "solution_sheet": "",
        "viewer": None,
        "most_played": MAX_DRAWN_MESH_SIDE,
        "endless_link": endless.address(language.code) if endless else "",
        "measured": None,
    }
    if request.is_drawn:
        solved = drawings.solved_maze(request, token)
        figure |= {
            "svg": drawings.figure_svg(solved, request, label),
            "solution_sheet": drawings.solution_sheet(solved, request),
            "data": as_json(board_data(solved, request)),
            "measured": solved.difficulty and _measured(language, request, solved.difficulty),
        }
    else:
        # By which scripts know whether it is another maze.
        figure["data"] = as_json({"maze": maze_alone(request).picture("png")})
    # Pictures of slanted walls need what the server may not have.
    is_viewed = max(request.size) > LEAST_VIEWED_SIDE and not request.is_linked
    if is_viewed and holds("png", request.grid):
        size = _mesh_size(request) if request.is_mesh else request.size
        addresses = tile_address(request), about_address(request), place_address(request)
        figure["viewer"] = {
            **viewer(*size, *addresses, is_mesh=request.is_mesh),
            "alt": label,
            "messages": messages_of(language, script_texts.VIEW_MESSAGES),
            "shows_ends": request.shown_ends != "none",
            "board": _board_address(request),
        }
    return figure


def _board_address(request: MazeRequest) -> str:
    """The address of the maze for the game; empty if the browser has it, or makes it."""
    if request.is_drawn or request.is_mesh or not request.shape:
        return ""
    return replace(maze_alone(request), ends=request.shown_ends, solution=True).picture("json")


def _captions(language: Language, request: MazeRequest) -> dict[str, str]:
    """What is written below a maze: in the page, and on paper, which has its algorithm, too."""
    name = symmetry_names(language).get(request.symmetry)
    values = {
        "shape": name or shape_name(language, request, is_first=True),
        "width": request.width,
        "height": request.height,
        "seed": typed_text(language, request.seed),
    }
    is_named = name or request.is_shaped
    caption = language.text(texts.SHAPE_CAPTION if is_named else texts.CAPTION, **values)
    title = article(request.algorithm, language.code).notes["title"]
    # To name a picture would give it away.
    hidden = language.text(texts.CAPTION, **values)
    return {
        "caption": caption,
        "small_print": hidden if request.is_picture else f"{title} · {caption}",
    }


def title(language: Language, request: MazeRequest) -> str:
    """What the maze is called: by its day, its shape or symmetry, or its level; else by its
    algorithm.
    """
    if day := day_of(request):
        return language.text(texts.DAY_TITLE, date=language.date(day))
    # To name a picture would give it away.
    shape = "" if request.is_picture else request.shape
    level = request.level
    symmetry = symmetry_names(language).get(request.symmetry)
    if request.is_picture or not (request.is_shaped or symmetry):
        if level:
            return language.text(texts.LEVEL_TITLES[level])
        return article(request.algorithm, language.code).notes["title"]
    if symmetry:
        title = symmetry
    elif request.letters:
        title = language.text(texts.WORD_TITLE, word=isolated(request.letters))
    else:
        named = texts.SHAPE_TITLE if shape in SILHOUETTES else texts.CELLS_TITLE
        title = language.text(named, shape=shape_name(language, request))
    if not level:
        return title
    words = language.text(texts.LEVELS[level]).lower()
    return language.text(texts.LEVELLED_TITLE, title=title, level=words)


# To know it, the grid is built.
@lru_cache(maxsize=128)
def _size_of_mesh(shape: str, width: int, height: int, seed: int | str) -> tuple[int, int]:
    grid = grid_of(shape, width, height, "", seed)
    assert isinstance(grid, Mesh)
    return viewed_size(grid)


def _mesh_size(request: MazeRequest) -> tuple[int, int]:
    """Width and height of the drawing, in whole cells."""
    assert request.seed is not None
    # Of other grids the seed changes nothing.
    seed = request.seed if request.shape == "voronoi" else 0
    return _size_of_mesh(request.shape, *request.size, seed)


def viewer(
    width: int, height: int, tile: str, about: str, place: str = "", *, is_mesh: bool = False
) -> dict[str, Any]:
    """What the script of the viewer needs of a maze."""
    return {
        "width": width,
        "height": height,
        "tile": tile,
        "about": about,
        "place": place,
        "is_mesh": is_mesh,
        "is_opened": False,
        "board": "",
        "lowest": lowest_level(width, height),
        "highest": HIGHEST_LEVEL,
        "colours": not is_mesh and width * height <= MAX_COLOURED,
        "has_ends": width * height > 1,
    }


def _measured(language: Language, request: MazeRequest, measured: Difficulty) -> dict[str, Any]:
    """The level of a maze, and its score in words."""
    level = measured.level
    names = {name: language.text(text) for name, text in texts.LEVELS.items()}
    missed = ""
    if request.level not in ("", level.name):
        values = {"level": names[request.level], "measured": names[level.name]}
        missed = language.text(texts.MISSED, **values)
    parts = (measured.score, measured.tracing, measured.choosing)
    score, tracing, choosing = (floor(part + 0.5) for part in parts)  # as scripts round
    return {
        "level": names[level.name],
        "missed": missed,
        "stars": stars(language, level.stars),
        "words": language.text(
            texts.MEASURED,
            score=score,
            tracing=tracing,
            choosing=choosing,
            # The rest, so that the rounded parts make up the rounded sum.
            straying=score - tracing - choosing,
            turns=measured.turns,
            junctions=measured.junctions,
            dead_ends=measured.dead_ends,
        ),
    }


def selected(language: Language, request: MazeRequest) -> str:
    """The sentence that corrects what the page says about all mazes of a uniform algorithm."""
    if not ALGORITHMS[request.algorithm].uniform:
        return ""
    if request.level:
        return language.text(texts.SELECTED)
    if request.is_picture:
        return language.text(texts.PICTURED)
    for change in reversed(CHANGED):
        if change.input and change.input.note and request.values[change.name]:
            return language.text(change.input.note)
    return language.text(texts.CUT) if request.is_cut else ""


def stars(language: Language, count: int) -> Markup:
    """So many stars of all, with a text alternative."""
    most = len(LEVELS)
    words = language.text(texts.STARS, stars=count, most=most)
    return Markup('<span class="stars" role="img" aria-label="{}">{}</span>').format(
        words, "★" * count + "☆" * (most - count)
    )


def downloads(language: Language, request: MazeRequest, site: Site) -> dict[str, Any]:
    """Links to all files of a maze, for a visitor who has some paper, and those that share it."""
    kinds = request.kinds
    query = request.query()
    links = {name: request.to_download(name, site.paper).picture(name) for name in kinds}
    common = [name for name in kinds if KINDS[name].is_common]
    page = f"/{language.code}/{request.algorithm}"
    address = f"{site.address(page)}?{query}"
    words = _sized(language, texts.SHARE_TEXT, request)
    return {
        "links": {name: links.pop(name) for name in common},
        "more_links": links,
        "closed_links": {
            name: request.to_download(name, site.paper, is_closed=True).picture(name)
            for name in common
            if request.cells > 1 and not request.solution
        },
        "names": {name: request.file_name(name) for name in kinds},
        "format_names": {name: language.text(texts.FORMATS[name]) for name in kinds},
        "embed": f"{site.address('/embed' + page)}?{query}",
        "networks": share_links(address, words, site.origin + request.picture("png", "/preview")),
        "shared_text": address.partition("://")[2],
        "book_link": book_address(language, request),
        "worksheet_link": worksheet_address(language, request, site.paper),
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
        "Mastodon": f"https://share.joinmastodon.org/#text={quote(both, safe='')}",
        "Pinterest": link(
            "https://www.pinterest.com/pin/create/button/",
            url=address,
            media=image,
            description=words,
        ),
        "Tumblr": link("https://www.tumblr.com/widgets/share/tool", canonicalUrl=address),
        "X": link("https://x.com/intent/post", text=words, url=address),
    }


def alt(language: Language, request: MazeRequest) -> str:
    """The text alternative of a picture of a maze."""
    shape = shape_name(language, request)
    if request.is_picture:
        return _sized(language, texts.PICTURE_ALT, request, shape=shape)
    algorithm = article(request.algorithm, language.code).notes["title"]
    if not request.is_shaped:
        return _sized(language, texts.MAZE_ALT, request, algorithm=algorithm)
    cells = len(request.grid)
    return language.counted(texts.SHAPE_ALT, cells, cells=cells, shape=shape, algorithm=algorithm)


def _sized(language: Language, text: str, request: MazeRequest, **values: str | int) -> str:
    """A text about a maze with its width and its height, and other values."""
    return language.text(text, width=request.width, height=request.height, **values)


def is_wide(request: MazeRequest) -> bool:
    """Whether the maze is wider than high."""
    width, height = request.grid.size
    return width > height


def as_json(value: Any) -> Markup:
    """JSON for a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
