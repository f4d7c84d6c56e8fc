"""Films of algorithms at work: recorded, played forward and back, and saved as animations."""

from __future__ import annotations

import re

from labirinto._internal.progress import Progress
from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS, check_selected, filmed_by, kernel_on
from labirinto.algorithms.textbook.runs import Run, module_named
from labirinto.animate.film import Film, Kind, Position, check_watchable
from labirinto.animate.frames import Timing
from labirinto.animate.marks import Mark, Scene
from labirinto.animate.saving import save
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, grid_from, is_whole
from labirinto.seeds import Seed

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
"""The algorithms that can be watched, with their titles.

For the same seed, ``wilson-walls`` makes a different maze than ``wilson``, with the same uniform
distribution.  ``labirinto.wilson`` uses it for mazes of more than 65,536 cells or with a side above
1,024; ``wilson-rows`` makes those of order ``rows``.
"""


def record(
    algorithm: str,
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    progress: Progress | None = None,
    **parameters: Value,
) -> Film:
    """Record the run that makes a maze.

    Args:
        algorithm: A name in ``FILMS``.
        width: In cells, from 1; or a grid: one of ``labirinto.grids``.
        height: In cells, from 1; left out with a grid.
        seed: As in ``generate``; None for a new one, which ``film.seed`` then holds.
        progress: Called now and then with the steps recorded and the most there can be; may raise
            to stop.
        parameters: The parameters of the algorithm, by name.

    Returns:
        The film; its last step shows the maze that ``generate`` makes from the same values.

    Raises:
        InvalidValueError: If a value is invalid, or the grid is in several pieces or not supported
            by this algorithm.
        TooLargeError: If there are more than 16,384 cells or 1,500,000 steps.
    """
    known, method = filmed_by(algorithm)
    grid = grid_from(width, height)
    if not is_whole(grid):
        check_watchable(grid)  # before it is searched for pieces
        kernel_on(known, grid)  # refuses what has no maze
    if known.selector and method.selected_by:
        parameters = {known.selector.name: method.selected_by[0]} | parameters
    values = dict(known.complete(parameters))
    selected = check_selected(known, grid, values.items())
    if selected == "endless":
        raise InvalidValueError(
            "Walks of order 'endless' leave the picture; record a film of order 'rows'."
        )
    if method.fits:
        method = known.method_on(grid, selected)
    run = Run(method.name, grid, None, seed=seed, **values)
    return Film(run, progress=progress)


def explanation(algorithm: str) -> dict[int, str]:
    """Return the numbered steps of an algorithm, as its textbook module explains them.

    Args:
        algorithm: A name in ``FILMS``.

    Returns:
        The sentences by their numbers; empty if Python runs without docstrings.

    Raises:
        InvalidValueError: If there is no such film.
    """
    filmed_by(algorithm)
    paragraphs = (module_named(algorithm).__doc__ or "").split("\n\n")
    steps = next((p for p in paragraphs if p.startswith("1. ")), "")
    return {
        int(number): " ".join(text.split())
        for number, text in re.findall(r"^(\d)\. (.*?)(?=^\d\. |\Z)", steps, re.M | re.S)
    }
