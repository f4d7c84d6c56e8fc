"""The value: a maze."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError
from labirinto.grids.arrays import Array2D
from labirinto.grids.packing import rows_of_exits
from labirinto.grids.rectangle import (
    STEPS,
    Cell,
    Passage,
    as_cell,
    check_inside,
    check_size,
    maze_bytes,
    plane_bytes,
)
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import networkx
    import numpy as np

    from labirinto.ends import Ends


_MOST_CELLS_SHOWN = 100_000

_EXITS = bytes(range(16))


class Maze:
    """A rectangular maze: for every cell, whether there is a passage east and one south.

    Immutable; equal and hashed by size and passages.  ``np.asarray(maze)`` gives
    ``uint8[height, width]`` with the bits N=1, E=2, S=4, W=8 set where a passage leads out: a new
    array each time, which may be written to.
    """

    __slots__ = ("_height", "_perfect", "_recipe", "_rows", "_width")

    _width: int
    _height: int
    _rows: bytes
    _recipe: Recipe | None
    _perfect: bool | None

    def __init__(
        self, width: int, height: int, rows: bytes, *, recipe: Recipe | None = None
    ) -> None:
        """
        Args:
            width, height: in cells.
            rows: for every row, top to bottom, a bit a cell "passage east", then a bit a cell
                "passage south", each packed low end first into ``plane_bytes(width)`` bytes.
            recipe: how the maze was made, if that is known.  It takes no part in equality.

        Raises:
            InvalidValueError: if the bytes have another length, a passage leads out of the maze, or
                the recipe is of another size.
        """
        width, height = check_size(width, height)
        if not isinstance(rows, bytes | bytearray | memoryview):
            raise InvalidValueError(f"The rows are {type(rows).__name__}, not bytes.")
        rows = bytes(rows)
        expected = maze_bytes(width, height)
        if len(rows) != expected:
            raise InvalidValueError(
                f"The rows of a {width}x{height} maze are {expected} bytes, not {len(rows)}."
            )
        if _core.has_stray_bits(rows, width, height):
            raise InvalidValueError("The rows have a passage that leads out of the maze.")
        if recipe is not None:
            if not isinstance(recipe, Recipe):
                raise InvalidValueError(f"The recipe {recipe!r} is not a labirinto.Recipe.")
            if (recipe.width, recipe.height) != (width, height):
                raise InvalidValueError(
                    f"The recipe is of a {recipe.width}x{recipe.height} maze, and this one is "
                    f"{width}x{height}."
                )
        self._fill(width, height, rows, recipe, None)

    def _fill(
        self, width: int, height: int, rows: bytes, recipe: Recipe | None, perfect: bool | None
    ) -> None:
        self._width = width
        self._height = height
        self._rows = rows
        self._recipe = recipe
        self._perfect = perfect

    @classmethod
    def _made(cls, recipe: Recipe, rows: bytes) -> Maze:
        """A perfect maze that the core made, and that need not be looked at again."""
        maze = cls.__new__(cls)
        maze._fill(recipe.width, recipe.height, rows, recipe, True)
        return maze

    @classmethod
    def from_passages(cls, width: int, height: int, passages: Iterable[Passage]) -> Maze:
        """A maze with just these passages, in any order.

        The reverse of ``maze.passages()``, and of ``maze.to_networkx()`` by its ``graph.edges``.

        Raises:
            InvalidValueError: if a passage does not join two neighbours inside the maze.
        """
        width, height = check_size(width, height)
        stride = plane_bytes(width)
        check_memory(2 * height * 2 * stride, f"A {width}x{height} maze")
        rows = bytearray(height * 2 * stride)
        for passage in passages:
            try:
                (x, y), (x2, y2) = sorted(map(as_cell, passage))
            except (TypeError, ValueError):
                raise InvalidValueError(f"{passage!r} is not a pair of cells.") from None
            if (x2 - x, y2 - y) not in ((1, 0), (0, 1)) or not (
                0 <= x <= x2 < width and 0 <= y <= y2 < height
            ):
                raise InvalidValueError(
                    f"{x},{y} and {x2},{y2} are not two neighbours in a {width}x{height} maze."
                )
            rows[(2 * y + (y2 - y)) * stride + x // 8] |= 1 << x % 8
        return cls(width, height, bytes(rows))

    @classmethod
    def from_cells(cls, cells: Any) -> Maze:
        """A maze by the passages out of its cells: the reverse of ``cells`` and ``np.asarray``.

        Args:
            cells: row by row, a whole number a cell: N=1, E=2, S=4, W=8 for passages out.  Any
                array in two dimensions, or lists in a list.

        Raises:
            InvalidValueError: if it has another form, two neighbours contradict each other, or a
                passage leads out of the maze.
        """
        lines = _lines(cells)
        width, height = check_size(len(lines[0]) if lines else 0, len(lines))
        for y, line in enumerate(lines):
            if len(line) != width:
                raise InvalidValueError(
                    f"cells[{y}] has {len(line)} cells, and the rows above it have {width}."
                )
        try:
            return cls(width, height, rows_of_exits(lines, width, height, "cells"))
        except FileFormatError as error:
            raise InvalidValueError(str(error)) from None

    @property
    def width(self) -> int:
        """Cells in a row."""
        return self._width

    @property
    def height(self) -> int:
        """Rows of cells."""
        return self._height

    @property
    def rows(self) -> bytes:
        """The passages, as the constructor takes them."""
        return self._rows

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, or None if that is not known."""
        return self._recipe

    @property
    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells.  Found out once."""
        if self._perfect is None:
            self._perfect = _core.is_perfect(self._rows, self._width, self._height)
        return self._perfect

    def __contains__(self, cell: object) -> bool:
        try:
            x, y = as_cell(cell)
        except InvalidValueError:
            return False
        return 0 <= x < self._width and 0 <= y < self._height

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells that a passage leads to from a cell (x, y): east, south, west, north.

        Raises:
            InvalidValueError: if it is not in the maze.
        """
        x, y = self.check_cell(cell)
        open_ways = (
            self._bit(x, y, 0),
            self._bit(x, y, 1),
            x > 0 and self._bit(x - 1, y, 0),
            y > 0 and self._bit(x, y - 1, 1),
        )
        return [
            (x + dx, y + dy) for (dx, dy), is_open in zip(STEPS, open_ways, strict=True) if is_open
        ]

    def check_cell(self, cell: Cell) -> Cell:
        """The cell itself.

        Raises:
            InvalidValueError: if it is not in the maze.
        """
        return check_inside(as_cell(cell), self._width, self._height)

    def _bit(self, x: int, y: int, plane: int) -> bool:
        stride = plane_bytes(self._width)
        return bool(self._rows[(2 * y + plane) * stride + x // 8] >> x % 8 & 1)

    def passages(self) -> Iterator[Passage]:
        """All passages, row by row; those east of a row's cells before those south of them."""
        for y in range(self._height):
            for plane, (dx, dy) in enumerate(STEPS[:2]):
                for x in range(self._width):
                    if self._bit(x, y, plane):
                        yield (x, y), (x + dx, y + dy)

    def cells(self) -> Array2D:
        """The exits of every cell: ``uint8[height, width]`` with the bits N=1, E=2, S=4, W=8.

        ``Maze.from_cells`` is the reverse.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.  It cannot
            be changed; ``np.asarray(maze)`` is a copy that can.
        """
        data = _core.exits(self._rows, self._width, self._height)
        return Array2D(data, (self._height, self._width))

    def blocks(self, ends: Ends | None = None) -> Array2D:
        """The maze as square blocks, floor and wall: ``uint8[2 * height + 1, 2 * width + 1]``.

        0 is floor and 1 is wall; cell (x, y) is the block ``[2 * y + 1, 2 * x + 1]``.
        ``Maze.from_blocks`` is the reverse.

        Args:
            ends: ends with openings leave gaps in the frame.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.
        """
        openings = ends.openings(self._width, self._height) if ends else []
        data = _core.blocks(self._rows, self._width, self._height, openings)
        return Array2D(data, (2 * self._height + 1, 2 * self._width + 1))

    def to_networkx(self) -> networkx.Graph[Cell]:
        """The maze as a networkx graph: its cells are the nodes, its passages the edges.

        ``Maze.from_passages(width, height, graph.edges)`` is the reverse.

        Raises:
            MissingExtraError: if networkx is not installed.
        """
        try:
            import networkx
        except ImportError:
            raise MissingExtraError(
                "A graph needs networkx: pip install 'labirinto[networkx]'."
            ) from None
        graph: networkx.Graph[Cell] = networkx.Graph()
        graph.add_nodes_from((x, y) for y in range(self._height) for x in range(self._width))
        graph.add_edges_from(self.passages())
        return graph

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        import numpy as np

        if copy is False:
            raise ValueError("the array of a maze is always a copy")
        return np.array(self.cells(), dtype=dtype)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Maze):
            return NotImplemented
        return (self._width, self._height, self._rows) == (
            other._width,
            other._height,
            other._rows,
        )

    def __hash__(self) -> int:
        return hash((self._width, self._height, self._rows))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self._width, self._height, self._rows, self._recipe)

    # A maze shows itself by what is drawn on top of it: the only look upwards in this module.

    def __repr__(self) -> str:
        made_by = f", {self._recipe.algorithm}, seed {self._recipe.seed}" if self._recipe else ""
        line = f"<Maze {self._width}x{self._height}{made_by}>"
        if 2 * self._width + 1 < 80 and self._height <= 24:
            from labirinto.formats.text import to_text

            return f"{line}\n{to_text(self, wide=False)}"
        return line

    def __str__(self) -> str:
        from labirinto.formats.text import to_text

        return to_text(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; None for more than 100,000 cells, and then it shows the repr."""
        if self._width * self._height > _MOST_CELLS_SHOWN:
            return None
        from labirinto.formats.svg import to_svg

        return to_svg(self)


def _lines(cells: Any) -> list[bytes]:
    # A memoryview of two dimensions cannot be walked through but as lists.
    with suppress(TypeError, ValueError, NotImplementedError):
        cells = memoryview(cells).tolist()
    with suppress(TypeError, ValueError):
        lines = [bytes(list(line)) for line in cells]
        if not any(line.translate(None, _EXITS) for line in lines):
            return lines
    raise InvalidValueError(
        "The cells are not rows of whole numbers from 0 to 15: N=1, E=2, S=4, W=8 for passages out."
    )


def _unpickle(width: int, height: int, rows: bytes, recipe: Recipe | None) -> Maze:
    return Maze(width, height, rows, recipe=recipe)
