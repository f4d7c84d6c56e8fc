"""Arrays that NumPy saved, read without NumPy: the header, and whole numbers line by line.

Source: the NPY format, versions 1.0 to 3.0, of NumPy's documentation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from labirinto._internal.source import Source
from labirinto.errors import FileFormatError, cause
from labirinto.formats._signatures import NPY as MAGIC

_LONGEST_HEADER = 10_000
_BAND_BYTES = 1 << 20

# Each is searched for on its own, since writers agree on neither order nor blanks.
_DESCR = re.compile(r"""["']descr["']\s*:\s*["']([<>|=]?)([biuU])(\d{1,9})["']""", re.ASCII)
_ORDER = re.compile(r"""["']fortran_order["']\s*:\s*(True|False)\b""")
_SHAPE = re.compile(r"""["']shape["']\s*:\s*\(([\d\s,L]{0,80})\)""", re.ASCII)


class OtherNumbersError(FileFormatError):
    """The numbers of an array are out of the expected range."""


@dataclass(frozen=True)
class NpyArray:
    """An array whose header has been read.

    Attributes:
        source: Continues at the first number.
        kind: B for truth values, i and u for whole numbers, U for text.
        item_bytes: Bytes of a number, or of a text.
        big_endian: Whether the highest byte of a number is first.
        fortran_order: Whether the first index changes fastest.
        shape: Its sides.
        header_bytes: Bytes before the numbers.
    """

    source: Source
    kind: str
    item_bytes: int
    big_endian: bool
    fortran_order: bool
    shape: tuple[int, ...]
    header_bytes: int

    @property
    def data_bytes(self) -> int:
        """Bytes of all numbers."""
        return math.prod(self.shape) * self.item_bytes

    def whole(self) -> bytes:
        """Read the bytes of all numbers, to the end of the file.

        Raises:
            FileFormatError: If there are fewer, or more.
            TooLargeError: If there is not enough memory.
        """
        data = self.source.exactly(self.data_bytes)
        self.check_end()
        return data

    def check_end(self) -> None:
        """Check that nothing follows.

        Raises:
            FileFormatError: If something does.
        """
        if self.source.read(1):
            raise FileFormatError("it is longer than its header says.")

    def lines(self, most: int) -> Iterator[bytes]:
        """Yield the numbers along the last side, a byte each: a line for each of all other indices.

        An array in C order is read piece by piece.

        Args:
            most: The largest value of a number, up to 255.

        Raises:
            FileFormatError: If a value is larger, or numbers are missing.
            TooLargeError: If there is not enough memory for an array in Fortran order.
        """
        if self.kind == "U":
            raise FileFormatError("it has an array of text where numbers are expected.")
        length = self.shape[-1]
        if self.fortran_order:
            data = _in_c_order(self._values(self.whole(), most), self.shape)
            yield from (data[at : at + length] for at in range(0, len(data), length))
            return
        count = math.prod(self.shape[:-1])
        at_once = max(1, _BAND_BYTES // (length * self.item_bytes))
        for first in range(0, count, at_once):
            taken = min(at_once, count - first)
            band = self.source.exactly(taken * length * self.item_bytes)
            values = self._values(band, most)
            yield from (values[at : at + length] for at in range(0, len(values), length))
        self.check_end()

    def numbers(self) -> list[int]:
        """Return all numbers of a small array.

        Raises:
            FileFormatError: If they are texts, or many, or some are missing.
        """
        data, size = self._little("biu"), self.item_bytes
        order: Literal["big", "little"] = "big" if self.big_endian else "little"
        return [
            int.from_bytes(data[at : at + size], order, signed=self.kind == "i")
            for at in range(0, len(data), size)
        ]

    def text(self) -> str:
        """Return the text of an array that has just one.

        Raises:
            FileFormatError: If it has something else, or much, or less than it claims.
        """
        data = self._little("U")
        try:
            text = data.decode("utf-32-be" if self.big_endian else "utf-32-le")
        except UnicodeDecodeError as error:
            raise FileFormatError(f"its text is damaged ({cause(error)}).") from None
        return text.rstrip("\0")

    def _little(self, kinds: str) -> bytes:
        if self.kind not in kinds or self.data_bytes > _BAND_BYTES:
            raise FileFormatError("it has an array of a type that no maze has.")
        return self.whole()

    def _values(self, data: bytes, most: int) -> bytes:
        size = self.item_bytes
        lowest = size - 1 if self.big_endian else 0
        values = data[lowest::size]
        fits = not values.translate(None, bytes(range(most + 1)))
        for at in range(size):
            if at != lowest and fits:
                part = data[at::size]
                fits = part.count(0) == len(part)
        if not fits:
            raise OtherNumbersError(f"it has numbers that are not from 0 to {most}.")
        return values


def read_header(source: Source) -> NpyArray:
    """Read what precedes the numbers.

    Raises:
        FileFormatError: If this is no array of whole numbers, truth values or texts.
    """
    start = source.read(len(MAGIC) + 2)
    if len(start) < 8 or not start.startswith(MAGIC):
        raise FileFormatError("this is not an array that NumPy saved.")
    if start[6] not in (1, 2, 3):
        raise FileFormatError(f"it is of version {start[6]} of NPY; save it as version 1, 2 or 3.")
    length_bytes = 2 if start[6] == 1 else 4
    length = int.from_bytes(source.read(length_bytes), "little")
    if length > _LONGEST_HEADER:
        raise FileFormatError(f"its header claims {length} bytes, more than any maze's.")
    text = source.exactly(length).decode("latin-1")
    descr, order, shape = (part.search(text) for part in (_DESCR, _ORDER, _SHAPE))
    if not (order and shape):
        raise FileFormatError("its header is damaged: shape or order is missing.")
    if not descr:
        raise FileFormatError(
            "its numbers are not whole numbers; save it with .astype(numpy.uint8)."
        )
    size = int(descr[3])
    sides = tuple(int(side) for side in re.findall(r"\d+", shape[1]))
    if descr[2] != "U" and size not in (1, 2, 4, 8):
        raise FileFormatError("its header is damaged: its numbers have an impossible size.")
    if 0 in sides:
        raise FileFormatError(f"its array of {' x '.join(map(str, sides))} numbers is empty.")
    return NpyArray(
        source,
        kind=descr[2],
        item_bytes=size * (4 if descr[2] == "U" else 1),
        big_endian=descr[1] == ">",
        fortran_order=order[1] == "True",
        shape=sides,
        header_bytes=len(start) + length_bytes + length,
    )


def _in_c_order(data: bytes, shape: tuple[int, ...]) -> bytes:
    first, *others = shape
    if not others:
        return data
    return b"".join(_in_c_order(data[at::first], tuple(others)) for at in range(first))
