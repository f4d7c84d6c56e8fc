"""Paths and distances, against networkx and against trying everything."""

import pickle
import random
from itertools import pairwise

import networkx
import numpy as np
import pytest
from graphs import (
    graph_of,
    loose_maze,
    random_cell,
    two_cells,
)
from hypothesis import given
from hypothesis import strategies as st
from spanning import AWKWARD, neighbours_in
from tiers import FEW, sample, thinned

import labirinto
from labirinto import _core

LETTERS = {(1, 0): "E", (0, 1): "S", (-1, 0): "W", (0, -1): "N"}


# Paths.


@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
def test_path_through_a_perfect_maze_is_the_only_one(algorithm):
    choose = random.Random(algorithm)
    for seed in range(150):
        width, height = choose.randint(1, 24), choose.randint(2, 24)
        maze = labirinto.generate(algorithm, width, height, seed=seed)
        graph = graph_of(maze)
        for _ in range(3):
            start, end = two_cells(choose, maze)
            expected = networkx.shortest_path(graph, start, end)
            assert labirinto.solve(maze, start, end).cells == expected


@pytest.mark.parametrize(("width", "height"), thinned(AWKWARD[1:], 7))
def test_path_at_awkward_sizes_is_the_only_one(width, height):
    maze = labirinto.wilson(width, height, seed=5)
    # Starting from there, a cell knows the path back by the cell before it.
    before = dict(networkx.bfs_predecessors(graph_of(maze), (0, 0)))
    choose = random.Random(1)
    for end in [(width - 1, height - 1), *(two_cells(choose, maze)[0] for _ in range(5))]:
        if end == (0, 0):
            continue
        expected = [end]
        while expected[-1] != (0, 0):
            expected.append(before[expected[-1]])
        assert labirinto.solve(maze, end, (0, 0)).cells == expected
        assert labirinto.solve(maze, (0, 0), end).cells == expected[::-1]


@pytest.mark.parametrize("share", [0.5, 0.6, 0.8, 1])
def test_path_through_an_imperfect_maze_is_a_shortest_one(share):
    choose = random.Random(share)
    joined = 0
    for seed in range(60):
        width, height = choose.randint(2, 20), choose.randint(2, 20)
        maze = loose_maze(width, height, share, seed)
        graph = graph_of(maze)
        for _ in range(5):
            start, end = two_cells(choose, maze)
            if not networkx.has_path(graph, start, end):
                with pytest.raises(labirinto.NoPathError):
                    labirinto.solve(maze, start, end)
                continue
            joined += 1
            path = labirinto.solve(maze, start, end)
            assert path.steps == networkx.shortest_path_length(graph, start, end)
            assert (path.start, path.end) == (start, end)
            assert all(graph.has_edge(*step) for step in pairwise(path))
    assert joined >= 50


@pytest.mark.parametrize(("width", "height"), [(63, 9), (64, 9), (65, 9), (9, 65), (129, 70)])
def test_path_through_a_maze_with_a_few_loops_is_a_shortest_one(width, height):
    choose = random.Random(7)
    passages = list(labirinto.wilson(width, height, seed=7).passages())
    walls = sorted(set(neighbours_in(width, height)) - set(passages))
    maze = labirinto.Maze.from_passages(width, height, [*passages, *choose.sample(walls, 12)])
    graph = graph_of(maze)
    for _ in range(30):
        start, end = two_cells(choose, maze)
        path = labirinto.solve(maze, start, end)
        assert path.steps == networkx.shortest_path_length(graph, start, end)
        assert all(graph.has_edge(*step) for step in pairwise(path))


def test_cells_that_no_path_joins_are_an_error_that_names_both():
    maze = labirinto.Maze.from_passages(3, 1, [((0, 0), (1, 0))])
    with pytest.raises(labirinto.NoPathError, match=r"\(0, 0\) and \(2, 0\)"):
        labirinto.solve(maze, (0, 0), (2, 0))
    # Where there is a path it is found, although not every cell is reached.
    assert labirinto.solve(maze, (1, 0), (0, 0)).cells == [(1, 0), (0, 0)]


@pytest.mark.parametrize("outside", [(4, 0), (0, 3), (-1, 0), (0, -1), (2**40, 0)])
def test_a_cell_outside_the_maze_is_named(outside):
    maze = labirinto.wilson(4, 3, seed=1)
    x, y = outside
    for start, end in ((outside, (1, 1)), ((1, 1), outside)):
        with pytest.raises(labirinto.InvalidValueError, match=f"{x},{y} is outside .* 0,0 to 3,2"):
            labirinto.solve(maze, start, end)


