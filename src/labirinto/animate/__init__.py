"""Films of algorithms at work: recorded, played forward and back, and saved as animations."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import ALGORITHMS, parameters_of
from labirinto.algorithms.textbook.runs import Run
from labirinto.animate.film import Film, Kind, Position
from labirinto.animate.frames import Timing
from labirinto.animate.marks import Mark, Scene
from labirinto.animate.saving import save
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import check_size
from labirinto.seeds import walks_on_cells

__all__ = [
    "FILMS",
    "Film",
    "Kind",
    "Mark",
    "Position",
    "Scene",
    "Timing",
    "explanation",
    "record",
    "save",
]

FILMS = {name: ALGORITHMS[name].title for name in ("wilson", "eller", "aldous-broder", "kruskal")}
FILMS["wilson-walls"] = "Wilson's algorithm on the walls"
"""The algorithms that can be watched, with their titles.

For the same seed, ``wilson-walls`` makes a different maze than ``wilson``, with the same uniform
distribution.  ``labirinto.wilson`` uses it for mazes of more than 65,536 cells or with a side above
1,024.
"""


def record(
    algorithm: str,
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
    **parameters: float,
) -> Film:
    """Record the run that makes a maze.

    Args:
        algorithm: a name in ``FILMS``.
        width, height: size of the maze in cells, from 1.
        seed: as in ``generate``; None for a new one, which ``film.seed`` then holds.
        progress: called now and then with the steps recorded and the most there can be; may raise,
            to stop.
        parameters: the parameters of the algorithm, by name.

    Returns:
        The film, whose last step shows the maze that ``generate`` makes from the same values.

    Raises:
        InvalidValueError: if a value is invalid.
        TooLargeError: if there are more than 16,384 cells or 1,500,000 steps.
    """
    _check_film(algorithm)
    width, height = check_size(width, height)
    if algorithm == "wilson" and not walks_on_cells(width, height):
        algorithm = "wilson-walls"
    known = ALGORITHMS[algorithm.removesuffix("-walls")]
    given = dict(parameters_of(known, parameters))
    begin: Callable[..., Run] = getattr(_module(algorithm), algorithm.replace("-", "_"))
    run = begin(width, height, seed=seed, **given)
    return Film(run, progress=progress)


def explanation(algorithm: str) -> dict[int, str]:
    """Return the numbered steps of an algorithm, as its textbook module explains them.

    Args:
        algorithm: a name in ``FILMS``.

    Returns:
        Each sentence by its number; empty if Python runs without docstrings.

    Raises:
        InvalidValueError: if there is no such film.
    """
    _check_film(algorithm)
    paragraphs = (_module(algorithm).__doc__ or "").split("\n\n")
    steps = next((p for p in paragraphs if p.startswith("1. ")), "")
    return {
        int(number): " ".join(text.split())
        for number, text in re.findall(r"^(\d)\. (.*?)(?=^\d\. |\Z)", steps, re.M | re.S)
    }


def _check_film(algorithm: str) -> None:
    if not isinstance(algorithm, str) or algorithm not in FILMS:
        requirement = f"one of {', '.join(FILMS)}"
        raise InvalidValueError(field="algorithm", value=algorithm, requirement=requirement)


def _module(algorithm: str) -> ModuleType:
    return import_module(f"labirinto.algorithms.textbook.{algorithm.replace('-', '_')}")
