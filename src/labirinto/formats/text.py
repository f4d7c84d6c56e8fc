"""Reading back mazes in box-drawing characters or ASCII."""

from __future__ import annotations

import re

from labirinto.cells import EAST, NORTH, SOUTH, WEST, Cell
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.formats.openings import Opening, ends_at
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
    stride = (width + 7) // 8
    rows = bytearray()
    gaps: list[Opening] = []
    marks: dict[str, Cell] = {}
    for y in range(height):
        floor, below = lines[2 * y + 1], lines[2 * y + 2]
        east = sum(1 << x for x in range(width - 1) if floor[2 * x + 2] != charset.down)
        south = sum(1 << x for x in range(width) if below[2 * x + 1] != charset.across)
        if floor[0] != charset.down:
            gaps.append(((0, y), WEST))
        if floor[2 * width] != charset.down:
            gaps.append(((width - 1, y), EAST))
        for x in range(width):
            marks[floor[2 * x + 1]] = (x, y)
        if y == height - 1:
            gaps += [((x, y), SOUTH) for x in range(width) if south >> x & 1]
            south = 0
        rows += east.to_bytes(stride, "little") + south.to_bytes(stride, "little")
    gaps += [((x, 0), NORTH) for x in range(width) if lines[0][2 * x + 1] != charset.across]
    maze = Maze(width, height, bytes(rows), recipe=recipe)
    # A text that is cut off between two lines may end in a row with just two passages down.
    goes_on = any(charset.corners.index(corner) & 4 for corner in lines[-1][::2])
    unsure = charset is ASCII and recipe is None
    if gaps and (goes_on or (unsure and {way for _, way in gaps} == {SOUTH})):
        raise FileFormatError("the text is cut off: its last lines are missing.")
    if len(gaps) not in (0, 2):
        raise FileFormatError(f"the outer wall has {len(gaps)} openings; it must have two or none.")
    if charset.start in marks and charset.end in marks:
        ends = Ends(marks[charset.start], marks[charset.end], open=bool(gaps))
    elif gaps:
        ends = ends_at(gaps)
    else:
        return maze, None
    try:
        return maze, ends.check(width, height)
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None
