"""The cells of letters, joined as writing is: a dot to its own stem, a letter to the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from math import ceil, floor
from typing import NamedTuple

from labirinto.grids.outlines import Contour, box_of, filled, fitted, size_of
from labirinto.grids.rectangle import full_mask
from labirinto.grids.separating import placed_pieces
from labirinto.grids.squares import mask_of_rows, rows_of_mask

_X_HEIGHT = 0.54
"""The height of small letters, in font sizes."""

_ASIDE = 0.3
"""The cells by which a bridge may be longer for each cell that brings it nearer to the baseline, to
the top of small letters, or to the middle of a dot."""

_OUTSIDE = 1.0
"""The cells of length that count as much as one cell above small letters, or below the baseline."""

_GAP, _WIDEST_GAP = 2, 0.15
"""Cells between a letter and its marks, but at most so many font sizes."""

_NEAREST = 3
"""A piece of a line is joined to one of so many before it: with an apostrophe among them."""

_COLUMNS_TRIED = 16


class Letter(NamedTuple):
    """A letter with its marks.

    Attributes:
        contours: Its outlines, in font sizes.
        base: The height of its baseline, y going down.
    """

    contours: list[Contour]
    base: float


class _Piece(NamedTuple):
    """Cells that touch: from a row on, a number for each row, whose bits are columns."""

    rows: list[int]
    left: int
    top: int

    def span(self, y: int) -> tuple[int, int] | None:
        """The first and the last column in a row; None without any."""
        row = self.rows[y - self.top] if self.top <= y < self.top + len(self.rows) else 0
        first = (row & -row).bit_length() - 1
        return (self.left + first, self.left + row.bit_length() - 1) if row else None

    def rows_at(self, x: int) -> list[int]:
        """The rows of its cells in a column."""
        place = x - self.left
        if place < 0:
            return []
        return [y for y, row in enumerate(self.rows, self.top) if row >> place & 1]

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the smallest rectangle around it."""
        across = max(row.bit_length() for row in self.rows)
        return self.left + (across - 1) / 2, self.top + (len(self.rows) - 1) / 2


class _Bridge(NamedTuple):
    """A straight line of cells between two pieces, ordered by what it costs."""

    cost: float
    left: int
    top: int
    width: int
    height: int

    def as_piece(self) -> _Piece:
        return _Piece([(1 << self.width) - 1] * self.height, self.left, self.top)


def size_of_letters(letters: Iterable[Letter]) -> tuple[float, float]:
    """The width and the height of letters, in font sizes."""
    return size_of(contour for letter in letters for contour in letter.contours)


def with_gaps(letters: Iterable[Letter], size: float) -> list[Letter]:
    """Return letters whose marks are far enough from their stems to be seen in cells.

    Args:
        letters: The letters.
        size: Of the font, in cells.
    """
    gap = min(_GAP / size, _WIDEST_GAP)
    return [letter._replace(contours=_apart(letter.contours, gap)) for letter in letters]


