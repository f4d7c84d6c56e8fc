"""What every door checks in the same words."""

from __future__ import annotations

import math
import operator

from labirinto.errors import InvalidValueError


def shown(value: object) -> str:
    """A value within a sentence; Python writes no number of thousands of digits."""
    if isinstance(value, int) and value.bit_length() >= 1000:
        return "a number of so many digits"
    return repr(value)


def plain_integer(value: object) -> int:
    """A whole number of any kind, NumPy's included, as an integer of Python's.

    Raises:
        TypeError: if it is none; truth values are none either.
    """
    if isinstance(value, bool):
        raise TypeError("a truth value is no number")
    return operator.index(value)  # type: ignore[arg-type]


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """The value as a plain integer.

    Raises:
        InvalidValueError: if it is no whole number, or not from least to most.
    """
    try:
        number = plain_integer(value)
    except TypeError:
        raise InvalidValueError(f"{name} is {value!r}; it must be a whole number.") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidValueError(f"{name} is {shown(number)}; it must be {bounds}.")
    return number


def real_number(name: str, value: object, least: float, most: float) -> float:
    """The value as a float.

    Raises:
        InvalidValueError: if it is no number, or not from least to most.
    """
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number <= most:
        raise InvalidValueError(
            f"{name} is {shown(value)}; it must be a number from {least:g} to {most:g}."
        )
    return number
