"""NPY and NPZ: NumPy reads what we write, and we read what NumPy writes, without it."""

import io
import json
import struct
import subprocess
import sys
import tracemalloc
import zipfile

import numpy as np
import pytest
from files import back, drawn, refused
from hypothesis import given
from hypothesis import strategies as st
from tiers import examples

import labirinto
from labirinto import Ends, Maze
from labirinto.batches import write_batch
from labirinto.formats.npy import NpyWriter, npy_header


def saved(array, save=np.save, **arrays):
    stream = io.BytesIO()
    save(stream, array) if array is not None else save(stream, **arrays)
    return stream.getvalue()


def passages_of(maze):
    exits = np.asarray(maze)
    return np.array([exits & 4 > 0, exits & 2 > 0])


# What NumPy finds in ours.


def test_numpy_loads_all_that_belongs_to_a_maze():
    maze = labirinto.wilson(7, 5, seed="\U0001f600'")
    ends = Ends((6, 0), (0, 4), open=True)
    path = labirinto.solve(maze, *ends)
    found = np.load(io.BytesIO(drawn(maze, ends=ends, path=path, format="npz")), allow_pickle=False)
    assert (found["exits"] == np.asarray(maze)).all()
    assert found["connection_list"].dtype == np.bool_
    assert (found["connection_list"] == passages_of(maze)).all()
    assert found["start_pos"].tolist() == [0, 6]
    assert found["end_pos"].tolist() == [4, 0]
    assert found["open"].item() is True
    assert found["solution"].tolist() == [[y, x] for x, y in path]
    recipe = labirinto.Recipe.from_dict(json.loads(found["recipe"].item()))
    assert recipe == maze.recipe


