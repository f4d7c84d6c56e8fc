"""Queries: the text of an address as a validated request, with the names of invalid fields.

The checks are the library's own; the page adds its limits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeVar
from unicodedata import category
from urllib.parse import parse_qsl, quote, urlencode

from labirinto._internal.validation import Value, whole_number
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.algorithms.record import Parameter
from labirinto.difficulties import LEVELS
from labirinto.drawing.style import PRESETS, Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import Rectangle
from labirinto.parsing import parse_cells, parse_ends, parse_fraction, parse_whole
from labirinto.seeds import fresh_seed, normalize_seed, seed_number
from labirinto.solving import ENDS_KINDS

WIDTH, HEIGHT = 40, 30
MAX_DRAWN_SIDE = 300
"""Largest side of a maze that is drawn in the page."""
MAX_SIDE = 5000
"""Largest side of a maze that can be downloaded."""
MAX_PIXELS = 120_000_000
MAX_SEED_LENGTH = 200
MAX_VALUE_LENGTH = 400
MAX_QUERY_LENGTH = 8000
"""A form with a seed of 200 letters outside ASCII comes close to it."""
LOOKS = ("", *PRESETS)
ENDS = ("none", *ENDS_KINDS)
COLOURS = ("walls_colour", "floor_colour", "solution_colour")


class FileKind(NamedTuple):
    """A kind of file to download.

    Attributes:
        max_cells: A cell takes many bytes in most kinds, and few in PNG.
        format: The library's name for it, and the extension of the saved file.
        is_common: Whether the page offers it first.
        walls_only: Whether it has no solution and no marks.
        cost: How many times as long a cell takes as in a PNG, measured; the default is about 1.
    """

    media_type: str
    max_cells: int
    format: str
    is_common: bool = True
    walls_only: bool = False
    cost: int = 1


KINDS = {
    "svg": FileKind("image/svg+xml", 1_000_000, "svg"),
    "png": FileKind("image/png", MAX_SIDE * MAX_SIDE, "png"),
    "pdf": FileKind("application/pdf", 250_000, "pdf"),
    "txt": FileKind("text/plain; charset=utf-8", 1_000_000, "txt"),
    "json": FileKind("application/json", 1_000_000, "json"),
    "plot": FileKind("image/svg+xml", 40_000, "plot.svg", is_common=False, cost=8),
    "dxf": FileKind("image/vnd.dxf", 40_000, "dxf", is_common=False, cost=14),
    "stl": FileKind("model/stl", 40_000, "stl", is_common=False, walls_only=True, cost=140),
    "npz": FileKind("application/zip", 1_000_000, "npz", is_common=False),
    "csv": FileKind("text/csv; charset=utf-8", 1_000_000, "csv", is_common=False, walls_only=True),
}
"""By the extension in their addresses."""

ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class MazeRequest:
    """A maze and its appearance.

    Attributes:
        seed: None for a random one.
        level: Of difficulty, for which the maze was selected; empty if it was not.
        ends: ``none``, one of ``ENDS_KINDS``, or two cells such as ``0,0-39,29``.
        look: A preset's name; empty to follow the page.
        cell, wall: In pixels; None for the default at this size.
        colours: Names and values of the custom colours.
        parameters: Names and values of the algorithm's parameters that are not the default.
    """

    algorithm: str
    width: int = WIDTH
    height: int = HEIGHT
    seed: int | str | None = None
    level: str = ""
    ends: str = "none"
    solution: bool = False
    look: str = ""
    cell: int | None = None
    wall: int | None = None
    colours: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def is_drawn(self) -> bool:
        """Whether the maze is drawn in the page."""
        return max(self.width, self.height) <= MAX_DRAWN_SIDE

    @property
    def shown_ends(self) -> str:
        """The kind of ends to show: a solution always has ends."""
        return "border" if self.solution and self.ends == "none" else self.ends

    @cached_property
    def style(self) -> Style:
        """The style of downloads."""
        cell = self.cell or default_cell(self.width, self.height)
        wall = self.wall or default_wall(cell)
        sizes = {"cell": cell, "wall": wall, "margin": cell if cell > 3 else 0}
        colours = {name.removesuffix("_colour"): value for name, value in self.colours}
        return Style.preset(self.look or "light", **sizes, **colours)

    @property
    def name(self) -> str:
        """A file name without extension: algorithm, size and seed."""
        return f"{self.algorithm}-{self.width}x{self.height}-{in_file_name(str(self.seed))}"

    def query(self) -> str:
        """The shortest query of a page for this request."""
        pairs: list[tuple[str, object]] = []
        if self.size != (WIDTH, HEIGHT):
            pairs += [("width", self.width), ("height", self.height)]
        if self.seed is not None:
            pairs.append(("seed", self.seed))
        if self.level:
            pairs.append(("level", self.level))
        return urlencode(pairs + self._look_pairs(), quote_via=quote, safe=",")

    def like_it(self) -> MazeRequest:
        """The request for a maze like this one by any algorithm: without seed and texture."""
        return replace(self, seed=None, parameters=())

    def file_name(self, kind: str) -> str:
        """The name of a saved file."""
        return f"{self.name}.{KINDS[kind].format}"

    def picture(self, kind: str, prefix: str = "/maze") -> str:
        """The address of a file."""
        seed = quote(str(self.seed), safe="")
        path = f"{prefix}/{self.algorithm}/{self.width}x{self.height}/{seed}.{kind}"
        query = urlencode(self._look_pairs(), quote_via=quote, safe=",")
        return f"{path}?{query}" if query else path

    def _look_pairs(self) -> list[tuple[str, object]]:
        pairs: list[tuple[str, object]] = list(self.parameters)
        if self.ends != "none":
            pairs.append(("ends", self.ends))
        if self.solution:
            pairs.append(("solution", 1))
        for name in ("look", "cell", "wall"):
            if getattr(self, name):
                pairs.append((name, getattr(self, name)))
        return pairs + list(self.colours)


@dataclass
class Parsed:
    """A valid request, and what was invalid in the text that it comes from.

    Attributes:
        shown: The maze above the form that was sent; None without a form.
        invalid: Names of the invalid fields.  In the request they have their defaults, or size and
            seed of the shown maze.
        typed: The original texts by field.
    """

    request: MazeRequest
    shown: MazeRequest | None = None
    invalid: set[str] = field(default_factory=set)
    typed: Mapping[str, str] = field(default_factory=dict)


def in_file_name(text: str) -> str:
    """A text for a file name: letters with their signs, and digits, of any script."""
    # Not isalnum(): many vowels are signs of their own, such as those of Punjabi.
    return "".join(c if category(c)[0] in "LMN" or c in "-_" else "-" for c in text)[:60]


def default_cell(width: int, height: int) -> int:
    """Pixels a cell that keep the picture within 8,000 pixels a side where possible."""
    return max(2, min(16, 8000 // max(width, height)))


def default_wall(cell: int) -> int:
    """Pixels a wall: an eighth of a cell."""
    return max(1, cell // 8)


class Fields:
    """The fields of a form or an address, read one by one.

    Attributes:
        invalid: Names of the invalid fields so far.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.invalid: set[str] = set()

    def read(self, name: str, convert: Callable[[str], ValueT], default: ValueT) -> ValueT:
        """Read a field; give the default if it is empty or invalid."""
        text = self._texts.get(name, "")
        if not text.strip():
            return default
        try:
            if len(text) > MAX_VALUE_LENGTH:
                raise InvalidValueError(f"The {name} has {len(text)} characters.")
            return convert(text)
        except InvalidValueError:
            self.invalid.add(name)
            return default


