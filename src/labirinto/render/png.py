"""PNG: exact to the pixel, with a palette of few bits, written row by row."""

from __future__ import annotations

import zlib
from typing import BinaryIO

from labirinto import _core
from labirinto.errors import InvalidValueError
from labirinto.render.drawing import Drawing
from labirinto.render.style import COLOURS

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"Labirinto"
"""Names the text chunk with the recipe and the layout, as JSON."""

_LONGEST_SIDE = 2**31 - 1
_BAND_BYTES = 1 << 20
_CHUNK_BYTES = 1 << 18


def write_png(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the drawing as a PNG picture, a band of rows at a time.

    Two colours take one bit a pixel, with a solution two, with marks four.

    Raises:
        InvalidValueError: if the picture would be larger than PNG can be.
    """
    width, height = drawing.pixel_size
    if max(width, height) > _LONGEST_SIDE:
        raise InvalidValueError(
            f"The picture would be {width} x {height} pixels, and PNG ends at {_LONGEST_SIDE}; "
            "take a smaller cell."
        )
    depth = 4 if drawing.marks else 2 if drawing.path else 1
    stream.write(SIGNATURE)
    _write_chunk(stream, b"IHDR", _number(width) + _number(height) + bytes((depth, 3, 0, 0, 0)))
    _write_chunk(stream, b"PLTE", _palette(drawing)[: 3 << depth])
    _write_chunk(stream, b"tEXt", KEYWORD + b"\0" + _about(drawing))
    _write_chunk(stream, b"tEXt", b"Software\0labirinto")
    _write_pixels(drawing, stream, depth)
    _write_chunk(stream, b"IEND", b"")


def _write_pixels(drawing: Drawing, stream: BinaryIO, depth: int) -> None:
    maze, style = drawing.maze, drawing.style
    raster = pixel_rows(drawing, depth, filtered=True)
    row_bytes = drawing.pixel_size[0] * depth // 8 + 2
    rows_a_band = max(1, _BAND_BYTES // (row_bytes * style.cell))
    # Bits that a fair coin made do not repeat: looking far for repeats costs time and saves little.
    level = 1 if style.cell < 4 else 6
    packer = zlib.compressobj(level, zlib.DEFLATED, 15, 9)
    packed = bytearray()

    def flush(more: bytes) -> None:
        packed.extend(more)
        if len(packed) >= _CHUNK_BYTES:
            _write_chunk(stream, b"IDAT", bytes(packed))
            packed.clear()

    flush(packer.compress(raster.margin()))
    maze_row = len(maze.rows) // maze.height
    for first in range(0, maze.height, rows_a_band):
        count = min(rows_a_band, maze.height - first)
        band = maze.rows[first * maze_row : (first + count) * maze_row]
        flush(packer.compress(raster.rows(band, count)))
    flush(packer.compress(raster.last_line() + raster.margin()))
    packed.extend(packer.flush())
    _write_chunk(stream, b"IDAT", bytes(packed))


def pixel_rows(drawing: Drawing, depth: int, *, filtered: bool) -> _core.Raster:
    style, path = drawing.style, drawing.path
    raster = _core.Raster(
        drawing.maze.width,
        drawing.openings,
        style.cell,
        style.wall,
        style.margin,
        style.line,
        style.mark,
        depth,
        filtered,
    )
    if path:
        raster.overlay_path(*path.start, path.moves, *drawing.ways_out)
    raster.overlay_marks([(x, y, COLOURS.index(kind)) for x, y, kind in drawing.marks])
    return raster


def _palette(drawing: Drawing) -> bytes:
    return b"".join(bytes.fromhex(getattr(drawing.style, name)[1:]) for name in COLOURS)


def _about(drawing: Drawing) -> bytes:
    from json import dumps

    return dumps(drawing.about(), separators=(",", ":")).encode("ascii")


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _write_chunk(stream: BinaryIO, kind: bytes, data: bytes) -> None:
    stream.write(_number(len(data)) + kind + data + _number(zlib.crc32(kind + data)))
