"""A run of an algorithm, taken step by step."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from labirinto.textbook.steps import Step

StepT = TypeVar("StepT")


class Run(Iterator[Step]):
    """The steps of an algorithm, each of which knows its moment in the run.

    Attributes:
        algorithm: its name; ``wilson-walls`` for Wilson's on the walls.
        width, height: of the maze, in cells.
        seed: as it was given.
        again: gives the bare steps once more, from the first.
        parameters: of the algorithm, by name.
    """

    def __init__(
        self,
        algorithm: str,
        width: int,
        height: int,
        seed: int | str,
        again: Callable[[], Generator[Step, None, bytes]],
        parameters: Mapping[str, float] | None = None,
    ) -> None:
        self.algorithm = algorithm
        self.width = width
        self.height = height
        self.seed = seed
        self.again = again
        self.parameters = dict(parameters or {})
        self._steps = again()
        self._taken = 0

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
