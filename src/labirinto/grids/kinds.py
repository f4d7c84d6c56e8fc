"""The kinds of grids: one record each, by which recipes, files and the command line know them.

A new kind is a module with a subclass of ``Mesh``, the outlines of its cells, and a record here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from labirinto._internal.validation import named
from labirinto.errors import InvalidValueError, LabirintoError, shown
from labirinto.grids.mesh import Mesh


class GridKind(NamedTuple):
    """A kind of grids that are not rectangles; its module is imported on first use.

    Attributes:
        module: Its module in this package.
        mesh: Its class there.
        size: How its size is written.
        options: Its command-line options, by their names in code.
        is_implied: Whether these options select it, instead of ``--grid``.
    """

    module: str
    mesh: str
    size: str
    options: tuple[str, ...] = ()
    is_implied: bool = False

    def load(self) -> type[Mesh]:
        """Return the class of its grids."""
        mesh: type[Mesh] = getattr(import_module(f"labirinto.grids.{self.module}"), self.mesh)
        return mesh


KINDS = {
    "hexagonal": GridKind("lattices", "Hexagonal", "WIDTHxHEIGHT", ("outline",)),
    "triangular": GridKind("lattices", "Triangular", "WIDTHxHEIGHT", ("outline",)),
    "octagonal": GridKind("lattices", "Octagonal", "WIDTHxHEIGHT"),
    "circular": GridKind("rings", "Circular", "RINGS", ("hole",)),
    "voronoi": GridKind("voronoi_cells", "Voronoi", "CELLS", ("grid_seed",)),
    "polygons": GridKind(
        "polygon_cells", "Polygons", "FILE.geojson|FILE.svg", ("pieces", "digest")
    ),
    "linked": GridKind("links", "Linked", "WIDTHxHEIGHT", ("floors", "wrap", "twist"), True),
    "woven": GridKind("weave", "Woven", "WIDTHxHEIGHT", ("weave", "grid_seed"), True),
}
"""All kinds but the rectangle, by name."""


def from_spec(spec: Mapping[str, Any]) -> Mesh:
    """Rebuild a grid that is not a rectangle from its ``spec``.

    Raises:
        InvalidValueError: If it is not the spec of a grid, or differs from the spec of the grid
            that it describes.
        TooLargeError: If the grid has too many cells.
    """
    if not isinstance(spec, Mapping):
        raise InvalidValueError(f"The grid is {type(spec).__name__}, not the spec of a grid.")
    given = dict(spec)
    kind = kind_named(given.get("kind"))
    try:
        mesh = kind.load().from_spec(given)
    except LabirintoError:
        raise
    except KeyError as error:
        raise InvalidValueError(f"The spec of the grid {given['kind']} has no {error}.") from None
    except (TypeError, ValueError, OverflowError):
        raise InvalidValueError(f"{shown(given)} is not the spec of a grid.") from None
    if mesh.spec != given:
        raise InvalidValueError(f"{shown(given)} contradicts the grid that it describes.")
    return mesh


def kind_named(name: object) -> GridKind:
    """Return the kind of this name.

    Raises:
        InvalidValueError: If there is none.
    """
    return named("kind of grid", name, KINDS)
