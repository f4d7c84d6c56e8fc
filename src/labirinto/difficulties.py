"""How hard a maze is to solve on paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from labirinto._internal.validation import check_type
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import EXIT_BITS, STEPS
from labirinto.maze import Maze
from labirinto.path import Path

MAX_CELLS_ASIDE = 255
"""Cells of one dead end that count: beyond these it gets no harder, nor slower to measure."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty, for people who choose one.

    Attributes:
        name: ``easy``, ``medium``, ``hard`` or ``expert``.
        stars: Its place among the levels, from 1.
        least: The score in bits from which a maze is of this level.
        size: Width and height of typical mazes in portrait.  Of Wilson's and Eller's mazes of these
            sizes, solved from border to border, most have the level.
        age: From about which a child likes it; a suggestion, since nobody has measured that.
    """

    name: str
    stars: int
    least: float
    size: tuple[int, int]
    age: int


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
    """How hard it is to find a path in a maze, in bits, and what makes it hard.

    ``score`` is ``tracing + choosing + straying``, three sums of logarithms, since the time that
    people take for these grows that way:

    - ``tracing`` the path: log2(1 + r) for each straight run of r steps (Fitts's law for aimed
      movement: P. M. Fitts, J. Exp. Psychol. 47 (1954), in the form of I. S. MacKenzie, J. Motor
      Behavior 21 (1989); a corridor is as wide as a step is long).
    - ``choosing`` at junctions: log2(k) for k passages to choose from (Hick's law: W. E. Hick,
      Q. J. Exp. Psychol. 4 (1952)).
    - ``straying``: log2(1 + m) / 2 for each branch off the path with m cells.  Half, since in
      random order a wrong branch is tried before the right one half of the time; the logarithm,
      since on paper a short dead end is seen at a glance and a long one skimmed.

    The average length of a blind search is no measure: it is about the number of cells of the
    maze, whatever its path.

    Attributes:
        steps: Of the path.
        turns: Of the path.
        junctions: Cells of the path with a choice, the end excepted.
        dead_ends: Branches off the path, each one dead end even if it forks.
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


def difficulty(maze: Maze, path: Path) -> Difficulty:
    """Measure how hard it is to find a path in a maze.

    It takes a byte a cell, and time in proportion to the length of the path.

    Args:
        maze: Any maze.
        path: From the start to the end, as ``solve`` returns it.

    Raises:
        InvalidValueError: If the path leads out of the maze or through a wall.
    """
    check_type("maze", maze, Maze)
    check_type("path", path, Path)
    exits = bytearray(maze.cells().data)
    steps = tuple(dx + dy * maze.width for dx, dy in STEPS)
    cells = _cells_on_path(maze, path, exits, steps)
    exits_on_path = [exits[cell] for cell in cells]
    for cell in cells:
        exits[cell] = 0  # no branch contains them
    junctions = dead_ends = aside = 0
    choosing = straying = 0.0
    moves = path.moves
    for place, move in enumerate(moves):
        wrong = exits_on_path[place] & ~EXIT_BITS[move]
        if place:
            wrong &= ~EXIT_BITS[moves[place - 1] ^ 2]
        if not wrong:
            continue
        branches = [step for step, bit in zip(steps, EXIT_BITS, strict=True) if wrong & bit]
        junctions += 1
        dead_ends += len(branches)
        choosing += log2(1 + len(branches))
        for step in branches:
            size = _branch_cells(exits, cells[place] + step, maze.width)
            aside += size
            straying += log2(1 + size) / 2
    runs = _runs(moves)
    return Difficulty(
        steps=path.steps,
        turns=max(0, len(runs) - 1),
        junctions=junctions,
        dead_ends=dead_ends,
        cells_aside=aside,
        tracing=sum(log2(1 + run) for run in runs),
        choosing=choosing,
        straying=straying,
    )


def _cells_on_path(maze: Maze, path: Path, exits: bytearray, steps: tuple[int, ...]) -> list[int]:
    """The numbers of the cells of a path."""
    x, y = maze.check_cell(path.start)
    cell = y * maze.width + x
    cells = [cell]
    for move in path.moves:
        # No passage leads out of a maze, so that this keeps the path inside, too.
        if not exits[cell] & EXIT_BITS[move]:
            y, x = divmod(cell, maze.width)
            raise InvalidValueError(
                f"The path goes through a wall at {x},{y}; give one through this maze."
            )
        cell += steps[move]
        cells.append(cell)
    return cells


def _branch_cells(exits: bytearray, cell: int, width: int) -> int:
    """The number of cells in the branch that begins with a cell, up to the most that count."""
    waiting = [cell]
    count = 0
    while waiting and count < MAX_CELLS_ASIDE:
        cell = waiting.pop()
        passages = exits[cell]
        if not passages:
            continue
        exits[cell] = 0
        count += 1
        if passages & 1:
            waiting.append(cell - width)
        if passages & 2:
            waiting.append(cell + 1)
        if passages & 4:
            waiting.append(cell + width)
        if passages & 8:
            waiting.append(cell - 1)
    return count


def _runs(moves: bytes) -> list[int]:
    """The lengths of the straight runs of a path."""
    runs: list[int] = []
    before = None
    for move in moves:
        if move == before:
            runs[-1] += 1
        else:
            runs.append(1)
        before = move
    return runs
