"""What every door checks in the same words."""

from __future__ import annotations

import math
import operator

from labirinto.errors import InvalidValueError


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
        InvalidValueError: if it is not a whole number from least to most.
    """
    try:
        number = plain_integer(value)
    except TypeError:
        raise InvalidValueError(field=name, value=value, requirement="a whole number") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidValueError(field=name, value=number, requirement=bounds)
    return number


def real_number(name: str, value: object, least: float, most: float) -> float:
    """The value as a float.

    Raises:
        InvalidValueError: if it is not a number from least to most.
    """
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number <= most:
        requirement = f"a number from {least:g} to {most:g}"
        raise InvalidValueError(field=name, value=value, requirement=requirement)
    return number
