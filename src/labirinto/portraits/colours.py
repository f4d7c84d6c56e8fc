"""The colours of a portrait's walls: those of its picture, where they can be seen on the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto.drawing.colour_maps import CONTRAST, luminance
from labirinto.drawing.style import Style, rgb
from labirinto.portraits.tones import at_walls

if TYPE_CHECKING:
    from labirinto.drawing.portrait import Array

_COLOURS = 64


def wall_colours(
    colours: Array, wanted: Array, style: Style
) -> tuple[tuple[str, ...], Array, Array]:
    """A palette, and the number of the colour in it for every wall.

    A wall and the floor around it show a mixture of their colours.  So a wall has the hue of the
    picture and is as far from the floor's colour as there are colours of this hue, but no farther
    than would make the mixture the colour of the picture.
    """
    import numpy as np
    from PIL import Image

    floor = np.array(rgb(style.floor)) / 255
    kinds = []
    for there, share in zip(at_walls(colours), at_walls(wanted), strict=True):
        away = np.clip(there, 0, 1) - floor
        room = np.where(away < 0, floor, 1 - floor)
        # A channel that is the floor's own sets no bound.
        reach = np.where(np.abs(away) < 1e-6, np.inf, room / np.maximum(np.abs(away), 1e-6))
        farther = reach.min(-1)
        kinds.append(floor + away * np.minimum(farther, 1 / share)[..., None])
    flat = _distinct(np.concatenate([kind.reshape(-1, 3) for kind in kinds]), style)
    strip = Image.fromarray(np.rint(flat * 255).astype(np.uint8)[None])
    few = strip.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    numbers = np.asarray(few).ravel()
    palette = np.array(few.getpalette() or [], float).reshape(-1, 3)[: numbers.max() + 1] / 255
    names = tuple(
        f"#{bytes(colour).hex()}"
        for colour in np.floor(_distinct(palette, style) * 255).astype(np.uint8)
    )
    size = kinds[0].shape[0] * kinds[0].shape[1]
    first, second = numbers[:size], numbers[size:]
    return names, first.reshape(kinds[0].shape[:2]), second.reshape(kinds[1].shape[:2])


def _distinct(colours: Array, style: Style) -> Array:
    """Colours, ``float[n, 3]``, made darker, or lighter on a dark floor, until they can be seen."""
    import numpy as np

    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    bright = (linear @ np.array([0.2126, 0.7152, 0.0722]))[:, None]
    floor = luminance_of(style.floor)
    if luminance_of(style.walls) > floor:
        least = min(1, CONTRAST * (floor + 0.05) - 0.05)
        share = np.clip((least - bright) / np.maximum(1 - bright, 1e-6), 0, 1)
        linear = linear + (1 - linear) * share
    else:
        most = max(0, (floor + 0.05) / CONTRAST - 0.05)
        linear = linear * np.minimum(1, most / np.maximum(bright, 1e-6))
    linear = np.clip(linear, 0, 1)
    seen: Array = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return seen


def luminance_of(colour: str) -> float:
    return luminance(rgb(colour))
