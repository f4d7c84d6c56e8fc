"""A step of a film as lines of coloured text, independent of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from labirinto.animate.look import Look, role
from labirinto.animate.marks import SET_SHIFT, SquareScene
from labirinto.cli.watch_blocks import (
    CORNER,
    FAINT,
    HERE,
    IN,
    PASSING,
    WALK,
    WALL,
    Blocks,
    colour_of,
)
from labirinto.drawing.colour_maps import Colour
from labirinto.formats.text import ASCII, BOX, Charset, columns

Piece = tuple[str, Colour | None, Colour | None]
"""A text with its colour and its background; None is the terminal's default."""

Line = list[Piece]

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Form(Enum):
    """The forms of a cell in text."""

    WIDE = "four columns and two lines, with walls of lines"
    HALVES = "two columns and one line, with walls of half characters"
    NARROW = "two columns and two lines, with walls of lines"

    def room(self, width: int, height: int) -> tuple[int, int]:
        """Returns the columns and lines that a maze needs."""
        lines = height + 1 if self is Form.HALVES else 2 * height + 1
        return columns(width, wide=self is Form.WIDE), lines

    def largest(self, room: tuple[int, int]) -> tuple[int, int]:
        """Returns the largest maze that fits into columns and lines; its sides may be 0."""
        wide, high = (max(0, side - 1) for side in room)
        return wide // (4 if self is Form.WIDE else 2), high // (1 if self is Form.HALVES else 2)


@dataclass(frozen=True)
class Capabilities:
    """The abilities of a terminal.

    Attributes:
        look: The colours; None for a terminal without colours.
        ascii_only: Whether it only has ASCII characters.
        sixteen_colours: Whether it only has 16 colours.
    """

    look: Look | None
    ascii_only: bool = False
    sixteen_colours: bool = False

    def colour(self, block: int) -> Colour | None:
        """Returns the colour of a block; None without colours."""
        return colour_of(block, self.look, self.sixteen_colours) if self.look else None

    @property
    def smallest(self) -> Form:
        """The form with the smallest cells."""
        return Form.HALVES if self.look and not self.ascii_only else Form.NARROW

    def form(self, width: int, height: int, room: tuple[int, int]) -> Form | None:
        """Returns the largest form in which a maze fits; None if it does not fit."""
        for form in (Form.WIDE, self.smallest):
            wide, high = form.room(width, height)
            if wide <= room[0] and high <= room[1]:
                return form
        return None


