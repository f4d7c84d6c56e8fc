"""The pages of a book: cover, puzzles, answers, recipes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import generate
from labirinto.book.canvas import Canvas
from labirinto.book.choosing import Puzzle, easiest_and_hardest, smallest_and_largest
from labirinto.book.paper import (
    ANSWER_LABEL,
    ARROW_ROOM,
    LOWERED,
    MARGIN,
    MM,
    Box,
    Paper,
    pack_answers,
)
from labirinto.book.request import Book
from labirinto.book.typesetting import Line, Typesetter
from labirinto.book.writer import BLACK, GREY, NAME_SIZE, PUZZLE, Writer, answer, puzzle_pens
from labirinto.difficulties import LEVELS
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.seeds import normalize_seed, seed_number

_ORNAMENT = Style(walls="#b0b0b0")
_ORNAMENT_SIZE = (44, 3)

_TITLE_SIZES = (34.0, 30.0, 26.0, 22.0, 18.0, 14.0)
_MAX_TITLE_LINES = 4

_NAME_WIDTH = 100 * MM

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
        advance: Called after each maze drawn; may raise, to stop.

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
        self._use(book.layout)
        self.number: int = 0

    def _use(self, paper: Paper) -> None:
        """Make the next pages of a paper."""
        self._paper = paper
        self._area = paper.area
        self._writer = Writer(self._canvas, self._typesetter, self._words, paper.size)

    def cover(self, puzzles: Sequence[Puzzle]) -> None:
        """The title, a line for the name, and what the stars mean."""
        self._new_page(numbered=False)
        words, writer, (width, height) = self._words, self._writer, self._paper.size
        room = width - 2 * MARGIN
        size, lines = self._title_lines(room)
        y = height * 0.66 + (len(lines) - 1) * size * 0.7
        for line in lines:
            writer.put(line, width / 2, y, size, at=0.5)
            y -= size * 1.4
        columns, rows = _ORNAMENT_SIZE
        ornament = generate("wilson", columns, rows, seed=seed_number(self._book.seed))
        cell = room * 0.6 / columns
        drawing = Drawing(ornament, style=_ORNAMENT)
        left = (width - columns * cell) / 2
        writer.draw(drawing, left, y + size * 0.3, cell, puzzle_pens(cell))
        y -= rows * cell + 30 - size * 0.3
        if self._book.title:  # without one, the title is this word
            writer.put_centred(f"{words.mazes}: {words.number(self._book.count)}", y, 12)
        writer.name_line(y - 22 * MM, width=min(room * 0.6, 90 * MM))
        self._legend(MARGIN + 6 * MM)
        if self._book.answers == "back":
            self._new_page(numbered=False)

    def puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        """The mazes; with ``answers="back"``, each page is followed by its answers."""
        for begin in range(0, len(puzzles), self._book.per_page):
            on_page = puzzles[begin : begin + self._book.per_page]
            self.puzzle_page(on_page, begin + 1)
            if self._book.answers == "back":
                self.answers(on_page, begin + 1)

    def puzzle_page(self, puzzles: Sequence[Puzzle], first: int) -> None:
        """One page of mazes, of which the first has a number."""
        self._use(self._book.layout_for(puzzles[0].size))
        self._new_page()
        slots = self._paper.slots(self._words.right_to_left)
        for number, (slot, puzzle) in enumerate(zip(slots, puzzles, strict=False), first):
            self._puzzle(number, puzzle, slot)
            self._advance()
        self._use(self._book.layout)

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

    def answers(
        self, puzzles: Sequence[Puzzle], first: int = 1, *, most: int | None = None
    ) -> None:
        """The answers to mazes, of which the first has a number, on at most ``most`` pages."""
        writer, words, area = self._writer, self._words, self._area
        heading = 10 * MM
        room = Box(area.left, area.top - heading, area.width, area.height - heading)
        sizes = [puzzle.size for puzzle in puzzles]
        cell, pages = pack_answers(sizes, room, words.right_to_left)
        for page in pages[:most]:
            self._new_page()
            start = writer.start_of(area.left, area.width)
            writer.put_start(words.answers, start, area.top - 5 * MM, 14)
            for place, box in page:
                puzzle = puzzles[place]
                edge = writer.start_of(box.left, box.width)
                writer.put_start(words.number(first + place), edge, box.top - 2.5 * MM, 8)
                width = puzzle.size[0] * cell
                left = box.left + (box.width - width if words.right_to_left else 0)
                drawing, pens = answer(puzzle.maze, puzzle.path, puzzle.ends, cell)
                writer.draw(drawing, left, box.top - ANSWER_LABEL, cell, pens)
                self._advance()

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
        has_own = self._book.pictures or self._book.ends == "none"
        ends = "" if has_own else f" --ends {self._book.ends}"
        command = f"{puzzle.recipe.command}{ends}"
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
        command = self._typesetter.line(book.command(seed), right_to_left=False)
        size = min(_RECIPE_SIZE, area.width / command.width)
        writer.put(command, start, y, size, at=float(words.right_to_left), grey=GREY)
        return y - 8 * MM

    def _legend(self, y: float) -> None:
        """What the stars mean, in one line."""
        words, writer, width = self._words, self._writer, self._area.width
        names = [self._typesetter.line(name) for name in words.levels]
        # In font sizes: the stars of a level, a space, its name, and a gap to the next.
        stars, space, gap = 5.0, 0.5, 2.2
        steps = [stars + space + name.width + gap for name in names]
        size = min(9.0, width / (sum(steps) - gap))
        at = (self._paper.size[0] - (sum(steps) - gap) * size) / 2
        backwards = words.right_to_left
        at, direction = (self._paper.size[0] - at, -1) if backwards else (at, 1)
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
        _, height = self._paper.size
        self._writer.put_start(line, start, height - MARGIN - size, size, grey=grey)

    def _new_page(self, *, numbered: bool = True) -> None:
        self._writer.begin()
        self.number += 1
        if numbered:
            if self._book.title:
                self._running_title()
            self._writer.put_centred(self._words.number(self.number), MARGIN, 8, GREY)
