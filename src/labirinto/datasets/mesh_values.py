"""The values of columns of mazes on grids that are not rectangles, one maze after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labirinto.datasets.arrays import Ragged
from labirinto.datasets.mazes import MeshMazes
from labirinto.datasets.values import Context, of_paths
from labirinto.grids import Mesh, wall_bits

_DECIMALS = 3
"""Coordinates are rounded, so platforms whose sines differ in the last bit have the same."""


def _ragged(arrays: Iterable[NDArray[Any]]) -> Ragged:
    parts = list(arrays)
    shapes = np.array([part.shape for part in parts], np.int64)
    return Ragged(np.concatenate([part.ravel() for part in parts]), shapes)


def _numbers(values: Iterable[int]) -> NDArray[np.int32]:
    return np.array(list(values), np.int32)


def _open(mazes: MeshMazes) -> list[NDArray[np.bool_]]:
    return [
        np.unpackbits(np.frombuffer(maze.bits, np.uint8), count=mesh.walls, bitorder="little") > 0
        for mesh, (maze, *_) in zip(mazes.meshes, mazes.problems, strict=True)
    ]


def _walls(mazes: MeshMazes) -> list[NDArray[np.int32]]:
    return mazes.of_each_grid(
        lambda mesh: np.array(wall_bits.cells_beside(mesh), np.int32).reshape(-1, 2)
    )


def _edges(mazes: MeshMazes) -> list[NDArray[np.int32]]:
    return [walls[is_open] for walls, is_open in zip(_walls(mazes), _open(mazes), strict=True)]


def walls_of(mazes: MeshMazes, _: Context) -> Ragged:
    return _ragged(_walls(mazes))


def open_of(mazes: MeshMazes, _: Context) -> Ragged:
    return _ragged(_open(mazes))


def edges_of(mazes: MeshMazes, _: Context) -> Ragged:
    return _ragged(_edges(mazes))


def cells_of(mazes: MeshMazes, _: Context) -> Ragged:
    return _ragged(
        np.frombuffer(mesh.exits(maze.bits), np.uint8).reshape((1, *mesh.exits_shape)[-3:])
        for mesh, (maze, *_) in zip(mazes.meshes, mazes.problems, strict=True)
    )


def centres_of(mazes: MeshMazes, _: Context) -> Ragged:
    def rounded(mesh: Mesh) -> NDArray[np.float64]:
        centres = np.array([mesh.centre(cell) for cell in range(len(mesh))])
        return np.round(centres, _DECIMALS) + 0.0  # which makes 0 of -0

    return _ragged(mazes.of_each_grid(rounded))


def end_cells_of(mazes: MeshMazes, which: int) -> NDArray[np.int32]:
    """The numbers of the starts, 0, or of the ends, 1."""
    ends = (tuple(mazes.ends_of(i))[which] for i in range(len(mazes)))
    return _numbers(mesh.index(cell) for mesh, cell in zip(mazes.meshes, ends, strict=True))


def path_cells_of(mazes: MeshMazes, _: Context) -> Ragged:
    steps = enumerate(mazes.steps.tolist())
    return _ragged(_numbers(mazes.path_of(i).numbers if there else ()) for i, there in steps)


def closed_of(mazes: MeshMazes, _: Context) -> Ragged:
    assert mazes.closed is not None
    return Ragged(mazes.closed.astype(np.int32).ravel(), np.full((len(mazes), 1), 2))


def turns_of(mazes: MeshMazes, _: Context) -> NDArray[np.int32]:
    return of_paths(mazes, _numbers(difficulty.turns for difficulty in mazes.difficulties))


def junctions_of(mazes: MeshMazes, _: Context) -> NDArray[np.int32]:
    return of_paths(mazes, _numbers(difficulty.junctions for difficulty in mazes.difficulties))


def dead_ends_of(mazes: MeshMazes, _: Context) -> NDArray[np.int32]:
    return _numbers((np.bincount(edges.ravel()) == 1).sum() for edges in _edges(mazes))


def cell_counts_of(mazes: MeshMazes, _: Context) -> NDArray[np.int32]:
    return _numbers(map(len, mazes.meshes))


def distances_of(mazes: MeshMazes, _: Context) -> Ragged:
    starts = end_cells_of(mazes, 0).tolist()
    trios = zip(mazes.meshes, mazes.problems, starts, strict=True)
    return _ragged(
        np.frombuffer(mesh.core.distances(maze.bits, start), np.int32)
        for mesh, (maze, *_), start in trios
    )
