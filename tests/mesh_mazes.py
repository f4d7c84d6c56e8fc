"""Mazes that are not rectangles, on grids of every kind and outline, and what is drawn of them."""

from __future__ import annotations

import random

from meshes import IRREGULAR

import labirinto
from labirinto import Ends, Maze, Style, grids
from labirinto.drawing.geometry import Drawing
from labirinto.grids.mesh import Mesh, Side

STYLE = Style(cell=20, wall=4, margin=7, cell_mm=8)
KINDS: dict[str, Mesh] = {
    "hexagonal": grids.hexagonal(6, 5),
    "hexagonal hexagon": grids.hexagonal(3, outline="hexagon"),
    "hexagonal triangle": grids.hexagonal(5, outline="triangle"),
    "triangular": grids.triangular(9, 5),
    "triangular hexagon": grids.triangular(3, outline="hexagon"),
    "triangular triangle": grids.triangular(5, outline="triangle"),
    "octagonal": grids.octagonal(6, 5),
    "circular": grids.circular(5),
    "circular hole": grids.circular(4, 2),
    "one cell": grids.circular(1),
    "one ring": grids.circular(1, 1),
    "voronoi": grids.voronoi(40, seed=2),
    **{name: build() for name, build in IRREGULAR.items()},
}


def any_maze(mesh: Mesh, seed: int) -> Maze:
    """Any passages at all: with loops and closed cells."""
    choose = random.Random(seed)
    share = choose.random()
    bits = sum((choose.random() < share) << wall for wall in range(mesh.walls))
    return Maze.from_bits(mesh, bits.to_bytes((mesh.walls + 7) // 8, "little"))


def perfect_maze(mesh: Mesh, seed: int = 3) -> Maze:
    """A maze with a recipe."""
    return labirinto.wilson(mesh, seed=seed)


def ends_in(mesh: Mesh, *, is_open: bool) -> Ends | None:
    """Two cells far apart; none in a single cell."""
    if len(mesh) == 1:
        return None
    if is_open:
        first, last = mesh.border_cells[0], mesh.border_cells[-1]
        return Ends(mesh.label(first), mesh.label(last), open=True) if first != last else None
    return Ends(mesh.label(0), mesh.label(len(mesh) - 1))


def drawing_of(name: str, *, is_open: bool) -> Drawing:
    """A perfect maze with its solution."""
    maze = perfect_maze(KINDS[name])
    ends = ends_in(KINDS[name], is_open=is_open)
    return Drawing(maze, labirinto.solve(maze, *ends) if ends else None, ends, STYLE)


def sides_of(drawing: Drawing) -> dict[bool, list[Side]]:
    """The sides of all walls and of the border: those that stand, and those that do not."""
    maze, mesh = drawing.maze, drawing.maze.grid
    assert isinstance(mesh, Mesh)
    sides: dict[bool, list[Side]] = {True: [], False: []}
    for wall in range(mesh.walls):
        sides[not maze.bits[wall // 8] >> wall % 8 & 1] += mesh.wall(wall)
    for number, (_, side) in enumerate(mesh.border):
        sides[number not in drawing.gaps].append(side)
    return sides
