"""A run of an algorithm as a film: every step of it, forward and back.

A step of a film is a list of changes, each the exclusive or of the old and the new word of marks of
a place.  So a change undoes itself, and going back is exact.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from enum import IntEnum

from labirinto._internal.progress import Progress
from labirinto.algorithms.textbook import steps as happened
from labirinto.algorithms.textbook.runs import Run
from labirinto.animate.directing import DIRECTORS
from labirinto.animate.marks import Mark, Scene
from labirinto.errors import TooLargeError

MOST_CELLS = 16_384
MOST_STEPS = 1_500_000


class Kind(IntEnum):
    """What happens in a step of a film."""

    SET_UP = 0
    FIRST = 1
    STARTED = 2
    MOVED = 3
    ERASED = 4
    JOINED = 5
    DRAWN = 6
    OPENED = 7
    KEPT = 8
    DOWN = 9
    ROW = 10
    FINISHED = 11


_KINDS: dict[type[happened.Step], Kind] = {
    happened.FirstCell: Kind.FIRST,
    happened.WalkStarted: Kind.STARTED,
    happened.WalkMoved: Kind.MOVED,
    happened.LoopErased: Kind.ERASED,
    happened.LoopPopped: Kind.ERASED,
    happened.PathJoined: Kind.JOINED,
    happened.WalkWentOn: Kind.JOINED,
    happened.CellEntered: Kind.JOINED,
    happened.PassageDrawn: Kind.DRAWN,
    happened.SetsJoined: Kind.OPENED,
    happened.PassageDown: Kind.DOWN,
    happened.RowFinished: Kind.ROW,
    happened.RowBegun: Kind.ROW,
    happened.Finished: Kind.FINISHED,
}


def _kind(step: happened.Step) -> Kind:
    if isinstance(step, happened.PassageTried):
        return Kind.OPENED if step.opened else Kind.KEPT
    return _KINDS[type(step)]


class Film:
    """All steps of a run.

    Step 0 sets up the scene: all that there is before the first step of the algorithm.

    Args:
        run: of the textbook; it is run anew from its beginning.
        progress: called now and then; may raise, to stop.
        until: the last step that is wanted, if not all are.

    Attributes:
        algorithm: its name; ``wilson-walls`` for Wilson's on the walls.
        width, height: of the maze, in cells.
        seed, parameters: that make it.
        on_walls: whether walks, and all marks but passages, are on corners.
        rows: of the maze that was made, as ``Maze`` takes them; empty if ``until`` came before.

    Raises:
        TooLargeError: if it has more than 16,384 cells or 1,500,000 steps.
    """

    algorithm: str
    seed: int | str
    width: int
    height: int

    def __init__(
        self, run: Run, *, progress: Progress | None = None, until: int | None = None
    ) -> None:
        self.algorithm, self.seed = run.algorithm, run.seed
        self.parameters: dict[str, float] = run.parameters
        self.width, self.height = run.width, run.height
        check_watchable(self.width, self.height)
        director = DIRECTORS[run.algorithm](run.width, run.height)
        self.on_walls: bool = director.on_walls
        self.rows: bytes = b""
        self._kinds = bytearray()
        self._numbers = bytearray()
        self._ends = array("L")
        self._changes = array("I")
        self._add(Kind.SET_UP, 1, director.take_changes())
        steps = run.restart()
        while until is None or len(self) <= until:
            try:
                step = next(steps)
            except StopIteration as end:
                self.rows = end.value
                break
            director.show(step)
            self._add(_kind(step), step.number, director.take_changes())
            if len(self) % 4096 == 0 and progress:
                progress(len(self), MOST_STEPS)
            if len(self) > MOST_STEPS:
                raise TooLargeError(
                    f"This run of {self.algorithm} takes more than {MOST_STEPS} steps, too many "
                    "to be watched; take a smaller or less narrow maze."
                )

    def _add(self, kind: Kind, number: int, changes: list[tuple[int, int]]) -> None:
        self._kinds.append(kind)
        self._numbers.append(number)
        for slot, bits in changes:
            self._changes.append(slot)
            self._changes.append(bits)
        self._ends.append(len(self._changes))

    def __len__(self) -> int:
        """How many steps there are, step 0 included."""
        return len(self._kinds)

    def kind(self, step: int) -> Kind:
        """What happens in a step."""
        return Kind(self._kinds[step])

    def number(self, step: int) -> int:
        """The step of the explanation that a step belongs to."""
        return self._numbers[step]

    def changes(self, step: int) -> Iterator[tuple[int, int]]:
        """The words that a step changes: their numbers, and the bits that change in them."""
        begin = self._ends[step - 1] if step else 0
        flat = iter(self._changes[begin : self._ends[step]])
        return zip(flat, flat, strict=True)

    def to_bytes(self) -> bytes:
        """The film for a player: a line of JSON, and then a few bytes for every step.

        Of each step: kind + 16 * number of the explanation; how many changes; and of each change
        how far its word is behind that of the change before, and the bits that change.  Numbers
        are in groups of seven bits, the lowest first, all but the last with 128 added.
        """
        about = {
            "algorithm": self.algorithm,
            "width": self.width,
            "height": self.height,
            "onWalls": self.on_walls,
            "steps": len(self),
        }
        written = bytearray(json.dumps(about, separators=(",", ":")).encode() + b"\n")
        for step in range(len(self)):
            written.append(self._kinds[step] | self._numbers[step] << 4)
            changes = list(self.changes(step))
            _write_number(written, len(changes))
            before = 0
            for slot, bits in changes:
                _write_number(written, slot - before)
                _write_number(written, bits)
                before = slot
        return bytes(written)


def _write_number(written: bytearray, number: int) -> None:
    while number >= 128:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)


def check_watchable(width: int, height: int) -> None:
    """Looks whether a maze can be watched.

    Raises:
        TooLargeError: if it has too many cells.
    """
    if width * height > MOST_CELLS:
        raise TooLargeError(
            f"A {width}x{height} maze has {width * height} cells; at most {MOST_CELLS} can be "
            "watched being made."
        )


class Position:
    """A film at one of its steps.

    Attributes:
        film: that is shown.
        at: the step shown last.
        scene: what is seen; to be read only.
        walked: steps that walks have taken so far.
        erased: loops erased so far.
    """

    walked: int
    erased: int

    def __init__(self, film: Film, at: int = 0) -> None:
        self.film = film
        self.scene: Scene = Scene(film.width, film.height, film.on_walls)
        self.at: int = -1
        self.walked = self.erased = self._in = 0
        self.forward()
        self._in_at_first = self._in if film.on_walls else 0
        self.go(at)

    @property
    def joined(self) -> int:
        """How many cells, or corners, belong to the maze now that did not in the beginning."""
        return self._in - self._in_at_first

    @property
    def to_join(self) -> int:
        """How many there are to join in all."""
        if self.film.on_walls:
            return (self.film.width - 1) * (self.film.height - 1)
        return self.film.width * self.film.height

    @property
    def kind(self) -> Kind:
        """What has happened in the step shown last."""
        return self.film.kind(self.at)

    @property
    def number(self) -> int:
        """The step of the explanation."""
        return self.film.number(self.at)

    @property
    def is_last(self) -> bool:
        """Whether the step shown last is the last of the film."""
        return self.at == len(self.film) - 1

    def forward(self) -> None:
        """Shows the next step, if there is one."""
        if not self.is_last:
            self.at += 1
            self._change(1)

    def back(self) -> None:
        """Takes back the step shown last, unless it is step 0."""
        if self.at > 0:
            self._change(-1)
            self.at -= 1

    def go(self, at: int) -> None:
        """Shows the film after another step; the nearest there is."""
        at = min(max(at, 0), len(self.film) - 1)
        while self.at < at:
            self.forward()
        while self.at > at:
            self.back()

    def _change(self, sign: int) -> None:
        words = self.scene.words
        for slot, bits in self.film.changes(self.at):
            words[slot] ^= bits
            if bits & Mark.IN:
                self._in += 1 if words[slot] & Mark.IN else -1
        self.walked += sign * (self.kind == Kind.MOVED)
        self.erased += sign * (self.kind == Kind.ERASED)
