"""Values in SVG drawings: which ones all programs understand in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, shown
from labirinto.grids.svg_paths import commands_in, numbers_in, points_in, transformation

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAMESPACES = ("", "{http://www.w3.org/2000/svg")

_KEYWORDS = ("inherit", "initial")

_WORDS = {
    "display": ("none", "inline", "block", "inline-block", "list-item", "table", "flex", "grid"),
    "visibility": ("visible", "hidden", "collapse"),
    "overflow": ("visible", "hidden", "scroll", "auto"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
    "mask-type": ("luminance", "alpha"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel", "miter-clip", "arcs"),
}
_UNITS_OF = ("userSpaceOnUse", "objectBoundingBox")
_ATTRIBUTE_WORDS = {
    **dict.fromkeys(("gradientUnits", "clipPathUnits", "maskUnits", "maskContentUnits"), _UNITS_OF),
    "spreadMethod": ("pad", "reflect", "repeat"),
}
_SHARES = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity")
_LENGTHS = (
    *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r"),
    *("x1", "y1", "x2", "y2", "fx", "fy", "fr", "stroke-width"),
)
_PARSED: dict[str, Callable[[str], object]] = {
    "transform": transformation,
    "gradientTransform": transformation,
    "d": lambda data: sum(1 for _ in commands_in(data)),
    "points": points_in,
}

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_SHARE = re.compile(rf"{_NUMBER}%?")
_LIMIT = re.compile(rf"{_NUMBER}|inherit|initial")
_LENGTH = re.compile(rf"{_NUMBER}(?:px|pt|pc|in|cm|mm|%)?|auto|inherit|initial")
_PLACE = re.compile(rf"(?:left|center|right|top|bottom|{_NUMBER}(?:px|pt|pc|in|cm|mm|%)?)")
_FITTING = re.compile(
    r"(?:defer\s+)?(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(?:meet|slice))?"
)
_NAME = re.compile("[a-zA-Z-]+")

PAINTS = ("fill", "stroke", "stop-color", "color")

_COLOURS = (
    "none inherit initial currentcolor transparent context-fill context-stroke "
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue "
    "blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk "
    "crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki "
    "darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen "
    "darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue "
    "dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite "
    "gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki "
    "lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan "
    "lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen "
    "lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen "
    "magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen "
    "mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream "
    "mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid "
    "palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum "
    "powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown "
    "seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen "
    "steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow "
    "yellowgreen"
)

_HOLDERS = ("svg", "g", "a", "symbol", "clipPath", "mask")
_ELEMENTS = (
    "svg g a defs symbol switch use clipPath mask path rect circle ellipse line polyline polygon "
    "text flowRoot image foreignObject linearGradient radialGradient meshgradient pattern marker "
    "filter title desc metadata style script view cursor font font-face color-profile animate "
    "animateColor animateMotion animateTransform set"
)


def svg_name(element: Element) -> str:
    """The name of an element; empty if it is none of SVG."""
    namespace, _, name = element.tag.rpartition("}")
    return name if namespace in _NAMESPACES else ""


def named(element: Element) -> str:
    """An element as messages name it."""
    name = element.get("id")
    return f"<{svg_name(element)}>" + (f" {shown(name)}" if name else "")


def check_elements(root: Element) -> None:
    """Refuse elements that SVG does not have, which other programs leave out.

    Raises:
        FileFormatError: If there is one.
    """
    for element in root.iter():
        for child in element if svg_name(element) in _HOLDERS else ():
            name = svg_name(child)
            if name and name not in _ELEMENTS.split():
                raise FileFormatError(
                    f"The drawing has a {named(child)}, which is not an element of SVG drawings; "
                    "correct its name, or remove it."
                )


def check_properties(element: Element, properties: Mapping[str, str]) -> None:
    """Refuse properties with values that programs ignore, or take for different ones.

    Raises:
        FileFormatError: If there is one.
    """
    for key, value in properties.items():
        if key in _WORDS and value not in (*_WORDS[key], *_KEYWORDS):
            raise _wrong(element, key, value, f"one of {', '.join(_WORDS[key])}")
        if key in _SHARES and not (_SHARE.fullmatch(value) or value in _KEYWORDS):
            raise _wrong(element, key, value, "a number from 0 to 1")
        if (
            key in PAINTS
            and _NAME.fullmatch(value)
            and value.lower() not in _COLOURS.lower().split()
        ):
            raise _wrong(element, key, value, "a colour, such as #rrggbb, or none")


def check_attributes(element: Element) -> None:
    """Refuse attributes with values that programs ignore, or follow in part.

    Raises:
        FileFormatError: If there is one.
    """
    for key, value in element.attrib.items():
        if key in _ATTRIBUTE_WORDS and value not in _ATTRIBUTE_WORDS[key]:
            raise _wrong(element, key, value, f"one of {', '.join(_ATTRIBUTE_WORDS[key])}")
        if key in _LENGTHS and not _LENGTH.fullmatch(value):
            raise _wrong(element, key, value, "a number, with px, mm or no unit")
        if key == "offset" and not _SHARE.fullmatch(value):
            raise _wrong(element, key, value, "a number from 0 to 1")
        if key == "stroke-miterlimit" and not _LIMIT.fullmatch(value):
            raise _wrong(element, key, value, "a number")
        if key == "transform-origin" and not all(map(_PLACE.fullmatch, value.split())):
            raise _wrong(element, key, value, "two numbers")
        if key == "viewBox" and len(numbers_in(value)) != 4:
            raise _wrong(element, key, value, "four numbers: left, top, width and height")
        if key == "preserveAspectRatio" and not _FITTING.fullmatch(value):
            raise _wrong(element, key, value, "none, or such as xMidYMid meet")
        if key in _PARSED:
            _PARSED[key](value)


def _wrong(element: Element, key: str, value: str, requirement: str) -> FileFormatError:
    return FileFormatError(
        f"A {named(element)} of the drawing has the {key} {shown(value)}; it must be {requirement}."
    )
