"""Datasets in folders: the same rows whoever makes them, opened by programs that others wrote."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from commands import begin, digests, run, wait_for
from pyarrow import parquet
from tiers import deep

from labirinto import FileFormatError, InvalidValueError, LabirintoError, cli
from labirinto.datasets import COLUMNS, Dataset, check, load

WORDS = [
    *("--algorithm", "wilson=0.5,backtracker=0.5", "--size", "3x3..6x6", "--count", "900"),
    *("--split", "train=0.8,test=0.2", "--columns", "cells,moves,tokens", "--seed", "7"),
]


def dataset(**changes: Any) -> Dataset:
    about: dict[str, Any] = {
        "count": 900,
        "split": "train=0.8,test=0.2",
        "columns": "cells,moves,tokens",
        "seed": 7,
        "shard": 150,
    }
    return Dataset("wilson=0.5,backtracker=0.5", "3x3..6x6", **about | changes)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dataset as one process makes it."""
    folder = tmp_path_factory.mktemp("whole") / "mazes"
    assert dataset().write(folder) == {"train": 718, "test": 182}
    return folder


def test_files_have_the_rows_of_the_dataset(whole: Path) -> None:
    assert sorted(path.name for path in whole.iterdir()) == ["README.md", "data", "recipe.json"]
    assert os.listdir(whole.parent) == ["mazes"]
    for split in ("train", "test"):
        names = [f"data/{split}-0000{k}-of-00006.parquet" for k in range(6)]
        rows = pa.concat_tables([parquet.read_table(whole / name) for name in names]).to_pylist()
        expected = list(dataset().rows(split))
        for row, one in zip(rows, expected, strict=True):
            assert one.pop("split") == split
            assert row == {
                name: value.tolist() if isinstance(value, np.ndarray) else value
                for name, value in one.items()
            }


def test_other_workers_and_the_command_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    done = run("dataset", "mazes", *WORDS, "--shard", "150", "--workers", "2", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert digests(tmp_path / "mazes") == digests(whole)
    train, test, command = done.stdout.splitlines()
    assert (train, test) == ("train: 718", "test: 182")
    again = subprocess.run(
        f"python -m {command.replace('mazes', 'again', 1)}",
        shell=True,
        cwd=tmp_path,
        check=False,
        env=os.environ,
    )
    assert again.returncode == 0
    assert digests(tmp_path / "again") == digests(whole)


def test_a_dataset_is_made_again_by_its_recipe_and_compared(whole: Path, tmp_path: Path) -> None:
    assert load(whole).as_dict() == dataset().as_dict()
    assert check(whole) == 900
    done = run("dataset", "mazes", "--recipe", str(whole), cwd=tmp_path)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "train: 718\ntest: 182\n")
    assert digests(tmp_path / "mazes") == digests(whole)
    done = run("dataset", "mazes", "--check", cwd=tmp_path)
    assert done.stdout == "All 900 rows are those of the recipe.\n"
    name = tmp_path / "mazes" / "data" / "test-00002-of-00006.parquet"
    table = parquet.read_table(name)
    moves = [text[::-1] for text in table["moves"].to_pylist()]
    place = table.column_names.index("moves")
    parquet.write_table(table.set_column(place, "moves", pa.array(moves)), name)
    done = run("dataset", "mazes", "--check", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "labirinto: data/test-00002-of-00006.parquet: its rows are not those of the recipe.\n"
    )
    name.write_bytes(b"PAR1")
    with pytest.raises(FileFormatError, match="is damaged"):
        check(tmp_path / "mazes")
    recipe = (whole / "recipe.json").read_text().replace('"wilson": 1', '"wilson": 2')
    (tmp_path / "mazes" / "recipe.json").write_text(recipe)
    with pytest.raises(InvalidValueError, match="install the version that made it"):
        load(tmp_path / "mazes")
    for text in ('{"files": 3}', "[", '{"files": [], "dataset": {}, "revisions": {}}'):
        (tmp_path / "mazes" / "recipe.json").write_text(text)
        with pytest.raises(LabirintoError, match=r"recipe"):
            load(tmp_path / "mazes")
    with pytest.raises(FileFormatError, match=r"has no recipe\.json"):
        load(tmp_path)


