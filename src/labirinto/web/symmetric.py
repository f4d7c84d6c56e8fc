"""Symmetric mazes on the page: the sizes that they can have."""

from __future__ import annotations


def fitted_size(symmetry: str, size: tuple[int, int]) -> tuple[int, int]:
    """The size nearest to another one in which there are mazes of a symmetry, which may be none."""
    width, height = size
    if symmetry == "turn4":
        side = min(size) | 1
        return side, side
    if symmetry in ("xy", "turn2") and width % 2 == height % 2 == 0:
        return width + 1, height
    return size
