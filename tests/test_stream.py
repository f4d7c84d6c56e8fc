"""Large mazes into files as they are made: interrupted, resumed, solved, always the same bytes."""

from __future__ import annotations

import hashlib
import io
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import labirinto
from labirinto import Ends, FileFormatError, InvalidValueError, Maze, Style, eller_rows
from labirinto.formats.png import PngRows
from labirinto.render.deflate import installed_libraries
from labirinto.stream import STREAMED_FORMATS, Checkpoint, Output, Watching, write_rows

COMMAND = [sys.executable, "-m", "labirinto"]
ONE_PIXEL = Style(cell=2, wall=1, margin=0)
LARGE = "3000x4000"


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command and waits for it."""
    return subprocess.run(
        [*COMMAND, *words], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )


def streamed(width: int, height: int, output: Output, **about: object) -> bytes:
    """What the rows of a maze are as a file."""
    stream = io.BytesIO()
    write_rows(eller_rows(width, height, seed=5, **about), stream, output)  # type: ignore[arg-type]
    return stream.getvalue()


def drawn(maze: Maze, output: Output) -> bytes:
    """The same maze, drawn as a whole."""
    stream = io.BytesIO()
    path = labirinto.solve(maze, *output.ends) if output.solution and output.ends else None
    labirinto.draw(
        maze, stream, path=path, ends=output.ends, style=output.style, format=output.format
    )
    return stream.getvalue()


@pytest.mark.parametrize("format", STREAMED_FORMATS)
@pytest.mark.parametrize("size", [(1, 1), (1, 40), (40, 1), (65, 33), (300, 200)])
@pytest.mark.parametrize("style", [ONE_PIXEL, Style(cell=7, wall=2, margin=3)])
def test_a_stream_is_the_same_file_as_a_drawing(
    format: str, size: tuple[int, int], style: Style
) -> None:
    output = Output(format, style)
    assert streamed(*size, output) == drawn(labirinto.eller(*size, seed=5), output)


@pytest.mark.parametrize("format", ["png", "txt", "ascii"])
@pytest.mark.parametrize("solution", [False, True])
def test_ends_and_solution_are_those_of_a_drawing(format: str, solution: bool) -> None:
    for width, height in ((2, 1), (1, 30), (90, 70), (129, 400)):
        ends = Ends((0, 0), (width - 1, height - 1))
        output = Output(format, Style(cell=5, wall=2), ends, solution)
        assert streamed(width, height, output) == drawn(
            labirinto.eller(width, height, seed=5), output
        )


@pytest.mark.parametrize("library", installed_libraries())
def test_every_packer_and_any_number_of_threads_gives_the_maze(library: str) -> None:
    maze = labirinto.eller(2000, 1500, seed=5)
    files = {
        streamed(2000, 1500, Output("png", threads=threads, library=library))
        for threads in (1, 2, 5)
    }
    assert len(files) == 1
    assert labirinto.load(io.BytesIO(files.pop())) == maze


def test_other_programs_open_what_is_streamed(tmp_path: Path) -> None:
    maze = labirinto.eller(300, 200, seed=5)
    blocks = np.asarray(maze.blocks())
    for name in ("m.png", "m.pbm"):
        write_rows(eller_rows(300, 200, seed=5), tmp_path / name)
        with Image.open(tmp_path / name) as file:
            picture = np.asarray(file.convert("L"))
        assert ((picture < 128) == blocks).all()
    write_rows(eller_rows(300, 200, seed=5), tmp_path / "m.npy")
    planes = np.load(tmp_path / "m.npy", mmap_mode="r")
    assert planes.shape == (200, 2, 38)
    assert planes.tobytes() == maze.rows


@pytest.mark.parametrize("format", STREAMED_FORMATS)
def test_an_endless_maze_is_finished_when_it_is_asked_to(format: str, tmp_path: Path) -> None:
    bands = iter([False, False, True])
    rows = eller_rows(3000, seed=5)
    target = tmp_path / f"m.{format}"
    write_rows(rows, target, watching=Watching(should_finish=lambda: next(bands)))
    assert rows.is_finished
    maze = labirinto.generate(rows.recipe)
    if format == "npy":
        assert np.load(target).tobytes() == maze.rows
    elif format == "pbm":
        with Image.open(target) as picture:
            assert picture.size == (2 * maze.width + 1, 2 * maze.height + 1)
    else:
        assert labirinto.load(target) == maze
        assert labirinto.load(target).recipe == maze.recipe


def test_a_height_that_is_not_known_cannot_go_into_a_pipe() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    for kind in ("png", "pbm", "npy"):
        with pytest.raises(InvalidValueError, match="name a file, or a height"):
            write_rows(eller_rows(5), Pipe(), Output(kind))


# Rows of a picture that is too large to be loaded.


def test_a_picture_is_read_row_by_row(tmp_path: Path) -> None:
    maze = labirinto.eller(200, 300, seed=1)
    labirinto.draw(maze, tmp_path / "m.png", style=Style(cell=5, wall=2))
    rows = PngRows(str(tmp_path / "m.png"))
    blocks = [rows.take(7) for _ in range(43)]
    assert rows.is_finished
    assert [block.y for block in blocks] == list(range(0, 300, 7))
    assert b"".join(block.rows for block in blocks) == maze.rows
    assert rows.again().take(300).rows == maze.rows
    assert rows.recipe == maze.recipe
    data = (tmp_path / "m.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(data[: len(data) - 20])
    with pytest.raises(FileFormatError, match="cut off"):
        PngRows(str(tmp_path / "cut.png")).take(300)


def test_a_large_picture_is_solved_as_it_is_read(tmp_path: Path) -> None:
    assert run("eller", LARGE, "--seed", "1", "-o", "m.png", cwd=tmp_path).returncode == 0
    cells = ["--ends", "17,3-2950,3900"]
    assert run("solve", "m.png", *cells, "-o", "solved.png", cwd=tmp_path).stderr == ""
    expected = run(
        *("eller", LARGE, "--seed", "1", *cells, "--solution", "-o", "expected.png"), cwd=tmp_path
    )
    assert (expected.returncode, expected.stderr) == (0, "")
    assert (tmp_path / "solved.png").read_bytes() == (tmp_path / "expected.png").read_bytes()
    maze = labirinto.eller(3000, 4000, seed=1)
    ends = Ends((17, 3), (2950, 3900))
    output = Output("png", ONE_PIXEL, ends, True)
    assert (tmp_path / "solved.png").read_bytes() == drawn(maze, output)
    # The ends that the picture has are taken where none are named.
    assert run("solve", "solved.png", "-o", "again.png", cwd=tmp_path).returncode == 0
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "solved.png").read_bytes()


# Interrupted runs.


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
def test_killed_at_random_moments_it_goes_on_to_the_same_bytes(
    words: list[str], tmp_path: Path
) -> None:
    whole = begin(*words, cwd=tmp_path)
    begun = time.monotonic()
    assert whole.communicate() == (None, b"")
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
        if file.exists():
            assert digest(file) == expected
            file.unlink()
    resume = ["--resume"] if checkpoint.exists() else []
    done = run(*words, *resume, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert kills_after_a_checkpoint > 0
    assert digest(file) == expected
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]


def begin(*words: str, cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *words], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def digest(file: Path) -> bytes:
    return hashlib.blake2b(file.read_bytes()).digest()


def interrupted(folder: Path) -> None:
    """Leaves an unfinished m.png in a folder."""
    process = begin(
        *("eller", "2000x40000", "--seed", "3", "-o", "m.png", "--checkpoint", "0"), cwd=folder
    )
    wait_for(folder / "m.png.checkpoint")
    process.kill()
    process.communicate()
    assert not (folder / "m.png").exists()


def wait_for(file: Path, size: int = 1) -> None:
    """Waits until there is a file of at least this size."""
    until = time.monotonic() + 60
    while not (file.exists() and file.stat().st_size >= size):
        assert time.monotonic() < until, f"{file.name} did not come"
        time.sleep(0.02)


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
        (["2000x40000", "--seed", "3", "--packer", "zlib-ng"], "library zlib"),
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

    done = subprocess.run(
        [*COMMAND, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=small_disk,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "labirinto: m.png: File too large.\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.png.checkpoint", "m.png.part"]
    assert run(*words, "--resume", cwd=tmp_path).returncode == 0
    assert labirinto.load(tmp_path / "m.png") == labirinto.eller(2000, 16000, seed=9)


def test_without_a_checkpoint_nothing_is_left(tmp_path: Path) -> None:
    process = begin("eller", "2000x2000000", "-o", "m.png", cwd=tmp_path)
    wait_for(tmp_path / "m.png.part")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert not list(tmp_path.iterdir())
    with pytest.raises(ZeroDivisionError):
        write_rows(
            eller_rows(100, 10**6),
            tmp_path / "m.png",
            watching=Watching(progress=lambda rows, size: print(rows // 0)),
        )
    assert not list(tmp_path.iterdir())


def test_ctrl_c_keeps_the_checkpoint_and_says_so(tmp_path: Path) -> None:
    process = begin(
        *("eller", "2000x4000000", "--seed", "3", "-o", "n.png", "--checkpoint", "0"), cwd=tmp_path
    )
    wait_for(tmp_path / "n.png.checkpoint")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"labirinto: Stopped; with --resume it goes on.\n" in errors
    assert (tmp_path / "n.png.part").exists()


def test_checkpoints_cost_less_than_a_hundredth(tmp_path: Path) -> None:
    # They are rarer the longer they take: with an interval of 0 the share is what is left.
    begun = time.process_time()
    saved: list[float] = []
    save = Checkpoint.save

    def timed_save(self: Checkpoint, name: str) -> None:
        before = time.process_time()
        save(self, name)
        saved.append(time.process_time() - before)

    Checkpoint.save = timed_save  # type: ignore[method-assign]
    try:
        write_rows(eller_rows(5000, 10000, seed=1), tmp_path / "m.png", checkpoint_seconds=0)
    finally:
        Checkpoint.save = save  # type: ignore[method-assign]
    assert len(saved) > 0
    # Only bounded roughly here, since machines are noisy.
    assert sum(saved) < 0.1 * (time.process_time() - begun)


# The command line.


def test_endless_rows_go_into_a_pipe_and_end_well(tmp_path: Path) -> None:
    with open(tmp_path / "m.txt", "wb") as file:
        process = subprocess.Popen(
            [*COMMAND, "eller", "30xinf", "--seed", "4"], stdout=file, stderr=subprocess.PIPE
        )
        wait_for(tmp_path / "m.txt", 100_000)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, b"")
    maze = labirinto.load(tmp_path / "m.txt")
    assert maze.is_perfect
    assert maze.height > 100
    assert maze.recipe
    assert labirinto.generate(maze.recipe) == maze


def test_endless_rows_go_into_a_file_and_end_well(tmp_path: Path) -> None:
    process = begin("eller", "3000xinf", "--seed", "4", "-o", "m.png", cwd=tmp_path)
    wait_for(tmp_path / "m.png.part", 100_000)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["m.png"]
    maze = labirinto.load(tmp_path / "m.png")
    assert maze.is_perfect
    assert maze.recipe
    assert labirinto.generate(maze.recipe) == maze


def test_a_reader_of_endless_rows_who_has_seen_enough(tmp_path: Path) -> None:
    for words in (["eller", "20xinf"], ["eller", "3000x3000", "-o", "-", "-f", "pbm"]):
        process = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
        )
        assert process.stdout
        assert process.stderr
        assert len(process.stdout.read(50)) == 50
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(10) == 0


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["eller", "infx10"], "'infx10'"),
        (["wilson", "10xinf"], "'10xinf'"),
        (["eller", "0xinf"], "width 0"),
        (["eller", "-5xinf"], "'-5xinf'"),
        (["eller", "80xinf", "--solution"], "a maze with a height"),
        (["eller", "80xinf", "--ends", "corners"], "a maze with a height"),
        (["eller", "80xinf", "--ends", "0,0-5,5"], "no ends"),
        (["eller", "80xinf", "-o", "a.png", "-o", "b.png"], "one file at a time"),
        (["eller", "80xinf", "-o", "a.svg"], "'svg'"),
        (["eller", "80xinf", "-o", "-", "-f", "png"], "name a file, or a height"),
        (["eller", "80xinf", "--join", "1.1", "-o", "a.png"], "join is 1.1"),
        (["eller", LARGE, "--packer", "gzip", "-o", "a.png"], "'gzip'"),
        (["eller", LARGE, "--threads", "0", "-o", "a.png"], "--threads"),
        (["eller", LARGE, "--checkpoint", "-1", "-o", "a.png"], "--checkpoint"),
        (["eller", LARGE, "--ends", "0,0-3000,3", "-o", "a.png"], "3000,3"),
        (["eller", LARGE, "--ends", "7,7-7,7", "-o", "a.png"], "both 7,7"),
        (["eller", LARGE, "--ends", "corners", "-o", "a.pbm"], "PBM"),
        (["eller", LARGE, "--ends", "corners", "-o", "a.npy"], "NPY"),
        (["eller", "1500000000x2", "-o", "a.png"], "PNG ends at 2147483647"),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_bad_input_gets_one_sentence(words: list[str], named: str, tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"labirinto: .*\n", done.stderr)
    assert named in done.stderr
    assert not list(tmp_path.iterdir())


def test_memory_depends_on_the_width_alone(tmp_path: Path) -> None:
    code = (
        "import resource, sys\n"
        "from labirinto import eller_rows\n"
        "from labirinto.stream import write_rows\n"
        "write_rows(eller_rows(100_000, int(sys.argv[1]), seed=1), sys.argv[2])\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print([line.split()[1] for line in lines if line.startswith('VmHWM')][0])\n"
    )
    peaks = []
    for height in (300, 2000):
        target = str(tmp_path / "m.png")
        out = subprocess.check_output([sys.executable, "-c", code, str(height), target], text=True)
        peaks.append(int(out) * 1024)
    bare = subprocess.check_output(
        [sys.executable, "-c", code.replace("write_rows(eller", "(eller"), "1", "x"], text=True
    )
    assert peaks[1] < peaks[0] + 5_000_000
    assert peaks[1] - int(bare) * 1024 < 60_000_000


def test_a_file_on_a_full_device_is_one_sentence(tmp_path: Path) -> None:
    done = run("eller", "3000x3000", "-o", "/dev/full", "-f", "pbm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "labirinto: /dev/full: No space left on device.\n")
    assert not os.path.exists("/dev/full.part")
