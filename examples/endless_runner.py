"""The rows of an endless runner: they never end, are saved in a file and continue later.

    python examples/endless_runner.py --rows 8
    python examples/endless_runner.py --rows 8      # continues where the last call stopped
    python examples/endless_runner.py --algorithm wilson --file fair.json

The runner falls as far as the maze lets it, one row a beat.  The saved game is the state of the
rows and the runner's column.  No row is made twice or kept, and a player who comes back next year
gets the rows that would have come today.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import labirinto

WIDTH = 19
EAST, SOUTH, WEST = 2, 4, 8


def new_game(algorithm: str, seed: str | None) -> tuple[labirinto.MazeRows, int]:
    """Rows from the first on, and the column where the runner begins."""
    if algorithm == "wilson":  # any maze without end, all with the same probability
        rows = labirinto.generate_rows("wilson", WIDTH, seed=seed)
    else:  # with fewer walls across than down, so that the next passage down is seldom far
        rows = labirinto.generate_rows("eller", WIDTH, seed=seed, join=0.6, drop=0.4)
    return rows, WIDTH // 2


def save(file: Path, rows: labirinto.MazeRows, column: int) -> None:
    """Saves the game; the old file stays until the new one is complete."""
    unfinished = file.with_suffix(".new")
    unfinished.write_text(json.dumps({"rows": rows.state().hex(), "column": column}))
    unfinished.replace(file)


def restore(file: Path) -> tuple[labirinto.MazeRows, int]:
    """The game as it was saved."""
    saved = json.loads(file.read_text())
    return labirinto.MazeRows.restore(bytes.fromhex(saved["rows"])), saved["column"]


def nearest_drop(column: int, exits: tuple[int, ...]) -> int:
    """The nearest column with a passage down that can be reached within the row.

    In a perfect maze without end each row has a passage down.  But the runner may have to go up
    again to reach it; then it jumps a wall.
    """
    first = last = column
    while exits[first] & WEST:
        first -= 1
    while exits[last] & EAST:
        last += 1
    drops = [x for x, cell in enumerate(exits) if cell & SOUTH]
    reached = [x for x in drops if first <= x <= last] or drops
    return min(reached, key=lambda x: abs(x - column))


def picture(column: int, goal: int, exits: tuple[int, ...]) -> str:
    """Two lines of text: the floor of the row with the runner's path, and the walls below it."""
    first, last = sorted((column, goal))
    floor = "".join(
        ("o" if first <= x <= last else " ") + (" " if cell & EAST else "|")
        for x, cell in enumerate(exits)
    )
    below = "".join((" " if cell & SOUTH else "-") + "+" for cell in exits)
    return f"|{floor}\n+{below}"


def main() -> None:
    """Continues the game, or begins one."""
    parser = argparse.ArgumentParser(description="Rows without end, saved and restored.")
    parser.add_argument("--rows", type=int, default=20, help="how many to run through now")
    parser.add_argument("--file", type=Path, default=Path("runner.json"), help="the saved game")
    parser.add_argument("--seed", help="of a new game")
    parser.add_argument("--algorithm", choices=("eller", "wilson"), default="eller")
    given = parser.parse_args()
    if given.file.exists():
        rows, column = restore(given.file)
    else:
        rows, column = new_game(given.algorithm, given.seed)
    print(f"Row {rows.y} on, seed {rows.seed}:")
    for _ in range(given.rows):
        (exits,) = rows.read(1).cells()
        goal = nearest_drop(column, exits)
        print(picture(column, goal, exits))
        column = goal
    save(given.file, rows, column)


if __name__ == "__main__":
    main()
