"""The frames of an animation: their number, their times and their changes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from labirinto._internal.validation import real_number
from labirinto.animate.film import Film
from labirinto.animate.marks import Mark

_FRESH = int(Mark.FRESH)

_BOUNDS = {"duration": (0.1, 600.0), "fps": (0.1, 50.0), "hold": (0.0, 600.0)}
"""In seconds and frames a second; browsers slow down frames shorter than 1/50 second."""

_SECONDS = 10.0
_SECONDS_A_STEP = 0.25


@dataclass(frozen=True)
class Timing:
    """The timing of an animation.

    Attributes:
        duration: Seconds from the first step to the last, from 0.1 to 600; None for 10, or for a
            quarter of a second per step if that is shorter.
        fps: The maximum number of frames per second, from 0.1 to 50.
        hold: Seconds for which the finished maze is shown, from 0 to 600.
        loop: Whether the animation then starts again.

    Raises:
        InvalidValueError: If a value is out of range.
    """

    duration: float | None = None
    fps: float = 25
    hold: float = 2
    loop: bool = True

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            value = getattr(self, name)
            if value is not None or name != "duration":
                object.__setattr__(self, name, real_number(name, value, least, most))

    def frames(self, steps: int) -> list[int]:
        """Return the times at which the frames begin, and the time at which the last one ends.

        Times are in hundredths of a second, as in GIF.  There are never more frames than steps.

        Args:
            steps: The number of steps of the film.
        """
        duration = self.duration
        if duration is None:
            duration = min(_SECONDS, steps * _SECONDS_A_STEP)
        count = min(steps, max(2, int(duration * self.fps + 1e-9)))
        return [round(100 * duration * frame / count) for frame in range(count + 1)]

    @property
    def hold_time(self) -> int:
        """``hold`` in hundredths of a second."""
        return round(100 * self.hold)


def last_steps(steps: int, frames: int) -> list[int]:
    """Return the last step of each of two or more frames; the last frame has a single step."""
    if frames == 2:
        return [steps - 2, steps - 1]
    return [frame * (steps - 2) // (frames - 2) for frame in range(frames - 1)] + [steps - 1]


def frame_changes(film: Film, frames: int) -> Iterator[list[tuple[int, int]]]:
    """Yield for every frame the places whose look changes: their numbers, and their new words.

    A frame of several steps shows the last one, but with all that was fresh in any of them, so that
    every path is seen as it joins.
    """
    words = film.empty_scene().words
    shown = array("I", words)
    step = 0
    fresh_before: set[int] = set()
    for last in last_steps(len(film), frames):
        first = step
        touched: set[int] = set()
        fresh: set[int] = set()
        while step <= last:
            for slot, bits in film.changes(step):
                words[slot] ^= bits
                touched.add(slot)
                # A place that ceases to be fresh in the first step was so in the frame before.
                if bits & _FRESH and (words[slot] & _FRESH or step > first):
                    fresh.add(slot)
            step += 1
        changed = []
        for slot in sorted(touched | fresh_before):
            word = words[slot] | (_FRESH if slot in fresh else 0)
            if word != shown[slot]:
                shown[slot] = word
                changed.append((slot, word))
        yield changed
        fresh_before = fresh
