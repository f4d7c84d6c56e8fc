"""The census, counted again passage by passage, and the number of mazes of a size."""

import math
from collections import Counter, defaultdict
from itertools import product

import networkx
import pytest
from graphs import loose_maze
from spanning import AWKWARD, kirchhoff, neighbours_in, passages_of
from tiers import deep, sample, thinned

import labirinto
from labirinto.measures import connected_components


def plain_census(maze):
    passages = passages_of(maze.rows, maze.width, maze.height)
    neighbours = defaultdict(list)
    for one, other in passages:
        neighbours[one].append(other)
        neighbours[other].append(one)
    cells = [(x, y) for y in range(maze.height) for x in range(maze.width)]
    by_exits = Counter(len(neighbours[cell]) for cell in cells)
    straights = 0
    for cell in cells:
        if len(neighbours[cell]) == 2:
            (x1, y1), (x2, y2) = neighbours[cell]
            straights += x1 == x2 or y1 == y2
    horizontal = sum(one[1] == other[1] for one, other in passages)
    return labirinto.Census(
        cells=len(cells),
        passages=len(passages),
        horizontal=horizontal,
        vertical=len(passages) - horizontal,
        closed=by_exits[0],
        dead_ends=by_exits[1],
        corridors=by_exits[2],
        junctions=by_exits[3],
        crossings=by_exits[4],
        by_passages=tuple(by_exits[k] for k in range(max(by_exits) + 1)),
        straights=straights,
        turns=by_exits[2] - straights,
        corridor_lengths=plain_corridor_lengths(passages),
    )


def plain_corridor_lengths(passages):
    """Without walking: the components of the cells with two passages are the corridors."""
    graph = networkx.Graph(passages)
    inside = graph.subgraph([cell for cell in graph if graph.degree(cell) == 2])
    lengths = Counter()
    lengths[1] = sum(one not in inside and other not in inside for one, other in graph.edges)
    for component in networkx.connected_components(inside):
        corridor = inside.subgraph(component)
        # A component that is a ring leads from nowhere to nowhere.
        if corridor.number_of_edges() < len(component):
            lengths[len(component) + 1] += 1
    return tuple(sorted((steps, number) for steps, number in lengths.items() if number))


SIZES = [size for size in AWKWARD if size[0] * size[1] < 5000]


@pytest.mark.parametrize(("algorithm", "size"), thinned(product(labirinto.ALGORITHMS, SIZES), 17))
def test_perfect_mazes_are_counted_right(algorithm, size):
    maze = labirinto.generate(algorithm, *size, seed=11)
    assert labirinto.census(maze) == plain_census(maze)


@pytest.mark.parametrize("share", sample([0, 0.1, 0.3, 0.5, 0.7, 0.9, 1], 0.3, 0.9))
@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1, 1),
        (1, 9),
        (9, 1),
        (2, 2),
        (5, 4),
        (63, 5),
        (64, 5),
        (65, 5),
        (128, 4),
        (129, 4),
        deep(30, 40),
    ],
)
def test_imperfect_mazes_are_counted_right(width, height, share):
    for seed in range(4):
        maze = loose_maze(width, height, share, seed)
        assert labirinto.census(maze) == plain_census(maze)


def test_all_mazes_of_2_by_3_cells_with_or_without_loops_are_counted_right():
    candidates = neighbours_in(2, 3)
    for choice in range(2 ** len(candidates)):
        chosen = [one for bit, one in enumerate(candidates) if choice >> bit & 1]
        maze = labirinto.Maze.from_passages(2, 3, chosen)
        assert labirinto.census(maze) == plain_census(maze)


# Connected components.


@pytest.mark.parametrize("share", [0, 0.3, 0.5, 0.7, 1])
def test_components_are_those_of_networkx(share):
    for seed in range(20):
        maze = loose_maze(9, 7, share, seed)
        expected = networkx.connected_components(maze.to_networkx())
        found = connected_components(maze)
        assert sorted(found) == sorted(
            (len(one), min(one, key=maze.grid.index)) for one in expected
        )
        assert [size for size, _ in found] == sorted((size for size, _ in found), reverse=True)


# How many mazes there are.


def test_the_number_of_mazes_is_that_of_kirchhoff_in_whole_numbers():
    for width in range(1, 8):
        for height in range(width, 8):
            expected = kirchhoff(width, height)
            assert labirinto.number_of_mazes(width, height) == expected
            assert labirinto.number_of_mazes(height, width) == expected


@pytest.mark.parametrize(("width", "height"), [(30, 40), (64, 64), (3, 300)])
def test_large_numbers_of_mazes_are_the_product_of_the_eigenvalues(width, height):
    eigenvalues = (
        4 - 2 * math.cos(math.pi * x / width) - 2 * math.cos(math.pi * y / height)
        for y in range(height)
        for x in range(width)
        if x or y
    )
    logarithm = math.fsum(map(math.log, eigenvalues)) - math.log(width * height)
    assert math.log(labirinto.number_of_mazes(width, height)) == pytest.approx(logarithm, rel=1e-12)


def test_a_number_of_mazes_that_takes_too_long_is_refused():
    assert labirinto.number_of_mazes(2, 5000).bit_length() == 9499
    with pytest.raises(labirinto.TooLargeError, match="101x100 mazes takes too long"):
        labirinto.number_of_mazes(101, 100)
    with pytest.raises(labirinto.InvalidValueError, match="width is 0; it must be from 1"):
        labirinto.number_of_mazes(0, 3)
