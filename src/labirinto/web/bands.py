"""Bands of rows of mazes without end: their addresses, how they are made, and their drawing."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup

from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Field, gettext
from labirinto.drawing.geometry import wall_runs
from labirinto.formats.svg import runs_path
from labirinto.grids.rectangle import NORTH, SOUTH, plane_bytes
from labirinto.parsing import Whole
from labirinto.recipe import Recipe
from labirinto.streaming.rows import MazeRows, RowBlock
from labirinto.web.fields import SEED, Fields, algorithm_field, asked, parameters_of
from labirinto.web.maze_fields import CHANGED, size_fields
from labirinto.web.maze_request import MazeRequest
from labirinto.web.selecting import PHONE_WIDTH
from labirinto.web.work import CancelToken

NAMES = tuple(name for name, known in ALGORITHMS.items() if known.endless)
"""The algorithms whose mazes are made row after row."""

_FIRST_ALGORITHM = "eller"
"""That of addresses with a seed and no algorithm, as at first all had it."""

WIDTH, MAX_WIDTH = 40, 200
ROWS = 50
"""Rows of a band."""

FIELDS = (algorithm_field(NAMES, NAMES[0]), *size_fields(WIDTH, None, MAX_WIDTH), SEED)
"""The fields of the form but for the row."""

MOST_CELLS_ABOVE = 300_000_000
"""Rows come one after the other, so a jump takes as long as all cells above: here a second."""
COSTS = {"wilson": 5}
"""How many times as long a cell takes, measured; the default is 1."""

_CELLS_AT_ONCE = 1 << 22
_MAX_STATE_BYTES = 8_000_000
_BYTES_BESIDE_A_STATE = 500


@dataclass(frozen=True)
class EndlessRequest:
    """A band of a maze without end.

    Attributes:
        seed: None for a random one.
        row: The first row, counted from 1.
        rows: How many there are; fewer above a band that begins near the first row.
        parameters: Names and values of the algorithm's textures that are not the default.
    """

    algorithm: str = NAMES[0]
    width: int = WIDTH
    seed: int | str | None = None
    row: int = 1
    parameters: tuple[tuple[str, Value], ...] = ()
    rows: int = ROWS

    @property
    def last_row(self) -> int:
        """The last row of all bands."""
        return MOST_CELLS_ABOVE // (self.width * COSTS.get(self.algorithm, 1))

    @property
    def maze(self) -> Hashable:
        """What makes the maze."""
        return self.algorithm, self.width, self.seed, self.parameters

    def pairs(self) -> list[tuple[str, object]]:
        """The fields of its address but for the row."""
        pairs: list[tuple[str, object]] = [("algorithm", self.algorithm), ("width", self.width)]
        if self.seed is not None:
            pairs.append(("seed", self.seed))
        return pairs + list(self.parameters)

    def query(self) -> str:
        """The query of its page."""
        pairs = [*self.pairs(), ("row", self.row)]
        if self.rows != ROWS:
            pairs.append(("rows", self.rows))
        return urlencode(pairs, quote_via=quote)

    def address(self, language: str) -> str:
        """The address of its page in a language."""
        return f"/{language}/endless?{self.query()}"

    def finished(self, height: int) -> MazeRequest:
        """The maze that ends after so many rows: its last row joins all that is not joined yet."""
        defaults = {it.name: it.default for it in ALGORITHMS[self.algorithm].parameters}
        changed = tuple(pair for pair in self._complete if pair[1] != defaults[pair[0]])
        return MazeRequest(self.algorithm, self.width, height, self.seed, parameters=changed)

    def command(self, height: int) -> str:
        """The command that makes it."""
        revision = ALGORITHMS[self.algorithm].revision
        assert self.seed is not None
        recipe = Recipe(self.algorithm, self.width, height, self.seed, revision, self._complete)
        return recipe.command

    @property
    def _complete(self) -> tuple[tuple[str, Value], ...]:
        """All parameters of a recipe."""
        return ALGORITHMS[self.algorithm].complete_by_rows(dict(self.parameters), None)


@dataclass
class ParsedEndless:
    """A valid request, and the names of the fields that were invalid."""

    request: EndlessRequest
    invalid: set[str] = field(default_factory=set)
    typed: Mapping[str, str] = field(default_factory=dict)


def without_end(maze: MazeRequest) -> EndlessRequest | None:
    """The rows of a maze without a last one; None if there are no such bands."""
    known, parameters = ALGORITHMS[maze.algorithm], dict(maze.parameters)
    is_bare = maze.is_plain and not maze.shape
    goes_on = known.can_make_rows(parameters) and not known.has_fixed_end(parameters)
    if not (is_bare and goes_on) or maze.width > MAX_WIDTH:
        return None
    textures = {it.name for it in known.textures}
    kept = tuple(pair for pair in maze.parameters if pair[0] in textures)
    return EndlessRequest(maze.algorithm, maze.width, maze.seed, 1, kept)


def row_field(request: EndlessRequest) -> Field:
    """The first row of a band."""
    problem = gettext("The row must be a whole number from 1 to %(most)s.")
    return asked("row", 1, Whole(1, request.last_row), problem, is_typed=True)


def parse_endless(query: Mapping[str, str], on_phone: bool = False) -> ParsedEndless:
    """Read the fields of the form or of an address."""
    fields = Fields(query)
    fields.refuse(CHANGED)
    has_seed = bool(query.get("seed", "").strip())
    values = fields.read_all(FIELDS[1:])
    algorithm = fields.read(FIELDS[0]._replace(default=_FIRST_ALGORITHM if has_seed else NAMES[0]))
    if on_phone and not query.get("width", "").strip():
        values["width"] = PHONE_WIDTH
    textures = fields.read_parameters(parameters_of(algorithm, selecting=False))
    request = EndlessRequest(algorithm, **values, parameters=textures)
    shown = Fields(query).read(asked("shown", 1, Whole(1, request.last_row)))
    row = fields.read(row_field(request)._replace(default=shown))
    count = Fields(query).read(asked("rows", ROWS, Whole(1, ROWS)))
    return ParsedEndless(replace(request, row=row, rows=count), fields.invalid, query)


class Heights:
    """States of rows, from which the rows below can be made without those above.

    The rows that followed a band asked for, and some that a long jump came by.
    """

    def __init__(self) -> None:
        # Bands are made in several threads.
        self._lock = threading.Lock()
        self._states: dict[tuple[Hashable, int], bytes] = {}
        self._bytes = 0

    def band(self, request: EndlessRequest, token: CancelToken) -> RowBlock:
        """Make the rows of a band."""
        wanted = request.row - 1
        rows = self._rows_above(request)
        step = max(1, _CELLS_AT_ONCE // request.width)
        while rows.y < wanted:
            token.check()
            rows.read(min(step, wanted - rows.y))
            self._keep(request, rows)
        block = rows.read(min(request.rows, request.last_row - wanted))
        self._keep(request, rows)
        return block

    def _rows_above(self, request: EndlessRequest) -> MazeRows:
        """The rows from the nearest state that is kept."""
        _, state = self._nearest(request)
        if state:
            return MazeRows.restore(state)
        parameters: dict[str, Any] = dict(request.parameters)
        return MazeRows(request.algorithm, request.width, seed=request.seed, **parameters)

    def cells_to_make(self, request: EndlessRequest) -> int:
        """How many cells lie between the nearest state and the end of the band."""
        y, _ = self._nearest(request)
        return (request.row - 1 - y + ROWS) * request.width

    def _nearest(self, request: EndlessRequest) -> tuple[int, bytes]:
        """The row from which rows can be made, and its state; the first has none."""
        with self._lock:
            known = [y for maze, y in self._states if maze == request.maze and y < request.row]
            y = max(known, default=0)
            return y, self._states.get((request.maze, y), b"")

    def _keep(self, request: EndlessRequest, rows: MazeRows) -> None:
        place, state = (request.maze, rows.y), rows.state()
        with self._lock:
            self._forget(place)
            self._states[place] = state
            self._bytes += len(state) + _BYTES_BESIDE_A_STATE
            while self._bytes > _MAX_STATE_BYTES:
                self._forget(next(iter(self._states)))

    def _forget(self, place: tuple[Hashable, int]) -> None:
        state = self._states.pop(place, None)
        if state is not None:
            self._bytes -= len(state) + _BYTES_BESIDE_A_STATE


def band_svg(block: RowBlock, label: str) -> Markup:
    """Rows as inline SVG that joins those above and below without a gap."""
    width, count = block.width, len(block)
    gaps = []
    if block.row_above:
        gaps += [(x, 0, NORTH) for x in _passages_south(block.row_above, width)]
    last = block.rows[-2 * plane_bytes(width) :]
    gaps += [(x, count - 1, SOUTH) for x in _passages_south(last, width)]
    margin, top = 0.5, 0 if block.row_above else 0.5
    return Markup(
        '<svg viewBox="{left} {above} {across} {down}" '
        'role="img" aria-label="{label}"><rect class="floor" x="{left}" y="{above}" '
        'width="{across}" height="{down}"/><path class="walls" stroke-width="0.125" d="{walls}"/>'
        "</svg>"
    ).format(
        left=-margin,
        above=-top,
        across=width + 2 * margin,
        down=count + top,
        label=label,
        walls=runs_path(wall_runs(block.rows, gaps, width, count)),
    )


def _passages_south(row: bytes, width: int) -> list[int]:
    bits = int.from_bytes(row[plane_bytes(width) :], "little")
    return [x for x in range(width) if bits >> x & 1]