def test_numpy_is_not_loaded_to_write_or_to_read():
    code = """
import io, sys, labirinto
for format in ("npz", "npy"):
    stream = io.BytesIO()
    labirinto.save(labirinto.wilson(5, 5, seed=1), stream, format=format)
    stream.seek(0)
    assert labirinto.load(stream) == labirinto.wilson(5, 5, seed=1)
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_npz_goes_through_a_pipe():
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

        def tell(self):
            raise OSError

    maze = labirinto.wilson(5, 4, seed=1)
    pipe = Pipe()
    labirinto.save(maze, pipe, format="npz")
    assert back(pipe.getvalue()) == (maze, None)


# What others save.

KINDS = st.sampled_from(["u1", "i1", "<u2", ">u2", "<i4", ">i8", "<u8"])
SIDES = st.integers(1, 11)


@examples(40)
@given(SIDES, SIDES, st.integers(0, 99), KINDS, st.booleans(), st.booleans())
def test_arrays_of_any_kind_and_order_are_read(width, height, seed, kind, fortran, kept_bool):
    maze = labirinto.wilson(width, height, seed=seed)
    arrange = np.asfortranarray if fortran else np.ascontiguousarray
    passages = passages_of(maze)
    for array in (
        np.asarray(maze).astype(kind),
        np.asarray(maze.blocks()).astype("?" if kept_bool else kind),
        passages if kept_bool else passages.astype(kind),
    ):
        assert back(saved(arrange(array))) == (maze, None)
    both = saved(None, np.savez_compressed, connection_list=arrange(passages), extra=np.eye(2))
    assert back(both) == (maze, None)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_all_versions_of_the_header_are_read(version):
    maze = labirinto.wilson(4, 3, seed=1)
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(maze), version=version)
    assert back(stream.getvalue()) == (maze, None)


def test_headers_of_other_programs_are_read():
    maze = labirinto.wilson(3, 1, seed=1)
    header = b"{'shape':(1L,3L),\"fortran_order\" : False,'descr': \"|u1\"}\n"
    before = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
    assert back(before + header + bytes(np.asarray(maze))) == (maze, None)


def test_openings_of_blocks_are_the_ends():
    maze = labirinto.wilson(6, 4, seed=1)
    ends = Ends((2, 0), (5, 3), open=True)
    assert back(saved(np.asarray(maze.blocks(ends)))) == (maze, ends)
    picture = np.asarray(maze.blocks(ends)).copy()
    picture[0, 3] = 0
    refused(saved(picture), "3 openings")
    picture[1, 1] = 1
    refused(saved(picture), "0,0 is a wall")


def test_exits_of_odd_sides_are_no_blocks():
    for maze in (labirinto.wilson(5, 3, seed=1), Maze.from_passages(5, 3, [])):
        assert back(saved(np.asarray(maze))) == (maze, None)


def test_contradictions_are_told_with_their_cell():
    exits = np.asarray(labirinto.wilson(4, 4, seed=1)).copy()
    exits[2, 1] ^= 8
    refused(saved(exits), r"the array\[2\] contradicts .* 1,2, about the passage west")
    passages = passages_of(labirinto.wilson(4, 4, seed=1))
    passages[0, 3, 2] = True
    refused(saved(passages), r"3\] contradicts .* 2,3, about the passage south")
    passages[0, 3, 2] = False
    passages[1, 1, 3] = True
    refused(saved(None, np.savez, connection_list=passages), "connection_list.* 3,1, .* east")
    other = np.asarray(labirinto.wilson(4, 4, seed=2))
    passages[1, 1, 3] = False
    refused(
        saved(None, np.savez, connection_list=passages, exits=other), "belong to different mazes"
    )


@pytest.mark.parametrize(
    ("array", "complaint"),
    [
        (np.zeros((5, 4, 4), np.uint8), r"shape \(5, 4, 4\) is not a maze"),
        (np.zeros(5, np.uint8), "is not a maze"),
        (np.zeros((2, 0), np.uint8), "is empty"),
        (np.zeros((2, 2)), "astype"),
        (np.zeros((2, 2), "c8"), "astype"),
        (np.array([["a"]]), "is not a maze"),
        (np.zeros((2, 2), [("a", "u1")]), "astype"),
        (np.full((2, 2), 17, np.uint8), "from 0 to 16"),
        (np.full((2, 2), 16, np.uint8), "The mask is empty"),
        (np.full((2, 2), 256, np.int64), "from 0 to 16"),
        (np.full((2, 2), -1, np.int16), "from 0 to 16"),
        (np.full((2, 2, 3), 2, np.int64), "from 0 to 1"),
        (np.zeros((3, 2, 1), np.uint8), r"shape \(3, 2, 1\) is not a maze"),
    ],
    ids=str,
)
def test_what_is_no_maze_is_refused(array, complaint):
    refused(saved(array), complaint)


@pytest.mark.parametrize("size", [(4, 4), (4, 2), (9, 1), (1, 2)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_a_batch_one_maze_can_be_taken(size, count, tmp_path):
    width, height = size
    batch = labirinto.batch("wilson", width, height, count=count, seed=1)
    write_batch(batch.restart(), tmp_path / "mazes.npy")
    mazes = np.load(tmp_path / "mazes.npy")
    refused(saved(mazes), rf"holds {count} mazes of {width}x{height}, as labirinto batch .*\[0\]")
    np.save(tmp_path / "one.npy", mazes[0])
    assert labirinto.load(tmp_path / "one.npy") == next(batch)[0]
    refused(saved(np.stack([mazes] * 3, 1)), f"{count} mazes of {width}x{height} on 3 floors")


def test_a_resumed_array_is_the_same():
    maze = labirinto.eller(9, 7, seed=1)
    stream = io.BytesIO()
    first, second = NpyWriter(stream, 9, 7), NpyWriter(stream, 9, 7)
    first.begin({})
    first.add(maze.rows[:12], 3)
    second.resume(first.state(), 3, maze.rows[8:12])
    second.add(maze.rows[12:], 4)
    second.finish({}, 7, None)
    assert stream.getvalue() == drawn(maze, format="npy")
    assert (np.load(io.BytesIO(stream.getvalue())) == np.asarray(maze)).all()


# Hostile files.


def header_of(shape, kind="|u1"):
    return npy_header(shape, kind)


@pytest.mark.parametrize("shape", [(1 << 20, 1 << 20), (2, 1 << 30, 1 << 10)])
@pytest.mark.parametrize("order", [b"False", b"True"])
def test_a_header_that_promises_2_to_the_40_cells_takes_no_memory(shape, order):
    data = header_of(shape).replace(b"False", order.ljust(5)) + bytes(1000)
    tracemalloc.start()
    refused(data, "cut off|from 0 to|2147483647")
    assert tracemalloc.get_traced_memory()[1] < 1 << 27
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x93NUMPY", "not an array"),
        (b"\x93NUMPY\x04\x00", "version 4"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "claims 4294967295 bytes"),
        (b"\x93NUMPY\x01\x00\x10\x27" + b"(" * 10_000, "shape or order is missing"),
        (header_of((1, 1)) + b"\0\0", "longer than its header"),
        (header_of((1, 1), "|u3") + b"\0", "an impossible size"),
        (header_of((1, 1), "|O") + b"\0", "astype"),
        (header_of((1, 10**60)), "shape|cut off|must be from 1"),
    ],
    ids=range(8),
)
def test_a_tampered_header_is_refused(data, complaint):
    refused(data, complaint)


def archive_of(packing=zipfile.ZIP_DEFLATED, **members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return stream.getvalue()


def test_a_bomb_is_refused_before_it_goes_off():
    # 30 MB in 30 kB, whose header describes a small maze or a large one.
    zeros = bytes(3 * 10**7)
    small = archive_of(connection_list=header_of((2, 3, 3), "|b1") + zeros)
    large = archive_of(connection_list=header_of((2, 10**5, 10**5), "|b1") + zeros)
    exact = archive_of(exits=header_of((5000, 6000)) + b"\2" + zeros[1:])
    del zeros
    tracemalloc.start()
    refused(small, "not have the length of its shape")
    refused(large, "not have the length of its shape")
    refused(exact, "1,0, about the passage west")
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_an_archive_that_would_fill_the_memory_is_refused_before(monkeypatch):
    data = archive_of(exits=header_of((1000, 1000)) + bytes(10**6))
    assert back(data)[0].width == 1000
    monkeypatch.setattr(labirinto._internal.memory, "available_bytes", lambda: 10**5)
    with pytest.raises(labirinto.TooLargeError, match="exits of the archive needs 1 MB"):
        back(data)


def test_an_archive_that_lies_about_its_sizes_is_refused():
    data = bytearray(archive_of(exits=header_of((1, 1)) + b"\0"))
    at = data.index(b"PK\1\2")
    for size in (1 << 31, 200):
        data[at + 24 : at + 28] = struct.pack("<I", size)
        refused(bytes(data), "larger than it can be|not have the length")
    data[at + 20 : at + 24] = struct.pack("<I", 1 << 31)
    refused(bytes(data), "larger than it can be|damaged")


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ({}, "damaged|not a maze"),
        ({"other": b""}, "no connection_list"),
        ({"exits": b""}, "not an array"),
        ({"exits": header_of((1, 1, 1)) + b"\0"}, "not a maze's"),
        ({"connection_list": header_of((3, 1, 1)) + bytes(3)}, "not a maze's"),
        ({"exits": header_of((1, 1), "<U1") + bytes(4)}, "array of text"),
        ({"recipe": header_of((), "<U1") + b"\xff\xff\xff\xff"}, "text is damaged"),
        ({"recipe": header_of((), "<U1") + b"{\0\0\0"}, "recipe cannot be read"),
        ({"recipe": header_of((), "|b1") + b"\0"}, "a type that no maze has"),
        ({"start_pos": header_of((2,), "<i8") + bytes(16)}, None),
        ({"start_pos": header_of((3,), "<i8") + bytes(24)}, "not a maze's"),
        (
            {
                "start_pos": header_of((2,), "<i8") + bytes(16),
                "end_pos": header_of((2,), "<i8") + b"\xff" * 16,
            },
            "-1,-1 is outside",
        ),
    ],
    ids=range(12),
)
def test_members_that_are_none_of_a_maze_are_refused(members, complaint):
    names = {"recipe", "start_pos"} & set(members)
    whole = {"exits": header_of((1, 1)) + b"\0", **members} if names else members
    data = archive_of(**whole)
    if complaint:
        refused(data, complaint)
    else:
        assert back(data)[1] is None


def test_packings_that_numpy_does_not_know_and_secrets_are_refused():
    member = header_of((1, 1)) + b"\0"
    refused(archive_of(zipfile.ZIP_LZMA, exits=member), "compressed by a method")
    data = bytearray(archive_of(exits=member))
    data[data.index(b"PK\1\2") + 8] |= 1
    refused(bytes(data), "compressed by a method")
