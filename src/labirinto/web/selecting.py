"""Which maze a visitor wants: the one of an address, of a typed seed, a new one, or one of a level.

Mazes are selected by difficulty as follows: seeds are drawn until a maze has the level.  So with a
uniform algorithm all such mazes of the size are equally likely.  Some algorithms hardly ever reach
a level between opposite sides, sidewinder its last one in 2 of 300 mazes; there the ends may then
be anywhere on the border, which reaches it in 26.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import sqrt

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS, REVISION, Level
from labirinto.parsing import parse_cells
from labirinto.web import shapes
from labirinto.web.drawings import solved_maze
from labirinto.web.maze_fields import levels_of
from labirinto.web.maze_request import NEW_ENDS, MazeRequest, with_fewer_rooms, with_seed
from labirinto.web.queries import Parsed
from labirinto.web.work import CancelToken

PHONE_WIDTH, PHONE_HEIGHT = 20, 26
"""The size on phones if none is given: cells as wide as a finger needs, and no scrolling."""
MAX_DRAWS = 50
"""Nine in ten mazes of a level's size have that level; with other textures there may be none."""


def is_phone(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a phone, as far as browsers say."""
    return headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in headers.get("user-agent", "")


def level_size(level: Level, on_phone: bool) -> tuple[int, int]:
    """Width and height of mazes of a level: portrait on phones, else landscape."""
    width, height = level.size
    return (width, height) if on_phone else (height, width)


def chosen_maze(
    parsed: Parsed, token: CancelToken, *, on_phone: bool, is_new: bool = False
) -> MazeRequest:
    """The maze that a visitor wants; instead of any new one, one with a seed, of the level."""
    wanted = wanted_maze(parsed, is_new=is_new, on_phone=on_phone)
    if wanted.seed is not None:
        return wanted
    return select(wanted, token) if wanted.level else with_seed(wanted)


def wanted_maze(parsed: Parsed, *, is_new: bool, on_phone: bool) -> MazeRequest:
    """The maze that a visitor wants; its seed is None for a new one.

    A form sends all its fields.  What was typed or chosen in it is what differs from the maze
    above it: a typed seed is that of the wanted maze, even if a new one is wanted as well; an
    empty one changes nothing; another level means a new maze, and so does another shape of a maze
    that was selected for its level.
    """
    asked, shown = parsed.request, parsed.shown
    seed, level = asked.seed, asked.level
    if level and LEVELS[level] not in levels_of(asked.algorithm):
        level = ALGORITHMS[asked.algorithm].hardest
    if shown and seed is not None and seed != shown.seed:
        level = ""
    elif is_new or (shown and level != shown.level):
        seed = None
    elif shown:
        seed = shown.seed
    if shown and level == shown.level != "" and _texture(asked) != _texture(shown):
        is_reshaped = _shape(asked) != _shape(shown) and not asked.is_picture
        seed, level = (None, level) if is_reshaped and not parsed.is_sized else (seed, "")
    asked = replace(asked, seed=seed, level=level)
    if level:
        size, other = (
            shaped_size(asked, level_size(LEVELS[level], is_phone))
            for is_phone in (on_phone, not on_phone)
        )
        if asked.size not in (size, other):
            # With a seed, the address names another maze than the one selected.
            asked = _resized(asked, size) if seed is None else replace(asked, level="")
    elif (
        seed is None
        and on_phone
        and not (asked.letters or asked.mask or asked.is_picture)
        and not parsed.typed.keys() & {"width", "height"}
    ):
        asked = _resized(asked, (PHONE_WIDTH, PHONE_HEIGHT))
    if seed is None and not (shown or parsed.typed.get("ends", "").strip()) and asked.cells > 1:
        asked = replace(asked, ends=asked.new_ends)
    return asked


def overridden(parsed: Parsed, chosen: MazeRequest) -> set[str]:
    """The sides in an address that give way to the size of a level; a form may change its level."""
    asked = parsed.request
    if parsed.shown or not chosen.level == asked.level != "" or chosen.size == asked.size:
        return set()
    return {name for name in ("width", "height") if parsed.typed.get(name, "").strip()}


def shaped_size(request: MazeRequest, size: tuple[int, int]) -> tuple[int, int]:
    """The size at which the shape of a request, or all its floors together, have as many cells as a
    rectangle of a size; a drawn one keeps its own.
    """
    if request.is_linked:
        width, height = (round(side / sqrt(request.floors)) for side in size)
        return width, height
    if request.shape == shapes.DRAWN:
        return request.size
    return shapes.grown(size, request.shape, request.letters)


def _shape(request: MazeRequest) -> object:
    return request.shape, request.letters, request.mask, request.is_picture, request.links


def _texture(request: MazeRequest) -> object:
    """What makes another maze of the same seed."""
    return request.size, request.parameters, request.shape_pairs()


def _resized(request: MazeRequest, size: tuple[int, int]) -> MazeRequest:
    # Two cells may be outside the other size; a kind of ends fits any.
    ends = request.new_ends if parse_cells(request.ends) else request.ends
    resized = with_fewer_rooms(replace(request, width=size[0], height=size[1], ends=ends))
    return resized if resized.symmetry_fits else resized.changed(symmetry=None)


def select(
    request: MazeRequest,
    token: CancelToken,
    seeds: Iterator[int | str] | None = None,
    *,
    revision: int = REVISION,
) -> MazeRequest:
    """The request with the seed of a maze of its level, or of the nearest one if none is found.

    Args:
        seeds: That are tried; random ones if there are none.
        revision: Of the score.
    """
    level = LEVELS[request.level]
    candidates: list[tuple[float, MazeRequest]] = []
    draws = MAX_DRAWS
    while True:
        for _ in range(draws):
            token.check()
            candidate = replace(request, seed=next(seeds)) if seeds else with_seed(request)
            if not candidate.rooms_fit:
                return candidate  # the page says what is wrong
            measured = solved_maze(candidate, token).measured(revision)
            assert measured  # no level has mazes of a single cell
            if measured.level is level:
                return candidate
            candidates.append((measured.score, candidate))
        if request.ends != NEW_ENDS or max(score for score, _ in candidates) > level.least:
            return min(candidates, key=lambda pair: level.distance(pair[0]))[1]
        request, draws = replace(request, ends="border"), 2 * MAX_DRAWS  # farther apart
