"""Drawings in SVG: their elements, and properties from attributes, styles and style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto._internal.source import text_of
from labirinto._internal.xml import declarations
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.svg_values import PAINTS, check_elements, check_properties, svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

PROPERTIES = (
    *("display", "visibility", "opacity", "color", "overflow"),
    *(
        "fill",
        "fill-opacity",
        "fill-rule",
        "clip-path",
        "clip-rule",
        "mask",
        "mask-type",
        "mask-image",
    ),
    *("stroke", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *("stroke-miterlimit", "stroke-dasharray", "stop-color", "stop-opacity"),
    *("marker", "marker-start", "marker-mid", "marker-end"),
    *("filter", "clip", "vector-effect", "transform-origin", "transform-box"),
)
"""The properties that decide what is painted."""

_PLACES = (
    *("transform", "translate", "rotate", "scale", "d"),
    *("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"),
)
"""Attributes that newer browsers take from styles as well, and other programs do not."""

_HARMLESS = ("charset", "font-face", "keyframes", "namespace", "page")
"""Rules that hide nothing."""

_COMPUTED = re.compile(r"\b(?:var|calc|min|max|clamp|env|attr)\(")

_Declared = dict[str, tuple[str, bool]]
"""Values by the names of their properties, and whether each is ``!important``."""


def root_of(data: bytes) -> Element:
    """The root of a drawing.

    Raises:
        FileFormatError: If it is not SVG, has elements that SVG does not have, or declares entities
            or style sheets in other files.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        text = text_of(data)
        declared = declarations(text)
        if "<!ENTITY" in declared:
            raise FileFormatError("It declares entities, which a drawing of areas does not need.")
        if "<?xml-stylesheet" in declared:
            raise FileFormatError(
                "The drawing has its style sheet in another file; put it into a <style> of the "
                "drawing."
            )
        root = fromstring(text)
    except FileFormatError:
        raise
    except (ParseError, ValueError, RecursionError) as error:
        raise FileFormatError(f"It is not SVG ({error}).") from None
    if svg_name(root) != "svg":
        raise FileFormatError(f"It is not SVG: its root is {shown(root.tag)}.")
    check_elements(root)
    return root


def nothing_seen() -> InvalidValueError:
    """The error for a drawing without areas."""
    return InvalidValueError(
        "The drawing has no closed paths that can be seen; draw at least one shape, and turn text "
        "into paths."
    )


class Styles:
    """The ``PROPERTIES`` of a drawing's elements.

    Args:
        root: The drawing.

    Raises:
        FileFormatError: If a style sheet cannot be read.
        MissingExtraError: If there is one, and cssselect2 is not installed.
    """

    def __init__(self, root: Element) -> None:
        self._by_sheets: dict[Element, _Declared] = {}
        sheets = "\n".join(_sheets(root))
        if sheets.strip():
            self._read(root, sheets)

    def of(self, element: Element) -> dict[str, str]:
        """The properties that an element has itself, by the cascade of CSS.

        Raises:
            FileFormatError: If one has to be computed, moves the element, or has a wrong value.
        """
        found = {
            name: (value, False) for name, value in element.attrib.items() if name in PROPERTIES
        }
        found.update(self._by_sheets.get(element, {}))
        for declaration in re.sub(r"/\*.*?\*/", "", element.get("style", "")).split(";"):
            name, colon, value = declaration.partition(":")
            name = name.strip().lower()
            value, mark, _ = value.partition("!")
            if colon and bool(mark) >= found.get(name, ("", False))[1]:
                found[name] = value, bool(mark)
        properties = {}
        for name, (text, _) in found.items():
            value = text.strip()
            is_moved = name in _PLACES and svg_name(element) not in ("svg", "")
            if is_moved or (name in PROPERTIES and _COMPUTED.search(value)):
                raise unreadable_style(f"{name}:{value}")
            if name in PAINTS and value.isalpha():
                value = value.lower().replace("currentcolor", "currentColor")
            if name in PROPERTIES and value:
                properties[name] = value
        check_properties(element, properties)
        return properties

    def _read(self, root: Element, sheets: str) -> None:
        with needing("Reading the style sheet of this drawing needs cssselect2", "images"):
            import cssselect2  # type: ignore[import-untyped]
            import tinycss2  # type: ignore[import-untyped]
        matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(sheets, skip_comments=True, skip_whitespace=True):
            if rule.type == "at-rule" and rule.lower_at_keyword not in _HARMLESS:
                raise unreadable_style(f"@{rule.at_keyword}")
            if rule.type != "qualified-rule":
                continue
            declared: _Declared = {
                declaration.lower_name: (
                    tinycss2.serialize(declaration.value),
                    declaration.important,
                )
                for declaration in tinycss2.parse_blocks_contents(rule.content)
                if declaration.type == "declaration"
                and declaration.lower_name in (*PROPERTIES, *_PLACES)
            }
            if not declared:
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except (cssselect2.SelectorError, RecursionError):
                raise unreadable_style(tinycss2.serialize(rule.prelude).strip()) from None
            for selector in selectors:
                matcher.add_selector(selector, declared)
        for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            found = [
                _declared for *_, pseudo, _declared in matcher.match(wrapped) if pseudo is None
            ]
            if found:
                self._by_sheets[wrapped.etree_element] = _winning(found)


def is_opaque(opacity: str) -> bool:
    """Whether anything can be seen at an opacity."""
    match = re.fullmatch(r"([-+.\deE]+)%?", opacity)
    try:
        return match is None or float(match[1]) > 0
    except ValueError:
        return True


def is_painted(name: str, properties: dict[str, str]) -> bool:
    """Whether ``fill`` or ``stroke`` paints anything, by all properties of an element."""
    value = properties.get(name, "none" if name == "stroke" else "black").lower()
    if value == "currentcolor":
        value = properties.get("color", "black").lower()
    parts = [part for part in re.split(r"[(),/\s]+", value) if part]
    is_clear = value in ("none", "transparent") or (
        re.fullmatch(r"#(?:...0|.{6}00)", value)
        or (len(parts) == 5 and re.fullmatch(r"[+-]?0*\.?0*%?", parts[4]))
    )
    return not is_clear and is_opaque(properties.get(f"{name}-opacity", "1"))


def _sheets(root: Element) -> Iterator[str]:
    for element in root.iter():
        if svg_name(element) == "style" and element.get("type", "text/css") in ("", "text/css"):
            media = element.get("media", "all")
            if media not in ("all", "screen"):
                raise unreadable_style(f"media={media}")
            yield "".join(element.itertext())


def _winning(found: list[_Declared]) -> _Declared:
    """The declarations that win, of some in ascending order of precedence."""
    winning: _Declared = {}
    for declared in found:
        for name, (value, is_important) in declared.items():
            if is_important >= winning.get(name, ("", False))[1]:
                winning[name] = value, is_important
    return winning


def unreadable_style(what: str) -> FileFormatError:
    """The error for a style that is not understood."""
    return FileFormatError(
        f"A style of the drawing has {shown(what)}, which cannot be read here; save the "
        "drawing as plain SVG, with styles as attributes."
    )
