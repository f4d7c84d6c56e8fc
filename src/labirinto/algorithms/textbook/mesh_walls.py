"""Wilson's algorithm on the walls of a grid of cells of any form.

The walls that a maze leaves are a spanning tree of the corners at which walls can end.  All corners
along the outer border, or along a hole, are one.

1. All passages are open, and only the borders stand.
2. Walls grow from a border.
3. From a corner that has no wall yet, walk at random along places where walls can stand, erasing
   every loop as it closes, until the walk meets that border or a wall.  Then the path becomes wall.
4. Again from step 3, until no corner is left.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.random import Bits
from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.runs import Steps
from labirinto.algorithms.textbook.steps import (
    Finished,
    LoopErased,
    PathJoined,
    WalkMoved,
    WalkStarted,
)
from labirinto.grids.mesh import Mesh, as_label


def steps(grid: Mesh, seed: int) -> Steps:
    bits = Bits(seed)
    planar_map = grid.core
    walls_at = [planar_map.walls_at(corner) for corner in range(planar_map.corners)]
    standing: set[int] = set()  # step 1
    finished = {planar_map.corners_root}  # step 2

    for start in range(planar_map.corners):
        if start in finished:
            continue
        yield WalkStarted(3, as_label(start))
        path = [start]
        walls: list[int] = []
        while path[-1] not in finished:
            here = path[-1]
            there, wall = walls_at[here][bits.below(len(walls_at[here]))]
            yield WalkMoved(3, as_label(here), as_label(there))
            if there in path:
                kept = path.index(there)
                yield LoopErased(3, tuple(map(as_label, path[kept + 1 :])))
                del path[kept + 1 :], walls[kept:]
            else:
                path.append(there)
                walls.append(wall)
        standing.update(walls)
        finished.update(path)
        yield PathJoined(3, tuple(map(as_label, path)))

    passages = Passages(grid)
    for wall in range(grid.walls):
        if wall not in standing:
            passages.open(wall)
    yield Finished(4)
    return passages.to_bytes()
