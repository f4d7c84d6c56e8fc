"""Mazes on meshes as bits: bit k % 8 of byte k // 8 is 1 where a passage leads through wall k."""

from __future__ import annotations

from math import pi

from labirinto.grids.mesh import Mesh


def open_links(mesh: Mesh, bits: bytes, index: int) -> list[tuple[int, int]]:
    """List the cells to which a passage leads from a cell, clockwise, and the walls."""
    links = mesh.core.neighbours(index)
    return [(cell, wall) for cell, wall in links if bits[wall // 8] >> wall % 8 & 1]


def flags_of_bits(mesh: Mesh, bits: bytes) -> bytes:
    """A byte a wall: 1 where a passage leads through it."""
    flags = bytearray(8 * len(bits))
    for k in range(8):
        flags[k::8] = bits.translate(bytes(value >> k & 1 for value in range(256)))
    return bytes(flags[: mesh.walls])


def bits_of_flags(flags: bytes) -> bytes:
    """The reverse of ``flags_of_bits``."""
    size = (len(flags) + 7) // 8
    bits = 0
    for k in range(8):
        bits |= int.from_bytes(flags[k::8], "little") << k
    return bits.to_bytes(size, "little")


def cells_beside(mesh: Mesh) -> memoryview:
    """The numbers of the cells beside each wall: two a wall, the lower one first."""
    return memoryview(mesh.core.wall_cells()).cast("I")


def direction_of(mesh: Mesh, one: int, other: int) -> int:
    """The direction from a square to a neighbour in its row or column: E, S, W and N from 0."""
    return round(mesh.heading(one, other) / (pi / 2)) % 4
