"""SVG: small and crisp, with parts that a page can show and hide.

Drawings for plotters (``formats.plot_svg``) are read here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from labirinto.drawing.display import Dot, Fill, Item, Lines, layers
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import Portrait
from labirinto.drawing.strokes import Run, Runs, wall_strokes
from labirinto.drawing.style import Style
from labirinto.ends import Ends, EndsLike
from labirinto.errors import FileFormatError
from labirinto.maze import Maze
from labirinto.path import Path

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from labirinto._internal.source import Source

OPENING = '<svg xmlns="http://www.w3.org/2000/svg"'
"""With which a document begins."""

_RUNS_AT_A_TIME = 1 << 12


class Group(NamedTuple):
    """A layer in SVG, in units of cells.

    Attributes:
        name: Of the layer.
        parts: The elements, in pieces.
        attributes: Attributes of the group.
    """

    name: str
    parts: Iterable[str]
    attributes: str = ""


def write_svg(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as an SVG document.

    The groups ``walls``, ``solution`` and ``ends`` are in units of cells, so coordinates are short.
    All walls are one path.  The recipe is in the metadata.
    """
    for part in document(drawing, groups(drawing)):
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
    drawing = Drawing.of(maze, path, ends, style, portrait)
    return "".join(document(drawing, groups(drawing)))


def groups(drawing: Drawing) -> Iterator[Group]:
    """Yield the layers of a drawing."""
    for name, items in layers(drawing):
        elements = (item_parts(item, in_pixels=True) for item in items)
        yield Group(name, chain.from_iterable(elements))


def document(drawing: Drawing, groups: Iterable[Group]) -> Iterator[str]:
    """Yield a document with groups, piece by piece, and everything else that is in its file."""
    style = drawing.style
    width, height = drawing.pixel_size
    yield (
        f'{OPENING} width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        'aria-labelledby="title desc">\n'
        f'<title id="title">{escape(drawing.title)}</title>\n'
        f'<desc id="desc">{escape(drawing.description)}</desc>\n'
        f'<metadata id="labirinto">{escape(drawing.about_text())}</metadata>\n'
        f'<rect id="floor" width="100%" height="100%" fill="{style.floor}"/>\n'
    )
    origin = style.margin + style.wall / 2
    # The unit is a cell, from the middle of one wall to the middle of the next.
    frame = f'transform="translate({origin:g} {origin:g}) scale({style.cell})"'
    for group in groups:
        yield f'<g id="{group.name}" {frame}{group.attributes}>'
        yield from group.parts
        yield "</g>\n"
    yield "</svg>\n"


def item_parts(item: Item, *, in_pixels: bool = False) -> Iterator[str]:
    """Yield the element of an item in pieces, since that of large mazes is long.

    Args:
        item: What to draw.
        in_pixels: Whether sizes are whole pixels, so that straight lines can be crisp.
    """
    if isinstance(item, Dot):
        yield dot_element(item, f' fill="{item.colour}"')
        return
    look = line_look(item, in_pixels=in_pixels) if isinstance(item, Lines) else _fill_look(item)
    yield f'<path {look} d="'
    shape = item.shape
    if isinstance(shape, Runs):
        runs, written = iter(shape.runs), boxes_path if isinstance(item, Fill) else runs_path
        while piece := written(islice(runs, _RUNS_AT_A_TIME)):
            yield piece
    else:
        for strokes in shape.pieces:
            data = strokes.path_data()
            yield data.replace("M", "ZM")[1:] + "Z" if isinstance(item, Fill) else data
    yield '"/>'


def _fill_look(fill: Fill) -> str:
    look = f'fill="{fill.colour}" fill-rule="evenodd"'
    return look + (f' stroke="{fill.colour}" stroke-width="{fill.seam}"' if fill.seam else "")


def line_look(line: Lines, *, in_pixels: bool = False) -> str:
    """Return the attributes of lines; see ``item_parts``."""
    look = (
        f'fill="none" stroke="{line.colour}" stroke-width="{line.width:.5g}" '
        f'stroke-linecap="{line.cap}" stroke-linejoin="{line.join}"'
    )
    is_crisp = in_pixels and isinstance(line.shape, Runs) and not line.is_tone
    return look + is_crisp * ' shape-rendering="crispEdges"'


def dot_element(dot: Dot, paint: str = "") -> str:
    """Return a circle or a square, painted by attributes."""
    x, y, radius, _, is_round = dot
    if is_round:
        return f'<circle cx="{x:.7g}" cy="{y:.7g}" r="{radius:.5g}"{paint}/>'
    return (
        f'<rect x="{x - radius:.7g}" y="{y - radius:.7g}" '
        f'width="{2 * radius:.5g}" height="{2 * radius:.5g}"{paint}/>'
    )


def walls_path(drawing: Drawing) -> str:
    """Return all walls as the data of one path, in units of cells."""
    if drawing.maze.grid.kind:
        return wall_strokes(drawing).path_data()
    return runs_path(drawing.wall_runs())


def runs_path(runs: Iterable[Run]) -> str:
    """Return straight walls, from x0, y0 to x1, y1, as the data of a path."""
    return "".join(
        f"M{x0} {y0}h{x1 - x0}" if y0 == y1 else f"M{x0} {y0}v{y1 - y0}" for x0, y0, x1, y1 in runs
    )


def boxes_path(boxes: Iterable[Run]) -> str:
    """Return boxes as the data of a path."""
    return "".join(f"M{x0} {y0}h{x1 - x0}v{y1 - y0}h{x0 - x1}z" for x0, y0, x1, y1 in boxes)


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
    if about.grid.kind:
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
