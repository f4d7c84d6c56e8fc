"""The pages of a book: cover, puzzles, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import generate
from labirinto.book.choosing import Puzzle
from labirinto.book.paper import (
    ANSWER_LABEL,
    ARROW_ROOM,
    LABEL_ABOVE,
    LABEL_BELOW,
    LOWERED,
    MARGIN,
    MM,
    Box,
    pack_answers,
)
from labirinto.book.request import Book
from labirinto.book.typesetting import Line, Typesetter
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.formats.pdf import Pens, draw_maze
from labirinto.seeds import seed_number

if TYPE_CHECKING:
    from fpdf import FPDF

_PUZZLE = Style(walls="#000000", start="#000000", end="#000000")
_ANSWER = Style(walls="#8c8c8c", solution="#000000", start="#000000", end="#000000")
_ORNAMENT = Style(walls="#b0b0b0")

_BLACK, _GREY = 0, 89

_MIN_WALL, _MAX_WALL = 0.4, 2.0  # points
_WALL = 0.13  # of a cell

_ARROW = ARROW_ROOM * 0.7

_TITLE_SIZES = (34.0, 30.0, 26.0, 22.0, 18.0, 14.0)
_MAX_TITLE_LINES = 4

_LONGEST_SEED = 40


class Pages:
    """Writes the pages of a book, one after another.

    Args:
        book: the book.
        document: the document to add pages to.
        typesetter: sets the text.
        advance: called after each maze drawn; may raise, to stop.
    """

    def __init__(
        self, book: Book, document: FPDF, typesetter: Typesetter, advance: Callable[[], None]
    ) -> None:
        self._book = book
        self._words = book.words
        self._document = document
        self._typesetter = typesetter
        self._advance = advance
        self._paper = book.layout
        self._area = self._paper.area

    def cover(self, puzzles: Sequence[Puzzle]) -> None:
        """The title, the contents of the book, and the command that makes it again."""
        self._new_page(numbered=False)
        words, (width, height) = self._words, self._paper.size
        room = width - 2 * MARGIN
        size, lines = self._title_lines(room)
        y = height * 0.66 + (len(lines) - 1) * size * 0.7
        for line in lines:
            self._put(line, width / 2, y, size, at=0.5)
            y -= size * 1.4
        ornament = generate("wilson", 44, 3, seed=seed_number(self._book.seed))
        cell = room * 0.6 / 44
        left = width / 2 - 22 * cell
        drawing = Drawing(ornament, style=_ORNAMENT)
        self._draw(drawing, left, y + size * 0.3, cell, Pens(_WALL, 0, 0))
        y -= 3 * cell + 30 - size * 0.3
        sizes = (words.sides(*size) for size in self._book.size_range)
        scores = (words.number(puzzles[at].score) for at in (0, -1))
        facts = {
            words.mazes: words.number(self._book.count),
            words.size: " – ".join(dict.fromkeys(sizes)),
            words.difficulty: " – ".join(dict.fromkeys(scores)),
        }
        for name, fact in facts.items():
            self._put(self._typesetter.line(f"{name}: {fact}"), width / 2, y, 12, at=0.5)
            y -= 20
        self._colophon(room)
        if self._book.answers == "back":
            self._new_page(numbered=False)

    def puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        """The mazes; with ``answers="back"``, each page is followed by its answers."""
        slots = self._paper.slots(self._words.right_to_left)
        for begin in range(0, len(puzzles), len(slots)):
            on_page = puzzles[begin : begin + len(slots)]
            self._new_page()
            for number, (slot, puzzle) in enumerate(zip(slots, on_page, strict=False), begin + 1):
                self._puzzle(number, puzzle, slot)
                self._advance()
            if self._book.answers == "back":
                self._answers(on_page, begin + 1)

    def answers(self, puzzles: Sequence[Puzzle]) -> None:
        """The answers to all mazes, together."""
        self._answers(puzzles, 1)

    def _puzzle(self, number: int, puzzle: Puzzle, slot: Box) -> None:
        maze, words = puzzle.maze, self._words
        cell = self._paper.cell(maze.width, maze.height)
        width, height = maze.width * cell, maze.height * cell
        left = slot.left + (slot.width - width) / 2
        slack = slot.height - height - LABEL_ABOVE - LABEL_BELOW - 2 * ARROW_ROOM
        # A maze alone on its page is near the middle; several in a row are aligned at the top.
        lowered = slack * LOWERED if self._book.per_page == 1 else 0
        top = slot.top - LABEL_ABOVE - ARROW_ROOM - lowered
        # The labels of a small maze may be wider than the maze.
        label = max(width, min(slot.width, 60 * MM))
        start, end = (
            (slot.left + (slot.width + side * label) / 2 for side in (1, -1))
            if words.right_to_left
            else (slot.left + (slot.width + side * label) / 2 for side in (-1, 1))
        )
        above = top + ARROW_ROOM + 1.5 * MM
        self._put_start(words.number(number), start, above, 14)
        detail = f"{words.difficulty} {words.number(puzzle.score)}"
        self._put_end(detail, end, above, 8)
        wall = min(max(cell * _WALL, _MIN_WALL), _MAX_WALL)
        pens = Pens(wall / cell, 0, 0.6, _ARROW / cell)
        drawing = Drawing(maze, None, puzzle.ends, _PUZZLE)
        self._draw(drawing, left, top, cell, pens)
        below = top - height - ARROW_ROOM - 3 * MM
        command = f"{puzzle.recipe.command} --ends {self._book.ends}"
        line = self._typesetter.line(command, right_to_left=False)
        size = min(6.5, slot.width / line.width)
        self._put(line, slot.left + slot.width / 2, below, size, at=0.5, grey=_GREY)

    def _answers(self, puzzles: Sequence[Puzzle], first: int) -> None:
        words, area = self._words, self._area
        heading = 10 * MM
        room = Box(area.left, area.top - heading, area.width, area.height - heading)
        sizes = [(puzzle.maze.width, puzzle.maze.height) for puzzle in puzzles]
        cell, pages = pack_answers(sizes, room, words.right_to_left)
        for page in pages:
            self._new_page()
            start = area.left + (area.width if words.right_to_left else 0)
            self._put_start(words.answers, start, area.top - 5 * MM, 14)
            for place, box in page:
                puzzle = puzzles[place]
                edge = box.left + (box.width if words.right_to_left else 0)
                self._put_start(words.number(first + place), edge, box.top - 2.5 * MM, 8)
                width = puzzle.maze.width * cell
                left = box.left + (box.width - width if words.right_to_left else 0)
                pens = Pens(0.25 / cell if cell * 0.1 < 0.25 else 0.1, 0.34, 0.7)
                drawing = Drawing(puzzle.maze, puzzle.path, puzzle.ends, _ANSWER)
                self._draw(drawing, left, box.top - ANSWER_LABEL, cell, pens)
                self._advance()

    def _colophon(self, room: float) -> None:
        """At the foot of the cover: how the mazes were chosen, and the command."""
        book, words = self._book, self._words
        seed = self._shown_seed()
        # The command line reads a number in any digits, but a text letter by letter.
        shown = words.in_digits(str(seed)) if isinstance(seed, int) else seed
        chosen = words.chosen.format(n=words.number(book.candidates))
        text = f"{chosen} {words.again}" if book.candidates > 1 else words.again
        lines = self._typesetter.lines(text, room * 0.8 / 9)
        lines.append(self._typesetter.line(article(book.algorithm, book.language).notes["title"]))
        lines.append(self._typesetter.line(f"{words.seed}: {shown}"))
        command = self._typesetter.line(book.command(seed), right_to_left=False)
        y = MARGIN
        self._put(command, MARGIN + room / 2, y, min(6.5, room / command.width), 0.5, _GREY)
        y += 16
        for line in reversed(lines):
            self._put(line, MARGIN + room / 2, y, min(9, room / line.width), 0.5, _GREY)
            y += 14

    def _shown_seed(self) -> int | str:
        """The seed; its number if the text is long, or if no font has its letters."""
        seed = self._book.seed
        is_shown = len(str(seed)) <= _LONGEST_SEED and self._typesetter.has(str(seed))
        return seed if is_shown else seed_number(seed)

    def _title_lines(self, room: float) -> tuple[float, list[Line]]:
        """The size and the lines of the title, as large as fits on a few lines."""
        title = self._book.title or self._words.mazes
        for size in _TITLE_SIZES:
            lines = self._typesetter.lines(title, room / size)
            widest = max(line.width for line in lines)
            if len(lines) <= _MAX_TITLE_LINES and widest * size <= room:
                break
        return min(size, room / widest), lines

    def _running_title(self) -> None:
        title, line = self._book.title, self._typesetter.line(self._book.title)
        while line.width * 8 > self._area.width:
            title = title[: -max(1, len(title) // 20)].rstrip()
            line = self._typesetter.line(f"{title}…")
        start = self._area.left + (self._area.width if self._words.right_to_left else 0)
        _, height = self._paper.size
        self._put_start(line, start, height - MARGIN - 8, 8, grey=_GREY)

    def _new_page(self, *, numbered: bool = True) -> None:
        width, height = self._paper.size
        self._document.add_page(format=(width, height))
        if numbered:
            if self._book.title:
                self._running_title()
            number = self._typesetter.line(self._words.number(self._document.page_no()))
            self._put(number, width / 2, MARGIN, 8, at=0.5, grey=_GREY)

    def _draw(self, drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> None:
        _, height = self._paper.size
        draw_maze(self._document, drawing, left, height - top, cell, pens)

    def _put_start(
        self, text: str | Line, x: float, y: float, size: float, grey: int = _BLACK
    ) -> None:
        """Puts a text so that it starts at x, in the direction of the language."""
        line = self._typesetter.line(text) if isinstance(text, str) else text
        self._put(line, x, y, size, at=float(self._words.right_to_left), grey=grey)

    def _put_end(self, text: str, x: float, y: float, size: float) -> None:
        line = self._typesetter.line(text)
        self._put(line, x, y, size, at=float(not self._words.right_to_left), grey=_GREY)

    def _put(
        self, line: Line, x: float, y: float, size: float, at: float, grey: int = _BLACK
    ) -> None:
        """Puts a line so that a point of it is at x; 0 is its left end and 1 its right end."""
        _, height = self._paper.size
        self._typesetter.put(line, x - at * line.width * size, height - y, size, grey)
