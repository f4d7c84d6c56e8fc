"""Queries: the text of an address as a validated request, with the names of invalid fields.

The page adds its limits to the library's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from typing import NamedTuple
from unicodedata import category
from urllib.parse import parse_qsl, quote, urlencode

from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS
from labirinto.drawing.style import PRESETS, Style
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS
from labirinto.grids import Grid, Mesh, Rectangle, is_whole
from labirinto.parsing import parse_cells
from labirinto.picture import Picture
from labirinto.rooms import Rooms
from labirinto.seeds import fresh_seed
from labirinto.solving import ENDS_KINDS
from labirinto.web import rooms, shapes
from labirinto.web.fields import (
    Fields,
    colour_reader,
    ends_text,
    one_of,
    parameter_reader,
    pixels,
    share,
    typed_seed,
    whole,
)

WIDTH, HEIGHT = 40, 30
MAX_DRAWN_SIDE = 300
"""Largest side of a maze that is drawn in the page."""
MAX_SIDE = 5000
"""Largest side of a maze that can be downloaded."""
MESH_COST = 40
"""A cell that is no square takes as long as so many squares, drawn for the page."""

MAX_FARTHEST_CELLS = 10_000
"""Of a maze with loops whose farthest cells are found: their square is searched."""

MAX_PIXELS = 120_000_000
MAX_SMOOTH_PIXELS = 20_000_000
"""Of pictures with slanted walls, whose edges are smooth."""
MAX_QUERY_LENGTH = 8000
"""A form with a seed of 200 letters outside ASCII comes close to it."""
_SEEDS_FOR_ROOMS = 20
"""That are drawn until rooms fit."""

LOOKS = ("", *PRESETS)
ENDS = ("none", *ENDS_KINDS)
FIRST_SHAPED = next(known.name for known in ALGORITHMS.values() if known.shapes)
"""The algorithm in place of one that makes rectangles only."""

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
        shape: One of ``shapes.SHAPES``; empty for a rectangle.
        letters: The word of the shape ``letters``.
        mask: The mask of the shape ``drawn``.
        rooms: How many rooms it has.
        doors: The places for doors that each room has; 0 for doors anywhere.
        braid: The share of the dead ends that become loops.
        is_picture: Whether the shape is what the solution draws, in a rectangle.
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
    shape: str = ""
    letters: str = ""
    mask: str = ""
    rooms: int = 0
    doors: int = 0
    braid: float = 0.0
    is_picture: bool = False

    @cached_property
    def grid(self) -> Grid:
        """The cells, and which of them are neighbours; without a seed irregular ones are any.

        Raises:
            InvalidValueError: If there is no such shape of this size.
        """
        if self.is_picture:
            return Rectangle(*self.size)
        text, seed = self.letters or self.mask, self.seed
        return shapes.grid_of(self.shape, *self.size, text, 0 if seed is None else seed)

    @property
    def drawn_picture(self) -> Picture | None:
        """What the solution draws; None if it is no picture.

        Raises:
            InvalidValueError: If the size is too small for it.
        """
        return shapes.picture_of(self.shape, self.letters, self.size) if self.is_picture else None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.grid) if self.shape else self.width * self.height

    @property
    def is_mesh(self) -> bool:
        """Whether its cells are no squares."""
        return self.shape in shapes.CELLS

    @property
    def cost(self) -> int:
        """The cells of a rectangle that take as long to be made."""
        return self.cells * (MESH_COST if self.is_mesh else 1)

    @property
    def is_drawn(self) -> bool:
        """Whether the maze is drawn in the page."""
        return max(self.size) <= (shapes.MAX_DRAWN_MESH_SIDE if self.is_mesh else MAX_DRAWN_SIDE)

    @property
    def is_plain(self) -> bool:
        """Whether it is as its algorithm made it, which films show: no rooms, loops or picture."""
        return not (self.braid or self.rooms or self.is_picture)

    @property
    def room_plan(self) -> Rooms | None:
        """Its rooms, as the library is asked for them."""
        return Rooms(self.rooms, doors=self.doors or None) if self.rooms else None

    @property
    def most_rooms(self) -> int:
        """How many rooms there can be: none among other cells than squares, for instance."""
        is_made = ALGORITHMS[self.algorithm].shapes and not (self.is_mesh or self.is_picture)
        return rooms.most_rooms(self.cells) if is_made and self.is_drawn else 0

    @property
    def rooms_fit(self) -> bool:
        """Whether the rooms find a place in the maze of this seed."""
        grid, plan, seed = self.grid, self.room_plan, self.seed
        if not plan or seed is None or not isinstance(grid, Rectangle):
            return True
        return rooms.fit(grid, plan, seed)

    @property
    def kinds(self) -> list[str]:
        """The kinds of files that hold this maze."""
        return [
            name
            for name, kind in KINDS.items()
            if self.cells <= kind.max_cells and holds(name, self.grid)
        ]

    @property
    def shown_ends(self) -> str:
        """The kind of ends to show: a solution always has ends."""
        return "border" if self.solution and self.ends == "none" else self.ends

    @cached_property
    def style(self) -> Style:
        """The style of downloads."""
        cell = self.cell or default_cell(self.width, self.height, self.shape)
        wall = self.wall or default_wall(cell)
        sizes = {"cell": cell, "wall": wall, "margin": cell if cell > 3 else 0}
        colours = {name.removesuffix("_colour"): value for name, value in self.colours}
        return Style.preset(self.look or "light", painted=self.is_picture, **sizes, **colours)

    @property
    def name(self) -> str:
        """A file name without extension: algorithm, shape, size and seed."""
        shape = in_file_name(self.letters) or self.shape
        words = [self.algorithm, *([shape] if shape else []), f"{self.width}x{self.height}"]
        return "-".join([*words, in_file_name(str(self.seed))])

    def query(self) -> str:
        """The shortest query of a page for this request."""
        pairs: list[tuple[str, object]] = []
        if self.size != (WIDTH, HEIGHT) or self.letters:
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

    def shape_pairs(self) -> list[tuple[str, object]]:
        """Names and values in addresses of what the cells are, of rooms and of loops."""
        names = ("shape", "letters", "mask", "rooms", "doors", "braid")
        pairs: list[tuple[str, object]] = [(it, getattr(self, it)) for it in names]
        pairs.append(("picture", int(self.is_picture)))
        return [(it, value) for it, value in pairs if value]

    def _look_pairs(self) -> list[tuple[str, object]]:
        pairs: list[tuple[str, object]] = [*self.shape_pairs(), *self.parameters]
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


def holds(kind: str, grid: Grid) -> bool:
    """Whether a kind of file holds mazes on a grid, and can be made here."""
    if isinstance(grid, Mesh):
        is_made = kind != "png" or bool(find_spec("cv2") and find_spec("numpy"))
        return FORMATS[KINDS[kind].format].holds_meshes and is_made
    return is_whole(grid) or FORMATS[KINDS[kind].format].holds_shapes


def default_cell(width: int, height: int, shape: str = "") -> int:
    """Pixels a cell that keep the picture within 8,000 pixels a side where possible, or within half
    of that if its walls are slanted.
    """
    most = 3200 if shape in shapes.CELLS else 8000
    return max(2, min(16, most // max(width, height)))


def default_wall(cell: int) -> int:
    """Pixels a wall: an eighth of a cell."""
    return max(1, cell // 8)


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
        colour = read(name, colour_reader(name), "")
        # A field for colours is never empty: a box beside it says that it does not count.
        if colour and not texts.get(f"automatic_{name}"):
            colours.append((name, colour))
    request = MazeRequest(
        algorithm,
        width=read("width", whole(1, MAX_SIDE), WIDTH),
        height=read("height", whole(1, MAX_SIDE), HEIGHT),
        seed=read("seed", typed_seed, None),
        level=read("level", one_of(("", *LEVELS)), ""),
        ends=read("ends", ends_text, "none"),
        solution=read("solution", one_of(("", "0", "1")), "") == "1",
        look=read("look", one_of(LOOKS), ""),
        cell=read("cell", pixels("cell"), None),
        wall=read("wall", pixels("wall"), None),
        colours=tuple(colours),
        parameters=tuple(parameters),
        shape=read("shape", one_of(shapes.SHAPES), ""),
        rooms=read("rooms", whole(0, rooms.MOST), 0),
        doors=read("doors", whole(0, rooms.MOST_DOORS), 0),
        braid=read("braid", share, 0.0),
        is_picture=read("picture", one_of(("", "0", "1")), "") == "1",
    )
    is_typed = shown and texts.get("letters", "").strip() not in ("", shown.letters)
    if shown and is_typed and request.shape == shown.shape:  # who types a word wants it
        request = replace(request, shape=shapes.LETTERS)
    if request.shape == shapes.LETTERS:
        request = replace(request, letters=read("letters", shapes.check_letters, ""))
    if request.shape == shapes.DRAWN:
        longest = 2 * shapes.MAX_MASK_LENGTH
        request = replace(request, mask=read("mask", shapes.check_mask, "", longest))
    if shown:
        kept = fields.invalid & {"width", "height", "seed"}
        request = replace(request, **{name: getattr(shown, name) for name in kept})
    request = _adapted(request, parsed)
    parsed.request = _check_together(request, parsed)
    return parsed


def _adapted(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """What another shape brings with it: a size for a word, a mask for a size; rooms, loops
    and ends of another shape go.
    """
    shown = parsed.shown
    if not shown:
        is_sized = any(parsed.typed.get(name, "").strip() for name in ("width", "height"))
        if request.is_picture:
            return request if is_sized else _with_room(request)
        return request if is_sized else _fitted(request, shapes.LETTER_HEIGHT)
    if request.mask and request.mask == shown.mask and request.size != shown.size:
        try:
            mask = shapes.resized_mask(request.mask, shown.size, request.size)
        except InvalidValueError:
            parsed.invalid |= {"width", "height"}
            return replace(request, width=shown.width, height=shown.height)
        request = replace(request, mask=mask)
    if request.is_picture and _picture_of(request) != _picture_of(shown):
        return _with_room(request) if request.size == shown.size else request
    if (request.shape, request.letters, request.is_picture) == (
        shown.shape,
        shown.letters,
        shown.is_picture,
    ):
        return request
    if parse_cells(request.ends):
        request = replace(request, ends="none")
    if request.is_mesh:
        request = replace(request, rooms=0, doors=0, braid=0.0)
    if request.size != shown.size:
        return request
    if shown.shape != shapes.LETTERS:
        return _fitted(request, shapes.LETTER_HEIGHT)
    if request.shape != shapes.LETTERS:
        return replace(request, width=WIDTH, height=HEIGHT)
    return _fitted(request, shown.height)


def _picture_of(request: MazeRequest) -> object:
    return request.is_picture, request.shape, request.letters


def _with_room(request: MazeRequest) -> MazeRequest:
    """The request in the size that suits the picture that its solution draws."""
    if request.shape not in shapes.PICTURES:
        return request
    try:
        grid = shapes.picture_of(request.shape, request.letters).grid
    except InvalidValueError:  # which is found again when it is checked
        return request
    return replace(request, width=2 * grid.width, height=2 * grid.height)


def _fitted(request: MazeRequest, height: int) -> MazeRequest:
    """The request in the size that its word has at a height."""
    if request.shape != shapes.LETTERS or not request.letters:
        return request
    width, height = shapes.letters_size(request.letters, height)
    return replace(request, width=width, height=height)


def _shown(algorithm: str, query: str) -> MazeRequest | None:
    """The maze above a form, which sends the query of its page."""
    texts = {name: text for name, text in parse_qsl(query) if name != "shown"}
    request = parse(algorithm, texts).request if "seed" in texts else None
    return request if request and request.seed is not None else None


def with_seed(request: MazeRequest) -> MazeRequest:
    """The same request with a random seed; if it has rooms, one with which they fit, if such a one
    is found soon.
    """
    for _ in range(_SEEDS_FOR_ROOMS):
        request = replace(request, seed=fresh_seed())
        if not request.rooms or request.rooms_fit:
            break
    return request


def with_fewer_rooms(request: MazeRequest) -> MazeRequest:
    """The same request, with no more rooms than there can be in its size."""
    count = min(request.rooms, request.most_rooms)
    return replace(request, rooms=count, doors=request.doors if count else 0)


def _check_together(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check what depends on several fields: shape and size, walls and cells, pixels, ends."""
    request = _check_shape(_check_picture(request, parsed), parsed)
    request = _check_rooms(request, parsed)
    if request.braid or request.rooms:
        request = _check_loops(request, parsed)
    if request.cells == 1 and (request.ends != "none" or request.solution):
        parsed.invalid.add("ends")
        request = replace(request, ends="none", solution=False)
    if cells := parse_cells(request.ends):
        try:
            cells.check(request.grid)
        except InvalidValueError:
            parsed.invalid.add("ends")
            request = replace(request, ends="none")
    try:
        style = request.style
    except InvalidValueError:
        parsed.invalid.add("cell" if request.cell else "wall")
        request = replace(request, cell=None, wall=None)
        style = request.style
    if style.cell > max_cell(request):
        parsed.invalid.add("cell")
        request = replace(request, cell=None, wall=None)
    return request


