"""How hard a maze is to solve on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf, log2

from labirinto._internal.validation import check_type, whole_number
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.solving import check_path

REVISION = 2
"""The revision of the score.  The first one had log2(1 + r) for a straight run of r steps."""

MAX_CELLS_ASIDE = 255
"""Cells of one dead end that count: beyond these it gets no harder, nor slower to measure."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty that people can choose.

    Attributes:
        name: ``easy``, ``medium``, ``hard`` or ``expert``.
        stars: The rank of the level, from 1.
        least: The lowest score of the level, in bits.
        size: Width and height of typical mazes in portrait format.  Most of Wilson's and Eller's
            mazes of these sizes, solved from border to border, have the level.
        age: The age from which children may like it; a suggestion, since nobody has measured that.
    """

    name: str
    stars: int
    least: float
    size: tuple[int, int]
    age: int

    def distance(self, score: float) -> float:
        """How far a score is outside those of this level, in bits."""
        most = min((it.least for it in LEVELS.values() if it.least > self.least), default=inf)
        return max(self.least - score, 0.0, score - most)


LEVELS = {
    level.name: level
    for level in (
        Level("easy", 1, 0, (8, 10), 5),
        Level("medium", 2, 75, (14, 18), 8),
        Level("hard", 3, 170, (22, 28), 11),
        Level("expert", 4, 320, (36, 46), 14),
    )
}
"""All levels by name, from the easiest to the hardest."""


@dataclass(frozen=True)
class Difficulty:
    """How hard it is to find a path in a maze, in bits, and why.

    ``score`` is ``tracing + choosing + straying``.  It is a plausible ranking, not a measurement of
    people, and depends mostly on the length of the path:

    - ``tracing`` the path: half a bit for each step, since the time to steer through a corridor is
      linear in its length (J. Accot and S. Zhai, CHI 1997), and half a bit for each straight run,
      since turns count at the same length (D. A. Crowe et al., J. Cogn. Neurosci. 12 (2000)).  How
      much each counts is an assumption.  On a grid that is not a rectangle a run is straight as in
      ``Path.runs``.
    - ``choosing`` at junctions: log2(k) for k passages to choose from (Hick's law: W. E. Hick,
      Q. J. Exp. Psychol. 4 (1952)).
    - ``straying``: log2(1 + m) / 2 for each branch off the path with m cells.  Half, since in
      random order a wrong branch is tried before the right one half of the time; the logarithm,
      since on paper a short dead end is seen at a glance and a long one skimmed.

    The average length of a blind search is not a useful measure: it is about the number of cells of
    the maze, whatever the path.

    Attributes:
        steps: The number of steps of the path.
        turns: The number of turns of the path.
        junctions: Cells of the path with a choice, except the end.
        dead_ends: Branches off the path; each counts once even if it forks.
        cells_aside: Cells of these branches, at most 255 of each.
        tracing: The first part of the score, in bits.
        choosing: The second part.
        straying: The third part.
    """

    steps: int
    turns: int
    junctions: int
    dead_ends: int
    cells_aside: int
    tracing: float
    choosing: float
    straying: float

    @property
    def score(self) -> float:
        """The sum of the three parts."""
        return self.tracing + self.choosing + self.straying

    @property
    def level(self) -> Level:
        """The hardest level whose least score this one reaches."""
        return max(
            (level for level in LEVELS.values() if level.least <= self.score),
            key=lambda level: level.least,
        )


def difficulty(maze: Maze, path: Path, *, revision: int = REVISION) -> Difficulty:
    """Measure how hard it is to find a path in a maze.

    It takes time in proportion to the length of the path.

    Args:
        maze: Any maze.
        path: From the start to the end, as ``solve`` returns it.
        revision: The revision of the score: 2, or 1 for that of earlier versions, which had log2(1
            + r) for a straight run of r steps.

    Raises:
        InvalidValueError: If the path leads out of the maze or through a wall, or there is no such
            revision.
    """
    check_type("maze", maze, Maze)
    check_type("path", path, Path)
    check_path(maze, path)
    whole_number("revision", revision, 1, REVISION)
    cells, neighbours_of = path._places(maze.grid), partial(maze.grid.core.joined_to, maze.bits)
    seen = set(cells)
    junctions = dead_ends = aside = 0
    choosing = straying = 0.0
    for place, cell in enumerate(cells[:-1]):
        on_path = cells[max(0, place - 1) : place + 2]
        branches = [other for other in neighbours_of(cell) if other not in on_path]
        if not branches:
            continue
        junctions += 1
        dead_ends += len(branches)
        choosing += log2(1 + len(branches))
        for branch in branches:
            size = _branch_cells(branch, neighbours_of, seen)
            aside += size
            straying += log2(1 + size) / 2
    runs = path.runs()
    return Difficulty(
        steps=path.steps,
        turns=max(0, len(runs) - 1),
        junctions=junctions,
        dead_ends=dead_ends,
        cells_aside=aside,
        tracing=sum((1 + run) / 2 if revision == REVISION else log2(1 + run) for run in runs),
        choosing=choosing,
        straying=straying,
    )


Neighbours = Callable[[int], list[int]]
"""The places to which passages lead from a place."""


def _branch_cells(cell: int, neighbours_of: Neighbours, seen: set[int]) -> int:
    """The number of cells in the branch that begins with a cell, up to the most that count."""
    if cell in seen:
        return 0
    seen.add(cell)
    branch = [cell]
    for cell in branch:
        if len(branch) >= MAX_CELLS_ASIDE:
            return MAX_CELLS_ASIDE
        for other in neighbours_of(cell):
            if other not in seen:
                seen.add(other)
                branch.append(other)
    return len(branch)
