"""Deflate on several threads: one zlib stream, compressed band by band, always the same bytes.

Each band is compressed on its own, without a window into the band before, and ends on a byte
boundary.  So bands can be compressed in parallel, the output depends neither on the number of
threads nor on their timing, and an interrupted run resumes at the end of any band.  A header
(RFC 1950, section 2.2) precedes the bands' blocks (RFC 1951, section 3.2); an empty final block and
the checksum of all bytes follow them.

The strategy was chosen by measurement.  Where a cell takes few bits of a row, rows are as random as
the maze and searching for repeats is useless; giving frequent bytes short codes is all that helps.
Rows through walls and rows through floors have few byte values each, and hardly any in common: one
Huffman code for both spends a bit a byte on telling them apart.  So a block ends with each row, if
the row is worth the 27 bytes in which a block describes its codes.  Where cells are larger, rows
repeat, and ordinary deflate finds the repeats.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.threads import threads_for
from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["BAND_BYTES", "Deflater", "combine_adler"]

BAND_BYTES = 1 << 20
"""A good size of a band, in bytes before compression.

A band costs 5 bytes for its boundary, and the repeats of the band before that it cannot use.
"""

HEADER = b"\x78\x01"
"""Deflate with a window of 32 KiB (RFC 1950, section 2.2)."""

FINAL_BLOCK = b"\x03\x00"
"""An empty block of the fixed codes, marked as the last (RFC 1951, section 3.2.6)."""

LONG_ROW = 384
"""Bytes from which a row is worth a block of its own."""

_ADLER_BASE = 65521
_LEVEL = 4
_MAX_MEMORY = 9  # which makes the longest blocks: 32,767 codes
_COUNTS = ("adler", "length", "packed")


def combine_adler(first: int, second: int, second_length: int) -> int:
    """Return the Adler-32 of two pieces in a row, from that of each (RFC 1950, section 8.2).

    The low half is 1 plus the sum of all bytes, the high half the sum of the low halves after each
    byte.  In the second piece, each of these grows by what the first has summed up.
    """
    low, high = first & 0xFFFF, first >> 16
    second_low, second_high = second & 0xFFFF, second >> 16
    sum_low = (low + second_low - 1) % _ADLER_BASE
    sum_high = (high + second_high + second_length * (low - 1)) % _ADLER_BASE
    return sum_high << 16 | sum_low


class Deflater:
    """Compress the rows of a picture, band by band, into one zlib stream.

    ::

        with closing(Deflater(row_bytes, cell_bits)) as deflater:
            for band in bands:
                pieces = deflater.feed(band)
                ...
            pieces = deflater.finish()

    All pieces in order are the stream: one for each band that is not empty, the first preceded by
    the header, and one that ends the stream.  They depend on the bands and their boundaries, on
    ``row_bytes``, ``cell_bits`` and the version of zlib.  The number of threads, ``drain`` and
    interruptions only affect which call returns them.

    Args:
        row_bytes: The length of a row, including the byte of its filter.  Bands should begin with a
            row; otherwise the stream is larger.
        cell_bits: Bits of a row from one wall to the next: pixels a cell times bits a pixel.
        threads: How many threads compress; None for one per processor.  With one, ``feed`` itself
            compresses.

    Raises:
        InvalidValueError: If a value is out of range.
    """

    def __init__(self, row_bytes: int, cell_bits: int, threads: int | None = None) -> None:
        self._row_bytes = whole_number("row_bytes", row_bytes, 1)
        self._cell_bits = whole_number("cell_bits", cell_bits, 1)
        self._threads = threads_for(threads)
        self._plan = _plan(self._row_bytes, self._cell_bits)
        self._pool: ThreadPoolExecutor | None = None
        self._waiting: deque[Future[_Packed]] = deque()
        self._ready: list[bytes] = []
        self._adler = 1
        self._length = 0
        self._packed = 0
        self._closed = False

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue where another deflater with the same arguments returned its ``state``.

        The number of threads may differ.  Unknown names in the state are ignored.

        Raises:
            InvalidValueError: If the state is invalid, or belongs to a stream of other rows or of
                another version of zlib, whose bytes would differ.
            RuntimeError: If bands have been fed already.
        """
        self._check_open()
        if self._waiting or self._length:
            raise RuntimeError("A stream that has begun cannot restore a state; make a new one.")
        here = self.state()
        missing = set(here) - set(state)
        if missing:
            raise InvalidValueError(f"The state of the stream lacks {', '.join(sorted(missing))}.")
        for name in here.keys() - set(_COUNTS):
            if state[name] != here[name]:
                raise InvalidValueError(
                    f"The stream was begun with {name} {state[name]!r}, and now it is "
                    f"{here[name]!r}, which gives other bytes; start again."
                )
        adler, length, packed = (whole_number(name, state[name], 0) for name in _COUNTS)
        self._adler, self._length, self._packed = adler, length, packed

    @property
    def most_in_flight(self) -> int:
        """The most bands held at a time: in compression, or waiting for one before them."""
        return 2 * self._threads if self._threads > 1 else 1

    def feed(self, band: bytes) -> list[bytes]:
        """Add the next band, and return the pieces that are ready, in order.

        Waits for the first band if ``most_in_flight`` are held.  An error in the compression of a
        band is raised here or in ``drain``.
        """
        self._check_open()
        if not band:
            return self._hand_out()
        if self._threads == 1:
            self._add(_pack(band, self._plan))
            return self._hand_out()
        while self._waiting and (
            self._waiting[0].done() or len(self._waiting) >= self.most_in_flight
        ):
            self._take_first()
        self._waiting.append(self._submitted(band))
        return self._hand_out()

    def drain(self) -> list[bytes]:
        """Wait for all bands so far and return their pieces; now there is a ``state``."""
        self._check_open()
        while self._waiting:
            self._take_first()
        return self._hand_out()

    def finish(self) -> list[bytes]:
        """Wait for all bands, end the stream and return its last pieces."""
        self._check_open()
        while self._waiting:
            self._take_first()
        start = b"" if self._length else HEADER
        self._ready.append(start + FINAL_BLOCK + self._adler.to_bytes(4, "big"))
        self.close()
        return self._hand_out()

    def state(self) -> dict[str, int | str]:
        """Return what ``restore`` needs to continue after the bands so far, as plain values.

        ``adler`` is the checksum of the bands, ``length`` their bytes, and ``packed`` the bytes of
        all pieces.

        Raises:
            RuntimeError: If bands are still being compressed: call ``drain`` first.
        """
        self._check_open()
        if self._waiting:
            raise RuntimeError("Bands are still being compressed; call drain before state.")
        return {
            "version": zlib.ZLIB_RUNTIME_VERSION,
            "row_bytes": self._row_bytes,
            "cell_bits": self._cell_bits,
            "adler": self._adler,
            "length": self._length,
            "packed": self._packed,
        }

    def close(self) -> None:
        """Stop the threads; bands not yet returned are lost."""
        self._closed = True
        self._waiting.clear()
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _submitted(self, band: bytes) -> Future[_Packed]:
        from concurrent.futures import Future, ThreadPoolExecutor

        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="deflate")
        try:
            return self._pool.submit(_pack, band, self._plan)
        except RuntimeError:
            # Without memory for one more thread, this one does the work.
            packed: Future[_Packed] = Future()
            packed.set_result(_pack(band, self._plan))
            return packed

    def _take_first(self) -> None:
        # A band that failed stays first, so that nothing after it is ever returned.
        packed = self._waiting[0].result()
        self._waiting.popleft()
        self._add(packed)

    def _add(self, packed: _Packed) -> None:
        self._ready.append(packed.piece if self._length else HEADER + packed.piece)
        self._adler = combine_adler(self._adler, packed.adler, packed.length)
        self._length += packed.length

    def _hand_out(self) -> list[bytes]:
        pieces, self._ready = self._ready, []
        self._packed += sum(map(len, pieces))
        return pieces

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("The stream is closed; nothing can be added to it.")


