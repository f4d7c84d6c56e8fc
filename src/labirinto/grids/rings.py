"""Grids of rings around a centre."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from math import cos, pi, sin
from typing import Any

from labirinto import _core
from labirinto._internal.validation import typed_numbers, whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import MOST_CELLS, Label, Mesh, Point, check_cells


class Circular(Mesh):
    """Rings of cells.  A cell is (ring, position): from the centre, and from the top clockwise.

    Attributes:
        rings: The number of rings.
        hole: The radius of the open centre; 0 if the first ring is one cell in the centre.
    """

    kind = "circular"

    def __init__(self, rings: int, hole: int = 0) -> None:
        self.rings: int = whole_number("rings", rings, 1, MOST_CELLS)
        self.hole: int = whole_number("hole", hole, 0, MOST_CELLS)
        self.spec: dict[str, Any] = {"kind": self.kind, "rings": self.rings, "hole": self.hole}
        # Cells are about as wide as rings, and their sides meet those of the ring inside.
        counts = [round(2 * pi * self.hole) if self.hole else 1]
        cells = counts[0]
        for radius in range(self.hole + 1, self.hole + self.rings):
            counts.append(counts[-1] * round(2 * pi * radius / counts[-1]))
            cells += counts[-1]
            check_cells(cells, self.text)
        check_cells(cells, self.text)
        self.counts = counts
        self._cells_up_to = list(accumulate(counts))

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Circular:
        return cls(spec["rings"], spec["hole"])

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Circular:
        numbers = typed_numbers(size)
        if numbers is None or len(numbers) != 1:
            raise InvalidValueError(
                f"The size {size!r} of a circular grid is not a number of rings, such as 12."
            )
        return cls(numbers[0], options.get("hole", 0))

    @property
    def words(self) -> list[str]:
        return [str(self.rings), *(["--hole", str(self.hole)] if self.hole else [])]

    def _build(self) -> _core.Mesh:
        return _core.Mesh.circular(self.counts, self.hole)

    @property
    def text(self) -> str:
        return f"circular {self.rings}" + (f" hole {self.hole}" if self.hole else "")

    def __len__(self) -> int:
        return self._cells_up_to[-1]

    def label(self, index: int) -> Label:
        index = self._check_index(index)
        ring = bisect_right(self._cells_up_to, index)
        return ring, index - (self._cells_up_to[ring - 1] if ring else 0)

    def _index(self, label: Label) -> int | None:
        if len(label) != 2 or not 0 <= label[0] < self.rings:
            return None
        ring, position = label
        if not 0 <= position < self.counts[ring]:
            return None
        return (self._cells_up_to[ring - 1] if ring else 0) + position

    def polar(self, cell: Label) -> tuple[float, float]:
        """Return where the middle of a cell is: radius and angle, clockwise from the top."""
        ring, position = cell
        radius = self.hole + ring + 0.5 if self.counts[ring] > 1 else 0.0
        return radius, 2 * pi * (position + 0.5) / self.counts[ring]

    def centre(self, index: int) -> Point:
        radius, angle = self.polar(self.label(index))
        x, y = self.core.centre
        return x + radius * sin(angle), y - radius * cos(angle)


def circular(rings: int, hole: int = 0) -> Circular:
    """Make a grid of rings of cells.

    Args:
        rings: The number of rings.
        hole: The radius of an open centre, in rings; without one, the centre is a cell.

    Raises:
        InvalidValueError: If a number is not a whole number from 1, or from 0 for the hole.
        TooLargeError: If it has more than 10^7 cells.
    """
    return Circular(rings, hole)
