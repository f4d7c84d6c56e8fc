"""Datasets: every column against the function that says what it is, splits, and what is refused."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Rooms, TooLargeError, seeds
from labirinto.datasets import COLUMNS, MESH_COLUMNS, Dataset, MazeStream
from labirinto.datasets.making import Maker
from labirinto.datasets.mixing import Mix, child_seeds, parse_sizes
from labirinto.drawing.geometry import Drawing
from labirinto.formats.blocks_text import write_blocks
from labirinto.formats.picture import to_image
from labirinto.formats.tokens import write_tokens
from labirinto.grids import letters, mask
from labirinto.recipe import Recipe

ALL = [name for name in COLUMNS if name not in ("stage", "reachable", "closed")]


def written(write: Callable[[Drawing, io.BytesIO], None], *drawn: Any) -> str:
    """What a writer writes, also of a maze of which it cannot be read back."""
    stream = io.BytesIO()
    write(Drawing(*drawn, labirinto.Style()), stream)
    return stream.getvalue().decode()


@pytest.mark.parametrize(
    ("algorithm", "size", "about"),
    [
        ("wilson=1,eller=2", "1x2..9x7", {"join": 0.7}),
        ("prim", "6x5", {"ends": "border"}),
        ("wilson", "9x8", {"ends": "random", "braid": 0.5}),
        ("backtracker", "12x9", {"rooms": Rooms(2, (2, 2), (3, 2)), "ends": "corners"}),
        ("wilson", "8x8", {"sparse": 0.3, "ends": "farthest"}),
        ("wilson=1,prim=1", "9x8..12x9", {"shape": partial(mask, "circle")}),
        ("wilson", "14x9", {"shape": partial(letters, "LO"), "sparse": 0.1, "pairs": 2}),
        deep("aldous-broder=1,hunt-and-kill=1", "2x2..30x30", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_column_is_what_the_library_says_of_the_maze(
    algorithm: str, size: str, about: dict[str, Any]
) -> None:
    dataset = Dataset(algorithm, size, count=12, seed=5, columns=ALL, unique=False, **about)
    rows = list(dataset)
    assert [row["item"] for row in rows] == [k for k in range(12) for _ in range(dataset.pairs)]
    for row in rows:
        check_row(row, dataset)


def check_problem(
    row: dict[str, Any], maze: labirinto.Maze, dataset: Dataset, cell_of: Callable[[Any], Any]
) -> tuple[labirinto.Ends, labirinto.Path]:
    """Check what a row says of ends and path; ``cell_of`` gives the cell of a row's value."""
    ends = labirinto.suggest_ends(maze, dataset.ends or "")
    given = cell_of(row["start"]), cell_of(row["end"])
    if row["pair"]:
        assert {*given} != {*ends}
        ends = labirinto.Ends(*given)
    assert given == tuple(ends)
    path = labirinto.Path.from_cells(maze.grid, map(cell_of, row["path"]))
    assert (path.start, path.end) == given
    assert row["steps"] == path.steps == labirinto.solve(maze, *ends).steps
    hardness = labirinto.difficulty(maze, path)
    assert (row["turns"], row["junctions"]) == (path.turns, hardness.junctions)
    assert row["difficulty"] == pytest.approx(hardness.score, abs=6e-4)
    assert row["dead_ends"] == labirinto.census(maze).dead_ends
    assert (row["distances"] == np.asarray(maze.distances(ends.start))).all()
    for name, shown in (("image", None), ("solution_image", path)):
        picture = Image.open(io.BytesIO(row[name])).convert("RGB")
        assert picture.tobytes() == to_image(maze, path=shown, ends=ends).tobytes()
    return ends, path


