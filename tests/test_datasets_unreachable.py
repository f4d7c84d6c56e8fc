"""Datasets in which no path leads to the end of some mazes."""

from __future__ import annotations

import io
import json
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import run
from PIL import Image
from pyarrow.parquet import read_table

import labirinto
from labirinto import InvalidValueError, Maze, NoPathError, Rooms, grids
from labirinto.datasets import COLUMNS, MESH_COLUMNS, Dataset, MazeStream, check, load
from labirinto.formats.picture import to_image
from labirinto.recipe import Recipe

HARDNESS = ("stage", "difficulty")


def labels_of(row: dict[str, Any], name: str, maze: Maze) -> list[Any]:
    """The cells of a column."""
    numbers = row[name].tolist() if isinstance(row[name], np.ndarray) else [row[name]]
    return list(map(maze.grid.label, numbers)) if maze.grid.kind else list(map(tuple, numbers))


@pytest.mark.parametrize(
    ("size", "about"),
    [
        ("2x3..6x5", {"ends": "border"}),
        ("5x5", {"sparse": 0.3, "ends": "random"}),
        ("9x8", {"shape": partial(grids.mask, "heart")}),
        ("4x3", {"shape": grids.hexagonal}),
        ("3x3", {"shape": partial(grids.linked, floors=2), "ends": "random"}),
    ],
)
def test_one_passage_is_closed_in_every_maze(
    size: str, about: dict[str, Any], tmp_path: Path
) -> None:
    table = MESH_COLUMNS if size in ("4x3", "3x3") else COLUMNS
    hidden = (*HARDNESS, "cells") if size == "4x3" else HARDNESS  # hexagons have no exits
    columns = [name for name in table if name not in hidden]
    rows = list(Dataset("wilson", size, count=8, seed=5, columns=columns, unreachable=0.5, **about))
    for row in rows:
        maze = labirinto.generate(Recipe.from_dict(json.loads(row["recipe"])))
        ends = labirinto.suggest_ends(maze, about.get("ends", "farthest"))
        path = labirinto.solve(maze, *ends)
        closed = labels_of(row, "closed", maze)
        passages = [frozenset(pair) for pair in maze.passages() if {*pair} != {*closed}]
        assert len(passages) == len(maze.grid) - 2
        cut = Maze.from_passages(maze.grid, passages=list(map(tuple, passages)))
        if maze.grid.exits_shape:
            assert row["cells"].tolist() == cut.cells().tolist()
        if maze.grid.kind:
            assert {frozenset(pair) for pair in row["edges"].tolist()} == {
                frozenset(map(maze.grid.index, pair)) for pair in passages
            }
        else:
            assert (row["cells"] == np.asarray(cut)).all()
            ends = labirinto.Ends(*(tuple(row[name].tolist()) for name in ("start", "end")))
        on_path = {*closed} in [{*pair} for pair in zip(path.cells, path.cells[1:], strict=False)]
        assert row["reachable"] == (not on_path)
        assert row["distances"].tolist() == np.asarray(cut.distances(ends.start)).tolist()
        if on_path:
            with pytest.raises(NoPathError):
                labirinto.solve(cut, *ends)
            assert [row[name] for name in ("steps", "turns", "junctions")] == [-1, -1, -1]
            assert labels_of(row, "path", maze) == []
        else:
            assert labels_of(row, "path", maze) == labirinto.solve(cut, *ends).cells == path.cells
            assert (row["steps"], row["turns"]) == (path.steps, path.turns)
        for name, shown in (("image", None), ("solution_image", None if on_path else path)):
            picture = Image.open(io.BytesIO(row[name])).convert("RGB")
            # A picture has no recipe of another maze.
            (tmp_path / "maze.png").write_bytes(row[name])
            read = labirinto.load(tmp_path / "maze.png")
            assert (read, read.recipe) == (cut, None)
            ends = labirinto.Ends(*ends, open=about.get("ends") == "border")
            assert (
                picture.tobytes()
                == to_image(cut, path=shown, ends=ends, style=labirinto.Style()).tobytes()
            )
    assert {row["reachable"] for row in rows} == {True, False}


def test_texts_have_ends_and_no_path() -> None:
    dataset = Dataset(
        "wilson", "3x2", count=9, seed=1, unreachable=1, columns="tokens,ascii,moves", unique=False
    )
    for row in dataset:
        assert row["tokens"].endswith("<PATH_START> <PATH_END>")
        assert row["tokens"].count("<-->") == 4
        marks = Counter(row["ascii"])
        assert (marks["S"], marks["E"], marks["X"], row["moves"]) == (1, 1, 0, "")


def test_the_share_and_the_passages_are_as_stated() -> None:
    many: dict[str, Any] = {"count": 300, "seed": 3, "unique": False, "columns": "ends"}
    counts = Counter(row["reachable"] for row in Dataset("wilson", "3x3", unreachable=0.3, **many))
    assert 65 < counts[False] < 115
    # All solutions of 2x2 have three steps.
    ones = Dataset("wilson", "2x2", unreachable=1, **many)
    steps = Counter()  # type: Counter[int]
    for row in ones:
        start, closed = row["start"].tolist(), row["closed"].tolist()
        steps[0 if start in closed else 2 if row["end"].tolist() in closed else 1] += 1
    assert all(70 < steps[step] < 130 for step in range(3))
    none = Dataset("wilson", "3x3", unreachable=0, **many | {"count": 30})
    assert all(row["reachable"] for row in none)


def test_splits_files_and_streams_know_it(tmp_path: Path) -> None:
    dataset = Dataset(
        "wilson", "3x3", count=150, seed=2, unreachable=0.5, split="train=0.5,test=0.5"
    )
    dataset.write(tmp_path / "set")
    assert check(tmp_path / "set") == 150
    mazes = [
        {str(cells) for cells in read_table(file)["cells"].to_pylist()}
        for file in (tmp_path / "set" / "data").iterdir()
    ]
    assert not mazes[0] & mazes[1]
    assert len(mazes[0] | mazes[1]) == 150
    streamed = {str(row["cells"].tolist()) for row in MazeStream(dataset, "test", items=100)}
    assert sum(not streamed & some for some in mazes) == 1
    assert load(tmp_path / "set").as_dict() == dataset.as_dict()
    assert "reachable" in (tmp_path / "set" / "README.md").read_text()
    assert "unreachable" not in Dataset("wilson", "3x3", count=1).as_dict()


def test_on_the_command_line(tmp_path: Path) -> None:
    given = ["dataset", "set", "--size", "4x4", "--count", "20", "--unreachable", "0.25"]
    run(*given, "--seed", "1", cwd=tmp_path)
    assert load(tmp_path / "set").unreachable == 0.25


@pytest.mark.parametrize(
    ("about", "named"),
    [
        ({"unreachable": 1.5}, "unreachable"),
        ({"unreachable": True}, "unreachable"),
        ({"ends": None}, "need ends"),
        ({"pairs": 2}, "pairs"),
        ({"braid": 0.5}, "braid"),
        ({"rooms": Rooms(1, (2, 2), (2, 2))}, "rooms"),
        ({"order": "difficulty"}, "order"),
        ({"stages": 3}, "stages"),
        ({"columns": "difficulty"}, "difficulty"),
        ({"columns": "closed", "unreachable": None}, "unreachable"),
        ({"size": "1x5"}, "on the solution"),
    ],
)
def test_what_does_not_go_together_is_refused(about: dict[str, Any], named: str) -> None:
    options = {"size": "5x5", "unreachable": 0.0, "count": 2} | about
    with pytest.raises(InvalidValueError, match=named):
        list(Dataset("wilson", **options))
