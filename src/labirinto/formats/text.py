"""Text: a maze in box-drawing characters, or in plain ASCII."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle
from typing import Any, BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import NO_OPENINGS, Drawing, PathOpenings
from labirinto.ends import Ends, check_openings, ends_of
from labirinto.errors import FileFormatError
from labirinto.formats._notes import without_false_recipe
from labirinto.formats._rows import RowWriter, write_drawing
from labirinto.formats._shaped_text import LastLine, cells_drawn
from labirinto.grids.links import Linked, floor_name
from labirinto.grids.packing import rows_of_blocks
from labirinto.grids.rectangle import (
    EAST,
    EXIT_BITS,
    NORTH,
    SOUTH,
    STEPS,
    WEST,
    Rectangle,
    plane_bytes,
)
from labirinto.maze import Maze
from labirinto.path import Path


@dataclass(frozen=True)
class Charset:
    """The characters of a maze in text.

    ``corners`` has one for each set of walls that meet: 1 up, 2 right, 4 down, 8 left; ``stairs``
    one for a stair up, one down, and both.
    """

    corners: str
    across: str
    down: str
    dot: str
    start: str
    end: str
    stairs: str = ""


BOX = Charset(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", "─", "│", "•", "○", "●", "▲▼↕")
ASCII = Charset(" " + 15 * "+", "-", "|", ".", "A", "B", "^v%")

_COLOURS = {"dot": "\x1b[33m", "start": "\x1b[1;32m", "end": "\x1b[1;31m"}
_PLAIN = "\x1b[0m"


def columns(width: int, *, wide: bool = True) -> int:
    """Return the characters in a line of a maze of this width."""
    return (4 if wide else 2) * width + 1


def to_text(maze: Maze) -> str:
    """Return the maze alone, in box-drawing characters."""
    return "\n".join(text_lines(Drawing(maze)))


def write_text(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing in box-drawing characters (UTF-8), and the command that makes it."""
    _write(drawing, stream, BOX)


