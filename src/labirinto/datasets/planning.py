"""Which items are rows, and in which order: no maze twice, and none in two splits, whatever made
it.

The split of a maze follows from a digest of its content, so that it needs no memory and is the same
in every set of the same shares.  Duplicates are found by keeping the digests of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto.batches.unique import MAX_ITEMS, check_not_exhausted
from labirinto.datasets.arrays import Integers
from labirinto.datasets.content import content_keys, firsts_of_each
from labirinto.datasets.hardness import scores
from labirinto.datasets.parts import Part

ORDERS = ("size", "difficulty")
"""How rows can be ordered, from easy to hard."""

_PILOT = 10_000
"""How many items decide where the stages of difficulty begin."""

_BYTES_A_ROW = 100
"""Peak memory for comparing: the digests and numbers, twice, and their order."""


class Plan(NamedTuple):
    """Which items of a part are its rows, in order.

    Attributes:
        end: The item after the last one.
        dropped: The numbers of those below it that are no rows, in order.
        duplicates: How many of them were there before.
        order: The place of every row among the items that are kept; None for their own order.
        levels: The scores at which the stages of difficulty begin, from the second on.
    """

    end: int
    dropped: Integers
    duplicates: int
    order: Integers | None = None
    levels: Sequence[float] = ()

    def numbers(self, begin: int, end: int) -> Integers:
        """The items that are the rows of these places."""
        places = np.arange(begin, end) if self.order is None else self.order[begin:end]
        # Before the d-th item dropped there are dropped[d] - d that are kept.
        before = self.dropped - np.arange(len(self.dropped))
        return places + np.searchsorted(before, places, side="right")


def plan_of(part: Part, symmetric: bool, unique: bool, progress: Progress | None) -> Plan:
    """Find out which items are the rows of a part.

    Args:
        part: The part.
        symmetric: Whether images of each other are the same maze.
        unique: Whether mazes that were there before are dropped.
        progress: Called with the rows found and the total.

    Raises:
        InvalidValueError: If no more different mazes can be found.
        TooLargeError: If there is not enough memory for the digests of all rows.
    """
    none = np.zeros(0, np.int64)
    unique = unique and not part.are_rare_among(part.count, symmetric)
    if not (unique or part.maker.may_fail) and part.is_whole:
        return Plan(part.count, none, 0)
    comparing = f"Comparing {part.count} mazes (duplicates can also be kept)"
    choosing = f"Choosing {part.count} mazes"
    check_memory(_BYTES_A_ROW * part.count, comparing if unique else choosing)
    kept, keys = none, np.zeros((0, 2), np.uint64)
    next_item, duplicates = 0, [none]
    while len(kept) < part.count:
        # As many as are missing, by the share that was kept so far, and some more.
        missing = (part.count - len(kept)) * max(1, next_item) // max(1, len(kept))
        more = min(max(1000, missing * 17 // 16), 4 * part.count + 1000, MAX_ITEMS - next_item)
        new_kept, new_keys = [kept], [keys]
        items = np.arange(next_item, next_item + more)
        for mazes in part.maker.make([items], solved=False):
            found = content_keys(mazes, symmetric)
            fits = part.split_numbers(found) >= 0
            new_kept.append(mazes.numbers[fits])
            new_keys.append(found[fits])
            if progress:
                progress(min(part.count, sum(map(len, new_kept))), part.count)
        next_item += more
        kept, keys = np.concatenate(new_kept), np.concatenate(new_keys)
        if unique:
            firsts = firsts_of_each(keys)
            duplicates.append(np.delete(kept, firsts))
            kept, keys = kept[firsts], keys[firsts]
        last = int(kept[-1]) if len(kept) else -1
        of = f" for {part.name}" * bool(part.name)
        of += " (images of each other are one)" * (symmetric and unique)
        check_not_exhausted(len(kept), next_item - 1 - last, of)
    kept = kept[: part.count]
    end = int(kept[-1]) + 1
    is_dropped = np.ones(end, bool)
    is_dropped[kept] = False
    were_there = int((np.concatenate(duplicates) < end).sum())
    return Plan(end, np.flatnonzero(is_dropped), were_there)


def ordered(part: Part, plan: Plan, order: str, progress: Progress | None) -> Plan:
    """The plan of the same rows from easy to hard.

    Args:
        part: The part.
        plan: Of the part.
        order: One of ``ORDERS``.
        progress: Called with the mazes measured and the total.

    Raises:
        TooLargeError: If there is not enough memory.
    """
    check_memory(_BYTES_A_ROW * part.count, f"Ordering {part.count} mazes")
    numbers = plan.numbers(0, part.count)
    if order == "size":
        _, widths, heights = part.maker.mix.draw(part.maker.seed, numbers)
        hardness = part.maker.mix.cells(widths, heights)
    else:
        hardness = _scores(part, numbers, progress)
    return plan._replace(order=np.argsort(hardness, kind="stable"))


def levels_of(part: Part, stages: int, progress: Progress | None) -> tuple[float, ...]:
    """The scores at which the second, third ... of some stages of equal size begin.

    Args:
        part: The part whose first items are measured.
        stages: The number of stages.
        progress: Called with the mazes measured and the total.
    """
    measured = np.sort(_scores(part, np.arange(_PILOT), progress))
    return tuple(float(measured[len(measured) * k // stages]) for k in range(1, stages))


def _scores(part: Part, numbers: Integers, progress: Progress | None) -> NDArray[Any]:
    found = [np.zeros(0)]
    for mazes in part.maker.make([numbers]):
        found.append(scores(mazes))
        if progress:
            progress(sum(map(len, found)), len(numbers))
    return np.concatenate(found)
