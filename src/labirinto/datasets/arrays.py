"""Values of a column, flat as NumPy makes them: as a column of Arrow, and one by one."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

from labirinto._internal.extras import needing

with needing("A dataset needs {}", "datasets"):
    import numpy as np
    from numpy.typing import NDArray


Integers = NDArray[np.int64]
Seeds = NDArray[np.uint64]
Keys = NDArray[np.uint64]


class Ragged(NamedTuple):
    """Arrays of different shapes.

    Attributes:
        flat: The numbers of all, one array after the other.
        shapes: ``int64[n, dimensions]``.
    """

    flat: NDArray[Any]
    shapes: Integers


class Texts(NamedTuple):
    """Texts in ASCII.

    Attributes:
        data: All, one after the other.
        firsts: Where each begins, and where the last one ends.
    """

    data: bytes
    firsts: Integers


Values = NDArray[Any] | Ragged | Texts | list[str] | list[bytes]
"""A column of some rows: numbers, arrays, texts, or the bytes of pictures."""


def offsets(lengths: Integers) -> Integers:
    """Return where consecutive parts of these lengths begin, and where the last one ends."""
    found = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=found[1:])
    return found


def import_pyarrow(part: str = "pyarrow") -> Any:
    """PyArrow, or a part of it.

    Raises:
        MissingExtraError: If it is not installed.
    """
    with needing("Parquet files need pyarrow", "datasets"):
        return import_module(part)


def arrow_type(name: str, depth: int) -> Any:
    """The type of Arrow of a column."""
    pa = import_pyarrow()

    if name == "image":
        return pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    found = getattr(pa, "bool_" if name == "bool" else name)()
    for _ in range(depth):
        found = pa.list_(found)
    return found


def to_arrow(values: Values, kind: Any) -> Any:
    """A column of a type."""
    pa = import_pyarrow()

    if isinstance(values, Texts):
        firsts = values.firsts.astype(np.int32)
        return pa.StringArray.from_buffers(
            len(firsts) - 1, pa.py_buffer(firsts), pa.py_buffer(values.data)
        )
    if isinstance(values, Ragged):
        inner, depth = kind, values.shapes.shape[1]
        for _ in range(depth):
            inner = inner.value_type
        found = pa.array(values.flat, inner)
        for side in reversed(range(depth)):
            # As many lists as the sides around them say, each as long as this side.
            around = np.prod(values.shapes[:, :side], axis=1, dtype=np.int64)
            firsts = np.zeros(around.sum() + 1, np.int32)
            np.cumsum(np.repeat(values.shapes[:, side], around), out=firsts[1:])
            found = pa.ListArray.from_arrays(pa.array(firsts), found)
        return found.cast(kind)
    if pa.types.is_struct(kind):
        data = pa.array(values, pa.binary())
        return pa.StructArray.from_arrays([data, pa.nulls(len(values), pa.string())], fields=kind)
    if isinstance(values, list):  # all texts are ASCII; like this takes half the time
        lengths = np.fromiter(map(len, values), np.int64, len(values))
        texts = "".join(map(str, values)).encode("ascii")
        return to_arrow(Texts(texts, offsets(lengths)), kind)
    return pa.array(values, kind)


def one_by_one(values: Values) -> list[Any]:
    """The values of all rows: numbers, texts, bytes, or arrays of NumPy."""
    if isinstance(values, Texts):
        text = values.data.decode("ascii")
        firsts = values.firsts.tolist()
        return [text[begin:end] for begin, end in pairwise(firsts)]
    if isinstance(values, Ragged):
        ends = np.cumsum(np.prod(values.shapes, axis=1))[:-1]
        return [
            part.reshape(shape)
            for part, shape in zip(np.split(values.flat, ends), values.shapes.tolist(), strict=True)
        ]
    return values if isinstance(values, list) else values.tolist()
