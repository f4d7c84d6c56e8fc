"""PDF: a drawing as lines on a page, sharp at any size, by fpdf2.  It is not read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, pi, sin, tan
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.extras import needing
from labirinto.drawing.floors import coloured_cells, in_rows
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.portrait import wall_groups
from labirinto.drawing.strokes import Stroke, Vertex, centre_of_arc, strokes, sweep
from labirinto.errors import InvalidValueError
from labirinto.formats.svg import SEAM, escape
from labirinto.grids.mesh import Mesh

if TYPE_CHECKING:
    from fpdf import FPDF

POINTS_A_MM = 72 / 25.4

LONGEST_SIDE = 14_400
"""Of a page, in points: readers accept no more (ISO 32000-1, annex C)."""

MIN_CELL = 0.1
"""In points; coordinates in the file are rounded to hundredths."""

_NOTES = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:labirinto="urn:labirinto">'
    "<labirinto:notes>{}</labirinto:notes>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
)


@dataclass(frozen=True)
class Pens:
    """Widths of lines, in cells.

    Attributes:
        wall: Of the walls.
        line: Of the path.
        mark: Diameter of the marks at start and end.
        arrow: Length of the arrows at openings; 0 for none.
    """

    wall: float
    line: float
    mark: float
    arrow: float = 0


def check_pdf(drawing: Drawing) -> None:
    """Check that the page can show the cells, and that fpdf2 is installed."""
    if drawing.style.cell * _scale(drawing) < MIN_CELL:
        raise InvalidValueError(
            f"The cells of a {drawing.size_text} maze are too small to see on a PDF page, "
            "which is at most 5.08 m long; choose PNG."
        )
    new_document()


def _scale(drawing: Drawing) -> float:
    """Return points a pixel."""
    return min(drawing.style.pixel_mm * POINTS_A_MM, LONGEST_SIDE / max(drawing.pixel_size))


def write_pdf(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the drawing as a PDF document of one page, which is as large as the drawing.

    Cells are ``style.cell_mm`` wide, and everything else keeps its proportion.  A page that would
    be longer than 5.08 m, the most that readers accept, is scaled to that length.  The recipe is in
    the XMP metadata, as JSON in an element ``labirinto:notes``.
    """
    style, scale = drawing.style, _scale(drawing)
    cell = style.cell * scale
    document = new_document()
    width, height = (side * scale for side in drawing.pixel_size)
    document.add_page(format=(width, height))
    with document.local_context(fill_color=style.floor):
        document.rect(0, 0, width, height, style="F")
    origin = (style.margin + style.wall / 2) * scale
    pens = Pens(style.wall / style.cell, style.line / style.cell, style.mark / style.cell)
    draw_maze(document, drawing, origin, origin, cell, pens)
    document.set_subject(drawing.description)
    stream.write(finish(document, drawing.title, drawing.about()))


def new_document() -> FPDF:
    """Return a document without pages, measured in points.

    Raises:
        MissingExtraError: If fpdf2 is not installed.
    """
    from datetime import datetime, timezone

    with needing("PDF needs fpdf2", "pdf"):
        from fpdf import FPDF
    document = FPDF(unit="pt")
    document.set_auto_page_break(False)
    document.set_creator("Labirinto")
    # With a fixed date, the same maze gives the same bytes.
    document.set_creation_date(datetime.fromtimestamp(0, timezone.utc))
    return document


def finish(
    document: FPDF, title: str, notes: Mapping[str, object], *, language: str = "en"
) -> bytearray:
    """Return the bytes of a document.

    Args:
        document: The document.
        title: Its title.
        notes: What it holds for programs.
        language: The language of its text.
    """
    from json import dumps

    from fpdf import ViewerPreferences

    document.set_title(title)
    document.set_lang(language)
    document.viewer_preferences = ViewerPreferences(display_doc_title=True)
    document.set_xmp_metadata(_NOTES.format(escape(dumps(notes, separators=(",", ":")))))
    return document.output()


