"""A poster: one maze on a large sheet of paper, with a title and its recipe in small print."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING, BinaryIO

from labirinto._internal.extras import needing
from labirinto._internal.files import open_target
from labirinto._internal.memory import check_memory
from labirinto._internal.validation import check_type, one_of_any_case, truth_value
from labirinto.book.canvas import Canvas, PagePicture, SvgCanvas
from labirinto.book.paper import DOTS_AN_INCH, MM, format_of_sheet
from labirinto.book.poster_layout import PENCIL, POSTERS, SIDE_MARGIN, Layout, best_layout
from labirinto.book.typesetting import Typesetter, font_files
from labirinto.book.values import check_title, ends_on_paper
from labirinto.drawing.colour_maps import luminance
from labirinto.drawing.display import Fill, Pens, items_on_paper
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import Portrait
from labirinto.drawing.raster import drawing_palette
from labirinto.drawing.strokes import Strokes, Vertex
from labirinto.drawing.style import COLOURS, Style, rgb
from labirinto.ends import EndsLike
from labirinto.errors import InvalidValueError
from labirinto.formats.picture import image_of
from labirinto.grids.lettering import lines_of, outlines_of
from labirinto.grids.outlines import filled
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.seeds import seed_number

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDS = ("", "left", "right")
"""Where a card is folded: nowhere, or beside its front; above it, if that is wider than high."""

MIN_CELL = 0.3 * MM
"""Smaller cells are finer than printers print."""

_ARROW = 0.016
"""The length of an arrow, as a share of the shorter side of the paper."""

LONGEST_TITLE = 60
"""Characters that can be read from afar in one line."""

_LONGEST_COMMAND = 180
_BYTES_A_PIXEL = 8
_DARK, _LIGHT = (30, 100), (235, 160)
"""The greys of the title and of the small print, on light and on dark paper."""


@dataclass(frozen=True, eq=False)
class Poster:
    """A large sheet of paper with one maze, upright or across, whichever makes it larger.

    Attributes:
        maze: The maze.
        paper: ``a6``, ``a5``, ``a4``, ``a3``, ``a2``, ``a1``, ``a0``, ``half-letter``, ``letter``,
            ``tabloid``, ``ansi-c``, ``ansi-d`` or ``ansi-e``, in any case.
        title: A text below the maze.
        style: Colours, and the thickness of walls as a share of a cell; by default that of the
            portrait, or ``Style.usual(maze.grid)``.
        ends: A start and an end to draw, as ``Ends`` or two cells, or how ``suggest_ends`` chooses
            them; by default none.
        path: A path to draw; by default none.
        portrait: How thick the walls are, to show a picture.
        fonts: Font files for letters of the title that the package has no font for.
        command: The command that makes the poster, for the small print; by default the one that
            makes the maze.
        fold: Empty, or for a card ``left`` or ``right``, the side of its front on which it is
            folded: the page has the size of the unfolded card, whose inside and back are blank.
        arrows: Whether arrows show where start and end are open, in PDF only.

    Raises:
        InvalidValueError: If a value is invalid, or the cells would be too small on this paper.
    """

    maze: Maze
    paper: str = "a2"
    title: str = ""
    style: Style | None = None
    ends: EndsLike | str | None = None
    path: Path | None = None
    portrait: Portrait | None = None
    fonts: tuple[str, ...] = ()
    command: str = ""
    fold: str = ""
    arrows: bool = False

    def __post_init__(self) -> None:
        check_type("maze", self.maze, Maze)
        object.__setattr__(self, "paper", one_of_any_case("paper", self.paper, POSTERS))
        truth_value("arrows", self.arrows)
        object.__setattr__(self, "fold", one_of_any_case("fold", self.fold, FOLDS))
        object.__setattr__(self, "title", check_title(self.title))
        if len(self.title) > LONGEST_TITLE:
            raise InvalidValueError(
                f"The title of a poster has {len(self.title)} characters; use at most "
                f"{LONGEST_TITLE}, which fit on one line."
            )
        check_type("command", self.command, str)
        object.__setattr__(self, "fonts", font_files(self.fonts))
        object.__setattr__(self, "ends", ends_on_paper(self.maze, self.ends))
        drawing = self.drawing
        cell = _layout(self).cell
        if cell < MIN_CELL:
            raise InvalidValueError(
                f"The cells of a {drawing.size_text} maze would be {cell / MM:.2g} mm wide on "
                f"{self.paper} paper, too small to print; use a smaller maze or larger paper."
            )
        path = cell * (1 - drawing.style.wall / drawing.style.cell)
        if self.portrait and path < PENCIL - 1e-6:
            raise InvalidValueError(
                f"The paths of this portrait would be {path / MM:.2g} mm wide on {self.paper} "
                "paper, too narrow for a pencil of 0.5 mm; use larger paper or fewer cells."
            )

    @property
    def drawing(self) -> Drawing:
        """The drawing of the maze."""
        ends = ends_on_paper(self.maze, self.ends)
        return Drawing.of(self.maze, self.path, ends, self.style, self.portrait)


def write_poster(
    poster: Poster, target: str | os.PathLike[str] | BinaryIO, *, format: str | None = None
) -> None:
    """Write a poster as PDF, or as a PNG picture of 300 dots per inch.

    Args:
        poster: The poster.
        target: A file name or a binary stream.  Files are written atomically.
        format: ``pdf`` or ``png``; by default selected by the extension of the file.

    Raises:
        FileFormatError: If a file of ``poster.fonts`` is damaged or not a font.
        InvalidValueError: If the format is unknown, no font has a letter of the title, or for an
            argument of another type.
        MissingExtraError: If fpdf2 or HarfBuzz is not installed, or for PNG Pillow.
        OSError: If a file cannot be read or written.
        TooLargeError: If there is not enough memory.
    """
    check_type("poster", poster, Poster, "labirinto.book")
    kind = format_of_sheet(target, format, poster.maze)
    data = _pdf(poster) if kind == "pdf" else _png(poster)
    with open_target(target) as stream:
        stream.write(data)


def _layout(poster: Poster) -> Layout:
    # Half of the walls of the frame lies outside of the cells.
    style = poster.drawing.style
    frame, is_titled = style.wall / style.cell, bool(poster.title)
    layout = best_layout(poster.maze.grid.size, frame, is_titled, poster.paper)
    return layout.folded(poster.fold) if poster.fold else layout


def small_print_recipe(recipe: Recipe) -> Recipe:
    """The recipe with a seed that all fonts have: its number, if it is a text in other letters."""
    if str(recipe.seed).isascii():
        return recipe
    return replace(recipe, seed=seed_number(recipe.seed))


def _small_print(poster: Poster) -> str:
    """The command that makes the poster again, or its maze; without letters that few fonts have."""
    recipe = poster.maze.recipe and small_print_recipe(poster.maze.recipe)
    if recipe is None:
        return poster.drawing.size_text
    maze = "Maze: " if poster.portrait else ""
    for command in (poster.command, f"{maze}{recipe.command}"):
        if 0 < len(command) <= _LONGEST_COMMAND and command.isascii():
            return command
    what = "picture" if recipe.picture else recipe.algorithm
    return f"{maze}{what} {poster.drawing.size_text}, seed {recipe.seed}"


def poster_picture(poster: Poster) -> PagePicture:
    """Draw a poster for a browser."""
    canvas = SvgCanvas()
    with Typesetter.opened(poster.fonts) as typesetter:
        _write(poster, canvas, typesetter)
    return PagePicture("poster", *canvas.pages[0])


def _pdf(poster: Poster) -> bytes | bytearray:
    drawing = poster.drawing
    with Typesetter.opened(poster.fonts) as typesetter:
        _write(poster, typesetter, typesetter)
        typesetter.document.set_subject(drawing.description)
        return typesetter.finished(poster.title or drawing.title, drawing.about())


def _write(poster: Poster, canvas: Canvas, typesetter: Typesetter) -> None:
    drawing, layout = poster.drawing, _layout(poster)
    is_dark = luminance(rgb(drawing.style.floor)) < 0.2
    title, small = _LIGHT if is_dark else _DARK
    canvas.begin(layout.width, layout.height)
    corners = [(0.0, 0.0), (layout.width, 0.0), (layout.width, layout.height), (0.0, layout.height)]
    floor = Strokes.of([[Vertex(x, y) for x, y in (*corners, corners[0])]])
    canvas.draw([Fill(floor, drawing.style.floor)])
    pens = Pens.of(drawing.style)
    if poster.arrows:
        length = _ARROW * POSTERS[poster.paper][0] * MM
        pens = pens._replace(arrow=length / layout.cell)
    canvas.draw(items_on_paper(drawing, pens), layout.left, layout.top, layout.cell)
    for text, base, wanted, grey in (
        (poster.title, layout.title_base, layout.title_size, title),
        (_small_print(poster), layout.small_base, layout.small_size, small),
    ):
        line = typesetter.line(text)
        if line.width:
            size = min(wanted, layout.across * (1 - 2 * SIDE_MARGIN) / line.width)
            canvas.put(line, layout.middle - line.width * size / 2, base, size, grey)


def _png(poster: Poster) -> bytes:
    with needing("A poster as PNG needs Pillow", "images"):
        from PIL import Image
        from PIL.PngImagePlugin import PngInfo
    layout = _layout(poster)
    dots = DOTS_AN_INCH / 72
    size = round(layout.width * dots), round(layout.height * dots)
    check_memory(_BYTES_A_PIXEL * size[0] * size[1], f"A picture of {size[0]} x {size[1]} pixels")
    style = poster.drawing.style
    cell = max(2, floor(layout.cell * dots))
    wall = min(max(1, round(style.wall * cell / style.cell)), cell - 1)
    if poster.portrait and wall * style.cell < style.wall * cell:
        wall += 1  # the thickest walls must have room
    pixels = replace(style, cell=cell, wall=wall, margin=0)
    drawing = replace(poster.drawing, style=pixels)
    picture = image_of(drawing)
    is_rgb = picture.mode == "RGB"
    page = Image.new(picture.mode, size, style.floor if is_rgb else COLOURS.index("floor"))
    if not is_rgb:
        page.putpalette(drawing_palette(drawing))
    ink = rgb(style.walls) if is_rgb else COLOURS.index("walls")
    columns, rows = poster.maze.grid.size
    middle = (layout.left + columns * layout.cell / 2, layout.top + rows * layout.cell / 2)
    corner = (
        round(middle[0] * dots - picture.width / 2),
        round(middle[1] * dots - picture.height / 2),
    )
    page.paste(picture, corner)
    for text, base, wanted, fonts in (
        (poster.title, layout.title_base, layout.title_size, poster.fonts),
        (_small_print(poster), layout.small_base, layout.small_size, ()),
    ):
        _put(page, text, layout, dots, base, wanted, ink, fonts)
    notes = PngInfo()
    notes.add_text("Software", "labirinto")
    notes.add_text("Comment", _small_print(poster))
    stream = io.BytesIO()
    page.save(stream, "PNG", dpi=(DOTS_AN_INCH, DOTS_AN_INCH), pnginfo=notes)
    return stream.getvalue()


def _put(
    page: Image,
    text: str,
    layout: Layout,
    dots: float,
    base: float,
    size: float,
    ink: int | tuple[int, ...],
    fonts: Sequence[str],
) -> None:
    """Put a line of text in the middle of a page.

    Args:
        page: The picture.
        text: The line; nothing is put if it is empty.
        layout: Where the page is printed.
        dots: Pixels a point.
        base, size: The height of its baseline, and its size, in points.
        ink: A colour of the picture.
        fonts: Font files, the first of which is used instead of those of the package.
    """
    if not text:
        return
    from PIL import Image

    contours = outlines_of(lines_of(text), fonts[0] if fonts else None)
    xs = [x for contour in contours for x, _ in contour]
    left, across = min(xs), max(xs) - min(xs)
    size = dots * min(size, layout.across * (1 - 2 * SIDE_MARGIN) / across)
    above = 1.5 * size
    width, height = ceil(across * size), ceil(2 * above)
    placed = [[((x - left) * size, y * size + above) for x, y in contour] for contour in contours]
    bits = filled(placed, width, height)
    mask = Image.frombytes("1", (width, height), bits, "raw", "1;R")
    page.paste(ink, (round(layout.middle * dots - width / 2), round(base * dots - above)), mask)
