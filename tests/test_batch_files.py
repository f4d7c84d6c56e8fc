"""Batches in files: their arrays, what a run reports, and what is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import digests, run
from tiers import FEW, sample

import labirinto
from labirinto import InvalidValueError, MissingExtraError
from labirinto.batches import write_batch

# What is written.


@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
def test_arrays_are_those_of_the_batch(algorithm: str, tmp_path: Path) -> None:
    words = (algorithm, "9x5", "--count", "50", "--seed", "anna", "--block", "20", "--solutions")
    done = run("batch", *words, "-o", "m.npy", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(os.listdir(tmp_path)) == ["m-ends.npy", "m-solutions.npy", "m.npy"]
    (block,) = labirinto.batch(algorithm, 9, 5, count=50, seed="anna", solutions=True)
    for name, expected in (
        ("m.npy", np.asarray(block)),
        ("m-ends.npy", np.asarray(block.ends)),
        ("m-solutions.npy", np.asarray(block.solutions)),
    ):
        array = np.load(tmp_path / name, mmap_mode="r")
        assert array.dtype == expected.dtype
        assert (array == expected).all()
    assert done.stdout == ""


def test_parameters_and_ends_reach_the_files(tmp_path: Path) -> None:
    words = ("eller", "9x5", "--count", "5", "--seed", "1", "--join", "0.9", "--drop", "0.1")
    assert run("batch", *words, "--ends", "corners", "-o", "m.npy", cwd=tmp_path).returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["m-ends.npy", "m.npy"]
    (block,) = labirinto.batch("eller", 9, 5, count=5, seed=1, join=0.9, drop=0.1)
    assert (np.load(tmp_path / "m.npy") == np.asarray(block)).all()
    assert (np.load(tmp_path / "m-ends.npy") == [[0, 0], [8, 4]]).all()


def test_numpy_is_not_needed_to_write_its_files(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from labirinto.cli.commands import labirinto\n"
        "words = ['batch', 'wilson', '5x5', '--count', '9', '--solutions', '-o', 'm.npy']\n"
        "labirinto.main(words, standalone_mode=False)\n"
        "assert not {'numpy', 'zarr', 'dask', 'distributed'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert np.load(tmp_path / "m.npy").shape == (9, 5, 5)


def test_a_batch_without_a_seed_shows_it(tmp_path: Path) -> None:
    done = run("batch", "wilson", "5x5", "--count", "3", "-o", "m.npy", cwd=tmp_path)
    shown_seed = re.search(r"--seed (\d+)", done.stderr)
    (block,) = labirinto.batch("wilson", 5, 5, count=3, seed=shown_seed[1])
    assert (np.load(tmp_path / "m.npy") == np.asarray(block)).all()
    before = digests(tmp_path)
    again = run("batch", *done.stderr.split()[2:], cwd=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert digests(tmp_path) == before
    quiet = ["batch", "wilson", "5x5", "--count", "3", "-o", "m.npy", "--quiet"]
    assert run(*quiet, cwd=tmp_path).stderr == ""


def test_the_number_of_duplicates_is_shown(tmp_path: Path) -> None:
    words = ("wilson", "3x3", "--count", "150", "--seed", "1", "--unique", "-o", "m.npy")
    done = run("batch", *words, cwd=tmp_path)
    batch = labirinto.batch("wilson", 3, 3, count=150, seed=1, unique=True)
    assert len(list(batch)) == 1
    assert done.stdout.startswith(f"Duplicates dropped: {batch.dropped}.\n")
    assert len({maze.tobytes() for maze in np.load(tmp_path / "m.npy")}) == 150


def test_a_store_holds_the_same_and_its_recipe(tmp_path: Path) -> None:
    zarr = pytest.importorskip("zarr")
    batch = labirinto.batch(
        "eller", 9, 5, count=50, seed=2**64 - 1, block=20, ends="random", solutions=True
    )
    write_batch(batch.restart(), tmp_path / "m.zarr")
    group = zarr.open_group(tmp_path / "m.zarr", mode="r")
    assert group.attrs["labirinto"] == {
        "algorithm": "eller",
        "revision": 1,
        "width": 9,
        "height": 5,
        "seed": 2**64 - 1,
        "parameters": {"drop": 0.5, "join": 0.5},
        "count": 50,
        "ends": "random",
        "unique": False,
    }
    blocks = list(batch)
    assert group["mazes"].chunks == (20, 5, 9)
    assert (group["mazes"][:] == np.concatenate([np.asarray(block) for block in blocks])).all()
    ends = np.concatenate([np.asarray(block.ends) for block in blocks])
    assert (group["ends"][:] == ends).all()
    solutions = np.concatenate([np.asarray(block.solutions) for block in blocks])
    assert (group["solutions"][:] == solutions).all()
    assert labirinto.Recipe.from_dict(group.attrs["labirinto"]) == batch.recipe


def test_mazes_of_a_single_cell_are_written_too(tmp_path: Path) -> None:
    pytest.importorskip("zarr")
    for name in ("m.zarr", "m.npy"):
        write_batch(labirinto.batch("wilson", 1, 1, count=5, block=2), tmp_path / name)
    assert (tmp_path / "m.zarr" / "mazes" / "c" / "2" / "0" / "0").exists()
    assert np.load(tmp_path / "m.npy").shape == (5, 1, 1)


# Bad input.


@pytest.mark.parametrize(
    ("missing", "scheduler", "extra"),
    [("zarr", None, "zarr"), ("dask", "threads", "dask"), ("distributed", "tcp://x:1", "dask")],
)
def test_a_missing_extra_is_named(
    missing: str,
    scheduler: str | None,
    extra: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if scheduler:
        pytest.importorskip("zarr")
    monkeypatch.setitem(sys.modules, missing, None)
    batch = labirinto.batch("wilson", 5, 5, count=3)
    with pytest.raises(MissingExtraError, match=re.escape(f"'labirinto[{extra}]'")):
        write_batch(batch, tmp_path / "m.zarr", scheduler=scheduler)
    assert not list(tmp_path.iterdir())


def test_only_a_fresh_batch_is_written(tmp_path: Path) -> None:
    batch = labirinto.batch("wilson", 5, 5, count=3)
    batch.read(1)
    with pytest.raises(InvalidValueError, match="1 mazes of the batch have been read before"):
        write_batch(batch, tmp_path / "m.npy")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (3, "3 is not a file name; give a text or a path."),
        ("m.npy", "m.npy' is a folder; use another name."),
        ("m-ends.npy", "m-ends.npy' is a folder; use another name."),
    ],
)
def test_what_cannot_be_a_target_is_refused_before_any_work(
    name: Any, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / str(name)).mkdir()
    target: Any = name if name == 3 else tmp_path / "m.npy"
    with pytest.raises(InvalidValueError, match=sentence):
        write_batch(labirinto.batch("wilson", 5, 5, count=3, ends="border"), target)
    assert os.listdir(tmp_path) == [str(name)]
