"""How many strokes lines take at least."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[float, float]


def fewest(lines: Iterable[tuple[Point, Point]]) -> int:
    """Half of the points of each connected piece where an odd number of lines meet, or one."""
    around: dict[Point, list[Point]] = {}
    for one, other in lines:
        around.setdefault(one, []).append(other)
        around.setdefault(other, []).append(one)
    count = 0
    while around:
        front, odd = [next(iter(around))], 0
        while front:
            beside = around.pop(front.pop(), None)
            if beside is not None:
                odd += len(beside) % 2
                front += beside
        count += max(1, odd // 2)
    return count
