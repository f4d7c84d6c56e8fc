"""The layout of posters and cards."""

from __future__ import annotations

from typing import NamedTuple

from labirinto.book.paper import MM, PAPERS
from labirinto.drawing.style import Style

POSTERS = {
    "a6": (105.0, 148.0),
    "a5": PAPERS["a5"],
    "a4": PAPERS["a4"],
    "a3": PAPERS["a3"],
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "half-letter": (139.7, 215.9),
    "letter": PAPERS["letter"],
    "tabloid": (279.4, 431.8),
    "ansi-c": (431.8, 558.8),
    "ansi-d": (558.8, 863.6),
    "ansi-e": (863.6, 1117.6),
}
"""Width and height of each size of posters and cards in millimetres; ANSI's are of letter paper."""

PENCIL = 0.5 * MM

# Shares of the shorter side of the paper.
SIDE_MARGIN = 0.06
_TITLE_SIZE = 0.055
_BELOW_MAZE = 0.035
_SMALL_SIZE = 0.0085
_BELOW_TITLE = 0.02

_MOST_IN_PORTRAIT = 400
"""Cells of its longer side: more show no more of a photograph."""


class Layout(NamedTuple):
    """Positions in points from the upper left corner of the page.

    Attributes:
        front: The left edge of the poster, which is half of the page of a folded card.
        across: Its width.
    """

    width: float
    height: float
    front: float
    across: float
    left: float
    top: float
    cell: float
    title_base: float
    title_size: float
    small_base: float
    small_size: float

    @property
    def middle(self) -> float:
        """The middle of what is printed, between left and right."""
        return self.front + self.across / 2

    def folded(self, side: str) -> Layout:
        """The layout of the unfolded card with this front."""
        if self.width > self.height:
            down = self.height
            return self._replace(
                height=2 * down,
                top=self.top + down,
                title_base=self.title_base + down,
                small_base=self.small_base + down,
            )
        front = self.width if side == "left" else 0.0
        return self._replace(width=2 * self.width, front=front, left=self.left + front)


def best_layout(size: tuple[float, float], frame: float, is_titled: bool, paper: str) -> Layout:
    """The layout of a maze upright or across, whichever makes it larger."""
    upright = tuple(side * MM for side in POSTERS[paper])
    layouts = (_placed(size, frame, is_titled, *it) for it in (upright, upright[::-1]))
    return max(layouts, key=lambda layout: layout.cell)


def _placed(
    size: tuple[float, float], frame: float, is_titled: bool, width: float, height: float
) -> Layout:
    columns, rows = size
    unit = min(width, height)
    margin = unit * SIDE_MARGIN
    small_base = height - margin
    title_base = small_base - unit * (_SMALL_SIZE + _BELOW_TITLE)
    below = title_base - unit * (_TITLE_SIZE * 0.75 + _BELOW_MAZE)
    if not is_titled:
        below = small_base - unit * (_SMALL_SIZE + _BELOW_TITLE)
    cell = min((width - 2 * margin) / (columns + frame), (below - margin) / (rows + frame))
    left = (width - columns * cell) / 2
    top = margin + (below - margin - rows * cell) / 2
    return Layout(
        width, height, 0, width, left, top, cell, title_base, unit * _TITLE_SIZE, small_base,
        unit * _SMALL_SIZE,
    )  # fmt: skip


def portrait_size(
    picture: tuple[int, int], style: Style, paper: str, *, is_titled: bool
) -> tuple[int, int]:
    """Width and height, in cells, of the largest portrait with room for a pencil in its paths.

    Args:
        picture: Width and height of the picture, in pixels.
        style: That of the portrait.
        paper: A name in ``POSTERS``.
        is_titled: Whether there is a title.
    """
    frame = style.wall / style.cell
    for longer in range(_MOST_IN_PORTRAIT, 0, -1):
        width, height = (max(1, round(longer * side / max(picture))) for side in picture)
        if best_layout((width, height), frame, is_titled, paper).cell * (1 - frame) >= PENCIL:
            break
    return width, height
