"""Mazes on meshes as bits: bit k % 8 of byte k // 8 is 1 where a passage leads through wall k."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from labirinto.errors import InvalidValueError, shown
from labirinto.grids.mesh import Label, Mesh, label_text


def check_bits(mesh: Mesh, bits: bytes) -> bytes:
    """Return the bits of a maze.

    Raises:
        InvalidValueError: If they have another length, or one is set that stands for no wall.
    """
    expected = mesh.maze_bytes
    if len(bits) != expected:
        raise InvalidValueError(
            f"The bits of a maze on the grid {mesh.text} are {expected} bytes, not {len(bits)}."
        )
    if mesh.walls % 8 and bits[-1] >> mesh.walls % 8:
        raise InvalidValueError(
            f"The bits have a passage beyond the {mesh.walls} walls of the grid {mesh.text}."
        )
    return bits


def bits_of_pairs(mesh: Mesh, pairs: Iterable[Any]) -> bytes:
    """The bits of a maze, from its passages as pairs of neighbouring cells.

    Where two cells have two walls, their pair stands for the first wall, and the same pair again
    for the second.

    Raises:
        InvalidValueError: If a pair is not of two neighbours.
    """
    bits = bytearray(mesh.maze_bytes)
    given: Counter[tuple[int, int]] = Counter()
    for pair in pairs:
        try:
            one, other = pair
        except (TypeError, ValueError):
            raise InvalidValueError(f"{shown(pair)} is not a pair of cells.") from None
        low, high = sorted((mesh.index(one), mesh.index(other)))
        walls = walls_between(mesh, low, high)
        if not walls:
            raise InvalidValueError(
                f"{label_text(mesh.label(low))} and {label_text(mesh.label(high))} are not two "
                f"neighbours in the grid {mesh.text}."
            )
        wall = walls[min(given[low, high], len(walls) - 1)]
        given[low, high] += 1
        bits[wall // 8] |= 1 << wall % 8
    return bytes(bits)


def walls_between(mesh: Mesh, one: int, other: int) -> list[int]:
    """The walls that can stand between two cells, in ascending order; none unless they touch."""
    return sorted(wall for cell, wall in mesh.neighbours(one) if cell == other)


def open_links(mesh: Mesh, bits: bytes, index: int) -> list[tuple[int, int]]:
    """List the cells to which a passage leads from a cell, clockwise, and the walls."""
    links = mesh.core.neighbours(index)
    return [(cell, wall) for cell, wall in links if bits[wall // 8] >> wall % 8 & 1]


def open_walls(mesh: Mesh, bits: bytes) -> Iterator[tuple[int, Label, Label]]:
    """Yield every wall with a passage, in ascending order, with the cells on both sides."""
    for index in range(len(mesh)):
        links = [(wall, cell) for cell, wall in open_links(mesh, bits, index) if cell > index]
        for wall, cell in sorted(links):
            yield wall, mesh.label(index), mesh.label(cell)


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


def count_open(bits: bytes) -> int:
    """The number of passages."""
    return int.from_bytes(bits, "little").bit_count()


def is_tree(mesh: Mesh, bits: bytes) -> bool:
    """Whether exactly one path joins any two cells."""
    return count_open(bits) == len(mesh) - 1 and len(mesh.core.parts(bits)) == 1


def distances(mesh: Mesh, bits: bytes, start: int) -> array[int]:
    """The steps from a cell to every cell; -1 to those that no path joins."""
    return array("i", mesh.core.distances(bits, start))