def write_ascii(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing in ASCII, and the command that makes it."""
    _write(drawing, stream, ASCII)


def _write(drawing: Drawing, stream: BinaryIO, charset: Charset) -> None:
    if isinstance(drawing.maze.grid, Linked):
        recipe = drawing.maze.recipe
        for line in (*text_lines(drawing, charset), *([recipe.command] if recipe else [])):
            stream.write(f"{line}\n".encode())
        return
    _, gaps = drawing.rows_and_gaps
    writer = TextWriter(stream, TextLines(drawing.maze.width, charset, openings=gaps))
    write_drawing(drawing, writer)
    maze, sides = drawing.maze, {side for _, _, side in drawing.openings}
    is_masked = maze.rectangle.mask is not None
    # Else these lines might be the first of a longer text that is cut off, or space a part of it.
    if maze.recipe is None and (is_masked or (charset is ASCII and sides == {SOUTH})):
        masked = " masked" if is_masked else ""
        stream.write(f"labirinto {maze.width}x{maze.height}{masked}\n".encode())


def text_lines(
    drawing: Drawing, charset: Charset = BOX, *, wide: bool = True, colour: bool = False
) -> Iterator[str]:
    """Yield the ``2 height + 1`` lines of the drawing; on floors those of each, the lowest first,
    below its name.  Sides that are wrapped are open where passages lead over them; on a Möbius
    strip, words say in which row they go on.

    Args:
        drawing: What to draw; its path is a row of dots.
        charset: The characters.
        wide: Whether a cell is three characters wide, or one.
        colour: Whether path and marks are coloured, by the escape codes of terminals.
    """
    grid = drawing.maze.grid
    if isinstance(grid, Linked):
        from labirinto.formats.tiles import stairs_of, tiles_of

        floors = zip(count(), tiles_of(drawing), stairs_of(drawing), strict=False)
        for floor, tiles, stairs in floors:
            yield floor_name(floor) if grid.floors > 1 else grid.text
            if grid.twist:
                yield f"row y goes on at the other side in row {grid.height - 1}-y"
            flat, gaps = _flattened(grid, tiles)
            lines = TextLines(grid.width, charset, wide=wide, colour=colour, openings=gaps)
            lines.overlay_floor(drawing, grid, floor, stairs)
            yield from lines.rows(flat)
            yield lines.last_line()
        return
    rows, gaps = drawing.rows_and_gaps
    width = drawing.maze.width
    lines = TextLines(width, charset, wide=wide, colour=colour, openings=gaps)
    if drawing.path:
        lines.overlay(drawing.path)
    if drawing.ends:
        lines.mark(drawing.ends)
    yield from lines.rows(rows)
    yield lines.last_line()


def _flattened(grid: Linked, tiles: bytes) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Return the rows of a floor by its tiles, and the gaps in its frame."""
    from labirinto.formats.tiles import FIRST_TILE

    floor = Rectangle(grid.width, grid.height)
    pairs, gaps = [], []
    for (x, y), tile in zip(floor, tiles, strict=True):
        for direction, (dx, dy) in enumerate(STEPS):
            if (tile - FIRST_TILE) & EXIT_BITS[direction]:
                if (x + dx, y + dy) not in floor:
                    gaps.append((x, y, direction))
                elif direction in (EAST, SOUTH):
                    pairs.append(((x, y), (x + dx, y + dy)))
    return floor.bits_of(pairs), gaps


class TextLines:
    """The lines of a maze whose rows arrive in order."""

    def __init__(
        self,
        width: int,
        charset: Charset = BOX,
        *,
        wide: bool = True,
        colour: bool = False,
        openings: Sequence[tuple[int, int, int]] = (),
    ) -> None:
        self._openings: dict[tuple[int, int], list[int]] = {}  # columns by row and direction
        for x, y, direction in openings:
            self._openings.setdefault((y, direction), []).append(x)
        self._width = width
        self._charset = charset
        self._pad = " " if wide else ""
        self._across = charset.across * (3 if wide else 1)
        self._y = 0
        self._stride = plane_bytes(width)
        self._above = [True] * width
        self._left_before = [False] * (width + 1)
        self._over: dict[int, dict[int, str]] = {}  # by rows and columns of blocks
        self._stairs: dict[int, dict[int, str]] = {}  # the same, beside what is over the blocks
        # A corner or a wall together with what follows it, where nothing is drawn over them.
        space = " " * len(self._across)
        self._corner_and_wall = [
            corner + (self._across if meeting & 2 else space)
            for meeting, corner in enumerate(charset.corners)
        ]
        self._wall_and_floor = [" " + space, charset.down + space]
        self._painted = {
            kind: f"{_COLOURS[kind]}{getattr(charset, kind)}{_PLAIN}"
            if colour
            else getattr(charset, kind)
            for kind in _COLOURS
        } | {stair: stair for stair in charset.stairs}

    def overlay(self, path: Path) -> None:
        """Lay a path of dots over its cells, before the first row; none in openings."""
        x, y = (2 * at + 1 for at in path.start)
        self._put(x, y, "dot")
        for move in path.moves:
            dx, dy = STEPS[move]
            self._put(x + dx, y + dy, "dot")
            x, y = x + 2 * dx, y + 2 * dy
            self._put(x, y, "dot")

    def mark(self, ends: Ends) -> None:
        """Mark start and end, before the first row."""
        for (x, y), kind in zip(ends, ("start", "end"), strict=True):
            self._put(2 * x + 1, 2 * y + 1, kind)

    def overlay_floor(self, drawing: Drawing, grid: Linked, floor: int, stairs: bytes) -> None:
        """Lay stairs, the path and the ends over the cells of a floor, before the first row."""
        for place, stair in enumerate(stairs):
            if stair:
                y, x = divmod(place, self._width)
                at = (2 * x + 1, 2 * y + 1, self._charset.stairs[stair - 1])
                if self._pad:
                    self._stairs.setdefault(at[1], {})[at[0]] = at[2]
                else:
                    self._put(*at)

        def cell_of(number: int) -> tuple[int, int, int]:
            x, y, z = (*grid.label(number), 0)[:3]
            return x, y, z

        cells = list(map(cell_of, drawing.path.numbers)) if drawing.path else []
        for (x, y, z), (x2, y2, z2) in zip(cells, cells[1:] + cells[-1:], strict=True):
            if z == floor:
                self._put(2 * x + 1, 2 * y + 1, "dot")
                if z == z2 and abs(x2 - x) + abs(y2 - y) == 1:
                    self._put(x + x2 + 1, y + y2 + 1, "dot")
        for cell, kind in zip(drawing.ends or (), ("start", "end"), strict=False):
            x, y, z = cell_of(grid.index(cell))
            if z == floor:
                self._put(2 * x + 1, 2 * y + 1, kind)

    def _put(self, column: int, row: int, kind: str) -> None:
        self._over.setdefault(row, {}).setdefault(column, kind)
        if kind != "dot":
            self._over[row][column] = kind

    def resume(self, y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._y = y - 1
        for _ in self.rows(row_before):
            pass

    def rows(self, rows: bytes) -> Iterator[str]:
        """Yield the lines of the next rows, each after the line above it."""
        for at in range(0, len(rows), 2 * self._stride):
            east = self._bits(rows, at)
            left = [True, *(not passage for passage in east[:-1]), True]
            self._open(left, WEST, 0)
            self._open(left, EAST, 1)
            if self._y == 0:
                self._open(self._above, NORTH, 0)
            yield self._line(left)
            yield self._floor(left)
            self._above = [not passage for passage in self._bits(rows, at + self._stride)]
            self._left_before = left
            self._y += 1

    def last_line(self) -> str:
        """Return the line below the last row."""
        self._above = [True] * self._width
        self._y -= 1
        self._open(self._above, SOUTH, 0)
        self._y += 1
        return self._line([False] * (self._width + 1))

    def _bits(self, rows: bytes, at: int) -> list[bool]:
        number = int.from_bytes(rows[at : at + self._stride], "little")
        digits = f"{number:0{self._width}b}"
        return [digit == "1" for digit in reversed(digits)]

    def _open(self, walls: list[bool], direction: int, offset: int) -> None:
        for x in self._openings.get((self._y, direction), ()):
            walls[x + offset] = False

    def _line(self, left: list[bool]) -> str:
        over = self._over.pop(2 * self._y, {})
        above = [False, *self._above, False]
        # Walls up, right, down and left of each corner, as a number.
        meetings = [
            up + 2 * right + 4 * down + 8 * back
            for up, right, down, back in zip(
                self._left_before, above[1:], left, above, strict=False
            )
        ]
        if not over:
            line = "".join([self._corner_and_wall[meeting] for meeting in meetings])
            return line[: -len(self._across)]
        text = []
        for x, meeting in enumerate(meetings):
            text.append(self._charset.corners[meeting])
            if x < self._width:
                block = self._pad + self._dot(over, 2 * x + 1) + self._pad
                text.append(self._across if above[x + 1] else block)
        return "".join(text)

    def _floor(self, left: list[bool]) -> str:
        over = self._over.pop(2 * self._y + 1, {})
        stairs = self._stairs.pop(2 * self._y + 1, {})
        if not over and not stairs:
            return "".join([self._wall_and_floor[wall] for wall in left])[: -len(self._across)]
        text = []
        for x in range(self._width):
            text.append(self._charset.down if left[x] else self._dot(over, 2 * x))
            text.append(self._pad + self._dot(over, 2 * x + 1) + stairs.get(2 * x + 1, self._pad))
        text.append(self._charset.down if left[-1] else self._dot(over, 2 * self._width))
        return "".join(text)

    def _dot(self, over: dict[int, str], column: int) -> str:
        return self._painted[over[column]] if column in over else " "


class TextWriter(RowWriter):
    """Write the text of a maze whose rows arrive in order."""

    rows_a_band = 16
    draws = True

    def __init__(self, stream: BinaryIO, lines: TextLines) -> None:
        self._stream = stream
        self._lines = lines

    def overlay(self, path: Path, openings: PathOpenings = NO_OPENINGS) -> None:
        """Lay a path of dots over its cells, before the first row."""
        self._lines.overlay(path)

    def mark(self, ends: Ends) -> None:
        """Mark start and end, before the first row."""
        self._lines.mark(ends)

    def add(self, rows: bytes, count: int) -> None:
        """Write the next rows."""
        self._write(self._lines.rows(rows))

    def finish(self, about: dict[str, object], height: int, command: str | None) -> None:
        """Write the last line, and the command that makes the maze again."""
        self._write([self._lines.last_line(), *([command] if command else [])])

    def resume(self, state: dict[str, Any], y: int, row_before: bytes) -> None:
        """Continue with row y."""
        self._lines.resume(y, row_before)

    def _write(self, lines: Iterable[str]) -> None:
        self._stream.write("".join(f"{line}\n" for line in lines).encode())


_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def read_text(source: Source) -> tuple[Maze, Ends | None]:
    """Read a maze from its lines, and its recipe from the command in the last line.

    Raises:
        FileFormatError: If this is not a maze.
    """
    try:
        lines = _ESCAPES.sub("", source.whole().decode()).splitlines()
    except UnicodeDecodeError:
        raise FileFormatError(
            "this is neither a picture nor a text that labirinto wrote."
        ) from None
    lines = [line.rstrip() for line in lines]
    if lines and re.match(rf"{floor_name(0)}$|(cylinder|torus|twisted) \d", lines[0]):
        raise FileFormatError(
            "mazes on floors or with joined sides cannot be read from text; load it from JSON, or "
            "make it again by the command in its last line."
        )
    while lines and not lines[-1]:
        lines.pop()
    last = next((at for at, it in enumerate(lines) if it.startswith("labirinto ")), len(lines))
    about = LastLine.parsed("\n".join(lines[last:]))
    if about:
        del lines[last:]
    charset = _charset(lines)
    return _maze(_blocks(lines, charset, about), charset, about)


def _charset(lines: list[str]) -> Charset:
    letters = set().union(*lines)
    for charset in (BOX, ASCII):
        used = {*charset.corners, charset.across, charset.down}
        if letters - {" "} <= used | {charset.dot, charset.start, charset.end}:
            return charset
    raise FileFormatError("this text is not a maze that labirinto wrote.")


def _blocks(lines: list[str], charset: Charset, about: LastLine | None) -> list[str]:
    """Return the lines with one character for each block."""
    columns = max(map(len, lines), default=0)
    width = about.size[0] if about else None
    if about and about.is_shaped:  # outside there may be nothing but blanks, which were taken off
        columns = max(columns, _columns_of(lines, charset, about.size[0]))
    if len(lines) < 3 or len(lines) % 2 == 0 or columns < 3 or columns % 2 == 0:
        raise FileFormatError("this text is not a maze, or some of its lines are missing.")
    lines = [line.ljust(columns) for line in lines]
    if columns % 4 == 1 and width in (None, columns // 4):
        narrow = [
            line[0] + "".join(line[2::4][i] + line[4::4][i] for i in range(columns // 4))
            for line in lines
        ]
        # The characters left out equal the ones kept between them.
        if all(_is_wide(line, charset) for line in lines):
            return narrow
    if width in (None, columns // 2):
        return lines
    raise FileFormatError("the text does not have the size in its last line.")


def _columns_of(lines: list[str], charset: Charset, width: int) -> int:
    """How long lines of so many cells are, wide or narrow."""
    wide = columns(width)
    is_wide = all(len(line) <= wide and _is_wide(line.ljust(wide), charset) for line in lines)
    return columns(width, wide=is_wide)


def _is_wide(line: str, charset: Charset) -> bool:
    return all(
        left == right == (charset.across if middle == charset.across else " ")
        for left, middle, right in zip(line[1::4], line[2::4], line[3::4], strict=True)
    )


def _maze(lines: list[str], charset: Charset, about: LastLine | None) -> tuple[Maze, Ends | None]:
    width, height = len(lines[0]) // 2, len(lines) // 2
    if about and about.size != (width, height):
        raise FileFormatError("the text does not have the size in its last line.")
    rows, gaps = rows_of_blocks(
        [
            bytes(letter == wall for letter in line)
            for line, wall in zip(lines, cycle((charset.across, charset.down)), strict=False)
        ]
    )
    if not set(lines[-1][::2]) <= set(charset.corners):
        raise FileFormatError("the text is damaged: its last line has no corners of walls.")
    # A text that is cut off between two lines may end in a row with just two passages down.
    goes_on = any(charset.corners.index(corner) & 4 for corner in lines[-1][::2])
    unsure = charset is ASCII and about is None
    if gaps and (goes_on or (unsure and {side for _, side in gaps} == {SOUTH})):
        raise FileFormatError("the text is cut off: its last lines are missing.")
    marks = {
        letter: (x, y)
        for y, line in enumerate(lines[1::2])
        for x, letter in enumerate(line[1::2])
        if letter != " "
    }
    start, end = marks.get(charset.start), marks.get(charset.end)
    grid = Rectangle(width, height)
    if about and about.is_shaped:
        ends = [cell for cell in (start, end) if cell]
        grid, rows, gaps = cells_drawn(width, height, rows, gaps, ends)
    check_openings(len(gaps))
    maze = Maze(width, height, rows, mask=grid.mask, recipe=about.recipe(grid) if about else None)
    return without_false_recipe(maze), ends_of(gaps, maze.grid, start, end)
