"""Properties in a drawing: from attributes, the style of an element, and style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto.errors import FileFormatError, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

INHERITED = {
    "visibility": "visible",
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "color": "black",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "vector-effect": "none",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
}
"""The properties that elements inherit from the one around them, with their initial values.

``vector-effect`` is not inherited; where it is given for a group, it is not understood either.
"""

_OWN = (
    "display",
    "opacity",
    "clip-path",
    "clip",
    "mask",
    "filter",
    "overflow",
    "stop-color",
    "stop-opacity",
    "transform-origin",
)
_ATTRIBUTES = {*INHERITED, *_OWN}

_PLACES = {
    *("transform", "translate", "rotate", "scale", "d"),
    *("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"),
}
"""What is read from attributes alone."""

_READ = {*_ATTRIBUTES, *_PLACES}
_DECLARED = re.compile(rf"(?<![\w-])({'|'.join(sorted(_READ))})\s*:", re.IGNORECASE)

_NAMESPACES = ("", "{http://www.w3.org/2000/svg")
_HARMLESS = ("charset", "font-face", "keyframes", "namespace", "page")
"""Rules that hide nothing."""

_Declared = dict[str, tuple[str, bool]]
"""Values by the names of their properties, and whether each is ``!important``."""


def svg_name(element: Element) -> str:
    """The name of an element; empty if it is none of SVG."""
    namespace, _, name = element.tag.rpartition("}")
    return name if namespace in _NAMESPACES else ""


class Styles:
    """The properties of a drawing's elements that decide which area they paint.

    Args:
        root: The drawing.

    Raises:
        FileFormatError: If a style sheet with one of them cannot be read.
        MissingExtraError: If a style sheet has one, and cssselect2 is not installed.
    """

    def __init__(self, root: Element) -> None:
        self._by_sheets: dict[Element, _Declared] = {}
        sheets = "\n".join(_sheets(root))
        if _DECLARED.search(sheets):
            self._read(root, sheets)

    def of(self, element: Element) -> dict[str, str]:
        """The properties that an element has itself, by the cascade of CSS.

        Raises:
            FileFormatError: If a style moves it or changes its size.
        """
        found = {
            name: (value, False) for name, value in element.attrib.items() if name in _ATTRIBUTES
        }
        found.update(self._by_sheets.get(element, {}))
        style = element.get("style", "")
        if "/*" in style:
            style = re.sub(r"/\*.*?\*/", "", style)
        for declaration in style.split(";"):
            name, _, value = declaration.partition(":")
            name = name.strip().lower()
            if name in _READ:
                value, mark, _ = value.partition("!")
                if bool(mark) >= found.get(name, _NONE)[1]:
                    found[name] = value, bool(mark)
        for name in found.keys() & _PLACES:
            if svg_name(element) != "svg" or name not in ("width", "height"):
                raise unreadable_style(f"{name}:{found[name][0].strip()}")
        return {name: value.strip() for name, (value, _) in found.items() if value.strip()}

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
                if declaration.type == "declaration" and declaration.lower_name in _READ
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


_NONE = ("", False)


def inherited(own: dict[str, str], outer: dict[str, str]) -> dict[str, str]:
    """What an element with some properties of its own passes on, of what it inherits."""
    changed = {
        name: INHERITED[name] if value.lower() == "initial" else value
        for name, value in own.items()
        if name in INHERITED and value.lower() not in ("inherit", "unset")
    }
    return {**outer, **changed} if changed else outer


def is_gone(own: dict[str, str]) -> bool:
    """Whether an element with such properties is hidden with all that is in it."""
    return own.get("display", "").lower() == "none" or not is_opaque("opacity", own)


def is_opaque(name: str, properties: dict[str, str]) -> bool:
    """Whether a property that is an opacity lets anything be seen.

    Raises:
        FileFormatError: If it has to be calculated.
    """
    value = properties.get(name, "1")
    if "(" in value:
        raise unreadable_style(f"{name}:{value}")
    match = re.fullmatch(r"([-+.\deE]+)%?", value)
    try:
        return match is None or float(match[1]) > 0
    except ValueError:
        return True


def _sheets(root: Element) -> Iterator[str]:
    for element in root.iter():
        if svg_name(element) == "style" and element.get("type", "text/css") == "text/css":
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
