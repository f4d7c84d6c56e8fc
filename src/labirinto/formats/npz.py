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
from itertools import chain
from math import prod
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from labirinto._internal.memory import check_memory
from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing, checksum
from labirinto.drawing.meshes import centre_of
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError, cause
from labirinto.formats._notes import maze_of_bits, mesh_of_json, recipe_of_json, unchanged
from labirinto.formats._npy_array import NpyArray, read_header
from labirinto.formats.npy import HEADER_BYTES, maze_of_exits, maze_of_passages, npy_header
from labirinto.grids.mesh import Label, Mesh, as_label
from labirinto.grids.rectangle import EAST, EXIT_BITS, SOUTH
from labirinto.grids.wall_bits import bits_of_flags, cells_beside, flags_of_bits
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
    - ``rooms``: ``int64[rooms, 4]``, the first row and column, height and width of each, and
      ``doors``: ``int64[doors, 5]``, the number of the room, row and column of the cell in it and
      of the cell outside; if there are rooms;
    - ``recipe``: JSON in an array without sides, if it is known;
    - ``check``: a checksum of all of these but the solution and the rooms, a text.

    On a grid that is not a rectangle:

    - ``grid``: its spec, JSON in an array without sides;
    - ``cells``: ``int64[cells, 1 to 3]``, the label of each cell, with a third number for floors
      and bridges, 0 for a cell under none; and ``centres``: ``float64[cells, 2]``, x and y of its
      middle;
    - ``walls``: ``uint32[walls, 2]``, the numbers of the cells beside each wall, and ``passages``:
      ``bool[walls]``, whether a passage leads through it; unless there are no walls;
    - ``start``, ``end``, ``solution``: labels; ``open``, ``recipe`` and ``check`` as above.

    The arrays are not compressed, so the same maze gives the same bytes everywhere.
    """

    # In memory first: a pipe or /dev/null, which cannot go back, would get other bytes.
    packed = stream if _is_file(stream) else BytesIO()
    with ZipFile(packed, "w") as archive:
        if isinstance(drawing.maze.grid, Mesh):
            _add_mesh(archive, drawing, drawing.maze.grid)
        else:
            _add_rectangle(archive, drawing)
        if ends := drawing.ends_of_path():
            _add(archive, "open", "|b1", (), 1, (bytes([ends.open]),))
        if drawing.maze.recipe:
            _add_json(archive, "recipe", drawing.maze.recipe.as_dict())
        _add_text(archive, "check", checksum(drawing.maze, drawing.ends_of_path()))
    if isinstance(packed, BytesIO) and packed is not stream:
        stream.write(packed.getbuffer())


def _add_rectangle(archive: ZipFile, drawing: Drawing) -> None:
    maze, path = drawing.maze, drawing.path
    cells = maze.width * maze.height
    exits = maze.cells().data
    sides = (maze.height, maze.width)
    passages = (
        piece for bit in (EXIT_BITS[SOUTH], EXIT_BITS[EAST]) for piece in _flags(exits, bit)
    )
    _add(archive, "connection_list", "|b1", (2, *sides), 2 * cells, passages)
    _add(archive, "exits", "|u1", sides, cells, (exits,))
    if ends := drawing.ends_of_path():
        for name, (x, y) in (("start_pos", ends.start), ("end_pos", ends.end)):
            _add_numbers(archive, name, [y, x], (2,))
    if path:
        rows_and_columns = (number for x, y in path for number in (y, x))
        _add_numbers(archive, "solution", rows_and_columns, (len(path), 2))
    if rooms := maze.rooms:
        places = (n for room in rooms for n in (room.y, room.x, room.height, room.width))
        _add_numbers(archive, "rooms", places, (len(rooms), 4))
        doors = [
            (k, y, x, y2, x2) for k, room in enumerate(rooms) for (x, y), (x2, y2) in room.doors
        ]
        _add_numbers(archive, "doors", chain.from_iterable(doors), (len(doors), 5))


def _add_mesh(archive: ZipFile, drawing: Drawing, mesh: Mesh) -> None:
    _add_json(archive, "grid", mesh.spec)
    length = _label_length(mesh)

    def add_labels(name: str, labels: Iterable[Label], *shape: int) -> None:
        padded = ((*label, 0)[:length] for label in labels)
        _add_numbers(archive, name, chain.from_iterable(padded), (*shape, length))

    add_labels("cells", mesh, len(mesh))
    centres = array("d", (at for k in range(len(mesh)) for at in centre_of(mesh, k)))
    _add(archive, "centres", "<f8", (len(mesh), 2), 16 * len(mesh), (_little(centres),))
    if mesh.walls:
        beside = _little(array("I", cells_beside(mesh)))
        _add(archive, "walls", "<u4", (mesh.walls, 2), 8 * mesh.walls, (beside,))
        flags = flags_of_bits(mesh, drawing.maze.bits)
        _add(archive, "passages", "|b1", (mesh.walls,), mesh.walls, (flags,))
    if ends := drawing.ends_of_path():
        add_labels("start", [ends.start])
        add_labels("end", [ends.end])
    if path := drawing.path:
        add_labels("solution", path, len(path))


def _label_length(mesh: Mesh) -> int:
    """How many numbers the longest label has; cells under bridges come last."""
    return len(mesh.label(len(mesh) - 1))


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


def _add_json(archive: ZipFile, name: str, value: object) -> None:
    from json import dumps

    _add_text(archive, name, dumps(value))


def _add_text(archive: ZipFile, name: str, text: str) -> None:
    _add(archive, name, f"<U{len(text)}", (), 4 * len(text), (text.encode("utf-32-le"),))


def _add_numbers(
    archive: ZipFile, name: str, numbers: Iterable[int], shape: tuple[int, ...]
) -> None:
    _add(archive, name, "<i8", shape, 8 * prod(shape), (_little(array("q", numbers)),))


def _little(numbers: array[Any]) -> bytes:
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
            arrays = _Arrays(archive, len(data))
            maze, ends = _read(arrays)
            with arrays.open("check") as array:
                return unchanged(maze, ends, array.text() if array else None), ends
    except LabirintoError:
        raise
    except _DAMAGES as error:
        raise FileFormatError(f"the archive is damaged ({cause(error)}).") from None


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
                raise FileFormatError(f"{name} has the shape {array.shape}, which is not a maze's.")
            copies = 3 if array.fortran_order else 1
            check_memory(copies * array.data_bytes, f"The array {name} of the archive")
            yield array


def _read(arrays: _Arrays) -> tuple[Maze, Ends | None]:
    with arrays.open("grid") as array:
        spec = array.text() if array else None
    if spec is not None:
        return _read_mesh(arrays, mesh_of_json(spec))
    maze = _maze(arrays)
    if recipe := _recipe(arrays, maze):
        maze = Maze.from_bits(maze.grid, maze.bits, recipe=recipe)
    start, end = (_label(arrays, name, 2, 2) for name in ("start_pos", "end_pos"))
    if start is None or end is None:
        return maze, None
    return maze, Ends(start[::-1], end[::-1], open=_is_open(arrays)).check(maze.grid)


def _read_mesh(arrays: _Arrays, mesh: Mesh) -> tuple[Maze, Ends | None]:
    with arrays.open("recipe") as array:
        recipe = recipe_of_json(array.text(), mesh.entries) if array else None
    with arrays.open("passages", None) as array:
        bits = bits_of_flags(b"".join(array.lines(1))) if array else b""
    length, shortest = _label_length(mesh), len(mesh.label(0))
    start, end = (_label(arrays, name, length, shortest) for name in ("start", "end"))
    ends = None
    if start is not None and end is not None:
        ends = Ends(start, end, open=_is_open(arrays))
    return maze_of_bits(mesh, bits, recipe, ends), ends


def _is_open(arrays: _Arrays) -> bool:
    with arrays.open("open") as array:
        return array is not None and array.numbers() == [1]


def _maze(arrays: _Arrays) -> Maze:
    with arrays.open("connection_list", 2, None, None) as array:
        of_passages = maze_of_passages(array, "connection_list") if array else None
    with arrays.open("exits", None, None) as array:
        of_exits = maze_of_exits(array, "exits") if array else None
    maze = of_exits or of_passages  # only exits show a mask
    if maze is None:
        raise FileFormatError("the archive is not a maze: it has no connection_list and no exits.")
    if (
        of_passages
        and of_exits
        and (
            (of_passages.width, of_passages.height, of_passages.rows)
            != (of_exits.width, of_exits.height, of_exits.rows)
        )
    ):
        raise FileFormatError("its connection_list and its exits belong to different mazes.")
    return maze


def _recipe(arrays: _Arrays, maze: Maze) -> Recipe | None:
    with arrays.open("recipe") as array:
        return recipe_of_json(array.text(), maze.grid.entries) if array else None


def _label(arrays: _Arrays, name: str, length: int, shortest: int) -> Label | None:
    with arrays.open(name, length) as array:
        if not array:
            return None
        numbers = array.numbers()
        return as_label(numbers if any(numbers[shortest:]) else numbers[:shortest])
