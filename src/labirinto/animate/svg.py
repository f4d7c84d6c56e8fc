"""A step of a film as an SVG drawing, in units of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Protocol

from labirinto.algorithms.textbook.rows import Passages
from labirinto.animate.film import Kind, Position
from labirinto.animate.look import Look, hex_colour
from labirinto.animate.marks import CROSSED, SET_SHIFT, Mark, MeshScene, Scene, SquareScene
from labirinto.drawing.geometry import Drawing, drawn_size
from labirinto.drawing.meshes import centre_of, link, strokes_of
from labirinto.drawing.strokes import path_data
from labirinto.drawing.style import Style
from labirinto.formats.svg import walls_path
from labirinto.grids.mesh import Mesh
from labirinto.grids.wall_bits import cells_beside
from labirinto.maze import Maze

PIXELS_A_CELL = 28
_BEYOND = 0.15
"""Room around the maze for the thickness of its frame."""

_OVER = Mark.HERE | Mark.WALK | Mark.LOST | Mark.FADED
"""The marks that are drawn over the ground of a place."""


class Brush(Protocol):
    """Chooses the SVG attributes with which the parts of a drawing are painted."""

    def ground(self, word: int) -> str:
        """Return the attributes of a cell with these marks; empty to leave it unpainted."""

    def part(self, name: str) -> str:
        """Return those of ``walk``, ``here``, ``fresh``, ``erased``, ``drawn``, ``walls`` or
        ``number``.
        """


class Colours:
    """The brush with the colours of a style."""

    def __init__(self, style: Style) -> None:
        self._look = look = Look.of(style)
        line = 'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke'
        self._parts = {
            "walk": f'{line}="{style.solution}" stroke-width="0.16"',
            "here": f'fill="{style.start}"',
            "fresh": f'fill="{style.end}"',
            "erased": f'fill="{style.solution}" fill-opacity="0.6"',
            "drawn": f'{line}="{style.solution}" stroke-width="0.24"',
            "walls": f'fill="none" stroke-linecap="square" stroke="{style.walls}"',
            "number": f'font-family="sans-serif" font-size="0.45" text-anchor="middle" '
            f'fill="{hex_colour(look.walls)}"',
        }

    def ground(self, word: int) -> str:
        """Return the attributes of a cell with these marks."""
        return f'fill="{hex_colour(self._look.colour(word))}"'

    def part(self, name: str) -> str:
        """Return the attributes of another part."""
        return self._parts[name]


def scene_svg(
    position: Position,
    *,
    brush: Brush | None = None,
    attributes: str | None = None,
    written: Callable[[int], str] = str,
    numbers_alone: bool = False,
) -> str:
    """Draw the current step of a film.

    Args:
        position: The film at a step.
        brush: The brush; by default one with the colours of the light style.
        attributes: The attributes of the root element; by default its size in pixels and a label.
        written: Writes numbers in the digits of a language.
        numbers_alone: Whether a cell that is alone in its set shows the number of its place.

    Returns:
        The SVG document.
    """
    width, height = drawn_size(position.film.grid)
    if attributes is None:
        attributes = (
            f'width="{width * PIXELS_A_CELL:g}" height="{height * PIXELS_A_CELL:g}" '
            f'role="img" aria-label="Step {position.at} of {position.film.algorithm}"'
        )
    box = f"{width + 2 * _BEYOND:g} {height + 2 * _BEYOND:g}"
    parts = "".join(_parts(position, brush or Colours(Style()), written, numbers_alone))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {attributes} '
        f'viewBox="-{_BEYOND} -{_BEYOND} {box}">{parts}</svg>'
    )


def _parts(
    position: Position, brush: Brush, written: Callable[[int], str], numbers_alone: bool
) -> Iterator[str]:
    scene = position.scene
    figure = _MeshFigure(scene) if isinstance(scene, MeshScene) else _SquareFigure(scene)
    numbers = {}
    for at, word in enumerate(scene.words[: figure.cells]):
        if word & Mark.VOID:
            continue
        alone = at + 1 if numbers_alone and not word & Mark.IN else 0
        if number := word >> SET_SHIFT or alone:
            numbers[at] = number
        # A number leaves no room for a dot: the ground shows these marks instead.
        ground = word if word >> SET_SHIFT else word & ~int(_OVER)
        if paint := brush.ground(ground | alone << SET_SHIFT):
            yield figure.cell(at, paint)
    passages = Passages(scene.grid)
    for wall in scene.open_walls():
        passages.open(wall)
    maze = Maze.from_bits(scene.grid, passages.to_bytes())
    yield f'<path {brush.part("walls")} stroke-width="0.1" d="{walls_path(Drawing(maze))}"/>'
    yield from _over(position, brush, figure)
    for at, number in numbers.items():
        x, y = figure.middle(at)
        yield (
            f'<text {brush.part("number")} x="{x:g}" y="{y + 0.18:g}">{escape(written(number))}'
            "</text>"
        )


def _over(position: Position, brush: Brush, figure: _Figure) -> Iterator[str]:
    """The walk, its current place, and the loop that it lost."""
    scene = position.scene
    dots = ""
    for at in figure.places():
        word = scene.words[at]
        if not word & (Mark.FRESH | Mark.LOST | Mark.HERE):
            continue
        x, y = figure.middle(at)
        centre = f'cx="{x:g}" cy="{y:g}"'
        if scene.on_walls and word & Mark.FRESH:
            dots += f'<circle {brush.part("fresh")} {centre} r="0.16"/>'
        if word & Mark.LOST and not word >> SET_SHIFT:
            dots += f'<circle {brush.part("erased")} {centre} r="0.1"/>'
        if word & Mark.HERE:
            dots += f'<circle {brush.part("here")} {centre} r="0.22"/>'
    if position.kind == Kind.DRAWN and (drawn := figure.crossed_walls()):
        yield f'<path {brush.part("drawn")} d="{drawn}"/>'
    elif walk := figure.walk():
        yield f'<path {brush.part("walk")} d="{walk}"/>'
    yield dots


class _Figure(Protocol):
    """Where the parts of a scene lie, in cells."""

    cells: int

    def cell(self, at: int, paint: str) -> str:
        """Return a cell with these attributes."""

    def middle(self, at: int) -> tuple[float, float]:
        """Return the middle of a cell, or a corner."""

    def places(self) -> range:
        """Return the numbers of the places of walks."""

    def walk(self) -> str:
        """Return the lines of the walk."""

    def crossed_walls(self) -> str:
        """Return the lines of the walls through which it goes."""


class _SquareFigure:
    def __init__(self, scene: Scene) -> None:
        assert isinstance(scene, SquareScene)
        self._scene = scene
        self.cells: int = scene.width * scene.height

    def cell(self, at: int, paint: str) -> str:
        y, x = divmod(at, self._scene.width)
        return f'<rect {paint} x="{x}" y="{y}" width="1" height="1"/>'

    def middle(self, at: int) -> tuple[float, float]:
        if at >= self.cells:
            y, x = divmod(at - self.cells, self._scene.width + 1)
            return x, y
        y, x = divmod(at, self._scene.width)
        return x + 0.5, y + 0.5

    def places(self) -> range:
        return range(self._scene.place(0, 0), len(self._scene.words))

    def walk(self) -> str:
        return "".join(
            f"M{x:g} {y:g}{direction}1"
            for at, direction in self._crossed()
            for x, y in [self.middle(at)]
        )

    def crossed_walls(self) -> str:
        return "".join(
            f"M{x + 0.5:g} {y - 0.5:g}v1" if direction == "h" else f"M{x - 0.5:g} {y + 0.5:g}h1"
            for at, direction in self._crossed()
            for x, y in [self.middle(at)]
        )

    def _crossed(self) -> Iterator[tuple[int, str]]:
        for at in self.places():
            if self._scene.words[at] & Mark.WALK_EAST:
                yield at, "h"
            if self._scene.words[at] & Mark.WALK_SOUTH:
                yield at, "v"


class _MeshFigure:
    def __init__(self, scene: MeshScene) -> None:
        self._scene = scene
        self._mesh: Mesh = scene.grid
        self.cells: int = scene.cells

    def cell(self, at: int, paint: str) -> str:
        return f'<path {paint} d="{path_data(strokes_of(self._mesh, self._mesh.outline(at)))}"/>'

    def middle(self, at: int) -> tuple[float, float]:
        x, y = centre_of(self._mesh, at)
        return round(x, 4), round(y, 4)

    def places(self) -> range:
        return range(self.cells)

    def walk(self) -> str:
        beside = cells_beside(self._mesh)
        walls = self._crossed()
        return path_data(
            link(self._mesh, wall, (beside[2 * wall], beside[2 * wall + 1])) for wall in walls
        )

    def crossed_walls(self) -> str:
        lines = (strokes_of(self._mesh, self._mesh.wall(wall)) for wall in self._crossed())
        return path_data(stroke for line in lines for stroke in line)

    def _crossed(self) -> list[int]:
        words = self._scene.words[self.cells :]
        return [wall for wall, word in enumerate(words) if word & CROSSED]
