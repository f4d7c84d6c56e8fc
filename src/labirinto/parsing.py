"""Turns what people type, in a terminal or a form, into sizes, numbers and ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from labirinto._internal.validation import real_number, whole_number
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import Label, as_label
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.maze import Maze
from labirinto.solving import ENDS_KINDS, suggest_ends


def parse_size(text: str) -> tuple[int, int]:
    """``40x30``, as width and height.

    Raises:
        InvalidValueError: For anything else.
    """
    width, height = parse_endless_size(text)
    if height is None:
        endless = ", ".join(it.name for it in ALGORITHMS.values() if it.endless)
        raise InvalidValueError(
            f"The size {text!r} is endless, which only the commands {endless} can make; give a "
            f"height, such as {width}x30."
        )
    return width, height


def parse_endless_size(text: str) -> tuple[int, int | None]:
    """``40x30`` or ``40xinf``, as width and height; the height is None if endless.

    Raises:
        InvalidValueError: For anything else.
    """
    # Digits of all scripts count, and the multiplication sign is as good as the letter.
    match = re.fullmatch(r"\s*(\d{1,300})\s*[xX×]\s*(\d{1,300}|inf|∞)\s*", text)
    if not match:
        raise InvalidValueError(f"The size {text!r} is not WIDTHxHEIGHT, such as 40x30.")
    if not match[2][0].isdigit():
        return check_size(int(match[1]), 1)[0], None
    return check_size(int(match[1]), int(match[2]))


def parse_whole(text: str, name: str) -> int:
    """A whole number, in the digits of any script.

    Raises:
        InvalidValueError: For anything else.
    """
    if not re.fullmatch(r"\s*\+?\d{1,19}\s*", text):
        raise InvalidValueError(f"The {name} {text!r} is not a whole number.")
    return int(text.strip())


def parse_fraction(text: str, name: str) -> float:
    """A number with a decimal point or a decimal comma.

    Raises:
        InvalidValueError: For anything else.
    """
    tidy = text.strip().replace(",", ".").replace("٫", ".")
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", tidy) or len(tidy) > 40:
        raise InvalidValueError(f"{name} is {text!r}; it must be a number from 0 to 1.")
    return float(tidy)


class Whole:
    """A reader of whole numbers within bounds, also with separators of thousands: ``5,000``."""

    def __init__(self, least: int, most: int) -> None:
        self.least: int = least
        self.most: int = most

    def __call__(self, text: str) -> int:
        """Read a text.

        Raises:
            InvalidValueError: If it is no whole number, or out of bounds.
        """
        return whole_number("number", parse_whole(ungrouped(text), "number"), self.least, self.most)


def ungrouped(text: str) -> str:
    """A whole number without separators of thousands, which sentences have."""
    is_grouped = re.fullmatch(r"\s*\d{1,3}([.,٬\s])\d{3}(\1\d{3})*\s*", text)
    return re.sub(r"\D", "", text) if is_grouped else text


def share(text: str) -> float:
    """Read a number from 0 to 1.

    Raises:
        InvalidValueError: For anything else.
    """
    return real_number("share", parse_fraction(text, "share"), 0, 1)


class Choice:
    """A reader of one of some words."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words: tuple[str, ...] = tuple(words)

    def __call__(self, text: str) -> str:
        """Read a text.

        Raises:
            InvalidValueError: If it is none of the words.
        """
        if text not in self.words:
            raise InvalidValueError(f"{text!r} is not one of {', '.join(self.words)}.")
        return text


def parse_mask(text: str, width: int, height: int) -> Rectangle:
    """The grid of a mask in Base64 as recipes hold it, or in the letters that addresses can have.

    Raises:
        InvalidValueError: If it is not a mask of this size.
    """
    from labirinto.grids.packing import unpacked_mask

    width, height = check_size(width, height)
    bits = text.replace("-", "+").replace("_", "/").rstrip("=")
    bits += "=" * (-len(bits) % 4)
    return Rectangle(width, height, unpacked_mask(bits, width, height))


def parse_cells(text: str) -> Ends | None:
    """``0,0-39,29`` or ``3-17``, as two ends; None if it is not of this form."""
    number = r"\s*\d{1,19}\s*"
    cell = rf"{number}(?:,{number}){{0,2}}"
    match = re.fullmatch(rf"({cell})-({cell})", text)
    if not match:
        return None
    start, end = (as_label(map(int, label.split(","))) for label in match.groups())
    return Ends(start, end)


def parse_cell(text: str) -> Label:
    """``3,4``, ``17`` or ``3,4,1``, as a cell.

    Raises:
        InvalidValueError: For anything else.
    """
    if not re.fullmatch(r"\s*\d{1,19}\s*(,\s*\d{1,19}\s*){0,2}", text):
        raise InvalidValueError(f"The cell {text!r} is not x,y, such as 3,4.")
    return as_label(map(int, text.split(",")))


def parse_ends(text: str, kinds: Sequence[str] = ("none", *ENDS_KINDS)) -> Ends | str:
    """Two cells, or else one of some words.

    Raises:
        InvalidValueError: For anything else.
    """
    if text in kinds:
        return text
    if ends := parse_cells(text):
        return ends
    requirement = f"{', '.join(kinds)}, or two cells such as 0,0-39,29"
    raise InvalidValueError(field="ends", value=text, requirement=requirement)


def choose_ends(maze: Maze, text: str, *, apart: bool = False) -> Ends | None:
    """The ends of a maze that a text describes; None for ``none``.

    ``apart`` is that of ``suggest_ends``.

    Raises:
        InvalidValueError: If the maze has no such ends.
    """
    ends = parse_ends(text)
    if isinstance(ends, Ends):
        return ends.check(maze.grid)
    if ends == "random" and maze.recipe is None:
        raise InvalidValueError(
            "Random ends come from the seed of the maze, which is not known here; choose other "
            "ends."
        )
    return None if ends == "none" else suggest_ends(maze, ends, apart=apart)
