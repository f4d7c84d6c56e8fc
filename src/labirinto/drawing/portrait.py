"""Walls of many widths, and in many colours, which show a picture from afar.

A wall between two corners of cells is a rectangle, as long as a cell and as wide as its pen, that
reaches beyond both corners by half its width, as strokes with square ends do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto import _core
from labirinto.drawing.strokes import Run
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.grids.rectangle import Rectangle

if TYPE_CHECKING:
    import numpy as np

    from labirinto.drawing.geometry import Drawing

    Array = np.ndarray[Any, Any]
else:
    Array = Any  # so that the types of fields can be asked for without NumPy

FIRST_COLOUR = len(COLOURS)
"""The number of a portrait's first own colour in the palette of its pixels."""

STEPS_A_CELL = 32
"""Widths of lines in drawings, but for those of pixels and of pens."""

# Two steps of the sequence R2 of Martin Roberts, whose parts of one fill the square evenly.
_STEP_X, _STEP_Y = 0.7548776662466927, 0.5698402909980532


@dataclass(frozen=True, eq=False, repr=False)
class Portrait:
    """The width and colour of each wall of a maze; see ``labirinto.portraits.portrait``.

    Lengths are in cells.  ``across`` has the walls along rows, ``down`` those along columns: the
    wall above the cell (x, y) is ``across[y, x]``, the one to its left ``down[y, x]``.

    Attributes:
        grid: The cells of the maze.
        across: ``float[height + 1, width]``; values where there is no wall are not used.
        down: ``float[height, width + 1]``.
        style: Sizes and colours that suit it.  Its walls are as thick as the widest.
        palette: The colours of walls; empty if all have that of the style.
        colours_across, colours_down: For each wall the number of its colour in the palette.
        notes: Values about it that files record, for JSON.
    """

    grid: Rectangle
    across: Array
    down: Array
    style: Style
    palette: tuple[str, ...] = ()
    colours_across: Array | None = None
    colours_down: Array | None = None
    notes: dict[str, object] | None = None

    @property
    def widest(self) -> float:
        """The width of its widest wall."""
        return self.style.wall / self.style.cell


class WallGroup(NamedTuple):
    """Straight walls of one width and colour.

    Attributes:
        width: In cells.
        colour: Their colour.
        runs: x0, y0, x1, y1 of each, on lines from 0.
    """

    width: float
    colour: str
    runs: list[Run]


def standing(drawing: Drawing) -> tuple[Array, Array]:
    """Return which walls stand: ``bool[height + 1, width]`` along rows, and those along columns."""
    import numpy as np

    grid = drawing.maze.rectangle
    rows, gaps = drawing.rows_and_gaps
    data = _core.blocks(rows, grid.width, grid.height, gaps)
    blocks = np.frombuffer(data, bool).reshape(2 * grid.height + 1, 2 * grid.width + 1)
    return blocks[::2, 1::2], blocks[1::2, ::2]


def in_pens(portrait: Portrait, pens: Sequence[float]) -> tuple[Array, Array]:
    """Return the number of the pen for each wall, so that on average they are as wide as wanted.

    A wall between two pens gets one of them, by a sequence that depends on its place alone.

    Args:
        portrait: The widths that are wanted.
        pens: The widths that there are, from the thinnest.
    """
    import numpy as np

    widths = np.asarray(pens, float)

    def chosen(wanted: Array, shift: float) -> Array:
        y, x = np.indices(wanted.shape)
        if len(widths) == 1:
            return np.zeros(wanted.shape, int)
        thinner = np.clip(np.searchsorted(widths, wanted, "right") - 1, 0, len(widths) - 2)
        share = (wanted - widths[thinner]) / (widths[thinner + 1] - widths[thinner])
        # Multiples of a float are the same on every machine, where a random number need not be.
        threshold = (shift + x * _STEP_X + y * _STEP_Y) % 1
        numbers: Array = thinner + (share > threshold)
        return numbers

    return chosen(portrait.across, 0.25), chosen(portrait.down, 0.75)


