"""Queries: the text of an address as a validated request, with the names of invalid fields.

The page adds its limits to the library's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.shapes import MAX_LINKED_CELLS
from labirinto.errors import InvalidValueError
from labirinto.grids.links import LEAST_WRAPPED
from labirinto.grids.silhouettes import recognisable
from labirinto.parsing import parse_cells
from labirinto.solving import OPEN_ENDS
from labirinto.web import shapes
from labirinto.web.fields import Fields, parameters_of, take, without_order
from labirinto.web.maze_fields import (
    CHANGED,
    COLOURS,
    FIELDS,
    HEIGHT,
    LETTERS,
    MASK,
    MAX_SIDE,
    WIDTH,
)
from labirinto.web.maze_request import (
    FIRST_SHAPED,
    MAX_DRAWN_SIDE,
    MAX_FARTHEST_CELLS,
    NEW_ENDS,
    MazeRequest,
    max_cell,
    with_fewer_rooms,
)


@dataclass
class Parsed:
    """A valid request, and what was invalid in the text that it comes from.

    Attributes:
        shown: The maze above the form that was sent; None without a form.
        invalid: Names of the invalid fields.  In the request they have their defaults, or size and
            seed of the shown maze.
        typed: The original texts by field.
        is_sized: Whether a size was typed; in a form, another one than that of the shown maze.
    """

    request: MazeRequest
    shown: MazeRequest | None = None
    invalid: set[str] = field(default_factory=set)
    typed: Mapping[str, str] = field(default_factory=dict)
    is_sized: bool = False


def parse(algorithm: str, texts: Mapping[str, str]) -> Parsed:
    """Read the fields of a form or an address."""
    fields = Fields(texts)
    shown = _shown(algorithm, texts.get("shown", ""))
    parsed = Parsed(MazeRequest(algorithm), shown, fields.invalid, typed=texts)
    values = fields.read_all(it for it in FIELDS if it not in (LETTERS, MASK))
    for colour in COLOURS:
        # A field for colours is never empty: a box beside it says that it does not count.
        if texts.get(f"automatic_{colour.name}"):
            values[colour.name] = ""
    request = MazeRequest(
        algorithm,
        colours=take(COLOURS, values),
        changes=take(CHANGED, values),
        parameters=fields.read_parameters(parameters_of(algorithm)),
        is_picture=values.pop("picture"),
        **values,
    )
    is_typed = shown and texts.get("letters", "").strip() not in ("", shown.letters)
    if shown and is_typed and request.shape == shown.shape:  # a word that was typed is wanted
        request = replace(request, shape=shapes.LETTERS)
    if request.shape == shapes.LETTERS:
        request = replace(request, letters=fields.read(LETTERS))
    if request.shape == shapes.DRAWN:
        request = replace(request, mask=fields.read(MASK))
    if shown:
        kept = fields.invalid & {"width", "height", "seed"}
        request = replace(request, **{name: getattr(shown, name) for name in kept})
        parsed.is_sized = request.size != shown.size
    else:
        parsed.is_sized = any(texts.get(name, "").strip() for name in ("width", "height"))
    request = _adapted(request, parsed)
    parsed.request = _check_together(request, parsed)
    return parsed


def _adapted(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """What another shape or symmetry brings with it: a size for a word, a mask for a size; rooms,
    loops and ends of another shape go.
    """
    shown = parsed.shown
    if shown and request.links != shown.links:
        if request.is_linked:
            links = request.links
            if request.weave != shown.weave:  # which goes without the others
                links = {"weave": request.weave} if request.weave else links
            elif request.floors > 1 or request.wrap:
                links["weave"] = None
            request = replace(request, changes=()).changed(**links)
        request = _with_fitting_ends(request, shown)
        if request.floors > 1 == shown.floors and request.size == (WIDTH, HEIGHT):
            # Several floors of the usual size are too small to read.
            request = replace(request, width=WIDTH // 2, height=HEIGHT // 2)
    if not shown:
        if parsed.is_sized:
            return request
        return _as_picture(request, parsed) if request.is_picture else _fitted(request)
    if request.mask and request.mask == shown.mask and request.size != shown.size:
        try:
            mask = shapes.resized_mask(request.mask, shown.size, request.size)
        except InvalidValueError:
            parsed.invalid |= {"width", "height"}
            return replace(request, width=shown.width, height=shown.height)
        request = replace(request, mask=mask)
    if request.symmetry != shown.symmetry and not parsed.is_sized and request.is_whole:
        width, height = request.symmetric_size
        request = _with_fitting_ends(replace(request, width=width, height=height), shown)
    if request.is_picture and _picture_of(request) != _picture_of(shown):
        return request if parsed.is_sized else _as_picture(request, parsed)
    if (request.shape, request.letters, request.is_picture) == (
        shown.shape,
        shown.letters,
        shown.is_picture,
    ):
        return request
    request = _with_fitting_ends(request.changed(**dict.fromkeys(request.links)), shown)
    if request.is_mesh:
        request = replace(request, changes=())
    if parsed.is_sized:
        return request
    if shown.shape == shapes.LETTERS and request.shape != shapes.LETTERS:
        return replace(request, width=WIDTH, height=HEIGHT)
    return _fitted(request)


def _with_fitting_ends(request: MazeRequest, shown: MazeRequest) -> MazeRequest:
    """The request for a maze of other cells than those that were chosen as its ends; those of a
    maze without a border give way to what is new again.
    """
    is_unfit = parse_cells(request.ends) or not request.has_ends(request.ends)
    is_left = request.ends == shown.ends == shown.new_ends != request.new_ends
    return replace(request, ends=request.new_ends) if is_unfit or is_left else request


def _picture_of(request: MazeRequest) -> object:
    return request.is_picture, request.shape, request.letters


def _as_picture(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """The request in the size that suits its picture; without it if that is too large, which nobody
    has typed.
    """
    suited = _with_room(request)
    if max(suited.size) <= MAX_DRAWN_SIDE:
        return suited
    parsed.invalid.add("picture")
    return _fitted(replace(request, is_picture=False))


def _with_room(request: MazeRequest) -> MazeRequest:
    """The request in the size that suits the picture that its solution draws."""
    if request.shape not in shapes.PICTURES:
        return request
    try:
        grid = shapes.picture_of(request.shape, request.letters).grid
    except InvalidValueError:  # which is found again when it is checked
        return request
    return replace(request, width=2 * grid.width, height=2 * grid.height)


def _fitted(request: MazeRequest) -> MazeRequest:
    """The request in the size that its word has, or in which its silhouette is recognised."""
    size = recognisable(request.shape, *request.size)
    if request.letters:
        size = shapes.letters_size(request.letters)
    return replace(request, width=size[0], height=size[1])


def _shown(algorithm: str, query: str) -> MazeRequest | None:
    """The maze above a form, which sends the query of its page."""
    texts = {name: text for name, text in parse_qsl(query) if name != "shown"}
    request = parse(algorithm, texts).request if "seed" in texts else None
    return request if request and request.seed is not None else None


def _check_together(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check what depends on several fields: shape and size, walls and cells, pixels, ends."""
    request = _check_changes(_check_picture(request, parsed), parsed)
    request = _check_rooms(_check_shape(request, parsed), parsed)
    if not request.symmetry_fits:
        parsed.invalid.add("symmetry")
        request = request.changed(symmetry=None)
    if request.is_shaped or request.rooms or request.symmetry:
        # That of the maze above the form, which has no field for it, goes.
        invalid = set() if parsed.shown else parsed.invalid
        parameters = without_order(request.algorithm, request.parameters, invalid)
        request = replace(request, parameters=parameters)
    is_looped = request.braid or request.rooms
    if is_looped and request.ends == "farthest" and request.cells > MAX_FARTHEST_CELLS:
        parsed.invalid.add("ends")  # which takes many searches
        request = replace(request, ends="none")
    if request.cells == 1 and (request.ends != "none" or request.solution):
        parsed.invalid.add("ends")
        request = replace(request, ends="none", solution=False)
    if request.ends in OPEN_ENDS and request.new_ends != NEW_ENDS:
        parsed.invalid.add("ends")
        request = replace(request, ends=request.new_ends)
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


