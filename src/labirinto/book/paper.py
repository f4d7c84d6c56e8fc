"""Paper: sizes and formats, the places and the largest sizes of mazes, the packing of answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import BinaryIO, NamedTuple

from labirinto._internal.validation import one_of_any_case
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS, format_for
from labirinto.maze import Maze

MM = 72 / 25.4
"""Points in a millimetre."""

INCH = 72
"""Points in an inch."""

DOTS_AN_INCH = 300
"""The resolution of pictures, that of ordinary printers."""

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "5x8": (127.0, 203.2),
    "5.5x8.5": (139.7, 215.9),
    "6x9": (152.4, 228.6),
    "7x10": (177.8, 254.0),
    "8x10": (203.2, 254.0),
    "8.25x11": (209.55, 279.4),
    "8.5x11": (215.9, 279.4),
    "8.5x8.5": (215.9, 215.9),
    "21x21cm": (210.0, 210.0),
}
"""Width and height of each paper size in millimetres."""

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Columns and rows for each number of mazes on a page."""

ANSWER_GRIDS = {9: (3, 3), 6: (2, 3), 4: (2, 2), 2: (1, 2), 1: (1, 1)}
"""Columns and rows for each number of answers on a page of a book for sale."""

# The lengths below are in points.
MARGIN = 12 * MM
"""Wide enough for the unprintable margin of printers."""

HEAD = 7 * MM
"""Height of the running title, and of the page number."""

GAP = 8 * MM
"""Between the mazes of a page."""

LABEL_ABOVE = 6.5 * MM
NAME_ABOVE = 12 * MM
"""For a line to write a name on, besides."""

SUMS_ABOVE = 7 * MM
"""For the line about sums, besides."""

ARROW_ROOM = 4.5 * MM
"""Around a maze, on each side."""

LOWERED = 0.4
"""The share of the free height above a maze; less than half looks centred."""

MIN_CELL = 1.5 * MM
"""Narrower corridors leave no room for a pencil line of half a millimetre."""

SUMS_CELL = 10 * MM
"""The least size of a cell that has room for a sum."""

MAX_CELL = 12 * MM
"""Larger cells look like a floor plan."""

LARGEST_CELL = 25 * MM
"""On a sheet of its own even a maze of few cells is large: children may be five years old."""

MIN_ANSWER_CELL = 1.2 * MM
"""The solution is then 0.4 mm wide, with gaps of 0.8 mm; at reading distance the eye resolves about
0.1 mm."""

MAX_ANSWER_CELL = MAX_CELL / 2
"""The answer to a maze of few cells is at most half as large as the maze."""

ANSWER_HEADING = 10 * MM
"""Above the answers of a page."""

ANSWER_LABEL = 4 * MM
ANSWER_GAP = 5 * MM
ANSWER_EDGE = 1.2 * MM
"""The line of a solution goes so far out of its openings."""

_STEPS = 64
"""The number of answer sizes to try, from the largest down."""

ANSWER_LEAST_WIDTH = 8 * MM
"""The room for the number above an answer."""


def format_of_sheet(
    target: str | os.PathLike[str] | BinaryIO, format: str | None, maze: Maze
) -> str:
    """Return the format of a worksheet or a poster: ``pdf`` or ``png``.

    Raises:
        InvalidValueError: If it is another one, or the target is no file.
        TooLargeError: If there is not enough memory for the maze in it.
    """
    kinds = ("pdf", "png")
    usual = None if isinstance(target, str | os.PathLike) else "pdf"
    kind = format_for(target, usual if format is None else format, kinds)
    if not isinstance(kind, str) or kind not in kinds:
        raise InvalidValueError(field="format", value=kind, requirement="pdf or png")
    FORMATS[kind].check_memory(maze.grid)
    return kind


@dataclass(frozen=True)
class Box:
    """A rectangle on a page, in points from the lower left corner; ``top`` is its upper edge."""

    left: float
    top: float
    width: float
    height: float


class Margins(NamedTuple):
    """The margins of a page in points: to its left and right, and above and below."""

    left: float = MARGIN
    right: float = MARGIN
    ends: float = MARGIN


USUAL_MARGINS = Margins()