def check_row(row: dict[str, Any], dataset: Dataset) -> None:
    recipe = Recipe.from_dict(json.loads(row["recipe"]))
    maze = labirinto.generate(recipe)
    assert (recipe.algorithm, str(recipe.seed)) == (row["algorithm"], row["seed"])
    assert (recipe.width, recipe.height) == (row["width"], row["height"])
    said = json.loads(row["parameters"])
    assert dict(recipe.parameters).items() <= said.items()
    assert row["grid"] == ("mask" if maze.rectangle.mask else "rectangle")
    assert (row["cells"] == np.asarray(maze)).all()
    assert (row["blocks"] == np.asarray(maze.blocks())).all()
    exits = np.asarray(maze)
    assert (row["connection_list"] == np.stack([exits & 4 != 0, exits & 2 != 0])).all()

    ends, path = check_problem(row, maze, dataset, lambda cell: tuple(cell.tolist()))
    assert row["moves"] == path.directions.translate(str.maketrans("NESW", "URDL"))
    closed = labirinto.Ends(*ends)
    assert row["tokens"] + "\n" == written(write_tokens, maze, path, closed)
    blocks = written(write_blocks, maze, path, closed)
    lines = [list(line) for line in blocks.splitlines()]
    for line in lines[::2]:
        line[::2] = "#" * len(line[::2])
    assert row["ascii"].splitlines() == ["".join(line) for line in lines]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"split": "train=0.5,test=0.5", "test_algorithm": "prim", "pairs": 3},
        {"unique": False, "order": "size"},
        {"order": "difficulty", "stages": 2, "columns": "stage,cells"},
        {"sparse": 0.4, "columns": "cells"},
        {"shape": labirinto.grids.hexagonal, "columns": "edges"},
    ],
)
def test_any_row_by_its_index(options: dict[str, Any]) -> None:
    dataset = Dataset("wilson", "3x3..5x4", count=12, seed=7, **options)
    rows = list(dataset)
    assert len(dataset) == len(rows)

    def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
        return repr(one) == repr(other)

    for k in (0, 1, 7, len(rows) - 1, -1, -len(rows)):
        assert same(dataset[k], rows[k])
    assert same(dataset[np.int64(3)], rows[3])  # type: ignore[index]
    for some in (slice(2, 6), slice(None, None, -5), slice(3, 3), slice(-2, 99)):
        assert all(map(same, dataset[some], rows[some]))
        assert len(dataset[some]) == len(rows[some])
    for k in (len(rows), -len(rows) - 1, 10**30):
        with pytest.raises(IndexError):
            dataset[k]
    nothings = (slice("a", None), slice(None, None, 0), np.True_)
    for nonsense in ("1", 1.0, None, True, *nothings):
        with pytest.raises(labirinto.InvalidValueError):
            dataset[nonsense]  # type: ignore[index]


def test_the_column_of_junctions_leaves_out_the_end() -> None:
    """A maze whose end has two more passages: nothing is left to choose there."""
    dataset = Dataset(
        "backtracker", "4x4", count=40, seed=7, ends="random", columns="cells,path,junctions"
    )
    ends_that_fork = 0
    for row in dataset:
        exits = [int(row["cells"][y][x]).bit_count() for x, y in row["path"].tolist()]
        expected = (exits[0] > 1) + sum(count > 2 for count in exits[1:-1])
        assert row["junctions"] == expected
        ends_that_fork += exits[-1] > 2
    assert ends_that_fork


def test_the_help_has_all_columns() -> None:
    words = (Path(__file__).parent.parent / "src/labirinto/cli/dataset.py").read_text()
    for name in (*COLUMNS, *MESH_COLUMNS):
        assert name in words


def test_an_item_depends_on_its_number_alone() -> None:
    numbers = np.array([0, 7, 2**40, 12345, 3])
    assert child_seeds(99, 5, numbers).tolist() == [
        seeds.child_seed(99, 5, k) for k in numbers.tolist()
    ]
    maker = Maker(Mix({"wilson": 1.0, "prim": 2.0}, parse_sizes("2x2..9x9")), 99, "farthest")
    (together,) = maker.make([numbers])
    for i, number in enumerate(numbers):
        (alone,) = maker.make([np.array([number])])
        assert alone.maze(0) == together.maze(i)
        assert alone.recipe(0) == together.recipe(i)
        assert alone.path_of(0) == together.path_of(i)


def test_kinds_are_drawn_as_often_as_they_should_be() -> None:
    mix = Mix({"wilson": 3.0, "prim": 1.0}, parse_sizes("5x5..8x6=2,20x20=1"))
    algorithms, widths, heights = mix.draw(7, np.arange(90_000))
    assert abs((algorithms == 1).mean() - 0.25) < 0.006
    sizes = Counter(zip(widths.tolist(), heights.tolist(), strict=True))
    assert set(sizes) == {(20, 20)} | {(w, h) for w in range(5, 9) for h in (5, 6)}
    expected = {size: 30_000 if size == (20, 20) else 7500 for size in sizes}
    # Eight degrees of freedom: 26 is exceeded once in a thousand.
    assert sum((sizes[it] - expected[it]) ** 2 / expected[it] for it in sizes) < 26
    _, widths, heights = Mix({"prim": 1.0}, parse_sizes("2x2..5x5"), square=True).draw(
        7, np.arange(99)
    )
    assert (widths == heights).all()


