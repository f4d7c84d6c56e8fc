"""A book that can be printed, with all its values checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from labirinto import grids
from labirinto._internal.validation import (
    Value,
    list_of,
    one_of_any_case,
    truth_value,
    whole_number,
)
from labirinto.algorithms.generating import (
    algorithm_named,
    check_makes_shapes,
    check_selected,
    new_recipe,
)
from labirinto.book.arithmetic import check_sums
from labirinto.book.for_sale import check_for_sale, layout_for_sale
from labirinto.book.names import name_on, picture_on
from labirinto.book.paper import Paper
from labirinto.book.typesetting import font_files
from labirinto.book.values import Size, check_lines, check_sides, check_title
from labirinto.book.words import WORDS, Words
from labirinto.difficulties import LEVELS, REVISION
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Mesh
from labirinto.grids.rectangle import Rectangle, size_text
from labirinto.grids.silhouettes import recognisable
from labirinto.recipe import Recipe, normalized_parameters
from labirinto.seeds import Seed, fresh_seed, normalize_seed, seed_number
from labirinto.solving import ENDS_KINDS

ANSWERS = ("end", "back", "apart", "none")
"""Places for the answers: together at the end, each page's on its back, in a file of their own, or
nowhere."""

ENDS = (*ENDS_KINDS, "none")
"""Choices of start and end."""

MAX_MAZES = 10_000
MAX_CANDIDATES = 1000

RECTANGLE = "rectangle"
CELLS: dict[str, Callable[[int, int], Mesh]] = {
    "hexagonal": lambda width, height: grids.hexagonal(width, round(height / 0.866) or 1),
    "triangular": lambda width, height: grids.triangular(
        max(2, round(width / 0.75)), round(height / 1.3) or 1
    ),
    "octagonal": lambda width, height: grids.octagonal(
        round(width / 1.25) or 1, round(height / 1.25) or 1
    ),
    "circular": lambda width, height: grids.circular(max(2, min(width, height) // 2)),
}
"""Grids of other cells that are about as large as so many squares."""

_SMALLEST: Size = (10, 10)
_LARGEST: Size = (40, 50)


@dataclass(frozen=True)
class Book:
    """A book of mazes of rising difficulty.

    Equal books give equal files, byte by byte.

    Attributes:
        count: Number of mazes, from 1 to 10,000.
        smallest: Width and height, in cells, of the first maze; by default 10 x 10, or less if
            ``largest`` is smaller.
        largest: Width and height of the last maze; by default 40 x 50, or what fits the paper, or
            more if ``smallest`` is larger.  A single maze has the size ``smallest`` if that is
            given, else ``largest``.
        algorithm: A name in ``labirinto.ALGORITHMS``.
        parameters: Parameters of the algorithm, as pairs of a name and a value.
        seed: A number from 0 to 2^64-1 or any text; by default a new one.
        title: Printed on the cover and at the top of each page; without one, the cover says
            "Mazes".
        language: ``en``, ``it``, ``pt``, ``fa``, ``pa``, ``pt-BR``, ``es``, ``fr``, ``hi`` or
            ``ar``, in any case.
        paper: A name in ``PAPERS``, in any case.
        per_page: Mazes on a page: 1, 2, 4 or 6.
        ends: The choice of start and end: ``border``, ``opposite``, ``top-bottom`` or
            ``left-right``, with openings and arrows; ``corners``, ``farthest`` or ``random``, with
            marks; or ``none``, neither marks nor answers, and difficulties measured between the
            cells farthest apart.
        answers: ``end``, together and small; ``back``, on the back of each page; ``apart``, not in
            the book, for ``write_answers``; or ``none``.
        cover: Whether the book has a cover.
        candidates: Number of mazes, from 1 to 1,000, from which each one is chosen.
        shapes: Shapes that the mazes have in turn: names in ``labirinto.grids.SILHOUETTES``, names
            in ``CELLS`` for cells other than squares, or ``rectangle``; without any, all are
            rectangles.  A silhouette is always large enough to be recognised.
        names: Texts whose letters give the mazes their shape, one for each maze in this order;
            there are then as many mazes.  Capitals are about 23 cells high, or as large as the
            paper allows: lines are broken, and a long name alone on its page lies across.  Sizes do
            not apply.
        level: ``easy``, ``medium``, ``hard`` or ``expert``, in any case, for mazes that all have
            this difficulty, and by default its size; empty for rising difficulty.
        name_line: Whether there is a line for a name above each maze.
        recipes: Whether the last page has the commands that make the mazes again.
        score_revision: The revision of the score by which mazes are chosen and sorted; see
            ``difficulty``.
        pictures: The pictures that the solutions draw, one for each maze in this order, as for
            ``picture_of`` in ``labirinto.pictures``; there are then as many mazes, by Wilson's
            algorithm, with openings where the pictures need them.  Sizes do not apply.  The answers
            are coloured.
        fonts: Font files for letters that the package has no font for.
        for_sale: Whether the book is for print on demand: with an inner margin that grows with
            the pages, mirrored on the left and right, in black and grey, with four to nine answers
            on a page, without a page of commands, and with a title page instead of the cover.
        one_sided: Whether the back of each page of mazes is blank.
        author: Printed on the title page of a book for sale.
        copyright: Printed on the back of the title page, with its line breaks.
        sums: ``addition``, ``subtraction``, ``multiplication``, ``division`` or ``mixed``, for sums
            behind junctions, where only those on the path are correct; empty for none.
        up_to: The largest number in the sums; by default 20, or 100 with multiplication and
            division.

    Raises:
        InvalidValueError: If a value is invalid, a maze is too large for the paper, or a book for
            sale has too few pages to be bound.
    """

    count: int = 20
    smallest: Size | None = None
    largest: Size | None = None
    algorithm: str = "wilson"
    parameters: tuple[tuple[str, Value], ...] = ()
    seed: Seed = field(default_factory=fresh_seed)
    title: str = ""
    language: str = "en"
    paper: str = "a4"
    per_page: int = 1
    ends: str = "border"
    answers: str = "end"
    cover: bool = True
    candidates: int = 12
    fonts: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    level: str = ""
    name_line: bool = False
    recipes: bool = True
    score_revision: int = REVISION
    for_sale: bool = False
    one_sided: bool = False
    author: str = ""
    copyright: str = ""
    sums: str = ""
    up_to: int | None = None

    def __post_init__(self) -> None:
        paper = self._usual_layout
        algorithm = algorithm_named(self.algorithm)
        object.__setattr__(self, "algorithm", algorithm.name)
        for name in ("shapes", "names", "pictures"):
            object.__setattr__(self, name, list_of(name, getattr(self, name), str, "texts"))
        if self.names:
            if self.shapes:
                raise InvalidValueError("Give shapes or names, not both.")
            object.__setattr__(self, "count", len(self.names))
        if self.pictures:
            self._check_pictures()
            object.__setattr__(self, "count", len(self.pictures))
        seed = normalize_seed(self.seed)
        seed_number(seed)  # refuses texts that are not valid Unicode
        shapes = tuple(
            one_of_any_case("shapes", shape, (RECTANGLE, *grids.SILHOUETTES, *CELLS))
            for shape in self.shapes
        )
        sums, up_to = check_sums(self.sums, self.up_to)
        parameters = algorithm.complete(dict(normalized_parameters(self.parameters)))
        checked = {
            "count": whole_number("count", self.count, 1, MAX_MAZES),
            "smallest": check_sides("smallest", self.smallest),
            "largest": check_sides("largest", self.largest),
            "parameters": parameters,
            "seed": seed,
            "title": check_title(self.title),
            "language": one_of_any_case("language", self.language, WORDS),
            "paper": paper.name,
            "ends": one_of_any_case("ends", self.ends, ENDS),
            "answers": one_of_any_case("answers", self.answers, ANSWERS),
            "candidates": whole_number("candidates", self.candidates, 1, MAX_CANDIDATES),
            "fonts": font_files(self.fonts),
            "shapes": shapes,
            "level": self.level and one_of_any_case("level", self.level, LEVELS),
            "name_line": truth_value("name_line", self.name_line),
            "recipes": truth_value("recipes", self.recipes),
            "score_revision": whole_number("score_revision", self.score_revision, 1, REVISION),
            "for_sale": truth_value("for_sale", self.for_sale),
            "one_sided": truth_value("one_sided", self.one_sided),
            "author": check_title(self.author, "author"),
            "copyright": check_lines("copyright", self.copyright),
            "sums": sums,
            "up_to": up_to,
        }
        if self.names or self.pictures or set(shapes) - {RECTANGLE}:
            check_selected(algorithm, None, parameters)
        if self.names or set(shapes) - {RECTANGLE}:
            check_makes_shapes(algorithm)
        if sums and (self.names or self.pictures or set(shapes) - {RECTANGLE}):
            raise InvalidValueError("Sums need rectangles; leave out shapes, names and pictures.")
        if sums and checked["ends"] == "none":
            raise InvalidValueError("Sums need a start and an end; leave out ends, or the sums.")
        if checked["ends"] == "none":
            checked["answers"] = "none"
        if self.one_sided and checked["answers"] == "back":
            raise InvalidValueError(
                "Answers on the backs leave no back blank; choose other answers."
            )
        if (checked["author"] or checked["copyright"]) and not self.cover:
            raise InvalidValueError(
                "The author and the copyright are printed on the cover; leave them out, or print "
                "a cover."
            )
        if self.for_sale:
            checked["recipes"] = False
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        smallest, largest = self.size_range
        if smallest[0] > largest[0] or smallest[1] > largest[1]:
            raise InvalidValueError(
                f"The mazes go from {size_text(smallest)} to {size_text(largest)}; neither side "
                "may shrink."
            )
        for size in (smallest, largest):
            self.layout.check_fits(*size)
        if self.for_sale:
            check_for_sale(self, self.layout)

    def _check_pictures(self) -> None:
        if self.shapes or self.names:
            raise InvalidValueError("Give pictures or shapes or names, and leave out the others.")
        if self.algorithm != "wilson":
            raise InvalidValueError(
                f"{self.algorithm} makes no mazes with a picture; leave it out, or use wilson."
            )
        if self.ends != "border":
            raise InvalidValueError("A maze with a picture has ends of its own; leave ends out.")

    @property
    def size_range(self) -> tuple[Size, Size]:
        """The sizes of the first and the last maze, with the defaults filled in."""
        return self._size_range_on(self.layout)

    def _size_range_on(self, paper: Paper) -> tuple[Size, Size]:
        if self.level and self.smallest is None and self.largest is None:
            size = LEVELS[self.level].size
            return size, size
        if self.largest is None:
            fitting = _least(_LARGEST, paper.largest)
            if self.smallest is None:
                return _least(_SMALLEST, fitting), fitting
            return self.smallest, _most(fitting, self.smallest)
        if self.smallest is None:
            smallest = self.largest if self.count == 1 else _least(_SMALLEST, self.largest)
            return smallest, self.largest
        return self.smallest, self.largest

    @property
    def sizes(self) -> list[Size]:
        """Width and height of every maze, rising evenly."""
        steps = max(1, self.count - 1)
        (width, height), (last_width, last_height) = self.size_range
        return [
            (
                width + ((last_width - width) * place + steps // 2) // steps,
                height + ((last_height - height) * place + steps // 2) // steps,
            )
            for place in range(self.count)
        ]

    def grid(self, place: int) -> Grid:
        """Return the cells of the maze at a place, counted from 0.

        Raises:
            FileFormatError: If a file of ``fonts`` is not a font.
            InvalidValueError: If no font has a letter of a name.
            MissingExtraError: If HarfBuzz is not installed, and there are names.
        """
        if self.names:
            return name_on(self._layouts, self.names[place], self._font)
        width, height = self.sizes[place]
        shape = self.shapes[place % len(self.shapes)] if self.shapes else RECTANGLE
        return _grid_of(shape, width, height)

    def largest_sizes(self, paper: Paper) -> list[tuple[float, float]]:
        """The most cells across and down that fit on a paper, for each shape."""
        if self.names or self.pictures:
            return [paper.largest]
        _, largest = self._size_range_on(paper)
        return [_grid_of(shape, *largest).size for shape in self.shapes or (RECTANGLE,)]

    def recipe(self, place: int) -> Callable[[int], Recipe]:
        """Return a function that gives the recipe of the maze at a place for a seed.

        Raises:
            OSError: If the file of a picture cannot be read.
        """
        if not self.pictures:
            grid, parameters = self.grid(place), dict(self.parameters)
            return lambda seed: new_recipe(self.algorithm, grid, None, seed, parameters)
        picture = picture_on(self._layouts, self.pictures[place], self._font)
        grid = Rectangle(2 * picture.grid.width, 2 * picture.grid.height)
        return lambda seed: replace(
            new_recipe("wilson", grid, None, seed, {}), grid=grid, picture=picture
        )

    @property
    def _font(self) -> str | None:
        return next(iter(self.fonts), None)

    @property
    def _layouts(self) -> list[Paper]:
        """The page as it is, and lying across if it has one maze and may have another form."""
        may_turn = self.per_page == 1 and not self.for_sale
        return [self.layout, replace(self.layout, across=True)][: 1 + may_turn]

    def layout_for(self, size: tuple[float, float]) -> Paper:
        """The page for a maze of a size: one that is too wide lies across."""
        return self._layouts[-1] if size[0] > self.layout.largest[0] else self.layout

    @cached_property
    def layout(self) -> Paper:
        """The paper and the places of the mazes on a page."""
        paper = self._usual_layout
        return layout_for_sale(self, paper) if self.for_sale else paper

    @property
    def _usual_layout(self) -> Paper:
        return Paper(self.paper, self.per_page, self.name_line, sums=bool(self.sums))

    @property
    def has_backs(self) -> bool:
        """Whether no page of mazes is on the back of another."""
        return self.one_sided or self.answers == "back"

    @property
    def words(self) -> Words:
        """The words of the book's language."""
        return WORDS[self.language]

    def as_dict(self) -> dict[str, Any]:
        """Return the values of the book for JSON, without its fonts."""
        smallest, largest = self.size_range
        values = {it.name: getattr(self, it.name) for it in fields(self) if it.name != "fonts"}
        return values | {
            "smallest": smallest,
            "largest": largest,
            "parameters": dict(self.parameters),
        }


def _grid_of(shape: str, width: int, height: int) -> Grid:
    """The cells of a maze of a shape and about a size."""
    if shape == RECTANGLE:
        return Rectangle(width, height)
    if shape in CELLS:
        return CELLS[shape](width, height)
    return grids.mask(shape, *recognisable(shape, width, height))


def _least(size: Size, other: Size) -> Size:
    return min(size[0], other[0]), min(size[1], other[1])


def _most(size: Size, other: Size) -> Size:
    return max(size[0], other[0]), max(size[1], other[1])
