"""Checks of values that books and worksheets share."""

from __future__ import annotations

from labirinto.ends import Ends, EndsLike, as_ends
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import check_size
from labirinto.maze import Maze
from labirinto.solving import suggest_ends

LONGEST_TITLE = 200
MOST_LINES = 12

Size = tuple[int, int]


def check_sides(name: str, size: object) -> Size | None:
    """The size of mazes of a book; None for none.

    Raises:
        InvalidValueError: If it is no size, or that of a single cell.
    """
    if size is None:
        return None
    if not isinstance(size, tuple | list) or len(size) != 2:
        requirement = "a width and a height in cells"
        raise InvalidValueError(field=name, value=size, requirement=requirement)
    width, height = check_size(*size)
    if width * height == 1:
        raise InvalidValueError("A maze of one cell has no start and end; use a larger maze.")
    return width, height


def check_title(title: object, name: str = "title", longest: int = LONGEST_TITLE) -> str:
    """A title, or another text without breaks, with single spaces.

    Raises:
        InvalidValueError: If it is not a text, or too long.
    """
    if not isinstance(title, str):
        raise InvalidValueError(field=name, value=title, requirement="a text")
    tidy = " ".join(title.split())
    if len(tidy) > longest:
        raise InvalidValueError(f"The {name} has {len(tidy)} characters; use at most {longest}.")
    return tidy


def check_lines(name: str, text: object) -> str:
    """A text of several lines, which may be separated by ``\\n`` as it is typed in a terminal.

    Raises:
        InvalidValueError: If it is not a text, or has too many or too long lines.
    """
    lines = text.replace("\\n", "\n").split("\n") if isinstance(text, str) else [text]
    if len(lines) > MOST_LINES:
        raise InvalidValueError(f"The {name} has {len(lines)} lines; use at most {MOST_LINES}.")
    return "\n".join(check_title(line, name) for line in lines)


def ends_on_paper(maze: Maze, ends: EndsLike | str | None) -> Ends | None:
    """Ends, two cells, or the kind of ends that ``suggest_ends`` chooses, as ends of a maze.

    Raises:
        InvalidValueError: If they are none of these, or the maze has no such ends.
    """
    if isinstance(ends, str):
        ends = suggest_ends(maze, ends, apart=True)
    found = as_ends(ends)
    return found and found.check(maze.grid)
