"""Text, stars and mazes on pages, in the direction of a language."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from labirinto.book.arithmetic import Sum
from labirinto.book.canvas import Canvas
from labirinto.book.paper import ARROW_ROOM, MARGIN, MM, Box
from labirinto.book.typesetting import Line, Typesetter
from labirinto.book.words import Words
from labirinto.difficulties import LEVELS
from labirinto.drawing.display import Fill, Lines, Pens, items_on_paper
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import middle_of, room_of
from labirinto.drawing.strokes import Strokes, Vertex
from labirinto.drawing.style import PAINTED_ON_PAPER, Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.mesh import Label
from labirinto.maze import Maze
from labirinto.path import Path

PUZZLE = Style(walls="#000000", start="#000000", end="#000000")
ANSWER = Style(walls="#8c8c8c", solution="#000000", start="#000000", end="#000000")
BENEATH_SUMS = Style(walls="#8c8c8c", solution="#cccccc", start="#000000", end="#000000")
PAINTED = Style(walls="#8c8c8c", solution=PAINTED_ON_PAPER, painted=True)
"""An answer that is a picture."""
PAINTED_GREY = Style(walls="#b0b0b0", solution="#4d4d4d", painted=True)

BLACK, GREY = 0, 89

NAME_SIZE = 11
_NAME_WIDTH = 70 * MM
_UNDERLINE = 0.6
"""Thickness of the line to write on, in points."""

_MIN_WALL, _MAX_WALL = 0.4, 2.0  # points
_WALL = 0.13  # of a cell
_ARROW = 0.7 * ARROW_ROOM

_SUM_ROOM = 0.84
"""The share of the width of a cell that a sum has between its walls."""

_LEAST_SUM = 6.0
"""The size of the smallest letters that children read, in points."""

_OUTLINE = 0.6
"""Thickness of the outline of a star, in points."""

_STAR = Strokes.of(
    [
        [
            Vertex(radius * sin(point * pi / 5), -radius * cos(point * pi / 5))
            for point, radius in enumerate([0.5, 0.2] * 5 + [0.5])
        ]
    ]
)
"""A star of diameter 1 around 0,0, with a tip upwards."""

_INK = "#000000"


def puzzle_pens(cell: float) -> Pens:
    """The pens of a maze to solve with cells of a size in points."""
    return Pens(wall_of(cell) / cell, 0, 0.6, _ARROW / cell)


def wall_of(cell: float) -> float:
    """The thickness of the walls of a maze to solve, in points like its cells."""
    return min(max(cell * _WALL, _MIN_WALL), _MAX_WALL)


def answer(
    maze: Maze,
    path: Path | None,
    ends: Ends | None,
    cell: float,
    *,
    line: Style = ANSWER,
    painted: Style = PAINTED,
) -> tuple[Drawing, Pens]:
    """The drawing of an answer, and its pens: a line, or the picture that the solution draws."""
    is_picture = maze.recipe is not None and maze.recipe.picture is not None
    pens = Pens(0.25 / cell if cell * 0.1 < 0.25 else 0.1, 0.34, 0.7)
    if not is_picture:
        return Drawing(maze, path, ends, line), pens
    return Drawing(maze, path, ends, painted), pens._replace(line=1.0)


class Writer:
    """Writes on pages.  Lengths are in points, from the lower left corner of a page.

    Args:
        canvas: What to draw on.
        typesetter: Sets the text.
        words: The words and the direction of the language.
        size: Width and height of the pages.
        frame: The area between their margins; by default these are usual ones.
    """

    def __init__(
        self,
        canvas: Canvas,
        typesetter: Typesetter,
        words: Words,
        size: tuple[float, float],
        frame: Box | None = None,
    ) -> None:
        self.canvas = canvas
        self.typesetter = typesetter
        self.words = words
        self.size = size
        width, height = size
        self.frame: Box = frame or Box(
            MARGIN, height - MARGIN, width - 2 * MARGIN, height - 2 * MARGIN
        )

    def begin(self) -> None:
        """Begin a page."""
        self.canvas.begin(*self.size)

    def draw(self, drawing: Drawing, left: float, top: float, cell: float, pens: Pens) -> None:
        """Draw a maze with its upper left corner at a point."""
        self.canvas.draw(items_on_paper(drawing, pens), left, self.size[1] - top, cell)

    def put(
        self, line: Line, x: float, y: float, size: float, at: float, grey: int = BLACK
    ) -> None:
        """Put a line so that a point of it is at x; 0 is its left end and 1 its right end."""
        self.canvas.put(line, x - at * line.width * size, self.size[1] - y, size, grey)

    def put_start(
        self, text: str | Line, x: float, y: float, size: float, grey: int = BLACK
    ) -> None:
        """Put a text so that it starts at x, in the direction of the language."""
        line = self.typesetter.line(text) if isinstance(text, str) else text
        self.put(line, x, y, size, float(self.words.right_to_left), grey)

    def put_centred(self, text: str | Line, y: float, size: float, grey: int = BLACK) -> None:
        """Put a text in the middle, smaller if it would be wider than the margins allow."""
        line = self.typesetter.line(text) if isinstance(text, str) else text
        if line.width:
            size = min(size, self.frame.width / line.width)
        self.put(line, self.middle, y, size, 0.5, grey)

    @property
    def middle(self) -> float:
        """The middle between the margins to the left and to the right."""
        return self.frame.left + self.frame.width / 2

    def sums(
        self, sums: Mapping[Label, Sum], grid: Grid, left: float, top: float, cell: float
    ) -> None:
        """Put sums into cells of a maze, whose upper left corner is at a point.

        Raises:
            InvalidValueError: If the cells are too small for them.
        """
        words, line = self.words, self.typesetter.line
        texts = {
            where: [
                line(text, right_to_left=False)
                for text in (words.calculation(*it[:3]), f"= {words.number(it.shown)}")
            ]
            for where, it in sums.items()
        }
        if not texts:
            return
        widest = max(it.width for text in texts.values() for it in text)
        room = cell * (2 * min(room_of(grid, where) for where in texts) * _SUM_ROOM)
        size = min(room / widest, room * 0.45)
        if size < _LEAST_SUM:
            raise InvalidValueError(
                f"The cells are {cell / MM:.0f} mm wide, too small for the sums; use a smaller "
                "maze, larger paper or smaller numbers."
            )
        for where, text in texts.items():
            x, y = middle_of(grid, where)
            for row, part in enumerate(text):
                below = top - y * cell + (0.15 - row) * size * 1.1
                self.put(part, left + x * cell, below, size, 0.5)

    def start_of(self, left: float, width: float) -> float:
        """The side of a box on which text begins."""
        return left + width if self.words.right_to_left else left

    def stars(self, count: int, x: float, y: float, size: float, at: float) -> None:
        """Draw stars, as many as there are levels, the first ones filled.

        Args:
            count: The number of filled ones.
            x, y: A point on the line that they stand on.
            size: Their diameter.
            at: Which point of them is at x: 0 is the left end, and 1 the right end.
        """
        step = size * 1.15
        left = x - at * (step * (len(LEVELS) - 1) + size)
        backwards = self.words.right_to_left
        for place in range(len(LEVELS)):
            number = len(LEVELS) - 1 - place if backwards else place
            middle_x, middle_y = left + step * place + size / 2, self.size[1] - y - size * 0.4
            outline = Lines(_STAR, _OUTLINE / size, _INK, join="miter")
            star = Fill(_STAR, _INK) if number < count else outline
            self.canvas.draw([star], middle_x, middle_y, size)

    def name_line(self, y: float, *, width: float = _NAME_WIDTH, x: float | None = None) -> None:
        """The word "Name" and a line to write on; in the middle, unless it starts at x."""
        line = self.typesetter.line(f"{self.words.name}:")
        label = line.width * NAME_SIZE
        backwards = self.words.right_to_left
        if x is None:
            x = self.middle + (width if backwards else -width) / 2
        self.put_start(line, x, y, NAME_SIZE)
        rule = width - label - NAME_SIZE / 2
        left = x - width if backwards else x + width - rule
        self._underline(left, y - NAME_SIZE * 0.2, rule)

    def _underline(self, left: float, y: float, width: float) -> None:
        corners = [(0, 0), (width, 0), (width, _UNDERLINE), (0, _UNDERLINE), (0, 0)]
        bar = Strokes.of([[Vertex(x, y) for x, y in corners]])
        self.canvas.draw([Fill(bar, _INK)], left, self.size[1] - y)
