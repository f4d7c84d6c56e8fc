"""How long it takes to make mazes of other cells than squares, beside squares and beside igraph."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from measure import Row, against, digest, expect, in_fresh_process, timed
from peer_graphs import IgraphInC

import labirinto
from labirinto.grids import Mesh, circular, hexagonal, octagonal, triangular, voronoi

MOST_OF_SQUARES = 8
LEAST_OF_IGRAPH = 5
ROUNDS = 7


class IgraphOfMesh(IgraphInC):
    """igraph's C library on the cells of any grid."""

    def __init__(self, grid: Mesh) -> None:
        self.library = ctypes.CDLL(ctypes.util.find_library("igraph"))
        self.graph = ctypes.create_string_buffer(4096)
        neighbours = grid.core.neighbours
        pairs = [
            (cell, other, wall)
            for cell in range(len(grid))
            for other, wall in neighbours(cell)
            if cell < other
        ]
        self.edges = np.array(pairs, np.int64)
        ends = self._vector(2 * len(pairs))
        self._array(ends)[:] = self.edges[:, :2].ravel()
        cells = ctypes.c_int64(len(grid))
        self._call("create", self.graph, ctypes.byref(ends), cells, 0)
        self.library.igraph_vector_int_destroy(ctypes.byref(ends))
        self.library.igraph_rng_default.restype = ctypes.c_void_p

    def passages(self, numbers: Any) -> bytes:
        """The tree, as a maze of ours."""
        walls = np.zeros(len(self.edges), np.bool_)
        walls[self.edges[self._array(numbers), 2]] = True
        self.library.igraph_vector_int_destroy(ctypes.byref(numbers))
        return np.packbits(walls, bitorder="little").tobytes()


def grids_of(cells: int) -> dict[str, Callable[[], Mesh]]:
    """A grid of every kind, with about so many cells."""
    side = round(cells**0.5)
    rings = round((cells / np.pi) ** 0.5)
    return {
        "hexagons": partial(hexagonal, side, side),
        "triangles": partial(triangular, side, side),
        "octagons": partial(octagonal, side, side),
        "rings": partial(circular, rings),
        "voronoi": partial(voronoi, cells, seed=1),
    }


def meshes(quick: bool) -> Iterator[Row]:
    """Wilson's algorithm on a million cells of every kind, in turn with as many squares."""
    side = 300 if quick else 1000
    for kind, make_grid in grids_of(side * side).items():
        grid = make_grid()
        built, _ = timed(lambda grid=grid: grid.core)
        ours, squares, peers = [], [], []
        digests = set()
        peer = IgraphOfMesh(grid) if ctypes.util.find_library("igraph") else None
        for seed in range(ROUNDS):
            # In turn, so that whatever else the machine does befalls all alike.
            squares.append(timed(partial(labirinto.wilson, side, side, seed=seed, threads=1))[0])
            seconds, maze = timed(partial(labirinto.wilson, grid, seed=seed))
            expect_tree(grid, maze.bits)
            ours.append(seconds)
            digests.add(digest(maze.bits))
            if peer and seed < 2:
                seconds, tree = timed(partial(peer.make, seed))
                expect_tree(grid, peer.passages(tree))
                peers.append(seconds)
        expect(len(digests) == ROUNDS, "two seeds give one maze")
        ratio = min(ours) / len(grid) / (min(squares) / side**2)
        remark = (
            f"{ratio:.1f} times squares (target {against(ratio, MOST_OF_SQUARES)}); grid built in "
            f"{built * 1e9 / len(grid):.0f} ns a cell"
        )
        if peers:
            faster = min(peers) / min(ours)
            met = "met" if faster >= LEAST_OF_IGRAPH else "missed"
            remark += f"; igraph in C {faster:.1f} times as long (target {LEAST_OF_IGRAPH}, {met})"
        yield Row(f"Wilson, {kind}", f"{len(grid)} cells", median(ours), len(grid), None, remark)


def memory_of_meshes(quick: bool) -> Iterator[Row]:
    """Bytes a cell at the peak of building a grid, and of making a maze on it."""
    cells = 10**5 if quick else 10**6
    for kind in grids_of(cells):
        report = in_fresh_process("mesh", kind, cells)
        built, made = (report[name] / report["cells"] for name in ("built_bytes", "made_bytes"))
        remark = f"peak {built:.0f} bytes a cell to build it, {made:.0f} with a maze on it"
        yield Row(f"Memory, {kind}", f"{report['cells']} cells", report["seconds"], remark=remark)


def expect_tree(grid: Mesh, passages: bytes) -> None:
    """Raise if passages do not join all cells, or are too many."""
    expect(int.from_bytes(passages, "little").bit_count() == len(grid) - 1, "it is no tree")
    expect(len(grid.core.parts(passages)) == 1, "it is not connected")
