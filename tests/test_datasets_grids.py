"""Datasets of mazes on other grids and in masks, and of several problems a maze."""

from __future__ import annotations

import io
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import digests, run
from PIL import Image
from test_datasets import check_problem
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Maze, Rectangle, grids
from labirinto.datasets import MESH_COLUMNS, Dataset, MazeStream, check, load
from labirinto.datasets.making import different_ends
from labirinto.grids import Grid, Mesh
from labirinto.recipe import Recipe

ALL = [name for name in MESH_COLUMNS if name not in ("stage", "reachable", "closed", "cells")]
SQUARES = [[[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]] for y in (0, 1) for x in (0, 1, 2)]
"""Six squares as polygons."""


@pytest.mark.parametrize(
    ("shape", "size", "about"),
    [
        (grids.hexagonal, "2x3..5x4", {}),
        (partial(grids.triangular, outline="hexagon"), "2..3", {"braid": 0.6, "ends": "corners"}),
        (partial(grids.circular, hole=1), "3..4=1,6=2", {"ends": "border"}),
        (partial(grids.voronoi, seed=5), "20..30", {"ends": "random", "pairs": 3}),
        deep(grids.octagonal, "3x3..9x9", {"square": True}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_column_is_what_the_library_says_of_the_maze(
    shape: Callable[..., Grid], size: str, about: dict[str, Any]
) -> None:
    dataset = Dataset(
        "wilson=2,prim=1", size, shape=shape, count=9, seed=5, columns=ALL, unique=False, **about
    )
    rows = list(dataset)
    assert [row["item"] for row in rows] == [k for k in range(9) for _ in range(dataset.pairs)]
    for row in rows:
        check_row(row, dataset)


@pytest.mark.parametrize(
    "shape",
    [
        partial(grids.linked, floors=2),
        partial(grids.linked, wrap="xy"),
        partial(grids.woven, weave=1, grid_seed=5),
    ],
)
def test_squares_beyond_the_plane_have_the_exits_of_their_cells(shape: Callable[..., Grid]) -> None:
    for row in Dataset(
        "wilson", "3x4..6x5", shape=shape, count=20, seed=5, columns=[*ALL, "cells"]
    ):
        maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
        expected = np.asarray(maze.cells())
        assert row["cells"].dtype == np.uint8
        assert row["cells"].tolist() == expected.reshape(-1, *expected.shape[-2:]).tolist()


def check_row(row: dict[str, Any], dataset: Dataset) -> None:
    maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
    mesh = maze.grid
    assert isinstance(mesh, Mesh)
    assert (row["grid"], row["cell_count"]) == (mesh.text, len(mesh))
    cells = range(len(mesh))
    assert np.allclose(row["centres"], [mesh.centre(cell) for cell in cells], atol=6e-4)
    assert row["walls"].tolist() == [
        [one, other]
        for _, one, other in sorted(
            (wall, one, other)
            for one in cells
            for other, wall in mesh.neighbours(one)
            if one < other
        )
    ]
    passages = [[mesh.index(one), mesh.index(other)] for one, other in maze.passages()]
    assert sorted(row["edges"].tolist()) == sorted(passages)
    assert row["walls"][row["open"]].tolist() == row["edges"].tolist()

    check_problem(row, maze, dataset, lambda cell: mesh.label(int(cell)))
    assert all(sorted(two) in passages for two in pairwise(row["path"].tolist()))


def test_items_are_those_of_a_batch() -> None:
    for grid in (Rectangle(6, 5), grids.mask("heart", 12, 10), grids.circular(4)):
        rows = list(Dataset("wilson", grid, count=20, seed="x", ends="farthest", columns="recipe"))
        block = labirinto.batch("wilson", grid, count=20, seed="x").read(20)
        made = [labirinto.generate(Recipe.from_dict(json.loads(row["recipe"]))) for row in rows]
        assert made == list(block)


RING = grids.mask(["###", "#.#", "###"])


def test_all_mazes_that_there_are_can_be_had_and_no_more() -> None:
    squares = grids.polygons(SQUARES)
    # A ring of eight cells loses one of its walls; 3 x 2 squares have 15 mazes.
    for grid, count in ((RING, 8), (squares, 15), (grids.hexagonal(2, 2), 8)):
        rows = list(Dataset("wilson", grid, count=count, seed=3, columns="recipe", ends=None))
        mazes = {labirinto.generate(Recipe.from_dict(json.loads(row["recipe"]))) for row in rows}
        assert len(mazes) == count == labirinto.number_of_mazes(grid)
        with pytest.raises(InvalidValueError, match=f"at most {count}, the number of different"):
            Dataset("wilson", grid, count=count + 1)


def test_images_of_a_masked_maze_are_one() -> None:
    found = list(Dataset("wilson", RING, count=1, seed=3, columns="cells", symmetric=True))
    assert len(found) == 1
    # Its eight mazes are two: the wall that stands ends at a corner of the hole, or does not.
    with pytest.raises(
        InvalidValueError, match=r"Different mazes found \(images of each other are one\): 1,"
    ):
        list(Dataset("wilson", RING, count=2, seed=3, symmetric=True))


def test_no_maze_of_any_shape_is_in_two_splits() -> None:
    for shape, size in ((grids.hexagonal, "2x2..2x3"), (partial(grids.mask, "circle"), "4x3..4x4")):
        homes: dict[tuple[str, bytes], set[str]] = defaultdict(set)
        seen = Counter[str]()
        for algorithm, seed in (("wilson", 1), ("prim", 2)):
            dataset = Dataset(
                algorithm, size, shape=shape, count=60, seed=seed, columns="recipe", ends=None,
                split="train=0.5,test=0.5", unique=False,
            )  # fmt: skip
            for row in dataset:
                maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
                homes[maze.grid.text, maze.bits].add(row["split"])
                seen[row["split"]] += 1
        for row in MazeStream(dataset, "train", items=20):
            maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
            homes[maze.grid.text, maze.bits].add("train")
        assert all(len(home) == 1 for home in homes.values())
        assert min(seen.values()) > 20


def test_no_problem_of_a_maze_is_there_twice_and_none_in_two_splits() -> None:
    dataset = Dataset(
        "wilson", "2x2..3x3", count=40, seed=1, pairs=6, columns="cells,ends,moves,steps",
        split="train=0.6,test=0.4",
    )  # fmt: skip
    rows = list(dataset)
    assert len(rows) == len(dataset) == 240
    problems: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    homes = defaultdict(set)
    for row in rows:
        start, end = tuple(row["start"].tolist()), tuple(row["end"].tolist())
        problems[row["item"]].add(tuple(sorted((start, end))))  # type: ignore[arg-type]
        homes[row["item"]].add(row["split"])
        assert row["steps"] == labirinto.solve(Maze.from_cells(row["cells"]), start, end).steps
    assert {len(them) for them in problems.values()} == {6}
    assert {len(them) for them in homes.values()} == {1}
    # The first of each maze is that of a dataset with one.
    alone = list(Dataset("wilson", "2x2..3x3", count=40, seed=1, columns="moves"))
    assert [row["moves"] for row in rows if row["pair"] == 0] == [row["moves"] for row in alone]
    stream = list(MazeStream(dataset, "test", items=30))
    assert stream
    assert [row["pair"] for row in stream] == [*range(6)] * (len(stream) // 6)
    with pytest.raises(InvalidValueError, match="has 6 different pairs of ends, not 7"):
        list(Dataset("wilson", "2x2", count=1, pairs=7))


def test_further_ends_are_random() -> None:
    counts = Counter[Any]()
    for seed in range(4000):
        maze = labirinto.wilson(2, 2, seed=seed)
        first, second = different_ends(maze, "corners", 2)
        assert tuple(first) == ((0, 0), (1, 1))
        counts[tuple(second)] += 1
    assert len(counts) == 10
    # Nine degrees of freedom: 28 is exceeded once in a thousand.
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 28


def test_the_recipe_holds_the_grids(tmp_path: Path) -> None:
    dataset = Dataset(
        "wilson", "8x6..9x6", shape=partial(grids.mask, "heart"), count=40, seed=3, pairs=2,
        columns="moves,cells", split="train=0.7,test=0.3", test_size="12x9", shard=9,
    )  # fmt: skip
    assert pickle.loads(pickle.dumps(dataset)).as_dict() == dataset.as_dict()
    dataset.write(tmp_path / "mazes")
    about = json.loads((tmp_path / "mazes" / "recipe.json").read_text())["dataset"]
    assert [*about["shape"]] == ["8x6", "9x6", "12x9"]
    load(tmp_path / "mazes").write(tmp_path / "again")
    assert digests(tmp_path / "again") == digests(tmp_path / "mazes")
    assert check(tmp_path / "again") == 2 * (40 + dataset.parts[1].count)
    for shape in ({}, {"8x6": 3}, {"8x6": {"kind": "voronoi"}}, 7):
        with pytest.raises(InvalidValueError):
            Dataset.from_dict(about | {"shape": shape})


def test_the_command_writes_what_others_read(tmp_path: Path) -> None:
    words = [
        "--grid",
        "voronoi",
        "--size",
        "12..14",
        "--count",
        "30",
        "--pairs",
        "2",
        "--seed",
        "3",
    ]
    words += ["--columns", "edges,centres,path,image", "--split", "train=0.6,test=0.4"]
    done = run("dataset", "mazes", *words, "--workers", "1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    shape = partial(grids.voronoi, seed=3)
    dataset = Dataset(
        "wilson", "12..14", shape=shape, count=30, pairs=2, seed=3, split="train=0.6,test=0.4",
        columns="edges,centres,path,image",
    )  # fmt: skip
    dataset.write(tmp_path / "same")
    assert digests(tmp_path / "same") == digests(tmp_path / "mazes")

    import datasets

    datasets.disable_progress_bars()
    read = datasets.load_dataset(str(tmp_path / "mazes"), cache_dir=str(tmp_path / "cache"))
    assert sum(map(len, read.values())) == 60
    for split, rows in read.items():
        for made, row in zip(dataset.rows(split), rows, strict=True):
            assert row["edges"] == made["edges"].tolist()
            assert row["image"].size == Image.open(io.BytesIO(made["image"])).size
    card = (tmp_path / "mazes" / "README.md").read_text()
    assert "# Mazes voronoi 12 to 14" in card
    assert "Each maze has 2 rows" in card


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"columns": "cells"}, "The column cells needs squares, and the grid is hexagonal"),
        ({"columns": "blocks"}, "no column 'blocks' of mazes on other grids; there are item"),
        ({"columns": "strange"}, "There is no column 'strange'; there are item"),
        ({"shape": None, "columns": "edges"}, "no column 'edges' of mazes in rectangles"),
        ({"symmetric": True}, "in rectangles only; leave out symmetric"),
        ({"sparse": 0.3}, "Thinning out is for mazes of squares"),
        ({"algorithm": "wilson=1,eller=1"}, "eller makes rectangles only"),
        ({"size": "5"}, "takes a width and a height, not 1 number"),
        ({"size": "5=1,6x6=1"}, "as one number, or every size as two"),
        ({"size": "5..6x6"}, "nor one number or a range such as 5..12"),
        ({"size": "1x1"}, "single cell"),
        ({"size": "2x2..99x99"}, "more than 2500 sizes"),
        ({"size": "5", "shape": grids.octagonal}, "no grid of the size 5;"),
        ({"size": "5x5", "shape": lambda *_: RING}, "of the size 5x5 has 3x3 cells"),
        ({"size": "3x3", "shape": lambda *_: 7}, "grid is 7"),
        ({"size": "4x1", "shape": lambda *_: grids.mask(["#..#"], pieces="each")}, "in 2 pieces"),
        (
            {"size": "3..4", "shape": lambda n: RING if n == 3 else grids.circular(n)},
            "of one kind",
        ),
        ({"size": RING}, "leave out the shape"),
        ({"size": RING, "shape": None, "test_size": "4x4"}, "leave out test_size"),
        ({"pairs": 0}, "pairs is 0"),
        ({"pairs": 2, "ends": None}, "Pairs of ends need ends"),
        ({"pairs": 2, "order": "difficulty"}, "leave out pairs"),
        ({"shape": None, "columns": "pair", "ends": None}, "pair needs ends"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(about: dict[str, Any], sentence: str) -> None:
    values: dict[str, Any] = {"algorithm": "wilson", "size": "5x5", "count": 10}
    values |= {"shape": grids.hexagonal} | about
    with pytest.raises(InvalidValueError) as caught:
        Dataset(values.pop("algorithm"), values.pop("size"), **values)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
