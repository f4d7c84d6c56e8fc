"""What is asked for: a book, checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labirinto._internal.validation import whole_number
from labirinto.algorithms.generating import algorithm_named
from labirinto.book.choosing import MOST_CANDIDATES
from labirinto.book.paper import Paper
from labirinto.book.words import WORDS, Words, one_of, words_in
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.rectangle import check_size
from labirinto.seeds import fresh_seed, normalize_seed, seed_number
from labirinto.solving import ENDS_KINDS

ANSWERS = ("end", "back", "none")
"""Where the answers can be: together at the end, each page's on its back, or nowhere."""

MOST_MAZES = 10_000
LONGEST_TITLE = 200

Size = tuple[int, int]

# Who gives one of these names it; who gives equal sizes, told them.
_SMALLEST: Size = (10, 10)
_LARGEST: Size = (40, 50)


@dataclass(frozen=True)
class Book:
    """A book of mazes that rise in difficulty.

    The same values make the same book, byte by byte.

    Attributes:
        count: how many mazes, up to 10,000.
        smallest, largest: width and height, in cells, of the mazes at the beginning and at the end.
            What is not told gives way to what is, and the largest also to what fits on the paper.
            A single maze is of the smallest size, or of the largest if only that is told.
        algorithm: a name in ``labirinto.ALGORITHMS``.
        parameters: what the algorithm lets you set: pairs of a name and a number.
        seed: a number from 0 to 2^64-1 or any text; by default a new one.
        title: on the cover and at the head of pages; by default the cover has the word for mazes.
        language: ``en``, ``it``, ``pt``, ``fa`` or ``pa``, in capitals or not.
        paper: ``a3``, ``a4``, ``a5``, ``letter`` or ``legal``, in capitals or not.
        per_page: mazes on a page: 1, 2, 4 or 6.
        ends: how they are chosen: ``border``, with openings and arrows; ``corners``, ``farthest``
            or ``random``, with marks.
        answers: ``end``, together and small; ``back``, each page's on its back; or ``none``.
        cover: whether there is one.
        candidates: for each place in the book so many mazes are drawn, and the best is taken.
        fonts: files of fonts for letters that no other has.

    Raises:
        InvalidValueError: for a value that cannot be, or a maze too large for the paper.
    """

    count: int = 20
    smallest: Size = _SMALLEST
    largest: Size = _LARGEST
    algorithm: str = "wilson"
    parameters: tuple[tuple[str, float], ...] = ()
    seed: int | str = field(default_factory=fresh_seed)
    title: str = ""
    language: str = "en"
    paper: str = "a4"
    per_page: int = 1
    ends: str = "border"
    answers: str = "end"
    cover: bool = True
    candidates: int = 12
    fonts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        def keep(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        keep("count", whole_number("count", self.count, 1, MOST_MAZES))
        keep("candidates", whole_number("candidates", self.candidates, 1, MOST_CANDIDATES))
        algorithm = algorithm_named(self.algorithm)
        keep("parameters", algorithm.complete(dict(self.parameters)))
        seed_number(self.seed)
        keep("seed", normalize_seed(self.seed))
        keep("title", _tidy_title(self.title))
        for name, known in (("ends", ENDS_KINDS), ("answers", ANSWERS)):
            if getattr(self, name) not in known:
                raise InvalidValueError(
                    f"The {name} of a book cannot be {getattr(self, name)!r}; there are "
                    f"{', '.join(known)}."
                )
        keep("language", one_of("language", self.language, WORDS))
        paper = Paper(self.paper, self.per_page)
        keep("paper", paper.name)
        smallest, largest = self._told_sizes(paper)
        keep("smallest", smallest)
        keep("largest", largest)
        if self.smallest[0] > self.largest[0] or self.smallest[1] > self.largest[1]:
            raise InvalidValueError(
                f"The mazes go from {_text(self.smallest)} to {_text(self.largest)}; neither side "
                "may become smaller."
            )
        for size in (smallest, largest):
            paper.check_fits(*size)

    def _told_sizes(self, paper: Paper) -> tuple[Size, Size]:
        """The sizes, of which those that are not told fit those that are, and the paper."""
        smallest = _check_maze("smallest", self.smallest)
        largest = _check_maze("largest", self.largest)
        if self.largest is _LARGEST:
            largest = _least(largest, paper.largest)
            if self.smallest is not _SMALLEST:
                largest = _most(largest, smallest)
        if self.smallest is _SMALLEST:
            is_alone = self.count == 1 and self.largest is not _LARGEST
            smallest = largest if is_alone else _least(smallest, largest)
        return smallest, largest

    @property
    def sizes(self) -> list[Size]:
        """Width and height of the maze for each place, rising evenly."""
        steps = max(1, self.count - 1)
        (width, height), (last_width, last_height) = self.smallest, self.largest
        return [
            (
                width + ((last_width - width) * place + steps // 2) // steps,
                height + ((last_height - height) * place + steps // 2) // steps,
            )
            for place in range(self.count)
        ]

    @property
    def layout(self) -> Paper:
        """The paper, and how mazes stand on it."""
        return Paper(self.paper, self.per_page)

    @property
    def words(self) -> Words:
        """What it says in its language."""
        return words_in(self.language)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        names = (
            "count", "smallest", "largest", "algorithm", "seed", "title", "language", "paper",
            "per_page", "ends", "answers", "cover", "candidates",
        )  # fmt: skip
        return {
            **{name: getattr(self, name) for name in names},
            "parameters": dict(self.parameters),
        }

    def command(self, seed: int | str | None = None) -> str:
        """The command line that makes the same mazes again; with the seed written otherwise."""
        from shlex import quote

        words = ["labirinto book", f"--count {self.count}", f"--algorithm {self.algorithm}"]
        words += [f"--{name} {value!r}" for name, value in self.parameters]
        words += [f"--from {_text(self.smallest)}", f"--to {_text(self.largest)}"]
        words += [f"--ends {self.ends}", f"--candidates {self.candidates}"]
        return " ".join([*words, "--seed", quote(str(self.seed if seed is None else seed))])


def _check_maze(name: str, size: object) -> Size:
    if not isinstance(size, tuple | list) or len(size) != 2:
        raise InvalidValueError(
            f"{name} is {shown(size)}; it must be a width and a height in cells."
        )
    width, height = check_size(*size)
    if width * height == 1:
        raise InvalidValueError("A maze of a single cell has no start and end; take a larger one.")
    return width, height


def _least(size: Size, other: Size) -> Size:
    return min(size[0], other[0]), min(size[1], other[1])


def _most(size: Size, other: Size) -> Size:
    return max(size[0], other[0]), max(size[1], other[1])


def _tidy_title(title: object) -> str:
    if not isinstance(title, str):
        raise InvalidValueError(f"The title {title!r} is no text.")
    tidy = " ".join(title.split())
    if len(tidy) > LONGEST_TITLE:
        raise InvalidValueError(
            f"The title has {len(tidy)} letters; the longest that a cover takes has "
            f"{LONGEST_TITLE}."
        )
    return tidy


def _text(size: Size) -> str:
    return f"{size[0]}x{size[1]}"
