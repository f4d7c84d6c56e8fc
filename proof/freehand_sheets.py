"""Pictures of mazes that are on no square grid, with the answer that each shows.

Nothing of the package draws or judges here.  A path is judged by where its pixels are: it must run
through the cells of the solution in order, and through no wall, be it drawn, light, dotted or
broken; a bar across a passage is a wall.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from freehand_mazes import OUTSIDE, SHAPES, Array, Maze, maze_of
from PIL import Image

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "light grey": (200, 200, 200),
    "grey": (130, 130, 130),
    "yellow": (255, 255, 0),
    "orange": (255, 140, 0),
    "green": (0, 170, 0),
    "red": (220, 20, 20),
    "blue": (30, 60, 220),
}
PAPERS: dict[str, tuple[Colour, Colour]] = {
    "black on white": ((0, 0, 0), (255, 255, 255)),
    "cream paper": ((60, 40, 30), (246, 236, 208)),
    "blue ink": ((28, 44, 120), (255, 255, 255)),
    "white on black": ((245, 245, 245), (18, 18, 24)),
    "grey paper": ((40, 40, 40), (190, 190, 190)),
    "white on blue": ((250, 250, 250), (30, 60, 150)),
}
_FINER = 3
"""Parts of a pixel in which cells and walls are known."""
_EDGE = 2.5
"""Corridors around the maze."""


@dataclass(frozen=True)
class Look:
    """What a picture looks like.

    Attributes:
        shape: One of ``SHAPES``; any if empty.
        ends: ``openings``, or ``given`` in pixels, or ``marked`` by dots and given.
        paper: One of ``PAPERS``.
        pixels: Pixels of a corridor, with a wall.
        wall: Pixels of a wall; 0 for any.
        turn: Whether the page is turned.
        share, colour: The share of inner walls that have another colour.
        dotted: The size of dots, in pixels, of which as many walls are made.
        gates: Bars across passages.
        gaps: Pixels of the gaps that are in some walls.
        text: ``letters`` in cells, a ``word`` over the walls, a ``grey word``, a ``plate``.
        glare: How much of the ink a bright spot takes, from 0 to 1.
        shadow: How much darker a shadow with a soft edge is.
        blur, noise: Standard deviations.
        quality: Of JPEG; 0 for PNG.
        surroundings: Whether there are a title and arrows.
        line: Whether a line is drawn into the maze.
        mazes: How many there are, side by side.
    """

    shape: str = ""
    ends: str = "openings"
    paper: str = "black on white"
    pixels: float = 22
    wall: float = 0
    turn: bool = False
    share: float = 0
    colour: str = ""
    dotted: int = 0
    gates: int = 0
    gaps: int = 0
    text: str = ""
    glare: float = 0
    shadow: float = 0
    blur: float = 0
    noise: float = 0
    quality: int = 0
    surroundings: bool = False
    line: bool = False
    mazes: int = 1


@dataclass(frozen=True)
class Sheet:
    """A picture, and what it shows.

    Attributes:
        picture: The picture.
        ends: Start and end in pixels, if they are given.
        solution: The cells of the solution; empty if a bar is across it.
        cells: The cell of each part of a pixel, ``OUTSIDE`` for none.
        walls: Where walls are, in the same parts.
        look: What it looks like.
    """

    picture: Image.Image
    ends: tuple[tuple[float, float], tuple[float, float]] | None
    solution: list[int]
    cells: Array = field(repr=False)
    walls: Array = field(repr=False)
    look: Look

    def is_right(self, points: Sequence[tuple[float, float]]) -> bool:
        """Check that a line runs through the cells of the solution, either way round."""
        line = np.array(points)
        sides = np.hypot(*np.diff(line, axis=0).T)
        steps = np.concatenate(([0], np.cumsum(sides)))
        along = np.arange(0, steps[-1], 0.8 / _FINER)
        x, y = (np.interp(along, steps, values) for values in line.T)
        x, y = (np.floor(values * _FINER).astype(int) for values in (x, y))
        if not ((x >= 0) & (y >= 0) & (x < self.cells.shape[1]) & (y < self.cells.shape[0])).all():
            return False
        run = _cells_of(self.cells[y, x])
        return run in (self.solution, self.solution[::-1]) and not self.walls[y, x].any()


def _cells_of(seen: Array) -> list[int]:
    """Return the cells of a line in order, without the outside at its ends.

    A line may look into a cell and be back: it has not taken a path through it.
    """
    run: list[int] = []
    for cell in seen[np.concatenate(([True], np.diff(seen) != 0))].tolist():
        if len(run) > 1 and run[-2] == cell:
            run.pop()
        else:
            run.append(cell)
    return run[run[0] == OUTSIDE : len(run) - (run[-1] == OUTSIDE)]


def sheet(look: Look, which: int | None, seed: int) -> Sheet:
    """Draw the sheet that a seed selects; its answer is that of one maze."""
    rng = np.random.default_rng(seed)
    drawn = [_Drawn(look, rng) for _ in range(look.mazes)]
    chosen = (which or 1) - 1 if which or look.ends == "openings" else int(rng.integers(look.mazes))
    ink, paper = PAPERS[look.paper]
    high = max(one.page.shape[0] for one in drawn)
    page = np.concatenate(
        [
            cv2.copyMakeBorder(
                one.page, 0, high - one.page.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=paper
            )
            for one in drawn
        ],
        axis=1,
    )
    left = sum(one.page.shape[1] for one in drawn[:chosen])
    size = (page.shape[0] * _FINER, page.shape[1] * _FINER)
    answer = drawn[chosen]
    cells, walls = np.full(size, OUTSIDE, np.int32), np.zeros(size, np.uint8)
    for target, part in ((cells, answer.cells), (walls, answer.walls)):
        target[: part.shape[0], left * _FINER : left * _FINER + part.shape[1]] = part
    ends = None
    if look.ends != "openings":
        (x0, y0), (x1, y1) = answer.ends
        ends = (x0 + left, y0), (x1 + left, y1)
    if look.surroundings:
        cv2.putText(page, "Maze 12", (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA)
    picture = _taken(page, answer, look, rng)
    return Sheet(picture, ends, answer.solution, cells, walls, look)


class _Drawn:
    """A maze on a page of its own.

    Attributes:
        page: Its pixels.
        cells, walls, solution: As of ``Sheet``.
        ends: The middles of the cells at the ends.
        middle: The pixel in the middle of the solution.
    """

    def __init__(self, look: Look, rng: np.random.Generator) -> None:
        self._look, self._rng = look, rng
        shape = look.shape or str(rng.choice(list(SHAPES)))
        self._maze: Maze = maze_of(shape, look.ends == "openings", rng)
        self._thickness = look.wall or float(rng.uniform(0.09, 0.16)) * look.pixels
        self._ink, self._paper = PAPERS[look.paper]
        angle = rng.uniform(0, 2 * np.pi) if look.turn or rng.random() < 0.5 else 0.0
        turned = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
        tiling = self._maze.tiling
        corners = np.concatenate(tiling.cells) @ turned.T
        low, high = corners.min(axis=0), corners.max(axis=0)
        edge = _EDGE + 2 * look.surroundings

        def pixels(points: Array) -> Array:
            placed: Array = (points @ turned.T - low + edge) * look.pixels
            return placed

        width, height = np.ceil((high - low + 2 * edge) * look.pixels).astype(int).tolist()
        self.page = np.empty((height, width, 3), np.uint8)
        self.page[:] = self._paper
        self._cells = [pixels(cell) for cell in tiling.cells]
        self._lines = [pixels(wall.line) for wall in tiling.walls]
        self.cells = np.full((height * _FINER, width * _FINER), OUTSIDE, np.int32)
        for at, cell in enumerate(self._cells):
            cv2.fillPoly(self.cells, [np.rint(cell * _FINER).astype(np.int32)], at)
        self.solution = self._maze.solution
        centres = [cell.mean(axis=0) for cell in self._cells]
        self.ends = tuple(
            tuple(centres[at].tolist()) for at in (self.solution[0], self.solution[-1])
        )
        self.middle = centres[self.solution[len(self.solution) // 2]]
        self._centres = centres
        self._draw()

    def _draw(self) -> None:
        look, rng, maze = self._look, self._rng, self._maze
        closed = [
            at
            for at in range(len(self._lines))
            if at not in maze.passages and at not in maze.openings
        ]
        self.walls = np.zeros(self.cells.shape, np.uint8)
        for at in closed:
            self._true_wall(self._lines[at])
        if look.text in ("word", "grey word"):
            self._word()
        inner = [at for at in closed if OUTSIDE not in maze.tiling.walls[at].cells]
        count = max(1, round(look.share * len(inner))) if look.share else 0
        other = set(rng.permutation(inner)[:count].tolist())
        # Lighter ones first, so that the black ones are whole.
        for at in sorted(closed, key=lambda at: at not in other):
            if at in other and look.dotted:
                self._dots(self._lines[at])
            else:
                colour = COLOURS[look.colour] if at in other else self._ink
                self._line(self._lines[at], colour, self._thickness)
        for at in rng.permutation(closed)[: 5 if look.gaps else 0].tolist():
            self._gap(self._lines[at])
        for at in rng.permutation(sorted(maze.passages))[: look.gates].tolist():
            self._gate(at)
        if look.text == "letters":
            self._letters()
        if look.text == "plate":
            self._plate()
        if look.line:
            self._scribble()
        if look.ends == "marked":
            for end, colour in zip(self.ends, ((40, 170, 60), (210, 40, 40)), strict=True):
                place = tuple(round(16 * value) for value in end)
                radius = round(16 * 0.22 * look.pixels)
                cv2.circle(self.page, place, radius, colour, -1, cv2.LINE_AA, 4)
        if look.surroundings:
            for at in maze.openings:
                self._arrow(at)

    def _line(self, line: Array, colour: Colour, thickness: float) -> None:
        places = np.rint(line * 16).astype(np.int32)
        cv2.polylines(self.page, [places], False, colour, max(1, round(thickness)), cv2.LINE_AA, 4)

    def _true_wall(self, line: Array) -> None:
        cv2.polylines(self.walls, [np.rint(line * _FINER).astype(np.int32)], False, 1, 2)

    def _dots(self, line: Array) -> None:
        size = self._look.dotted
        sides = np.hypot(*np.diff(line, axis=0).T)
        steps = np.concatenate(([0], np.cumsum(sides)))
        for along in np.arange(0, steps[-1], size + 2):
            x, y = (int(np.interp(along, steps, values)) for values in line.T)
            self.page[y : y + size, x : x + size] = self._ink

    def _gap(self, line: Array) -> None:
        middle, along = _middle(line)
        reach = (self._look.gaps / 2) * along
        across = (self._thickness / 2 + 2) * np.array((-along[1], along[0]))
        corners = [middle + reach + across, middle + reach - across,
                   middle - reach - across, middle - reach + across]  # fmt: skip
        places = np.rint(np.array(corners) * 16).astype(np.int32)
        cv2.fillPoly(self.page, [places], self._paper, cv2.LINE_8, 4)

    def _gate(self, at: int) -> None:
        """Draw a bar across a passage, from wall to wall or nearly so."""
        line = self._lines[at]
        middle, _ = _middle(line)
        short = middle + (line - middle) * self._rng.uniform(0.75, 1)
        self._line(short, COLOURS[self._look.colour], self._thickness * self._rng.uniform(0.6, 1))
        self._true_wall(line)
        one, other = self._maze.tiling.walls[at].cells
        solution = self._maze.solution
        if one in solution and other in solution:
            self.solution = []

    def _letters(self) -> None:
        for at in self._rng.permutation(len(self._cells))[: len(self._cells) // 8].tolist():
            letter = str(self._rng.choice(list("ABCEGKMRSTXZ235689")))
            size = self._look.pixels / 50
            (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
            x, y = self._centres[at]
            place = (round(x - wide / 2), round(y + high / 2))
            cv2.putText(self.page, letter, place, cv2.FONT_HERSHEY_SIMPLEX, size, self._ink, 1,
                        cv2.LINE_AA)  # fmt: skip

    def _word(self) -> None:
        colour = self._ink if self._look.text == "word" else (150, 150, 150)
        height, width = self.page.shape[:2]
        size, bold = width / 200, max(2, round(self._thickness))
        (wide, high), _ = cv2.getTextSize("LABYRINTH"[:5], cv2.FONT_HERSHEY_SIMPLEX, size, bold)
        scale = 0.4 * width / wide
        place = (round(width / 2 - 0.2 * width), round(height / 2 + high * scale / 2))
        cv2.putText(self.page, "LABYR", place, cv2.FONT_HERSHEY_SIMPLEX, size * scale, colour, bold,
                    cv2.LINE_AA)  # fmt: skip

    def _plate(self) -> None:
        """Draw a white box with a word in it over the walls, with a border or without."""
        height, width = self.page.shape[:2]
        x, y = (round(side * self._rng.uniform(0.4, 0.6)) for side in (width, height))
        across, down = round(0.12 * width), round(0.05 * height)
        corners = (x - across, y - down), (x + across, y + down)
        cv2.rectangle(self.page, *corners, self._paper, -1)
        if self._rng.integers(2):
            cv2.rectangle(self.page, *corners, self._ink, max(1, round(self._thickness)))
        (wide, high), _ = cv2.getTextSize("MAZE", cv2.FONT_HERSHEY_SIMPLEX, 1, 2)
        size = min(1.6 * across / wide, 1.4 * down / high)
        place = (round(x - size * wide / 2), round(y + size * high / 2))
        cv2.putText(self.page, "MAZE", place, cv2.FONT_HERSHEY_SIMPLEX, size, self._ink, 2,
                    cv2.LINE_AA)  # fmt: skip

    def _scribble(self) -> None:
        """Draw a thin red line along a part of the solution."""
        cells = self._maze.solution[: max(2, len(self._maze.solution) // 2)]
        line = np.array([self._centres[at] for at in cells])
        self._line(line, COLOURS["red"], 1 + self._look.pixels / 20)

    def _arrow(self, at: int) -> None:
        middle, along = _middle(self._lines[at])
        out = np.array((-along[1], along[0]))
        cell = self._maze.tiling.walls[at].cells[0]
        if out @ (middle - self._centres[cell]) < 0:
            out = -out
        far, near = ((middle + away * self._look.pixels * out).astype(int) for away in (2.6, 0.7))
        thickness = max(1, round(self._look.pixels / 12))
        cv2.arrowedLine(self.page, tuple(far.tolist()), tuple(near.tolist()), self._ink, thickness,
                        cv2.LINE_AA, tipLength=0.4)  # fmt: skip


def _middle(line: Array) -> tuple[Array, Array]:
    """Return the middle of a line and its direction there."""
    sides = np.hypot(*np.diff(line, axis=0).T)
    steps = np.concatenate(([0], np.cumsum(sides)))
    middle, before, after = (
        np.array([np.interp(share * steps[-1], steps, values) for values in line.T])
        for share in (0.5, 0.4, 0.6)
    )
    return middle, (after - before) / np.hypot(*(after - before))


def _taken(page: Array, answer: _Drawn, look: Look, rng: np.random.Generator) -> Image.Image:
    """Light, blur and pack the page."""
    picture = page.astype(np.float32)
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    if look.shadow:
        angle = rng.uniform(0, 2 * np.pi)
        side = np.cos(angle) * (across - width / 2) + np.sin(angle) * (down - height / 2)
        soft = 1 / (1 + np.exp(-np.clip(side / (0.03 * max(width, height)), -30, 30)))
        picture *= 1 - look.shadow * soft[..., None]
    if look.glare:
        # Beside the solution, where walls matter.
        x, y = answer.middle + rng.normal(0, look.pixels, 2)
        away = np.hypot(across - x, down - y) / (look.pixels * rng.uniform(1.5, 3))
        spot = look.glare * np.exp(-(away**2))
        picture += (255 - picture) * spot[..., None]
    if look.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), look.blur)
    if look.noise:
        picture += rng.normal(0, look.noise, picture.shape).astype(np.float32)
    image = Image.fromarray(np.clip(np.rint(picture), 0, 255).astype(np.uint8))
    if not look.quality:
        return image
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=look.quality)
    return Image.open(stream).convert("RGB")
