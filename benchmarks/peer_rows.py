"""Mazes as each library gives them, brought into rows as labirinto stores them."""

from __future__ import annotations

from typing import Any

import numpy as np

Flags = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[np.int32]]


def packed(east: Flags, south: Flags) -> bytes:
    """Rows as labirinto stores them, of arrays ``[y, x]``: is there a passage east, and south?"""
    planes = [np.packbits(flags, axis=1, bitorder="little") for flags in (east, south)]
    return np.stack(planes, axis=1).tobytes()


def passages_of(rows: bytes, side: int) -> tuple[Numbers, Numbers]:
    """The two ends of each passage, numbers of cells in reading order."""
    planes = np.frombuffer(rows, np.uint8).reshape(side, 2, -1)
    flags = np.unpackbits(planes, axis=2, count=side, bitorder="little")
    east, south = (np.flatnonzero(flags[:, plane]).astype(np.int32) for plane in (0, 1))
    return np.concatenate([east, south]), np.concatenate([east + 1, south + side])


def lattice(side: int) -> tuple[Numbers, Numbers]:
    """The two ends of every passage that there can be."""
    cells = np.arange(side * side, dtype=np.int32).reshape(side, side)
    west, north = cells[:, :-1].ravel(), cells[:-1].ravel()
    return np.concatenate([west, north]), np.concatenate([west + 1, north + side])


def packed_edges(ends: Any, others: Any, side: int) -> bytes:
    """Rows, of the two ends of each passage."""
    lower = np.minimum(ends, others)
    steps = np.maximum(ends, others) - lower
    planes = []
    for step in (1, side):
        flags = np.zeros(side * side, np.bool_)
        flags[lower[steps == step]] = True
        planes.append(flags.reshape(side, side))
    if sum(int(flags.sum()) for flags in planes) != len(lower):
        raise AssertionError("an edge joins cells that are not neighbours, or is there twice")
    return packed(*planes)


def packed_floor(floor: Flags) -> bytes:
    """Rows, of a picture with walls and floors of one pixel."""
    inside = floor[1:-1, 1:-1]
    # Openings in the outer wall are no passages.
    east = np.pad(inside[::2, 1::2], ((0, 0), (0, 1)))
    south = np.pad(inside[1::2, ::2], ((0, 1), (0, 0)))
    return packed(east, south)
