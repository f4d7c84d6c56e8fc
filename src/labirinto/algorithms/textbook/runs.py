"""A run of an algorithm, taken step by step."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from labirinto._internal.validation import real_number
from labirinto.algorithms.textbook.steps import Step
from labirinto.grids.rectangle import check_size
from labirinto.seeds import fresh_seed, normalize_seed, seed_number

StepT = TypeVar("StepT")

Steps = Generator[Step, None, bytes]
"""The bare steps of an algorithm; the rows of the maze are the value that it returns."""


class Run(Iterator[Step]):
    """The steps of an algorithm, each of which knows its moment in the run.

    Args:
        steps: the algorithm; from width, height and the seed's number, and the parameters by name,
            it gives its bare steps.

    Attributes:
        algorithm: its name; ``wilson-walls`` for Wilson's on the walls.
        width, height: of the maze, in cells.
        seed: as ``Recipe`` has it; where None was given, the new one that was taken.
        parameters: of the algorithm, by name.

    Raises:
        InvalidValueError: for a value that cannot be, as ``labirinto.generate`` does.
    """

    width: int
    height: int

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
        self.seed: int | str = normalize_seed(fresh_seed() if seed is None else seed)
        self.parameters: dict[str, float] = {
            name: real_number(name, value, 0, 1) for name, value in parameters.items()
        }
        self._number = seed_number(self.seed)
        self._algorithm = steps
        self._steps = self.restart()
        self._taken = 0

    def restart(self) -> Steps:
        """The bare steps once more, from the first."""
        return self._algorithm(self.width, self.height, self._number, **self.parameters)

    def __next__(self) -> Step:
        """The next step; the rows of the maze are the value of the ``StopIteration`` after all."""
        step = next(self._steps)
        self._taken += 1
        return replace(step, moment=RunMoment(self, self._taken))


@dataclass(frozen=True, eq=False)
class RunMoment:
    """After so many steps of a run."""

    run: Run
    taken: int

    def svg(self) -> str | None:
        """The picture of this moment; None where the maze is too large to be watched."""
        # A step shows itself, by what is drawn on top of it.
        from labirinto.animate import moment_svg

        return moment_svg(self.run, self.taken)


def run(steps: Iterator[StepT]) -> bytes:
    """Takes all steps of a textbook algorithm, and gives the rows of the maze that it made."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            rows: bytes = end.value
            return rows
