"""``labirinto view``: what it opens, and what it refuses."""

from __future__ import annotations

import io
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from serving import client_of, ends_well, started

import labirinto
from labirinto._internal import memory
from labirinto.cli import serve, view
from labirinto.cli.commands import labirinto as command
from labirinto.errors import LabirintoError
from labirinto.viewing import FilePlanes
from labirinto.web.opened import Opened


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Opened]]:
    """What would have been served."""
    opened: list[Opened] = []
    monkeypatch.setattr(serve, "serve_page", lambda *_, **options: opened.append(options["opened"]))
    yield opened
    for one in opened:
        if isinstance(one.source, FilePlanes):
            one.source.close()


def open_view(*words: str) -> None:
    """Run the command in this process."""
    CliRunner().invoke(command, ["view", *words], catch_exceptions=False, standalone_mode=False)


@contextmanager
def refused(match: str) -> Iterator[None]:
    with pytest.raises(LabirintoError, match=match):
        yield


def test_it_shows_a_file_in_the_browser_until_ctrl_c(tmp_path: Path) -> None:
    labirinto.save(labirinto.wilson(40, 30, seed=7), tmp_path / "a b.json")
    with started("view", str(tmp_path / "a b.json"), "--no-browser") as (process, address):
        with urlopen(address, timeout=60) as answer:
            page = answer.read().decode()
        assert "a b.json" in page
        with urlopen(address.replace("/view", "/opened/tile/0/0/0.png"), timeout=60) as answer:
            assert answer.read().startswith(b"\x89PNG")
        assert ends_well(process, signal.SIGINT)


def test_a_recipe_makes_the_maze(served: list[Opened]) -> None:
    open_view("eller", "30x20", "--seed", "7", "--join", "0.2", "--quiet", "--solution")
    assert served[0].source == labirinto.eller(30, 20, seed=7, join=0.2)
    assert served[0].solution
    open_view("wilson", "30x20", "--seed", "7", "--quiet", "--ends", "corners")
    assert served[1].ends == labirinto.Ends((0, 0), (29, 19))
    with client_of(served[0]) as client:
        assert (
            '<h1 class="page-title" dir="auto">Algoritmo di Eller</h1>'
            in client.get("/it/view").text
        )


@pytest.mark.parametrize(
    "words",
    [
        "prim 30x20 --mask heart --seed 7",
        "wilson 40x20 --letters AB --seed 7",
        "wilson 30x20 --rooms 3 --room-size 3x3-6x5 --braid 0.5 --sparse 0.2 --seed 7",
    ],
)
def test_a_printed_command_can_be_pasted(words: str, served: list[Opened]) -> None:
    """The words of its recipe, with a digest of the shape, make the same maze again."""
    open_view(*words.split(), "--quiet")
    maze = served[0].source
    assert isinstance(maze, labirinto.Maze)
    assert maze == labirinto.generate(maze.recipe)
    assert set(words.split()) <= set(maze.recipe.words.split())
    open_view(*shlex.split(maze.recipe.words), "--quiet")
    assert served[1].source == maze


