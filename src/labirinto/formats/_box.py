"""Puzzle boxes of cylinders: a cup with the maze around it, and a sleeve with a pin.

Passages are channels in the outer side of the cup.  The pin inside of the sleeve slides in them, so
the box opens only along a path from the lowest row to the opening at the rim.  Channels and pin
have slopes of about 45 degrees, which print without supports: the cup as it stands, the sleeve on
its closed end.

Each part is a solid of revolution, of which one band is a plan in blocks (``_blocks``).  Walls
slope because points on the floor lie farther from them than points on their crests.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain, pairwise
from math import ceil, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from labirinto._internal.memory import check_memory
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.formats._blocks import Surface, edges, face, sides, tops
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.grids.rectangle import EXIT_BITS
from labirinto.solving import solve, suggest_ends

_LEAST = 0.4
"""Millimetres of the thinnest part: a line of the usual nozzle."""

_LEAST_INSIDE = 5.0
"""Millimetres across the inside of a cup."""

_ARC = 0.01
"""Millimetres between a circle and its straight parts, at most."""

_APART = 5.0
"""Millimetres between the two parts on the bed."""

_LEAST_BLOCKS = 4
"""Blocks along the pin, whose outline has four times as many corners."""

_BYTES_A_CELL = 20_000

Turned = tuple[float, float, float]
"""A point as angle, distance from the axis and height.  The angle 0 is at the back of the bed, so
that the pin is seen from the front.
"""


class Sizes(NamedTuple):
    """Millimetres of a puzzle box.

    Attributes:
        cell: From one wall to the next, around the outer side of the cup.
        wall: Thickness of the crests of walls.
        depth: Of channels, and the height of the rims above and below the maze.
        gap: Between cup and sleeve.
        radius: Of the outer side of the cup.
        shell: Thickness of the ends and the walls of both parts, with the channels.
        rows: How many rows of cells there are.
    """

    cell: float
    wall: float
    depth: float
    gap: float
    radius: float
    shell: float
    rows: int

    @property
    def outside(self) -> float:
        """The radius of the sleeve and of the foot of the cup."""
        return self.radius + self.gap + self.shell

    @property
    def foot(self) -> float:
        """The height of the part of the cup that the sleeve leaves free."""
        return 2 * self.cell

    @property
    def top(self) -> float:
        """The height of the cup."""
        return self.foot + 2 * self.depth + self.rows * self.cell

    @property
    def pin(self) -> float:
        """Half the width of the pin where it passes the outer side of the cup.

        The gap between slopes is measured at right angles to them.  Around the cylinder they are
        flatter than 45 degrees, and nearer to each other where the channel is deep.
        """
        half = (self.cell - self.wall) / 2
        slope = hypot(1, 1 + half / self.radius) * self.radius / (self.radius - self.depth)
        return half - self.gap * slope

    @property
    def tip(self) -> float:
        """Half the width of the pin at its tip."""
        return self.pin - self.depth + self.gap

    @property
    def step(self) -> float:
        """The angle of a straight part of a circle, at most."""
        return sqrt(8 * _ARC / self.radius)


def check_box(drawing: Drawing) -> None:
    """Check that a maze on a cylinder can become a puzzle box.

    Raises:
        InvalidValueError: If it does not lead from the upper rim to the lowest row, or if a part is
            too small to print.
        TooLargeError: If there is not enough memory.
    """
    grid = drawing.maze.grid
    check_memory(_BYTES_A_CELL * len(grid), f"A puzzle box of the grid {drawing.size_text}")
    box_sizes(grid, drawing.style)
    _exit(drawing)


def puzzle_box(drawing: Drawing) -> list[Surface]:
    """Return the cup and the sleeve of a puzzle box, side by side as they are printed.

    ``style.cell_mm`` is the width of a cell around the cup.  Channels are ``style.wall_height``
    deep, but at most a third of their width, which leaves room for the slopes and the pin.  Both
    parts are ``style.plate`` thicker than that, and ``style.gap`` apart.
    """
    sizes = box_sizes(drawing.maze.grid, drawing.style)
    return [_cup(drawing, sizes), _sleeve(sizes)]


def box_sizes(grid: Grid, style: Style) -> Sizes:
    """Return the sizes of the puzzle box of a cylinder.

    Raises:
        InvalidValueError: If a part is too small to print.
    """
    assert isinstance(grid, Linked)
    wall, cell = style.wall * style.pixel_mm, style.cell_mm
    depth = min(style.wall_height, (cell - wall) / 3)
    sizes = Sizes(
        cell, wall, depth, style.gap, cell * grid.width / (2 * pi), depth + style.plate, grid.height
    )
    if wall < _LEAST:
        raise InvalidValueError(
            f"The walls of the puzzle box are {wall:.2g} mm thick, and printers need {_LEAST} mm; "
            f"choose cells of {ceil(10 * _LEAST * cell / wall) / 10:g} mm or more, or thicker "
            "walls."
        )
    if style.plate < _LEAST:
        requirement = f"{_LEAST} or more for a puzzle box"
        raise InvalidValueError(field="plate", value=style.plate, requirement=requirement)
    if 2 * (sizes.radius - sizes.shell) < _LEAST_INSIDE:
        raise InvalidValueError(
            f"A puzzle box with a circumference of {cell * grid.width:.3g} mm has no room "
            "inside; choose more columns or larger cells."
        )
    if min(depth - 2 * style.gap, 2 * sizes.tip) < _LEAST:
        raise InvalidValueError(
            f"With a gap of {style.gap:g} mm the pin does not hold in channels that are "
            f"{depth:.2g} mm deep; choose a smaller gap, larger cells, thinner or higher walls."
        )
    return sizes


def _exit(drawing: Drawing) -> int:
    """Return the column in which the pin leaves the maze."""
    maze, grid = drawing.maze, drawing.maze.grid
    assert isinstance(grid, Linked)
    ends = drawing.ends or suggest_ends(maze, "top-bottom")
    for upper, lower in (ends, reversed(tuple(ends))):
        if (upper[1], lower[1]) == (0, grid.height - 1):
            solve(maze, upper, lower)
            return upper[0]
    raise InvalidValueError(
        f"A puzzle box opens at its upper rim and closes in its lowest row, but the ends are "
        f"{','.join(map(str, ends.start))} and {','.join(map(str, ends.end))}; choose the ends "
        "top-bottom, or none."
    )


def _cup(drawing: Drawing, sizes: Sizes) -> Surface:
    grid, radius = drawing.maze.grid, sizes.radius
    assert isinstance(grid, Linked)
    exits = grid.exits(drawing.maze.bits)
    width, half, slope = grid.width, sizes.wall / 2, sizes.depth
    floors = ceil((sizes.cell - sizes.wall) / radius / sizes.step)
    walls = ceil((sizes.wall + 2 * slope) / radius / sizes.step)

    def row(links: Iterable[bool], others: Iterable[bool]) -> bytes:
        """Return blocks: whether walls stand in the columns of cells, and between these."""
        pairs = zip(links, others, strict=True)
        return b"".join(bytes([link] * floors + [other] * walls) for link, other in pairs)

    east, south = EXIT_BITS[0], EXIT_BITS[1]
    hole, posts = _exit(drawing), [True] * width
    blocks = [row((x != hole for x in range(width)), posts)]
    for y in range(grid.height):
        here = exits[y * width : (y + 1) * width]
        blocks.append(row([False] * width, (not it & east for it in here)))
        blocks.append(row((not it & south for it in here), posts))

    def level(distance: float, inset: float) -> list[list[Turned]]:
        """Return the points so far from the axis; cells are smaller by the inset on each side."""
        edge = half + inset
        around = []
        for x in range(width):
            left, right = x * sizes.cell + edge, (x + 1) * sizes.cell - edge
            around += [left + (right - left) * k / floors for k in range(floors)]
            around += [right + 2 * edge * k / walls for k in range(walls)]
        down = [sizes.top]
        for y in range(grid.height):
            upper = sizes.top - sizes.depth - y * sizes.cell
            down += [upper - edge, upper - sizes.cell + edge]
        down.append(sizes.foot)
        return [[(u / radius, distance, z) for u in around] for z in down]

    bore = radius - sizes.shell
    return _turned(
        "cup",
        b"".join(blocks),
        (level(radius - slope, slope), level(radius, 0)),
        [(bore, sizes.shell), (bore, sizes.top)],
        [(sizes.outside, sizes.foot), (sizes.outside, 0)],
        (sizes.outside, sizes.outside),
    )


def _sleeve(sizes: Sizes) -> Surface:
    # Straight parts of a circle are nearer to the axis than its corners.
    bore, tip = sizes.radius + sizes.gap + _ARC, sizes.radius - sizes.depth + sizes.gap
    length = sizes.shell + sizes.top - sizes.foot + sizes.gap
    middle = length - sizes.depth - sizes.cell / 2
    full = 2 * pi * sizes.radius
    widest = sizes.pin + sizes.gap
    # Twice as many as elsewhere, since the outline of the pin leaves wider ones at its corners.
    others = 2 * ceil((full - 2 * widest) / sizes.radius / sizes.step)
    along = max(_LEAST_BLOCKS, ceil(2 * widest / sizes.radius / sizes.step))
    blocks = [bytes(along + others)]
    blocks += [b"\1" * along + bytes(others)] * along
    blocks += [bytes(along + others)]

    def level(distance: float, reach: float) -> list[list[Turned]]:
        """Return the points so far from the axis; those of the pin are on circles."""
        steps = [reach * (2 * k / along - 1) for k in range(along + 1)]
        beside = [reach + (full - 2 * reach) * k / others for k in range(1, others)]

        def on_circle(u: float, z: float) -> Turned:
            shrink = max(abs(u), abs(z)) / (hypot(u, z) or 1)
            return u * shrink / sizes.radius, distance, middle + z * shrink

        def straight(z: float, around: Iterable[float]) -> list[Turned]:
            return [(u / sizes.radius, distance, z) for u in around]

        return [
            straight(sizes.shell, steps + beside),
            *([on_circle(u, z) for u in steps] + straight(middle + z, beside) for z in steps),
            straight(length, steps + beside),
        ]

    return _turned(
        "sleeve",
        b"".join(blocks),
        (level(bore, widest), level(tip, sizes.tip)),
        [],
        [(sizes.outside, length), (sizes.outside, 0)],
        (3 * sizes.outside + _APART, sizes.outside),
    )


def _turned(
    name: str,
    blocks: bytes,
    levels: tuple[list[list[Turned]], list[list[Turned]]],
    before: list[tuple[float, float]],
    after: list[tuple[float, float]],
    centre: tuple[float, float],
) -> Surface:
    """Return a solid of revolution, of which a band is a plan in blocks.

    Args:
        name: What it is.
        blocks: The plan, whose first row begins low and whose last row has blocks of one kind.
        levels: Rows of points, low and high, which go around against the clock from above.
        before, after: Distances from the axis and heights of the circles before and after the
            plan, which begin and end on the axis.  The solid lies to the left of what goes outward.
        centre: Where the axis is.
    """
    rows, across = len(levels[0]), len(levels[0][0])
    points: list[Turned] = [*chain(*levels[0], *levels[1])]
    triangles = array("I")
    tops(triangles, blocks, None, across + 1)
    sides(triangles, edges(blocks, across + 1, is_ring=True), 0, (across + 1) * rows)
    stride = across + 1  # the last point of a row is its first
    triangles = array("I", (k // stride * across + k % stride % across for k in triangles))

    def circle(like: range, distance: float, z: float) -> range:
        points.extend((points[k][0], distance, z) for k in like)
        return range(len(points) - across, len(points))

    first = range(across)
    last = range(across * (rows - 1), across * rows)
    if blocks[-1]:
        last = range(last.start + across * rows, last.stop + across * rows)
    inner = [*(circle(first, *it) for it in before), first]
    outer = [last, *(circle(last, *it) for it in after)]
    for one, other in (*pairwise(inner), *pairwise(outer)):
        for k in range(across):
            follows = (k + 1) % across
            face(triangles, one[k], other[k], other[follows], one[follows])
    for ring, turn in ((inner[0], 1), (outer[-1], -1)):
        points.append((0.0, 0.0, points[ring[0]][2]))
        for k in range(across):
            triangles.extend((len(points) - 1, ring[k], ring[(k + turn) % across]))
    used = {k: number for number, k in enumerate(sorted(set(triangles)))}
    x, y = centre
    placed = [(x - r * sin(a), y + r * cos(a), z) for a, r, z in (points[k] for k in used)]
    return Surface(placed, array("I", (used[k] for k in triangles)), name)
