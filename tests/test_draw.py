"""The door of all pictures: what it takes, and what it refuses in a sentence."""

import io

import pytest

import labirinto
from labirinto import InvalidValueError

MAZE = labirinto.wilson(5, 4, seed=1)
ENDS = labirinto.suggest_ends(MAZE)
PATH = labirinto.solve(MAZE, *ENDS)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("path", PATH.cells, "of type list; give a labirinto.Path"),
        ("path", PATH.moves, "of type bytes; give a labirinto.Path"),
        ("ends", ((0, 0), (4, 3)), "of type tuple; give a labirinto.Ends"),
        ("ends", "corners", "of type str; give a labirinto.Ends"),
        ("style", "dark", r"of type str; give .* labirinto.Style.preset\('dark'\)"),
        ("style", {"cell": 5}, "of type dict; give a labirinto.Style"),
    ],
)
def test_what_is_of_another_type_is_named(tmp_path, name, value, wanted):
    with pytest.raises(InvalidValueError, match=f"{name} is {wanted}"):
        labirinto.save(MAZE, tmp_path / "m.svg", **{name: value})
    film = labirinto.animate.record("wilson", 5, 4, seed=1)
    with pytest.raises(InvalidValueError, match=f"{name} is {wanted}"):
        labirinto.animate.save(film, tmp_path / "m.gif", **{name: value})
    assert not list(tmp_path.iterdir())


def test_what_is_no_maze_is_named(tmp_path):
    for maze in (None, MAZE.rows, "m.png"):
        with pytest.raises(InvalidValueError, match=r"give a labirinto\.Maze"):
            labirinto.save(maze, tmp_path / "m.svg")


def test_a_stream_needs_a_format():
    stream = io.BytesIO()
    with pytest.raises(InvalidValueError, match=r"no ending .* give format=, one of svg, plot"):
        labirinto.save(MAZE, stream)
    with pytest.raises(InvalidValueError, match="no format 'jpg'; there are svg"):
        labirinto.save(MAZE, stream, format="jpg")
    assert stream.getvalue() == b""


@pytest.mark.parametrize("kind", [None, "svg"])
@pytest.mark.parametrize("target", [None, 5, b"m.svg"])
def test_what_is_no_target_is_named(target, kind):
    with pytest.raises(InvalidValueError, match="neither a file's name nor a binary stream"):
        labirinto.save(MAZE, target, format=kind)
