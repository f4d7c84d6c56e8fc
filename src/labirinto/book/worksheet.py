"""A worksheet: one maze that fills a sheet of paper, as PDF or as a picture for print."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import ceil, floor
from typing import BinaryIO

from labirinto._internal.files import open_target
from labirinto._internal.validation import check_type, one_of_any_case
from labirinto.algorithms.articles import article
from labirinto.book.arithmetic import check_sums, sums_in
from labirinto.book.canvas import Canvas, PagePicture, SvgCanvas
from labirinto.book.paper import (
    ARROW_ROOM,
    DOTS_AN_INCH,
    LARGEST_CELL,
    LOWERED,
    MARGIN,
    MIN_CELL,
    MM,
    PAPERS,
    SUMS_ABOVE,
    Box,
    format_of_sheet,
)
from labirinto.book.typesetting import Line, Typesetter, font_files
from labirinto.book.values import check_title, ends_on_paper
from labirinto.book.words import WORDS, Words
from labirinto.book.writer import (
    ANSWER,
    BENEATH_SUMS,
    GREY,
    NAME_SIZE,
    PUZZLE,
    Writer,
    answer,
    puzzle_pens,
    wall_of,
)
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.ends import Ends, EndsLike
from labirinto.errors import InvalidValueError
from labirinto.formats import save
from labirinto.formats.png import with_density
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze
from labirinto.solving import solve

_TITLE_SIZE = 20.0
_LEADING = 1.3
_MAX_TITLE_LINES = 2
_BELOW_TITLE = 5 * MM
_ABOVE_MAZE = 4.0
_NAME_ROOM = 12 * MM
_FOOT = 5 * MM
_FOOT_SIZE = 7.0
_NOTE_SIZE = 9.0
_LONGEST_NOTE = 400
_LONGEST_SEED = 60
_LONGEST_COMMAND = 120


@dataclass(frozen=True, eq=False)
class Worksheet:
    """A sheet of paper with one maze, upright or across, whichever makes it larger.

    Attributes:
        maze: The maze.
        ends: Its start and end, as ``Ends`` or two cells, or how ``suggest_ends`` chooses them:
            ``border``, ``opposite``, ``top-bottom`` or ``left-right``, with openings and arrows;
            ``corners``, ``farthest`` or ``random``, with marks; or None, for none.
        title: A text above the maze.
        name_line: Whether there is a line for the solver's name.
        answer: Whether the solution is on a second page.
        paper: ``a3``, ``a4``, ``a5``, ``letter`` or ``legal``, in any case.
        language: ``en``, ``it``, ``pt``, ``fa``, ``pa``, ``pt-BR``, ``es``, ``fr``, ``hi`` or
            ``ar``, in any case.
        fonts: Font files for letters of the title that the package has no font for.
        shape: The shape of the maze, in words, for the small print.
        note: A text below the maze, of at most 400 characters, such as an explanation of its
            stairs.
        sums: ``addition``, ``subtraction``, ``multiplication``, ``division`` or ``mixed``, for sums
            behind junctions, where only those on the path are correct; empty for none.
        up_to: The largest number in the sums; by default 20, or 100 with multiplication and
            division.

    Raises:
        InvalidValueError: If a value is invalid, the maze is too large for the paper, or an answer
            or sums have no ends.
    """

    maze: Maze
    ends: EndsLike | str | None = "border"
    title: str = ""
    name_line: bool = False
    answer: bool = False
    paper: str = "a4"
    language: str = "en"
    fonts: tuple[str, ...] = ()
    shape: str = ""
    sums: str = ""
    up_to: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        check_type("maze", self.maze, Maze)
        check_type("shape", self.shape, str)
        checked: dict[str, object] = {
            "ends": ends_on_paper(self.maze, self.ends),
            "title": check_title(self.title),
            "note": check_title(self.note, "note", _LONGEST_NOTE),
            "paper": one_of_any_case("paper", self.paper, PAPERS),
            "language": one_of_any_case("language", self.language, WORDS),
            "fonts": font_files(self.fonts),
        }
        checked["sums"], checked["up_to"] = check_sums(self.sums, self.up_to)
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if self.answer and not self.ends:
            raise InvalidValueError("An answer needs two ends; leave out the answer, or give ends.")
        if self.sums and not self.ends:
            raise InvalidValueError("Sums need two ends; leave out the sums, or give ends.")
        if self.sums and not self.maze.grid.is_planar:
            raise InvalidValueError(
                "There is no room for sums beside stairs, joined sides and bridges; leave out the "
                "sums."
            )
        width, height = self.maze.grid.size
        check_fits(ceil(width), ceil(height), self.paper)

    @property
    def words(self) -> Words:
        """The words of the sheet's language."""
        return WORDS[self.language]

    @property
    def shown_ends(self) -> Ends | None:
        """The start and the end that were chosen."""
        return self.ends if isinstance(self.ends, Ends) else None


