"""Checks of arguments, with one wording for all of them."""

from __future__ import annotations

import math
import operator
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from typing import Any, SupportsIndex, TypeVar

from labirinto.errors import InvalidValueError, shown

T = TypeVar("T")

Value = float | str
"""The value of an algorithm's parameter: a number, or a name."""


def check_type(name: str, value: object, kind: type[T], home: str = "labirinto") -> T:
    """Return the value.

    Args:
        name: Of the argument.
        value: What was given for it.
        kind: What it must be: a text, or a class of labirinto.
        home: The package from which users take the class.

    Raises:
        InvalidValueError: If it is of another type.
    """
    if not isinstance(value, kind):
        requirement = "a text" if kind is str else f"a {home}.{kind.__name__}"
        raise InvalidValueError(field=name, value=value, requirement=requirement)
    return value


def named(what: str, name: object, table: Mapping[str, T]) -> T:
    """Return what has a name in a table, in any case, and with underscores for hyphens.

    Raises:
        InvalidValueError: If there is none.
    """
    found = name if isinstance(name, str) else ""
    if found not in table:
        found = plain_name(found)
    if found in table:
        return table[found]
    from difflib import get_close_matches

    near = get_close_matches(found, table, 1)
    first = f"{near[0]}, or " if near else ""
    others = ", ".join(other for other in table if other not in near)
    raise InvalidValueError(f"There is no {what} {shown(name)}; choose {first}one of {others}.")


def plain_name(name: str) -> str:
    """A name as tables have it and people type it in a terminal: ``growing-tree``, which Python
    writes ``growing_tree``.
    """
    return name.lower().replace("_", "-")


def list_of(name: str, values: Any, kind: Any, things: str) -> tuple[Any, ...]:
    """Return the values.

    Args:
        name: Of the argument.
        values: What was given for it; a text is not a list.
        kind: The type of each value, or several.
        things: What the values are, for people.

    Raises:
        InvalidValueError: If it is no list, or one of its values is of another type.
    """
    is_list = isinstance(values, Iterable) and not isinstance(values, str)
    listed: tuple[Any, ...] = tuple(values) if is_list else (values,)
    for value in listed:
        if not is_list or not isinstance(value, kind):
            raise InvalidValueError(field=name, value=value, requirement=f"a list of {things}")
    return listed


def one_of(name: str, value: object, choices: Collection[str]) -> str:
    """Return the value.

    Raises:
        InvalidValueError: If it is none of the choices.
    """
    if not isinstance(value, str) or value not in choices:
        raise InvalidValueError(field=name, value=value, requirement=f"one of {', '.join(choices)}")
    return value


def one_of_any_case(name: str, value: object, choices: Collection[str]) -> str:
    """Return the choice that equals the value in any case.

    Raises:
        InvalidValueError: If there is none.
    """
    if isinstance(value, str):
        for choice in choices:
            if choice.lower() == value.lower():
                return choice
    raise InvalidValueError(field=name, value=value, requirement=f"one of {', '.join(choices)}")


def truth_value(name: str, value: object) -> bool:
    """Return the value.

    Raises:
        InvalidValueError: If it is not True or False.
    """
    if not isinstance(value, bool):
        raise InvalidValueError(field=name, value=value, requirement="True or False")
    return value


def plain_integer(value: object) -> int:
    """Return a whole number of any type, such as NumPy's, as a Python integer.

    Raises:
        TypeError: If it is not a whole number, or a truth value.
    """
    if isinstance(value, bool):
        raise TypeError("a truth value is not a number")
    return operator.index(value)  # type: ignore[arg-type]


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return the value as a plain integer.

    Raises:
        InvalidValueError: If it is not a whole number from least to most.
    """
    if type(value) is int and least <= value and (most is None or value <= most):  # as most are
        return value
    try:
        number = plain_integer(value)
    except TypeError:
        raise InvalidValueError(field=name, value=value, requirement="a whole number") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidValueError(field=name, value=number, requirement=bounds)
    return number


def index_of(i: SupportsIndex, length: int, what: str) -> int:
    """An index, also a negative one, as a number from 0 to ``length - 1``.

    Raises:
        InvalidValueError: If it is not a whole number.
        IndexError: If there is no such item.
    """
    try:
        index = plain_integer(i)
    except TypeError:
        raise InvalidValueError(
            f"{shown(i)} is not an index of a {what}: give a whole number, or a slice such as 2:5."
        ) from None
    if not -length <= index < length:
        raise IndexError(f"index {shown(index)} is out of range for a {what} of {length}")
    return index % length


def places_in(part: slice, length: int) -> range:
    """The numbers of the items in a slice of so many items.

    Raises:
        InvalidValueError: If it is not of whole numbers, or its step is 0.
    """
    try:
        return range(length)[part]
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"{shown(part)} is not a slice of whole numbers; write one such as 2:5, or 2:5:1 with "
            "a step that is not 0."
        ) from None


def real_number(
    name: str, value: object, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> float:
    """Return the value as a float.

    Raises:
        InvalidValueError: If it is not a number from least to most; truth values are not.
    """
    if type(value) is float and least <= value <= most:  # as most are
        return value
    try:
        is_number = not isinstance(value, str | bytes | bool)
        number = float(value) if is_number else math.nan  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number <= most:
        bounds = "" if most == sys.float_info.max else f" from {least:g} to {most:g}"
        raise InvalidValueError(field=name, value=value, requirement=f"a number{bounds}")
    return number


def typed_numbers(text: str) -> tuple[int, ...] | None:
    """One whole number, or two with an x between them, in the digits of any script; else None."""
    match = re.fullmatch(r"\s*(\d{1,19})(?:\s*[xX×]\s*(\d{1,19}))?\s*", text)
    return tuple(int(number) for number in match.groups() if number) if match else None


def typed_sides(text: str) -> tuple[int, int]:
    """Two whole numbers with an x between them.

    Raises:
        InvalidValueError: If it is something else.
    """
    numbers = typed_numbers(text)
    if numbers is None or len(numbers) != 2:
        raise InvalidValueError(f"The size {text!r} is not WIDTHxHEIGHT, such as 20x15.")
    width, height = numbers
    return width, height
