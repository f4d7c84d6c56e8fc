"""The positions of the cells of a maze in a picture, however the page lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labirinto.recognition.colours import Array


@dataclass(frozen=True)
class SeenGrid:
    """A grid of cells in a picture.

    Places in the maze are measured in cells, (0, 0) being the middle of the wall at the top left;
    places in the picture in pixels from its corner.

    Attributes:
        width, height: Cells in a row, and rows.
        matrix: ``float64[3, 3]``, the projection from places in the maze to those in the picture.
        thickness: Of a wall across x, and across y, in cells.
        bend: ``float64[n, 2]``, by how much the page is bent, in cells: coefficients of the
            polynomials in ``_terms``; None for a flat page.
    """

    width: int
    height: int
    matrix: Array
    thickness: tuple[float, float]
    bend: Array | None = None

    def place(self, points: Array) -> Array:
        """Return where places in the maze, ``[..., 2]``, are in the picture."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        if self.bend is not None:
            flat = flat + self.terms(flat) @ self.bend
        seen = np.column_stack((flat, np.ones(len(flat)))) @ self.matrix.T
        return (seen[:, :2] / seen[:, 2:]).reshape(np.shape(points))

    def back(self, places: Array) -> Array:
        """Return where places in the picture, ``[..., 2]``, are in the maze: undoes ``place``."""
        flat = np.asarray(places, np.float64).reshape(-1, 2)
        seen = np.column_stack((flat, np.ones(len(flat)))) @ np.linalg.inv(self.matrix).T
        goal = seen[:, :2] / seen[:, 2:]
        points = goal
        if self.bend is not None:
            # The bend is slight, so that each round leaves a small share of the error.
            for _ in range(6):
                inside = np.clip(points, -1, (self.width + 1, self.height + 1))
                points = goal - self.terms(inside) @ self.bend
        return points.reshape(np.shape(places))

    def outline(self) -> Array:
        """Return the middle of the frame in the picture, a place at each post, clockwise."""
        across, down = np.arange(self.width), np.arange(self.height)
        sides = (
            np.stack((across, 0 * across), axis=1),
            np.stack((0 * down + self.width, down), axis=1),
            np.stack((self.width - across, 0 * across + self.height), axis=1),
            np.stack((0 * down, self.height - down), axis=1),
        )
        return self.place(np.concatenate(sides))

    def terms(self, points: Array) -> Array:
        """Return the terms of the polynomials of the third degree at places in the maze."""
        x = 2 * points[:, 0] / self.width - 1
        y = 2 * points[:, 1] / self.height - 1
        # Products, which take a tenth of the time of powers.
        xx, yy, xy = x * x, y * y, x * y
        one = np.ones(len(x))
        return np.column_stack((one, y, yy, yy * y, x, xy, xy * y, xx, xx * y, xx * x))

    def pitch(self, *, longest: bool = False) -> float:
        """Return the shortest distance of neighbouring cells, or the longest, in pixels."""
        corners = np.array(
            [(x, y) for x in (0.5, self.width - 0.5) for y in (0.5, self.height - 0.5)]
        )
        here = self.place(corners)
        steps = (self.place(corners + move) - here for move in ((0.5, 0), (0, 0.5)))
        lengths = np.concatenate([2 * np.hypot(*step.T) for step in steps])
        return float(lengths.max() if longest else lengths.min())
