"""A maze for a laser cutter or a pen plotter: as large as the board, in as few strokes as can be.

    python examples/laser_cut.py --board 300x200 --cell 8 --name labyrinth

Writes labyrinth.dxf and labyrinth.plot.svg, both in millimetres, and tells how far the head goes.
Cut the layer WALLS from a sheet as wide as the kerf, or let the laser engrave it; the solution is
on a layer of its own, which can be hidden, or engraved on the back.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise

import labirinto
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import strokes


def length(stroke: list[tuple[int, int]]) -> int:
    """Of a stroke, in cells; it goes along the grid."""
    pairs = pairwise(stroke)
    return sum(abs(x2 - x) + abs(y2 - y) for (x, y), (x2, y2) in pairs)


def cells_on(board: str, margin: float, cell: float) -> tuple[int, int]:
    """How many columns and rows of cells have room on a board such as 200x150."""
    try:
        width, height = (float(side) - 2 * margin for side in board.split("x"))
        columns, rows = int(width // cell), int(height // cell)
    except (ValueError, ArithmeticError):
        raise ValueError("it takes a width, an x and a height, and cells of some size") from None
    if columns < 1 or rows < 1:
        raise ValueError(
            f"within margins of {margin:g} mm it has no room for a cell of {cell:g} mm; take a "
            "larger board, or smaller cells or margins"
        )
    return columns, rows


def main() -> None:
    """Draws the maze and tells what it takes to cut it."""
    parser = argparse.ArgumentParser(description="A maze as DXF and SVG in millimetres.")
    parser.add_argument("--board", default="200x150", help="width and height in millimetres")
    parser.add_argument("--cell", type=float, default=10, help="from wall to wall, in millimetres")
    parser.add_argument("--margin", type=float, default=5, help="on each side, in millimetres")
    parser.add_argument("--speed", type=float, default=20, help="millimetres a second")
    parser.add_argument("--name", default="laser-maze", help="of the files, without ending")
    parser.add_argument("--seed")
    given = parser.parse_args()
    try:
        width, height = cells_on(given.board, given.margin, given.cell)
        maze = labirinto.wilson(width, height, seed=given.seed)
        ends = labirinto.suggest_ends(maze)
        style = labirinto.Style(cell_mm=given.cell, margin=0)
    except ValueError as error:
        parser.error(f"no maze fits a board of {given.board} mm: {error}")
    path = labirinto.solve(maze, *ends)
    for ending in ("dxf", "plot.svg"):
        file = f"{given.name}.{ending}"
        labirinto.save(maze, file, path=path, ends=ends, style=style)
    lines = strokes(Drawing(maze, ends=ends))
    cut = given.cell * sum(map(length, lines))
    travel = given.cell * sum(math.dist(before[-1], after[0]) for before, after in pairwise(lines))
    print(f"{width} x {height} cells, seed {maze.recipe.seed if maze.recipe else ''}")
    print(f"{len(lines)} strokes, {cut / 1000:.2f} m to cut, {travel / 1000:.2f} m between them,")
    print(f"about {(cut + travel) / given.speed / 60:.1f} minutes at {given.speed:g} mm/s.")


if __name__ == "__main__":
    main()
