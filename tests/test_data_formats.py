"""Mazes out to other programs' data, and back: what holds for all such formats."""

import pytest
from files import back, drawn, expect_a_maze_or_a_complaint
from hypothesis import given
from hypothesis import strategies as st
from tiers import examples

import labirinto
from labirinto import Ends, Maze, formats

FORMATS = ("npz", "npy", "maze", "csv", "graphml", "blocks.txt", "tokens.txt")

# What has room for what.
WITH_PATH = {name for name in FORMATS if formats.FORMATS[name].joins_ends}
WITH_OPENINGS = {"npz", "graphml", "csv"}


def result_of(verb, *arguments):
    """What it gives, and what it complains of."""
    try:
        return verb(*arguments), ""
    except labirinto.LabirintoError as error:
        return None, str(error)


sides = st.integers(1, 9)


@pytest.mark.parametrize("format", sorted(WITH_PATH))
@given(sides, sides, st.integers(0, 9), st.sampled_from(["corners", "border", "random"]))
@examples(20)
def test_ends_come_back_with_and_without_their_path(format, width, height, seed, kind):
    maze = labirinto.wilson(width, height, seed=seed)
    if width * height == 1:
        return
    ends = labirinto.suggest_ends(maze, kind)
    marked = ends if format in WITH_OPENINGS else Ends(*ends)
    path = labirinto.solve(maze, *ends)
    assert back(drawn(maze, format, ends=ends)) == (maze, marked)
    assert back(drawn(maze, format, ends=ends, path=path)) == (maze, marked)
    assert back(drawn(maze, format, path=path)) == (maze, Ends(*ends))
    turned = labirinto.solve(maze, ends.end, ends.start)
    assert back(drawn(maze, format, ends=ends, path=turned)) == (maze, marked)


@given(sides, sides, st.data())
def test_mazes_that_are_not_perfect_come_back_or_are_refused_before_they_are_written(
    width, height, data
):
    walls = labirinto.wilson(width, height, seed=1).passages()
    maze = Maze.from_passages(width, height, [p for p in walls if data.draw(st.booleans())])
    for name in FORMATS:
        written, complaint = result_of(drawn, maze, name)
        if complaint:
            assert name == "tokens.txt"
            assert complaint.endswith("choose NPZ or JSON.")
        else:
            assert back(written) == (maze, None)


def test_the_same_maze_gives_the_same_bytes():
    maze = labirinto.wilson(9, 8, seed=1)
    for name in formats.FORMATS:
        assert drawn(maze, name) == drawn(maze, name)


GOOD = {name: drawn(labirinto.wilson(6, 4, seed=2), name) for name in FORMATS}
GOOD["solved.npz"] = drawn(
    labirinto.wilson(5, 5, seed=2), "npz", ends=Ends((0, 0), (4, 4), open=True)
)


BEGINNINGS = [b"\x93NUMPY\x01\x00", GOOD["maze"][:16], b"PK\x03\x04", b"<graphml>"]
BEGINNINGS += [b"x0,y0,x1,y1\n", b"#", b"<ADJ"]


@pytest.mark.parametrize("beginning", [*BEGINNINGS, b"<ADJLIST_START>", GOOD["npy"][:128]])
@given(st.binary(max_size=200) | st.text("0123456789 (),<->;#SEX\n", max_size=200))
@examples(60)
def test_anything_behind_a_good_beginning_is_refused_or_read(beginning, rest):
    rest = rest if isinstance(rest, bytes) else rest.encode()
    expect_a_maze_or_a_complaint(beginning + rest)
