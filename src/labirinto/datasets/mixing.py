"""Which mazes a dataset draws from: algorithms and sizes, and what each item is by its number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from labirinto import seeds
from labirinto._internal.validation import (
    Value,
    real_number,
    truth_value,
    typed_numbers,
    whole_number,
)
from labirinto.algorithms.generating import algorithm_named
from labirinto.datasets.arrays import Integers, Seeds
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Grid
from labirinto.grids.rectangle import LONGEST_SIDE, Rectangle, check_size

Size = tuple[int, int]
"""Width and height; of grids whose size is one number, that number twice."""

Sizes = str | int | Size | Mapping[Any, float]
"""The sizes that ``parse_sizes`` accepts."""


class SizeRange(NamedTuple):
    """Sizes of which each is as likely as any other.

    Attributes:
        least, most: The bounds of width and height, themselves included.
        share: How often one of these sizes is drawn, relative to other ranges.
        single: Whether a size is one number.
    """

    least: Size
    most: Size
    share: float
    single: bool = False

    def typed(self, size: Size) -> str:
        """How one of the sizes is typed."""
        return "x".join(map(str, size[: 2 - self.single]))

    @property
    def text(self) -> str:
        """How it is typed, without its share."""
        least, most = self.typed(self.least), self.typed(self.most)
        return least if least == most else f"{least}..{most}"


def parse_shares(what: str, given: object, example: str) -> dict[str, float]:
    """Names with their shares: ``train=0.9,test=0.1``, or a mapping.  One name needs no share.

    Args:
        what: What is named, for messages.
        given: The text, or the mapping.
        example: Of a text.

    Raises:
        InvalidValueError: If it is neither, a name is given twice, or a share is not above 0.
    """
    requirement = f"names with shares, such as {example}"
    if isinstance(given, str):
        pairs = [part.partition("=") for part in given.split(",")]
        items = [(name.strip(), share if equals else "1") for name, equals, share in pairs]
        if len(items) > 1 and not all(equals for _, equals, _ in pairs):
            raise InvalidValueError(field=what, value=given, requirement=requirement)
    elif isinstance(given, Mapping):
        items = [(str(name), share) for name, share in given.items()]
    else:
        raise InvalidValueError(field=what, value=given, requirement=requirement)
    shares: dict[str, float] = {}
    for name, share in items:
        try:
            number = real_number(what, float(share))
        except (TypeError, ValueError):
            number = 0
        if not name or number <= 0:
            raise InvalidValueError(
                field=what, value=given, requirement=f"{requirement}, each finite and above 0"
            )
        if name in shares:
            raise InvalidValueError(
                field=what, value=given, requirement=f"{requirement}, with {name!r} only once"
            )
        shares[name] = number
    if not shares:
        raise InvalidValueError(field=what, value=given, requirement=requirement)
    return shares


def parse_sizes(
    given: object, what: str = "size", *, may_be_single: bool = False
) -> tuple[SizeRange, ...]:
    """Sizes: ``9x9``, ``5x5..30x30`` or ``5x5=1,10x10=2``, a pair, or a mapping of these to shares.

    Args:
        given: The sizes.
        what: Their name, for messages.
        may_be_single: Whether sizes can be one number, too: ``12``, ``5..12``.

    Raises:
        InvalidValueError: For anything else, and for a range whose bounds are in the wrong order.
    """
    if isinstance(given, tuple | list) and len(given) == 2:
        size = check_size(*given)
        return (SizeRange(size, size, 1.0),)
    if isinstance(given, Mapping):
        given = {
            f"{key[0]}x{key[1]}" if isinstance(key, tuple) and len(key) == 2 else str(key): share
            for key, share in given.items()
        }
    elif may_be_single and isinstance(given, int):
        given = str(given)
    if not isinstance(given, str | Mapping):
        raise InvalidValueError(
            field=what, value=given, requirement="a width and a height, such as 9x9"
        )
    ranges = []
    for text, share in parse_shares(what, given, "5x5=1,10x10=2").items():
        bounds = [typed_numbers(bound) or () for bound in text.split("..")]
        single = {*map(len, bounds)} == {1}
        if len(bounds) > 2 or not ((single and may_be_single) or {*map(len, bounds)} == {2}):
            raise InvalidValueError(
                f"The size {shown(text)} is not WIDTHxHEIGHT, such as 9x9, nor a range such as "
                f"5x5..30x30{', nor one number or a range such as 5..12' if may_be_single else ''}."
            )
        # One number is that of both sides.
        least, most = ((_side(what, it[0]), _side(what, it[-1])) for it in (bounds[0], bounds[-1]))
        if least[0] > most[0] or least[1] > most[1]:
            raise InvalidValueError(f"The range {text} ends below its beginning; swap them.")
        ranges.append(SizeRange(least, most, share, single))
    if len({it.single for it in ranges}) > 1:
        raise InvalidValueError("Give every size as one number, or every size as two.")
    return tuple(ranges)


def _side(what: str, number: int) -> int:
    return whole_number(what, number, 1, LONGEST_SIDE)


@dataclass(frozen=True)
class Mix:
    """Algorithms and sizes, each with the share of the items that have it.

    Attributes:
        algorithms: The names, with their shares.
        sizes: As ``parse_sizes`` returns them.
        square: Whether the height is always the width; else both are drawn by themselves.
        parameters: Of the algorithms; each algorithm takes those that it has.
        grids: The grid of each size; None for whole rectangles.

    Raises:
        InvalidValueError: If there is no such algorithm, or no algorithm has a parameter; or if
            ``square`` is given with a range whose sides differ.
    """

    algorithms: Mapping[str, float]
    sizes: tuple[SizeRange, ...]
    square: bool = False
    parameters: tuple[tuple[str, Value], ...] = ()
    grids: Mapping[Size, Grid] | None = None

    def __post_init__(self) -> None:
        truth_value("square", self.square)
        known = self.parameter_names
        for name, _ in self.parameters:
            if name not in known:
                names = " or ".join(self.algorithms)
                raise InvalidValueError(
                    f"There is no parameter {name!r} for {names}; leave it out."
                )
        if self.square and any(
            width != height for it in self.sizes for width, height in (it.least, it.most)
        ):
            raise InvalidValueError(
                "Squares need ranges with equal sides, such as 5x5..30x30; change the sizes, or "
                "leave out square."
            )

    @property
    def parameter_names(self) -> set[str]:
        """The names of all parameters that its algorithms have."""
        return {
            parameter.name
            for name in self.algorithms
            for parameter in algorithm_named(name).parameters
        }

    def parameters_of(self, algorithm: str) -> dict[str, Value]:
        """The parameters that an algorithm has."""
        names = {parameter.name for parameter in algorithm_named(algorithm).parameters}
        return {name: value for name, value in self.parameters if name in names}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the algorithms, by the number that ``draw`` gives."""
        return tuple(self.algorithms)

    def draw(self, seed: int, numbers: Integers) -> tuple[Integers, Integers, Integers]:
        """The algorithm (its number), the width and the height of some items.

        They follow from the seed and the number of each item, by the outputs of SplitMix64 from
        the child seed of the number: the first decides the algorithm, the second the range, the
        third and fourth the sides.

        Args:
            seed: The number of the seed.
            numbers: Of the items.
        """
        state = child_seeds(seed, seeds.DATASET, numbers)
        algorithm = _choice(_fraction(state, 0), list(self.algorithms.values()))
        which = _choice(_fraction(state, 1), [it.share for it in self.sizes])
        bounds = np.array([(*it.least, *it.most) for it in self.sizes], np.int64)[which].T
        width = _between(_fraction(state, 2), bounds[0], bounds[2])
        height = _between(_fraction(state, 3), bounds[1], bounds[3])
        return algorithm, width, width if self._one_side else height

    @property
    def _one_side(self) -> bool:
        return self.square or self.sizes[0].single

    def all_sizes(self, most: int) -> list[Size]:
        """The different sizes that can be drawn, at most so many of them, the smallest first."""

        def sizes() -> Iterable[Size]:
            for (width, height), (width2, height2), *_ in self.sizes:
                for x in range(width, width2 + 1):
                    heights = range(x, x + 1) if self._one_side else range(height, height2 + 1)
                    yield from ((x, y) for y in heights)

        return list(dict.fromkeys(islice(sizes(), most)))

    @property
    def parities(self) -> Iterable[Size]:
        """Sizes that can be drawn: of each range some with sides of all parities, and different
        sides if it has such.
        """
        for (width, height), (width2, height2), *_ in self.sizes:
            for x in range(width, min(width + 1, width2) + 1):
                heights = range(height, min(height + 1, height2) + 1)
                yield from ((x, y) for y in ((x,) if self._one_side else heights))

    def grid(self, size: Size) -> Grid:
        """The grid of a size that can be drawn."""
        return Rectangle(*size) if self.grids is None else self.grids[size]

    @property
    def kind(self) -> str:
        """The kind of grids that are not rectangles; empty for those, with masks or without."""
        return self.grid(self.sizes[0].least).kind

    @property
    def text(self) -> str:
        """Kind and sizes, as on the command line."""
        return " ".join([self.kind, ", ".join(it.text for it in self.sizes)]).lstrip()

    @property
    def is_rectangular(self) -> bool:
        """Whether its mazes are in rectangles, with masks or without."""
        return not self.kind

    def cells(self, widths: Integers, heights: Integers) -> Integers:
        """The number of cells of mazes of some sizes."""
        if self.grids is None:
            return widths * heights
        sizes = zip(widths.tolist(), heights.tolist(), strict=True)
        return np.array([len(self.grids[size]) for size in sizes], np.int64)

    def shares_a_size(self, other: Mix, symmetric: bool) -> bool:
        """Whether both can draw mazes of one size, or if images count, of one size and its turn."""
        if self.grids and self.kind:
            texts = [
                {mix.grid(size).text for size in mix.all_sizes(len(self.grids))}
                for mix in (self, other)
            ]
            return bool(texts[0] & texts[1])
        return any(
            all(
                max(one.least[side], two.least[other_side])
                <= min(one.most[side], two.most[other_side])
                for side, other_side in enumerate(sides)
            )
            for one in self.sizes
            for two in other.sizes
            for sides in ((0, 1), (1, 0))[: 1 + symmetric]
        )

    @property
    def largest(self) -> Grid:
        """The grid with the most cells; of rectangles, the largest width and the largest height."""
        if self.grids is None:
            width, height = (max(it.most[side] for it in self.sizes) for side in (0, 1))
            return Rectangle(width, height)
        return max(map(self.grid, self.all_sizes(len(self.grids))), key=len)

    @property
    def most_cells(self) -> int:
        """The most cells of a maze, those outside a mask included."""
        return self.largest.places


