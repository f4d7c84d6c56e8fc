"""Packages that the base install does not include."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from labirinto.errors import MissingExtraError


@contextmanager
def needing(sentence: str, extra: str) -> Iterator[None]:
    """Import packages of an extra, or say how to install them.

    Args:
        sentence: What needs which package, such as ``PDF needs fpdf2``; ``{}`` is replaced by the
            module that is missing.
        extra: The name of the extra.

    Raises:
        MissingExtraError: If a package is not installed.
    """
    try:
        yield
    except ImportError as error:
        sentence = sentence.replace("{}", error.name or extra)
        raise MissingExtraError(f"{sentence}: pip install 'labirinto[{extra}]'.") from None
