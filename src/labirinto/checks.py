"""What every door checks in the same words."""

from __future__ import annotations

import operator

from labirinto.errors import InvalidValueError


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """The value as a plain integer.

    Raises:
        InvalidValueError: if it is no whole number, or not from least to most.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidValueError(f"{name} is {value!r}; it must be a whole number.") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidValueError(f"{name} is {number}; it must be {bounds}.")
    return number
