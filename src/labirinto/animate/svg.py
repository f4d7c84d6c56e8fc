"""A step of a film as an SVG drawing, in units of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Protocol

from labirinto.animate.film import Kind, Position
from labirinto.animate.look import Look, hex_colour
from labirinto.animate.marks import SET_SHIFT, Mark, Scene
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.formats.svg import walls_path
from labirinto.grids.rectangle import Passage
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
    scene = position.scene
    if attributes is None:
        attributes = (
            f'width="{scene.width * PIXELS_A_CELL}" height="{scene.height * PIXELS_A_CELL}" '
            f'role="img" aria-label="Step {position.at} of {position.film.algorithm}"'
        )
    box = f"{scene.width + 2 * _BEYOND:g} {scene.height + 2 * _BEYOND:g}"
    parts = "".join(_parts(position, brush or Colours(Style()), written, numbers_alone))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {attributes} '
        f'viewBox="-{_BEYOND} -{_BEYOND} {box}">{parts}</svg>'
    )


def _parts(
    position: Position, brush: Brush, written: Callable[[int], str], numbers_alone: bool
) -> Iterator[str]:
    scene = position.scene
    numbers = {}
    for at, word in enumerate(scene.words[: scene.width * scene.height]):
        y, x = divmod(at, scene.width)
        alone = at + 1 if numbers_alone and not word & Mark.IN else 0
        if number := word >> SET_SHIFT or alone:
            numbers[x, y] = number
        # A number leaves no room for a dot: the ground shows these marks instead.
        ground = word if word >> SET_SHIFT else word & ~int(_OVER)
        if paint := brush.ground(ground | alone << SET_SHIFT):
            yield f'<rect {paint} x="{x}" y="{y}" width="1" height="1"/>'
    maze = Maze.from_passages(scene.width, scene.height, _passages(scene))
    yield f'<path {brush.part("walls")} stroke-width="0.1" d="{walls_path(Drawing(maze))}"/>'
    yield from _over(position, brush)
    for (x, y), number in numbers.items():
        yield (
            f'<text {brush.part("number")} x="{x + 0.5}" y="{y + 0.68}">'
            f"{escape(written(number))}</text>"
        )


def _over(position: Position, brush: Brush) -> Iterator[str]:
    """The walk, its current place, and the loop that it lost."""
    scene = position.scene
    columns = scene.width + 1 if scene.on_walls else scene.width
    middle = 0 if scene.on_walls else 0.5
    walk = drawn = dots = ""
    for at, word in enumerate(scene.words[scene.place(0, 0) :]):
        y, x = divmod(at, columns)
        centre = f'cx="{x + middle:g}" cy="{y + middle:g}"'
        if word & Mark.WALK_EAST:
            walk += f"M{x + middle:g} {y + middle:g}h1"
            drawn += f"M{x + 1} {y}v1"
        if word & Mark.WALK_SOUTH:
            walk += f"M{x + middle:g} {y + middle:g}v1"
            drawn += f"M{x} {y + 1}h1"
        if scene.on_walls and word & Mark.FRESH:
            dots += f'<circle {brush.part("fresh")} {centre} r="0.16"/>'
        if word & Mark.LOST and not word >> SET_SHIFT:
            dots += f'<circle {brush.part("erased")} {centre} r="0.1"/>'
        if word & Mark.HERE:
            dots += f'<circle {brush.part("here")} {centre} r="0.22"/>'
    if drawn and position.kind == Kind.DRAWN:
        yield f'<path {brush.part("drawn")} d="{drawn}"/>'
    elif walk:
        yield f'<path {brush.part("walk")} d="{walk}"/>'
    yield dots


def _passages(scene: Scene) -> Iterator[Passage]:
    for y in range(scene.height):
        for x in range(scene.width):
            word = scene.words[scene.cell(x, y)]
            if word & Mark.PASSAGE_EAST:
                yield (x, y), (x + 1, y)
            if word & Mark.PASSAGE_SOUTH:
                yield (x, y), (x, y + 1)
