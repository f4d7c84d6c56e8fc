"""Areas of SVG drawings as cells: shapes, curves, transformations, and what is refused."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

import labirinto
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError
from labirinto.grids import Rectangle, mask, pieces_of, polygons
from labirinto.grids.svg_areas import areas_of, cells_covered


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


SYMBOL = (
    '<symbol id="a" viewBox="0 0 3 2"><rect width="3" height="2"/></symbol>'
    '<use href="#a" width="9" height="90"/>'
)
CLIPPED = (
    '<clipPath id="a"><circle r="0"/><rect width="9" height="9"/></clipPath>'
    '<rect width="3" height="2" clip-path="url(#a)"/>'
)


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
        ('<path d="M0 0h4v4h-4zM1 1h2v2h-2z"/>', 16),  # the rule leaves no hole
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
        ('<rect width="8" height="6" rx="2"/>', 48 - 4 * (4 - math.pi)),
        ('<rect width="8" height="6" ry="9"/>', 48 - 4 * (12 - 3 * math.pi)),  # at most half a side
        ('<rect width="8" height="6" rx="2" ry="1"/>', 48 - 4 * (2 - math.pi / 2)),
        ('<rect width="8" height="6" rx="0" ry="1"/>', 48),
        ('<ellipse rx="2"/>', 4 * math.pi),
        ('<polyline points="0,0 3,0 3,2 0,2"/>', 6),
        ('<rect width="1in" height="72pt"/>', 96 * 96),
        ('<rect width="2.54cm" height="25.4mm"/>', 96 * 96),
        ('<rect width="6pc" height="101.6Q"/>', 96 * 96),
        ('<svg x="9" width="50" height="40"><rect width="50%" height="25%"/></svg>', 250),
        (
            '<svg width="50" height="40" viewBox="0 0 9 4"><circle r="10%" cx="4" cy="2"/></svg>',
            math.pi * 0.01 * (81 + 16) / 2 * (50 / 9) ** 2,
        ),
        (
            '<defs><rect id="a" width="3" height="2"/></defs><use href="#a" transform="scale(2)"/>',
            24,
        ),
        (SYMBOL, 54),
        ('<path d="M0 0h3v2h-3z" fill="none" stroke="red"/>', 6),  # an outline
        (CLIPPED, 6),
    ],
)
def test_a_shape_has_its_area(part: str, expected: float) -> None:
    assert areas(part) == [pytest.approx(expected, rel=5e-3)]


def test_parts_of_a_path_are_areas_of_their_own() -> None:
    # An island in the hole of the first.
    path = "M0 0h9v9h-9zm1 1h7v7h-7zm1 1h1v1h-1zM20 0h1v1h-1z"
    assert areas(f'<path d="{path}" fill-rule="evenodd"/>') == [81 - 49, 1, 1]
    assert areas(f'<path d="{path}"/>') == [81, 1]
    # The second winds the other way, and so does nothing inside the third.
    path = "M0 0h9v9h-9zm1 1v7h7v-7zm1 1h1v1h-1zM20 0h1v1h-1z"
    assert areas(f'<path d="{path}"/>') == [81 - 49, 1, 1]


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
        square(9, 'opacity="0%"') + square(7, 'style="opacity:.5;opacity:bright"'),
        '<circle r="1"/>',
    ) == [1, 64, 4, 9, 16, 25, 36, 49, pytest.approx(math.pi, rel=5e-3)]


def test_style_sheets_that_hide_nothing_need_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cssselect2", None)
    rect = '<rect class="a" width="2" height="1"/>'
    assert areas("<style>@import 'x'; .a{font-size:9px}</style>", rect) == [2]
    with pytest.raises(MissingExtraError, match=r"'labirinto\[images\]'"):
        areas("<style>.a{display:none}</style>", rect)


def test_a_drawing_is_a_mask(tmp_path: Path) -> None:
    file = tmp_path / "frame.svg"
    # A hole that winds as its outline does, and a shape over another that winds the other way.
    path = '<path d="M0 0h6v6h-6zm2 2h2v2h-2z"/><path d="M4 0v2h2v-2z"/>'
    path = f'<g style="fill-rule:evenodd">{path}</g>'
    file.write_text(drawing('<rect class="no" width="99"/>', path), encoding="utf-8-sig")
    frame = mask("###\n#.#\n###")
    assert mask(file, 3, 3) == frame
    assert mask(file, 5, 3) == mask(".###.\n.#.#.\n.###.")
    assert mask(str(file), 6, 3, stretch=True) == mask("######\n##..##\n######")
    assert mask(file, 3, 3, invert=True) == mask("...\n.#.\n...")
    file.write_text(drawing(path.replace("evenodd", "nonzero")))
    assert mask(file, 3, 3) == mask("###\n###\n###")
    sheet = "<style>path{fill-rule:nonzero!important}</style>"
    file.write_text(drawing(sheet, path))
    assert mask(file, 3, 3) == mask("###\n###\n###")
    turned = path.replace("evenodd", "nonzero").replace("zm2 2h2v2h-2z", "zm2 2v2h2v-2z")
    file.write_text(drawing(turned))
    assert mask(file, 3, 3) == frame
    with pytest.raises(InvalidValueError, match="Give the width and the height"):
        mask(file)
    file.write_text(drawing("<text>A</text>"))
    with pytest.raises(FileFormatError, match="element <text>, which is not a shape"):
        mask(file, 3, 3)
    file.write_text(drawing("<g/>"))
    with pytest.raises(InvalidValueError, match="no closed paths"):
        mask(file, 3, 3)
    file.write_text("<html/>")
    with pytest.raises(FileFormatError, match=r"frame.svg: It is not SVG"):
        mask(file, 3, 3)


SQUARE = '<rect width="2" height="2"/>'
GHOST = {
    "fill": 'fill="none"',
    "style": 'style="fill:none"',
    "opacity of the fill": 'fill-opacity="0"',
    "opacity in per cent": 'style="fill-opacity:0%"',
    "transparent": 'fill="transparent"',
    "hexadecimal": 'fill="#12345600"',
    "four digits": 'fill="#1230"',
    "function": 'fill="rgba(1, 2, 3, 0)"',
    "slash": 'fill="rgb(1 2 3 / 0%)"',
    "colour": 'fill="currentColor" color="transparent"',
    "gradient": 'fill="url(#none)"',
    "fallback": 'fill="url(#missing) none"',
    "stroke": 'fill="none" stroke="red" stroke-opacity="0"',
    "no width": 'fill="none" stroke="red" stroke-width="0"',
    "extension": 'requiredExtensions="urn:x"',
}
SEEN = {
    "red": 'fill="red"',
    "style over attribute": 'fill="none" style="fill:red"',
    "initial": 'fill="initial"',
    "opaque": 'fill="rgba(1, 2, 3, .1)"',
    "six digits": 'fill="#123400"',
    "three digits": 'fill="#120"',
    "gradient": 'fill="url(#some)"',
    "currentColor": 'fill="currentColor"',
    "fallback": 'fill="url(#missing) red"',
}
GRADIENTS = (
    '<linearGradient id="none"/><linearGradient id="some" href="#stops"/>'
    '<linearGradient id="stops"><stop/></linearGradient>'
)


def cells(*parts: str, size: tuple[int, int] = (4, 4), attributes: str = "") -> Rectangle:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{"".join(parts)}</svg>'
    bits = cells_covered(text.encode(), *size, stretch=True)
    return Rectangle(*size, bits)


@pytest.mark.parametrize("how", GHOST)
def test_what_is_not_painted_is_no_cell(how: str) -> None:
    other = f'<rect x="2" y="2" width="2" height="2" {GHOST[how]}/>'
    assert cells(GRADIENTS, SQUARE, other) == Rectangle(4, 4)
    if how != "extension":  # which is not inherited
        assert cells(GRADIENTS, SQUARE, f"<g {GHOST[how]}>{SQUARE}</g>") == Rectangle(4, 4)


@pytest.mark.parametrize("how", SEEN)
def test_what_is_painted_is_a_cell(how: str) -> None:
    other = f'<g fill="none"><rect x="2" y="2" width="2" height="2" {SEEN[how]}/></g>'
    assert cells(GRADIENTS, SQUARE, other) == mask("##..\n##..\n..##\n..##", pieces="each")


def test_style_sheets_paint_as_attributes_do() -> None:
    pytest.importorskip("cssselect2")
    sheet = ".a{fill:none} #b{stroke:red;stroke-width:2px} .c{clip-path:url(#Clip)}"
    clip = '<clipPath id="Clip"><rect width="2" height="2"/></clipPath>'
    frame = '<rect id="b" class="a" x="1" y="1" width="6" height="6"/>'
    whole = '<g class="c"><rect width="9" height="9"/></g>'
    expected = mask("####\n#..#\n#..#\n####")
    assert cells(f"<style>{sheet}</style>", frame, '<rect class="a" width="99"/>') == expected
    assert cells(f"<style>{sheet}</style>", clip, whole, SQUARE) == Rectangle(4, 4)


BEVEL = "###...\n###...\n###...\n######\n######\n.#####"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('<path d="M0 0h4" stroke-width="4"/>', "####\n" * 4),
        ('<line x2="4" stroke-width="4"/>', "####\n" * 4),
        ('<path d="M1 0v3h3" stroke-width="2" fill="none"/>', "##..\n##..\n####\n####"),
        ('<path d="M1 0v3h3" stroke-width="2" stroke-linejoin="bevel" fill="none"/>', BEVEL),
        ('<path d="M1 0v3h3" stroke-width="2" stroke-miterlimit="1.4" fill="none"/>', BEVEL),
        ('<path d="M1 0v3h3" stroke-width="2"/>',
         "###...\n###...\n####..\n######\n######\n######"),
        ('<path d="M0 0h0" stroke-width="4" stroke-linecap="square"/>', "####\n" * 4),
        ('<path d="M0 0z" stroke-width="4" stroke-linecap="round"/>', ".##.\n####\n####\n.##."),
        ('<path d="M0 0h4z" stroke-width="4" stroke-linejoin="round" fill="none"/>',
         ".######.\n########\n########\n.######."),
        ('<g transform="scale(-2 1)"><path d="M0 0h4" stroke-width="4"/></g>', "####\n" * 4),
    ],
)  # fmt: skip
def test_a_line_covers_its_width(line: str, expected: str) -> None:
    grid = mask(expected.strip())
    assert cells(f'<g stroke="red">{line}</g>', size=(grid.width, grid.height)) == grid


def test_a_clip_cuts_off() -> None:
    clips = (
        '<clipPath id="corner"><path d="M0 0h2v1h-1v1h-1z"/></clipPath>'
        '<clipPath id="hole"><path d="M0 0h4v4h-4zM1 1h2v2h-2z" clip-rule="evenodd"/></clipPath>'
        '<clipPath id="small" clip-path="url(#hole)"><use href="#s"/></clipPath>'
        '<clipPath id="nothing"/><defs><rect id="s" width="3" height="3" fill="none"/></defs>'
    )
    whole = '<rect width="4" height="4" {}/>'
    frame = mask("####\n#..#\n#..#\n####")
    assert cells(clips, whole.format('clip-path="url(#hole)"')) == frame
    assert cells(clips, whole.format("style=\"clip-path: url('#hole')\"")) == frame
    corner = mask("####\n####\n##..\n##..")
    assert cells(clips, whole.format('clip-path="url(#corner)"')) == corner
    group = '<g clip-path="url(#corner)" transform="translate(7 7) scale(3)">{}</g>'
    assert cells(clips, group.format(whole.format(""))) == corner
    assert cells(clips, group.format('<rect width="1" height="4"/>')) == Rectangle(4, 4)
    small = mask("###\n#..\n#..")
    assert cells(clips, whole.format('clip-path="url(#small)"'), size=(3, 3)) == small
    assert cells(clips, whole.format('clip-path="url(#nothing)"'), SQUARE) == Rectangle(4, 4)
    with pytest.raises(InvalidValueError, match="no closed paths"):
        cells(clips, whole.format('clip-path="url(#nothing)"'))


@pytest.mark.parametrize(
    ("attributes", "is_cut"),
    [
        ("", False),
        ('viewBox="0 0 8 8"', False),
        ('viewBox="0 0 8 8" width="8" height="8"', False),
        ('viewBox="2 2 4 4"', True),
        ('viewBox="2 2 4 4" width="9mm" height="9mm"', True),
        ('viewBox="2 2 4 4" width="9" height="4" preserveAspectRatio="none"', True),
        ('viewBox="2 3 4 2" width="9" height="9"', True),  # which shows more of the drawing
    ],
)
def test_the_page_cuts_off(attributes: str, is_cut: bool) -> None:
    parts = '<rect width="3" height="3"/><rect x="5" y="5" width="3" height="3"/>'
    whole = mask("###.....\n" * 3 + "........\n" * 2 + ".....###\n" * 3, pieces="each")
    cut = mask("##......\n" * 2 + "........\n" * 4 + "......##\n" * 2, pieces="each")
    assert cells(parts, size=(8, 8), attributes=attributes) == (cut if is_cut else whole)


def test_areas_beyond_the_page_are_left_out() -> None:
    page = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    inside, across, outside = (f'<rect x="{x}" width="4" height="1"/>' for x in (1, 7, 20))
    found = areas_of(f"{page}{inside}{across}{outside}</svg>".encode())
    assert [area(outline) for (outline,) in found] == [4, 4]


def test_labels_are_no_areas_and_no_masks() -> None:
    for label in ("<text>A</text>", '<image href="a.png"/>', "<animate/>"):
        assert areas(SQUARE, label) == [4]
        with pytest.raises(FileFormatError, match=label[1:5]):
            cells(SQUARE, label)
        assert cells(SQUARE, f'<g visibility="hidden">{label}</g>') == Rectangle(4, 4)


@pytest.mark.parametrize(
    ("attribute", "named"),
    [
        ('stroke-dasharray="1 2"', "stroke-dasharray"),
        ('marker-end="url(#a)"', "marker-end"),
        ('vector-effect="non-scaling-stroke"', "vector-effect"),
        ('stroke-width="thick"', "The stroke-width 'thick'"),
        ('stroke-linejoin="arcs"', "stroke-linejoin:arcs"),
    ],
)
def test_a_line_that_is_not_understood_is_refused(attribute: str, named: str) -> None:
    path = f'<path d="M0 0h4v4" stroke="red" {attribute}/>'
    with pytest.raises(FileFormatError, match=named):
        cells(path)
    assert areas(path) == [8]  # whose outline does not matter
    assert cells(path.replace('"red"', '"none"'), size=(2, 1)) is not None


def test_a_drawing_may_be_in_utf_16(tmp_path: Path) -> None:
    file = tmp_path / "drawing.svg"
    file.write_text(drawing(SQUARE), encoding="utf-16")
    assert mask(file, 3, 3) == Rectangle(3, 3)
    assert len(polygons(file)) == 1


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
    ("text", "error", "message"),
    [
        ("<svg", FileFormatError, "It is not SVG"),
        ("<html/>", FileFormatError, "its root is 'html'"),
        (drawing(), InvalidValueError, "has no closed paths"),
        (drawing('<path d="M0 0h1"/>'), InvalidValueError, "has no closed paths"),
        (drawing('<path d="M0 0h1v1z#"/>'), FileFormatError, "cannot be read from '#' on"),
        (drawing('<path d="L0 0"/>'), FileFormatError, "cannot be read"),
        (drawing('<path d="M0 0A1 1 0 2 0 1 1"/>'), FileFormatError, "from ' 2 0 1 1' on"),
        (drawing('<path d="M0 0h1v1z 5"/>'), FileFormatError, "from ' 5' on"),
        (
            drawing('<path d="M0 0h1e999v1z"/>'),
            FileFormatError,
            "The number 1e999 in the drawing is too",
        ),
        (
            drawing('<g transform="scale(1e30)">' * 11, '<path d="M0 0h1v1"/>', "</g>" * 11),
            FileFormatError,
            "not a finite number",
        ),
        (drawing('<polygon points="0,0 one"/>'), FileFormatError, "'one' is not a number"),
        (drawing('<rect width="50%" height="1"/>'), FileFormatError, "The width '50%'"),
        (
            drawing('<rect width="5em" height="1"/>'),
            FileFormatError,
            "The width '5em' .* em, which",
        ),
        (drawing('<rect id="a" width="-5" height="1"/>'), FileFormatError, "'-5' of a <rect> 'a'"),
        (drawing('<g transform="turn(9)"/>'), FileFormatError, r"'turn\(9\)' is not a transf"),
        (drawing('<g transform="scale(1 2 3)"/>'), FileFormatError, "is not a transformation"),
        (
            drawing('<g><svg x="5" viewBox="0 0 9 9"><circle r="1"/></svg></g>'),
            FileFormatError,
            "A <svg> of the drawing has a viewBox, but no size",
        ),
        (drawing('<svg viewBox="0 0 9"/>'), FileFormatError, "viewBox '0 0 9'"),
        (
            drawing('<svg width="1" height="1" viewBox="0 0 9 9" preserveAspectRatio="x"/>'),
            FileFormatError,
            "preserveAspectRatio 'x'",
        ),
        (drawing('<use href="b.svg#a"/>'), FileFormatError, "A <use> .* 'b.svg#a', which is not"),
        (drawing('<g id="a"><use href="#a"/></g>'), FileFormatError, "<g> 'a' .* repeats itself"),
        (
            drawing(
                *(f'<g id="a{k}"><use href="#a{k + 1}"/></g>' for k in range(99)), '<g id="a99"/>'
            ),
            FileFormatError,
            "copies of copies",
        ),
        (
            drawing(
                *(
                    f'<g id="a{k}"><use href="#a{k + 1}"/><use href="#a{k + 1}"/></g>'
                    for k in range(40)
                ),
                '<g id="a40"/>',
            ),
            FileFormatError,
            "more than 65536 corners",
        ),
        (drawing('<g mask="url(#a)"/>'), FileFormatError, "A <g> of the drawing has a mask"),
        (drawing('<g style="filter:blur(1)"/>'), FileFormatError, "A <g> .* has a filter"),
        (drawing('<g style="transform:none"/>'), FileFormatError, "has 'transform:none', which"),
        (drawing('<path fill="url(#a)"/>'), FileFormatError, "A fill .* '#a', which is not in it"),
        (
            drawing('<pattern id="a"/><path fill="url(#a)"/>'),
            FileFormatError,
            "a fill by a <pattern>",
        ),
        (
            drawing(
                '<linearGradient id="a"><stop/><stop stop-opacity="0"/></linearGradient>',
                '<path fill="url(#a)"/>',
            ),
            FileFormatError,
            "<linearGradient> that becomes transparent",
        ),
        (drawing('<path fill="var(--a)"/>'), FileFormatError, r"has 'fill:var\(--a\)', which"),
        (drawing('<g clip-path="url(#a)"/>'), FileFormatError, "A clip-path .* '#a', which is not"),
        (drawing('<g id="a" clip-path="url(#a)"/>'), FileFormatError, "name a <clipPath>"),
        (drawing('<g clip-path="circle(9)"/>'), FileFormatError, r"has 'clip-path:circle\(9\)'"),
        (
            drawing('<clipPath id="a"><g/></clipPath><g clip-path="url(#a)"/>'),
            FileFormatError,
            "<clipPath> 'a' .* has a <g> in it",
        ),
        (
            drawing('<clipPath id="a" clip-path="url(#a)"/><g clip-path="url(#a)"/>'),
            FileFormatError,
            "<clipPath> 'a' .* repeats itself",
        ),
        (
            drawing(
                '<clipPath id="a" clipPathUnits="objectBoundingBox"/>', '<g clip-path="url(#a)"/>'
            ),
            FileFormatError,
            "clipPathUnits 'objectBoundingBox'",
        ),
        (
            drawing(
                '<clipPath id="a"><circle r="2"/></clipPath>',
                '<rect id="b" clip-path="url(#a)" width="3" height="2"/>',
            ),
            FileFormatError,
            "<rect> 'b' .* is cut off by a <clipPath> 'a'",
        ),
        (
            drawing("<switch><g systemLanguage='it'/></switch>"),
            FileFormatError,
            "<switch> between languages",
        ),
        (drawing('<g transform="scale(1"/>'), FileFormatError, "is not a transformation"),
        (
            drawing("<style>@media print{.a{display:none}}</style>"),
            FileFormatError,
            "A style of the drawing has '@media', which cannot be read here; save",
        ),
        (drawing("<style>a|b{display:none}</style>"), FileFormatError, r"has 'a\|b', which"),
        (drawing('<style media="print">a{}</style>'), FileFormatError, "has 'media=print', which"),
        (
            drawing('<path style="opacity:calc(0)"/>'),
            FileFormatError,
            "has 'opacity:calc.0.', which",
        ),
        ('<?xml-stylesheet href="a.css"?>' + drawing(), FileFormatError, "in another file; put it"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', FileFormatError, "declares entities"),
        (drawing('<rect width="2" height="2"/>' * 2), InvalidValueError, "0 and 1 overlap"),
    ],
)
def test_what_is_no_drawing_of_areas_is_refused(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        polygons(text)


def test_comments_declare_nothing() -> None:
    plain = drawing('<rect width="9" height="9"/>')
    note = '<!-- no <!ENTITY a "b"> and no <?xml-stylesheet href="a.css"?> -->'
    assert polygons(note + plain.replace("</", f"{note}</")) == polygons(plain)