def largest_maze(paper: str) -> tuple[int, int]:
    """The longer and the shorter side, in cells, of the largest maze that fits a paper.

    Raises:
        InvalidValueError: For an unknown paper.
    """
    width, height = (side * MM for side in PAPERS[one_of_any_case("paper", paper, PAPERS)])
    # With a title of two lines and a line for the name.
    head = _MAX_TITLE_LINES * _TITLE_SIZE * _LEADING + _BELOW_TITLE + _NAME_ROOM
    room = width - 2 * MARGIN - 2 * ARROW_ROOM, height - 2 * MARGIN - 2 * ARROW_ROOM - head - _FOOT
    return floor(room[1] / MIN_CELL), floor(room[0] / MIN_CELL)


def check_fits(width: int, height: int, paper: str) -> None:
    """Check that a maze of a size can be printed on a paper.

    Raises:
        InvalidValueError: If it cannot, and the message names the largest size; for an unknown
            paper.
    """
    longer, shorter = largest_maze(paper)
    if max(width, height) > longer or min(width, height) > shorter:
        raise InvalidValueError(
            f"A {width}x{height} maze does not fit {paper} paper; use at most {shorter}x{longer}, "
            "or larger paper."
        )


def write_worksheet(
    sheet: Worksheet,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Write a worksheet as PDF, or its maze as a PNG picture for print.

    The picture has 300 dots per inch and whole pixels per cell, and fills the paper up to its
    margins if it is printed at its own size.  It has no text and no answer.

    Args:
        sheet: The worksheet.
        target: A file name or a binary stream.  Files are written atomically.
        format: ``pdf`` or ``png``; by default selected by the extension of the file.
        progress: Called with the pages drawn and their total; may raise to stop.

    Raises:
        FileFormatError: If a file of ``sheet.fonts`` is damaged or not a font.
        InvalidValueError: If the format is unknown, no font has a letter of the title, or for an
            argument of another type.
        MissingExtraError: If fpdf2 or HarfBuzz is not installed, for PDF.
        OSError: If a file cannot be read or written.
        TooLargeError: If there is not enough memory.
    """
    check_type("sheet", sheet, Worksheet, "labirinto.book")
    kind = format_of_sheet(target, format, sheet.maze)
    total = 1 + (sheet.answer and kind == "pdf")
    pages = count(1)

    def advance() -> None:
        done = next(pages)
        if progress:
            progress(done, total)

    data = _pdf(sheet, advance) if kind == "pdf" else _png(sheet, advance)
    with open_target(target) as stream:
        stream.write(data)


def worksheet_pictures(sheet: Worksheet, advance: Callable[[], None]) -> list[PagePicture]:
    """Draw the pages of a worksheet for a browser.

    ``advance`` is called after each page; it may raise to stop.
    """
    canvas = SvgCanvas()
    with Typesetter.opened(sheet.fonts, right_to_left=sheet.words.right_to_left) as typesetter:
        _Sheet(sheet, canvas, typesetter).write(advance)
    return [
        PagePicture(name, *page)
        for name, page in zip(("sheet", "answer"), canvas.pages, strict=False)
    ]


def _pdf(sheet: Worksheet, advance: Callable[[], None]) -> bytes | bytearray:
    with Typesetter.opened(sheet.fonts, right_to_left=sheet.words.right_to_left) as typesetter:
        _Sheet(sheet, typesetter, typesetter).write(advance)
        drawing = Drawing(sheet.maze, None, sheet.shown_ends)
        typesetter.document.set_subject(drawing.description)
        about = {"recipe": sheet.maze.recipe.as_dict()} if sheet.maze.recipe else {}
        notes = about | ({"ends": drawing.ends.as_dict()} if drawing.ends else {})
        title = sheet.title or drawing.title
        return typesetter.finished(title, notes, language=sheet.language)


def _png(sheet: Worksheet, advance: Callable[[], None]) -> bytes:
    if sheet.sums:
        raise InvalidValueError(
            "A picture has no text, so it cannot have sums; write a PDF, or leave out the sums."
        )
    stream = io.BytesIO()
    style = picture_style(sheet.maze, sheet.paper)
    save(sheet.maze, stream, ends=sheet.shown_ends, style=style, format="png")
    advance()
    return with_density(stream.getvalue(), DOTS_AN_INCH)


def picture_style(maze: Maze, paper: str) -> Style:
    """The style in which a maze fills a paper at 300 dots per inch, upright or across."""
    dots = DOTS_AN_INCH / 72
    sides = [side * MM - 2 * MARGIN for side in PAPERS[paper]]
    cells = maze.grid.size
    cell = min(
        max(
            min(room / (count + 0.15) for room, count in zip(sides, turned, strict=True))
            for turned in (cells, cells[::-1])
        ),
        LARGEST_CELL,
    )
    pixels = floor(cell * dots)
    wall = max(1, min(round(wall_of(cell) * dots), floor(pixels * 0.15)))
    return Style.preset("print", cell=pixels, wall=wall)


class _Sheet:
    """Writes the pages of a worksheet."""

    def __init__(self, sheet: Worksheet, canvas: Canvas, typesetter: Typesetter) -> None:
        self._sheet = sheet
        self._typesetter = typesetter
        upright = PAPERS[sheet.paper]
        writers = [
            Writer(canvas, typesetter, sheet.words, (size[0] * MM, size[1] * MM))
            for size in (upright, upright[::-1])
        ]
        self._writer = max(writers, key=lambda writer: self._cell(self._room(writer)))

    def write(self, advance: Callable[[], None]) -> None:
        """Write the maze, and the answer if it is wanted; call ``advance`` after each."""
        sheet, writer, ends = self._sheet, self._writer, self._sheet.shown_ends
        self._head()
        room = self._room(writer)
        cell = self._cell(room)
        corner = self._corner(room, cell)
        drawing = Drawing(sheet.maze, None, ends, PUZZLE)
        writer.draw(drawing, *corner, cell, puzzle_pens(cell))
        sums = sums_in(sheet.maze, ends, sheet.sums, sheet.up_to) if ends and sheet.up_to else {}
        writer.sums(sums, sheet.maze.grid, *corner, cell)
        advance()
        if sheet.answer and ends:
            writer.begin()
            self._foot(is_last=True)
            heading = sheet.words.answer
            title = f"{heading}: {sheet.title}" if sheet.title else heading
            # Without a title, only the margin is free above the maze.
            below = NAME_SIZE if sheet.title or sheet.name_line or sheet.sums else -_ABOVE_MAZE
            writer.put_centred(title, writer.size[1] - MARGIN - below, NAME_SIZE)
            path = solve(sheet.maze, *ends)
            line = BENEATH_SUMS if sums else ANSWER
            drawing, pens = answer(sheet.maze, path, ends, cell, line=line)
            writer.draw(drawing, *corner, cell, pens)
            writer.sums(sums, sheet.maze.grid, *corner, cell)
            advance()

    def _head(self) -> None:
        """Title and name above, and the maze's description below."""
        sheet, writer = self._sheet, self._writer
        writer.begin()
        self._foot(is_last=not (sheet.answer and sheet.shown_ends))
        width, height = writer.size
        y = height - MARGIN
        if sheet.title:
            size, lines = self._title(writer)
            for line in lines:
                y -= size
                writer.put_centred(line, y, size)
                y -= size * (_LEADING - 1)
            y -= _BELOW_TITLE
        if sheet.name_line:
            start = writer.start_of(MARGIN, width - 2 * MARGIN)
            writer.name_line(y - NAME_SIZE, x=start, width=min(100 * MM, width - 2 * MARGIN))
            y -= _NAME_ROOM
        if sheet.sums:
            writer.put_centred(sheet.words.sums, y - NAME_SIZE, NAME_SIZE)
        y = MARGIN + _FOOT
        for line in reversed(self._note(writer)):
            writer.put_centred(line, y, _NOTE_SIZE)
            y += _NOTE_SIZE * _LEADING

    def _foot(self, *, is_last: bool) -> None:
        """Algorithm, shape, size and seed, in small print.

        The command of a picture names it, so it is on the answer if there is one.  Of other grids
        than rectangles the command says all that is needed to make the maze again.
        """
        sheet, words, recipe = self._sheet, self._sheet.words, self._sheet.maze.recipe
        grid = sheet.maze.grid
        parts = [words.sides(grid.width, grid.height)] if isinstance(grid, Rectangle) else []
        if sheet.shape and self._typesetter.has(sheet.shape):
            parts.insert(0, sheet.shape)
        has_command = recipe and (is_last if recipe.picture else not isinstance(grid, Rectangle))
        if recipe and has_command and self._fits(recipe.command):
            line = self._typesetter.line(recipe.command, right_to_left=False)
            self._writer.put_centred(line, MARGIN, _FOOT_SIZE, GREY)
            return
        if recipe:
            seed = recipe.seed
            if not recipe.picture:  # else they would be those of another maze
                parts.insert(0, article(recipe.algorithm, sheet.language).notes["title"])
            if isinstance(seed, int):
                parts.append(f"{words.seed}: {words.in_digits(str(seed))}")
            elif len(seed) <= _LONGEST_SEED and self._typesetter.has(seed):
                parts.append(f"{words.seed}: {seed}")
        self._writer.put_centred(" · ".join(parts), MARGIN, _FOOT_SIZE, GREY)

    def _fits(self, command: str) -> bool:
        return len(command) <= _LONGEST_COMMAND and self._typesetter.has(command)

    def _title(self, writer: Writer) -> tuple[float, list[Line]]:
        """The title's size, and its lines."""
        room = writer.size[0] - 2 * MARGIN
        size, lines = _TITLE_SIZE, self._typesetter.lines(self._sheet.title, room / _TITLE_SIZE)
        if len(lines) > _MAX_TITLE_LINES:
            whole = self._typesetter.line(self._sheet.title)
            size = _TITLE_SIZE * (_MAX_TITLE_LINES - 0.3) * room / (whole.width * _TITLE_SIZE)
            lines = self._typesetter.lines(self._sheet.title, room / size)[:_MAX_TITLE_LINES]
        return size, lines

    def _note(self, writer: Writer) -> list[Line]:
        """The lines of the note below the maze."""
        note = self._sheet.note
        if not self._typesetter.has(note):
            return []
        return self._typesetter.lines(note, (writer.size[0] - 2 * MARGIN) / _NOTE_SIZE)

    def _room(self, writer: Writer) -> Box:
        """The area for the maze with its arrows."""
        width, height = writer.size
        head = _NAME_ROOM if self._sheet.name_line else 0.0
        head += SUMS_ABOVE if self._sheet.sums else 0
        if self._sheet.title:
            size, lines = self._title(writer)
            head += len(lines) * size * _LEADING + _BELOW_TITLE
        top = height - MARGIN - head
        foot = _FOOT + len(self._note(writer)) * _NOTE_SIZE * _LEADING
        return Box(MARGIN, top, width - 2 * MARGIN, top - MARGIN - foot)

    def _cell(self, room: Box) -> float:
        """The size of a cell that fills the area."""
        width, height = self._sheet.maze.grid.size
        return min(
            (room.width - 2 * ARROW_ROOM) / width,
            (room.height - 2 * ARROW_ROOM) / height,
            LARGEST_CELL,
        )

    def _corner(self, room: Box, cell: float) -> tuple[float, float]:
        """Return the upper left corner of the maze."""
        width, height = self._sheet.maze.grid.size
        spare = room.height - 2 * ARROW_ROOM - height * cell
        left = room.left + (room.width - width * cell) / 2
        return left, room.top - ARROW_ROOM - spare * LOWERED
