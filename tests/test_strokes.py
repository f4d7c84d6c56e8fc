"""Strokes for plotters: as few as can be, each wall once, and little travel."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lines import fewest
from spanning import AWKWARD
from tiers import thinned

import labirinto
from labirinto import Ends, Maze
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Stroke, wall_strokes

Segment = tuple[tuple[int, int], tuple[int, int]]


@st.composite
def any_mazes(draw: st.DrawFn) -> Maze:
    """Any passages at all: mazes with loops, with closed cells, or of nothing but floor."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    grid = [((x, y), (x + 1, y)) for x in range(width - 1) for y in range(height)]
    grid += [((x, y), (x, y + 1)) for x in range(width) for y in range(height - 1)]
    chosen = draw(st.lists(st.sampled_from(grid), unique=True)) if grid else []
    if draw(st.booleans()):
        chosen = [passage for passage in grid if passage not in chosen]
    return Maze.from_passages(width, height, chosen)


def walls_of(drawing: Drawing) -> set[Segment]:
    """All walls of one cell's length, from what the maze has no passage through."""
    maze = drawing.maze
    gaps = set(drawing.openings)
    walls = set()
    for y in range(maze.height):
        for x in range(maze.width):
            sides = [((x, y), (x + 1, y)), ((x + 1, y), (x + 1, y + 1))]
            sides += [((x, y + 1), (x + 1, y + 1)), ((x, y), (x, y + 1))]
            steps = [(0, -1, 3), (1, 0, 0), (0, 1, 1), (-1, 0, 2)]
            open_to = maze.neighbours((x, y))
            for side, (dx, dy, direction) in zip(sides, steps, strict=True):
                if (x + dx, y + dy) not in open_to and (x, y, direction) not in gaps:
                    walls.add(side)
    return walls


def segments_of(found: list[Stroke]) -> list[Segment]:
    """The walls that strokes draw, one cell's length each."""
    drawn = []
    for stroke in found:
        for (x, y, _), (x2, y2, _) in pairwise(stroke):
            assert (x == x2) != (y == y2)
            dx, dy = (x2 > x) - (x2 < x), (y2 > y) - (y2 < y)
            for k in range(round(abs(x2 - x) + abs(y2 - y))):
                pair = ((x + k * dx, y + k * dy), (x + k * dx + dx, y + k * dy + dy))
                drawn.append((min(pair), max(pair)))
    return drawn


def places(drawing: Drawing) -> list[list[tuple[float, float]]]:
    """The strokes without the radius of arcs."""
    return [[vertex[:2] for vertex in stroke] for stroke in wall_strokes(drawing).each()]


def check(drawing: Drawing) -> list[Stroke]:
    found = list(wall_strokes(drawing).each())
    walls = walls_of(drawing)
    drawn = segments_of(found)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == walls
    assert len(found) == fewest(walls)
    for stroke in found:
        for (x, y, _), (x2, y2, _), (x3, y3, _) in zip(
            stroke, stroke[1:], stroke[2:], strict=False
        ):
            assert (x2 - x, x3 - x2).count(0) == (y2 - y, y3 - y2).count(0) == 1
    return found


@given(any_mazes())
def test_every_wall_is_drawn_once_in_as_few_strokes_as_can_be(maze: Maze) -> None:
    check(Drawing(maze))


SIZES = [size for size in AWKWARD if 1 < max(size) < 130]


@pytest.mark.parametrize(("size", "kind"), thinned(product(SIZES, (None, "border")), 3))
def test_every_size(size: tuple[int, int], kind: str | None) -> None:
    maze = labirinto.wilson(*size, seed=3)
    ends = labirinto.suggest_ends(maze, kind) if kind else None
    check(Drawing(maze, ends=ends))


def test_a_frame_alone_is_one_stroke() -> None:
    open_room = Maze.from_passages(2, 1, [((0, 0), (1, 0))])
    assert places(Drawing(open_room)) == [[(0, 0), (0, 1), (2, 1), (2, 0), (0, 0)]]
    ends = Ends((0, 0), (1, 0), open=True)
    assert places(Drawing(open_room, ends=ends)) == [[(0, 0), (2, 0)], [(2, 1), (0, 1)]]


@pytest.mark.parametrize("algorithm", ["wilson", "eller", "kruskal"])
def test_a_plotter_lifts_its_pen_seldom(algorithm: str) -> None:
    maze = labirinto.generate(algorithm, 60, 60, seed=1)
    found = check(Drawing(maze, ends=labirinto.suggest_ends(maze, "border")))
    assert len(found) - 1 < 2 * labirinto.census(maze).dead_ends


def travel(found: list[Stroke]) -> float:
    """How far the pen moves without drawing."""
    return sum(
        ((x2 - x) ** 2 + (y2 - y) ** 2) ** 0.5
        for (*_, (x, y, _)), ((x2, y2, _), *_) in pairwise(found)
    )


def test_a_plotter_travels_little() -> None:
    found = list(wall_strokes(Drawing(labirinto.wilson(60, 60, seed=1))).each())
    # To go on anywhere would be some 30 cells each time.
    assert travel(found) / len(found) < 3
