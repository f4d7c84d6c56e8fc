"""A file back in: one door, ``load``, for all that labirinto writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import BinaryIO, NamedTuple

from labirinto.errors import FileFormatError
from labirinto.formats.picture import is_our_png, is_picture
from labirinto.formats.source import HEAD, Source
from labirinto.maze import Maze
from labirinto.path import Ends

__all__ = ["load", "read"]


class Reader(NamedTuple):
    """A kind of file that a maze can be read from.

    Attributes:
        knows: whether a file that begins with these bytes is of this kind.
        module, function: its reader in this package, which is imported when it is used; it takes a
            ``Source`` and gives the maze and the ends that are marked.
    """

    knows: Callable[[bytes], bool]
    module: str
    function: str

    def read(self, source: Source) -> tuple[Maze, Ends | None]:
        """Reads a maze."""
        module = import_module(f"labirinto.formats.{self.module}")
        maze: tuple[Maze, Ends | None] = getattr(module, self.function)(source)
        return maze


# The first that knows a file reads it; text is what is nothing else.
READERS = (
    Reader(is_our_png, "png", "read_png"),
    Reader(is_picture, "picture", "read_picture"),
    Reader(lambda head: b"<svg" in head, "svg", "read_svg"),
    Reader(lambda head: head.lstrip().startswith(b"{"), "maze_json", "read_json"),
    Reader(lambda head: True, "text", "read_text"),
)


def load(source: str | os.PathLike[str] | BinaryIO) -> Maze:
    """A maze from a file that labirinto wrote: SVG, PNG, JSON or text, told apart by what is in it.

    Any other picture of a maze is looked at, too, and may be PNG, GIF, BMP, JPEG, WebP, TIFF or
    PBM; that takes Pillow and NumPy.

    Args:
        source: the file's name, or a binary stream.

    Raises:
        FileFormatError: if it is no maze, or damaged.
        MissingExtraError: for a picture, if Pillow or NumPy is not installed.
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
    source = Source(stream)
    head = source.peek(HEAD)
    reader = next(reader for reader in READERS if reader.knows(head))
    try:
        return reader.read(source)
    except FileFormatError as error:
        raise FileFormatError(f"{name}: {error}") from None
