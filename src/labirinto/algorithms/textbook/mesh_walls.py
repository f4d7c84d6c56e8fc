"""Wilson's algorithm on the walls of a grid of cells of any form.

The walls that a maze leaves are a spanning tree of the corners at which walls can end.  All corners
along the outer border, or along a hole, are one.

1. All passages are open, and only the borders stand.  Corners of three walls are left out for now,
   as many as are not neighbours of each other: from a corner beside one, a walk goes past it in one
   step, which it takes a third as often as a step along a wall.
2. Walls grow from a border.
3. From a corner that has no wall yet, walk at random along places where walls can stand, erasing
   every loop as it closes, until the walk meets that border or a wall.  Then the path becomes wall.
4. Again from step 3, until no corner is left.  A corner that was left out, and that no wall leads
   past, has one of its three walls, each equally likely.

Leaving out replaces a star of three links by a triangle of links with a third of their weight,
which changes no tree's probability.
"""

from __future__ import annotations

from labirinto.algorithms.textbook.rows import Passages
from labirinto.algorithms.textbook.steps import (
    Finished,
    LoopErased,
    PathJoined,
    Steps,
    WalkMoved,
    WalkStarted,
)
from labirinto.grids.mesh import Mesh, as_label
from labirinto.random_bits import Bits

Link = tuple[int, tuple[int, ...]]
"""The corner to which a walk goes, and the walls that it takes."""


def steps(grid: Mesh, seed: int) -> Steps:
    bits = Bits(seed)
    planar_map = grid.core
    root = planar_map.corners_root
    walls_at = [planar_map.walls_at(corner) for corner in range(planar_map.corners)]
    standing: set[int] = set()  # step 1
    left_out: list[int] = []
    for corner, walls in enumerate(walls_at):
        beside = {other for other, _ in walls}
        if len(walls) == 3 and corner != root and beside.isdisjoint(left_out):
            left_out.append(corner)
    links = {
        corner: _links(corner, walls_at, set(left_out))
        for corner in range(planar_map.corners)
        if corner not in left_out
    }

    finished = {root}  # step 2
    for start in links:
        if start in finished:
            continue
        yield WalkStarted(3, as_label(start))
        path = [start]
        taken: list[Link] = []
        while path[-1] not in finished:
            here = path[-1]
            link = links[here][bits.among(len(links[here]))]
            there, _ = link
            yield WalkMoved(3, as_label(here), as_label(there))
            if there in path:
                kept = path.index(there)
                yield LoopErased(3, tuple(map(as_label, path[kept + 1 :])))
                del path[kept + 1 :], taken[kept:]
            else:
                path.append(there)
                taken.append(link)
        for _, passed in taken:
            standing.update(passed)
        finished.update(path)
        yield PathJoined(3, tuple(map(as_label, path)))

    for corner in left_out:  # step 4
        if standing.isdisjoint(wall for _, wall in walls_at[corner]):
            other, wall = walls_at[corner][bits.among(3)]
            standing.add(wall)
            yield PathJoined(4, (as_label(corner), as_label(other)))

    passages = Passages(grid)
    for wall in range(grid.walls):
        if wall not in standing:
            passages.open(wall)
    yield Finished(4)
    return passages.to_bytes()


def _links(corner: int, walls_at: list[list[tuple[int, int]]], left_out: set[int]) -> list[Link]:
    """The links of a corner, as often as they weigh; along walls and past corners left out."""
    is_beside = any(other in left_out for other, _ in walls_at[corner])
    links: list[Link] = []
    for there, wall in walls_at[corner]:
        if there in left_out:
            links += [(far, (wall, last)) for far, last in walls_at[there] if far != corner]
        else:
            links += [(there, (wall,))] * (3 if is_beside else 1)
    return links
