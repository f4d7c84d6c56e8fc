"""The pages of a book: cover, puzzles, answers, recipes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import generate
from labirinto.book.arithmetic import sums_in
from labirinto.book.canvas import Canvas
from labirinto.book.choosing import Puzzle, easiest_and_hardest, smallest_and_largest
from labirinto.book.commands import book_command, maze_command
from labirinto.book.for_sale import answers_a_page
from labirinto.book.paper import (
    ANSWER_GRIDS,
    ANSWER_LABEL,
    ARROW_ROOM,
    GRIDS,
    LABEL_ABOVE,
    LOWERED,
    MM,
    Box,
    Paper,
    answer_boxes,
    answer_cell,
    pack_answers,
)
from labirinto.book.request import Book
from labirinto.book.typesetting import Line, Typesetter
from labirinto.book.writer import (
    BLACK,
    GREY,
    NAME_SIZE,
    PAINTED,
    PAINTED_GREY,
    PUZZLE,
    Writer,
    answer,
    puzzle_pens,
)
from labirinto.difficulties import LEVELS
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.seeds import normalize_seed, seed_number

_ORNAMENT = Style(walls="#b0b0b0")
_ORNAMENT_SIZE = (44, 3)

_TITLE_SIZES = (34.0, 30.0, 26.0, 22.0, 18.0, 14.0)
_MAX_TITLE_LINES = 4

_NAME_WIDTH = 100 * MM

_COPYRIGHT_SIZE = 8.0

_LONGEST_SEED = 40

_RECIPE_SIZE = 7.0
_RECIPE_LEADING = 11.0
_RECIPE_WIDTH = 85 * MM
"""The least width of a column of recipes."""


class Pages:
    """Writes the pages of a book, one after another.

    Args:
        book: The book.
        canvas: What to draw on.
        typesetter: Sets the text.
        advance: Called after each maze drawn; may raise to stop.

    Attributes:
        number: Of the last page.  Setting it skips pages.
    """

    def __init__(
        self, book: Book, canvas: Canvas, typesetter: Typesetter, advance: Callable[[], None]
    ) -> None:
        self._book = book
        self._words = book.words
        self._typesetter = typesetter
        self._advance = advance
        self._canvas = canvas
        self.number: int = 0
        self._use(book.layout)

    def _use(self, paper: Paper) -> None:
        """Make the next page of a paper; margins are mirrored to the left of the fold."""
        is_left = (self.number % 2 == 0) != self._words.right_to_left
        self._paper = paper.turned() if is_left else paper
        self._area, self._frame = self._paper.area, self._paper.frame
        self._writer = Writer(self._canvas, self._typesetter, self._words, paper.size, self._frame)

    def cover(self, puzzles: Sequence[Puzzle]) -> None:
        """The title, a line for the name, and what the stars mean."""
        self._new_page(numbered=False)
        book, words, writer, room = self._book, self._words, self._writer, self._frame.width
        size, lines = self._title_lines(room)
        y = self._paper.size[1] * 0.66 + (len(lines) - 1) * size * 0.7
        for line in lines:
            writer.put_centred(line, y, size)
            y -= size * 1.4
        columns, rows = _ORNAMENT_SIZE
        ornament = generate("wilson", columns, rows, seed=seed_number(book.seed))
        cell = room * 0.6 / columns
        drawing = Drawing(ornament, style=_ORNAMENT)
        left = writer.middle - columns * cell / 2
        writer.draw(drawing, left, y + size * 0.3, cell, puzzle_pens(cell))
        y -= rows * cell + 30 - size * 0.3
        if book.title:  # without one, the title is this word
            writer.put_centred(f"{words.mazes}: {words.number(book.count)}", y, 12)
        if book.author:
            writer.put_centred(book.author, y - 14 * MM, 14)
        if not book.for_sale:
            writer.name_line(y - 22 * MM, width=min(room * 0.6, 90 * MM))
        self._legend(self._frame.top - self._frame.height + 6 * MM)
        if book.has_backs or book.for_sale or book.copyright:
            self._copyright()

    def _copyright(self) -> None:
        """The back of the title page, blank but for the lines of the copyright."""
        self._new_page(numbered=False)
        writer, frame, size = self._writer, self._frame, _COPYRIGHT_SIZE
        lines: list[Line | None] = [
            line
            for text in self._book.copyright.split("\n")
            for line in (self._typesetter.lines(text, frame.width / size) or (None,))
        ]
        y = frame.top - frame.height + len(lines) * size * 1.5
        for line in lines:
            if line:
                fitting = min(size, frame.width / line.width)
                writer.put_start(line, writer.start_of(frame.left, frame.width), y, fitting)
            y -= size * 1.5

    def puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        """The mazes; each page may be followed by its answers, or by a blank one."""
        for begin in range(0, len(puzzles), self._book.per_page):
            on_page = puzzles[begin : begin + self._book.per_page]
            self.puzzle_page(on_page, begin + 1)
            if self._book.answers == "back":
                self.answers(on_page, begin + 1)
            elif self._book.one_sided:
                self._new_page(numbered=False)

    def puzzle_page(self, puzzles: Sequence[Puzzle], first: int) -> None:
        """One page of mazes, of which the first has a number."""
        self._new_page(self._book.layout_for(puzzles[0].size))
        slots = self._paper.slots(self._words.right_to_left)
        for number, (slot, puzzle) in enumerate(zip(slots, puzzles, strict=False), first):
            self._puzzle(number, puzzle, slot)
            self._advance()

    def _puzzle(self, number: int, puzzle: Puzzle, slot: Box) -> None:
        maze, words, writer = puzzle.maze, self._words, self._writer
        cell = self._paper.cell(*puzzle.size)
        width, height = puzzle.size[0] * cell, puzzle.size[1] * cell
        left = slot.left + (slot.width - width) / 2
        slack = slot.height - height - self._paper.above - 2 * ARROW_ROOM
        # A maze alone on its page is near the middle; several in a row are aligned at the top.
        lowered = slack * LOWERED if self._book.per_page == 1 else 0
        top = slot.top - self._paper.above - ARROW_ROOM - lowered
        if self._paper.named:
            line = min(slot.width, _NAME_WIDTH)
            x = writer.start_of(slot.left, slot.width)
            writer.name_line(slot.top - NAME_SIZE, x=x, width=line)
        # The labels of a small maze may be wider than the maze.
        label = max(width, min(slot.width, 60 * MM))
        edge = slot.left + (slot.width - label) / 2
        start = writer.start_of(edge, label)
        above = top + ARROW_ROOM + 1.5 * MM
        name = self._book.names[number - 1] if self._book.names else ""
        writer.put_start(f"{words.number(number)}  {name}".rstrip(), start, above, 14)
        end = 2 * edge + label - start
        writer.stars(puzzle.difficulty.level.stars, end, above, 9, at=float(end > start))
        ends = None if self._book.ends == "none" else puzzle.ends
        drawing = Drawing(maze, None, ends, PUZZLE)
        writer.draw(drawing, left, top, cell, puzzle_pens(cell))
        if self._book.up_to:
            writer.put_start(words.sums, start, above + LABEL_ABOVE, 11)
            sums = sums_in(maze, puzzle.ends, self._book.sums, self._book.up_to)
            writer.sums(sums, maze.grid, left, top, cell)

    def answers(
        self, puzzles: Sequence[Puzzle], first: int = 1, *, most: int | None = None
    ) -> None:
        """The answers to mazes, of which the first has a number, on at most ``most`` pages."""
        if self._book.for_sale:
            self._answers_in_rows(puzzles, first)
            return
        words, area = self._words, self._book.layout.answers_area
        sizes = [puzzle.size for puzzle in puzzles]
        cell, pages = pack_answers(sizes, area, words.right_to_left)
        for page in pages[:most]:
            self._answers_page()
            for place, box in page:
                self._answer(first + place, puzzles[place], box, cell)

    def _answers_in_rows(self, puzzles: Sequence[Puzzle], first: int) -> None:
        """Answers that each fill a box of a page."""
        book, backwards = self._book, self._words.right_to_left
        number = book.per_page if book.answers == "back" else answers_a_page(book, book.layout)
        grid = GRIDS[number] if book.answers == "back" else ANSWER_GRIDS[number]
        for begin in range(0, len(puzzles), number):
            self._answers_page()
            boxes = answer_boxes(self._paper.answers_area, grid, backwards)
            on_page = puzzles[begin : begin + number]
            for place, (box, puzzle) in enumerate(zip(boxes, on_page, strict=False), first + begin):
                self._answer(place, puzzle, box, answer_cell(puzzle.size, box))

    def _answers_page(self) -> None:
        self._new_page()
        start = self._writer.start_of(self._area.left, self._area.width)
        self._writer.put_start(self._words.answers, start, self._area.top - 5 * MM, 14)

    def _answer(self, number: int, puzzle: Puzzle, box: Box, cell: float) -> None:
        """An answer with its number, at the start of a box."""
        writer, words = self._writer, self._words
        edge = writer.start_of(box.left, box.width)
        writer.put_start(words.number(number), edge, box.top - 2.5 * MM, 8)
        width = puzzle.size[0] * cell
        left = box.left + (box.width - width if words.right_to_left else 0)
        painted = PAINTED_GREY if self._book.for_sale else PAINTED
        drawing, pens = answer(puzzle.maze, puzzle.path, puzzle.ends, cell, painted=painted)
        writer.draw(drawing, left, box.top - ANSWER_LABEL, cell, pens)
        self._advance()

    def finish(self) -> None:
        """Make the pages of a book for sale even, as the sides of its sheets are."""
        if self._book.for_sale and self.number % 2:
            self._new_page(numbered=False)

    def recipes(self, puzzles: Sequence[Puzzle]) -> None:
        """For grown-ups: how the book was made, and the command and the score of each maze."""
        area = self._area
        columns = max(1, int(area.width // _RECIPE_WIDTH))
        gap = 6 * MM
        width = (area.width - (columns - 1) * gap) / columns
        waiting = list(enumerate(puzzles, 1))
        top = self._about_book(puzzles)
        while waiting:
            rows = max(1, int((top - (area.top - area.height)) / _RECIPE_LEADING))
            for column in range(columns):
                place = columns - 1 - column if self._words.right_to_left else column
                left = area.left + place * (width + gap)
                # Short lists stay in one column.
                for row, (number, puzzle) in enumerate(waiting[:rows]):
                    self._recipe(number, puzzle, left, top - row * _RECIPE_LEADING, width)
                del waiting[:rows]
            if waiting:
                self._new_page()
                top = area.top - _RECIPE_LEADING

    def _recipe(self, number: int, puzzle: Puzzle, left: float, y: float, width: float) -> None:
        """A line of the list: number, score, command."""
        words, writer, size = self._words, self._writer, _RECIPE_SIZE
        start = writer.start_of(left, width)
        direction = -1 if words.right_to_left else 1
        writer.put_start(words.number(number), start, y, size)
        writer.put_start(words.number(puzzle.score), start + direction * 7 * MM, y, size)
        command = maze_command(self._book, puzzle.recipe)
        line = self._typesetter.line(command, right_to_left=False)
        room = width - 15 * MM
        at = start + direction * 15 * MM
        size = min(size, room / line.width)
        writer.put(line, at, y, size, at=float(words.right_to_left), grey=GREY)

    def _about_book(self, puzzles: Sequence[Puzzle]) -> float:
        """The head of the recipes; returns where the list begins."""
        book, words, writer, area = self._book, self._words, self._writer, self._area
        self._new_page()
        start = writer.start_of(area.left, area.width)
        y = area.top - 5 * MM
        writer.put_start(words.recipes, start, y, 14)
        y -= 8 * MM
        if not book.cover:
            self._legend(y)
            y -= 8 * MM
        seed = self._shown_seed()
        # The command line reads a number in any digits, but a text letter by letter.
        shown = words.in_digits(str(seed)) if isinstance(seed, int) else seed
        chosen = words.chosen.format(n=words.number(book.candidates))
        is_in_order = book.candidates > 1 and not (book.names or book.pictures or book.level)
        text = f"{chosen} {words.again}" if is_in_order else words.again
        sizes = (words.sides(*size) for size in smallest_and_largest(puzzles))
        scores = map(words.number, easiest_and_hardest(puzzles))
        facts = {
            words.size: " – ".join(dict.fromkeys(sizes)),
            words.difficulty: " – ".join(dict.fromkeys(scores)),
            words.seed: shown,
        }
        title = article(book.algorithm, book.language).notes["title"]
        lines = [*self._typesetter.lines(text, area.width / 9), self._typesetter.line(title)]
        lines += [self._typesetter.line(f"{name}: {fact}") for name, fact in facts.items()]
        for line in lines:
            writer.put_start(line, start, y, min(9, area.width / line.width))
            y -= 13
        command = self._typesetter.line(book_command(book, seed, whole=True), right_to_left=False)
        size = min(_RECIPE_SIZE, area.width / command.width)
        writer.put(command, start, y, size, at=float(words.right_to_left), grey=GREY)
        return y - 8 * MM

    def _legend(self, y: float) -> None:
        """Draw a line that explains the stars."""
        words, writer, width = self._words, self._writer, self._area.width
        names = [self._typesetter.line(name) for name in words.levels]
        # In font sizes: the stars of a level, a space, its name, and a gap to the next.
        stars, space, gap = 5.0, 0.5, 2.2
        steps = [stars + space + name.width + gap for name in names]
        size = min(9.0, width / (sum(steps) - gap))
        backwards = words.right_to_left
        direction = -1 if backwards else 1
        at = writer.middle - direction * (sum(steps) - gap) * size / 2
        for level, name, step in zip(LEVELS.values(), names, steps, strict=True):
            writer.stars(level.stars, at, y, size, at=float(backwards))
            writer.put_start(name, at + direction * (stars + space) * size, y, size)
            at += direction * step * size

    def _shown_seed(self) -> int | str:
        """The seed; its number if the text is long, or if no font has its letters."""
        seed = normalize_seed(self._book.seed)
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
        # A title of invisible letters has no width.
        return min(size, room / widest) if widest else size, lines

    def _running_title(self) -> None:
        # On sheets that are handed out one by one, it is a heading.
        size, grey = (13.0, BLACK) if self._book.name_line else (8.0, GREY)
        title, line = self._book.title, self._typesetter.line(self._book.title)
        while line.width * size > self._area.width:
            title = title[: -max(1, len(title) // 20)].rstrip()
            line = self._typesetter.line(f"{title}…")
        start = self._writer.start_of(self._area.left, self._area.width)
        self._writer.put_start(line, start, self._frame.top - size, size, grey=grey)

    def _new_page(self, paper: Paper | None = None, *, numbered: bool = True) -> None:
        self.number += 1
        self._use(paper or self._book.layout)
        self._writer.begin()
        if numbered:
            if self._book.title:
                self._running_title()
            foot = self._frame.top - self._frame.height
            self._writer.put_centred(self._words.number(self.number), foot, 8, GREY)
