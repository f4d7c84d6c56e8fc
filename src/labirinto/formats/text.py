"""Reading back mazes in box-drawing characters or ASCII."""

from __future__ import annotations

import re
from itertools import cycle

from labirinto.cells import SOUTH
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.formats.blocks import rows_of_blocks
from labirinto.formats.openings import check_openings, ends_of
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.path import Ends
from labirinto.recipe import Recipe
from labirinto.render.text import ASCII, BOX, Charset

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_COMMAND = re.compile(r"labirinto ([a-z-]+) (\d+)x(\d+)((?: --[a-z]+ [0-9.e-]+)*) --seed (.+)")


def read_text(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from its lines; a last line with the command that made it gives the recipe.

    Raises:
        FileFormatError: if this is no maze.
    """
    try:
        lines = _ESCAPES.sub("", source.whole().decode()).splitlines()
    except UnicodeDecodeError:
        raise FileFormatError(
            "this is neither a picture nor a text that labirinto wrote."
        ) from None
    lines = [line.rstrip() for line in lines]
    recipe = None
    while lines and not lines[-1]:
        lines.pop()
    if lines and (command := _COMMAND.fullmatch(lines[-1])):
        recipe = _recipe(command)
        lines.pop()
    charset = _charset(lines)
    blocks = _blocks(lines, charset, recipe.width if recipe else None)
    return _maze(blocks, charset, recipe)


def _recipe(command: re.Match[str]) -> Recipe:
    from shlex import split

    options = command[4].split()
    try:
        (seed,) = split(command[5])
        return Recipe(
            command[1],
            int(command[2]),
            int(command[3]),
            seed,
            parameters=tuple(
                (name[2:], float(value))
                for name, value in zip(options[::2], options[1::2], strict=True)
            ),
        )
    except (ValueError, LabirintoError) as error:
        raise FileFormatError(f"its last line cannot be read ({error}).") from None


def _charset(lines: list[str]) -> Charset:
    letters = set().union(*lines)
    for charset in (BOX, ASCII):
        used = {*charset.corners, charset.across, charset.down}
        if letters - {" "} <= used | {charset.dot, charset.start, charset.end}:
            return charset
    raise FileFormatError("this text is no maze that labirinto wrote.")


def _blocks(lines: list[str], charset: Charset, width: int | None) -> list[str]:
    """The lines with one character for each block, in walls of one kind."""
    columns = max(map(len, lines), default=0)
    if len(lines) < 3 or len(lines) % 2 == 0 or columns < 3 or columns % 2 == 0:
        raise FileFormatError("this text is no maze, or some of its lines are missing.")
    lines = [line.ljust(columns) for line in lines]
    if columns % 4 == 1 and width in (None, columns // 4):
        narrow = [
            line[0] + "".join(line[2::4][i] + line[4::4][i] for i in range(columns // 4))
            for line in lines
        ]
        # The characters left out are walls or empty, just like the ones kept between them.
        if all(_is_wide(line, charset) for line in lines):
            return narrow
    if width in (None, columns // 2):
        return lines
    raise FileFormatError("the text is not of the size that its last line tells.")


def _is_wide(line: str, charset: Charset) -> bool:
    return all(
        left == right == (charset.across if middle == charset.across else " ")
        for left, middle, right in zip(line[1::4], line[2::4], line[3::4], strict=True)
    )


def _maze(lines: list[str], charset: Charset, recipe: Recipe | None) -> tuple[Maze, Ends | None]:
    width, height = len(lines[0]) // 2, len(lines) // 2
    if recipe and (recipe.width, recipe.height) != (width, height):
        raise FileFormatError("the text is not of the size that its last line tells.")
    rows, gaps = rows_of_blocks(
        [
            bytes(letter == wall for letter in line)
            for line, wall in zip(lines, cycle((charset.across, charset.down)), strict=False)
        ]
    )
    maze = Maze(width, height, rows, recipe=recipe)
    if not set(lines[-1][::2]) <= set(charset.corners):
        raise FileFormatError("the text is damaged: in its last line are no corners of walls.")
    # A text that is cut off between two lines may end in a row with just two passages down.
    goes_on = any(charset.corners.index(corner) & 4 for corner in lines[-1][::2])
    unsure = charset is ASCII and recipe is None
    if gaps and (goes_on or (unsure and {way for _, way in gaps} == {SOUTH})):
        raise FileFormatError("the text is cut off: its last lines are missing.")
    check_openings(len(gaps))
    marks = {
        letter: (x, y)
        for y, line in enumerate(lines[1::2])
        for x, letter in enumerate(line[1::2])
        if letter != " "
    }
    start, end = marks.get(charset.start), marks.get(charset.end)
    return maze, ends_of(gaps, width, height, start, end)
