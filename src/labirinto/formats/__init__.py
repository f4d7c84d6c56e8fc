"""A file back in: one door, ``load``, for all that labirinto writes."""

from __future__ import annotations

import io
import os
from typing import BinaryIO

from labirinto.errors import FileFormatError
from labirinto.formats.maze_json import read_json
from labirinto.formats.png import read_png
from labirinto.formats.svg import read_svg
from labirinto.formats.text import read_text
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.render.png import SIGNATURE

__all__ = ["load", "read"]

_LARGEST_TEXT = 1 << 30


def load(source: str | os.PathLike[str] | BinaryIO) -> Maze:
    """A maze from a file that labirinto wrote: SVG, PNG, JSON or text, told apart by what is in it.

    Args:
        source: the file's name, or a binary stream.

    Raises:
        FileFormatError: if it is no maze, or damaged.
        OSError: if it cannot be read.
    """
    maze, _ = read(source)
    return maze


def read(source: str | os.PathLike[str] | BinaryIO) -> tuple[Maze, Ends | None]:
    """As ``load``, with the ends that are marked in the file, if there are any."""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as stream:
            return _read(stream, os.fspath(source))
    return _read(source, "the file")


def _read(stream: BinaryIO, name: str) -> tuple[Maze, Ends | None]:
    buffered = io.BufferedReader(stream) if isinstance(stream, io.RawIOBase) else stream
    try:
        head = buffered.read(len(SIGNATURE))
        if head == SIGNATURE:
            return read_png(buffered)
        data = head + buffered.read(_LARGEST_TEXT)
        if b"<svg" in data[:4096]:
            return read_svg(data)
        return read_json(data) if data.lstrip()[:1] == b"{" else read_text(data)
    except FileFormatError as error:
        raise FileFormatError(f"{name}: {error}") from None
