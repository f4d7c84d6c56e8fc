"""Drawings as masks: what they paint, counted in cells, and what is refused beforehand."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
from tiers import thinned

from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError
from labirinto.grids import mask
from labirinto.grids.svg_cells import cells_covered

pytest.importorskip("resvg_py")

FRAME = '<path d="M0 0h1v1h-1zM99 99h1v1h-1z"/>'
"""Corners of the page, so that a drawing is not fitted; they paint two cells."""

SQUARE = '<rect x="20" y="20" width="50" height="40"/>'

CLIP = '<clipPath id="c"><circle cx="45" cy="40" r="15"/></clipPath>'
MASK = '<mask id="m"><rect x="20" y="20" width="10" height="99" fill="#fff"/></mask>'
SYMBOL = '<symbol id="s" viewBox="0 0 2 2"><rect width="3" height="1"/></symbol>'


def drawing(*parts: str, words: str = 'viewBox="0 0 100 100"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {words}>{"".join(parts)}</svg>'


def painted(*parts: str) -> int:
    """The cells of 100 x 100 that are painted besides the frame."""
    cells = cells_covered(drawing(FRAME, *parts).encode(), 100, 100, False)
    return sum(byte.bit_count() for byte in cells) - 2


PAINTED = [
    (SQUARE, 2000),
    ('<rect x="20" y="20" width="50" height="40" rx="20"/>', 400 + 400 * math.pi),
    ('<circle cx="50" cy="50" r="30"/>', 900 * math.pi),
    (
        CLIP + f'<g clip-path="url(#c)">{SQUARE}</g>',
        225 * math.pi,
    ),
    (
        MASK + f'<g style="mask:url(#m)">{SQUARE}</g>',
        400,
    ),
    (f'<g fill="none">{SQUARE}</g>', 0),
    (f'<g fill-opacity="0">{SQUARE}</g>', 0),
    (f'<g opacity="0">{SQUARE}</g>', 0),
    (f'<g opacity=".001">{SQUARE}</g>', 2000),
    (f'<g fill="rgba(0, 0, 0, 0)">{SQUARE}</g>', 0),
    (f'<g style="display:none">{SQUARE}<text>A</text></g>', 0),
    (f'<g visibility="hidden">{SQUARE}</g>', 0),
    (f"<style>rect:not(.a) {{fill:none}}</style>{SQUARE}", 0),
    (f'<style>.a {{opacity:0}}</style><g class="a">{SQUARE}</g>', 0),
    (f'<defs><g id="a">{SQUARE}</g></defs><use href="#a" x="9"/>', 2000),
    (
        SYMBOL + '<use href="#s" x="10" y="10" width="40" height="40"/>',
        800,
    ),
    ('<svg x="10" y="10" width="20" height="20"><rect width="99" height="99"/></svg>', 400),
    ('<g transform="translate(50 50) scale(2)"><rect width="10" height="10"/></g>', 400),
    ('<path d="M20 20H60" stroke="red" stroke-width="10"/>', 400),
    (
        '<path d="M20 20h20v20h-20z" fill="none" stroke="red" stroke-width="4"/>',
        320,
    ),
    ('<path d="M10 10h30v30h-30zm10 10h10v10h-10z"/>', 900),
    ('<path fill-rule="evenodd" d="M10 10h30v30h-30zm10 10h10v10h-10z"/>', 800),
    ('<rect x="10%" y="10%" width="50%" height="20%"/>', 1000),
    ('<rect x="10" y="10" width="15pt" height="10"/>', 200),
    ('<rect x="50" y="50" width="999" height="10"/>', 500),  # beyond the page
]


@pytest.mark.parametrize(("part", "expected"), thinned(PAINTED, 3))
def test_cells_are_what_is_painted(part: str, expected: float) -> None:
    assert painted(part) == pytest.approx(expected, rel=0.02)


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
    with pytest.raises(InvalidValueError, match="Give the width and the height"):
        mask(file)
    file.write_text("<html/>")
    with pytest.raises(FileFormatError, match=r"frame.svg: It is not SVG"):
        mask(file, 3, 3)


def test_a_mask_of_several_parts_is_painted_as_one() -> None:
    side = 1500  # two parts on each side
    cells = cells_covered(drawing('<circle cx="9" cy="9" r="9"/>').encode(), side, side, False)
    found = sum(byte.bit_count() for byte in cells)
    assert found == pytest.approx(math.pi / 4 * side * side, rel=0.002)


def nested(tag: str, copies: str) -> str:
    """Copies of copies, eight of each."""
    first = f'<{tag} id="a0">{SQUARE}</{tag}>'
    more = (f'<{tag} id="a{k}">{copies.format(k - 1) * 8}</{tag}>' for k in range(1, 7))
    return f"<defs>{first}{''.join(more)}</defs>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (drawing(SQUARE, words=""), "viewBox"),
        (drawing(SQUARE, "<text>A</text>"), "<text>.*into paths"),
        (drawing('<image href="/etc/hostname"/>'), "<image>"),
        (drawing("<foreignObject/>"), "<foreignObject>"),
        (drawing('<rect><animate attributeName="x"/></rect>'), "<animate>"),
        (drawing('<use href="other.svg#a"/>'), "refers to 'other.svg#a'"),
        (drawing('<rect fill="url(http://x/#a)"/>'), "refers to 'http://x/#a'"),
        (drawing('<use href="#a"/>'), "refers to '#a'"),
        (drawing("<style>@import 'x';</style>", SQUARE), "'@import'"),
        (drawing(f'<g filter="url(#a)">{SQUARE}</g>'), "the filter"),
        (drawing(f'<g stroke-dasharray=".001">{SQUARE}</g>'), "the stroke-dasharray"),
        (drawing(f'<g clip-path="circle(9)">{SQUARE}</g>'), "the clip-path"),
        (drawing('<pattern id="a"/><rect fill="url(#a)"/>'), "refers to '#a'|<pattern>"),
        (drawing('<g id="a"><use href="#a"/></g>'), "'a' .*part of itself"),
        (drawing("<g>" * 100, "</g>" * 100), "more than 16"),
        (drawing(nested("g", '<use href="#a{}"/>'), '<use href="#a6"/>'), "too long"),
        (
            drawing(
                nested("clipPath", '<rect clip-path="url(#a{})"/>'), '<g clip-path="url(#a6)"/>'
            ),
            "too long",
        ),
        (
            drawing('<mask id="a"><rect mask="url(#b)"/></mask><g mask="url(#a)"/>'),
            "<mask> 'a' .*another mask",
        ),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "entities"),
    ],
)
def test_what_cannot_be_followed_is_refused(text: str, message: str) -> None:
    with pytest.raises(FileFormatError, match=message):
        cells_covered(text.encode(), 20, 20, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (drawing(), "no closed paths"),
        (drawing(f'<g opacity="0">{SQUARE}</g>'), "no closed paths"),
        (drawing('<path d="M0 0L99 99" stroke="red" stroke-width=".01"/>'), "fill|closed"),
    ],
)
def test_a_drawing_without_cells_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        cells_covered(text.encode(), 20, 20, False)


def test_what_paints_nothing_may_be_there() -> None:
    part = '<script>1</script><title>A</title><pattern id="p"/><defs><text>A</text></defs><!-- -->'
    assert painted(part, SQUARE) == 2000


def test_resvg_is_in_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"'labirinto\[images\]'"):
        cells_covered(drawing(SQUARE).encode(), 9, 9, False)


@pytest.mark.parametrize(
    "look",
    ['fill="rgb(0 0 0 / 0)"', 'fill="oklch(0 0 0 / 0)"', 'style="fill:unset"',
     'style="mask-image:linear-gradient(transparent,transparent)"'],
)  # fmt: skip
def test_what_resvg_would_take_for_black_is_refused(look: str) -> None:
    with pytest.raises(FileFormatError, match=r"the (fill|mask-image)"):
        painted(f'<rect width="100" height="100" {look}/>')


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ('transform="rotat(45)"', r"rotat\(45\)"),
        ('transform="rotate(45deg)"', "deg"),
        ('transform="translate(9) scale"', "scale"),
        ('transform="scale(2)" transform-origin="centre"', "centre"),
        *((f'{key}="wrong"', f"{key} 'wrong'") for key in ("fill", "display", "visibility")),
        *((f'{key}="wrong"', f"{key} 'wrong'") for key in ("opacity", "fill-opacity", "rx", "x")),
        *((f'stroke-{key}="x"', f"stroke-{key} 'x'") for key in ("opacity", "width", "linecap")),
        *((f'stroke-{key}="x"', f"stroke-{key} 'x'") for key in ("linejoin", "miterlimit")),
        ('fill-rule="EVENODD"', "'EVENODD'"),
        *((f'height="{length}"', f"'{length}'") for length in ("9 px", "9vw", "9em", "9q")),
    ],
)
def test_values_that_resvg_ignores_are_refused(words: str, named: str) -> None:
    with pytest.raises(FileFormatError, match=named):
        painted(f'<rect width="9" {words}/>', SQUARE)


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ('<path d="M0 0H9V9ZQ"/>', "cannot be read"),
        ('<path d="M0 0H9V9 x"/>', "x"),
        ('<path d="L9 0 9 9z"/>', "L9 0"),
        ('<polygon points="0,0 9,0 9,9 x"/>', "'x'"),
        ('<polygon points="0;0 9;0 9;9"/>', ";"),
        ('<polygon points="0 0 9 0 9"/>', "odd number"),
        ('<svg viewBox="0 0 9"/>', "'0 0 9'"),
        ('<svg viewBox="0 0 9 9" preserveAspectRatio="x"/>', "'x'"),
        (
            CLIP.replace("<clipPath", '<clipPath clipPathUnits="x"') + '<g clip-path="url(#c)"/>',
            "'x'",
        ),
        (
            '<linearGradient id="l"><stop offset="x"/></linearGradient><rect fill="url(#l)"/>',
            "offset 'x'",
        ),
        ('<circel r="9"/>', "<circel>"),
    ],
)
def test_parts_that_resvg_leaves_out_are_refused(part: str, named: str) -> None:
    with pytest.raises(FileFormatError, match=named):
        painted(part, SQUARE)


def test_elements_of_other_programs_may_be_where_nothing_is_painted() -> None:
    assert painted("<metadata><mine/></metadata><defs><mine/></defs>", SQUARE) == 2000


@pytest.mark.parametrize(
    ("look", "expected"),
    [('fill=" NONE "', 0), ('fill="Red"', 900), ('fill="none" stroke="currentcolor"', 1200)],
)
def test_words_of_paints_are_in_any_case(look: str, expected: int) -> None:
    assert painted(f'<path d="M20 20H50V50H20Z" stroke-width="10" {look}/>') == expected
