"""Symmetric mazes: all of them by enumeration, the textbook, the core, and what is refused."""

import json
import pickle
import re
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import product

import numpy as np
import pytest
from commands import digests, run
from hypothesis import given
from hypothesis import strategies as st
from shapes import drawn
from strategies import seed_values, values_of
from test_rooms_uniform import all_with_rooms
from test_uniform import RARE, chance_of_more, chi_square
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, Rectangle, Rooms, grids
from labirinto.algorithms.textbook.runs import run as run_textbook
from labirinto.algorithms.textbook.symmetry import images, joined_cells
from labirinto.datasets import Dataset, check, load
from labirinto.grids.symmetries import SYMMETRIES, image, open_passages
from labirinto.random_bits import Bits
from labirinto.seeds import ITEM, SYMMETRY, child_seed, seed_number

ABLE = [name for name, algorithm in labirinto.ALGORITHMS.items() if algorithm.shapes]
UNABLE = [name for name in labirinto.ALGORITHMS if name not in ABLE]

COUNTS = {
    ("x", 3, 3): 8,
    ("x", 4, 3): 45,
    ("x", 3, 4): 21,
    ("x", 4, 2): 8,
    ("y", 3, 4): 45,
    ("xy", 3, 3): 2,
    ("xy", 4, 3): 3,
    ("xy", 5, 3): 5,
    ("turn2", 3, 3): 12,
    ("turn2", 4, 3): 35,
    ("turn2", 3, 4): 35,
    ("turn4", 3, 3): 2,
}
NONE = [("turn2", 4, 2), ("turn4", 4, 4), ("turn4", 3, 5), ("xy", 2, 4)]


def is_symmetric(name, grid, passages):
    return all(it in passages for passage in passages for it in images(passage, name, grid))


@cache
def all_mazes(width, height):
    """Every perfect maze of a size, as its passages, by trying all."""
    grid = Rectangle(width, height)
    cells = joined_cells(grid, "x", [])  # for the numbers of the walls alone
    cells = type(cells)(grid, [])
    by_wall = {grid.bits_of([p]): p for c in grid for p in pairs_from(grid, c)}
    by_place = {int.from_bytes(bits, "little").bit_length() - 1: p for bits, p in by_wall.items()}
    return [frozenset(by_place[wall] for wall in maze) for maze in all_with_rooms(cells)]


def pairs_from(grid, cell):
    x, y = cell
    return [(cell, there) for there in ((x + 1, y), (x, y + 1)) if there in grid]


def made_by_law(name, grid):
    """Every maze that the law makes: all trees of the joined cells, with all their images."""
    made = []
    always, choices = open_passages(grid, name)
    place = {
        int.from_bytes(grid.bits_of([p]), "little").bit_length() - 1: p
        for cell in grid
        for p in pairs_from(grid, cell)
    }
    for opened in [[*always, one] for one in choices] or [always]:
        for tree in all_with_rooms(joined_cells(grid, name, opened)):
            passages = {place[wall] for wall in tree}
            passages |= {it for one in tuple(passages) for it in images(one, name, grid)}
            made.append(frozenset(passages | set(opened)))
    return made


@pytest.mark.parametrize(("name", "width", "height"), COUNTS)
def test_the_law_makes_every_symmetric_maze_once(name, width, height):
    grid = Rectangle(width, height)
    made = made_by_law(name, grid)
    assert len(made) == len(set(made)) == COUNTS[name, width, height]
    if (width, height) != (5, 3):  # of which there are too many to try in a test
        whole = [it for it in all_mazes(width, height) if is_symmetric(name, grid, it)]
        assert set(made) == set(whole)


