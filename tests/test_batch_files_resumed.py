"""Batches whose writing is stopped, killed or refused, and resumed to the same bytes."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import begin, digests, files_in, on_terminal, run, spawn
from tiers import deep

import labirinto
from labirinto import InvalidValueError, TooLargeError
from labirinto.batches import write_batch
from labirinto.runs import Unfinished

# Zarr has no release for Python 3.10.
NAMES = ["m.npy", "m.zarr"] if find_spec("zarr") else ["m.npy"]


class EnoughError(Exception):
    """Stops a batch that is being written."""


def wait_for_bytes(path: Path, size: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a file has this size, or a folder this many files, or the process has ended."""
    until = time.monotonic() + 60
    while process.poll() is None:
        assert time.monotonic() < until, f"{path.name} did not come"
        with suppress(FileNotFoundError):  # not there yet, or renamed meanwhile
            if (len(files_in(path)) if path.is_dir() else path.stat().st_size) >= size:
                return
        time.sleep(0.005)


LONG = ["wilson", "20x20", "--count", "20000", "--seed", "9", "--block", "500"]


@pytest.mark.parametrize(
    "words",
    [
        deep([*LONG, "--solutions", "-o", "m.npy"]),
        [*LONG, "--unique", "-o", "m.npy"],
        deep([*LONG, "--solutions", "-o", "m.zarr"]),
    ],
    ids=["npy", "unique", "zarr"],
)
@pytest.mark.parametrize("kills", [1, deep(5)])
def test_killed_at_random_moments_it_is_resumed_to_the_same_bytes(
    words: list[str], kills: int, tmp_path: Path
) -> None:
    (tmp_path / "whole").mkdir()
    folder = tmp_path / "killed"
    folder.mkdir()
    if words[-1] == "m.zarr":
        pytest.importorskip("zarr")
    whole = run("batch", *words, cwd=tmp_path / "whole")
    assert whole.returncode == 0
    chance = random.Random(words[-1])
    part = folder / f"{words[-1]}.part"
    unit = 1 if words[-1] == "m.zarr" else 10**5
    checkpoint = folder / f"{words[-1]}.checkpoint"
    for share in sorted(chance.uniform(2, 40) for _ in range(kills)):
        resume = ["--resume"] if checkpoint.exists() else []
        process = begin("batch", *words, *resume, cwd=folder)
        wait_for_bytes(part, int(share * unit), process)
        process.kill()
        process.communicate()
        if (folder / words[-1]).exists():
            break  # it was whole before this process came to kill it
    if checkpoint.exists() or not (folder / words[-1]).exists():
        # The seed need not be given again.
        done = run("batch", *words[:4], *words[6:], "--resume", cwd=folder)
        assert (done.returncode, done.stdout) == (0, whole.stdout)
        assert "--seed 9" in done.stderr
    assert digests(folder) == digests(tmp_path / "whole")


def test_ctrl_c_says_how_to_continue(tmp_path: Path) -> None:
    process = begin("batch", *LONG[:3], "60000000", "-o", "m.npy", cwd=tmp_path)
    wait_for_bytes(tmp_path / "m.npy.part", 10**7, process)  # more than a block of 4 MB
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"labirinto: Stopped; continue with --resume.\n" in errors
    assert b"Traceback" not in errors
    assert sorted(os.listdir(tmp_path)) == ["m.npy.checkpoint", "m.npy.part"]


