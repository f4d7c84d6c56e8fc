"""Agents in mazes, many at once: each has a maze, a cell and a goal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labirinto._internal.memory import check_memory
from labirinto._internal.validation import one_of
from labirinto.errors import InvalidValueError, counted
from labirinto.gym.observing import Board
from labirinto.gym.pictures import Picture, text_of
from labirinto.gym.problems import Problem, ProblemStream
from labirinto.gym.task import Task
from labirinto.maze import Maze

RENDER_MODES = ["ansi", "rgb_array"]

_PLACE_BYTES = 100


class Walkers:
    """Agents, each in a maze of its own.

    Args:
        task: What they are to do.
        count: How many there are.
        render_mode: One of ``RENDER_MODES``, or None.

    Raises:
        InvalidValueError: If these mazes cannot be shown so.
        TooLargeError: If there is not enough memory.
    """

    def __init__(self, task: Task, count: int, render_mode: str | None) -> None:
        self.task: Task = task
        self.count: int = count
        places, actions = task.grid.places, task.actions
        needed = count * places * (4 * actions + _PLACE_BYTES)
        check_memory(needed, f"Walking in {counted(count, 'maze')}")
        # Text shows squares only.
        self.render_modes: list[str] = RENDER_MODES[bool(task.grid.kind) :]
        if render_mode is not None:
            one_of("render_mode", render_mode, self.render_modes)
        if render_mode == "rgb_array":
            task.view.painter.check()
        self._render_mode = render_mode
        self._following = np.zeros((count, places, actions), np.int32)
        self._distances = np.zeros((count, places), np.int32)
        self._cells, self._goals = np.zeros((2, count), np.int32)
        self._seeds = np.zeros(count, "U20")
        self._all = np.arange(count)
        self._boards: Board | None = None
        self._stream: ProblemStream | None = None
        self._problems: list[Problem] = []
        self._pictures: dict[int, Picture] = {}

    @property
    def have_begun(self) -> bool:
        """Whether there is a seed."""
        return self._stream is not None

    def restart(self, seed: int) -> None:
        """Take the mazes of a seed from now on."""
        self._stream = self.task.problems(seed)

    def begin(self, which: Iterable[int]) -> None:
        """Give some agents the next mazes."""
        assert self._stream is not None
        for slot in which:
            problem = problems, i = self._stream.take()
            board = self.task.observation.board(self.task.view, problem)
            if self._boards is None:
                check_memory(3 * self.count * board.nbytes, "What the agents see")
                self._boards = np.zeros((self.count, *board.shape), board.dtype)
                self._problems = [problem] * self.count
            self._boards[slot] = board
            self._problems[slot] = problem
            self._following[slot] = problems.following[i]
            self._distances[slot] = problems.distances[i]
            self._cells[slot], self._goals[slot] = problems.starts[i], problems.goals[i]
            self._seeds[slot] = problems.mazes.seeds[i]
            self._pictures.pop(slot, None)

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Take a step with each agent; return the rewards, and which are at their goals."""
        goal, step, wall = self.task.rewards
        there = self._following[self._all, self._cells, actions]
        rewards = step + wall * (there == self._cells)
        arrived = there == self._goals
        rewards += goal * arrived
        self._cells = there
        return rewards, arrived

    def observe(self) -> Any:
        """Return the observation of each agent."""
        task = self.task
        assert self._boards is not None
        return task.observation.sees(task.view, self._boards, self._cells, self._goals)

    def info(self) -> dict[str, NDArray[Any]]:
        """Return the oracle's knowledge about each agent."""
        there = self._following[self._all, self._cells]
        near = self._distances[self._all[:, None], there]
        return {
            "action_mask": (there != self._cells[:, None]).astype(np.int8),
            "distance": self._distances[self._all, self._cells],
            "best_action": near.argmin(axis=1),
            "seed": self._seeds.copy(),
        }

    def maze(self, slot: int) -> Maze:
        """The maze of an agent."""
        if not self._problems:
            raise InvalidValueError("There is no maze yet; call reset.")
        problems, i = self._problems[slot]
        return problems.mazes.maze(i)

    def cells(self, slot: int) -> tuple[int, int]:
        """The places of an agent and of its goal."""
        return int(self._cells[slot]), int(self._goals[slot])

    def render(self, slot: int) -> Any:
        """A picture or a text of an agent in its maze."""
        maze, (agent, goal) = self.maze(slot), self.cells(slot)
        if self._render_mode is None:
            modes = " or ".join(self.render_modes)
            raise InvalidValueError(
                f"Rendering needs a render mode; make the environment with {modes}."
            )
        if self._render_mode == "ansi":
            return text_of(maze, agent, goal)
        painter = self.task.view.painter
        if slot not in self._pictures:
            self._pictures[slot] = painter.picture(maze, goal)
        picture = self._pictures[slot].copy()
        painter.mark(picture, agent, painter.style.start)
        return picture
