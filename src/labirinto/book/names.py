"""Names and pictures that fill a page, which lies across where that makes letters readable."""

from __future__ import annotations

from collections.abc import Sequence

from labirinto import grids
from labirinto.book.paper import Paper
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Rectangle
from labirinto.picture import Picture

_USUAL, _SHORT = 32, 54
"""The size of a name's font, in cells: capitals are 23 cells high.  Names that are no wider than
high have room for more."""

_READABLE = 18
"""The size of a font, in cells, from which the letters of a name are easily read."""


def name_on(layouts: Sequence[Paper], name: str, font: str | None) -> Rectangle:
    """The cells of a name on the first page on which its letters are easily read, or on the last.

    Args:
        layouts: The pages.
        name: The name.
        font: A font file; None for a font of the package or of the machine.

    Raises:
        InvalidValueError: If no font has one of its letters.
    """
    from labirinto.grids.lettering import fitting_size

    for layout in layouts:
        width, height, size = fitting_size(name, *layout.largest, _USUAL, font)
        if width <= height:
            width, height, size = fitting_size(name, *layout.largest, _SHORT, font)
        if size >= _READABLE:
            break
    return grids.letters(name, width, height, font=font)


def picture_on(layouts: Sequence[Paper], source: str, font: str | None) -> Picture:
    """A picture in its usual size, or else as large as the first page allows on which it can be
    seen; the arguments are those of ``name_on``.

    Raises:
        InvalidValueError: If its letters are too small on all pages.
        OSError: If the file of a picture cannot be read.
    """
    from labirinto.pictures import is_words, picture_of

    font = font if is_words(source) else None
    picture = picture_of(source, font=font)
    width, height = 2 * picture.grid.width, 2 * picture.grid.height
    for layout in layouts:
        columns, rows = (side // 2 * 2 for side in layout.largest)
        if width <= columns and height <= rows:
            return picture
        # Words may do with more lines.
        for least in (*range(height, rows, height), rows):
            try:
                return picture_of(source, min(width, columns), least, font=font)
            except InvalidValueError:  # too small
                continue
    paper = layouts[0]
    raise InvalidValueError(
        f"The letters of {shown(source)} would be too small to read on {paper.name} paper with "
        f"{paper.per_page} on a page; break the line with \\n, or use larger paper or fewer mazes "
        "per page."
    )
