"""Targets for what we saved ourselves and find again: states of rows, checkpoints.

Both are signed with a digest, which keeps accidents out; the targets sign what they are given.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from labirinto import Ends, generate_rows
from labirinto.errors import FileFormatError, InvalidValueError, TooLargeError
from labirinto.streaming import Callbacks, Output, write_rows
from labirinto.streaming.rows import MazeRows
from labirinto.streaming.writing import RowsRun

DIGEST_BYTES = 16
FORMATS = ("png", "pbm", "npy", "txt", "ascii", "maze")
CHECKPOINT = b"labirinto checkpoint 4"


def rows_state(data: bytes) -> None:
    """A state is continued or refused; the rows that follow complete the tree."""
    state = data + blake2b(data, digest_size=DIGEST_BYTES).digest()
    try:
        rows = MazeRows.restore(state)
    except (InvalidValueError, TooLargeError):
        return
    assert MazeRows.restore(rows.state()).state() == rows.state()
    assert rows.recipe.width == rows.width
    assert repr(rows)
    if not rows.is_finished:
        # Some mazes of a height have no earlier end.
        block = rows.read(1) if rows.height else rows.finish()
        assert len(block) == 1
        assert rows.is_finished == (rows.y == rows.height)


def rows_state_seeds() -> Iterator[bytes]:
    """Rows before the first one, in the middle and finished."""
    rows = generate_rows("eller", 9, 6, seed="anna", block_rows=2)
    yield rows.state()[:-DIGEST_BYTES]
    rows.read(3)
    yield rows.state()[:-DIGEST_BYTES]
    rows.read(3)
    yield rows.state()[:-DIGEST_BYTES]
    endless = generate_rows("eller", 3, seed=7, join=0.25, drop=0.75)
    endless.read(5)
    yield endless.state()[:-DIGEST_BYTES]
    for height in (None, 60):
        uniform = generate_rows("wilson", 5, height, seed=7)
        uniform.read(50)
        yield uniform.state()[:-DIGEST_BYTES]


def checkpoint(data: bytes) -> None:
    """An interrupted file is resumed, or refused in a sentence.

    The first byte is the format, the rest is the content of the checkpoint.
    """
    if not data:
        return
    name, rest = FORMATS[data[0] % len(FORMATS)], data[1:]
    folder = _folder()
    target = folder / f"maze.{name}"
    part = folder / f"maze.{name}.part"
    part.write_bytes(_interrupted(name)[0])
    digest = blake2b(rest, digest_size=DIGEST_BYTES).hexdigest().encode()
    (folder / f"maze.{name}.checkpoint").write_bytes(b"%b %b\n%b" % (CHECKPOINT, digest, rest))
    try:
        write_rows(_rows(), target, _output(name), resume=True)
    except (InvalidValueError, FileFormatError, TooLargeError):
        pass
    finally:
        for path in folder.iterdir():
            path.unlink()


def checkpoint_seeds() -> Iterator[bytes]:
    """Of each format."""
    for number, name in enumerate(FORMATS):
        yield bytes([number]) + _interrupted(name)[1]


def _rows() -> MazeRows:
    return generate_rows("eller", 9, 40, seed="anna")


def _output(name: str) -> Output:
    has_colours = name not in ("pbm", "npy", "maze")
    ends = Ends((0, 0), (8, 39)) if has_colours else None
    return Output(name, ends=ends, solution=has_colours, threads=1)


@cache
def _interrupted(name: str) -> tuple[bytes, bytes]:
    """A file that was interrupted, and the content of its checkpoint."""
    folder = Path(tempfile.mkdtemp())
    try:
        target, rows = folder / f"maze.{name}", _rows()
        run = RowsRun(rows, str(target), _output(name), 0, Callbacks())
        with run.stack:
            run.begin()
            block = rows.read(11)
            run.writer.add(block.rows, len(block))
            run.save()
        content = Path(f"{target}.checkpoint").read_bytes().partition(b"\n")[2]
        return Path(f"{target}.part").read_bytes(), content
    finally:
        shutil.rmtree(folder)


@cache
def _folder() -> Path:
    import atexit

    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = Path(tempfile.mkdtemp(prefix="labirinto-fuzz-", dir=memory))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
