"""Text: a maze in box-drawing characters, or in plain ASCII."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from labirinto.maze import EAST, NORTH, SOUTH, WEST
from labirinto.render.drawing import Drawing

if TYPE_CHECKING:
    from labirinto.maze import Maze


@dataclass(frozen=True)
class Charset:
    """The characters of one way to write a maze.

    ``corners`` has one for each set of walls that meet there: 1 up, 2 right, 4 down, 8 left.
    """

    corners: str
    across: str
    down: str
    dot: str
    start: str
    end: str


BOX = Charset(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", "─", "│", "•", "○", "●")
ASCII = Charset(" " + 15 * "+", "-", "|", ".", "A", "B")

_COLOURS = {"dot": "\x1b[33m", "start": "\x1b[1;32m", "end": "\x1b[1;31m"}
_PLAIN = "\x1b[0m"


def columns(width: int, *, wide: bool = True) -> int:
    """How many characters a line of a maze of this width has."""
    return (4 if wide else 2) * width + 1


def to_text(maze: Maze, *, wide: bool = True) -> str:
    """The maze alone, in box-drawing characters."""
    return "\n".join(text_lines(Drawing(maze), wide=wide))


def write_text(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing in box-drawing characters (UTF-8), and the command that made it."""
    _write(drawing, stream, BOX)


def write_ascii(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing in ASCII, and the command that made it."""
    _write(drawing, stream, ASCII)


def _write(drawing: Drawing, stream: BinaryIO, charset: Charset) -> None:
    for line in text_lines(drawing, charset):
        stream.write(line.encode() + b"\n")
    if drawing.maze.recipe:
        stream.write(drawing.maze.recipe.command.encode() + b"\n")


def text_lines(
    drawing: Drawing, charset: Charset = BOX, *, wide: bool = True, colour: bool = False
) -> Iterator[str]:
    """The lines of the picture, ``2 height + 1`` of them.

    A cell is three characters wide, or one if not ``wide``.  The path is a row of dots from the
    start to the end; with ``colour`` these are coloured as terminals understand it.
    """
    overlay = _overlay(drawing)
    painted = {
        kind: f"{_COLOURS[kind]}{getattr(charset, kind)}{_PLAIN}"
        if colour
        else getattr(charset, kind)
        for kind in _COLOURS
    }
    blocks = drawing.maze.blocks(drawing.ends)
    pad = " " if wide else ""
    across = charset.across * (3 if wide else 1)
    lines: list[list[int]] = blocks.tolist()  # type: ignore[assignment]
    outside = [0] * len(lines[0])
    for y, line in enumerate(lines):
        over = overlay.get(y, {})
        text = []
        if y % 2 == 0:
            above = lines[y - 1] if y > 0 else outside
            below = lines[y + 1] if y + 1 < len(lines) else outside
            for x, is_wall in enumerate(line):
                if x % 2 == 0:
                    meeting = above[x] + 4 * below[x]
                    meeting += 8 * line[x - 1] if x > 0 else 0
                    meeting += 2 * line[x + 1] if x + 1 < len(line) else 0
                    text.append(charset.corners[meeting])
                elif is_wall:
                    text.append(across)
                else:
                    text.append(pad + (painted[over[x]] if x in over else " ") + pad)
        else:
            for x, is_wall in enumerate(line):
                character = charset.down if is_wall else painted[over[x]] if x in over else " "
                text.append(pad + character + pad if x % 2 else character)
        yield "".join(text)


def _overlay(drawing: Drawing) -> dict[int, dict[int, str]]:
    """What is drawn over the floor, by block row and block column."""
    overlay: dict[int, dict[int, str]] = {}

    def put(x: int, y: int, kind: str) -> None:
        overlay.setdefault(y, {})[x] = kind

    steps = {EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0), NORTH: (0, -1)}
    if drawing.path:
        x, y = (2 * at + 1 for at in drawing.path.start)
        put(x, y, "dot")
        for move in drawing.path.moves:
            dx, dy = steps[move]
            put(x + dx, y + dy, "dot")
            x, y = x + 2 * dx, y + 2 * dy
            put(x, y, "dot")
    if drawing.ends:
        for (x, y), kind in zip(drawing.ends, ("start", "end"), strict=True):
            put(2 * x + 1, 2 * y + 1, kind)
    return overlay
