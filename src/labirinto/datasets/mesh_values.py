"""The values of columns of mazes on grids that are no rectangles, one maze after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from labirinto.datasets.arrays import Ragged
from labirinto.datasets.mazes import MeshMazes
from labirinto.grids import wall_bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from labirinto.datasets.values import Look

_DECIMALS = 3
"""Of coordinates, so that platforms whose sines differ in the last bit have the same."""


def _ragged(arrays: Iterable[NDArray[Any]]) -> Ragged:
    import numpy as np

    parts = list(arrays)
    shapes = np.array([part.shape for part in parts], np.int64)
    return Ragged(np.concatenate([part.ravel() for part in parts]), shapes)


def _open(mazes: MeshMazes) -> list[NDArray[np.bool_]]:
    import numpy as np

    pairs = zip(mazes.meshes, mazes.problems, strict=True)
    flags = [wall_bits.flags_of_bits(mesh, maze.bits) for mesh, (maze, *_) in pairs]
    return [np.frombuffer(them, bool) for them in flags]


def _walls(mazes: MeshMazes) -> list[NDArray[np.int32]]:
    import numpy as np

    found = {id(mesh): mesh for mesh in mazes.meshes}
    walls = {
        key: np.array(wall_bits.cells_beside(mesh), np.int32).reshape(-1, 2)
        for key, mesh in found.items()
    }
    return [walls[id(mesh)] for mesh in mazes.meshes]


def _edges(mazes: MeshMazes) -> list[NDArray[np.int32]]:
    return [walls[is_open] for walls, is_open in zip(_walls(mazes), _open(mazes), strict=True)]


def walls_of(mazes: MeshMazes, _: Look) -> Ragged:
    return _ragged(_walls(mazes))


def open_of(mazes: MeshMazes, _: Look) -> Ragged:
    return _ragged(_open(mazes))


def edges_of(mazes: MeshMazes, _: Look) -> Ragged:
    return _ragged(_edges(mazes))


def centres_of(mazes: MeshMazes, _: Look) -> Ragged:
    import numpy as np

    found = {id(mesh): mesh for mesh in mazes.meshes}
    centres = {
        key: np.round([mesh.centre(cell) for cell in range(len(mesh))], _DECIMALS) + 0.0
        for key, mesh in found.items()
    }
    return _ragged(centres[id(mesh)] for mesh in mazes.meshes)


def end_cells_of(mazes: MeshMazes, which: int) -> NDArray[np.int32]:
    """The numbers of the starts, 0, or of the ends, 1."""
    import numpy as np

    cells = [mesh.index([*mazes.ends_of(i)][which]) for i, mesh in enumerate(mazes.meshes)]
    return np.array(cells, np.int32)


def path_cells_of(mazes: MeshMazes, _: Look) -> Ragged:
    import numpy as np

    paths = (mazes.path_of(i).numbers for i in range(len(mazes)))
    return _ragged(np.array(numbers, np.int32) for numbers in paths)


def turns_on_mesh(mazes: MeshMazes, _: Look) -> NDArray[np.int32]:
    import numpy as np

    return np.array([difficulty.turns for difficulty in mazes.difficulties], np.int32)


def junctions_on_mesh(mazes: MeshMazes, _: Look) -> NDArray[np.int32]:
    import numpy as np

    return np.array([difficulty.junctions for difficulty in mazes.difficulties], np.int32)


def dead_ends_on_mesh(mazes: MeshMazes, _: Look) -> NDArray[np.int32]:
    import numpy as np

    counts = [(np.bincount(edges.ravel()) == 1).sum() for edges in _edges(mazes)]
    return np.array(counts, np.int32)


def cell_counts_of(mazes: MeshMazes, _: Look) -> NDArray[np.int32]:
    import numpy as np

    return np.array([len(mesh) for mesh in mazes.meshes], np.int32)


def distances_on_mesh(mazes: MeshMazes, _: Look) -> Ragged:
    import numpy as np

    starts = end_cells_of(mazes, 0)
    trios = zip(mazes.meshes, mazes.problems, starts, strict=True)
    found = (wall_bits.distances(mesh, maze.bits, int(start)) for mesh, (maze, *_), start in trios)
    return _ragged(np.array(distances, np.int32) for distances in found)