def test_rows_are_ordered_from_easy_to_hard() -> None:
    about: dict[str, Any] = {
        "count": 60,
        "seed": 2,
        "columns": "difficulty",
        "split": "train=0.5,test=0.2,valid=0.3",
    }
    plain = list(Dataset("wilson", "3x3..9x9", **about))
    for order in ("size", "difficulty"):
        rows = list(Dataset("wilson", "3x3..9x9", order=order, **about))
        assert sorted(row["item"] for row in rows) == [row["item"] for row in plain]
        keys = [
            row["difficulty"] if order == "difficulty" else row["width"] * row["height"]
            for row in rows
        ]
        assert keys == sorted(keys)


def test_stages_have_about_as_many_mazes_each() -> None:
    dataset = Dataset("wilson", "6x6", count=600, seed=2, columns="difficulty", stages=3)
    rows = list(dataset)
    stages = Counter(row["stage"] for row in rows)
    assert all(150 < stages[stage] < 250 for stage in (1, 2, 3))
    bounds = [max(row["difficulty"] for row in rows if row["stage"] == stage) for stage in (1, 2)]
    assert all(bound < level for bound, level in zip(bounds, dataset.find_levels(), strict=True))
    # An item has its stage in a set of any size.
    fewer = Dataset("wilson", "6x6", count=20, seed=2, columns="difficulty", stages=3)
    measured: list[tuple[int, int]] = []
    (plan,) = fewer.plan(lambda done, total: measured.append((done, total)))
    assert measured[-1] == (10_000, 10_000)
    assert tuple(plan.levels) == fewer.find_levels() == dataset.find_levels()
    assert [row["stage"] for row in fewer] == [row["stage"] for row in rows[:20]]


def test_without_numpy_the_package_is_there_and_says_what_it_needs() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import labirinto, inspect; inspect.getmembers(labirinto)\n"
        "try: labirinto.datasets.Dataset\n"
        "except labirinto.MissingExtraError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "A dataset needs numpy: pip install 'labirinto[datasets]'.\n"


def test_a_recipe_in_words_makes_the_same_dataset() -> None:
    dataset = Dataset(
        {"wilson": 0.5, "growing-tree": 1},
        {"4x4..5x6": 1, (3, 3): 2},
        count=30,
        columns=["ends", "exits", "image"],
        style=labirinto.Style(cell=8),
        rooms=Rooms(1, (2, 2), (2, 2)),
        newest=0.3,
    )
    again = Dataset.from_dict(dataset.as_dict())
    assert again.as_dict() == dataset.as_dict()
    assert [row["image"] for row in again] == [row["image"] for row in dataset]
    for nonsense in ({}, {"style": 3, "rooms": None}, dataset.as_dict() | {"strange": 1}):
        with pytest.raises(InvalidValueError):
            Dataset.from_dict(nonsense)


def test_errors_of_a_shape_are_the_users_own() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        Dataset("wilson", "5x5", shape=lambda width, _: len(None), count=3)  # type: ignore[arg-type]


def test_text_of_loops_has_the_posts_of_maze_dataset() -> None:
    dataset = Dataset(
        "wilson",
        "8x8",
        count=9,
        braid=1.0,
        seed=1,
        rooms=Rooms(1, (3, 3), (3, 3)),
        columns="ascii,blocks",
    )
    rows = list(dataset)
    assert all(
        set("".join(line[::2] for line in row["ascii"].split("\n")[::2])) == {"#"} for row in rows
    )
    assert not all(row["blocks"][::2, ::2].all() for row in rows)


