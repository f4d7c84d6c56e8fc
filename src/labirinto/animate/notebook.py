"""Pictures of the textbook's steps, which labirinto registers with IPython."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from labirinto.algorithms.textbook.runs import Run
from labirinto.algorithms.textbook.steps import Step
from labirinto.animate.film import Film, Position
from labirinto.animate.svg import scene_svg
from labirinto.errors import InvalidValueError, TooLargeError

_MAX_CELLS = 2_500

_positions: WeakKeyDictionary[Run, Position] = WeakKeyDictionary()


def step_svg(step: Step) -> str | None:
    """Return a picture of the maze just after a step, as SVG.

    None if the step does not come from a run, or if its maze is too large or has no film.  The film
    of a run lives as long as the run; it grows when a later step is shown.
    """
    moment = step.moment
    if not moment or not isinstance(run := moment.run, Run):
        return None
    if len(run.grid) > _MAX_CELLS:
        return None
    position = _positions.get(run)
    if position is None or (moment.steps >= len(position.film) and not position.film.is_complete):
        try:
            position = Position(Film(run, until=max(2 * moment.steps, 1000)))
        except (TooLargeError, InvalidValueError):
            return None
        _positions[run] = position
    position.go(moment.steps)
    return scene_svg(position)
