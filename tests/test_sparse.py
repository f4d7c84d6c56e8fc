"""Mazes thinned out: shorter dead ends, and cells that are no part of them any more."""

import numpy as np
import pytest
from commands import run
from hypothesis import given
from shapes import random_shapes
from strategies import probabilities, seed_values, sides

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, Rooms, grids
from labirinto.seeds import threshold


def thinned_slowly(maze, share):
    """The cells and passages that remain, in plain Python."""
    passages = {frozenset(one) for one in maze.passages()}
    cells = set(maze.grid)

    def exits(cell):
        return [one for one in passages if cell in one]

    left = min((len(cells) * threshold(share) + 2**31) >> 32, len(cells) - 1)
    ends = [cell for cell in maze.grid if len(exits(cell)) == 1]
    while left > 0 and ends:
        count = min(left, len(ends))
        chosen = [
            end
            for k, end in enumerate(ends)
            if (k + 1) * count // len(ends) > k * count // len(ends)
        ]
        ends = []
        for cell in chosen:
            if len(exits(cell)) != 1:
                continue
            (passage,) = exits(cell)
            (other,) = passage - {cell}
            passages.remove(passage)
            cells.remove(cell)
            left -= 1
            if len(exits(other)) == 1:
                ends.append(other)
    return cells, passages


@given(sides, sides, seed_values, probabilities)
def test_the_core_thins_out_as_plain_python_does(width, height, seed, share):
    maze = labirinto.wilson(width, height, seed=seed)
    thin = labirinto.sparse(maze, share)
    cells, passages = thinned_slowly(maze, share)
    assert set(thin.grid) == cells
    assert {frozenset(one) for one in thin.passages()} == passages
    assert thin.is_perfect


def test_it_stays_in_its_shape():
    for seed, grid in enumerate(random_shapes(30, 9)):
        maze = labirinto.braid(labirinto.wilson(grid, seed=seed), 0.3)
        thin = labirinto.sparse(maze, 0.4)
        assert set(thin.grid) == thinned_slowly(maze, 0.4)[0] <= set(grid)
        assert labirinto.generate(thin.recipe) == thin


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 0.9])
def test_as_many_cells_go_as_asked(share):
    maze = labirinto.wilson(60, 50, seed=3)
    thin = labirinto.sparse(maze, share)
    assert len(thin.grid) == round((1 - share) * 3000)
    assert (thin == maze) == (share == 0)


def test_without_dead_ends_it_is_over():
    assert len(labirinto.sparse(labirinto.wilson(9, 9, seed=1), 1).grid) == 1
    assert len(labirinto.sparse(labirinto.wilson(1, 1), 1).grid) == 1
    ring = labirinto.braid(labirinto.wilson(20, 15, seed=1), 1)
    assert labirinto.sparse(ring, 1) == ring
    level = labirinto.sparse(labirinto.wilson(30, 20, seed=1, rooms=Rooms(4)), 1)
    assert labirinto.census(level).dead_ends == 0
    assert len(level.rooms) == 4
    inside = {cell for room in level.rooms for cell in room.cells()}
    assert inside <= set(level.grid)


def test_what_is_gone_is_no_floor():
    thin = labirinto.sparse(labirinto.wilson(20, 15, seed=3), 0.4)
    blocks, cells = np.asarray(thin.blocks()), np.asarray(thin)
    for y in range(15):
        for x in range(20):
            is_there = (x, y) in thin.grid
            assert blocks[2 * y + 1, 2 * x + 1] == (not is_there)
            assert (cells[y, x] == 16) == (not is_there)


def test_what_cannot_be_thinned_out_is_refused():
    maze = labirinto.wilson(9, 9, seed=1)
    with pytest.raises(InvalidValueError, match="already thinned out"):
        labirinto.sparse(labirinto.sparse(maze, 0.1), 0.1)
    for share in (-0.1, 1.1, "0.5", None):
        with pytest.raises(InvalidValueError, match=r"share is .* a number from 0 to 1"):
            labirinto.sparse(maze, share)
    with pytest.raises(InvalidValueError, match="mazes of squares in rows"):
        labirinto.sparse(labirinto.wilson(grids.hexagonal(5, 4), seed=1), 0.5)
    with pytest.raises(InvalidValueError, match="sparse is 2"):
        Recipe.from_dict(maze.recipe.as_dict() | {"sparse": 2})


def test_a_recipe_of_a_maze_thinned_out_is_of_no_other_shape():
    thin = labirinto.sparse(labirinto.wilson(grids.mask("circle", 9, 9), seed=1), 0.2)
    for grid in (labirinto.Rectangle(9, 9), labirinto.Rectangle(8, 9)):
        with pytest.raises(InvalidValueError, match="The recipe belongs to a"):
            Maze.from_bits(grid, bytes(grid.maze_bytes), recipe=thin.recipe)


def test_the_command_line_thins_out(tmp_path):
    done = run("wilson", "9x7", "--seed", "7", "--sparse", "0.3", cwd=tmp_path)
    expected = labirinto.sparse(labirinto.wilson(9, 7, seed=7), 0.3)
    assert done.stdout == f"{expected}\nlabirinto wilson 9x7 --sparse 0.3 --seed 7\n"
    for words, said in (
        ("eller 9xinf --sparse 1", "An endless maze cannot be thinned out; give a height."),
        ("wilson 9x7 --sparse 2", "--sparse is 2; it must be a number from 0 to 1"),
        ("wilson 9x7 --sparse x", "sparse is 'x'; it must be a number"),
        ("wilson 9x7 --sparse 1 --animate -o m.gif", "--animate and --sparse cannot be combined"),
        ("eller 9x7 --sparse 1 --resume -o m.png", "--resume has no effect on a maze that is"),
    ):
        done = run(*words.split(), cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr
