"""What was done, as a table: docs/fuzzing.md."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

FUZZ = Path(__file__).resolve().parent

HEAD = """\
# Fuzzing

Written by `python fuzz/run.py`; `fuzz/README.md` describes how it works. The goal is 10
million inputs for targets in C++ and 1 million for targets in Python. Inputs are those executed in
all runs together; other columns are the maximum of any run. Inputs a second are wall-clock time on
two cores shared with other work.

| target | inputs | a second | code reached (edges) | kept inputs | slowest input (ms) | \
most memory |
|---|--:|--:|--:|--:|--:|--:|
"""

FOOT = """
The slowest input is in processor time, including sanitizers or instrumentation; Python targets
report it from 5 ms. Memory is the peak allocated for one input in C++, and that of the whole
process in Python.
"""


def write_report(names: Iterable[str], notes: Path, corpus: Path, target: Path) -> None:
    """Write the page.

    Args:
        names: Of the targets.
        notes: The folder with the notes on the runs.
        corpus: The folder with the kept inputs.
        target: The page.
    """
    lines = [_line(name, notes / f"{name}.json", corpus / name) for name in names]
    found = (FUZZ / "found.md").read_text(encoding="utf-8")
    target.write_text(HEAD + "".join(lines) + FOOT + "\n" + found, encoding="utf-8")


def _line(name: str, notes: Path, corpus: Path) -> str:
    runs = json.loads(notes.read_text()) if notes.exists() else []
    kept = len(list(corpus.iterdir())) if corpus.exists() else 0
    if not runs:
        return f"| {name} | 0 | | | {kept} | | |\n"
    most = {what: max(run[what] for run in runs) for what in runs[0]}
    inputs = sum(run["inputs"] for run in runs)
    speed = inputs / sum(run["seconds"] for run in runs)
    memory = f"{most['bytes'] / 1000:.0f} kB" if most["bytes"] else f"{most['resident_mb']} MB"
    slowest = f"{most['milliseconds']:.0f}" if most["milliseconds"] else "under 5"
    cells = (name, f"{inputs:,}", f"{speed:,.0f}", most["edges"], kept, slowest, memory)
    return f"| {' | '.join(map(str, cells))} |\n"
