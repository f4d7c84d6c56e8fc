"""JSON out and in again, by the published schema."""

import io
import json
from pathlib import Path

import jsonschema
import pytest
from files import drawn
from hypothesis import given
from hypothesis import strategies as st
from spanning import AWKWARD
from tiers import examples, thinned

import labirinto

SCHEMA = json.loads((Path(__file__).parent.parent / "docs" / "maze.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_rooms_are_listed_as_the_schema_describes():
    rooms = labirinto.Rooms(3, (2, 2), (4, 3), doors=2)
    maze = labirinto.wilson(20, 15, seed=1, rooms=rooms)
    level = labirinto.sparse(labirinto.braid(maze, 0.3, seed="a"), 0.2)
    found = json.loads(drawn(level, "json"))
    VALIDATOR.validate(found)
    assert found["rooms"] == json.loads(json.dumps([room._asdict() for room in level.rooms]))
    assert len(found["rooms"]) == 3
    del found["rooms"][0]["doors"]
    assert not VALIDATOR.is_valid(found)
    assert "rooms" not in json.loads(drawn(labirinto.wilson(5, 4, seed=1), "json"))


@pytest.mark.parametrize(("width", "height"), thinned(AWKWARD, 4))
def test_every_size_comes_back_from_what_the_schema_describes(width, height):
    maze = labirinto.eller(width, height, seed=5)
    data = drawn(maze, "json")
    VALIDATOR.validate(json.loads(data))
    again = labirinto.load(io.BytesIO(data))
    assert again == maze
    assert again.recipe == maze.recipe


sides = st.integers(2, 12)


@examples(50)
@given(sides, sides, st.text(max_size=9), st.sampled_from(["border", "random"]))
def test_ends_solution_and_recipe_are_there(width, height, seed, kind):
    try:
        maze = labirinto.wilson(width, height, seed=seed)
    except labirinto.InvalidValueError:
        return
    ends = labirinto.suggest_ends(maze, kind)
    path = labirinto.solve(maze, *ends)
    data = drawn(maze, "json", ends=ends, path=path)
    found = json.loads(data)
    VALIDATOR.validate(found)
    assert found["solution"] == path.directions
    assert labirinto.formats.read(io.BytesIO(data)) == (maze, ends)


def test_a_path_alone_tells_the_ends():
    maze = labirinto.wilson(5, 5, seed=1)
    path = labirinto.solve(maze, (0, 0), (4, 4))
    assert json.loads(drawn(maze, "json", path=path))["ends"] == {
        "start": [0, 0],
        "end": [4, 4],
        "open": False,
    }
    with pytest.raises(labirinto.InvalidValueError, match="joins other cells"):
        drawn(maze, "json", path=path, ends=labirinto.Ends((0, 0), (1, 1)))


def test_a_maze_of_another_program_needs_only_its_exits():
    maze = labirinto.load(io.BytesIO(b' {"width": 2, "height": 2, "exits": ["6C", "39"]}'))
    assert len(list(maze.passages())) == 4
    assert not maze.is_perfect


GOOD = {"width": 3, "height": 2, "exits": ["2ac", "2a9"]}

BROKEN = [
    ({"exits": None}, "no lines"),
    ({"exits": ["2ac"]}, "exits has 1 lines, and the height is 2"),
    ({"exits": ["2ac", "2a"]}, r"exits\[1\] has 2 digits, and the width is 3"),
    ({"exits": ["2ac", 5]}, r"exits\[1\] has no digits"),
    ({"exits": ["2_c", "2a9"]}, r"exits\[0\] does not consist of hexadecimal"),
    ({"exits": ["2a٤", "2a9"]}, r"exits\[0\] does not consist of hexadecimal"),
    ({"exits": ["28c", "2a9"]}, r"exits\[0\] contradicts .* 2,0, about the passage west"),
    ({"exits": ["2a8", "2a9"]}, r"exits\[1\] contradicts .* 2,1, about the passage north"),
    ({"exits": ["3ac", "2a9"]}, r"exits\[0\] contradicts .* 0,0, about the passage north"),
    ({"exits": ["2ae", "2a9"]}, r"exits\[0\] contradicts .* 2,0, about the passage east"),
    ({"exits": ["2ac", "2ad"]}, r"exits\[1\] contradicts .* 2,1, about the passage south"),
    ({"width": 0}, "width is 0"),
    ({"width": "3"}, "width is '3'"),
    ({"height": 10**12}, "height"),
    ({"width": 2**31 - 1}, "the width is 2147483647"),
    ({"ends": [1, 2]}, "neither null nor an object"),
    ({"ends": {"start": [0, 0]}}, "lacks a start and an end"),
    ({"ends": {"start": [0, 0], "end": [0, 0]}}, "both 0,0"),
    ({"ends": {"start": [0, 0], "end": [3, 0]}}, "3,0 is outside"),
    ({"ends": {"start": [0, 0], "end": ["a", 0]}}, "not a cell"),
    ({"recipe": {"algorithm": "wilson"}}, "The recipe has no"),
    ({"recipe": 5}, "The recipe is int"),
]


@pytest.mark.parametrize(("change", "complaint"), BROKEN, ids=str)
def test_what_breaks_the_schema_is_told_with_its_place(change, complaint):
    assert labirinto.load(io.BytesIO(json.dumps(GOOD).encode())).width == 3
    with pytest.raises(labirinto.FileFormatError, match=complaint):
        labirinto.load(io.BytesIO(json.dumps(GOOD | change).encode()))


@pytest.mark.parametrize(
    "data", [b"{", b"{}", b'{"exits": NaN', b'{"a":' * 100_000, b"{\xff}", b'{"exits": 1e999}']
)
def test_what_is_no_maze_is_refused_in_a_sentence(data):
    with pytest.raises(labirinto.FileFormatError, match=r"^the file: .*\.$"):
        labirinto.load(io.BytesIO(data))
