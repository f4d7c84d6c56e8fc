"""The rows of a dataset, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, SupportsIndex, overload

import numpy as np

from labirinto._internal.progress import Progress
from labirinto._internal.validation import index_of, one_of, places_in
from labirinto.datasets.arrays import Integers, one_by_one
from labirinto.datasets.content import content_keys
from labirinto.datasets.making import CELLS_AT_ONCE
from labirinto.datasets.mazes import Items
from labirinto.datasets.parts import Part
from labirinto.datasets.planning import Plan, levels_of, ordered, plan_of
from labirinto.datasets.recipe import DatasetRecipe
from labirinto.datasets.values import Context


class DatasetRows(DatasetRecipe):
    __doc__ = DatasetRecipe.__doc__

    _levels: tuple[float, ...] = ()
    _plans: Sequence[Plan] = ()

    def find_levels(self, progress: Progress | None = None) -> tuple[float, ...]:
        """The scores at which the stages of difficulty begin, from the second on.

        Args:
            progress: Called with the mazes measured and the total; may raise to stop.
        """
        if self.stages is not None and not self._levels:
            self._levels = levels_of(self.parts[0], self.stages, progress)
        return self._levels

    def plan(self, progress: Progress | None = None) -> list[Plan]:
        """Find out which items are the rows of each part: a pass over all mazes, if need be.

        Args:
            progress: Called with the mazes compared and the total, once or several times over.

        Raises:
            InvalidValueError: If no more different mazes can be found.
            TooLargeError: If there is not enough memory for comparing all rows.
        """
        plans = []
        for part in self.parts:
            plan = plan_of(part, self.symmetric, self.unique, progress)
            if self.order:
                plan = ordered(part, plan, self.order, progress)
            plans.append(plan._replace(levels=self.find_levels(progress)))
        return plans

    def mazes(self, part: Part, chunks: Iterable[Integers]) -> Iterator[tuple[Items, Any]]:
        """Make items of a part, some at a time, with the places of their splits in the part's."""
        for mazes in part.maker.make(chunks):
            if len(part.shares) == 1 and part.is_whole:
                splits = np.zeros(len(mazes), np.int64)
            else:
                splits = part.split_numbers(content_keys(mazes, self.symmetric))
            if len(mazes):
                yield mazes, splits

    def rows(self, split: str | None = None) -> Iterator[dict[str, Any]]:
        """Make all rows, or those of one split, in order: dicts of numbers, texts and arrays.

        Arrays are NumPy's, ``image`` the bytes of a PNG file.  Each row has its ``split``.

        Raises:
            InvalidValueError: If there is no such split, or there are fewer different mazes.
        """
        if split is not None:
            one_of("split", split, self.splits)
        return self._rows(split)

    def _rows(self, split: str | None) -> Iterator[dict[str, Any]]:
        for part, plan in zip(self.parts, self.plan(), strict=True):
            if split is None or split in part.splits:
                begins = range(0, part.count, CELLS_AT_ONCE)
                ends = (min(begin + CELLS_AT_ONCE, part.count) for begin in begins)
                yield from self.rows_of(part, map(plan.numbers, begins, ends), split)

    def rows_of(
        self, part: Part, chunks: Iterable[Integers], split: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The rows of some items of a part, as dicts; those of other splits are left out."""
        look = Context(self.style, self.find_levels())
        for mazes, splits in self.mazes(part, chunks):
            columns = [one_by_one(column.values(mazes, look)) for column in self.table.values()]
            for place, values in zip(splits.tolist(), zip(*columns, strict=True), strict=True):
                if place >= 0 and split in (None, part.splits[place]):
                    yield {
                        "split": part.splits[place],
                        **dict(zip(self.columns, values, strict=True)),
                    }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self.rows()

    @overload
    def __getitem__(self, k: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, k: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, k: SupportsIndex | slice) -> dict[str, Any] | list[dict[str, Any]]:
        """Make row k of those that ``rows`` makes, or a list of some of them.

        Where mazes have to be compared or ordered, the first time takes a pass over all of them.

        Raises:
            InvalidValueError: If the index is not a whole number, or there are fewer different
                mazes.
            IndexError: If there is no such row.
        """
        if not isinstance(k, slice):
            return self._rows_at([index_of(k, len(self), "dataset")])[0]
        return self._rows_at(places_in(k, len(self)))

    def _rows_at(self, places: Sequence[int]) -> list[dict[str, Any]]:
        self._plans = self._plans or self.plan()
        found: dict[int, dict[str, Any]] = {}
        first = 0
        for part, plan in zip(self.parts, self._plans, strict=True):
            own = [at - first for at in places if first <= at < first + part.count * self.pairs]
            mazes = dict.fromkeys(at // self.pairs for at in own)
            items = [plan.numbers(maze, maze + 1) for maze in mazes]
            rows = self.rows_of(part, [np.concatenate(items)] if items else [])
            numbers = (maze * self.pairs + pair for maze in mazes for pair in range(self.pairs))
            found.update((first + number, row) for number, row in zip(numbers, rows, strict=True))
            first += part.count * self.pairs
        return [found[at] for at in places]

    def __len__(self) -> int:
        return self.pairs * sum(part.count for part in self.parts)
