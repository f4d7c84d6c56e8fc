"""Pictures of mazes as people take them, drawn from a seed, with the answer that each shows.

A maze is drawn on a page in one of several styles; the page is turned, tilted, lit, blurred and
packed.  Everything is drawn here, with none of the package's writers, and the answer is kept in the
coordinates of the page, so that an answer is judged by where its path runs in the picture.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from PIL import Image

import labirinto

Array = np.ndarray[Any, Any]
Cell = tuple[int, int]

STYLES = ("lines", "fine", "round", "blocks", "hand", "blue ink", "cream paper", "white on black")
"""How walls are drawn: as the programs and the people do whose mazes are found."""

ENDS = ("openings", "squares", "letters", "dots")
"""How start and end are shown."""


@dataclass(frozen=True)
class Look:
    """What a picture looks like.

    Attributes:
        style: One of ``STYLES``.
        ends: One of ``ENDS``.
        wall: Thickness of a wall, as a share of a cell; 0 for the style's own.
        pixels: Pixels from one wall to the next, in the photograph.
        turn: Degrees by which the page is turned.
        tilt: Degrees by which it is tilted away from the camera.
        light: How much darker the darkest corner is, from 0 to 1.
        shadow: How much darker a shadow with a soft edge is, from 0 to 1.
        blur: Standard deviation of the blur, in pixels.
        noise: Standard deviation of the noise, of 255.
        specks: The share of pixels that are black or white.
        quality: Of JPEG; 0 for PNG.
        texture: Strength of the paper's texture, of 255.
        squared: Whether the paper is squared.
        pencil: How many strokes of a pencil run through the corridors.
        surroundings: Whether there are a title, arrows and a table beneath the page.
        curl: By how much of a cell the page is bent.
        mazes: How many there are, side by side.
        watermark: How dark one is, of 255.
    """

    style: str = "lines"
    ends: str = "openings"
    wall: float = 0
    pixels: float = 16
    turn: float = 0
    tilt: float = 0
    light: float = 0
    shadow: float = 0
    blur: float = 0
    noise: float = 0
    specks: float = 0
    quality: int = 0
    texture: float = 0
    squared: bool = False
    pencil: int = 0
    surroundings: bool = False
    curl: float = 0
    mazes: int = 1
    watermark: float = 0


@dataclass(frozen=True)
class Photograph:
    """A picture, and what it shows.

    Attributes:
        data: The file.
        path: The cells of its solution.
        to_page: Where points of the picture are on the page, in cells.
    """

    data: bytes
    path: list[Cell]
    to_page: Callable[[Array], Array] = field(repr=False)

    def is_right(self, points: Sequence[tuple[float, float]]) -> bool:
        """Check that points in the picture are in the cells of the solution, either way round."""
        if not points:
            return False
        places = np.floor(self.to_page(np.array(points, np.float64))).astype(int)
        cells = [(x, y) for x, y in places.tolist()]
        return cells in (self.path, self.path[::-1])


_UNIT = 24
"""Pixels of a cell on the page; photographs of larger cells are drawn larger."""

_INKS = {
    "blue ink": ((28, 44, 120), (255, 255, 255)),
    "cream paper": ((60, 40, 30), (246, 236, 208)),
    "white on black": ((245, 245, 245), (18, 18, 24)),
}


def photograph(look: Look, seed: int) -> Photograph:
    """Take a photograph of the maze that a seed selects."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(8, 21, 2))
    algorithm = (labirinto.wilson, labirinto.kruskal, labirinto.eller)[seed % 3]
    maze = algorithm(width, height, seed=seed)
    is_open = look.ends == "openings"
    ends = labirinto.suggest_ends(maze, "border" if is_open or seed % 2 else "random", seed=seed)
    unit = max(_UNIT, round(1.6 * look.pixels))
    page, corner = _page(maze, ends if is_open else None, list(ends), look, unit, rng)
    picture, to_page = taken(page, corner, unit, look, rng)
    return Photograph(packed(picture, look), labirinto.solve(maze, *ends).cells, to_page)


# The page.


