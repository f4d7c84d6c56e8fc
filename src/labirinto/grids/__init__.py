"""Grids: the cells of a maze, and which of them are neighbours.

``mask`` and ``letters`` make grids of any shape, on which ``labirinto.wilson`` and
``labirinto.generate`` make mazes::

    maze = labirinto.wilson(labirinto.grids.mask("heart", 60, 50), seed=7)

``hexagonal``, ``triangular``, ``octagonal`` and ``circular`` make grids of other cells,
``voronoi`` grids of irregular ones, and ``polygons`` takes those that one has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import Rectangle

if TYPE_CHECKING:
    from labirinto.grids.circular import circular
    from labirinto.grids.lattices import hexagonal, octagonal, triangular
    from labirinto.grids.lettering import letters
    from labirinto.grids.masks import mask
    from labirinto.grids.polygon_cells import polygons
    from labirinto.grids.silhouettes import SILHOUETTES
    from labirinto.grids.voronoi_cells import voronoi

__all__ = [
    "SILHOUETTES",
    "Grid",
    "Mesh",
    "Rectangle",
    "circular",
    "hexagonal",
    "letters",
    "mask",
    "octagonal",
    "polygons",
    "triangular",
    "voronoi",
]

Grid = Rectangle | Mesh
"""The cells of a maze, and which of them are neighbours."""

# Every module imports the rectangle, few need what draws masks.
_HOMES = {
    "SILHOUETTES": "silhouettes",
    "circular": "circular",
    "hexagonal": "lattices",
    "letters": "lettering",
    "mask": "masks",
    "octagonal": "lattices",
    "polygons": "polygon_cells",
    "triangular": "lattices",
    "voronoi": "voronoi_cells",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'labirinto.grids' has no attribute {name!r}")
    value: Any = getattr(import_module(f"labirinto.grids.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
