"""The packing of pictures: any number of threads, any interruption, the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import zlib
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

import labirinto
from labirinto.errors import InvalidValueError
from labirinto.formats import _deflate as deflate
from labirinto.formats._deflate import Deflater, combine_adler

# Every branch of the packer: short and long rows, small cells and large ones.
SHAPES = [(18, 2), (2502, 2), (18, 4), (2502, 4), (18, 8), (2502, 8), (18, 32), (2502, 32)]

ENTROPY = 1.607
"""Bits a cell that Eller's algorithm tosses and that the maze reveals, at join = drop = 1/2.

A wish to join counts where the two sets differ, a wish to drop where the column is not the last of
its set.  The maze reveals all of these, and the rest follows from them.
"""


def pieces_of(bands: list[bytes], row_bytes: int, cell_bits: int, threads: int = 1) -> list[bytes]:
    pieces = []
    with closing(Deflater(row_bytes, cell_bits, threads)) as deflater:
        for band in bands:
            pieces += deflater.feed(band)
        pieces += deflater.finish()
    return pieces


def test_without_room_for_threads_the_bytes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    bands = [bytes([at]) * 2502 for at in range(9)]
    expected = pieces_of(bands, 2502, 8)
    begun = []

    def start(thread: threading.Thread) -> None:
        begun.append(thread)
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert b"".join(pieces_of(bands, 2502, 8, threads=4)) == b"".join(expected)
    assert len(begun) == 9


def eller_rows(width: int, height: int) -> list[bytes]:
    """Pixel rows at 2 pixels a cell, each with its filter byte, drawn from the walls of a maze."""
    maze = labirinto.eller(width, height, seed=11)
    plane = len(maze.rows) // height // 2
    rows = []
    south_before = 0  # no passage leads through the frame
    for y in range(height):
        first = 2 * y * plane
        east, south = (
            int.from_bytes(maze.rows[at : at + plane], "little") for at in (first, first + plane)
        )
        walls = "".join("10" if south_before >> x & 1 else "11" for x in range(width)) + "1"
        floor = "1" + "".join("00" if east >> x & 1 else "01" for x in range(width))
        rows += [packed_row(walls), packed_row(floor)]
        south_before = south
    return rows


def packed_row(bits: str) -> bytes:
    size = (len(bits) + 7) // 8
    return b"\0" + int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")


def noisy_bands(count: int = 12, size: int = 10_000) -> list[bytes]:
    return [
        bytes((i * i * 31 + band * i) >> 3 & 0x55 for i in range(size)) for band in range(count)
    ]


@given(
    bands=st.lists(st.binary(max_size=2000) | st.integers(0, 5000).map(bytes), max_size=6),
    row_bytes=st.integers(1, 1500),
    cell_bits=st.sampled_from([2, 3, 4, 8, 32]),
    threads=st.integers(1, 3),
)
def test_what_is_packed_can_be_unpacked(
    bands: list[bytes], row_bytes: int, cell_bits: int, threads: int
) -> None:
    stream = b"".join(pieces_of(bands, row_bytes, cell_bits, threads))
    assert zlib.decompress(stream) == b"".join(bands)


@pytest.mark.parametrize(("row_bytes", "cell_bits"), SHAPES)
def test_pieces_do_not_depend_on_threads(row_bytes: int, cell_bits: int) -> None:
    bands = noisy_bands()
    alone = pieces_of(bands, row_bytes, cell_bits, 1)
    assert zlib.decompress(b"".join(alone)) == b"".join(bands)
    assert len(alone) == len(bands) + 1
    for threads in (2, 3, 5):
        assert pieces_of(bands, row_bytes, cell_bits, threads) == alone


@pytest.mark.parametrize(("row_bytes", "cell_bits"), SHAPES)
def test_a_stream_goes_on_after_any_band(row_bytes: int, cell_bits: int) -> None:
    bands = noisy_bands(5)
    whole = pieces_of(bands, row_bytes, cell_bits, 1)
    for done in range(len(bands) + 1):
        with closing(Deflater(row_bytes, cell_bits, 2)) as deflater:
            before = [piece for band in bands[:done] for piece in deflater.feed(band)]
            before += deflater.drain()
            state = json.loads(json.dumps(deflater.state()))
        assert state["packed"] == sum(map(len, before))
        assert state["adler"] == zlib.adler32(b"".join(bands[:done]))
        with closing(Deflater(row_bytes, cell_bits, 1)) as deflater:
            deflater.restore(state | {"more": "is not looked at"})
            after = [piece for band in bands[done:] for piece in deflater.feed(band)]
            after += deflater.finish()
        assert before + after == whole


def test_empty_bands_leave_no_trace() -> None:
    assert pieces_of([b"", b"abc", b""], 4, 2) == pieces_of([b"abc"], 4, 2)
    assert pieces_of([], 4, 2) == pieces_of([b""], 4, 2, threads=2)
    assert zlib.decompress(b"".join(pieces_of([], 4, 2))) == b""


@given(
    st.binary() | st.integers(0, 70_000).map(lambda n: b"\xff" * n),
    st.binary() | st.integers(0, 70_000).map(lambda n: b"\xff" * n),
)
def test_checksums_of_two_pieces_combine(one: bytes, other: bytes) -> None:
    combined = combine_adler(zlib.adler32(one), zlib.adler32(other), len(other))
    assert combined == zlib.adler32(one + other)


@pytest.mark.parametrize(("width", "bits"), [(20_000, 1.25 * ENTROPY), (3_000, 1.32 * ENTROPY)])
def test_a_maze_is_packed_close_to_its_entropy(width: int, bits: float) -> None:
    rows = eller_rows(width, 400_000 // width)
    # The first two rows are of the frame, and of cells that are joined without regard to others.
    band = b"".join(rows[2:])
    size = sum(map(len, pieces_of([band], len(rows[0]), 2, 1)))
    assert 8 * size / (width * (len(rows) // 2 - 1)) < bits


def test_rows_share_a_code_where_they_are_short() -> None:
    rows = eller_rows(64, 4_000)
    band = b"".join(rows)
    size = sum(map(len, pieces_of([band], len(rows[0]), 2)))
    assert size < 0.93 * sum(map(len, pieces_of([band], deflate.LONG_ROW, 2)))


def test_repeated_rows_all_but_vanish() -> None:
    row = bytes(i * i >> 4 & 0xFF for i in range(5000))
    repeat = b"\2" + bytes(len(row))
    band = (b"\0" + row + repeat * 200) * 2 + repeat * 2000
    size = sum(map(len, pieces_of([band], len(row) + 1, 256, 1)))
    # Deflate ends at 1032 to 1, which is 258 bytes for two bits.
    assert len(band) / (size - 2 * len(row)) > 900


def test_the_bands_in_flight_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = threading.Event()
    begun = []
    pack = deflate._pack

    def slow_pack(band: bytes, plan: deflate._Plan) -> deflate._Packed:
        begun.append(band)
        may_go_on.wait(30)
        return pack(band, plan)

    monkeypatch.setattr(deflate, "_pack", slow_pack)
    bands = noisy_bands(9, 100)
    with closing(Deflater(100, 2, threads=2)) as deflater:
        assert deflater.most_in_flight == 4
        for band in bands[:4]:
            assert deflater.feed(band) == []
        assert len(begun) <= 2
        with pytest.raises(RuntimeError, match="drain"):
            deflater.state()
        timer = threading.Timer(0.05, may_go_on.set)
        timer.start()
        pieces = deflater.feed(bands[4])  # has to wait for the first
        assert may_go_on.is_set()
        assert pieces
        for band in bands[5:]:
            pieces += deflater.feed(band)
        pieces += deflater.finish()
    assert zlib.decompress(b"".join(pieces)) == b"".join(bands)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_fails_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    pack = deflate._pack

    def failing_pack(band: bytes, plan: deflate._Plan) -> deflate._Packed:
        if band == b"bad":
            raise MemoryError("no room")
        return pack(band, plan)

    monkeypatch.setattr(deflate, "_pack", failing_pack)

    def run(deflater: Deflater) -> None:
        for band in (b"good", b"bad", b"good"):
            deflater.feed(band)
        deflater.drain()

    with closing(Deflater(100, 2, threads)) as deflater:
        with pytest.raises(MemoryError, match="no room"):
            run(deflater)
        if threads > 1:  # what comes after it is never handed out
            with pytest.raises(MemoryError, match="no room"):
                deflater.finish()


def test_threads_end() -> None:
    before = threading.active_count()
    with closing(Deflater(100, 2, threads=3)) as deflater:
        deflater.feed(bytes(100))
        assert threading.active_count() > before
    assert threading.active_count() == before
    for call in (deflater.drain, deflater.finish, deflater.state, lambda: deflater.feed(b"more")):
        with pytest.raises(RuntimeError, match="closed"):
            call()
    deflater.close()


def test_values_that_cannot_be() -> None:
    for row_bytes, cell_bits, threads in ((0, 2, 1), (100, 0, 1), (100, 2, 0)):
        with pytest.raises(InvalidValueError, match="is 0; it must be "):
            Deflater(row_bytes, cell_bits, threads)
    with pytest.raises(InvalidValueError, match="cell_bits is True"):
        Deflater(100, True)


def test_states_that_do_not_fit() -> None:
    good = Deflater(100, 2).state()
    for name, value in (
        ("version", "0.9"),
        ("row_bytes", 101),
        ("cell_bits", 4),
        ("adler", "1"),
        ("length", -1),
        ("packed", 2.5),
    ):
        with pytest.raises(InvalidValueError, match=name):
            Deflater(100, 2).restore(good | {name: value})
    with pytest.raises(InvalidValueError, match="lacks adler, cell_bits"):
        Deflater(100, 2).restore({"length": 5})
    deflater = Deflater(100, 2, threads=1)
    deflater.feed(b"begun")
    with pytest.raises(RuntimeError, match="has begun"):
        deflater.restore(good)


def test_importing_it_is_light() -> None:
    code = (
        "import sys; before = set(sys.modules); from labirinto.formats import _deflate as deflate\n"
        "deflate.Deflater(100, 2, 1).feed(b'band')\n"
        "print(*(set(sys.modules) - before))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    heavy = {"concurrent", "concurrent.futures", "threading", "logging"}
    assert "labirinto.formats._deflate" in loaded
    assert not heavy & set(loaded)
