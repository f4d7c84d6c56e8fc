"""Bridges, where one passage leads over another."""

import io
import math
from collections import Counter
from itertools import combinations, pairwise, product

import networkx
import numpy as np
import pytest
from commands import run
from files import back, drawn
from test_uniform import RARE, chance_of_more, chi_square

import labirinto
from labirinto import InvalidValueError, Maze, TooLargeError, _core
from labirinto.algorithms import textbook
from labirinto.algorithms.textbook.weave import place_bridges
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.grids import woven
from labirinto.random_bits import Bits
from labirinto.seeds import WEAVE, child_seed, seed_number

GRIDS = [
    woven(3, 3, weave=0.1, grid_seed=1),
    woven(4, 3, weave=1, grid_seed=2),
    woven(5, 6, weave=1, grid_seed=3),
    woven(9, 7, weave=0.5, grid_seed="a b"),
    woven(20, 15, weave=1, grid_seed=2**64 - 1),
]
of_every_form = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.text)

ABLE = [name for name, algorithm in labirinto.ALGORITHMS.items() if algorithm.shapes]


def cell_towards(grid, x, y, is_sideways):
    """The cell at a square that a step along a row, or along a column, comes to."""
    is_bridge = (x, y) in grid.bridges
    return (x, y, 1) if is_bridge and grid.bridges[x, y] != is_sideways else (x, y)


def joined(grid):
    """The pairs of neighbours, from what a bridge means."""
    sideways = [((x, y), (x + 1, y)) for y in range(grid.height) for x in range(grid.width - 1)]
    down = [((x, y), (x, y + 1)) for y in range(grid.height - 1) for x in range(grid.width)]
    return {
        frozenset(cell_towards(grid, *square, is_sideways) for square in pair)
        for pairs, is_sideways in ((sideways, True), (down, False))
        for pair in pairs
    }


def of_bridges(grid):
    """The passages that are open in every maze."""
    cells = {*grid.bridges, *((x, y, 1) for x, y in grid.bridges)}
    return {pair for pair in joined(grid) if pair & cells}


@of_every_form
def test_neighbours_are_those_that_bridges_mean(grid):
    cells = list(grid)
    assert [grid.index(cell) for cell in cells] == list(range(len(grid)))
    found = Counter(
        frozenset((cells[one], cells[other]))
        for one in range(len(grid))
        for other, _ in grid.neighbours(one)
    )
    assert found == dict.fromkeys(joined(grid), 2)
    assert grid.walls == grid.core.walls == len(found)
    strange = ((-1, 0), (0, 0, 1), (0, 0, 0), (99, 0), (0,), (*next(iter(grid.bridges)), 2))
    assert all(cell not in grid for cell in strange)


@of_every_form
def test_the_textbook_places_the_same_bridges(grid):
    seed = child_seed(seed_number(grid.seed), WEAVE, 0)
    placed = place_bridges(grid.width, grid.height, grid.weave, Bits(seed))
    assert list(grid.bridges.items()) == list(placed.items())
    for (x, y), (x2, y2) in combinations(placed, 2):
        assert max(abs(x2 - x), abs(y2 - y)) > 1
    assert all(0 < x < grid.width - 1 and 0 < y < grid.height - 1 for x, y in placed)


