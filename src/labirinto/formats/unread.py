"""What labirinto writes and does not read."""

from __future__ import annotations

from typing import NoReturn

from labirinto._internal.source import Source
from labirinto.errors import FileFormatError


def refuse(source: Source) -> NoReturn:
    """Refuses a solid or a page.

    Raises:
        FileFormatError: always.
    """
    raise FileFormatError(
        "from solids (STL, 3MF) and pages (PDF) no maze is read back; take the same maze as SVG, "
        "PNG or JSON, or make it again by its recipe."
    )
