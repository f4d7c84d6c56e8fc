"""The maze that ``labirinto view`` opened: in memory, or in a file too large for that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.requests import Request

from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.viewing import FilePlanes, Layers
from labirinto.web.answers import run_in_pool
from labirinto.web.viewed import MAX_COLOURED, Ready, Viewed, What


@dataclass(eq=False)
class Opened:
    """A maze to look at.

    Attributes:
        name: Of the file, or the command that makes the maze.
        source: The maze, or its file.
        ends: Those of the file, or those asked for.
        solution: Whether to begin with the path shown.
    """

    name: str
    source: Maze | FilePlanes
    ends: Ends | None = None
    solution: bool = False
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._viewed = Viewed(self.source) if isinstance(self.source, Maze) else None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in cells."""
        grid = self.source.rectangle if isinstance(self.source, Maze) else self.source.grid
        return grid.width, grid.height

    @property
    def recipe(self) -> Recipe | None:
        """How it was made, if that is known."""
        if isinstance(self.source, Maze):
            return self.source.recipe
        return self.source.about.recipe

    @property
    def can_solve(self) -> bool:
        """Whether a path can be shown: the maze is in memory."""
        return self._viewed is not None and len(self._viewed.maze.grid) > 1

    @property
    def can_colour(self) -> bool:
        """Whether distances can be shown: it is not too large."""
        return self._viewed is not None and self.size[0] * self.size[1] <= MAX_COLOURED

    def what(self, *, solution: bool, distances: bool) -> What:
        """What is to be shown, as far as that can be."""
        solution = solution and self.can_solve
        return What(self._ends(solution), solution, distances and self.can_colour)

    @property
    def to_be_known(self) -> What:
        """What its ends are found by: those on the border if it has none."""
        return What(self._ends(is_asked=True))

    def _ends(self, is_asked: bool) -> Ends | str:
        return self.ends or ("border" if is_asked and self.can_solve else "none")

    async def ready(self, request: Request, what: What) -> Ready:
        """All that tiles are painted from."""
        if not isinstance(self.source, Maze):
            return Ready(self.source, Layers(), self.source.about.ends, None)
        viewed = self._viewed
        assert viewed
        async with self._lock:
            if what not in viewed.ready:
                await run_in_pool(request, len(self.source.grid), lambda token: viewed.make(what))
        return viewed.ready[what]

    def style(self, look: str) -> Style:
        """The colours of a look.

        Raises:
            InvalidValueError: If there is no such look.
        """
        return Style.preset(look)
