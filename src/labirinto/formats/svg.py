"""SVG: small and crisp, with parts that a page can show and hide.

Drawings for plotters (``formats.plot_svg``) are read here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from labirinto import _core
from labirinto.drawing.floors import coloured_cells, in_rows
from labirinto.drawing.geometry import Drawing, Mark
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.portrait import Portrait, wall_groups
from labirinto.drawing.strokes import Stroke, decimal, path_data
from labirinto.drawing.style import Style
from labirinto.ends import Ends, EndsLike
from labirinto.errors import FileFormatError
from labirinto.grids.mesh import Mesh
from labirinto.maze import Maze
from labirinto.path import Path

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from labirinto._internal.source import Source
    from labirinto.formats._walls import Run

_RUNS_AT_A_TIME = 1 << 12


class Layers(NamedTuple):
    """What else a drawing may contain: SVG in units of cells, and attributes.

    Attributes:
        under, over: What lies under the solution and the walls, and what lies over them.
        walls: Attributes of the group of walls.
        laid: What the groups of the solution and of the ends begin with.
    """

    under: str = ""
    over: str = ""
    walls: str = ""
    laid: str = ""


NO_LAYERS = Layers()


def write_svg(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as an SVG document.

    The groups ``walls``, ``solution`` and ``ends`` are in units of cells, so coordinates are short.
    All walls are one path.  The recipe is in the metadata.
    """
    for part in svg_parts(drawing):
        stream.write(part.encode())


def to_svg(
    maze: Maze,
    *,
    path: Path | None = None,
    ends: EndsLike | None = None,
    style: Style | None = None,
    portrait: Portrait | None = None,
) -> str:
    """Return the SVG document that ``save`` writes, as text.

    Args:
        maze: The maze.
        path: A path to draw, usually the solution.
        ends: Start and end to mark, or openings in the frame: ``Ends``, or two cells.
        style: Sizes and colours; by default that of the portrait, or ``Style.usual(maze.grid)``,
            in which the cells of mazes from 4 million cells on are small.
        portrait: How thick the walls are, to show a picture.

    Raises:
        InvalidValueError: If the path or the ends do not belong to the maze, or an argument is of
            another type.
    """
    return "".join(svg_parts(Drawing.of(maze, path, ends, style, portrait)))


def svg_parts(drawing: Drawing, layers: Layers = NO_LAYERS) -> Iterator[str]:
    """Yield the document, piece by piece."""
    style = drawing.style
    width, height = drawing.pixel_size
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc">\n'
        f'<title id="title">{escape(drawing.title)}</title>\n'
        f'<desc id="desc">{escape(drawing.description)}</desc>\n'
        f'<metadata id="labirinto">{escape(drawing.about_text())}</metadata>\n'
        f'<rect id="floor" width="100%" height="100%" fill="{style.floor}"/>\n'
    )
    origin = style.margin + style.wall / 2
    # The unit is a cell, from the middle of one wall to the middle of the next.
    frame = f'transform="translate({origin:g} {origin:g}) scale({style.cell})"'
    if drawing.shades:
        yield f'<g id="floors" {frame}>'
        yield from floor_elements(drawing)
        yield "</g>\n"
    if layers.under:
        yield f"<g {frame}>{layers.under}</g>\n"
    yield f'<g id="solution" {frame}>{layers.laid}'
    if line := drawing.polyline():
        yield (
            f'<{line_element(line)} fill="none" stroke="{style.solution}" '
            f'stroke-width="{_share(style.line, style.cell)}" {line_look(drawing)}/>'
        )
    yield f'</g>\n<g id="walls" {frame}{layers.walls}>'
    yield from wall_elements(drawing, _share(style.wall, style.cell))
    yield "</g>\n"
    if layers.over:
        yield f"<g {frame}>{layers.over}</g>\n"
    yield f'<g id="ends" {frame}>{layers.laid}'
    for mark in drawing.marks:
        yield mark_element(mark, style.mark / style.cell, style)
    yield "</g>\n</svg>\n"


SEAM = 0.05
"""How many cells the floors reach beyond theirs, so that no line of another colour shows."""


def floor_elements(drawing: Drawing) -> Iterator[str]:
    """Yield the floors, an element a colour, in units of cells."""
    grid = drawing.maze.grid
    for colour, runs in coloured_cells(drawing):
        if isinstance(grid, Mesh):
            outlines = (grid.outline(cell) for run in runs for cell in run)
            data = "".join(f"{path_data(strokes_of(grid, outline))}Z" for outline in outlines)
        else:
            rows = in_rows(runs, grid.width)
            data = "".join(f"M{x} {y}h{count}v1h-{count}z" for x, y, count in rows)
        yield (
            f'<path fill="{colour}" fill-rule="evenodd" stroke="{colour}" '
            f'stroke-width="{SEAM}" d="{data}"/>'
        )


def wall_elements(drawing: Drawing, width: str) -> Iterator[str]:
    """Yield the walls in pieces: an element, or one for every width and colour of a portrait.

    Args:
        drawing: What is drawn.
        width: Of the walls that are no portrait, in cells.
    """
    groups: Iterable[tuple[str, str, Iterable[str]]]
    if drawing.portrait:
        groups = (
            (f"{it.width:.5g}", it.colour, [runs_path(it.runs)]) for it in wall_groups(drawing)
        )
    else:
        groups = [(width, drawing.style.walls, walls_parts(drawing))]
    for thickness, colour, parts in groups:
        yield (
            f'<path fill="none" stroke="{colour}" stroke-width="{thickness}" '
            f'{walls_look(drawing)} d="'
        )
        yield from parts
        yield '"/>'


