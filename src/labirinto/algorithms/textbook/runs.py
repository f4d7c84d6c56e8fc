"""A run of a textbook algorithm, step by step."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import TypeVar

from labirinto._internal.validation import real_number
from labirinto.algorithms.textbook.steps import Moment, Step
from labirinto.grids.rectangle import check_size
from labirinto.seeds import fresh_seed, normalize_seed, seed_number

StepT = TypeVar("StepT")

Steps = Generator[Step, None, bytes]
"""The steps of an algorithm without moments; it returns the rows of the maze."""


class Run(Iterator[Step]):
    """An iterator over the steps of an algorithm, each with its moment in the run.

    Args:
        algorithm: the name of the algorithm; ``wilson-walls`` for Wilson's on the walls.
        width, height: size of the maze in cells.
        seed: as in ``labirinto.generate``; None for a new one.
        steps: the algorithm: a function of width, height, the seed's number and the parameters.
        parameters: the parameters of the algorithm by name, from 0 to 1.

    Attributes:
        algorithm, width, height, parameters: as given.
        seed: the seed in normal form; never None.

    Raises:
        InvalidValueError: if a value is invalid.
    """

    def __init__(
        self,
        algorithm: str,
        width: int,
        height: int,
        seed: int | str | None,
        steps: Callable[..., Steps],
        **parameters: float,
    ) -> None:
        self.algorithm = algorithm
        self.width, self.height = check_size(width, height)
        self.seed = normalize_seed(fresh_seed() if seed is None else seed)
        self.parameters = {
            name: real_number(name, value, 0, 1) for name, value in parameters.items()
        }
        self._number = seed_number(self.seed)
        self._algorithm = steps
        self._steps = self.restart()
        self._taken = 0

    def restart(self) -> Steps:
        """Returns the steps from the beginning, without moments."""
        return self._algorithm(self.width, self.height, self._number, **self.parameters)

    def __next__(self) -> Step:
        """Returns the next step; ``StopIteration.value`` holds the rows of the finished maze."""
        step = next(self._steps)
        self._taken += 1
        return replace(step, moment=Moment(self, self._taken))


def run(steps: Iterator[StepT]) -> bytes:
    """Runs a textbook algorithm to its end and returns the rows of the maze."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            rows: bytes = end.value
            return rows
