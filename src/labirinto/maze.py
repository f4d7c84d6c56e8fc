"""The values: a maze, the recipe that makes it again, a path through it, its two ends."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labirinto import _core
from labirinto.errors import InvalidValueError, MissingExtraError
from labirinto.memory import check_memory
from labirinto.promise import seed_number, tidy_seed

if TYPE_CHECKING:
    import networkx
    import numpy as np

Cell = tuple[int, int]
"""A cell ``(x, y)``: x to the right, y down, from 0."""

Passage = tuple[Cell, Cell]
"""Two neighbouring cells: the western or northern one first."""

LONGEST_SIDE = 2**31 - 1

EAST, SOUTH, WEST, NORTH = range(4)
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def check_size(width: int, height: int) -> tuple[int, int]:
    """The sides as plain integers.

    Raises:
        InvalidValueError: if a side is no whole number from 1 to 2^31-1.
    """
    sides = []
    for name, side in (("width", width), ("height", height)):
        try:
            number = operator.index(side)
        except TypeError:
            raise InvalidValueError(f"The {name} {side!r} is not a whole number.") from None
        if not 1 <= number <= LONGEST_SIDE:
            raise InvalidValueError(f"The {name} {number} is not from 1 to {LONGEST_SIDE}.")
        sides.append(number)
    return sides[0], sides[1]


def as_cell(cell: Any) -> Cell:
    """A pair of whole numbers of any kind as a cell.

    Raises:
        InvalidValueError: if it is none.
    """
    try:
        x, y = cell
        return operator.index(x), operator.index(y)
    except (TypeError, ValueError):
        raise InvalidValueError(f"{cell!r} is not a cell, a pair of whole numbers x, y.") from None


def check_inside(cell: Cell, width: int, height: int) -> Cell:
    """The cell itself.

    Raises:
        InvalidValueError: if it is outside a maze of this size.
    """
    x, y = cell
    if not (0 <= x < width and 0 <= y < height):
        raise InvalidValueError(
            f"The cell {x},{y} is outside the maze, whose cells are 0,0 to "
            f"{width - 1},{height - 1}."
        )
    return cell


@dataclass(frozen=True)
class Recipe:
    """All that it takes to make a maze again: ``labirinto.generate(recipe)``.

    Attributes:
        algorithm: a name in ``labirinto.ALGORITHMS``.
        width, height: in cells.
        seed: a number from 0 to 2^64-1, or a text.
        revision: of the algorithm; a seed gives the same maze as long as it is the same.
        parameters: name and value of each, in the order of the names.
    """

    algorithm: str
    width: int
    height: int
    seed: int | str
    revision: int = 1
    parameters: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        width, height = check_size(self.width, self.height)
        seed_number(self.seed)
        try:
            pairs = dict(self.parameters)
            parameters = {str(name): float(value) for name, value in pairs.items()}
        except (TypeError, ValueError, OverflowError):
            raise InvalidValueError(
                "The parameters are not pairs of a name and a number."
            ) from None
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "seed", tidy_seed(self.seed))
        object.__setattr__(self, "parameters", tuple(sorted(parameters.items())))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "algorithm": self.algorithm,
            "revision": self.revision,
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "parameters": dict(self.parameters),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """The reverse of ``as_dict``.

        Raises:
            InvalidValueError: if something is missing or of the wrong type.
        """
        try:
            return cls(
                str(data["algorithm"]),
                data["width"],
                data["height"],
                data["seed"],
                operator.index(data["revision"]),
                tuple(data["parameters"].items()),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidValueError(f"This is no recipe of a maze ({error}).") from None

    @property
    def row_bytes(self) -> int:
        """The bytes of a row: two planes of bits."""
        return 2 * ((self.width + 7) // 8)

    @property
    def command(self) -> str:
        """The command line that makes the maze again."""
        return f"labirinto {self.words}"

    @property
    def words(self) -> str:
        """What stands in a command line for the recipe."""
        from shlex import quote

        words = [self.algorithm, f"{self.width}x{self.height}"]
        for name, value in self.parameters:
            words += [f"--{name}", f"{value:g}" if float(f"{value:g}") == value else repr(value)]
        return " ".join([*words, "--seed", quote(str(self.seed))])


class Maze:
    """A rectangular maze: for every cell, whether there is a passage east and one south.

    Immutable; equal and hashed by size and passages.  ``np.asarray(maze)`` gives
    ``uint8[height, width]`` with the bits N=1, E=2, S=4, W=8 set where a passage leads out.
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
                "passage south", each packed low end first into ``(width + 7) // 8`` bytes.
            recipe: how the maze was made, if that is known.  It takes no part in equality.

        Raises:
            InvalidValueError: if the bytes have another length, or a passage leads out of the maze.
        """
        width, height = check_size(width, height)
        if not isinstance(rows, bytes | bytearray | memoryview):
            raise InvalidValueError(f"The rows are {type(rows).__name__}, not bytes.")
        rows = bytes(rows)
        expected = height * 2 * ((width + 7) // 8)
        if len(rows) != expected:
            raise InvalidValueError(
                f"The rows of a {width}x{height} maze are {expected} bytes, not {len(rows)}."
            )
        if _core.has_stray_bits(rows, width, height):
            raise InvalidValueError("The rows have a passage that leads out of the maze.")
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

        Raises:
            InvalidValueError: if a passage does not join two neighbours inside the maze.
        """
        width, height = check_size(width, height)
        stride = (width + 7) // 8
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
        match cell:
            case (int(x), int(y)):
                return 0 <= x < self._width and 0 <= y < self._height
        return False

    def neighbours(self, x: int, y: int) -> list[Cell]:
        """The cells that a passage leads to from (x, y): east, south, west, north.

        Raises:
            InvalidValueError: if (x, y) is outside the maze.
        """
        self.check_cell((x, y))
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
        stride = (self._width + 7) // 8
        return bool(self._rows[(2 * y + plane) * stride + x // 8] >> x % 8 & 1)

    def passages(self) -> Iterator[Passage]:
        """All passages, row by row; those east of a row's cells before those south of them."""
        for y in range(self._height):
            for plane, (dx, dy) in enumerate(STEPS[:2]):
                for x in range(self._width):
                    if self._bit(x, y, plane):
                        yield (x, y), (x + dx, y + dy)

    def cells(self) -> memoryview:
        """``uint8[height, width]``, indexed ``[y, x]``: N=1, E=2, S=4, W=8 for passages out.

        A new memoryview in two dimensions, which NumPy takes as it is.
        """
        data = _core.exits(self._rows, self._width, self._height)
        return memoryview(data).cast("B", (self._height, self._width))

    def blocks(self, ends: Ends | None = None) -> memoryview:
        """The picture in blocks that game makers use: ``uint8[2 height + 1, 2 width + 1]``.

        0 is floor, 1 is wall; cell (x, y) is block ``[2 y + 1, 2 x + 1]``.  Ends with
        openings leave gaps in the frame.
        """
        openings = ends.openings(self._width, self._height) if ends else []
        data = _core.blocks(self._rows, self._width, self._height, openings)
        return memoryview(data).cast("B", (2 * self._height + 1, 2 * self._width + 1))

    def to_networkx(self) -> networkx.Graph[Cell]:
        """The maze as a networkx graph: its cells are the nodes, its passages the edges.

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
        return np.asarray(self.cells(), dtype=dtype).copy()

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
            from labirinto.render.text import to_text

            return f"{line}\n{to_text(self, wide=False)}"
        return line

    def __str__(self) -> str:
        from labirinto.render.text import to_text

        return to_text(self)

    def _repr_svg_(self) -> str:
        from labirinto.render.svg import to_svg

        return to_svg(self)


def _unpickle(width: int, height: int, rows: bytes, recipe: Recipe | None) -> Maze:
    return Maze(width, height, rows, recipe=recipe)


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True)
class Path:
    """A way through a maze, cell by cell.

    Iterating over it gives its cells, and ``len`` their number, which is one more than ``steps``.

    It is kept in two bits a step.

    Args:
        start: the first cell.
        moves: a byte a step: 0 east, 1 south, 2 west, 3 north.

    Attributes:
        start: the first cell.
        steps: how many steps it takes.
    """

    start: Cell
    steps: int
    _packed: bytes

    def __init__(self, start: Cell, moves: bytes) -> None:
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "steps", len(moves))
        object.__setattr__(self, "_packed", _core.pack_moves(moves))

    @property
    def moves(self) -> bytes:
        """A byte a step: 0 east, 1 south, 2 west, 3 north."""
        return _core.unpack_moves(self._packed, self.steps)

    def __len__(self) -> int:
        return self.steps + 1

    def __iter__(self) -> Iterator[Cell]:
        x, y = self.start
        yield x, y
        for move in self.moves:
            dx, dy = STEPS[move]
            x += dx
            y += dy
            yield x, y

    @property
    def cells(self) -> list[Cell]:
        """All cells from the first to the last."""
        return list(self)

    @property
    def end(self) -> Cell:
        """The last cell."""
        x, y = self.start
        count = self.moves.count
        return x + count(EAST) - count(WEST), y + count(SOUTH) - count(NORTH)

    @property
    def directions(self) -> str:
        """A letter a step: E, S, W, N."""
        return self.moves.translate(b"ESWN" + bytes(252)).decode()

    @property
    def turns(self) -> int:
        """How often the direction changes."""
        moves = self.moves
        return sum(map(operator.ne, moves, moves[1:]))

    def corners(self) -> list[Cell]:
        """The cells where the direction changes, with the first and the last."""
        cells, moves = self.cells, self.moves
        inner = [
            cell
            for cell, before, after in zip(cells[1:], moves, moves[1:], strict=False)
            if before != after
        ]
        return [cells[0], *inner, *cells[-1:]] if moves else cells

    def __repr__(self) -> str:
        return f"<Path {_text(self.start)} to {_text(self.end)}, {self.steps} steps>"


@dataclass(frozen=True)
class Ends:
    """Where to enter a maze and where to leave it.  Unpacks into the two cells.

    Attributes:
        start, end: two different cells.
        open: whether the outer wall has openings there, both cells being on the border.
    """

    start: Cell
    end: Cell
    open: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", as_cell(self.start))
        object.__setattr__(self, "end", as_cell(self.end))

    def __iter__(self) -> Iterator[Cell]:
        return iter((self.start, self.end))

    def check(self, width: int, height: int) -> Ends:
        """The ends themselves.

        Raises:
            InvalidValueError: if they are not two different cells of a maze of this size, or should
                have openings away from the border.
        """
        for cell in self:
            check_inside(cell, width, height)
        if self.start == self.end:
            raise InvalidValueError(
                f"Start and end are both {_text(self.start)}; give two different cells."
            )
        self.openings(width, height)
        return self

    def openings(self, width: int, height: int) -> list[tuple[int, int, int]]:
        """x, y and direction of the gaps in the outer wall: none, or one at each end.

        Raises:
            InvalidValueError: if there should be one away from the border.
        """
        if not self.open:
            return []
        return [(*cell, _way_out(cell, width, height)) for cell in self]


def _way_out(cell: Cell, width: int, height: int) -> int:
    x, y = cell
    at_border = {NORTH: y == 0, SOUTH: y == height - 1, WEST: x == 0, EAST: x == width - 1}
    # In a maze of a single row both ends would open upwards, which looks odd: left and right.
    order = (WEST, EAST, NORTH, SOUTH) if height == 1 else (NORTH, SOUTH, WEST, EAST)
    for direction in order:
        if at_border[direction]:
            return direction
    raise InvalidValueError(
        f"The cell {_text(cell)} is not on the border, so there can be no opening."
    )
