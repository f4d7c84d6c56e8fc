"""Grids: the cells of a maze, and which of them are neighbours.

``mask`` and ``letters`` make grids of any shape, on which ``labirinto.wilson`` and
``labirinto.generate`` make mazes::

    maze = labirinto.wilson(labirinto.grids.mask("heart", 60, 50), seed=7)

``hexagonal``, ``triangular``, ``octagonal`` and ``circular`` make grids of other cells, ``voronoi``
grids of irregular ones, and ``polygons`` those of a map or a drawing.  ``linked`` makes grids of
squares on several floors, or wrapped around a cylinder or a torus, ``woven`` those with bridges.
``from_spec`` makes any of them again from its ``spec``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from labirinto._internal.lazy import Finder, lazy_names
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.grid import Grid
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import Rectangle

if TYPE_CHECKING:
    from labirinto.grids.kinds import KINDS, from_spec
    from labirinto.grids.lattices import hexagonal, octagonal, triangular
    from labirinto.grids.lettering import letters
    from labirinto.grids.links import linked
    from labirinto.grids.masks import mask
    from labirinto.grids.polygon_cells import polygons
    from labirinto.grids.rings import circular
    from labirinto.grids.separating import pieces_of
    from labirinto.grids.silhouettes import SILHOUETTES
    from labirinto.grids.voronoi_cells import voronoi
    from labirinto.grids.weave import woven

__all__ = [
    "KINDS",
    "SILHOUETTES",
    "Grid",
    "Mesh",
    "Rectangle",
    "circular",
    "from_spec",
    "hexagonal",
    "letters",
    "linked",
    "mask",
    "octagonal",
    "pieces_of",
    "polygons",
    "triangular",
    "voronoi",
    "woven",
]


def check_grid(grid: object) -> Grid:
    """Return the grid.

    Raises:
        InvalidValueError: If it is none.
    """
    if not isinstance(grid, Grid):
        requirement = "a labirinto.Rectangle, or another of labirinto.grids"
        raise InvalidValueError(field="grid", value=grid, requirement=requirement)
    return grid


def grid_from(width: int | Grid | None, height: int | None, mask: bytes | None = None) -> Grid:
    """Return the grid of a call that takes a width, a height and perhaps a mask, or a grid.

    Raises:
        InvalidValueError: If a value is missing or invalid, or a grid comes with others.
    """
    if not isinstance(width, int) and isinstance(width, Grid):  # mostly it is a number
        for name, value in (("height", height), ("mask", mask)):
            if value is not None:
                raise InvalidValueError(f"A grid has its own {name}; leave out {name}.")
        return width
    if width is None or height is None:
        only = "" if width is None else f", not only {shown(width)}"
        raise InvalidValueError(
            f"Give the width and the height of the maze, such as 40, 30{only}; or give a grid."
        )
    return Rectangle(width, height, mask)


def is_whole(grid: Grid) -> bool:
    """Check whether a grid is a rectangle without a mask."""
    return not grid.kind and grid.mask is None


def rectangle_of(grid: Grid, what: str = "This is") -> Rectangle:
    """Return the grid if it is a rectangle, with or without a mask.

    Args:
        grid: Any.
        what: What takes a rectangle, and its verb, to begin the sentence of the error.

    Raises:
        InvalidValueError: If it is another grid.
    """
    if not isinstance(grid, Rectangle):
        raise InvalidValueError(
            f"{what} for mazes of squares in rows and columns, and the grid is {grid.text}."
        )
    return grid


def check_planar(grid: Grid, what: str, *, or_wrapped: bool = False) -> None:
    """Check that a grid has no floors, no sides that are wrapped and no bridges.

    Args:
        grid: Any.
        what: What takes only such grids, and its verb, to begin the sentence of the error.
        or_wrapped: Whether sides may be wrapped.

    Raises:
        InvalidValueError: If it has.
    """
    if grid.is_planar:
        return
    from labirinto.grids.links import Linked

    if or_wrapped and isinstance(grid, Linked) and grid.floors == 1:
        return
    without = "bridges" if or_wrapped else "wrapped sides or bridges"
    raise InvalidValueError(
        f"{what} for mazes on one floor without {without}, and the grid is {grid.text}; save a "
        "picture of the maze, such as maze.svg."
    )


class _HasGrid(Protocol):
    @property
    def grid(self) -> Grid: ...


class _HasRectangle(Protocol):
    @property
    def rectangle(self) -> Rectangle: ...


class OnGrid:
    """An object with a ``grid``, which is mostly a rectangle."""

    __slots__ = ()

    @property
    def rectangle(self: _HasGrid) -> Rectangle:
        """The grid of a maze in a rectangle, with or without a mask.

        Raises:
            InvalidValueError: If the grid is not a rectangle.
        """
        return rectangle_of(self.grid)

    @property
    def width(self: _HasRectangle) -> int:
        """Cells in a row of a rectangle."""
        return self.rectangle.width

    @property
    def height(self: _HasRectangle) -> int:
        """Rows of cells of a rectangle."""
        return self.rectangle.height


# Every module imports the rectangle, few need what draws masks.
__getattr__: Finder = lazy_names(
    __name__,
    {
        "kinds": ("KINDS", "from_spec"),
        "lattices": ("hexagonal", "octagonal", "triangular"),
        "lettering": ("letters",),
        "links": ("linked",),
        "masks": ("mask",),
        "polygon_cells": ("polygons",),
        "rings": ("circular",),
        "separating": ("pieces_of",),
        "silhouettes": ("SILHOUETTES",),
        "voronoi_cells": ("voronoi",),
        "weave": ("woven",),
    },
)


def __dir__() -> list[str]:
    return list(__all__)
