"""Cells that drawings in SVG paint.

resvg paints them.  What it gets is a copy with what is known to be harmless: no file, however
short, makes it read another one, or work without end.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto.errors import FileFormatError, InvalidValueError, LabirintoError, shown
from labirinto.grids.outlines import Box
from labirinto.grids.rectangle import plane_bytes
from labirinto.grids.svg_paths import numbers_in
from labirinto.grids.svg_styles import Styles, is_opaque, nothing_seen, root_of
from labirinto.grids.svg_values import PAINTS, check_attributes, named, svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from PIL.Image import Image

_LARGEST_FILE = 1 << 24

_SIDE = 1024
"""The side of the part of a mask that is painted at once."""

_FINE = 5
"""Pixels along a side of a cell of a small mask: resvg draws curves of few pixels coarsely."""

_SAMPLES = 256
"""On each side of what is painted to find out how far the drawing reaches."""

_DEEPEST = 16
"""Elements inside elements, or copies of copies.  resvg calls itself for each, which takes 45 kB of
the stack of a thread, and that may have 1 MB."""

_MOST_WORK = 1 << 15
"""Shapes with all copies of them, each as often as it is painted."""

_LAYER_WORK = 64
"""How many shapes could be painted while a layer is, which takes a picture of its own."""

_BYTES_A_SHAPE = 256
"""Bytes of path data that take as long as a simple shape."""

_COPIED = (
    *("svg", "g", "a", "defs", "symbol", "switch", "use", "clipPath", "mask"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
    *("linearGradient", "radialGradient", "stop"),
)
_NOT_DRAWN = ("defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "pattern")
_REFUSED = {
    **dict.fromkeys(("text", "flowRoot"), "turn it into paths"),
    "image": "draw its contents as shapes",
    "foreignObject": "draw its contents as shapes",
    "pattern": "fill the shape with a colour",
    **dict.fromkeys(
        ("animate", "animateMotion", "animateTransform", "set"),
        "save a drawing without movement",
    ),
}
_ATTRIBUTES = (
    *("id", "transform", "viewBox", "preserveAspectRatio", "x", "y", "width", "height"),
    *("rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d", "points", "fx", "fy", "fr"),
    *("offset", "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits"),
    *("maskUnits", "maskContentUnits", "systemLanguage", "requiredExtensions"),
)
_LAYERS = ("fill", "stroke", "clip-path", "mask")
_NOT_FOLLOWED = (
    *("filter", "clip", "mask-image", "stroke-dasharray", "vector-effect", "transform-box"),
    *("marker", "marker-start", "marker-mid", "marker-end"),
)
_PAINT = re.compile(
    r"[a-zA-Z]+|#[\da-fA-F]{3,8}|url\([^)]*\).*"
    r"|(?:rgba?|hsla?)\([^(),/]+,[^(),/]+,[^(),/]+(?:,[^(),/]+)?\)"
)
"""The paints that resvg reads; it takes others for black."""
_INITIAL = ("none", "auto", "inherit", "initial", "unset", "view-box")
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_URL = re.compile(r"url\(\s*['\"]?(.*?)['\"]?\s*\)", re.IGNORECASE)

_LENGTH = re.compile(r"\s*\+?(\d+\.?\d*|\.\d+)(px|pt|pc|in|cm|mm|)\s*")
_UNITS = {"": 1, "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4}


def cells_covered(data: bytes, width: int, height: int, stretch: bool) -> bytes:
    """Return the mask of the cells on whose centre a drawing paints anything.

    Whatever is not wholly transparent counts, in any colour.

    Args:
        data: The drawing.
        width, height: The sides of the mask, in the middle of which what is painted is fitted.
        stretch: Whether it fills the mask, instead of keeping its proportions.

    Raises:
        InvalidValueError: If nothing is painted, or nothing on the centre of a cell.
        FileFormatError: If it is not SVG, or has a part that is not followed here.
        MissingExtraError: If resvg-py, Pillow or cssselect2 is needed, and not installed.
    """
    if len(data) > _LARGEST_FILE:
        raise FileFormatError("The drawing is too large; save it with fewer details.")
    drawing = _Drawing(root_of(data))
    from PIL.Image import Resampling

    left, top, right, bottom = drawing.reach()
    across, down = (right - left) / width, (bottom - top) / height
    if not stretch:
        across = down = max(across, down)
    left, top = (left + right - across * width) / 2, (top + bottom - down * height) / 2
    fine = _FINE if max(width, height) * _FINE <= _SIDE else 1
    mask = bytearray()
    for y in range(0, height, _SIDE):
        rows = min(_SIDE, height - y)
        lines = [0] * rows
        for x in range(0, width, _SIDE):
            columns = min(_SIDE, width - x)
            window = left + x * across, top + y * down, columns * across, rows * down
            pixels = drawing.painted(window, columns * fine, rows * fine, is_crisp=True)
            # The nearest pixel is the one in the middle.
            alpha = pixels.resize((columns, rows), Resampling.NEAREST).tobytes()
            for k in range(rows):
                cells = alpha[k * columns : (k + 1) * columns].translate(_DIGITS)
                lines[k] |= int(cells[::-1], 2) << x
        mask += b"".join(line.to_bytes(plane_bytes(width), "little") for line in lines)
    if not any(mask):
        raise InvalidValueError(
            f"The drawing paints no centre of a cell of {width}x{height}; fill its outlines, or "
            "give a larger size."
        )
    return bytes(mask)


_DIGITS = b"0" + b"1" * 255


class _Drawing:
    """A drawing that resvg can paint."""

    def __init__(self, root: Element) -> None:
        from xml.etree.ElementTree import tostring

        with needing("A mask from a drawing needs resvg-py and Pillow", "images"):
            import PIL  # noqa: F401
            import resvg_py  # noqa: F401
        copy = _copied(root, Styles(root))
        self._size = _page(copy)
        _Work(copy).of(copy)
        self._text = tostring(copy, "unicode")

    def painted(self, window: Box, columns: int, rows: int, *, is_crisp: bool) -> Image:
        """How opaque each pixel of a picture is, from 0 to 255.

        Args:
            window: What it shows of the page: left, top, width and height.
            columns, rows: Its size.
            is_crisp: Whether only what is at the middle of a pixel counts, not all of it.
        """
        import resvg_py
        from PIL import Image

        text = (
            '<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" '
            f'width="{columns}" height="{rows}" viewBox="{" ".join(map(repr, window))}">'
            f"{self._text}</svg>"
        )
        try:
            png = resvg_py.svg_to_bytes(
                svg_string=text,
                skip_system_fonts=True,
                dpi=96,
                shape_rendering="crisp_edges" if is_crisp else "geometric_precision",
            )
        except ValueError as error:
            raise FileFormatError(f"It is not SVG ({error}).") from None
        return Image.open(io.BytesIO(png), formats=["PNG"]).getchannel("A")

    def reach(self) -> Box:
        """The left, top, right and bottom of what is painted, to a thousandth of a pixel.

        Raises:
            InvalidValueError: If nothing is.
        """
        box = 0.0, 0.0, *self._size
        for _ in range(2):  # the second time for small drawings on large pages
            box, step_x, step_y = self._sampled(box)
        left, top, right, bottom = box
        (left, *_), *_ = self._sampled((left, top, left + 3 * step_x, bottom))
        (_, top, *_), *_ = self._sampled((left, top, right, top + 3 * step_y))
        (_, _, right, _), *_ = self._sampled((right - 3 * step_x, top, right, bottom))
        (*_, bottom), *_ = self._sampled((left, bottom - 3 * step_y, right, bottom))
        return left, top, right, bottom

    def _sampled(self, box: Box) -> tuple[Box, float, float]:
        """What is painted in a box, and the size of a sample, which surrounds it."""
        left, top, right, bottom = box
        step_x, step_y = (right - left) / _SAMPLES, (bottom - top) / _SAMPLES
        window = left, top, right - left, bottom - top
        found = self.painted(window, _SAMPLES, _SAMPLES, is_crisp=False).getbbox()
        if not found:
            raise nothing_seen()
        inner = (
            max(left, left + (found[0] - 1) * step_x),
            max(top, top + (found[1] - 1) * step_y),
            min(right, left + (found[2] + 1) * step_x),
            min(bottom, top + (found[3] + 1) * step_y),
        )
        return inner, step_x, step_y


def _copied(element: Element, styles: Styles, depth: int = 0) -> Element:
    """A copy of what is understood of an element, with its styles as attributes."""
    from xml.etree.ElementTree import Element

    if depth > _DEEPEST:
        raise _too_deep()
    name = svg_name(element)
    copy = Element(
        name, {key: element.attrib[key].strip() for key in _ATTRIBUTES if key in element.attrib}
    )
    for key, value in styles.of(element).items():
        # Layers that let something through are slow, and what can be seen stays so without them.
        if not (key.endswith("opacity") and is_opaque(value)):
            copy.set(key, value)
    links = [element.attrib[key].strip() for key in _HREFS if key in element.attrib]
    if links and name != "a":
        copy.set("href", links[0])
    for child in element:
        kind = svg_name(child)
        # What a <switch> has for other programs is not for this one.
        if kind in _COPIED or (kind in _REFUSED and name != "switch"):
            copy.append(_copied(child, styles, depth + 1))
    return copy


def _page(root: Element) -> tuple[float, float]:
    """The size of the page, which the root is given."""
    box = numbers_in(root.get("viewBox", ""))
    matches = [_LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    width, height = (float(it[1]) * _UNITS[it[2]] if it else None for it in matches)
    if width is None or height is None:
        if len(box) != 4:
            raise FileFormatError(
                "The drawing does not say how large its page is; give its <svg> a viewBox, such as "
                'viewBox="0 0 100 100".'
            )
        width, height = box[2:]
    if not (width > 0 and height > 0):
        raise nothing_seen()
    root.attrib.update(x="0", y="0", width=repr(width), height=repr(height))
    return width, height


class _Work:
    """What it takes to paint elements, with all that they refer to.

    Raises:
        FileFormatError: If it is too much, or a part of the drawing is not followed.
    """

    def __init__(self, root: Element) -> None:
        self._by_id = {it.attrib["id"]: it for it in root.iter() if "id" in it.attrib}
        self._known: dict[Element, tuple[int, int] | None] = {}

    def of(self, element: Element, depth: int = 0) -> tuple[int, int]:
        """The work in simple shapes, and how deep the calls for it are."""
        if element in self._known:
            known = self._known[element]
            if known is None:
                raise FileFormatError(f"A {named(element)} of the drawing is a part of itself.")
            if depth + known[1] > _DEEPEST:
                raise _too_deep()
            return known
        if depth > _DEEPEST:
            raise _too_deep()
        _check(element)
        self._known[element] = None
        targets = list(self._targets(element))
        drawn = [it for it in element if it.tag not in _NOT_DRAWN and it.get("display") != "none"]
        below = [self.of(it, depth + 1) for it in (*targets, *drawn)]
        layers = sum("url" in element.get(key, "").lower() for key in _LAYERS)
        data = len(element.get("d", "")) + len(element.get("points", ""))
        work = 1 + layers * _LAYER_WORK + data // _BYTES_A_SHAPE + sum(it[0] for it in below)
        if work > _MOST_WORK:
            raise FileFormatError(
                "The drawing takes too long to paint: it has too many shapes, copies of them, or "
                "clipped parts; save it with fewer details."
            )
        self._known[element] = found = work, 1 + max((it[1] for it in below), default=0)
        return found

    def _targets(self, element: Element) -> Iterator[Element]:
        links = [element.attrib["href"]] if "href" in element.attrib else []
        links += [match[1] for key in _LAYERS if (match := _URL.match(element.get(key, "")))]
        for link in links:
            target = self._by_id.get(link[1:]) if link.startswith("#") else None
            if target is None:
                raise FileFormatError(
                    f"A {named(element)} of the drawing refers to {shown(link)}, which is not in "
                    "it; draw it as a shape."
                )
            yield target


def _check(element: Element) -> None:
    """Refuse what resvg does not follow, or what could make it work without end."""
    if element.tag == "mask":
        for inner in element.iter():
            # What is masked inside a mask is lost.
            if inner is not element and (inner.tag == "use" or inner.get("mask", "none") != "none"):
                raise FileFormatError(
                    f"A {named(element)} of the drawing contains a copy or another mask; use only "
                    "shapes in it."
                )
    if element.tag in _REFUSED:
        raise FileFormatError(f"The drawing has a {named(element)}; {_REFUSED[element.tag]}.")
    check_attributes(element)
    for key in PAINTS:
        if not _PAINT.fullmatch(element.get(key, "none")):
            raise FileFormatError(
                f"A {named(element)} of the drawing has the {key} {shown(element.get(key))}, "
                "which is not supported here; write the colour as #rrggbb, or none."
            )
    for key in (*_NOT_FOLLOWED, "clip-path", "mask"):
        value = element.get(key, "none")
        if value.lower() not in _INITIAL and (key in _NOT_FOLLOWED or not _URL.fullmatch(value)):
            raise FileFormatError(
                f"A {named(element)} of the drawing has the {key} {shown(value)}, which is not "
                "supported here; turn it into paths, or remove it."
            )


def _too_deep() -> LabirintoError:
    return FileFormatError(
        f"The drawing has elements nested more than {_DEEPEST} deep, or copies of copies; ungroup "
        "them."
    )
