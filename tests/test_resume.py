"""Interrupted runs are resumed to the same bytes, and nothing is lost."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import begin, digest, digests, run, spawn, wait_for
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Style, generate_rows
from labirinto.runs import Checkpoint, Unfinished
from labirinto.streaming import Callbacks, Output, write_rows

CORNERS = ("--ends", "corners", "--solution")


class EnoughError(Exception):
    """Stops what is being written."""


@pytest.mark.parametrize(
    "words",
    [
        deep(["eller", "2000x30000", "--seed", "9", "-o", "m.png"]),
        ["eller", "2000x5000", "--seed", "9", *CORNERS, "-o", "m.png"],
        deep(["eller", "2000x20000", "--seed", "9", "-o", "m.npy"]),
        deep(["eller", "2000x30000", "--seed", "9", "--join", "0.3", "-o", "m.pbm"]),
        deep(["eller", "600x3500", "--seed", "9", "-o", "m.txt"]),
        ["wilson", "2000x2000", "--order", "rows", "--seed", "9", "-o", "m.maze"],
        deep(["wilson", "2000x3000", "--order", "rows", *CORNERS, "--seed", "9", "-o", "m.png"]),
        deep(["wilson", "2000x3000", "--order", "endless", "--seed", "9", "-o", "m.pbm"]),
    ],
    ids=["png", "solution", "npy", "pbm", "txt", "uniform", "uniform-solution", "uniform-endless"],
)
@pytest.mark.parametrize("kills", [2, deep(20)])
def test_killed_at_random_moments_it_is_resumed_to_the_same_bytes(
    words: list[str], kills: int, tmp_path: Path
) -> None:
    file = tmp_path / words[-1]
    assert run(*words, cwd=tmp_path).returncode == 0
    expected = digest(file)
    file.unlink()
    checkpoint = tmp_path / f"{file.name}.checkpoint"
    chance = random.Random(file.name)
    killed = 0
    for number in range(kills):
        resume = ["--resume"] if checkpoint.exists() else []
        process = begin(*words, "--checkpoint", "0", *resume, cwd=tmp_path)
        # The first is killed at any moment, the others when there is a checkpoint.
        while number and not checkpoint.exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        if file.exists():
            break  # perhaps killed before it had removed the checkpoint
    if checkpoint.exists() or not file.exists():
        resume = ["--resume"] if checkpoint.exists() else []
        done = run(*words, *resume, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    assert killed > 0
    assert digest(file) == expected
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]


def unfinished(folder: Path) -> None:
    """Leave an unfinished m.png in a folder."""

    def stop(rows: int, size: int) -> None:
        if (folder / "m.png.checkpoint").exists():
            raise EnoughError

    with pytest.raises(EnoughError):
        resumed(folder, resume=False, callbacks=Callbacks(on_write=stop))
    assert sorted(os.listdir(folder)) == ["m.png.checkpoint", "m.png.part"]


def resumed(
    folder: Path,
    width: int = 2000,
    height: int = 4000,
    output: Output | None = None,
    *,
    seed: int = 3,
    join: float = 0.5,
    resume: bool = True,
    callbacks: Callbacks | None = None,
) -> None:
    """Resume m.png."""
    write_rows(
        generate_rows("eller", width, height, seed=seed, join=join),
        folder / "m.png",
        output,
        resume=resume,
        checkpoint_seconds=0,
        callbacks=callbacks,
    )


@pytest.mark.parametrize(
    ("about", "named"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"height": 3999}, "height 4000"),
        ({"width": 2001}, "width 2000"),
        ({"join": 0.4}, r"join 0\.5"),
        ({"output": Output(style=Style(walls="red"))}, "style"),
        ({"output": Output("pbm")}, "format png"),
        ({"resume": False}, "can be resumed with --resume .*; to start again, delete"),
    ],
    ids=str,
)
def test_another_job_cannot_be_resumed_and_nothing_is_lost(
    about: dict[str, Any], named: str, tmp_path: Path
) -> None:
    unfinished(tmp_path)
    before = digests(tmp_path)
    with pytest.raises(InvalidValueError, match=named):
        resumed(tmp_path, **about)
    assert digests(tmp_path) == before


def test_the_command_line_resumes_with_the_same_seed(tmp_path: Path) -> None:
    unfinished(tmp_path)
    assert run("eller", "2000x4000", "-o", "m.png", "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.png") == labirinto.eller(2000, 4000, seed=3)


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    done = run("eller", "50x50", "--seed", "1", "-o", "m.png", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "nothing to resume" in done.stderr
    assert "does not exist; start again without resuming." in done.stderr
    done = run("eller", "50x50", "--seed", "1", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "Only a file can be resumed" in done.stderr
    assert not list(tmp_path.iterdir())
    labirinto.save(labirinto.eller(50, 50, seed=1), tmp_path / "m.png")
    done = run("eller", "50x50", "--seed", "1", "-o", "m.png", "--resume", cwd=tmp_path)
    assert re.search(r"nothing to resume, since '.*m\.png' is complete\.$", done.stderr.strip())


def test_a_full_disk_is_one_sentence_and_keeps_the_checkpoint(tmp_path: Path) -> None:
    words = ["eller", "2000x9000", "--seed", "9", "-o", "m.png", "--checkpoint", "0"]
    limit = 2_000_000

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = spawn(*words, cwd=tmp_path, before=small_disk)
    assert done.returncode == 1
    assert done.stderr == "labirinto: m.png: File too large.\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.png.checkpoint", "m.png.part"]
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.png") == labirinto.eller(2000, 9000, seed=9)


@pytest.mark.parametrize(
    ("words", "number", "code"),
    [([], signal.SIGTERM, 143), (["--ends", "corners", "--solution"], signal.SIGINT, 130)],
    ids=["ended", "interrupted during the search"],
)
def test_without_a_checkpoint_nothing_is_left_and_that_is_said(
    words: list[str], number: int, code: int, tmp_path: Path
) -> None:
    process = begin("eller", "2000x2000000", *words, "-o", "m.png", cwd=tmp_path)
    wait_for(tmp_path, "m.png.part", 0)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert errors.strip() == b"labirinto: Stopped; there is nothing to resume."
    assert not list(tmp_path.iterdir())


def test_ctrl_c_makes_a_checkpoint_and_says_so(tmp_path: Path) -> None:
    words = ("eller", "2000x20000", "--seed", "3", "-o", "m.npy")
    process = begin(*words, cwd=tmp_path)
    wait_for(tmp_path, "m.npy.part")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == b"labirinto: Stopped; continue with --resume."
    assert sorted(os.listdir(tmp_path)) == ["m.npy.checkpoint", "m.npy.part"]
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.npy") == labirinto.eller(2000, 20000, seed=3)


def test_checkpoints_cost_less_than_a_hundredth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They are rarer the longer they take: with an interval of 0 the share is what is left.
    begun = time.process_time()
    saved: list[float] = []
    save = Checkpoint.save

    def timed_save(self: Checkpoint, unfinished: Unfinished) -> None:
        before = time.process_time()
        save(self, unfinished)
        saved.append(time.process_time() - before)

    monkeypatch.setattr(Checkpoint, "save", timed_save)
    write_rows(generate_rows("eller", 5000, 4000, seed=1), tmp_path / "m.png", checkpoint_seconds=0)
    assert len(saved) > 0
    # Only bounded roughly here, since machines are noisy.
    assert sum(saved) < 0.1 * (time.process_time() - begun)


OUT_OF_MEMORY = """
import os, resource, sys
from labirinto.cli import main, output, streams

class TakingMemory(output.ProgressBar):
    def __call__(self, *done):
        if os.path.exists("m.maze.checkpoint"):
            with open("/proc/self/statm") as file:
                limit = int(file.read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

streams.ProgressBar = TakingMemory
sys.argv[1:] = "wilson 20000x1500 --order rows --seed 9 -o m.maze --checkpoint 0".split()
main()
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system reports no size")
def test_memory_that_runs_out_leaves_a_checkpoint(tmp_path: Path) -> None:
    code = [sys.executable, "-c", OUT_OF_MEMORY]
    done = subprocess.run(code, cwd=tmp_path, check=False, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--resume" in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["m.maze.checkpoint", "m.maze.part"]
    write_rows(generate_rows("wilson", 20_000, 1500, seed=9), tmp_path / "m.maze", resume=True)
    maze = labirinto.wilson(20_000, 1500, seed=9, order="rows")
    assert labirinto.load(tmp_path / "m.maze") == maze
