"""Room on paper: where mazes stand on a page, how large they can be, and how answers are packed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor

from labirinto.book.words import one_of
from labirinto.errors import InvalidValueError

MM = 72 / 25.4
"""Points in a millimetre."""

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""Width and height of each paper in millimetres."""

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Columns and rows for each number of mazes on a page."""

# All that follows is in points.
MARGIN = 12 * MM
"""What no printer needs for itself."""

HEAD = 7 * MM
"""For the running title, and as much for the number of the page."""

GAP = 8 * MM
"""Between the mazes of a page."""

LABEL_ABOVE = 6.5 * MM
LABEL_BELOW = 4 * MM
ARROW_ROOM = 4.5 * MM
"""Around a maze, on each side."""

LOWERED = 0.4
"""Of the room that is left on a page: so much is above, which looks like the middle."""

LEAST_CELL = 1.5 * MM
"""Narrower ways cannot be followed with a pencil, whose line takes half a millimetre."""

MOST_CELL = 12 * MM
"""Larger cells look like the plan of a house."""

LEAST_ANSWER_CELL = 1.2 * MM
"""The line of the answer is then 0.4 mm and its neighbours keep 0.8 mm apart, which the naked eye
tells apart at the distance of reading, where it resolves about 0.1 mm."""

MOST_ANSWER_CELL = MOST_CELL / 2
"""The answer to a maze of few cells is half as large as the maze."""

ANSWER_LABEL = 4 * MM
ANSWER_GAP = 5 * MM
_STEPS = 64
"""Sizes of answers that are tried, from the largest down."""

ANSWER_LEAST_WIDTH = 8 * MM
"""Below which the number of a maze would not stand above it."""


@dataclass(frozen=True)
class Box:
    """A rectangle on a page, in points from the lower left; ``top`` is its upper edge."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Paper:
    """A page, and how many mazes stand on it.

    Attributes:
        name: in ``PAPERS``, in capitals or not.
        per_page: in ``GRIDS``.

    Raises:
        InvalidValueError: for any other.
    """

    name: str
    per_page: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_of("paper", self.name, PAPERS))
        if isinstance(self.per_page, bool) or self.per_page not in GRIDS:
            raise InvalidValueError(
                f"per_page is {self.per_page!r}; the mazes on a page can be "
                f"{', '.join(map(str, GRIDS))}."
            )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        width, height = PAPERS[self.name]
        return width * MM, height * MM

    @property
    def area(self) -> Box:
        """What is between the margins, the running title and the number of the page."""
        width, height = self.size
        return Box(
            MARGIN, height - MARGIN - HEAD, width - 2 * MARGIN, height - 2 * MARGIN - 2 * HEAD
        )

    def slots(self, right_to_left: bool) -> list[Box]:
        """Where the mazes of a page stand, with their labels, in the order of reading."""
        columns, rows = GRIDS[self.per_page]
        area = self.area
        width = (area.width - (columns - 1) * GAP) / columns
        height = (area.height - (rows - 1) * GAP) / rows
        order = range(columns)[::-1] if right_to_left else range(columns)
        return [
            Box(area.left + column * (width + GAP), area.top - row * (height + GAP), width, height)
            for row in range(rows)
            for column in order
        ]

    @property
    def largest(self) -> tuple[int, int]:
        """The largest maze that fits: width and height in cells."""
        # To a millionth: what is told to fit does.
        width, height = (floor(side / LEAST_CELL + 1e-6) for side in self._room)
        return width, height

    def cell(self, width: int, height: int) -> float:
        """How large the cells of a maze of a size can be."""
        room = self._room
        return min(room[0] / width, room[1] / height, MOST_CELL)

    def check_fits(self, width: int, height: int) -> None:
        """Looks whether a maze of a size can be printed.

        Raises:
            InvalidValueError: if not, with the largest that can.
        """
        most = self.largest
        if width > most[0] or height > most[1]:
            raise InvalidValueError(
                f"A {width}x{height} maze does not fit {self.name} paper with {self.per_page} on a "
                f"page, whose largest is {most[0]}x{most[1]}; take a smaller maze, larger paper or "
                "fewer on a page."
            )

    @property
    def _room(self) -> tuple[float, float]:
        slot = self.slots(False)[0]
        return (
            slot.width - 2 * ARROW_ROOM,
            slot.height - LABEL_ABOVE - LABEL_BELOW - 2 * ARROW_ROOM,
        )


def pack_answers(
    sizes: Sequence[tuple[int, int]], area: Box, right_to_left: bool
) -> tuple[float, list[list[tuple[int, Box]]]]:
    """Packs answers, in their order, on as few pages as legible, and there as large as they can be.

    They stand on shelves: side by side as far as the width goes, and then below.  What is left of
    a page is around them.

    Args:
        sizes: of the mazes, in cells.
        area: what there is of each page.

    Returns:
        The size of a cell, and for each page the places in ``sizes`` and where these answers stand
        with their labels.
    """
    few = len(_shelves(sizes, LEAST_ANSWER_CELL, area, right_to_left))
    # Alone on a page each of them fits.
    most = min(
        MOST_ANSWER_CELL,
        *(area.width / columns for columns, _ in sizes),
        *((area.height - ANSWER_LABEL) / rows for _, rows in sizes),
    )
    for step in range(_STEPS + 1):
        cell = most + (LEAST_ANSWER_CELL - most) * step / _STEPS
        pages = _shelves(sizes, cell, area, right_to_left)
        if len(pages) <= few:
            break
    return cell, [_centred(page, area) for page in pages]


def _centred(page: list[tuple[int, Box]], area: Box) -> list[tuple[int, Box]]:
    """In the middle between left and right, and somewhat above that between top and bottom."""
    boxes = [box for _, box in page]
    left = min(box.left for box in boxes) - area.left
    right = area.left + area.width - max(box.left + box.width for box in boxes)
    below = min(box.top - box.height for box in boxes) - (area.top - area.height)
    return [
        (place, replace(box, left=box.left + (right - left) / 2, top=box.top - below * LOWERED))
        for place, box in page
    ]


def _shelves(
    sizes: Sequence[tuple[int, int]], cell: float, area: Box, right_to_left: bool
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
