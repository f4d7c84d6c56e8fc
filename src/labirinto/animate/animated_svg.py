"""Animated SVG without scripts: every part lists the times at which it changes.

Parts that change at the same times to the same colours are one path.  Programs without animation
show the finished maze, and ``load`` reads it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from labirinto._internal.progress import Progress
from labirinto.animate.film import Film
from labirinto.animate.frames import Timing, frame_changes
from labirinto.animate.look import hex_colour
from labirinto.animate.painting import thick
from labirinto.animate.tiles import NOTHING, WALLS, Tiles, palette, tiles_of
from labirinto.drawing.display import Pens, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.strokes import path_data
from labirinto.errors import TooLargeError
from labirinto.formats.svg import Group, document, groups, line_look
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import STEPS

MAX_CHANGES = 300_000

Part = tuple[str, Any]
"""A kind, and the place of a tile."""

Shape = Callable[[str, Any], str]
"""Gives a part, as the data of a path."""

Timeline = list[tuple[int, int]]
"""The colours of a part, each with its first time in hundredths of a second, from 0 on."""

_SHAPES = {
    "cell": "M{} {}h1v1h-1z",
    "across": "M{} {}h1",
    "down": "M{} {}v1",
    "walk across": "M{} {}h1",
    "walk down": "M{} {}v1",
    "corner": "M{} {}h0",
    "walk corner": "M{} {}h0",
}


def animated_svg_parts(
    film: Film, timing: Timing, drawing: Drawing, progress: Progress | None = None
) -> Iterator[str]:
    """Yield the document in pieces.

    Raises:
        TooLargeError: If there are more changes than browsers play smoothly.
    """
    times = timing.frames(len(film))
    shape = _mesh_shape(film.grid) if isinstance(film.grid, Mesh) else _square_shape
    timelines = _timelines(film, tiles_of(film), times, progress)
    for part in _left_out(drawing):
        # The openings appear with the ends.
        timelines[part] = [(0, WALLS), (times[-1], NOTHING)]
    paths = _Paths(timing, times[-1] + timing.hold_time, drawing, shape)
    under, over = (_on_walls if film.on_walls else _on_cells)(paths, timelines, drawing)
    laid = paths.animation("visibility", [0, times[-1]], ["hidden", "visible"])
    yield from document(drawing, _with_changes(drawing, film.on_walls, under, over, laid))


_LAST = ("solution", "ends", "beyond", "links")
"""The groups that show something of the maze before it is made."""


def _with_changes(
    drawing: Drawing, hides_walls: bool, under: str, over: str, laid: str
) -> Iterator[Group]:
    """Yield the groups of the finished maze, and what changes: under its walls, and over them."""
    for group in groups(drawing):
        if group.name == "solution":
            yield Group("cells", [under], ' shape-rendering="crispEdges"')
        if group.name in _LAST:
            group = group._replace(parts=chain([laid], group.parts))
        if group.name == "walls" and hides_walls:
            # They appear one by one; ``load`` reads these.
            group = group._replace(attributes=' visibility="hidden"')
        yield group
        if group.name == "walls":
            yield Group("changes", [over])


def _square_shape(kind: str, place: tuple[int, int]) -> str:
    return _SHAPES[kind].format(*place)


def _left_out(drawing: Drawing) -> Iterator[Part]:
    """Sides of the frame, or walls beside places outside a mask, that openings leave out."""
    if isinstance(drawing.maze.grid, Mesh):
        for number in drawing.gaps:
            yield "side", number
        return
    for x, y, direction in drawing.openings:
        dx, dy = STEPS[direction]
        yield "down" if dx else "across", (x + max(dx, 0), y + max(dy, 0))


def _mesh_shape(mesh: Mesh) -> Shape:
    def shape(kind: str, place: int) -> str:
        if kind == "cell":
            return path_data(strokes_of(mesh, mesh.outline(place))) + "z"
        if kind == "side":
            return path_data(strokes_of(mesh, [mesh.border[place][1]]))
        return path_data(strokes_of(mesh, mesh.wall(place - len(mesh))))

    return shape


def _timelines(
    film: Film, tiles: Tiles[Any], times: list[int], progress: Progress | None
) -> dict[Part, Timeline]:
    timelines: dict[Part, Timeline] = {}
    count = 0
    total = len(times) - 1
    for frame, changed in enumerate(frame_changes(film, total)):
        places = tiles.update(changed)
        for place in places if frame else tiles.all_places():
            for kind, number in tiles.parts(place):
                timeline = timelines.setdefault((kind, place), [])
                if not timeline or timeline[-1][1] != number:
                    timeline.append((times[frame], number))
                    count += len(timeline) > 1
        if progress:
            progress(frame + 1, total)
        if count > MAX_CHANGES:
            raise TooLargeError(
                f"This animation has more than {MAX_CHANGES} changes, too many for SVG; use a "
                "shorter duration, a lower fps, a smaller maze or another format."
            )
    return timelines


def _on_cells(paths: _Paths, timelines: dict[Part, Timeline], drawing: Drawing) -> tuple[str, str]:
    for (kind, _), timeline in timelines.items():
        if kind != "cell" and timeline[-1][1] == WALLS:
            # The drawing beneath has the walls of the finished maze.
            timeline[:] = [(at, NOTHING if n == WALLS else n) for at, n in timeline]
    grouped = paths.grouped(timelines)
    wall = drawing.style.wall / drawing.style.cell
    under = "".join(paths.paths(grouped, "cell", "fill"))
    kinds = ("across", "down", "wall", "side")
    over = "".join(part for kind in kinds for part in paths.paths(grouped, kind, "stroke"))
    return under, _lines(over, wall, drawing) + _posts(drawing, wall)


def _posts(drawing: Drawing, wall: float) -> str:
    """In a rectangle a walk passes through walls; the posts at their ends stay."""
    grid = drawing.maze.grid
    if isinstance(grid, Mesh):
        return ""
    if grid.mask is None:
        height, width = grid.shape
        lines = [(0, y, width) for y in range(height + 1)]
    else:
        corners = {(x + dx, y + dy) for x, y in grid for dx in (0, 1) for dy in (0, 1)}
        lines = [(x, y, 0) for x, y in sorted(corners)]
    rows = "".join(f"M{x - wall / 2:.7g} {y}h{length + wall:.7g}" for x, y, length in lines)
    return (
        f'<path d="{rows}" stroke="{drawing.style.walls}" stroke-width="{wall:.5g}" '
        f'stroke-dasharray="{wall:.9g} {1 - wall:.9g}" shape-rendering="crispEdges"/>'
    )


def _on_walls(paths: _Paths, timelines: dict[Part, Timeline], drawing: Drawing) -> tuple[str, str]:
    grouped = paths.grouped(timelines)
    style = drawing.style
    begin, end = thick(0, style.wall, style.cell, NOTHING)
    over = ""
    for thickness, kinds in (
        (style.wall, ("corner", "across", "down")),
        (end - begin, ("walk across", "walk down", "walk corner")),
    ):
        lines = [part for kind in kinds for part in paths.paths(grouped, kind, "stroke")]
        over += _lines("".join(lines), thickness / style.cell, drawing)
    return "", over


def _lines(paths: str, thickness: float, drawing: Drawing) -> str:
    line = next(walls(drawing, Pens.of(drawing.style)))._replace(width=thickness)
    return f"<g {line_look(line, in_pixels=True)}>{paths}</g>"


_Grouped = dict[str, dict[tuple[tuple[int, int], ...], str]]


class _Paths:
    """Writes paths that change their colour."""

    def __init__(self, timing: Timing, total: int, drawing: Drawing, shape: Shape) -> None:
        self._shape = shape
        self._total = total
        self._rest = f' calcMode="discrete" dur="{total / 100:g}s"'
        if timing.loop:
            self._rest += ' repeatCount="indefinite"'
        self._colours = [hex_colour(colour) for colour in palette(drawing.style)]
        # Browsers cannot animate the value "none".
        self._colours[NOTHING] = "#0000"

    def grouped(self, timelines: dict[Part, Timeline]) -> _Grouped:
        """The shapes of all parts that ever appear, by kind and timeline."""
        grouped: _Grouped = defaultdict(lambda: defaultdict(str))
        for (kind, place), timeline in sorted(timelines.items()):
            if any(number != NOTHING for _, number in timeline):
                grouped[kind][tuple(timeline)] += self._shape(kind, place)
        return grouped

    def paths(self, grouped: _Grouped, kind: str, attribute: str) -> Iterator[str]:
        """Yield all paths of a kind."""
        for timeline, shapes in grouped[kind].items():
            colours = [self._colours[number] for _, number in timeline]
            last = "none" if timeline[-1][1] == NOTHING else colours[-1]
            path = f'<path d="{shapes}" {attribute}="{last}"'
            if len(timeline) == 1:
                yield f"{path}/>"
            else:
                times = [at for at, _ in timeline]
                yield f"{path}>{self.animation(attribute, times, colours)}</path>"

    def animation(self, attribute: str, times: list[int], values: list[str]) -> str:
        """The element that changes an attribute at the given times."""
        shares = ";".join(f"{at / self._total:.5f}".strip("0").rstrip(".") or "0" for at in times)
        return (
            f'<animate attributeName="{attribute}" values="{";".join(values)}" '
            f'keyTimes="{shares}"{self._rest}/>'
        )