def parse(algorithm: str, texts: Mapping[str, str]) -> Parsed:
    """Read the fields of a form or an address."""
    fields = Fields(texts)
    shown = _shown(algorithm, texts.get("shown", ""))
    parsed = Parsed(MazeRequest(algorithm), shown, fields.invalid, typed=texts)
    read = fields.read
    parameters: list[tuple[str, Value]] = []
    for parameter in ALGORITHMS[algorithm].parameters:
        value = read(parameter.name, parameter_reader(parameter), parameter.default)
        if value != parameter.default:
            parameters.append((parameter.name, value))
    colours = []
    for name in COLOURS:
        colour = read(name, _colour(name), "")
        # A field for colours is never empty: a box beside it says that it does not count.
        if colour and not texts.get(f"automatic_{name}"):
            colours.append((name, colour))
    request = MazeRequest(
        algorithm,
        width=read("width", whole(1, MAX_SIDE), WIDTH),
        height=read("height", whole(1, MAX_SIDE), HEIGHT),
        seed=read("seed", typed_seed, None),
        level=read("level", one_of(("", *LEVELS)), ""),
        ends=read("ends", _ends, "none"),
        solution=read("solution", one_of(("", "0", "1")), "") == "1",
        look=read("look", one_of(LOOKS), ""),
        cell=read("cell", _pixels("cell"), None),
        wall=read("wall", _pixels("wall"), None),
        colours=tuple(colours),
        parameters=tuple(parameters),
    )
    if shown:
        kept = fields.invalid & {"width", "height", "seed"}
        request = replace(request, **{name: getattr(shown, name) for name in kept})
    parsed.request = _check_together(request, parsed)
    return parsed


