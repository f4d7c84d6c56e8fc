"""Algorithms at work: films of the textbook's runs, forward and back, and files that move."""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import ALGORITHMS, filmed_by
from labirinto.algorithms.textbook.runs import Run, module_named
from labirinto.animate.film import Film, Kind, Position
from labirinto.animate.frames import Timing
from labirinto.animate.marks import Mark, Scene
from labirinto.animate.saving import save
from labirinto.errors import TooLargeError
from labirinto.grids.rectangle import check_size

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

FILMS = {
    method.name: method.title or algorithm.title
    for algorithm in ALGORITHMS.values()
    for method in algorithm.methods
}
"""What can be watched, with its title.

A maze of ``wilson-walls`` is another than that of ``wilson`` for the same seed, and as likely.
Mazes of more than 65,536 cells, or with a side above 1,024, are made like that.
"""


_MOST_CELLS_SHOWN = 2_500

_positions: WeakKeyDictionary[Run, Position] = WeakKeyDictionary()


def record(
    algorithm: str,
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
    **parameters: float,
) -> Film:
    """The film of the very run that makes a maze.

    Args:
        algorithm: a name in ``FILMS``.
        width, height: in cells, from 1.
        seed: as in ``generate``; None for a new one, which is then found in ``film.seed``.
        progress: called now and then; may raise, to stop.
        parameters: what the algorithm lets you set.

    Raises:
        InvalidValueError: for a value that cannot be.
        TooLargeError: if there are too many cells or steps to be watched.
    """
    known, method = filmed_by(algorithm)
    width, height = check_size(width, height)
    if method.fits and not method.fits(width, height):
        method = known.method(width, height)
    run = Run(method.name, width, height, seed=seed, **dict(known.complete(parameters)))
    return Film(run, progress=progress)


def moment_svg(run: Run, taken: int) -> str | None:
    """The picture of a run after so many of its steps; None where it is too large.

    The film of a run is kept as long as the run, and grows when later steps are asked for.
    """
    if run.width * run.height > _MOST_CELLS_SHOWN:
        return None
    from labirinto.animate.svg import scene_svg

    position = _positions.get(run)
    if position is None or (taken >= len(position.film) and not position.film.rows):
        try:
            position = Position(Film(run, until=max(2 * taken, 1000)))
        except TooLargeError:
            return None
        _positions[run] = position
    position.go(taken)
    return scene_svg(position)


def explanation(algorithm: str) -> dict[int, str]:
    """The numbered steps of an algorithm, as its module in the textbook tells them.

    Args:
        algorithm: a name in ``FILMS``.

    Raises:
        InvalidValueError: if there is none of this name.
    """
    filmed_by(algorithm)
    paragraphs = (module_named(algorithm).__doc__ or "").split("\n\n")
    steps = next((p for p in paragraphs if p.startswith("1. ")), "")
    return {
        int(number): " ".join(text.split())
        for number, text in re.findall(r"^(\d)\. (.*?)(?=^\d\. |\Z)", steps, re.M | re.S)
    }
