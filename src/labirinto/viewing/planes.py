"""The passages of a maze for tiles: in memory, or in a file that is never read whole."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from labirinto.ends import Ends
from labirinto.formats.maze_file import MazeFileRows
from labirinto.grids.outside import with_outside
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.formats._notes import About

_WORTH_READING_ALL = 4
"""A part of a row is read on its own if the row has more than this number of times its bytes."""

_WORD = 8
_WORTH_SKIPPING = 64
"""Words are read one by one if only every so many are wanted."""


def every_word(piece: bytes, every: int) -> bytes:
    """The first of every so many words, the last of which may be cut off."""
    if every == 1:
        return piece
    words = memoryview(piece.ljust(-(-len(piece) // _WORD) * _WORD, b"\0")).cast("Q")
    chosen = words[::every].tobytes()
    is_last_chosen = (len(words) - 1) % every == 0
    return chosen[: len(chosen) - (-len(piece) % _WORD if is_last_chosen else 0)]


class MazePlanes:
    """The passages of a maze in memory, and the openings at its ends.

    Attributes:
        grid: The cells.
        gaps: In the frame of the rectangle: x, y and direction.
        memory: The bytes that it takes besides the maze.
    """

    def __init__(self, maze: Maze, ends: Ends | None = None) -> None:
        self.grid: Rectangle = maze.rectangle
        openings = ends.openings(self.grid) if ends else []
        self.gaps: list[tuple[int, int, int]]
        self._rows, self.gaps = with_outside(self.grid, maze.rows, openings)
        self.memory: int = len(self._rows) if self.grid.mask is not None else 0

    def pieces(self, ys: range, first: int, last: int, every: int = 1) -> list[bytes]:
        """Parts of some rows: of each the bytes ``first`` to ``last`` of its plane "passage east",
        then those of its plane "passage south"; with ``every``, the first of so many words of 64
        cells, from ``first`` on.
        """
        stride, size = self.grid.plane_bytes, self.grid.row_bytes
        rows = self._rows
        return [
            every_word(rows[begin + first : begin + last], every)
            for y in ys
            for begin in (y * size, y * size + stride)
        ]


class FilePlanes:
    """The passages of a maze in a .maze file, of which only what is wanted is read.

    Raises:
        FileFormatError: If the file is damaged; also in ``pieces``, if it was cut off meanwhile.
        OSError: If it cannot be read.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.file: str = os.fsdecode(name)
        self._rows = MazeFileRows(self.file)
        self.grid: Rectangle = self._rows.about.rectangle
        self.about: About = self._rows.about
        ends = self.about.ends
        self.gaps: list[tuple[int, int, int]] = ends.openings(self.grid) if ends else []
        self._lock = threading.Lock()

    def pieces(self, ys: range, first: int, last: int, every: int = 1) -> list[bytes]:
        """Parts of some rows, as ``MazePlanes`` gives them."""
        stride, size = self.grid.plane_bytes, self.grid.row_bytes
        count = last - first
        is_whole = size <= _WORTH_READING_ALL * 2 * count and every < _WORTH_SKIPPING
        with self._lock:
            if is_whole and ys.step == 1 and every == 1:
                rows = self._rows.bytes_at(ys.start * size, len(ys) * size)
                return [
                    rows[begin + first : begin + last]
                    for row in range(len(ys))
                    for begin in (row * size, row * size + stride)
                ]
            return [
                self._piece(y * size + plane + first, count, every)
                for y in ys
                for plane in (0, stride)
            ]

    def _piece(self, begin: int, count: int, every: int) -> bytes:
        if every < _WORTH_SKIPPING:
            return every_word(self._rows.bytes_at(begin, count), every)
        return b"".join(
            self._rows.bytes_at(begin + at, min(_WORD, count - at))
            for at in range(0, count, every * _WORD)
        )

    def close(self) -> None:
        """Close the file."""
        self._rows.close()


Planes = MazePlanes | FilePlanes
"""The passages of a maze in a rectangle, any part of which can be had."""
