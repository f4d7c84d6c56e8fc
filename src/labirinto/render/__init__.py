"""A maze out to a picture: one door, ``draw``, for all formats."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import BinaryIO

from labirinto.errors import InvalidValueError
from labirinto.files import write_whole
from labirinto.maze import Maze
from labirinto.path import Ends, Path
from labirinto.render.drawing import Drawing
from labirinto.render.style import Style

__all__ = ["FORMATS", "draw", "format_of"]


def _svg(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.svg import write_svg

    write_svg(drawing, stream)


def _png(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.png import write_png

    write_png(drawing, stream)


def _pbm(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.pbm import write_pbm

    write_pbm(drawing, stream)


def _npy(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.npy import write_npy

    write_npy(drawing, stream)


def _json(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.maze_json import write_json

    write_json(drawing, stream)


def _txt(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.text import write_text

    write_text(drawing, stream)


def _ascii(drawing: Drawing, stream: BinaryIO) -> None:
    from labirinto.render.text import write_ascii

    write_ascii(drawing, stream)


FORMATS: dict[str, Callable[[Drawing, BinaryIO], None]] = {
    "svg": _svg,
    "png": _png,
    "pbm": _pbm,
    "npy": _npy,
    "json": _json,
    "txt": _txt,
    "ascii": _ascii,
}
"""The writers by format, which is also the ending of its files.  Each is imported when used."""


ENDINGS = ", ".join(f".{name}" for name in FORMATS)
"""All endings, for people."""


def format_of(target: str | os.PathLike[str]) -> str:
    """The format that a file's ending asks for.

    Raises:
        InvalidValueError: if there is no such format.
    """
    name = os.fspath(target)
    _, ending = os.path.splitext(name)
    if ending[1:].lower() not in FORMATS:
        raise InvalidValueError(f"The file name {name!r} does not end in one of {ENDINGS}.")
    return ending[1:].lower()


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
        write = _writer(format_of(target) if format is None else format)
        with write_whole(target) as stream:
            write(drawing, stream)
    else:
        _writer(format)(drawing, target)


def _writer(format: str | None) -> Callable[[Drawing, BinaryIO], None]:
    if format not in FORMATS:
        raise InvalidValueError(f"There is no format {format!r}; there are {', '.join(FORMATS)}.")
    return FORMATS[format]
