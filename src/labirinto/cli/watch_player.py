"""A film that plays: its position, its state and its speed."""

from __future__ import annotations

from labirinto.animate import Film, Kind, Position

FASTEST = 100_000
"""Steps a second."""

_SPEEDS = (*(m * 10**e for e in range(5) for m in (1, 2, 5)), FASTEST)
_SECONDS = 60
_LANDMARKS = (Kind.ROW, Kind.JOINED, Kind.OPENED)


class Player:
    """Plays a film; the caller measures the time.

    Args:
        film: The film.
        speed: Steps a second; None for a speed at which the film takes about a minute.
    """

    def __init__(self, film: Film, speed: float | None = None) -> None:
        self.position: Position = Position(film)
        self.speed = speed or min(_SPEEDS, key=lambda speed: abs(len(film) / _SECONDS - speed))
        self.playing: bool = True
        self._due = 0.0
        self._landmark = next((kind for kind in _LANDMARKS if film.has(kind)), Kind.FINISHED)

    def pass_time(self, seconds: float) -> None:
        """Takes the steps that are due after some seconds."""
        if not self.playing:
            return
        # After a pause of the machine, the film continues from its position.
        self._due += self.speed * min(seconds, 0.25)
        steps = int(self._due)
        self._due -= steps
        if steps:
            self.position.go(self.position.at + steps)
        self.playing = not self.position.is_last

    def play_or_pause(self) -> None:
        """Plays or pauses; at the end, starts again."""
        if not self.playing and self.position.is_last:
            self.go(0)
        self.playing = not self.playing
        self._due = 0.0

    def go(self, at: int) -> None:
        """Goes to a step and pauses."""
        self.playing = False
        if at < self.position.at // 2:
            self.position = Position(self.position.film)
        self.position.go(at)

    def step(self, steps: int) -> None:
        """Goes some steps forward or back and pauses."""
        self.go(self.position.at + steps)

    def go_to_landmark(self, forward: bool) -> None:
        """Goes to the next or previous step in which a path, a passage or a row joins."""
        position = self.position
        move = position.forward if forward else position.back
        self.playing = False
        move()
        while position.at > 0 and not position.is_last and position.kind != self._landmark:
            move()

    def change_speed(self, faster: bool) -> None:
        """Takes the next speed of the series 1, 2, 5, 10."""
        if faster:
            self.speed = min((speed for speed in _SPEEDS if speed > self.speed), default=FASTEST)
        else:
            self.speed = max((s for s in _SPEEDS if s < self.speed), default=self.speed)
