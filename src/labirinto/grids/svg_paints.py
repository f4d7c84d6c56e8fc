"""Paints in SVG drawings: whether a fill or a stroke can be seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, shown
from labirinto.grids.svg_styles import Styles, is_opaque, svg_name, unreadable_style

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_XLINK = "{http://www.w3.org/1999/xlink}href"
_CLEAR = re.compile(r"none|transparent|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)")
_COLOUR = re.compile(
    r"(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\("
    r"[^(),/]*(?:,[^(),/]*,[^(),/]*)?(?:[,/]\s*([-+.\de]+)%?\s*)?\)"
)
_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)\s*(.*)", re.IGNORECASE)


class References:
    """The elements of a drawing by their ids."""

    def __init__(self, root: Element) -> None:
        self._elements: dict[str, Element] = {}
        for element in root.iter():
            if name := element.get("id"):
                self._elements.setdefault(name, element)

    def of_link(self, element: Element) -> Element:
        """The element that the ``href`` of another names.

        Raises:
            FileFormatError: If there is none.
        """
        return self._named(element.get("href", element.get(_XLINK, "")), f"<{svg_name(element)}>")

    def of_property(self, name: str, value: str) -> Element:
        """The element that a property names as ``url(#...)``.

        Raises:
            FileFormatError: If there is none.
        """
        match = _URL.fullmatch(value)
        if not match:
            raise unreadable_style(f"{name}:{value}")
        return self._named(match[2], name)

    def _named(self, link: str, where: str) -> Element:
        if link[:1] != "#" or link[1:] not in self._elements:
            raise FileFormatError(
                f"A {where} of the drawing refers to {shown(link)}, which is not in it; insert it "
                "there, or delete the reference."
            )
        return self._elements[link[1:]]


class Paints:
    """Which of a drawing's paints can be seen."""

    def __init__(self, styles: Styles, references: References) -> None:
        self._styles = styles
        self._references = references

    def shows(self, kind: str, look: dict[str, str]) -> bool:
        """Whether a shape with such properties is filled (``fill``) or has a line (``stroke``).

        Raises:
            FileFormatError: If that depends on what cannot be read.
        """
        return is_opaque(f"{kind}-opacity", look) and self._is_seen(kind, look[kind], look)

    def _is_seen(self, kind: str, paint: str, look: dict[str, str]) -> bool:
        value = paint.lower()
        if value == "currentcolor":
            return look["color"].lower() == value or self._is_seen("color", look["color"], look)
        if match := _URL.fullmatch(paint):
            return self._is_server_seen(kind, paint, look, fallback=match[3])
        if _CLEAR.fullmatch(value):
            return False
        if match := _COLOUR.fullmatch(value):
            return is_opaque(kind, {kind: match[1] or "1"})
        if ("(" in value and value[0] != "#") or value.startswith("context-"):
            raise unreadable_style(f"{kind}:{paint}")
        return True

    def _is_server_seen(self, kind: str, paint: str, look: dict[str, str], fallback: str) -> bool:
        try:
            server = self._references.of_property(kind, paint.removesuffix(fallback).strip())
        except FileFormatError:
            if fallback:
                return self._is_seen(kind, fallback, look)
            raise
        name = svg_name(server)
        if name not in ("linearGradient", "radialGradient"):
            raise FileFormatError(
                f"The drawing has a {kind} by a <{name}>, which cannot be read here; give it a "
                "plain colour."
            )
        seen = {self._is_stop_seen(stop, look) for stop in self._stops(server)}
        if len(seen) > 1:
            raise FileFormatError(
                f"The drawing has a {kind} by a <{name}> that becomes transparent; give it a "
                "plain colour."
            )
        return seen == {True}

    def _stops(self, gradient: Element) -> list[Element]:
        """Those of a gradient, or of another that it refers to."""
        followed: list[Element] = []
        while True:
            stops = [child for child in gradient if svg_name(child) == "stop"]
            has_link = gradient.get("href", gradient.get(_XLINK)) is not None
            if stops or not has_link or gradient in followed:
                return stops
            followed.append(gradient)
            gradient = self._references.of_link(gradient)

    def _is_stop_seen(self, stop: Element, look: dict[str, str]) -> bool:
        own = self._styles.of(stop)
        colour = own.get("stop-color", "black")
        return is_opaque("stop-opacity", own) and self._is_seen("stop-color", colour, look)
