"""What an address asks for: text turned into a validated request, with the faults field by field.

The checks are the library's own, the same as on the command line; the page adds its limits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.drawing.style import PRESETS, Style
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import check_size
from labirinto.parsing import parse_fraction, parse_whole
from labirinto.seeds import fresh_seed, normalize_seed, seed_number
from labirinto.solving import ENDS_KINDS

WIDTH, HEIGHT = 40, 30
MOST_DRAWN = 300
"""Cells a side that are drawn in the page itself."""
MOST_SIDE = 5000
"""Cells a side that can be had as a download."""
MOST_PIXELS = 120_000_000
LONGEST_SEED = 200
LONGEST_VALUE = 400
LOOKS = ("", *PRESETS)
ENDS = ("none", *ENDS_KINDS)
COLOURS = ("walls_colour", "floor_colour", "solution_colour")


class Kind(NamedTuple):
    """A kind of file that the page offers.

    Attributes:
        media_type: for browsers.
        most_cells: of a maze; each takes many bytes in most kinds, and few in PNG.
        format: as ``save`` calls it, and the ending of a file that was saved.
        is_common: whether everybody may want it.
        has_walls_alone: whether there is no place for a solution and marks.
    """

    media_type: str
    most_cells: int
    format: str
    is_common: bool = True
    has_walls_alone: bool = False


KINDS = {
    "svg": Kind("image/svg+xml", 1_000_000, "svg"),
    "png": Kind("image/png", MOST_SIDE * MOST_SIDE, "png"),
    "pdf": Kind("application/pdf", 250_000, "pdf"),
    "txt": Kind("text/plain; charset=utf-8", 1_000_000, "txt"),
    "json": Kind("application/json", 1_000_000, "json"),
    "plot": Kind("image/svg+xml", 40_000, "plot.svg", is_common=False),
    "dxf": Kind("image/vnd.dxf", 40_000, "dxf", is_common=False),
    "stl": Kind("model/stl", 40_000, "stl", is_common=False, has_walls_alone=True),
    "npz": Kind("application/zip", 1_000_000, "npz", is_common=False),
    "csv": Kind("text/csv; charset=utf-8", 1_000_000, "csv", is_common=False, has_walls_alone=True),
}
"""By the ending of their addresses, which has one part: a seed may have any."""

ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class MazeRequest:
    """A maze and how it is to be shown.

    Attributes:
        seed: None for a new one.
        look: a preset's name; empty to follow the page.
        cell, wall: in pixels; None for what suits the size.
        colours: name and value of those that are set.
        parameters: of the algorithm, name and value of those that are not the default.
    """

    algorithm: str
    width: int = WIDTH
    height: int = HEIGHT
    seed: int | str | None = None
    ends: str = "none"
    solution: bool = False
    look: str = ""
    cell: int | None = None
    wall: int | None = None
    colours: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, float], ...] = ()

    @property
    def cells(self) -> int:
        """How many cells the maze has."""
        return self.width * self.height

    @property
    def is_drawn(self) -> bool:
        """Whether the maze is drawn in the page."""
        return max(self.width, self.height) <= MOST_DRAWN

    @property
    def marked(self) -> str:
        """The kind of ends that are to be seen: a solution has ends, even if none are named."""
        return "border" if self.solution and self.ends == "none" else self.ends

    @property
    def style(self) -> Style:
        """How the maze is drawn into a file."""
        cell = self.cell or default_cell(self.width, self.height)
        wall = self.wall or default_wall(cell)
        sizes = {"cell": cell, "wall": wall, "margin": cell if cell > 3 else 0}
        colours = {name.removesuffix("_colour"): value for name, value in self.colours}
        return Style.preset(self.look or "light", **sizes, **colours)

    @property
    def name(self) -> str:
        """A name for files, without ending: algorithm, size and seed."""
        seed = "".join(c if c.isalnum() or c in "-_" else "-" for c in str(self.seed))[:60]
        return f"{self.algorithm}-{self.width}x{self.height}-{seed}"

    def query(self) -> str:
        """The shortest query of a page that gives this maze again."""
        pairs: list[tuple[str, object]] = []
        if (self.width, self.height) != (WIDTH, HEIGHT):
            pairs += [("width", self.width), ("height", self.height)]
        if self.seed is not None:
            pairs.append(("seed", self.seed))
        return urlencode(pairs + self._look_pairs(), quote_via=quote)

    def file_name(self, kind: str) -> str:
        """The name of a file, as it is saved."""
        return f"{self.name}.{KINDS[kind].format}"

    def picture(self, kind: str, prefix: str = "/maze") -> str:
        """The address of this maze as a file."""
        seed = quote(str(self.seed), safe="")
        path = f"{prefix}/{self.algorithm}/{self.width}x{self.height}/{seed}.{kind}"
        query = urlencode(self._look_pairs(), quote_via=quote)
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
    """A request that can be fulfilled, and what was wrong with the text it was made from.

    Attributes:
        wrong: names of the fields whose text could not be used.
        single_cell: whether ends were asked for of a maze that has none.
        typed: the texts as they came, by field.
    """

    request: MazeRequest
    wrong: set[str] = field(default_factory=set)
    single_cell: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)


def default_cell(width: int, height: int) -> int:
    """Pixels a cell that keep a picture at a size that screens and printers can do with."""
    return max(2, min(16, 8000 // max(width, height)))


def default_wall(cell: int) -> int:
    """Pixels a wall, an eighth of a cell."""
    return max(1, cell // 8)


class Fields:
    """The fields of a form or an address, read one by one.

    Attributes:
        wrong: names of those whose text could not be used.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.wrong: set[str] = set()

    def read(self, name: str, convert: Callable[[str], ValueT], default: ValueT) -> ValueT:
        """What a field says; the default if it is empty, or its text cannot be used."""
        text = self._texts.get(name, "")
        if not text.strip():
            return default
        try:
            if len(text) > LONGEST_VALUE:
                raise InvalidValueError(f"The {name} has {len(text)} characters.")
            return convert(text)
        except InvalidValueError:
            self.wrong.add(name)
            return default


