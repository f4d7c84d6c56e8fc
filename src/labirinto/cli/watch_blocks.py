"""A scene as the blocks of a maze drawn in text, and the colours of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto.animate.look import Look, blend, role
from labirinto.animate.marks import SET_SHIFT, Mark, SquareScene
from labirinto.drawing.colour_maps import Colour

WALL = 1 << 12
"""A flag of a block: it is a wall, or a walk on the walls."""

FAINT = 1 << 13
"""A flag of a wall: no cell beside it has been touched yet."""

CORNER = 1 << 14
"""A flag of a corner without a wall."""

# Plain integers: testing a Mark takes fifty times as long, and its complement has too few bits.
IN, HERE, WALK, FRESH = int(Mark.IN), int(Mark.HERE), int(Mark.WALK), int(Mark.FRESH)
EAST, SOUTH, ROW = int(Mark.PASSAGE_EAST), int(Mark.PASSAGE_SOUTH), int(Mark.ROW)
WALK_EAST, WALK_SOUTH = int(Mark.WALK_EAST), int(Mark.WALK_SOUTH)

PASSING = int(Mark.LOST | Mark.FADED)
"""The marks of an erased loop."""

_SHOWN = HERE | WALK | FRESH | PASSING
_OF_CELLS = ~(EAST | SOUTH | WALK_EAST | WALK_SOUTH | ROW)
_OF_BOTH = FRESH | PASSING
_TOUCHED = _OF_CELLS & ~PASSING


class Blocks:
    """A scene as ``(2 width + 1) x (2 height + 1)`` blocks: cells, what is between, and corners.

    A block is a word of marks with the flags of this module.
    """

    def __init__(self, scene: SquareScene) -> None:
        self._scene = scene
        self._none = [WALL] * (2 * scene.width + 1)
        self._outside = _outside(scene)

    def row(self, row: int) -> list[int]:
        """Returns a row of blocks from the left."""
        blocks = self._row(row)
        if outside := self._outside.get(row):
            blocks = [IN if x in outside else block for x, block in enumerate(blocks)]
        return blocks

    def _row(self, row: int) -> list[int]:
        y = row // 2
        if self._scene.on_walls:
            return self._corners(y) if row % 2 == 0 else self._cells_between_corners(y)
        return self._cells(y) if row % 2 else self._below(y)

    def _words(self, y: int) -> Sequence[int]:
        width = self._scene.width
        return self._scene.words[y * width : (y + 1) * width]

    def _corner_words(self, y: int) -> Sequence[int]:
        first = self._scene.place(0, y)
        return self._scene.words[first : first + self._scene.width + 1]

    def _cells(self, y: int) -> list[int]:
        words = self._words(y)
        frame = WALL | HERE if words[0] & ROW else WALL
        blocks = [frame]
        for word, after in zip(words, [*words[1:], 0], strict=True):
            blocks.append(word & _OF_CELLS)
            if word & WALK_EAST:
                blocks.append(WALK)
            else:
                blocks.append(_between(word, after) if word & EAST else _wall(word | after))
        blocks[-1] = frame
        return blocks

    def _below(self, y: int) -> list[int]:
        """The row of blocks above a row of cells."""
        if y in (0, self._scene.height):
            return self._none
        blocks = [WALL]
        before = WALL
        for above, below in zip(self._words(y - 1), self._words(y), strict=True):
            wall = _wall(above | below)
            blocks[-1] = wall & before
            if above & WALK_SOUTH:
                blocks.append(WALK)
            else:
                blocks.append(_between(above, below) if above & SOUTH else wall)
            blocks.append(WALL)
            before = wall
        blocks[0] = WALL
        return blocks

    def _cells_between_corners(self, y: int) -> list[int]:
        above, below = self._corner_words(y), self._corner_words(y + 1)
        blocks = [WALL]
        for x, word in enumerate(self._words(y), 1):
            blocks.append(word & _OF_CELLS)
            if not word & EAST:
                blocks.append(WALL | above[x] & below[x] & FRESH)
            else:
                blocks.append(WALL | WALK if above[x] & WALK_SOUTH else IN)
        blocks[-1] = WALL
        return blocks

    def _corners(self, y: int) -> list[int]:
        corners = self._corner_words(y)
        blocks = [word & _SHOWN | (WALL if word & IN else CORNER) for word in corners]
        # Corners alternate with the blocks to the east of them.
        row = self._none.copy()
        row[::2] = blocks
        if y not in (0, self._scene.height):
            for x, word in enumerate(self._words(y - 1)):
                if not word & SOUTH:
                    row[2 * x + 1] = WALL | corners[x] & corners[x + 1] & FRESH
                else:
                    row[2 * x + 1] = WALL | WALK if corners[x] & WALK_EAST else IN
        return row


def _outside(scene: SquareScene) -> dict[int, set[int]]:
    """For each row of blocks the columns of those that touch no cell of a mask."""
    grid = scene.grid
    if grid.mask is None:
        return {}
    touched = {(2 * x + dx, 2 * y + dy) for x, y in grid for dx in range(3) for dy in range(3)}
    columns, rows = range(2 * grid.width + 1), range(2 * grid.height + 1)
    return {row: {column for column in columns if (column, row) not in touched} for row in rows}


def _wall(cells: int) -> int:
    """A wall between cells with these marks."""
    return WALL if cells & _TOUCHED else WALL | FAINT


def _between(one: int, other: int) -> int:
    """The block of a passage between two cells."""
    same_set = one >> SET_SHIFT == other >> SET_SHIFT
    return IN | one & other & _OF_BOTH | (one >> SET_SHIFT << SET_SHIFT if same_set else 0)


_SIXTEEN: dict[str, tuple[Colour, Colour]] = {
    # On a light ground, and on a dark one.
    "walls": ((0, 0, 0), (255, 255, 255)),
    "faint": ((85, 85, 85), (170, 170, 170)),
    "inside": ((255, 255, 255), (0, 0, 0)),
    "outside": ((170, 170, 170), (85, 85, 85)),
    "here": ((0, 0, 170), (85, 255, 255)),
    "fresh": ((255, 255, 85), (255, 255, 85)),
    "walk": ((255, 85, 85), (255, 85, 85)),
    "lost": ((170, 0, 170), (170, 0, 170)),
    "faded": ((85, 85, 85), (0, 0, 170)),
}
_SETS = ((0, 170, 0), (0, 170, 170), (170, 85, 0), (85, 85, 255), (255, 85, 255), (85, 255, 85))


def colour_of(block: int, look: Look, sixteen_colours: bool = False) -> Colour:
    """Returns the colour of a block, on request one of the 16 that all terminals know."""
    marks = block & ~(WALL | FAINT | CORNER)
    name = role(marks)
    if block & WALL and not marks & _SHOWN:
        name = "faint" if block & FAINT else "walls"
    if sixteen_colours:
        if name == "set":
            return _SETS[(marks >> SET_SHIFT) % len(_SETS)]
        return _SIXTEEN[name][look.is_dark]
    if name == "faint":
        return blend(look.outside, look.walls, 0.15)
    return look.walls if name == "walls" else look.colour(marks)
