"""Small pictures of the steps of each algorithm, out of films of the textbook's own runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import Markup

from labirinto.animate import Film, Mark, Position, record
from labirinto.animate.marks import SET_SHIFT
from labirinto.animate.svg import scene_svg

WIDTH, HEIGHT = 6, 4
SEEDS = {"wilson": 70, "eller": 58, "aldous-broder": 11, "kruskal": 11}
"""Runs in which something happens at every step: a loop of some length, sets that end."""

SHOWN: dict[str, tuple[int, ...]] = {
    "wilson": (0, 1, 35, -1),
    "eller": (0, 3, 7, 8, 25, 29),
    "aldous-broder": (0, 1, 42, -1),
    "kruskal": (0, 1, 30, -2),
}
"""The step of the film that tells most about each step of the explanation, chosen by eye."""

ALONE_IN_SETS = {"kruskal"}
"""Algorithms in which every cell begins as a set of its own, with its place as number."""


class _Classes:
    """Leaves colours to the style sheet."""

    def ground(self, word: int) -> str:
        """The number of a set, or whether a cell belongs to the maze."""
        if number := word >> SET_SHIFT:
            return f'class="set set-{number % 6}"'
        return 'class="in"' if word & Mark.IN else ""

    def part(self, name: str) -> str:
        """A class for everything else."""
        return f'class="{name}"'


@cache
def _film(algorithm: str) -> Film:
    return record(algorithm, WIDTH, HEIGHT, seed=SEEDS[algorithm])


@lru_cache(maxsize=512)
def step_svg(algorithm: str, step: int, label: str, written: Callable[[int], str] = str) -> Markup:
    """The picture of a step, with a sentence for those who do not see it.

    ``written`` puts numbers into the digits of a language.
    """
    film = _film(algorithm)
    position = Position(film, SHOWN[algorithm][step - 1] % len(film))
    attributes = Markup('class="step" role="img" aria-label="{}"').format(label)
    drawing = scene_svg(
        position,
        brush=_Classes(),
        attributes=attributes,
        written=written,
        numbers_alone=algorithm in ALONE_IN_SETS,
    )
    return Markup(drawing)