def _check_changes(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the maze is one that the page changes; rooms have limits of their own."""
    request = _check_links(request, parsed)
    if not request.is_mesh and max(request.size) <= MAX_DRAWN_SIDE:
        return request
    others = {name for name, _ in request.changes} - {*request.links, "rooms", "doors"}
    return _without(others, request, parsed)


def _check_links(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the page makes the floors and joined sides of a maze, or its bridges; sides that
    are too short get as long as they must be.
    """
    if request.weave and (request.floors > 1 or request.wrap):
        request = _without({"weave"}, request, parsed)
    if not request.is_linked:
        return request
    if not request.is_whole or request.cells > MAX_LINKED_CELLS:
        return _without(set(request.links), request, parsed)
    short = request.short_sides
    parsed.invalid |= short
    longer: dict[str, Any] = dict.fromkeys(short, LEAST_WRAPPED)
    return replace(request, **longer)


def _without(names: set[str], request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """The request without some changes, which are invalid if it has them."""
    parsed.invalid |= names & dict(request.changes).keys()
    return request.changed(**dict.fromkeys(names))


def _check_shape(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check the shape with size and algorithm; it is a rectangle if it is invalid."""
    if not request.shape:
        return request
    most = shapes.largest_side(request.shape, MAX_SIDE)
    parsed.invalid |= {name for name in ("width", "height") if getattr(request, name) > most}
    request = replace(request, width=min(request.width, most), height=min(request.height, most))
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
    """Check that the rooms fit.  Those of the maze above the form may be too many for another size
    or shape, or their doors too few; then there are fewer rooms, or doors anywhere.
    """
    shown = parsed.shown
    is_moved = False
    if shown and request.rooms == shown.rooms:
        is_moved = request.doors == shown.doors and _place_of(request) != _place_of(shown)
        request = with_fewer_rooms(request)
    if request.rooms > request.most_rooms:
        parsed.invalid.add("rooms")
        return request.changed(rooms=0)
    if not request.rooms:
        return request.changed()
    if not request.rooms_fit:
        anywhere = request.changed(doors=0)
        if not is_moved:
            parsed.invalid.add("doors" if anywhere.rooms_fit else "rooms")
        return anywhere if anywhere.rooms_fit else anywhere.changed(rooms=0)
    return request


def _place_of(request: MazeRequest) -> object:
    """What the rooms must find a place in."""
    return request.size, request.shape, request.letters, request.mask


def _check_picture(request: MazeRequest, parsed: Parsed) -> MazeRequest:
    """Check that the solution can draw the shape.  A picture has no rooms or loops, ends of its own
    and even sides; it goes with another shape or another algorithm.
    """
    if not request.is_picture:
        return request
    has_shape = request.letters or request.shape != shapes.LETTERS
    is_drawn = request.shape in shapes.PICTURES and "letters" not in parsed.invalid
    if not (is_drawn and has_shape) or request.algorithm != "wilson":
        return replace(request, is_picture=False)
    most = MAX_DRAWN_SIDE
    parsed.invalid |= {name for name in ("width", "height") if getattr(request, name) > most}
    width, height = (min(side + side % 2, most) for side in request.size)
    if request.ends not in ("none", *OPEN_ENDS):
        request = replace(request, ends="border")
    request = replace(request, width=width, height=height, level="", changes=())
    try:
        request.drawn_picture  # noqa: B018
    except InvalidValueError:
        parsed.invalid.add("picture")
        request = _with_room(request)
        if max(request.size) > most:
            request = replace(request, is_picture=False)
    return request
