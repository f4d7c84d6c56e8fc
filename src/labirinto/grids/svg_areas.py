"""Areas in SVG drawings: what their shapes cover, as rings of corners or as cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from labirinto._internal.source import text_of
from labirinto._internal.xml import declarations
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.outlines import Box, Point, Rings, all_filled, box_of, fitting
from labirinto.grids.rectangle import plane_bytes
from labirinto.grids.svg_drawing import Drawing, Region, Shape
from labirinto.grids.svg_shapes import named
from labirinto.grids.svg_styles import svg_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_RINGS = 1000
"""In one path; each may lie inside any other."""

_SAMPLES = 256
"""On each side of what is cut off, to find out how far it reaches."""

_SAMPLES_AT_SIDES = 64
"""The same where a side has been found, to find it more exactly."""

_SPARE = 2
"""So many samples further may be points that are too thin to be found."""

_ROUNDED = 1e-6
"""How far beyond an edge, in its own sizes, what ends at it may seem to reach."""


def areas_of(data: bytes) -> list[Rings]:
    """Return the rings of every area of a drawing: its outline, then the holes in it.

    A path with several outlines is several areas, but for outlines inside another, which are holes
    where nothing is painted.  A closed outline that is only drawn as a line is an area; other lines
    are not, nor are texts and pictures.  Curves become lines, of which each has the same corners
    from either end.

    Raises:
        InvalidValueError: If it has no area.
        FileFormatError: If it is not SVG, a part of it cannot be read, or an area is cut off.
    """
    areas: list[Rings] = []
    for shape in Drawing(_root_of(data), only_shapes=True).shapes():
        lines = shape.lines if shape.is_filled else [it for it in shape.lines if it.is_closed]
        region = Region(shape.rings(lines), shape.is_even_odd, shape.clips)
        if region.rings and _is_whole(region, shape):
            areas += _areas(region.rings, region.is_even_odd or not shape.is_filled)
    if not areas:
        raise _no_areas()
    return areas


def cells_covered(data: bytes, width: int, height: int, stretch: bool) -> bytes:
    """Return the mask of the cells on whose centre a drawing paints anything.

    Args:
        data: The drawing.
        width, height: The sides of the mask, in the middle of which it is fitted.
        stretch: Whether it fills the mask, instead of keeping its proportions.

    Raises:
        InvalidValueError, FileFormatError: As ``areas_of``.
    """
    regions = [
        cut
        for shape in Drawing(_root_of(data), only_shapes=False).shapes()
        for region in _painted(shape)
        if (cut := _cut(region))
    ]
    box = _reach(regions) if regions else None
    place = fitting(box, width, height, stretch=stretch) if box else None
    if not place:
        raise _no_areas()
    covered = _covered(regions, place, width, height, {})
    return covered.to_bytes(height * plane_bytes(width), "little")


def _painted(shape: Shape) -> Iterator[Region]:
    if shape.is_filled:
        yield shape.inside
    if shape.has_line:
        yield shape.line


def _no_areas() -> InvalidValueError:
    return InvalidValueError(
        "The drawing has no closed paths that can be seen; draw at least one shape, and turn text "
        "into paths."
    )


def _root_of(data: bytes) -> Element:
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
    return root


def _is_whole(region: Region, shape: Shape) -> bool:
    """Whether an area is there, not cut off; one that reaches beyond the page is left whole."""
    cut = _cut(region)
    for clip in cut.clips if cut else ():
        if clip.words:
            raise FileFormatError(
                f"A {named(shape.element)} of the drawing is cut off by {clip.words}; cut it off "
                "in the drawing program, so that its outline is that of the area."
            )
    return cut is not None


def _cut(region: Region) -> Region | None:
    """The region with those of its clips that may cut it off; None if nothing is left of it."""
    if not (region.rings and region.clips):
        return region if region.rings else None
    box, kept = box_of(chain.from_iterable(region.rings)), []
    for clip in region.clips:
        around = clip.box
        if not around or any(box[k] >= around[k + 2] or box[k + 2] <= around[k] for k in (0, 1)):
            return None
        spare = [(around[k + 2] - around[k]) * _ROUNDED for k in (0, 1)] * 2
        is_within = all(
            box[k] >= around[k] - spare[k] and box[k + 2] <= around[k + 2] + spare[k]
            for k in (0, 1)
        )
        if not (is_within and clip.is_box):
            kept.append(clip)
    return region._replace(clips=tuple(kept))


def _reach(regions: list[Region]) -> Box | None:
    """The smallest rectangle around what is painted; None if nothing is."""
    box = box_of(corner for region in regions for corner in _outermost(region))
    if not any(region.clips for region in regions):
        return box
    found = _sampled(regions, box, _SAMPLES)
    if not found:
        return None
    left, top, right, bottom = (
        _exact(regions, _around(found, box, _SAMPLES, side), side, found[side]) for side in range(4)
    )
    return left, top, right, bottom


def _exact(regions: list[Region], box: Box, side: int, known: float) -> float:
    """A side of the rectangle around what is painted, in a box that it crosses."""
    for _ in range(2):
        found = _sampled(regions, box, _SAMPLES_AT_SIDES)
        if not found:
            break
        known, box = found[side], _around(found, box, _SAMPLES_AT_SIDES, side)
    return known


def _around(found: Box, box: Box, samples: int, side: int) -> Box:
    """The part of a sampled box in which a side of what was found is, to be looked at again."""
    steps = [(box[k + 2] - box[k]) / samples * _SPARE for k in (0, 1)]
    part = [found[k] - steps[k] if k < 2 else found[k] + steps[k - 2] for k in range(4)]
    other = (side + 2) % 4
    part[other] = found[side] + steps[side % 2] * (1 if side < 2 else -1)
    return (
        max(box[0], part[0]),
        max(box[1], part[1]),
        min(box[2], part[2]),
        min(box[3], part[3]),
    )


def _outermost(region: Region) -> list[Point]:
    """Two corners of a rectangle beyond which nothing of a region reaches."""
    boxes = [
        box_of(chain.from_iterable(region.rings)),
        *(clip.box for clip in region.clips if clip.box),
    ]
    return [
        (max(box[0] for box in boxes), max(box[1] for box in boxes)),
        (min(box[2] for box in boxes), min(box[3] for box in boxes)),
    ]


def _sampled(regions: list[Region], box: Box, samples: int) -> Box | None:
    """The smallest rectangle around the samples of a box that are painted; None if none is."""
    place = fitting(box, samples, samples, stretch=True)
    if not place:
        return None
    covered = _covered(regions, place, samples, samples, {})
    lines = [covered >> (samples * y) & ((1 << samples) - 1) for y in range(samples)]
    rows = [y for y, line in enumerate(lines) if line]
    if not rows:
        return None
    columns = 0
    for line in lines:
        columns |= line
    left, top, right, bottom = box
    step_x, step_y = (right - left) / samples, (bottom - top) / samples
    return (
        left + ((columns & -columns).bit_length() - 1) * step_x,
        top + rows[0] * step_y,
        left + columns.bit_length() * step_x,
        top + (rows[-1] + 1) * step_y,
    )


def _covered(
    regions: list[Region],
    place: Callable[[Point], Point],
    width: int,
    height: int,
    clips: dict[int, int],
) -> int:
    """The mask, as a number, of the cells whose centre is in any of some regions.

    Args:
        regions: They.
        place: Where their corners are among the cells.
        width, height: The sides of the mask.
        clips: The masks of clips, by the numbers of the objects; those found are added.
    """
    alike: dict[tuple[int, ...], list[Region]] = {}
    for region in regions:
        alike.setdefault(tuple(map(id, region.clips)), []).append(region)
    everything = 0
    for some in alike.values():
        shapes = (
            ([[place(point) for point in ring] for ring in region.rings], region.is_even_odd)
            for region in some
        )
        covered = int.from_bytes(all_filled(shapes, width, height), "little")
        for clip in some[0].clips:
            if id(clip) not in clips:
                clips[id(clip)] = _covered(clip.regions, place, width, height, clips)
            covered &= clips[id(clip)]
        everything |= covered
    return everything


def _areas(rings: Rings, is_even_odd: bool) -> Iterator[Rings]:
    """Yield the areas of a path: a ring inside another is a hole in it if its inside is empty."""
    if len(rings) > _MOST_RINGS:
        raise FileFormatError(f"A path of the drawing has more than {_MOST_RINGS} outlines.")
    boxes = [box_of(ring) for ring in rings]
    around = [
        {
            k
            for k, other in enumerate(rings)
            if k != at and _is_within(boxes[at], boxes[k]) and _is_inside(ring, other)
        }
        for at, ring in enumerate(rings)
    ]
    turns = [1 if is_even_odd or _turns_right(ring) else -1 for ring in rings]
    outside = [sum(turns[k] for k in some) for some in around]
    painted = [
        [bool(winding % 2 if is_even_odd else winding) for winding in (before, before + turns[k])]
        for k, before in enumerate(outside)
    ]
    edges = {k for k, (before, after) in enumerate(painted) if before != after}
    depths = [len(some & edges) for some in around]
    for k in sorted(edges):
        if painted[k][1]:
            holes = (at for at in sorted(edges) if k in around[at] and depths[at] == depths[k] + 1)
            yield [rings[k], *(rings[at] for at in holes)]


def _turns_right(ring: list[Point]) -> bool:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]])) > 0


def _is_within(one: Box, other: Box) -> bool:
    return all(a >= b for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b for a, b in zip(one[2:], other[2:], strict=True)
    )


def _is_inside(ring: list[Point], other: list[Point]) -> bool:
    """Whether a ring lies inside another that it does not cross."""
    # The middle of a side: corners may lie on the other ring.
    (x0, y0), (x1, y1) = ring[0], next(point for point in ring if point != ring[0])
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*other, other[0]]):
        if (ay > y) != (by > y):
            crossings += ax + (bx - ax) * ((y - ay) / (by - ay)) > x
    return crossings % 2 == 1