@pytest.mark.parametrize(("name", "width", "height"), COUNTS)
def test_a_unique_batch_has_all_of_them_and_no_more(name, width, height):
    count = COUNTS[name, width, height]
    assert labirinto.number_of_mazes(width, height, symmetry=name) == count
    batch = labirinto.batch("wilson", width, height, count=count, unique=True, symmetry=name)
    assert len(set(batch.read(count))) == count
    with pytest.raises(InvalidValueError, match=f"at most {count}, "):
        labirinto.batch("wilson", width, height, count=count + 1, unique=True, symmetry=name)


def test_five_by_five():
    assert len(set(made_by_law("xy", Rectangle(5, 5)))) == 36


@pytest.mark.parametrize(("name", "width", "height"), NONE)
def test_a_symmetry_that_no_maze_has_is_refused(name, width, height):
    grid = Rectangle(width, height)
    if width * height < 10:
        assert not any(is_symmetric(name, grid, it) for it in all_mazes(width, height))
    with pytest.raises(InvalidValueError, match=f"{width}x{height}.*{name}.*odd"):
        labirinto.wilson(width, height, symmetry=name)


@pytest.mark.parametrize("algorithm", ["wilson", "aldous-broder"])
@pytest.mark.parametrize(
    ("name", "width", "height"), [("x", 4, 3), ("y", 4, 3), ("turn2", 3, 4), ("turn2", 3, 3)]
)
def test_every_symmetric_maze_is_equally_likely(name, width, height, algorithm):
    classes = len(made_by_law(name, Rectangle(width, height)))
    draws = 60 * classes
    counts = Counter(
        labirinto.generate(algorithm, width, height, seed=seed, symmetry=name).rows
        for seed in range(draws)
    )
    assert len(counts) <= classes
    chance = chance_of_more(chi_square(counts, classes, draws), classes - 1)
    assert min(chance, 1 - chance) > RARE


def possible(name, width, height):
    if name == "turn4":
        return width | 1, width | 1
    return (width, height | 1) if name in ("xy", "turn2") else (width, height)


@pytest.mark.parametrize("algorithm", ABLE)
@given(data=st.data())
def test_the_core_makes_them_as_the_textbook_does(algorithm, data):
    name = data.draw(st.sampled_from(list(SYMMETRIES)))
    width, height = possible(name, data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12)))
    seed = data.draw(seed_values)
    parameters = data.draw(values_of(labirinto.ALGORITHMS[algorithm], selecting=False))
    maze = labirinto.generate(algorithm, width, height, seed=seed, symmetry=name, **parameters)
    grid = Rectangle(width, height)
    opened, choices = open_passages(grid, name)
    if choices:
        bits = Bits(child_seed(seed_number(seed), SYMMETRY, 0))
        opened.append(choices[bits.below(len(choices))])
    module = import_module(f"labirinto.algorithms.textbook.{algorithm.replace('-', '_')}")
    rows = run_textbook(module.steps(joined_cells(grid, name, opened), seed, **parameters))
    passages = set(grid.passages(rows))
    passages |= {it for one in tuple(passages) for it in images(one, name, grid)}
    assert maze.rows == grid.bits_of({*passages, *opened})
    assert maze.is_perfect
    assert Maze.from_bits(grid, maze.rows).is_perfect
    assert is_symmetric(name, grid, set(maze.passages()))


@pytest.mark.parametrize("name", SYMMETRIES)
@pytest.mark.parametrize(
    ("algorithm", "width", "height"),
    [("wilson", 9, 9), ("kruskal", 13, 13), *(deep(name, 9, 9) for name in ABLE[1:])],
)
def test_items_of_a_batch_are_the_mazes_of_child_seeds(algorithm, width, height, name):
    # An even side, where the symmetry allows it, has a passage of its own in each maze.
    width -= name in ("x", "turn2")
    height -= name == "y"
    batch = labirinto.batch(
        algorithm, width, height, symmetry=name, count=3001, seed="anna", solutions=True, threads=2
    )
    block = batch[:]
    for k in (0, 1, 2, 1500, 3000):
        seed = child_seed(seed_number("anna"), ITEM, k)
        maze = labirinto.generate(algorithm, width, height, seed=seed, symmetry=name)
        assert block[k] == batch[k] == maze == labirinto.generate(block[k].recipe)
        ends = labirinto.suggest_ends(maze)
        assert block.ends_of(k) == ends
        assert block.path_of(k) == labirinto.solve(maze, *ends)
    again = pickle.loads(pickle.dumps(batch))  # which has made some, as the workers of Dask have
    again.threads = 1
    assert b"".join(again.read(size).rows for size in (1, 700, 2300)) == block.rows


