"""Small pictures of each algorithm at work, from films of the textbook's runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import Markup

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import Film, Mark, Position, record
from labirinto.animate.marks import SET_SHIFT
from labirinto.animate.svg import Paints, scene_svg

WIDTH, HEIGHT = 6, 4
CARD_WIDTH, CARD_HEIGHT = 10, 7
_PASSAGES = Mark.PASSAGE_EAST | Mark.PASSAGE_SOUTH


def _ground(word: int) -> str:
    """The colour of a set, or of a cell that belongs to the maze or to the current row."""
    if number := word >> SET_SHIFT:
        return f"var(--set-{number % 6})"
    return "var(--tint)" if word & (Mark.IN | Mark.ROW) else ""


_INK, _ACCENT, _BAD = "var(--ink)", "var(--accent)", "var(--bad)"
_PAINTS = Paints(_ground, _INK, _ACCENT, _ACCENT, _BAD, _BAD, _ACCENT)
"""The colours of the page, light or dark."""


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
        paints=_PAINTS,
        attributes=attributes,
        written=written,
        numbers_alone=film.starts_with_sets,
    )
    return Markup(drawing)


@cache
def unfinished_svg(algorithm: str) -> Markup:
    """A maze about half made, in which one sees how the algorithm works; without a label.

    Of all steps at which a third to two thirds of the passages, or of the walls, are there, it is
    the one with the longest walk, and of equals the one nearest to the half.
    """
    film = record(algorithm, CARD_WIDTH, CARD_HEIGHT, seed=ALGORITHMS[algorithm].example_seed)
    first = sum((bits & _PASSAGES).bit_count() for _, bits in film.changes(0))
    whole = CARD_WIDTH * CARD_HEIGHT - 1 - first  # negative if walls are built
    words = [0] * CARD_WIDTH * CARD_HEIGHT
    passages, walk, chosen = -first, 0, 0
    best = (-1, 0)  # marks of the walk, and how far from the half
    for step in range(len(film)):
        for place, bits in film.changes(step):
            old, new = words[place], words[place] ^ bits
            passages += (new & _PASSAGES).bit_count() - (old & _PASSAGES).bit_count()
            walk += (new & Mark.WALK).bit_count() - (old & Mark.WALK).bit_count()
            words[place] = new
        merit = (walk, -abs(2 * passages - whole))
        if 1 / 3 <= passages / whole <= 2 / 3 and merit > best:
            best, chosen = merit, step
    attributes = 'class="step" aria-hidden="true"'
    return Markup(scene_svg(Position(film, chosen), paints=_PAINTS, attributes=attributes))
