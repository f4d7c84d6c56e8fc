"""A maze for a laser cutter or pen plotter: as large as the board, in the fewest strokes.

    python examples/laser_cut.py --board 300x200 --cell 8 --name labyrinth

Writes labyrinth.dxf and labyrinth.plot.svg in millimetres, and prints how far the head travels.
Cut or engrave the layer WALLS.  The solution has a layer of its own, which you can hide, or engrave
on the back.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise

import labirinto
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import wall_strokes


def length(stroke: list[tuple[float, float]]) -> float:
    """The length of a stroke in cells."""
    pairs = pairwise(stroke)
    return sum(abs(x2 - x) + abs(y2 - y) for (x, y), (x2, y2) in pairs)


def cells_on(board: str, margin: float, cell: float) -> tuple[int, int]:
    """How many columns and rows of cells fit a board such as 200x150."""
    try:
        width, height = (float(side) - 2 * margin for side in board.split("x"))
        columns, rows = int(width // cell), int(height // cell)
    except (ValueError, ArithmeticError):
        raise ValueError("give a width, an x and a height, and a cell size above 0") from None
    if columns < 1 or rows < 1:
        raise ValueError(
            f"a cell of {cell:g} mm does not fit within margins of {margin:g} mm; take a larger "
            "board, or smaller cells or margins"
        )
    return columns, rows


def main() -> None:
    """Draws the maze and prints the length and time of the cut."""
    parser = argparse.ArgumentParser(description="Make a maze as DXF and SVG.")
    parser.add_argument("--board", default="200x150", help="width and height in millimetres")
    parser.add_argument("--cell", type=float, default=10, help="width of a cell in millimetres")
    parser.add_argument(
        "--margin", type=float, default=5, help="margin on each side in millimetres"
    )
    parser.add_argument("--speed", type=float, default=20, help="millimetres per second")
    parser.add_argument("--name", default="laser-maze", help="file name without extension")
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
    walls = wall_strokes(Drawing(maze, ends=ends))
    lines = [[vertex[:2] for vertex in stroke] for stroke in walls.each()]
    cut = given.cell * sum(map(length, lines))
    travel = given.cell * sum(math.dist(before[-1], after[0]) for before, after in pairwise(lines))
    print(f"{width} x {height} cells, seed {maze.recipe.seed if maze.recipe else ''}")
    print(f"{len(lines)} strokes, {cut / 1000:.2f} m to cut, {travel / 1000:.2f} m between them,")
    print(f"about {(cut + travel) / given.speed / 60:.1f} minutes at {given.speed:g} mm/s.")


if __name__ == "__main__":
    main()
