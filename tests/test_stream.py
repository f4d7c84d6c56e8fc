"""Large mazes written row by row: the same bytes as drawings, and solved while they are read."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import resource
import signal
import struct
import subprocess
import sys
import termios
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from commands import COMMAND, begin, digest, run, spawn, wait_for
from PIL import Image
from tiers import deep, thinned

import labirinto
from labirinto import Ends, FileFormatError, InvalidValueError, Maze, Style, generate_rows
from labirinto.drawing.geometry import Drawing
from labirinto.formats.text import text_lines
from labirinto.streaming import STREAMED_FORMATS, Callbacks, Output, write_rows
from labirinto.streaming.file_rows import open_rows

ONE_PIXEL = Style(cell=2, wall=1, margin=0)
LARGE = "2100x2000"


def streamed(width: int, height: int, output: Output, **about: object) -> bytes:
    """The file of a stream of rows."""
    stream = io.BytesIO()
    write_rows(generate_rows("eller", width, height, seed=5, **about), stream, output)  # type: ignore[arg-type]
    return stream.getvalue()


def drawn(maze: Maze, output: Output) -> bytes:
    """The same maze, drawn as a whole."""
    stream = io.BytesIO()
    path = labirinto.solve(maze, *output.ends) if output.solution and output.ends else None
    labirinto.save(
        maze, stream, path=path, ends=output.ends, style=output.style, format=output.format
    )
    return stream.getvalue()


SIZES = [(1, 1), (1, 40), (40, 1), (65, 33), (300, 200)]
STYLES = [ONE_PIXEL, Style(cell=7, wall=2, margin=3)]


@pytest.mark.parametrize(
    ("format", "size", "style"), thinned(product(STREAMED_FORMATS, SIZES, STYLES), 7)
)
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


@pytest.mark.parametrize(
    ("format", "order"), thinned(product(STREAMED_FORMATS, ["rows", "endless"]), 5)
)
def test_uniform_mazes_are_streamed_as_they_are_drawn(format: str, order: str) -> None:
    ends = Ends((0, 0), (129, 199)) if format in ("png", "txt", "ascii") else None
    output = Output(format, ONE_PIXEL, ends, solution=ends is not None)
    stream = io.BytesIO()
    write_rows(generate_rows("wilson", 130, 200, seed=5, order=order), stream, output)
    assert stream.getvalue() == drawn(labirinto.wilson(130, 200, seed=5, order=order), output)


@pytest.mark.parametrize(
    ("words", "order"),
    [(["--order", "rows", "--checkpoint", "9"], "rows"), (["--order", "endless"], "endless")],
)
def test_the_command_line_writes_uniform_rows(words: list[str], order: str, tmp_path: Path) -> None:
    done = run("wilson", LARGE, *words, "--seed", "4", "-o", "m.maze", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    maze = labirinto.wilson(2100, 2000, seed=4, order=order)
    assert labirinto.load(tmp_path / "m.maze") == maze
    assert labirinto.load(tmp_path / "m.maze").recipe == maze.recipe


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("20x9 --checkpoint 3 -o m.png", "order 'any' needs the whole maze"),
        ("20xinf --order any", "order 'any' needs the whole maze"),
        ("20xinf --order rows", "order 'rows' needs a height"),
        ("20xinf --mask heart", "endless maze has no shape"),
        ("20xinf --rooms 3", "endless maze has no rooms"),
        ("20x9 --order rows --mask heart", "whole rectangles only"),
        ("20x9 --order rows --rooms 2", "whole rectangles only"),
        ("5x5 --grid hexagonal --order endless -o a.svg", "whole rectangles only"),
        ("20x9 --order rows --threads 2", "--threads has no effect"),
        ("20x9 --mask heart --resume -o m.png", "--resume has no effect on a maze with a shape"),
        ("20x9 --rooms 2 --resume -o m.png", "--resume has no effect on a maze with rooms"),
        ("100000000x100000000 --order rows -o m.png", "TB of memory"),
    ],
)
def test_uniform_rows_that_cannot_be_are_refused(words: str, reason: str, tmp_path: Path) -> None:
    done = run("wilson", *words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert not list(tmp_path.iterdir())


def test_any_number_of_threads_gives_the_same_file() -> None:
    maze = labirinto.eller(2000, 1500, seed=5)
    files = {streamed(2000, 1500, Output("png", threads=threads)) for threads in (1, 2, 5)}
    assert len(files) == 1
    assert labirinto.load(io.BytesIO(files.pop())) == maze


def test_other_programs_open_what_is_streamed(tmp_path: Path) -> None:
    maze = labirinto.eller(300, 200, seed=5)
    blocks = np.asarray(maze.blocks())
    for name in ("m.png", "m.pbm"):
        write_rows(generate_rows("eller", 300, 200, seed=5), tmp_path / name)
        with Image.open(tmp_path / name) as file:
            picture = np.asarray(file.convert("L"))
        assert ((picture < 128) == blocks).all()
    write_rows(generate_rows("eller", 300, 200, seed=5), tmp_path / "m.npy")
    exits = np.load(tmp_path / "m.npy", mmap_mode="r")
    assert (exits == np.asarray(maze)).all()


@pytest.mark.parametrize(
    ("algorithm", "format"), thinned(product(["eller", "wilson"], STREAMED_FORMATS), 5)
)
def test_an_endless_maze_can_be_finished_at_any_band(
    format: str, algorithm: str, tmp_path: Path
) -> None:
    bands = iter([False, False, True])
    rows = generate_rows(algorithm, 1200, seed=5)
    target = tmp_path / f"m.{format}"
    write_rows(rows, target, callbacks=Callbacks(should_finish=lambda: next(bands)))
    assert rows.is_finished
    maze = labirinto.generate(rows.recipe)
    if format == "pbm":
        with Image.open(target) as picture:
            assert picture.size == (2 * maze.width + 1, 2 * maze.height + 1)
    else:
        assert labirinto.load(target) == maze
        assert labirinto.load(target).recipe == (None if format == "npy" else maze.recipe)


def test_only_fresh_rows_are_written(tmp_path: Path) -> None:
    rows = generate_rows("eller", 50, 20, seed=5)
    output = Output("png", ends=Ends((0, 0), (49, 19)), solution=True)
    for count in (3, 20):
        rows.read(count)
        for target in (tmp_path / "m.png", io.BytesIO()):
            with pytest.raises(InvalidValueError, match=rf"^{rows.y} rows .* rows\.restart"):
                write_rows(rows, target, output)
    assert not list(tmp_path.iterdir())
    write_rows(rows.restart(), tmp_path / "m.png", output)
    assert (tmp_path / "m.png").read_bytes() == streamed(50, 20, output)


def test_only_a_fresh_picture_is_written(tmp_path: Path) -> None:
    labirinto.save(labirinto.eller(9, 9, seed=1), tmp_path / "m.png")
    rows = open_rows(tmp_path / "m.png")
    rows.read(1)
    with pytest.raises(InvalidValueError, match="1 rows have been read before"):
        write_rows(rows, tmp_path / "m.txt")
    rows.close()


def test_a_height_that_is_not_known_cannot_go_into_a_pipe() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    for kind in ("png", "pbm", "npy"):
        with pytest.raises(InvalidValueError, match="name a file, or give a height"):
            write_rows(generate_rows("eller", 5), Pipe(), Output(kind))


def test_a_target_without_a_name_needs_a_format() -> None:
    with pytest.raises(InvalidValueError, match="give format=, one of png, pbm, maze"):
        write_rows(generate_rows("eller", 5, 5), io.BytesIO())
    with pytest.raises(InvalidValueError, match="3 is neither a file name nor a binary stream"):
        write_rows(generate_rows("eller", 5, 5), 3)


# Rows of a picture that is too large to be loaded.


def test_a_picture_is_read_row_by_row(tmp_path: Path) -> None:
    maze = labirinto.eller(200, 300, seed=1)
    labirinto.save(maze, tmp_path / "m.png", style=Style(cell=5, wall=2))
    rows = open_rows(tmp_path / "m.png")
    blocks = [rows.read(7) for _ in range(43)]
    assert rows.is_finished
    assert [block.y for block in blocks] == list(range(0, 300, 7))
    assert b"".join(block.rows for block in blocks) == maze.rows
    assert (np.concatenate(list(map(np.asarray, blocks))) == np.asarray(maze)).all()
    assert rows.restart().read(300).rows == maze.rows
    assert rows.recipe == maze.recipe
    data = (tmp_path / "m.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(data[: len(data) - 20])
    with pytest.raises(FileFormatError, match="cut off"):
        open_rows(tmp_path / "cut.png").read(300)


def test_a_large_picture_is_solved_as_it_is_read(tmp_path: Path) -> None:
    write_rows(generate_rows("eller", 2100, 2000, seed=1), tmp_path / "m.png")
    done = run("solve", "m.png", "--ends", "17,3-2050,1900", "-o", "solved.png", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    maze = labirinto.eller(2100, 2000, seed=1)
    output = Output("png", ONE_PIXEL, Ends((17, 3), (2050, 1900)), solution=True)
    assert (tmp_path / "solved.png").read_bytes() == drawn(maze, output)
    # Without --ends, the picture's own are used.
    assert run("solve", "solved.png", "-o", "again.png", cwd=tmp_path).returncode == 0
    assert digest(tmp_path / "again.png") == digest(tmp_path / "solved.png")


# The command line.


@pytest.mark.parametrize("algorithm", ["eller", "wilson"])
def test_endless_rows_go_into_a_pipe_and_end_well(algorithm: str, tmp_path: Path) -> None:
    with open(tmp_path / "m.txt", "wb") as file:
        process = subprocess.Popen(
            [*COMMAND, algorithm, "30xinf", "--seed", "4"], stdout=file, stderr=subprocess.PIPE
        )
        wait_for(tmp_path, "m.txt", 100_000)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    maze = labirinto.load(tmp_path / "m.txt")
    assert maze.is_perfect
    assert maze.height > 100
    assert maze.recipe
    assert labirinto.generate(maze.recipe) == maze


@pytest.mark.parametrize(("width", "columns"), [(19, 77), deep(20, 41), (39, 79)])
def test_endless_rows_fit_the_terminal(width: int, columns: int) -> None:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    env = os.environ | {"COLUMNS": "80"}
    process = subprocess.Popen(
        [*COMMAND, "eller", f"{width}xinf", "--seed", "4"], stdout=slave, stderr=slave, env=env
    )
    os.close(slave)
    shown = b""
    while len(shown) < 10_000:
        shown += os.read(master, 10_000)
    process.kill()
    process.wait()
    os.close(master)
    lines = shown.decode(errors="ignore").split("\r\n")[:-1]
    assert {len(line) for line in lines} == {columns}
    expected = text_lines(Drawing(labirinto.eller(width, 100, seed=4)), wide=columns == 77)
    assert lines[:20] == list(expected)[:20]


def test_endless_rows_go_into_a_file_and_end_well(tmp_path: Path) -> None:
    process = begin("eller", "3000xinf", "--seed", "4", "-o", "m.png", cwd=tmp_path)
    wait_for(tmp_path, "m.png.part", 100_000)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["m.png"]
    maze = labirinto.load(tmp_path / "m.png")
    assert maze.is_perfect
    assert maze.recipe
    assert labirinto.generate(maze.recipe) == maze


def test_a_reader_of_endless_rows_who_has_seen_enough(tmp_path: Path) -> None:
    for words in (["eller", "20xinf"], ["eller", LARGE, "-o", "-", "-f", "pbm"]):
        process = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
        )
        assert len(process.stdout.read(50)) == 50
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(60) == 0


def test_a_pipe_takes_no_endless_picture() -> None:
    done = spawn("eller", "80xinf", "-o", "-", "-f", "png")
    assert (done.returncode, done.stdout) == (2, "")
    assert "name a file, or give a height" in done.stderr


def test_checkpoints_are_made_for_small_mazes_too(tmp_path: Path) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    words = ("eller", "500x8000", "--checkpoint", "0", "-o", "m.png")
    assert spawn(*words, cwd=tmp_path, before=small_disk).returncode == 1
    assert sorted(os.listdir(tmp_path)) == ["m.png.checkpoint", "m.png.part"]


def test_memory_depends_on_the_width_alone(tmp_path: Path) -> None:
    code = (
        "import resource, sys\n"
        "from labirinto import generate_rows\n"
        "from labirinto.streaming import write_rows\n"
        "write_rows(generate_rows('eller', 30_000, int(sys.argv[1]), seed=1), sys.argv[2])\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print([line.split()[1] for line in lines if line.startswith('VmHWM')][0])\n"
    )
    peaks = []
    for height in (100, 400):
        target = str(tmp_path / "m.png")
        out = subprocess.check_output([sys.executable, "-c", code, str(height), target], text=True)
        peaks.append(int(out) * 1024)
    bare = subprocess.check_output(
        [sys.executable, "-c", code.replace("write_rows(generate", "(generate"), "1", "x"],
        text=True,
    )
    assert peaks[1] < peaks[0] + 5_000_000
    assert peaks[1] - int(bare) * 1024 < 60_000_000


def test_a_file_on_a_full_device_is_one_sentence(tmp_path: Path) -> None:
    done = run("eller", LARGE, "-o", "/dev/full", "-f", "pbm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "labirinto: /dev/full: No space left on device.\n")
    assert not os.path.exists("/dev/full.part")
