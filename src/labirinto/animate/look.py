"""The colours of a film."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from labirinto.animate.marks import SET_SHIFT, Mark
from labirinto.drawing.colour_maps import Colour
from labirinto.drawing.style import Style, rgb

ROLES = {
    int(Mark.HERE): "here",
    int(Mark.FRESH): "fresh",
    int(Mark.WALK): "walk",
    int(Mark.LOST): "lost",
    int(Mark.FADED): "faded",
}
"""The roles of places by their marks, the strongest first."""

_INSIDE = int(Mark.IN | Mark.VOID)

GOLDEN_ANGLE = 137.508


def role(word: int) -> str:
    """Return the role of a place: one of ``ROLES``, ``set``, ``inside`` or ``outside``.

    Places outside a mask look like the inside of a maze, which has the colour of the paper.
    """
    for mark, name in ROLES.items():
        if word & mark:
            return name
    if word >> SET_SHIFT:
        return "set"
    return "inside" if word & _INSIDE else "outside"


@dataclass(frozen=True)
class Look:
    """Colours of walls, and of the roles of places in the order of a film's palette."""

    walls: Colour
    inside: Colour
    outside: Colour
    here: Colour
    fresh: Colour
    walk: Colour
    lost: Colour
    faded: Colour

    @classmethod
    def of(cls, style: Style) -> Look:
        """Return the colours that go with a drawing's style."""
        walls, floor = rgb(style.walls), rgb(style.floor)
        walk, fresh = rgb(style.solution), rgb(style.end)
        outside = blend(floor, walls, 0.22)
        return cls(
            walls=walls,
            inside=floor,
            outside=outside,
            here=rgb(style.start),
            fresh=blend(floor, fresh, 0.75),
            walk=blend(floor, walk, 0.7),
            lost=blend(outside, walk, 0.4),
            faded=blend(outside, walk, 0.18),
        )

    @property
    def is_dark(self) -> bool:
        """Whether the floor is darker than the walls."""
        return sum(self.inside) < sum(self.walls)

    def colour(self, word: int) -> Colour:
        """The colour of a place with these marks."""
        name = role(word)
        if name == "set":
            return set_colour(word >> SET_SHIFT, self.is_dark)
        colour: Colour = getattr(self, name)
        return colour


def set_colour(number: int, is_dark: bool) -> Colour:
    """The colour of a set; neighbouring numbers are far apart on the colour wheel."""
    hue = number * GOLDEN_ANGLE % 360 / 360
    red, green, blue = colorsys.hls_to_rgb(hue, 0.4 if is_dark else 0.74, 0.6)
    return round(red * 255), round(green * 255), round(blue * 255)


def hex_colour(colour: Colour) -> str:
    """Write a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two; a share of 0 is the first one, 1 the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
