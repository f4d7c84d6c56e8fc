"""The fields of forms and addresses: how they are read, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from labirinto._internal.validation import Value
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.parameters import parameter_fields
from labirinto.asking.record import Field, Input, gettext
from labirinto.difficulties import REVISION
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import label_text
from labirinto.parsing import Choice, Whole, parse_ends, parse_whole, ungrouped
from labirinto.seeds import SEED_LIMIT, normalize_seed, seed_number
from labirinto.web.languages import Language
from labirinto.web.problem_texts import UNUSABLE

MAX_SEED_LENGTH = 200


def asked(
    name: str, default: Any, read: Callable[[str], Any], problem: str = "", **more: Any
) -> Field:
    """A field of the page alone; see ``Input``."""
    return Field(name, default=default, input=Input(read, problem, **more))


class Fields:
    """The fields of a form or an address, read one by one.

    Attributes:
        invalid: Names of the invalid fields so far.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.invalid: set[str] = set()

    def read(self, field: Field) -> Any:
        """Read a field; give its default if it is empty, invalid, or too long."""
        text = self._texts.get(field.name, "")
        if not text.strip():
            return field.default
        assert field.input
        try:
            if len(text) > field.input.longest:
                raise InvalidValueError(f"The {field.name} has {len(text)} characters.")
            return field.input.read(text)
        except InvalidValueError:
            self.invalid.add(field.name)
            return field.default

    def read_all(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Read several fields."""
        return {field.name: self.read(field) for field in fields}

    def refuse(self, others: Iterable[Field]) -> None:
        """Note fields that the page does not have as invalid, if they change something."""
        self.invalid |= {it.name for it in others if self.read(it) != it.default}

    def read_parameters(self, known: Collection[Field]) -> tuple[tuple[str, Value], ...]:
        """Read some parameters; return names and values of those that are not the default."""
        return take(known, self.read_all(known))


def without_order(
    algorithm: str, parameters: tuple[tuple[str, Value], ...], invalid: set[str]
) -> tuple[tuple[str, Value], ...]:
    """The parameters for a maze that is no whole rectangle; an order of walks is invalid then."""
    selector = ALGORITHMS[algorithm].selector
    if selector and selector.name in dict(parameters):
        invalid.add(selector.name)
        return tuple(pair for pair in parameters if pair[0] != selector.name)
    return parameters


def take(fields: Iterable[Field], values: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Remove the values of some fields; return names and values of those not the default."""
    taken = [(field, values.pop(field.name)) for field in fields]
    return tuple((field.name, value) for field, value in taken if value != field.default)


def pairs(fields: Iterable[Field], values: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Names and values of some fields in an address, which leaves out the defaults."""
    given = [(it.name, values.get(it.name, it.default), it.default) for it in fields]
    return [(name, _written(value)) for name, value, default in given if value != default]


def _written(value: Any) -> object:
    if isinstance(value, tuple):
        return ",".join(value)
    return int(value) if isinstance(value, bool) else value


def shown_values(
    language: Language, fields: Collection[Field], values: Mapping[str, Any]
) -> dict[str, Any]:
    """What the fields of a form show."""
    shown = {field.name: _written(values[field.name]) for field in fields}
    for field in fields:
        if field.input and field.input.is_typed:
            shown[field.name] = typed_text(language, values[field.name])
    return shown


def typed_text(language: Language, value: int | str | None) -> str:
    """A value as people type it: a number in the language's digits, a text unchanged."""
    return language.plain_number(value) if isinstance(value, int) else value or ""


PARAMETERS = parameter_fields(*ALGORITHMS.values())
"""The parameters of all algorithms; an invalid one may belong to an algorithm that is left."""


def parameters_of(algorithm: str, *, selecting: bool = True) -> tuple[Field, ...]:
    """The fields of an algorithm's parameters, with or without those that select a method."""
    return parameter_fields(ALGORITHMS[algorithm], selecting=selecting)


def _seed(text: str) -> int | str | None:
    if len(text) > MAX_SEED_LENGTH:
        raise InvalidValueError(f"The seed has more than {MAX_SEED_LENGTH} characters.")
    seed_number(text)
    return normalize_seed(text)


SEED = asked(
    "seed",
    None,
    _seed,
    gettext(
        "The seed must be a whole number from 0 to %(most)s, or a text of at most %(length)s "
        "characters in one line."
    ),
    is_typed=True,
    limit=SEED_LIMIT - 1,
)

SCORE = asked("score_revision", 1, Whole(1, REVISION), UNUSABLE)
"""Addresses of earlier versions have none."""


def algorithm_field(names: Iterable[str], default: str) -> Field:
    """A choice of algorithms."""
    problem = gettext("Choose one of the algorithms.")
    return asked("algorithm", default, Choice(names), problem)


def is_one(text: str) -> bool:
    """Read whether a box is ticked."""
    return Choice(("0", "1"))(text) == "1"


def ends_text(text: str) -> str:
    """Read a kind of ends, or two cells, in one way of writing them."""
    ends = parse_ends(text)
    return "-".join(map(label_text, ends)) if isinstance(ends, Ends) else ends


def pixels(name: str) -> Callable[[str], int | None]:
    """A reader of the size of a cell or of a wall."""

    def convert(text: str) -> int:
        number = parse_whole(ungrouped(text), name)
        # Checks one of the two alone: with the thinnest wall, or in the widest cell.
        Style(cell=number, wall=1) if name == "cell" else Style(cell=10_000, wall=number)
        return number

    return convert


def colour_reader(role: str) -> Callable[[str], str]:
    """A reader of one of the colours of a style."""
    return lambda text: str(getattr(Style(**{role: text}), role))  # type: ignore[arg-type]
