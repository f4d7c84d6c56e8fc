"""A run of an algorithm as a film: every step, forward and back.

A step of a film is a list of changes, each the exclusive or of the old and the new word of marks of
a place.  So a change undoes itself, and stepping back is exact.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from enum import IntEnum
from itertools import islice

from labirinto._internal.progress import Progress
from labirinto._internal.validation import Value, check_type, whole_number
from labirinto.algorithms.generating import filmed_by
from labirinto.algorithms.textbook import steps as happened
from labirinto.algorithms.textbook.runs import Run
from labirinto.animate import directors
from labirinto.animate.marks import Mark, Scene, scene_of
from labirinto.drawing.links import lines_through
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.strokes import path_data
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import Grid, OnGrid, check_planar, is_whole, rectangle_of
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import Rectangle
from labirinto.grids.wall_bits import cells_beside

MAX_CELLS = 16_384
MAX_STEPS = 1_500_000


class Kind(IntEnum):
    """The kind of a step of a film."""

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
    BACK = 12
    BUILT = 13


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
    happened.PassageOpened: Kind.OPENED,
    happened.WentBack: Kind.BACK,
    happened.CellHunted: Kind.JOINED,
    happened.CellChosen: Kind.DRAWN,
    happened.CellLeft: Kind.KEPT,
    happened.RunEnded: Kind.JOINED,
    happened.WallBuilt: Kind.BUILT,
    happened.RoomFinished: Kind.JOINED,
    happened.RowFinished: Kind.ROW,
    happened.RowBegun: Kind.ROW,
    happened.Finished: Kind.FINISHED,
}


def _kind(step: happened.Step) -> Kind:
    if isinstance(step, happened.PassageTried):
        return Kind.OPENED if step.opened else Kind.KEPT
    return _KINDS[type(step)]


class Film(OnGrid):
    """All steps of a run.

    Step 0 sets up the scene before the first step of the algorithm.

    Args:
        run: A run of a textbook algorithm; it is recorded from its beginning.
        progress: Called now and then with the steps recorded and the most there can be; may raise
            to stop.
        until: The last step to record; None for all.

    Attributes:
        algorithm: The name of the algorithm; ``wilson-walls`` for Wilson's on the walls.
        grid: The cells of the maze.
        width, height: The sides of a rectangle.
        seed, parameters: Seed and parameters of the run.
        on_walls: Whether walks, and all marks but passages, are on corners.
        starts_with_sets: Whether each cell is a set of its own at the start.
        is_complete: Whether the run was recorded to its end, not only ``until`` some step.
        bits: The passages of the finished maze, as ``Maze.from_bits`` takes them; empty before.

    Raises:
        InvalidValueError: If walks are on the walls, and the grid is not a whole rectangle; if the
            grid has floors or bridges; for an argument of another type.
        TooLargeError: If there are more than 16,384 cells or 1,500,000 steps.
    """

    def __init__(
        self, run: Run, *, progress: Progress | None = None, until: int | None = None
    ) -> None:
        check_type("run", run, Run, "labirinto.textbook")
        if until is not None:
            whole_number("until", until, 0)
        self.algorithm: str = run.algorithm
        self.seed: int | str = run.seed
        self.parameters: dict[str, Value] = run.parameters
        self.grid: Grid = run.grid
        check_watchable(run.grid)
        check_planar(run.grid, "Films are", or_wrapped=True)
        _, method = filmed_by(run.algorithm)
        kind = getattr(directors, method.director)
        if kind.on_walls and not is_whole(run.grid):
            raise InvalidValueError(
                "Walks on the walls can be filmed in whole rectangles only; for the grid "
                f"{run.grid.text} choose an algorithm that goes from cell to cell, such as "
                "aldous-broder, which is uniform as well."
            )
        director = kind(run.grid)
        self.on_walls: bool = director.on_walls
        self.starts_with_sets: bool = director.starts_with_sets
        self.is_complete: bool = False
        self.bits: bytes = b""
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
                self.bits, self.is_complete = end.value, True
                break
            director.show(step)
            self._add(_kind(step), step.number, director.take_changes())
            if len(self) % 4096 == 0 and progress:
                progress(len(self), MAX_STEPS)
            if len(self) > MAX_STEPS:
                raise TooLargeError(
                    f"This run of {self.algorithm} has more than {MAX_STEPS} steps, too many to "
                    "watch; use a smaller or less narrow maze."
                )

    def _add(self, kind: Kind, number: int, changes: list[tuple[int, int]]) -> None:
        self._kinds.append(kind)
        self._numbers.append(number)
        for change in changes:
            self._changes.extend(change)
        self._ends.append(len(self._changes))

    @property
    def rows(self) -> bytes:
        """The rows of the finished rectangle, as ``Maze`` takes them."""
        rectangle_of(self.grid)
        return self.bits

    def empty_scene(self) -> Scene:
        """Return a scene without any marks, to which the changes of all steps can be applied."""
        return scene_of(self.grid, self.on_walls)

    def __len__(self) -> int:
        """The number of steps, step 0 included."""
        return len(self._kinds)

    def kind(self, step: int) -> Kind:
        """Return the kind of a step."""
        return Kind(self._kinds[step])

    def has(self, kind: Kind) -> bool:
        """Whether there is a step of this kind."""
        return kind in self._kinds

    def number(self, step: int) -> int:
        """Return the number of the sentence of ``explanation`` that a step belongs to."""
        return self._numbers[step]

    def changes(self, step: int) -> Iterator[tuple[int, int]]:
        """Return the words that a step changes: their numbers, and the bits that change."""
        begin = self._ends[step - 1] if step else 0
        flat = iter(self._changes[begin : self._ends[step]])
        return zip(flat, flat, strict=True)

    def to_bytes(self) -> bytes:
        """Return the film for a player: a line of JSON, then a few bytes for every step.

        The line says what the words of marks belong to; on grids that are not rectangles it has the
        outlines of cells and the lines of walls as well.
        A step is: kind + 16 * number of the explanation; the number of changes; and for each change
        the distance of its word from the one before, and the bits that change.  Numbers are in
        groups of seven bits, lowest first, all but the last with 128 added.
        """
        about: dict[str, object] = {"algorithm": self.algorithm}
        if isinstance(self.grid, Mesh):
            about |= _shapes_of(self.grid)
        else:
            about |= {"width": self.width, "height": self.height}
        about |= {"cells": len(self.grid), "onWalls": self.on_walls, "steps": len(self)}
        written = bytearray(json.dumps(about, separators=(",", ":")).encode() + b"\n")
        flat = iter(self._changes)
        begin = 0
        for kind, number, end in zip(self._kinds, self._numbers, self._ends, strict=True):
            written.append(kind | number << 4)
            count = (end - begin) // 2
            _write_number(written, count)
            before = 0
            for slot, bits in islice(zip(flat, flat, strict=True), count):
                _write_number(written, slot - before)
                _write_number(written, bits)
                before = slot
            begin = end
        return bytes(written)


def _write_number(written: bytearray, number: int) -> None:
    while number >= 128:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)


def check_watchable(grid: Grid) -> None:
    """Check that a maze is small enough to be watched.

    Raises:
        TooLargeError: If it has too many cells, or with a mask too many places for cells.
    """
    cells, what = len(grid), "cells"
    if isinstance(grid, Rectangle) and grid.mask is not None:
        cells, what = grid.width * grid.height, "places"
    if cells > MAX_CELLS:
        raise TooLargeError(
            f"A {grid.text} maze has {cells} {what}, too many to watch; use at most {MAX_CELLS}."
        )


class Position:
    """A film at one of its steps.

    Args:
        film: The film; also an attribute.
        at: The step to begin with.

    Attributes:
        at: The number of the current step.
        scene: The marks after this step; read only.
        walked: The number of steps that walks have taken so far.
        erased: The number of loops erased so far.
    """

    walked: int
    erased: int

    def __init__(self, film: Film, at: int = 0) -> None:
        check_type("film", film, Film, "labirinto.animate")
        self.film = film
        self.scene: Scene = film.empty_scene()
        self.at: int = -1
        self.walked = self.erased = self._in = 0
        self.forward()
        self._in_at_first = self._in if film.on_walls else 0
        self.go(at)

    @property
    def joined(self) -> int:
        """The number of cells, or corners, that have joined the maze so far."""
        return self._in - self._in_at_first

    @property
    def to_join(self) -> int:
        """The number of cells, or corners, that join in all."""
        if self.film.on_walls:
            return (self.film.width - 1) * (self.film.height - 1)
        return len(self.film.grid)

    @property
    def kind(self) -> Kind:
        """The kind of the current step."""
        return self.film.kind(self.at)

    @property
    def number(self) -> int:
        """The number of the sentence of ``explanation`` for the current step."""
        return self.film.number(self.at)

    @property
    def is_last(self) -> bool:
        """Whether the current step is the last of the film."""
        return self.at == len(self.film) - 1

    def forward(self) -> None:
        """Go one step forward, if there is one."""
        if not self.is_last:
            self.at += 1
            self._change(1)

    def back(self) -> None:
        """Go one step back, unless at step 0."""
        if self.at > 0:
            self._change(-1)
            self.at -= 1

    def go(self, at: int) -> None:
        """Go to a step, or to the nearest one that exists.

        Raises:
            InvalidValueError: If it is not a whole number.
        """
        at = min(max(whole_number("at", at, -MAX_STEPS), 0), len(self.film) - 1)
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


def _shapes_of(mesh: Mesh) -> dict[str, object]:
    """Return the data to draw mazes on a mesh, for JSON; lengths are in cells.

    Returns:
        ``width`` and ``height``; for every cell its ``outlines``; for every wall that can stand its
        line, ``walls``, and the line of a walk through it, ``links``; and the sides of the border,
        ``frame``.  Lines are data of paths in SVG.
    """
    width, height = mesh.size
    numbers = iter(cells_beside(mesh))
    beside = list(zip(numbers, numbers, strict=True))
    return {
        "width": round(width, 4),
        "height": round(height, 4),
        "outlines": [path_data(strokes_of(mesh, mesh.outline(k))) for k in range(len(mesh))],
        "walls": [path_data(strokes_of(mesh, mesh.wall(k))) for k in range(mesh.walls)],
        "links": [path_data(lines_through(mesh, k, *cells)) for k, cells in enumerate(beside)],
        "frame": [path_data(strokes_of(mesh, [side])) for _, side in mesh.border],
    }
