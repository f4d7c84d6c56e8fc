"""Wilson's algorithm, on the walls.

The walls of a perfect maze are a spanning tree too: of the corners where four cells meet, with the
whole frame as its root.  Mazes and such trees are in one-to-one correspondence (planar duality), so
that a uniform tree of walls is a uniform maze.

1. All passages are open, and only the frame stands.
2. Walls grow from the frame.
3. From a corner that has no wall yet, walk at random, erasing every loop as it closes, until the
   walk meets the frame or a wall.  Then the path becomes wall.
4. Again from step 3, until no corner is left.

Tall mazes are cut into strips of rows, each with a random stream of its own: there a walk also
stops where it leaves its strip.  Then strips are joined in pairs until one is left.  From every
corner entered across the edge between two strips, follow the directions that are there.  A corner
met for the first time keeps its direction; met again it has closed a loop, and draws a new one.
This is cycle popping: the order in which loops are popped does not matter (Propp and Wilson, How to
get a perfectly random sample from a generic Markov chain and generate a random spanning tree of a
directed graph, J. Algorithms 27, 1998, pp. 170-217).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from labirinto import seeds
from labirinto.algorithms.textbook import masked_walls, mesh_walls
from labirinto.algorithms.textbook.rows import Rows, move
from labirinto.algorithms.textbook.steps import (
    Finished,
    LoopErased,
    LoopPopped,
    PathJoined,
    Step,
    Steps,
    WalkMoved,
    WalkStarted,
    WalkWentOn,
)
from labirinto.grids import Grid, rectangle_of
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import NORTH, SOUTH, Cell
from labirinto.random_bits import Bits
from labirinto.seeds import child_seed

Corner = Cell
"""Corner (x, y) is the upper left one of cell (x, y); inner ones have x and y from 1."""


def steps(grid: Grid, seed: int, *, strip_rows: int | None = None) -> Steps:
    """The steps, in strips of some rows of corners; by default those of the seed promise."""
    if isinstance(grid, Mesh):
        return (yield from mesh_walls.steps(grid, seed))
    rectangle = rectangle_of(grid)
    if rectangle.mask is not None:
        return (yield from masked_walls.steps(rectangle, seed))
    width, height = rectangle.size
    rows = Rows(width, height, open_everywhere=True)  # step 1
    strips = _Strips(width, height, strip_rows or seeds.strip_rows(height))
    arrows: dict[Corner, int] = {}
    for strip in range(strips.count):
        bits = Bits(child_seed(seed, seeds.STRIP, strip))
        yield from _grow_strip(list(strips.corners(strip, strip + 1)), arrows, bits)

    reach = 1
    while reach < strips.count:
        for edge in range(reach, strips.count, 2 * reach):
            bits = Bits(child_seed(seed, seeds.EDGE, edge))
            corners = list(strips.corners(edge - reach, edge + reach))
            yield from _join(corners, strips.above_edge(edge), arrows, bits)
        reach *= 2

    for corner, direction in arrows.items():
        rows.set_passage(*cells_beside(corner, direction), is_open=False)
    yield Finished(4)
    return rows.to_bytes()


class _Strips:
    """The inner corners, in strips of rows."""

    def __init__(self, width: int, height: int, rows: int) -> None:
        self.columns = range(1, width)
        self.corner_rows = height - 1
        self.rows = rows
        self.count = -(-self.corner_rows // rows)

    def corners(self, first: int, last: int) -> Iterator[Corner]:
        """All corners of the strips from first up to last, row by row."""
        end = min(last * self.rows, self.corner_rows)
        return ((x, y) for y in range(first * self.rows + 1, end + 1) for x in self.columns)

    def above_edge(self, edge: int) -> list[Corner]:
        """The lowest row of corners of the strip above an edge."""
        return [(x, edge * self.rows) for x in self.columns]


def grow(
    starts: Iterable[Corner],
    is_loose: Callable[[Corner], bool],
    arrows: dict[Corner, int],
    bits: Bits,
) -> Iterator[Step]:
    """Walk from every corner that is loose at its turn, until the walk meets one that is not.

    A corner is no longer loose when it has an arrow.
    """
    for start in starts:
        if not is_loose(start):
            continue
        yield WalkStarted(3, start)
        path = [start]
        directions: list[int] = []
        while is_loose(path[-1]):
            here = path[-1]
            directions.append(bits.direction())
            there = move(here, directions[-1])
            yield WalkMoved(3, here, there)
            if there in path:
                back_to = path.index(there)
                yield LoopErased(3, tuple(path[back_to + 1 :]))
                del path[back_to + 1 :], directions[back_to:]
            else:
                path.append(there)
        arrows.update(zip(path, directions, strict=False))
        yield PathJoined(3, tuple(path))


def _grow_strip(corners: list[Corner], arrows: dict[Corner, int], bits: Bits) -> Iterator[Step]:
    area = set(corners)
    return grow(corners, lambda corner: corner in area and corner not in arrows, arrows, bits)


def _join(
    corners: list[Corner], above_edge: list[Corner], arrows: dict[Corner, int], bits: Bits
) -> Iterator[Step]:
    area = set(corners)
    met: set[Corner] = set()
    held: set[Corner] = set()

    def follow(start: Corner) -> Iterator[Step]:
        here = start
        while here in area and here not in held:
            if here in met:
                arrows[here] = bits.direction()
                yield LoopPopped(3, here)
            else:
                met.add(here)
            here = move(here, arrows[here])
        path = [start]
        while path[-1] in area and path[-1] not in held:
            held.add(path[-1])
            path.append(move(path[-1], arrows[path[-1]]))
        if len(path) > 1:
            yield WalkWentOn(3, tuple(path))

    for above in above_edge:
        below = move(above, SOUTH)
        if arrows[above] == SOUTH:
            yield from follow(below)
        if arrows[below] == NORTH:
            yield from follow(above)
    # Corners that lost their arrow to a loop have to go on; they may do the same to others.
    while met - held:
        for corner in corners:
            if corner in met - held:
                yield from follow(corner)


def cells_beside(corner: Corner, direction: int) -> tuple[Cell, Cell]:
    """The two cells on either side of the wall from a corner in a direction."""
    x, y = min(corner, move(corner, direction))
    is_across = direction % 2 == 0
    return ((x, y - 1), (x, y)) if is_across else ((x - 1, y), (x, y))
