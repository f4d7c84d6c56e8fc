"""A maze, and what it converts to and from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import check_type
from labirinto.ends import Ends
from labirinto.errors import (
    FileFormatError,
    InvalidValueError,
    MissingExtraError,
    TooLargeError,
    shown,
)
from labirinto.grids.arrays import Array2D, numpy_copy
from labirinto.grids.rectangle import (
    LONGEST_SIDE,
    OUTSIDE,
    STEPS,
    Cell,
    Passage,
    Rectangle,
    as_cell,
    check_size,
    mask_of_cells,
    maze_bytes,
    plane_bytes,
)
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import networkx
    import numpy as np

_MAX_CELLS_SHOWN = 100_000


class Maze:
    """A maze: for every cell, whether a passage leads east and whether one leads south.

    Its cells are those of a rectangle, or those that a mask leaves.  Mazes are immutable, and equal
    and hashed by size, mask and passages.  ``np.asarray(maze)`` gives ``uint8[height, width]`` with
    the bits N=1, E=2, S=4, W=8 set for the passages of a cell, and 16 outside the mask: a new array
    each time, which may be changed.

    Args:
        width: Cells in a row.
        height: Rows of cells.
        rows: For every row, top to bottom, a bit a cell "passage east", then a bit a cell "passage
            south", each packed low end first into ``(width + 7) // 8`` bytes.
        mask: The cells of the maze, as in ``Rectangle``; None for all.
        recipe: How the maze was made, if that is known.  It takes no part in equality.

    Raises:
        InvalidValueError: If the bytes have another length, a passage leads out of the maze, or
            the recipe is of another size or mask.
    """

    __slots__ = ("_grid", "_height", "_perfect", "_recipe", "_rows", "_width")

    _width: int
    _height: int
    _rows: bytes
    _recipe: Recipe | None
    _perfect: bool | None
    _grid: Rectangle | None

    def __init__(
        self,
        width: int,
        height: int,
        rows: bytes,
        *,
        mask: bytes | None = None,
        recipe: Recipe | None = None,
    ) -> None:
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
        grid = None if mask is None else Rectangle(width, height, mask)
        mask = grid.mask if grid else None
        if mask is not None and _core.leaves_mask(rows, mask, width, height):
            raise InvalidValueError("The rows have a passage that leads out of the mask.")
        if recipe is not None:
            if not isinstance(recipe, Recipe):
                raise InvalidValueError(f"The recipe {shown(recipe)} is not a labirinto.Recipe.")
            if (recipe.width, recipe.height) != (width, height):
                raise InvalidValueError(
                    f"The recipe is of a {recipe.width}x{recipe.height} maze, and this one is "
                    f"{width}x{height}."
                )
            if recipe.mask != mask:
                raise InvalidValueError("The recipe is of a maze of another shape.")
        self._fill(width, height, rows, recipe, None)
        self._grid = grid

    def _fill(
        self, width: int, height: int, rows: bytes, recipe: Recipe | None, perfect: bool | None
    ) -> None:
        self._width = width
        self._height = height
        self._rows = rows
        self._recipe = recipe
        self._perfect = perfect
        self._grid = None

    @classmethod
    def _made(cls, recipe: Recipe, rows: bytes) -> Maze:
        """A perfect maze from the core, which needs no checks."""
        maze = cls.__new__(cls)
        maze._fill(recipe.width, recipe.height, rows, recipe, True)
        if recipe.mask is not None:
            maze._grid = recipe.grid
        return maze

    @classmethod
    def from_passages(
        cls, width: int, height: int, passages: Iterable[Passage], *, mask: bytes | None = None
    ) -> Maze:
        """Build a maze from a list of its passages: the reverse of ``maze.passages()``.

        Args:
            width: Cells in a row.
            height: Rows of cells.
            passages: Pairs of neighbouring cells, in any order.
            mask: The cells of the maze, as in ``Rectangle``; None for all.

        Raises:
            InvalidValueError: If a passage does not join two neighbours inside the maze.
        """
        from labirinto.grids.packing import rows_of_pairs

        width, height = check_size(width, height)
        check_memory(2 * maze_bytes(width, height), f"A {width}x{height} maze")
        if not isinstance(passages, Iterable):
            raise InvalidValueError(f"The passages are {type(passages).__name__}, not pairs.")
        return cls(width, height, rows_of_pairs(passages, width, height), mask=mask)

    @classmethod
    def from_cells(cls, cells: Any) -> Maze:
        """Build a maze from the exits of its cells: the reverse of ``cells`` and ``np.asarray``.

        Args:
            cells: A whole number a cell, row by row: the sum of N=1, E=2, S=4, W=8 for its
                passages, or 16 outside the mask.  Any two-dimensional array, or a list of lists.

        Raises:
            InvalidValueError: If it has another form, two neighbours contradict each other, or a
                passage leads out of the maze.
        """
        from labirinto.grids.packing import lines_of_numbers, rows_of_exits

        lines = lines_of_numbers(
            "cells",
            cells,
            OUTSIDE,
            "rows of whole numbers from 0 to 15, the sum of N=1, E=2, S=4, W=8, or 16 outside",
        )
        width, height = check_size(len(lines[0]) if lines else 0, len(lines))
        try:
            rows, mask = rows_of_exits(lines, width, height, "cells")
            return cls(width, height, rows, mask=mask)
        except FileFormatError as error:
            raise InvalidValueError(str(error)) from None

    @classmethod
    def from_blocks(cls, blocks: Any) -> Maze:
        """Build a maze from square blocks, floor and wall: the reverse of ``blocks``.

        Args:
            blocks: 0 or False for floor and 1 or True for wall, in ``2 * height + 1`` rows of
                ``2 * width + 1``.  Any two-dimensional array, or a list of lists.  Gaps in the
                frame, and the blocks at the corners of cells, make no difference.  A cell that is a
                wall is outside the mask.

        Raises:
            InvalidValueError: If it has another form, or a cell that is a wall has floor beside it.
        """
        from labirinto.grids.packing import lines_of_numbers, mask_of_blocks, rows_of_blocks

        lines = lines_of_numbers("blocks", blocks, 1, "rows of 0 for floor and 1 for wall")
        rows, columns = len(lines), len(lines[0]) if lines else 0
        if min(rows, columns) < 3 or rows % 2 == 0 or columns % 2 == 0:
            raise InvalidValueError(
                f"{columns}x{rows} blocks are not 2 * width + 1 by 2 * height + 1 of a maze."
            )
        width, height = check_size(columns // 2, rows // 2)
        try:
            mask = mask_of_blocks(lines)
        except FileFormatError as error:
            raise InvalidValueError(f"In the blocks {error}") from None
        return cls(width, height, rows_of_blocks(lines)[0], mask=mask)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Cell]) -> Maze:
        """Build a maze from a networkx graph: the reverse of ``to_networkx``.

        Args:
            graph: Its nodes are all cells (x, y) of a rectangle from (0, 0), or those of a mask if
                the graph has the attributes ``width`` and ``height``; its edges, which join
                neighbours, are the passages.

        Raises:
            InvalidValueError: If it is another graph.
        """
        try:
            nodes, edges = {as_cell(node) for node in graph.nodes}, graph.edges()
        except AttributeError:
            raise InvalidValueError(
                f"The graph is {type(graph).__name__}, not a networkx.Graph."
            ) from None
        if not nodes:
            raise InvalidValueError("The graph has no nodes; a maze has at least one cell.")
        is_masked = "width" in graph.graph and "height" in graph.graph
        if is_masked:
            grid = Rectangle(graph.graph["width"], graph.graph["height"])
        else:
            grid = Rectangle(max(x for x, _ in nodes) + 1, max(y for _, y in nodes) + 1)
        if strange := [cell for cell in nodes if cell not in grid]:
            raise InvalidValueError(f"The node {strange[0]} is not a cell of the rectangle.")
        if is_masked:
            mask = mask_of_cells(nodes, grid.width, grid.height)
            return cls.from_passages(grid.width, grid.height, edges, mask=mask)
        if len(nodes) != len(grid):
            x, y = next(cell for cell in grid if cell not in nodes)
            raise InvalidValueError(
                f"The graph has no node {(x, y)}; a {grid.width}x{grid.height} maze needs one for "
                "every cell."
            )
        return cls.from_passages(grid.width, grid.height, edges)

    @property
    def grid(self) -> Rectangle:
        """The cells of the maze, and which of them are neighbours."""
        if self._grid is None:
            self._grid = Rectangle(self._width, self._height)
        return self._grid

    @property
    def _mask(self) -> bytes | None:
        return self._grid.mask if self._grid is not None else None

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
        """The passages, packed as the constructor takes them."""
        return self._rows

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, or None if that is not known."""
        return self._recipe

    @property
    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells.  Worked out once."""
        if self._perfect is None:
            start, cells = (0, 0), None
            if self._mask is not None:
                start, cells = self.grid.label(0), len(self.grid)
            self._perfect = _core.is_perfect(self._rows, self._width, self._height, *start, cells)
        return self._perfect

    def __contains__(self, cell: object) -> bool:
        return cell in self.grid

    def check_cell(self, cell: Cell) -> Cell:
        """Return the cell as a pair of plain integers.

        Raises:
            InvalidValueError: If it is not in the maze.
        """
        return self.grid.check_cell(cell)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """List the cells to which a passage leads from a cell (x, y): east, south, west, north.

        Raises:
            InvalidValueError: If the cell is not in the maze.
        """
        x, y = self.check_cell(cell)
        is_open = (
            self._bit(x, y, 0),
            self._bit(x, y, 1),
            x > 0 and self._bit(x - 1, y, 0),
            y > 0 and self._bit(x, y - 1, 1),
        )
        return [(x + dx, y + dy) for (dx, dy), leads in zip(STEPS, is_open, strict=True) if leads]

    def _bit(self, x: int, y: int, plane: int) -> int:
        return self._rows[(2 * y + plane) * plane_bytes(self._width) + x // 8] >> x % 8 & 1

    def passages(self) -> Iterator[Passage]:
        """Iterate over all passages row by row: those east of a row's cells, then those south."""
        stride = plane_bytes(self._width)
        for plane in range(2 * self._height):
            y, (dx, dy) = plane // 2, STEPS[plane % 2]
            bits = self._rows[plane * stride : (plane + 1) * stride]
            for x in range(self._width):
                if bits[x // 8] >> x % 8 & 1:
                    yield (x, y), (x + dx, y + dy)

    def distances(self, cell: Cell) -> Array2D:
        """The number of steps from a cell to every cell: ``int32[height, width]``.

        Cells to which no path leads have -1, as those outside the mask.  It takes one
        breadth-first search.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.

        Raises:
            InvalidValueError: If the cell is not in the maze.
            TooLargeError: If there is not enough memory, or for more than 2^31-1 cells.
        """
        x, y = self.check_cell(cell)
        size = f"{self._width}x{self._height}"
        if self._width * self._height > LONGEST_SIDE:
            raise TooLargeError(f"Distances go up to {LONGEST_SIDE} cells; {size} are more.")
        check_memory(5 * self._width * self._height, f"Distances in a {size} maze")
        data = _core.distances(self._rows, self._width, self._height, x, y)
        return Array2D(data, (self._height, self._width), "i")

    def cells(self) -> Array2D:
        """The exits of every cell: ``uint8[height, width]`` with the bits N=1, E=2, S=4, W=8.

        Cells outside the mask have 16.  ``Maze.from_cells`` is the reverse.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.  It cannot
            be changed; ``np.asarray(maze)`` is a copy that can.
        """
        data = _core.exits(self._rows, self._width, self._height, self._mask)
        return Array2D(data, (self._height, self._width))

    def blocks(self, ends: Ends | None = None) -> Array2D:
        """The maze as square blocks, floor and wall: ``uint8[2 * height + 1, 2 * width + 1]``.

        0 is floor and 1 is wall; cell (x, y) is the block ``[2 * y + 1, 2 * x + 1]``.  Cells
        outside the mask are walls.  ``Maze.from_blocks`` is the reverse.

        Args:
            ends: Ends with openings leave gaps in the frame.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.

        Raises:
            InvalidValueError: If an opening is away from the border, or outside the maze.
        """
        if ends is not None:
            check_type("ends", ends, Ends).check(self.grid)
        openings = ends.openings(self.grid) if ends else []
        data = _core.blocks(self._rows, self._width, self._height, openings, self._mask)
        return Array2D(data, (2 * self._height + 1, 2 * self._width + 1))

    def to_networkx(self) -> networkx.Graph[Cell]:
        """The maze as a networkx graph: its cells are the nodes, its passages the edges.

        ``Maze.from_networkx`` is the reverse.

        Raises:
            MissingExtraError: If networkx is not installed.
        """
        try:
            import networkx
        except ImportError:
            raise MissingExtraError(
                "A graph needs networkx: pip install 'labirinto[networkx]'."
            ) from None
        graph: networkx.Graph[Cell] = networkx.Graph()
        if self._mask is not None:
            graph.graph.update(width=self._width, height=self._height)
        graph.add_nodes_from(self.grid)
        graph.add_edges_from(self.passages())
        return graph

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return numpy_copy(self.cells(), dtype, copy, "a maze")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Maze):
            return NotImplemented
        return (self._width, self._height, self._rows, self._mask) == (
            other._width,
            other._height,
            other._rows,
            other._mask,
        )

    def __hash__(self) -> int:
        return hash((self._width, self._height, self._rows))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self._width, self._height, self._rows, self._recipe, self._mask)

    def __repr__(self) -> str:
        made_by = f", {self._recipe.algorithm}, seed {self._recipe.seed}" if self._recipe else ""
        shape = "" if self._mask is None else f", {len(self.grid)} cells"
        return f"<Maze {self._width}x{self._height}{shape}{made_by}>"

    # A maze shows itself through what is drawn on top of it: the only imports upwards.

    def __str__(self) -> str:
        from labirinto.formats.text import to_text

        return to_text(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: a picture, or for more than 100,000 cells the repr."""
        if self._width * self._height > _MAX_CELLS_SHOWN:
            return None
        from labirinto.formats.svg import to_svg

        return to_svg(self)


def _unpickle(
    width: int, height: int, rows: bytes, recipe: Recipe | None, mask: bytes | None = None
) -> Maze:
    return Maze(width, height, rows, mask=mask, recipe=recipe)
