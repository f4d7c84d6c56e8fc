"""The recipe of a dataset: everything that decides its rows, checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from labirinto import seeds
from labirinto._internal.validation import (
    Value,
    check_type,
    one_of,
    real_number,
    truth_value,
    whole_number,
)
from labirinto.algorithms.generating import algorithm_named
from labirinto.batches.unique import MAX_ITEMS
from labirinto.datasets.columns import COLUMNS, MESH_COLUMNS, Column, parse_columns, rows_of_a_shard
from labirinto.datasets.making import Changes, Maker, check_closing
from labirinto.datasets.mixing import Mix, SizeRange, Sizes, parse_shares, parse_sizes
from labirinto.datasets.parts import Part, parts_of
from labirinto.datasets.planning import ORDERS
from labirinto.datasets.shapes import Shape, from_specs, grids_of, of_grid, specs_of
from labirinto.difficulties import REVISION
from labirinto.drawing.style import Style
from labirinto.ends import check_batch_ends
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Grid
from labirinto.grids.symmetries import SYMMETRIES
from labirinto.rooms import Rooms
from labirinto.seeds import Seed

if TYPE_CHECKING:
    from typing_extensions import Self

_MOST_PAIRS = 1_000


def _algorithms(what: str, given: object) -> dict[str, float]:
    """The shares of algorithms, by their names.

    Raises:
        InvalidValueError: If they are none, or an algorithm is unknown or given twice.
    """
    example = "wilson=0.5,backtracker=0.5"
    shares = parse_shares(what, given, example)
    found = {algorithm_named(name).name: share for name, share in shares.items()}
    if len(found) < len(shares):
        raise InvalidValueError(
            field=what, value=given, requirement=f"each algorithm once, such as {example}"
        )
    return found


class DatasetRecipe:
    """Mazes for machine learning, as rows with columns, divided into splits.

    The number of its item and the seed determine a row, so any worker can make it, in any order.
    The content of a maze selects its split, so no maze is in two splits, nor in different splits of
    two sets with the same shares, unless one has additional test splits.  Iterating gives every row
    as a dict with its split, ``dataset[k]`` any row; ``Dataset.write`` writes them to Parquet
    files.

    Args:
        algorithm: A name, or names with shares: ``"wilson=0.5,backtracker=0.5"`` or a mapping.
        size: Width and height, or a text: ``"9x9"``; ``"5x5..30x30"``, in which every width and
            every height is equally likely; ``"5x5=1,10x10=2"`` with shares; or a mapping of these
            to shares.  With a shape also one number, such as ``"12"`` or ``"5..12"``.  Or a grid
            for all mazes.
        shape: For mazes that do not fill rectangles, a function that takes the numbers of a size
            and returns its grid: ``labirinto.grids.hexagonal``, or
            ``partial(labirinto.grids.mask, "heart")``.  The recipe holds all grids.
        count: The number of mazes, not counting those of ``test_size`` and ``test_algorithm``.
        seed: Any number or text; None for a new one, found in ``seed``.
        split: The names of the splits with their shares.
        columns: Names of ``COLUMNS``, or a text with commas; those of ``ALWAYS`` are always there.
            Mazes on grids other than rectangles have ``MESH_COLUMNS``.
        ends: As for ``suggest_ends``; None for none, and no solutions.
        pairs: The number of rows of each maze, with different ends: the first has those of
            ``ends``, the others random ones.
        square: Whether the height always equals the width.
        symmetric: Whether turned and mirrored images of a maze count as the same maze.
        unique: Whether to replace duplicates by other mazes.
        order: ``size`` or ``difficulty``, from easy to hard; None for no order.
        stages: The number of stages of difficulty, for the column ``stage``.  Their bounds divide
            the first 10,000 items, those of all splits, into equal parts, whatever the count; so
            each stage has about as many rows, and an item keeps its stage.
        unreachable: The share of the mazes without a path from the start to the end, with the
            columns ``reachable`` and ``closed``; None for none.  One passage is then closed in
            every maze: in these one on the solution, in the others one off it.
        test_size: Sizes of an additional split, such as ``test_40x40``.
        test_algorithm: Algorithms of an additional split, such as ``test_prim``.  Both splits are
            as large as the split ``test``, and share no maze with any other.
        style: The style of the pictures.
        shard: The number of mazes made at a time, and written to files of the same number; None
            for about 200 MB.
        rooms, braid, sparse: Rooms as for ``generate``, and the shares for ``braid`` and
            ``sparse``.
        symmetry: The symmetry of every maze, as for ``generate``.
        parameters: Parameters of the algorithms.

    Attributes:
        seed: As given, or new.
        count, columns, ends, pairs, symmetric, unique, order: As given.
        stages, style, shard, shares: As given, or the defaults.
        parts: The rows drawn from each mix: those of ``count``, and of each additional test split.

    Raises:
        InvalidValueError: If a value is invalid, or there are fewer different mazes.
        TooLargeError: If there is not enough memory for a row.
    """

    def __init__(
        self,
        algorithm: str | Mapping[str, float],
        size: Sizes | Grid,
        *,
        shape: Shape | None = None,
        count: int,
        seed: Seed | None = None,
        split: str | Mapping[str, float] = "train",
        columns: str | Sequence[str] | None = None,
        ends: str | None = "farthest",
        pairs: int = 1,
        square: bool = False,
        symmetric: bool = False,
        unique: bool = True,
        order: str | None = None,
        stages: int | None = None,
        unreachable: float | None = None,
        test_size: Sizes | None = None,
        test_algorithm: str | Mapping[str, float] | None = None,
        style: Style | None = None,
        shard: int | None = None,
        rooms: Rooms | None = None,
        braid: float | None = None,
        sparse: float | None = None,
        symmetry: str | None = None,
        **parameters: Value,
    ) -> None:
        self.seed: int | str = seeds.normalize_seed(seeds.fresh_seed() if seed is None else seed)
        number = seeds.seed_number(self.seed)
        self.count: int = whole_number("count", count, 1, MAX_ITEMS)
        self.ends: str | None = None if ends in (None, "none") else check_batch_ends(ends)
        self.pairs: int = whole_number("pairs", pairs, 1, _MOST_PAIRS)
        self.symmetric: bool = truth_value("symmetric", symmetric)
        self.unique: bool = truth_value("unique", unique)
        self.order: str | None = None if order is None else one_of("order", order, ORDERS)
        self.stages: int | None = None if stages is None else whole_number("stages", stages, 2, 100)
        self.unreachable: float | None = (
            None if unreachable is None else real_number("unreachable", unreachable, 0, 1)
        )
        self.style: Style = Style() if style is None else check_type("style", style, Style)
        self.shares: dict[str, float] = parse_shares("split", split, "train=0.9,test=0.1")
        self.test_algorithm: dict[str, float] | None = (
            None if test_algorithm is None else _algorithms("test_algorithm", test_algorithm)
        )
        self.parameters = parameters
        if isinstance(size, Grid) and test_size is not None:
            raise InvalidValueError("A grid has one size: leave out test_size, or give sizes.")
        typed, shape = of_grid(size, shape)
        algorithms = _algorithms("algorithm", algorithm)
        sizes = parse_sizes(typed, may_be_single=shape is not None)
        # Some may be only for the additional test splits.
        others = Mix(self.test_algorithm or {}, sizes).parameter_names
        others -= Mix(algorithms, sizes).parameter_names
        own = sorted(it for it in parameters.items() if it[0] not in others)
        self.mix: Mix = Mix(algorithms, sizes, square, tuple(own))
        self.changes: Changes = Changes(
            None if rooms is None else check_type("rooms", rooms, Rooms),
            None if braid is None else real_number("braid", braid, 0, 1),
            None if sparse is None else real_number("sparse", sparse, 0, 1),
            None if symmetry is None else one_of("symmetry", symmetry, tuple(SYMMETRIES)),
        )
        self.test_size: tuple[SizeRange, ...] | None = (
            None
            if test_size is None
            else parse_sizes(test_size, "test_size", may_be_single=self.mix.sizes[0].single)
        )
        if shape is not None:
            mixes = [self.mix]
            if self.test_size:
                mixes.append(replace(self.mix, sizes=self.test_size))
            self.mix = replace(self.mix, grids=grids_of(shape, mixes))
        self._check_combination()
        added = ["pair"] * (self.pairs > 1) + ["stage"] * (self.stages is not None)
        added += ["reachable", "closed"] * (self.unreachable is not None)
        rectangular = self.mix.is_rectangular
        self.columns: tuple[str, ...] = parse_columns(
            columns, self.ends, added, rectangular=rectangular
        )
        self._check_columns()
        maker = Maker(self.mix, number, self.ends, self.changes, self.pairs, self.unreachable)
        self.parts: tuple[Part, ...] = parts_of(
            maker, self.count, self.shares, self._other_mixes(), self.symmetric
        )
        for part in self.parts:
            part.check(self.unique)
        cells = max(part.maker.mix.most_cells for part in self.parts)
        usual, most = rows_of_a_shard(self.columns, cells * self.pairs, self.style.cell)
        self.shard: int = usual if shard is None else whole_number("shard", shard, 1, most)

    def _check_combination(self) -> None:
        """Check options that exclude or need each other."""
        for is_given, what in (
            (self.pairs > 1, "Pairs of ends need"),
            (self.stages is not None, "Stages of difficulty need"),
            (self.order == "difficulty", "An order by difficulty needs"),
            (self.unreachable is not None, "Ends that no path joins need"),
        ):
            if is_given and self.ends is None:
                raise InvalidValueError(f"{what} ends; give ends.")
        if self.order == "difficulty" and self.pairs > 1:
            raise InvalidValueError(
                "The pairs of ends of a maze differ in difficulty; order by size, or leave out "
                "pairs."
            )
        if self.symmetric and not self.mix.is_rectangular:
            raise InvalidValueError(
                "Turned and mirrored images are compared in rectangles only; leave out symmetric."
            )

    def _check_columns(self) -> None:
        """Check columns that need or exclude options."""
        share = "the share of the mazes without a path; give it, such as --unreachable 0.5"
        for name, value, needed in (
            ("stage", self.stages, "the number of stages; give it, such as --stages 5"),
            ("reachable", self.unreachable, share),
            ("closed", self.unreachable, share),
        ):
            if name in self.columns and value is None:
                raise InvalidValueError(f"The column {name} needs {needed}.")
        grid = self.mix.grid(self.mix.sizes[0].least)
        if "cells" in self.columns and not grid.exits_shape:
            raise InvalidValueError(
                f"The column cells needs squares, and the grid is {grid.text}; choose edges, or "
                "walls and open."
            )
        if self.unreachable is not None:
            check_closing(self.pairs, self.changes, self.order, self.columns)

    def _other_mixes(self) -> Iterator[tuple[str, Mix]]:
        """The names and mixes of the additional test splits."""
        if self.test_size is not None:
            mix = replace(self.mix, sizes=self.test_size)
            yield "_".join(it.text for it in mix.sizes).replace("..", "_to_"), mix
        if self.test_algorithm is not None:
            names = Mix(self.test_algorithm, self.mix.sizes).parameter_names
            kept = tuple(sorted(it for it in self.parameters.items() if it[0] in names))
            mix = replace(self.mix, algorithms=self.test_algorithm, parameters=kept)
            yield "_".join(mix.names).replace("-", "_"), mix

    @property
    def table(self) -> dict[str, Column]:
        """The columns by name."""
        table = COLUMNS if self.mix.is_rectangular else MESH_COLUMNS
        return {name: table[name] for name in self.columns}

    @property
    def splits(self) -> tuple[str, ...]:
        """The names of all splits."""
        return tuple(name for part in self.parts for name in part.splits)

    @property
    def revisions(self) -> dict[str, int]:
        """The revisions of all algorithms by name, and that of the score if it decides rows."""
        names = {name for part in self.parts for name in part.maker.mix.names}
        found = {name: algorithm_named(name).revision for name in sorted(names)}
        is_measured = "difficulty" in (*self.columns, self.order) or self.stages is not None
        return found | ({"difficulty": REVISION} if is_measured else {})

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON, from which ``from_dict`` makes the same dataset."""
        # What came later is there only if it is given, so that recipes stay as they are.
        specs = specs_of([part.maker.mix for part in self.parts])
        later = {
            "shape": specs,
            "pairs": None if self.pairs == 1 else self.pairs,
            "unreachable": self.unreachable,
        }
        return {
            "algorithm": dict(self.mix.algorithms),
            "size": {it.text: it.share for it in self.mix.sizes},
            "square": self.mix.square,
            **{name: value for name, value in later.items() if value is not None},
            "parameters": self.parameters,
            "count": self.count,
            "seed": self.seed,
            "split": self.shares,
            "columns": list(self.columns),
            "ends": self.ends,
            "symmetric": self.symmetric,
            "unique": self.unique,
            "order": self.order,
            "stages": self.stages,
            "test_size": self.test_size and {it.text: it.share for it in self.test_size},
            "test_algorithm": self.test_algorithm,
            "style": asdict(self.style),
            "shard": self.shard,
            **self.changes.as_dict(),
        }

    @property
    def job(self) -> dict[str, Any]:
        """Everything that decides the rows, for ``from_dict`` of another version."""
        return {**self.as_dict(), "revisions": self.revisions}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build a dataset from a dict: the reverse of ``as_dict`` and ``job``.

        Raises:
            InvalidValueError: If a value is missing or invalid, or this version of labirinto has
                other revisions of the algorithms, or of the score.
        """
        try:
            values = dict(data)
            revisions = values.pop("revisions", None)
            style, rooms = values.pop("style"), values.pop("rooms")
            if "shape" in values:
                values["shape"] = partial(from_specs, values["shape"])
            made = cls(
                **values.pop("parameters"),
                **values,
                style=Style(**style),
                rooms=None if rooms is None else Rooms.from_dict(rooms),
            )
        except KeyError as error:
            raise InvalidValueError(f"The recipe of the dataset has no {error}.") from None
        except (TypeError, ValueError) as error:
            if isinstance(error, InvalidValueError):
                raise
            raise InvalidValueError("This is not the recipe of a dataset.") from None
        if revisions not in (None, made.revisions):
            raise InvalidValueError(
                f"The dataset was made with the revisions {shown(revisions)}, and this version of "
                f"labirinto has {made.revisions}; install the version that made it."
            )
        return made

    def __repr__(self) -> str:
        what = ", ".join((self.mix.text, *self.mix.names))
        return f"<{type(self).__name__} of {self.count} mazes {what}, seed {self.seed}>"
