"""Environments of Gymnasium: mazes for agents."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import labirinto
import labirinto.gym
from labirinto import grids
from labirinto.datasets import Dataset, MazeStream
from labirinto.errors import InvalidValueError
from labirinto.gym import MazeEnv, MazeVectorEnv

NAME = "labirinto/Maze-v0"
SPLITS = "train=0.7,test=0.3"


def made(**options: Any) -> Any:
    return gymnasium.make(NAME, **options).unwrapped


@pytest.mark.parametrize(
    "options",
    [
        {"width": 6, "height": 4},
        {"grid": grids.mask("heart", 12, 10), "observation": "window"},
        {"width": 5, "height": 5, "observation": "image", "braid": 0.5},
        {"width": 5, "height": 4, "symmetry": "turn2"},
        {"grid": "hexagonal", "width": 4, "height": 3},
        {"grid": grids.linked(4, 3, floors=2).spec},
        {"grid": grids.circular(3), "observation": "image"},
    ],
)
def test_gymnasium_finds_no_fault(options: dict[str, Any]) -> None:
    check_env(made(**options))  # a warning is an error


@pytest.mark.parametrize("split", ["train", "test"])
def test_mazes_are_those_of_a_split_of_a_dataset(split: str) -> None:
    env = made(width=4, height=3, splits=SPLITS, split=split, ends="random")
    dataset = Dataset("wilson", "4x3", count=1, split=SPLITS, seed=5, ends="random")
    for row, seed in zip(MazeStream(dataset, split, items=40), [5, *[None] * 40], strict=False):
        seen, info = env.reset(seed=seed)
        assert (seen["exits"] == row["cells"]).all()
        assert [*seen["agent"], *seen["goal"]] == [*row["start"], *row["end"]]
        assert (info["seed"], info["distance"]) == (row["seed"], row["steps"])
        assert env.maze == labirinto.generate(env.maze.recipe)


def test_algorithms_have_their_parameters() -> None:
    env = made(algorithm="eller", width=4, height=4, join=0.7)
    env.reset(seed=1)
    assert env.maze.recipe.algorithm == "eller"
    assert dict(env.maze.recipe.parameters)["join"] == 0.7
    spec = gymnasium.make(NAME, grid=grids.hexagonal(3, 3).spec, max_episode_steps=9).spec
    assert spec
    again: Any = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()))
    assert again.reset(seed=1)[0].keys() == {"exits", "agent", "goal"}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(copied: Any) -> None:
    env = made(grid="circular", width=3, observation="image", splits=SPLITS)
    env.reset(seed=1)
    other = copied(env)
    for _ in range(3):
        seen, info = env.reset()
        again, about = other.reset()
        assert (seen == again).all()
        assert info["seed"] == about["seed"]
        env.step(info["best_action"])
        assert env.agent != other.agent == labirinto.suggest_ends(other.maze, "farthest").start


def test_a_solution_leads_to_the_goal() -> None:
    env = made(width=7, height=5, goal_reward=2, step_reward=-0.5, wall_reward=-0.25)
    _, info = env.reset(seed=1)
    path = labirinto.solve(env.maze, env.agent, env.goal)
    wall = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, reward, *_ = env.step(wall)
    assert (reward, env.agent, tuple(seen["agent"])) == (-0.75, path.start, path.start)
    rewards, over = [], []
    for action, cell in zip(path.moves, path.cells[1:], strict=True):
        assert info["best_action"] == action
        seen, reward, terminated, truncated, info = env.step(action)
        assert tuple(seen["agent"]) == env.agent == cell
        assert info["distance"] == labirinto.solve(env.maze, cell, env.goal).steps
        rewards.append(reward)
        over.append((terminated, truncated))
    assert rewards == [*[-0.5] * (path.steps - 1), 1.5]
    assert over == [*[(False, False)] * (path.steps - 1), (True, False)]
    with pytest.raises(InvalidValueError, match="reset"):
        env.step(0)


def test_on_other_cells_actions_are_neighbours() -> None:
    env = made(grid=grids.voronoi(30, seed=1), braid=0.5)
    for seed in range(5):
        seen, info = env.reset(seed=seed)
        maze, here = env.maze, env.agent
        around = maze.grid.neighbours(maze.grid.index(here))
        for action, (cell, _) in enumerate(around):
            is_open = maze.grid.label(cell) in maze.neighbours(here)
            assert info["action_mask"][action] == seen["exits"][seen["agent"][0], action] == is_open
            if is_open:
                env.step(action)
                assert env.agent == maze.grid.label(cell)
                env.reset(seed=seed)
        assert not info["action_mask"][len(around) :].any()
        assert info["distance"] == labirinto.solve(maze, here, env.goal).steps


def test_a_window_shows_the_blocks_around_the_agent() -> None:
    env = made(width=5, height=6, observation="window", window=1)
    for seed in range(10):
        seen, _ = env.reset(seed=seed)
        (x, y), (goal_x, goal_y) = env.agent, env.goal
        blocks = np.pad(np.asarray(env.maze.blocks()), 3, constant_values=1)
        blocks[2 * goal_y + 4, 2 * goal_x + 4] = 2
        assert (seen == blocks[2 * y + 1 : 2 * y + 8, 2 * x + 1 : 2 * x + 8]).all()


@pytest.mark.parametrize("grid", [None, grids.octagonal(4, 3)])
def test_a_picture_shows_agent_and_goal(grid: Any) -> None:
    env = made(grid=grid, observation="image", render_mode="rgb_array", ends="random")
    style = labirinto.Style(cell=8, margin=0)
    seen, info = env.reset(seed=2)
    plain = np.asarray(labirinto.to_image(env.maze, style=style))
    for _ in range(3):
        ends = (env.agent, env.goal)
        marked = np.asarray(labirinto.to_image(env.maze, ends=ends, style=style))
        changed, marks = ((picture != plain).any(axis=2) for picture in (seen, marked))
        assert changed[marks].mean() > 0.5
        assert marks[changed].mean() > 0.5
        assert (env.render() == seen).all()
        seen, *_, info = env.step(info["best_action"])


def test_a_text_shows_agent_and_goal() -> None:
    env = made(width=4, height=4, render_mode="ansi")
    env.reset(seed=3)
    lines = env.render().splitlines()
    for (x, y), mark in ((env.agent, "○"), (env.goal, "●")):
        assert lines[2 * y + 1][4 * x + 2] == mark
    assert "\n".join(lines).replace("○", " ").replace("●", " ") == str(env.maze)
    for action in labirinto.solve(env.maze, env.agent, env.goal).moves:
        env.step(action)
    assert env.render().count("●") == 1


def test_many_agents_walk_as_each_alone() -> None:
    options: dict[str, Any] = {"width": 5, "height": 4, "ends": "random"}
    envs: Any = gymnasium.make_vec(NAME, num_envs=3, max_episode_steps=9, **options)
    assert isinstance(envs, MazeVectorEnv)
    rows = iter(MazeStream(Dataset("wilson", "5x4", count=1, ends="random", seed=4)))
    seen, info = envs.reset(seed=4)

    def begin() -> tuple[Any, int]:
        row = next(rows)
        maze = labirinto.Maze.from_cells(row["cells"])
        return (maze, tuple(row["start"]), tuple(row["end"])), 0

    alone = [begin() for _ in range(3)]
    over = [False] * 3
    kept = seen["exits"].copy(), seen["exits"]
    numbers = np.random.default_rng(1)
    ends = 0
    for _ in range(60):
        actions = np.where(numbers.random(3) < 0.7, info["best_action"], numbers.integers(0, 4, 3))
        seen, rewards, terminated, truncated, info = envs.step(actions)
        for slot, action in enumerate(actions.tolist()):
            if over[slot]:
                alone[slot] = begin()
                assert rewards[slot] == 0
            else:
                (maze, cell, goal), taken = alone[slot]
                dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[action]
                there = cell[0] + dx, cell[1] + dy
                cell = there if there in maze.neighbours(cell) else cell
                alone[slot] = (maze, cell, goal), taken + 1
                assert rewards[slot] == pytest.approx((cell == goal) - 0.01)
            (maze, cell, goal), taken = alone[slot]
            assert (seen["exits"][slot] == np.asarray(maze)).all()
            assert (tuple(seen["agent"][slot]), tuple(seen["goal"][slot])) == (cell, goal)
            assert info["distance"][slot] == labirinto.solve(maze, cell, goal).steps
            assert (terminated[slot], truncated[slot]) == (cell == goal and taken > 0, taken >= 9)
            over[slot] = bool(terminated[slot] or truncated[slot])
            ends += over[slot]
    assert ends > 10
    assert (kept[0] == kept[1]).all()


def test_gymnasium_makes_the_same_many_agents() -> None:
    options: dict[str, Any] = {"num_envs": 2, "observation": "window", "render_mode": "ansi"}
    envs: Any = gymnasium.make_vec(NAME, **options)
    seen, info = envs.reset(seed=9)
    assert seen in envs.observation_space
    assert [*map(type, envs.render())] == [str, str]
    env = made(observation="window")
    for slot, seed in enumerate((9, None)):
        alone, about = env.reset(seed=seed)
        assert (seen[slot] == alone).all()
        assert {name: info[name][slot] for name in ("seed", "distance", "best_action")} == {
            name: about[name] for name in ("seed", "distance", "best_action")
        }


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"width": 0}, "width"),
        ({"width": 1, "height": 1}, "single cell"),
        ({"algorithm": "wilsen"}, "wilsen"),
        ({"grid": "hexagons"}, "hexagons"),
        ({"grid": 7}, "7"),
        ({"grid": "voronoi", "width": 30}, "voronoi"),
        ({"algorithm": "eller", "grid": grids.circular(3)}, "eller"),
        ({"join": 0.5}, "join"),
        ({"grid": grids.circular(3), "width": 3}, "width"),
        ({"grid": grids.circular(3), "observation": "window"}, "circular"),
        ({"grid": grids.circular(3), "render_mode": "ansi"}, "ansi"),
        ({"observation": "sound"}, "sound"),
        ({"window": 0}, "window"),
        ({"style": "dark"}, "style"),
        ({"ends": "none"}, "ends"),
        ({"split": "valid"}, "valid"),
        ({"step_reward": "much"}, "step_reward"),
        ({"count": 5}, "count"),
        ({"rooms": 5}, "rooms"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidValueError, match=named):
        MazeEnv(**options)


def test_calls_that_cannot_be_are_refused() -> None:
    env, envs = MazeEnv(width=3, height=3), MazeVectorEnv(2, width=3, height=3)
    for call in (env.render, lambda: env.step(0), lambda: envs.step(np.zeros(2, int))):
        with pytest.raises(InvalidValueError, match="reset"):
            call()
    for seed in (-1, 2**64, "anna"):
        with pytest.raises(InvalidValueError, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="options"):
        env.reset(options={"maze": 1})
    env.reset(seed=1)
    envs.reset(seed=1)
    for action in (4, -1, 0.5):
        with pytest.raises(InvalidValueError, match="action"):
            env.step(action)
        with pytest.raises(InvalidValueError, match="action"):
            envs.step(np.array([0, action]))
    with pytest.raises(InvalidValueError, match="render mode"):
        env.render()


def test_a_split_without_mazes_is_refused() -> None:
    env = made(width=2, height=2, splits="train=0.99,test=0.01", split="test")
    with pytest.raises(InvalidValueError, match="test"):
        env.reset(seed=1)
