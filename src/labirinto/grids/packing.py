"""Cells and blocks, packed into rows of bits; a contradiction is reported with its cell.

Masks are packed into text here, for recipes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids.rectangle import (
    EAST,
    EXIT_BITS,
    NORTH,
    OUTSIDE,
    SOUTH,
    WEST,
    Opening,
    check_size,
    plane_bytes,
)


class ContradictionError(FileFormatError):
    """Two neighbours that contradict each other about a passage, or a passage through the frame.

    Attributes:
        x, y: One of the cells.
        side: Of that cell: ``east``, ``south``, ``west`` or ``north``.
    """

    def __init__(self, name: str, x: int, y: int, side: str) -> None:
        super().__init__(
            f"{name}[{y}] contradicts its neighbours or the frame at the cell {x},{y}, about the "
            f"passage {side}."
        )
        self.x: int = x
        self.y: int = y
        self.side: str = side


_CHOOSING = {
    bit: bytes(b"01"[bool(value & bit)] for value in range(256)) for bit in (*EXIT_BITS, OUTSIDE)
}


def _lines_of_numbers(name: str, numbers: Any, most: int, requirement: str) -> list[bytes]:
    """The rows of any two-dimensional array, or list of lists, of numbers from 0 to ``most``.

    Args:
        name: The name of the numbers in error messages.
        requirement: What they must be, as the end of a sentence.

    Raises:
        InvalidValueError: If they have another form.
    """
    given = numbers
    # A memoryview of two dimensions can be iterated over only as lists.
    with suppress(TypeError, ValueError, NotImplementedError):
        numbers = memoryview(numbers).tolist()
    try:
        lines = [bytes(list(line)) for line in numbers]
    except (TypeError, ValueError):
        raise InvalidValueError(field=name, value=given, requirement=requirement) from None
    for y, line in enumerate(lines):
        if strange := line.translate(None, bytes(range(most + 1))):
            raise InvalidValueError(
                f"{name}[{y}][{line.index(strange[0])}] is {strange[0]}; {name} must be "
                f"{requirement}."
            )
        if len(line) != len(lines[0]):
            raise InvalidValueError(
                f"{name}[{y}] has {len(line)} {name}, and the rows above it have {len(lines[0])}."
            )
    return lines


def parse_cells(cells: Any) -> tuple[int, int, bytes, bytes | None]:
    """Width, height, rows and mask of a maze from the exits of its cells.

    Raises:
        InvalidValueError: If they have another form, or contradict each other.
    """
    lines = _lines_of_numbers(
        "cells",
        cells,
        OUTSIDE,
        "rows of whole numbers from 0 to 15, the sum of N=1, E=2, S=4, W=8, or 16 outside",
    )
    width, height = check_size(len(lines[0]) if lines else 0, len(lines))
    try:
        return width, height, *rows_of_exits(lines, width, height, "cells")
    except FileFormatError as error:
        raise InvalidValueError(str(error)) from None


def parse_blocks(blocks: Any) -> tuple[int, int, bytes, bytes | None]:
    """Read rows and mask from square blocks, floor and wall.

    Raises:
        InvalidValueError: If they have another form, or a cell that is a wall has floor beside it.
    """
    lines = _lines_of_numbers("blocks", blocks, 1, "rows of 0 for floor and 1 for wall")
    rows, columns = len(lines), len(lines[0]) if lines else 0
    if min(rows, columns) < 3 or rows % 2 == 0 or columns % 2 == 0:
        raise InvalidValueError(
            f"{columns}x{rows} blocks are not 2 * width + 1 by 2 * height + 1 of a maze."
        )
    width, height = check_size(columns // 2, rows // 2)
    try:
        mask = mask_of_blocks(lines)
    except FileFormatError as error:
        raise InvalidValueError(f"In the blocks {error}") from None
    return width, height, rows_of_blocks(lines)[0], mask


def bits(line: bytes, bit: int = 1) -> int:
    """One bit of each byte of a line, the first byte's lowest; 0 for an empty line."""
    return int(line.translate(_CHOOSING[bit])[::-1] or b"0", 2)


def rows_of_exits(
    lines: Iterable[bytes], width: int, height: int, name: str
) -> tuple[bytes, bytes | None]:
    """The rows of a maze and its mask, if it has one, from the exits of its cells.

    Args:
        lines: One a row, a byte a cell: N=1, E=2, S=4, W=8, or 16 outside the mask; ``height``
            lines of ``width`` bytes.
        name: The name of the lines in error messages.

    Raises:
        ContradictionError: Where two neighbours contradict each other, or a passage leads through
            the frame.
    """
    stride = plane_bytes(width)
    everywhere = (1 << width) - 1
    rows, mask = bytearray(), bytearray()
    south_above = 0
    is_masked = False
    for y, line in enumerate(lines):
        east, south, west, north, outside = (bits(line, bit) for bit in (*EXIT_BITS, OUTSIDE))
        _expect_none(name, y, east >> width - 1 << width - 1, "east")
        _expect_none(name, y, west ^ east << 1, "west")
        _expect_none(name, y, north ^ south_above, "north")
        if y == height - 1:
            _expect_none(name, y, south, "south")
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
        mask += (everywhere & ~outside).to_bytes(stride, "little")
        is_masked |= outside > 0
        south_above = south
    return bytes(rows), bytes(mask) if is_masked else None


