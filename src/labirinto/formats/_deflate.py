"""Deflate on several threads: one zlib stream, packed a band at a time, the same bytes always.

Every band is packed by itself, with nothing remembered from the band before, and ends on a byte
border.  So bands can be packed at the same time, what is written depends neither on the number of
threads nor on their timing, and an interrupted run goes on from the end of any band.  Between the
header (RFC 1950, section 2.2) and the bands' blocks (RFC 1951, section 3.2) at one end, and an
empty final block and the checksum of everything at the other, the bands just follow each other.

How a band is packed was measured.  Where a cell takes few bits of a row, the rows are as random as
the maze, and looking for repeats is in vain; what remains is to give frequent bytes short codes.
Rows through walls and rows through floors have few byte values each, and hardly any in common: a
Huffman code for both spends one bit a byte to tell them apart.  So a block of codes ends with each
row, as long as the row is worth the 27 bytes in which a block describes its codes.  Where cells
are larger, rows repeat themselves, and ordinary deflate finds that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.threads import threads_for
from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError, MissingExtraError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor
    from types import TracebackType

__all__ = ["BAND_BYTES", "LIBRARIES", "Deflater", "combine_adler", "installed_libraries"]

BAND_BYTES = 1 << 20
"""A good size of a band, in bytes before packing.

A band costs 5 bytes for its border, and what is not seen to repeat from the band before.
"""

HEADER = b"\x78\x01"
"""Deflate with a window of 32 KiB (RFC 1950, section 2.2)."""

FINAL_BLOCK = b"\x03\x00"
"""An empty block of the fixed codes, marked as the last (RFC 1951, section 3.2.6)."""

_ADLER_BASE = 65521


class _Library(NamedTuple):
    """What packs: a module with the functions of Python's zlib."""

    package: str
    module: str
    versions: tuple[str, str]  # the module and the name in which it says its version


LIBRARIES: dict[str, _Library] = {
    "zlib": _Library("zlib", "zlib", ("zlib", "ZLIB_RUNTIME_VERSION")),
    "zlib-ng": _Library(
        "zlib_ng", "zlib_ng.zlib_ng", ("zlib_ng.zlib_ng", "ZLIBNG_RUNTIME_VERSION")
    ),
}
"""What can pack, by name.  All but zlib need a package of that name, which nothing here requires.

Two of them give different bytes, and so may two versions of one: a picture goes on with what it
was begun with.  The same version must always give the same, which ISA-L does not: of 18,000 equal
calls on six threads, up to seven gave others at its level 2.
"""

LONG_ROW = 384
"""Bytes from which a row is worth a block."""

_LEVEL = 4
"""Where rows repeat themselves."""


def installed_libraries() -> list[str]:
    """Those of ``LIBRARIES`` that can be used here; zlib is always among them."""
    from importlib.util import find_spec

    return [name for name, library in LIBRARIES.items() if find_spec(library.package)]


def combine_adler(first: int, second: int, second_length: int) -> int:
    """The Adler-32 of two pieces one after the other, from that of each (RFC 1950, section 8.2).

    Its low half is 1 plus the sum of all bytes, its high half the sum of the low halves after each
    byte.  In the second piece each of these is larger by what the first has summed up.
    """
    low, high = first & 0xFFFF, first >> 16
    second_low, second_high = second & 0xFFFF, second >> 16
    sum_low = (low + second_low - 1) % _ADLER_BASE
    sum_high = (high + second_high + second_length * (low - 1)) % _ADLER_BASE
    return sum_high << 16 | sum_low


