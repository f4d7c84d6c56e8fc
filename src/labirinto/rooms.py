"""Rooms: rectangles of cells without walls between them, and where they lie in a maze."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.validation import typed_numbers, whole_number
from labirinto.errors import InvalidValueError, counted, shown
from labirinto.grids.rectangle import STEPS, Cell, Passage, Rectangle, size_text
from labirinto.seeds import ROOMS, child_seed

if TYPE_CHECKING:
    from labirinto.random_bits import Bits

SHORTEST, LONGEST = 2, 100
"""The sides of a room; one that is a single cell wide would be a corridor."""

MOST = 10_000
"""Rooms of a maze."""

Size = tuple[int, int]
"""Width and height, in cells."""


@dataclass(frozen=True)
class Rooms:
    """The rooms of a maze: how many, how large, and with how many doors.

    Args:
        count: How many, from 1 to 10,000.
        smallest: Width and height of the smallest, each side from 2 to 100 cells.
        largest: Width and height of the largest.
        doors: How many places for doors each room has, from 1.  Passages lead into it only there,
            at least at one of them, until ``braid`` adds others; None for doors anywhere.

    Raises:
        InvalidValueError: For a value of the wrong type, or out of range.
    """

    count: int
    smallest: Size = (3, 3)
    largest: Size = (6, 5)
    doors: int | None = None

    def __post_init__(self) -> None:
        fill = object.__setattr__  # the dataclass is frozen
        fill(self, "count", whole_number("rooms", self.count, 1, MOST))
        fill(self, "smallest", _checked_size("smallest", self.smallest))
        fill(self, "largest", _checked_size("largest", self.largest))
        if not (self.smallest[0] <= self.largest[0] and self.smallest[1] <= self.largest[1]):
            raise InvalidValueError(
                f"The smallest room, {size_text(self.smallest)}, is wider or higher than the "
                f"largest, {size_text(self.largest)}; give a larger one."
            )
        if self.doors is not None:
            fill(self, "doors", whole_number("doors", self.doors, 1, 4 * LONGEST))

    @classmethod
    def parsed(cls, count: str, sizes: str | None = None, doors: str | None = None) -> Rooms:
        """The reverse of ``options``: the sizes are ``3x3-6x5``, or ``3x3`` for one size.

        Raises:
            InvalidValueError: For any other text.
        """
        ends: tuple[Size, ...] = (cls.smallest, cls.largest)
        if sizes is not None:
            ends = tuple(_parsed_size(one, sizes) for one in sizes.split("-"))
            if len(ends) > 2:
                raise _wrong_sizes(sizes)
        number = None if doors is None else _parsed_number("doors", doors)
        return cls(_parsed_number("rooms", count), ends[0], ends[-1], number)

    @property
    def options(self) -> list[str]:
        """Return the command-line options for these rooms."""
        sizes = size_text(self.smallest)
        if self.largest != self.smallest:
            sizes += f"-{size_text(self.largest)}"
        doors = [] if self.doors is None else ["--doors", str(self.doors)]
        return ["--rooms", str(self.count), "--room-size", sizes, *doors]

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "count": self.count,
            "smallest": list(self.smallest),
            "largest": list(self.largest),
            "doors": self.doors,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Rooms:
        """The reverse of ``as_dict``.

        Raises:
            InvalidValueError: If a value is missing, or of the wrong type.
        """
        try:
            return cls(*(data[name] for name in ("count", "smallest", "largest", "doors")))
        except (KeyError, TypeError, IndexError):
            raise InvalidValueError(
                f"The rooms {shown(data)} are not a count, two sizes and doors."
            ) from None


class Room(NamedTuple):
    """A room of a maze.

    Attributes:
        x: Its first column of cells.
        y: Its first row.
        width: In cells.
        height: In cells.
        doors: The passages that lead out of it, each from a cell of the room to one outside.
    """

    x: int
    y: int
    width: int
    height: int
    doors: tuple[Passage, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """Yield its cells in reading order."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    def has(self, cell: Cell) -> bool:
        """Whether a cell lies in the room."""
        x, y = cell
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def passages(self) -> list[Passage]:
        """List the passages between its cells, all of which are open."""
        return [
            ((x, y), beyond)
            for x, y in self.cells()
            for beyond in ((x + 1, y), (x, y + 1))
            if self.has(beyond)
        ]

    def possible_doors(self, grid: Rectangle) -> list[Passage]:
        """List all possible passages out of it, by its cells in reading order, and from each east,
        south, west and north.
        """
        return [
            ((x, y), beyond)
            for x, y in self.cells()
            for beyond in ((x + dx, y + dy) for dx, dy in STEPS)
            if not self.has(beyond) and beyond in grid
        ]


def random_bits(seed: int) -> Bits:
    """The random stream for the rooms of a maze of a seed: their places, then their doors."""
    from labirinto.random_bits import Bits

    return Bits(child_seed(seed, ROOMS, 0))