# Datasets.


def test_a_symmetric_dataset_is_made_again_and_resumed(tmp_path):
    about = {"count": 60, "columns": ["cells", "recipe"], "seed": 7, "shard": 20, "unique": False}
    sizes = {f"{side}x{side}": 1 for side in range(5, 39, 2)}  # more than are kept at a time
    dataset = Dataset("wilson=1,prim=1", sizes, symmetry="turn4", **about)
    for row in dataset:
        maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
        assert maze.recipe.symmetry == json.loads(row["parameters"])["symmetry"] == "turn4"
        assert is_symmetric("turn4", maze.rectangle, set(maze.passages()))
        assert (row["cells"] == np.asarray(maze)).all()
    assert Dataset.from_dict(json.loads(json.dumps(dataset.job))).as_dict() == dataset.as_dict()
    assert "symmetry" not in Dataset("wilson", "5x5", count=1).as_dict()
    dataset.write(tmp_path / "whole", workers=1)

    def stop(done, _):
        if done >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.write(tmp_path / "mazes", workers=1, progress=stop)
    assert list(tmp_path.glob("mazes.part/data/*"))
    dataset.write(tmp_path / "mazes", workers=1, resume=True)
    assert digests(tmp_path / "mazes") == digests(tmp_path / "whole")
    assert check(tmp_path / "mazes") == 60


@pytest.mark.parametrize(
    ("size", "about", "said"),
    [
        ("5x5..9x9", {"symmetry": "turn2"}, "6x6 .*'turn2'"),
        ("5x5..9x9", {"symmetry": "turn4"}, "5x6 .*'turn4'"),
        ("5x5..9x9", {"symmetry": "xy", "square": True}, "6x6 .*'xy'"),
        ("9x9", {"symmetry": "z"}, "symmetry is 'z'"),
        ("9x9", {"symmetry": "x", "rooms": Rooms(1)}, "Rooms .*'x'"),
        ("9x9", {"symmetry": "x", "braid": 0.5}, "Loops .*'x'"),
        ("9x9", {"symmetry": "x", "unreachable": 0.5}, "leave out symmetry, or unreachable"),
        ("9x9", {"symmetry": "x", "shape": grids.hexagonal}, "mazes of squares"),
        ("9x9", {"symmetry": "x", "test_algorithm": "eller", "split": "test"}, "eller makes no"),
        ("9x9", {"symmetry": "turn2", "test_size": "8x8", "split": "test"}, "8x8 .*'turn2'"),
        ("4x3", {"symmetry": "x", "count": 46}, "at most 45"),
    ],
)
def test_what_no_symmetric_dataset_has_is_refused(size, about, said):
    with pytest.raises(InvalidValueError, match=said):
        Dataset("wilson", size, **{"count": 9, **about})


@pytest.mark.parametrize(("name", "size", "count"), [("x", "4x3", 45), ("turn4", "7x7", 900)])
def test_no_symmetric_maze_is_two_rows(name, size, count):
    # Of all 2 * 10^19 mazes of 7x7, 900 would not be compared.
    rows = list(Dataset("wilson", size, symmetry=name, count=count, seed=1, columns=["cells"]))
    assert len({row["cells"].tobytes() for row in rows}) == count


def test_images_are_of_the_same_rectangle():
    for name, maps in SYMMETRIES.items():
        for map_ in maps:
            cells = list(product(range(5), range(5)))
            assert sorted(image(cell, map_, 5, 5) for cell in cells) == cells, name


