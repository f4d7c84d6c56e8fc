"""The words below a film in the terminal: its position, its counts and its captions."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap

from labirinto.animate import Kind, Position, explanation

NARROWEST = 44
"""The fewest columns of a window that the words fit into."""

MARGIN = 1
"""Free columns left and right of the words; all widths here are those of the window."""

_ROOMY = 76
_MAX_LINES = 5

KEYS = (
    ("space", "play or pause; at the end, start again"),
    ("→ ←", "one step forward, back (also . and ,)"),
    ("] [", "twenty steps forward, back (also Page Down and Page Up)"),
    ("n p", "next, previous step in which a path, passage or row joins"),
    ("Home End", "beginning, finished maze (also 0 and e)"),
    ("+ -", "faster, slower (also ↑ and ↓)"),
    ("? h", "show or hide this help"),
    ("q", "quit (also Esc and Ctrl-C)"),
)

_ARROWS = str.maketrans({"→": ">", "←": "<", "↑": "Up", "↓": "Down"})


class Words:
    """The words below a film of an algorithm.

    Args:
        algorithm: A name in ``FILMS``.
        command: The command that makes its maze again.
        ascii_only: Whether the terminal only has ASCII characters.
    """

    def __init__(self, algorithm: str, command: str, *, ascii_only: bool = False) -> None:
        self._ascii_only = ascii_only
        self._captions = {
            number: (f"{number}. {text}",) for number, text in explanation(algorithm).items()
        }
        last = (
            "The maze is complete. The algorithm wilson makes its large mazes in this way."
            if algorithm == "wilson-walls"
            else "The maze is complete. Its command is:"
        )
        self._last = (last, command)

    def height(self, columns: int) -> int:
        """Returns the number of lines that the words need."""
        captions = [*self._captions.values(), self._last]
        return 2 + max(len(_wrapped(caption, columns)) for caption in captions)

    def window(self, picture: tuple[int, int]) -> tuple[int, int]:
        """Returns the columns and lines of the smallest window for a picture."""
        columns = max(picture[0], NARROWEST)
        return columns, picture[1] + self.height(columns)

    def state(self, position: Position, columns: int, *, playing: bool, speed: float) -> str:
        """Returns the line with the position and the speed."""
        at, last = position.at, len(position.film) - 1
        sign = (">" if playing else "=") if self._ascii_only else ("►" if playing else "‖")
        if columns < _ROOMY:
            return f"{sign} {at:,}/{last:,}  {speed:,g}/s  ? keys  q quit"
        left = f"{sign} step {at:,} of {last:,}  "
        right = f"  {speed:,g} a second   ? keys   q quit"
        room = max(0, min(columns, 120) - 2 * MARGIN - len(left) - len(right))
        full = room * at // last if last else room
        done, rest = ("=", "-") if self._ascii_only else ("━", "─")
        return f"{left}{done * full}{rest * (room - full)}{right}"

    def counts(self, position: Position, columns: int) -> str:
        """Returns the line with the counts."""
        walked, erased = f"{position.walked:,}", f"{position.erased:,}"
        joined = f"{position.joined:,}", f"{position.to_join:,}"
        walks = position.film.has(Kind.MOVED)
        loops = position.film.has(Kind.STARTED)
        if columns < _ROOMY:
            parts = [f"joined {joined[0]}/{joined[1]}"]
            parts += [f"walked {walked}"] * walks + [f"loops {erased}"] * loops
            return "  ".join(parts)
        places = "corners" if position.film.on_walls else "cells"
        parts = [f"{places} joined: {joined[0]} of {joined[1]}"]
        parts += [f"steps walked: {walked}"] * walks + [f"loops erased: {erased}"] * loops
        return "   ".join(parts)

    def caption(self, position: Position, columns: int) -> tuple[str, ...]:
        """Returns the sentence for the current step; at the end, the command for the maze."""
        # Without docstrings (python -OO) there is no explanation.
        paragraphs = self._last if position.is_last else self._captions.get(position.number, ())
        return _wrapped(paragraphs, columns)

    @staticmethod
    def too_small(size: tuple[int, int], needed: tuple[int, int], columns: int) -> list[str]:
        """Returns the message that the window has become too small."""
        text = (
            f"The {size[0]}x{size[1]} maze needs {needed[0]} columns and {needed[1]} lines. Make "
            "the window larger, or press q to quit."
        )
        return wrap(text, max(1, columns - 2 * MARGIN))

    def help(self, columns: int) -> list[str]:
        """Returns the list of keys."""
        lines = ["Keys", ""]
        for keys, meaning in KEYS:
            first, *rest = wrap(meaning, max(20, columns - 2 * MARGIN - 11))
            lines += [f"{keys:9}  {first}", *(f"{'':9}  {text}" for text in rest)]
        return [line.translate(_ARROWS) for line in lines] if self._ascii_only else lines


@lru_cache(maxsize=64)
def _wrapped(paragraphs: tuple[str, ...], columns: int) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in paragraphs:
        room = columns - 2 * MARGIN
        lines += wrap(paragraph, room, max_lines=_MAX_LINES, placeholder=" ...")
    return tuple(lines)
