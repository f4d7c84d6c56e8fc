"""The rows of a maze in a file, read when they are needed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from labirinto.formats import row_reader
from labirinto.grids.rectangle import row_bytes
from labirinto.streaming.rows import RowBlock

if TYPE_CHECKING:
    from labirinto.ends import Ends
    from labirinto.formats._rows import RowReader
    from labirinto.recipe import Recipe


class FileRows:
    """A ``RowSource`` whose rows come from a file; see ``open_rows``.

    Attributes:
        width, height: Size of the maze, in cells.
        y: How many rows have been read.
        is_finished: Whether all rows have been read.
    """

    def __init__(self, reader: RowReader) -> None:
        self._reader = reader
        self.width: int = reader.about.width
        self.height: int | None = reader.about.height
        self.y: int = 0
        self.is_finished: bool = False
        self._row_above = b""

    @property
    def recipe(self) -> Recipe | None:
        """How the maze was made, if the file has it."""
        return self._reader.about.recipe

    @property
    def ends(self) -> Ends | None:
        """Start and end, if the file has them."""
        return self._reader.about.ends

    def read(self, count: int) -> RowBlock:
        """Read the next rows, or those that are left."""
        rows = self._reader.read(count)
        block = RowBlock(self.width, self.y, rows, self._row_above)
        self._row_above = rows[-row_bytes(self.width) :]
        self.y = self._reader.y
        self.is_finished = self.y == self.height
        return block

    def restart(self) -> FileRows:
        """Return the same rows from the first one on."""
        return FileRows(self._reader.restart())

    def close(self) -> None:
        """Close the file, if the remaining rows are not wanted."""
        self._reader.close()


def open_rows(name: str | os.PathLike[str]) -> FileRows | None:
    """Open a .maze file, or a PNG picture of our own, to read its rows without loading it.

    Args:
        name: A regular file.

    Returns:
        Its rows, or None if the file has another format.

    Raises:
        FileFormatError: If the file is damaged.
        OSError: If it cannot be read.
    """
    reader = row_reader(name)
    return FileRows(reader) if reader else None
