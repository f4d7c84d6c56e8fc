"""Mazes whose solution draws a picture: uniform given the solution, or of one texture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import mean
from typing import NamedTuple

import numpy as np
from chances import Verdict, exact
from every_maze import tally_of
from report import Section, chance_text, table
from sampling import Run

import labirinto
from labirinto import Maze, Rectangle, _core
from labirinto.drawing.geometry import Drawing
from labirinto.pictures import picture_maze

Cell = tuple[int, int]

SOLUTIONS: dict[tuple[int, int], list[Cell]] = {
    (3, 3): [(0, 0), (1, 0), (1, 1)],
    (4, 3): [(0, 1), (1, 1), (2, 1), (2, 2)],
    (4, 4): [(1, 0), (1, 1), (2, 1), (2, 2), (1, 2), (1, 3)],
}
"""Solutions of small mazes, of which all with this solution are counted."""

PICTURES = (
    ("Anna ♥", 200, 60),
    ("Luca", 160, 80),
    ("سلام", 100, 60),
    ("heart", 120, 100),
    ("star", 120, 120),
    ("ring", 100, 100),
    ("house", 80, 80),
)
"""Names, and shapes as logos have them: the source, and the size of the maze."""

LIMIT = 15
"""Percent by which the texture inside a picture may differ from that outside.  Walls are up to 7 %
longer in shapes, and up to 13 % in the strokes of letters."""


class Texture(NamedTuple):
    """What the eye sees of a part of a maze.

    Attributes:
        dead_ends: Percent of the cells.
        straight: Percent of the cells with two passages whose passages are opposite.
        walls: The mean length of the straight wall that a piece of wall of one cell belongs to.
    """

    dead_ends: float
    straight: float
    walls: float


class Textures(NamedTuple):
    """The texture of the picture, of what no solution visits, and the walls along the outline."""

    inside: Texture
    outside: Texture
    outline: float


def textures(maze: Maze) -> Textures:
    """Measure a maze by its recipe's picture."""
    assert maze.recipe
    assert maze.recipe.picture
    picture = maze.recipe.picture
    inside = {(2 * x + dx, 2 * y + dy) for x, y in picture.grid for dx in (0, 1) for dy in (0, 1)}
    solution = set(labirinto.solve(maze, *picture.ends))
    outside = set(maze.rectangle) - solution
    lengths: dict[str, list[int]] = {"inside": [], "outside": [], "outline": []}
    for length, one, other in walls(maze):
        if (one in inside) != (other in inside):
            lengths["outline"].append(length)
        elif one in inside:
            lengths["inside"].append(length)
        elif one in outside and other in outside:
            lengths["outside"].append(length)
    exits: dict[Cell, list[Cell]] = {cell: [] for cell in maze.rectangle}
    for one, other in maze.passages():
        exits[one].append(other)
        exits[other].append(one)

    def texture(cells: set[Cell], walls: list[int]) -> Texture:
        corridors = [exits[cell] for cell in cells if len(exits[cell]) == 2]
        straight = sum(one[0] == other[0] or one[1] == other[1] for one, other in corridors)
        dead_ends = sum(len(exits[cell]) == 1 for cell in cells)
        return Texture(100 * dead_ends / len(cells), 100 * straight / len(corridors), mean(walls))

    return Textures(
        texture(inside, lengths["inside"]),
        texture(outside, lengths["outside"]),
        mean(lengths["outline"]),
    )


def walls(maze: Maze) -> Iterator[tuple[int, Cell, Cell]]:
    """Each piece of wall between two cells, with the length of the straight wall that it is in."""
    for x0, y0, x1, y1 in Drawing(maze).wall_runs():
        for k in range(x1 - x0):
            if 0 < y0 < maze.height:
                yield x1 - x0, (x0 + k, y0 - 1), (x0 + k, y0)
        for k in range(y1 - y0):
            if 0 < x0 < maze.width:
                yield y1 - y0, (x0 - 1, y0 + k), (x0, y0 + k)


def means(found: list[Textures]) -> Textures:
    """The means of several mazes."""
    inside, outside = (
        Texture(*(mean(values) for values in zip(*parts, strict=True)))
        for parts in ([one.inside for one in found], [one.outside for one in found])
    )
    return Textures(inside, outside, mean(one.outline for one in found))


