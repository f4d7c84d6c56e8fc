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


def _is_xml(head: bytes, root: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") and root in head


def _is_object(head: bytes) -> bool:
    return head.lstrip().startswith(b"{")


def _is_dxf(head: bytes) -> bool:
    # A comment or a section is what it begins with.
    lines = [line.strip() for line in head[:200].splitlines()[:2]]
    return lines[:1] == [b"999"] or lines == [b"0", b"SECTION"]


def _is_solid(head: bytes) -> bool:
    # STL as labirinto writes it, and 3MF by the first file that is packed in it.
    return (head.startswith(b"labirinto") and b"\0" in head[:84]) or (
        head.startswith(b"PK") and b"[Content_Types].xml" in head[:64]
    )


# The first that knows a file reads it; text is what is nothing else.
READERS = (
    Reader(is_our_png, "png", "read_png"),
    Reader(is_picture, "picture", "read_picture"),
    Reader(lambda head: _is_xml(head, b"<svg"), "svg", "read_svg"),
    Reader(lambda head: _is_xml(head, b"<map"), "tiled", "read_tmx"),
    Reader(lambda head: _is_xml(head, b"<graphml"), "graphml", "read_graphml"),
    Reader(lambda head: head.startswith(b"\x93NUMPY"), "npy", "read_npy"),
    Reader(lambda head: _is_solid(head) or head.startswith(b"%PDF"), "unread", "refuse"),
    Reader(lambda head: head.startswith(b"PK\x03\x04"), "npz", "read_npz"),
    # Its quotes would be escaped in any text, and so in a maze of ours.
    Reader(lambda head: _is_object(head) and b'"infinite"' in head, "tiled", "read_tmj"),
    Reader(_is_object, "maze_json", "read_json"),
    Reader(_is_dxf, "dxf", "read_dxf"),
    Reader(lambda head: b"x0,y0,x1,y1" in head[:20], "walls_csv", "read_csv"),
    Reader(lambda head: head.lstrip().startswith(b"<ADJLIST_START>"), "tokens", "read_tokens"),
    Reader(
        lambda head: head.lstrip().startswith((b"#", "█".encode())), "blocks_text", "read_blocks"
    ),
    Reader(lambda head: True, "text", "read_text"),
)


def load(source: str | os.PathLike[str] | BinaryIO) -> Maze:
    """A maze from a file that labirinto wrote, whose kind is told by what is in it.

    Pictures (SVG, PNG), JSON, NPY, NPZ, GraphML, CSV, all kinds of text, Tiled maps, and drawings
    for machines (plot.svg, DXF) are read.  NPY, NPZ, GraphML, tokens and texts in blocks may come
    from other programs, too.

    Any other picture of a maze is looked at, too, and may be PNG, GIF, BMP, JPEG, WebP, TIFF or
    PBM; that takes Pillow and NumPy.

    ``labirinto.formats.read`` gives the ends that are marked in it, too.  A solution in a file is
    not read: ``solve`` finds it between the ends.

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
    """As ``load``: the maze, and the ends that are marked in the file or None::

    maze, ends = labirinto.formats.read("maze.json")
    """
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
