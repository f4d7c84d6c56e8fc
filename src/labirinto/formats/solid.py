"""Solids for 3-D printers: walls on a plate, as STL and as 3MF.  They are not read back.

The plan is the grid of blocks, ``Maze.blocks``: posts at all corners, walls and floors between.
Each block has its own face on top, so faces meet at whole edges.  A post touches every wall that
ends at it, and walls meet only at posts: so no edge has more than two faces, and the surface is
closed, also in mazes with loops.

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
from typing import BinaryIO

from labirinto import _core
from labirinto.drawing.geometry import Drawing
from labirinto.formats.svg import escape

Point = tuple[float, float, float]

_HEADER_BYTES = 80
_TRIANGLES_A_PIECE = 4096


@dataclass(frozen=True)
class Mesh:
    """A closed surface, in millimetres: x to the right, y up the page, z up.

    Attributes:
        points: Each once.
        triangles: Three numbers of points each, counter-clockwise from outside.
    """

    points: list[Point]
    triangles: array[int]


def write_stl(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a solid in binary STL, in millimetres; see ``mesh_of``.

    The command that makes the maze is in the header, if it fits.
    """
    mesh = mesh_of(drawing)
    recipe = drawing.maze.recipe
    words = f"labirinto {recipe.words if recipe else ''}".encode()
    header = (words if len(words) < _HEADER_BYTES else b"labirinto").ljust(_HEADER_BYTES, b"\0")
    count = len(mesh.triangles) // 3
    stream.write(header + count.to_bytes(4, "little"))
    packed = [struct.pack("<3f", *point) for point in mesh.points]
    corners = iter(mesh.triangles)
    facets = (
        _normal(mesh.points[a], mesh.points[b], mesh.points[c])
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

    See ``mesh_of``.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    mesh = mesh_of(drawing)
    contents: dict[str, Iterable[str]] = {
        "[Content_Types].xml": [_TYPES],
        "_rels/.rels": [_LINKS],
        "3D/3dmodel.model": _model(drawing, mesh),
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
    blocks = bytearray(_core.blocks(rows, maze.width, maze.height, gaps))
    columns = 2 * maze.width + 1
    for y in range(0, 2 * maze.height + 1, 2):
        for x in range(0, columns, 2):
            post = y * columns + x
            beside = (
                x > 0 and blocks[post - 1],
                x < columns - 1 and blocks[post + 1],
                y > 0 and blocks[post - columns],
                y < 2 * maze.height and blocks[post + columns],
            )
            blocks[post] = any(beside)
    return bytes(blocks)


def mesh_of(drawing: Drawing) -> Mesh:
    """Return walls on a plate.

    A cell is ``style.cell_mm`` wide, and walls have the same proportion to it as in pictures.  They
    rise ``style.wall_height`` above the plate, which is ``style.plate`` thick and ends at the
    frame.  Openings reach down to the plate.
    """
    maze, style = drawing.maze, drawing.style
    wall = style.wall * style.pixel_mm
    lines_x, lines_y = (
        list(accumulate(islice(cycle((wall, style.cell_mm - wall)), 2 * side + 1), initial=0.0))
        for side in (maze.width, maze.height)
    )
    lines_y = [lines_y[-1] - y for y in lines_y]
    levels = (style.plate, style.plate + style.wall_height)
    points = [(x, y, z) for z in levels for y in lines_y for x in lines_x]
    around = _around(len(lines_x), len(lines_y))
    points += [(points[at][0], points[at][1], 0.0) for at in around]
    points.append((lines_x[-1] / 2, lines_y[0] / 2, 0.0))
    triangles = array("I")
    blocks = _blocks(drawing)
    _upper_side(triangles, blocks, len(lines_x), len(lines_y))
    _lower_side(triangles, around, len(points) - 1)
    return Mesh(points, triangles)


def _upper_side(triangles: array[int], blocks: bytes, columns: int, rows: int) -> None:
    """Add floors, tops of walls, and their sides."""
    rise = columns * rows  # from a point on the plate to the one above it
    across, down = columns - 1, rows - 1
    empty = bytes(across)
    for row in range(down):
        here = blocks[row * across : (row + 1) * across]
        above = blocks[(row - 1) * across : row * across] if row else empty
        left = 0
        for column, wall in enumerate(here):
            at = row * columns + column
            top = at + rise * wall
            _face(triangles, top, top + columns, top + columns + 1, top + 1)
            if wall != left:
                _side(triangles, at, at + columns, rise, wall)
            if wall != above[column]:
                _side(triangles, at + 1, at, rise, wall)
            left = wall
        if left:
            at = row * columns + across
            _side(triangles, at, at + columns, rise, 0)
    for column, wall in enumerate(blocks[-across:]):
        if wall:
            at = down * columns + column
            _side(triangles, at + 1, at, rise, 0)


def _side(triangles: array[int], one: int, other: int, rise: int, wall: int) -> None:
    """Add the side of a wall, above the line between two points.

    The wall is on the left of the line from one to the other; on the right if not ``wall``.
    """
    if not wall:
        one, other = other, one
    _face(triangles, one + rise, one, other, other + rise)


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
    """Return the normal of a triangle, which is along an axis."""
    (ux, uy, uz), (vx, vy, vz) = ((end[0] - a[0], end[1] - a[1], end[2] - a[2]) for end in (b, c))
    normal = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return struct.pack("<3f", *((side > 0) - (side < 0) for side in normal))


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


def _model(drawing: Drawing, mesh: Mesh) -> Iterator[str]:
    from json import dumps

    notes = dumps(drawing.about(), separators=(",", ":"))
    yield (
        f'{_XML}<model unit="millimeter" xml:lang="en-US" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
        'xmlns:labirinto="urn:labirinto">\n'
        f'<metadata name="Title">{escape(drawing.title)}</metadata>\n'
        f'<metadata name="Description">{escape(drawing.description)}</metadata>\n'
        '<metadata name="Application">labirinto</metadata>\n'
        f'<metadata name="labirinto:notes">{escape(notes)}</metadata>\n'
        '<resources><object id="1" name="maze" type="model"><mesh>\n<vertices>\n'
    )
    for x, y, z in mesh.points:
        yield f'<vertex x="{x:.7g}" y="{y:.7g}" z="{z:.7g}"/>\n'
    yield "</vertices>\n<triangles>\n"
    corners = iter(mesh.triangles)
    for a, b, c in zip(corners, corners, corners, strict=True):
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
    yield "</triangles>\n</mesh></object></resources>\n"
    yield '<build><item objectid="1"/></build>\n</model>\n'
