"""The choice among several mazes in a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from labirinto._internal.refusals import PictureError
from labirinto.errors import InvalidValueError
from labirinto.recognition.colours import Array

MazeT = TypeVar("MazeT")


def check_which(which: int | None) -> None:
    """Check the number of a maze in a picture.

    Raises:
        InvalidValueError: If it is not a positive number.
    """
    if which is not None and which < 1:
        raise InvalidValueError(field="which", value=which, requirement="a number from 1")


def in_reading_order(found: Sequence[MazeT], outline: Callable[[MazeT], Array]) -> list[MazeT]:
    """Return mazes in rows, from left to right.

    Args:
        found: The mazes.
        outline: Gives the corners of one, ``float64[n, 2]``.
    """

    def order(maze: MazeT) -> tuple[float, float]:
        corners = outline(maze)
        left, top = corners.min(axis=0)
        high = float(corners[:, 1].max() - top)
        return round(float(top) / high), float(left)

    return sorted(found, key=order)


def chosen(found: Sequence[MazeT], which: int | None) -> MazeT:
    """Return the maze that is chosen, or the only one.

    Args:
        found: One or more, in reading order.
        which: The number of one, from 1.

    Raises:
        PictureError: If there are several and none is chosen, or there is none of that number.
    """
    count = len(found)
    there = "there is one maze" if count == 1 else f"there are {count} mazes"
    if which is not None and which > count:
        raise PictureError(
            f"{there} in this picture, and none has the number {which}.", "several", count=count
        )
    if which is None and count > 1:
        raise PictureError(
            f"{there} in this picture; crop it to one of them, or choose one with --which, from 1 "
            f"to {count} in reading order.",
            "several",
            count=count,
        )
    return found[(which or 1) - 1]
