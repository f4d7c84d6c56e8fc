"""Measured in a process of its own, so that its peak of memory is the peak of nothing else.

``fresh.py generate ALGORITHM WIDTH HEIGHT SEED`` or ``fresh.py png WIDTH HEIGHT SEED FILE``; prints
JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from measure import digest, peak_bytes, timed

import labirinto


def generate(algorithm: str, width: int, height: int, seed: int) -> dict[str, Any]:
    """A maze; the bytes are those beyond what the library takes when it is imported."""
    before = peak_bytes()
    seconds, maze = timed(lambda: labirinto.generate(algorithm, width, height, seed=seed))
    grown = peak_bytes() - before
    return {"seconds": seconds, "grown_bytes": grown, "digest": digest(maze.rows)}


def png(width: int, height: int, seed: int, file: str) -> dict[str, Any]:
    """A picture with a pixel for each wall and each floor; the bytes are those beyond the maze."""
    # By Eller's algorithm, whose own memory is too little to hide that of the drawing.
    maze = labirinto.eller(width, height, seed=seed)
    style = labirinto.Style(cell=2, wall=1, margin=0)
    before = peak_bytes()
    seconds, _ = timed(lambda: labirinto.draw(maze, file, style=style))
    grown = peak_bytes() - before
    return {
        "seconds": seconds,
        "grown_bytes": grown,
        "digest": digest(Path(file).read_bytes()),
        "rows_digest": digest(maze.rows),
    }


def main(arguments: list[str]) -> None:
    match arguments:
        case ["generate", algorithm, width, height, seed]:
            report = generate(algorithm, int(width), int(height), int(seed))
        case ["png", width, height, seed, file]:
            report = png(int(width), int(height), int(seed), file)
        case _:
            raise SystemExit(__doc__)
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1:])
