"""A maze that the page is asked for, what the page limits, and its address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Any
from unicodedata import category
from urllib.parse import quote, urlencode

from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Field
from labirinto.drawing.style import Style
from labirinto.grids import Grid, Rectangle, linked, woven
from labirinto.grids.links import LEAST_WRAPPED
from labirinto.picture import Picture
from labirinto.rooms import Rooms
from labirinto.seeds import fresh_seed
from labirinto.solving import OPEN_ENDS
from labirinto.web import rooms, shapes
from labirinto.web.fields import SEED, pairs
from labirinto.web.file_kinds import KINDS, holds
from labirinto.web.maze_fields import CHANGED, FIELDS, HEIGHT, LEVEL, LINKS, LOOK, SHAPING, WIDTH

MAX_DRAWN_SIDE = 300
"""Largest side of a maze that is drawn in the page."""
MESH_COST = 40
"""A cell that is not a square takes as long as so many squares, drawn for the page."""

MAX_FARTHEST_CELLS = 10_000
"""The largest maze with loops whose farthest cells are found, which takes the square of them."""

MAX_PIXELS = 120_000_000
MAX_SMOOTH_PIXELS = 20_000_000
"""The limit of pictures with slanted walls, whose edges are smooth."""
LONGER_SIDE = 1600
"""Pixels of the longer side of a picture to download, at least, unless a size was asked for."""

MAX_SIDE_ON_PAPER = 600
"""The longest side of a maze whose cells can be seen on a sheet of A4."""

MAX_QUERY_LENGTH = 8000
"""A form with a seed of 200 letters outside ASCII comes close to it."""
_SEEDS_FOR_ROOMS = 20
"""That are drawn until rooms fit."""

NEW_ENDS = "opposite"
"""The kind of ends of what is new.  An address without one means none, as ever; then a game or a
solution has those on the border."""
FIRST_SHAPED = next(known.name for known in ALGORITHMS.values() if known.shapes)
"""The algorithm in place of one that makes rectangles only."""


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
        changes: Names and values of what changes it, such as rooms, where they are not the default.
        is_picture: Whether the shape is what the solution draws, in a rectangle.
        paper: What a PDF fills; empty for a page as large as the maze.
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
    changes: tuple[tuple[str, Value], ...] = ()
    is_picture: bool = False
    paper: str = ""

    @cached_property
    def grid(self) -> Grid:
        """The cells, and which of them are neighbours; without a seed irregular ones are any.

        Raises:
            InvalidValueError: If there is no such shape of this size.
        """
        if self.is_picture:
            return Rectangle(*self.size)
        text, seed = self.letters or self.mask, 0 if self.seed is None else self.seed
        if self.weave:
            return woven(*self.size, weave=self.weave, grid_seed=seed)
        if self.is_linked:
            wrap = "x" if self.is_twisted else self.wrap or "none"
            return linked(*self.size, floors=self.floors, wrap=wrap, twist=self.is_twisted)
        return shapes.grid_of(self.shape, *self.size, text, seed)

    @property
    def drawn_picture(self) -> Picture | None:
        """What the solution draws; None if it is not a picture.

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
        return len(self.grid) if self.shape else self.width * self.height * self.floors

    @property
    def is_mesh(self) -> bool:
        """Whether it is no part of a rectangle of squares."""
        return self.shape in shapes.CELL_SHAPES or self.is_linked

    @property
    def floors(self) -> int:
        """How many floors it has."""
        return int(self.values["floors"])

    @property
    def wrap(self) -> str:
        """Which sides are joined; empty for none."""
        return str(self.values["wrap"])

    @property
    def is_twisted(self) -> bool:
        """Whether the right side is joined to the left one upside down."""
        return self.wrap == "twist"

    @property
    def weave(self) -> float:
        """The share of the bridges that fit."""
        return float(self.values["weave"])

    @property
    def links(self) -> dict[str, Value | None]:
        """What lies beyond the plane: floors, joined sides and bridges."""
        return {field.name: self.values[field.name] for field in LINKS}

    @property
    def is_linked(self) -> bool:
        """Whether it has floors, joined sides or bridges."""
        return any(field.name in dict(self.changes) for field in LINKS)

    @property
    def short_sides(self) -> set[str]:
        """Which of width and height are too small for joined sides or bridges."""
        is_both = self.wrap == "xy" or self.weave
        sides = {"width", "height"} if is_both else {"width"} if self.wrap else set()
        return {name for name in sides if getattr(self, name) < LEAST_WRAPPED}

    @property
    def is_shaped(self) -> bool:
        """Whether it is more than one whole rectangle of squares, or less."""
        return bool(self.shape or self.is_linked)

    def has_ends(self, kind: str) -> bool:
        """Whether there are ends of a kind where its name says: sides that are joined have none."""
        if self.wrap == "xy":
            return kind not in OPEN_ENDS
        return not (self.wrap and kind == "left-right")

    @property
    def new_ends(self) -> str:
        """The kind of ends of what is new: on a border, if there is one."""
        return NEW_ENDS if self.wrap != "xy" else "farthest"

    @property
    def cost(self) -> int:
        """The cells of a rectangle that take as long to be made."""
        return self.cells * (MESH_COST if self.is_mesh else 1)

    @property
    def is_drawn(self) -> bool:
        """Whether the maze is drawn in the page."""
        if self.is_linked:
            return True
        return max(self.size) <= (shapes.MAX_DRAWN_MESH_SIDE if self.is_mesh else MAX_DRAWN_SIDE)

    @property
    def is_plain(self) -> bool:
        """Whether it is as its algorithm made it, in the plane, which films show."""
        return not (self.changes or self.is_picture)

    @property
    def values(self) -> dict[str, Any]:
        """The values of its fields, by their names in forms and addresses."""
        own = {**vars(self), **dict(self.changes), **dict(self.colours), "picture": self.is_picture}
        return {field.name: own.get(field.name, field.default) for field in FIELDS}

    @property
    def rooms(self) -> int:
        """How many rooms it has."""
        return int(self.values["rooms"])

    @property
    def doors(self) -> int:
        """The places for doors that each room has; 0 for doors anywhere."""
        return int(self.values["doors"])

    @property
    def braid(self) -> float:
        """The share of the dead ends that become loops."""
        return float(self.values["braid"])

    @property
    def symmetry(self) -> str:
        """Which image it equals; empty for any maze."""
        return str(self.values["symmetry"])

    @property
    def symmetry_fits(self) -> bool:
        """Whether there are such mazes of its size, and nothing else spoils them."""
        if not self.symmetry:
            return True
        is_spoilt = self.rooms or self.braid or self.is_linked
        return self.is_whole and not is_spoilt and self.size == self.symmetric_size

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole rectangle, or several, by an algorithm that also makes others."""
        return ALGORITHMS[self.algorithm].shapes and not (self.shape or self.is_picture)

    @property
    def symmetric_size(self) -> tuple[int, int]:
        """The nearest size in which its symmetry is possible."""
        width, height = self.size
        if self.symmetry == "turn4":
            side = min(self.size) | 1
            return side, side
        if self.symmetry in ("xy", "turn2") and width % 2 == height % 2 == 0:
            return width + 1, height
        return self.size

    def changed(self, **values: Value | None) -> MazeRequest:
        """This request with other changes, but for those that then lack what they need."""
        changes = {**dict(self.changes), **values}
        given = {it.name for it in CHANGED if changes.get(it.name) not in (None, it.default)}
        kept = [it.name for it in CHANGED if given >= {it.name, *it.needs}]
        named = ((name, changes[name]) for name in kept)
        return replace(self, changes=tuple((name, it) for name, it in named if it is not None))

    def most(self, change: Field) -> int:
        """The largest value of a change; 0 if the maze cannot be changed so."""
        if not all(self.values[name] for name in change.needs):
            return 0
        if change.name == "rooms":
            return self.most_rooms
        if change in LINKS:
            return int(self.is_whole)
        if change.name == "symmetry":
            return int(self.is_whole and not self.is_linked)
        is_made = change.input and not (self.is_mesh or self.is_picture)
        return change.input.most if change.input and is_made else 0

    @property
    def is_cut(self) -> bool:
        """Whether it is the beginning of a maze without end, and walks went below its rows."""
        known = ALGORITHMS[self.algorithm]
        return known.selected(self.parameters) in known.by_rows[1:]

    @property
    def room_plan(self) -> Rooms | None:
        """Its rooms, as the library is asked for them."""
        return Rooms(self.rooms, doors=self.doors or None) if self.rooms else None

    @property
    def most_rooms(self) -> int:
        """How many rooms there can be: none among cells other than squares, for instance."""
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
    def played_ends(self) -> str:
        """The kind of ends between which one plays, whether or not they are shown."""
        if self.ends != "none":
            return self.ends
        return "border" if self.new_ends == NEW_ENDS else self.new_ends

    @property
    def shown_ends(self) -> str:
        """The kind of ends to show: a solution always has ends."""
        return self.played_ends if self.solution else self.ends

    @cached_property
    def style(self) -> Style:
        """The style of downloads."""
        cell = self.cell or default_cell(self)
        wall = self.wall or default_wall(cell)
        sizes = {"cell": cell, "wall": wall, "margin": cell if cell > 3 else 0}
        colours = {name.removesuffix("_colour"): value for name, value in self.colours}
        return Style.preset(self.look or "light", painted=self.is_picture, **sizes, **colours)

    @property
    def name(self) -> str:
        """A file name without extension: algorithm, shape, size, symmetry and seed."""
        shape = in_file_name(self.letters) or self.shape
        size = f"{self.width}x{self.height}"
        if self.is_linked:
            size = in_file_name(self.grid.text)
        words = (self.algorithm, shape, size, self.symmetry, in_file_name(str(self.seed)))
        return "-".join(filter(None, words))

    def query(self) -> str:
        """The shortest query of a page for this request."""
        is_sized = self.size != (WIDTH, HEIGHT) or self.letters
        size: list[tuple[str, object]] = [("width", self.width), ("height", self.height)]
        named = pairs((SEED, LEVEL), self.values)
        words = [*size * bool(is_sized), *named, *self._look_pairs()]
        return urlencode(words, quote_via=quote, safe=",")

    def like_it(self) -> MazeRequest:
        """The request for a maze like this one by any algorithm: without seed and texture."""
        return replace(self, seed=None, parameters=())

    def file_name(self, kind: str) -> str:
        """The name of a saved file."""
        return f"{self.name}.{KINDS[kind].format}"

    def to_download(self, kind: str, paper: str, *, is_closed: bool = False) -> MazeRequest:
        """This request as people want its file: open at its ends, and large or on a sheet of paper.

        Args:
            kind: One of ``KINDS``.
            paper: Of the visitor's region.
            is_closed: Whether it has neither start nor end.
        """
        ends = "none" if is_closed or self.cells == 1 else self.played_ends
        longest = max(self.grid.size)
        changes: dict[str, Any] = {}
        if kind == "pdf" and longest <= MAX_SIDE_ON_PAPER:
            changes["paper"] = paper
        if kind in ("svg", "png") and not (self.cell or self.wall):
            cell = min(ceil(LONGER_SIDE / (longest + 2)), max_cell(self))
            if cell > self.style.cell:
                changes["cell"] = cell
        return replace(self, ends=ends, **changes)

    def picture(self, kind: str, prefix: str = "/maze") -> str:
        """The address of a file."""
        seed = quote(str(self.seed), safe="")
        path = f"{prefix}/{self.algorithm}/{self.width}x{self.height}/{seed}.{kind}"
        sheet = [("paper", self.paper)] * bool(self.paper)
        query = urlencode([*self._look_pairs(), *sheet], quote_via=quote, safe=",")
        return f"{path}?{query}" if query else path

    def shape_pairs(self) -> list[tuple[str, object]]:
        """Names and values in addresses of what the cells are, of rooms and of loops."""
        return pairs(SHAPING, self.values)

    def _look_pairs(self) -> list[tuple[str, object]]:
        return [*self.shape_pairs(), *self.parameters, *pairs(LOOK, self.values)]


def with_seed(request: MazeRequest) -> MazeRequest:
    """A request with a random seed: one with which its rooms fit, if that is found soon."""
    for _ in range(_SEEDS_FOR_ROOMS):
        request = replace(request, seed=fresh_seed())
        if not request.rooms or request.rooms_fit:
            break
    return request


def with_fewer_rooms(request: MazeRequest) -> MazeRequest:
    """A request with no more rooms than there can be in its size."""
    return request.changed(rooms=min(request.rooms, request.most_rooms))


def in_file_name(text: str) -> str:
    """A text for a file name: letters with their signs, and digits, of any script."""
    # Not isalnum(): many vowels are signs of their own, such as those of Punjabi.
    return "".join(c if category(c)[0] in "LMN" or c in "-_" else "-" for c in text)[:60]


def default_cell(request: MazeRequest) -> int:
    """Pixels a cell that keep the picture within 8,000 pixels a side where possible, or within half
    of that if its walls are slanted.
    """
    most = 3200 if request.is_mesh else 8000
    return max(2, min(16, most // max(_drawn_size(request))))


def _drawn_size(request: MazeRequest) -> tuple[int, int]:
    """Width and height of the drawing in cells, those of floors added."""
    if not request.is_linked:
        return request.size
    width, height = map(ceil, request.grid.size)
    return width, height


def default_wall(cell: int) -> int:
    """Pixels a wall: an eighth of a cell."""
    return max(1, cell // 8)


def max_cell(request: MazeRequest) -> int:
    """The largest cell, in pixels, that keeps the picture within its limit."""
    is_mesh = request.is_mesh
    most = MAX_SMOOTH_PIXELS if is_mesh else MAX_PIXELS
    # No kind of cells is wider, and to build them for this would take too long.
    width, height = (side * (1.3 if is_mesh else 1) for side in _drawn_size(request))
    return min(10_000, int((most / ((width + 3) * (height + 3))) ** 0.5))
