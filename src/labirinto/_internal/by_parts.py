"""Immutable values that every call makes, so that filling one has to be quick."""

from __future__ import annotations

from typing import Any


class ByParts:
    """Equal, hashed and pickled by its parts.

    A frozen dataclass is, too, but each of its fields takes a tenth of a microsecond to fill, and a
    call for a small maze takes two or three.
    """

    __slots__ = ()

    @classmethod
    def _made(cls, *parts: Any) -> Any:
        """The value of its parts, which need no checks."""
        raise NotImplementedError

    def _parts(self) -> tuple[Any, ...]:
        """The arguments of ``_made``."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return _filled, (type(self), *self._parts())


def _filled(kind: type[ByParts], *parts: Any) -> Any:
    return kind._made(*parts)