def _page(
    maze: labirinto.Maze,
    openings: Any,
    ends: list[Cell],
    look: Look,
    unit: int,
    rng: np.random.Generator,
) -> tuple[Array, tuple[int, int]]:
    """Draw the page; return it and the place of the maze's corner."""
    margin = 3 * unit
    ink, paper = _INKS.get(look.style, ((20, 20, 22), (255, 255, 255)))
    size = (maze.height * unit + 2 * margin, maze.width * unit + 2 * margin)
    page = np.empty((*size, 3), np.uint8)
    page[:] = paper
    if look.squared:
        step = unit * rng.uniform(0.4, 0.9)
        for place in np.arange(rng.uniform(0, step), max(size), step):
            for line in (((round(place), 0), (round(place), size[0])),
                         ((0, round(place)), (size[1], round(place)))):  # fmt: skip
                cv2.line(page, *line, (190, 205, 235), max(1, unit // 24))
    if look.watermark:
        shade = tuple(int(max(0, value - look.watermark)) for value in paper)
        place = (margin, size[0] // 2)
        cv2.putText(page, "SAMPLE", place, cv2.FONT_HERSHEY_SIMPLEX, unit / 8, shade, unit // 3)
    if not openings:
        _mark(page, ends, look, unit, margin, ink)
    _walls(page, maze, openings, look, unit, margin, ink, rng)
    for _ in range(look.pencil):
        _stroke(page, maze, unit, margin, rng)
    if look.surroundings:
        _surround(page, openings, maze, unit, margin, ink)
    corner = (margin, margin)
    if look.mazes > 1:
        page = np.concatenate([page] * look.mazes, axis=1)
    return page, corner


def _walls(
    page: Array,
    maze: labirinto.Maze,
    openings: Any,
    look: Look,
    unit: int,
    margin: int,
    ink: tuple[int, int, int],
    rng: np.random.Generator,
) -> None:
    shares = {"fine": 0.07, "blocks": 0.5, "round": 0.25}
    share = look.wall or shares.get(look.style, float(rng.uniform(0.09, 0.2)))
    thickness = max(1, round(share * unit))
    shake = 0.045 * unit if look.style == "hand" else 0
    posts = np.stack(np.meshgrid(np.arange(maze.width + 1), np.arange(maze.height + 1)), axis=2)
    places = margin + unit * posts + rng.normal(0, 1, posts.shape) * shake
    gaps = set(openings.openings(maze.grid)) if openings else set()
    north, east, south, west = 3, 0, 1, 2
    passages = set(maze.passages())
    for y in range(maze.height + 1):
        for x in range(maze.width + 1):
            for end, first, second, sides in (
                ((x + 1, y), (x, y - 1), (x, y), (south, north)),
                ((x, y + 1), (x - 1, y), (x, y), (east, west)),
            ):
                if end[0] > maze.width or end[1] > maze.height:
                    continue
                if (first, second) in passages or {(*first, sides[0]), (*second, sides[1])} & gaps:
                    continue
                _wall(page, places[y, x], places[end[1], end[0]], thickness, look, ink, rng)


def _wall(
    page: Array,
    begin: Array,
    end: Array,
    thickness: int,
    look: Look,
    ink: tuple[int, int, int],
    rng: np.random.Generator,
) -> None:
    if look.style in ("round", "hand"):
        middle = (begin + end) / 2
        if look.style == "hand":
            middle = middle + rng.normal(0, 0.035 * np.abs(end - begin).max(), 2)
        line = np.rint(8 * np.array([begin, middle, end])).astype(np.int32)
        cv2.polylines(page, [line], False, ink, thickness, cv2.LINE_AA, 3)
    else:
        low, high = np.minimum(begin, end), np.maximum(begin, end)
        first = np.rint(low - thickness / 2).astype(int)
        last = np.rint(high + thickness / 2).astype(int)
        page[first[1] : last[1], first[0] : last[0]] = ink


def _mark(
    page: Array,
    ends: list[Cell],
    look: Look,
    unit: int,
    margin: int,
    ink: tuple[int, int, int],
) -> None:
    for (x, y), letter, colour in zip(ends, "SE", ((40, 170, 60), (210, 40, 40)), strict=True):
        left, top = margin + unit * x, margin + unit * y
        middle = (left + unit // 2, top + unit // 2)
        if look.ends == "squares":
            inset = round(unit * max(0.25, (look.wall or 0.2) * 0.7))
            page[top + inset : top + unit - inset, left + inset : left + unit - inset] = colour
        elif look.ends == "dots":
            cv2.circle(
                page,
                middle,
                round(0.28 * unit * (1 - max(0.2, look.wall or 0.5 * (look.style == "blocks")))),
                colour,
                -1,
                cv2.LINE_AA,
            )
        else:
            size = unit * (1 - max(0.2, look.wall or 0.5 * (look.style == "blocks"))) / 32
            (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
            place = (middle[0] - wide // 2, middle[1] + high // 2)
            cv2.putText(
                page, letter, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, unit // 14),
                cv2.LINE_AA,
            )  # fmt: skip


def _stroke(
    page: Array, maze: labirinto.Maze, unit: int, margin: int, rng: np.random.Generator
) -> None:
    """Draw a faint line through some cells in a row, as of somebody who has tried."""
    cells = [(int(rng.integers(maze.width)), int(rng.integers(maze.height)))]
    for _ in range(int(rng.integers(3, 12))):
        nearby = [cell for cell in maze.neighbours(cells[-1]) if cell not in cells]
        if not nearby:
            break
        cells.append(nearby[int(rng.integers(len(nearby)))])
    points = margin + unit * (np.array(cells) + 0.5 + rng.normal(0, 0.06, (len(cells), 2)))
    shade = int(rng.integers(140, 185))
    colour = (shade, shade, shade)
    cv2.polylines(
        page, [np.rint(8 * points).astype(np.int32)], False, colour, max(1, unit // 16),
        cv2.LINE_AA, 3,
    )  # fmt: skip


def _surround(
    page: Array,
    openings: Any,
    maze: labirinto.Maze,
    unit: int,
    margin: int,
    ink: tuple[int, int, int],
) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(page, "Maze 12", (margin, unit), font, unit / 24, ink, max(1, unit // 12))
    if openings is None:
        return
    steps = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}
    for x, y, side in openings.openings(maze.grid):
        dx, dy = steps[side]
        edge = np.array([margin + unit * (x + 0.5 + dx / 2), margin + unit * (y + 0.5 + dy / 2)])
        far, near = (
            tuple(np.rint(edge + away * unit * np.array((dx, dy))).astype(int).tolist())
            for away in (1.4, 0.5)
        )
        cv2.arrowedLine(
            page, far, near, ink, max(1, unit // 12), cv2.LINE_AA, tipLength=0.4,
        )  # fmt: skip


# The photograph.


def taken(
    page: Array, corner: tuple[int, int], unit: int, look: Look, rng: np.random.Generator
) -> tuple[Array, Callable[[Array], Array]]:
    """Take the picture; return it and what maps its points to cells."""
    height, width = page.shape[:2]
    scale = look.pixels / unit
    around = rng.uniform(0, 2 * np.pi)
    tilt, turn = np.deg2rad(look.tilt), np.deg2rad(look.turn)
    axis = np.array([np.cos(around), np.sin(around), 0.0])
    rotation, _ = cv2.Rodrigues(axis * tilt)
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    camera = rotation @ turned
    distance = 2.2 * max(width, height)
    # Points of the page, seen from the distance at which one pixel is `scale` pixels.
    centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    seen = np.column_stack((camera[:, 0], camera[:, 1], [0, 0, distance]))
    lens = np.diag([distance * scale, distance * scale, 1.0])
    projection = lens @ seen @ centre
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    spread = cv2.perspectiveTransform(corners, projection)[0]
    edge = rng.uniform(2, 30, 4) if look.tilt or look.turn or look.surroundings else np.zeros(4)
    low, high = spread.min(axis=0) - edge[:2], spread.max(axis=0) + edge[2:]
    projection = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ projection
    size = (int(np.ceil(high[0] - low[0])), int(np.ceil(high[1] - low[1])))
    bent = look.curl * unit
    back = np.linalg.inv(projection)

    def to_page_pixels(points: Array) -> Array:
        flat: Array = cv2.perspectiveTransform(points.reshape(1, -1, 2), back)[0]
        return flat + bent * np.column_stack(
            (np.zeros(len(flat)), np.sin(np.pi * flat[:, 0] / width))
        )

    def to_page(points: Array) -> Array:
        return (to_page_pixels(points) - corner) / unit

    if look.surroundings:
        table: tuple[int, int, int] = (96, 74, 58)
    else:
        table = tuple(int(value) for value in page[0, 0])
    soft = cv2.GaussianBlur(page, (0, 0), 0.45 / scale) if scale < 0.95 else page
    if bent or scale != 1 or look.turn or look.tilt:
        grid = np.stack(np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5), axis=2)
        places = to_page_pixels(grid.reshape(-1, 2)).reshape(size[1], size[0], 2) - 0.5
        picture = cv2.remap(
            soft, places.astype(np.float32), None, cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT, borderValue=table,
        ).astype(np.float32)  # fmt: skip
    else:
        picture = soft.astype(np.float32)
    return _lit(picture, look, rng), to_page


def _lit(picture: Array, look: Look, rng: np.random.Generator) -> Array:
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    if look.texture:
        small = rng.normal(0, 1, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
        fibres = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        picture += look.texture * fibres[..., None]
    if look.light:
        angle = rng.uniform(0, 2 * np.pi)
        along = np.cos(angle) * across / width + np.sin(angle) * down / height
        along = (along - along.min()) / (along.max() - along.min())
        tone = np.array([1, 0.98, 0.93], np.float32)
        picture *= (1 - look.light * along[..., None]) * tone
    if look.shadow:
        angle = rng.uniform(0, 2 * np.pi)
        side = np.cos(angle) * (across - width * rng.uniform(0.3, 0.7))
        side = side + np.sin(angle) * (down - height * rng.uniform(0.3, 0.7))
        soft = 1 / (1 + np.exp(-np.clip(side / (0.02 * max(width, height)), -30, 30)))
        picture *= 1 - look.shadow * soft[..., None]
    if look.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), look.blur)
    if look.noise:
        picture = picture + rng.normal(0, look.noise, picture.shape).astype(np.float32)
    picture = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
    if look.specks:
        chance = rng.random((height, width))
        picture[chance < look.specks / 2] = 0
        picture[chance > 1 - look.specks / 2] = 255
    return picture


def packed(picture: Array, look: Look) -> bytes:
    stream = io.BytesIO()
    image = Image.fromarray(picture)
    if look.quality:
        image.save(stream, "JPEG", quality=look.quality)
    else:
        image.save(stream, "PNG")
    return stream.getvalue()
