"""The shapes that a drawing in SVG paints, wherever they are defined, and what cuts them off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from labirinto.errors import FileFormatError, shown
from labirinto.grids.outlines import Box, Rings, box_of
from labirinto.grids.svg_paints import Paints, References
from labirinto.grids.svg_paths import Affine, Line, transformation
from labirinto.grids.svg_shapes import Size, length, lines_of, named
from labirinto.grids.svg_strokes import Pen, stroked
from labirinto.grids.svg_styles import (
    INHERITED,
    Styles,
    inherited,
    is_gone,
    svg_name,
    unreadable_style,
)
from labirinto.grids.svg_views import view_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NOT_DRAWN = (
    *("defs", "symbol", "clipPath", "mask", "marker", "pattern", "filter"),
    *("linearGradient", "radialGradient", "title", "desc", "metadata", "style", "script", "view"),
    *("font", "font-face", "cursor", "color-profile"),
)
_GROUPS = ("g", "a", "svg", "symbol")
_MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")

_MOST_COPIED = 1 << 16
"""Corners and elements of copies and clips, which a short file could repeat without end."""

_DEEPEST = 50
"""Copies of copies."""


@dataclass(frozen=True, eq=False)
class Clip:
    """What cuts shapes off: nothing is painted outside.

    Attributes:
        regions: All that is inside.
        words: What it is, for messages; empty for the edge of the page.
    """

    regions: list[Region]
    words: str

    @cached_property
    def box(self) -> Box | None:
        """The smallest rectangle around it; None if it has no inside."""
        corners = [point for region in self.regions for ring in region.rings for point in ring]
        return box_of(corners) if corners else None

    @cached_property
    def is_box(self) -> bool:
        """Whether all of this rectangle is inside."""
        left, top, right, bottom = self.box or (0, 0, 0, 0)
        corners = {(left, top), (right, top), (right, bottom), (left, bottom)}
        return any(
            not region.clips and len(region.rings) == 1 and set(region.rings[0]) == corners
            for region in self.regions
            if sum(map(len, region.rings)) in (4, 5)
        )


class Region(NamedTuple):
    """A part of what is painted.

    Attributes:
        rings: Around what is inside.
        is_even_odd: Whether inside is what they wind round an odd number of times, and not all
            that they wind round.
        clips: What cuts it off.
    """

    rings: Rings
    is_even_odd: bool
    clips: tuple[Clip, ...]


@dataclass(frozen=True)
class Shape:
    """A shape as it is painted.

    Attributes:
        element: What draws it.
        lines: Its lines, before it is placed.
        placed: Where these are on the page.
        look: Its properties.
        clips: What cuts it off.
        size: Of what is around it.
        paints: Whether they can be seen.
    """

    element: Element
    lines: list[Line]
    placed: Affine
    look: dict[str, str]
    clips: tuple[Clip, ...]
    size: Size
    paints: Paints

    @cached_property
    def is_filled(self) -> bool:
        """Whether its inside can be seen."""
        return self.paints.shows("fill", self.look)

    @cached_property
    def has_line(self) -> bool:
        """Whether its line can be seen."""
        return self.paints.shows("stroke", self.look)

    def rings(self, lines: list[Line]) -> Rings:
        """Some of its lines on the page, all taken to be closed.

        Raises:
            FileFormatError: If a corner is not a finite number.
        """
        rings = [line.points for line in lines]
        if self.placed != Affine():
            rings = [[self.placed.of(point) for point in ring] for ring in rings]
        if not all(isfinite(number) for ring in rings for point in ring for number in point):
            raise FileFormatError("The drawing has a corner that is not a finite number.")
        return [ring for ring in rings if len(set(ring)) > 2]

    @property
    def is_even_odd(self) -> bool:
        """The rule of its inside, as of a ``Region``."""
        return self.look["fill-rule"].lower() == "evenodd"

    @property
    def inside(self) -> Region:
        """What its fill covers."""
        return Region(self.rings(self.lines), self.is_even_odd, self.clips)

    @property
    def line(self) -> Region:
        """What its line covers.

        Raises:
            FileFormatError: If that cannot be found out.
        """
        for name in ("stroke-dasharray", "vector-effect", *_MARKERS):
            if self.look[name].lower() != "none":
                raise FileFormatError(
                    f"A {named(self.element)} of the drawing has a line with a {name}, which "
                    "cannot be read here; turn the line into a path, or remove it."
                )
        width = self._number("stroke-width")
        pen = Pen(
            width / 2,
            self._one_of("stroke-linecap", ("butt", "round", "square")),
            self._one_of("stroke-linejoin", ("miter", "round", "bevel")),
            self._number("stroke-miterlimit"),
        )
        rings = stroked(self.lines, pen) if width > 0 else []
        return Region(self.rings([Line(ring, True) for ring in rings]), False, self.clips)

    def _number(self, name: str) -> float:
        return length(self.look[name], name, self.element, self.size)

    def _one_of(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.look[name].lower()
        if value not in choices:
            raise unreadable_style(f"{name}:{value}")
        return value


@dataclass(frozen=True)
class _Place:
    """An element on the way through a drawing.

    Attributes:
        element: It.
        placed: Where its surroundings are on the page.
        look: The properties that it inherits.
        clips: What cuts its surroundings off.
        size: Of what is around it.
        within: The elements that are being copied or cut with.
        given: The width and the height that a copy has been given.
    """

    element: Element
    placed: Affine
    look: dict[str, str]
    clips: tuple[Clip, ...] = ()
    size: Size = None
    within: tuple[Element, ...] = ()
    given: tuple[str | None, str | None] = (None, None)


class Drawing:
    """A drawing.

    Args:
        root: Its ``<svg>``.
        only_shapes: Whether everything else that it paints, such as text, is left out, and not
            refused.
    """

    def __init__(self, root: Element, *, only_shapes: bool) -> None:
        self._root = root
        self._only_shapes = only_shapes
        self._styles = Styles(root)
        self._references = References(root)
        self._paints = Paints(self._styles, self._references)
        self._copied = 0
        self._clips_there: dict[tuple[Element, Affine, Size], tuple[Clip, ...]] = {}

    def shapes(self) -> Iterator[Shape]:
        """Yield the shapes that can be seen, in the order in which they are painted.

        Raises:
            FileFormatError: If what is painted cannot be found out.
        """
        for shape in self._walk(_Place(self._root, Affine(), INHERITED)):
            if shape.is_filled or shape.has_line:
                yield shape

    def _walk(self, first: _Place) -> Iterator[Shape]:
        """Yield shapes, whether filled or not."""
        waiting = [first]
        while waiting:
            here = waiting.pop()
            element, name = here.element, svg_name(here.element)
            is_copy = here.within[-1:] == (element,)
            if not name or (name in _NOT_DRAWN and not (name == "symbol" and is_copy)):
                continue
            if "requiredExtensions" in element.attrib:
                continue
            own = self._styles.of(element)
            if is_gone(own):
                continue
            look = inherited(own, here.look)
            is_hidden = look["visibility"].lower() in ("hidden", "collapse")
            self._count(here, 1)
            inner = self._entered(here, own, look)
            lines = lines_of(element, here.size)
            if lines is not None:
                if not is_hidden:
                    self._count(here, sum(len(line.points) for line in lines))
                    yield Shape(
                        element, lines, inner.placed, look, inner.clips, here.size, self._paints
                    )
            elif name == "use":
                waiting.append(self._copy(inner))
            elif name == "switch":
                waiting += [replace(inner, element=child) for child in _chosen(element)]
            elif name in _GROUPS:
                if name in ("svg", "symbol"):
                    viewed = self._viewed(inner, own)
                    if viewed is None:
                        continue
                    inner = viewed
                waiting += [replace(inner, element=child) for child in reversed(element)]
            elif not (self._only_shapes or is_hidden):
                raise FileFormatError(
                    f"The drawing has an element {named(element)}, which is not a shape; turn it "
                    "into paths, or delete it."
                )

    def _entered(self, here: _Place, own: dict[str, str], look: dict[str, str]) -> _Place:
        """Inside an element with some properties of its own: moved, and cut off."""
        element = here.element
        for name, harmless in (("mask", "none"), ("filter", "none"), ("clip", "auto")):
            if own.get(name, harmless).lower() != harmless:
                raise FileFormatError(
                    f"A {named(element)} of the drawing has a {name}, which cannot be read here; "
                    "remove it, or draw what it leaves as paths."
                )
        moved = element.get("transform", "").strip() not in ("", "none")
        if moved and "transform-origin" in own:
            raise unreadable_style(f"transform-origin:{own['transform-origin']}")
        if look is here.look and not moved and not own:
            return here
        placed = here.placed
        if moved:
            placed = placed.after(transformation(element.get("transform", "")))
        inner = replace(here, placed=placed, look=look)
        if own.get("clip-path", "none").lower() == "none":
            return inner
        return replace(inner, clips=(*here.clips, *self._clips(inner, own["clip-path"])))

    def _clips(self, here: _Place, value: str) -> tuple[Clip, ...]:
        """The clip that a property names, and those of this clip."""
        element = self._references.of_property("clip-path", value)
        if svg_name(element) != "clipPath":
            raise FileFormatError(
                f"A clip-path of the drawing refers to a {named(element)}; name a <clipPath>."
            )
        key = element, here.placed, here.size
        if key not in self._clips_there:
            self._clips_there[key] = self._clips_by(self._within(here, element))
        return self._clips_there[key]

    def _clips_by(self, here: _Place) -> tuple[Clip, ...]:
        """The clip that a ``<clipPath>`` is, and those that cut it off."""
        element = here.element
        units = element.get("clipPathUnits", "userSpaceOnUse")
        if units != "userSpaceOnUse":
            raise FileFormatError(
                f"A {named(element)} of the drawing has clipPathUnits {shown(units)}, which cannot "
                "be read here; draw it in units of the drawing."
            )
        own = self._styles.of(element)
        inner = self._entered(replace(here, clips=()), own, inherited(own, INHERITED))
        regions = []
        for child in element:
            if svg_name(child) in (*_GROUPS, "switch"):
                raise FileFormatError(
                    f"A {named(element)} of the drawing has a <{svg_name(child)}> in it; ungroup "
                    "this."
                )
            for shape in self._walk(replace(inner, element=child, clips=())):
                is_even_odd = shape.look["clip-rule"].lower() == "evenodd"
                regions.append(Region(shape.rings(shape.lines), is_even_odd, shape.clips))
        return Clip(regions, f"a {named(element)}"), *inner.clips

    def _copy(self, here: _Place) -> _Place:
        """What a ``<use>`` paints."""
        use = here.element
        x, y = (length(use.get(name, "0"), name, use, here.size) for name in ("x", "y"))
        return replace(
            self._within(here, self._references.of_link(use)),
            placed=here.placed.after(Affine(e=x, f=y)),
            given=(use.get("width"), use.get("height")),
        )

    def _within(self, here: _Place, element: Element) -> _Place:
        if element in here.within:
            raise FileFormatError(f"A {named(element)} of the drawing repeats itself; delete it.")
        if len(here.within) == _DEEPEST:
            raise FileFormatError(
                f"The drawing has copies of copies, {_DEEPEST} times over; draw them as shapes."
            )
        return replace(here, element=element, within=(*here.within, element), given=(None, None))

    def _count(self, here: _Place, more: int) -> None:
        self._copied += more * bool(here.within)
        if self._copied > _MOST_COPIED:
            raise FileFormatError(
                f"The copies in the drawing have more than {_MOST_COPIED} corners; make fewer, or "
                "simplify them."
            )

    def _viewed(self, here: _Place, own: dict[str, str]) -> _Place | None:
        """Inside an ``<svg>`` or a ``<symbol>``; None if it shows nothing."""
        element = here.element
        is_root = element is self._root
        view = view_of(element, own, here.size, here.given, is_root=is_root)
        if view is None:
            return None
        placed = here.placed.after(view.placed)
        clips = here.clips
        overflow = own.get("overflow", "hidden").lower()
        if view.visible and (is_root or overflow not in ("visible", "auto")):
            ring = [placed.of(point) for point in view.visible]
            words = "" if is_root else f"the edge of its {named(element)}"
            clips = (*clips, Clip([Region([ring], False, ())], words))
        return replace(here, placed=placed, clips=clips, size=view.size, given=(None, None))


def _chosen(switch: Element) -> list[Element]:
    """The child of a ``<switch>`` that is painted, if any is."""
    for child in switch:
        if "systemLanguage" in child.attrib:
            raise FileFormatError(
                "The drawing has a <switch> between languages; keep the part in one of them."
            )
        if svg_name(child) and "requiredExtensions" not in child.attrib:
            return [child]
    return []
