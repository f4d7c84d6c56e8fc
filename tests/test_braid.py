"""Braided mazes: dead ends go, loops come, and all that reads mazes copes with them."""

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from shapes import random_shapes
from strategies import probabilities, seed_values, sides

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, grids
from labirinto.random_bits import Bits
from labirinto.seeds import BRAID, child_seed, threshold

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def braided_slowly(maze, share, seed):
    """The passages of a braided maze, in plain Python."""
    passages = {frozenset(one) for one in maze.passages()}

    def exits(cell):
        return sum(cell in one for one in passages)

    ends = [cell for cell in maze.grid if exits(cell) == 1]
    left = (len(ends) * threshold(share) + 2**31) >> 32
    bits = Bits(child_seed(seed, BRAID, 0))
    while left > 0 and ends:
        drawn = bits.below(len(ends))
        ends[-1], ends[drawn] = ends[drawn], ends[-1]
        x, y = cell = ends.pop()
        if exits(cell) != 1:
            continue
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        walls = [it for it in around if it in maze.grid and frozenset((cell, it)) not in passages]
        wanted = [it for it in walls if (exits(it) == 1) == (left > 1)] or walls
        if wanted:
            other = wanted[bits.below(len(wanted))]
            left -= 2 if exits(other) == 1 and left > 1 else 1
            passages.add(frozenset((cell, other)))
    return passages


@given(sides, sides, seed_values, probabilities)
def test_the_core_braids_as_plain_python_does(width, height, seed, share):
    maze = labirinto.backtracker(width, height, seed=seed)
    braided = labirinto.braid(maze, share, seed=seed)
    expected = braided_slowly(maze, share, seed)
    assert {frozenset(one) for one in braided.passages()} == expected


@pytest.mark.parametrize("share", [0.5, 1])
@pytest.mark.parametrize("kind", ["hexagonal", "triangular", "octagonal", "circular", "voronoi"])
def test_a_braid_of_other_cells_is_as_in_plain_python(kind, share):
    grid = {
        "hexagonal": grids.hexagonal(9, 7),
        "triangular": grids.triangular(12, 7),
        "octagonal": grids.octagonal(8, 6),
        "circular": grids.circular(6),
        "voronoi": grids.voronoi(50, seed=1),
    }[kind]
    maze = labirinto.backtracker(grid, seed=5)
    braided = labirinto.braid(maze, share, seed=7)
    assert braided.bits == braided_on_mesh(maze, share, 7)
    assert labirinto.generate(braided.recipe) == braided
    before, after = labirinto.census(maze).dead_ends, labirinto.census(braided).dead_ends
    # A corner may have a single neighbour.
    stuck = sum(len(grid.neighbours(cell)) == 1 for cell in range(len(grid)))
    assert after == pytest.approx(max(stuck, (1 - share) * before), abs=1)
    start, end = labirinto.suggest_ends(braided, "farthest")
    distance = braided.distances(start)[grid.index(end)]
    assert labirinto.solve(braided, start, end).steps == distance


def braided_on_mesh(maze, share, seed):
    """The bits of a braided maze on a mesh, in plain Python."""
    mesh = maze.grid
    opened = {wall for wall in range(mesh.walls) if maze.bits[wall // 8] >> wall % 8 & 1}

    def exits(cell):
        return sum(wall in opened for _, wall in mesh.neighbours(cell))

    ends = [cell for cell in range(len(mesh)) if exits(cell) == 1]
    left = (len(ends) * threshold(share) + 2**31) >> 32
    bits = Bits(child_seed(seed, BRAID, 0))
    while left > 0 and ends:
        drawn = bits.below(len(ends))
        ends[-1], ends[drawn] = ends[drawn], ends[-1]
        cell = ends.pop()
        if exits(cell) != 1:
            continue
        walls = [way for way in mesh.neighbours(cell) if way[1] not in opened]
        wanted = [way for way in walls if (exits(way[0]) == 1) == (left > 1)] or walls
        if wanted:
            other, wall = wanted[bits.below(len(wanted))]
            left -= 2 if exits(other) == 1 and left > 1 else 1
            opened.add(wall)
    return sum(1 << wall for wall in opened).to_bytes(mesh.maze_bytes, "little")


def test_a_braid_stays_in_its_shape():
    for seed, grid in enumerate(random_shapes(30, 9)):
        maze = labirinto.wilson(grid, seed=seed)
        braided = labirinto.braid(maze, 1, seed=seed)
        assert {frozenset(one) for one in braided.passages()} == braided_slowly(maze, 1, seed)
        assert labirinto.generate(braided.recipe) == braided


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 1])
def test_as_many_dead_ends_go_as_asked(share):
    maze = labirinto.wilson(60, 50, seed=3)
    before = labirinto.census(maze).dead_ends
    braided = labirinto.braid(maze, share)
    assert labirinto.census(braided).dead_ends == pytest.approx((1 - share) * before, abs=1)
    assert braided.is_perfect == (share == 0)
    assert set(maze.passages()) <= set(braided.passages())


@given(st.integers(2, 20), st.integers(2, 20), seed_values)
def test_without_dead_ends_every_cell_of_a_rectangle_lies_on_a_way_through(width, height, seed):
    census = labirinto.census(labirinto.braid(labirinto.wilson(width, height, seed=seed), 1))
    assert census.dead_ends == 0


def test_a_corridor_keeps_its_ends():
    maze = labirinto.wilson(9, 1, seed=1)
    assert labirinto.braid(maze, 1).rows == maze.rows


def test_what_cannot_be_braided_is_refused():
    maze = labirinto.wilson(5, 4, seed=1)
    with pytest.raises(InvalidValueError, match="already braided"):
        labirinto.braid(labirinto.braid(maze, 0.5), 0.5)
    for share in (-0.1, 1.1, "0.5", None):
        with pytest.raises(InvalidValueError, match=r"share is .* a number from 0 to 1"):
            labirinto.braid(maze, share)
    with pytest.raises(InvalidValueError, match="maze is"):
        labirinto.braid(maze.rows, 0.5)
    with pytest.raises(InvalidValueError, match="already thinned out"):
        labirinto.braid(labirinto.sparse(maze, 0.2), 0.5)
    for wrong in ({"share": 2, "seed": 1}, {"share": 0.5, "seed": None}, 7, {"share": 1}):
        with pytest.raises(InvalidValueError):
            Recipe.from_dict(maze.recipe.as_dict() | {"braid": wrong})


def test_a_maze_without_a_recipe_can_be_braided():
    maze = Maze.from_passages(5, 4, labirinto.wilson(5, 4, seed=1).passages())
    assert labirinto.braid(maze, 1, seed=7).recipe is None


def test_the_command_line_braids(tmp_path):
    done = run("wilson", "9x7", "--seed", "7", "--braid", "0.5:anna", cwd=tmp_path)
    expected = labirinto.braid(labirinto.wilson(9, 7, seed=7), 0.5, seed="anna")
    assert done.stdout == f"{expected}\nlabirinto wilson 9x7 --braid 0.5:anna --seed 7\n"
    for words, said in (
        ("eller 9xinf --braid 1", "An endless maze cannot be braided; give a height."),
        ("wilson 9x7 --braid x", "'x'; it must be a number from 0 to 1"),
        ("wilson 9x7 --braid 2", "--braid is '2'; it must be a number from 0 to 1"),
        (
            "wilson 9x7 --braid 1 --animate -o m.gif",
            "--animate and --braid cannot be combined",
        ),
        ("eller 9x7 --braid 1 --resume -o m.png", "--resume has no effect on a maze that is"),
    ):
        done = run(*words.split(), cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr
