"""Grids of any polygons that share their sides: drawn by hand, or the countries of a map."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from math import frexp, isfinite, ldexp
from typing import Any

from labirinto import _core
from labirinto._internal.compressed import packed, unpacked
from labirinto._internal.digest import digest
from labirinto._internal.validation import one_of, real_number
from labirinto.errors import InvalidValueError, TooLargeError, counted, shown
from labirinto.grids.geojson import is_text, polygons_of
from labirinto.grids.mesh import Label, Mesh, as_label, check_cells
from labirinto.grids.outlines import Point, Rings

PIECES = ("one", "largest", "each")
"""The ways to treat polygons that are not connected."""

EXTENT_BITS = 24
"""Coordinates are whole numbers from 0 to 2 to the power of this."""

MOST_CORNERS = 10**8

CORNERS = "corners:"
"""Before the corners of polygons on the command line, as in a spec."""

_BYTES_A_CORNER = 200
"""At most, while neighbours are found; 70 where three cells meet in most corners."""


class Numbered(Mesh):
    """A grid whose cells are known by their numbers alone, from 0: (number,)."""

    def label(self, index: int) -> Label:
        return as_label(self._check_index(index))

    def _index(self, label: Label) -> int | None:
        return label[0] if len(label) == 1 and 0 <= label[0] < len(self) else None


class Polygons(Numbered):
    """Cells that are polygons.  A cell is (number,), in the order in which they were given."""

    kind = "polygons"

    def __init__(self, corners: Corners, source: str = "") -> None:
        """Make a grid; wrong polygons are refused.

        Args:
            corners: Of the polygons.
            source: The words that give the command line the grid; without them, the corners do.
        """
        self._corners = corners
        self._source = source
        check_cells(corners.cells, self.text)
        _ = self.core

    @cached_property
    def spec(self) -> dict[str, Any]:  # type: ignore[override]
        """A JSON value that rebuilds the grid: the corners as whole numbers, compressed."""
        return {"kind": self.kind, "corners": self._corners.packed()}

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> Polygons:
        grid = cls(Corners.unpacked(spec["corners"]))
        # As it was: another zlib may compress it in another way.
        grid.__dict__["spec"] = {"kind": cls.kind, "corners": spec["corners"]}
        return grid

    @classmethod
    def typed(cls, size: str, options: Mapping[str, Any]) -> Polygons:
        if size.startswith(CORNERS):
            grid = cls(Corners.unpacked(size.removeprefix(CORNERS)))
        else:
            grid = polygons(size, pieces=options.get("pieces", PIECES[0]))
        wanted = options.get("digest")
        if wanted is not None and wanted.lower() != grid.digest:
            raise InvalidValueError(
                f"The polygons have the digest {grid.digest}, not {wanted}: their file is not the "
                "one that made the maze."
            )
        return grid

    @property
    def words(self) -> list[str]:
        if not self._source:
            return [CORNERS + self.spec["corners"]]
        return [*self._source.split("\0"), "--digest", self.digest]

    @property
    def digest(self) -> str:
        """Eight letters and digits that are the same for equal grids."""
        return digest(b"".join(self._corners.parts()), size=4).hex()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polygons) and self._corners == other._corners

    def __hash__(self) -> int:
        return super().__hash__()

    def in_pieces(self) -> Iterator[Polygons]:
        """Yield the parts that share no side, each as a grid of its own."""
        return (Polygons(self._corners.of_cells(cells)) for cells in self._cells_of_pieces())

    def _cells_of_pieces(self) -> list[set[int]]:
        cells: list[set[int]] = [set() for _ in range(self.pieces)]
        for cell, number in enumerate(memoryview(self.core.pieces).cast("I")):
            cells[number].add(cell)
        return cells

    @property
    def _bytes(self) -> int:
        return _BYTES_A_CORNER * len(self._corners.xs)

    def _build(self) -> _core.Mesh:
        made = _core.Mesh.polygons(*self._corners.parts())
        if isinstance(made, tuple):
            raise InvalidValueError(_fault(*made))
        return made

    @property
    def text(self) -> str:
        return f"polygons {len(self)}"

    def __len__(self) -> int:
        return self._corners.cells


def _fault(kind: int, cell: int, other: int) -> str:
    if kind == 0:
        return f"Polygon {cell} has no area, or its outline crosses itself."
    if kind == 1:
        return f"The outline of polygon {cell} crosses or touches itself or one of its holes."
    return f"Polygons {cell} and {other} overlap."


class Corners:
    """The corners of polygons, as whole numbers.

    Attributes:
        counts: How many corners each ring has.
        outlines: 1 for a ring that is the outline of a cell, 0 for a hole in the last one.
        xs, ys: The corners of all rings.
    """

    def __init__(self, counts: array[int], outlines: bytes, xs: array[int], ys: array[int]) -> None:
        self.counts: array[int] = counts
        self.outlines: bytes = outlines
        self.xs: array[int] = xs
        self.ys: array[int] = ys
        self.cells: int = outlines.count(1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corners) and self.parts() == other.parts()

    def parts(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Everything, as bytes in the order of this machine."""
        return self.counts.tobytes(), self.outlines, self.xs.tobytes(), self.ys.tobytes()

    def of_cells(self, chosen: set[int]) -> Corners:
        """Only some of the cells."""
        counts, outlines, xs, ys = array("I"), bytearray(), array("i"), array("i")
        cell, begin = -1, 0
        for count, is_outline in zip(self.counts, self.outlines, strict=True):
            cell += is_outline
            if cell in chosen:
                counts.append(count)
                outlines.append(is_outline)
                xs += self.xs[begin : begin + count]
                ys += self.ys[begin : begin + count]
            begin += count
        return Corners(counts, bytes(outlines), xs, ys)

    def packed(self) -> str:
        """A text: compressed by zlib, in Base64.

        The numbers are those of all rings, whether each is an outline, how many corners it has,
        and the steps from corner to corner, first of x, then of y.  They are written as bytes, the
        lowest of all numbers first, since the others are mostly alike.
        """
        numbers = array("i", [len(self.counts), *self.outlines, *self.counts])
        for values in (self.xs, self.ys):
            numbers.extend(b - a for a, b in zip(chain((0,), values), values, strict=False))
        data = _little_endian(numbers).tobytes()
        return packed(b"".join(data[k::4] for k in range(4)))

    @classmethod
    def unpacked(cls, text: Any) -> Corners:
        """The reverse of ``packed``.

        Raises:
            InvalidValueError: If the text does not hold corners.
        """
        from itertools import accumulate

        numbers = _unpacked_numbers(text)
        rings = numbers[0] if numbers else 0
        counts = numbers[1 + rings : 1 + 2 * rings]
        corners = sum(counts)
        if (
            rings < 1
            or len(counts) < rings
            or min(counts) < 3
            or len(numbers) != 1 + 2 * rings + 2 * corners
            or not set(numbers[1 : 1 + rings]) <= {0, 1}
            or numbers[1] != 1
        ):
            raise InvalidValueError("The corners of the polygons are damaged.")
        steps = numbers[1 + 2 * rings :]
        xs = list(accumulate(steps[:corners]))
        ys = list(accumulate(steps[corners:]))
        most = 1 << EXTENT_BITS
        if min(min(xs), min(ys)) < 0 or max(max(xs), max(ys)) > most:
            raise InvalidValueError(f"A corner of the polygons is not within 0 to {most}.")
        return cls(
            array("I", counts),
            bytes(numbers[1 : 1 + rings].tolist()),
            array("i", xs),
            array("i", ys),
        )


