"""PDF: a drawing as lines on a page, sharp at any size, by fpdf2.  It is not read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import ceil, cos, pi, sin, tan
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.extras import needing
from labirinto.drawing.display import Dot, Fill, Item, all_items, cutting_marks
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import Runs, Shape, Stroke, centre_of_arc, placed, sweep
from labirinto.drawing.style import rgb
from labirinto.errors import InvalidValueError
from labirinto.formats.svg import escape

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.drawing_primitives import DeviceGray, DeviceRGB

POINTS_A_MM = 72 / 25.4

LONGEST_SIDE = 14_400
"""The longest side of a page, in points, that readers accept (ISO 32000-1, annex C)."""

MIN_CELL = 0.1
"""In points; coordinates in the file are rounded to hundredths."""

_NOTES = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:labirinto="urn:labirinto">'
    "<labirinto:notes>{}</labirinto:notes>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
)


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
    be longer than 5.08 m, the most that readers accept, is scaled to that length.  Marks show where
    to cut a cylinder.  The recipe is in the XMP metadata, as JSON in an element
    ``labirinto:notes``.
    """
    style, scale = drawing.style, _scale(drawing)
    cell = style.cell * scale
    document = new_document()
    width, height = (side * scale for side in drawing.pixel_size)
    document.add_page(format=(width, height))
    with document.local_context(fill_color=style.floor):
        document.rect(0, 0, width, height, style="F")
    origin = (style.margin + style.wall / 2) * scale
    draw_items(document, all_items(drawing), origin, origin, cell)
    draw_items(document, cutting_marks(drawing), origin, origin, cell)
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


def _ink(colour: str) -> DeviceGray | DeviceRGB:
    """A colour; greys as such, so that presses print them with black alone."""
    from fpdf.drawing_primitives import DeviceGray, DeviceRGB

    red, green, blue = rgb(colour)
    if red == green == blue:
        return DeviceGray(red / 255)
    return DeviceRGB(red / 255, green / 255, blue / 255)


def draw_items(page: FPDF, items: Iterable[Item], left: float, top: float, cell: float) -> None:
    """Draw items on the page that was added last.

    Args:
        page: The document.
        items: What to draw.
        left, top: Where its upper left corner is, in points from the page's upper left corner.
        cell: Points a cell.
    """
    frame = cell, left, page.h - top
    for item in items:
        if isinstance(item, Dot):
            x, y, radius, _, is_round = item.placed(cell, left, top)
            with page.local_context(fill_color=_ink(item.colour)):
                if is_round:
                    page.circle(x, y, radius, style="F")
                else:
                    page.rect(x - radius, y - radius, 2 * radius, 2 * radius, style="F")
        elif isinstance(item, Fill):
            paint = (
                {"draw_color": _ink(item.colour), "line_width": item.seam * cell}
                if item.seam
                else {}
            )
            with page.local_context(fill_color=_ink(item.colour), **paint):
                page._out(f"{_path(item.shape, frame, is_filled=True)}\n{'B*' if paint else 'f*'}")
        elif not (isinstance(item.shape, Runs) and item.is_tone):
            with page.local_context(
                draw_color=_ink(item.colour),
                line_width=item.width * cell,
                stroke_cap_style=item.cap,
                stroke_join_style=item.join,
            ):
                page._out(f"{_path(item.shape, frame)}\nS")
        else:
            # Readers draw lines thinner than a pixel a pixel wide, and boxes lighter.
            with page.local_context(fill_color=_ink(item.colour)):
                page._out(f"{_boxes(item.shape, frame, item.width / 2)}\nf")


Frame = tuple[float, float, float]
"""Points a cell, and the origin, from which y goes up."""


def _path(shape: Shape, frame: Frame, *, is_filled: bool = False) -> str:
    """Return lines, or what is filled, as a path."""
    cell, left, top = frame
    if not isinstance(shape, Runs):
        return "\n".join(_operators(placed(it, *frame, upwards=True)) for it in shape.each())
    if is_filled:
        return _boxes(shape, frame, 0)
    # fpdf2's own line() checks and formats each wall alone, in most of the time that a book takes.
    x = [f"{left + cell * line:.2f}" for line in range(shape.last + 1)]
    y = [f"{top - cell * line:.2f}" for line in range(shape.last + 1)]
    return "\n".join(f"{x[x0]} {y[y0]} m {x[x1]} {y[y1]} l" for x0, y0, x1, y1 in shape.runs)


def _boxes(shape: Runs, frame: Frame, reach: float) -> str:
    """Return boxes, or lines, that reach so far to all sides, in cells, as rectangles."""
    cell, left, top = frame
    return "\n".join(
        f"{left + (x0 - reach) * cell:.2f} {top - (y1 + reach) * cell:.2f} "
        f"{(x1 - x0 + 2 * reach) * cell:.2f} {(y1 - y0 + 2 * reach) * cell:.2f} re"
        for x0, y0, x1, y1 in shape.runs
    )


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
    if len(stroke) > 2 and stroke[0][:2] == stroke[-1][:2]:
        parts.append("h")
    return " ".join(parts)
