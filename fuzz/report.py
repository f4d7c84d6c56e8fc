"""What was done, as a table: docs/fuzzing.md."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

FUZZ = Path(__file__).resolve().parent

HEAD = """\
# Fuzzing

Written by `python fuzz/run.py` from its own notes; `fuzz/README.md` shows how it works. Every target is to be given 10 million inputs if it is in C++, and 1 million if it is in
Python. The inputs are those that were really executed, over all runs together, and the rest is the
most that any run came to. Inputs a second are by the clock on the wall, on two cores shared with
other work.

| target | inputs | a second | code reached (edges) | kept inputs | slowest input (ms) | \
most memory |
|---|--:|--:|--:|--:|--:|--:|
"""

FOOT = """
The slowest input is by the processor's time, sanitizers or instrumentation included; under 5 ms
it is not told in Python. The memory is, in C++, the most that was allocated at once for one input;
in Python, that of the whole process.
"""


def write_report(names: Iterable[str], notes: Path, corpus: Path, target: Path) -> None:
    """Writes the page.

    Args:
        names: of the targets.
        notes: the folder with the notes on the runs.
        corpus: the folder with the kept inputs.
        target: the page.
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
