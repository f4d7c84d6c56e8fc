"""A run of a textbook algorithm, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import TypeVar

from labirinto._internal.validation import Value, one_of, real_number, whole_number
from labirinto.algorithms.textbook.steps import Moment, Step, Steps
from labirinto.algorithms.textbook.weave import around_bridges
from labirinto.errors import InvalidValueError, counted, shown
from labirinto.grids import Grid, OnGrid, grid_from, is_whole
from labirinto.grids.weave import Woven
from labirinto.seeds import Seed, fresh_seed, normalize_seed, seed_number

StepT = TypeVar("StepT")


def module_named(algorithm: str) -> ModuleType:
    """Return the textbook module of an algorithm.

    Raises:
        InvalidValueError: If there is none.
    """
    try:
        module = import_module(f"labirinto.algorithms.textbook.{algorithm.replace('-', '_')}")
        module.steps  # noqa: B018
    except (ImportError, AttributeError, TypeError):  # the last two for what is not a text, too
        raise InvalidValueError(f"The textbook has no algorithm {shown(algorithm)}.") from None
    return module


class Run(OnGrid, Iterator[Step]):
    """An iterator over the steps of an algorithm, each with its moment in the run.

    Args:
        algorithm: The name of a module of the textbook, with ``-`` for ``_``.
        width, height: Size of the maze in cells, from 1; or any grid and None.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one.
        parameters: The keyword arguments of the module's ``steps``: as in ``labirinto.generate``,
            ``strip_rows`` for ``wilson-walls``, and the ``side`` of tiles for ``wilson-rows``.

    Attributes:
        algorithm, parameters: As given.
        grid: The cells.
        width, height: The sides of a rectangle.
        seed: The seed in normal form; never None.

    Raises:
        InvalidValueError: If a value is invalid.
    """

    grid: Grid

    def __init__(
        self,
        algorithm: str,
        width: int | Grid,
        height: int | None = None,
        *,
        seed: Seed | None = None,
        **parameters: Value,
    ) -> None:
        module = module_named(algorithm)
        self._algorithm: Callable[..., Steps] = module.steps
        self.algorithm = algorithm
        self.grid = grid_from(width, height)
        if not is_whole(self.grid) and hasattr(module, "RECTANGLES_ONLY"):
            raise InvalidValueError(f"The algorithm {algorithm} makes rectangles only.")
        self.seed: int | str = normalize_seed(fresh_seed() if seed is None else seed)
        known = module.steps.__kwdefaults__ or {}
        for name in parameters.keys() - known:
            raise InvalidValueError(f"There is no parameter {name!r} for {algorithm}.")
        self.parameters: dict[str, Value] = {
            name: _checked(module, name, value, known[name]) for name, value in parameters.items()
        }
        self._number = seed_number(self.seed)
        self._steps = self.restart()
        self._taken = 0

    def __repr__(self) -> str:
        steps = counted(self._taken, "step")
        return f"<Run {self.algorithm} {self.grid.text}, seed {self.seed}, {steps} taken>"

    def restart(self) -> Steps:
        """Return the steps from the beginning, without moments."""
        steps = self._algorithm(self.grid.joined, self._number, **self.parameters)
        return around_bridges(self.grid, steps) if isinstance(self.grid, Woven) else steps

    def __next__(self) -> Step:
        """Return the next step; ``StopIteration.value`` holds the rows of the finished maze."""
        step = next(self._steps)
        self._taken += 1
        return replace(step, moment=Moment(self, self._taken))


def _checked(module: ModuleType, name: str, value: Value, default: Value | None) -> Value:
    if default is None:
        return whole_number(name, value, 1)
    if isinstance(default, float):
        return real_number(name, value, 0, 1)
    return one_of(name, value, module.CHOICES)


def run(steps: Iterator[StepT]) -> bytes:
    """Run a textbook algorithm to its end and return the rows of the maze.

    Raises:
        InvalidValueError: If the steps are not an iterator.
    """
    if not isinstance(steps, Iterator):
        raise InvalidValueError(field="steps", value=steps, requirement="a textbook.Run")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            rows: bytes = end.value
            return rows
