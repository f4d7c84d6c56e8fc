"""`labirinto solve` and `info` on pictures of any program, and what is refused unopened."""

from __future__ import annotations

import io
import os
import resource
import struct
import sys
import tracemalloc
import zlib
from itertools import product
from pathlib import Path as FilePath
from random import Random

import commands
import numpy as np
import pytest
from files import encoded
from PIL import Image
from tiers import thinned

import labirinto
from labirinto._internal.pixels import _BYTES_A_PIXEL
from labirinto.ends import Ends
from labirinto.formats import read
from labirinto.maze import Maze

PICTURES = FilePath(__file__).parent / "data" / "pictures"


def run(*words: str, cwd: FilePath) -> tuple[int, str, str]:
    done = commands.run(*words, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


def picture_of(
    maze: Maze, ends: Ends | None, gaps: tuple[tuple[int, int], ...] = ()
) -> Image.Image:
    """Blocks of 6 pixels, black on white, with more gaps at some blocks (x, y)."""
    blocks = np.asarray(maze.blocks(ends), bool).copy()
    for x, y in gaps:
        blocks[y, x] = False
    big = np.kron(np.pad(blocks, 1), np.ones((6, 6))) > 0
    return Image.fromarray(np.where(big, 0, 255).astype(np.uint8))


MAZE = labirinto.wilson(7, 5, seed=2)
PASSAGES = list(MAZE.passages())


def test_the_way_out_of_a_foreign_picture(tmp_path: FilePath) -> None:
    foreign = PICTURES / "daedalus-wilson.bmp"
    assert run("solve", str(foreign), "-o", "solved.png", cwd=tmp_path) == (0, "", "")
    maze, ends = read(str(foreign.with_suffix(".txt")))
    assert ends
    assert read(str(tmp_path / "solved.png")) == (maze, ends)
    _, message, _ = run("info", str(foreign), cwd=tmp_path)
    assert f"solution    {labirinto.solve(maze, *ends).steps} steps" in message


@pytest.mark.parametrize("name", ["over.png", "over.gif", "over.bmp", "over.tiff"])
def test_the_way_is_drawn_over_the_picture(name: str, tmp_path: FilePath) -> None:
    ends = labirinto.suggest_ends(MAZE, "border")
    picture = picture_of(MAZE, ends).convert("RGB")
    picture.save(tmp_path / "m.png")
    words = ("solve", "m.png", "--over", "--solution-colour", "lime", "-o", name)
    assert run(*words, cwd=tmp_path) == (0, "", "")
    with Image.open(tmp_path / name) as opened:
        over = np.asarray(opened.convert("RGB"))
    before = np.asarray(picture)
    green = (over == (0, 255, 0)).all(axis=2)
    assert (over[~green] == before[~green]).all()
    assert (before[green] == 255).all(), "no wall is drawn over"
    path = set(labirinto.solve(MAZE, *ends))
    for y in range(MAZE.height):
        for x in range(MAZE.width):
            # Cell (x, y) is block 2 x + 1 of the maze, behind a margin of one block.
            block = green[12 * y + 12 : 12 * y + 18, 12 * x + 12 : 12 * x + 18]
            assert block.any() == ((x, y) in path)
    # Out through the openings, as far as the outside of the wall.
    assert green[:9].any() or green[-9:].any() or green[:, :9].any() or green[:, -9:].any()


def exif(orientation: int) -> bytes:
    return b"Exif\0\0II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


AS_SEEN = {
    1: lambda raw: raw,
    2: lambda raw: raw[:, ::-1],
    3: lambda raw: raw[::-1, ::-1],
    4: lambda raw: raw[::-1],
    5: lambda raw: raw.swapaxes(0, 1),
    6: lambda raw: raw[::-1].swapaxes(0, 1),
    7: lambda raw: raw[::-1, ::-1].swapaxes(0, 1),
    8: lambda raw: raw.swapaxes(0, 1)[::-1],
}
"""The picture that is shown, by what the camera says of how it was held (EXIF, tag 0x0112)."""


def held(orientation: int, kind: str) -> tuple[bytes, np.ndarray, Ends]:
    """A picture as a camera stores it, what is seen in it, and the ends of its maze."""
    ends = labirinto.suggest_ends(MAZE, "border")
    seen = np.asarray(picture_of(MAZE, ends).convert("RGB"))
    # Quarter turns undo each other; all other transformations undo themselves.
    raw = AS_SEEN[{6: 8, 8: 6}.get(orientation, orientation)](seen)
    assert (AS_SEEN[orientation](raw) == seen).all()
    picture = Image.fromarray(np.ascontiguousarray(raw))
    return encoded(picture, kind, exif=exif(orientation)), seen, ends


@pytest.mark.parametrize(
    ("orientation", "kind"), thinned(product(AS_SEEN, ["PNG", "JPEG", "WEBP", "TIFF"]), 3)
)
def test_a_camera_tells_how_it_was_held(orientation: int, kind: str) -> None:
    data, _, ends = held(orientation, kind)
    assert read(io.BytesIO(data)) == (MAZE, ends)


def test_the_way_is_drawn_over_what_is_seen(tmp_path: FilePath) -> None:
    data, seen, _ = held(6, "JPEG")
    (tmp_path / "m.jpg").write_bytes(data)
    words = ("solve", "m.jpg", "--over", "--solution-colour", "white", "-o", "over.png")
    assert run(*words, cwd=tmp_path) == (0, "", "")
    with Image.open(tmp_path / "over.png") as over:
        assert not over.getexif()
        assert ((np.asarray(over) > 128) == (seen > 128)).all()


@pytest.mark.parametrize(
    "notes",
    [
        b"",
        b"Exif\0\0",
        b"Exif\0\0II*\0",
        b"Exif\0\0MM\0*\0\0\0\x08\xff\xff",
        exif(6)[:-9],
        exif(0),
        exif(65535),
        exif(6).replace(struct.pack("<I", 8), b"\xff\xff\xff\xff"),
    ],
)
def test_damaged_notes_of_a_camera_are_none(notes: bytes) -> None:
    assert read(io.BytesIO(encoded(picture_of(MAZE, None), exif=notes)))[0] == MAZE


def test_notes_that_name_the_same_bytes_often_take_no_memory() -> None:
    size, count = 1 << 20, 4000
    entries = b"".join(struct.pack("<HHII", 7 + i, 7, size - 8, 8) for i in range(count))
    notes = b"II*\0" + struct.pack("<I", size) + bytes(size - 8) + struct.pack("<H", count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert read(io.BytesIO(encoded(picture_of(MAZE, None), exif=notes + entries)))[0] == MAZE
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


@pytest.mark.deep
def test_little_memory_is_taken_for_cells_as_small_as_can_be() -> None:
    maze = labirinto.kruskal(1200, 1200, seed=1)
    stream = io.BytesIO()
    Image.fromarray(np.asarray(maze.blocks()) == 0).save(stream, "PNG")
    tracemalloc.start()
    try:
        assert read(io.BytesIO(stream.getvalue()))[0] == maze
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Besides the 4 bytes that Pillow takes itself.
    assert peak < (_BYTES_A_PIXEL - 4) * 2401 * 2401


def test_a_maze_with_loops_is_solved_and_told_so(tmp_path: FilePath) -> None:
    walls = [
        ((x, y), (x + 1, y))
        for y in range(5)
        for x in range(6)
        if ((x, y), (x + 1, y)) not in PASSAGES
    ]
    maze = Maze.from_passages(7, 5, [*PASSAGES, *walls[:2]])
    picture_of(maze, Ends((0, 0), (6, 4), open=True)).save(tmp_path / "m.png")
    code, _, message = run("solve", "m.png", "-o", "s.json", cwd=tmp_path)
    assert code == 0
    flaws = "it has 2 loops, and the path drawn is a shortest one"
    assert message == f"labirinto: This maze is not perfect: {flaws}.\n"
    assert labirinto.load(tmp_path / "s.json") == maze
    _, message, _ = run("info", "m.png", cwd=tmp_path)
    assert "perfect     no" in message
    assert "loops       2" in message


def test_cells_that_are_cut_off_are_named(tmp_path: FilePath) -> None:
    x, y = next((x, y) for y in range(5) for x in range(1, 7) if len(MAZE.neighbours((x, y))) == 1)
    maze = Maze.from_passages(7, 5, [pair for pair in PASSAGES if (x, y) not in pair])
    picture_of(maze, None).save(tmp_path / "m.png")
    for ends in (f"0,0-{x},{y}", f"{x},{y}-0,0"):
        code, _, message = run("solve", "m.png", "--ends", ends, cwd=tmp_path)
        assert code == 2
        assert message.count("\n") == 1
        assert f"the cell {x},{y} is cut off" in message
    _, message, _ = run("info", "m.png", cwd=tmp_path)
    assert f"parts       2, joined by no passage; one of 1 at {x},{y}" in message


@pytest.mark.parametrize(
    ("gaps", "shown", "ends"),
    [
        (((1, 0),), "1 opening, at 0,0;", "0,0-6,4"),
        (((1, 0), (0, 1)), "2 openings, at 0,0;", "0,0-6,4"),
        (((1, 0), (14, 3), (13, 10)), "3 openings, at 0,0 and 6,1 and 6,4;", "0,0-6,4"),
    ],
)
def test_openings_that_do_not_tell_the_ends_are_asked_about(
    gaps: tuple[tuple[int, int], ...], shown: str, ends: str, tmp_path: FilePath
) -> None:
    picture_of(MAZE, None, gaps).save(tmp_path / "m.png")
    assert read(str(tmp_path / "m.png")) == (MAZE, None)
    code, _, message = run("solve", "m.png", cwd=tmp_path)
    assert code == 2
    assert shown in message
    assert message.endswith(f"such as --ends {ends}.\n")
    assert run("solve", "m.png", "--ends", ends, "-o", "s.svg", cwd=tmp_path) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["m.png", "--over"], "add -o"),
        (["m.png", "--over", "-o", "s.svg"], "'s.svg' is not a format for drawing over"),
        (["m.txt", "--over", "-o", "s.png"], "'m.txt' is not a picture"),
        (["m.png", "--over", "-o", "no/s.png"], "The folder 'no'"),
        (["m.png", "--over", "-o", "s.png", "-o", "./s.png"], "-o s.png is given twice"),
        (["m.txt", "--which", "2"], "--which has an effect only on a picture by another program"),
        (["m.png", "--which", "2"], "there is one maze in this picture, and none has the number 2"),
        (["m.png", "--over", "-o", "s.png", "--ends", "none"], "leave out --ends none"),
        (["noise.png"], "noise.png: no maze is recognised in this picture"),
        (["noise.png", "--over", "-o", "s.png"], "noise.png: no maze is recognised"),
        (["heart.png", "--over", "-o", "s.png"], "leave out --over to draw it anew"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], shown: str, tmp_path: FilePath
) -> None:
    picture_of(MAZE, None).save(tmp_path / "m.png")
    labirinto.save(MAZE, tmp_path / "m.txt")
    heart = labirinto.grids.mask("heart", 12, 10)
    labirinto.save(labirinto.wilson(heart, seed=7), tmp_path / "heart.png")
    # From a seed: some noise looks like walls around a centre, and has another sentence.
    Image.frombytes("L", (40, 30), Random(2).randbytes(1200)).save(tmp_path / "noise.png")
    code, out, message = run("solve", *words, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert message.count("\n") == 1
    assert shown in message
    assert not list(tmp_path.glob("s.*"))


def png(width: int, height: int, data: bytes) -> bytes:
    """A picture of 1 bit a pixel that claims this size, whatever its data are."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(data))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (png(2**31 - 1, 2**31 - 1, b"\0" * 999), "pixels"),
        (png(60_000, 60_000, bytes(10**6)), "far too many pixels.*save a maze of labirinto as PNG"),
        (png(8_000, 8_000, b"\0" * 9), "too many for its"),
        (b"P4\n8000 9000\n" + bytes(99), "too many for its"),
        (b"BM" + bytes(12) + struct.pack("<IiiHH", 40, 8000, 9000, 1, 1) + bytes(99), "the file: "),
        (b"II*\0" + b"\xff" * 50, "damaged"),
        (b"RIFF\x10\0\0\0WEBPVP8L", "damaged"),
    ],
)
def test_pictures_that_claim_more_than_they_hold(
    data: bytes, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(Image.Image, "convert", never)
    with pytest.raises(labirinto.FileFormatError, match=shown):
        labirinto.load(io.BytesIO(data))


def test_files_of_many_gigabytes_are_not_read_to_their_end(tmp_path: FilePath) -> None:
    name = tmp_path / "large.bmp"
    with open(name, "wb") as stream:
        picture_of(MAZE, None).save(stream, "BMP")
        stream.truncate(50 << 30)
    assert os.path.getsize(name) > 10**10
    with pytest.raises(labirinto.FileFormatError, match="larger than 134 MB"):
        labirinto.load(name)


def test_animations_are_refused(tmp_path: FilePath) -> None:
    frames = [picture_of(MAZE, None), picture_of(labirinto.wilson(7, 5, seed=3), None)]
    for kind in ("GIF", "PNG", "WEBP"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
        with pytest.raises(labirinto.FileFormatError, match="an animation"):
            labirinto.load(io.BytesIO(data))


def test_the_extra_is_named_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(labirinto.MissingExtraError, match=r"labirinto\[images\]"):
        labirinto.load(PICTURES / "daedalus-spiral.bmp")
