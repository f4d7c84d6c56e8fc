"""Small pictures of the steps of each algorithm, from films of the textbook's runs."""

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
    """A brush of classes, whose colours the style sheet sets."""

    def ground(self, word: int) -> str:
        """The class of a set, or of a cell that belongs to the maze."""
        if number := word >> SET_SHIFT:
            return f'class="set set-{number % 6}"'
        return 'class="in"' if word & Mark.IN else ""

    def part(self, name: str) -> str:
        """The class of anything else."""
        return f'class="{name}"'


@cache
def _film(algorithm: str) -> Film:
    return record(algorithm, WIDTH, HEIGHT, seed=ALGORITHMS[algorithm].example_seed)


@lru_cache(maxsize=512)
def step_svg(algorithm: str, step: int, label: str, written: Callable[[int], str] = str) -> Markup:
    """The picture of a step, with ``label`` as its text alternative.

    ``written`` writes a number in the digits of a language.
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