def _little_endian(numbers: array[int]) -> array[int]:
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


_MOST_BYTES = 12 * MOST_CORNERS


def _unpacked_numbers(text: Any) -> array[int]:
    try:
        data = unpacked(text, _MOST_BYTES)
    except ValueError as error:
        raise InvalidValueError(f"The corners of the polygons are damaged ({error}).") from None
    size = len(data) // 4
    if len(data) != 4 * size or len(data) > _MOST_BYTES:
        raise InvalidValueError("The corners of the polygons are damaged.")
    words = bytearray(len(data))
    for k in range(4):
        words[k::4] = data[k * size : (k + 1) * size]
    return _little_endian(array("i", bytes(words)))


def polygons(source: Any, *, pieces: str = "one") -> Polygons:
    """Make a grid whose cells are polygons.

    Polygons are neighbours if they share a part of their outlines, which need not be a whole side
    of either; those that share several parts have a wall for each.  Corners and sides less than
    4/2^24 of the whole apart are assumed to touch.  Cells have an area of 1 on average.

    Example::

        grid = labirinto.grids.polygons("countries.geojson", pieces="largest")
        maze = labirinto.wilson(grid, seed=7)

    Args:
        source: One of these:

            - a list of polygons, each a list of corners (x, y), where y points down; or a list of
              such lists, the outline and holes in it;
            - GeoJSON as a dict, as a text, or the name of a file: every polygon, and every part of
              a MultiPolygon, is a cell.  Degrees are drawn true to scale in the middle latitude;
            - SVG as a text, or the name of a file: every path, polygon, rectangle, circle and
              ellipse is a cell.
        pieces: How to treat polygons that are not connected: ``one`` refuses them, ``largest``
            keeps the piece with the most cells, and ``each`` keeps all of them, for ``pieces_of``.

    Raises:
        InvalidValueError: If there are no polygons, they overlap or are not connected, or one
            crosses itself or has no area.
        FileFormatError: If a text or a file is neither GeoJSON nor SVG.
        TooLargeError: If there are too many, or there is not enough memory.
        OSError: If the file cannot be read.
    """
    one_of("pieces", pieces, PIECES)
    if isinstance(source, dict | str | os.PathLike):
        found: Iterable[Rings] = polygons_of(source)
    else:
        found = _given(source)
    words = ""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and not is_text(source)):
        words = os.fsdecode(source) + ("\0--pieces\0largest" if pieces == "largest" else "")
    grid = Polygons(_snapped(found), words)
    if pieces == "each" or grid.pieces == 1:
        return grid
    if pieces == "one":
        raise InvalidValueError(
            f"The {counted(len(grid), 'polygon')} are in {grid.pieces} pieces that share no side; "
            "keep the largest with {}.",
            field="pieces",
            remedy="largest",
        )
    largest = max(grid._cells_of_pieces(), key=len)
    return Polygons(grid._corners.of_cells(largest), words)


