"""Polygons in files: GeoJSON (RFC 7946), or drawings, which ``svg_areas`` reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from math import cos, isfinite, radians
from typing import Any

from labirinto._internal.source import read_file, text_of
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.grids.outlines import Point, Rings
from labirinto.grids.svg_areas import areas_of

_LONGEST_FILE = 1 << 30
_NO_AREAS = ("Point", "MultiPoint", "LineString", "MultiLineString")


def polygons_of(source: dict[str, Any] | str | os.PathLike[str]) -> list[Rings]:
    """The rings of every polygon, with y pointing down.

    Args:
        source: A dict, a text of GeoJSON or SVG, or the name of a file.

    Raises:
        InvalidValueError: If it has no polygon, or GeoJSON has anything that has no area.
        FileFormatError: If it is no GeoJSON and no SVG.
        OSError: If the file cannot be read.
    """
    if isinstance(source, dict):
        return _drawn(_found(source))
    if isinstance(source, str) and is_text(source):
        return _read(source.encode())
    data = read_file(source, _LONGEST_FILE, "a map of cells")
    try:
        return _read(data)
    except FileFormatError as error:
        raise FileFormatError(f"{os.fsdecode(source)}: {error}") from None


def is_text(source: str) -> bool:
    """Whether this is GeoJSON or SVG itself, and not the name of a file."""
    return source.lstrip().startswith(("{", "<"))


def _read(data: bytes) -> list[Rings]:
    try:
        text = text_of(data)
    except UnicodeDecodeError:
        raise FileFormatError("It is not text in UTF-8 or UTF-16.") from None
    if text.lstrip()[:1] == "<":
        return areas_of(data)
    return _drawn(_found(_parsed(text)))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise FileFormatError("It is nested too deeply to be GeoJSON.") from None
    except ValueError as error:
        raise FileFormatError(f"It is not GeoJSON ({error}).") from None


def _found(data: Any) -> list[Rings]:
    try:
        found = list(_polygons_in(data))
    except RecursionError:
        raise FileFormatError("It is nested too deeply to be GeoJSON.") from None
    if not found:
        raise InvalidValueError("The GeoJSON has no polygons; a grid has at least one.")
    return found


def _polygons_in(data: Any) -> Iterator[Rings]:
    kind = data.get("type") if isinstance(data, dict) else None
    if kind == "FeatureCollection":
        for feature in _list(data, "features"):
            yield from _polygons_in(feature)
    elif kind == "Feature":
        if data.get("geometry") is not None:
            yield from _polygons_in(data["geometry"])
    elif kind == "GeometryCollection":
        for geometry in _list(data, "geometries"):
            yield from _polygons_in(geometry)
    elif kind == "Polygon":
        if rings := _list(data, "coordinates"):
            yield _rings(rings)
    elif kind == "MultiPolygon":
        for rings in _list(data, "coordinates"):
            yield _rings(rings)
    elif kind in _NO_AREAS:
        raise InvalidValueError(
            f"The GeoJSON has a {kind}, which has no area; give Polygons and MultiPolygons."
        )
    else:
        raise FileFormatError(f"It is not GeoJSON: {shown(kind)} is not one of its types.")


def _list(data: dict[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list):
        raise FileFormatError(f"It is not GeoJSON: {shown(value)} is not a list of {name}.")
    return value


def _rings(rings: Any) -> Rings:
    try:
        return [[_position(position) for position in ring] for ring in rings]
    except (TypeError, ValueError, OverflowError):
        raise FileFormatError(
            f"It is not GeoJSON: {shown(rings)} is not a list of rings of positions."
        ) from None


def _position(position: Any) -> Point:
    x, y, *_ = position  # a height may follow
    if isinstance(x, bool | str) or isinstance(y, bool | str):
        raise TypeError("no number")
    return float(x), float(y)


def _drawn(polygons: list[Rings]) -> list[Rings]:
    """Project polygons to the plane: degrees are drawn true to scale in the middle latitude."""
    points = [point for rings in polygons for ring in rings for point in ring]
    ys = [y for _, y in points if isfinite(y)]
    if not ys:
        return polygons
    scale = 1.0
    if all(abs(x) <= 360 and abs(y) <= 90 for x, y in points):
        scale = max(cos(radians((min(ys) + max(ys)) / 2)), 0.01)
    return [[[(x * scale, -y) for x, y in ring] for ring in rings] for rings in polygons]
