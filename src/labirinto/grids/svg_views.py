"""What an ``<svg>`` or ``<symbol>`` shows: its ``viewBox`` and size, as a place and an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from labirinto.errors import FileFormatError, shown
from labirinto.grids.outlines import Point
from labirinto.grids.svg_paths import Affine, numbers_in
from labirinto.grids.svg_shapes import Size, length, named

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ALIGNED = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class View(NamedTuple):
    """What is shown.

    Attributes:
        placed: Where its contents are, in what is around it.
        size: Its width and height in units of the contents; None if unknown.
        visible: The corners of what can be seen, in the same; empty if there is no edge.
    """

    placed: Affine
    size: Size
    visible: list[Point]


def view_of(
    element: Element,
    own: dict[str, str],
    around: Size,
    given: tuple[str | None, str | None],
    *,
    is_root: bool,
) -> View | None:
    """The view through an element; None if it shows nothing.

    That of a whole drawing is as large as its contents, whatever its size on paper.

    Args:
        element: The ``<svg>`` or ``<symbol>``.
        own: Its properties.
        around: The size of what is around it.
        given: The width and the height of the copy that it is in.
        is_root: Whether it is the drawing.

    Raises:
        FileFormatError: If a part of it cannot be read.
    """
    x, y = (
        0.0 if is_root else length(element.get(name, "0"), name, element, around)
        for name in ("x", "y")
    )
    width, height = (
        _side(element, name, given_side or own.get(name) or element.get(name), around, is_root)
        for name, given_side in zip(("width", "height"), given, strict=True)
    )
    box = numbers_in(element.get("viewBox", ""))
    if not box:
        if width is None or height is None:
            return View(Affine(e=x, f=y), None, [])
        return View(Affine(e=x, f=y), (width, height), _corners(0, 0, width, height))
    if len(box) != 4 or min(box[2:]) < 0:
        raise FileFormatError(
            f"The viewBox {shown(element.get('viewBox'))} of the drawing is not x, y, width and "
            "height; give these four numbers."
        )
    left, top, across, down = box
    if not (across and down) or width == 0 or height == 0:
        return None
    if width is None or height is None:
        if not is_root:
            raise FileFormatError(
                f"A {named(element)} of the drawing has a viewBox, but no size; give it a width "
                "and a height."
            )
        return View(Affine(), (across, down), _corners(left, top, across, down))
    align, is_slice = _aspect(element)
    scales = width / across, height / down
    scale_x, scale_y = scales
    move_x, move_y = -left * scale_x, -top * scale_y
    if align:
        scale_x = scale_y = max(scales) if is_slice else min(scales)
        move_x = (width - across * scale_x) * align[0] - left * scale_x
        move_y = (height - down * scale_y) * align[1] - top * scale_y
    visible = _corners(-move_x / scale_x, -move_y / scale_y, width / scale_x, height / scale_y)
    placed = Affine(a=scale_x, d=scale_y, e=x + move_x, f=y + move_y)
    if is_root:
        placed = Affine(d=scale_y / scale_x)
    return View(placed, (across, down), visible)


def _side(
    element: Element, name: str, text: str | None, around: Size, is_root: bool
) -> float | None:
    """A side of the element; None if it is not known."""
    if text is None or text.strip().lower() == "auto":
        text = "100%"
    try:
        side = length(text, name, element, around)
    except FileFormatError:
        if is_root or text == "100%":
            return None  # as large as the window
        raise
    if side < 0:
        raise FileFormatError(
            f"The {name} {shown(text)} of a {named(element)} in the drawing is below 0; give one "
            "of 0 or more."
        )
    return side


def _aspect(element: Element) -> tuple[tuple[float, float] | None, bool]:
    """Where contents of other proportions are, or None if they are stretched; and whether cut."""
    text = element.get("preserveAspectRatio", "xMidYMid meet")
    align, _, kind = " ".join(text.split()).removeprefix("defer ").partition(" ")
    if align == "none":
        return None, False
    try:
        if align[:1] + align[4:5] != "xY" or len(align) != 8 or kind not in ("", "meet", "slice"):
            raise KeyError(align)
        return (_ALIGNED[align[1:4]], _ALIGNED[align[5:]]), kind == "slice"
    except KeyError:
        raise FileFormatError(
            f"The preserveAspectRatio {shown(text)} of the drawing is not one of SVG; give one "
            "such as xMidYMid."
        ) from None


def _corners(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
