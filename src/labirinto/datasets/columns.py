"""The columns of a dataset: what each holds, of which type, and how it is made of many mazes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from labirinto.datasets.hardness import scores
from labirinto.datasets.mazes import Mazes
from labirinto.datasets.values import (
    Look,
    ascii_of,
    blocks_of,
    cells_of,
    connections_of,
    dead_ends_of,
    distances_of,
    junctions_of,
    moves_of,
    names_of,
    pairs_of,
    parameters_of,
    path_of,
    pictures_of,
    recipes_of,
    stages_of,
    tokens_of,
    turns_of,
)
from labirinto.errors import InvalidValueError, shown

if TYPE_CHECKING:
    from labirinto.datasets.arrays import Values


class Column(NamedTuple):
    """A column.

    Attributes:
        name: Its name.
        type: Of a value: one of Arrow's, or ``image``.
        depth: How many lists are around it.
        meaning: One sentence.
        values: Makes it of some mazes.
        needs_ends: Whether only mazes with ends have it.
    """

    name: str
    type: str
    depth: int
    meaning: str
    values: Callable[[Mazes, Look], Values]
    needs_ends: bool = False

    @property
    def type_text(self) -> str:
        """The type in words."""
        return "list of " * self.depth + self.type


COLUMNS = {
    column.name: column
    for column in (
        Column(
            "item",
            "int64",
            0,
            "Number of the item, from which and the seed of the set the row is made",
            lambda mazes, _: mazes.numbers,
        ),
        Column("algorithm", "string", 0, "Name of the algorithm", names_of),
        Column(
            "parameters",
            "string",
            0,
            "Its parameters, and rooms, braid and sparse where they are given, as JSON",
            parameters_of,
        ),
        Column(
            "seed",
            "string",
            0,
            "Seed of the maze, which makes it again with algorithm, parameters and size; a text, "
            "since many programs round numbers of 64 bits",
            lambda mazes, _: [str(seed) for seed in mazes.seeds.tolist()],
        ),
        Column("width", "int32", 0, "Cells in a row", lambda mazes, _: mazes.widths),
        Column("height", "int32", 0, "Rows of cells", lambda mazes, _: mazes.heights),
        Column(
            "grid",
            "string",
            0,
            "Kind of the grid: `rectangle`, or `mask` if some cells are taken away",
            lambda mazes, _: [
                "mask" if mazes.masks and mazes.masks[i] else "rectangle" for i in range(len(mazes))
            ],
        ),
        Column("recipe", "string", 0, "Recipe of the maze, as JSON", recipes_of),
        Column(
            "cells",
            "uint8",
            2,
            "Exits of the cells, by rows: the sum of 1 north, 2 east, 4 south, 8 west; 16 for a "
            "cell that is taken away",
            cells_of,
        ),
        Column(
            "blocks",
            "uint8",
            2,
            "Square blocks, 2 height + 1 rows of 2 width + 1: 0 floor, 1 wall",
            blocks_of,
        ),
        Column(
            "connection_list",
            "bool",
            3,
            "As in maze-dataset: passages down by rows and columns, then passages right",
            connections_of,
        ),
        Column(
            "tokens",
            "string",
            0,
            "As in maze-dataset (AOTP, cells as `(row,column)`): passages, origin, target, path",
            tokens_of,
        ),
        Column(
            "ascii",
            "string",
            0,
            "As in maze-dataset: the blocks as `#` and blanks, `S` start, `E` end, `X` path",
            ascii_of,
        ),
        Column(
            "start",
            "int32",
            1,
            "x and y of the start",
            lambda mazes, _: pairs_of(mazes.starts),
            True,
        ),
        Column(
            "end", "int32", 1, "x and y of the end", lambda mazes, _: pairs_of(mazes.ends), True
        ),
        Column("path", "int32", 2, "x and y of each cell of the solution", path_of, True),
        Column(
            "moves",
            "string",
            0,
            "The steps of the solution: U up, R right, D down, L left",
            moves_of,
            True,
        ),
        Column(
            "steps", "int32", 0, "Length of the shortest path", lambda mazes, _: mazes.steps, True
        ),
        Column("turns", "int32", 0, "Changes of direction on the solution", turns_of, True),
        Column(
            "junctions", "int32", 0, "Cells of the solution with a wrong way", junctions_of, True
        ),
        Column(
            "difficulty",
            "float64",
            0,
            "How hard the maze is to solve on paper, in bits, to the thousandth",
            lambda mazes, _: scores(mazes),
            True,
        ),
        Column(
            "stage",
            "int32",
            0,
            "From 1, the easiest mazes, to the number of stages; about as many in each",
            stages_of,
            True,
        ),
        Column("dead_ends", "int32", 0, "Cells with one passage", dead_ends_of),
        Column(
            "distances",
            "int32",
            2,
            "Steps from the start to every cell, by rows; -1 for a cell that is taken away",
            distances_of,
            True,
        ),
        Column(
            "image",
            "image",
            0,
            "Picture of the maze with its ends, PNG",
            lambda mazes, look: pictures_of(mazes, look, solved=False),
        ),
        Column(
            "solution_image",
            "image",
            0,
            "The same with the path",
            lambda mazes, look: pictures_of(mazes, look, solved=True),
            True,
        ),
    )
}
"""The columns by name, in the order of a table."""

ALWAYS = ("item", "algorithm", "parameters", "seed", "width", "height")
"""The columns that every dataset has: they say how each maze was made."""

USUAL = ("cells", "start", "end", "moves", "steps")
"""The columns that a dataset has besides, if no others are chosen."""

_SHARD_BYTES = 2e8
_ARROW_LIMIT = 2**31
_MOST_ROWS_OF_A_SHARD = 100_000
_BYTES_A_ROW = 500
_BYTES_A_CELL = {
    "cells": 5,
    "blocks": 20,
    "connection_list": 2,
    "tokens": 30,
    "ascii": 4,
    "path": 4,
    "distances": 4,
    "image": 25,
    "solution_image": 30,
}
"""About what a column takes in memory, for each cell of a maze."""

_ALIASES = {
    "size": ("width", "height"),
    "exits": ("cells",),
    "connections": ("connection_list",),
    "length": ("steps",),
    "ends": ("start", "end"),
}


def parse_columns(given: str | Sequence[str] | None, ends: str | None) -> tuple[str, ...]:
    """The columns of a dataset, in the order of ``COLUMNS``.

    Args:
        given: Names, or a text of names with commas; None for the usual ones.
        ends: The kind of the ends, or None for none.

    Raises:
        InvalidValueError: If there is no such column, or it needs ends.
    """
    if given is None:
        names = [name for name in USUAL if ends or not COLUMNS[name].needs_ends]
    else:
        try:
            names = given.split(",") if isinstance(given, str) else list(given)
            names = [name.strip().lower().replace("-", "_") for name in names]
        except (TypeError, AttributeError):
            requirement = "names of columns, such as cells,moves"
            raise InvalidValueError(field="columns", value=given, requirement=requirement) from None
    wanted = {*ALWAYS}
    for name in names:
        some = _ALIASES.get(name, (name,))
        for one in some:
            if one not in COLUMNS:
                raise InvalidValueError(
                    f"There is no column {shown(name)}; there are {', '.join(COLUMNS)}."
                )
            if COLUMNS[one].needs_ends and not ends:
                raise InvalidValueError(f"The column {one} needs ends; give ends such as farthest.")
        wanted.update(some)
    return tuple(name for name in COLUMNS if name in wanted)


def rows_of_a_shard(names: Sequence[str], cells: int) -> tuple[int, int]:
    """How many rows of these columns a shard has by itself, and how many it can have.

    Args:
        names: Of the columns.
        cells: Of the largest mazes.

    Raises:
        InvalidValueError: If a single maze is too large.
    """
    of_columns = [_BYTES_A_CELL.get(name, 0.1) for name in names]
    # Arrow counts the bytes of a text column, and the values of lists, in 31 bits.
    most = int(_ARROW_LIMIT / (_BYTES_A_ROW + cells * max(of_columns)))
    if most < 1:
        raise InvalidValueError(
            f"A maze of {cells} cells is too large for one of the columns {', '.join(names)}; "
            "choose cells, or a smaller size."
        )
    rows = _SHARD_BYTES / (_BYTES_A_ROW + cells * sum(of_columns))
    return max(1, min(_MOST_ROWS_OF_A_SHARD, most, int(rows))), most
