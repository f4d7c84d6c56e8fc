"""Arrays as NumPy saves them: the header, and whole numbers line by line, without NumPy.

Source: the NPY format, versions 1.0 to 3.0, of NumPy's documentation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from labirinto._internal.source import Source
from labirinto.errors import FileFormatError

MAGIC = b"\x93NUMPY"

_LONGEST_HEADER = 10_000
_BAND_BYTES = 1 << 20

# Each looked for by itself, since writers agree on neither order nor blanks.
_DESCR = re.compile(r"""["']descr["']\s*:\s*["']([<>|=]?)([biuU])(\d{1,9})["']""", re.ASCII)
_ORDER = re.compile(r"""["']fortran_order["']\s*:\s*(True|False)\b""")
_SHAPE = re.compile(r"""["']shape["']\s*:\s*\(([\d\s,L]{0,80})\)""", re.ASCII)


class OtherNumbersError(FileFormatError):
    """The numbers of an array are not those that were looked for."""


@dataclass(frozen=True)
class NpyArray:
    """An array whose header has been read, and whose numbers come next.

    Attributes:
        source: stands at the first number.
        kind: b for truth values, i and u for whole numbers, U for text.
        item_bytes: of one number, or of one text.
        big_endian: whether a number's highest byte comes first.
        fortran_order: whether the first index changes fastest.
        shape: sides.
        header_bytes: what stood before the numbers.
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
        """All numbers together."""
        return math.prod(self.shape) * self.item_bytes

    def whole(self) -> bytes:
        """All bytes of all numbers, to the end of the file.

        Raises:
            FileFormatError: if there are fewer, or more.
            TooLargeError: if they do not fit into memory.
        """
        data = self.source.exactly(self.data_bytes)
        self.check_end()
        return data

    def check_end(self) -> None:
        """Looks whether all has been read.

        Raises:
            FileFormatError: if not.
        """
        if self.source.read(1):
            raise FileFormatError("there is more in it than the array that its header tells of.")

    def lines(self, most: int) -> Iterator[bytes]:
        """The numbers, a byte each, along the last side: one line for each of all other indices.

        In C order they are read as they are asked for.

        Args:
            most: the largest value that a number may have, up to 255.

        Raises:
            FileFormatError: if there is another value, or the file ends before.
            TooLargeError: if an array in Fortran's order does not fit into memory.
        """
        if self.kind == "U":
            raise FileFormatError("it has an array of texts where numbers should be.")
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
        """All numbers of a small array.

        Raises:
            FileFormatError: if they are texts, or many, or some are missing.
        """
        data, size = self._little("biu"), self.item_bytes
        order: Literal["big", "little"] = "big" if self.big_endian else "little"
        return [
            int.from_bytes(data[at : at + size], order, signed=self.kind == "i")
            for at in range(0, len(data), size)
        ]

    def text(self) -> str:
        """The text of an array that has just one.

        Raises:
            FileFormatError: if it has something else, or much, or less than it claims.
        """
        data = self._little("U")
        try:
            text = data.decode("utf-32-be" if self.big_endian else "utf-32-le")
        except UnicodeDecodeError as error:
            raise FileFormatError(f"its text is damaged ({error}).") from None
        return text.rstrip("\0")

    def _little(self, kinds: str) -> bytes:
        if self.kind not in kinds or self.data_bytes > _BAND_BYTES:
            raise FileFormatError("it has an array of other things than a maze needs.")
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
            raise OtherNumbersError(f"its numbers are not all from 0 to {most}.")
        return values


def read_header(source: Source) -> NpyArray:
    """Reads what stands before the numbers.

    Raises:
        FileFormatError: if this is no array, or one of other things than whole numbers, truth
            values or texts.
    """
    start = source.read(len(MAGIC) + 2)
    if len(start) < 8 or not start.startswith(MAGIC):
        raise FileFormatError("this is no array that NumPy saved.")
    if start[6] not in (1, 2, 3):
        raise FileFormatError(f"it is of version {start[6]} of NPY; save it as version 1, 2 or 3.")
    length_bytes = 2 if start[6] == 1 else 4
    length = int.from_bytes(source.read(length_bytes), "little")
    if length > _LONGEST_HEADER:
        raise FileFormatError(f"its header claims {length} bytes, which no maze's has.")
    text = source.exactly(length).decode("latin-1")
    descr, order, shape = (part.search(text) for part in (_DESCR, _ORDER, _SHAPE))
    if not (order and shape):
        raise FileFormatError("its header is damaged: it tells neither shape nor order.")
    if not descr:
        raise FileFormatError(
            "its numbers are of a kind that no maze is of; save it with .astype(numpy.uint8)."
        )
    size = int(descr[3])
    sides = tuple(int(side) for side in re.findall(r"\d+", shape[1]))
    if descr[2] != "U" and size not in (1, 2, 4, 8):
        raise FileFormatError("its header is damaged: there are no numbers of such a size.")
    if 0 in sides:
        raise FileFormatError(f"its array of {_times(sides)} numbers has none at all.")
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


def _times(sides: tuple[int, ...]) -> str:
    return " x ".join(map(str, sides))