@dataclass(frozen=True)
class Paper:
    """A paper size with a number of mazes on a page.

    Attributes:
        name: A name in ``PAPERS``, in any case.
        per_page: The number of mazes on a page, a key of ``GRIDS``.
        named: Whether there is a line for a name above each maze.
        across: Whether pages are wider than high.
        margins: The margins of a page to the right of its fold.
        sums: Whether there are sums in the cells, and a line above them that says what to do.

    Raises:
        InvalidValueError: If one of them is unknown.
    """

    name: str
    per_page: int
    named: bool = False
    across: bool = False
    margins: Margins = USUAL_MARGINS
    sums: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_of_any_case("paper", self.name, PAPERS))
        if isinstance(self.per_page, bool) or self.per_page not in tuple(GRIDS):
            requirement = f"one of {', '.join(map(str, GRIDS))}"
            raise InvalidValueError(field="per_page", value=self.per_page, requirement=requirement)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        width, height = (side * MM for side in PAPERS[self.name])
        return (height, width) if self.across else (width, height)

    @property
    def above(self) -> float:
        """The height of everything above a maze and its arrows, in points."""
        return LABEL_ABOVE + NAME_ABOVE * self.named + SUMS_ABOVE * self.sums

    def turned(self) -> Paper:
        """The paper of the other side of a sheet, whose margins are mirrored."""
        left, right, ends = self.margins
        return replace(self, margins=Margins(right, left, ends))

    @property
    def frame(self) -> Box:
        """The area between the margins."""
        (width, height), (left, right, ends) = self.size, self.margins
        return Box(left, height - ends, width - left - right, height - 2 * ends)

    @property
    def area(self) -> Box:
        """The area between the margins, the running title and the page number."""
        frame = self.frame
        return replace(frame, top=frame.top - HEAD, height=frame.height - 2 * HEAD)

    @property
    def answers_area(self) -> Box:
        """The area below the heading of a page of answers."""
        area = self.area
        return replace(area, top=area.top - ANSWER_HEADING, height=area.height - ANSWER_HEADING)

    def slots(self, right_to_left: bool) -> list[Box]:
        """Return the places of the mazes with their labels, in reading order."""
        return divided(self.area, GRIDS[self.per_page], GAP, right_to_left)

    @property
    def largest(self) -> tuple[int, int]:
        """Width and height in cells of the largest maze that fits."""
        # The tolerance absorbs rounding errors of the lengths.
        least = SUMS_CELL if self.sums else MIN_CELL
        width, height = (floor(side / least + 1e-6) for side in self._room)
        return width, height

    def cell(self, width: float, height: float) -> float:
        """Return the size of a cell in points for a maze of a size."""
        room = self._room
        return min(
            room[0] / width, room[1] / height, LARGEST_CELL if self.named or self.sums else MAX_CELL
        )

    def check_fits(self, width: int, height: int) -> None:
        """Check that a maze of a size can be printed.

        Raises:
            InvalidValueError: If it cannot; the message names the largest size.
        """
        most = self.largest
        if width > most[0] or height > most[1]:
            raise InvalidValueError(
                f"A {width}x{height} maze does not fit {self.name} paper with {self.per_page} on "
                f"a page; use at most {most[0]}x{most[1]}, larger paper or fewer mazes per page."
            )

    @property
    def _room(self) -> tuple[float, float]:
        slot = self.slots(False)[0]
        return (
            slot.width - 2 * ARROW_ROOM,
            slot.height - self.above - 2 * ARROW_ROOM,
        )


def divided(area: Box, grid: tuple[int, int], gap: float, right_to_left: bool) -> list[Box]:
    """Divide an area into columns and rows of equal boxes; return them in reading order."""
    columns, rows = grid
    width = (area.width - (columns - 1) * gap) / columns
    height = (area.height - (rows - 1) * gap) / rows
    order = range(columns)[::-1] if right_to_left else range(columns)
    return [
        Box(area.left + column * (width + gap), area.top - row * (height + gap), width, height)
        for row in range(rows)
        for column in order
    ]


def answer_boxes(area: Box, grid: tuple[int, int], right_to_left: bool) -> list[Box]:
    """Divide an area into columns and rows of answers with their labels."""
    edge = ANSWER_EDGE
    return [
        Box(box.left + edge, box.top, box.width - 2 * edge, box.height - edge)
        for box in divided(area, grid, ANSWER_GAP, right_to_left)
    ]


def answer_cell(size: tuple[float, float], box: Box) -> float:
    """The size of a cell, in points, of an answer that fills its box below the label."""
    width, height = size
    return min(box.width / width, (box.height - ANSWER_LABEL) / height, MAX_ANSWER_CELL)


def pack_answers(
    sizes: Sequence[tuple[float, float]], area: Box, right_to_left: bool
) -> tuple[float, list[list[tuple[int, Box]]]]:
    """Pack answers, in their order, on as few pages as legible, and as large as these allow.

    Answers are in rows from the top, centred on the page.

    Args:
        sizes: Width and height of each maze in cells.
        area: The area of a page.
        right_to_left: Whether rows are filled from the right.

    Returns:
        The size of a cell in points, and for each page the indices in ``sizes`` with the boxes of
        these answers, labels included.
    """
    few = len(_shelves(sizes, MIN_ANSWER_CELL, area, right_to_left))
    # Each answer must fit on a page of its own.
    most = min(
        MAX_ANSWER_CELL,
        *(area.width / columns for columns, _ in sizes),
        *((area.height - ANSWER_LABEL) / rows for _, rows in sizes),
    )
    for step in range(_STEPS + 1):
        cell = most + (MIN_ANSWER_CELL - most) * step / _STEPS
        pages = _shelves(sizes, cell, area, right_to_left)
        if len(pages) <= few:
            break
    return cell, [_centred(page, area) for page in pages]


def _centred(page: list[tuple[int, Box]], area: Box) -> list[tuple[int, Box]]:
    """Centre the boxes of a page, vertically somewhat above the middle."""
    boxes = [box for _, box in page]
    left = min(box.left for box in boxes) - area.left
    right = area.left + area.width - max(box.left + box.width for box in boxes)
    below = min(box.top - box.height for box in boxes) - (area.top - area.height)
    return [
        (place, replace(box, left=box.left + (right - left) / 2, top=box.top - below * LOWERED))
        for place, box in page
    ]


def _shelves(
    sizes: Sequence[tuple[float, float]], cell: float, area: Box, right_to_left: bool
) -> list[list[tuple[int, Box]]]:
    pages: list[list[tuple[int, Box]]] = []
    right = down = shelf = float("inf")
    for place, (columns, rows) in enumerate(sizes):
        width = max(columns * cell, ANSWER_LEAST_WIDTH)
        height = rows * cell + ANSWER_LABEL
        if right + width > area.width:
            right, down, shelf = 0.0, down + shelf, 0.0
        if down + height > area.height:
            pages.append([])
            right = down = shelf = 0.0
        x = area.width - right - width if right_to_left else right
        pages[-1].append((place, Box(area.left + x, area.top - down, width, height)))
        right += width + ANSWER_GAP
        shelf = max(shelf, height + ANSWER_GAP)
    return pages