def test_the_path_from_a_cell_to_itself_has_no_steps():
    large = labirinto.wilson(1100, 1000, seed=1)
    loose = loose_maze(9, 9, 0.5, 1)
    for maze in (labirinto.wilson(4, 3, seed=1), labirinto.wilson(1, 1, seed=1), large, loose):
        for cell in ((0, 0), (maze.width - 1, maze.height // 2)):
            assert labirinto.solve(maze, cell, cell) == labirinto.Path(cell, b"")


# What a path knows of itself.


def test_a_path_tells_of_its_cells_one_by_one():
    for seed in range(100):
        maze = labirinto.wilson(12, 9, seed=seed)
        path = labirinto.solve(maze, *two_cells(random.Random(seed), maze))
        cells = path.cells
        steps = [(x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(cells)]
        assert list(path) == cells
        assert len(path) == len(cells) == path.steps + 1
        assert (path.start, path.end) == (cells[0], cells[-1])
        assert path.directions == "".join(LETTERS[step] for step in steps)
        assert path.turns == sum(one != other for one, other in pairwise(steps))
        turning = [k for k in range(1, path.steps) if steps[k - 1] != steps[k]]
        assert path.corners() == [cells[0], *(cells[k] for k in turning), cells[-1]]
        assert len(path.corners()) == path.turns + 2
        assert len(set(cells)) == len(cells)
        assert all(one in maze.neighbours(other) for one, other in pairwise(cells))


def test_a_path_of_no_steps_stays_where_it_is():
    path = labirinto.Path((2, 3), b"")
    assert path.cells == path.corners() == [(2, 3)]
    assert (path.steps, path.turns, path.directions, path.end) == (0, 0, "", (2, 3))


def test_a_path_is_a_value():
    path = labirinto.Path((2, 3), bytes([0, 1]))
    assert path == labirinto.Path((2, 3), bytes([0, 1]))
    assert len({path, labirinto.Path((2, 3), bytes([0, 1])), labirinto.Path((2, 3), b"\0")}) == 2
    with pytest.raises(AttributeError):
        path.start = (0, 0)


# Distances.


@pytest.mark.parametrize("share", [0.4, 0.6, 0.9, 1])
def test_distances_are_those_of_networkx(share):
    choose = random.Random(share)
    for seed in range(40):
        width, height = choose.randint(1, 20), choose.randint(1, 20)
        maze = loose_maze(width, height, share, seed)
        start = random_cell(choose, maze)
        known = networkx.single_source_shortest_path_length(graph_of(maze), start)
        expected = [[known.get((x, y), -1) for x in range(width)] for y in range(height)]
        distances = maze.distances(start)
        assert distances.tolist() == expected
        assert np.asarray(distances).dtype == np.int32
        assert np.asarray(distances).tolist() == expected


@pytest.mark.parametrize(("width", "height"), thinned(AWKWARD, 4))
def test_distances_in_perfect_mazes_are_the_lengths_of_paths(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    choose = random.Random(1)
    start = random_cell(choose, maze)
    distances = maze.distances(start)
    for _ in range(5):
        x, y = random_cell(choose, maze)
        assert distances[y, x] == labirinto.solve(maze, start, (x, y)).steps
    assert sorted(set(np.asarray(distances).flat)) == list(range(np.asarray(distances).max() + 1))


def test_distances_from_outside_or_in_too_large_a_maze_are_refused(monkeypatch):
    maze = labirinto.wilson(4, 3, seed=1)
    with pytest.raises(labirinto.InvalidValueError, match="4,0 is outside"):
        maze.distances((4, 0))
    monkeypatch.setattr(labirinto.maze, "LONGEST_SIDE", 11)
    with pytest.raises(labirinto.TooLargeError, match="4x3 has more"):
        maze.distances((0, 0))


def test_large_mazes_are_solved_as_small_ones_are():
    for maze in (labirinto.wilson(1100, 1000, seed=1), labirinto.eller(1000, 1100, seed=1, drop=0)):
        for start, end in (((0, 0), (999, 999)), ((40, 999), (41, 0)), ((0, 500), (1, 500))):
            path = labirinto.solve(maze, start, end)
            places = map(maze.grid.place, (start, end))
            steps, packed = maze.grid.core.path(maze.rows, *places, True)
            assert path.moves == _core.unpack_moves(packed, steps)


@pytest.mark.deep
def test_a_path_that_takes_more_memory_than_a_copy_is_found_in_a_copy():
    width, height = 2000, 600
    across = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    ends_of_rows = [0 if y % 2 else width - 1 for y in range(height - 1)]
    down = [((x, y), (x, y + 1)) for y, x in enumerate(ends_of_rows)]
    snake = labirinto.Maze.from_passages(width, height, across + down)
    path = labirinto.solve(snake, (0, 0), (0, height - 1))
    assert len(path) == width * height


@given(st.binary(max_size=50))
def test_moves_are_kept_in_two_bits_each(data):
    moves = bytes(byte & 3 for byte in data)
    path = labirinto.Path((5, 7), moves)
    assert path.moves == moves
    assert path.steps == len(moves) == len(path) - 1
    assert len(_core.pack_moves(moves)) == -(-len(moves) // 4)
    assert path == labirinto.Path((5, 7), moves)
    assert hash(path) == hash(labirinto.Path((5, 7), moves))
    assert pickle.loads(pickle.dumps(path)) == path


def test_packed_moves_of_another_length_are_refused():
    with pytest.raises(ValueError, match="not as many moves"):
        _core.unpack_moves(b"1234", 12)
