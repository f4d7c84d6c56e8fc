"""Positions in drawings of mazes that are not rectangles, in units of cells.

The origin is the upper left corner of the box that holds all cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin
from typing import NamedTuple

from labirinto.drawing.strokes import Stroke, Vertex
from labirinto.grids import Grid
from labirinto.grids.mesh import Label, Mesh, Point, Side
from labirinto.grids.rings import Circular
from labirinto.grids.wall_bits import open_links


class Door(NamedTuple):
    """An opening in the frame.

    Attributes:
        x, y: Its middle.
        out_x, out_y: The direction out of the maze, 1 long.
    """

    x: float
    y: float
    out_x: float
    out_y: float


def centre_of(mesh: Mesh, index: int) -> Point:
    """The middle of a cell."""
    return _placed(mesh, mesh.centre(index))


def middle_of(grid: Grid, cell: Label) -> Point:
    """The middle of a cell of any grid.

    Raises:
        InvalidValueError: If there is no such cell.
    """
    if isinstance(grid, Mesh):
        return centre_of(grid, grid.index(cell))
    x, y = grid.check_cell(cell)
    return x + 0.5, y + 0.5


def room_of(grid: Grid, cell: Label) -> float:
    """How far the middle of a cell is away from its nearest side."""
    if not isinstance(grid, Mesh):
        return 0.5
    index = grid.index(cell)
    return min(_distance(grid, side, grid.centre(index)) for side in grid.outline(index))


def strokes_of(mesh: Mesh, sides: Iterable[Side]) -> list[Stroke]:
    """The lines along sides, one for all that follow each other."""
    left, top, _, _ = mesh.core.box
    strokes: list[Stroke] = []
    end: Point | None = None
    for side in sides:
        if end != (side.x0, side.y0):
            strokes.append([])
        elif strokes[-1]:
            strokes[-1].pop()
        end = side.x1, side.y1
        begin = Vertex(side.x0 - left, side.y0 - top, side.radius)
        strokes[-1] += [begin, Vertex(side.x1 - left, side.y1 - top)]
    return strokes


def link(mesh: Mesh, wall: int, cells: tuple[int, int]) -> Stroke:
    """The line from the middle of a cell, through a wall, to the middle of the one behind it."""
    door = _middle(mesh, mesh.wall(wall))
    one, other = (mesh.centre(cell) for cell in cells)
    stops = [one, door, other]
    points = stops if isinstance(mesh, Circular) else _inside(mesh, cells, stops)
    return without_needless([Vertex(*_placed(mesh, point)) for point in points])


def door_at(mesh: Mesh, numbers: Sequence[int]) -> Door:
    """The opening that leaves out some sides, by their numbers in ``mesh.border``."""
    sides = [mesh.border[number][1] for number in numbers]
    x0, y0, x1, y1 = *sides[0][:2], *sides[-1][2:4]
    length = hypot(x1 - x0, y1 - y0) or 1
    # The grid lies to the right of its border.
    return Door(*_placed(mesh, _middle(mesh, sides)), (y1 - y0) / length, (x0 - x1) / length)


def route(
    mesh: Mesh, bits: bytes, numbers: Sequence[int], doors: tuple[Door | None, Door | None]
) -> Stroke:
    """The line to draw for a path: through the middles of its cells and of its passages.

    Args:
        mesh: The grid.
        bits: The passages of the maze.
        numbers: The cells of the path.
        doors: The openings through which it leaves at its two ends.
    """
    if isinstance(mesh, Circular):
        line = _rounded(mesh, numbers)
    else:
        line = _straight(mesh, bits, numbers, doors)
    first, last = ([Vertex(door.x, door.y)] if door else [] for door in doors)
    return without_needless([*first, *line, *last])


def _straight(
    mesh: Mesh, bits: bytes, numbers: Sequence[int], doors: tuple[Door | None, Door | None]
) -> Stroke:
    """The line through cells with straight sides, which stays inside each of them."""
    left, top, _, _ = mesh.core.box
    ends = [
        (door.x + left, door.y + top) if door else mesh.centre(number)
        for door, number in zip(doors, (numbers[0], numbers[-1]), strict=True)
    ]
    stops = [ends[0]]
    for one, other in pairwise(numbers):
        walls = [wall for cell, wall in open_links(mesh, bits, one) if cell == other]
        stops += [_middle(mesh, mesh.wall(walls[0]))] if walls else []
    stops.append(ends[1])
    if len(stops) != len(numbers) + 1:  # a path through walls
        points = [mesh.centre(number) for number in numbers]
    else:
        points = _inside(mesh, numbers, stops)
    return [Vertex(*_placed(mesh, point)) for point in points]


def _inside(mesh: Mesh, cells: Sequence[int], stops: list[Point]) -> list[Point]:
    """The points of a line through cells, each entered at a stop and left at the next."""
    points = stops[:1]
    for cell, (enter, leave) in zip(cells, pairwise(stops), strict=True):
        points += [*mesh.core.path_inside(cell, enter, leave), leave]
    return points


def _placed(mesh: Mesh, point: Point) -> Point:
    x0, y0, _, _ = mesh.core.box
    return point[0] - x0, point[1] - y0


def _distance(mesh: Mesh, side: Side, point: Point) -> float:
    if side.radius:
        x, y = mesh.core.centre
        return abs(abs(side.radius) - hypot(point[0] - x, point[1] - y))
    x, y = side.x1 - side.x0, side.y1 - side.y0
    away_x, away_y = point[0] - side.x0, point[1] - side.y0
    along = max(0, min(1, (x * away_x + y * away_y) / (x * x + y * y)))
    return hypot(away_x - along * x, away_y - along * y)


def _middle(mesh: Mesh, sides: Sequence[Side]) -> Point:
    """The point in the middle of sides that follow each other."""
    left = sum(side.length for side in sides) / 2
    for side in sides:
        if left <= side.length * (1 + 1e-9):
            break
        left -= side.length
    share = left / side.length
    x, y = side.x0 + (side.x1 - side.x0) * share, side.y0 + (side.y1 - side.y0) * share
    if side.radius:
        centre_x, centre_y = mesh.core.centre
        x, y = x - centre_x, y - centre_y
        stretch = abs(side.radius) / hypot(x, y)
        x, y = centre_x + x * stretch, centre_y + y * stretch
    return x, y


def without_needless(line: Stroke) -> Stroke:
    """Leave out points in the middle of a straight line."""
    line = [one for k, one in enumerate(line) if k == 0 or dist(one[:2], line[k - 1][:2]) > 1e-9]
    kept = line[:1]
    for here, after in pairwise(line[1:]):
        before = kept[-1]
        if before.radius == here.radius == 0:
            x, y, x2, y2 = here.x - before.x, here.y - before.y, after.x - here.x, after.y - here.y
            if (
                abs(x * y2 - y * x2) < 1e-9 * max(hypot(x, y), hypot(x2, y2))
                and x * x2 + y * y2 > 0
            ):
                continue
        kept.append(here)
    return kept + line[-1:] if len(line) > 1 else kept


_WIDEST_ARC = pi / 2


def _rounded(mesh: Circular, numbers: Sequence[int]) -> Stroke:
    """The line through rings: arcs along a ring, and straight lines from ring to ring."""
    cells = [mesh.label(number) for number in numbers]
    centre = _placed(mesh, mesh.core.centre)
    stops = [mesh.polar(cells[0])]
    for here, there in pairwise(cells):
        if here[0] == there[0]:
            # To the wall between them, no further: the path may turn off before the middle.
            count = mesh.counts[here[0]]
            ahead = (there[1] - here[1]) % count == 1
            angle = 2 * pi * (here[1] + ahead) / count
            stops.append((mesh.polar(here)[0], angle))
        else:
            # Straight through the middle of the passage, which is as wide as the outer cell.
            _, angle = mesh.polar(max(here, there))
            stops += [(mesh.polar(here)[0], angle), (mesh.polar(there)[0], angle)]
    stops.append(mesh.polar(cells[-1]))
    line: Stroke = []
    k = 0
    while k + 1 < len(stops):
        begin, (radius, angle), turn = k, stops[k], 0.0
        while k + 1 < len(stops) and stops[k + 1][0] == radius > 0:
            step = (stops[k + 1][1] - stops[k][1] + pi) % (2 * pi) - pi
            if turn * step < 0:
                break
            turn += step
            k += 1
        if abs(turn) > 1e-9:
            line += _arc(centre, radius, angle, turn)
        else:
            line.append(Vertex(*_polar(centre, radius, angle)))
            k = max(k, begin + 1)
    return [*line, Vertex(*_polar(centre, *stops[-1]))]


def _arc(centre: Point, radius: float, begin: float, angle: float) -> Stroke:
    """The arc from one angle on, in pieces, without its last point."""
    pieces = ceil(abs(angle) / _WIDEST_ARC)
    return [
        Vertex(
            *_polar(centre, radius, begin + angle * k / pieces), radius if angle > 0 else -radius
        )
        for k in range(pieces)
    ]


def _polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at an angle, clockwise from the top."""
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)
