"""Shapes that need no file: their outlines, as SVG writes paths.

Clockwise contours are filled and the others are holes.  To draw one, copy its path into
``<svg viewBox="0 0 100 100"><path d="..."/></svg>``.
"""

_ROUND = 0.5522847498
"""How far the handles of a quarter of a circle reach, in radii."""


def _disc(x: float, y: float, radius: float, *, hole: bool = False) -> str:
    """A circle, clockwise or the other way."""
    far, near = radius, radius * _ROUND
    corners = [(0, -far), (near, -far), (far, -near), (far, 0), (far, near), (near, far), (0, far)]
    corners += [(-near, far), (-far, near), (-far, 0), (-far, -near), (-near, -far), (0, -far)]
    first, *rest = (f"{x + dx:g} {y + dy:g}" for dx, dy in (corners[::-1] if hole else corners))
    return f"M{first}C{' '.join(rest)}Z"


SILHOUETTES = {
    "circle": _disc(50, 50, 50),
    "ring": _disc(50, 50, 50) + _disc(50, 50, 20, hole=True),
    "heart": "M50 22C56 6 74 0 86 8C102 19 103 42 89 59C79 71 63 82 50 94C37 82 21 71 11 59"
    "C-3 42 -2 19 14 8C26 0 44 6 50 22Z",
    "star": "M50 0L64.7 34.5L100 38.2L73.8 62.3L80.9 97.6L50 80L19.1 97.6L26.2 62.3L0 38.2"
    "L35.3 34.5Z",
    "triangle": "M50 0L100 86.6L0 86.6Z",
    "diamond": "M50 0L100 50L50 100L0 50Z",
    "hexagon": "M25 0L75 0L100 43.3L75 86.6L25 86.6L0 43.3Z",
    "octagon": "M29.3 0L70.7 0L100 29.3L100 70.7L70.7 100L29.3 100L0 70.7L0 29.3Z",
    "cross": "M33 0L67 0L67 33L100 33L100 67L67 67L67 100L33 100L33 67L0 67L0 33L33 33Z",
    "arrow": "M55 0L100 40L55 80L55 57L0 57L0 23L55 23Z",
    "cloud": "M20 64C8 64 0 56 0 46C0 36 8 29 17 29C19 14 30 4 44 4C55 4 63 9 68 18"
    "C84 15 92 24 91 33C97 36 100 41 100 48C100 57 93 64 83 64Z",
    "moon": "M60 2C20 -8 -6 24 2 58C10 94 54 108 84 80C56 86 34 70 31 46C29 26 40 9 60 2Z",
    "drop": "M40 0C46 18 80 42 80 70C80 90 62 106 40 106C18 106 0 90 0 70C0 42 34 18 40 0Z",
    "egg": "M38 0C58 0 76 36 76 62C76 84 60 98 38 98C16 98 0 84 0 62C0 36 18 0 38 0Z",
    "flower": _disc(50, 50, 20)
    + "".join(
        _disc(x, y, 18)
        for x, y in ((50, 18), (77.7, 34), (77.7, 66), (50, 82), (22.3, 66), (22.3, 34))
    ),
    "house": "M50 0L100 42L86 42L86 90L14 90L14 42L0 42Z",
    "tree": "M50 0L78 34L65 34L90 68L58 68L58 92L42 92L42 68L10 68L35 34L22 34Z",
    "fish": "M0 34C14 8 46 -2 72 24L100 4L94 34L100 64L72 44C46 70 14 60 0 34Z",
    "crown": "M0 10L26 36L50 0L74 36L100 10L90 74L10 74Z",
}
"""The outlines by name, clockwise."""

LEAST_SIZES = {
    "circle": (12, 12),
    "ring": (13, 13),
    "heart": (14, 13),
    "star": (18, 18),
    "triangle": (14, 12),
    "diamond": (13, 13),
    "hexagon": (12, 10),
    "octagon": (12, 12),
    "cross": (12, 12),
    "arrow": (14, 11),
    "cloud": (16, 10),
    "moon": (15, 17),
    "drop": (11, 14),
    "egg": (11, 14),
    "flower": (13, 16),
    "house": (14, 13),
    "tree": (16, 18),
    "fish": (18, 13),
    "crown": (15, 11),
}
"""The width and the height in cells from which each is recognised.  That was judged by eye; the
cells then share 85 % with the outline."""


def recognisable(shape: str, width: int, height: int) -> tuple[int, int]:
    """The given size, or if a silhouette is not recognised in it, the least in which it is."""
    least = LEAST_SIZES.get(shape, (1, 1))
    return (width, height) if width >= least[0] and height >= least[1] else least
