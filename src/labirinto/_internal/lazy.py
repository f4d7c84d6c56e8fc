"""Packages whose names are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Finder = Callable[[str], Any]
"""A ``__getattr__`` of a package."""


def lazy_names(
    package: str,
    modules: Mapping[str, Sequence[str]],
    *,
    parts: Sequence[str] = (),
    first: str = "",
) -> Finder:
    """Make the ``__getattr__`` of a package.

    Args:
        package: Its name.
        modules: The modules of the package, with the names that are found in each.
        parts: Other modules of the package, which are found by the last of their names.
        first: A module to import before any other: it says which extra is missing.
    """
    homes = {name: module for module, names in modules.items() for name in names}
    places = {part.rpartition(".")[2]: part for part in parts}

    def get(name: str) -> Any:
        from importlib import import_module

        if name not in homes and name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if first:
            import_module(f"{package}.{first}")
        module = import_module(f"{package}.{homes.get(name) or places[name]}")
        value = getattr(module, name) if name in homes else module
        setattr(sys.modules[package], name, value)
        return value

    return get
