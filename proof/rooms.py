"""That mazes with rooms are uniform: every maze of these rooms and their corridors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from chances import Verdict, exact
from every_maze import Tally, tally_of
from report import Section, chance_text, table
from sampling import Run

from labirinto import Rectangle, Room, _core
from labirinto.algorithms.textbook.rooms import RoomsAndCells
from labirinto.grids.rectangle import Passage, mask_of_cells


class Plan(NamedTuple):
    """Some cells with rooms.

    Attributes:
        what: A few words.
        cells: Rows of dots for cells; of other places for what is outside.
        rooms: Column, row, width and height of each.
        doors: Where alone passages may lead into the rooms; None for everywhere.
    """

    what: str
    cells: tuple[str, ...]
    rooms: tuple[tuple[int, int, int, int], ...]
    doors: tuple[Passage, ...] | None = None

    @property
    def grid(self) -> Rectangle:
        width, height = len(self.cells[0]), len(self.cells)
        there = (
            (x, y) for y, line in enumerate(self.cells) for x, it in enumerate(line) if it == "."
        )
        return Rectangle(width, height, mask_of_cells(there, width, height))

    @property
    def places(self) -> list[Room]:
        return [Room(*place) for place in self.rooms]

    @property
    def inside(self) -> list[Passage]:
        return [passage for room in self.places for passage in room.passages()]

    @property
    def closed(self) -> list[Passage]:
        if self.doors is None:
            return []
        doors = (door for room in self.places for door in room.possible_doors(self.grid))
        return [door for door in doors if door not in self.doors]

    @property
    def graph(self) -> RoomsAndCells:
        return RoomsAndCells(self.grid, [list(room.cells()) for room in self.places], self.closed)


PLANS = (
    Plan("a room in a corner", ("....",) * 3, ((0, 0, 2, 2),)),
    Plan("a room in the middle", ("....",) * 4, ((1, 1, 2, 2),)),
    Plan("a room between two sides", (".....",) * 3, ((1, 0, 2, 3),)),
    Plan("two rooms", ("......",) * 3, ((0, 0, 2, 2), (3, 1, 3, 2))),
    Plan("a room in a shape", ("#....", ".....", ".....", "..#.."), ((1, 1, 2, 2),)),
    Plan(
        "two rooms with places for doors",
        ("......",) * 4,
        ((0, 0, 2, 2), (3, 1, 2, 2)),
        (((1, 1), (2, 1)), ((0, 1), (0, 2)), ((3, 2), (2, 2)), ((4, 1), (4, 0))),
    ),
)

Sampler = Callable[[Plan, int, int], list[bytes]]
"""From a plan, first seed and count: the rows of the mazes."""


def kernel(name: str) -> Sampler:
    """One maze after the other."""
    make = getattr(_core, f"joined_{name}")

    def sample(plan: Plan, seed: int, count: int) -> list[bytes]:
        grid = plan.grid
        joined, closed = (plan.grid.bits_of(some) for some in (plan.inside, plan.closed))
        squares = _core.JoinedSquares(joined, closed, grid.mask, grid.width, grid.height)
        return [make(squares, seed + k) for k in range(count)]

    return sample


UNIFORM = {"Wilson's": kernel("wilson_cells"), "Aldous-Broder": kernel("aldous_broder")}
HEAD = ("Grid", "Algorithm", "Mazes", "Least and most often", "Chi-square", "Chance")
OTHERS = {"Kruskal's": kernel("kruskal"), "backtracker": kernel("backtracker")}


def number_of(plan: Plan) -> int:
    """How many mazes there are, by Kirchhoff's theorem."""
    graph = plan.graph
    matrix = np.zeros((len(graph), len(graph)))
    for one in range(len(graph)):
        for other, _ in graph.neighbours(one):
            matrix[one, one] += 1
            matrix[one, other] -= 1
    return round(float(np.linalg.det(matrix[1:, 1:])))


def is_maze(plan: Plan, rows: bytes) -> bool:
    """Whether exactly one path joins any two rooms and cells, and rooms are open."""
    graph, grid = plan.graph, plan.grid
    bits = int.from_bytes(rows, "little")
    rooms = int.from_bytes(grid.bits_of(plan.inside), "little")
    opened = bits & ~rooms
    if bits & rooms != rooms or opened.bit_count() != len(graph) - 1:
        return False
    seen, waiting = {0}, [0]
    while waiting:
        for other, wall in graph.neighbours(waiting.pop()):
            if opened >> wall & 1 and other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(graph)


def tally(sampler: Sampler, plan: Plan, seed: int, each: int) -> tuple[Tally, bool]:
    """Make mazes, each so often on average, and count them; whether all were mazes."""
    classes = number_of(plan)
    found = Counter(sampler(plan, seed, each * classes))
    are_mazes = len(found) <= classes and all(is_maze(plan, rows) for rows in found)
    return tally_of(found, classes), are_mazes


def counted(
    run: Run,
    plans: Iterable[Plan],
    samplers: Mapping[str, Sampler],
    each: int,
    *,
    rejects: bool = False,
) -> tuple[list[Verdict], list[tuple[str, ...]]]:
    """Make mazes by each sampler on each plan and count them: verdicts, and lines of a table."""
    verdicts, lines = [], []
    for plan in plans:
        for name, sampler in samplers.items():
            what = f"{plan.what}, {name}"
            found, are_mazes = tally(sampler, plan, run.seed_for(what), each)
            verdicts.append(exact(f"{what}: mazes, not too many", are_mazes))
            verdicts.append(Verdict(what, found.chance, rejects=rejects))
            lines.append(
                (
                    plan.what,
                    name,
                    f"{found.counts.size:,}",
                    f"{found.counts.min()}, {found.counts.max()}",
                    f"{found.chi_square:,.0f}",
                    chance_text(found.chance),
                )
            )
    return verdicts, lines


def prove(run: Run) -> Section:
    each = run.pick(100, 30)
    verdicts, lines = counted(run, PLANS, UNIFORM, each)
    wrong_verdicts, wrong_lines = counted(
        run, (PLANS[0], PLANS[2]), OTHERS, each, rejects=True
    )  # where they are soon detected
    return Section(
        title="Rooms",
        claim="Given where the rooms are, and where their doors can be, Wilson's algorithm and "
        "that of Aldous and Broder make every maze of rooms and corridors with the same "
        "probability.",
        method="A maze with rooms is one of a graph in which each room is a single node. On small "
        f"grids all mazes were counted: each is to be made {each} times on average, and their "
        "number is the determinant of Kirchhoff's theorem for that graph, which plain Python works "
        "out.",
        found="\n\n" + table(HEAD, lines),
        pictures=[],
        otherwise="Kruskal's algorithm and the backtracker, which are not uniform, were counted in "
        "the same way and have to be detected:\n\n" + table(HEAD, wrong_lines).rstrip(),
        verdicts=verdicts + wrong_verdicts,
    )