def differences(found: Textures) -> tuple[float, float, float, float]:
    """By how much inside and outside differ: points of dead ends, percent of straightness, of the
    walls, and of the walls along the outline."""

    def percent(one: float, other: float) -> float:
        return 100 * (one - other) / other

    inside, outside, outline = found
    return (
        inside.dead_ends - outside.dead_ends,
        percent(inside.straight, outside.straight),
        percent(inside.walls, outside.walls),
        percent(outline, outside.walls),
    )


def number_of(path: list[Cell], width: int, height: int) -> int:
    """How many mazes have this solution, by Kirchhoff's theorem: the solution is one node."""
    nodes = dict.fromkeys(path, 0)
    for cell in Rectangle(width, height):
        nodes.setdefault(cell, len(nodes) - len(path) + 1)
    matrix = np.zeros((max(nodes.values()) + 1,) * 2)
    for (x, y), one in nodes.items():
        for beyond in ((x + 1, y), (x, y + 1)):
            other = nodes.get(beyond, one)
            if one != other:
                matrix[[one, other], [one, other]] += 1
                matrix[[one, other], [other, one]] -= 1
    return round(float(np.linalg.det(matrix[1:, 1:])))


def prove(run: Run) -> Section:
    each, count = run.pick(100, 30), run.pick(40, 4)
    verdicts, lines = [], []
    for name in ("wilson_cells", "kruskal"):
        for (width, height), path in SOLUTIONS.items():
            if name == "kruskal" and width * height < 16:  # too small to be detected for sure
                continue
            what = f"{width} x {height}, {name.replace('_cells', '')}"
            rows = Rectangle(width, height).bits_of(pairwise(path))
            make = getattr(_core, f"joined_{name}")
            squares = _core.JoinedSquares(rows, bytes(len(rows)), None, width, height)
            classes, seed = number_of(path, width, height), run.seed_for(f"pictures, {what}")
            found = Counter(make(squares, seed + k) for k in range(each * classes))
            tally = tally_of(found, classes)
            verdicts.append(exact(f"{what}: not too many", len(found) <= classes))
            verdicts.append(Verdict(what, tally.chance, rejects=name == "kruskal"))
            lines.append(
                (what, f"{classes:,}", f"{tally.chi_square:,.0f}", chance_text(tally.chance))
            )
    shares = []
    for source, *size in PICTURES:
        seed = run.seed_for(f"pictures, {source}")
        found_textures = means(
            [textures(picture_maze(source, *size, seed=seed + k)) for k in range(count)]
        )
        differs = differences(found_textures)
        for what, value in zip(("dead ends", "straightness", "walls"), differs, strict=False):
            verdicts.append(exact(f"{source}, hidden: {what}", abs(value) <= LIMIT))
        shares.append((source, *(f"{value:+.1f}" for value in differs)))
    plain = textures(picture_maze("heart", 120, 100, seed=1, fill="uniform"))
    verdicts.append(
        exact("heart, uniform: seen by its dead ends", abs(differences(plain)[0]) > LIMIT)
    )
    return Section(
        title="Pictures",
        claim="Filled uniformly, the mazes of a solution are equally likely. Filled to hide the "
        f"picture, they have the same texture inside and outside, within {LIMIT} %, and no "
        "uniformity.",
        method="Around a solution, which is one node, the cells are joined as in a maze with a "
        "room. On small grids all mazes with one solution were counted, each to be made "
        f"{each} times on average. Of each picture {count} mazes were made that hide it, and "
        "measured: the share of dead ends, that of straight cells among those with two passages, "
        "and the length of the straight wall that a piece of wall is part of, between two cells "
        "of the picture, two cells off the solution, or one of the picture and another. Dead ends "
        "differ in points, the others in percent of the outside.",
        found="\n\n"
        + table(("Maze", "Mazes with this solution", "Chi-square", "Chance"), lines)
        + "\n\nInside less outside:\n\n"
        + table(("Picture", "Dead ends", "Straightness", "Walls", "Walls of the outline"), shares),
        pictures=[],
        otherwise="Kruskal's algorithm, which is not uniform, was counted in the same way and has "
        "to be detected. The heart in a uniform maze has to be seen by its dead ends.",
        verdicts=verdicts,
    )
