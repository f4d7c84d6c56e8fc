"""A maze out to a picture: one door, ``draw``, for all formats.

Programs that draw, cut or print by themselves find the geometry in ``render.drawing.Drawing``, and
the walls in as few strokes as can be by ``render.strokes.strokes``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from typing import BinaryIO, NamedTuple

from labirinto.errors import InvalidValueError
from labirinto.files import write_whole
from labirinto.maze import Maze
from labirinto.memory import check_memory
from labirinto.path import Ends, Path
from labirinto.render.drawing import Drawing
from labirinto.render.style import Style

__all__ = ["FORMATS", "Format", "draw", "format_of"]


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
        module = import_module(f"labirinto.render.{self.module}")
        getattr(module, self.function)(drawing, stream)

    def write_beside(self, drawing: Drawing, target: str | os.PathLike[str]) -> None:
        """Writes what must lie beside the file; one that lies there already stays as it is.

        What is no regular file (a pipe, /dev/null) has nothing beside it.
        """
        if not self.beside or (os.path.exists(target) and not os.path.isfile(target)):
            return
        module = import_module(f"labirinto.render.{self.module}")
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
