"""The values, the seeds, and the one door through which mazes are made."""

import _thread
import copy
import dataclasses
import json
import pickle
import random
import shlex
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import AWKWARD, neighbours_in, passages_of, rows_of

import labirinto
from labirinto import (
    Ends,
    InvalidValueError,
    Maze,
    Recipe,
    TooLargeError,
    _core,
    memory,
    promise,
)

SIZES = [size for size in AWKWARD if size[0] * size[1] < 2000]

# Large enough for each kernel to look up from its work.
LONG_WORK = [
    ("wilson", 256, 256),
    ("wilson", 500, 500),
    ("wilson", 40, 30_000),
    ("eller", 4000, 6000),
    ("aldous-broder", 700, 700),
    ("kruskal", 700, 700),
]


def loose_maze(width, height, seed):
    choose = random.Random(seed)
    passages = [one for one in neighbours_in(width, height) if choose.random() < 0.6]
    return Maze.from_passages(width, height, passages)


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


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
def test_a_copy_is_equal_and_made_the_same_way(make):
    maze = labirinto.wilson(20, 15, seed=1)
    assert make(maze) == maze
    assert make(maze).recipe == maze.recipe


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
        message = f"The {name} {side} is not from 1 to 2147483647"
        with pytest.raises(InvalidValueError, match=message):
            Maze(width, height, b"")
        with pytest.raises(InvalidValueError, match=message):
            Maze.from_passages(width, height, [])
        with pytest.raises(InvalidValueError, match=message):
            Recipe("wilson", width, height, 1)
        for algorithm in labirinto.ALGORITHMS:
            with pytest.raises(InvalidValueError, match=message):
                labirinto.generate(algorithm, width, height, seed=1)


@pytest.mark.parametrize("side", [1.5, 3.0, "a", "5", (5,), b"5"])
def test_a_side_that_is_no_whole_number_is_named(side):
    for width, height, name in ((side, 5, "width"), (5, side, "height")):
        for make in (labirinto.wilson, labirinto.eller, Maze.from_passages):
            arguments = ([],) if make == Maze.from_passages else ()
            with pytest.raises(InvalidValueError) as caught:
                make(width, height, *arguments)
            assert f"The {name} {side!r} is not a whole number" in str(caught.value)


def test_whole_numbers_of_numpy_are_sides_seeds_and_parameters():
    maze = labirinto.eller(np.int32(9), np.uint64(7), seed=np.uint64(2**64 - 1), join=np.float64(1))
    assert maze == labirinto.eller(9, 7, seed=2**64 - 1, join=1)
    assert json.loads(json.dumps(maze.recipe.as_dict())) == maze.recipe.as_dict()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_passages_there_and_back(width, height):
    for maze in (labirinto.kruskal(width, height, seed=1), loose_maze(width, height, 1)):
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


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_views_tell_of_the_same_passages(width, height):
    for maze in (labirinto.wilson(width, height, seed=2), loose_maze(width, height, 2)):
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
        assert maze.cells().tolist() == cells
        assert maze.blocks().tolist() == blocks
        array = np.asarray(maze)
        assert (array.dtype, array.shape) == (np.uint8, (height, width))
        assert array.tolist() == cells
        assert np.asarray(maze.blocks()).tolist() == blocks
        for cell, expected in neighbours.items():
            found = maze.neighbours(*cell)
            assert set(found) == expected
            assert len(found) == len(expected)
        graph = maze.to_networkx()
        assert set(graph) == neighbours.keys()
        assert {cell: set(graph[cell]) for cell in graph} == neighbours


