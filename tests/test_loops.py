"""What a loop over small mazes shares between them, and what it must not."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, Rectangle, Rooms, grids
from labirinto.algorithms import generating

HEART = grids.mask("heart", 12, 10)
EACH_KIND: dict[str, tuple[Any, ...]] = {
    "a rectangle": (9, 7),
    "a mask": (HEART,),
    "a mesh": (grids.hexagonal(6, 5),),
    "rooms": (30, 20, Rooms(3)),
}


def made(what: str, seed: int | str) -> Maze:
    match EACH_KIND[what]:
        case width, height, rooms:
            return labirinto.wilson(width, height, rooms=rooms, seed=seed)
        case size:
            return labirinto.wilson(*size, seed=seed)


@pytest.mark.parametrize("what", EACH_KIND)
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, "anna", " 7 ", "à la"])
def test_a_recipe_made_when_it_is_asked_for_is_the_whole_recipe(what: str, seed: int | str) -> None:
    maze = made(what, seed)
    size = EACH_KIND[what]
    grid = size[0] if isinstance(size[0], grids.Grid) else Rectangle(*size[:2])
    rooms = size[2] if len(size) == 3 else None
    whole = Recipe("wilson", grid=grid, seed=seed, rooms=rooms)
    for other in (maze, copy.copy(maze), copy.deepcopy(maze), pickle.loads(pickle.dumps(maze))):
        assert other == maze
        assert repr(other) == repr(maze)
        assert other.rooms == maze.rooms
        assert other.recipe == whole
        assert hash(other.recipe) == hash(whole)
    assert made(what, seed).recipe == whole  # not looked at before
    assert labirinto.generate(whole) == maze
    assert labirinto.generate(whole).recipe == whole


@pytest.mark.parametrize("name", labirinto.ALGORITHMS)
def test_a_loop_gives_each_maze_its_own_seed(name: str) -> None:
    mazes = [labirinto.generate(name, 9, 8, seed=seed) for seed in range(20)]
    for seed, maze in enumerate(mazes):
        assert maze.recipe.seed == seed
        assert f"seed {seed}>" in repr(maze)
        assert labirinto.generate(maze.recipe) == maze
        assert maze.recipe is maze.recipe


def test_items_of_a_block_have_the_recipes_of_mazes_made_alone() -> None:
    for grid in (Rectangle(6, 5), HEART, grids.triangular(4, 4)):
        block = next(iter(labirinto.batch("wilson", grid, count=5, seed="class 3b")))
        for maze in block:
            alone = labirinto.wilson(grid, seed=maze.recipe.seed)
            assert (alone, alone.recipe) == (maze, maze.recipe)
        assert len({maze.recipe for maze in block}) == 5
        assert block[-1].recipe == block[4].recipe


def test_what_mazes_share_cannot_be_changed() -> None:
    one, other = (labirinto.eller(5, 4, seed=seed, join=0.3) for seed in (1, 2))
    assert one.grid is other.grid
    with pytest.raises(FrozenInstanceError):
        one.grid.width = 6  # type: ignore[union-attr, misc]
    with pytest.raises(FrozenInstanceError):
        one.recipe.seed = 3  # type: ignore[union-attr, misc]
    with pytest.raises(AttributeError):
        one.recipe = other.recipe  # type: ignore[misc]
    assert other.recipe == Recipe("eller", 5, 4, 2, parameters={"drop": 0.5, "join": 0.3})


def test_a_value_equal_to_one_that_is_kept_is_checked_all_the_same() -> None:
    assert labirinto.eller(1, 1, seed=1, join=1.0) == labirinto.eller(1, 1, seed=1, join=1)
    for wrong in (
        lambda: labirinto.eller(True, 1, seed=1),
        lambda: labirinto.eller(1, 1.0, seed=1),  # type: ignore[arg-type]
        lambda: labirinto.eller(1, 1, seed=1, join=True),
        lambda: labirinto.eller(1, 1, seed=True),
        lambda: labirinto.wilson(1, 1, seed=1, rooms=1),  # type: ignore[arg-type]
        lambda: labirinto.generate(["eller"], 1, 1),  # type: ignore[arg-type]
        lambda: labirinto.eller([1], 1),  # type: ignore[arg-type]
        lambda: labirinto.eller(1, 1, join=[1]),  # type: ignore[arg-type]
        lambda: labirinto.generate(Recipe("eller", 1, 1, 1, parameters={"join": 1.0})),
        lambda: labirinto.generate(Recipe("eller", 1, 1, 1, 2, {"join": 1.0, "drop": 0.5})),
    ):
        with pytest.raises(InvalidValueError):
            wrong()


def test_a_parameter_that_changes_is_read_each_time() -> None:
    class Chance:
        value = 0.0

        def __float__(self) -> float:
            return self.value

    join = Chance()
    walls = labirinto.sidewinder(9, 9, seed=1, join=join)  # type: ignore[arg-type]
    join.value = 1.0
    open_rows = labirinto.sidewinder(9, 9, seed=1, join=join)  # type: ignore[arg-type]
    assert walls == labirinto.sidewinder(9, 9, seed=1, join=0)
    assert open_rows == labirinto.sidewinder(9, 9, seed=1, join=1)


def test_no_more_is_kept_than_some_sizes() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(it, Recipe) for it in gc.get_objects())

    generating._kept_plan.cache_clear()
    generating._plan_of_call.cache_clear()
    before = alive()
    for width in range(1, 2 * generating.PLANS_KEPT):
        labirinto.sidewinder(width, 3, seed=1)
    assert alive() - before == generating.PLANS_KEPT
    grid = grids.mask("star", 40, 40)
    labirinto.wilson(grid, seed=1)
    assert not any(
        isinstance(it, Recipe) and it.grid is grid for it in gc.get_objects()
    )  # which might be large


def test_threads_in_a_loop_make_the_mazes_of_one() -> None:
    sizes = [(3 + k % 7, 2 + k % 5) for k in range(400)]

    def all_mazes() -> list[tuple[Maze, Recipe | None]]:
        mazes = [labirinto.eller(*size, seed=k) for k, size in enumerate(sizes)]
        return [(maze, maze.recipe) for maze in mazes]

    alone = all_mazes()
    shared = [labirinto.prim(6, 6, seed=k) for k in range(400)]
    answers: list[list[tuple[Maze, Recipe | None]]] = []
    recipes: list[list[Recipe | None]] = []
    barrier = threading.Barrier(4)

    def work() -> None:
        barrier.wait()
        recipes.append([maze.recipe for maze in shared])
        answers.append(all_mazes())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * 4
    assert recipes == [[Recipe("prim", 6, 6, k) for k in range(400)]] * 4
