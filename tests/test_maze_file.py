"""The format .maze: packed rows behind a header, whole, row by row, and from strangers."""

import io
import json
import tracemalloc
from zlib import crc32

import numpy as np
import pytest
from commands import run
from files import drawn, refused

import labirinto
from labirinto import Ends, InvalidValueError, Maze, generate_rows
from labirinto.cli import info
from labirinto.formats import row_reader
from labirinto.grids.rectangle import row_bytes
from labirinto.streaming import Callbacks, Output, write_rows
from labirinto.streaming.file_rows import open_rows

MAGIC = b"\x89MAZ2\r\n\x1a"
MAZE = labirinto.eller(70, 50, seed="anna è", join=0.25)


def number(value):
    return value.to_bytes(4, "little")


def header_of(length=None, **notes):
    text = json.dumps(notes).encode()
    return MAGIC + number(len(text) if length is None else length) + number(crc32(text)) + text


def with_rows(data, rows):
    """A file with its last rows, without their checksum, replaced."""
    start = len(data) - 4 - len(rows)
    before = data[16 + int.from_bytes(data[8:12], "little") : start]
    return data[:start] + rows + number(crc32(before + rows))


def test_numpy_maps_the_rows(tmp_path):
    labirinto.save(MAZE, tmp_path / "m.maze")
    rows = row_reader(tmp_path / "m.maze")
    rows.close()
    assert rows.offset % 64 == 0
    planes = np.memmap(tmp_path / "m.maze", mode="r", offset=rows.offset, shape=(50, 2, 9))
    east, south = np.unpackbits(planes, axis=2, count=70, bitorder="little").swapaxes(0, 1)
    exits = np.asarray(MAZE)
    assert (east == (exits & 2 > 0)).all()
    assert (south == (exits & 4 > 0)).all()


def test_any_rows_are_read_where_they_are(tmp_path):
    labirinto.save(MAZE, tmp_path / "m.maze", ends=Ends((0, 0), (69, 49)))
    rows = open_rows(tmp_path / "m.maze")
    assert (rows.width, rows.height, rows.recipe) == (70, 50, MAZE.recipe)
    assert tuple(rows.ends) == ((0, 0), (69, 49))
    size = row_bytes(70)
    reader = row_reader(tmp_path / "m.maze")
    for y, count in ((0, 50), (49, 1), (7, 3), (0, 1)):
        assert reader.rows_at(y, count) == MAZE.rows[y * size : (y + count) * size]
    reader.close()
    blocks = [rows.read(20), rows.read(20), rows.read(20)]
    assert [(block.y, len(block)) for block in blocks] == [(0, 20), (20, 20), (40, 10)]
    assert b"".join(block.rows for block in blocks) == MAZE.rows
    assert rows.is_finished
    assert rows.restart().read(50).rows == MAZE.rows
    assert open_rows(__file__) is None


def test_what_is_streamed_is_what_is_saved():
    ends = Ends((0, 0), (69, 49))
    stream = io.BytesIO()
    rows = generate_rows("eller", 70, 50, seed="anna è", join=0.25)
    write_rows(rows, stream, Output("maze", ends=ends))
    assert stream.getvalue() == drawn(MAZE, "maze", ends=ends)


def test_without_a_height_it_is_filled_in_at_the_end(tmp_path):
    name = tmp_path / "m.maze"
    rows = generate_rows("eller", 9, seed=5)
    write_rows(rows, name, Output("maze"), callbacks=Callbacks(should_finish=lambda: rows.y > 0))
    maze = labirinto.load(name)
    assert maze.height == rows.y > 1000
    assert maze == labirinto.generate(maze.recipe)

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    with pytest.raises(InvalidValueError, match="pipe cannot fill it in"):
        write_rows(generate_rows("eller", 9, seed=5), Pipe(), Output("maze"))


def test_the_command_line_solves_and_describes_it_without_loading(tmp_path, monkeypatch):
    size = ("eller", "3000x2000", "--seed", "3")
    assert run(*size, "-o", "m.maze", cwd=tmp_path).returncode == 0
    ends = ("--ends", "corners")
    assert run("solve", "m.maze", *ends, "-o", "solved.png", cwd=tmp_path).returncode == 0
    assert run(*size, *ends, "--solution", "-o", "made.png", cwd=tmp_path).returncode == 0
    assert (tmp_path / "solved.png").read_bytes() == (tmp_path / "made.png").read_bytes()
    monkeypatch.setattr(info, "MAX_CELLS_LOADED", 10**6)
    for name in ("m.maze", "solved.png"):
        lines = list(info.lines_about(str(tmp_path / name)))
        assert lines[0] == "size        3000 x 2000, 6000000 cells"
        assert lines[1] == "recipe      labirinto eller 3000x2000 --drop 0.5 --join 0.5 --seed 3"
        assert lines[-1].startswith("left out    everything that needs the whole maze")
    monkeypatch.setattr(info, "MAX_CELLS_LOADED", 10**7)
    assert "perfect     yes" in list(info.lines_about(str(tmp_path / "m.maze")))


GOOD = drawn(Maze.from_passages(9, 2, [((0, 0), (1, 0))]), "maze")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (GOOD[:12], "cut off: 4 bytes"),
        (GOOD[:20], "cut off"),
        (GOOD[:-1], "cut off: 1 bytes|length is not the one in its header"),
        (GOOD + b"x", "longer than its header|length is not the one in its header"),
        (with_rows(GOOD, b"\xff"), "leads out"),
        (with_rows(GOOD, b"\0\x02" + GOOD[-10:-4]), "leads out"),
        (GOOD[:-12] + bytes([GOOD[-12] ^ 2]) + GOOD[-11:], "checksum of its rows"),
        (GOOD[:-1] + bytes([GOOD[-1] ^ 1]), "checksum of its rows"),
        (GOOD.replace(b'"width": 9', b'"width": 8'), "checksum of its notes"),
        (b"\x89MAZE" + GOOD[5:], "another version"),
        (header_of(width=9, height=None), "notes are damaged"),
        (header_of(width=0, height=1), "notes are damaged"),
        (header_of(width=2**31, height=1), "notes are damaged"),
        (header_of(1 << 31, width=1, height=1), "claims 2147483648 bytes"),
        (header_of(1 << 20, width=1, height=1), "cut off"),
        (header_of(width=1, height=1, ends={"start": [0, 0]}), "notes are damaged"),
        (MAGIC + bytes(8), "notes are damaged"),
    ],
    ids=range(17),
)
def test_a_damaged_file_is_refused_by_both_doors(data, complaint, tmp_path):
    refused(data, complaint)
    (tmp_path / "m.maze").write_bytes(data)
    with pytest.raises(labirinto.FileFormatError, match=complaint) as caught:
        open_rows(tmp_path / "m.maze").read(2)
    assert "m.maze: " in str(caught.value)


def test_a_header_that_claims_2_to_the_60_cells_takes_no_memory():
    data = header_of(width=2**30, height=2**30) + bytes(1000)
    tracemalloc.start()
    try:
        refused(data, "cut off")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10**6


def test_rows_of_a_file_have_no_solution():
    with pytest.raises(InvalidValueError, match="format maze does not hold a solution"):
        write_rows(
            generate_rows("eller", 9, 9, seed=1),
            io.BytesIO(),
            Output("maze", ends=Ends((0, 0), (8, 8)), solution=True),
        )
