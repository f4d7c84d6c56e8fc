"""The kinds of files of a maze that the page offers."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.formats._box import box_sizes
from labirinto.grids import Grid, is_whole
from labirinto.grids.links import Linked
from labirinto.web.maze_fields import MAX_SIDE


class FileKind(NamedTuple):
    """A kind of file to download.

    Attributes:
        max_cells: A cell takes many bytes in most kinds, and few in PNG.
        format: The library's name for it, and the extension of the saved file.
        is_common: Whether the page offers it first.
        walls_only: Whether it has no solution and no marks.
        cost: How many times as long a cell takes as in a PNG, measured; the default is about 1.
    """

    media_type: str
    max_cells: int
    format: str
    is_common: bool = True
    walls_only: bool = False
    cost: int = 1


KINDS = {
    "svg": FileKind("image/svg+xml", 1_000_000, "svg"),
    "png": FileKind("image/png", MAX_SIDE * MAX_SIDE, "png"),
    "pdf": FileKind("application/pdf", 250_000, "pdf"),
    "txt": FileKind("text/plain; charset=utf-8", 1_000_000, "txt"),
    "json": FileKind("application/json", 1_000_000, "json"),
    "plot": FileKind("image/svg+xml", 40_000, "plot.svg", is_common=False, cost=8),
    "dxf": FileKind("image/vnd.dxf", 40_000, "dxf", is_common=False, cost=14),
    "stl": FileKind("model/stl", 40_000, "stl", is_common=False, walls_only=True, cost=140),
    "npz": FileKind("application/zip", 1_000_000, "npz", is_common=False),
    "csv": FileKind("text/csv; charset=utf-8", 1_000_000, "csv", is_common=False, walls_only=True),
}
"""By the extension in their addresses."""

_PACKAGES = {"png": ("cv2", "numpy"), "stl": ("manifold3d",)}
"""What it takes to make files of cells that are not squares."""

_MOST_IN_SOLID = 4_000
"""Cells that are not squares in a solid, each of which takes half a millisecond."""


def holds(kind: str, grid: Grid) -> bool:
    """Whether a kind of file holds mazes on a grid, and can be made here."""
    if kind == "stl" and isinstance(grid, Linked):
        return grid.is_cylinder and len(grid) <= _MOST_IN_SOLID and _is_printable(grid)
    if grid.kind:
        is_made = all(map(find_spec, _PACKAGES.get(kind, ())))
        is_small = kind != "stl" or len(grid) <= _MOST_IN_SOLID
        return FORMATS[KINDS[kind].format].holds_grid(grid) and is_made and is_small
    return is_whole(grid) or holds_shape(kind)


def _is_printable(grid: Linked) -> bool:
    """Whether the puzzle box of a cylinder in the usual style is large enough."""
    try:
        box_sizes(grid, Style.usual(grid))
    except InvalidValueError:
        return False
    return True


def holds_shape(kind: str) -> bool:
    """Whether a kind of file holds mazes of squares that are no whole rectangles."""
    return FORMATS[KINDS[kind].format].holds_shapes