def rows_of_passages(
    south: Iterable[bytes], east: Iterable[bytes], width: int, height: int, name: str
) -> bytes:
    """The rows of a maze, from all its passages south and then all its passages east.

    Args:
        south: One line a row, a byte a cell, 0 or 1; ``height`` lines of ``width`` bytes.
        east: The same; its first line is read after the last line of ``south``.
        name: The name of the lines in error messages.

    Raises:
        FileFormatError: Where a passage leads through the frame.
    """
    stride = plane_bytes(width)
    below = bytearray()
    for y, line in enumerate(south):
        number = bits(line)
        if y == height - 1:
            _expect_none(name, y, number, "south")
        below += number.to_bytes(stride, "little")
    rows = bytearray()
    for y, line in enumerate(east):
        number = bits(line)
        _expect_none(name, y, number >> width - 1 << width - 1, "east")
        rows += number.to_bytes(stride, "little") + below[y * stride : (y + 1) * stride]
    return bytes(rows)


def _expect_none(name: str, y: int, wrong: int, side: str) -> None:
    if wrong:
        raise ContradictionError(name, (wrong & -wrong).bit_length() - 1, y, side)


_INVERTED = bytes([1, 0, *range(2, 256)])


def rows_of_blocks(lines: Sequence[bytes]) -> tuple[bytes, list[Opening]]:
    """The rows of a maze and the gaps in its frame, from ``2 height + 1`` lines of blocks.

    Args:
        lines: ``2 width + 1`` bytes each: 1 for wall, 0 for floor.  The blocks of the cells
            themselves, and those at their corners, are ignored.
    """
    width, height = len(lines[0]) // 2, len(lines) // 2
    stride = plane_bytes(width)
    rows = bytearray()
    gaps: list[Opening] = []
    lines = [line.translate(_INVERTED) for line in lines]
    for y in range(height):
        floor, below = lines[2 * y + 1], lines[2 * y + 2]
        east, south = bits(floor[2::2]), bits(below[1::2])
        if floor[0]:
            gaps.append(((0, y), WEST))
        if floor[-1]:
            gaps.append(((width - 1, y), EAST))
            east ^= 1 << width - 1
        if y == height - 1:
            gaps += [((x, y), SOUTH) for x in range(width) if below[2 * x + 1]]
            south = 0
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
    gaps += [((x, 0), NORTH) for x in range(width) if lines[0][2 * x + 1]]
    return bytes(rows), gaps


def mask_of_blocks(lines: Sequence[bytes]) -> bytes | None:
    """The cells that are floor, as a mask; the lines are those of ``rows_of_blocks``.

    Returns:
        The mask; None if all cells are floor.

    Raises:
        FileFormatError: If there is floor beside a cell that is a wall.
    """
    width = len(lines[0]) // 2
    stride = plane_bytes(width)
    everywhere = (1 << width) - 1
    mask = bytearray()
    is_masked = False
    for y in range(len(lines) // 2):
        above, line, below = lines[2 * y : 2 * y + 3]
        outside = bits(line[1::2])
        closed = bits(above[1::2]) & bits(below[1::2]) & bits(line[:-1:2]) & bits(line[2::2])
        if wrong := outside & ~closed:
            x = (wrong & -wrong).bit_length() - 1
            raise FileFormatError(f"the cell {x},{y} is a wall with floor beside it.")
        mask += (everywhere & ~outside).to_bytes(stride, "little")
        is_masked |= outside > 0
    return bytes(mask) if is_masked else None


def packed_mask(mask: bytes) -> str:
    """A mask as a text: its bytes, compressed by zlib, in Base64."""
    from labirinto._internal.compressed import packed

    return packed(mask, 9)


def unpacked_mask(text: Any, width: int, height: int) -> bytes:
    """The mask in a text, the reverse of ``packed_mask``.

    It takes no more memory than the text explains, whatever the sides are.

    Raises:
        InvalidValueError: If it is no mask of these sides.
    """
    from labirinto._internal.compressed import unpacked

    size = height * plane_bytes(width)
    try:
        mask = unpacked(text, size)
    except ValueError as error:
        raise InvalidValueError(f"The bits of the mask are damaged ({error}).") from None
    if len(mask) != size:
        raise InvalidValueError(f"The bits are not those of a mask of {width}x{height} cells.")
    return mask