def placed(grid: Rectangle, how: Rooms, bits: Bits) -> list[Room]:
    """Choose places for rooms at random, one room after the other.

    The size of a room is drawn first, and then one of all places at which it touches no other room,
    not even at a corner.  A size for which there is no place is drawn no more, nor is any larger
    one.

    Returns:
        The rooms in reading order of their upper left cells.

    Raises:
        InvalidValueError: If there is no place for one.
    """
    plan = _Plan(grid)
    sizes = [
        (width, height)
        for width in range(how.smallest[0], min(how.largest[0], grid.width) + 1)
        for height in range(how.smallest[1], min(how.largest[1], grid.height) + 1)
    ]
    rooms: list[Room] = []
    while len(rooms) < how.count:
        if not sizes:
            fit = ("none fits", "1 fits")[len(rooms)] if len(rooms) < 2 else f"{len(rooms)} fit"
            # Where the first has no place, neither has it with another seed.
            fix = "fewer or smaller ones, or use another seed" if rooms else "smaller ones"
            raise InvalidValueError(
                f"Of {counted(how.count, 'room')} {fit} into the {grid.text} maze; ask for {fix}."
            )
        size = sizes[bits.below(len(sizes))]
        if places := plan.places_for(*size):
            x, y = plan.cell(_nth_bit(places, bits.below(places.bit_count())))
            rooms.append(Room(x, y, *size))
            plan.take(rooms[-1])
        else:
            sizes = [it for it in sizes if it[0] < size[0] or it[1] < size[1]]
    return sorted(rooms, key=lambda room: (room.y, room.x))


def passages_without_doors(
    grid: Rectangle, rooms: list[Room], doors: int, bits: Bits
) -> list[Passage]:
    """Draw so many places for doors of each room, in the order of the rooms.

    Returns:
        All other passages that could lead out of the rooms, which remain walls.
    """
    closed = []
    for room in rooms:
        walls = room.possible_doors(grid)
        for _ in range(min(doors, len(walls))):
            walls.pop(bits.below(len(walls)))
        closed += walls
    return closed


def rooms_in(grid: Rectangle, rows: bytes, how: Rooms, seed: int) -> list[Room]:
    """The rooms of a maze that was made with these rooms and this seed, and their doors in it.

    None at all if they do not fit into it, or have walls in it: it was made differently.
    """

    def are_open(passages: list[Passage]) -> list[Passage]:
        return [it for it in passages if it[1] in grid.joined_to(rows, it[0])]

    try:
        rooms = placed(grid, how, random_bits(seed))
    except InvalidValueError:
        return []
    if any(are_open(room.passages()) != room.passages() for room in rooms):
        return []
    return [room._replace(doors=tuple(are_open(room.possible_doors(grid)))) for room in rooms]


class _Plan:
    """The cells that are free, as one number: a bit a cell, and one more at the end of each row."""

    def __init__(self, grid: Rectangle) -> None:
        self._stride = grid.width + 1
        if grid.mask is None:
            self._free = _repeated((1 << grid.width) - 1, grid.height, self._stride)
        else:
            size = grid.plane_bytes
            lines = [grid.mask[y * size : (y + 1) * size] for y in range(grid.height)]
            digits = [f"0{int.from_bytes(one, 'little'):0{grid.width}b}" for one in lines]
            self._free = int("".join(reversed(digits)), 2)

    def cell(self, place: int) -> Cell:
        """The cell of a bit."""
        y, x = divmod(place, self._stride)
        return x, y

    def places_for(self, width: int, height: int) -> int:
        """The upper left cells of all rectangles of a size of which each cell is free."""
        return _runs(_runs(self._free, width, 1), height, self._stride)

    def take(self, room: Room) -> None:
        """Take the cells of a room, and those around it."""
        left, top = max(0, room.x - 1), max(0, room.y - 1)
        line = (1 << room.x + room.width + 1) - (1 << left)
        lines = _repeated(line, room.y + room.height + 1 - top, self._stride)
        self._free &= ~(lines << top * self._stride)


def _repeated(line: int, count: int, step: int) -> int:
    """A number so many times, each a step above the one before."""
    have = 1
    while have < count:
        more = min(have, count - have)
        line |= line << more * step
        have += more
    return line


def _runs(places: int, count: int, step: int) -> int:
    """Those places at which so many in a row begin, each a step after the one before."""
    have = 1
    while have < count:
        more = min(have, count - have)
        places &= places >> more * step
        have += more
    return places


def _nth_bit(number: int, n: int) -> int:
    """The place of the bit before which n others are set."""
    place, width = 0, number.bit_length()
    while width > 1:
        half = width // 2
        low = number & (1 << half) - 1
        before = low.bit_count()
        if n < before:
            number, width = low, half
        else:
            number, width, place, n = number >> half, width - half, place + half, n - before
    return place


def _checked_size(name: str, size: Any) -> Size:
    try:
        width, height = size
    except (TypeError, ValueError):
        requirement = "a pair of whole numbers, width and height"
        raise InvalidValueError(field=name, value=size, requirement=requirement) from None
    return (
        whole_number(f"{name} width", width, SHORTEST, LONGEST),
        whole_number(f"{name} height", height, SHORTEST, LONGEST),
    )


def _parsed_size(text: str, sizes: str) -> Size:
    size = typed_numbers(text) or ()
    if len(size) != 2 or not SHORTEST <= min(size) <= max(size) <= LONGEST:
        raise _wrong_sizes(sizes)
    return size[0], size[1]


def _wrong_sizes(sizes: str) -> InvalidValueError:
    sides = f"with sides from {SHORTEST} to {LONGEST}"
    requirement = f"two sizes such as 3x3-6x5, or one, {sides}"
    return InvalidValueError(field="room-size", value=sizes, requirement=requirement)


def _parsed_number(name: str, text: str) -> int:
    if not re.fullmatch(r"\s*[+-]?\d{1,19}\s*", text):
        raise InvalidValueError(field=name, value=text, requirement="a whole number")
    return int(text)
