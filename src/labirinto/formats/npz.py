"""Reading back mazes in NPZ, ours or maze-dataset's, without NumPy."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from labirinto.cells import Cell
from labirinto.errors import FileFormatError, LabirintoError, TooLargeError
from labirinto.formats.npy import maze_of_exits, maze_of_passages
from labirinto.formats.npy_array import NpyArray, read_header
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.memory import check_memory
from labirinto.path import Ends
from labirinto.recipe import Recipe

_ENCRYPTED = 1
_BEST_PACKING = 1040
"""Deflate packs no more bytes than 1,032 into one."""

# What the standard library raises for archives that are none, or have been tampered with.
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
    """Reads ``connection_list`` or ``exits``, with the ends and the recipe where they are.

    An array is unpacked a piece at a time, into an eighth of its bytes at most, and not at all if
    its member of the archive is not just as long as its header makes it.

    Raises:
        FileFormatError: if there is no maze in it, or it is damaged or contradicts itself.
        TooLargeError: if it does not fit into memory.
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
    """The arrays of an archive, opened by their names."""

    def __init__(self, archive: ZipFile, size: int) -> None:
        self._archive = archive
        self._size = size
        self._names = set(archive.namelist())

    @contextmanager
    def open(self, name: str, *shape: int | None) -> Iterator[NpyArray | None]:
        """An array of a shape, whose sides may have any length where it is None; or nothing.

        Raises:
            FileFormatError: if it has another shape, or does not fit what the archive tells.
            TooLargeError: if it does not fit into memory.
        """
        if f"{name}.npy" not in self._names:
            yield None
            return
        member = self._archive.getinfo(f"{name}.npy")
        if member.flag_bits & _ENCRYPTED or member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise FileFormatError(f"{name} is packed in a way that NumPy does not use.")
        packing = 1 if member.compress_type == ZIP_STORED else _BEST_PACKING
        if member.compress_size > self._size or member.file_size > packing * member.compress_size:
            raise FileFormatError(f"{name} claims to be larger than it can be in this archive.")
        with self._archive.open(member) as stream:
            array = read_header(Source(stream))
            if member.file_size != array.header_bytes + array.data_bytes:
                raise FileFormatError(f"{name} is not as long as its shape {array.shape} makes it.")
            if len(array.shape) != len(shape) or any(
                wanted not in (None, side) for side, wanted in zip(array.shape, shape, strict=True)
            ):
                raise FileFormatError(f"{name} has the shape {array.shape}, which is no maze's.")
            copies = 3 if array.fortran_order else 1
            check_memory(copies * array.data_bytes, f"The array {name} of the archive")
            yield array


def _read(arrays: _Arrays) -> tuple[Maze, Ends | None]:
    maze = _maze(arrays)
    if recipe := _recipe(arrays):
        if (recipe.width, recipe.height) != (maze.width, maze.height):
            raise FileFormatError("its recipe makes a maze of another size.")
        maze = Maze(maze.width, maze.height, maze.rows, recipe=recipe)
    start, end = _cell(arrays, "start_pos"), _cell(arrays, "end_pos")
    if start is None or end is None:
        return maze, None
    with arrays.open("open") as array:
        is_open = array is not None and array.numbers() == [1]
    return maze, Ends(start, end, open=is_open).check(maze.width, maze.height)


def _maze(arrays: _Arrays) -> Maze:
    with arrays.open("connection_list", 2, None, None) as array:
        of_passages = maze_of_passages(array, "connection_list") if array else None
    with arrays.open("exits", None, None) as array:
        of_exits = maze_of_exits(array, "exits") if array else None
    maze = of_passages or of_exits
    if maze is None:
        raise FileFormatError("the archive is no maze: it has no connection_list and no exits.")
    if of_passages and of_exits and of_passages != of_exits:
        raise FileFormatError("its connection_list and its exits are of two different mazes.")
    return maze


def _recipe(arrays: _Arrays) -> Recipe | None:
    from json import loads

    with arrays.open("recipe") as array:
        if array is None:
            return None
        try:
            return Recipe.from_dict(loads(array.text()))
        except (ValueError, RecursionError) as error:
            raise FileFormatError(f"its recipe cannot be read ({error}).") from None


def _cell(arrays: _Arrays, name: str) -> Cell | None:
    with arrays.open(name, 2) as array:
        if array is None:
            return None
        row, column = array.numbers()
        return column, row
