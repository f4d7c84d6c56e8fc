"""A step of a film as an SVG drawing, in units of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from itertools import chain
from typing import NamedTuple

from labirinto.algorithms.textbook.rows import Passages
from labirinto.animate.film import Kind, Position
from labirinto.animate.look import Look, hex_colour
from labirinto.animate.marks import CROSSED, SET_SHIFT, Mark, MeshScene, Scene, SquareScene
from labirinto.drawing.display import Dot, Fill, Item, Lines, Pens, floors, walls
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.links import lines_through
from labirinto.drawing.meshes import centre_of, strokes_of
from labirinto.drawing.strokes import Stroke, Strokes, Vertex
from labirinto.drawing.style import Style
from labirinto.formats.svg import OPENING, item_parts
from labirinto.grids.wall_bits import cells_beside
from labirinto.maze import Maze

PIXELS_A_CELL = 28
_BEYOND = 0.15
"""Room around the maze for the thickness of its frame."""

_PENS = Pens(wall=0.1, line=0.16, mark=0.44)
_DRAWN = 0.24
"""The width of walls that walks cross at once."""

# Flags are slow to combine.
_IN, _HERE, _FRESH, _LOST, _VOID = map(int, (Mark.IN, Mark.HERE, Mark.FRESH, Mark.LOST, Mark.VOID))
_OVER = int(Mark.HERE | Mark.WALK | Mark.LOST | Mark.FADED)
"""The marks that are drawn over the ground of a place."""
_CROSSED = int(CROSSED)
_EAST, _SOUTH = int(Mark.WALK_EAST), int(Mark.WALK_SOUTH)


class Paints(NamedTuple):
    """The colours of a step.

    Attributes:
        ground: Gives that of a cell with a word of marks; empty to leave it unpainted.
        walls: That of walls and numbers.
        walk, here: Those of the walk and of its current place.
        drawn: That of walls crossed at once.
        erased: That of places of the loop that was erased.
        fresh: That of corners that have just joined.
    """

    ground: Callable[[int], str]
    walls: str
    walk: str
    here: str
    drawn: str
    erased: str
    fresh: str

    @classmethod
    def of(cls, style: Style) -> Paints:
        """Return those that go with a style."""
        look, line = Look.of(style), style.solution

        def ground(word: int) -> str:
            return hex_colour(look.colour(word))

        return cls(ground, style.walls, line, style.start, line, f"{line}99", style.end)


def scene_svg(
    position: Position,
    *,
    paints: Paints | None = None,
    attributes: str | None = None,
    written: Callable[[int], str] = str,
    numbers_alone: bool = False,
) -> str:
    """Draw the current step of a film.

    Args:
        position: The film at a step.
        paints: The colours; by default those of the light style.
        attributes: The attributes of the root element; by default its size in pixels and a label.
        written: Writes numbers in the digits of a language.
        numbers_alone: Whether a cell that is alone in its set shows the number of its place.

    Returns:
        The SVG document.
    """
    scene, paints = position.scene, paints or Paints.of(Style())
    width, height = scene.grid.size
    if attributes is None:
        attributes = (
            f'width="{width * PIXELS_A_CELL:g}" height="{height * PIXELS_A_CELL:g}" role="img" '
            f'font-family="sans-serif" aria-label="Step {position.at} of {position.film.algorithm}"'
        )
    numbers = dict(_numbers(scene, numbers_alone))
    parts = chain.from_iterable(map(item_parts, _items(position, paints, numbers)))
    box = f"{width + 2 * _BEYOND:g} {height + 2 * _BEYOND:g}"
    return (
        f"{OPENING} {attributes} "
        f'viewBox="-{_BEYOND} -{_BEYOND} {box}">{"".join(parts)}'
        f'<g font-size="0.5" text-anchor="middle" fill="{paints.walls}">'
        + "".join(
            f'<text x="{x:g}" y="{y + 0.18:g}">{escape(written(number))}</text>'
            for at, number in numbers.items()
            for x, y in [_middle(scene, at)]
        )
        + "</g></svg>"
    )


def _numbers(scene: Scene, numbers_alone: bool) -> Iterator[tuple[int, int]]:
    """Yield the cells that show a number, and that: of their sets, or their own."""
    for at, word in enumerate(scene.words[: scene.cells]):
        if number := word >> SET_SHIFT:
            yield at, number
        elif numbers_alone and not word & (_IN | _VOID):
            yield at, at + 1


def _items(position: Position, paints: Paints, numbers: dict[int, int]) -> Iterator[Item]:
    scene = position.scene
    grounds: dict[str, list[range]] = {}
    for at, word in enumerate(scene.words[: scene.cells]):
        # A number leaves no room for a dot: the ground shows these marks instead.
        ground = word if word >> SET_SHIFT else word & ~_OVER | numbers.get(at, 0) << SET_SHIFT
        if not word & _VOID and (paint := paints.ground(ground)):
            grounds.setdefault(paint, []).append(range(at, at + 1))
    for paint, cells in grounds.items():
        yield Fill(floors(scene.grid, cells), paint)
    passages = Passages(scene.grid)
    for wall in scene.open_walls():
        passages.open(wall)
    for line in walls(Drawing(Maze.from_bits(scene.grid, passages.to_bytes())), _PENS):
        yield line._replace(colour=paints.walls)
    crossed = list(_crossed(scene))
    if position.kind == Kind.DRAWN and crossed:
        shape = Strokes.of(stroke for _, strokes in crossed for stroke in strokes)
        yield Lines(shape, _DRAWN, paints.drawn)
    elif crossed:
        shape = Strokes.of(stroke for strokes, _ in crossed for stroke in strokes)
        yield Lines(shape, _PENS.line, paints.walk)
    yield from _dots(scene, paints)


def _dots(scene: Scene, paints: Paints) -> Iterator[Dot]:
    """The current place of the walk, the loop that it lost, and corners that have just joined."""
    for at in scene.places:
        word = scene.words[at]
        if not word & (_FRESH | _LOST | _HERE):
            continue
        x, y = _middle(scene, at)
        if scene.on_walls and word & _FRESH:
            yield Dot(x, y, 0.16, paints.fresh, True)
        if word & _LOST and not word >> SET_SHIFT:
            yield Dot(x, y, 0.1, paints.erased, True)
        if word & _HERE:
            yield Dot(x, y, _PENS.mark / 2, paints.here, True)


def _middle(scene: Scene, at: int) -> tuple[float, float]:
    """Return the middle of a cell, or a corner."""
    if isinstance(scene, MeshScene):
        return centre_of(scene.grid, at)
    assert isinstance(scene, SquareScene)
    if at >= scene.cells:
        y, x = divmod(at - scene.cells, scene.width + 1)
        return x, y
    y, x = divmod(at, scene.width)
    return x + 0.5, y + 0.5


def _crossed(scene: Scene) -> Iterator[tuple[list[Stroke], list[Stroke]]]:
    """Yield the lines of each step of the walk, and those of the wall that it crosses."""
    if isinstance(scene, MeshScene):
        beside = cells_beside(scene.grid)
        for wall, word in enumerate(scene.words[scene.cells :]):
            if word & _CROSSED:
                lines = lines_through(scene.grid, wall, *beside[2 * wall : 2 * wall + 2])
                yield lines, strokes_of(scene.grid, scene.grid.wall(wall))
        return
    for at in scene.places:
        for mark, dx, dy in (_EAST, 1, 0), (_SOUTH, 0, 1):
            if scene.words[at] & mark:
                x, y = _middle(scene, at)
                a, b = (dx - dy) / 2, (dy - dx) / 2
                crossed = [Vertex(x + a, y + b), Vertex(x + 0.5, y + 0.5)]
                yield [[Vertex(x, y), Vertex(x + dx, y + dy)]], [crossed]
