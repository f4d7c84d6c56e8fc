"""That symmetric mazes are uniform: every perfect maze that equals its image."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from chances import Verdict, exact
from every_maze import tally_of
from report import Section, chance_text, table
from rooms import HEAD
from sampling import Run

import labirinto
from labirinto.algorithms.textbook.symmetry import images, joined_cells
from labirinto.grids.symmetries import open_passages


class Plan(NamedTuple):
    """A size and a symmetry, and in how many ways its middle can be open."""

    symmetry: str
    width: int
    height: int
    middles: int = 1

    @property
    def what(self) -> str:
        return f"{self.width} x {self.height}, {self.symmetry}"

    @property
    def grid(self) -> labirinto.Rectangle:
        return labirinto.Rectangle(self.width, self.height)


PLANS = (
    Plan("x", 4, 4, 4),
    Plan("y", 4, 5),
    Plan("xy", 7, 6),
    Plan("turn2", 5, 3),
    Plan("turn2", 4, 3),
    Plan("turn4", 5, 5),
)
UNIFORM = {"Wilson's": "wilson", "Aldous-Broder": "aldous-broder"}
OTHERS = {"Kruskal's": "kruskal", "backtracker": "backtracker"}


def number_of(plan: Plan) -> int:
    """How many mazes there are, by Kirchhoff's theorem for the cells that are joined."""
    always, choices = open_passages(plan.grid, plan.symmetry)
    cells = joined_cells(plan.grid, plan.symmetry, [*always, *choices[:1]])
    matrix = np.zeros((len(cells), len(cells)))
    for one in range(len(cells)):
        for other, _ in cells.neighbours(one):
            matrix[one, one] += 1
            matrix[one, other] -= 1
    return plan.middles * round(float(np.linalg.det(matrix[1:, 1:])))


def is_symmetric(plan: Plan, rows: bytes) -> bool:
    """Whether exactly one path joins any two cells, and all images of passages are open."""
    maze = labirinto.Maze.from_bits(plan.grid, rows)
    passages = set(maze.passages())
    return maze.is_perfect and all(
        passages.issuperset(images(passage, plan.symmetry, plan.grid)) for passage in passages
    )


def counted(
    run: Run,
    plans: tuple[Plan, ...],
    algorithms: dict[str, str],
    each: int,
    *,
    rejects: bool = False,
) -> tuple[list[Verdict], list[tuple[str, ...]]]:
    """Make mazes by each algorithm on each plan and count them: verdicts, and lines of a table."""
    verdicts, lines = [], []
    for plan in plans:
        classes = number_of(plan)
        for title, name in algorithms.items():
            what = f"{plan.what}, {title}"
            seed = run.seed_for(what)
            made = Counter(
                labirinto.generate(
                    name, plan.width, plan.height, seed=seed + k, symmetry=plan.symmetry
                ).rows
                for k in range(each * classes)
            )
            are_mazes = len(made) <= classes and all(is_symmetric(plan, rows) for rows in made)
            found = tally_of(made, classes)
            verdicts.append(exact(f"{what}: mazes, not too many", are_mazes))
            verdicts.append(Verdict(what, found.chance, rejects=rejects))
            often = f"{found.counts.min()}, {found.counts.max()}"
            chi_square, chance = f"{found.chi_square:,.0f}", chance_text(found.chance)
            lines.append((plan.what, title, f"{classes:,}", often, chi_square, chance))
    return verdicts, lines


def prove(run: Run) -> Section:
    each = run.pick(100, 30)
    verdicts, lines = counted(run, PLANS, UNIFORM, each)
    wrong_verdicts, wrong_lines = counted(run, (PLANS[0], PLANS[3]), OTHERS, each, rejects=True)
    return Section(
        title="Symmetric mazes",
        claim="Wilson's algorithm and that of Aldous and Broder make every perfect maze that "
        "equals its image, in one mirror or two, or turned by a half or a quarter, with the same "
        "probability.",
        method="A symmetric maze is one of a graph in which a cell and its images are a single "
        "node, and passages that open together a single edge; the passages that equal their own "
        "image are open. Where a mirror has an even side across, one passage over its axis is "
        f"drawn first. On small grids all mazes were counted: each is to be made {each} times on "
        "average, and their number is the determinant of Kirchhoff's theorem for that graph, times "
        "the passages over the axis. That these are all the mazes that equal their image, the "
        "tests confirm by trying all mazes of 3 x 3, 4 x 2, 4 x 3 and 3 x 4 cells.",
        found="\n\n" + table(HEAD, lines),
        pictures=[],
        otherwise="Kruskal's algorithm and the backtracker, which are not uniform, were counted in "
        "the same way and have to be detected:\n\n" + table(HEAD, wrong_lines).rstrip(),
        verdicts=verdicts + wrong_verdicts,
    )
