"""Mazes to files and back: ``save`` writes, ``load`` and ``read`` read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.files import open_target
from labirinto._internal.source import HEAD, Source, open_file
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.ends import Ends, EndsLike
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.formats.table import (
    EXTENSIONS,
    FORMATS,
    Format,
    format_named,
    format_of,
    format_of_bytes,
)
from labirinto.grids import is_whole
from labirinto.maze import Maze
from labirinto.path import Path

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Portrait
    from labirinto.formats._rows import RowReader

__all__ = ["EXTENSIONS", "FORMATS", "Format", "format_of", "load", "read", "row_reader", "save"]


def save(
    maze: Maze,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    path: Path | None = None,
    ends: EndsLike | None = None,
    style: Style | None = None,
    portrait: Portrait | None = None,
    format: str | None = None,
) -> None:
    """Save a maze to a file, written atomically; the extension selects the format.

    The picture of the tiles is saved beside a map (tmx, tmj, ldtk), named after the style
    (``formats.tiles.tiles_name(style)``).  An existing picture is never replaced: maps of one style
    share it.  For a map in a stream, the format ``tiles.png`` writes the picture.

    Args:
        maze: The maze.
        target: A file name, or a binary stream.
        path: A path to draw, usually the solution.
        ends: Start and end to mark: ``Ends``, or two cells; if they are open, the frame has
            openings there instead.
        style: Sizes and colours; by default that of the portrait, or ``Style.usual(maze.grid)``,
            in which the cells of mazes from 4 million cells on are small.
        portrait: How thick the walls are, to show a picture; see ``labirinto.portraits.portrait``.
        format: A name in ``formats.FORMATS``; by default, the extension selects it.  Required for a
            stream.

    Raises:
        InvalidValueError: For an unknown format, for a path or ends that do not belong to the maze
            or that the format does not hold, or for an argument of another type.
        MissingExtraError: If the format needs a package that is not installed.
        TooLargeError: If there is not enough memory.
        OSError: If the file cannot be written.
    """
    drawing = Drawing.of(maze, path, ends, style, portrait)
    chosen = format_named(format_for(target, format, FORMATS))
    chosen.check(drawing)
    with open_target(target) as stream:
        chosen.write(drawing, stream)
        if isinstance(target, str | os.PathLike):
            chosen.write_beside(drawing, target)


def format_for(
    target: str | os.PathLike[str] | BinaryIO,
    format: str | None,
    formats: Iterable[str],
    by_extension: Callable[[str | os.PathLike[str]], str] = format_of,
) -> str:
    """Return the format that is given, or else that of the file's extension.

    Raises:
        InvalidValueError: If no format is given and the extension is unknown, or there is none; or
            if the target is neither a file name nor a binary stream.
    """
    if isinstance(target, str | os.PathLike):
        return by_extension(target) if format is None else format
    if not hasattr(target, "write") or hasattr(target, "encoding"):
        raise InvalidValueError(
            f"The target {shown(target)} is neither a file name nor a binary stream, such as "
            "open(name, 'wb')."
        )
    if format is None:
        raise InvalidValueError(
            f"A stream has no extension; give format=, one of {', '.join(formats)}."
        )
    return format


def load(source: str | os.PathLike[str] | BinaryIO, *, perfect: bool = False) -> Maze:
    """Load a maze from a file, whose format is recognised by its content, not its name.

    Reads SVG, PNG, JSON, .maze, NPY, NPZ, CSV, GraphML, Tiled maps, DXF, SVG for plotters and all
    kinds of text as ``save`` writes them.  NPY, NPZ, GraphML, tokens, text in blocks, A-Maze-ing
    and micromouse files may come from other programs.  In any other picture (PNG, JPEG, GIF, BMP,
    WebP, TIFF, PBM) the maze is recognised, which needs Pillow and OpenCV.

    ``labirinto.formats.read`` also returns the ends.  A solution in a file is not read: ``solve``
    finds it.

    Args:
        source: A file name, or a binary stream.
        perfect: Whether the maze must be perfect; a maze misread in a picture hardly ever is.

    Warns:
        UnsureWarning: If the maze was recognised in a picture and may be misread; if a recipe
            without a checksum is dropped, since it makes another maze; or if the path in an
            A-Maze-ing file is wrong.

    Raises:
        FileFormatError: If the file holds no maze or is damaged, or if its maze must be perfect and
            is not.
        InvalidValueError: If the source is neither a file name nor a binary stream.
        MissingExtraError: If recognising a picture needs a package that is not installed.
        TooLargeError: If there is not enough memory.
        OSError: If the file cannot be read.
    """
    maze, _ = read(source)
    if perfect and not maze.is_perfect:
        raise FileFormatError("the maze in this file is not perfect; load it without perfect=True.")
    return maze


def read(source: str | os.PathLike[str] | BinaryIO) -> tuple[Maze, Ends | None]:
    """Read a maze as ``load`` does, with the ends that are marked in the file, or None.

    Example::

        maze, ends = labirinto.formats.read("maze.json")
    """
    if isinstance(source, str | os.PathLike):
        with open_file(source) as stream:
            return read_stream(stream, os.fsdecode(source))
    if not hasattr(source, "read") or hasattr(source, "encoding"):
        raise InvalidValueError(
            f"The source {shown(source)} is neither a file name nor a binary stream, such as "
            "open(name, 'rb')."
        )
    return read_stream(source, "the file")


def read_stream(stream: BinaryIO | Source, name: str) -> tuple[Maze, Ends | None]:
    """Read a maze and its ends from a binary stream; errors call it by a name.

    Raises:
        FileFormatError: If it holds no maze, or is damaged.
    """
    source = Source(stream)
    head = source.peek(HEAD)
    if not head:
        raise FileFormatError(f"{name}: the file is empty.")
    found = format_of_bytes(head)
    try:
        return found.read(source)
    except FileFormatError as error:
        raise FileFormatError(f"{name}: {error}") from None


def row_reader(name: str | os.PathLike[str]) -> RowReader | None:
    """Open a regular file to read its rows without loading it.

    ``streaming.file_rows.open_rows`` gives them as blocks of rows.

    Returns:
        The reader; None if the format is neither .maze nor our own PNG, or the maze is not a
        rectangle.

    Raises:
        FileFormatError: If the file is damaged.
        InvalidValueError: If no file can have this name.
        OSError: If it cannot be read.
    """
    with open_file(name) as stream:
        found = format_of_bytes(stream.read(HEAD))
    reader = found.row_reader(os.fsdecode(name))
    if reader and not is_whole(reader.about.grid):
        reader.close()  # drawings are read as rectangles
        return None
    return reader
