"""Splits of datasets: no maze is in two of them."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Maze
from labirinto.datasets import Dataset
from labirinto.datasets.content import content_keys


def images(maze: Maze) -> set[Maze]:
    """The eight images of a maze, found by moving its cells."""
    found = set()
    for swap in (False, True):
        for mirror in (False, True):
            for overturn in (False, True):

                def moved(
                    cell: Any, swap: bool = swap, mirror: bool = mirror, overturn: bool = overturn
                ) -> tuple[int, int]:
                    x, y = cell
                    x = maze.width - 1 - x if mirror else x
                    y = maze.height - 1 - y if overturn else y
                    return (y, x) if swap else (x, y)

                size = (maze.height, maze.width) if swap else (maze.width, maze.height)
                pairs = [(moved(one), moved(other)) for one, other in maze.passages()]
                found.add(Maze.from_passages(*size, pairs))
    return found


def keys_of(mazes: Collection[Maze], symmetric: bool) -> Any:
    """The digests of the contents of some mazes."""
    flat = SimpleNamespace(
        exits=np.concatenate([np.asarray(maze).ravel() for maze in mazes]),
        firsts=np.cumsum([0, *(len(maze.grid) for maze in mazes)]),
        widths=np.array([maze.width for maze in mazes]),
        heights=np.array([maze.height for maze in mazes]),
    )
    return content_keys(flat, symmetric)  # type: ignore[arg-type]


SPLIT = "train=0.5,test=0.2,valid=0.3"


def contents(dataset: Dataset) -> dict[str, list[Maze]]:
    """The mazes of each split."""
    found: dict[str, list[Maze]] = {split: [] for split in dataset.splits}
    for row in dataset:
        found[row["split"]].append(Maze.from_cells(row["cells"].tolist()))
    return found


def test_no_maze_is_in_two_splits_whatever_made_it() -> None:
    one = contents(Dataset("wilson", "3x3..4x3", count=500, seed=1, split=SPLIT, columns="cells"))
    two = contents(
        Dataset("eller", "3x3", count=100, seed=2, split=SPLIT, columns="cells", ends="none")
    )
    homes: dict[Maze, set[str]] = {}
    for found in (one, two):
        for split, mazes in found.items():
            assert len(set(mazes)) == len(mazes)
            for maze in mazes:
                homes.setdefault(maze, set()).add(split)
    assert all(len(home) == 1 for home in homes.values())
    assert sum(maze in two["train"] for maze in one["train"]) > 10
    assert 200 < len(one["train"]) < 300


def test_images_of_a_maze_are_in_one_split_and_there_once() -> None:
    found = contents(
        Dataset(
            "wilson", "3x3..3x4", count=300, seed=1, split=SPLIT, columns="cells", symmetric=True
        )
    )
    seen: set[Maze] = set()
    for mazes in found.values():
        for maze in mazes:
            assert maze not in seen
            seen |= images(maze)
    mazes = [maze for some in found.values() for maze in some][:20]
    for maze in mazes:
        all_images = images(maze)
        assert len(np.unique(keys_of(all_images, True), axis=0)) == 1
        assert len(np.unique(keys_of(all_images, False), axis=0)) == len(all_images)


def test_all_mazes_that_there_are_can_be_had_and_no_more() -> None:
    found = contents(Dataset("wilson", "3x3", count=192, seed=4, columns="cells"))
    assert len(set(found["train"])) == 192
    with pytest.raises(InvalidValueError, match="at most 192, the number of different mazes"):
        Dataset("wilson", "3x3", count=193)
    with pytest.raises(InvalidValueError, match="at most 207"):
        Dataset("wilson", "3x3=1,3x2=1", count=208)
    dataset = Dataset("eller", "3x3", count=192, seed=4)
    with pytest.raises(InvalidValueError, match="Different mazes found: 176,"):
        list(dataset)
    kept = list(Dataset("wilson", "2x2", count=50, seed=4, unique=False))
    assert len(kept) == 50
    assert len(list(Dataset("wilson", "40x40", count=2, seed=4, columns="cells"))) == 2


def test_the_first_of_equal_mazes_stays() -> None:
    rows = list(Dataset("wilson", "3x2", count=14, seed=4))
    items = [row["item"] for row in rows]
    batch = labirinto.batch("wilson", 3, 2, count=14, seed=4, unique=True)
    assert tuple(items) == batch.read(14).numbers


def test_other_tests_have_no_maze_to_learn_from() -> None:
    dataset = Dataset(
        "wilson",
        "4x3",
        count=120,
        seed=1,
        split="train=0.6,test=0.4",
        columns="cells",
        test_size="5x4=1,3x4=1",
        test_algorithm="prim",
    )
    assert dataset.parts[0].splits == ("train", "test")
    found = contents(dataset)
    assert set(found) == {"train", "test", "test_5x4_3x4", "test_prim"}
    assert len(found["test_prim"]) == len(found["test_5x4_3x4"]) == 48
    assert {(maze.width, maze.height) for maze in found["test_5x4_3x4"]} == {(5, 4), (3, 4)}
    assert not set(found["test_prim"]) & set(found["train"])
    assert {row["algorithm"] for row in dataset.rows("test_prim")} == {"prim"}
    grown = Dataset(
        "wilson", "6x6", count=20, split="a=1,test=1", test_algorithm="growing-tree", newest=1.0
    )
    assert {row["parameters"] for row in grown.rows("test_growing_tree")} == {'{"newest": 1.0}'}
    assert Dataset.from_dict(grown.as_dict()).as_dict() == grown.as_dict()
    with pytest.raises(InvalidValueError, match="that include test, such as"):
        Dataset("wilson", "3x3", count=9, test_size="5x5")


@pytest.mark.parametrize(
    ("about", "symmetric"),
    [
        ({"size": "4x3", "test_size": "3x4"}, True),
        ({"size": "3x3..4x4", "test_size": "4x3", "test_algorithm": "prim"}, False),
        deep({"size": "4x4", "test_size": "4x4", "test_algorithm": "prim"}, True),
    ],
)
def test_no_two_splits_share_a_maze_with_other_tests_besides(
    about: dict[str, Any], symmetric: bool
) -> None:
    split = "train=0.7,test=0.3"
    found = contents(
        Dataset(
            "wilson", count=300, seed=1, split=split, columns="cells", symmetric=symmetric, **about
        )
    )
    assert 180 < len(found["train"]) < 240
    splits = [
        {image for maze in mazes for image in (images(maze) if symmetric else [maze])}
        for mazes in found.values()
    ]
    assert len(splits) == 2 + len(about) - 1
    assert len(set().union(*splits)) == sum(map(len, splits))
    # Those to learn from in a set without other tests are none of them.
    plain = Dataset("wilson", about["size"], count=300, split=split, symmetric=symmetric)
    part = plain.parts[0]
    for mazes in list(found.values())[1:]:
        numbers = part.split_numbers(keys_of(mazes, symmetric))
        assert part.splits.index("train") not in numbers