def test_the_share_is_that_of_the_bridges_that_fit():
    all_of_them = woven(30, 20, weave=1, grid_seed=5).bridges
    for share in (0.001, 0.25, 0.5, 0.99):
        some = woven(30, 20, weave=share, grid_seed=5).bridges
        assert some.items() <= all_of_them.items()
        assert len(some) == max(1, math.floor(share * len(all_of_them) + 0.5))
    beside = {(x + dx, y + dy) for x, y in all_of_them for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert beside >= set(product(range(1, 29), range(1, 19)))  # no other fits


def all_mazes(grid):
    """Every spanning tree with all passages of bridges, by trying all."""
    always = of_bridges(grid)
    others = [pair for pair in joined(grid) if pair not in always]
    for chosen in combinations(others, len(grid) - 1 - len(always)):
        graph = networkx.Graph([*always, *chosen])
        if len(graph) == len(grid) and networkx.is_tree(graph):
            yield frozenset({*always, *chosen})


@pytest.mark.parametrize("grid", GRIDS[:2], ids=lambda grid: grid.text)
def test_wilson_makes_all_mazes_with_these_bridges_equally_often(grid):
    every = set(all_mazes(grid))
    assert labirinto.number_of_mazes(grid) == len(every)
    draws = 200 * len(every)
    for kernel in ("wilson_cells", "aldous_broder"):
        make = getattr(_core, f"batch_woven_{kernel}")
        data = make(grid.kernel_cells, 1, 0, draws, 1, None)
        size = grid.maze_bytes
        counts = Counter(data[k * size : (k + 1) * size] for k in range(draws))
        found = {
            frozenset(map(frozenset, Maze.from_bits(grid, bits).passages())) for bits in counts
        }
        assert found <= every
        assert chance_of_more(chi_square(counts, len(every), draws), len(every) - 1) > RARE


@of_every_form
@pytest.mark.parametrize("name", ABLE)
def test_every_algorithm_is_its_textbook_around_the_bridges(grid, name):
    for seed in range(2):
        maze = labirinto.generate(name, grid, seed=seed)
        assert maze.is_perfect
        assert textbook.run(textbook.Run(name, grid, seed=seed)) == maze.bits
        assert labirinto.generate(maze.recipe) == maze


@of_every_form
def test_exits_say_which_way_each_passage_leads(grid):
    maze = labirinto.wilson(grid, seed=6)
    exits = np.asarray(maze)
    assert exits.shape == (grid.height, grid.width)
    above = {1 << bit for bit in range(4)}
    pairs = set(map(frozenset, maze.passages()))
    for x, y in product(range(grid.width), range(grid.height)):
        steps = {1: (x, y - 1), 2: (x + 1, y), 4: (x, y + 1), 8: (x - 1, y)}
        for bit in above:
            sideways = bit in (2, 8)
            pair = frozenset(cell_towards(grid, *it, sideways) for it in ((x, y), steps[bit]))
            assert bool(exits[y, x] & bit) == (pair in pairs)
        kind = {None: 0, True: 16, False: 32}[grid.bridges.get((x, y))]
        assert exits[y, x] & 48 == kind


@of_every_form
def test_a_path_is_drawn_over_bridges_and_not_under_them(grid):
    maze = labirinto.wilson(grid, seed=2)
    for ends in ("farthest", "random", "border"):
        ends = labirinto.suggest_ends(maze, ends)
        path = labirinto.solve(maze, *ends)
        lines = Drawing(maze, path, ends).path_lines()
        length = sum(math.dist(a[:2], b[:2]) for line in lines for a, b in pairwise(line))
        inside = sum(len(cell) == 3 for cell in path.cells[1:-1])
        at_ends = sum(len(cell) == 3 for cell in ends)
        assert length == pytest.approx(path.steps - inside - at_ends / 2 + ends.open)
        assert len(lines) == 1 + inside


def test_walls_of_a_bridge_are_those_of_a_bridge():
    grid = GRIDS[0]
    maze = labirinto.wilson(grid, seed=1)
    assert list(grid.bridges) == [(1, 1)]
    strokes = Drawing(maze).maze.grid.core.strokes(maze.bits, [])
    lines = set()
    points = np.frombuffer(strokes[0]).reshape(-1, 3)[:, :2]
    first = np.frombuffer(strokes[1], np.uint32)
    for begin, end in pairwise(first):
        for one, other in pairwise(points[begin:end]):
            lines.add(tuple(sorted((tuple(one), tuple(other)))))
    # The two sides of the passage above, and beside those of the one below, nothing between.
    if grid.bridges[1, 1]:
        sides = [((1, 1.2), (2, 1.2)), ((1, 1.8), (2, 1.8))]
    else:
        sides = [((1.2, 1), (1.2, 2)), ((1.8, 1), (1.8, 2))]
    for side in sides:
        assert any(np.allclose(side, line) for line in lines)
    # No line runs through the middle of the square.
    for one, other in lines:
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        assert not (1.2 < x < 1.8 and 1.2 < y < 1.8)


def test_steps_over_and_under_a_bridge_go_straight_on():
    grid = GRIDS[0]
    is_across = grid.bridges[1, 1]
    above, below = ((1, 1), (1, 1, 1)) if is_across else ((1, 1, 1), (1, 1))
    for cells, letters in (([(0, 1), above, (2, 1)], "EE"), ([(1, 2), below, (1, 0)], "NN")):
        path = labirinto.Path.from_cells(grid, cells)
        assert (path.turns, path.directions) == (0, letters)
    assert grid.where((1, 1, 1)) == "the cell under 1,1"


def test_loops_leave_bridges_as_they_are():
    maze = labirinto.wilson(GRIDS[4], seed=1)
    braided = labirinto.braid(maze, 1, seed=2)
    assert labirinto.census(braided).dead_ends < labirinto.census(maze).dead_ends
    GRIDS[4].check_bits(braided.bits)


@pytest.mark.parametrize("place", [0, 1])
def test_arrays_have_a_third_number_for_cells_under_bridges(place):
    grid = GRIDS[3]
    maze = labirinto.wilson(grid, seed=1)
    under = Ends((*list(grid.bridges)[place], 1), (8, 6))
    path = labirinto.solve(maze, *under)
    data = drawn(maze, "npz", ends=under, path=path)
    assert back(data) == (maze, under)
    arrays = np.load(io.BytesIO(data))
    for name, cells in (("cells", grid), ("solution", path), ("start", [under.start])):
        padded = [[*cell, 0][:3] for cell in cells]
        assert arrays[name].reshape(-1, 3).tolist() == padded


def test_a_maze_with_a_closed_bridge_is_refused():
    grid = GRIDS[0]
    pairs = [pair for pair in joined(grid) if pair not in of_bridges(grid)]
    with pytest.raises(InvalidValueError, match="1,1"):
        Maze.from_bits(grid, grid.bits_of(pairs))


@pytest.mark.parametrize(
    ("size", "values", "named"),
    [
        ((2, 9), {"weave": 1}, "width is 2"),
        ((9, 2), {"weave": 1}, "height is 2"),
        ((9, 9), {"weave": 0}, "weave is 0"),
        ((9, 9), {"weave": 1.5}, "weave is 1.5"),
        ((9, 9), {"weave": float("nan")}, "weave is nan"),
        ((9, 9), {"weave": 1, "grid_seed": ""}, "seed"),
    ],
)
def test_what_is_no_such_grid_is_refused(size, values, named):
    with pytest.raises(InvalidValueError, match=named):
        woven(*size, **values)


def test_too_many_squares_and_other_specs_are_refused():
    with pytest.raises(TooLargeError):
        woven(10_000, 1001, weave=0.5)
    for spec in ({"kind": "woven"}, {**GRIDS[0].spec, "weave": "1"}, {**GRIDS[0].spec, "up": 1}):
        with pytest.raises(InvalidValueError):
            labirinto.grids.from_spec(spec)


def test_the_seed_of_a_maze_places_its_bridges_too(tmp_path):
    run("wilson", "9x9", "--weave", "0.5", "--seed", "4", "-o", "maze.json", cwd=tmp_path)
    expected = labirinto.wilson(woven(9, 9, weave=0.5, grid_seed=4), seed=4)
    assert labirinto.load(tmp_path / "maze.json") == expected


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("wilson 5x5 --weave 1 --mask heart -o m.svg", "--mask"),
        ("wilson 5x5 --weave 1 --floors 2 -o m.svg", "--weave and --floors"),
        ("wilson 5x5 --grid-seed 2 -o m.svg", "--weave"),
        ("wilson --weave 1 -o m.svg", "WIDTHxHEIGHT"),
        ("wilson 5x5 --weave 2 -o m.svg", "--weave is 2"),
        ("wilson 5x5 --weave 1", "drawn as text"),
        ("wilson 10x8 --weave 1 --ends 1,1,2-9,7 -o m.svg", "0,0 to 9,7,"),
        ("eller 5x5 --weave 1 -o m.svg", "eller makes rectangles only"),
        ("wilson 5x5 --weave 1 --symmetry x -o m.svg", "--symmetry"),
        ("wilson 5x5 --weave 1 -o m.stl", "stl"),
    ],
)
def test_what_cannot_be_typed_together_is_refused(words, named, tmp_path):
    done = run(*words.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert named in done.stderr
    assert not list(tmp_path.iterdir())