def parse(algorithm: str, texts: Mapping[str, str]) -> Parsed:
    """Reads the fields of a form or an address; what cannot be used is replaced by its default."""
    fields = Fields(texts)
    parsed = Parsed(MazeRequest(algorithm), fields.wrong, typed=texts)
    read = fields.read
    width = read("width", _width, WIDTH)
    height = read("height", _height, HEIGHT)
    parameters = []
    for parameter in ALGORITHMS[algorithm].parameters:
        convert = probability(algorithm, parameter.name)
        chance = read(parameter.name, convert, parameter.default)
        if chance != parameter.default:
            parameters.append((parameter.name, chance))
    colours = []
    for name in COLOURS:
        colour = read(name, _colour(name), "")
        if colour:
            colours.append((name, colour))
    request = MazeRequest(
        algorithm,
        width,
        height,
        seed=read("seed", typed_seed, None),
        ends=read("ends", one_of(ENDS), "none"),
        solution=read("solution", one_of(("", "0", "1")), "") == "1",
        look=read("look", one_of(LOOKS), ""),
        cell=read("cell", _pixels("cell"), None),
        wall=read("wall", _pixels("wall"), None),
        colours=tuple(colours),
        parameters=tuple(parameters),
    )
    parsed.request = _fit(request, parsed)
    return parsed


def with_seed(request: MazeRequest) -> MazeRequest:
    """The same request with a new seed."""
    return replace(request, seed=fresh_seed())


def _fit(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Looks at what fits together only or not: walls and cells, pixels, ends of a single cell."""
    if request.cells == 1 and (request.ends != "none" or request.solution):
        parsed.single_cell = True
        parsed.wrong.add("ends")
        request = replace(request, ends="none", solution=False)
    try:
        style = request.style
    except InvalidValueError:
        parsed.wrong.add("cell" if request.cell else "wall")
        request = replace(request, cell=None, wall=None)
        style = request.style
    width, height = (
        side * style.cell + style.wall + 2 * style.margin
        for side in (request.width, request.height)
    )
    if width * height > MOST_PIXELS:
        parsed.wrong.add("cell")
        request = replace(request, cell=None, wall=None)
    return request


def _width(text: str) -> int:
    return _limited(check_size(parse_whole(text, "width"), 1)[0])


def _height(text: str) -> int:
    return _limited(check_size(1, parse_whole(text, "height"))[1])


def _limited(side: int) -> int:
    if side > MOST_SIDE:
        raise InvalidValueError(f"The side {side} is more than {MOST_SIDE}.")
    return side


def typed_seed(text: str) -> int | str | None:
    """A seed as it is typed."""
    if len(text) > LONGEST_SEED:
        raise InvalidValueError(f"The seed has more than {LONGEST_SEED} characters.")
    seed_number(text)
    return normalize_seed(text)


def one_of(choices: Collection[str]) -> Callable[[str], str]:
    """Reads one of some words."""

    def convert(text: str) -> str:
        if text not in choices:
            raise InvalidValueError(f"{text!r} is none of {', '.join(choices)}.")
        return text

    return convert


def _pixels(name: str) -> Callable[[str], int | None]:
    def convert(text: str) -> int:
        number = parse_whole(text, name)
        # The wall beside a cell is the thinnest, and the cell beside a wall the widest.
        Style(cell=number, wall=1) if name == "cell" else Style(cell=10_000, wall=number)
        return number

    return convert


def probability(algorithm: str, name: str) -> Callable[[str], float]:
    """Reads what an algorithm lets one set."""

    def convert(text: str) -> float:
        value = parse_fraction(text, name)
        return dict(ALGORITHMS[algorithm].complete({name: value}))[name]

    return convert


def _colour(name: str) -> Callable[[str], str]:
    role = name.removesuffix("_colour")
    return lambda text: str(getattr(Style(**{role: text}), role))  # type: ignore[arg-type]
