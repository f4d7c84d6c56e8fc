"""Mazes that visitors look at through a window: made once, and kept for the next tile.

Memory is bounded: of the mazes kept, with their paths and distances, those that nobody has asked
for lately are dropped first.  Their addresses make them again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from starlette.requests import Request

from labirinto.drawing.geometry import NO_OPENINGS, path_openings
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.grids import check_planar
from labirinto.grids.mesh import Label
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.solving import solve
from labirinto.viewing import (
    HIGHEST_LEVEL,
    Layers,
    Lines,
    MazePlanes,
    MeshPicture,
    PathPieces,
    Places,
    Planes,
    distance_colours,
    lines_of_path,
    lowest_level,
    pieces_of,
    tile,
    tiles_of,
)
from labirinto.web.answers import run_in_pool
from labirinto.web.drawings import generate_maze
from labirinto.web.maze_files import parse_picture
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import Parsed
from labirinto.web.work import CancelToken, ClientGoneError

KeyT = TypeVar("KeyT")
FoundT = TypeVar("FoundT")

MAX_BYTES = 96 << 20
"""Bytes of mazes, paths and distances that a process keeps."""

MAX_COLOURED = 10_000_000
"""Cells up to which a maze is coloured by distance."""


_BYTES_A_CELL_OF_A_MESH = 300
"""Memory of the planar map."""


class What(NamedTuple):
    """What tiles of a maze show.

    Attributes:
        ends: Ends, or words for them: a kind, or two cells; ``none`` for none.
        solution: Whether they show the path.
        distances: Whether floors have the colours of the distance from the start.
    """

    ends: Ends | str
    solution: bool = False
    distances: bool = False


class Ready(NamedTuple):
    """All that a tile is painted from.

    Attributes:
        paint: Gives a tile of a level, a column, a row and a style, as ``viewing.tile``.
        places: Where cells are.
        steps: Of the path; None if it is not shown.
    """

    paint: Callable[[int, int, int, Style], bytes]
    places: Places
    ends: Ends | None
    steps: int | None


def ready_planes(
    planes: Planes, layers: Layers, ends: Ends | None, steps: int | None = None
) -> Ready:
    """What tiles of squares are painted from."""

    def paint(level: int, x: int, y: int, style: Style) -> bytes:
        return tile(planes, level, x, y, style, layers)

    return Ready(paint, Places(planes.grid), ends, steps)


class Viewed:
    """A maze, and what has been asked for of it.

    A value that never changes: a thread returns another one, which the event loop keeps instead.

    Attributes:
        ready: What has been found, by what is shown.

    Raises:
        InvalidValueError: If the maze has floors or is wrapped.
    """

    def __init__(self, maze: Maze) -> None:
        check_planar(maze.grid, "The viewer is")
        self.maze = maze
        self.ready: dict[What, Ready] = {}
        self._places = Places(maze.grid)
        self._ends: dict[str, Ends | None] = {}
        self._pictures: dict[Ends | None, MazePlanes | MeshPicture] = {}
        self._paths: dict[Ends, tuple[PathPieces | Lines, int]] = {}
        self._distances: dict[Label, bytes] = {}

    def including(self, what: What) -> Viewed:
        """The same maze with what tiles that show this are painted from.

        Raises:
            InvalidValueError: If the maze has no such ends.
            NoPathError: If no path joins them.
        """
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                setattr(other, name, dict(value))
        other.ready[what] = other._make(what)
        return other

    def _make(self, what: What) -> Ready:
        ends = self._find_ends(what.ends)
        picture = _kept(self._pictures, ends, self._picture)
        path, steps, distances = None, None, None
        if what.solution and ends:
            path, steps = _kept(self._paths, ends, self._path)
        if what.distances:
            around = ends or self._find_ends("border")
            start = around.start if around else self.maze.grid.label(0)
            distances = _kept(self._distances, start, partial(distance_colours, self.maze))
        if isinstance(picture, MeshPicture):
            assert not isinstance(path, PathPieces)
            return Ready(partial(picture.tile, path=path), self._places, ends, steps)
        assert not isinstance(path, Lines)
        sides = path_openings(ends.openings(picture.grid), *ends) if path and ends else NO_OPENINGS
        return ready_planes(picture, Layers(path, sides, distances), ends, steps)

    def _picture(self, ends: Ends | None) -> MazePlanes | MeshPicture:
        return MeshPicture(self.maze, ends) if self.maze.grid.kind else MazePlanes(self.maze, ends)

    def _path(self, ends: Ends) -> tuple[PathPieces | Lines, int]:
        path, is_mesh = solve(self.maze, *ends), self.maze.grid.kind
        return lines_of_path(self.maze, path, ends) if is_mesh else pieces_of(path), path.steps

    def _find_ends(self, kind: Ends | str) -> Ends | None:
        if isinstance(kind, Ends) or len(self.maze.grid) == 1:
            return kind if isinstance(kind, Ends) else None
        return _kept(self._ends, kind, lambda kind: choose_ends(self.maze, kind, apart=True))

    @property
    def bytes(self) -> int:
        """The memory that it takes, about."""
        maze = self.maze
        map_bytes = _BYTES_A_CELL_OF_A_MESH * len(maze.grid) if maze.grid.kind else 0
        return (
            len(maze.bits)
            + map_bytes
            + sum(picture.memory for picture in self._pictures.values())
            + sum(path.memory for path, _ in self._paths.values())
            + sum(map(len, self._distances.values()))
            + 2000
        )


def _kept(found: dict[KeyT, FoundT], key: KeyT, find: Callable[[KeyT], FoundT]) -> FoundT:
    """What is found by a key: now, unless it was before."""
    if key not in found:
        found[key] = find(key)
    return found[key]


class Gallery:
    """The mazes that are kept.  Only the event loop changes them."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._viewed: OrderedDict[MazeRequest, Viewed] = OrderedDict()
        self._making: dict[MazeRequest, asyncio.Future[None]] = {}

    @property
    def bytes(self) -> int:
        """The memory that they take, about."""
        return sum(kept.bytes for kept in self._viewed.values())

    async def ready(self, request: Request, maze: MazeRequest, what: What) -> Ready:
        """What tiles of a maze are painted from; made once, however many ask for it at once.

        Raises:
            BusyError: If there is no room for making it.
            TimeLimitError: If that takes too long.
            ClientGoneError: If the visitor leaves.
        """
        key = maze_alone(maze)
        while True:
            kept = self._viewed.get(key)
            if kept and what in kept.ready:
                self._viewed.move_to_end(key)
                return kept.ready[what]
            if key not in self._making:
                return await self._make(request, key, what)
            try:
                await asyncio.shield(self._making[key])
            except ClientGoneError:
                continue  # the visitor who began it has left, and no thread is at it any more

    async def _make(self, request: Request, key: MazeRequest, what: What) -> Ready:
        made = asyncio.get_running_loop().create_future()
        self._making[key] = made
        known = self._viewed.get(key)

        def make(token: CancelToken) -> Viewed:
            kept = known or Viewed(generate_maze(key, token))
            token.check()
            return kept.including(what)

        try:
            kept = await run_in_pool(request, key.cost, make, to_its_end=True)
            self._viewed[key] = kept
            self._viewed.move_to_end(key)
            while self.bytes > self._max_bytes and len(self._viewed) > 1:
                self._viewed.popitem(last=False)
            made.set_result(None)
            return kept.ready[what]
        except BaseException as error:
            gone = not isinstance(error, Exception)  # such as CancelledError
            made.set_exception(ClientGoneError() if gone else error)
            made.exception()  # nobody may be waiting for it
            raise
        finally:
            del self._making[key]


