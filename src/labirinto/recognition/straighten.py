"""The lattice of a maze that lies at any angle: its frame, then the spacing of its walls."""

from __future__ import annotations

import cv2
import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.evidence import sampled, tones
from labirinto.recognition.grid import Lines, fitted
from labirinto.recognition.lattice import SeenGrid

_LONGEST = 1400
"""Pixels of a side of a straightened picture."""
_MARGIN = 6
_SMALLEST_CELL = 5
"""In pixels, of a maze that is straightened."""
_PRECISION = 0.1
"""The least share of edges on the lines, beyond what chance would give; the rest is writing."""
_SETTLED = 0.01
"""Movements of less than this, in cells, need no further round."""
_REACH = 0.32
"""How far from its place a wall is sought, in cells."""
_ROUNDS = 3
_MOST_BENT = 1.0
"""The most that a page may be bent, in cells; more is a wall taken for another."""


def lattice_in(level: Array, corners: Array) -> SeenGrid | None:
    """Return the cells of the maze within a frame; None if no grid fits its walls.

    Args:
        level: The ink, as ``ink.levels`` returns it.
        corners: The frame, as ``frames.frames`` returns it.
    """
    corners = _upright(corners)
    sides = [float(np.hypot(*(corners[at] - corners[at - 1]))) for at in range(4)]
    width, height = (sides[1] + sides[3]) / 2, (sides[0] + sides[2]) / 2
    scale = min(1.0, _LONGEST / max(width, height))
    width, height = round(width * scale), round(height * scale)
    if min(width, height) < 8:
        return None
    box = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) + _MARGIN
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), box)
    size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
    soft = cv2.GaussianBlur(level, (0, 0), 0.5 / scale) if scale < 0.9 else level
    # Pixels are squares around their middles.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    straight = cv2.warpPerspective(soft, np.linalg.inv(half) @ matrix @ half, size)
    for side in (straight, straight[::-1], straight.T, straight.T[::-1]):
        side[: _MARGIN - 2] = 0
    lines = fitted(straight, (_MARGIN, _MARGIN + width), (_MARGIN, _MARGIN + height))
    if lines is None:
        return None
    lattice = lattice_of(*lines, np.linalg.inv(matrix))
    is_grid = min(line.precision for line in lines) >= _PRECISION
    if not is_grid or min(lattice.width, lattice.height) < 2 or lattice.pitch() < _SMALLEST_CELL:
        return None
    return _refined(level, lattice)


def lattice_of(across: Lines, down: Lines, matrix: Array | None = None) -> SeenGrid:
    """Return the lattice of lines across and down, with a projection of the whole."""
    straight = np.array(
        [
            [across.pitch, 0, across.first + across.thickness / 2],
            [0, down.pitch, down.first + down.thickness / 2],
            [0, 0, 1],
        ]
    )
    return SeenGrid(
        across.cells,
        down.cells,
        straight if matrix is None else matrix @ straight,
        (across.thickness / across.pitch, down.thickness / down.pitch),
    )


def _upright(corners: Array) -> Array:
    """Return the corners clockwise, beginning with the side that runs most to the right."""
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    sides = np.roll(corners, -1, axis=0) - corners
    return np.roll(corners, -int(np.argmax(sides[:, 0] / np.hypot(*sides.T))), axis=0)


def _refined(level: Array, lattice: SeenGrid) -> SeenGrid:
    """Bend the lattice so that it follows the walls, as paper that is not flat does."""
    for _ in range(_ROUNDS):
        full = tones(level, lattice).wall
        moves = [_moves(level, lattice, full, is_across) for is_across in (False, True)]
        points = [where for where, _ in moves]
        if min(map(len, points)) < 8:
            return lattice
        bend = np.zeros((10, 2)) if lattice.bend is None else lattice.bend.copy()
        for axis, (where, by) in enumerate(moves):
            bend[:, axis] += _fit(lattice.terms(where), by)
        bent = SeenGrid(lattice.width, lattice.height, lattice.matrix, lattice.thickness, bend)
        posts = np.concatenate(points)
        if np.abs(lattice.terms(posts) @ bend).max() > _MOST_BENT:
            return lattice
        moved = max(float(np.abs(by).mean()) for _, by in moves)
        lattice = bent
        if moved < _SETTLED:
            break
    return lattice


def _moves(level: Array, lattice: SeenGrid, full: float, is_across: bool) -> tuple[Array, Array]:
    """Return the middles of walls of one direction, and how far beside them their ink is."""
    width, height = lattice.width, lattice.height
    columns = np.arange(width) + 0.5 if is_across else np.arange(width + 1.0)
    rows = np.arange(height + 1.0) if is_across else np.arange(height) + 0.5
    middles = np.stack(np.meshgrid(columns, rows), axis=2).reshape(-1, 2)
    thickness = lattice.thickness[1 if is_across else 0]
    reach = max(_REACH, min(0.5, thickness / 2 + 0.15))
    steps = np.linspace(-reach, reach, 33)
    move = np.array((0.0, 1.0) if is_across else (1.0, 0.0))
    along = np.array((1.0, 0.0) if is_across else (0.0, 1.0))
    post = lattice.thickness[0 if is_across else 1]
    beside = np.linspace(-0.3, 0.3, 5) * (1 - post)
    points = (
        middles[:, None, None]
        + steps[None, :, None, None] * move
        + beside[None, None, :, None] * along
    )
    ink = sampled(level, lattice.place(points)).mean(axis=2)
    mass = ink.sum(axis=1)
    # A wall, and not two, nor a letter: as much ink as its thickness explains.
    wanted = full * min(thickness, 2 * reach) / (steps[1] - steps[0])
    sure = (ink.max(axis=1) > 0.6 * full) & (mass > 0.5 * wanted) & (mass < 1.7 * wanted + full)
    found = ink[sure]
    return middles[sure], found @ steps / found.sum(axis=1)


def _fit(terms: Array, values: Array) -> Array:
    """Return the coefficients that fit most of the values, small where these say little."""
    weights = np.ones(len(values))
    small = 0.02 * len(values) * np.eye(terms.shape[1])
    small[0, 0] = 0
    for _ in range(4):
        weighted = terms * weights[:, None]
        found: Array = np.linalg.solve(weighted.T @ terms + small, weighted.T @ values)
        off = np.abs(values - terms @ found)
        weights = 1 / np.maximum(1, off / max(0.01, float(np.median(off)))) ** 2
    return found
