"""The saved state of a stream of rows: copied, damaged, or of other rows."""

from __future__ import annotations

import copy
import json
import pickle
import struct
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labirinto import InvalidValueError, MazeRows, generate_rows


def test_a_copy_continues_on_its_own() -> None:
    rows = generate_rows("eller", 30, seed=1)
    rows.read(20)
    for again in (copy.copy(rows), copy.deepcopy(rows)):
        expected = again.read(9)
        assert expected == MazeRows.restore(rows.state()).read(9)
        assert expected.y == rows.y == 20


def with_digest(content: bytes) -> bytes:
    """A state whose digest is right, whatever it says."""
    return content + blake2b(content, digest_size=16).digest()


def test_a_damaged_state_is_refused_wherever_it_is() -> None:
    state = generate_rows("eller", 40, seed=1).state()
    for at in range(0, len(state), 7):
        damaged = bytearray(state)
        damaged[at] ^= 1
        with pytest.raises(InvalidValueError):
            MazeRows.restore(bytes(damaged))
    for length in range(0, len(state), 11):
        with pytest.raises(InvalidValueError):
            MazeRows.restore(state[:length])
    for foreign in (b"", b"PK\x03\x04", pickle.dumps(1), bytes(1000)):
        with pytest.raises(InvalidValueError, match="not a state of "):
            MazeRows.restore(foreign)


def test_a_state_of_another_width_or_revision_is_refused() -> None:
    content = generate_rows("eller", 40, seed=1).state()[:-16]
    magic, notes, columns = content.split(b"\n", 2)
    for change in (
        {"width": 41},
        {"width": 0},
        {"parameters": {"join": 7}},
        {"y": "x"},
        {"seed": None},
    ):
        line = json.dumps(json.loads(notes) | change).encode()
        with pytest.raises(InvalidValueError):
            MazeRows.restore(with_digest(b"\n".join((magic, line, columns))))
    line = json.dumps(json.loads(notes) | {"revision": 99}).encode()
    with pytest.raises(InvalidValueError, match="revision 99"):
        MazeRows.restore(with_digest(b"\n".join((magic, line, columns))))


@pytest.mark.parametrize(
    "following",
    [
        [0, 1, 2, 9],  # beyond the last column
        [1, 1, 2, 3],  # two before one
        [2, 3, 0, 1],  # sets that cross
        [2, 0, 1, 3],  # not from left to right
        [1, 3, 0, 2],
    ],
)
def test_sets_that_cannot_be_are_refused(following: list[int]) -> None:
    content = generate_rows("eller", 4, seed=1).state()[:-16]
    columns = struct.pack("<4I", *following)
    with pytest.raises(InvalidValueError, match="not a state of "):
        MazeRows.restore(with_digest(content[:-16] + columns))


@given(st.permutations(range(5)))
def test_just_the_sets_that_do_not_cross_are_taken(following: list[int]) -> None:
    content = generate_rows("eller", 5, seed=1).state()[:-16]
    state = with_digest(content[:-20] + struct.pack("<5I", *following))
    cycles = {frozenset(cycle_of(following, x)) for x in range(5)}
    in_order = all(
        following[x] == min((y for y in cycle if y > x), default=min(cycle))
        for cycle in cycles
        for x in cycle
    )
    crossing = any(
        a < c < b < d
        for one in cycles
        for other in cycles - {one}
        for a in one
        for b in one
        for c in other
        for d in other
    )
    if in_order and not crossing:
        rows = MazeRows.restore(state)
        assert not rows.is_finished
        assert len(rows.finish()) == 1
    else:
        with pytest.raises(InvalidValueError):
            MazeRows.restore(state)


def cycle_of(following: list[int], x: int) -> list[int]:
    cycle = [x]
    while following[cycle[-1]] != x:
        cycle.append(following[cycle[-1]])
    return cycle
