"""Pictures of mazes whose walls have several colours, are dotted, or bar a passage.

The maze, its drawing and its answer are made here, with nothing of the package, so that no fault is
on both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from photographs import Array, Cell, Look, Photograph, packed, taken

Colour = tuple[int, int, int]
Pair = tuple[Cell, Cell]

COLOURS: dict[str, Colour] = {
    "black": (0, 0, 0),
    "225 of 255": (225, 225, 225),
    "200 of 255": (200, 200, 200),
    "170 of 255": (170, 170, 170),
    "yellow": (255, 230, 0),
    "orange": (255, 140, 0),
    "green": (40, 170, 60),
    "red": (220, 30, 30),
    "blue": (30, 60, 220),
}

DOTS = ((1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 2, 2), (3, 2, 1), (4, 3, 2))
"""Dotted and dashed walls: pixels drawn, pixels left out, and thickness."""

CREAM: Colour = (246, 236, 208)
_MARGIN = 2
"""Of the page, in cells."""


@dataclass(frozen=True)
class Walls:
    """How a maze is drawn.

    Attributes:
        colour: The name of the colour of some walls; the others are black.
        share: The share of the inner walls in this colour.
        dotted: Whether walls in this colour are dotted or dashed.
        gates: Passages of the solution that a bar in this colour closes.
        form: What closes them: ``bar``, ``bend`` for a bar from corner to corner of a cell where
            the solution turns, or ``sign`` for a no-entry sign.
        beside: How far beyond the border of two cells a bar is, in cells; only in straight
            corridors, where nothing leads past it.
        columns, rows: Cells; 0 for any number.
        cell, wall: Sizes in pixels.
        paper: The colour of the floor.
        marked: Whether squares mark the ends, in a closed frame.
        solution: The name of the colour in which somebody has drawn the solution; empty without.
    """

    colour: str = "red"
    share: float = 0
    dotted: bool = False
    gates: int = 0
    form: str = "bar"
    beside: float = 0
    columns: int = 0
    rows: int = 0
    cell: int = 20
    wall: int = 3
    paper: Colour = (255, 255, 255)
    marked: bool = False
    solution: str = ""


def coloured(walls: Walls, look: Look, seed: int) -> Photograph:
    """Draw the maze that a seed selects, and take a photograph of it.

    Its path is empty where a gate closes the only one, so that any answer is wrong.
    """
    rng = np.random.default_rng(seed)
    columns, rows = (given or int(rng.integers(6, 22)) for given in (walls.columns, walls.rows))
    passages = _tree(columns, rows, rng)
    start, end = (0, int(rng.integers(rows))), (columns - 1, int(rng.integers(rows)))
    path = _path(passages, start, end)
    page = _drawn(walls, columns, rows, passages, path, rng)
    corner = (_MARGIN * walls.cell, _MARGIN * walls.cell)
    picture, to_page = taken(page, corner, walls.cell, look, rng)
    return Photograph(packed(picture, look), [] if walls.gates else path, to_page)


def _tree(columns: int, rows: int, rng: np.random.Generator) -> set[Pair]:
    """The passages of a maze: pairs of cells in a random order join what is not yet joined."""
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    pairs = _neighbours(columns, rows)
    part = {cell: cell for cell in cells}

    def root(cell: Cell) -> Cell:
        while part[cell] != cell:
            cell = part[cell]
        return cell

    chosen = set()
    for at in rng.permutation(len(pairs)).tolist():
        one, other = pairs[at]
        if root(one) != root(other):
            part[root(one)] = root(other)
            chosen.add((one, other))
    return chosen


def _neighbours(columns: int, rows: int) -> list[Pair]:
    across = [((x, y), (x + 1, y)) for y in range(rows) for x in range(columns - 1)]
    down = [((x, y), (x, y + 1)) for y in range(rows - 1) for x in range(columns)]
    return across + down


def _path(passages: set[Pair], start: Cell, end: Cell) -> list[Cell]:
    """The only path, by a search from the end."""
    beside: dict[Cell, list[Cell]] = {}
    for one, other in passages:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    after: dict[Cell, Cell] = {end: end}
    reached = [end]
    for cell in reached:
        for other in beside[cell]:
            if other not in after:
                after[other] = cell
                reached.append(other)
    path = [start]
    while path[-1] != end:
        path.append(after[path[-1]])
    return path


def _drawn(
    walls: Walls,
    columns: int,
    rows: int,
    passages: set[Pair],
    path: list[Cell],
    rng: np.random.Generator,
) -> Array:
    cell, wall = walls.cell, walls.wall
    page = np.empty(((rows + 2 * _MARGIN) * cell + wall, (columns + 2 * _MARGIN) * cell + wall, 3))
    page[:] = walls.paper
    other = np.array(COLOURS[walls.colour]) * np.array(walls.paper) / 255
    pairs = [pair for pair in _neighbours(columns, rows) if pair not in passages]
    count = max(1, round(walls.share * len(pairs))) if walls.share else 0
    light = set(rng.permutation(len(pairs))[:count].tolist())
    # Black last, so that posts between walls of both colours are black, as the frame is.
    for at in sorted(light):
        if walls.dotted:
            _dotted(page, _place(pairs[at], walls), other, rng)
        else:
            _bar(page, _place(pairs[at], walls), other)
    left, top, right, low = (cell * (_MARGIN + side) for side in (0, 0, columns, rows))
    _bar(page, (left, top, right + wall, top + wall), 0)
    _bar(page, (left, low, right + wall, low + wall), 0)
    _bar(page, (left, top, left + wall, low + wall), 0)
    _bar(page, (right, top, right + wall, low + wall), 0)
    for at, pair in enumerate(pairs):
        if at not in light:
            _bar(page, _place(pair, walls), 0)
    for (x, y), at, colour in ((path[0], left, (40, 170, 60)), (path[-1], right, (210, 40, 40))):
        first_x, first_y = cell * (_MARGIN + x), cell * (_MARGIN + y)
        if walls.marked:
            inset = wall + (cell - wall) // 4
            _bar(page, (first_x + inset, first_y + inset, first_x + cell + wall - inset,
                        first_y + cell + wall - inset), colour)  # fmt: skip
        else:
            page[first_y + wall : first_y + cell, at : at + wall] = walls.paper
    if walls.form == "bend":
        bends = [at for at in range(1, len(path) - 1) if _is_bend(*path[at - 1 : at + 2])]
        for at in rng.permutation(bends)[: walls.gates].tolist():
            _bar_in_bend(page, path[at - 1 : at + 2], walls, other)
    else:
        for at in rng.permutation(len(path) - 1)[: walls.gates].tolist():
            _gate(page, path, at, passages, walls, other, rng)
    if walls.solution:
        points = [_middle(place, walls) for place in path]
        width = int(rng.integers(2, cell // 4 + 1))
        cv2.polylines(page, [np.array(points)], False, COLOURS[walls.solution], width)
    return np.rint(page).astype(np.uint8)


def _middle(place: Cell, walls: Walls) -> Cell:
    x, y = (walls.cell * (_MARGIN + at) + (walls.cell + walls.wall) // 2 for at in place)
    return x, y


def _is_bend(before: Cell, _: Cell, behind: Cell) -> bool:
    return before[0] != behind[0] and before[1] != behind[1]


def _bar_in_bend(page: Array, cells: list[Cell], walls: Walls, colour: Array) -> None:
    """Draw a bar between the two corners of a cell that the way in and out lie between."""
    before, (x, y), behind = (_middle(place, walls) for place in cells)
    across, down = ((before[side] + behind[side]) // 2 - at for side, at in ((0, x), (1, y)))
    ends = (x - across, y - down), (x + across, y + down)
    cv2.line(page, *ends, colour.tolist(), walls.wall)


def _gate(
    page: Array,
    path: list[Cell],
    at: int,
    passages: set[Pair],
    walls: Walls,
    colour: Array,
    rng: np.random.Generator,
) -> None:
    """Close the passage between two cells of the path."""
    cell, wall = walls.cell, walls.wall
    one, two = sorted(path[at : at + 2])
    if walls.form == "sign":
        (x, y), (x2, y2) = (_middle(place, walls) for place in (one, two))
        x, y = (x + x2) // 2, (y + y2) // 2
        cv2.circle(page, (x, y), round(0.38 * cell), COLOURS["red"], -1)
        cv2.line(page, (x - cell // 5, y), (x + cell // 5, y), walls.paper, 2)
        return
    x0, y0, x1, y1 = _place((one, two), walls)
    if _is_straight(path[max(0, at - 1) : at + 3], passages):
        shift = round(walls.beside * cell)
        across, down = shift * (two[0] - one[0]), shift * (two[1] - one[1])
        x0, y0, x1, y1 = x0 + across, y0 + down, x1 + across, y1 + down
    if one[0] == two[0]:
        x0, x1 = x0 + wall, x1 - wall
    else:
        y0, y1 = y0 + wall, y1 - wall
    if walls.dotted:
        _dotted(page, (x0, y0, x1, y1), colour, rng)
    else:
        _bar(page, (x0, y0, x1, y1), colour)


def _is_straight(cells: list[Cell], passages: set[Pair]) -> bool:
    """Whether four cells are in a line, and nothing leads out of the two in the middle."""
    lines = len({x for x, _ in cells}) == 1 or len({y for _, y in cells}) == 1
    around = [sum(cell in pair for pair in passages) for cell in cells[1:3]]
    return len(cells) == 4 and lines and around == [2, 2]


def _place(pair: Pair, walls: Walls) -> tuple[int, int, int, int]:
    """The place of the wall between two cells, posts included: left, top, right, low."""
    (x, _), (x2, y2) = pair
    left, top = walls.cell * (_MARGIN + x2), walls.cell * (_MARGIN + y2)
    if x == x2:
        return left, top, left + walls.cell + walls.wall, top + walls.wall
    return left, top, left + walls.wall, top + walls.cell + walls.wall


def _bar(page: Array, place: tuple[int, int, int, int], colour: Array | Colour | int) -> None:
    left, top, right, low = place
    page[top:low, left:right] = colour


def _dotted(
    page: Array, place: tuple[int, int, int, int], colour: Array, rng: np.random.Generator
) -> None:
    left, top, right, low = place
    drawn, left_out, thickness = DOTS[int(rng.integers(len(DOTS)))]
    is_across = right - left > low - top
    offset = (min(right - left, low - top) - thickness) // 2
    length = max(right - left, low - top)
    shown = (np.arange(length) + int(rng.integers(drawn + left_out))) % (drawn + left_out) < drawn
    if is_across:
        page[top + offset : top + offset + thickness, left:right][:, shown] = colour
    else:
        page[top:low, left + offset : left + offset + thickness][shown] = colour


# The kinds of pictures.

Rng = np.random.Generator
_SHARES = (0.01, 0.03, 0.05, 0.1, 0.2, 0.35, 0.4, 0.5)
_LIGHT = [colour for colour in COLOURS if colour != "black"]
_FRAMES = ((20, 10), (24, 8), (12, 6), (10, 20), (15, 15))


def _straight(_: Rng) -> Look:
    return Look(pixels=20)


def _photograph(rng: Rng) -> Look:
    return (
        Look(pixels=20, quality=int(rng.integers(60, 96))),
        Look(pixels=rng.uniform(14, 36), quality=80, blur=0.6),
        Look(pixels=18, turn=rng.uniform(0, 360)),
        Look(pixels=20, turn=rng.uniform(0, 360), tilt=rng.uniform(0, 15), light=0.4, shadow=0.3,
             quality=85, noise=5, blur=0.7),
    )[int(rng.integers(4))]  # fmt: skip


def _some_walls(rng: Rng) -> Walls:
    paper = ((255, 255, 255), CREAM)[int(rng.integers(2))]
    share, colour = float(rng.choice(_SHARES)), str(rng.choice(_LIGHT))
    return Walls(colour, share, paper=paper, marked=rng.random() < 0.3)


def _dotted_walls(rng: Rng) -> Walls:
    colours = [colour for colour in COLOURS if colour != "225 of 255"]  # which blur erases
    share, colour = float(rng.choice(_SHARES)), str(rng.choice(colours))
    return Walls(colour, share, dotted=True)


def _gates(rng: Rng) -> Walls:
    return Walls(
        str(rng.choice(_LIGHT)),
        gates=int(rng.integers(1, 4)),
        beside=float(rng.choice([0, 0, rng.uniform(-0.5, 0.5)])),
        marked=rng.random() < 0.3,
    )


def _other_gates(form: str) -> Callable[[Rng], tuple[Walls, Look]]:
    def kind(rng: Rng) -> tuple[Walls, Look]:
        pixels = 20 if form == "bend" else float(rng.uniform(10, 24))
        walls = Walls(str(rng.choice(_LIGHT)), gates=1, form=form, wall=int(rng.integers(1, 4)))
        return walls, Look(pixels=pixels)

    return kind


def _drawn_in(gates: int) -> Callable[[Rng], tuple[Walls, Look]]:
    def kind(rng: Rng) -> tuple[Walls, Look]:
        form = str(rng.choice(["bar", "bend"]))
        solution, colour = rng.choice(["red", "green", "blue"]), rng.choice(_LIGHT)
        return Walls(str(colour), gates=gates, form=form, solution=str(solution)), _straight(rng)

    return kind


def _inside_a_frame(rng: Rng) -> Walls:
    columns, rows = _FRAMES[int(rng.integers(len(_FRAMES)))]
    share = float(rng.choice([0.8, 0.95, 1]))
    return Walls(str(rng.choice(_LIGHT)), share, columns=columns, rows=rows)


COLOURED: dict[tuple[str, str], Callable[[Rng], tuple[Walls, Look]]] = {
    ("coloured walls", "1 to 50 %"): lambda rng: (_some_walls(rng), _straight(rng)),
    ("coloured walls", "1 to 50 %, photographs"): lambda rng: (_some_walls(rng), _photograph(rng)),
    ("coloured walls", "80 to 100 %"): lambda rng: (_inside_a_frame(rng), _straight(rng)),
    ("coloured walls", "80 to 100 %, photographs"): lambda rng: (
        _inside_a_frame(rng),
        _photograph(rng),
    ),
    ("dotted walls", "1 to 50 %"): lambda rng: (_dotted_walls(rng), _straight(rng)),
    ("dotted walls", "1 to 50 %, photographs"): lambda rng: (_dotted_walls(rng), _photograph(rng)),
    ("bars across the path", "coloured"): lambda rng: (_gates(rng), _straight(rng)),
    ("bars across the path", "coloured, photographs"): lambda rng: (_gates(rng), _photograph(rng)),
    ("bars across the path", "in bends"): _other_gates("bend"),
    ("bars across the path", "no-entry signs"): _other_gates("sign"),
    ("bars across the path", "below a drawn solution"): _drawn_in(1),
    ("a drawn solution", "coloured"): _drawn_in(0),
}
"""Kinds of pictures, with what draws one of each."""