# What is written and read.


# What is refused.


@pytest.mark.parametrize("name", UNABLE)
def test_algorithms_without_symmetry_name_those_that_have_it(name):
    with pytest.raises(InvalidValueError, match=f"{name} makes no symmetric mazes; .* wilson"):
        labirinto.generate(name, 9, 9, symmetry="x")
    parameters = labirinto.ALGORITHMS[name].complete({})
    with pytest.raises(InvalidValueError, match="no symmetric mazes"):
        labirinto.generate(Recipe(name, 9, 9, 1, symmetry="x", parameters=parameters))


def test_what_would_spoil_a_symmetry_is_refused():
    plain = labirinto.wilson(9, 9, seed=1, symmetry="x")
    rooms = Rooms(1, (2, 2), (2, 2))
    for wrong, said in (
        (lambda: labirinto.wilson(9, 9, symmetry="z"), "symmetry is 'z'"),
        (lambda: labirinto.wilson(9, 9, symmetry=2), "symmetry is 2"),
        (lambda: labirinto.wilson(9, 9, symmetry="x", rooms=rooms), "Rooms .* 'x'"),
        (lambda: labirinto.braid(plain, 0.5, seed=1), "Loops .* 'x'"),
        (lambda: labirinto.sparse(plain, 0.5), "Removed cells .* 'x'"),
        (lambda: labirinto.wilson(drawn("..#/..."), symmetry="x"), "cannot have a mask"),
        (lambda: labirinto.wilson(grids.hexagonal(9, 9), symmetry="x"), "mazes of squares"),
        (lambda: labirinto.wilson(9, 9, symmetry="x", order="rows"), "order 'rows'"),
        (lambda: labirinto.generate(plain.recipe, symmetry="x"), "recipe is complete"),
    ):
        with pytest.raises(InvalidValueError, match=said):
            wrong()


# The command line.


def test_the_command_makes_symmetric_mazes(tmp_path):
    file = tmp_path / "maze.json"
    run("wilson", "15x15", "--symmetry", "turn4", "--seed", "7", "-o", str(file))
    assert labirinto.load(file) == labirinto.wilson(15, 15, seed=7, symmetry="turn4")
    for words, said in (
        (("wilson", "14x14", "--symmetry", "turn4"), "14x14 .* 'turn4'.* odd side"),
        (("wilson", "14x14", "--symmetry", "z"), "'z'"),
        (("wilson", "14xinf", "--symmetry", "x"), "endless"),
        (("eller", "14x14", "--symmetry", "x"), "eller makes no symmetric mazes"),
        (("wilson", "14x14", "--symmetry", "x", "--braid", "0.5"), "Loops"),
        (("wilson", "14x14", "--symmetry", "x", "--mask", "circle"), "mask"),
        (("wilson", "9x9", "--grid", "hexagonal", "--symmetry", "x"), "--grid"),
    ):
        done = run(*words, "-o", "no.json", cwd=tmp_path)
        assert done.returncode == 2
        assert re.search(said, " ".join(done.stderr.split())), done.stderr
    assert not (tmp_path / "no.json").exists()


def test_the_commands_for_many_take_a_symmetry(tmp_path):
    words = ("9x8", "--symmetry", "turn2", "--count", "5", "--seed", "7")
    run("batch", "wilson", *words, "-o", "mazes.npy", cwd=tmp_path)
    expected = labirinto.batch("wilson", 9, 8, symmetry="turn2", count=5, seed=7)
    assert expected.command == "labirinto batch wilson 9x8 --symmetry turn2 --seed 7 --count 5"
    assert (np.load(tmp_path / "mazes.npy") == np.asarray(expected)).all()
    done = run("dataset", "mazes", "--size", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "train: 5\n")
    assert load(tmp_path / "mazes").changes.symmetry == "turn2"
