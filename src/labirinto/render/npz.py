"""NPZ: a maze as the arrays that maze-dataset builds its mazes of, and all that belongs to it.

Source of the layout: maze-dataset 1.4, ``LatticeMaze`` and ``SolvedMaze``, whose cells are pairs of
row and column.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from labirinto.cells import Cell
from labirinto.render.drawing import Drawing
from labirinto.render.npy import HEADER_BYTES, npy_header

if TYPE_CHECKING:
    from zipfile import ZipFile

SOUTH, EAST = 4, 2
_BAND_BYTES = 1 << 20


def write_npz(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the maze for ``numpy.load``, which needs no pickle for it.

    - ``connection_list``: ``bool[2, height, width]``, passages down and then passages right;
    - ``exits``: ``uint8[height, width]``, N=1, E=2, S=4, W=8 as in ``np.asarray(maze)``;
    - ``start_pos``, ``end_pos``: ``int64[2]``, row and column, and ``open``, whether the outer wall
      is open there; if there are ends;
    - ``solution``: ``int64[cells, 2]``, rows and columns; if there is a path;
    - ``recipe``: JSON in an array of no sides, if it is known.

    The arrays are not packed, so that the same maze gives the same bytes everywhere.

    Raises:
        InvalidValueError: if the path joins other cells than the ends.
    """
    from io import BytesIO
    from json import dumps
    from zipfile import ZipFile

    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path("NPZ")
    cells = maze.width * maze.height
    exits = maze.cells().cast("B")
    sides = (maze.height, maze.width)
    # In memory first where one cannot go back, as in a pipe or /dev/null: it would get other bytes.
    packed = stream if _is_file(stream) else BytesIO()
    with ZipFile(packed, "w") as archive:
        passages = (piece for bit in (SOUTH, EAST) for piece in _flags(exits, bit))
        _add(archive, "connection_list", "|b1", (2, *sides), 2 * cells, passages)
        _add(archive, "exits", "|u1", sides, cells, (exits,))
        if ends:
            for name, cell in (("start_pos", ends.start), ("end_pos", ends.end)):
                _add(archive, name, "<i8", (2,), 16, (_rows_and_columns([cell]),))
            _add(archive, "open", "|b1", (), 1, (bytes([ends.open]),))
        if path:
            steps = len(path)
            _add(archive, "solution", "<i8", (steps, 2), 16 * steps, (_rows_and_columns(path),))
        if maze.recipe:
            recipe = dumps(maze.recipe.as_dict())
            text = recipe.encode("utf-32-le")
            _add(archive, "recipe", f"<U{len(recipe)}", (), 4 * len(recipe), (text,))
    if isinstance(packed, BytesIO) and packed is not stream:
        stream.write(packed.getbuffer())


def _is_file(stream: BinaryIO) -> bool:
    from io import BytesIO
    from stat import S_ISREG

    try:
        return S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (AttributeError, OSError):
        return isinstance(stream, BytesIO)


def _add(
    archive: ZipFile,
    name: str,
    kind: str,
    shape: tuple[int, ...],
    size: int,
    pieces: Iterable[bytes | memoryview],
) -> None:
    from zipfile import ZipInfo

    member = ZipInfo(f"{name}.npy")
    # The system that it is made on is written down, too.
    member.create_system = 3
    large = HEADER_BYTES + size >= 1 << 31
    with archive.open(member, "w", force_zip64=large) as stream:
        stream.write(npy_header(shape, kind))
        for piece in pieces:
            stream.write(piece)


def _flags(exits: memoryview, bit: int) -> Iterator[bytes]:
    chosen = bytes(bool(value & bit) for value in range(256))
    for at in range(0, len(exits), _BAND_BYTES):
        yield bytes(exits[at : at + _BAND_BYTES]).translate(chosen)


def _rows_and_columns(cells: Iterable[Cell]) -> bytes:
    numbers = array("q", (number for x, y in cells for number in (y, x)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
