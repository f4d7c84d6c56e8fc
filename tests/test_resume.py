"""Interrupted runs: what is left goes on to the same bytes, and nothing is lost."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from commands import begin, digest, run, wait_for
from tiers import deep

import labirinto
from labirinto import eller_rows
from labirinto.streaming import Checkpoint, Unfinished, Watching, write_rows


@pytest.mark.parametrize(
    "words",
    [
        ["eller", "2000x30000", "--seed", "9", "-o", "m.png"],
        ["eller", "2000x15000", "--seed", "9", "--ends", "corners", "--solution", "-o", "m.png"],
        ["eller", "2000x50000", "--seed", "9", "-o", "m.npy"],
        ["eller", "2000x30000", "--seed", "9", "--join", "0.3", "-o", "m.pbm"],
        ["eller", "600x7000", "--seed", "9", "-o", "m.txt"],
    ],
    ids=["png", "solution", "npy", "pbm", "txt"],
)
@pytest.mark.parametrize("kills", [3, deep(20)])
def test_killed_at_random_moments_it_goes_on_to_the_same_bytes(
    words: list[str], kills: int, tmp_path: Path
) -> None:
    whole = begin(*words, cwd=tmp_path)
    begun = time.monotonic()
    assert whole.communicate() == (b"", b"")
    seconds = time.monotonic() - begun
    file = tmp_path / words[-1]
    expected = digest(file)
    file.unlink()
    checkpoint = tmp_path / f"{file.name}.checkpoint"
    chance = random.Random(words[-1])
    kills_after_a_checkpoint = 0
    for _ in range(20):
        resume = ["--resume"] if checkpoint.exists() else []
        process = begin(*words, "--checkpoint", "0", *resume, cwd=tmp_path)
        # Anywhere from before it writes, which takes it a tenth of a second, to well within.
        pause = chance.uniform(0.02, 0.7 * seconds)
        try:
            process.wait(pause)
        except subprocess.TimeoutExpired:
            process.kill()
            kills_after_a_checkpoint += checkpoint.exists()
        process.communicate()
        if kills_after_a_checkpoint == kills:
            break
        if file.exists():
            assert digest(file) == expected
            # Perhaps it was killed before it had removed the checkpoint.
            if checkpoint.exists():
                assert run(*words, "--resume", cwd=tmp_path).returncode == 0
                assert digest(file) == expected
            file.unlink()
    resume = ["--resume"] if checkpoint.exists() else []
    done = run(*words, *resume, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert kills_after_a_checkpoint > 0
    assert digest(file) == expected
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]


def interrupted(folder: Path) -> None:
    """Leaves an unfinished m.png in a folder."""
    process = begin(
        *("eller", "2000x40000", "--seed", "3", "-o", "m.png", "--checkpoint", "0"), cwd=folder
    )
    wait_for(folder, "m.png.checkpoint")
    process.kill()
    process.communicate()
    assert not (folder / "m.png").exists()


def test_nothing_is_left_of_a_run_killed_while_it_wrote_a_checkpoint(tmp_path: Path) -> None:
    interrupted(tmp_path)
    (tmp_path / "m.png.checkpoint.part").write_bytes(b"half of")
    words = ("eller", "2000x40000", "--seed", "3", "-o", "m.png")
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["m.png"]


def test_a_run_killed_after_the_file_had_its_name_was_finished(tmp_path: Path) -> None:
    interrupted(tmp_path)
    words = ("eller", "2000x40000", "--seed", "3", "-o", "m.png", "--resume")
    checkpoint = tmp_path / "m.png.checkpoint"
    kept, before = checkpoint.read_bytes(), checkpoint.stat()
    assert run(*words, cwd=tmp_path).returncode == 0
    whole = digest(tmp_path / "m.png")
    checkpoint.write_bytes(kept)
    os.utime(checkpoint, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert digest(tmp_path / "m.png") == whole
    assert [entry.name for entry in tmp_path.iterdir()] == ["m.png"]
    # A file of that name that is older than the checkpoint is another one.
    checkpoint.write_bytes(kept)
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "m.png.part' is gone: it can only be begun anew" in done.stderr
    assert digest(tmp_path / "m.png") == whole
    assert checkpoint.read_bytes() == kept


def test_another_job_cannot_be_resumed_and_nothing_is_lost(tmp_path: Path) -> None:
    interrupted(tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for words, named in (
        (["2000x40000", "--seed", "4"], "seed 3"),
        (["2000x39999", "--seed", "3"], "height 40000"),
        (["2001x40000", "--seed", "3"], "width 2000"),
        (["2000x40000", "--seed", "3", "--join", "0.4"], "join 0.5"),
        (["2000x40000", "--seed", "3", "--walls-colour", "red"], "style"),
        (["2000x40000", "--seed", "3", "-f", "pbm"], "format png"),
    ):
        done = run("eller", *words, "-o", "m.png", "--resume", cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert named in done.stderr
    done = run("eller", "2000x40000", "--seed", "3", "-o", "m.png", cwd=tmp_path)
    assert done.returncode == 2
    assert "can be resumed" in done.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    # The seed need not be told again.
    assert run("eller", "2000x40000", "-o", "m.png", "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.png") == labirinto.eller(2000, 40000, seed=3)


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    done = run("eller", "50x50", "--seed", "1", "-o", "m.png", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "nothing to resume" in done.stderr
    assert "does not exist; it can only be begun anew." in done.stderr
    done = run("eller", "50x50", "--seed", "1", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "Only a file can be resumed" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_damaged_checkpoint_or_file_is_refused(tmp_path: Path) -> None:
    interrupted(tmp_path)
    checkpoint = tmp_path / "m.png.checkpoint"
    good = checkpoint.read_bytes()
    words = ("eller", "2000x40000", "--seed", "3", "-o", "m.png", "--resume")
    for bad in (b"", good[:-30], good.replace(b'"width": 2000', b'"width": 2001'), b"\xff\xfe"):
        checkpoint.write_bytes(bad)
        done = run(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "damaged" in done.stderr
    checkpoint.write_bytes(good)
    part = tmp_path / "m.png.part"
    part.write_bytes(part.read_bytes()[:1000])
    done = run(*words, cwd=tmp_path)
    assert "shorter than" in done.stderr
    assert Checkpoint.load(str(checkpoint)).job["seed"] == 3


def test_a_full_disk_is_one_sentence_and_keeps_the_checkpoint(tmp_path: Path) -> None:
    words = ["eller", "2000x16000", "--seed", "9", "-o", "m.png", "--checkpoint", "0"]
    limit = 3_000_000

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = run(*words, cwd=tmp_path, before=small_disk)
    assert done.returncode == 1
    assert done.stderr == "labirinto: m.png: File too large.\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.png.checkpoint", "m.png.part"]
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.png") == labirinto.eller(2000, 16000, seed=9)


@pytest.mark.parametrize(
    ("words", "number", "code"),
    [([], signal.SIGTERM, 143), (["--ends", "corners", "--solution"], signal.SIGINT, 130)],
    ids=["ended", "interrupted while looking for the way"],
)
def test_without_a_checkpoint_nothing_is_left_and_that_is_said(
    words: list[str], number: int, code: int, tmp_path: Path
) -> None:
    process = begin("eller", "2000x2000000", *words, "-o", "m.png", cwd=tmp_path)
    wait_for(tmp_path, "m.png.part", 0)
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == code
    assert errors.strip() == b"labirinto: Stopped; there is nothing to resume."
    assert not list(tmp_path.iterdir())


def test_rows_that_fail_before_a_checkpoint_leave_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        write_rows(
            eller_rows(100, 10**6),
            tmp_path / "m.png",
            watching=Watching(progress=lambda rows, size: print(rows // 0)),
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["m.png", "m.npy"])
def test_ctrl_c_makes_a_checkpoint_and_says_so(name: str, tmp_path: Path) -> None:
    words = ("eller", "2000x40000", "--seed", "3", "-o", name)
    process = begin(*words, cwd=tmp_path)
    wait_for(tmp_path, f"{name}.part")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert errors.strip() == b"labirinto: Stopped; with --resume it goes on."
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == [f"{name}.checkpoint", f"{name}.part"]
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / name) == labirinto.eller(2000, 40000, seed=3)


# Two runs of one name.


@pytest.mark.parametrize("words", [[], ["--checkpoint", "0"]], ids=["without", "with checkpoints"])
def test_a_second_run_is_refused_and_the_first_is_not_disturbed(
    words: list[str], tmp_path: Path
) -> None:
    job = ("eller", "2000x20000", "--seed", "3", "-o", "m.pbm")
    first = begin(*job, *words, cwd=tmp_path)
    wait_for(tmp_path, "m.pbm.checkpoint" if words else "m.pbm.part")
    first.send_signal(signal.SIGSTOP)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    other = ("eller", "3000x9000", "--seed", "4", "-o", "m.pbm")
    for second in (job, other, (*job, "--resume")):
        done = run(*second, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "m.pbm' is being written by another run; wait for it, or take" in done.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    first.send_signal(signal.SIGCONT)
    assert first.communicate(timeout=60) == (b"", b"")
    assert first.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["m.pbm"]
    assert digest(tmp_path / "m.pbm") == digest_of_whole(tmp_path, job)


def digest_of_whole(folder: Path, job: tuple[str, ...]) -> bytes:
    """What a job gives that nothing disturbs."""
    assert run(*job[:-1], "whole.pbm", cwd=folder).returncode == 0
    return digest(folder / "whole.pbm")


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
    write_rows(eller_rows(5000, 10000, seed=1), tmp_path / "m.png", checkpoint_seconds=0)
    assert len(saved) > 0
    # Only bounded roughly here, since machines are noisy.
    assert sum(saved) < 0.1 * (time.process_time() - begun)
