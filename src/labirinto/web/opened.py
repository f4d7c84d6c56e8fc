"""The maze that ``labirinto view`` opened: in memory, or in a file too large for that."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from starlette.requests import Request

from labirinto.drawing.geometry import path_openings
from labirinto.ends import Ends
from labirinto.errors import LabirintoError
from labirinto.formats.maze_file import MazeFileRows
from labirinto.grids import is_whole
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.solving import solve_rows
from labirinto.viewing import FilePlanes, Layers, pieces_of, viewed_size
from labirinto.web.answers import run_in_pool
from labirinto.web.viewed import MAX_COLOURED, Ready, Viewed, What, ready_planes

_BAND_BYTES = 1 << 22
"""Bytes of the rows that are read at a time to be solved."""


class FileSolution:
    """The path through a maze in a file that is not loaded, which a thread finds.

    Only the thread changes the attributes.

    Attributes:
        done: The share of the rows that have been read, from 0 to 1.
        found: The path as a layer of tiles, and its steps, once it is found.
        problem: Why there is none, in a sentence, once that is known.
    """

    def __init__(self, file: str, ends: Ends) -> None:
        self.done: float = 0.0
        self.found: tuple[Layers, int] | None = None
        self.problem: str = ""
        threading.Thread(target=self._find, args=(file, ends), daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return bool(self.found or self.problem)

    def _find(self, file: str, ends: Ends) -> None:
        try:
            rows = MazeFileRows(file)
            try:
                path = solve_rows(rows.about.width, self._bands(rows), *ends)
            finally:
                rows.close()
            sides = path_openings(ends.openings(rows.about.rectangle), *ends)
            self.found = Layers(pieces_of(path), sides), path.steps
        except (LabirintoError, OSError, MemoryError) as error:
            self.problem = str(error) or "There is not enough memory."
            print(f"labirinto: {self.problem}", file=sys.stderr)

    def _bands(self, rows: MazeFileRows) -> Iterator[bytes]:
        height = rows.about.height
        count = max(1, _BAND_BYTES // rows.about.rectangle.row_bytes)
        for y in range(0, height, count):
            yield rows.rows_at(y, min(count, height - y))
            self.done = min(1.0, (y + count) / height)


@dataclass(eq=False)
class Opened:
    """A maze to look at.

    Attributes:
        name: Of the file; empty for a maze that its recipe describes.
        source: The maze, or its file.
        ends: Those of the file, or those asked for.
        solution: Whether to begin with the path shown.
        solving: The search for the path through a file, once it has begun.
    """

    name: str
    source: Maze | FilePlanes
    ends: Ends | None = None
    solution: bool = False
    solving: FileSolution | None = field(default=None, init=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._viewed = Viewed(self.source) if isinstance(self.source, Maze) else None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in cells."""
        return viewed_size(self.source.grid)

    @property
    def text(self) -> str:
        """The grid in words, if its cells are not squares."""
        grid = self.source.grid
        return grid.text if grid.kind else ""

    @property
    def recipe(self) -> Recipe | None:
        """How it was made, if that is known."""
        if isinstance(self.source, Maze):
            return self.source.recipe
        return self.source.about.recipe

    @property
    def can_solve(self) -> bool:
        """Whether a path can be shown: there are two cells."""
        return len(self.source.grid) > 1

    @property
    def can_colour(self) -> bool:
        """Whether distances can be shown: it is of squares, in memory, and not too large."""
        is_here = self._viewed is not None and not self.text
        return is_here and self.size[0] * self.size[1] <= MAX_COLOURED

    @property
    def is_computed(self) -> bool:
        """Whether it takes more than arithmetic to know where its cells are."""
        return not is_whole(self.source.grid)

    def what(self, *, solution: bool, distances: bool) -> What:
        """What to show of all that is asked for."""
        solution = solution and self.can_solve
        return What(self._ends(solution), solution, distances and self.can_colour)

    @property
    def to_be_known(self) -> What:
        """What to show so that it has ends: those on the border if it has none."""
        return What(self._ends(is_asked=True))

    def _ends(self, is_asked: bool) -> Ends | str:
        if self.ends or not (is_asked and self.can_solve):
            return self.ends or "none"
        # In a file, the others would have to be searched for.
        return "border" if isinstance(self.source, Maze) else Ends(*self.source.grid.corners())

    async def ready(self, request: Request, what: What) -> Ready:
        """All that tiles are painted from."""
        if not isinstance(self.source, Maze):
            return self._ready_file(self.source, what)
        async with self._lock:
            kept = self._viewed
            assert kept
            if what not in kept.ready:
                self._viewed = kept = await run_in_pool(
                    request,
                    len(kept.maze.grid),
                    lambda token: kept.including(what),
                    to_its_end=True,
                )
        return kept.ready[what]

    def _ready_file(self, planes: FilePlanes, what: What) -> Ready:
        """Prepare a file for viewing; the path is there once it is found."""
        ends = what.ends if isinstance(what.ends, Ends) else None
        if not (what.solution and ends):
            return ready_planes(planes, Layers(), ends)
        self.solving = self.solving or FileSolution(planes.file, ends)
        layers, steps = self.solving.found or (Layers(), None)
        return ready_planes(planes, layers, ends, steps)