def test_neighbours_come_east_south_west_north():
    cross = [((1, 1), (2, 1)), ((1, 1), (1, 2)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    maze = Maze.from_passages(3, 3, cross)
    assert maze.neighbours(1, 1) == [(2, 1), (1, 2), (0, 1), (1, 0)]
    assert maze.cells()[1, 1] == 15
    assert maze.neighbours(0, 0) == []


@pytest.mark.parametrize("cell", [(4, 0), (0, 3), (-1, 0), (0, -1)])
def test_neighbours_of_a_cell_outside_are_refused(cell):
    with pytest.raises(InvalidValueError, match=f"{cell[0]},{cell[1]} is outside"):
        labirinto.wilson(4, 3, seed=1).neighbours(*cell)


def test_cells_are_in_the_maze_up_to_its_last_column_and_row():
    maze = labirinto.wilson(4, 3, seed=1)
    inside = {(x, y) for x in range(-2, 7) for y in range(-2, 7) if (x, y) in maze}
    assert inside == {(x, y) for x in range(4) for y in range(3)}
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
        for x, y, direction in ends.openings(maze.width, maze.height)
    }
    assert gaps == expected
    assert len(gaps) == 2
    assert all(x in (0, 2 * width) or y in (0, 2 * height) for x, y in gaps)
    unopened = Ends(ends.start, ends.end)
    assert np.array_equal(np.asarray(maze.blocks(unopened)), closed)


# Recipes.

RECIPES = [
    Recipe("wilson", 40, 30, 7),
    Recipe("wilson", 40, 30, "anna karenina"),
    Recipe("wilson", 1, 1, 2**64 - 1),
    Recipe("kruskal", 9, 7, "هزارتو"),
    Recipe("aldous-broder", 9, 7, "it's; $HOME"),
    Recipe("eller", 80, 40, 0, parameters=(("drop", 0.1), ("join", 1 / 3))),
    Recipe("eller", 80, 40, "-", parameters=(("drop", 0.0), ("join", 1.0))),
]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_goes_through_json(recipe):
    text = json.dumps(recipe.as_dict())
    assert Recipe.from_dict(json.loads(text)) == recipe


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_makes_its_maze_again(recipe):
    maze = labirinto.generate(recipe)
    assert maze.recipe == recipe
    again = labirinto.generate(Recipe.from_dict(json.loads(json.dumps(recipe.as_dict()))))
    assert again == maze
    parameters = dict(recipe.parameters)
    by_name = labirinto.generate(
        recipe.algorithm, recipe.width, recipe.height, seed=recipe.seed, **parameters
    )
    assert by_name == maze
    assert by_name.recipe == recipe


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_command_has_the_whole_recipe(recipe):
    words = shlex.split(recipe.command)
    assert words[:3] == ["labirinto", recipe.algorithm, f"{recipe.width}x{recipe.height}"]
    options = dict(zip(words[3::2], words[4::2], strict=True))
    assert promise.seed_number(options.pop("--seed")) == promise.seed_number(recipe.seed)
    found = {name.removeprefix("--"): float(value) for name, value in options.items()}
    assert found == dict(recipe.parameters)


def test_a_recipe_is_a_value():
    recipe = Recipe("eller", 80, 40, "007", parameters={"join": 0.5, "drop": 0.25})
    same = Recipe("eller", 80, 40, 7, parameters=(("join", 0.5), ("drop", 0.25)))
    assert recipe == same
    assert hash(recipe) == hash(same)
    assert recipe.seed == 7
    assert recipe.parameters == (("drop", 0.25), ("join", 0.5))
    with pytest.raises(AttributeError):
        recipe.seed = 8


def test_made_without_a_seed_a_maze_tells_the_one_that_it_took():
    mazes = [labirinto.wilson(20, 20) for _ in range(5)]
    assert len(set(mazes)) == 5
    for maze in mazes:
        assert 0 <= maze.recipe.seed < 2**32
        assert labirinto.wilson(20, 20, seed=maze.recipe.seed) == maze


@pytest.mark.parametrize(
    "missing", ["algorithm", "revision", "width", "height", "seed", "parameters"]
)
def test_a_recipe_with_something_missing_is_refused(missing):
    data = Recipe("wilson", 4, 3, 7).as_dict()
    del data[missing]
    with pytest.raises(InvalidValueError, match=missing):
        Recipe.from_dict(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("width", 0),
        ("width", "4"),
        ("height", 2.5),
        ("height", None),
        ("seed", -1),
        ("seed", None),
        ("seed", 1.5),
        ("seed", ""),
        ("revision", "1"),
        ("revision", 1.0),
        ("parameters", None),
        ("parameters", [["join", 1]]),
        ("parameters", {"join": "much"}),
        ("parameters", {"join": None}),
    ],
)
def test_a_recipe_of_the_wrong_types_is_refused(name, value):
    data = Recipe("eller", 4, 3, 7).as_dict() | {name: value}
    with pytest.raises(InvalidValueError, match="no recipe of a maze"):
        Recipe.from_dict(data)


@pytest.mark.parametrize("data", [None, [], "wilson", 7])
def test_what_is_no_dictionary_is_no_recipe(data):
    with pytest.raises(InvalidValueError, match="no recipe of a maze"):
        Recipe.from_dict(data)


def test_a_recipe_is_complete():
    recipe = Recipe("wilson", 4, 3, 7)
    for more in ({"width": 4}, {"height": 3}, {"seed": 7}, {"join": 0.5}):
        with pytest.raises(InvalidValueError, match="complete"):
            labirinto.generate(recipe, **more)


