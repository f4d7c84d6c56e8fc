"""Targets for masks, and polygons as GeoJSON, SVG and corners: mazes on the grid, or a sentence."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress

import labirinto
from labirinto import _core
from labirinto.errors import FileFormatError, InvalidValueError, TooLargeError
from labirinto.grids import Mesh, from_spec, mask, polygons
from labirinto.grids.dark_cells import dark_cells
from labirinto.grids.svg_cells import cells_covered

MOST_PIXELS = 1 << 20
"""As many are always decoded, however few bytes they take, within the bound on memory."""


def geojson(data: bytes) -> None:
    """A text is a map of cells, or refused."""
    text = data.decode(errors="replace")
    if not text.lstrip().startswith("{"):
        return  # the name of a file
    with suppress(InvalidValueError, FileFormatError, TooLargeError):
        check(polygons(text, pieces="largest"))


def geojson_seeds() -> Iterator[bytes]:
    """One of each type."""
    square = [[[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]]
    hole = [[[0, 0], [3, 0], [3, 3], [0, 3]], [[1, 1], [1, 2], [2, 2], [2, 1]]]
    beside = [[[2, 0], [3.5, 0], [3.5, 1, 7], [2, 1], [2, 0]]]
    geometries = [
        {"type": "Polygon", "coordinates": square},
        {"type": "MultiPolygon", "coordinates": [square, beside]},
        {"type": "Polygon", "coordinates": hole},
        {"type": "Point", "coordinates": [1, 2]},
    ]
    for geometry in geometries:
        yield json.dumps(geometry).encode()
    features = [{"type": "Feature", "properties": {}, "geometry": it} for it in geometries[:2]]
    yield json.dumps({"type": "FeatureCollection", "features": features}).encode()
    yield json.dumps({"type": "GeometryCollection", "geometries": geometries[:2]}).encode()


def drawings(data: bytes) -> None:
    """A text is a drawing of cells, or refused."""
    text = data.decode(errors="replace")
    if not text.lstrip().startswith("<"):
        return  # the name of a file
    with suppress(InvalidValueError, FileFormatError, TooLargeError):
        assert len(cells_covered(text.encode(), 9, 7, False)) == 14
    with suppress(InvalidValueError, FileFormatError, TooLargeError):
        check(polygons(text, pieces="largest"))


def drawings_seeds() -> Iterator[bytes]:
    """Paths with every command, the other shapes, transformations, and what is hidden."""
    for parts in (
        '<style>a,#b *:not(.c){opacity:0!important}</style><g id="b"><rect class="c"/></g>',
        '<path d="M0 0h4v4h-4zm1 1v2h2V1z"/><rect x="4" width="2" height="4"/>',
        '<path d="M9 0H4C6 2 2 3 4 5A3 2 20 0 1 4 9Q5 10 4 11H9z"/><circle cx="-9" r="2"/>',
        '<g transform="translate(1,2) scale(2)"><path d="m0 0s1 1 2 0t2 0a1 1 0 01 1 1l-5 9"/></g>',
        '<ellipse rx="2" ry="1" transform="rotate(9 1 2)"/><polygon points="9 9 8,8,9 8"/>',
        '<g transform="skewX(5)"><rect width="1" height="1" transform="matrix(1 2 3 4 5 6)"/></g>',
        '<clipPath id="a"><circle r="2"/></clipPath><circle r="9" clip-path="url(#a)"/>',
        '<g id="b"><line x2="5" stroke="#f00"/></g><use href="#b" y="3" stroke-linejoin="round"/>',
        '<symbol id="c" viewBox="0 0 9 9"><rect rx="3"/></symbol><use href="#c" x="1mm"/>',
    ):
        page = 'xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 19 19"'
        yield f"<svg {page}>{parts}</svg>".encode()


def corners(data: bytes) -> None:
    """Bytes are corners on a small lattice, where much coincides, some a little beside it.

    A byte is a place from 0 to 15 in its high bits.  The lowest bit ends a ring, the next one says
    that the ring is a hole, and the other two move the corner.
    """
    cells: list[list[list[tuple[float, float]]]] = []
    ring: list[tuple[float, float]] = []
    for first, second in zip(data[::2], data[1::2], strict=False):
        x, y = (value // 16 + (value // 4 % 4) * 1e-7 for value in (first, second))
        ring.append((x, y))
        if first % 2:
            if second // 2 % 2 and cells:
                cells[-1].append(ring)
            else:
                cells.append([ring])
            ring = []
    with suppress(InvalidValueError, TooLargeError):
        check(polygons(cells, pieces="largest"))


def corners_seeds() -> Iterator[bytes]:
    """Two squares, a square in a hole, and a corner in the middle of a side."""
    yield bytes([0, 0, 16, 0, 16, 16, 1, 16, 16, 0, 32, 0, 32, 16, 17, 16])
    hole = [0, 0, 48, 0, 48, 48, 1, 48, 16, 16, 32, 16, 32, 32, 17, 34]
    yield bytes([*hole, 16, 16, 32, 16, 32, 32, 17, 32])
    yield bytes([0, 0, 32, 0, 32, 32, 1, 32, 32, 0, 48, 4, 33, 16, 32, 16, 48, 4, 33, 32])


def masks(data: bytes) -> None:
    """A text of dots, or a picture, is a shape, or refused."""
    with suppress(InvalidValueError, FileFormatError, TooLargeError):
        dark_cells(data, 9, 7, False, 0.5, MOST_PIXELS, cropped=len(data) % 2 == 1)
    with suppress(InvalidValueError, TooLargeError):
        grid = mask(data.decode(errors="replace") + "\n", pieces="join")
        assert labirinto.wilson(grid, seed=7).is_perfect


def masks_seeds() -> Iterator[bytes]:
    """A text, and pictures with and without transparency."""
    from PIL import Image

    yield b"##.X\r\n# .\n....\n.###"
    for mode, kind in (("RGBA", "png"), ("P", "gif"), ("L", "jpeg"), ("1", "tiff"), ("RGB", "ppm")):
        stream = io.BytesIO()
        Image.linear_gradient("L").resize((4, 3)).convert(mode).save(stream, kind)
        yield stream.getvalue()


def check(grid: Mesh) -> None:
    """Cells do not overlap, and mazes are perfect, in whichever way they are made."""
    for _ in range(2):
        areas = [sum(s.x0 * s.y1 - s.x1 * s.y0 for s in grid.outline(k)) for k in range(len(grid))]
        assert min(areas) > 0
        assert abs(sum(areas) / 2 / len(grid) - 1) < 1e-6
        border = sum(s.x0 * s.y1 - s.x1 * s.y0 for _, s in grid.border)
        assert abs(border - sum(areas)) < 1e-6 * border
        for make in (_core.mesh_wilson_cells, _core.mesh_wilson_walls):
            passages = make(grid.core, 7)
            assert sum(byte.bit_count() for byte in passages) == len(grid) - 1
            parts = grid.core.parts(passages)
            assert len(parts) == 1
        assert labirinto.wilson(grid, seed=7).is_perfect
        grid = from_spec(json.loads(json.dumps(grid.spec)))
