"""The parts of a dataset: rows that are drawn from one mix, and their splits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from labirinto import seeds
from labirinto._internal.memory import check_memory
from labirinto.algorithms.generating import (
    algorithm_named,
    check_makes_rooms,
    check_makes_shapes,
)
from labirinto.batches.making import number_to_compare
from labirinto.datasets.content import fractions
from labirinto.datasets.making import Maker
from labirinto.errors import InvalidValueError

if TYPE_CHECKING:
    from labirinto.datasets.content import Keys
    from labirinto.datasets.mixing import Integers, Mix

_BYTES_A_CELL_AT_WORK = 150
"""The most that is taken while rows are made, besides the rows."""

_NAME = re.compile(r"\w+", re.ASCII)


@dataclass(frozen=True)
class Part:
    """Rows that are drawn from one mix.

    Attributes:
        name: Of the split, if the part is one of its own; else empty.
        maker: Of the items.
        count: How many rows it has.
        shares: The splits with the bound of each between 0 and 1, below which its mazes are.
        least: Mazes below this are dropped, since they belong to splits of another part.
    """

    name: str
    maker: Maker
    count: int
    shares: tuple[tuple[str, float], ...]
    least: float = 0.0

    @property
    def splits(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(name for name, _ in self.shares)

    def split_numbers(self, keys: Keys) -> Integers:
        """The place in ``splits`` of mazes with these keys; -1 for those that are dropped."""
        import numpy as np

        places = fractions(keys)
        found = np.searchsorted([bound for _, bound in self.shares], places, side="right")
        found = np.minimum(found, len(self.shares) - 1)
        return np.where(places < self.least, -1, found)

    def check(self, unique: bool) -> None:
        """Check what can be checked before any work.

        Args:
            unique: Whether all mazes differ.

        Raises:
            InvalidValueError: If a maze would have no ends, a recipe cannot be, or there are not so
                many different mazes.
            TooLargeError: If there is not enough memory for a row.
        """
        maker, mix = self.maker, self.maker.mix
        sizes = mix.all_sizes(len(mix.grids)) if mix.grids else [it.least for it in mix.sizes]
        if maker.ends and min(len(mix.grid(size)) for size in sizes) == 1:
            raise InvalidValueError(
                "A maze of a single cell has no start and end; give more cells."
            )
        cells = mix.most_cells
        needed = _BYTES_A_CELL_AT_WORK * cells * maker.pairs
        check_memory(needed, f"A row with a maze of {cells} cells")
        for name in mix.names:
            maker.recipe(name, mix.largest, 0)
            if maker.changes.rooms is not None:
                check_makes_rooms(algorithm_named(name))
            if mix.grids is not None:
                check_makes_shapes(algorithm_named(name))
        if unique and maker.perfect:
            _check_enough(mix, self.count)


def bounds(shares: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """The splits with the upper bound of each between 0 and 1.

    They are sorted, so that the same shares in another order are the same splits; ``test`` is last.
    """
    names = sorted(shares, key=lambda name: (name == "test", name))
    places = list(accumulate(shares[name] for name in names))
    return tuple((name, place / places[-1]) for name, place in zip(names, places, strict=True))


def parts_of(
    maker: Maker, count: int, shares: Mapping[str, float], others: Iterable[tuple[str, Mix]]
) -> tuple[Part, ...]:
    """The parts of a dataset.

    Args:
        maker: Of its mazes.
        count: How many there are.
        shares: Of the splits.
        others: The names and mixes of other test splits, each as large as ``test``.

    Raises:
        InvalidValueError: If a name is none, or is there twice, or there is no split ``test``.
    """
    for name in shares:
        if not _NAME.fullmatch(name):
            raise InvalidValueError(
                f"The split {name!r} is not a name; use letters, digits and underscores."
            )
        if name == "all":
            raise InvalidValueError(
                "No split can be called all, by which readers mean all splits; use another "
                "name, such as train."
            )
    parts = [Part("", maker, count, bounds(shares))]
    # The mazes of test are those above all other bounds.
    least = max((bound for name, bound in parts[0].shares if name != "test"), default=0.0)
    for number, (suffix, mix) in enumerate(others, 1):
        if "test" not in shares:
            raise InvalidValueError(
                "Another test split has no maze of the other splits but test, and there is none; "
                "add one, such as split train=0.9,test=0.1."
            )
        name = f"test_{suffix}"
        if name in shares:
            raise InvalidValueError(f"There are two splits {name}; rename yours.")
        seed = seeds.child_seed(maker.seed, seeds.DATASET, 2**48 + number)
        own_count = max(1, round(count * (shares["test"] / sum(shares.values()))))
        own_least = least if mix.shares_a_size(maker.mix) else 0.0
        parts.append(Part(name, maker.of(mix, seed), own_count, ((name, 1.0),), own_least))
    return tuple(parts)


def _check_enough(mix: Mix, count: int) -> None:
    """Check that there are so many different mazes.

    Raises:
        InvalidValueError: If there are fewer.
    """
    there_are = 0
    for size in mix.all_sizes(10_000):
        there_are += number_to_compare(mix.grid(size))
        if there_are >= count:
            return
    requirement = f"at most {there_are}, the number of different mazes of these sizes"
    raise InvalidValueError(field="count", value=count, requirement=requirement)
