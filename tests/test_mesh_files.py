"""Files of mazes that are not rectangles: all of them comes back, or is refused in a sentence."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path as File
from typing import Any

import jsonschema
import networkx
import pytest
from files import back, complaint, drawn
from mesh_mazes import KINDS, STYLE, any_maze, drawing_of, ends_in, perfect_maze, sides_of
from tiers import sample

import labirinto
from labirinto.drawing.geometry import Drawing
from labirinto.formats import FORMATS
from labirinto.grids.mesh import Mesh

READ_BACK = ("svg", "png", "plot.svg", "dxf", "json", "npz", "graphml")
SCHEMA = json.loads((File(__file__).parent.parent / "docs" / "maze.schema.json").read_text())


@pytest.mark.parametrize("format", READ_BACK)
@pytest.mark.parametrize("name", sample(KINDS, "hexagonal", "circular hole", "one cell"))
def test_maze_recipe_and_ends_come_back(format: str, name: str) -> None:
    if format == "png":
        pytest.importorskip("cv2")
    maze = perfect_maze(KINDS[name])
    assert back(drawn(maze, format))[0].recipe == maze.recipe
    for is_open in (False, True):
        drawing = drawing_of(name, is_open=is_open)
        data = drawn(maze, format, ends=drawing.ends, path=drawing.path, style=STYLE)
        assert data == drawn(maze, format, ends=drawing.ends, path=drawing.path, style=STYLE)
        assert back(data) == (maze, drawing.ends)
    bare = any_maze(KINDS[name], 2)
    again, ends = back(drawn(bare, format))
    assert (again, again.recipe, ends) == (bare, None, None)


@pytest.mark.parametrize(
    "name", [name for name, known in FORMATS.items() if not known.holds_meshes]
)
def test_formats_of_squares_refuse_in_a_sentence_that_names_others(name: str) -> None:
    maze = perfect_maze(KINDS["hexagonal"])
    with pytest.raises(labirinto.InvalidValueError) as caught:
        drawn(maze, name)
    assert f"format {name} does not hold" in str(caught.value)
    assert "hexagonal 6x5" in str(caught.value)
    assert "svg" in str(caught.value)


@pytest.mark.parametrize("name", KINDS)
def test_graphs_arrays_and_json_are_what_others_expect(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    drawing = drawing_of(name, is_open=False)
    maze, mesh, parts = drawing.maze, KINDS[name], {"ends": drawing.ends, "path": drawing.path}
    passages = {frozenset(pair) for pair in maze.passages()}
    graph = networkx.read_graphml(io.BytesIO(drawn(maze, "graphml", **parts)))
    assert networkx.is_tree(graph)
    assert labirinto.Maze.from_networkx(graph) == maze
    cells = {node: tuple(map(int, node.split(","))) for node in graph}
    assert {frozenset((cells[one], cells[two])) for one, two in graph.edges} == passages
    assert sum("solution" in about for *_, about in graph.edges(data=True)) == (
        drawing.path.steps if drawing.path else 0
    )
    values = json.loads(drawn(maze, "json", **parts))
    jsonschema.Draft202012Validator(SCHEMA).validate(values)
    labels = list(map(tuple, values["cells"]))
    assert labels == list(mesh)
    assert {frozenset((labels[a], labels[b])) for a, b, _ in values["passages"]} == passages
    arrays = numpy.load(io.BytesIO(drawn(maze, "npz", **parts)))
    assert arrays["centres"] == pytest.approx(numpy.array(values["centres"]), abs=1e-4)
    if mesh.walls:
        pairs = arrays["cells"][arrays["walls"][arrays["passages"]]].tolist()
        assert {frozenset(map(tuple, pair)) for pair in pairs} == passages
    if drawing.path:
        assert list(map(tuple, arrays["solution"].tolist())) == drawing.path.cells
        assert list(map(tuple, values["solution"])) == drawing.path.cells


@pytest.mark.parametrize("name", KINDS)
def test_walls_in_csv_are_read_back(name: str) -> None:
    mesh = KINDS[name]
    for seed in range(5):
        for maze in (any_maze(mesh, seed), perfect_maze(mesh, seed)):
            ends = ends_in(mesh, is_open=True)
            found = back(drawn(maze, "csv", ends=ends))
            assert found[0] == maze
            # Openings of all sides of a cell, or at the same sides, say less.
            assert found[1] in (ends, None)
    if name == "hexagonal":
        assert found[1] == ends
        header, *lines = drawn(maze, "csv").decode().splitlines()
        # A spreadsheet writes other line ends, numbers and a mark of UTF-8.
        changed = "\r\n".join([header, *(line.replace("0.5,", "0.50,") for line in lines[::-1])])
        assert back(changed.encode("utf-8-sig"))[0] == maze


def test_walls_in_csv_that_are_none_of_the_grid_are_refused() -> None:
    data = drawn(perfect_maze(KINDS["hexagonal"]), "csv").decode()
    header, line, *_ = data.splitlines()
    for wrong, words in (
        ("\n".join([header.partition(',"')[0], line]), "which has the grid, is missing"),
        (data.replace("hexagonal", "heptagonal"), "its grid cannot be read"),
        (data.replace("[6,5]", "[2000,2000]"), "bytes are too few for 4000000 cells"),
        (f'{data}"0,0",,0,0,9,9,0,\n', "1 of its lines are not sides in the grid hexagonal 6x5"),
        (f"{data}0,0,1\n", "is not two cells and five numbers"),
        (f'{data}"0,0",,0,0,nan,9,0,\n', "are not sides"),
        (f'{data}"0,', "it is not CSV"),
    ):
        assert words in complaint(wrong)


def test_a_csv_that_is_cut_off_is_refused() -> None:
    maze = perfect_maze(KINDS["hexagonal"])
    header, *lines = drawn(maze, "csv").decode().splitlines(keepends=True)
    for left in (0, len(lines) // 2, len(lines) - 1):
        words = f"its header says {len(lines)} lines, but there are {left}; if it is not cut"
        assert words in complaint("".join([header, *lines[:left]]))
    uncounted = header.replace(f',""lines"":{len(lines)}', "")
    assert uncounted != header
    assert back("".join([uncounted, *lines]).encode())[0] == maze
    assert "grid cannot be read" in complaint(f'{header.partition("{")[0]}[]"\n')


def test_csv_lists_every_side_that_stands() -> None:
    mesh = KINDS["circular hole"]
    maze = any_maze(mesh, 3)
    ends = ends_in(mesh, is_open=True)
    data = drawn(maze, "csv", ends=ends)
    lines = data.decode().splitlines()
    sides = sides_of(Drawing(maze, ends=ends))[True]
    names = next(csv.reader(lines))
    assert names[:-1] == ["cell", "other", "x0", "y0", "x1", "y1", "radius"]
    assert json.loads(names[-1]) == {**mesh.spec, "lines": len(sides)}
    assert len(lines) == 1 + len(sides)
    expected = sorted(tuple(round(at, 3) for at in side[:4]) for side in sides)
    found = [tuple(round(float(at), 3) for at in line.split(",")[-6:-2]) for line in lines[1:]]
    for line, wanted in zip(sorted(found), expected, strict=True):
        assert line == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("format", ["svg", "plot.svg", "dxf", "png", "json", "graphml", "npz"])
def test_a_small_file_builds_no_large_grid(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if format == "png":
        pytest.importorskip("cv2")
    maze = any_maze(KINDS["hexagonal"], 3)
    spec, lie = {"sizes": [6, 5]}, {"sizes": [2000, 2000]}
    monkeypatch.setitem(KINDS["hexagonal"].spec, "sizes", lie["sizes"])
    data = drawn(maze, format)
    monkeypatch.setitem(KINDS["hexagonal"].spec, "sizes", spec["sizes"])

    def build(mesh: Mesh) -> Any:
        raise AssertionError("it is built")

    monkeypatch.setattr("labirinto.grids.lattices.Lattice._build", build)
    assert "4000000" in complaint(data)


def test_notes_that_lie_are_refused() -> None:
    data = drawn(any_maze(KINDS["hexagonal"], 3), "svg").decode()
    bits = re.search(r'"passages":"([^"]*)"', data.replace("&quot;", '"'))
    for wrong, words in (
        (bits[1][:-4], "bytes, not"),
        ("A" * len(bits[1][:-4]) + "////", "beyond|bytes"),
        ("?", "damaged"),
        ("", "too few passages"),
    ):
        assert re.search(words, complaint(data.replace(bits[1], wrong)))
    assert "damaged" in complaint(data.replace("hexagonal", "heptagonal"))
    values = json.loads(drawn(perfect_maze(KINDS["circular"]), "json"))
    for key, wrong, words in (
        ("passages", [[0, 1, 10**9]], "not two cells and the wall between them"),
        ("passages", [[0, 5, 0]], "not two cells"),
        ("passages", [[0, 1, -1]], "not two cells"),
        ("passages", [0], "not two cells"),
        ("passages", {}, "not a list"),
        ("cells", [[0, 0]], "does not list"),
        ("grid", {"kind": "circular"}, "no 'rings'"),
        ("grid", None, "grid"),
        ("ends", {"start": [0], "end": [1, 1]}, "cell"),
    ):
        assert words in complaint(json.dumps(values | {key: wrong}))
