"""Areas of SVG drawings as cells: shapes, curves, transformations, and what is refused."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

import labirinto
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError
from labirinto.grids import pieces_of, polygons
from labirinto.grids.svg_areas import areas_of


def drawing(*parts: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def area(ring: list[tuple[float, float]]) -> float:
    shifted = [*ring[1:], ring[0]]
    return abs(sum(x * y2 - x2 * y for (x, y), (x2, y2) in zip(ring, shifted, strict=True))) / 2


def areas(*parts: str) -> list[float]:
    return [
        area(outline) - sum(map(area, holes))
        for outline, *holes in areas_of(drawing(*parts).encode())
    ]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ('<path d="M0 0h3v2h-3z"/>', 6),
        ('<path d="m 1,1 3,0 0,2 -3,0"/>', 6),  # areas are closed
        ('<path d="M0,0H3V2H0Z"/>', 6),
        ('<path d="M0 0L3 0 3 2 0 2z"/>', 6),
        ('<path d="M.5.5l1e0-.5 1 .5-1 .5z"/>', 1),
        ('<path d="M0 0h4v4h-4zM1 1v2h2v-2z"/>', 12),  # with a hole
        ('<path fill-rule="evenodd" d="M0 0h4v4h-4zM1 1h2v2h-2z"/>', 12),
        ('<path d="M-2 0A2 2 0 0 1 2 0A2 2 0 0 1-2 0z"/>', 4 * math.pi),
        ('<path d="M-2 0a2 2 0 104 0 2 2 0 10-4 0"/>', 4 * math.pi),  # flags without spaces
        ('<path d="M2 0a2 2 0 1 1-2-2v2z"/>', 3 * math.pi),
        ('<path d="M-2 0A2 1 0 0 0 2 0z"/>', math.pi),
        ('<path d="M-1 0A.1.1 0 0 1 1 0z"/>', math.pi / 2),  # a radius that is too short
        ('<path d="M0 0Q1 2 2 0z"/>', 4 / 3),
        ('<path d="M0 0Q1 2 2 0T4 0v9h-4z"/>', 36),
        ('<path d="M0 0C0 1 2 1 2 0z"/>', 1.2),
        ('<path d="M0 0C0 1 2 1 2 0S4-1 4 0v9h-4z"/>', 36),
        ('<polygon points="0,0 3,0 3,2 0,2"/>', 6),
        ('<rect x="1" y="1" width="3" height="2px"/>', 6),
        ('<circle cx="9" r="2"/>', 4 * math.pi),
        ('<ellipse rx="2" ry="3"/>', 6 * math.pi),
        ('<g transform="translate(5) scale(2,3)"><rect width="1" height="1"/></g>', 6),
        ('<rect width="2" height="3" transform="rotate(30 1 2) skewX(20)"/>', 6),
        ('<rect width="2" height="3" transform="matrix(2 0 0 2 7 7),skewY(9)"/>', 24),
    ],
)
def test_a_shape_has_its_area(part: str, expected: float) -> None:
    assert areas(part) == [pytest.approx(expected, rel=5e-3)]


def test_parts_of_a_path_are_areas_of_their_own() -> None:
    # An island in the hole of the first.
    path = "M0 0h9v9h-9zm1 1h7v7h-7zm1 1h1v1h-1zM20 0h1v1h-1z"
    assert areas(f'<path fill-rule="evenodd" d="{path}"/>') == [81 - 49, 1, 1]


def test_what_is_not_drawn_is_no_cell() -> None:
    square = '<rect width="1" height="1"/>'
    assert areas(f"<defs>{square}</defs><!-- -->{square}<text>A</text>", '<path d="M0 0h9"/>') == [
        1
    ]


def test_what_is_hidden_is_no_cell() -> None:
    def square(side: int, words: str = "") -> str:
        return f'<rect width="{side}" height="{side}" {words}/>'

    shown_again = square(2, 'visibility="visible"') + square(3)
    assert areas(
        square(1),
        square(4, 'display="none"'),
        square(4, 'style="fill: red; Display : none !important"'),
        square(4, 'visibility="hidden"'),
        f'<g visibility="hidden">{shown_again}</g>',
        f'<g style="visibility:collapse">{square(4)}</g>',
        f'<g style="display:none">{shown_again}<use href="#a"/></g>',
        square(5, 'display="none" style="display:inline"'),
    ) == [1, 4, 25]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ('<rect width="4" height="4" rx="1"/>', [12 + math.pi]),
        ('<rect width="4" height="2" ry="9"/>', [2 * math.pi]),
        ('<rect width="2" height="3" fill="none"/>', []),
        ('<rect width="2" height="3" fill="#1230"/>', []),
        ('<g fill-opacity="0"><rect width="2" height="3" fill="rgba(1, 2, 3, 0)"/></g>', []),
        ('<g fill="none"><rect width="2" height="3" fill="rgb(0,0,0)"/></g>', [6]),
        ('<rect width="2" height="3" fill="none" stroke="red"/>', [6]),
        ('<path d="M0 0h2v3h-2z" fill="none" stroke="red"/>', [6]),
        ('<path d="M0 0h2v3h-2" fill="none" stroke="red"/>', []),  # a river
        ('<path d="M0 0h9v9h-9zm1 1h7v7h-7z"/>', [81]),
        ('<path fill-rule="evenodd" d="M0 0h9v9h-9zm1 1h7v7h-7z"/>', [32]),
    ],
)
def test_areas_are_what_is_painted(part: str, expected: list[float]) -> None:
    square = '<rect x="99" width="1" height="1"/>'
    assert areas(part, square) == [*(pytest.approx(it, rel=5e-3) for it in expected), 1]


HIDING = """
.st0{display:none;} .st1 { display: inline; fill: red } /* comment */
.ghost, #lost { opacity: 0 }
g > .inner { visibility: hidden }
.kept { visibility: hidden !important } circle:hover { display: none }
@font-face { font-family: x }
"""


def test_what_style_sheets_hide_is_no_cell() -> None:
    pytest.importorskip("cssselect2")

    def square(side: int, words: str = "") -> str:
        return f'<rect width="{side}" height="{side}" {words}/>'

    assert areas(
        f"<style>{HIDING}</style>",
        square(1),
        '<g class="st0">' + square(9, 'class="st1"') + "</g>",
        square(8, 'class="st1 st0"'),  # of equal rules the last one wins
        square(2, 'class="st0" style="display:inline"'),
        square(9, 'class="ghost"') + square(9, 'id="lost"') + square(3, 'class="lost"'),
        "<g>" + square(9, 'class="inner"') + "<g>" + square(4) + "</g></g>",
        square(5, 'class="inner"'),
        square(9, 'class="kept" style="visibility:visible"'),
        square(6, 'class="kept" style="visibility:visible!important"'),
        square(9, 'opacity="0%"') + square(7, 'style="opacity:0;opacity:.5"'),
        '<circle r="1"/>',
    ) == [1, 64, 4, 9, 16, 25, 36, 49, pytest.approx(math.pi, rel=5e-3)]


def test_style_sheets_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cssselect2", None)
    rect = '<rect class="a" width="2" height="1"/>'
    assert areas("<style> </style>", rect) == [2]
    with pytest.raises(MissingExtraError, match=r"'labirinto\[images\]'"):
        areas("<style>.a{display:none}</style>", rect)


def test_elements_of_other_namespaces_are_no_cells() -> None:
    other = f'<x:g xmlns:x="urn:x"><x:rect width="4" height="4"/>{drawing("<g/>")}</x:g>'
    assert areas(other, '<rect width="1" height="1"/>') == [1]
    with pytest.raises(FileFormatError, match=r"its root is '\{urn:x\}svg'"):
        areas_of(b'<svg xmlns="urn:x"/>')


def test_neighbours_share_a_curve_from_either_end(tmp_path: Path) -> None:
    left = "M0 0H4C6 2 2 3 4 5A3 2 20 0 1 4 9Q5 10 4 11H0z"
    right = "M9 0H4C6 2 2 3 4 5A3 2 20 0 1 4 9Q5 10 4 11H9z"
    backwards = "M9 0V11H4Q5 10 4 9A3 2 20 0 0 4 5C2 3 6 2 4 0z"
    for other in (right, backwards):
        grid = polygons(drawing(f'<path d="{left}"/><path d="{other}"/>'))
        assert grid.walls == 1
        assert len(grid.wall(0)) > 50
        assert labirinto.wilson(grid, seed=1).is_perfect
    file = tmp_path / "drawing.svg"
    file.write_text(drawing(f'<path d="{left}"/><path d="{right}"/>'), encoding="utf-8-sig")
    assert polygons(file) == polygons(str(file))
    assert len(polygons(file)) == 2


def test_each_piece_of_a_drawing() -> None:
    parts = '<rect width="1" height="1"/><rect x="1" width="1" height="1"/><circle cx="9" r="1"/>'
    grid = polygons(drawing(parts), pieces="each")
    assert [len(piece) for piece in pieces_of(grid)] == [2, 1]
    assert pieces_of(pieces_of(grid)[0]) == [pieces_of(grid)[0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<svg", "It is not SVG"),
        ("<html/>", "its root is 'html'"),
        (drawing('<path d="M0 0h1v1z#"/>'), "cannot be read from '#' on"),
        (drawing('<path d="L0 0"/>'), "cannot be read"),
        (drawing('<path d="M0 0A1 1 0 2 0 1 1"/>'), "from ' 2 0 1 1' on"),
        (drawing('<path d="M0 0h1v1z 5"/>'), "from ' 5' on"),
        (drawing('<path d="M0 0h1e999v1z"/>'), "The number 1e999 in the drawing is too"),
        (
            drawing('<g transform="scale(1e30)">' * 11, '<path d="M0 0h1v1"/>', "</g>" * 11),
            "not a finite number",
        ),
        (drawing('<polygon points="0,0 one"/>'), "'one' is not a number"),
        (drawing('<polygon points="0,0 1 0 1 1 0"/>'), "odd number"),
        (drawing('<rect width="2" height="1" fill="nonne"/>'), "fill 'nonne'"),
        (drawing('<g style="opacity:bright"/>'), "opacity 'bright'"),
        (drawing('<circel r="2"/>'), "<circel>"),
        (
            drawing('<circle r="2" transform="scale(2)" transform-origin="center"/>'),
            "transform-origin:center",
        ),
        (drawing('<rect width="50%" height="1"/>'), "The width '50%'"),
        (drawing('<g transform="turn(9)"/>'), r"'turn\(9\)' is not a transf"),
        (drawing('<g transform="scale(1 2 3)"/>'), "is not a transformation"),
        (
            drawing('<g><svg x="5" viewBox="0 0 9 9"><circle r="1"/></svg></g>'),
            "has an <svg> inside its <svg>; put the shapes in it into a <g>",
        ),
        (
            drawing('<defs><circle id="a" r="1"/></defs><use href="#a"/>'),
            "has a <use>; draw its copies as shapes",
        ),
        (drawing('<g transform="scale(1"/>'), "is not a transformation"),
        (drawing("<style>@import 'x';</style>"), "has '@import', which"),
        (drawing('<rect width="2" height="2" clip-path="url(#a)"/>'), "clipped by its clip-path"),
        (drawing('<g mask="url(#a)"><rect/></g>'), "clipped by its mask"),
        (
            drawing("<style>@media print{.a{display:none}}</style>"),
            "A style of the drawing has '@media', which cannot be read here; save",
        ),
        (drawing("<style>a|b{display:none}</style>"), r"has 'a\|b', which"),
        (drawing('<style media="print">a{}</style>'), "has 'media=print', which"),
        (drawing('<path style="opacity:calc(0)"/>'), "has 'opacity:calc.0.', which"),
        ('<?xml-stylesheet href="a.css"?>' + drawing(), "in another file; put it"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "declares entities"),
    ],
)
def test_what_is_no_drawing_of_areas_is_refused(text: str, message: str) -> None:
    with pytest.raises(FileFormatError, match=message):
        polygons(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (drawing(), "has no closed paths"),
        (drawing('<path d="M0 0h1"/>'), "has no closed paths"),
        (drawing('<rect width="2" height="2"/>' * 2), "0 and 1 overlap"),
    ],
)
def test_a_drawing_without_cells_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        polygons(text)
