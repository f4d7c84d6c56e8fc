"""Mazes whose solution draws a picture: what it fills, where it ends, and what is around it."""

from collections import Counter, deque
from itertools import pairwise

import numpy as np
import picture_mazes as measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import random_shapes
from spanning import is_spanning_tree, passages_of
from strategies import seed_values
from test_uniform import RARE, chance_of_more, chi_square
from tiers import sample

import labirinto
from labirinto import Recipe, Rectangle, _core
from labirinto.grids import mask
from labirinto.grids.masks import in_one_piece
from labirinto.picture import FILLS, Picture
from labirinto.pictures import picture_maze, picture_of

SOURCES = ("heart", "Anna", "ring", "moon", "flower")


def doubled(cells):
    return {(2 * x + dx, 2 * y + dy) for x, y in cells for dx in (0, 1) for dy in (0, 1)}


def padded(grid):
    """The picture of a grid in the smallest maze."""
    cells = [
        [(x - 1, y - 1) in grid for x in range(grid.width + 2)] for y in range(grid.height + 2)
    ]
    return Picture(mask(cells, pieces="each"))


# What the solution fills.


def check_solution(maze):
    """It visits the picture, bridges as short as can be, the way to both ends, and nothing else."""
    picture = maze.recipe.picture
    ends = labirinto.suggest_ends(maze)
    assert ends == picture.ends
    passages = passages_of(maze.rows, maze.width, maze.height)
    assert is_spanning_tree(maze.width, maze.height, passages)
    cells = set(labirinto.solve(maze, *ends))
    assert doubled(picture.grid) <= cells
    bridged = in_one_piece(picture.grid, "join")
    way = {cell for part in (picture.fork.stem, *picture.fork.arms) for cell in part}
    assert cells <= doubled(set(bridged) | way)
    # Two ways lead to the ends, from each cell of the fork at least one of four.
    outside = cells - doubled(bridged)
    assert {(x // 2, y // 2) for x, y in outside} == way - set(bridged)
    # Openings on different sides that do not look like one.
    assert ends.open
    assert not ends.look_like_one(maze.grid)
    (_, _, one), (_, _, other) = ends.openings(maze.rectangle)
    assert one != other


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("source", sample(SOURCES, "heart", "Anna"))
def test_the_solution_fills_exactly_the_picture(source, fill):
    check_solution(picture_maze(source, seed=7, fill=fill))
    check_solution(picture_maze(source, 110, 90, seed="anna", fill=fill))


@pytest.mark.parametrize("fill", FILLS)
def test_the_solution_fills_any_shape(fill):
    for seed, grid in enumerate(random_shapes(60, 12)):
        check_solution(picture_maze(padded(grid), seed=seed, fill=fill))


@given(
    st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=6).filter(
        lambda lines: any(map(any, lines)) and not all(map(all, lines))
    ),
    seed_values,
    st.sampled_from(FILLS),
)
def test_the_solution_fills_many_pieces(lines, seed, fill):
    check_solution(picture_maze(mask(lines, pieces="each"), seed=seed, fill=fill))


def test_the_background_is_filled_if_it_is_inverted():
    maze = labirinto.generate(
        Recipe("wilson", 90, 90, 7, picture=picture_of("heart", 90, 90, invert=True))
    )
    check_solution(maze)
    heart = picture_of("heart", 82, 82)
    hidden = doubled((x + 2, y + 2) for x, y in heart.grid)
    assert not hidden & set(labirinto.solve(maze, *labirinto.suggest_ends(maze)))


def steps_from(cells, free):
    steps = dict.fromkeys(cells, 0)
    queue = deque(cells)
    while queue:
        x, y = queue.popleft()
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if cell in free and cell not in steps:
                steps[cell] = steps[x, y] + 1
                queue.append(cell)
    return steps


def test_the_ways_to_the_ends_are_as_short_as_can_be_and_meet_once():
    for grid in random_shapes(40, 12):
        picture = padded(grid)
        size = picture.grid
        free = set(Rectangle(size.width, size.height)) - set(picture.joined)
        rim = {0: size.width - 1, 1: size.height - 1}
        sides = [  # without the corners
            [it for it in free if it[k] == at and 0 < it[1 - k] < rim[1 - k]]
            for k in (0, 1)
            for at in (0, rim[k])
        ]
        beside = [
            cell
            for cell in free
            if any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in picture.joined)
        ]
        to_picture, *to_sides = (steps_from(cells, free) for cells in (beside, *sides))
        least = min(
            2 * to_picture[cell] + one[cell] + other[cell]
            for number, one in enumerate(to_sides)
            for other in to_sides[:number]
            for cell in one
            if cell in to_picture and cell in other
        )
        stem, arms = picture.fork.stem, picture.fork.arms
        assert 2 * (len(stem) - 2) + sum(len(arm) - 1 for arm in arms) == least
        cells = [*stem, *arms[0][1:], *arms[1][1:]]
        assert len(set(cells)) == len(cells)


