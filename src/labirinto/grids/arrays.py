"""Whole numbers in one to four dimensions, without NumPy.

Mazes hand out their cells, blocks and distances in these.  They take no more memory than the
numbers themselves, and ``np.asarray`` makes a NumPy array of one without copying.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal, SupportsIndex, overload

from labirinto._internal.validation import places_in
from labirinto.errors import InvalidValueError, shown

if TYPE_CHECKING:
    import numpy as np

Format = Literal["B", "i"]
"""The type of the numbers, as ``memoryview`` calls it: ``uint8`` or ``int32``."""

_TYPE_NAMES = {"B": "uint8", "i": "int32"}


class _Array:
    __slots__ = ("_data", "_format", "_shape")

    _data: memoryview
    _format: Format
    _shape: tuple[int, ...]
    _dimensions: ClassVar[int]

    def __init__(
        self, data: bytes | memoryview, shape: tuple[int, ...], format: Format = "B"
    ) -> None:
        """
        Args:
            data: The numbers in reading order, as they are in memory.
            shape: The length of each dimension.
            format: The type of the numbers.

        Raises:
            InvalidValueError: If the numbers do not fill the shape, or for another type.
        """
        try:
            self._data = memoryview(data).toreadonly().cast("B").cast(format)
            fits = (
                format in _TYPE_NAMES
                and len(shape) == self._dimensions
                and min(shape) >= 0
                and len(self._data) == operator.index(math.prod(shape))
            )
        except (TypeError, ValueError):
            fits = False
        if not fits:
            raise InvalidValueError(
                f"The numbers do not fill the shape {shown(shape)}; give bytes for "
                f"{self._dimensions} lengths, in the format 'B' or 'i'."
            )
        self._shape = tuple(shape)
        self._format = format

    @property
    def data(self) -> memoryview:
        """All numbers in reading order: a read-only, one-dimensional view that shares memory."""
        return self._data

    def tobytes(self) -> bytes:
        """All numbers in reading order, as they are in memory."""
        return self._data.tobytes()

    def __len__(self) -> int:
        return self._shape[0]

    def _item(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(places_in(index, len(self)))
        indices = index if isinstance(index, tuple) else (index,)
        if not 1 <= len(indices) <= len(self._shape):
            raise InvalidValueError(f"{self!r} has no place {shown(index)}.")
        place = 0
        for number, length in zip(indices, self._shape, strict=False):
            try:
                number = operator.index(number)
            except TypeError:
                raise InvalidValueError(
                    f"{shown(number)} is not a whole number; for other indices use np.asarray."
                ) from None
            if not -length <= number < length:
                raise IndexError(f"index {shown(number)} is out of range for a length of {length}")
            place = place * length + number % length
        inner = self._shape[len(indices) :]
        if not inner:
            return self._data[place]
        size = math.prod(inner)
        part = self._data[place * size : (place + 1) * size]
        return tuple(part) if len(inner) == 1 else array_of(part, inner, self._format)

    def _part(self, places: range) -> Any:
        size = math.prod(self._shape[1:])
        if places.step == 1:
            part = self._data[places.start * size : places.stop * size]
        else:
            parts = [self._data[place * size : (place + 1) * size] for place in places]
            part = memoryview(b"".join(parts))
        return type(self)(part, (len(places), *self._shape[1:]), self._format)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        import numpy as np

        array = np.asarray(self._data).reshape(self._shape)
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"an array of another type than {array.dtype} is always a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Array):
            return NotImplemented
        return self._shape == other._shape and self._data == other._data

    def __hash__(self) -> int:
        return hash((self._shape, self.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.tobytes(), self._shape, self._format)

    def __repr__(self) -> str:
        kind = _TYPE_NAMES[self._format]
        return f"<{type(self).__name__} {kind}[{', '.join(map(str, self._shape))}]>"


def numpy_copy(numbers: Any, dtype: Any, copy: bool | None, what: str) -> np.ndarray[Any, Any]:
    """The NumPy array of what has no array in memory to share; its arguments are NumPy's.

    Raises:
        ValueError: If it must not be a copy, of which the message says ``what``.
    """
    import numpy as np

    if copy is False:
        raise ValueError(f"the array of {what} is always a copy")
    return np.array(numbers, dtype=dtype)


class Array1D(_Array):
    """A read-only sequence of whole numbers.

    ``array[i]`` is a number; slices are arrays.  Iterating gives the numbers, ``len`` their number,
    ``.tolist()`` a list.  ``np.asarray(array)`` is a read-only view of the same memory.
    """

    __slots__ = ()
    _dimensions = 1

    @property
    def shape(self) -> tuple[int]:
        """How many numbers there are."""
        return (self._shape[0],)

    def tolist(self) -> list[int]:
        """The numbers as a list."""
        return self._data.tolist()

    def __getitem__(self, index: Any) -> Any:
        return self._item(index)

    def __iter__(self) -> Iterator[int]:
        return iter(self._data)


class Array2D(_Array):
    """Read-only rows of whole numbers.

    ``array[y]`` is a row, a tuple; ``array[y, x]`` and ``array[y][x]`` are a number; slices are
    arrays of some rows.  Iterating gives the rows, ``len`` their number, ``.tolist()`` nested
    lists.  ``np.asarray(array)`` is a read-only view of the same memory.
    """

    __slots__ = ()
    _dimensions = 2

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and the length of each."""
        return self._shape[0], self._shape[1]

    def tolist(self) -> list[list[int]]:
        """The rows as lists."""
        return [list(row) for row in self]

    @overload
    def __getitem__(self, index: SupportsIndex) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Array2D: ...
    @overload
    def __getitem__(self, index: tuple[SupportsIndex, SupportsIndex]) -> int: ...
    def __getitem__(self, index: Any) -> Any:
        return self._item(index)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        width = self._shape[1]
        return (tuple(self._data[y * width : (y + 1) * width]) for y in range(len(self)))


