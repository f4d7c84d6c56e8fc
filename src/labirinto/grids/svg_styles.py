"""Properties in a drawing: from attributes, the style of an element, and style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labirinto._internal.extras import needing
from labirinto.errors import FileFormatError, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

HIDING = ("display", "visibility", "opacity")
"""The properties that can hide an element."""

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
    """Some properties of a drawing's elements.

    Args:
        root: The drawing.
        names: Those that will be asked for.

    Raises:
        FileFormatError: If a style sheet with one of them cannot be read.
        MissingExtraError: If a style sheet has one, and cssselect2 is not installed.
    """

    def __init__(self, root: Element, names: tuple[str, ...]) -> None:
        self._names = names
        self._by_sheets: dict[Element, _Declared] = {}
        sheets = "\n".join(_sheets(root))
        if any(name in sheets.lower() for name in names):
            self._read(root, sheets)

    def is_gone(self, element: Element) -> bool:
        """Whether an element is hidden with all that is in it."""
        if self._property(element, "display") == "none":
            return True
        value = self._property(element, "opacity")
        if "(" in value:
            raise _unreadable(f"opacity:{value}")
        opacity = re.fullmatch(r"([-+.\de]+)%?", value)
        try:
            return opacity is not None and float(opacity[1]) <= 0
        except ValueError:
            return False

    def inherited(self, element: Element, name: str, outer: str) -> str:
        """A property that elements inherit from the one around them."""
        value = self._property(element, name)
        return outer if value in ("", "inherit") else value

    def _property(self, element: Element, name: str) -> str:
        """The value that wins by the cascade of CSS; empty without one."""
        value, is_important = element.get(name, ""), False
        value, is_important = self._by_sheets.get(element, {}).get(name, (value, is_important))
        for declaration in element.get("style", "").split(";"):
            key, _, given = declaration.partition(":")
            given, mark, _ = given.partition("!")
            if key.strip().lower() == name and bool(mark) >= is_important:
                value, is_important = given, bool(mark)
        return value.strip().lower()

    def _read(self, root: Element, sheets: str) -> None:
        with needing("Reading the style sheet of this drawing needs cssselect2", "images"):
            import cssselect2  # type: ignore[import-untyped]
            import tinycss2  # type: ignore[import-untyped]
        matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(sheets, skip_comments=True, skip_whitespace=True):
            if rule.type == "at-rule" and rule.lower_at_keyword not in _HARMLESS:
                raise _unreadable(f"@{rule.at_keyword}")
            if rule.type != "qualified-rule":
                continue
            declared: _Declared = {
                declaration.lower_name: (
                    tinycss2.serialize(declaration.value),
                    declaration.important,
                )
                for declaration in tinycss2.parse_blocks_contents(rule.content)
                if declaration.type == "declaration" and declaration.lower_name in self._names
            }
            if not declared:
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except (cssselect2.SelectorError, RecursionError):
                raise _unreadable(tinycss2.serialize(rule.prelude).strip()) from None
            for selector in selectors:
                matcher.add_selector(selector, declared)
        for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            found = [
                _declared for *_, pseudo, _declared in matcher.match(wrapped) if pseudo is None
            ]
            if found:
                self._by_sheets[wrapped.etree_element] = _winning(found)


def _sheets(root: Element) -> Iterator[str]:
    for element in root.iter():
        if svg_name(element) == "style" and element.get("type", "text/css") == "text/css":
            media = element.get("media", "all")
            if media not in ("all", "screen"):
                raise _unreadable(f"media={media}")
            yield "".join(element.itertext())


def _winning(found: list[_Declared]) -> _Declared:
    """The declarations that win, of some in ascending order of precedence."""
    winning: _Declared = {}
    for declared in found:
        for name, (value, is_important) in declared.items():
            if is_important >= winning.get(name, ("", False))[1]:
                winning[name] = value, is_important
    return winning


def _unreadable(what: str) -> FileFormatError:
    return FileFormatError(
        f"A style of the drawing has {shown(what)}, which cannot be read here; save the "
        "drawing as plain SVG, with styles as attributes."
    )