def _check_shape(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check the shape with size, algorithm and loops; it is a rectangle if it is invalid."""
    if not request.shape:
        return request
    most = shapes.largest_side(request.shape, MAX_SIDE)
    parsed.invalid |= {name for name in ("width", "height") if getattr(request, name) > most}
    request = replace(request, width=min(request.width, most), height=min(request.height, most))
    if request.braid and request.is_mesh:
        parsed.invalid.add("braid")
        request = replace(request, braid=0.0)
    if not ALGORITHMS[request.algorithm].shapes:
        request = replace(request, algorithm=FIRST_SHAPED, parameters=())
    try:
        # A shape that cannot be made is known only when it is made; the request keeps it.
        request.grid  # noqa: B018
    except InvalidValueError:
        fields = {shapes.LETTERS: "letters", shapes.DRAWN: "mask"}
        parsed.invalid.add(fields.get(request.shape, "shape"))
        request = replace(request, shape="", letters="", mask="")
    return request


def _check_rooms(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the rooms fit.  As many as in the maze above the form may be too many for another
    size; then there are fewer.
    """
    shown = parsed.shown
    if shown and request.rooms == shown.rooms:
        request = with_fewer_rooms(request)
    if request.rooms > request.most_rooms:
        parsed.invalid.add("rooms")
        return replace(request, rooms=0, doors=0)
    if not request.rooms:
        return replace(request, doors=0)
    if not request.rooms_fit:
        anywhere = replace(request, doors=0)
        parsed.invalid.add("doors" if anywhere.rooms_fit else "rooms")
        return anywhere if anywhere.rooms_fit else replace(anywhere, rooms=0)
    return request


def _check_picture(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the solution can draw the shape.  A picture has no rooms or loops, ends of its own
    and even sides; it goes with another shape or another algorithm.
    """
    if not request.is_picture:
        return request
    is_drawn = request.shape in shapes.PICTURES and "letters" not in parsed.invalid
    if not is_drawn or request.algorithm != "wilson":
        return replace(request, is_picture=False)
    most = MAX_DRAWN_SIDE
    parsed.invalid |= {name for name in ("width", "height") if getattr(request, name) > most}
    width, height = (min(side + side % 2, most) for side in request.size)
    if request.ends not in ("none", "border"):
        request = replace(request, ends="border")
    request = replace(request, width=width, height=height, level="", rooms=0, doors=0, braid=0.0)
    try:
        request.drawn_picture  # noqa: B018
    except InvalidValueError:
        parsed.invalid.add("picture")
        request = _with_room(request)
        if max(request.size) > most:
            request = replace(request, is_picture=False)
    return request


def _check_loops(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the cells that are farthest apart are soon found, which takes many searches."""
    if request.braid and max(request.size) > MAX_DRAWN_SIDE:
        parsed.invalid.add("braid")
        request = replace(request, braid=0.0)
    if request.ends == "farthest" and request.cells > MAX_FARTHEST_CELLS:
        parsed.invalid.add("ends")
        request = replace(request, ends="none")
    return request


def max_cell(request: MazeRequest) -> int:
    """The largest cell, in pixels, that keeps the picture within its limit."""
    is_mesh = request.is_mesh
    most = MAX_SMOOTH_PIXELS if is_mesh else MAX_PIXELS
    # No kind of cells is wider, and to build them for this would take too long.
    width, height = (side * (1.3 if is_mesh else 1) for side in request.size)
    return min(10_000, int((most / ((width + 3) * (height + 3))) ** 0.5))
