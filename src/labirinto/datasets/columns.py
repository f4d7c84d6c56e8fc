"""The columns of a dataset: what each holds, of which type, and how it is made of many mazes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from labirinto.datasets import mesh_values, values
from labirinto.datasets.arrays import Values
from labirinto.datasets.hardness import scores
from labirinto.datasets.values import Context
from labirinto.errors import InvalidValueError, shown


class Column(NamedTuple):
    """A column.

    Attributes:
        name: Its name.
        type_text: The type of a value: one of Arrow's, ``image``, or ``list of`` such.
        values: Makes the values of some rows.
        meaning: One sentence.
        needs_ends: Whether only mazes with ends have it.
    """

    name: str
    type_text: str
    values: Callable[[Any, Context], Values]
    meaning: str
    needs_ends: bool = False

    @property
    def type(self) -> str:
        """The type of a value without the lists around it."""
        return self.type_text.split()[-1]

    @property
    def depth(self) -> int:
        """How many lists are around it."""
        return self.type_text.count("list of ")


def _table(*columns: Column) -> dict[str, Column]:
    return {column.name: column for column in columns}


_OF_ITEMS = (
    Column("item", "int64", lambda mazes, _: mazes.numbers,
           "Number of the item; with the seed of the set it determines the row"),
    Column("algorithm", "string", values.names_of, "Name of the algorithm"),
    Column("parameters", "string", values.parameters_of,
           "Its parameters, and rooms, braid, sparse and symmetry if given, as JSON"),
    Column("seed", "string", lambda mazes, _: list(map(str, mazes.seeds.tolist())),
           "Seed of the maze, which makes it again with algorithm, parameters and grid; a text, "
           "since many programs round numbers of 64 bits"),
)  # fmt: skip
_PAIR = Column("pair", "int32", lambda mazes, _: mazes.pairs,
               "Number of this pair of ends among those of the maze, from 0", True)  # fmt: skip
_RECIPE = Column("recipe", "string", values.recipes_of,
                 "Recipe of the maze, as JSON; before a passage was closed, if one was",
                 )  # fmt: skip
_REACHABLE = Column("reachable", "bool", lambda mazes, _: mazes.steps > 0,
                    "Whether a path leads from the start to the end", True)  # fmt: skip
_CLOSED = "the two cells between which a passage was closed"
_STEPS = Column("steps", "int32", lambda mazes, _: values.of_paths(mazes, mazes.steps),
                "Length of the shortest path; -1 if there is none", True)  # fmt: skip
_DIFFICULTY = (
    Column("difficulty", "float64", lambda mazes, _: scores(mazes),
           "How hard the maze is to solve on paper, in bits, to the thousandth", True),
    Column("stage", "int32", values.stages_of,
           "From 1, the easiest mazes, to the number of stages; about the same number of rows in "
           "each", True),
)  # fmt: skip
_PICTURES = (
    Column("image", "image", partial(values.pictures_of, solved=False),
           "Picture of the maze with its ends, PNG"),
    Column("solution_image", "image", partial(values.pictures_of, solved=True),
           "Picture of the maze with its ends and the path, PNG", True),
)  # fmt: skip

COLUMNS = _table(
    *_OF_ITEMS,
    Column("width", "int32", lambda mazes, _: mazes.widths, "Cells in a row"),
    Column("height", "int32", lambda mazes, _: mazes.heights, "Rows of cells"),
    _PAIR,
    Column("grid", "string", values.grids_of,
           "Kind of the grid: `rectangle`, or `mask` if some cells are outside or removed"),
    _RECIPE,
    Column("cells", "list of list of uint8", values.cells_of,
           "Exits of the cells, by rows: the sum of 1 north, 2 east, 4 south, 8 west; 16 for a "
           "cell that is outside or removed"),
    Column("blocks", "list of list of uint8", values.blocks_of,
           "Square blocks, 2 height + 1 rows of 2 width + 1: 0 floor, 1 wall; posts between four "
           "open cells are floor"),
    Column("connection_list", "list of list of list of bool", values.connections_of,
           "As in maze-dataset: passages down by rows and columns, then passages right"),
    Column("tokens", "string", values.tokens_of,
           "As in maze-dataset (AOTP, cells as `(row,column)`): passages, origin, target, path"),
    Column("ascii", "string", values.ascii_of,
           "As in maze-dataset: `#` and blanks, `S` start, `E` end, `X` path; posts are always "
           "`#`"),
    Column("start", "list of int32", lambda mazes, _: values.pairs_of(mazes.starts),
           "x and y of the start", True),
    Column("end", "list of int32", lambda mazes, _: values.pairs_of(mazes.ends),
           "x and y of the end", True),
    _REACHABLE,
    Column("closed", "list of list of int32", values.closed_of, f"x and y of {_CLOSED}", True),
    Column("path", "list of list of int32", values.path_of,
           "x and y of each cell of the solution", True),
    Column("moves", "string", values.moves_of,
           "The steps of the solution: U up, R right, D down, L left", True),
    _STEPS,
    Column("turns", "int32", values.turns_of, "Changes of direction on the solution", True),
    Column("junctions", "int32", values.junctions_of,
           "Cells of the solution with a wrong turn, except the end", True),
    *_DIFFICULTY,
    Column("dead_ends", "int32", values.dead_ends_of, "Cells with one passage"),
    Column("distances", "list of list of int32", values.distances_of,
           "Steps from the start to every cell, by rows; -1 for a cell that is outside or "
           "removed", True),
    *_PICTURES,
)  # fmt: skip
"""The columns of mazes in rectangles by name, in the order of a table."""

MESH_COLUMNS = _table(
    *_OF_ITEMS,
    Column("grid", "string", lambda mazes, _: [mesh.text for mesh in mazes.meshes],
           "Kind and size of the grid, such as `hexagonal 8x6`"),
    Column("cell_count", "int32", mesh_values.cell_counts_of,
           "Number of cells; they are numbered from 0 in reading order"),
    _PAIR,
    _RECIPE,
    Column("centres", "list of list of float64", mesh_values.centres_of,
           "x and y of the centre of each cell, to the thousandth"),
    Column("walls", "list of list of int32", mesh_values.walls_of,
           "Numbers of the two cells beside each possible wall: the graph of the grid"),
    Column("open", "list of bool", mesh_values.open_of,
           "Whether a passage leads through each of the walls"),
    Column("edges", "list of list of int32", mesh_values.edges_of,
           "Numbers of the two cells of each passage: the graph of the maze"),
    Column("cells", "list of list of list of uint8", mesh_values.cells_of,
           "For floors, wrapped sides and bridges: exits of the squares, by floors and rows, the "
           "sum of 1 north, 2 east, 4 south, 8 west, 16 up and 32 down; at a bridge 16 if the "
           "passage above leads from left to right, 32 if from top to bottom"),
    Column("start", "int32", lambda mazes, _: mesh_values.end_cells_of(mazes, 0),
           "Number of the first cell", True),
    Column("end", "int32", lambda mazes, _: mesh_values.end_cells_of(mazes, 1),
           "Number of the last cell", True),
    _REACHABLE,
    Column("closed", "list of int32", mesh_values.closed_of, f"Numbers of {_CLOSED}", True),
    Column("path", "list of int32", mesh_values.path_cells_of,
           "Numbers of the cells of the solution", True),
    _STEPS,
    Column("turns", "int32", mesh_values.turns_of,
           "Changes of direction on the solution, by 40 degrees or more", True),
    Column("junctions", "int32", mesh_values.junctions_of,
           "Cells of the solution with a wrong turn, except the end", True),
    *_DIFFICULTY,
    Column("dead_ends", "int32", mesh_values.dead_ends_of, "Cells with one passage"),
    Column("distances", "list of int32", mesh_values.distances_of,
           "Steps from the start to every cell", True),
    *_PICTURES,
)  # fmt: skip
"""The columns of mazes on other grids."""

ALWAYS = ("item", "algorithm", "parameters", "seed", "width", "height")
"""The columns that every dataset of rectangles has: they say how each maze was made."""

USUAL = ("cells", "start", "end", "moves", "steps")
"""The columns that it has besides, if no others are chosen."""

_MESH_ALWAYS = ("item", "algorithm", "parameters", "seed", "grid", "cell_count")
_MESH_USUAL = ("edges", "start", "end", "path", "steps")

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
    "centres": 16,
    "walls": 24,
    "open": 1,
    "edges": 10,
    "image": 25,
    "solution_image": 30,
}
"""About what a column takes in memory, for each cell of a maze; pictures, if cells are small."""

_SMALL_CELL = 16
_BYTES_A_PIXEL = 4
"""About what each pixel more on the side of a cell adds to a picture, for each cell."""

_ALIASES = {
    "size": ("width", "height"),
    "exits": ("cells",),
    "connections": ("connection_list",),
    "length": ("steps",),
    "ends": ("start", "end"),
}


def parse_columns(
    given: str | Sequence[str] | None, ends: str | None, added: Sequence[str], *, rectangular: bool
) -> tuple[str, ...]:
    """The columns of a dataset, in the order of their table.

    Args:
        given: Names, or a text of names with commas; None for the usual ones.
        ends: The kind of the ends, or None for none.
        added: Names of columns that are there besides.
        rectangular: Whether the mazes are in rectangles.

    Raises:
        InvalidValueError: If there is no such column, or it needs ends.
    """
    table = COLUMNS if rectangular else MESH_COLUMNS
    if given is None:
        usual = USUAL if rectangular else _MESH_USUAL
        names = [name for name in usual if ends or not table[name].needs_ends]
    else:
        try:
            names = given.split(",") if isinstance(given, str) else list(given)
            names = [name.strip().lower().replace("-", "_") for name in names]
        except (TypeError, AttributeError):
            requirement = "names of columns, such as cells,moves"
            raise InvalidValueError(field="columns", value=given, requirement=requirement) from None
    wanted = {*(ALWAYS if rectangular else _MESH_ALWAYS), *added}
    for name in names:
        some = _ALIASES.get(name, (name,))
        for one in some:
            if one not in table:
                there_is = f"There is no column {shown(name)}"
                if one in COLUMNS or one in MESH_COLUMNS:
                    there_is += f" of mazes {'in rectangles' if rectangular else 'on other grids'}"
                raise InvalidValueError(f"{there_is}; there are {', '.join(table)}.")
            if table[one].needs_ends and not ends:
                raise InvalidValueError(f"The column {one} needs ends; give ends such as farthest.")
        wanted.update(some)
    return tuple(name for name in table if name in wanted)


def rows_of_a_shard(names: Sequence[str], cells: int, side: int) -> tuple[int, int]:
    """How many mazes a shard has by itself, with these columns, and how many it can have.

    Args:
        names: Of the columns.
        cells: Of the largest mazes.
        side: Of a cell in pictures, in pixels.

    Raises:
        InvalidValueError: If a single maze is too large.
    """
    of_pictures = _BYTES_A_PIXEL * max(0, side - _SMALL_CELL)
    of_columns = [
        _BYTES_A_CELL.get(name, 0.1) + (of_pictures if name.endswith("image") else 0)
        for name in names
    ]
    # Arrow counts the bytes of a text column, and the values of lists, in 31 bits.
    most = int(_ARROW_LIMIT / (_BYTES_A_ROW + cells * max(of_columns)))
    if most < 1:
        raise InvalidValueError(
            f"A maze of {cells} cells is too large for one of the columns {', '.join(names)}; "
            "choose cells, or a smaller size."
        )
    rows = _SHARD_BYTES / (_BYTES_A_ROW + cells * sum(of_columns))
    return max(1, min(_MOST_ROWS_OF_A_SHARD, most, int(rows))), most
