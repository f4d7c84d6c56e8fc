"""A maze out to a picture: one door, ``draw``, for all formats.

Programs that draw, cut or print by themselves find the geometry in ``render.drawing.Drawing``, and
the walls in as few strokes as can be by ``render.strokes.strokes``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import BinaryIO, NamedTuple

from labirinto._internal.files import write_whole
from labirinto._internal.memory import check_memory
from labirinto._internal.source import HEAD, Source
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats.picture import is_our_png, is_picture
from labirinto.maze import Maze
from labirinto.path import Path

__all__ = ["FORMATS", "READERS", "Format", "draw", "format_of", "load", "read"]


class Format(NamedTuple):
    """A kind of file that a maze can be written to.

    Attributes:
        title: what it is, for people.
        module, function: its writer in this package, which is imported when it is used.
        is_text: whether it can be shown in a terminal.
        bytes_a_cell: memory that writing takes at the peak, the maze not included.
        beside: what gives name and bytes of a picture that must lie beside such a file.
    """

    title: str
    module: str
    function: str
    is_text: bool = False
    bytes_a_cell: float = 0
    beside: str = ""

    def check_memory(self, width: int, height: int) -> None:
        """Looks whether a maze of a size can be written.

        Raises:
            TooLargeError: if it would take more memory than there is.
        """
        check_memory(self.bytes_a_cell * width * height, f"A {width}x{height} {self.title}")

    def write(self, drawing: Drawing, stream: BinaryIO) -> None:
        """Writes a drawing."""
        self.check_memory(drawing.maze.width, drawing.maze.height)
        module = import_module(f"labirinto.formats.{self.module}")
        getattr(module, self.function)(drawing, stream)

    def write_beside(self, drawing: Drawing, target: str | os.PathLike[str]) -> None:
        """Writes what must lie beside the file; one that lies there already stays as it is.

        What is no regular file (a pipe, /dev/null) has nothing beside it.
        """
        if not self.beside or (os.path.exists(target) and not os.path.isfile(target)):
            return
        module = import_module(f"labirinto.formats.{self.module}")
        name, data = getattr(module, self.beside)(drawing)
        picture = os.path.join(os.path.dirname(os.fspath(target)), name)
        if not os.path.lexists(picture):
            with write_whole(picture) as stream:
                stream.write(data)


FORMATS = {
    "svg": Format("SVG drawing", "svg", "write_svg", is_text=True, bytes_a_cell=20),
    "plot.svg": Format(
        "SVG for plotters", "plot_svg", "write_plot_svg", is_text=True, bytes_a_cell=300
    ),
    "dxf": Format("DXF for lasers and CAD", "dxf", "write_dxf", is_text=True, bytes_a_cell=300),
    "tmx": Format(
        "Tiled map in XML",
        "tiled",
        "write_tmx",
        is_text=True,
        bytes_a_cell=3,
        beside="tile_picture",
    ),
    "tmj": Format(
        "Tiled map in JSON",
        "tiled",
        "write_tmj",
        is_text=True,
        bytes_a_cell=13,
        beside="tile_picture",
    ),
    "tiles.png": Format("tiles of a Tiled map", "tiles", "write_tiles"),
    "stl": Format("STL solid", "solid", "write_stl", bytes_a_cell=1600),
    "3mf": Format("3MF solid", "solid", "write_3mf", bytes_a_cell=1600),
    "png": Format("PNG picture", "png", "write_png"),
    "pdf": Format("PDF document", "pdf", "write_pdf", bytes_a_cell=50),
    "pbm": Format("PBM picture", "pbm", "write_pbm"),
    "npy": Format("NumPy array of bits", "npy", "write_npy"),
    "npz": Format("NumPy arrays, as maze-dataset has them", "npz", "write_npz", bytes_a_cell=5),
    "csv": Format("CSV of walls", "walls_csv", "write_csv", is_text=True, bytes_a_cell=19),
    "graphml": Format("GraphML", "graphml", "write_graphml", is_text=True, bytes_a_cell=5000),
    "json": Format("JSON", "maze_json", "write_json", is_text=True, bytes_a_cell=4),
    "txt": Format("text in box-drawing characters", "text", "write_text", is_text=True),
    "ascii": Format("text in ASCII", "text", "write_ascii", is_text=True),
    "blocks.txt": Format(
        "text in blocks", "blocks_text", "write_blocks", is_text=True, bytes_a_cell=8
    ),
    "tokens.txt": Format(
        "tokens, as maze-dataset has them", "tokens", "write_tokens", is_text=True
    ),
}
"""What a maze can be written to, by the ending of the file."""


ENDINGS = ", ".join(f".{name}" for name in FORMATS)
"""All endings, for people."""


def format_of(target: str | os.PathLike[str]) -> str:
    """The format that a file's ending asks for.

    Raises:
        InvalidValueError: if there is no such format.
    """
    name = os.fspath(target)
    base = os.path.basename(name).lower()
    # An ending can have two parts, the second of which is an ending, too.
    for known in sorted(FORMATS, key=len, reverse=True):
        if base.endswith(f".{known}") and len(base) > len(known) + 1:
            return known
    raise InvalidValueError(f"The file name {name!r} does not end in one of {ENDINGS}.")


def draw(
    maze: Maze,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    path: Path | None = None,
    ends: Ends | None = None,
    style: Style | None = None,
    format: str | None = None,
) -> None:
    """Draws a maze into a file.

    Args:
        target: the file's name, or a binary stream.  A file appears only when it is whole, and an
            existing one is replaced only then.  Beside a Tiled map (tmx, tmj) comes the picture of
            its tiles, named after the style; one that is there already is never replaced, so that
            all maps of a style share it, and one that was painted over stays.  A map in a stream
            looks for the same name, ``render.tiles.tiles_name(style)``; the format ``tiles.png``
            gives the picture.
        path: a way to draw, usually the solution.
        ends: start and end to mark.  With openings, the outer wall is open there, and has no marks.
        style: sizes and colours.
        format: one of ``FORMATS``; by default the ending of the file's name.  A stream needs it.

    Raises:
        InvalidValueError: for an unknown format, a path or ends of another maze, or what is none of
            these at all.
        TooLargeError: if writing would take more memory than there is.
        OSError: if the file cannot be written.
    """
    drawing = Drawing(maze, path, ends, style or Style())
    if isinstance(target, str | os.PathLike):
        chosen = _format(format_of(target) if format is None else format)
        with write_whole(target) as stream:
            chosen.write(drawing, stream)
            chosen.write_beside(drawing, target)
    else:
        _format(format_for(target, format, FORMATS)).write(drawing, target)


def format_for(stream: BinaryIO, format: str | None, formats: Iterable[str]) -> str:
    """The format for a stream, which has no name that tells it.

    Raises:
        InvalidValueError: if it is no stream, or there is no format.
    """
    if not hasattr(stream, "write"):
        raise InvalidValueError(
            f"The target {stream!r} is neither a file's name nor a binary stream."
        )
    if format is None:
        raise InvalidValueError(
            "A stream has no ending that tells the format: give format=, one of "
            f"{', '.join(formats)}."
        )
    return format


def _format(format: str) -> Format:
    if format not in FORMATS:
        raise InvalidValueError(f"There is no format {format!r}; there are {', '.join(FORMATS)}.")
    return FORMATS[format]


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
