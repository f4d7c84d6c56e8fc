"""The contents of a drawing as layers of items, which backends draw without knowing the maze.

Each layer lies over those before it.  Lengths are in cells.  The shape of an item is a block, such
as all walls of a large maze; its lines are made when a backend asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import ceil
from typing import NamedTuple

from labirinto.drawing.floors import coloured_cells, in_rows
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.links import floor_numbers, marks_of_links, split_by, walls_beyond
from labirinto.drawing.meshes import Door, middle_of, room_of, strokes_of
from labirinto.drawing.portrait import wall_groups
from labirinto.drawing.strokes import Pieces, Runs, Shape, Stroke, Strokes, Vertex, wall_strokes
from labirinto.drawing.style import Style, rgb
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh

_SEAM = 0.05
"""The width of the line around coloured cells."""


_DIGIT_PEN, _BOLD_PEN, _HALO = 0.06, 0.08, 0.12
"""The width of the lines of digits and of bold ones, and by how much those below in the colour of
the floor are wider."""

_AROUND_STAIR = 0.42
"""The radius of the mark of an end on which the number of a stair lies."""


class Fill(NamedTuple):
    """Areas of one colour.

    Attributes:
        shape: Boxes, or outlines, each of which ends where it begins.
        colour: Their colour.
        seam: The width of a line around each, so that no other colour shows between two.
    """

    shape: Shape
    colour: str
    seam: float = 0


class Lines(NamedTuple):
    """Lines of one width and colour.

    Attributes:
        shape: The lines.
        width: Their width.
        colour: Their colour.
        cap: How they end: ``round``, ``square`` or ``butt``.
        join: How they turn: ``round`` or ``miter``.
        is_tone: Whether the width shows a tone, so that thin lines must not look thicker.
    """

    shape: Shape
    width: float
    colour: str
    cap: str = "round"
    join: str = "round"
    is_tone: bool = False


class Dot(NamedTuple):
    """A circle, or a square.

    Attributes:
        x, y: Its middle.
        radius: Of the circle, or of the one that the square holds.
        colour: Its colour.
        is_round: Whether it is a circle.
    """

    x: float
    y: float
    radius: float
    colour: str
    is_round: bool

    def placed(self, unit: float, left: float, top: float, *, upwards: bool = False) -> Dot:
        """Return it in another unit, as ``strokes.placed`` does."""
        x, y = left + unit * self.x, top - unit * self.y if upwards else top + unit * self.y
        return self._replace(x=x, y=y, radius=unit * self.radius)


Item = Fill | Lines | Dot


class Layer(NamedTuple):
    """Items that belong together.

    Attributes:
        name: ``colours``, ``solution``, ``beyond``, ``walls``, ``links`` or ``ends``.
        items: What it shows.
    """

    name: str
    items: Iterator[Item]


class Pens(NamedTuple):
    """Sizes in cells.

    Attributes:
        wall: Width of the walls.
        line: Width of the path.
        mark: Diameter of the marks at start and end.
        arrow: Length of the arrows at openings; 0 for none.
    """

    wall: float
    line: float
    mark: float
    arrow: float = 0

    @classmethod
    def of(cls, style: Style) -> Pens:
        """Return the sizes of a style."""
        return cls(style.wall / style.cell, style.line / style.cell, style.mark / style.cell)


def layers(drawing: Drawing, pens: Pens | None = None) -> Iterator[Layer]:
    """Yield all layers, from the lowest.

    Args:
        drawing: What to draw.
        pens: Sizes; by default those of its style.
    """
    pens = pens or Pens.of(drawing.style)
    grid = drawing.maze.grid
    coloured = coloured_cells(drawing)
    yield Layer("colours", (Fill(floors(grid, runs), colour, _SEAM) for colour, runs in coloured))
    yield Layer("solution", solution(drawing, pens))
    standing = Layer("walls", walls(drawing, pens))
    ends = Layer("ends", chain(marks(drawing, pens), arrows(drawing, pens)))
    if _is_strip(drawing):
        yield Layer("beyond", beyond(drawing, pens))
    if isinstance(grid, Linked):  # numbers lie over the ends, and not over walls
        yield from (ends, Layer("links", links(drawing, grid)), standing)
    else:
        yield from (standing, ends)


def all_items(drawing: Drawing, pens: Pens | None = None) -> Iterator[Item]:
    """Yield the items of all layers."""
    return chain.from_iterable(layer.items for layer in layers(drawing, pens))


def items_on_paper(drawing: Drawing, pens: Pens | None = None) -> Iterator[Item]:
    """Yield all items of a drawing, and the numbers of its floors."""
    yield from all_items(drawing, pens)
    grid = drawing.maze.grid
    if isinstance(grid, Linked) and grid.floors > 1:
        yield Lines(floor_numbers(grid), _BOLD_PEN, drawing.style.walls)


def floors(grid: Grid, runs: Iterable[range]) -> Runs | Strokes:
    """Return the cells of some runs: in a rectangle by the numbers of their places, row by row."""
    if isinstance(grid, Mesh):
        sides = (grid.outline(cell) for run in runs for cell in run)
        return Strokes.of(line for outline in sides for line in strokes_of(grid, outline))
    return Runs(in_rows(runs, grid.shape[-1]), max(grid.shape))


def solution(drawing: Drawing, pens: Pens) -> Iterator[Lines]:
    """Yield the line of the path, if there is one."""
    if lines := drawing.path_lines():
        shape, style = Strokes.of(lines), drawing.style
        cap = join = "round"
        if style.painted:
            cap, join = "butt" if drawing.ends and drawing.ends.open else "square", "miter"
        yield Lines(shape, pens.line, style.solution, cap, join)


def walls(
    drawing: Drawing, pens: Pens, *, in_strokes: bool = False, widths: Sequence[float] | None = None
) -> Iterator[Lines]:
    """Yield the walls: an item, or in a portrait one for every width and colour.

    Args:
        drawing: What to draw.
        pens: Sizes.
        in_strokes: Whether those of a rectangle are as few strokes as possible, instead of straight
            lines.
        widths: The widths that there are for portraits, from the thinnest; by default fine steps.
    """
    colour, last = drawing.style.walls, ceil(max(drawing.size))
    if drawing.portrait:
        for group in wall_groups(drawing, widths):
            yield Lines(
                Runs(group.runs, last), group.width, group.colour, "square", "miter", is_tone=True
            )
    elif drawing.maze.grid.kind:
        yield Lines(wall_strokes(drawing), pens.wall, colour)
    else:
        shape = wall_strokes(drawing) if in_strokes else Runs(drawing.wall_runs(), last)
        yield Lines(shape, pens.wall, colour, "square", "miter")


def _is_strip(drawing: Drawing) -> bool:
    """Whether it shows one floor whose right side is joined to the left alone, with room beside."""
    grid, style = drawing.maze.grid, drawing.style
    return isinstance(grid, Linked) and grid.is_strip and style.margin >= style.cell


def beyond(drawing: Drawing, pens: Pens) -> Iterator[Lines]:
    """Yield the walls of the columns that come next beyond the sides of a cylinder, in a pale
    colour.
    """
    grid = drawing.maze.grid
    assert isinstance(grid, Linked)
    lines = walls_beyond(grid, drawing.maze.bits)
    yield Lines(Strokes.of(lines), pens.wall, _pale(drawing.style))


def _pale(style: Style) -> str:
    pairs = zip(rgb(style.walls), rgb(style.floor), strict=True)
    return "#" + "".join(f"{(wall + 3 * floor) // 4:02x}" for wall, floor in pairs)


def cutting_marks(drawing: Drawing) -> Iterator[Lines]:
    """Yield lines above and below the left and the right side of a cylinder, if there is room, as
    far apart as its circumference: where a print is cut, and where its edge comes to lie.
    """
    if _is_strip(drawing):
        width, height = drawing.size
        lines = (
            [Vertex(x, y + near), Vertex(x, y + far)]
            for x in (0, width)
            for y, near, far in ((0, -0.8, -0.3), (height, 0.3, 0.8))
        )
        yield Lines(Strokes.of(lines), _DIGIT_PEN, _pale(drawing.style), "butt")


def links(drawing: Drawing, grid: Linked) -> Iterator[Fill | Lines]:
    """Yield the arrows at stairs and seams, and their numbers, legible over a path: those that it
    takes have its colour and are bold.
    """
    style = drawing.style
    others, taken = split_by(drawing.path, marks_of_links(grid, drawing.maze.bits))
    for group, colour, pen in (
        (others, style.walls, _DIGIT_PEN),
        (taken, style.solution, _BOLD_PEN),
    ):
        if group.links:
            both = Pieces(chain(group.arrows(), group.digits()))
            yield Lines(both, pen + _HALO, style.floor)
            yield Fill(Pieces(group.arrows()), colour)
            yield Lines(Pieces(group.digits()), pen, colour)


def marks(drawing: Drawing, pens: Pens) -> Iterator[Dot]:
    """Yield the marks of the ends, within their cells, if no openings show them."""
    grid, style = drawing.maze.grid, drawing.style
    if not drawing.ends or drawing.ends.open:
        return
    for cell, kind in zip(drawing.ends, ("start", "end"), strict=True):
        radius = pens.mark * min(0.5, room_of(grid, cell))
        beside = drawing.maze.neighbours(cell) if isinstance(grid, Linked) else ()
        if any(other[2:] != cell[2:] for other in beside):  # a stair leads up or down
            radius = _AROUND_STAIR
        yield Dot(*middle_of(grid, cell), radius, getattr(style, kind), kind == "start")


def arrows(drawing: Drawing, pens: Pens) -> Iterator[Fill]:
    """Yield an arrow into the first opening and one out of the second, if the pens have arrows."""
    if pens.arrow:
        style = drawing.style
        # From the line of the wall to the nearer end of an arrow, and to the other one.
        near = pens.wall / 2 + pens.arrow / 6
        far = near + pens.arrow
        heads = (near, far, style.start), (far, near, style.end)
        for door, (tip, base, colour) in zip(drawing.doors, heads, strict=False):
            yield Fill(Strokes.of([_arrow(door, tip, base)]), colour)


def _arrow(door: Door, tip: float, base: float) -> Stroke:
    """Return the outline of an arrow whose tip and base are that far outside of an opening."""
    x, y, out_x, out_y = door
    # Two openings can be side by side.
    half = min(abs(tip - base) / 2, 0.6)
    corners = [
        Vertex(x + out_x * tip, y + out_y * tip),
        Vertex(x + out_x * base + out_y * half, y + out_y * base - out_x * half),
        Vertex(x + out_x * base - out_y * half, y + out_y * base + out_x * half),
    ]
    return [*corners, corners[0]]
