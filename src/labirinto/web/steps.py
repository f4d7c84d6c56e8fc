"""Small pictures of the steps of each algorithm, out of films of the textbook's own runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import Markup

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import Film, Mark, Position, record
from labirinto.animate.marks import SET_SHIFT
from labirinto.animate.svg import scene_svg

WIDTH, HEIGHT = 6, 4


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
    return record(algorithm, WIDTH, HEIGHT, seed=ALGORITHMS[algorithm].example_seed)


@lru_cache(maxsize=512)
def step_svg(algorithm: str, step: int, label: str, written: Callable[[int], str] = str) -> Markup:
    """The picture of a step, with a sentence for those who do not see it.

    ``written`` puts numbers into the digits of a language.
    """
    film = _film(algorithm)
    position = Position(film, ALGORITHMS[algorithm].example_steps[step - 1] % len(film))
    attributes = Markup('class="step" role="img" aria-label="{}"').format(label)
    drawing = scene_svg(
        position,
        brush=_Classes(),
        attributes=attributes,
        written=written,
        numbers_alone=film.starts_with_sets,
    )
    return Markup(drawing)