def test_items_that_cannot_be_made_are_left_out() -> None:
    rooms = Rooms(2, (3, 3), (3, 3))
    for unique in (True, False):
        about: dict[str, Any] = {"count": 60, "seed": 1, "rooms": rooms, "unique": unique}
        rows = list(Dataset("wilson", "6x6..8x8", pairs=2, **about))
        assert len(rows) == 120
        items = [row["item"] for row in rows]
        assert items == sorted(items)
        assert items[-1] > 59
    few = list(Dataset("wilson", "3x3..6x6", sparse=0.7, pairs=5, count=20, unique=False))
    assert len(few) == 100
    for dataset in (
        Dataset("wilson", "5x5", count=3, sparse=1.0),
        Dataset("wilson", "5x5", count=3, sparse=1.0, stages=2, unique=False),
    ):
        with pytest.raises(InvalidValueError, match=r"1000 mazes in a row could not .* cell.*\.$"):
            list(dataset)
        with pytest.raises(InvalidValueError, match="1000 mazes in a row could not"):
            next(iter(MazeStream(dataset)))


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"algorithm": "wilsen"}, "no algorithm 'wilsen'"),
        ({"algorithm": "wilson=0"}, "each finite and above 0"),
        ({"algorithm": "wilson,prim"}, "names with shares"),
        ({"algorithm": 7}, "names with shares"),
        ({"algorithm": "wilson=1,wilson=2"}, "only once"),
        ({"size": "5"}, "not WIDTHxHEIGHT"),
        ({"size": "9x9..5x5"}, "swap them"),
        ({"size": "0x5"}, "0"),
        ({"size": None}, "such as 9x9"),
        ({"size": 5}, "such as 9x9"),
        ({"split": "train=inf"}, "each finite and above 0"),
        ({"shape": 3}, "a function that makes"),
        ({"size": "1x1"}, "single cell"),
        ({"size": "5x6..9x9", "square": True}, "equal sides"),
        ({"count": 0}, "count is 0"),
        ({"count": "many"}, "whole number"),
        ({"split": "train=x"}, "each finite and above 0"),
        ({"split": "my train=1"}, "not a name"),
        ({"split": ""}, "names with shares"),
        ({"columns": "cells,colour"}, "no column 'colour'"),
        ({"columns": 3}, "names of columns"),
        ({"columns": "path", "ends": None}, "path needs ends"),
        ({"columns": "stage"}, "number of stages"),
        ({"ends": "middle"}, "one of corners, border, farthest, random"),
        ({"order": "age"}, "one of size, difficulty"),
        ({"order": "difficulty", "ends": "none"}, "needs ends"),
        ({"stages": 1}, "from 2 to 100"),
        ({"join": 0.5}, "no parameter 'join' for wilson"),
        ({"algorithm": "eller", "join": 2}, "join is 2"),
        ({"braid": 2}, "from 0 to 1"),
        ({"rooms": 3}, "labirinto.Rooms"),
        ({"algorithm": "sidewinder", "rooms": Rooms(1)}, "no rooms"),
        ({"style": "dark"}, "labirinto.Style"),
        ({"seed": ""}, "empty"),
        ({"shard": 0}, "shard is 0"),
        ({"size": "30x30", "columns": "tokens", "shard": 10**6}, "from 1 to"),
        ({"size": "9000x9000", "columns": "tokens"}, "too large for one of the columns"),
        ({"unique": 1}, "True or False"),
        ({"split": "test=1,test_prim=1", "test_algorithm": "prim"}, "two splits test_prim"),
        ({"split": "test=1,a=1", "test_size": "x"}, "not WIDTHxHEIGHT"),
        ({"split": "test=1,a=1", "test_size": 3}, "test_size is 3;"),
        ({"size": "2x2..30x30", "pairs": 7}, "of 4 cells has 6 different pairs of ends, not 7"),
        (
            {"split": "test=1,a=9", "count": 9000, "test_size": "3x3"},
            "there are only 192",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(about: dict[str, Any], sentence: str) -> None:
    values = {"algorithm": "wilson", "size": "5x5", "count": 10} | about
    with pytest.raises(InvalidValueError) as caught:
        Dataset(values.pop("algorithm"), values.pop("size"), **values)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_row_too_large_for_memory_is_refused_at_once() -> None:
    with pytest.raises(TooLargeError, match=r"10000000000 cells needs 1\.5 TB"):
        Dataset("wilson", "100000x100000", count=1)


@pytest.mark.parametrize(
    "about",
    [
        {"order": "size", "ends": None},
        {"unique": False, "order": "difficulty"},
        {"unique": False, "sparse": 0.1},
        {"split": "test=1,a=1", "test_algorithm": "eller"},
    ],
)
def test_more_rows_than_can_be_compared_are_refused_at_once(about: dict[str, Any]) -> None:
    with pytest.raises(TooLargeError, match=r"00 mazes .*needs \d+ TB of memory"):
        next(iter(Dataset("wilson", "20x20", count=10**12, **about)))


def test_rows_that_need_no_comparison_come_at_once() -> None:
    assert next(iter(Dataset("wilson", "20x20", count=10**12)))["item"] == 0


def test_a_shard_has_fewer_mazes_if_their_pictures_are_large() -> None:
    about: dict[str, Any] = {"count": 9, "columns": "image"}
    shards = [
        Dataset("wilson", "5x5", style=labirinto.Style(cell=cell), **about).shard
        for cell in (4, 16, 200, 2000)
    ]
    assert shards[0] == shards[1] == 100_000
    assert shards[2] < 200e6 / 4e3
    assert shards[3] < 200e6 / 90e3
    with pytest.raises(InvalidValueError, match="shard is 100000; it must be from 1 to"):
        Dataset("wilson", "5x5", style=labirinto.Style(cell=2000), shard=100_000, **about)
