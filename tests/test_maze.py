"""The value: what a maze is made of, and what it gives."""

import json
import pickle
import random

import numpy as np
import pytest
from graphs import loose_maze
from spanning import AWKWARD, neighbours_in, passages_of, rows_of
from tiers import thinned

import labirinto
from labirinto import Ends, InvalidValueError, Maze, Recipe

SIZES = [size for size in AWKWARD if size[0] * size[1] < 2000]


# A maze is a value.


def test_mazes_are_equal_by_size_and_passages():
    maze = labirinto.wilson(8, 6, seed=1)
    same = Maze(8, 6, maze.rows)
    assert maze == same
    assert hash(maze) == hash(same)
    assert maze != labirinto.wilson(8, 6, seed=2)
    assert len({maze, same, labirinto.wilson(8, 6, seed=2)}) == 2
    assert maze != maze.rows
    assert maze != "a maze"


def test_mazes_of_the_same_bytes_and_another_size_differ():
    # Of both, two rows of two bytes each; no bit is set.
    assert Maze(3, 2, bytes(4)) != Maze(4, 2, bytes(4))
    assert Maze(1, 2, bytes(4)) != Maze(2, 1, bytes(2))


def test_how_a_maze_was_made_is_no_part_of_equality():
    row = labirinto.wilson(9, 1, seed=1)
    other = labirinto.eller(9, 1, seed=2)
    assert row.recipe != other.recipe
    assert row == other
    assert hash(row) == hash(other)


@pytest.mark.parametrize(
    "name", ["width", "height", "rows", "recipe", "is_perfect", "title", "__dict__"]
)
def test_a_maze_cannot_be_changed(name):
    maze = labirinto.wilson(4, 3, seed=1)
    with pytest.raises(AttributeError):
        setattr(maze, name, 5)
    with pytest.raises(AttributeError):
        delattr(maze, name)
    assert maze == labirinto.wilson(4, 3, seed=1)


def test_a_maze_does_not_follow_the_bytes_that_it_was_made_of():
    rows = bytearray(labirinto.wilson(4, 3, seed=1).rows)
    maze = Maze(4, 3, rows)
    rows[0] ^= 1
    assert maze == labirinto.wilson(4, 3, seed=1)
    assert type(maze.rows) is bytes


def test_views_of_a_maze_do_not_lead_back_into_it():
    maze = labirinto.wilson(9, 7, seed=1)
    array = np.asarray(maze)
    array[:] = 0
    maze.blocks()
    assert maze == labirinto.wilson(9, 7, seed=1)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_values_come_back_from_a_pickle(algorithm, protocol):
    maze = labirinto.generate(algorithm, 20, 15, seed="anna")
    ends = labirinto.suggest_ends(maze)
    for value in (maze, maze.recipe, ends, labirinto.solve(maze, *ends), labirinto.census(maze)):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert hash(again) == hash(value)
    assert pickle.loads(pickle.dumps(maze, protocol)).recipe == maze.recipe
    unknown = pickle.loads(pickle.dumps(Maze(20, 15, maze.rows), protocol))
    assert unknown.recipe is None
    assert unknown.is_perfect


# What a maze is made of.


