"""Faults from outside: processes that are ended, no rights, little memory, another clock."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import COMMAND, begin, run, spawn, wait_for
from tiers import deep

import labirinto
from labirinto import InvalidValueError, TooLargeError
from labirinto._internal import memory
from labirinto._internal.files import check_folder, held, write_whole
from labirinto.cli.options import DrawingOptions
from labirinto.cli.output import check_drawable
from labirinto.grids import Rectangle
from labirinto.streaming import write_rows


def patched(code: str, folder: Path) -> dict[str, str]:
    """An environment in which Python runs some code first."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(code)
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), *known]))}


# Ended from outside.


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), deep(signal.SIGHUP, 129)]
)
def test_a_process_that_is_ended_cleans_up(number: int, code: int, tmp_path: Path) -> None:
    process = begin("wilson", "3000x3000", "-o", "m.svg", cwd=tmp_path)
    wait_for(tmp_path, ".m.svg.*.part", 0)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert said.strip() == b""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_even_in_a_callback(number: int, code: int, tmp_path: Path) -> None:
    # Python drops what is raised there, as at the end of each import.
    patch = f"""if True:
        import builtins, os, weakref
        def opened(name, *rest, known=open, **more):
            if str(name).endswith(".part"):
                weakref.finalize(lambda: 0, lambda: os.kill(os.getpid(), {int(number)}))
            return known(name, *rest, **more)
        builtins.open = opened
    """
    work = tmp_path / "work"
    work.mkdir()
    done = spawn("wilson", "3000x3000", "-o", "m.svg", cwd=work, env=patched(patch, tmp_path / "p"))
    assert (done.returncode, done.stderr.strip()) == (code, "")
    assert not list(work.iterdir())


def test_nohup_is_respected(tmp_path: Path) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = subprocess.Popen(
        [*COMMAND, "wilson", "600x600", "-o", "m.svg"], cwd=tmp_path, preexec_fn=ignore
    )
    until = time.monotonic() + 60
    while not any(tmp_path.iterdir()) and time.monotonic() < until:
        process.send_signal(signal.SIGHUP)
        time.sleep(0.02)
    process.send_signal(signal.SIGHUP)
    assert process.wait(60) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["m.svg"]


def test_ctrl_c_while_a_file_gets_its_hidden_name_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(name: str, mode: str) -> None:
        open(name, mode).close()
        raise KeyboardInterrupt

    monkeypatch.setattr("labirinto._internal.files.open", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt), write_whole(tmp_path / "m.svg"):
        pass
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


def test_an_interrupt_that_is_ignored_stays_so(tmp_path: Path) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    process = subprocess.Popen(
        [*COMMAND, "eller", "2000x20000", "-o", "m.pbm"], cwd=tmp_path, preexec_fn=ignore
    )
    wait_for(tmp_path, "m.pbm*")
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["m.pbm"]


# Each line of the end of a command gets a second signal, in a process of its own.
SECOND_SIGNALS = """
import os, signal, sys
from labirinto import cli

first, ends = int(sys.argv[1]), {cli.main.__code__, cli._ignore_signals.__code__}

def ended_at(line):
    def trace(frame, event, _):
        nonlocal line
        if event == "line" and decided:
            line -= 1
            if not line:
                os.kill(os.getpid(), signal.SIGINT)
        return trace if frame.f_code in ends else None
    def run():
        decided.append(True)
        if first:
            os.kill(os.getpid(), first)
        return 0
    decided, cli.run = [], run
    child = os.fork()
    if not child:
        sys.settrace(trace)
        cli.main()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

print(*{ended_at(line) for line in range(20)})
"""


@pytest.mark.parametrize(
    ("first", "codes"), [(0, {0, 130}), (signal.SIGINT, {130}), (signal.SIGTERM, {143, 130})]
)
def test_a_second_signal_at_the_end_changes_no_exit_code(first: int, codes: set[int]) -> None:
    command = [sys.executable, "-c", SECOND_SIGNALS, str(int(first))]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert set(map(int, ended.stdout.split())) == codes
    assert not ended.stderr


# Two runs of one name.


