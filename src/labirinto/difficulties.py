"""How hard a maze is to solve on paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import EXIT_BITS, STEPS
from labirinto.maze import Maze
from labirinto.path import Path

MOST_CELLS_LOOKED_AT = 255
"""Of one wrong way: who is so far astray is lost for good, and a huge maze is measured as fast."""


@dataclass(frozen=True)
class Difficulty:
    """How hard it is to find a path in a maze, in bits, and what makes it hard.

    ``score`` is ``tracing + choosing + straying``, three sums of logarithms, since that is how the
    time grows which people take for such things:

    - ``tracing`` the way: log2(1 + r) for each straight run of r steps on it (Fitts's law for aimed
      movement: P. M. Fitts, J. Exp. Psychol. 47 (1954), in the form of I. S. MacKenzie, J. Motor
      Behavior 21 (1989); a corridor is as wide as one step is long).
    - ``choosing`` at junctions: log2(k) where there are k ways on (Hick's law: W. E. Hick,
      Q. J. Exp. Psychol. 4 (1952)).
    - ``straying``: log2(1 + m) / 2 for each wrong way, m being the cells that lie behind its mouth.
      Half, since who tries the ways in random order takes a wrong one before the right one half
      of the time; and the logarithm, since on paper one sees a short dead end at a glance and
      skims a long one.

    What one who sees nothing walks on average, trying everything, tells nothing: it is about the
    number of cells of the maze, whatever its way.

    Attributes:
        steps, turns: of the path.
        junctions: cells of the path where there is a choice; the end is none.
        dead_ends: wrong ways that leave the path, each a dead end however it forks.
        cells_aside: cells in these, of each at most 255.
        tracing, choosing, straying: the three parts of the score, in bits.
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
        """The sum of the three parts: none gets larger and leaves it the same."""
        return self.tracing + self.choosing + self.straying


def difficulty(maze: Maze, path: Path) -> Difficulty:
    """Measures how hard it is to find a path.

    It takes a byte a cell, and time as the path is long.

    Args:
        path: from the start to the end, as ``solve`` gives it.

    Raises:
        InvalidValueError: if the path leads out of the maze or through a wall of it.
    """
    exits = bytearray(maze.cells().data)
    width = maze.width
    cells = _cells_on_path(maze, path, exits)
    ways_of = [exits[cell] for cell in cells]
    for cell in cells:
        exits[cell] = 0  # nobody who strays counts them
    junctions = dead_ends = aside = 0
    choosing = straying = 0.0
    moves = path.moves
    for place, move in enumerate(moves):
        wrong = ways_of[place] & ~EXIT_BITS[move]
        if place:
            wrong &= ~EXIT_BITS[moves[place - 1] ^ 2]
        if not wrong:
            continue
        mouths = [way for way in range(4) if wrong & EXIT_BITS[way]]
        junctions += 1
        dead_ends += len(mouths)
        choosing += log2(1 + len(mouths))
        for way in mouths:
            dx, dy = STEPS[way]
            behind = _cells_behind(exits, width, cells[place] + dx + dy * width)
            aside += behind
            straying += log2(1 + behind) / 2
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


def _cells_on_path(maze: Maze, path: Path, exits: bytearray) -> list[int]:
    """The numbers of the path's cells in reading order."""
    x, y = maze.check_cell(path.start)
    cell = y * maze.width + x
    cells = [cell]
    for move in path.moves:
        # No passage leads out of a maze, so that this keeps within, too.
        if not exits[cell] & EXIT_BITS[move]:
            y, x = divmod(cell, maze.width)
            raise InvalidValueError(f"The path goes through a wall at {x},{y}: of another maze.")
        dx, dy = STEPS[move]
        cell += dx + dy * maze.width
        cells.append(cell)
    return cells


def _cells_behind(exits: bytearray, width: int, mouth: int) -> int:
    """How many cells there are from here on, up to the most; each counts once."""
    waiting = [mouth]
    count = 0
    while waiting and count < MOST_CELLS_LOOKED_AT:
        cell = waiting.pop()
        ways = exits[cell]
        if not ways:
            continue
        exits[cell] = 0
        count += 1
        if ways & 1:
            waiting.append(cell - width)
        if ways & 2:
            waiting.append(cell + 1)
        if ways & 4:
            waiting.append(cell + width)
        if ways & 8:
            waiting.append(cell - 1)
    return count


def _runs(moves: bytes) -> list[int]:
    """Lengths of the straight runs of a path."""
    runs: list[int] = []
    before = None
    for move in moves:
        if move == before:
            runs[-1] += 1
        else:
            runs.append(1)
        before = move
    return runs
