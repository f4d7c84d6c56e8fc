"""Datasets in folders: the same rows for any workers, interrupted or not."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from commands import begin, digests, wait_for
from pyarrow import parquet
from tiers import deep

from labirinto import FileFormatError, InvalidValueError, LabirintoError, cli
from labirinto.datasets import Dataset, check, load
from labirinto.datasets.rows import DatasetRows
from labirinto.runs import Checkpoint

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


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Runs ``labirinto dataset`` in this process: exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run_here(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["labirinto", "dataset", *words])
        return cli.run(), *capsys.readouterr()

    return run_here


def test_other_workers_and_the_command_write_the_same_bytes(
    whole: Path, tmp_path: Path, command: Command
) -> None:
    dataset().write(tmp_path / "workers", workers=2)
    assert digests(tmp_path / "workers") == digests(whole)
    done = command("mazes", *WORDS, "--shard", "150", "--workers", "1")
    assert done == (0, "train: 718\ntest: 182\n", "")
    assert digests(tmp_path / "mazes") == digests(whole)


def test_a_new_seed_is_shown_in_a_command_that_makes_the_same(
    tmp_path: Path, command: Command
) -> None:
    words = ["--size", "4x4", "--count", "9", "--columns", "cells", "--symmetric"]
    code, rows, shown = command("my mazes", *words, "--workers", "1")
    assert (code, rows) == (0, "train: 9\n")
    again = shlex.split(shown)
    assert again[:3] == ["labirinto", "dataset", "my mazes"]
    assert command("again", *again[3:]) == (0, "train: 9\n", "")
    assert digests(tmp_path / "my mazes") == digests(tmp_path / "again")
    assert command("quiet", *words, "--quiet") == (0, "", "")
    assert command("quiet", "--check", "--quiet") == (0, "", "")


def test_stages_add_their_column(tmp_path: Path, command: Command) -> None:
    words = ("--size", "6x6", "--count", "40", "--seed", "1")
    assert command("mazes", *words, "--stages", "3", "--columns", "cells")[0] == 0
    table = parquet.read_table(next(tmp_path.glob("mazes/data/*")))
    assert set(table["stage"].to_pylist()) == {1, 2, 3}
    code, _, errors = command("others", *words, "--columns", "stage")
    assert code == 2
    assert "give it, such as --stages 5." in errors


def test_a_dataset_is_made_again_by_its_recipe_and_compared(
    whole: Path, tmp_path: Path, command: Command
) -> None:
    assert load(whole).as_dict() == dataset().as_dict()
    again = command("mazes", "--recipe", str(whole), "--workers", "1")
    assert again == (0, "train: 718\ntest: 182\n", "")
    assert digests(tmp_path / "mazes") == digests(whole)
    assert command("mazes", "--check") == (0, "All 900 rows are those of the recipe.\n", "")
    name = tmp_path / "mazes" / "data" / "test-00002-of-00006.parquet"
    table = parquet.read_table(name)
    moves = [text[::-1] for text in table["moves"].to_pylist()]
    place = table.column_names.index("moves")
    parquet.write_table(table.set_column(place, "moves", pa.array(moves)), name)
    refused = "labirinto: data/test-00002-of-00006.parquet: its rows are not those of the recipe.\n"
    assert command("mazes", "--check") == (2, "", refused)
    parquet.write_table(table.rename_columns([*table.column_names[:-1], "strange"]), name)
    with pytest.raises(FileFormatError, match="its rows are not those"):
        check(tmp_path / "mazes")
    data = (whole / "data" / name.name).read_bytes()
    for damaged in (b"PAR1", data[:-200] + b"x" * 190 + data[-10:]):
        name.write_bytes(damaged)
        with pytest.raises(FileFormatError, match="is damaged"):
            check(tmp_path / "mazes")
    name.unlink()
    with pytest.raises(
        FileFormatError, match=r"test-00002-of-00006\.parquet: the file is missing\."
    ):
        check(tmp_path / "mazes")
    name.write_bytes(data)
    name.with_name("train-extra.parquet").write_bytes(data)
    with pytest.raises(FileFormatError, match=r"data/train-extra\.parquet: .* delete it\."):
        check(tmp_path / "mazes")


def test_what_is_no_recipe_is_refused_in_a_sentence(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "mazes").mkdir()
    recipe = (whole / "recipe.json").read_text().replace('"wilson": 1', '"wilson": 2')
    (tmp_path / "mazes" / "recipe.json").write_text(recipe)
    with pytest.raises(InvalidValueError, match="install the version that made it"):
        load(tmp_path / "mazes")
    about = json.loads((whole / "recipe.json").read_text())
    texts = ['{"files": 3}', "[", recipe[:999]]
    for key in ("revisions", "dataset", "files"):
        texts += [json.dumps(about | {key: value}) for value in (3, None, "x", [3])]
        texts.append(json.dumps({name: value for name, value in about.items() if name != key}))
    texts += [json.dumps(about | {"files": [file | {"name": [3]}]}) for file in about["files"][:1]]
    for key in about["dataset"]:
        rest = {name: value for name, value in about["dataset"].items() if name != key}
        texts.append(json.dumps(about | {"dataset": rest | {"strange": 3}}))
    for text in texts:
        (tmp_path / "mazes" / "recipe.json").write_text(text)
        with pytest.raises(LabirintoError):
            check(tmp_path / "mazes")
    with pytest.raises(FileFormatError, match=r"has no recipe\.json"):
        load(tmp_path)


@pytest.mark.parametrize("kills", [1, deep(4)])
def test_killed_and_resumed_it_is_the_same(
    kills: int, whole: Path, tmp_path: Path, command: Command
) -> None:
    words = [*WORDS, "--shard", "150", "--workers", "1"]
    for kill in range(kills):
        resume = ["--resume"] if kill else []
        process = begin("dataset", "mazes", *words, *resume, cwd=tmp_path)
        wait_for(tmp_path, f"mazes.part/data/train-0000{kill + 1}-*.parquet")
        process.kill()
        process.communicate()
        assert not (tmp_path / "mazes").exists()
    (tmp_path / "mazes.part" / "data" / ".train.abc.part").write_bytes(b"of a lost worker")
    assert "can be resumed" in command("mazes", *words)[2]
    other = command("mazes", *words, "--ends", "random", "--resume")
    assert "has ends farthest, not random" in other[2]
    alone = [] if kills == 1 else [*words[:-6], *words[-4:]]
    assert command("mazes", *alone, "--resume")[0] == 0
    assert digests(tmp_path / "mazes") == digests(whole)
    assert os.listdir(tmp_path) == ["mazes"]


def test_ctrl_c_stops_all_workers_and_says_how_to_continue(tmp_path: Path) -> None:
    words = [*WORDS[:5], "4000000", *WORDS[6:], "--shard", "2000", "--duplicates", "keep"]
    process = begin("dataset", "mazes", *words, "--workers", "2", cwd=tmp_path)
    wait_for(tmp_path, "mazes.part/data/train-00001-*.parquet")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
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


def test_other_revisions_of_the_algorithms_do_not_continue_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ZeroDivisionError):
        dataset().write(tmp_path / "mazes", progress=lambda *_: 1 // 0)  # type: ignore[arg-type]
    job = Checkpoint.load(str(tmp_path / "mazes.checkpoint")).job
    assert Dataset.from_dict(job).as_dict() == dataset().as_dict()
    monkeypatch.setattr(DatasetRows, "revisions", {"wilson": 2, "backtracker": 1})
    with pytest.raises(InvalidValueError, match="unfinished file has revisions"):
        dataset().write(tmp_path / "mazes", resume=True)
    with pytest.raises(InvalidValueError, match="install the version that made it"):
        Dataset.from_dict(job)


def test_what_is_there_stays(whole: Path, tmp_path: Path) -> None:
    before = digests(whole)
    with pytest.raises(InvalidValueError, match="are not replaced"):
        dataset().write(whole)
    with pytest.raises(InvalidValueError, match="nothing to resume"):
        dataset().write(tmp_path / "mazes", resume=True)
    assert digests(whole) == before
    with pytest.raises(InvalidValueError, match="not the name of a new folder"):
        dataset().write(".")
    with pytest.raises(InvalidValueError, match="3 is not a file name"):
        dataset().write(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="3 is not a file name"):
        check(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="workers is 0; it must be from 1"):
        dataset().write(tmp_path / "others", workers=0)
    with pytest.raises(InvalidValueError, match=r"in 10000000000 shards, .* give a larger shard"):
        dataset(count=10**12, shard=100, unique=False).write(tmp_path / "others")
    with pytest.raises(InvalidValueError, match="The folder"):
        dataset().write(tmp_path / "nowhere" / "mazes")


@pytest.mark.deep  # batches have their blocks from the same function, and try this always
def test_dask_makes_the_same_though_a_worker_is_killed(whole: Path, tmp_path: Path) -> None:
    import distributed

    victims: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
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
        (["--size", "5x5", "--count", "3", "--doors", "2"], "--doors has no effect without"),
        (["--size", "5x5", "--count", "3", "--cell", "9"], "--cell has no effect on a dataset"),
        (["--size", "5x5", "--count", "3", "--braid", "0.5:7"], "braided by their own seeds"),
        (["--size", "5x5", "--count", "3", "--split", "a=-1"], "split is 'a=-1'; it must be"),
        (["--size", "5x5", "--count", "3", "--split", "all=1,a=1"], "No split can be called all"),
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
    command: Command,
) -> None:
    code, _, errors = command("mazes", *words)
    assert code == 2
    assert sentence in errors
    assert errors.count("\n") == 1
    assert not os.listdir(tmp_path)