def test_what_is_held_is_refused_and_left_alone(tmp_path: Path) -> None:
    part = tmp_path / "m.part"
    with held(str(part), "m", make=True):
        part.write_bytes(b"half")
        for make in (True, False):
            with (
                pytest.raises(InvalidValueError, match="'m' is being written by another run"),
                held(str(part), "m", make=make),
            ):
                pass
    with held(str(part), "m", make=False):
        pass
    assert part.read_bytes() == b"half"


@pytest.mark.parametrize("folder", [False, True])
def test_what_is_still_empty_is_not_left_behind(folder: bool, tmp_path: Path) -> None:
    part = tmp_path / "m.part"
    with held(str(part), "m", make=False, folder=folder):
        assert not part.exists()
    with held(str(part), "m", make=True, folder=folder):
        assert (part.is_dir(), part.is_file()) == (folder, not folder)
    assert not part.exists()


def test_a_file_that_got_its_final_name_meanwhile_is_not_the_one_that_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, target = tmp_path / "m.part", tmp_path / "m"
    part.write_bytes(b"whole")
    lock = fcntl.flock

    def late(descriptor: int, how: int) -> None:
        if not target.exists():
            part.rename(target)
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with held(str(part), str(target), make=True):
        assert part.read_bytes() == b""
    assert [file.name for file in tmp_path.iterdir()] == ["m"]
    assert target.read_bytes() == b"whole"


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EIO])
def test_without_locks_files_are_written_all_the_same(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(descriptor: int, how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", cannot)
    rows = labirinto.generate_rows("eller", 9, 9, seed=1)
    if number == errno.EIO:
        with pytest.raises(OSError, match="Input/output error"):
            write_rows(rows, tmp_path / "m.npy")
    else:
        write_rows(rows, tmp_path / "m.npy")
        assert labirinto.load(tmp_path / "m.npy") == labirinto.eller(9, 9, seed=1)


# Outputs that are closed or full.


def close_output() -> None:
    os.close(1)


def close_errors() -> None:
    os.close(2)


def fill_errors() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 2)


@pytest.mark.parametrize("before", [close_output, deep(close_errors), fill_errors])
def test_closed_outputs_do_no_harm(before: Callable[[], None], tmp_path: Path) -> None:
    done = spawn("wilson", "9x9", "--seed", "1", "-o", "m.svg", cwd=tmp_path, before=before)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert labirinto.load(tmp_path / "m.svg") == labirinto.wilson(9, 9, seed=1)
    assert spawn("wilson", "9x9", cwd=tmp_path, before=before).returncode == 0
    # The seed goes to standard error here.
    assert spawn("wilson", "9x9", "-o", "n.svg", cwd=tmp_path, before=before).returncode == 0
    done = spawn("wilson", "0x9", cwd=tmp_path, before=before)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


# Folders.


@pytest.mark.parametrize(
    "words",
    [
        ["wilson", "20000x20000", "-o", "m.png"],
        deep(["eller", "20000x200000", "-o", "m.png"]),
        ["batch", "wilson", "9x9", "--count", "100000000", "-o", "m.npy"],
        ["wilson", "60x60", "--animate", "-o", "m.svg"],
    ],
    ids=" ".join,
)
def test_a_folder_that_cannot_be_written_to_is_reported_at_once(
    words: list[str], tmp_path: Path
) -> None:
    # Root may write anywhere but on read-only disks.
    env = patched("import os\nos.access = lambda name, mode: False\n", tmp_path / "code")
    folder = tmp_path / "folder"
    folder.mkdir()
    done = spawn(*words, cwd=folder, env=env)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "The folder '.' for 'm." in done.stderr
    assert "cannot be written to" in done.stderr
    assert not list(folder.iterdir())


def test_devices_need_no_folder_that_can_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda name, mode: False)
    check_folder("/dev/null")
    with pytest.raises(InvalidValueError, match=r"'/dev' for '/dev/m.svg' cannot be"):
        check_folder("/dev/m.svg")


def test_a_folder_that_goes_away_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "away"
    folder.mkdir()
    process = begin("backtracker", "2000x2000", "-o", "away/m.svg", cwd=tmp_path)
    wait_for(tmp_path, "away/.m.*", 0)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, b"labirinto: away/m.svg: No such file or directory.\n")
    assert not folder.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["batch", "wilson", "9x9", "--count", "5", "--solutions", "-o", "m.npy"],
        ["wilson", "9x9", "-o", "m.svg"],
        ["eller", "2100x2000", "-o", "m.pbm"],
    ],
    ids=lambda words: words[0],
)
def test_without_room_for_the_first_bytes_nothing_is_left(words: list[str], tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))

    done = spawn(*words, cwd=tmp_path, before=no_room)
    assert (done.returncode, done.stderr) == (1, f"labirinto: {words[-1]}: File too large.\n")
    assert not list(tmp_path.iterdir())


