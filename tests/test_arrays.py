"""Arrays for those who have no NumPy, held against NumPy's own."""

import pickle

import numpy as np
import pytest

import labirinto
from labirinto import InvalidValueError
from labirinto.grids.arrays import Array2D, Array3D, Array4D

FLAT = np.arange(12, dtype=np.uint8).reshape(3, 4)
DEEP = np.arange(24, dtype=np.int32).reshape(2, 3, 4) - 5
PAIRS = [
    (Array2D(FLAT.tobytes(), (3, 4)), FLAT),
    (Array3D(DEEP.tobytes(), (2, 3, 4), "i"), DEEP),
    (Array4D(DEEP.tobytes(), (2, 1, 3, 4), "i"), DEEP[:, None]),
]


@pytest.mark.parametrize(("ours", "expected"), PAIRS)
def test_an_array_is_what_numpy_has(ours, expected):
    view = np.asarray(ours)
    assert (view.dtype, view.shape) == (expected.dtype, expected.shape)
    assert np.array_equal(view, expected)
    assert ours.tolist() == expected.tolist()
    assert ours.shape == expected.shape
    assert ours.tobytes() == bytes(ours.data) == expected.tobytes()
    assert [np.asarray(part).tolist() for part in ours] == list(expected.tolist())
    assert [np.asarray(part).tolist() for part in reversed(ours)] == expected[::-1].tolist()
    for place in np.ndindex(expected.shape):
        assert ours[place] == expected[place]
        assert np.array_equal(ours[place[:2]], expected[place[:2]])
        assert np.array_equal(ours[place[0]], expected[place[0]])
        below = tuple(number - length for number, length in zip(place, ours.shape, strict=True))
        assert ours[below] == expected[place]


@pytest.mark.parametrize(("ours", "expected"), PAIRS)
@pytest.mark.parametrize(
    "part",
    [slice(None), slice(1, None), slice(None, -1), slice(None, None, -1), slice(9, 2)],
    ids=str,
)
def test_slices_are_arrays_of_some_rows(ours, expected, part):
    assert type(ours[part]) is type(ours)
    assert ours[part].shape == expected[part].shape
    assert ours[part].tolist() == np.asarray(ours[part]).tolist() == expected[part].tolist()


def test_numbers_of_numpy_are_indices():
    ours, expected = PAIRS[0]
    assert ours[np.int8(2), np.uint64(1)] == expected[2, 1]


@pytest.mark.parametrize(("ours", "expected"), PAIRS)
def test_an_array_cannot_be_changed_and_a_copy_can(ours, expected):
    with pytest.raises(TypeError):
        ours[0, 0] = 1
    with pytest.raises(TypeError):
        ours.data[0] = 1
    assert not np.asarray(ours).flags.writeable
    assert np.array(ours).flags.writeable
    assert np.asarray(ours, dtype=float).dtype == float
    with pytest.raises(ValueError, match="always a copy"):
        np.asarray(ours, dtype=float, copy=False)
    assert np.array_equal(ours, expected)


@pytest.mark.parametrize("ours", [pair[0] for pair in PAIRS])
def test_arrays_are_values(ours):
    again = pickle.loads(pickle.dumps(ours))
    assert again == ours
    assert hash(again) == hash(ours)
    assert ours[1:] != ours
    assert ours != ours.tolist()
    assert Array2D(bytes(12), (3, 4)) != Array2D(bytes(12), (4, 3))


def test_an_array_shows_its_type_and_shape():
    assert [repr(pair[0]) for pair in PAIRS] == [
        "<Array2D uint8[3, 4]>",
        "<Array3D int32[2, 3, 4]>",
        "<Array4D int32[2, 1, 3, 4]>",
    ]


def test_places_out_of_range_end_the_loop_of_those_who_count():
    for index in (3, -4, (0, 4), (3, 0), (0, -5)):
        with pytest.raises(IndexError, match="out of range for a length of"):
            PAIRS[0][0][index]


@pytest.mark.parametrize("index", ["x", 1.0, None, (), (0, 0, 0), (slice(2), 0), [0]], ids=repr)
def test_an_index_of_another_kind_is_named(index):
    with pytest.raises(InvalidValueError, match=r"np\.asarray|has no place"):
        PAIRS[0][0][index]


def test_a_shape_that_the_numbers_do_not_fill_is_refused():
    for size, shape in ((11, (3, 4)), (12, (12,)), (12, (3, 4, 1)), (12, (-3, -4)), (12, (3, 4.0))):
        with pytest.raises(InvalidValueError, match=r"do not fill the shape .* for 2 lengths"):
            Array2D(bytes(size), shape)
    with pytest.raises(InvalidValueError, match="format 'B' or 'i'"):
        Array2D(bytes(24), (3, 4), "h")


def test_cells_and_blocks_are_read_without_numpy():
    maze = labirinto.wilson(4, 3, seed=1)
    assert [len(row) for row in maze.blocks()] == [9] * 7
    assert maze.cells()[2][1] == maze.cells()[2, 1] == np.asarray(maze)[2, 1]
    assert all(set(row) <= {0, 1} for row in maze.blocks())