def child_seeds(seed: int, purpose: int, numbers: Integers) -> Seeds:
    """``seeds.child_seed`` for many numbers."""
    base = seeds.split_mix(seeds.split_mix(seed) ^ purpose)
    return _split_mix(np.uint64(base) ^ numbers.astype(np.uint64))


_STEP = 0x9E3779B97F4A7C15
_FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def _split_mix(state: Seeds) -> Seeds:
    """``seeds.split_mix`` for many states."""
    z = state + np.uint64(_STEP)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FACTORS[0])
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_FACTORS[1])
    mixed: Seeds = z ^ (z >> np.uint64(31))
    return mixed


def _fraction(state: Seeds, place: int) -> NDArray[np.float64]:
    """An output of each stream, as a multiple of 2^-53 below 1."""
    output = _split_mix(state + np.uint64(place * _STEP % 2**64))
    return (output >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _choice(fraction: NDArray[np.float64], shares: list[float]) -> Integers:
    """The number of a share, as often as it says."""
    bounds = np.cumsum(np.array(shares, np.float64))
    places = np.searchsorted(bounds, fraction * bounds[-1], side="right")
    chosen: Integers = np.minimum(places, len(shares) - 1).astype(np.int64)
    return chosen


def _between(fraction: NDArray[np.float64], least: Integers, most: Integers) -> Integers:
    """A whole number from least to most, each as likely as any other (but for 2^-53)."""
    chosen: Integers = least + (fraction * (most - least + 1)).astype("int64")
    return chosen