def test_a_large_file_is_not_loaded(
    served: list[Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = labirinto.Ends((0, 0), (29, 19))
    maze = labirinto.wilson(30, 20, seed=7)
    for name in ("m.maze", "m.png"):
        labirinto.save(maze, tmp_path / name, ends=ends)
    open_view(str(tmp_path / "m.maze"))
    assert served[0].source == maze
    assert served[0].ends == ends
    monkeypatch.setattr(view, "MAX_CELLS_LOADED", 100)
    open_view(str(tmp_path / "m.maze"))
    assert isinstance(served[1].source, FilePlanes)
    assert served[1].ends == ends
    open_view(str(tmp_path / "m.maze"), "--solution", "--ends", "0,19-5,5")
    assert served[2].ends == labirinto.Ends((0, 19), (5, 5))
    assert served[2].solution
    open_view(str(tmp_path / "m.maze"), "--ends", "corners")
    assert served[3].ends == labirinto.Ends((0, 0), (29, 19))
    with refused("'farthest' of a maze that is not loaded"):
        open_view(str(tmp_path / "m.maze"), "--ends", "farthest")
    with refused("outside"):
        open_view(str(tmp_path / "m.maze"), "--ends", "0,0-30,19")
    open_view(str(tmp_path / "m.png"))
    assert served[4].source == maze


def test_other_cells_than_squares_need_opencv(
    served: list[Opened], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    open_view("wilson", "--grid", "circular", "9", "--seed", "7", "--quiet")
    maze = labirinto.wilson(labirinto.grids.circular(9), seed=7)
    assert served[0].source == maze
    labirinto.save(maze, tmp_path / "m.json")
    open_view(str(tmp_path / "m.json"), "--solution")
    assert served[1].source == maze
    monkeypatch.setitem(sys.modules, "cv2", None)
    for words in (["wilson", "--grid", "circular", "9"], [str(tmp_path / "m.json")]):
        with refused(r"needs OpenCV: pip install 'labirinto\[images\]'"):
            open_view(*words)


def test_what_cannot_be_shown_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with refused("Give the size"):
        open_view("wilson")
    with refused("Give the size"):
        open_view("wilson", "30x20", "40x30")
    with refused("not WIDTHxHEIGHT"):
        open_view("wilson", "big")
    with refused("not an algorithm"):
        open_view("wilsn", "30x20")
    with refused("not an algorithm"):
        open_view("wilsn.maze", "--seed", "7")
    with pytest.raises(FileNotFoundError):
        open_view("wilsn.maze")
    mesh = labirinto.wilson(labirinto.grids.hexagonal(5, 5), seed=1)
    labirinto.save(mesh, tmp_path / "m.json")
    with refused("m.json' is a file, which already contains a maze; leave out --braid"):
        open_view(str(tmp_path / "m.json"), "--braid", "1")
    with refused("m.json' is a file, which already contains a maze; leave out 30x20"):
        open_view(str(tmp_path / "m.json"), "30x20")
    with refused("size of the grid"):
        open_view("wilson", "--grid", "circular")
    with refused("eller makes no rooms"):
        open_view("eller", "30x20", "--rooms", "3")
    with refused("digest"):
        open_view("wilson", "30x20", "--mask", "heart", "--digest", "01234567")


def test_a_maze_that_is_too_large_can_be_viewed_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 10_000_000)
    for name, more in (("eller", "--drop 0.5 --join 0.5"), ("wilson", "--order rows")):
        with refused(rf"row by row: labirinto {name} 3000x30000 {more} --seed 7 -o maze\.maze"):
            open_view(name, "3000x30000", "--seed", "7")
    with refused(r"are free\.$"):
        open_view("prim", "3000x30000")


def test_it_reads_standard_input(served: list[Opened], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    labirinto.save(labirinto.wilson(9, 5, seed=7), stream, format="json")
    CliRunner().invoke(command, ["view", "-"], input=stream.getvalue(), catch_exceptions=False)
    assert served[0].source == labirinto.wilson(9, 5, seed=7)
    assert served[0].name == "standard input"


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        (labirinto.grids.hexagonal(6, 4), "Esagoni · 6 × 4"),
        (labirinto.grids.hexagonal(4, outline="hexagon"), "Favo · 4"),
        (labirinto.grids.circular(5), "Anelli · 5"),
        (labirinto.grids.voronoi(9, 1), "Celle irregolari · 9"),
    ],
)
def test_grids_are_called_as_on_the_page(grid: labirinto.Grid, words: str) -> None:
    opened = Opened("maze", labirinto.wilson(grid, seed=1))
    with client_of(opened) as client:
        assert f"<p>{words}</p>" in client.get("/it/view").text
