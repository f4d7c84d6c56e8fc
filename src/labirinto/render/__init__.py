"""A maze out to a picture: one door, ``draw``, for all formats."""

from __future__ import annotations

import os
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
    """

    title: str
    module: str
    function: str
    is_text: bool = False
    bytes_a_cell: float = 0

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


FORMATS = {
    "svg": Format("SVG drawing", "svg", "write_svg", is_text=True, bytes_a_cell=20),
    "png": Format("PNG picture", "png", "write_png"),
    "pbm": Format("PBM picture", "pbm", "write_pbm"),
    "npy": Format("NumPy array of bits", "npy", "write_npy"),
    "json": Format("JSON", "maze_json", "write_json", is_text=True, bytes_a_cell=4),
    "txt": Format("text in box-drawing characters", "text", "write_text", is_text=True),
    "ascii": Format("text in ASCII", "text", "write_ascii", is_text=True),
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
            existing one is replaced only then.
        path: a way to draw, usually the solution.
        ends: start and end to mark.  With openings, the outer wall is open there, and has no marks.
        style: sizes and colours.
        format: one of ``FORMATS``; by default the ending of the file's name.

    Raises:
        InvalidValueError: for an unknown format, or a path or ends of another maze.
        TooLargeError: if writing would take more memory than there is.
        OSError: if the file cannot be written.
    """
    drawing = Drawing(maze, path, ends, style or Style())
    if isinstance(target, str | os.PathLike):
        chosen = _format(format_of(target) if format is None else format)
        with write_whole(target) as stream:
            chosen.write(drawing, stream)
    else:
        _format(format).write(drawing, target)


def _format(format: str | None) -> Format:
    if format not in FORMATS:
        raise InvalidValueError(f"There is no format {format!r}; there are {', '.join(FORMATS)}.")
    return FORMATS[format]
