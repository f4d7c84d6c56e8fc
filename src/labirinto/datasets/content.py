"""The content of mazes, by which they are compared and divided into splits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labirinto._internal.digest import digest
from labirinto.datasets.arrays import Keys
from labirinto.datasets.mazes import Mazes, MeshMazes
from labirinto.grids.rectangle import OUTSIDE


def content_keys(mazes: Mazes | MeshMazes, symmetric: bool) -> Keys:
    """A digest of 16 bytes of each maze, as two numbers: ``uint64[n, 2]``.

    It depends on the cells and the passages alone: neither on how the maze was made nor on its
    ends.

    Args:
        mazes: The mazes.
        symmetric: Whether those have the same that are each other's turned or mirrored image.
    """
    contents = _on_meshes(mazes) if isinstance(mazes, MeshMazes) else _exits(mazes, symmetric)
    found = b"".join(map(digest, contents))
    return np.frombuffer(found, "<u8").reshape(-1, 2).astype(np.uint64)


def _exits(mazes: Mazes, symmetric: bool) -> Iterator[bytes]:
    data = mazes.exits.tobytes()
    firsts = mazes.firsts.tolist()
    sizes = zip(mazes.widths.tolist(), mazes.heights.tolist(), strict=True)
    for i, (width, height) in enumerate(sizes):
        exits = data[firsts[i] : firsts[i + 1]]
        if symmetric:
            width, height, exits = _smallest_image(width, height, exits)
        yield b"%dx%d:" % (width, height) + exits


def _on_meshes(mazes: MeshMazes) -> Iterator[bytes]:
    """The kind and the size of each grid, which cells its walls are between, and the passages."""
    grids = mazes.of_each_grid(lambda mesh: mesh.text.encode() + mesh.core.wall_cells())
    for grid, (maze, *_) in zip(grids, mazes.problems, strict=True):
        yield grid + maze.bits


def fractions(keys: Keys) -> NDArray[np.float64]:
    """The place of each maze between 0 and 1, by which its split is chosen."""
    return (keys[:, 0] >> np.uint64(11)).astype(np.float64) * 2.0**-53


def firsts_of_each(keys: Keys) -> NDArray[Any]:
    """The places of the first key of each value, in order."""
    order = np.lexsort((np.arange(len(keys)), keys[:, 1], keys[:, 0]))
    ordered = keys[order]
    is_new = np.ones(len(keys), bool)
    is_new[1:] = np.any(ordered[1:] != ordered[:-1], axis=1)
    return np.sort(order[is_new])


@cache
def _tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For all numbers of exits those of the cell turned to the right, and those of it mirrored."""
    exits = np.arange(OUTSIDE, dtype=np.uint8)
    north_and_south, east, west = exits & 5, exits & 2, exits & 8
    turned = (exits << 1 | exits >> 3) % OUTSIDE
    mirrored = north_and_south | east << 2 | west >> 2
    return np.append(turned, np.uint8(OUTSIDE)), np.append(mirrored, np.uint8(OUTSIDE))


def _smallest_image(width: int, height: int, exits: bytes) -> tuple[int, int, bytes]:
    """The one of the eight images of a maze that comes first, a wide one before a high one."""
    turned, mirrored = _tables()
    maze = np.frombuffer(exits, np.uint8).reshape(height, width)
    images = [maze, mirrored[maze][:, ::-1]]
    while len(images) < 8:
        images.append(turned[np.rot90(images[-2], -1)])
    minus_width, height, smallest = min(
        (-image.shape[1], image.shape[0], image.tobytes()) for image in images
    )
    return -minus_width, height, smallest
