"""Shapes for tests: grids from drawings of dots, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from labirinto import Rectangle
from labirinto.grids import letters, mask
from labirinto.grids.rectangle import mask_of_cells

# The number of mazes on each, by Kirchhoff's theorem: worked out once with exact fractions.
COUNTED = {
    ".../.#./...": 8,
    "..../.#../....": 110,
    "...../.#.#./.....": 60,
    "..../.##./..#./....": 44,
    "#.../..../.#../...#": 416,
    # Holes so near to each other that walks on walls go from one to the next and back.
    "......./.#.#.#./.......": 448,
    "...../.#.#./...../.###./.....": 640,
    "...../.#.#./...../.#.#./.....": 3072,
}


def drawn(text: str) -> Rectangle:
    """The grid of the dots in rows that slashes part."""
    lines = text.split("/")
    cells = [(x, y) for y, line in enumerate(lines) for x, it in enumerate(line) if it == "."]
    return of_cells(cells, len(lines[0]), len(lines))


def of_cells(cells: Iterable[tuple[int, int]], width: int, height: int) -> Rectangle:
    """The grid of some cells."""
    return Rectangle(width, height, mask_of_cells(cells, width, height))


def random_shapes(count: int, longest: int, seed: int = 1) -> Iterator[Rectangle]:
    """Grids in one piece, with holes, bites, and holes that touch in corners."""
    choose = random.Random(seed)
    while count:
        width, height = choose.randint(1, longest), choose.randint(1, longest)
        share = choose.choice((0.6, 0.75, 0.9))
        cells = {(x, y) for y in range(height) for x in range(width) if choose.random() < share}
        # The piece around some cell.
        waiting = [min(cells)] if cells else []
        piece = set(waiting)
        while waiting:
            x, y = waiting.pop()
            beside = {(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)} & cells - piece
            piece |= beside
            waiting += beside
        if 1 < len(piece) < width * height:
            yield of_cells(piece, width, height)
            count -= 1


def sieves(count: int, longest: int, seed: int = 1) -> Iterator[Rectangle]:
    """Grids full of single holes, most of them two cells apart and few of them farther.

    Walks on their walls go from hole to hole, and often come back.
    """
    choose = random.Random(seed)
    while count:
        width, height = choose.randint(3, longest), choose.randint(3, longest)
        share = choose.choice((0.5, 0.8, 1))
        cells = [
            (x, y)
            for y in range(height)
            for x in range(width)
            if not (x % 2 == y % 2 == 1 and choose.random() < share)
        ]
        if len(cells) < width * height:
            yield of_cells(cells, width, height)
            count -= 1


def noises(count: int, longest: int, seed: int = 1) -> Iterator[Rectangle]:
    """Grids of random cells whose pieces are joined, as those of photographs are."""
    choose = random.Random(seed)
    while count:
        width, height = choose.randint(3, longest), choose.randint(3, longest)
        share = choose.uniform(0.3, 0.7)
        rows = [[choose.random() < share for _ in range(width)] for _ in range(height)]
        if any(map(any, rows)) and not all(map(all, rows)):
            yield mask(rows, pieces="join")
            count -= 1


def drawn_shapes() -> Iterator[Rectangle]:
    """Shapes of a few large holes, and of none."""
    yield of_cells([(x, y) for x in range(17) for y in range(13) if (x, y) != (15, 11)], 17, 13)
    for text in (
        "......./.#####./.#...#./.#.#.#./.#...#./.###.#./.......",  # rings
        "........./.#######./.#...#.../.#.#.#.#./...#...#./.#######./.........",
        "#.#.#.#.#/........./.#.#.#.#.",  # combs
        ".#.#.#.#./.#.#.#.#./........./.#######./.........",
        "....../.#.#../..#.../.#.#../....../....#./......",  # in corners
    ):
        yield drawn(text)
    yield letters("B8", 24, 16)
    yield letters("Ö", 24, 16, invert=True)
