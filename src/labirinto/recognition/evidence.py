"""The evidence of a picture at each place of a wall, sampled in its own pixels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from labirinto.recognition.colours import Array
from labirinto.recognition.lattice import SeenGrid

_SAMPLES = 1 << 18
"""Taken at a time."""
_MIDDLE = 0.72
"""The share of a wall, between its posts, that is looked at."""
_CENTRES = 1 << 14
"""Cells whose middles are looked at."""
ROOM = 0.12
"""How far a wall may be beside its place, in cells."""
_ACROSS = (-1.0, -0.5, 0.0, 0.5, 1.0)


class Tones(NamedTuple):
    """The ink of walls and of floor, from 0 to 255.

    Between thick walls the floor is not white, since a narrow corridor is blurred.
    """

    wall: float
    floor: float

    def at(self, share: float) -> float:
        """Return the ink at a share of the distance from floor to wall."""
        return self.floor + share * (self.wall - self.floor)


def tones(level: Array, lattice: SeenGrid) -> Tones:
    """Return the ink of most places on the frame, and that in the middle of most cells."""
    south, east = inks(level, lattice, frame_only=True)
    frame = np.concatenate((south.ravel(), east.ravel()))
    step = 1 + lattice.width * lattice.height // _CENTRES
    at = np.arange(0, lattice.width * lattice.height, step)
    cells = np.stack((at % lattice.width, at // lattice.width), axis=1) + 0.5
    floor = np.median(sampled(level, lattice.place(cells)))
    return Tones(float(np.percentile(frame, 60)), float(floor))


def cover(
    level: Array,
    lattice: SeenGrid,
    bound: float,
    *,
    frame_only: bool = False,
    room: float = ROOM,
) -> tuple[Array, Array]:
    """Return what share of each wall's length has more ink than a bound.

    Args:
        level: The ink, ``uint8[y, x]``.
        lattice: The cells.
        bound: The least ink that counts.
        frame_only, room: As for ``inks``.

    Returns:
        The shares at the places of walls above each row and below the last, ``float32[height + 1,
        width]``, and at those left of each column and right of the last, ``float32[height, width +
        1]``.
    """
    across, down = inks(level, lattice, frame_only=frame_only, room=room)
    return (
        (across >= bound).mean(axis=2, dtype=np.float32),
        (down >= bound).mean(axis=2, dtype=np.float32),
    )


def inks(
    level: Array, lattice: SeenGrid, *, frame_only: bool = False, room: float = ROOM
) -> tuple[Array, Array]:
    """Return the ink at places along each wall, ``[row, column, place]``: the most across it.

    Args:
        level: The ink, ``uint8[y, x]``.
        lattice: The cells.
        frame_only: Whether only the frame is looked at.
        room: How far a wall may be beside its place, in cells.
    """
    width, height = lattice.width, lattice.height
    rows = [0, height] if frame_only else range(height + 1)
    columns = [0, width] if frame_only else range(width + 1)
    pitch = lattice.pitch()
    south = _sampled(level, lattice, np.arange(width), np.array(rows), True, pitch, room)
    east = _sampled(level, lattice, np.array(columns), np.arange(height), False, pitch, room)
    return south, east


def _sampled(
    level: Array,
    lattice: SeenGrid,
    columns: Array,
    rows: Array,
    is_across: bool,
    pitch: float,
    room: float,
) -> Array:
    along, across = _offsets(lattice, is_across, pitch, room)
    result = np.empty((len(rows), len(columns), len(along)), np.uint8)
    step = max(1, _SAMPLES // (len(columns) * len(along) * len(across)))
    for first in range(0, len(rows), step):
        part = rows[first : first + step]
        x = columns[None, :, None, None] + (0.5 + along[:, None] if is_across else across[None, :])
        y = part[:, None, None, None] + (across[None, :] if is_across else 0.5 + along[:, None])
        points = np.stack(np.broadcast_arrays(x, y), axis=-1)
        result[first : first + step] = sampled(level, lattice.place(points)).max(axis=-1)
    return result


def _offsets(lattice: SeenGrid, is_across: bool, pitch: float, room: float) -> tuple[Array, Array]:
    """Return the places along a wall and across it, in cells from its middle."""
    # A wall across lies between posts as thick as the walls down, and the other way round.
    post, thickness = lattice.thickness if is_across else lattice.thickness[::-1]
    # Half a pixel less, since what is between two pixels is sampled as their mixture.
    reach = max(0.0, _MIDDLE * (1 - post) / 2 - 0.5 / pitch)
    count = int(min(max(2 * round(reach * pitch) // 2 * 2 + 1, 3), 13))
    # A thin line may be some pixels off its place; in a thick wall only its middle is certain.
    room = min(room, (1 - thickness) / 2)
    if pitch < 6:
        room = 0.0
    return np.linspace(-reach, reach, count), room * np.array(_ACROSS if room else (0.0,))


def sampled(level: Array, places: Array) -> Array:
    """Return the levels or colours at places in the picture, ``uint8``.

    Between pixels they are mixed.
    """
    height, width = level.shape[:2]
    x = np.clip(places[..., 0] - 0.5, 0, width - 1)
    y = np.clip(places[..., 1] - 0.5, 0, height - 1)
    left, top = (
        np.minimum(x.astype(np.intp), max(width - 2, 0)),
        np.minimum(y.astype(np.intp), max(height - 2, 0)),
    )
    right, low = (x - left).astype(np.float32), (y - top).astype(np.float32)
    if level.ndim > 2:
        right, low = right[..., None], low[..., None]
    flat = level.reshape(height * width, *level.shape[2:])
    at = top * width + left
    upper = flat.take(at, axis=0) * (1 - right) + flat.take(at + min(1, width - 1), axis=0) * right
    below = width if height > 1 else 0
    lower = (
        flat.take(at + below, axis=0) * (1 - right)
        + flat.take(at + below + min(1, width - 1), axis=0) * right
    )
    mixed: Array = np.rint(upper * (1 - low) + lower * low).astype(np.uint8)
    return mixed
