"""The colours of a film."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from labirinto.animate.marks import SET_SHIFT, Mark
from labirinto.drawing.style import Style

Colour = tuple[int, int, int]

ROLES = {
    Mark.HERE: "here",
    Mark.FRESH: "fresh",
    Mark.WALK: "walk",
    Mark.LOST: "lost",
    Mark.FADED: "faded",
}
"""What a mark makes of a place, the strongest first."""

GOLDEN_ANGLE = 137.508


def role(word: int) -> str:
    """What a place is to be coloured as: one of ``ROLES``, ``set``, ``inside`` or ``outside``."""
    for mark, name in ROLES.items():
        if word & mark:
            return name
    if word >> SET_SHIFT:
        return "set"
    return "inside" if word & Mark.IN else "outside"


@dataclass(frozen=True)
class Look:
    """Colours for the roles of places, and for walls."""

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
        """The colours that go with those of a drawing."""
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
        return sum(self.inside) < sum(self.walls)

    def colour(self, word: int) -> Colour:
        """The colour of a place."""
        name = role(word)
        if name == "set":
            return set_colour(word >> SET_SHIFT, self.is_dark)
        colour: Colour = getattr(self, name)
        return colour


def set_colour(number: int, is_dark: bool) -> Colour:
    """The colour of a set: neighbouring numbers are far apart on the circle of hues."""
    hue = number * GOLDEN_ANGLE % 360 / 360
    red, green, blue = colorsys.hls_to_rgb(hue, 0.4 if is_dark else 0.74, 0.6)
    return round(red * 255), round(green * 255), round(blue * 255)


def rgb(colour: str) -> Colour:
    """The numbers of ``#rrggbb``."""
    number = int(colour[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
