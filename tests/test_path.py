"""Paths as values: what they take, and what they give."""

import pickle

import numpy as np
import pytest

from labirinto import InvalidValueError, Path

CELLS = [(2, 3), (3, 3), (4, 3), (4, 4), (3, 4), (3, 3)]
PATH = Path((2, 3), bytes([0, 0, 1, 2, 3]))


def test_a_start_and_moves_of_any_kind_are_the_same_path():
    for start in ([2, 3], (np.int8(2), np.uint64(3)), np.array([2, 3])):
        for moves in (PATH.moves, bytearray(PATH.moves), memoryview(PATH.moves)):
            path = Path(start, moves)
            assert path == PATH
            assert hash(path) == hash(PATH)
            assert {type(number) for number in path.start} == {int}
    assert pickle.loads(pickle.dumps(PATH)) == PATH


class Tour(Path):
    pass


def test_a_path_of_a_derived_class_keeps_its_class():
    tour = Tour((2, 1), b"\x00\x01")
    again = pickle.loads(pickle.dumps(tour))
    assert again == tour != Path((2, 1), b"\x00\x01")
    assert type(again) is Tour


def test_a_move_that_is_none_is_named():
    with pytest.raises(InvalidValueError, match="The move 7 is not one of 0 east, 1 south, 2 west"):
        Path((0, 0), b"\0\7")


def test_a_path_is_a_sequence_of_its_cells():
    assert list(PATH) == PATH.cells == CELLS
    assert [PATH[i] for i in range(-6, 6)] == 2 * CELLS
    assert PATH[1:4] == CELLS[1:4]
    assert PATH[::-1] == list(reversed(PATH)) == CELLS[::-1]
    assert (4, 4) in PATH
    with pytest.raises(IndexError):
        PATH[6]


def test_a_path_is_an_array_of_its_cells():
    array = np.asarray(PATH)
    assert (array.dtype, array.shape) == (np.int64, (6, 2))
    assert array.tolist() == [list(cell) for cell in CELLS]
    assert np.asarray(PATH, dtype=np.uint8).dtype == np.uint8
    assert np.asarray(Path((2, 3), b"")).tolist() == [[2, 3]]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(PATH, copy=False)
