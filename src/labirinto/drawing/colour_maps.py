"""Colour maps: colours in an order in which equal steps look equal.

viridis, magma, inferno and plasma are by Stéfan van der Walt, Nathaniel Smith and Eric Firing, who
released them under CC0 (https://bids.github.io/colormap).  Every fifth of their 256 colours is kept
here; those between are off by at most 2 of 255.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

Colour = tuple[int, int, int]

_MAPS = {
    "viridis": (
        "44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a3a538b"
        "38598c355e8d33638d31688e2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d20928c1f978b"
        "1e9c891fa18821a58524aa8328ae802eb37c35b7793dbc7446c06f50c46a5ac86465cb5e70cf577cd250"
        "89d54895d840a2da37b0dd2fbddf26cae11fd8e219e5e419f1e51dfde725"
    ),
    "magma": (
        "00000402020b0504160907200e0b2b140e361a104221114e29115a311165390f6e420f754a107952137c"
        "5a167e6219806a1c81721f81792282812581892881912b81992d80a1307eaa337db2357bba3878c23b75"
        "ca3e72d2426fd9466be04c67e75263ec5860f1605df4695cf7725cf97b5dfb8560fc8e64fd9869fea16e"
        "feaa74feb47bfebd82fec68afecf92fed89afde2a3fdebacfcf4b6fcfdbf"
    ),
    "inferno": (
        "00000402020c0504170a072210092d160b391e0c45260c512f0a5b380962400a67490b6a510e6c59106e"
        "61136e69166e71196e781c6d801f6c88226a902568982766a02a63a82e5fb0315bb73557bf3952c63d4d"
        "cc4248d34743d94d3ddf5337e45a31e9612bed6925f1711ff47918f78212f98b0bfa9407fb9d07fca60c"
        "fcb014fbba1ffac42af8cd37f6d746f4e156f2ea69f2f27df5f992fcffa4"
    ),
    "plasma": (
        "0d08871b068d2605912f059638049a41049d4903a05102a35901a56100a76900a87100a87801a88004a8"
        "8707a68e0ca49511a19c179ea21d9aa82296ae2892b42e8dba3388bf3984c43e7fc9447acd4a76d24f71"
        "d6556dda5b69de6164e26660e66c5ce97257ed7953f07f4ff3854bf58c46f79342f99a3efba139fca835"
        "fdaf31feb72dfebe2afdc627fcce25fbd724f8df25f6e826f3f027f0f921"
    ),
    "grey": "000000ffffff",
}
"""Colours at even distances, three bytes each."""

COLOUR_MAPS = tuple(_MAPS)
"""The names of the maps, the most usual one first."""

CONTRAST = 3.0
"""The least contrast of every colour with the walls (WCAG 2.2, 1.4.11)."""

_STEPS = 256
_LEAST_SHARE = 0.25
"""The least part of a map that is used, even if less of it has enough contrast with the walls."""


def luminance(colour: Sequence[int]) -> float:
    """Return how bright a colour of three bytes is, from 0 to 1 (WCAG 2.2, relative luminance)."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast of two colours of three bytes each, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours_on(name: str, walls: Sequence[int], count: int) -> list[Colour]:
    """Return the colours of the part of a map that walls of a colour can be seen on.

    They begin at the end of the map that differs most from the walls.

    Args:
        name: One of ``COLOUR_MAPS``.
        walls: The colour of the walls, three bytes.
        count: How many colours, at least 2.
    """
    whole = [_at(name, step / (_STEPS - 1)) for step in range(_STEPS)]
    whole = max(whole, whole[::-1], key=lambda order: contrast(order[0], walls))
    seen = list(takewhile(lambda colour: contrast(colour, walls) >= CONTRAST, whole))
    last = max(len(seen), int(_STEPS * _LEAST_SHARE)) - 1
    return [whole[round(last * k / (count - 1))] for k in range(count)]


def _at(name: str, share: float) -> Colour:
    """The colour at a place of a map, from 0 to 1."""
    knots = bytes.fromhex(_MAPS[name])
    place = share * (len(knots) // 3 - 1)
    first = min(int(place), len(knots) // 3 - 2)
    one, other = (knots[3 * k : 3 * k + 3] for k in (first, first + 1))
    red, green, blue = (
        round(a + (b - a) * (place - first)) for a, b in zip(one, other, strict=True)
    )
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
