"""The frames of an animation: how many there are, how long each is seen, and what it changes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from labirinto._internal.validation import real_number
from labirinto.animate.film import Film
from labirinto.animate.marks import Mark, Scene

_FRESH = int(Mark.FRESH)

_BOUNDS = {"duration": (0.1, 600.0), "fps": (0.1, 50.0), "hold": (0.0, 600.0)}
"""Browsers show pictures that follow each other in less than 1/50 second much slower."""

_SECONDS = 10.0
_SECONDS_A_STEP = 0.25


@dataclass(frozen=True)
class Timing:
    """How long an animation takes.

    Attributes:
        duration: seconds from the first step to the last; by default 10, or a quarter of a second a
            step where there are few.
        fps: most frames a second.
        hold: seconds for which the finished maze is seen besides.
        loop: whether it then begins anew.

    Raises:
        InvalidValueError: for a value that cannot be, by its name.
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
        """When each frame of a film of so many steps begins, and then when the last one ends.

        In hundredths of a second, which is how GIF counts.  A step is never in two frames.
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
    """The step that each of two or more frames shows last; the last one shows that step alone."""
    if frames == 2:
        return [steps - 2, steps - 1]
    return [frame * (steps - 2) // (frames - 2) for frame in range(frames - 1)] + [steps - 1]


def changes(film: Film, frames: int) -> Iterator[list[tuple[int, int]]]:
    """For every frame the places that look other than before: their numbers, and their words.

    Of several steps in one frame the outcome is shown, and as fresh all that was so in any of
    them: every path is seen as it joins.
    """
    words = Scene(film.width, film.height, film.on_walls).words
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
                # What ceases to be fresh in the first step was so in the frame before only.
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
