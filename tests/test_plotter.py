"""Drawings for plotters, lasers and CAD: millimetres, layers, and what others read in them."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from commands import run
from ezdxf.document import Drawing as Document
from files import complaint, drawn
from hypothesis import given
from hypothesis import strategies as st
from test_strokes import places

import labirinto
from labirinto import Maze, Style
from labirinto.drawing.geometry import Drawing

FORMATS = ("plot.svg", "dxf")
SVG = "{http://www.w3.org/2000/svg}"


def document_of(data: bytes) -> Document:
    return ezdxf.read(io.StringIO(data.decode("ascii")))


@pytest.mark.parametrize("format", FORMATS)
@given(st.floats(0.1, 1000), st.integers(1, 9), st.integers(0, 9))
def test_every_scale_comes_back(format: str, cell_mm: float, wall: int, margin: int) -> None:
    maze = Maze.from_passages(60, 40, [((0, y), (1, y)) for y in range(40)])
    style = Style(cell=10, wall=wall, margin=margin, cell_mm=cell_mm)
    assert labirinto.load(io.BytesIO(drawn(maze, format, style=style))) == maze


@pytest.mark.parametrize("format", FORMATS)
def test_a_long_corridor_comes_back_though_it_has_hardly_any_walls(format: str) -> None:
    maze = labirinto.wilson(1, 50_000, seed=1)
    assert labirinto.load(io.BytesIO(drawn(maze, format))) == maze
    assert labirinto.load(io.BytesIO(drawn(maze, "svg"))) == maze


def test_plot_svg_is_millimetres_and_lines_alone() -> None:
    maze = labirinto.wilson(8, 5, seed=1)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    style = Style(cell=20, wall=4, margin=10, cell_mm=8)
    root = ElementTree.fromstring(drawn(maze, "plot.svg", ends=ends, path=path, style=style))
    # (8 x 20 + 4 + 2 x 10) pixels of 0.4 mm.
    assert (root.get("width"), root.get("height")) == ("73.6mm", "49.6mm")
    assert root.get("viewBox") == "0 0 73.6 49.6"
    walls, solution, marks = root.findall(f"{SVG}g")
    assert [group.get("fill") for group in (walls, solution, marks)] == ["none"] * 3
    assert not root.findall(f".//{SVG}path")
    found = [
        [tuple((float(part) - 4.8) / 8 for part in point.split(",")) for point in text.split()]
        for text in (line.attrib["points"] for line in walls)
    ]
    expected = places(Drawing(maze))
    assert [len(stroke) for stroke in found] == [len(stroke) for stroke in expected]
    assert [[(round(x), round(y)) for x, y in stroke] for stroke in found] == expected
    assert len(solution) == 1
    assert [mark.tag for mark in marks] == [f"{SVG}circle", f"{SVG}rect"]


def test_dxf_is_sound_and_in_layers() -> None:
    maze = labirinto.wilson(8, 5, seed="a\U0001f600b" * 60)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    data = drawn(maze, "dxf", ends=ends, path=path, style=Style(cell_mm=2.5))
    assert max(map(len, data.splitlines())) <= 255
    document = document_of(data)
    auditor = document.audit()
    assert not auditor.errors
    assert not auditor.fixes
    assert (document.dxfversion, document.units) == ("AC1009", 4)
    space = document.modelspace()
    walls = space.query("POLYLINE[layer=='WALLS']")
    found = [
        [(round(p.x / 2.5), round(5 - p.y / 2.5)) for p in line.points()]
        + [(0, 0)] * line.is_closed
        for line in walls
    ]
    expected = places(Drawing(maze))
    assert [len(stroke) for stroke in found] == [len(stroke) for stroke in expected]
    assert [stroke[:-1] for stroke in found] == [stroke[:-1] for stroke in expected]
    assert len(space.query("POLYLINE[layer=='SOLUTION']")) == 1
    assert {entity.dxftype() for entity in space.query("*[layer=='ENDS']")} == {
        "CIRCLE", "POLYLINE"
    }  # fmt: skip
    assert labirinto.load(io.BytesIO(data)).recipe == maze.recipe
    with_returns = data.replace(b"\n", b"\r\n")
    assert labirinto.load(io.BytesIO(with_returns)) == maze


@pytest.mark.parametrize("format", FORMATS)
def test_walls_off_the_grid_are_refused(format: str) -> None:
    maze = labirinto.wilson(4, 3, seed=1)
    style = Style(cell=10, wall=2, margin=4, cell_mm=5)  # lines at 2.5, 7.5 ... in SVG
    data = drawn(maze, format, style=style)
    before, after = (b'"', b",") if format == "plot.svg" else (b"\n10\n", b"\n")
    right = b"7.5" if format == "plot.svg" else b"5"
    for wrong, words in (
        (b"6", "between the lines"),
        (b"nan", "between the lines"),
        (b"-inf", "between the lines"),
        (b"1e300", "between the lines"),
        (b"x", "cannot be read"),
    ):
        assert before + right + after in data
        hostile = data.replace(before + right + after, before + wrong + after, 1)
        assert words in complaint(hostile)


def test_what_is_too_short_for_its_size_is_refused() -> None:
    for kind in (*FORMATS, "svg"):
        data = drawn(Maze(3, 2, bytes(4)), kind)
        widest = str(2**31 - 1).encode()
        for name in (b'"width":3', b'"height":2'):
            name = name if name in data else name.replace(b'"', b"&quot;")
            hostile = data.replace(name, name[:-1] + widest)
            assert hostile != data
            assert "too many for its" in complaint(hostile)


def test_walls_over_walls_are_refused() -> None:
    data = drawn(Maze(3, 2, bytes(4)), "svg")
    assert "overlap" in complaint(data.replace(b' d="', b' d="' + b"M0 1h3" * 10))
    assert "neither vertical nor horizontal" in complaint(data.replace(b' d="', b' d="M0 1h0'))
    assert "leads out" in complaint(data.replace(b' d="', b' d="M0 1h4'))
    assert "leads out" in complaint(data.replace(b' d="', b' d="M0 1h' + b"9" * 5000))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n", "not made by labirinto"),
        (b"999\nlabirinto {}\n0\nEOF\n", "notes are damaged"),
        (b"999\nlabirinto {}\n", "cut off"),
        (b"999\nlabirinto [" + b"[" * 10**5 + b"\n0\nEOF\n", "notes are damaged"),
        (b"999\n\xff\n", "not made by labirinto"),
        (b"999", "not made by labirinto"),
    ],
)
def test_other_documents_are_refused_in_a_sentence(data: bytes, words: str) -> None:
    assert words in complaint(data)


def test_sizes_in_millimetres_go_through_the_command_line(tmp_path: Path) -> None:
    words = "wilson 4x3 --seed 7 --cell-mm 10 -o m.dxf -o m.plot.svg"
    assert run(*words.split(), cwd=tmp_path).returncode == 0
    assert b"\n40\n" in (tmp_path / "m.dxf").read_bytes()
    assert run("solve", "m.dxf", "-o", "solved.svg", cwd=tmp_path).returncode == 0
    facts = run("info", "m.plot.svg", cwd=tmp_path).stdout
    assert "wilson 4x3 --seed 7 (makes this very maze)" in facts
