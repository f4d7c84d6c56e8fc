"""Solids for 3-D printers, as STL and as 3MF.  They are not read back.

A cylinder becomes a puzzle box (``_box``), all others become walls on a plate: of squares in
``_blocks``, of other cells in ``_extruded``, which needs a package.

Sources: the binary format of 3D Systems' StereoLithography Interface Specification (1988); the 3MF
Core Specification, version 1.3, of the 3MF Consortium.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import hypot
from typing import BinaryIO

from labirinto.drawing.geometry import Drawing
from labirinto.formats._blocks import Point, Surface, walls_on_plate
from labirinto.formats._box import check_box, puzzle_box
from labirinto.formats._extruded import check_extruded, extruded
from labirinto.formats.svg import escape
from labirinto.grids.links import Linked

_HEADER_BYTES = 80
_TRIANGLES_A_PIECE = 4096


def check_solid(drawing: Drawing) -> None:
    """Check that a maze on another grid than a rectangle can become a solid."""
    grid = drawing.maze.grid
    if isinstance(grid, Linked):
        check_box(drawing)
    elif grid.kind:
        check_extruded(drawing)


def surfaces_of(drawing: Drawing) -> list[Surface]:
    """Return the parts of a solid, side by side: both of a puzzle box, else walls on a plate.

    A cell is ``style.cell_mm`` wide, and walls have the same proportion to it as in pictures.  They
    rise ``style.wall_height`` above the plate, which is ``style.plate`` thick and has the shape of
    the maze.  Openings reach down to the plate.  The plate of a grid that is not a rectangle
    reaches 0.01 mm beyond the walls.
    """
    grid = drawing.maze.grid
    if isinstance(grid, Linked):
        return puzzle_box(drawing)
    return [Surface(*extruded(drawing)) if grid.kind else walls_on_plate(drawing)]


def write_stl(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a solid in binary STL, in millimetres; see ``surfaces_of``.

    The command that makes the maze is in the header, if it fits.
    """
    surfaces = surfaces_of(drawing)
    recipe = drawing.maze.recipe
    words = f"labirinto {recipe.words if recipe else ''}".encode()
    header = (words if len(words) < _HEADER_BYTES else b"labirinto").ljust(_HEADER_BYTES, b"\0")
    count = sum(len(surface.triangles) for surface in surfaces) // 3
    stream.write(header + count.to_bytes(4, "little"))
    facets = chain.from_iterable(map(_facets, surfaces))
    while piece := b"".join(islice(facets, _TRIANGLES_A_PIECE)):
        stream.write(piece)


def _facets(surface: Surface) -> Iterator[bytes]:
    packed = [struct.pack("<3f", *point) for point in surface.points]
    corners = iter(surface.triangles)
    for a, b, c in zip(corners, corners, corners, strict=True):
        normal = _normal(surface.points[a], surface.points[b], surface.points[c])
        yield normal + packed[a] + packed[b] + packed[c] + b"\0\0"


def write_3mf(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze as a solid in 3MF, in millimetres, with its recipe in the metadata.

    Each part is an object of its own; see ``surfaces_of``.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    surfaces = surfaces_of(drawing)
    contents: dict[str, Iterable[str]] = {
        "[Content_Types].xml": [_TYPES],
        "_rels/.rels": [_LINKS],
        "3D/3dmodel.model": _model(drawing, surfaces),
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


def _model(drawing: Drawing, surfaces: list[Surface]) -> Iterator[str]:
    yield (
        f'{_XML}<model unit="millimeter" xml:lang="en-US" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
        'xmlns:labirinto="urn:labirinto">\n'
        f'<metadata name="Title">{escape(drawing.title)}</metadata>\n'
        f'<metadata name="Description">{escape(drawing.description)}</metadata>\n'
        '<metadata name="Application">labirinto</metadata>\n'
        f'<metadata name="labirinto:notes">{escape(drawing.about_text())}</metadata>\n'
        "<resources>"
    )
    for number, surface in enumerate(surfaces, 1):
        yield f'<object id="{number}" name="{surface.name}" type="model"><mesh>\n<vertices>\n'
        for x, y, z in surface.points:
            yield f'<vertex x="{x:.7g}" y="{y:.7g}" z="{z:.7g}"/>\n'
        yield "</vertices>\n<triangles>\n"
        corners = iter(surface.triangles)
        for a, b, c in zip(corners, corners, corners, strict=True):
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
        yield "</triangles>\n</mesh></object>"
    items = "".join(f'<item objectid="{k + 1}"/>' for k in range(len(surfaces)))
    yield f"</resources>\n<build>{items}</build>\n</model>\n"
