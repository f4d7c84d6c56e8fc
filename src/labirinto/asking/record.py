"""The records of fields."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from labirinto._internal.progress import Progress
from labirinto.maze import Maze
from labirinto.parsing import Whole

LONGEST = 400
"""Characters of the text of a field in an address, unless its record has others."""

Completion = Iterable[str] | str | Callable[[Mapping[str, Any]], Iterable[str]]


def gettext(text: str) -> str:
    """Mark a text for translation; it is translated when it is shown."""
    return text


Counted = tuple[str, str]
"""A text in English for one thing, and for more."""


def ngettext(one: str, more: str) -> Counted:
    """Mark a text that depends on a number for translation."""
    return one, more


class Input(NamedTuple):
    """A field in the forms and the addresses of the page.

    Attributes:
        read: Turns its text into its value.
        problem: The sentence below it if its text is invalid.
        label: What it is called, where no template does.
        hint: What is written below it once it has a value.
        choices: Values to choose from, each with a text; without any it is a slider.
        longest: Characters of its text.
        is_typed: Whether it is a number that people type, so that they see it in their digits.
        limit: What the sentence says is the most, if it is not a whole number; see ``most``.
        note: What the page says of such a maze by an algorithm whose mazes are equally likely.
    """

    read: Callable[[str], Any]
    problem: str = ""
    label: str = ""
    hint: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    longest: int = LONGEST
    is_typed: bool = False
    limit: int = 1
    note: str = ""

    @property
    def most(self) -> int:
        """The largest number, or the most characters."""
        return self.read.most if isinstance(self.read, Whole) else self.limit


class Change(NamedTuple):
    """The change that a field makes to a finished maze.

    Attributes:
        done: A participle.
        check: Raises an error for a value out of range.
        apply: Returns the maze that a value makes of another one.
    """

    done: str
    check: Callable[[Any], object]
    apply: Callable[[Maze, Any, Progress | None], Maze]


class Field(NamedTuple):
    """Something that can be asked for: an option of the command line, a field of the page, or both.

    Attributes:
        name: In Python and in addresses.
        group: The heading of its option; empty if it is none.
        meaning: A sentence for the help.
        metavar: What the help calls the value; empty for a flag, or if the choices say it.
        without: What the help says of the default, if it is not the preset.
        kind: ``text``, ``flag``, ``number``, ``whole``, ``path``, or ``file``, which is there.
        choices: The only values, in any case; empty if there are others.
        completes: Values as the shell completes them; the constant that has them, which is
            imported on demand: ``labirinto.book:PAPERS``; or a function of the other values.
        names: How it is typed, if not by the field's name with hyphens.
        preset: The value that a command has without it.
        bounds: The least and the largest number; without them, the library checks it.
        is_repeated: Whether it can be given several times.
        is_required: Whether it must be given.
        shown_in: The formats that show it, if it changes only how a maze is drawn.
        needs: Other fields; without one of them it has no effect.
        excludes: Other fields that have no effect beside it.
        conflicts: Other fields that cannot be combined with it.
        change: What it does to a maze that is made; None for nothing.
        default: What an address leaves out.
        input: What it is on the page; None if it is not there.
    """

    name: str
    group: str = ""
    meaning: str = ""
    metavar: str = ""
    without: object = None
    kind: str = "text"
    choices: Collection[str] = ()
    completes: Completion = ()
    names: tuple[str, ...] = ()
    preset: Any = None
    bounds: tuple[int, ...] = ()
    is_repeated: bool = False
    is_required: bool = False
    shown_in: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    change: Change | None = None
    default: Any = None
    input: Input | None = None
