"""Why a picture is refused."""

from __future__ import annotations

from labirinto.errors import FileFormatError

REASONS = (
    "damaged",
    "pixels",
    "animation",
    "time",
    "several",
    "unrecognised",
    "round",
    "hexagonal",
    "crossing",
)
"""The reasons of a ``PictureError``, for programs that explain it in their own words.

``damaged``: it is not a picture, or not a whole one.  ``pixels``: it has too many of them.
``animation``: it has several frames.  ``time``: the search took too long.  ``several``: the number
of the maze is missing, or too large.  ``unrecognised``: there is no maze, or it is unclear.
``round``, ``hexagonal``: its cells seem to lie around a centre, or to be hexagons or triangles.
``crossing``: the path may cross a wall.
"""


class PictureError(FileFormatError):
    """A picture that cannot be read, or in which no maze is solved.

    Attributes:
        reason: One of ``REASONS``.
        count: How many mazes there are, for ``several``.
        place: The pixel near which the path may cross a wall, for ``crossing``.
    """

    def __init__(
        self, message: str, reason: str, *, count: int = 0, place: tuple[int, int] | None = None
    ) -> None:
        assert reason in REASONS
        self.reason: str = reason
        self.count: int = count
        self.place: tuple[int, int] | None = place
        super().__init__(message)
