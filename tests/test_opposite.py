"""Ends on opposite sides: never neighbours, and no others of a rectangle are farther apart."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product
from math import dist

import pytest
from graphs import distances_in, loose_maze, on_border
from tiers import is_deep, thinned

import labirinto
from labirinto import Ends, Maze, grids
from labirinto.grids import Grid, Mesh
from labirinto.grids.rectangle import mask_of_cells
from labirinto.pictures import picture_maze

EAST, SOUTH, WEST, NORTH = range(4)

SIZES = [(w, h) for w, h in product(range(1, 9), repeat=2) if w * h > 1]
SIZES += [(w, h) for n in (40, 41) for w, h in ((1, n), (n, 1), (2, n), (n, 2), (3, n), (n, 3))]


SIDES = {
    "opposite": ([NORTH, SOUTH], [SOUTH, NORTH], [WEST, EAST], [EAST, WEST]),
    "top-bottom": ([NORTH, SOUTH],),
    "left-right": ([WEST, EAST],),
}
KINDS = pytest.mark.parametrize("kind", SIDES)


def opposite(maze: Maze, kind: str = "opposite") -> Ends:
    ends = labirinto.suggest_ends(maze, kind)
    assert ends.open
    assert ends.check(maze.grid) == ends
    assert kind != "opposite" or [*ends] == sorted(ends, key=maze.grid.index)
    assert ends == labirinto.suggest_ends(maze, kind)
    return ends


@pytest.mark.parametrize("is_braided", [False, True])
def test_openings_of_rectangles_are_on_opposite_sides_and_not_near(is_braided: bool) -> None:
    for number, (width, height) in enumerate(SIZES * 10):
        maze = labirinto.wilson(width, height, seed=number)
        maze = labirinto.braid(maze, 1) if is_braided else maze
        ends = opposite(maze)
        (*_, one), (*_, other) = ends.openings(maze.grid)
        assert [one, other] in SIDES["opposite"]
        # Three steps, but where the rectangle has no two cells on its border so far apart.
        assert ends.distance(maze.grid) >= min(3, width + height - 2)


@KINDS
def test_no_openings_on_opposite_sides_are_farther_apart(kind: str) -> None:
    choose = random.Random("opposite")
    for seed in range(150 if is_deep() else 40):
        width, height = choose.randint(4, 9), choose.randint(4, 9)
        maze = labirinto.wilson(width, height, seed=seed)
        distances = distances_in(maze)
        border = [cell for cell in distances if on_border(maze, cell)]
        most = 0
        for start, end in combinations(border, 2):
            (*_, one), (*_, other) = Ends(start, end, open=True).openings(maze.grid)
            if [one, other] in SIDES[kind] or [other, one] in SIDES[kind]:
                most = max(most, distances[start][end])
        start, end = opposite(maze, kind)
        assert distances[start][end] == most


BRICKS = [(x, y) for x in (0, 9) for y in range(0, 36, 3)]

GRIDS: list[Grid] = [
    *(grids.mask(name, 14, 12) for name in ("heart", "moon", "ring", "star", "tree", "fish")),
    *(grids.mask(name, 7, 7) for name in ("egg", "house", "cloud")),
    grids.mask("#.#\n###\n#.#"),
    grids.mask("#####\n#...#\n#...#\n#####"),
    grids.hexagonal(3, 3),
    grids.hexagonal(9, 6),
    grids.hexagonal(4, outline="hexagon"),
    grids.triangular(8, 6),
    grids.octagonal(5, 4),
    grids.circular(3),
    grids.circular(8),
    *(grids.voronoi(20 + 7 * seed, seed) for seed in range(8)),
    grids.polygons([[(x, y), (x + 9, y), (x + 9, y + 3), (x, y + 3)] for x, y in BRICKS]),
]  # fmt: skip


def corners_of_opening(grid: Mesh, cell: tuple[int, int]) -> set[tuple[float, float]]:
    sides = [grid.border[number][1] for number in grid.opening(cell)]
    points = [point for side in sides for point in ((side.x0, side.y0), (side.x1, side.y1))]
    return {(round(x, 6), round(y, 6)) for x, y in points}


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 5))
def test_named_sides_are_kept_where_there_are_such_sides(width: int, height: int) -> None:
    for seed in range(5):
        maze = labirinto.wilson(width, height, seed=seed)
        for kind, has_sides in (
            ("top-bottom", height > 1),
            ("left-right", height == 1 or (width > 1 and height > 2)),  # corners are at the top
        ):
            found = opposite(maze, kind)
            if has_sides:
                assert [side for *_, side in found.openings(maze.grid)] in SIDES[kind]
            else:
                assert found == opposite(maze)


@pytest.mark.parametrize(
    "grid", [grids.mask("heart", 30, 30), grids.circular(12), grids.hexagonal(9, 9)]
)
@pytest.mark.parametrize(("kind", "axis"), [("top-bottom", 1), ("left-right", 0)])
def test_named_sides_of_other_shapes_and_cells(grid: Grid, kind: str, axis: int) -> None:
    for seed in range(10):
        start, end = (
            grid.middle(grid.place(cell))
            for cell in opposite(labirinto.wilson(grid, seed=seed), kind)
        )
        assert abs(start[axis] - end[axis]) > 6


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.text)
def test_openings_of_other_shapes_and_cells_are_apart(grid: Grid) -> None:
    for seed in range(25):
        maze = labirinto.wilson(grid, seed=seed)
        ends = opposite(maze)
        assert not ends.look_like_one(grid)
        if isinstance(grid, Mesh):
            start, end = map(grid.index, ends)
            assert end not in {cell for cell, _ in grid.neighbours(start)}
            assert not corners_of_opening(grid, ends.start) & corners_of_opening(grid, ends.end)


@pytest.mark.parametrize("grid", [grids.mask("heart", 30, 30), grids.circular(12)])
def test_ends_are_on_opposite_sides_of_the_centre(grid: Grid) -> None:
    found = set()
    for seed in range(40):
        ends = opposite(labirinto.wilson(grid, seed=seed))
        if isinstance(grid, Mesh):
            one, other = (grid.centre(grid.index(cell)) for cell in ends)
            # The radius is 12: as far apart as a quarter of the way round at least.
            assert dist(one, other) > 16
        else:
            (x, y), (x2, y2) = ends
            assert max(abs(x - x2), abs(y - y2)) >= 10
        found.add(ends)
    assert len(found) > 20


def test_small_ones_take_what_there_is() -> None:
    for grid in (grids.hexagonal(1, 2), grids.hexagonal(2, 2), grids.mask("##\n#.")):
        opposite(labirinto.wilson(grid, seed=1))
    around = [(0, 0), (1, 0), (1, 2), (2, 2), (2, 0), (3, 0), (3, 3), (0, 3)]
    nested = grids.polygons([around, [(1, 0), (2, 0), (2, 2), (1, 2)]])
    assert len({*opposite(labirinto.wilson(nested, seed=1))}) == 2
    assert [*opposite(labirinto.wilson(2, 1, seed=1))] == [(0, 0), (1, 0)]
    assert [*opposite(labirinto.wilson(1, 5, seed=1))] == [(0, 0), (0, 4)]
    assert opposite(labirinto.wilson(2, 2, seed=1)).distance(grids.Rectangle(2, 2)) == 2


def test_a_maze_of_which_parts_cannot_be_reached_has_none() -> None:
    with pytest.raises(labirinto.InvalidValueError, match="No path joins all cells on the border"):
        labirinto.suggest_ends(loose_maze(5, 4, 0.5, 1), "opposite")


def test_a_picture_keeps_its_own() -> None:
    maze = picture_maze("heart", seed=7)
    assert opposite(maze) == labirinto.suggest_ends(maze, "border")


def test_with_dead_ends_filled_the_paths_between_some_cells_stay() -> None:
    choose = random.Random("filled")
    for seed in range(40):
        width, height = choose.randint(1, 150), choose.randint(2, 60)
        maze = labirinto.wilson(width, height, seed=seed)
        cells = [(choose.randrange(width), choose.randrange(height)) for _ in range(4)]
        mask = mask_of_cells(cells, width, height)
        filled = Maze(width, height, maze.grid.core.without_dead_ends(maze.rows, mask, 3))
        left = {*filled.passages()}
        assert left <= {*maze.passages()}
        for one, other in combinations(cells, 2):
            path = labirinto.solve(maze, one, other).cells
            assert all(tuple(sorted(pair, key=maze.grid.index)) in left for pair in pairwise(path))
    maze = labirinto.wilson(500, 500, seed=1)
    corners = mask_of_cells([(0, 0), (499, 499)], 500, 500)
    filled = Maze(500, 500, maze.grid.core.without_dead_ends(maze.rows, corners, 16))
    assert len(labirinto.solve(maze, (0, 0), (499, 499))) < len([*filled.passages()]) < 50_000
    with pytest.raises(ValueError, match="mask"):
        maze.grid.core.without_dead_ends(maze.rows, corners[1:], 16)


def test_it_makes_no_difference_whether_dead_ends_are_filled_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose = random.Random("both")
    sizes = [(choose.randint(1, 90), choose.randint(2, 40)) for _ in range(60)]
    mazes = [labirinto.wilson(*size, seed=1) for size in sizes]
    mazes += [labirinto.wilson(grids.mask("heart", 40, n), seed=n) for n in range(20, 40)]
    found = []
    for least in (1, 10**9):
        monkeypatch.setattr(labirinto.opposite, "CELLS_TO_FILL", least)
        found.append([opposite(maze) for maze in mazes])
    assert found[0] == found[1]