class Array3D(_Array):
    """A read-only sequence of ``Array2D`` of one shape.

    ``array[i]`` is an ``Array2D``, ``array[i, y]`` a row, ``array[i, y, x]`` a number; slices are
    arrays of some of them.  Iterating gives every ``Array2D``, ``len`` their number, ``.tolist()``
    nested lists.  ``np.asarray(array)`` is a read-only view of the same memory.
    """

    __slots__ = ()
    _dimensions = 3

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of ``Array2D``, the number of rows of each, and the length of each row."""
        return self._shape[0], self._shape[1], self._shape[2]

    def tolist(self) -> list[list[list[int]]]:
        """The numbers as nested lists."""
        return [part.tolist() for part in self]

    @overload
    def __getitem__(self, index: SupportsIndex) -> Array2D: ...
    @overload
    def __getitem__(self, index: slice) -> Array3D: ...
    @overload
    def __getitem__(self, index: tuple[SupportsIndex, SupportsIndex]) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: tuple[SupportsIndex, SupportsIndex, SupportsIndex]) -> int: ...
    def __getitem__(self, index: Any) -> Any:
        return self._item(index)

    def __iter__(self) -> Iterator[Array2D]:
        return (self[i] for i in range(len(self)))


class Array4D(_Array):
    """A read-only sequence of ``Array3D`` of one shape.

    ``array[i]`` is an ``Array3D``, ``array[i, floor]`` an ``Array2D``, and so on; slices are arrays
    of some of them.  Iterating gives every ``Array3D``, ``len`` their number, ``.tolist()`` nested
    lists.  ``np.asarray(array)`` is a read-only view of the same memory.
    """

    __slots__ = ()
    _dimensions = 4

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The number of ``Array3D``, and the shape of each."""
        return self._shape[0], self._shape[1], self._shape[2], self._shape[3]

    def tolist(self) -> list[list[list[list[int]]]]:
        """The numbers as nested lists."""
        return [part.tolist() for part in self]

    def __getitem__(self, index: Any) -> Any:
        """An ``Array3D`` or a part of it, or for a slice an ``Array4D``."""
        return self._item(index)

    def __iter__(self) -> Iterator[Array3D]:
        return (self[i] for i in range(len(self)))


_BY_DIMENSIONS = (Array1D, Array2D, Array3D, Array4D)


def array_of(
    data: bytes | memoryview, shape: tuple[int, ...], format: Format = "B"
) -> Array1D | Array2D | Array3D | Array4D:
    """The array of numbers with one to four dimensions."""
    return _BY_DIMENSIONS[len(shape) - 1](data, shape, format)