def test_a_recipe_of_another_revision_is_refused_with_both_numbers():
    with pytest.raises(InvalidValueError, match=r"revision 1 of wilson.*not 2"):
        labirinto.generate(Recipe("wilson", 4, 3, 7, revision=2))


@pytest.mark.parametrize(
    "parameters", [(), (("join", 0.5),), (("drop", 0.5),), (("drop", 2.0), ("join", 0.5))]
)
def test_a_recipe_without_all_its_parameters_is_refused(parameters):
    with pytest.raises(InvalidValueError, match=r"all parameters of eller|drop is 2\.0"):
        labirinto.generate(Recipe("eller", 4, 3, 7, parameters=parameters))


# Seeds.


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (0, 0),
        (2**64 - 1, 2**64 - 1),
        ("0", 0),
        ("7", 7),
        ("007", 7),
        (" 7 ", 7),
        ("+7", 7),
        ("-0", 0),
        ("18446744073709551615", 2**64 - 1),
        ("0" * 50 + "18446744073709551615", 2**64 - 1),
        ("۱۲۳", 123),
        ("١٢٣", 123),
        ("१२३", 123),
    ],
)
def test_a_whole_number_is_itself_however_it_is_written(seed, number):
    assert promise.tidy_seed(seed) == promise.seed_number(seed) == number
    assert type(promise.tidy_seed(seed)) is int
    assert labirinto.wilson(9, 7, seed=seed) == labirinto.wilson(9, 7, seed=number)
    assert labirinto.wilson(9, 7, seed=seed).recipe.seed == number


@given(st.integers(0, 2**64 - 1))
def test_any_number_in_range_is_itself(number):
    assert promise.seed_number(number) == promise.seed_number(str(number)) == number


@pytest.mark.parametrize(
    "seed",
    [
        "-1",
        "2^64",
        "2**64",
        "10 ^ 30",
        "18446744073709551616",
        "9" * 21,
        "9" * 5000,
        "1" + "0" * 20,
    ],
)
def test_a_text_that_is_a_number_out_of_range_is_no_text(seed):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.wilson(4, 3, seed=seed)
    assert f"The seed {seed} is not a whole number from 0 to 18446744073709551615" in str(
        caught.value
    )


@pytest.mark.parametrize("seed", [-1, 2**64, 10**100, True, False])
def test_a_number_out_of_range_is_named(seed):
    with pytest.raises(InvalidValueError, match=f"The seed {seed} is not a whole number from 0"):
        labirinto.wilson(4, 3, seed=seed)


@pytest.mark.parametrize("seed", [1.5, 7.0, b"anna", (1, 2), [7], float("nan")])
def test_a_seed_of_another_type_is_named(seed):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.wilson(4, 3, seed=seed)
    assert f"The seed {seed!r} is neither a whole number nor a text" in str(caught.value)


@pytest.mark.parametrize("seed", ["", " ", "\n\t ", "\u3000"])
def test_an_empty_text_is_no_seed(seed):
    with pytest.raises(InvalidValueError, match="empty"):
        labirinto.wilson(4, 3, seed=seed)


@pytest.mark.parametrize("seed", ["\ud800", "a\udfffb"])
def test_a_text_without_utf_8_is_no_seed(seed):
    with pytest.raises(InvalidValueError, match="not a valid Unicode text"):
        labirinto.wilson(4, 3, seed=seed)


@pytest.mark.parametrize("seed", ["anna", "1.5", "7a", "seven", "1e3", "0x10", "1_000", "--1", "²"])
def test_any_other_text_is_a_text(seed):
    assert promise.tidy_seed(seed) == seed
    assert 0 <= promise.seed_number(seed) < 2**64
    assert labirinto.wilson(9, 7, seed=seed).recipe.seed == seed


@pytest.mark.parametrize("around", [" anna", "anna ", "\t anna\n", "\u3000anna\u2029"])
def test_spaces_around_a_text_do_not_count(around):
    assert promise.tidy_seed(around) == "anna"
    assert labirinto.wilson(9, 7, seed=around) == labirinto.wilson(9, 7, seed="anna")


@pytest.mark.parametrize(
    "seed", ["an\nna", "an\tna", "an\0na", "\x1b[31m", "a\x7f", "a\x9bb", "a\x85b", "a\u2028b"]
)
def test_a_text_that_would_not_fit_into_a_line_is_no_seed(seed):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.wilson(4, 3, seed=seed)
    assert repr(seed) in str(caught.value)
    assert "line break or control character" in str(caught.value)


