"""The core's walks, counted and biased: ``watched_walks.cpp``, compiled and called."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from labirinto.grids import Mesh

HERE = Path(__file__).parent
CORE = HERE.parent / "core"

CELLS, WALLS, ALDOUS_BRODER, ROWS = range(4)

ACROSS = (0.255, 0.245, 0.255, 0.245)
"""Shares of east, south, west and north: 51 : 49 for steps across against steps up and down."""
EASTWARD = (0.255, 0.25, 0.245, 0.25)
"""51 : 49 for steps east against steps west."""


def compiled(folder: Path) -> Path:
    """The library, in a folder."""
    library = folder / "watched_walks.so"
    source = HERE / "watched_walks.cpp"
    flags = ("-std=c++20", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-pthread")
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, *flags, f"-I{CORE}", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return library


@dataclass(frozen=True)
class Walks:
    """One of the four walks.

    Attributes:
        library: The file that was compiled.
        walk: Which of them.
        shares: Of east, south, west and north; None for equal ones, and the core's own mazes.
        rows: Of corners in a strip for walks on walls, in a tile for walks by rows.
    """

    library: Path
    walk: int = CELLS
    shares: Sequence[float] | None = None
    rows: int = 1 << 30

    def __call__(self, width: int, height: int, seed: int, count: int) -> bytes:
        """Mazes of the seeds from ``seed`` on, one after the other."""
        return self.run(width, height, seed, count)[0]

    def run(self, width: int, height: int, seed: int, count: int) -> tuple[bytes, np.ndarray]:
        """Mazes, and how many directions were drawn for each."""
        mazes = ctypes.create_string_buffer(count * 2 * height * ((width + 7) // 8))
        steps = np.zeros(count, np.uint64)
        ends = None
        if self.shares is not None:
            thirds = np.cumsum(self.shares)[:3] * 2**32
            ends = (ctypes.c_uint64 * 3)(*(round(end) for end in thirds.tolist()))
        numbers = [ctypes.c_uint64(n) for n in (width, height, seed, count, self.rows)]
        into = steps.ctypes.data_as(ctypes.c_void_p)
        make = ctypes.CDLL(str(self.library)).make_mazes
        make.restype = None
        make(ctypes.c_uint(self.walk), *numbers, ends, mazes, into)
        return mazes.raw, steps


@dataclass(frozen=True)
class HexagonalWalks:
    """A walk on hexagons.

    Attributes:
        library: The file that was compiled.
        walk: On cells or on walls.
        first: How much more likely than its share the first link of a place is taken.
    """

    library: Path
    walk: int = CELLS
    first: float = 0

    def __call__(self, mesh: Mesh, seed: int, count: int) -> bytes:
        """Mazes of the seeds from ``seed`` on, one after the other, in a rectangle of hexagons."""
        passages = ctypes.create_string_buffer(count * mesh.maze_bytes)
        width, height = mesh.spec["sizes"]
        numbers = [ctypes.c_uint32(width), ctypes.c_uint32(height)]
        numbers += [ctypes.c_uint64(n) for n in (seed, count, round(self.first * 2**32))]
        make = ctypes.CDLL(str(self.library)).make_hexagonal_mazes
        make.restype = None
        make(ctypes.c_uint(self.walk), *numbers, passages)
        return passages.raw
