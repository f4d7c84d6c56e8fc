"""Steps a second of agents in mazes: ``python benchmarks/agents.py``.

Agents follow the oracle through mazes of 10 x 10, one at a time and 64 at once.  Processor time is
counted, that of making the mazes included.  Each maze is made again from its seed, and the steps of
an episode are compared with the length of its solution.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np

import labirinto
import labirinto.gym

NAME = "labirinto/Maze-v0"
SIDE = 10
TARGET = 10_000


def length_of(seed: str) -> int:
    """Steps of the solution of a maze."""
    maze = labirinto.wilson(SIDE, SIDE, seed=int(seed))
    return labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest")).steps


def one(steps: int, observation: str) -> float:
    """Steps a second of one agent."""
    env: Any = gymnasium.make(NAME, width=SIDE, height=SIDE, observation=observation)
    _, info = env.reset(seed=1)
    found, taken, begun = [], 0, time.process_time()
    for _ in range(steps):
        _, _, terminated, _, info = env.step(info["best_action"])
        taken += 1
        if terminated:
            found.append((info["seed"], taken))
            _, info = env.reset()
            taken = 0
    spent = time.process_time() - begun
    assert [taken for _, taken in found] == [length_of(seed) for seed, _ in found] != []
    return steps / spent


def many(steps: int, observation: str, count: int) -> float:
    """Steps a second of many agents."""
    envs: Any = gymnasium.make_vec(NAME, count, width=SIDE, height=SIDE, observation=observation)
    _, info = envs.reset(seed=1)
    taken, found, begun = np.zeros(count, int), [], time.process_time()
    over = np.zeros(count, bool)
    for _ in range(steps // count):
        _, _, terminated, _, info = envs.step(info["best_action"])
        taken = np.where(over, 0, taken + 1)
        over = terminated
        found += zip(info["seed"][over].tolist(), taken[over].tolist(), strict=True)
    spent = time.process_time() - begun
    assert [taken for _, taken in found] == [length_of(seed) for seed, _ in found] != []
    return steps // count * count / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second.")
    parser.add_argument("--steps", type=int, default=20_000, help="of each measurement")
    given = parser.parse_args()
    print("| observation | agents | steps a second |\n| --- | --- | --- |")
    for observation in labirinto.gym.OBSERVATIONS:
        alone = one(given.steps, observation)
        remark = "" if alone >= TARGET else f" (target {TARGET:,} missed)"
        print(f"| {observation} | 1 | {alone:,.0f}{remark} |", flush=True)
        print(f"| {observation} | 64 | {many(given.steps, observation, 64):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