@pytest.mark.parametrize("kills", [1, deep(4)])
def test_killed_and_resumed_it_is_the_same(kills: int, whole: Path, tmp_path: Path) -> None:
    words = [*WORDS, "--shard", "150", "--workers", "1"]
    for kill in range(kills):
        resume = ["--resume"] if kill else []
        process = begin("dataset", "mazes", *words, *resume, cwd=tmp_path)
        wait_for(tmp_path, f"mazes.part/data/train-0000{kill + 1}-*.parquet")
        process.kill()
        process.communicate()
        assert not (tmp_path / "mazes").exists()
    (tmp_path / "mazes.part" / "data" / ".train.abc.part").write_bytes(b"of a lost worker")
    refused = run("dataset", "mazes", *words, cwd=tmp_path)
    assert "can be resumed" in refused.stderr
    other = run("dataset", "mazes", *words, "--ends", "random", "--resume", cwd=tmp_path)
    assert "has ends farthest, not random" in other.stderr
    done = run("dataset", "mazes", *words[:-6], *words[-4:], "--resume", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert digests(tmp_path / "mazes") == digests(whole)
    assert os.listdir(tmp_path) == ["mazes"]


def test_ctrl_c_stops_all_workers_and_says_how_to_continue(tmp_path: Path) -> None:
    words = [*WORDS[:5], "4000000", *WORDS[6:], "--shard", "2000", "--duplicates", "keep"]
    process = begin("dataset", "mazes", *words, "--workers", "2", cwd=tmp_path)
    wait_for(tmp_path, "mazes.part/data/train-00001-*.parquet")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip() == b"labirinto: Stopped; continue with --resume."
    assert sorted(os.listdir(tmp_path)) == ["mazes.checkpoint", "mazes.part"]


def test_what_is_stopped_before_the_first_shard_leaves_nothing(tmp_path: Path) -> None:
    def stop(made: int, count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset().write(tmp_path / "mazes", comparing=stop)
    assert not os.listdir(tmp_path)
    with pytest.raises(InvalidValueError, match="Different mazes found: 176,"):
        Dataset("eller", "3x3", count=192, seed=4).write(tmp_path / "mazes")
    assert not os.listdir(tmp_path)


def test_what_is_there_stays_and_a_second_run_is_refused(whole: Path, tmp_path: Path) -> None:
    before = digests(whole)
    with pytest.raises(InvalidValueError, match="is not replaced"):
        dataset().write(whole)
    with pytest.raises(InvalidValueError, match="nothing to resume"):
        dataset().write(tmp_path / "mazes", resume=True)
    assert digests(whole) == before
    (tmp_path / "mazes").mkdir()
    refused = []

    def try_again(made: int, count: int) -> None:
        for resume in (False, True):
            with pytest.raises(InvalidValueError, match="is being written by another run"):
                dataset().write(tmp_path / "mazes", resume=resume)
        refused.append(made)

    dataset().write(tmp_path / "mazes", progress=try_again)
    assert refused[-1] == 900
    assert digests(tmp_path / "mazes") == before
    with pytest.raises(InvalidValueError, match="no name of a new folder"):
        dataset().write(".")
    with pytest.raises(InvalidValueError, match="The folder"):
        dataset().write(tmp_path / "nowhere" / "mazes")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with all columns."""
    folder = tmp_path_factory.mktemp("pictures") / "mazes"
    Dataset(
        "wilson",
        "3x3..5x4",
        count=60,
        seed=3,
        split="train=0.7,test=0.3",
        columns=list(COLUMNS),
        stages=2,
        test_size="7x7",
    ).write(folder)
    return folder


def test_the_hub_s_library_opens_it_with_splits_and_pictures(
    pictures: Path, tmp_path: Path
) -> None:
    import datasets

    cache = str(tmp_path)
    datasets.disable_progress_bars()
    by_card = datasets.load_dataset(str(pictures), cache_dir=cache)
    about = json.loads((pictures / "recipe.json").read_text())
    expected = {file["split"]: file["rows"] for file in about["files"]}
    assert {split: len(rows) for split, rows in by_card.items()} == expected
    files = {split: f"{pictures}/data/{split}-*.parquet" for split in expected}
    by_files = datasets.load_dataset("parquet", data_files=files, cache_dir=cache)
    assert by_files["train"].features == by_card["train"].features
    made = next(load(pictures).rows("train"))
    for row in (by_card["train"][0], by_files["train"][0]):
        for name in ("image", "solution_image"):
            assert row[name].size == (16 * made["width"] + 34, 16 * made["height"] + 34)
        assert row["cells"] == made["cells"].tolist()
        assert row["connection_list"] == made["connection_list"].tolist()
        assert row["moves"] == made["moves"]


def test_the_card_says_what_each_column_is(pictures: Path) -> None:
    card = (pictures / "README.md").read_text()
    header = re.fullmatch(r"---\n(.*?)\n---\n(.*)", card, re.DOTALL)
    assert header
    import yaml

    about = yaml.safe_load(header[1])
    assert [it["name"] for it in about["dataset_info"]["features"]] == list(COLUMNS)
    assert [it["split"] for it in about["configs"][0]["data_files"]] == [
        "train",
        "test",
        "test_7x7",
    ]
    for name, column in COLUMNS.items():
        assert f"| `{name}` | " in header[2]
        assert column.meaning in header[2]
    assert "`test_7x7` is out of distribution" in header[2]


def test_pandas_polars_and_duckdb_read_it(pictures: Path) -> None:
    import duckdb
    import pandas
    import polars

    rows = parquet.read_table(pictures / "data").to_pylist()
    steps = sum(row["steps"] for row in rows)
    frame = pandas.read_parquet(pictures / "data")
    assert frame["steps"].sum() == steps
    table = polars.read_parquet(f"{pictures}/data/*.parquet")
    assert table["steps"].sum() == steps
    assert sorted(table["cells"].to_list()) == sorted(row["cells"] for row in rows)
    query = f"select sum(steps), sum(len(path)) from '{pictures}/data/*.parquet'"
    assert duckdb.sql(query).fetchall()[0] == (steps, steps + len(rows))
    from PIL import Image

    assert Image.open(io.BytesIO(table["image"][0]["bytes"])).format == "PNG"


def test_dask_makes_the_same_though_a_worker_is_killed(whole: Path, tmp_path: Path) -> None:
    import distributed

    dataset().write(tmp_path / "threads", scheduler="threads", workers=2)
    assert digests(tmp_path / "threads") == digests(whole)
    victims: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:

        def kill(made: int, count: int) -> None:
            comparing = os.path.exists(tmp_path / "mazes.part" / "data")
            if comparing and made < count and not victims:
                victims.append(next(iter(cluster.workers.values())).pid)
                os.kill(victims[0], signal.SIGKILL)

        dataset().write(tmp_path / "mazes", scheduler=cluster.scheduler_address, progress=kill)
    assert victims
    assert digests(tmp_path / "mazes") == digests(whole)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "A dataset needs --size, such as --size 9x9."),
        (["--size", "5x5"], "A dataset needs --count, such as --count 1000."),
        (["--size", "x", "--count", "3"], "The size 'x' is not WIDTHxHEIGHT"),
        (["--size", "5x5", "--count", "3", "--doors", "2"], "--doors has no effect on mazes"),
        (["--size", "5x5", "--count", "3", "--cell", "9"], "--cell has no effect on a dataset"),
        (["--size", "5x5", "--count", "3", "--braid", "0.5:7"], "braided by their own seeds"),
        (["--size", "5x5", "--count", "3", "--split", "a=-1"], "split is 'a=-1'; it must be"),
        (["--size", "5x5", "--count", "3", "--join", "1"], "no parameter 'join' for wilson"),
        (["--check", "--resume"], "--resume has no effect with --check"),
        (["--check", "--size", "5x5"], "--size has no effect with --check"),
        (["--check"], "has no recipe.json"),
        (["--recipe", ".", "--count", "7"], "--count has no effect with --recipe"),
        (["--resume"], "There is nothing to resume"),
        (
            ["--size", "5x5", "--count", "3", "--workers", "2", "--scheduler", "tcp://x:1"],
            "A cluster has its own workers",
        ),
    ],
)
def test_the_command_refuses_in_a_sentence_and_leaves_nothing(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["labirinto", "dataset", "mazes", *words])
    assert cli.run() == 2
    errors = capsys.readouterr().err
    assert sentence in errors
    assert errors.count("\n") == 1
    assert not os.listdir(tmp_path)
