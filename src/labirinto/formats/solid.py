"""Solids for 3-D printers: walls on a plate, as STL and as 3MF.  They are not read back.

The plan of a rectangle is the grid of blocks, ``Maze.blocks``: posts where walls end, walls and
floors between.  Each block has its own face on top, so faces meet at whole edges.  A post touches
every wall that ends at it, and walls meet only at posts: so no edge has more than two faces, and
the surface is closed, also in mazes with loops.  Other grids need a package (``_extruded``).

Sources: the binary format of 3D Systems' StereoLithography Interface Specification (1988); the 3MF
Core Specification, version 1.3, of the 3MF Consortium.
"""

from __future__ import annotations

import io
import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, cycle, islice
from math import hypot
from typing import BinaryIO

from labirinto import _core
from labirinto.drawing.geometry import Drawing
from labirinto.formats._extruded import check_extruded, extruded
from labirinto.formats.svg import escape
from labirinto.grids.rectangle import Rectangle

Point = tuple[float, float, float]

_HEADER_BYTES = 80
_TRIANGLES_A_PIECE = 4096


@dataclass(frozen=True)
class Surface:
    """A closed surface, in millimetres: x to the right, y up the page, z up.

    Attributes:
        points: Each once.
        triangles: Three numbers of points each, counter-clockwise from outside.
    """

    points: list[Point]
    triangles: array[int]


def check_solid(drawing: Drawing) -> None:
    """Check that what makes solids of other cells than squares is installed."""
    if drawing.maze.grid.kind:
        check_extruded(drawing)