# What is around it.


@pytest.mark.parametrize(
    ("width", "height", "path"),
    [
        (3, 3, [(0, 0), (1, 0), (1, 1)]),
        (4, 3, [(0, 1), (1, 1), (2, 1), (2, 2)]),
        (4, 4, [(1, 0), (1, 1), (2, 1), (2, 2), (1, 2), (1, 3)]),
    ],
)
def test_all_mazes_with_a_solution_are_equally_likely(width, height, path):
    """As ``uniform`` fills: the cells of the solution are one node.  By enumeration."""
    rows = labirinto.Rectangle(width, height).bits_of(pairwise(path))
    kept = int.from_bytes(rows, "little")
    matrix = laplacian(ways_around(path, width, height))
    mazes = round(float(np.linalg.det(matrix[1:, 1:])))
    squares = _core.JoinedSquares(rows, bytes(len(rows)), None, width, height)
    found = Counter(_core.joined_wilson_cells(squares, seed) for seed in range(60 * mazes))
    assert all(int.from_bytes(one, "little") & kept == kept for one in found)
    assert all(is_spanning_tree(width, height, passages_of(one, width, height)) for one in found)
    assert len(found) == mazes
    assert chance_of_more(chi_square(found, mazes, 60 * mazes), mazes - 1) > RARE


def ways_around(path, width, height):
    """The passages that could be where the path is one node, with the nodes that they join."""
    nodes = dict.fromkeys(path, 0)
    for cell in Rectangle(width, height):
        nodes.setdefault(cell, len(nodes) - len(path) + 1)
    return {
        ((x, y), beyond): (nodes[x, y], nodes[beyond])
        for x, y in nodes
        for beyond in ((x + 1, y), (x, y + 1))
        if beyond in nodes and nodes[beyond] != nodes[x, y]
    }


def laplacian(ways):
    matrix = np.zeros((max(map(max, ways.values())) + 1,) * 2)
    for one, other in ways.values():
        matrix[[one, other], [one, other]] += 1
        matrix[[one, other], [other, one]] -= 1
    return matrix


def test_walls_around_the_picture_are_as_likely_as_theory_says():
    """On the smallest picture, whose solution is always the same, by transfer currents."""
    picture = Picture(mask("...\n.#.\n...", pieces="each"), "uniform")
    recipes = [Recipe("wilson", 6, 6, seed, picture=picture) for seed in range(2000)]
    mazes = [set(labirinto.generate(one).passages()) for one in recipes]
    path = labirinto.solve(labirinto.generate(recipes[0]), *picture.ends)
    ways = ways_around(list(path), 6, 6)
    inverse = np.linalg.pinv(laplacian(ways))
    for way, (one, other) in ways.items():
        chance = inverse[one, one] + inverse[other, other] - 2 * inverse[one, other]
        count = sum(way in maze for maze in mazes)
        spread = (len(mazes) * chance * (1 - chance)) ** 0.5
        assert abs(count - len(mazes) * chance) <= 5 * spread + 1e-6


@pytest.mark.parametrize("source", sample(["Anna", "heart", "ring", "house"], "Anna", "heart"))
def test_a_hidden_picture_has_the_texture_of_what_is_around_it(source):
    found = [measures.textures(picture_maze(source, 100, 70, seed=seed)) for seed in range(4)]
    dead_ends, straight, walls, outline = measures.differences(measures.means(found))
    assert -10 < dead_ends < 0  # inside there are none
    assert abs(straight) < 10
    assert abs(walls) < 15  # 10 on the average of many
    assert abs(outline) < 25


def test_a_uniform_picture_shows_itself():
    found = measures.textures(picture_maze("heart", 100, 70, seed=7, fill="uniform"))
    assert measures.differences(found)[0] < -25
