"""The rows of an endless runner: new ones for ever, saved in a file and gone on with later.

    python examples/endless_runner.py --rows 8
    python examples/endless_runner.py --rows 8      # goes on where the last call stopped

The runner falls as far as the maze lets it, one row a beat.  What is saved is the game: the state
of the rows, and where the runner is.  No row is ever made twice, none is kept, and a player who
comes back next year meets the very rows that would have come today.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import labirinto

WIDTH = 19


def new_game(seed: str | None) -> tuple[labirinto.EllerRows, int]:
    """Rows from the first on, and the column where the runner begins."""
    # Fewer walls across than down, so that a runner seldom has to go far for the next way down.
    return labirinto.eller_rows(WIDTH, seed=seed, join=0.6, drop=0.4), WIDTH // 2


def save(file: Path, rows: labirinto.EllerRows, column: int) -> None:
    """Writes the game down, so that the old file is there until the new one is whole."""
    unfinished = file.with_suffix(".new")
    unfinished.write_text(json.dumps({"rows": rows.state().hex(), "column": column}))
    unfinished.replace(file)


def restore(file: Path) -> tuple[labirinto.EllerRows, int]:
    """The game as it was saved."""
    saved = json.loads(file.read_text())
    return labirinto.EllerRows.restore(bytes.fromhex(saved["rows"])), saved["column"]


def passages(block: labirinto.RowBlock) -> Iterator[tuple[list[bool], list[bool]]]:
    """For every row, whether there is a passage east, and one south, of each cell."""
    stride = (block.width + 7) // 8
    for at in range(0, len(block.rows), 2 * stride):
        planes = (block.rows[at : at + stride], block.rows[at + stride : at + 2 * stride])
        east, south = (
            [bool(plane[x // 8] >> x % 8 & 1) for x in range(block.width)] for plane in planes
        )
        yield east, south


def nearest_way_down(column: int, east: list[bool], south: list[bool]) -> int:
    """The nearest column with a passage down that can be reached within the row.

    There is always one: from each set of cells that are joined so far, Eller's algorithm leads
    down at least once.  It may have to be reached by going up again, though; then the runner
    jumps a wall.
    """
    reached = {column}
    x = column
    while x + 1 < len(east) and east[x]:
        x += 1
        reached.add(x)
    x = column
    while x and east[x - 1]:
        x -= 1
        reached.add(x)
    ways = [x for x in reached if south[x]] or [x for x in range(len(south)) if south[x]]
    return min(ways, key=lambda x: abs(x - column))


def picture(column: int, goal: int, east: list[bool], south: list[bool]) -> str:
    """Two lines of text: the floor of the row with the runner's way, and the walls below it."""
    first, last = sorted((column, goal))
    floor = "".join(
        ("o" if first <= x <= last else " ") + (" " if is_open else "|")
        for x, is_open in enumerate(east)
    )
    below = "".join((" " if is_open else "-") + "+" for is_open in south)
    return f"|{floor}\n+{below}"


def main() -> None:
    """Goes on with the game, or begins one."""
    parser = argparse.ArgumentParser(description="Rows without end, saved and restored.")
    parser.add_argument("--rows", type=int, default=20, help="how many to run through now")
    parser.add_argument("--file", type=Path, default=Path("runner.json"), help="the saved game")
    parser.add_argument("--seed", help="of a new game")
    given = parser.parse_args()
    rows, column = restore(given.file) if given.file.exists() else new_game(given.seed)
    print(f"Row {rows.y} on, seed {rows.seed}:")
    for _ in range(given.rows):
        for east, south in passages(rows.read(1)):
            goal = nearest_way_down(column, east, south)
            print(picture(column, goal, east, south))
            column = goal
    save(given.file, rows, column)


if __name__ == "__main__":
    main()
