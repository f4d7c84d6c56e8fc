"""NPZ: the arrays of which maze-dataset builds its mazes, with ends, solution and recipe.

Source of the layout: maze-dataset 1.4, ``LatticeMaze`` and ``SolvedMaze``, whose cells are pairs of
row and column.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from labirinto._internal.memory import check_memory
from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError, TooLargeError
from labirinto.formats._notes import recipe_of_json
from labirinto.formats._npy_array import NpyArray, read_header
from labirinto.formats.npy import HEADER_BYTES, maze_of_exits, maze_of_passages, npy_header
from labirinto.grids.rectangle import EAST, EXIT_BITS, SOUTH, Cell
from labirinto.maze import Maze
from labirinto.recipe import Recipe

_BAND_BYTES = 1 << 20


def write_npz(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the maze for ``numpy.load``, without pickles.

    - ``connection_list``: ``bool[2, height, width]``, passages down and then passages right;
    - ``exits``: ``uint8[height, width]``, N=1, E=2, S=4, W=8 as in ``np.asarray(maze)``, 16 outside
      the mask;
    - ``start_pos``, ``end_pos``: ``int64[2]``, row and column, and ``open``, whether the frame has
      openings there; if there are ends;
    - ``solution``: ``int64[cells, 2]``, rows and columns; if there is a path;
    - ``recipe``: JSON in an array without sides, if it is known.

    The arrays are not compressed, so the same maze gives the same bytes everywhere.
    """
    from json import dumps

    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path()
    cells = maze.width * maze.height
    exits = maze.cells().data
    sides = (maze.height, maze.width)
    # In memory first: a pipe or /dev/null, which cannot go back, would get other bytes.
    packed = stream if _is_file(stream) else BytesIO()
    with ZipFile(packed, "w") as archive:
        passages = (
            piece for bit in (EXIT_BITS[SOUTH], EXIT_BITS[EAST]) for piece in _flags(exits, bit)
        )
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
    member = ZipInfo(f"{name}.npy")
    # Otherwise the archive would name the system it is made on.
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


_ENCRYPTED = 1
_BEST_PACKING = 1040
"""Deflate compresses 1,032 bytes into one at most."""

# What the standard library raises for damaged or manipulated archives.
_DAMAGES = (
    BadZipFile,
    EOFError,
    KeyError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)


def read_npz(source: Source) -> tuple[Maze, Ends | None]:
    """Read ``connection_list`` or ``exits``, with the ends and the recipe if they are there.

    An array is decompressed a piece at a time, into an eighth of its bytes at most, and not at all
    if its member of the archive does not have the length in its header.

    Raises:
        FileFormatError: If it holds no maze, is damaged or contradicts itself.
        TooLargeError: If there is not enough memory.
    """
    data = source.whole()
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _read(_Arrays(archive, len(data)))
    except (FileFormatError, TooLargeError):
        raise
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None
    except _DAMAGES as error:
        raise FileFormatError(f"the archive is damaged ({error}).") from None


class _Arrays:
    """The arrays of an archive, by name."""

    def __init__(self, archive: ZipFile, size: int) -> None:
        self._archive = archive
        self._size = size
        self._names = set(archive.namelist())

    @contextmanager
    def open(self, name: str, *shape: int | None) -> Iterator[NpyArray | None]:
        """Open the array of this name, or yield None.

        Args:
            name: Its name.
            shape: Its sides; None for any length.

        Raises:
            FileFormatError: If it has another shape, or contradicts the archive.
            TooLargeError: If there is not enough memory.
        """
        if f"{name}.npy" not in self._names:
            yield None
            return
        member = self._archive.getinfo(f"{name}.npy")
        if member.flag_bits & _ENCRYPTED or member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise FileFormatError(f"{name} is compressed by a method that NumPy does not use.")
        packing = 1 if member.compress_type == ZIP_STORED else _BEST_PACKING
        if member.compress_size > self._size or member.file_size > packing * member.compress_size:
            raise FileFormatError(f"{name} claims to be larger than it can be in this archive.")
        with self._archive.open(member) as stream:
            array = read_header(Source(stream))
            if member.file_size != array.header_bytes + array.data_bytes:
                raise FileFormatError(
                    f"{name} does not have the length of its shape {array.shape}."
                )
            if len(array.shape) != len(shape) or any(
                wanted not in (None, side) for side, wanted in zip(array.shape, shape, strict=True)
            ):
                raise FileFormatError(f"{name} has the shape {array.shape}, which is no maze's.")
            copies = 3 if array.fortran_order else 1
            check_memory(copies * array.data_bytes, f"The array {name} of the archive")
            yield array


def _read(arrays: _Arrays) -> tuple[Maze, Ends | None]:
    maze = _maze(arrays)
    if recipe := _recipe(arrays, maze):
        maze = Maze(maze.width, maze.height, maze.rows, mask=maze.rectangle.mask, recipe=recipe)
    start, end = _cell(arrays, "start_pos"), _cell(arrays, "end_pos")
    if start is None or end is None:
        return maze, None
    with arrays.open("open") as array:
        is_open = array is not None and array.numbers() == [1]
    return maze, Ends(start, end, open=is_open).check(maze.grid)


def _maze(arrays: _Arrays) -> Maze:
    with arrays.open("connection_list", 2, None, None) as array:
        of_passages = maze_of_passages(array, "connection_list") if array else None
    with arrays.open("exits", None, None) as array:
        of_exits = maze_of_exits(array, "exits") if array else None
    maze = of_exits or of_passages  # only exits show a mask
    if maze is None:
        raise FileFormatError("the archive is no maze: it has no connection_list and no exits.")
    if (
        of_passages
        and of_exits
        and (
            (of_passages.width, of_passages.height, of_passages.rows)
            != (of_exits.width, of_exits.height, of_exits.rows)
        )
    ):
        raise FileFormatError("its connection_list and its exits are of two different mazes.")
    return maze


def _recipe(arrays: _Arrays, maze: Maze) -> Recipe | None:
    with arrays.open("recipe") as array:
        return recipe_of_json(array.text(), maze.width, maze.height) if array else None


def _cell(arrays: _Arrays, name: str) -> Cell | None:
    with arrays.open(name, 2) as array:
        if array is None:
            return None
        row, column = array.numbers()
        return column, row