def _given(source: Any) -> Iterator[Rings]:
    """The rings of each polygon in lists of lists."""
    try:
        for number, polygon in enumerate(source):
            rings = list(polygon)
            # A corner has numbers, a ring has corners.
            if not rings or not isinstance(next(iter(rings[0]), None), Iterable):
                rings = [rings]
            yield [[_corner(corner, number) for corner in ring] for ring in rings]
    except TypeError:
        raise InvalidValueError(
            f"The polygons {shown(source)} are neither lists of corners nor GeoJSON."
        ) from None


def _corner(corner: Any, number: int) -> Point:
    try:
        x, y = corner
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"Polygon {number} has the corner {shown(corner)}; give two numbers, x and y."
        ) from None
    return real_number("x", x), real_number("y", y)


def _snapped(polygons: Iterable[Rings]) -> Corners:
    """The corners in whole numbers.

    Raises:
        InvalidValueError: If there is no polygon, or one has no corners or an infinite one.
        TooLargeError: If there are too many corners.
    """
    counts, outlines = array("I"), bytearray()
    xs, ys = array("d"), array("d")
    number = -1
    for number, rings in enumerate(polygons):
        if not rings or not rings[0]:
            raise InvalidValueError(f"Polygon {number} has no corners.")
        for k, ring in enumerate(rings):
            points = ring[:-1] if ring[0] == ring[-1] else ring  # in GeoJSON the first comes again
            if len(points) < 3:
                raise InvalidValueError(
                    f"Polygon {number} has a ring of {counted(len(points), 'corner')}; it needs 3."
                )
            counts.append(len(points))
            outlines.append(k == 0)
            for x, y in points:
                if not (isfinite(x) and isfinite(y)):
                    raise InvalidValueError(
                        f"Polygon {number} has the corner {x:g}, {y:g}; give finite numbers."
                    )
                xs.append(x)
                ys.append(y)
        if len(xs) > MOST_CORNERS:
            raise TooLargeError(f"The polygons have more than {MOST_CORNERS} corners.")
    if number < 0:
        raise InvalidValueError("There are no polygons; a grid has at least one.")
    left, top = min(xs), min(ys)
    extent = max(max(xs) / 2 - left / 2, max(ys) / 2 - top / 2)  # a half: the whole may overflow
    if extent == 0:
        raise InvalidValueError("All corners of the polygons are the same.")
    # Powers of two scale without rounding.
    _, exponent = frexp(extent)
    shift = EXTENT_BITS - exponent
    half = [
        array("i", (round(ldexp(v / 2 - low / 2, shift)) for v in values))
        for values, low in ((xs, left), (ys, top))
    ]
    return Corners(counts, bytes(outlines), *half)