@pytest.mark.parametrize(
    ("composed", "decomposed"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("\u00c5ngstr\u00f6m", "A\u030angstro\u0308m"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_composed_and_decomposed_letters_are_one_seed(composed, decomposed):
    assert composed != decomposed
    assert promise.seed_number(composed) == promise.seed_number(decomposed)


def test_texts_that_only_look_alike_are_different_seeds():
    alike = ["anna", "Anna", "аnna", "an na", "an  na", "ﬁ", "fi"]
    assert len({promise.seed_number(seed) for seed in alike}) == len(alike)


def test_a_text_is_the_digest_that_is_promised():
    import hashlib

    expected = hashlib.blake2b("caf\u00e9".encode(), digest_size=8).digest()
    assert promise.seed_number("cafe\u0301") == int.from_bytes(expected, "little")


# The door.


@pytest.mark.parametrize("algorithm", ["prim", "", "Wilson", "aldous_broder"])
def test_an_unknown_algorithm_is_named_with_those_there_are(algorithm):
    with pytest.raises(InvalidValueError) as caught:
        labirinto.generate(algorithm, 4, 3)
    assert f"no algorithm {algorithm!r}" in str(caught.value)
    assert all(known in str(caught.value) for known in labirinto.ALGORITHMS)


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_an_unknown_parameter_is_named(algorithm):
    with pytest.raises(InvalidValueError, match="no parameter 'bias'"):
        labirinto.generate(algorithm, 4, 3, bias=0.5)


@pytest.mark.parametrize("algorithm", sorted(set(labirinto.ALGORITHMS) - {"eller"}))
def test_an_algorithm_takes_no_parameter_of_another(algorithm):
    with pytest.raises(InvalidValueError, match="no parameter 'join'"):
        labirinto.generate(algorithm, 4, 3, join=0.5)


@pytest.mark.parametrize("value", [2, -1, 1.0001, -1e-9, float("nan"), float("inf"), "0.5", None])
@pytest.mark.parametrize("name", ["join", "drop"])
def test_a_parameter_out_of_range_is_named(name, value):
    with pytest.raises(
        InvalidValueError, match=f"{name} is {value!r}; it must be a number from 0 to 1"
    ):
        labirinto.generate("eller", 4, 3, **{name: value})


def test_parameters_are_by_default_what_the_table_says():
    table = {one.name: one.default for one in labirinto.ALGORITHMS["eller"].parameters}
    assert dict(labirinto.eller(4, 3, seed=1).recipe.parameters) == table
    assert labirinto.generate("eller", 30, 20, seed=1, **table) == labirinto.eller(30, 20, seed=1)


@pytest.mark.parametrize("sizes", [(), (4,), (None, 4)])
def test_a_size_is_needed(sizes):
    with pytest.raises(InvalidValueError, match="width and the height"):
        labirinto.generate("wilson", *sizes)


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_each_algorithm_has_a_function_of_its_own(algorithm):
    function = getattr(labirinto, algorithm.replace("-", "_"))
    assert function(9, 7, seed=3) == labirinto.generate(algorithm, 9, 7, seed=3)
    assert function(9, 7, seed=3).recipe == labirinto.generate(algorithm, 9, 7, seed=3).recipe


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_the_table_is_named_by_its_entries(algorithm):
    entry = labirinto.ALGORITHMS[algorithm]
    assert entry.name == algorithm
    assert labirinto.generate(algorithm, 3, 2, seed=1).recipe.revision == entry.revision
    assert entry.summary.endswith(".")
    assert entry.source.endswith(".")


# Memory.


@pytest.fixture
def no_kernel(monkeypatch):
    """Any attempt to make a maze, and so to take its memory, fails the test."""

    def kernel(recipe, seed, progress):
        pytest.fail("the memory was taken")

    for name, algorithm in labirinto.ALGORITHMS.items():
        changed = dataclasses.replace(algorithm, kernel=kernel)
        monkeypatch.setitem(labirinto.ALGORITHMS, name, changed)


@pytest.mark.parametrize(
    ("algorithm", "amount"),
    [
        ("wilson", "needs 5.76 EB of memory, and 16 GB are free"),
        ("eller", "needs 1.15 EB of memory, and 16 GB are free"),
        ("aldous-broder", "needs 5.76 EB of memory, and 16 GB are free"),
        ("kruskal", "has 4611686014132420609 cells; kruskal makes at most 2147483647"),
    ],
)
@pytest.mark.usefixtures("no_kernel")
def test_the_largest_size_is_too_large_before_memory_is_taken(monkeypatch, algorithm, amount):
    monkeypatch.setattr(memory, "available_bytes", lambda: 16 * 10**9)
    with pytest.raises(TooLargeError) as caught:
        labirinto.generate(algorithm, 2**31 - 1, 2**31 - 1, seed=1)
    assert str(caught.value) == f"A 2147483647x2147483647 maze {amount}."
    assert isinstance(caught.value, MemoryError)


def test_the_system_is_asked_for_its_memory_where_it_says():
    available = memory.available_bytes()
    assert (available is not None) == Path("/proc/meminfo").exists()
    assert available is None or 10**6 < available < 10**18


def test_a_maze_is_made_where_its_memory_just_suffices(monkeypatch):
    # Rows of 250 bytes for 1000 cells, and a byte for each cell to walk on.
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_250_000)
    assert labirinto.wilson(1000, 1000, seed=1).width == 1000
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_249_999)
    with pytest.raises(TooLargeError, match=r"needs 1\.25 MB of memory, and 1\.25 MB are free"):
        labirinto.wilson(1000, 1000, seed=1)


def test_a_narrow_maze_counts_its_rows_in_whole_bytes(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 100_000)
    with pytest.raises(TooLargeError, match="needs 200 kB"):
        labirinto.eller(1, 100_000, seed=1)


def test_a_system_that_does_not_say_is_believed(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    assert labirinto.wilson(10, 10, seed=1).recipe.seed == 1


# Long work.


def test_threads_at_work_make_what_one_alone_makes():
    recipes = [
        maze.recipe
        for seed in range(4)
        for maze in (
            labirinto.wilson(300, 300, seed=seed),
            labirinto.wilson(60, 60, seed=seed),
            labirinto.wilson(9, 9000, seed=seed),
            labirinto.eller(600, 300, seed=seed, join=0.3),
            labirinto.aldous_broder(60, 60, seed=seed),
            labirinto.kruskal(200, 200, seed=seed),
        )
    ]
    alone = [labirinto.generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(labirinto.generate, recipes * 3))
    assert together == alone * 3


def test_threads_may_look_at_one_maze():
    rows = labirinto.wilson(400, 300, seed=1).rows
    maze = Maze(400, 300, rows)

    def look(_):
        ends = labirinto.suggest_ends(maze)
        return maze.is_perfect, ends, labirinto.solve(maze, *ends), labirinto.census(maze)

    with ThreadPoolExecutor(4) as threads:
        seen = set(threads.map(look, range(12)))
    assert seen == {look(0)}


@pytest.mark.parametrize(("algorithm", "width", "height"), LONG_WORK)
def test_progress_is_told_and_changes_nothing(algorithm, width, height):
    told = []
    maze = labirinto.generate(
        algorithm, width, height, seed=1, progress=lambda done, whole: told.append((done, whole))
    )
    assert told
    assert len({whole for _, whole in told}) == 1
    assert all(0 <= done <= whole for done, whole in told)
    assert told == sorted(told)
    assert maze == labirinto.generate(algorithm, width, height, seed=1)


class StopError(Exception):
    pass


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt])
@pytest.mark.parametrize(("algorithm", "width", "height"), LONG_WORK)
def test_what_progress_raises_stops_the_work(algorithm, width, height, error):
    calls = []

    def stop(done, whole):
        calls.append(done)
        raise error

    with pytest.raises(error):
        labirinto.generate(algorithm, width, height, seed=1, progress=stop)
    assert len(calls) == 1


def test_ctrl_c_stops_work_that_would_take_minutes():
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        labirinto.aldous_broder(5000, 5000, seed=1)
    timer.join()
    assert time.monotonic() - begin < 20


def test_other_threads_go_on_during_long_work():
    counted = []
    done = threading.Event()

    def count():
        while not done.wait(0.001):
            counted.append(1)

    counter = threading.Thread(target=count)
    counter.start()
    rows = _core.wilson_walls(4000, 4000, 1, 4000)
    seen = len(counted)
    done.set()
    counter.join()
    assert len(rows) == 4000 * 2 * 500
    assert seen >= 5


def test_ends_and_paths_are_hashable_values():
    assert len({Ends((0, 0), (1, 1)), Ends((0, 0), (1, 1)), Ends((0, 0), (1, 1), open=True)}) == 2
    assert labirinto.Path((0, 0), b"\1") != labirinto.Path((0, 0), b"\0")
    with pytest.raises(AttributeError):
        Ends((0, 0), (1, 1)).open = True