class Picture:
    """The lines of a scene, and which of them have changed since the last call."""

    def __init__(self, scene: SquareScene, form: Form, capabilities: Capabilities) -> None:
        self.scene = scene
        self._capabilities = capabilities
        self._blocks = Blocks(scene)
        self.form = form
        self.columns: int
        self.lines: int
        self.columns, self.lines = form.room(scene.width, scene.height)
        self._charset = ASCII if capabilities.ascii_only else BOX
        needs_glyphs = capabilities.ascii_only or not capabilities.look
        self._glyphs = _Glyphs(self._charset) if needs_glyphs else None
        self._colours: dict[int, Colour | None] = {}
        self._seen = scene.words[:]

    def line(self, number: int) -> Line:
        """Returns a line of the picture, counted from the top."""
        if self.form is Form.HALVES:
            return self._halves(number)
        return self._floor(number) if number % 2 else self._walls(number)

    def changes(self) -> Iterator[tuple[int, int, int]]:
        """Yields the lines changed since the last call, with their first and last columns."""
        words, seen = self.scene.words, self._seen
        found: dict[int, tuple[int, int]] = {}
        for row, first, length in self._rows():
            now, before = words[first : first + length], seen[first : first + length]
            if now == before:
                continue
            seen[first : first + length] = now
            differing = [x for x in range(length) if now[x] != before[x]]
            span = self._span(differing[0], differing[-1])
            # A corner changes the walls around it, and these the corners beyond them.
            reach = range(row - 1, row + 2) if row % 2 else range(row - 2, row + 3)
            rows_a_line = 2 if self.form is Form.HALVES else 1
            for line in {touched // rows_a_line for touched in reach}:
                if 0 <= line < self.lines:
                    begin, end = found.get(line, span)
                    found[line] = min(begin, span[0]), max(end, span[1])
        for line, (begin, end) in sorted(found.items()):
            yield line, begin, end

    def _rows(self) -> Iterator[tuple[int, int, int]]:
        """For each row of words: its row of blocks, its first word and its length."""
        scene = self.scene
        for y in range(scene.height):
            yield 2 * y + 1, scene.cell(0, y), scene.width
        if scene.on_walls:
            for y in range(scene.height + 1):
                yield 2 * y, scene.place(0, y), scene.width + 1

    def _span(self, first: int, last: int) -> tuple[int, int]:
        step = 4 if self.form is Form.WIDE else 2
        return max(0, step * (first - 1)), min(self.columns, step * (last + 2) + 1)

    def _colour(self, block: int) -> Colour | None:
        if block not in self._colours:
            self._colours[block] = self._capabilities.colour(block)
        return self._colours[block]

    def _halves(self, number: int) -> Line:
        above = self._blocks.row(2 * number)
        if number == self.lines - 1:
            ground = self._colour(IN)
            pairs = [(self._colour(block), ground) for block in above]
        else:
            below = self._blocks.row(2 * number + 1)
            colour = self._colour
            pairs = [(colour(one), colour(other)) for one, other in zip(above, below, strict=True)]
        line: Line = []
        for (upper, lower), same in groupby(pairs):
            length = len(list(same))
            line.append(("▀" * length if upper != lower else " " * length, upper, lower))
        return line

    def _floor(self, number: int) -> Line:
        line: Line = []
        for column, block in enumerate(self._blocks.row(number)):
            if block & WALL:
                line.append((self._wall(block, self._charset.down), *self._pair(block)))
            else:
                text = self._open(block, is_cell=column % 2 == 1)
                line.append((self._padded(text) if column % 2 else text, *self._pair(block)))
        return _joined(line)

    def _walls(self, number: int) -> Line:
        blocks = self._blocks.row(number)
        nothing = [0] * len(blocks)
        above = self._blocks.row(number - 1) if number else nothing
        below = self._blocks.row(number + 1) if number < self.lines - 1 else nothing
        beside = [0, *blocks, 0]
        line: Line = []
        for column, block in enumerate(blocks):
            if column % 2 == 0 and block & (WALL | CORNER):
                arms = above[column], beside[column + 2], below[column], beside[column]
                meeting = sum(1 << at for at, wall in enumerate(arms) if wall & WALL)
                text = self._corner(block, meeting)
            elif block & WALL:
                text = self._across(self._wall(block, self._charset.across))
            else:
                text = self._open(block, is_cell=False)
                text = self._padded(text) if column % 2 else text
            line.append((text, *self._pair(block)))
        return _joined(line)

    def _pair(self, block: int) -> tuple[Colour | None, Colour | None]:
        """The colours of a text and of its background."""
        if block & (WALL | CORNER):
            return self._colour(block), self._colour(0 if block & FAINT else IN)
        return self._colour(WALL), self._colour(block)

    def _open(self, block: int, *, is_cell: bool) -> str:
        if not self._glyphs:
            return " "
        return self._glyphs.cell(block) if is_cell else self._glyphs.passage(block)

    def _padded(self, text: str) -> str:
        return f" {text} " if self.form is Form.WIDE else text

    def _across(self, text: str) -> str:
        return text * (3 if self.form is Form.WIDE else 1)

    def _wall(self, block: int, plain: str) -> str:
        if self._glyphs:
            return self._glyphs.wall(block, plain)
        return "█" if block & HERE else plain  # beside the current row

    def _corner(self, block: int, meeting: int) -> str:
        if block & (HERE | PASSING):
            return self._glyphs.cell(block) if self._glyphs else "●" if block & HERE else "•"
        if self._glyphs and block & WALK:
            return self._glyphs.cell(block)
        if not meeting:
            return "." if self._capabilities.ascii_only else "·"
        return self._charset.corners[meeting]


class _Glyphs:
    """Characters for marks where there are no colours."""

    def __init__(self, charset: Charset) -> None:
        walk, lost, faded = ("o", "x", ".") if charset is ASCII else ("•", "×", "·")
        self._of_role = {
            "here": "@",
            "walk": walk,
            "fresh": "*",
            "lost": lost,
            "faded": faded,
            "inside": " ",
            "outside": " ",
        }

    def cell(self, block: int) -> str:
        name = role(block & ~(WALL | CORNER))
        if name == "set":
            return _LETTERS[(block >> SET_SHIFT) % len(_LETTERS) - 1]
        return self._of_role[name]

    def passage(self, block: int) -> str:
        return self._of_role["walk"] if block & WALK else " "

    def wall(self, block: int, plain: str) -> str:
        if block & WALK:
            return self._of_role["walk"]
        return "@" if block & HERE else plain


def _joined(line: Line) -> Line:
    """The line with neighbouring pieces of the same colours joined."""
    return [
        ("".join(text for text, _, _ in same), *colours)
        for colours, same in groupby(line, key=lambda piece: piece[1:])
    ]