def draw_maze(
    page: FPDF, drawing: Drawing, left: float, top: float, cell: float, pens: Pens
) -> None:
    """Draw a maze on the page that was added last.

    Args:
        page: The document.
        drawing: What to draw.
        left, top: Where its upper left corner is, in points from the page's upper left corner.
        cell: Points from one wall to the next.
        pens: Widths of lines.
    """
    style = drawing.style

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * cell, top + y * cell

    def lines(strokes: Iterable[Stroke], paint: str = "S") -> str:
        placed = (
            [
                Vertex(left + x * cell, page.h - top - y * cell, -radius * cell)
                for x, y, radius in line
            ]
            for line in strokes
        )
        return "\n".join([*map(_operators, placed), paint])

    grid = drawing.maze.grid
    for colour, cells in coloured_cells(drawing):
        with page.local_context(fill_color=colour, draw_color=colour, line_width=SEAM * cell):
            if isinstance(grid, Mesh):
                sides = (grid.outline(cell) for run in cells for cell in run)
                outlines = (line for outline in sides for line in strokes_of(grid, outline))
                page._out(lines(outlines, "B*"))
            else:
                boxes = (
                    f"{left + x * cell:.2f} {page.h - top - (y + 1) * cell:.2f} "
                    f"{count * cell:.2f} {cell:.2f} re"
                    for x, y, count in in_rows(cells, grid.width)
                )
                page._out("\n".join([*boxes, "B"]))
    if line := drawing.polyline():
        join, cap = drawing.line_shape
        with page.local_context(
            draw_color=style.solution,
            line_width=pens.line * cell,
            stroke_cap_style=cap,
            stroke_join_style=join,
        ):
            page._out(lines([line]))
    is_mesh = isinstance(grid, Mesh)
    with page.local_context(
        draw_color=style.walls,
        line_width=pens.wall * cell,
        stroke_cap_style="round" if is_mesh else "square",
        stroke_join_style="round" if is_mesh else "miter",
    ):
        if is_mesh:
            page._out(lines(strokes(drawing)))
        elif drawing.portrait:
            for width, colour, runs in wall_groups(drawing):
                page.set_fill_color(colour)
                page._out(_boxes(page, runs, left, top, cell, width / 2))
        else:
            page._out(_runs(page, drawing, drawing.wall_runs(), left, top, cell))
    for x, y, kind, scale in drawing.marks:
        half = pens.mark * scale / 2
        if kind == "start":
            with page.local_context(fill_color=style.start):
                page.circle(*at(x, y), half * cell, style="F")
        else:
            with page.local_context(fill_color=style.end):
                page.rect(*at(x - half, y - half), 2 * half * cell, 2 * half * cell, style="F")
    if pens.arrow:
        for corners, shade in arrows(drawing, pens):
            with page.local_context(fill_color=shade):
                page.polygon([at(x, y) for x, y in corners], style="F")


def arrows(drawing: Drawing, pens: Pens) -> list[tuple[list[tuple[float, float]], str]]:
    """Return an arrow that points into the first opening, and one that points out of the second.

    Args:
        drawing: What is drawn.
        pens: Widths of lines, in cells.

    Returns:
        The corners of each in cells, the tip first, and its colour.
    """
    found = []
    for (x, y, out_x, out_y), inwards in zip(drawing.doors, (True, False), strict=False):
        # The distance of the arrow from the line of the wall.
        near = pens.wall / 2 + pens.arrow / 6
        tip, base = (near, near + pens.arrow) if inwards else (near + pens.arrow, near)
        # Two openings can be side by side.
        half = min(pens.arrow / 2, 0.6)
        corners = [
            (x + out_x * tip, y + out_y * tip),
            (x + out_x * base + out_y * half, y + out_y * base - out_x * half),
            (x + out_x * base - out_y * half, y + out_y * base + out_x * half),
        ]
        found.append((corners, drawing.style.start if inwards else drawing.style.end))
    return found


def _runs(
    page: FPDF,
    drawing: Drawing,
    runs: Iterable[tuple[int, int, int, int]],
    left: float,
    top: float,
    cell: float,
) -> str:
    """Return straight walls of a rectangle as one path.

    Texts are made once a column and once a row: fpdf2's own line() checks and formats each wall
    alone, in most of the time that a book takes.
    """
    across = [f"{left + x * cell:.2f}" for x in range(drawing.maze.width + 1)]
    bottom = page.h - top
    down = [f"{bottom - y * cell:.2f}" for y in range(drawing.maze.height + 1)]
    lines = [f"{across[x0]} {down[y0]} m {across[x1]} {down[y1]} l" for x0, y0, x1, y1 in runs]
    return "\n".join([*lines, "S"])


def _boxes(
    page: FPDF,
    runs: Iterable[tuple[int, int, int, int]],
    left: float,
    top: float,
    cell: float,
    reach: float,
) -> str:
    """Return straight walls that reach so far to all sides, in cells, as filled rectangles.

    Readers draw lines that are thinner than a pixel a pixel wide, and rectangles lighter.
    """
    boxes = (
        f"{left + (x0 - reach) * cell:.2f} {page.h - top - (y1 + reach) * cell:.2f} "
        f"{(x1 - x0 + 2 * reach) * cell:.2f} {(y1 - y0 + 2 * reach) * cell:.2f} re"
        for x0, y0, x1, y1 in runs
    )
    return "\n".join([*boxes, "f"])


_WIDEST_CURVE = pi / 3


def _operators(stroke: Stroke) -> str:
    """Return a stroke as a path, with y going up; arcs as curves that differ by 1/100,000."""
    parts = [f"{stroke[0].x:.2f} {stroke[0].y:.2f} m"]
    for here, there in pairwise(stroke):
        if not here.radius:
            parts.append(f"{there.x:.2f} {there.y:.2f} l")
            continue
        angle = sweep(here, there)
        count = ceil(abs(angle) / _WIDEST_CURVE)
        x, y = centre_of_arc(here, there)
        to_x, to_y = here.x - x, here.y - y
        # The handles of a curve lie on the tangents at its ends.
        handle = 4 / 3 * tan(angle / count / 4)
        turn_x, turn_y = cos(angle / count), sin(angle / count)
        for _ in range(count):
            next_x, next_y = to_x * turn_x - to_y * turn_y, to_x * turn_y + to_y * turn_x
            numbers = (
                x + to_x - handle * to_y,
                y + to_y + handle * to_x,
                x + next_x + handle * next_y,
                y + next_y - handle * next_x,
                x + next_x,
                y + next_y,
            )
            parts.append(" ".join(f"{number:.2f}" for number in numbers) + " c")
            to_x, to_y = next_x, next_y
    return " ".join(parts)
