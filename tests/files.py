"""Mazes out to bytes, and bytes back to mazes or to a complaint: for the tests of formats."""

from __future__ import annotations

import io
import re
import warnings
from contextlib import suppress
from typing import Any

import pytest

import labirinto
from labirinto import Ends, Maze
from labirinto.errors import UnsureWarning
from labirinto.formats import read


def drawn(maze: Maze, format: str, **laid_over: Any) -> bytes:
    """The file of a maze, with what is laid over it."""
    stream = io.BytesIO()
    labirinto.save(maze, stream, format=format, **laid_over)
    return stream.getvalue()


def encoded(picture: Any, format: str = "PNG", **options: Any) -> bytes:
    """The file of a picture of Pillow."""
    stream = io.BytesIO()
    picture.save(stream, format, **options)
    return stream.getvalue()


def back(data: bytes | str) -> tuple[Maze, Ends | None]:
    """The maze of a file, and its ends."""
    return read(io.BytesIO(data.encode() if isinstance(data, str) else data))


def complaint(data: bytes | str) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(labirinto.FileFormatError) as caught:
        back(data)
    assert str(caught.value).endswith(".")
    return str(caught.value)


def expect_a_maze_or_a_complaint(data: bytes | bytearray) -> None:
    """Expect what a damaged file may give, also a maze that its recipe no longer makes."""
    with suppress(labirinto.FileFormatError), warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsureWarning)
        assert isinstance(back(bytes(data))[0], Maze)


def refused(data: bytes | str, words: str) -> None:
    """Expect an error whose message matches a pattern."""
    assert re.search(words, complaint(data))
