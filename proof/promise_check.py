"""Checks all that ``tests/data/golden.json`` pins, by 1 to 7 threads, and reports what is right.

Needs nothing but the package, so that it can be run in any build of it.  Prints JSON: for every
section of the file the numbers of entries that are right by every number of threads, and of all.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import golden_records

MAX_THREADS = 7
BY_THREADS = {"mazes", "strips", "batches"}


def main() -> None:
    kept = golden_records.read()
    counts = {}
    for section, entries in kept.items():
        threads = range(1, MAX_THREADS + 1) if section in BY_THREADS else [1]
        right = [
            name
            for name, one in entries.items()
            if all(golden_records.remade(kept, section, name, n) == one for n in threads)
        ]
        counts[section] = [len(right), len(entries)]
    json.dump(counts, sys.stdout)


if __name__ == "__main__":
    main()
