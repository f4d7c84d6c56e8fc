"""Animated SVG without scripts: every part lists the times at which it changes.

Parts that change at the same times to the same colours are one path.  Programs without animation
show the finished maze, and ``load`` reads it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from labirinto._internal.progress import Progress
from labirinto.animate.film import Film
from labirinto.animate.frames import Timing, frame_changes
from labirinto.animate.look import hex_colour
from labirinto.animate.painting import thick
from labirinto.animate.tiles import NOTHING, OUTSIDE, WALLS, palette, tiles_of
from labirinto.drawing.geometry import Drawing
from labirinto.errors import TooLargeError
from labirinto.formats.svg import Layers, svg_parts
from labirinto.grids.rectangle import STEPS

MAX_CHANGES = 300_000

Part = tuple[str, int, int]
"""A kind, a key of ``_SHAPES``, and a place."""

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
    timelines = _timelines(film, times, progress)
    for x, y, direction in drawing.openings:
        dx, dy = STEPS[direction]
        part = ("down" if dx else "across", x + max(dx, 0), y + max(dy, 0))
        # The openings appear with the ends.
        timelines[part] = [(0, WALLS), (times[-1], NOTHING)]
    paths = _Paths(timing, times[-1] + timing.hold_time, drawing)
    layer = (_layers_on_walls if film.on_walls else _layers_on_cells)(paths, timelines, drawing)
    laid = paths.animation("visibility", [0, times[-1]], ["hidden", "visible"])
    has_laid = drawing.path or drawing.ends
    yield from svg_parts(drawing, layer._replace(laid=laid if has_laid else ""))


def _timelines(film: Film, times: list[int], progress: Progress | None) -> dict[Part, Timeline]:
    tiles = tiles_of(film)
    split = _split_corner if film.on_walls else _split_cell
    timelines: dict[Part, Timeline] = {}
    count = 0
    total = len(times) - 1
    for frame, changed in enumerate(frame_changes(film, total)):
        places = tiles.update(changed)
        for x, y in places if frame else tiles.all_places():
            for kind, number in split(tiles.tile(x, y)):
                timeline = timelines.setdefault((kind, x, y), [])
                if not timeline or timeline[-1][1] != number:
                    timeline.append((times[frame], number))
                    count += len(timeline) > 1
        if progress:
            progress(frame + 1, total)
        if count > MAX_CHANGES:
            raise TooLargeError(
                f"This animation has more than {MAX_CHANGES} changes, too many for SVG; take a "
                "shorter duration, a lower fps, a smaller maze or another format."
            )
    return timelines


def _split_cell(tile: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    yield from zip(("cell", "across", "down"), tile, strict=True)


def _split_corner(tile: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    """Separate walls from walks, which are thicker."""
    place, east, south, _, _ = tile
    for kind, number in (("corner", place), ("across", east), ("down", south)):
        is_thin = number in (WALLS, OUTSIDE)
        yield kind, number if is_thin else NOTHING
        yield f"walk {kind}", NOTHING if is_thin else number


def _layers_on_cells(paths: _Paths, timelines: dict[Part, Timeline], drawing: Drawing) -> Layers:
    for (kind, _, _), timeline in timelines.items():
        if kind != "cell" and timeline[-1][1] == WALLS:
            # The drawing beneath has the walls of the finished maze.
            timeline[:] = [(at, NOTHING if n == WALLS else n) for at, n in timeline]
    grouped = _grouped(timelines)
    wall = drawing.style.wall / drawing.style.cell
    under = "".join(paths.paths(grouped, "cell", "fill"))
    over = "".join(
        part for kind in ("across", "down") for part in paths.paths(grouped, kind, "stroke")
    )
    # A walk passes through walls; the posts at their ends stay.
    width, height = drawing.maze.width, drawing.maze.height
    rows = "".join(f"M{-wall / 2:.5g} {y}h{width + wall:.7g}" for y in range(height + 1))
    posts = (
        f'<path d="{rows}" stroke="{drawing.style.walls}" stroke-width="{wall:.5g}" '
        f'stroke-dasharray="{wall:.9g} {1 - wall:.9g}" shape-rendering="crispEdges"/>'
    )
    return Layers(f'<g shape-rendering="crispEdges">{under}</g>', _lines(over, wall) + posts)


def _layers_on_walls(paths: _Paths, timelines: dict[Part, Timeline], drawing: Drawing) -> Layers:
    grouped = _grouped(timelines)
    style = drawing.style
    over = ""
    for thickness, kinds in (
        (style.wall, ("corner", "across", "down")),
        (_walk(drawing), ("walk across", "walk down", "walk corner")),
    ):
        lines = [part for kind in kinds for part in paths.paths(grouped, kind, "stroke")]
        over += _lines("".join(lines), thickness / style.cell)
    # The walls appear one by one; those of the drawing are hidden, for ``load`` to read.
    return Layers(over=over, walls=' visibility="hidden"')


def _walk(drawing: Drawing) -> int:
    begin, end = thick(0, drawing.style.wall, drawing.style.cell, NOTHING)
    return end - begin


def _lines(paths: str, thickness: float) -> str:
    return (
        f'<g fill="none" stroke-width="{thickness:.5g}" stroke-linecap="square" '
        f'shape-rendering="crispEdges">{paths}</g>'
    )


_Grouped = dict[str, dict[tuple[tuple[int, int], ...], str]]


def _grouped(timelines: dict[Part, Timeline]) -> _Grouped:
    """The shapes of all parts that ever appear, by kind and timeline."""
    grouped: _Grouped = defaultdict(lambda: defaultdict(str))
    for (kind, x, y), timeline in sorted(timelines.items()):
        if any(number != NOTHING for _, number in timeline):
            grouped[kind][tuple(timeline)] += _SHAPES[kind].format(x, y)
    return grouped


class _Paths:
    """Writes paths that change their colour."""

    def __init__(self, timing: Timing, total: int, drawing: Drawing) -> None:
        self._total = total
        self._rest = f' calcMode="discrete" dur="{total / 100:g}s"'
        if timing.loop:
            self._rest += ' repeatCount="indefinite"'
        self._colours = [hex_colour(colour) for colour in palette(drawing.style)]
        # Browsers cannot animate the value "none".
        self._colours[NOTHING] = "#0000"

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
