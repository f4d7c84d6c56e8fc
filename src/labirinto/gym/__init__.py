"""Mazes for agents that learn, as environments of Gymnasium.

Importing it registers ``labirinto/Maze-v0``::

    import gymnasium
    import labirinto.gym

    env = gymnasium.make("labirinto/Maze-v0", width=10, height=10)
    envs = gymnasium.make_vec("labirinto/Maze-v0", num_envs=64, width=10, height=10)
"""

from __future__ import annotations

from labirinto._internal.extras import needing

with needing("An environment needs {}", "gym"):
    from gymnasium.envs.registration import register

    from labirinto.gym.environments import MazeEnv, MazeVectorEnv

from labirinto.gym.observing import OBSERVATIONS
from labirinto.gym.task import Task

__all__ = ["OBSERVATIONS", "MazeEnv", "MazeVectorEnv", "Task"]

# By their names, so that Gymnasium can write the specification of an environment as JSON.
register(
    "labirinto/Maze-v0",
    "labirinto.gym:MazeEnv",
    vector_entry_point="labirinto.gym:MazeVectorEnv",
)