class _Plan(NamedTuple):
    """How each band of a picture is compressed."""

    strategy: int
    block_bytes: int | None  # after how many bytes a block ends, or None for when it is full


class _Packed(NamedTuple):
    """A band as blocks that end on a byte boundary, and the checksum and length of its bytes."""

    piece: bytes
    adler: int
    length: int


def _plan(row_bytes: int, cell_bits: int) -> _Plan:
    """Choose by measurement; the comments give bits a cell, Eller's mazes, zlib 1.2.13."""
    long_rows = row_bytes >= LONG_ROW
    strategy, by_rows = zlib.Z_DEFAULT_STRATEGY, False
    if cell_bits == 2:
        # 100,000 cells a row: 1.97, with one code for all rows 2.34, with repeats 2.35 (level 6).
        strategy, by_rows = zlib.Z_HUFFMAN_ONLY, long_rows
    elif cell_bits == 4 or (cell_bits == 8 and long_rows):
        # Cells are whole or half bytes, and runs of one byte are all that repeats within a row.
        # 50,000 cells a row of 4 bits each: 2.13, with all repeats 2.53 (level 4).
        strategy, by_rows = zlib.Z_RLE, long_rows
    return _Plan(strategy, row_bytes if by_rows else None)


def _pack(band: bytes, plan: _Plan) -> _Packed:
    """Compress one band on its own: the work of the threads."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15, _MAX_MEMORY, plan.strategy)
    view = memoryview(band)
    step = plan.block_bytes or len(band)
    pieces = []
    for first in range(0, len(band), step):
        pieces.append(packer.compress(view[first : first + step]))
        # End the block first and write the boundary afterwards: in one go, zlib would write the
        # boundary twice whenever the block happened to fill Python's buffer.
        pieces.append(packer.flush(zlib.Z_BLOCK))
    pieces.append(packer.flush(zlib.Z_SYNC_FLUSH))
    return _Packed(b"".join(pieces), zlib.adler32(band), len(band))
