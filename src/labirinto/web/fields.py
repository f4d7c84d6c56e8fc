"""The fields of forms and addresses, and readers of their texts: the library's own checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from labirinto._internal.validation import Value, real_number, whole_number
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.algorithms.record import Parameter
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import label_text
from labirinto.parsing import parse_ends, parse_fraction, parse_whole
from labirinto.seeds import normalize_seed, seed_number

MAX_SEED_LENGTH = 200
MAX_VALUE_LENGTH = 400

ValueT = TypeVar("ValueT")


class Fields:
    """The fields of a form or an address, read one by one.

    Attributes:
        invalid: Names of the invalid fields so far.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.invalid: set[str] = set()

    def read(
        self,
        name: str,
        convert: Callable[[str], ValueT],
        default: ValueT,
        longest: int = MAX_VALUE_LENGTH,
    ) -> ValueT:
        """Read a field; give the default if it is empty, invalid, or too long."""
        text = self._texts.get(name, "")
        if not text.strip():
            return default
        try:
            if len(text) > longest:
                raise InvalidValueError(f"The {name} has {len(text)} characters.")
            return convert(text)
        except InvalidValueError:
            self.invalid.add(name)
            return default

    def read_parameters(self, known: Iterable[Parameter]) -> tuple[tuple[str, Value], ...]:
        """Read some parameters; return names and values of those that are not the default."""
        values = [(it, self.read(it.name, parameter_reader(it), it.default)) for it in known]
        return tuple((it.name, value) for it, value in values if value != it.default)


def without_order(
    algorithm: str, parameters: tuple[tuple[str, Value], ...], invalid: set[str]
) -> tuple[tuple[str, Value], ...]:
    """The parameters for a maze that is no whole rectangle; an order of walks is invalid then."""
    selector = ALGORITHMS[algorithm].selector
    if selector and selector.name in dict(parameters):
        invalid.add(selector.name)
        return tuple(pair for pair in parameters if pair[0] != selector.name)
    return parameters


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of a whole number."""
    return lambda text: whole_number("number", parse_whole(_ungrouped(text), "number"), least, most)


def _ungrouped(text: str) -> str:
    """A whole number without separators of thousands, which sentences have: ``5,000``."""
    is_grouped = re.fullmatch(r"\s*\d{1,3}([.,٬\s])\d{3}(\1\d{3})*\s*", text)
    return re.sub(r"\D", "", text) if is_grouped else text


def typed_seed(text: str) -> int | str | None:
    """Read a seed."""
    if len(text) > MAX_SEED_LENGTH:
        raise InvalidValueError(f"The seed has more than {MAX_SEED_LENGTH} characters.")
    seed_number(text)
    return normalize_seed(text)


def choice_reader(choices: Collection[str]) -> Callable[[str], str]:
    """A reader of one of some words."""

    def convert(text: str) -> str:
        if text not in choices:
            raise InvalidValueError(f"{text!r} is none of {', '.join(choices)}.")
        return text

    return convert


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    return real_number("share", parse_fraction(text, "share"), 0, 1)


def ends_text(text: str) -> str:
    """Read a kind of ends, or two cells, in one way of writing them."""
    ends = parse_ends(text)
    return "-".join(map(label_text, ends)) if isinstance(ends, Ends) else ends


def pixels(name: str) -> Callable[[str], int | None]:
    """A reader of the size of a cell or of a wall."""

    def convert(text: str) -> int:
        number = parse_whole(_ungrouped(text), name)
        # Checks one of the two alone: with the thinnest wall, or in the widest cell.
        Style(cell=number, wall=1) if name == "cell" else Style(cell=10_000, wall=number)
        return number

    return convert


def parameter_reader(parameter: Parameter) -> Callable[[str], Value]:
    """A reader of one of an algorithm's parameters."""

    def convert(text: str) -> Value:
        value = text if parameter.choices else parse_fraction(text, parameter.name)
        return parameter.check(value)

    return convert


def colour_reader(name: str) -> Callable[[str], str]:
    """A reader of one of the colours."""
    role = name.removesuffix("_colour")
    return lambda text: str(getattr(Style(**{role: text}), role))  # type: ignore[arg-type]
