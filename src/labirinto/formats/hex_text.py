"""A hexadecimal digit a cell, the closed walls: the files of A-Maze-ing, a project of school 42.

Source: published solutions of the project, which agree; some have a blank after the comma.
"""

from __future__ import annotations

import re
import warnings
from itertools import takewhile
from typing import BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError, NoPathError, UnsureWarning, shown
from labirinto.formats._closed import EXITS, SIDES, agreed_rows, lines_of
from labirinto.grids.rectangle import EXIT_BITS, OUTSIDE, STEPS, Cell
from labirinto.maze import Maze
from labirinto.solving import solve

_DIGITS = bytes(b"0123456789ABCDEF"[closed] for closed in EXITS)


def check_hex(drawing: Drawing) -> None:
    """Check that no cell looks like one outside: those have walls on all sides in such a file."""
    maze = drawing.maze
    exits = maze.cells().tobytes()
    closed = exits.count(0)
    if closed and closed != len(exits):
        x, y = exits.index(0) % maze.width, exits.index(0) // maze.width
        raise InvalidValueError(
            f"The cell {x},{y} has no passage, and hex.txt files leave out such cells; choose NPZ "
            "or JSON."
        )


def write_hex(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a line for each row; after an empty line the ends as x,y, and the path as N, E, S, W.

    A digit is the sum of N=1, E=2, S=4, W=8 for the walls of a cell; cells outside the mask have
    all four.  Without ends the rows are all.  There is no room for the recipe, nor for openings.
    """
    maze, ends = drawing.maze, drawing.ends_of_path()
    digits = maze.cells().tobytes().translate(_DIGITS)
    for at in range(0, len(digits), maze.width):
        stream.write(digits[at : at + maze.width] + b"\n")
    if ends:
        cells = "".join(f"{x},{y}\n" for x, y in ends)
        stream.write(f"\n{cells}{_directions(drawing, ends)}\n".encode())


def _directions(drawing: Drawing, ends: Ends) -> str:
    """Return the path from entry to exit, which such a file always has; empty if there is none."""
    try:
        return (drawing.path or solve(drawing.maze, *ends)).directions
    except NoPathError:
        return ""


def read_hex(source: Source) -> tuple[Maze, Ends | None]:
    """Read rows of digits, entry and exit; cells with four walls are outside the mask.

    Warns:
        UnsureWarning: If the path is missing, goes through a wall, does not lead to the exit, or is
            not a shortest one.

    Raises:
        FileFormatError: If this is not a maze, two cells disagree about a wall, or the border is
            open.
    """
    lines = lines_of(source)
    numbered = list(enumerate(lines, start=1))
    rows_given = takewhile(lambda it: it[1], numbered)
    exits = [_exits(number, line, len(lines[0])) for number, line in rows_given]
    if any(map(any, exits)):
        exits = [row.replace(b"\0", bytes([OUTSIDE])) for row in exits]
    rows, mask = agreed_rows(exits, lambda x, y: (y + 1, f"{x},{y}"))
    maze = Maze(len(lines[0]), len(exits), rows, mask=mask)
    return maze, _ends(maze, [it for it in numbered[len(exits) :] if it[1]])


def _exits(number: int, line: str, width: int) -> bytes:
    """Return the passages of a row, a byte a cell."""
    if strange := re.search("[^0-9A-Fa-f]", line):
        raise FileFormatError(
            f"line {number} has {strange[0]!r}, which is not a hexadecimal digit."
        )
    if len(line) != width:
        raise FileFormatError(f"line {number} has {len(line)} digits, and line 1 has {width}.")
    return bytes(int(digit, 16) for digit in line).translate(EXITS)


_CELL = re.compile(r"\s*(\d{1,10})\s*,\s*(\d{1,10})")


def _ends(maze: Maze, lines: list[tuple[int, str]]) -> Ends | None:
    """Return the entry and the exit of the lines after the rows, and check the path."""
    if not lines:
        return None
    if len(lines) == 1:
        raise FileFormatError(f"line {lines[0][0]} is the last one; the exit x,y is missing.")
    if len(lines) > 3:
        raise FileFormatError(f"line {lines[3][0]} follows the path; nothing may be there.")
    entry, exit_ = (
        _cell(maze, number, line, name)
        for (number, line), name in zip(lines, ("entry", "exit"), strict=False)
    )
    if entry == exit_:
        raise FileFormatError(f"line {lines[1][0]}: the exit is the cell of the entry.")
    ends = Ends(entry, exit_)
    path = lines[2] if len(lines) == 3 else (0, "")
    if fault := _fault(maze, ends, *path):
        turned = Ends(entry[::-1], exit_[::-1])
        if all(cell in maze.grid for cell in turned) and not _fault(maze, turned, *path):
            fault += "; it is right if y comes before x in the entry and the exit"
        warnings.warn(UnsureWarning(fault, 1.0), stacklevel=2)
    return ends


def _cell(maze: Maze, number: int, line: str, name: str) -> Cell:
    match = _CELL.fullmatch(line)
    if not match:
        raise FileFormatError(f"line {number} is {shown(line)}; it must be the {name} x,y.")
    cell = int(match[1]), int(match[2])
    if cell not in maze.grid:
        raise FileFormatError(
            f"line {number}: the {name} {cell[0]},{cell[1]} is outside the maze, or has walls on "
            "all sides."
        )
    return cell


def _fault(maze: Maze, ends: Ends, number: int, directions: str) -> str:
    """Return what is wrong with the path in a line; empty if nothing is."""
    if strange := re.search("[^NESW]", directions):
        raise FileFormatError(
            f"line {number}: step {strange.start() + 1} of the path is {strange[0]!r}, and not one "
            "of N, E, S, W."
        )
    (x, y), exits, the_path = ends.start, maze.cells().tobytes(), f"the path in line {number}"
    for step, letter in enumerate(directions, start=1):
        move = "ESWN".index(letter)
        if not exits[y * maze.width + x] & EXIT_BITS[move]:
            wall = f"the wall {SIDES[move]} of {x},{y}"
            return f"{the_path} goes through {wall} at step {step}"
        x, y = x + STEPS[move][0], y + STEPS[move][1]
    try:
        shortest = solve(maze, *ends).steps
    except NoPathError:
        shortest = 0
    if not directions:
        return f"the path is missing; a shortest one has {shortest} steps" if shortest else ""
    if (x, y) != ends.end:
        return f"{the_path} leads to {x},{y}, and not to the exit {ends.end[0]},{ends.end[1]}"
    if len(directions) > shortest:
        return f"{the_path} has {len(directions)} steps, and a shortest one has {shortest}"
    return ""