def maze_alone(request: MazeRequest) -> MazeRequest:
    """What makes the maze, without its looks."""
    return replace(
        request, level="", ends="none", solution=False, look="", cell=None, wall=None, colours=()
    )


@dataclass(frozen=True)
class TileRequest:
    """A tile of a maze.

    Attributes:
        maze: The maze and its colours.
        level, x, y: As in ``viewing.tile``.
        what: What it shows.
    """

    maze: MazeRequest
    level: int
    x: int
    y: int
    what: What


def tile_address(request: MazeRequest) -> str:
    """The address of a tile, with braces for level, x and y; its query lacks the look."""
    path, _, file = _picture(request, "png", "tile").rpartition("/")
    return f"{path}/{{level}}/{{x}}/{{y}}/{file}"


def about_address(request: MazeRequest) -> str:
    """The address of the facts about a maze: its ends."""
    kind = request.shown_ends if request.shown_ends != "none" else "border"
    return _facts_address("about", replace(request, ends=kind))


def place_address(request: MazeRequest) -> str:
    """The address of where cells are, if that takes more than arithmetic; its query lacks the
    cell.
    """
    return _facts_address("place", replace(request, ends="none")) if request.shape else ""


def _facts_address(name: str, request: MazeRequest) -> str:
    return _picture(replace(request, solution=False, colours=()), "json", name)


def _picture(request: MazeRequest, kind: str, name: str) -> str:
    """The address of a picture without the pixels and the look of downloads."""
    return replace(request, cell=None, wall=None, look="").picture(kind, f"/{name}")


def parse_viewed(path: Mapping[str, str], query: Mapping[str, str], extension: str) -> Parsed:
    """Parse the address of what the viewer asks for."""
    seed, _, kind = path["file"].rpartition(".")
    kind = "png" if kind == extension else ""
    parsed = parse_picture(path["algorithm"], path["size"], seed, kind, query, ("png",))
    if parsed.request.is_linked:
        parsed.invalid |= {name for name, _ in parsed.request.changes}
    return parsed


def parse_tile(path: Mapping[str, str], query: Mapping[str, str]) -> tuple[Parsed, TileRequest]:
    """Parse the address of a tile; ``tile`` is invalid if there is none of its numbers."""
    distances = query.get("distances", "")
    parsed = parse_viewed(path, query, "png")
    maze = parsed.request
    what = What(maze.shown_ends, maze.solution, distances == "1")
    has_colours = not maze.is_mesh and maze.cells <= MAX_COLOURED
    if distances not in ("", "0", "1") or (what.distances and not has_colours):
        parsed.invalid.add("distances")
    level, x, y = (_number(path[name]) for name in ("level", "x", "y"))
    # What tiles there are of other cells is known when they are made.
    if not maze.is_mesh and not (
        lowest_level(*maze.size) <= level <= HIGHEST_LEVEL
        and 0 <= x < tiles_of(maze.width, level)
        and 0 <= y < tiles_of(maze.height, level)
    ):
        parsed.invalid.add("tile")
    return parsed, TileRequest(maze, level, x, y, what)


def _number(text: str) -> int:
    """A whole number as scripts write it; one that no tile has for anything else."""
    digits = text.removeprefix("-")
    is_plain = digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(text) if is_plain else 1 << 40
