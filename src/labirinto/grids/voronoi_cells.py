"""Grids of the regions that are nearest to each of some random points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from labirinto import _core
from labirinto._internal.validation import typed_numbers, whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import MOST_CELLS
from labirinto.grids.polygon_cells import Numbered
from labirinto.seeds import Seed, fresh_seed, normalize_seed, seed_number


class Voronoi(Numbered):
    """Irregular cells, in a rectangle of 4 to 3.  A cell is (number,), in reading order.

    All is computed in whole numbers: the same seed gives the same grid on every platform.

    Attributes:
        seed: Selects one grid among all of this number of cells.
    """

    kind = "voronoi"

    def __init__(self, cells: int, seed: Seed) -> None:
        self._cells = whole_number("cells", cells, 1, MOST_CELLS)
        self.seed: int | str = normalize_seed(seed)
        seed_number(self.seed)  # some texts are no seeds
        self.spec: dict[str, Any] = {"kind": self.kind, "cells": self._cells, "seed": self.seed}

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Voronoi:
        return cls(spec["cells"], spec["seed"])

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Voronoi:
        numbers = typed_numbers(size)
        if numbers is None or len(numbers) != 1:
            raise InvalidValueError(
                f"The size {size!r} of a voronoi grid is not a number of cells, such as 500."
            )
        return voronoi(numbers[0], options.get("grid_seed"))

    @property
    def words(self) -> list[str]:
        return [str(self._cells), "--grid-seed", str(self.seed)]

    def _build(self) -> _core.Mesh:
        return _core.Mesh.voronoi(self._cells, seed_number(self.seed))

    @property
    def text(self) -> str:
        return f"voronoi {self._cells}"

    def __len__(self) -> int:
        return self._cells


def voronoi(cells: int, seed: Seed | None = None) -> Voronoi:
    """Make a grid of irregular cells, each the region nearest to one of some random points.

    The points are moved to the centres of their regions five times.  Cells that share less than a
    quarter of a cell's width are not neighbours.

    Args:
        cells: The number of cells.
        seed: A number or a text that selects the points; without one, they are new.

    Raises:
        InvalidValueError: If the number is not from 1 to 10^7, or the seed is invalid.
    """
    return Voronoi(cells, fresh_seed() if seed is None else seed)
