"""The environments: one agent, and many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.grid import Label
from labirinto.gym.task import Task
from labirinto.gym.walkers import RENDER_MODES, Walkers
from labirinto.maze import Maze
from labirinto.seeds import SEED_LIMIT

_FRAMES_A_SECOND = 10
_MOST_ENVIRONMENTS = 1 << 20


class MazeEnv(gymnasium.Env[Any, Any]):
    """An agent in a maze that looks for the goal: ``labirinto/Maze-v0``.

    ``reset(seed=7)`` begins with the first maze of seed 7, and each ``reset()`` goes on to the
    next: the mazes are those of a ``labirinto.datasets.MazeStream`` with the same seed, splits and
    ends.  An episode ends at the goal; ``max_episode_steps`` of ``gymnasium.make`` truncates it.

    ``info`` has the ``action_mask``, ``int8[actions]``, 1 where there is no wall; the ``distance``
    to the goal in steps; the ``best_action``, which leads to the goal on a shortest path, and has
    no meaning at the goal; and the ``seed`` of the maze, as text.

    Args:
        render_mode: ``ansi``, text, for squares only; or ``rgb_array``, a picture.
        options: As for ``Task``.

    Raises:
        InvalidValueError: If an option is invalid.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If pictures of these cells need a package that is not installed.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": _FRAMES_A_SECOND}  # noqa: RUF012
    observation_space: Space[Any]
    action_space: Space[Any]

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        self.task: Task = Task(**options)
        self._walkers = Walkers(self.task, 1, render_mode)
        self.metadata = {**self.metadata, "render_modes": self._walkers.render_modes}
        self.render_mode = render_mode
        self.observation_space = self.task.observation_space
        self.action_space = self.task.action_space
        self._is_over = True

    @property
    def maze(self) -> Maze:
        """The maze, with its recipe."""
        return self._walkers.maze(0)

    @property
    def agent(self) -> Label:
        """The cell in which the agent is."""
        return self.maze.grid.at(self._walkers.cells(0)[0])

    @property
    def goal(self) -> Label:
        """The cell that it looks for."""
        return self.maze.grid.at(self._walkers.cells(0)[1])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next episode.

        Args:
            seed: Begin with the first maze of this seed; None for the next maze.
            options: Must be empty.

        Raises:
            InvalidValueError: If the seed is not a whole number from 0 to 2^64-1, or there are
                options.
        """
        super().reset(seed=_restarted(self, self._walkers, seed, options))
        self._walkers.begin([0])
        self._is_over = False
        return self._now()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a step.

        Raises:
            InvalidValueError: If there is no such action, or no episode.
        """
        number = whole_number("action", action, 0, self.task.actions - 1)
        if self._is_over:
            raise InvalidValueError("The agent has no maze, or is at the goal; call reset.")
        rewards, arrived = self._walkers.step(np.array([number]))
        self._is_over = bool(arrived[0])
        seen, info = self._now()
        return seen, float(rewards[0]), self._is_over, False, info

    def _now(self) -> tuple[Any, dict[str, Any]]:
        seen = self._walkers.observe()
        info = self._walkers.info()
        plain = {name: values[0].item() for name, values in info.items() if values.ndim == 1}
        about = {"action_mask": info["action_mask"][0], **plain}
        if isinstance(seen, dict):
            return {name: values[0] for name, values in seen.items()}, about
        return seen[0], about

    def render(self) -> Any:
        """Show the agent in the maze: a text, or ``uint8[height, width, 3]``.

        Raises:
            InvalidValueError: Without a render mode, or before the first episode.
        """
        return self._walkers.render(0)


class MazeVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Many agents, each in a maze of its own: ``labirinto/Maze-v0`` of ``gymnasium.make_vec``.

    Mazes are made many at a time, and all agents step at once.  ``reset(seed=7)`` gives the agents
    the first mazes of seed 7.  In the step after the end of an episode the agent gets the next maze
    of that seed, its action does not count, and its reward is 0.  Every entry of ``info`` is an
    array with a value for each agent, as described for ``MazeEnv``.

    Args:
        num_envs: The number of agents.
        render_mode: As for ``MazeEnv``.
        max_episode_steps: After how many steps an episode is truncated; None for never.
        options: As for ``Task``.

    Raises:
        InvalidValueError: If an option is invalid.
        TooLargeError: If there is not enough memory.
        MissingExtraError: If pictures of these cells need a package that is not installed.
    """

    metadata: dict[str, Any] = {**MazeEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012
    observation_space: Space[Any]
    action_space: Space[Any]
    single_observation_space: Space[Any]
    single_action_space: Space[Any]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        self.num_envs: int = whole_number("num_envs", num_envs, 1, _MOST_ENVIRONMENTS)
        self._limit = (
            None
            if max_episode_steps is None
            else whole_number("max_episode_steps", max_episode_steps, 1)
        )
        self.task: Task = Task(**options)
        self._walkers = Walkers(self.task, self.num_envs, render_mode)
        self.metadata = {**self.metadata, "render_modes": self._walkers.render_modes}
        self.render_mode = render_mode
        self.single_observation_space = self.task.observation_space
        self.single_action_space = self.task.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._taken = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode with each agent; see ``MazeEnv.reset``."""
        super().reset(seed=_restarted(self, self._walkers, seed, options))
        self._begin(range(self.num_envs))
        return self._walkers.observe(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take a step with each agent.

        Raises:
            InvalidValueError: If there is no such action, or no episode.
        """
        if not self._walkers.have_begun:
            raise InvalidValueError("The agents have no mazes; call reset.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            requirement = f"{self.num_envs} whole numbers, an action for each agent"
            raise InvalidValueError(field="actions", value=actions, requirement=requirement)
        wrong = (chosen < 0) | (chosen >= self.task.actions)
        if wrong.any():
            whole_number("action", chosen[wrong][0], 0, self.task.actions - 1)
        rewards, arrived = self._walkers.step(chosen)
        self._taken += 1
        if self._over.any():
            rewards[self._over] = 0
            arrived[self._over] = False
            self._begin(np.flatnonzero(self._over).tolist())
        late = np.zeros(self.num_envs, np.bool_)
        if self._limit is not None:
            late = self._taken >= self._limit
        self._over = arrived | late
        return self._walkers.observe(), rewards, arrived, late, self._info()

    def _begin(self, which: Sequence[int]) -> None:
        self._walkers.begin(which)
        self._taken[which] = 0
        self._over[which] = False

    def _info(self) -> dict[str, Any]:
        info = self._walkers.info()
        # By these Gymnasium's wrappers know which agents have a value.
        return info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}

    def render(self) -> tuple[Any, ...]:
        """Show each agent in its maze; see ``MazeEnv.render``."""
        return tuple(map(self._walkers.render, range(self.num_envs)))


def _restarted(
    env: MazeEnv | MazeVectorEnv, walkers: Walkers, seed: int | None, options: object
) -> int | None:
    """Begin with the first maze of a seed, if one is given or needed; return the one given."""
    if options:
        raise InvalidValueError(field="options", value=options, requirement="left out, or empty")
    if seed is not None:
        seed = whole_number("seed", seed, 0, SEED_LIMIT - 1)
        walkers.restart(seed)
    elif not walkers.have_begun:
        walkers.restart(int(env.np_random.integers(SEED_LIMIT, dtype=np.uint64)))
    return seed
