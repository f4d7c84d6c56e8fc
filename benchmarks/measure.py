"""Time, memory and the machine: what the benchmarks have in common."""

from __future__ import annotations

import datetime
import hashlib
import json
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from process import cores

import labirinto
from labirinto import Maze, _core

Answer = TypeVar("Answer")

ONE_CORE = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
"""Variables of a process in which NumPy does not take all cores for matrices."""


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        what, size: As they are shown.
        seconds: The median.
        cells: What the time is divided by; 0 where that means nothing.
        target: Nanoseconds a cell to stay below, if there is such a target.
        remark: What else was found.
    """

    what: str
    size: str
    seconds: float
    cells: int = 0
    target: float | None = None
    remark: str = ""

    @property
    def ns_a_cell(self) -> float | None:
        return self.seconds * 1e9 / self.cells if self.cells else None


class Table:
    """Rows of Markdown, each printed as soon as it is known."""

    COLUMNS = (
        ("What", 30),
        ("Size", 13),
        ("Median", 10),
        ("ns a cell", 9),
        ("Bare steps a cell", 17),
        ("Target ns a cell", 16),
        ("Remarks", 0),
    )

    def __init__(self, ns_a_step: float) -> None:
        self.ns_a_step = ns_a_step
        self.lines: list[str] = []
        self._print(name for name, _ in self.COLUMNS)
        self._print("-" * max(3, width) for _, width in self.COLUMNS)

    def add(self, row: Row) -> None:
        ns = row.ns_a_cell
        target = ""
        if row.target is not None and ns is not None:
            target = against(ns, row.target)
        self._print(
            (
                row.what,
                row.size,
                in_units(row.seconds),
                "" if ns is None else f"{ns:.2f}",
                "" if ns is None else f"{ns / self.ns_a_step:.2f}",
                target,
                row.remark,
            )
        )

    def _print(self, values: Iterable[str]) -> None:
        padded = (
            f"{value:<{width}}" for value, (_, width) in zip(values, self.COLUMNS, strict=True)
        )
        self.lines.append(f"| {' | '.join(padded)} |")
        print(self.lines[-1], flush=True)


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, with columns as wide as they need."""
    rows = [tuple(head), *map(tuple, lines)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    text = (
        " | ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"| {line} |\n" for line in text) + "\n"


def in_units(seconds: float) -> str:
    """A duration for people: 1.23 ms."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def size_text(width: int, height: int) -> str:
    return f"{width}x{height}"


def against(value: float, target: float) -> str:
    """A target, and whether it is met."""
    return f"{target:g}, {'met' if value <= target else 'missed'}"


def expect(holds: bool, what: str) -> None:
    """Raise if an answer is wrong: how fast it came would then be of no interest."""
    if not holds:
        raise AssertionError(what)


def timed(action: Callable[[], Answer]) -> tuple[float, Answer]:
    """Seconds and the answer."""
    begin = time.perf_counter()
    answer = action()
    return time.perf_counter() - begin, answer


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def expect_perfect(maze: Maze) -> None:
    """Ask the core itself: a maze that was just made only remembers that it should be perfect."""
    rows, width, height = maze.rows, maze.width, maze.height
    expect(not _core.has_stray_bits(rows, width, height), f"{maze!r} has a passage to nowhere")
    expect(maze.grid.core.is_tree(rows), f"{maze!r} is not perfect")
    found = labirinto.census(maze).passages
    expect(found == width * height - 1, f"{maze!r} has {found} passages")


def in_fresh_process(*arguments: object) -> dict[str, Any]:
    """What ``fresh.py`` reports."""
    script = Path(__file__).with_name("fresh.py")
    command = [sys.executable, str(script), *map(str, arguments)]
    finished = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    report: dict[str, Any] = json.loads(finished.stdout)
    return report


def machine() -> list[str]:
    """What the numbers were measured on and with."""
    return [
        f"- Date: {datetime.date.today().isoformat()}",
        f"- Processor: {_processor()}, {cores()} cores",
        f"- System: {platform.system()} {platform.machine()}",
        f"- Python: {platform.python_implementation()} {platform.python_version()}",
        f"- labirinto: {labirinto.__version__}",
    ]


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        found = re.search(r"^model name\s*:\s*(.+)$", information.read_text(), re.MULTILINE)
        if found:
            return found[1].strip()
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()