def _apart(contours: list[Contour], least: float) -> list[Contour]:
    """Move marks above and below a letter to a least distance from it."""
    boxes = [box_of(contour) for contour in contours]
    _, top, _, bottom = max(boxes, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    above = [top - box[3] for box in boxes if box[3] < top]
    below = [box[1] - bottom for box in boxes if box[1] > bottom]
    up, down = (max(0, least - min(gaps, default=least)) for gaps in (above, below))
    return [
        [(x, y + down * (box[1] > bottom) - up * (box[3] < top)) for x, y in contour]
        for contour, box in zip(contours, boxes, strict=True)
    ]


def cells_of_letters(
    letters: Sequence[Letter], width: int, height: int, *, joined: bool = True
) -> bytes:
    """Return the mask of letters, as large as a rectangle allows.

    Args:
        letters: The letters, line by line.
        width, height: The sides of the rectangle.
        joined: Whether bridges of one cell join each letter with its marks, and with its
            neighbours.  Lines remain apart, and what has no row in common.
    """
    contours = [contour for letter in letters for contour in letter.contours]
    placed = fitted(contours, width, height, stretch=False)
    if not joined or not placed:
        return filled(placed, width, height)
    size = min(side / own for side, own in zip((width, height), size_of(contours), strict=True))
    down = (height - size_of(contours)[1] * size) / 2 - box_of(chain(*contours))[1] * size
    rows = [0] * height
    rest = iter(placed)
    for base, line in groupby(letters, lambda letter: letter.base):
        bodies, marks = [], []
        for letter in line:
            own = _joined(list(_pieces_of([next(rest) for _ in letter.contours], width, height)))
            bodies += own[:1]
            marks += own[1:]
        baseline = floor(base * size + down + 0.5) - 1
        joined_bodies = _line_joined(bodies, baseline, round(_X_HEIGHT * size), width, height)
        for piece in chain(joined_bodies, marks):
            _add(rows, piece)
    return mask_of_rows(rows, width)


def _pieces_of(contours: list[Contour], width: int, height: int) -> Iterator[_Piece]:
    """Yield the pieces of a letter, each of which is placed in the rectangle."""
    if not contours:
        return
    left, top, right, bottom = box_of(chain(*contours))
    x, y = floor(left), floor(top)
    across, down = min(ceil(right), width) - x, min(ceil(bottom), height) - y
    moved = [[(one - x, other - y) for one, other in contour] for contour in contours]
    yield from _split(filled(moved, across, down), across, down, x, y)


def _split(mask: bytes, width: int, height: int, x: int, y: int) -> Iterator[_Piece]:
    for left, top, grid in placed_pieces(mask, width, height):
        rows = rows_of_mask(grid.mask or full_mask(*grid.size), grid.width)
        yield _Piece(rows, x + left, y + top)


def _joined(pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces of a letter, its body first, and the bridges from its marks to it."""
    if len(pieces) < 2:
        return pieces
    pieces.sort(key=lambda piece: -sum(row.bit_count() for row in piece.rows))
    done, bridges = pieces[:1], []
    rest = pieces[1:]
    while rest:
        found = [
            (bridge, mark)
            for mark in rest
            for body in done
            for bridge in chain(_upright(mark, body), _level(mark, body) if body is done[0] else ())
        ]
        if not found:
            break
        bridge, mark = min(found, key=lambda it: it[0])
        bridges.append(bridge.as_piece())
        done.append(mark)
        rest.remove(mark)
    return [*done, *rest, *bridges]


def _upright(mark: _Piece, body: _Piece) -> Iterator[_Bridge]:
    """Yield bridges in columns between a mark and what it belongs to."""
    middle = mark.middle[0]
    across = max(row.bit_length() for row in mark.rows)
    for x in range(mark.left, mark.left + across, ceil(across / _COLUMNS_TRIED)):
        own, other = mark.rows_at(x), body.rows_at(x)
        above, below = (own, other) if mark.middle[1] < body.middle[1] else (other, own)
        if own and other and (below := [y for y in below if y > above[-1]]):
            top, bottom = above[-1] + 1, below[0]
            yield _Bridge(bottom - top + _ASIDE * abs(x - middle), x, top, 1, bottom - top)


def _level(mark: _Piece, body: _Piece) -> Iterator[_Bridge]:
    """Yield bridges in rows between a mark and what it belongs to."""
    middle = mark.middle[1]
    for y in range(mark.top, mark.top + len(mark.rows)):
        if gap := _gap(mark, body, y):
            yield _Bridge(gap[1] + _ASIDE * abs(y - middle), gap[0], y, gap[1], 1)


def _gap(one: _Piece, other: _Piece, y: int) -> tuple[int, int] | None:
    """The first column between two pieces in a row, and the number of columns."""
    spans = sorted(span for piece in (one, other) if (span := piece.span(y)))
    if len(spans) < 2 or spans[0][1] >= spans[1][0]:
        return None
    return spans[0][1] + 1, spans[1][0] - spans[0][1] - 1


def _line_joined(
    pieces: Iterable[_Piece], baseline: int, x_height: int, width: int, height: int
) -> Iterator[_Piece]:
    """Yield the bodies of letters in a line, and bridges from each to one before it."""
    rows = [0] * height
    for piece in pieces:
        _add(rows, piece)
    done: list[_Piece] = []
    for piece in _split(mask_of_rows(rows, width), width, height, 0, 0):
        yield piece
        found = [
            _Bridge(gap[1] + _off(y, baseline, x_height), gap[0], y, gap[1], 1)
            for other in done[-_NEAREST:]
            for y in range(piece.top, piece.top + len(piece.rows))
            if (gap := _gap(piece, other, y))
        ]
        if found:
            yield min(found).as_piece()
        done.append(piece)


def _off(y: int, baseline: int, x_height: int) -> float:
    """Return the cost of a bridge away from where letters are expected to be joined."""
    up = baseline - y
    if up < 0:
        return -_OUTSIDE * up
    # Stems that are joined at the top look like an n.
    down, at_top = x_height - up, x_height // 4
    return _ASIDE * (min(up, down + at_top) if down >= 0 else at_top) + _OUTSIDE * max(0, -down)


def _add(rows: list[int], piece: _Piece) -> None:
    for y, row in enumerate(piece.rows, piece.top):
        rows[y] |= row << piece.left