def write_stl(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a solid in binary STL, in millimetres; see ``surface_of``.

    The command that makes the maze is in the header, if it fits.
    """
    surface = surface_of(drawing)
    recipe = drawing.maze.recipe
    words = f"labirinto {recipe.words if recipe else ''}".encode()
    header = (words if len(words) < _HEADER_BYTES else b"labirinto").ljust(_HEADER_BYTES, b"\0")
    count = len(surface.triangles) // 3
    stream.write(header + count.to_bytes(4, "little"))
    packed = [struct.pack("<3f", *point) for point in surface.points]
    corners = iter(surface.triangles)
    facets = (
        _normal(surface.points[a], surface.points[b], surface.points[c])
        + packed[a]
        + packed[b]
        + packed[c]
        + b"\0\0"
        for a, b, c in zip(corners, corners, corners, strict=True)
    )
    while piece := b"".join(islice(facets, _TRIANGLES_A_PIECE)):
        stream.write(piece)


def write_3mf(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a solid in 3MF, in millimetres, with its recipe in the metadata.

    See ``surface_of``.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    surface = surface_of(drawing)
    contents: dict[str, Iterable[str]] = {
        "[Content_Types].xml": [_TYPES],
        "_rels/.rels": [_LINKS],
        "3D/3dmodel.model": _model(drawing, surface),
    }
    # In memory first: a pipe, which cannot go back, would get other bytes.
    packed = io.BytesIO()
    with ZipFile(packed, "w") as package:
        for name, parts in contents.items():
            # Without time and system, the same maze gives the same bytes.
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0
            entry.compress_type = ZIP_DEFLATED
            with package.open(entry, "w") as file:
                for part in parts:
                    file.write(part.encode())
    stream.write(packed.getbuffer())


def _blocks(drawing: Drawing) -> bytes:
    """Return the blocks to build; nothing stands outside a mask."""
    maze = drawing.maze
    if maze.rectangle.mask is None:
        return maze.blocks(drawing.ends).tobytes()
    rows, gaps = drawing.rows_and_gaps
    return _core.blocks(rows, maze.width, maze.height, gaps)


def surface_of(drawing: Drawing) -> Surface:
    """Return walls on a plate.

    A cell is ``style.cell_mm`` wide, and walls have the same proportion to it as in pictures.  They
    rise ``style.wall_height`` above the plate, which is ``style.plate`` thick and has the shape of
    the maze.  Openings reach down to the plate.  The plate of a grid that is not a rectangle
    reaches 0.01 mm beyond the walls.
    """
    maze, style = drawing.maze, drawing.style
    if maze.grid.kind:
        return Surface(*extruded(drawing))
    wall = style.wall * style.pixel_mm
    lines_x, lines_y = (
        list(accumulate(islice(cycle((wall, style.cell_mm - wall)), 2 * side + 1), initial=0.0))
        for side in (maze.width, maze.height)
    )
    lines_y = [lines_y[-1] - y for y in lines_y]
    levels = (style.plate, style.plate + style.wall_height)
    points = [(x, y, z) for z in levels for y in lines_y for x in lines_x]
    triangles = array("I")
    blocks, plate = _blocks(drawing), _plate(maze.rectangle)
    columns, level = len(lines_x), len(lines_x) * len(lines_y)
    _tops(triangles, blocks, plate, columns)
    _sides(triangles, _edges(blocks, columns), 0, level)
    if plate is None:
        around = _around(columns, len(lines_y))
        points += [(points[at][0], points[at][1], 0.0) for at in around]
        points.append((lines_x[-1] / 2, lines_y[0] / 2, 0.0))
        _lower_side(triangles, around, len(points) - 1)
    else:
        below = len(points)
        points += [(x, y, 0.0) for x, y, _ in points[:level]]
        _sides(triangles, _edges(plate, columns), below, 0)
        for k, is_plate in enumerate(plate):
            if is_plate:
                at = below + k // (columns - 1) * columns + k % (columns - 1)
                _face(triangles, at, at + 1, at + columns + 1, at + columns)
    return Surface(points, triangles)


def _plate(grid: Rectangle) -> bytes | None:
    """Return the blocks under which there is a plate; None if that is all of them.

    They are those of the cells and all around each.  So no two touch in a corner alone.
    """
    if grid.mask is None:
        return None
    across, down = 2 * grid.width + 1, 2 * grid.height + 1
    plate = bytearray(across * down)
    for x, y in grid:
        for row in range(2 * y, 2 * y + 3):
            plate[row * across + 2 * x : row * across + 2 * x + 3] = b"\1\1\1"
    return bytes(plate)


def _tops(triangles: array[int], blocks: bytes, plate: bytes | None, columns: int) -> None:
    """Add floors and the tops of walls."""
    across = columns - 1
    rise = columns * (len(blocks) // across + 1)  # from a point on the plate to the one above it
    for k, wall in enumerate(blocks):
        if plate is None or plate[k]:
            top = k // across * columns + k % across + rise * wall
            _face(triangles, top, top + columns, top + columns + 1, top + 1)


def _edges(blocks: bytes, columns: int) -> Iterator[tuple[int, int]]:
    """Yield the lines around the blocks that are set, which lie to the left of them."""
    across = columns - 1
    above = empty = bytes(across)
    for row in range(len(blocks) // across + 1):
        here = blocks[row * across : (row + 1) * across] or empty
        left = 0
        for column in range(columns):
            at = row * columns + column
            block = here[column] if column < across else 0
            if block != left:
                yield (at, at + columns) if block else (at + columns, at)
            if column < across and block != above[column]:
                yield (at + 1, at) if block else (at, at + 1)
            left = block
        above = here


def _sides(triangles: array[int], edges: Iterable[tuple[int, int]], low: int, high: int) -> None:
    """Add the sides above lines between points, from one level to another."""
    for one, other in edges:
        _face(triangles, one + high, one + low, other + low, other + high)


def _lower_side(triangles: array[int], around: list[int], middle: int) -> None:
    """Add the edge of the plate, and its bottom: a fan, since nothing else meets it."""
    first = middle - len(around)
    for k, at in enumerate(around):
        follows = (k + 1) % len(around)
        _face(triangles, at, first + k, first + follows, around[follows])
        triangles.extend((middle, first + follows, first + k))


def _around(columns: int, rows: int) -> list[int]:
    """Return the points on the border of the grid, counter-clockwise from above."""
    last = columns * rows - 1
    return [
        *range(0, last - columns + 1, columns),
        *range(last - columns + 1, last),
        *range(last, columns - 1, -columns),
        *range(columns - 1, 0, -1),
    ]


def _face(triangles: array[int], a: int, b: int, c: int, d: int) -> None:
    triangles.extend((a, b, c, a, c, d))


def _normal(a: Point, b: Point, c: Point) -> bytes:
    """Return the normal of a triangle, which is 1 long."""
    (ux, uy, uz), (vx, vy, vz) = ((end[0] - a[0], end[1] - a[1], end[2] - a[2]) for end in (b, c))
    normal = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = hypot(*normal) or 1
    return struct.pack("<3f", *(side / length + 0.0 for side in normal))


_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPES = f"""{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels"
 ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model"
 ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
_LINKS = f"""{_XML}<Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="model"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def _model(drawing: Drawing, surface: Surface) -> Iterator[str]:
    yield (
        f'{_XML}<model unit="millimeter" xml:lang="en-US" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
        'xmlns:labirinto="urn:labirinto">\n'
        f'<metadata name="Title">{escape(drawing.title)}</metadata>\n'
        f'<metadata name="Description">{escape(drawing.description)}</metadata>\n'
        '<metadata name="Application">labirinto</metadata>\n'
        f'<metadata name="labirinto:notes">{escape(drawing.about_text())}</metadata>\n'
        '<resources><object id="1" name="maze" type="model"><mesh>\n<vertices>\n'
    )
    for x, y, z in surface.points:
        yield f'<vertex x="{x:.7g}" y="{y:.7g}" z="{z:.7g}"/>\n'
    yield "</vertices>\n<triangles>\n"
    corners = iter(surface.triangles)
    for a, b, c in zip(corners, corners, corners, strict=True):
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
    yield "</triangles>\n</mesh></object></resources>\n"
    yield '<build><item objectid="1"/></build>\n</model>\n'