def test_ctrl_c_in_the_first_block_says_that_nothing_is_kept(tmp_path: Path) -> None:
    words = ("wilson", "20x20", "--count", "9000000", "--block", "9000000", "-o", "m.npy")
    process = begin("batch", *words, cwd=tmp_path)
    wait_for_bytes(tmp_path / "m.npy.checkpoint", 1, process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == b"labirinto: Stopped; there is nothing to resume."
    assert not list(tmp_path.iterdir())


def test_long_work_shows_a_bar_on_a_terminal_and_none_in_a_pipe(tmp_path: Path) -> None:
    words = ["aldous-broder", "50x50", "--count", "6000", "--block", "500"]
    shown, code = on_terminal("batch", *words, "-o", str(tmp_path / "m.npy"))
    assert code == 0
    assert "Mazes:" in shown
    assert " mazes/s" in shown
    shown, code = on_terminal("batch", *words, "-o", str(tmp_path / "m.npy"), "--quiet")
    assert "mazes/s" not in shown


def unfinished(folder: Path, name: str, **about: object) -> None:
    """Leave a batch of which one block is written."""

    def stop(made: int, count: int) -> None:
        raise EnoughError

    batch = labirinto.batch("wilson", 5, 5, count=100, seed=3, block=10, **about)  # type: ignore[arg-type]
    with pytest.raises(EnoughError):
        write_batch(batch, folder / name, progress=stop)


@pytest.mark.parametrize(
    ("algorithm", "height", "changes", "resume", "named"),
    [
        ("wilson", 5, {"seed": 4}, True, "seed 3"),
        ("wilson", 5, {"count": 99}, True, "count 100"),
        ("wilson", 5, {"ends": "random"}, True, "ends None"),
        ("wilson", 6, {}, True, "height 5"),
        ("kruskal", 5, {}, True, "algorithm wilson"),
        ("wilson", 5, {}, False, "can be resumed with --resume"),
    ],
)
def test_another_batch_cannot_be_resumed_and_nothing_is_lost(
    algorithm: str, height: int, changes: dict[str, Any], resume: bool, named: str, tmp_path: Path
) -> None:
    unfinished(tmp_path, "m.npy")
    before = digests(tmp_path)
    about = {"count": 100, "seed": 3, "block": 10} | changes
    with pytest.raises(InvalidValueError, match=named):
        write_batch(
            labirinto.batch(algorithm, 5, height, **about), tmp_path / "m.npy", resume=resume
        )
    assert digests(tmp_path) == before


def test_the_block_decides_nothing_in_an_npy_file(tmp_path: Path) -> None:
    unfinished(tmp_path, "m.npy")
    batch = labirinto.batch("wilson", 5, 5, count=100, seed=3, block=7)
    write_batch(batch.restart(), tmp_path / "m.npy", resume=True)
    assert os.listdir(tmp_path) == ["m.npy"]
    assert (np.load(tmp_path / "m.npy") == np.asarray(batch.read(100))).all()


def test_a_file_beside_that_is_another_run_s_leaves_nothing_of_ours(tmp_path: Path) -> None:
    batch = labirinto.batch("wilson", 5, 5, count=30, seed=3, ends="random")
    with Unfinished(str(tmp_path / "m-ends.npy")).held(resume=False):
        with pytest.raises(InvalidValueError, match=r"m-ends\.npy' is being written"):
            write_batch(batch, tmp_path / "m.npy")
        assert os.listdir(tmp_path) == ["m-ends.npy.part"]


def test_chunks_cannot_change_half_way(tmp_path: Path) -> None:
    pytest.importorskip("zarr")
    unfinished(tmp_path, "m.zarr")
    batch = labirinto.batch("wilson", 5, 5, count=100, seed=3, block=20)
    with pytest.raises(InvalidValueError, match="has block 10, not 20"):
        write_batch(batch, tmp_path / "m.zarr", resume=True)


def test_too_small_a_disk_is_reported_before_anything_is_made(tmp_path: Path) -> None:
    done = spawn(
        "batch", "wilson", "1000x1000", "--count", "1000000000", "-o", "m.npy", cwd=tmp_path
    )
    assert done.returncode == 2
    assert re.fullmatch(
        r"labirinto: m\.npy needs 1 PB more on the disk, and .* are free\.\n", done.stderr
    )
    with pytest.raises(TooLargeError):
        write_batch(labirinto.batch("wilson", 1000, 1000, count=10**9), tmp_path / "m.npy")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_that_cannot_be_completed_leaves_nothing(name: str, tmp_path: Path) -> None:
    batch = labirinto.batch("eller", 3, 3, count=192, seed=1, unique=True, block=10)
    with pytest.raises(InvalidValueError, match="Different mazes found: 176,"):
        write_batch(batch, tmp_path / name)
    assert not list(tmp_path.iterdir())