# Memory.


def test_the_limit_of_a_container_counts(tmp_path: Path) -> None:
    inner = tmp_path / "pod" / "box"
    inner.mkdir(parents=True)
    own = tmp_path / "own"
    own.write_text("0::/pod/box\n")
    (tmp_path / "pod" / "memory.max").write_text("1000000\n")
    (tmp_path / "pod" / "memory.current").write_text("700000\n")
    (tmp_path / "pod" / "memory.stat").write_text("anon 500000\ninactive_file 50000\n")
    (inner / "memory.max").write_text("max\n")
    (inner / "memory.current").write_text("5\n")
    (inner / "memory.stat").write_text("")
    assert list(memory._of_groups(str(tmp_path), str(own))) == [350_000]


def test_the_limit_of_an_older_container_counts(tmp_path: Path) -> None:
    # The group's path is the host's, and in the container its folder is the root.
    own = tmp_path / "own"
    own.write_text("5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n1:name=systemd:/\n0::/\n")
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.limit_in_bytes").write_text("2000\n")
    (tmp_path / "memory" / "memory.usage_in_bytes").write_text("1500\n")
    (tmp_path / "memory" / "memory.stat").write_text("cache 9\ntotal_inactive_file 100\n")
    assert list(memory._of_groups(str(tmp_path), str(own))) == [600]
    assert list(memory._of_groups(str(tmp_path), str(tmp_path / "nowhere"))) == []


def test_the_least_of_all_limits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_of_machine", lambda: 9_000_000)
    monkeypatch.setattr(memory, "_of_groups", lambda: [5_000_000, -3])
    assert memory.available_bytes() == 0
    monkeypatch.setattr(memory, "_of_groups", lambda: [5_000_000])
    with pytest.raises(TooLargeError, match=r"needs 6 MB of memory, but only 5 MB are free"):
        labirinto.kruskal(700, 700)


LIMIT = 400_000_000


def little() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))


@pytest.mark.parametrize(
    "words",
    [
        ["kruskal", "6000x6000", "-o", "m.png"],
        deep(["wilson", "20000x20000", "-o", "m.txt"]),
        ["wilson", "6000x6000", "-o", "m.svg"],
        deep(["eller", "6000x6000", "-o", "m.svg"]),
        ["batch", "wilson", "25000x25000", "--count", "1", "-o", "m.npy"],
    ],
    ids=" ".join,
)
def test_too_little_memory_is_reported_before_anything_is_made(
    words: list[str], tmp_path: Path
) -> None:
    done = spawn(*words, cwd=tmp_path, before=little)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "of memory, but only" in done.stderr
    assert not list(tmp_path.iterdir())


def test_drawings_are_looked_at_before_the_maze_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 10_000_000)
    grid = Rectangle(5000, 5000)

    def check(*targets: str, format: str | None = None) -> None:
        drawing = DrawingOptions("none", False, targets, format, False, "light", False)
        check_drawable(drawing, grid)

    check("-", "m.png", "m.txt")
    for target in ("m.svg", "m.json"):
        with pytest.raises(TooLargeError, match=r"A 5000x5000 (SVG|JSON)"):
            check("m.png", target)
    with pytest.raises(TooLargeError, match="A 5000x5000 SVG"):
        check(format="svg")


# The clock.


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "real, calls = time.time, []\n"
        "def back():\n"
        "    calls.append(1)\n"
        "    return real() - 86400 * len(calls)\n"
        "time.time = back\n"
    )
    env = patched(code, tmp_path / "code")
    words = ("eller", "2000x2500", "--seed", "1", "--checkpoint", "0", "-o")
    done = spawn(*words, "back.png", cwd=tmp_path, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert run(*words, "m.png", cwd=tmp_path).returncode == 0
    assert (tmp_path / "back.png").read_bytes() == (tmp_path / "m.png").read_bytes()
