"""The progress of long calls."""

from __future__ import annotations

from collections.abc import Callable

from labirinto.errors import InvalidValueError

Progress = Callable[[int, int], None]
"""Called now and then with the work done and the total, in cells, rows, steps or mazes.

The function may raise an exception, which stops the call.
"""


def check_progress(progress: object) -> None:
    """Check what a call is given for its progress, before any work is done.

    Raises:
        InvalidValueError: If it is neither None nor a function.
    """
    if progress is not None and not callable(progress):
        requirement = "a function that takes the work done and the total"
        raise InvalidValueError(field="progress", value=progress, requirement=requirement)
