"""A maze, and what it converts to and from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

from labirinto import _core
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import check_type
from labirinto.ends import EndsLike, as_ends
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import Grid, OnGrid, check_grid, grid_from, is_whole, packing, rectangle_of
from labirinto.grids.arrays import Array2D, array_of, numpy_copy
from labirinto.grids.grid import Label
from labirinto.grids.rectangle import LONGEST_SIDE, Rectangle
from labirinto.recipe import Recipe
from labirinto.rooms import Room, rooms_in
from labirinto.seeds import seed_number

if TYPE_CHECKING:
    import networkx
    import numpy as np

_MAX_CELLS_SHOWN = 100_000


class Maze(OnGrid):
    """A maze: a grid of cells, and the passages that join them.

    The constructor makes mazes on rectangles, with or without a mask; ``from_bits`` and
    ``from_passages`` accept any grid.  Mazes are immutable; equality and hash depend on grid and
    passages.  For a rectangle ``np.asarray(maze)`` is ``uint8[height, width]`` with the bits N=1,
    E=2, S=4, W=8 set for the passages of a cell, and 16 outside the mask: a new array each time,
    which you may change.

    Args:
        width: Cells in a row.
        height: Rows of cells.
        rows: For every row, top to bottom, a bit per cell "passage east", then a bit per cell
            "passage south", each packed low end first into ``(width + 7) // 8`` bytes.
        mask: The cells of the maze, as in ``Rectangle``; None for all.
        recipe: How the maze was made, if that is known.  It does not affect equality.

    Raises:
        InvalidValueError: If the bytes have the wrong length, a passage leads out of the maze, or
            the recipe has another size or mask.
    """

    __slots__ = ("_bits", "_grid", "_kind", "_made_perfect", "_perfect", "_rooms", "_seed")

    _grid: Grid
    _bits: bytes
    # Its recipe is this one with that seed.  It is made when it is asked for, as few are.
    _kind: Recipe | None
    _seed: int | str
    _made_perfect: bool
    _perfect: bool | None
    _rooms: tuple[Room, ...] | None

    def __init__(
        self,
        width: int,
        height: int,
        rows: bytes,
        *,
        mask: bytes | None = None,
        recipe: Recipe | None = None,
    ) -> None:
        self._check_and_fill(Rectangle(width, height, mask), rows, recipe)

    def _check_and_fill(self, grid: Grid, bits: bytes, recipe: Recipe | None) -> None:
        if not isinstance(bits, bytes | bytearray | memoryview):
            what = "bits" if grid.kind else "rows"
            raise InvalidValueError(f"The {what} are {type(bits).__name__}, not bytes.")
        bits = bytes(bits)
        grid.check_bits(bits)
        if recipe is not None:
            check_type("recipe", recipe, Recipe).check_grid(grid)
        self._grid = grid
        self._bits = bits
        self._kind = recipe
        self._seed = recipe.seed if recipe else 0
        self._made_perfect = False
        self._perfect = self._rooms = None

    @staticmethod
    def _made(kind: Recipe, seed: int | str, bits: bytes) -> Maze:
        """A maze from the core, perfect unless it has rooms, which needs no checks.

        Args:
            kind: Its recipe, or one that differs from it in the seed alone.
            seed: Of its recipe.
            bits: Its passages.
        """
        maze = Maze.__new__(Maze)
        maze._grid = kind.grid
        maze._bits = bits
        maze._kind = kind
        maze._seed = seed
        maze._made_perfect = kind.rooms is None
        maze._perfect = maze._rooms = None
        return maze

    @classmethod
    def from_bits(cls, grid: Grid, bits: bytes, *, recipe: Recipe | None = None) -> Maze:
        """Build a maze on any grid from its passages as bits: the reverse of ``bits``.

        Args:
            grid: The cells.
            bits: For a rectangle, the rows as for the constructor.  For another grid, bit ``k % 8``
                of byte ``k // 8`` is 1 if a passage leads through wall k.
            recipe: How the maze was made, if that is known.

        Raises:
            InvalidValueError: If the bits have the wrong length or stand for impossible passages,
                or the recipe has another grid.
        """
        maze = cls.__new__(cls)
        maze._check_and_fill(check_grid(grid), bits, recipe)
        return maze

    @classmethod
    def from_passages(
        cls,
        width: int | Grid,
        height: int | None = None,
        passages: Iterable[tuple[Label, Label]] = (),
        *,
        mask: bytes | None = None,
    ) -> Maze:
        """Build a maze from a list of its passages: the reverse of ``maze.passages()``.

        Args:
            width: Cells in a row; or a grid.
            height: Rows of cells; left out with a grid.
            passages: Pairs of neighbouring cells, in any order.  If two cells share two walls,
                their pair stands for the first wall, and the same pair again for the second.
            mask: The cells of the maze, as in ``Rectangle``; None for all.

        Raises:
            InvalidValueError: If a passage does not join two neighbours inside the maze.
        """
        grid = grid_from(width, height, mask)
        if not isinstance(passages, Iterable):
            raise InvalidValueError(f"The passages are {type(passages).__name__}, not pairs.")
        return cls.from_bits(grid, grid.bits_of(passages))

    @classmethod
    def from_cells(cls, cells: Any) -> Maze:
        """Build a maze from the exits of its cells: the reverse of ``cells`` and ``np.asarray``.

        Args:
            cells: A whole number per cell, row by row: the sum of N=1, E=2, S=4, W=8 for its
                passages, or 16 outside the mask.  Any two-dimensional array, or a list of lists.

        Raises:
            InvalidValueError: If the array has another form, two neighbours contradict each other,
                or a passage leads out of the maze.
        """
        width, height, rows, mask = packing.parse_cells(cells)
        return cls(width, height, rows, mask=mask)

    @classmethod
    def from_blocks(cls, blocks: Any) -> Maze:
        """Build a maze from square blocks, floor and wall: the reverse of ``blocks``.

        Args:
            blocks: 0 or False for floor and 1 or True for wall, in ``2 * height + 1`` rows of ``2 *
                width + 1``.  Any two-dimensional array, or a list of lists.  Gaps in the frame, and
                the blocks at the corners of cells, are ignored.  A cell that is a wall is outside
                the mask.

        Raises:
            InvalidValueError: If the array has another form, or a cell that is a wall has floor
                beside it.
        """
        width, height, rows, mask = packing.parse_blocks(blocks)
        return cls(width, height, rows, mask=mask)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Any]) -> Maze:
        """Build a maze from a networkx graph: the reverse of ``to_networkx``.

        Args:
            graph: Its nodes are all cells (x, y) of a rectangle from (0, 0), or those of a mask if
                the graph has the attributes ``width`` and ``height``, or those of the grid whose
                ``spec`` is its attribute ``grid``; its edges, which join neighbours, are the
                passages.  The names of cells may be texts such as ``x,y``, so graphs that networkx
                reads from labirinto's GraphML files are accepted.

        Raises:
            InvalidValueError: If it is not such a graph, or is directed and some edge has no
                opposite.
        """
        from labirinto.grids.networks import maze_parts

        return cls.from_bits(*maze_parts(graph))

    @property
    def grid(self) -> Grid:
        """The cells of the maze, and which of them are neighbours."""
        return self._grid

    @property
    def rows(self) -> bytes:
        """The passages of a maze in a rectangle, packed as for the constructor."""
        rectangle_of(self._grid)
        return self._bits

    @property
    def bits(self) -> bytes:
        """The passages, packed as for ``from_bits``."""
        return self._bits

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, or None if that is not known."""
        if self._kind is not None and self._kind.seed != self._seed:
            self._kind = replace(self._kind, seed=self._seed)
        return self._kind

    @property
    def rooms(self) -> list[Room]:
        """Its rooms with their doors, in reading order of their upper left cells.

        They are known from the recipe; doors are the passages out of the rooms, including those
        that a braid added.  Computed once.
        """
        kind = self._kind
        if kind is None or kind.rooms is None:
            return []
        if self._rooms is None:
            seed = seed_number(self._seed)
            self._rooms = tuple(rooms_in(kind.rectangle, self._bits, kind.rooms, seed))
        return list(self._rooms)

    @property
    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells.

        Found by searching the maze itself when it is first asked for.

        Within a room there are several paths, so a maze with rooms is not perfect, although exactly
        one sequence of corridors joins any two rooms unless the maze is braided.
        """
        if self._perfect is None:
            self._perfect = self._grid.core.is_tree(self._bits)
        return self._perfect

    @property
    def _is_tree(self) -> bool:
        # For solving, measuring and drawing: to search a maze that an algorithm has just made takes
        # longer than to solve it.
        return self._made_perfect or self.is_perfect

    def __contains__(self, cell: object) -> bool:
        return cell in self._grid

    def check_cell(self, cell: Label) -> Label:
        """Return the cell as a tuple of plain integers.

        Raises:
            InvalidValueError: If it is not in the maze.
        """
        return self._grid.check_cell(cell)

    def neighbours(self, cell: Label) -> list[Label]:
        """List the cells to which passages lead from a cell, in the order east, south, west, north
        in a rectangle, else clockwise.

        Raises:
            InvalidValueError: If the cell is not in the maze.
        """
        return self._grid.joined_to(self._bits, cell)

    def passages(self) -> Iterator[tuple[Label, Label]]:
        """Iterate over all passages, each as two cells.

        In a rectangle they are in order of rows, for each row first the passages east, then those
        south; else in the order of their walls.
        """
        return self._grid.passages(self._bits)

    # Type checkers take the answer for two-dimensional, and allow what other grids need.
    def distances(self, cell: Label) -> Array2D | Any:
        """The number of steps from a cell to every cell: ``int32[height, width]``.

        Cells to which no path leads, and those outside the mask, have -1.  It takes one
        breadth-first search.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.  On a grid
            that is not a rectangle, an ``Array1D``, ``int32[cells]``, by the number of each cell.

        Raises:
            InvalidValueError: If the cell is not in the maze.
            TooLargeError: If there is not enough memory, or for more than 2^31-1 cells.
        """
        grid = self._grid
        place, shape = grid.place(cell), grid.shape
        if prod(shape) > LONGEST_SIDE:
            raise TooLargeError(f"Distances go up to {LONGEST_SIDE} cells; {grid.text} has more.")
        check_memory(grid.search_bytes, "Distances in a {.text} maze", grid)
        return array_of(grid.core.distances(self._bits, place), shape, "i")

    def cells(self) -> Array2D | Any:
        """The exits of every cell: ``uint8[height, width]`` with the bits N=1, E=2, S=4, W=8.

        Cells outside the mask have 16.  ``Maze.from_cells`` is the reverse.  With floors or wrapped
        sides it is ``uint8[floor, height, width]``, in which a stair up is 16 and a stair down 32.
        A bridge also has 16 if the passage above leads from left to right, 32 if it leads from top
        to bottom.  ``Maze.from_bits`` makes such mazes.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.  It cannot
            be changed; ``np.asarray(maze)`` is a copy that can.
        """
        return array_of(self._grid.exits(self._bits), self._grid.exits_shape)

    def blocks(self, ends: EndsLike | None = None) -> Array2D:
        """The maze as square blocks, floor and wall: ``uint8[2 * height + 1, 2 * width + 1]``.

        0 is floor and 1 is wall; cell (x, y) is the block ``[2 * y + 1, 2 * x + 1]``.  A corner of
        cells is a wall if a wall ends there.  Cells outside the mask are walls.
        ``Maze.from_blocks`` is the reverse.

        Args:
            ends: Ends with openings leave gaps in the frame.

        Returns:
            An array to index as ``[y, x]`` and to iterate over by rows, without NumPy.

        Raises:
            InvalidValueError: If an opening is away from the border, or outside the maze.
        """
        grid = self.rectangle
        ends = as_ends(ends)
        openings = ends.check(grid).openings(grid) if ends else []
        data = _core.blocks(self._bits, grid.width, grid.height, openings, grid.mask)
        return Array2D(data, (2 * grid.height + 1, 2 * grid.width + 1))

    def to_networkx(self) -> networkx.Graph[Any]:
        """The maze as a networkx graph: its cells are the nodes, its passages the edges.

        On a grid that is not a rectangle, edges have the attribute ``walls``, the numbers of the
        walls that they lead through.  ``Maze.from_networkx`` is the reverse.

        Raises:
            MissingExtraError: If networkx is not installed.
        """
        from labirinto.grids.networks import graph_of

        return graph_of(self._grid, self._bits)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return numpy_copy(self.cells(), dtype, copy, "a maze")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Maze):
            return NotImplemented
        return self._bits == other._bits and self._grid == other._grid

    def __hash__(self) -> int:
        return hash((self._grid, self._bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self._grid, self._bits, self.recipe)

    def __repr__(self) -> str:
        made_by = f", {self._kind.algorithm}, seed {self._seed}" if self._kind else ""
        grid = self._grid
        shape = "" if is_whole(grid) else f", {len(grid)} cells"
        return f"<Maze {grid.text}{shape}{made_by}>"

    # A maze shows itself through what is drawn on top of it: the only imports upwards.

    def __str__(self) -> str:
        if not isinstance(self._grid, Rectangle):
            return repr(self)
        from labirinto.formats.text import to_text

        return to_text(self)

    def _repr_svg_(self) -> str | None:
        """The maze in a notebook: a picture, or for more than 100,000 cells the repr."""
        if len(self._grid) > _MAX_CELLS_SHOWN:
            return None
        from labirinto.formats.svg import to_svg

        return to_svg(self)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The walls as a ``MultiLineString`` of GeoJSON, as shapely, geopandas and others take it:
        in the plane, a cell 1 long, y going up from the lower left corner.

        Raises:
            InvalidValueError: If the maze has floors or wrapped sides.
        """
        from labirinto.formats.geojson import geometry_of

        return geometry_of(self)


def _unpickle(grid: Grid, bits: bytes, recipe: Recipe | None) -> Maze:
    return Maze.from_bits(grid, bits, recipe=recipe)
