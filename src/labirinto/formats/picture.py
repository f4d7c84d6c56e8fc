"""Reading mazes in pictures that labirinto did not make, or that have lost their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto._internal.source import Source
from labirinto.ends import Ends
from labirinto.maze import Maze
from labirinto.recognition.pixels import open_picture

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.recognition.maze_in_picture import Recognised

_PNG = b"\x89PNG\r\n\x1a\n"
_BEGINNINGS = (
    _PNG,
    b"GIF87a",
    b"GIF89a",
    b"BM",
    b"\xff\xd8\xff",
    *(b"P%d%c" % (kind, blank) for kind in range(1, 7) for blank in b" \t\r\n"),
    b"II*\0",
    b"MM\0*",
)


def is_picture(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a picture of pixels."""
    return head.startswith(_BEGINNINGS) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def is_our_png(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a PNG picture of labirinto's own, notes and
    all, which is not looked at but read."""
    if not head.startswith(_PNG):
        return False
    from labirinto.formats.png import is_ours

    return is_ours(head)


def read_picture(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze by what the pixels show; the ends are at its openings, if it has two.

    Raises:
        FileFormatError: if no maze is seen, or the picture is damaged or too large.
        MissingExtraError: if Pillow or NumPy is not installed.
        TooLargeError: if the memory does not suffice.
    """
    seen, _ = look_at(source)
    return seen.maze, seen.ends


def look_at(source: Source) -> tuple[Recognised, Image]:
    """All that is seen in a picture, and the picture itself, in RGB.

    Raises:
        FileFormatError, MissingExtraError, TooLargeError: as ``read_picture`` does.
    """
    picture = open_picture(source)
    from labirinto.recognition.maze_in_picture import recognise

    return recognise(picture), picture