def joints(drawing: Drawing) -> str:
    """Return attributes for how walls end and meet: in a rectangle at right angles, else at any."""
    if isinstance(drawing.maze.grid, Mesh):
        return 'stroke-linecap="round" stroke-linejoin="round"'
    return 'stroke-linecap="square"'


def walls_look(drawing: Drawing) -> str:
    """Return attributes for how walls end and meet, and whether their edges are crisp."""
    # Crisp edges have whole pixels, and a portrait made small has none of many widths.
    is_smooth = isinstance(drawing.maze.grid, Mesh) or drawing.portrait
    return joints(drawing) + ("" if is_smooth else ' shape-rendering="crispEdges"')


def line_look(drawing: Drawing) -> str:
    """Return attributes for how the line of the path turns and ends."""
    join, cap = drawing.line_shape
    return f'stroke-linejoin="{join}" stroke-linecap="{cap}"'


def line_element(line: Stroke) -> str:
    """Return the beginning of an element for a line, up to its attributes, in units of cells."""
    if any(vertex.radius for vertex in line):
        return f'path d="{path_data([line])}"'
    points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y, _ in line)
    return f'polyline points="{points}"'


def mark_element(mark: Mark, diameter: float, style: Style) -> str:
    """Return a mark of this diameter in a square cell, in units of cells."""
    x, y, kind, scale = mark
    radius = diameter * scale / 2
    if kind == "start":
        return f'<circle cx="{x:.7g}" cy="{y:.7g}" r="{radius:.5g}" fill="{style.start}"/>'
    return (
        f'<rect x="{x - radius:.7g}" y="{y - radius:.7g}" '
        f'width="{2 * radius:.5g}" height="{2 * radius:.5g}" fill="{style.end}"/>'
    )


def walls_path(drawing: Drawing) -> str:
    """Return all walls as the data of one path, in units of cells."""
    return "".join(walls_parts(drawing))


def walls_parts(drawing: Drawing) -> Iterator[str]:
    """Yield the same in pieces, since a text for each run takes much more memory."""
    grid = drawing.maze.grid
    if isinstance(grid, Mesh):
        yield _core.path_data(*grid.core.strokes(drawing.maze.bits, drawing.gaps))
        return
    runs = drawing.wall_runs()
    while piece := runs_path(islice(runs, _RUNS_AT_A_TIME)):
        yield piece


def runs_path(runs: Iterable[tuple[int, int, int, int]]) -> str:
    """Return straight walls, from x0, y0 to x1, y1, as the data of a path."""
    return "".join(
        f"M{x0} {y0}h{x1 - x0}" if y0 == y1 else f"M{x0} {y0}v{y1 - y0}" for x0, y0, x1, y1 in runs
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.5g}"


def escape(text: str) -> str:
    """Escape a text for the place between two tags."""
    # XML cannot contain these two at all.
    text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_SVG = "{http://www.w3.org/2000/svg}"
_RUN = r"M([0-9]+) ([0-9]+)([hv])([0-9]+)"  # compiled where it is used


def read_svg(source: Source) -> tuple[Maze, Ends | None]:
    """Read the walls from the group ``walls``, or ``strokes`` in a drawing for a plotter.

    Raises:
        FileFormatError: If it is another program's drawing, or damaged.
    """
    # A drawing is written more often than read, and start-up time is a feature.
    from labirinto._internal.xml import xml_root
    from labirinto.formats._notes import About, cell_mm_of
    from labirinto.formats._walls import rows_of_walls, runs_of_strokes

    data = source.whole()
    root = xml_root(data, "drawing")
    notes = root.findtext(f"{_SVG}metadata[@id='labirinto']")
    walls = root.findall(f"{_SVG}g[@id='walls']/{_SVG}path")  # several in a portrait
    strokes = root.find(f"{_SVG}g[@id='strokes']")
    if notes is None or (not walls and strokes is None):
        raise FileFormatError("this drawing was not made by labirinto, or has lost its notes.")
    about = About.from_json(notes)
    if isinstance(about.grid, Mesh):
        return about.mesh_maze()
    runs: Iterator[Run]
    if walls:
        runs = chain.from_iterable(_runs(path.get("d", "")) for path in walls)
    else:
        assert strokes is not None
        cell = cell_mm_of(notes)
        origin = (about.style.margin + about.style.wall / 2) * cell / about.style.cell
        runs = runs_of_strokes(_polylines(strokes), cell, origin)
    return about.maze(rows_of_walls(runs, about.width, about.height, len(data)))


def _runs(path: str) -> Iterator[Run]:
    if not path or re.sub(_RUN, "", path):
        raise FileFormatError("the drawing is damaged: its walls cannot be read.")
    for match in re.finditer(_RUN, path):
        x, y, length = (_number(match[group]) for group in (1, 2, 4))
        yield (x, y, x + length, y) if match[3] == "h" else (x, y, x, y + length)


def _number(digits: str) -> int:
    # No side has more digits: such a wall leads out of the maze.
    return int(digits[:12])


def _polylines(strokes: Element) -> Iterator[list[tuple[float, float]]]:
    found = 0
    for line in strokes.iter(f"{_SVG}polyline"):  # in a portrait in groups, one for each pen
        try:
            numbers = list(map(float, line.get("points", "").replace(",", " ").split()))
            stroke = list(zip(numbers[::2], numbers[1::2], strict=True))
        except ValueError:
            raise FileFormatError("the drawing is damaged: a stroke cannot be read.") from None
        found += len(stroke)
        yield stroke
    if not found:
        raise FileFormatError("the drawing is damaged: it has no walls.")