def wall_groups(drawing: Drawing, pens: Sequence[float] | None = None) -> Iterator[WallGroup]:
    """Yield the walls of a portrait, grouped by width and colour, the thinnest first.

    Args:
        drawing: A drawing with a portrait.
        pens: The widths that there are, in cells, from the thinnest; by default fine steps.
    """
    import numpy as np

    portrait = drawing.portrait
    assert portrait is not None
    pens = pens or [step / STEPS_A_CELL for step in range(1, STEPS_A_CELL)]
    across, down = in_pens(portrait, pens)
    stands_across, stands_down = standing(drawing)
    count = max(1, len(portrait.palette))
    # A number for each pair of a pen and a colour; 0 where no wall stands.
    keys_across = np.where(stands_across, 1 + across * count + _numbers(portrait, 0), 0)
    keys_down = np.where(stands_down, 1 + down * count + _numbers(portrait, 1), 0)
    runs: dict[int, list[Run]] = {}
    for key, y, first, last in _runs(keys_across):
        runs.setdefault(key, []).append((first, y, last, y))
    for key, x, first, last in _runs(keys_down.T):
        runs.setdefault(key, []).append((x, first, x, last))
    for key in sorted(runs):
        pen, colour = divmod(key - 1, count)
        shade = portrait.palette[colour] if portrait.palette else drawing.style.walls
        yield WallGroup(pens[pen], shade, runs[key])


def _numbers(portrait: Portrait, which: int) -> Any:
    colours = (portrait.colours_across, portrait.colours_down)[which]
    return 0 if colours is None else colours.astype(int)


def _runs(keys: Array) -> list[Run]:
    """The stretches of equal keys that are not 0, as key, line, first and end."""
    import numpy as np

    lines, length = keys.shape
    bounds = np.ones((lines, length + 1), bool)
    bounds[:, 1:-1] = keys[:, 1:] != keys[:, :-1]
    line, at = np.nonzero(bounds)
    first, last, line = at[:-1], at[1:], line[:-1]
    inside = (first < length) & (last > first)
    first, last, line = first[inside], last[inside], line[inside]
    values = keys[line, first]
    stands = values != 0
    columns = (values[stands], line[stands], first[stands], last[stands])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def portrait_pixels(drawing: Drawing, painted: bytes) -> Array:
    """Return the pixels of a portrait, ``uint8[height, width]``: numbers of ``portrait_palette``.

    Args:
        drawing: A drawing with a portrait.
        painted: The pixels of the same drawing with walls of one width, a byte each.
    """
    import numpy as np

    style, cell = drawing.style, drawing.style.cell
    width, height = drawing.pixel_size
    pixels = np.frombuffer(painted, np.uint8).reshape(height, width).copy()
    walls = COLOURS.index("walls")
    pixels[pixels == walls] = COLOURS.index("floor")
    palette = drawing.portrait.palette if drawing.portrait else ()
    numbers = {colour: FIRST_COLOUR + at for at, colour in enumerate(palette)}
    origin = style.margin + style.wall // 2
    for group in wall_groups(drawing, [step / cell for step in range(1, style.wall + 1)]):
        thickness, number = round(group.width * cell), numbers.get(group.colour, walls)
        first = origin - thickness // 2
        for x0, y0, x1, y1 in group.runs:
            columns = slice(first + x0 * cell, first + x1 * cell + thickness)
            pixels[first + y0 * cell : first + y1 * cell + thickness, columns] = number
    return pixels


def portrait_palette(drawing: Drawing) -> bytes:
    """Return the colours of a portrait's own walls, three bytes each."""
    portrait = drawing.portrait
    return b"".join(map(bytes, map(rgb, portrait.palette if portrait else ())))


def coverage(across: Array, down: Array) -> Array:
    """Return the share of wall in the square cell around every corner: ``[height + 1, width + 1]``.

    Of the walls that meet in a corner the widest covers a square; the others add what lies outside
    of it, so that nothing is counted twice.

    Args:
        across, down: Widths in cells, as in ``Portrait``; 0 where no wall stands.
    """
    import numpy as np

    shape = down.shape[0] + 1, across.shape[1] + 1
    arms = np.zeros((4, *shape))
    arms[0, :, :-1] = arms[1, :, 1:] = across
    arms[2, :-1] = arms[3, 1:] = down
    widest = arms.max(0)
    covered: Array = widest**2 + arms.sum(0) * (1 - widest) / 2
    return covered