def _shown(algorithm: str, query: str) -> MazeRequest | None:
    """The maze above a form, which sends the query of its page."""
    texts = {name: text for name, text in parse_qsl(query) if name != "shown"}
    request = parse(algorithm, texts).request if "seed" in texts else None
    return request if request and request.seed is not None else None


def with_seed(request: MazeRequest) -> MazeRequest:
    """The same request with a random seed."""
    return replace(request, seed=fresh_seed())


def _check_together(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check what depends on several fields: walls and cells, pixels, ends of a single cell."""
    if request.cells == 1 and (request.ends != "none" or request.solution):
        parsed.invalid.add("ends")
        request = replace(request, ends="none", solution=False)
    if cells := parse_cells(request.ends):
        try:
            cells.check(Rectangle(request.width, request.height))
        except InvalidValueError:
            parsed.invalid.add("ends")
            request = replace(request, ends="none")
    try:
        style = request.style
    except InvalidValueError:
        parsed.invalid.add("cell" if request.cell else "wall")
        request = replace(request, cell=None, wall=None)
        style = request.style
    width, height = (
        side * style.cell + style.wall + 2 * style.margin
        for side in (request.width, request.height)
    )
    if width * height > MAX_PIXELS:
        parsed.invalid.add("cell")
        request = replace(request, cell=None, wall=None)
    return request


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of a whole number."""
    return lambda text: whole_number("number", parse_whole(_ungrouped(text), "number"), least, most)


def _ungrouped(text: str) -> str:
    """A whole number without separators of thousands, which sentences have: ``5,000``."""
    is_grouped = re.fullmatch(r"\s*\d{1,3}([.,٬\s])\d{3}(\1\d{3})*\s*", text)
    return re.sub(r"\D", "", text) if is_grouped else text


def typed_seed(text: str) -> int | str | None:
    """Read a seed."""
    if len(text) > MAX_SEED_LENGTH:
        raise InvalidValueError(f"The seed has more than {MAX_SEED_LENGTH} characters.")
    seed_number(text)
    return normalize_seed(text)


def one_of(choices: Collection[str]) -> Callable[[str], str]:
    """A reader of one of some words."""

    def convert(text: str) -> str:
        if text not in choices:
            raise InvalidValueError(f"{text!r} is none of {', '.join(choices)}.")
        return text

    return convert


def _ends(text: str) -> str:
    """Read a kind of ends, or two cells, in one way of writing them."""
    ends = parse_ends(text)
    if isinstance(ends, Ends):
        (x, y), (x2, y2) = ends
        return f"{x},{y}-{x2},{y2}"
    return ends


def _pixels(name: str) -> Callable[[str], int | None]:
    def convert(text: str) -> int:
        number = parse_whole(_ungrouped(text), name)
        # Checks one of the two alone: with the thinnest wall, or in the widest cell.
        Style(cell=number, wall=1) if name == "cell" else Style(cell=10_000, wall=number)
        return number

    return convert


def parameter_reader(parameter: Parameter) -> Callable[[str], Value]:
    """A reader of one of an algorithm's parameters."""

    def convert(text: str) -> Value:
        value = text if parameter.choices else parse_fraction(text, parameter.name)
        return parameter.check(value)

    return convert


def _colour(name: str) -> Callable[[str], str]:
    role = name.removesuffix("_colour")
    return lambda text: str(getattr(Style(**{role: text}), role))  # type: ignore[arg-type]
