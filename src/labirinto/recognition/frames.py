"""The frames of mazes in a picture: four straight sides, at any angle."""

from __future__ import annotations

import cv2
import numpy as np

from labirinto.recognition.colours import Array

_LEAST = 0.12
"""The least length of a maze, as a share of the largest drawing in the picture."""
_PLAIN = 0.06
"""How far from its outline a mere frame has ink, as a share of its size."""
_SAMPLES = 120
"""Places on a side at which the frame's edge is sought."""


def frames(level: Array) -> list[Array]:
    """Return the corners of what may be mazes, ``float64[4, 2]`` each, the largest first.

    Args:
        level: The ink, as ``ink.levels`` returns it.
    """
    mask = (level >= 128).view(np.uint8)
    found = []
    for hull in outlines(level):
        corners = _quadrilateral(hull)
        if corners is not None:
            found.append(_sharpened(mask, corners))
    return [corners for corners in found if corners is not None]


def outlines(level: Array) -> list[Array]:
    """Return the convex outlines of large drawings, ``float64[n, 2]`` each, the largest first."""
    mask = (level >= 128).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    sizes = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    sizes[0] = 0
    longest = sizes.max(initial=0)
    order = [int(at) for at in np.argsort(-sizes) if sizes[at] >= max(12, _LEAST * longest)][:40]
    pieces = []
    for at in order:
        left, top, width, height = stats[at, :4].tolist()
        part = (labels[top : top + height, left : left + width] == at).view(np.uint8)
        hull: Array = cv2.convexHull(cv2.findNonZero(part))[:, 0].astype(np.float64)
        if not _is_plain(part, hull):
            pieces.append(hull + np.array((left, top)))
    return _joined(pieces)


def _is_plain(part: Array, hull: Array) -> bool:
    """Check whether ink is only along the outline: a line around something, or an edge of paper."""
    middle = (hull.max(axis=0) + hull.min(axis=0)) / 2
    inner = middle + (hull - middle) * (1 - 2 * _PLAIN)
    area = np.zeros_like(part)
    cv2.fillConvexPoly(area, np.rint(inner).astype(np.int32), 1)
    inside = int(np.count_nonzero(area & part))
    return inside <= 0.02 * int(np.count_nonzero(part))


def _joined(hulls: list[Array]) -> list[Array]:
    """Join the outlines of pieces of one maze, which lie in each other's."""
    groups: list[Array] = []
    for hull in hulls:
        for at, group in enumerate(groups):
            if _overlap(group, hull) > 0.1:
                both = np.concatenate((group, hull)).astype(np.float32)
                groups[at] = cv2.convexHull(both)[:, 0].astype(np.float64)
                break
        else:
            groups.append(hull)
    return groups if len(groups) == len(hulls) else _joined(groups)


def _overlap(first: Array, second: Array) -> float:
    """Return the common area of two outlines, as a share of the smaller."""
    areas = [cv2.contourArea(hull.astype(np.float32)) for hull in (first, second)]
    if min(areas) <= 0:
        return 0.0
    common, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(common / min(areas))


def _quadrilateral(hull: Array) -> Array | None:
    """Return the four sides that enclose an outline most tightly."""
    length = cv2.arcLength(hull.astype(np.float32), True)
    points = cv2.approxPolyDP(hull.astype(np.float32), 0.004 * length, True)[:, 0]
    corners = [np.array(point, np.float64) for point in points]
    while len(corners) > 4:
        best: tuple[float, int, Array] | None = None
        for at in range(len(corners)):
            before, first = corners[at - 1], corners[at]
            second, after = corners[(at + 1) % len(corners)], corners[(at + 2) % len(corners)]
            met = _met(before, first, after, second)
            if met is None:
                continue
            added = abs(float(_cross(second - first, met - first))) / 2
            if best is None or added < best[0]:
                best = added, at, met
        if best is None:
            return None
        _, at, met = best
        corners[at] = met
        del corners[(at + 1) % len(corners)]
    return np.array(corners) if len(corners) == 4 else None


def _cross(first: Array, second: Array) -> float:
    return float(first[0] * second[1] - first[1] * second[0])


def _met(before: Array, first: Array, after: Array, second: Array) -> Array | None:
    """Return where the line from before through first meets that from after through second."""
    one, other = first - before, second - after
    turn = _cross(one, other)
    if abs(turn) < 1e-9:
        return None
    along = _cross(after - before, other) / turn
    # Beyond both, or the sides would not close.
    if along <= 1 or _cross(before - after, one) / -turn <= 1:
        return None
    return before + along * one


def _sharpened(mask: Array, corners: Array) -> Array | None:
    """Return the corners where lines along the four outer edges of the ink meet.

    Openings, an arrow that touches the frame, and specks beside it are outvoted.
    """
    lines = []
    middle = corners.mean(axis=0)
    size = float(min(np.hypot(*(corners[at] - corners[at - 1])) for at in range(4)))
    if size < 8:
        return None
    for at in range(4):
        begin, end = corners[at], corners[(at + 1) % 4]
        shares = np.linspace(0.02, 0.98, _SAMPLES)[:, None]
        feet = begin + shares * (end - begin)
        inward = np.array((begin[1] - end[1], end[0] - begin[0]))
        inward /= np.hypot(*inward)
        if inward @ (middle - begin) < 0:
            inward = -inward
        steps = np.arange(-0.03 * size - 3, 0.06 * size + 3, 0.5)
        places = feet[:, None] + steps[None, :, None] * inward
        x = np.rint(places[..., 0] - 0.5).astype(int)
        y = np.rint(places[..., 1] - 0.5).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
        seen = np.zeros(x.shape, bool)
        seen[inside] = mask[y[inside], x[inside]] > 0
        hit = seen.any(axis=1)
        if hit.sum() < _SAMPLES // 4:
            return None
        lines.append(_line(places[np.arange(_SAMPLES), seen.argmax(axis=1)][hit]))
    found = []
    for at in range(4):
        (point, direction), (other, across) = lines[at - 1], lines[at]
        turn = _cross(direction, across)
        if abs(turn) < 0.3:
            return None
        found.append(point + direction * _cross(other - point, across) / turn)
    return np.array(found)


def _line(points: Array) -> tuple[Array, Array]:
    """Return a point on the line through most of the points, and its direction."""
    kept = points
    for _ in range(6):
        x, y, px, py = cv2.fitLine(kept.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        point, direction = np.array((px, py), np.float64), np.array((x, y), np.float64)
        apart = np.abs(_apart(points, point, direction))
        bound = max(0.6, 2.5 * float(np.median(apart)))
        nearer = points[apart <= bound]
        if len(nearer) == len(kept):
            break
        kept = nearer
    return point, direction


def _apart(points: Array, point: Array, direction: Array) -> Array:
    off = points - point
    apart: Array = direction[0] * off[:, 1] - direction[1] * off[:, 0]
    return apart
