"""A maze out to a picture: one door, ``draw``, for all formats."""

from __future__ import annotations

import os
from importlib import import_module
from typing import BinaryIO, NamedTuple

from labirinto.errors import InvalidValueError
from labirinto.files import write_whole
from labirinto.maze import Maze
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
    """

    title: str
    module: str
    function: str
    is_text: bool = False

    def write(self, drawing: Drawing, stream: BinaryIO) -> None:
        """Writes a drawing."""
        module = import_module(f"labirinto.render.{self.module}")
        getattr(module, self.function)(drawing, stream)


FORMATS = {
    "svg": Format("SVG drawing", "svg", "write_svg", is_text=True),
    "png": Format("PNG picture", "png", "write_png"),
    "pbm": Format("PBM picture", "pbm", "write_pbm"),
    "npy": Format("NumPy array of bits", "npy", "write_npy"),
    "npz": Format("NumPy arrays, as maze-dataset has them", "npz", "write_npz"),
    "csv": Format("CSV of walls", "walls_csv", "write_csv", is_text=True),
    "graphml": Format("GraphML", "graphml", "write_graphml", is_text=True),
    "json": Format("JSON", "maze_json", "write_json", is_text=True),
    "txt": Format("text in box-drawing characters", "text", "write_text", is_text=True),
    "ascii": Format("text in ASCII", "text", "write_ascii", is_text=True),
    "blocks.txt": Format("text in blocks", "blocks_text", "write_blocks", is_text=True),
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
            existing one is replaced only then.
        path: a way to draw, usually the solution.
        ends: start and end to mark.  With openings, the outer wall is open there, and has no marks.
        style: sizes and colours.
        format: one of ``FORMATS``; by default the ending of the file's name.

    Raises:
        InvalidValueError: for an unknown format, or a path or ends of another maze.
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