@pytest.mark.parametrize("width", [1, 2, 7, 8, 9, 16, 17, 64, 65])
def test_rows_of_another_length_are_refused_with_both_lengths(width):
    expected = 3 * 2 * ((width + 7) // 8)
    for length in (0, expected - 1, expected + 1, 2 * expected):
        with pytest.raises(InvalidValueError, match=f"{width}x3 .* {expected} bytes, not {length}"):
            Maze(width, 3, bytes(length))


@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (1, 3), (3, 1), (8, 2), (63, 3), (64, 3), (65, 3)]
)
def test_every_bit_is_a_passage_or_refused(width, height):
    possible = set(neighbours_in(width, height))
    empty = bytes(height * 2 * ((width + 7) // 8))
    allowed = 0
    for bit in range(8 * len(empty)):
        rows = bytearray(empty)
        rows[bit // 8] |= 1 << bit % 8
        (passage,) = passages_of(rows, width, height)
        if passage in possible:
            assert list(Maze(width, height, bytes(rows)).passages()) == [passage]
            allowed += 1
        else:
            with pytest.raises(InvalidValueError, match="leads out of the maze"):
                Maze(width, height, bytes(rows))
    assert allowed == len(possible)


@pytest.mark.parametrize("side", [0, -3, 2**31, 10**30])
def test_a_side_out_of_range_is_named(side):
    for width, height, name in ((side, 5, "width"), (5, side, "height")):
        message = f"{name} is {side}; it must be from 1 to 2147483647"
        with pytest.raises(InvalidValueError, match=message):
            Maze(width, height, b"")
        with pytest.raises(InvalidValueError, match=message):
            Maze.from_passages(width, height, [])
        with pytest.raises(InvalidValueError, match=message):
            Recipe("wilson", width, height, 1)
        for algorithm in labirinto.ALGORITHMS:
            with pytest.raises(InvalidValueError, match=message):
                labirinto.generate(algorithm, width, height, seed=1)


def test_whole_numbers_of_numpy_are_sides_seeds_and_parameters():
    maze = labirinto.eller(np.int32(9), np.uint64(7), seed=np.uint64(2**64 - 1), join=np.float64(1))
    assert maze == labirinto.eller(9, 7, seed=2**64 - 1, join=1)
    assert json.loads(json.dumps(maze.recipe.as_dict())) == maze.recipe.as_dict()


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_passages_there_and_back(width, height):
    for maze in (labirinto.kruskal(width, height, seed=1), loose_maze(width, height, 0.6, 1)):
        passages = list(maze.passages())
        assert passages == passages_of(maze.rows, width, height)
        assert rows_of(passages, width, height) == maze.rows
        choose = random.Random(1)
        shuffled = [choose.choice((one, one[::-1])) for one in passages]
        choose.shuffle(shuffled)
        assert Maze.from_passages(width, height, shuffled + shuffled[:3]) == maze


@pytest.mark.parametrize(
    "passage",
    [
        ((0, 0), (0, 0)),
        ((0, 0), (2, 0)),
        ((0, 0), (1, 1)),
        ((1, 0), (0, 1)),
        ((3, 0), (4, 0)),
        ((4, 0), (3, 0)),
        ((0, 2), (0, 3)),
        ((-1, 0), (0, 0)),
        ((0, -1), (0, 0)),
        ((3, 0), (0, 1)),
        ((7, 0), (8, 0)),
    ],
)
def test_a_passage_that_joins_no_neighbours_is_named(passage):
    with pytest.raises(InvalidValueError) as caught:
        Maze.from_passages(4, 3, [((0, 0), (1, 0)), passage])
    first, second = ("{},{}".format(*cell) for cell in sorted(passage))
    assert f"{first} and {second} are not two neighbours in a 4x3 maze" in str(caught.value)


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_all_views_tell_of_the_same_passages(width, height):
    for maze in (labirinto.wilson(width, height, seed=2), loose_maze(width, height, 0.6, 2)):
        passages = set(passages_of(maze.rows, width, height))
        cells = [[0] * width for _ in range(height)]
        blocks = [[1] * (2 * width + 1) for _ in range(2 * height + 1)]
        neighbours = {(x, y): set() for y in range(height) for x in range(width)}
        for x, y in neighbours:
            blocks[2 * y + 1][2 * x + 1] = 0
        for (x, y), (x2, y2) in passages:
            leads_south = y2 > y
            cells[y][x] |= 4 if leads_south else 2
            cells[y2][x2] |= 1 if leads_south else 8
            blocks[y + y2 + 1][x + x2 + 1] = 0
            neighbours[x, y].add((x2, y2))
            neighbours[x2, y2].add((x, y))
        for y in range(2, 2 * height, 2):
            for x in range(2, 2 * width, 2):  # a post stands where a wall ends
                beside = blocks[y - 1][x], blocks[y + 1][x], blocks[y][x - 1], blocks[y][x + 1]
                blocks[y][x] = max(beside)
        assert maze.cells().tolist() == cells
        assert maze.blocks().tolist() == blocks
        array = np.asarray(maze)
        assert (array.dtype, array.shape) == (np.uint8, (height, width))
        assert array.tolist() == cells
        assert np.asarray(maze.blocks()).tolist() == blocks
        for cell, expected in neighbours.items():
            found = maze.neighbours(cell)
            assert set(found) == expected
            assert len(found) == len(expected)
        graph = maze.to_networkx()
        assert set(graph) == neighbours.keys()
        assert {cell: set(graph[cell]) for cell in graph} == neighbours


def test_neighbours_come_east_south_west_north():
    cross = [((1, 1), (2, 1)), ((1, 1), (1, 2)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    maze = Maze.from_passages(3, 3, cross)
    assert maze.neighbours((1, 1)) == [(2, 1), (1, 2), (0, 1), (1, 0)]
    assert maze.cells()[1, 1] == 15
    assert maze.neighbours((0, 0)) == []


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_neighbours_of_numbers_of_numpy_are_plain_cells(kind):
    maze = labirinto.wilson(100, 100, seed=1)
    for cell in ((0, 0), (99, 99), (50, 80), (3, 64)):
        found = maze.neighbours(tuple(map(kind, cell)))
        assert found == maze.neighbours(cell)
        assert {type(number) for one in found for number in one} == {int}


@pytest.mark.parametrize("cell", [(4, 0), (0, 3), (-1, 0), (0, -1)])
def test_neighbours_of_a_cell_outside_are_refused(cell):
    with pytest.raises(InvalidValueError, match=f"{cell[0]},{cell[1]} is outside"):
        labirinto.wilson(4, 3, seed=1).neighbours(cell)


def test_cells_are_in_the_maze_up_to_its_last_column_and_row():
    maze = labirinto.wilson(4, 3, seed=1)
    inside = {(x, y) for x in range(-2, 7) for y in range(-2, 7) if (x, y) in maze}
    assert inside == {(x, y) for x in range(4) for y in range(3)}
    assert (np.int64(3), np.uint8(2)) in maze
    assert (np.int64(4), np.uint8(2)) not in maze
    assert "ab" not in maze
    assert (1, 2, 3) not in maze
    assert None not in maze


def test_an_array_can_have_another_type_and_is_always_a_copy():
    maze = labirinto.wilson(9, 7, seed=1)
    assert np.asarray(maze, dtype=np.int64).dtype == np.int64
    assert np.array_equal(np.asarray(maze, dtype=np.int64), np.asarray(maze))
    assert np.asarray(maze).flags.writeable
    with pytest.raises(ValueError, match="copy"):
        np.asarray(maze, copy=False)


@pytest.mark.parametrize(("width", "height"), [(9, 7), (9, 1), (1, 9), (2, 1), (64, 2)])
def test_openings_are_gaps_in_the_frame_of_the_blocks(width, height):
    maze = labirinto.wilson(width, height, seed=3)
    ends = labirinto.suggest_ends(maze, "border")
    closed, opened = np.asarray(maze.blocks()), np.asarray(maze.blocks(ends))
    rows, columns = np.nonzero(closed != opened)
    gaps = set(zip(columns.tolist(), rows.tolist(), strict=True))
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    expected = {
        (2 * x + 1 + steps[direction][0], 2 * y + 1 + steps[direction][1])
        for x, y, direction in ends.openings(maze.grid)
    }
    assert gaps == expected
    assert len(gaps) == 2
    assert all(x in (0, 2 * width) or y in (0, 2 * height) for x, y in gaps)
    unopened = Ends(ends.start, ends.end)
    assert np.array_equal(np.asarray(maze.blocks(unopened)), closed)