class Deflater:
    """Packs a picture's rows, band by band, into one zlib stream.

    ::

        with Deflater(row_bytes, cell_bits) as deflater:
            for band in bands:
                pieces = deflater.feed(band)
                ...
            pieces = deflater.finish()

    All pieces one after the other are the stream: one of each band that is not empty, the first
    with the header before it, and one that ends the stream.  They depend on the bands, where these
    begin and end, on ``row_bytes``, ``cell_bits`` and the library.  On the number of threads, on
    ``drain`` and on interruptions depends only which call returns them.

    Args:
        row_bytes: the length of a row, the byte for its filter included.  Bands are thought to
            begin with a row; if they do not, the stream is larger.
        cell_bits: how many bits of a row one cell takes, from one wall to the next: pixels a cell
            times bits a pixel.
        threads: how many pack, or None for one a processor.  With one, ``feed`` packs on its own.
        library: one of ``LIBRARIES``.

    Raises:
        InvalidValueError: for a value that cannot be.
        MissingExtraError: if the library is not installed.
    """

    def __init__(
        self, row_bytes: int, cell_bits: int, threads: int | None = None, library: str = "zlib"
    ) -> None:
        self._row_bytes = whole_number("row_bytes", row_bytes, 1)
        self._cell_bits = whole_number("cell_bits", cell_bits, 1)
        self._threads = threads_for(threads)
        self._library = library
        self._plan = _plan(self._row_bytes, self._cell_bits, library)
        self._pool: ThreadPoolExecutor | None = None
        self._waiting: deque[Future[_Packed]] = deque()
        self._ready: list[bytes] = []
        self._adler = 1
        self._length = 0
        self._packed = 0
        self._closed = False

    def restore(self, state: Mapping[str, Any]) -> None:
        """Goes on where another, made with the same values, told its ``state``.

        The number of threads may be another.  Names of the state that are not known are not looked
        at.

        Raises:
            InvalidValueError: if the state is none, or of a stream packed in another way, or by
                another version of the library, whose bytes would differ.
            RuntimeError: if bands have been fed already.
        """
        self._check_open()
        if self._waiting or self._length:
            raise RuntimeError("A stream that has begun cannot go on from a state; make a new one.")
        here = self.state()
        missing = set(here) - set(state)
        if missing:
            raise InvalidValueError(f"The state of the stream lacks {', '.join(sorted(missing))}.")
        for name in ("library", "version", "row_bytes", "cell_bits"):
            if state[name] != here[name]:
                raise InvalidValueError(
                    f"The stream was begun with {name} {state[name]!r}, and here it is "
                    f"{here[name]!r}, which packs into other bytes; begin again, or take that one."
                )
        adler, length, packed = (whole_number(name, state[name], 0) for name in _COUNTS)
        self._adler, self._length, self._packed = adler, length, packed

    @property
    def most_in_flight(self) -> int:
        """How many bands are held at most: being packed, or packed behind one that is not."""
        return 2 * self._threads if self._threads > 1 else 1

    def feed(self, band: bytes) -> list[bytes]:
        """Takes the next band; returns the pieces that are ready, in order, and maybe none.

        If ``most_in_flight`` bands are held, it waits for the first of them.  What went wrong
        while a band was packed is raised here or in ``drain``.
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
        """Waits for all bands fed so far; returns their pieces.  Then there is a ``state``."""
        self._check_open()
        while self._waiting:
            self._take_first()
        return self._hand_out()

    def finish(self) -> list[bytes]:
        """Waits for all bands, ends the stream and returns its last pieces."""
        self._check_open()
        while self._waiting:
            self._take_first()
        start = b"" if self._length else HEADER
        self._ready.append(start + FINAL_BLOCK + self._adler.to_bytes(4, "big"))
        self.close()
        return self._hand_out()

    def state(self) -> dict[str, int | str]:
        """What ``restore`` needs to go on after the bands so far, as plain numbers and text.

        ``adler`` is the checksum of the bands, ``length`` their bytes, and ``packed`` the bytes of
        all pieces.

        Raises:
            RuntimeError: if bands are on their way, so that ``drain`` comes first.
        """
        self._check_open()
        if self._waiting:
            raise RuntimeError("Bands are still being packed; call drain before state.")
        return {
            "library": self._library,
            "version": self._plan.version,
            "row_bytes": self._row_bytes,
            "cell_bits": self._cell_bits,
            "adler": self._adler,
            "length": self._length,
            "packed": self._packed,
        }

    def close(self) -> None:
        """Ends the threads; bands not handed out are lost."""
        self._closed = True
        self._waiting.clear()
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def __enter__(self) -> Deflater:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _workers(self) -> ThreadPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="deflate")
        return self._pool

    def _submitted(self, band: bytes) -> Future[_Packed]:
        try:
            return self._workers().submit(_pack, band, self._plan)
        except RuntimeError:
            # Where the memory does not suffice for one more thread, this one does the work.
            from concurrent.futures import Future

            packed: Future[_Packed] = Future()
            packed.set_result(_pack(band, self._plan))
            return packed

    def _take_first(self) -> None:
        # A band that failed stays first, so that nothing after it is ever handed out.
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


_COUNTS = ("adler", "length", "packed")
"""What of a state changes with each band."""


@dataclass(frozen=True)
class _Plan:
    """How every band of a picture is packed."""

    zlib: Any  # the library's module
    version: str
    strategy: int
    block_bytes: int | None  # after how many bytes a block ends, or None for when it is full


class _Packed(NamedTuple):
    """A band as blocks that end on a byte border, and the checksum and length of its bytes."""

    piece: bytes
    adler: int
    length: int


def _plan(row_bytes: int, cell_bits: int, name: str) -> _Plan:
    """Chooses by measurement; the comments give bits a cell, Eller's mazes, zlib 1.2.13."""
    zlib, version = _load(name)
    long_rows = row_bytes >= LONG_ROW
    strategy, by_rows = zlib.Z_DEFAULT_STRATEGY, False
    if cell_bits == 2:
        # 100,000 cells a row: 1.97, with one code for all rows 2.34, with repeats 2.35 (level 6).
        strategy, by_rows = zlib.Z_HUFFMAN_ONLY, long_rows
    elif cell_bits == 4 or (cell_bits == 8 and long_rows):
        # Cells are whole or half bytes, and runs of one byte are all that repeats within a row.
        # 50,000 cells a row of 4 bits each: 2.13, with all repeats 2.53 (level 4).
        strategy, by_rows = zlib.Z_RLE, long_rows
    return _Plan(zlib, version, strategy, row_bytes if by_rows else None)


def _pack(band: bytes, plan: _Plan) -> _Packed:
    """Packs one band, with nothing before it: what the threads do."""
    zlib = plan.zlib
    # 9 is the most memory, and so the longest blocks: 32,767 codes.
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15, 9, plan.strategy)
    view = memoryview(band)
    step = plan.block_bytes or len(band)
    pieces = []
    for first in range(0, len(band), step):
        pieces.append(packer.compress(view[first : first + step]))
        # The block ends first, and only then the border follows: in one go, zlib would write the
        # border twice whenever the block happened to fill Python's buffer.
        pieces.append(packer.flush(zlib.Z_BLOCK))
    pieces.append(packer.flush(zlib.Z_SYNC_FLUSH))
    return _Packed(b"".join(pieces), zlib.adler32(band), len(band))


def _load(name: str) -> tuple[Any, str]:
    """A library's module and its version."""
    if name not in LIBRARIES:
        known = ", ".join(LIBRARIES)
        raise InvalidValueError(f"There is no library {name!r} to pack with; there are {known}.")
    from importlib import import_module

    library = LIBRARIES[name]
    where, attribute = library.versions
    try:
        module = import_module(library.module)
        version = getattr(import_module(where), attribute)
    except ImportError as error:
        raise MissingExtraError(
            f"To pack with {name} takes the package {name}; pip install {name}, or take zlib."
        ) from error
    return module, str(version)
