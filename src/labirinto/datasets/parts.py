"""The parts of a dataset: rows that are drawn from one mix, and their splits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, pairwise

import numpy as np

from labirinto import seeds
from labirinto._internal.memory import check_memory
from labirinto.algorithms.generating import (
    algorithm_named,
    check_makes_rooms,
    check_makes_shapes,
    check_makes_symmetry,
)
from labirinto.batches.unique import number_to_compare
from labirinto.datasets.arrays import Integers, Keys
from labirinto.datasets.content import fractions
from labirinto.datasets.making import Maker, check_pairs
from labirinto.datasets.mixing import Mix
from labirinto.errors import InvalidValueError
from labirinto.grids.symmetries import check_symmetry

_BYTES_A_CELL_AT_WORK = 150
"""The most that is taken while rows are made, besides the rows."""

_RARE = 10**12
"""If the chance that two mazes are the same is less than one in so many, they are not compared."""

_NAME = re.compile(r"\w+", re.ASCII)


@dataclass(frozen=True)
class Part:
    """Rows that are drawn from one mix.

    Attributes:
        name: Of the split, if the part is one of its own; else empty.
        maker: Of the items.
        count: How many mazes it has.
        shares: The splits, and between which bounds from 0 to 1 the mazes of each are.  Mazes that
            are between none are dropped, since they belong to splits of other parts.
    """

    name: str
    maker: Maker
    count: int
    shares: tuple[tuple[str, float, float], ...]

    @property
    def splits(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(name for name, *_ in self.shares)

    @property
    def is_whole(self) -> bool:
        """Whether no maze belongs to splits of other parts."""
        ends = [0.0, *(high for *_, high in self.shares)]
        return [*(low for _, low, _ in self.shares), 1.0] == ends

    def split_numbers(self, keys: Keys) -> Integers:
        """The place in ``splits`` of mazes with these keys; -1 for those that are dropped."""
        places = fractions(keys)
        found = np.full(len(places), -1)
        for number, (_, low, high) in enumerate(self.shares):
            found[(low <= places) & (places < high)] = number
        return found

    def are_rare_among(self, count: int, symmetric: bool) -> bool:
        """Whether its mazes practically never equal any of so many others."""
        mix = self.maker.mix
        is_uniform = all(algorithm_named(name).uniform for name in mix.names)
        if not is_uniform or not self.maker.perfect or mix.grids or self.maker.changes.symmetry:
            return False
        # The smallest sizes have the fewest mazes.
        fewest = min(number_to_compare(mix.grid(it.least)) for it in mix.sizes)
        return _RARE * self.count * count * (8 if symmetric else 1) < 2 * fewest

    def check(self, unique: bool) -> None:
        """Check what can be checked before any work.

        Args:
            unique: Whether all mazes differ.

        Raises:
            InvalidValueError: If a maze would have no ends, a recipe is invalid, or there are fewer
                different mazes.
            TooLargeError: If there is not enough memory for a row.
        """
        maker, mix = self.maker, self.maker.mix
        sizes = mix.all_sizes(len(mix.grids)) if mix.grids else [it.least for it in mix.sizes]
        least = min(len(mix.grid(size)) for size in sizes)
        if maker.ends and least == 1:
            raise InvalidValueError(
                "A maze of a single cell has no start and end; give more cells."
            )
        if maker.pairs > 1:
            check_pairs(maker.pairs, least)
        cells = mix.most_cells
        needed = _BYTES_A_CELL_AT_WORK * cells * maker.pairs
        check_memory(needed, f"A row with a maze of {cells} cells")
        if maker.changes.symmetry is not None:
            for size in mix.parities:
                check_symmetry(maker.changes.symmetry, mix.grid(size))
        for name in mix.names:
            maker.recipe(name, mix.largest, 0)
            if maker.changes.rooms is not None:
                check_makes_rooms(algorithm_named(name))
            if maker.changes.symmetry is not None:
                check_makes_symmetry(algorithm_named(name))
            if mix.grids is not None:
                check_makes_shapes(algorithm_named(name))
        if unique and maker.perfect:
            _check_enough(self)


def _bounds(shares: Mapping[str, float]) -> tuple[tuple[str, float, float], ...]:
    """The splits with the bounds of each between 0 and 1.

    They are sorted, so that the same shares in another order are the same splits; ``test`` is last.
    """
    names = sorted(shares, key=lambda name: (name == "test", name))
    places = list(accumulate((shares[name] for name in names), initial=0.0))
    return tuple(
        (name, low / places[-1], high / places[-1])
        for name, (low, high) in zip(names, pairwise(places), strict=True)
    )


def parts_of(
    maker: Maker,
    count: int,
    shares: Mapping[str, float],
    others: Iterable[tuple[str, Mix]],
    symmetric: bool,
) -> tuple[Part, ...]:
    """The parts of a dataset.

    Args:
        maker: Of its mazes.
        count: How many there are.
        shares: Of the splits.
        others: The names and mixes of other test splits, each as large as ``test``.
        symmetric: Whether images of each other are the same maze.

    Raises:
        InvalidValueError: If a name is invalid or occurs twice, or there is no split ``test``.
    """
    for name in shares:
        if not _NAME.fullmatch(name):
            raise InvalidValueError(
                f"The split {name!r} is not a name; use letters, digits and underscores."
            )
        if name == "all":
            raise InvalidValueError(
                "No split can be called all, which readers use for all splits; use another name, "
                "such as train."
            )
    parts = [Part("", maker, count, _bounds(shares))]
    for number, (suffix, mix) in enumerate(others, 1):
        if "test" not in shares:
            raise InvalidValueError(
                field="split",
                value=",".join(shares),
                requirement="names that include test, such as train=0.9,test=0.1, since an "
                "additional test split gets its mazes and its size from the split test",
            )
        name = f"test_{suffix}"
        if name in shares:
            raise InvalidValueError(f"There are two splits {name}; rename yours.")
        seed = seeds.child_seed(maker.seed, seeds.DATASET, 2**48 + number)
        own_count = max(1, round(count * (shares["test"] / sum(shares.values()))))
        parts.append(Part(name, maker.of(mix, seed), own_count, ((name, 0.0, 1.0),)))
    return _apart(parts, symmetric)


def _apart(parts: list[Part], symmetric: bool) -> tuple[Part, ...]:
    """Parts of which no two have a maze in common.

    Those that could have one get equal pieces of their bounds: the other test splits share the
    bounds of ``test``.  The main splits keep a piece of the same size each, so shares stay as they
    are.
    """
    main, *others = parts
    sharing = [it for it in others if it.maker.mix.shares_a_size(main.maker.mix, symmetric)]
    pieces = 1
    if not all(
        one.are_rare_among(two.count, symmetric) or two.are_rare_among(one.count, symmetric)
        for one, two in combinations([main, *sharing], 2)
    ):
        pieces += len(sharing)
    own = tuple((name, *_piece(low, high, 0, pieces)) for name, low, high in main.shares)
    found = [replace(main, shares=own)]
    for part in others:
        if part in sharing:
            number = 1 + sharing.index(part) if pieces > 1 else 0
            part = replace(
                part, shares=((part.name, *_piece(*main.shares[-1][1:], number, pieces)),)
            )
        found.append(part)
    return tuple(found)


def _piece(low: float, high: float, number: int, of: int) -> tuple[float, float]:
    """One of some equal pieces between two bounds."""
    bounds = [*(low + (high - low) * at / of for at in range(of)), high]
    return bounds[number], bounds[number + 1]


def _check_enough(part: Part) -> None:
    """Check that there are so many different mazes.

    Raises:
        InvalidValueError: If there are fewer.
    """
    mix, count = part.maker.mix, part.count
    there_are = 0
    for size in mix.all_sizes(10_000):
        there_are += number_to_compare(mix.grid(size), part.maker.changes.symmetry)
        if there_are >= count:
            return
    if part.name:
        raise InvalidValueError(
            f"The split {part.name} is as large as test, {count} mazes, but there are only "
            f"{there_are} different mazes of its sizes; give it larger sizes, or make fewer mazes."
        )
    requirement = f"at most {there_are}, the number of different mazes of these sizes"
    raise InvalidValueError(field="count", value=count, requirement=requirement)
