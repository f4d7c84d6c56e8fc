"""What the mazes of all algorithms look like, beside each other: a table of textures."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from chances import exact
from large import CATALAN, entropy_bounds
from report import Section, table, with_error
from sampling import Run

import labirinto
from labirinto import ALGORITHMS, Maze

PUBLISHED = {
    "wilson": 29,
    "eller": 28,
    "aldous-broder": 29,
    "kruskal": 30,
    "backtracker": 10,
    "prim": 32,
    "growing-tree": 18,
    "hunt-and-kill": 11,
    "binary-tree": 25,
    "sidewinder": 27,
    "recursive-division": 23,
}
"""Percent of dead ends (W. D. Pullen, Think Labyrinth), rounded there or measured in prototypes."""

_UNIFORM = 4 * CATALAN / math.pi / math.log(2)
_RUNS = sum(math.log2(k) / 2**k for k in range(2, 200)) / 2

KNOWN_BITS = {
    "wilson": _UNIFORM,
    "aldous-broder": _UNIFORM,
    "binary-tree": 1.0,
    "sidewinder": 1 + _RUNS,
}
"""Bits of chance a cell of an endless maze, where they are known: of a uniform maze by Kirchhoff's
theorem; of the binary tree a coin; of the sidewinder a coin, and for each run the choice of one of
its cells, half a run being there for each cell."""

SEEN = 14
"""Passages before a cell that are known where its bits of chance are bounded."""


@dataclass(frozen=True)
class Texture:
    """Measures of mazes of one size, an item a maze each.

    Attributes:
        shares: Percent of dead ends, corridors, junctions and crossings, and of passages that lead
            east and west: ``float64[mazes, 5]``.
        branches: Mean steps from a dead end to the first junction.
        solutions: Steps between two opposite corners, divided by the side.
        longest: Steps of the longest path, divided by the side.
    """

    shares: np.ndarray
    branches: np.ndarray
    solutions: np.ndarray
    longest: np.ndarray


def texture(name: str, side: int, seed: int, count: int) -> Texture:
    """Measure mazes of an algorithm, with its default parameters."""
    found = [
        measured(labirinto.generate(name, side, side, seed=seed + k, threads=1))
        for k in range(count)
    ]
    shares, branches, solutions, longest = zip(*found, strict=True)
    return Texture(np.array(shares), np.array(branches), np.array(solutions), np.array(longest))


def measured(maze: Maze) -> tuple[list[float], float, float, float]:
    """Shares, mean branch, solution and longest path of a maze."""
    census = labirinto.census(maze)
    kinds = (census.dead_ends, census.corridors, census.junctions, census.crossings)
    shares = [100 * number / census.cells for number in kinds]
    shares.append(100 * (census.horizontal or 0) / census.passages)
    width = maze.width
    solution = labirinto.solve(maze, *maze.grid.corners()).steps
    longest = labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest")).steps
    return shares, mean_branch(maze), solution / width, longest / width


def mean_branch(maze: Maze) -> float:
    """The mean number of steps from a dead end to the first cell that is no corridor."""
    exits = np.asarray(maze).ravel()
    steps = np.zeros(16, np.int64)
    back = np.zeros(16, np.uint8)
    moves = ((1, -maze.width, 4), (2, 1, 8), (4, maze.width, 1), (8, -1, 2))
    for bit, step, opposite in moves:
        steps[bit], back[bit] = step, opposite
    passages = np.unpackbits(np.arange(16, dtype=np.uint8)[:, None], axis=1).sum(axis=1)
    places = np.flatnonzero(passages[exits] == 1)
    number, total = places.size, 0
    taken = exits[places]
    while places.size:
        total += places.size
        places = places + steps[taken]
        goes_on = passages[exits[places]] == 2
        places, taken = places[goes_on], taken[goes_on]
        taken = exits[places] & ~back[taken]
    return total / number


def bits_text(name: str, bound: float) -> str:
    known = KNOWN_BITS.get(name)
    return f"{known:.4f}" if known else f"at most {bound:.2f}"


def prove(run: Run) -> Section:
    side, count = run.pick(1000, 500), run.pick(100, 2)
    bounded = run.pick(4_100, 1_100)
    verdicts, lines = [], []
    for name in ALGORITHMS:
        found = texture(name, side, run.seed_for(f"textures, {name}"), count)
        maze = labirinto.generate(name, bounded, bounded, seed=run.seed_for(f"bits, {name}"))
        (bound,) = entropy_bounds(maze.rows, bounded, (SEEN,))
        shares = found.shares.mean(axis=0)
        published = PUBLISHED[name]
        verdicts.append(
            exact(f"{name}: dead ends within 2 points", abs(shares[0] - published) <= 2)
        )
        if known := KNOWN_BITS.get(name):
            verdicts.append(exact(f"{name}: not more bits than the bound", known < bound + 1e-3))
        lines.append(
            (
                name,
                f"{shares[0]:.2f} %",
                f"{published} %",
                *(f"{share:.2f} %" for share in shares[1:]),
                f"{found.branches.mean():.2f}",
                mean_text(found.solutions),
                mean_text(found.longest),
                bits_text(name, bound),
            )
        )
    head = (
        "Algorithm",
        "Dead ends",
        "Published",
        "Corridors",
        "Junctions",
        "Crossings",
        "Passages across",
        "Branch",
        "Solution",
        "Longest path",
        "Bits a cell",
    )
    return Section(
        title="Textures",
        claim="None of uniformity. All algorithms make perfect mazes, and each is seen by its "
        "texture; their dead ends are within 2 points of the shares that are published.",
        method=f"Of each algorithm, with its default parameters, {count} mazes of {side:,} x "
        f"{side:,} were made. *Branch* is the mean number of steps from a dead end to the first "
        "junction; *solution* the path between two opposite corners and *longest path* that "
        "between the two cells farthest apart, both in sides of the maze, which grow with its "
        "size. *Bits a cell* is how much chance there is in a maze: exact where it is known, and "
        f"else bounded in a maze of {bounded:,} x {bounded:,} by what the two passages of a cell "
        f"hold if {SEEN} before it are known.",
        found="\n\n" + table(head, lines),
        pictures=[],
        otherwise="An algorithm that is not what its name says has other shares: a growing tree "
        "whose list does not stay in order of age has 34 % of dead ends, not 18.",
        verdicts=verdicts,
    )


def mean_text(values: np.ndarray) -> str:
    """The mean with its standard error, unless all are the same."""
    error = float(values.std(ddof=1)) / math.sqrt(values.size)
    if error == 0:
        return f"{values[0]:.3f}"
    return with_error(float(values.mean()), error)
