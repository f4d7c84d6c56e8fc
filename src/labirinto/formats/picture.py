"""Reading mazes in pictures that labirinto did not make, or that have lost their notes."""

from __future__ import annotations

from labirinto.formats.pixels import open_picture
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.path import Ends

_BEGINNINGS = (
    b"\x89PNG\r\n\x1a\n",
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


def read_picture(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze by what the pixels show.

    Raises:
        FileFormatError: if no maze is seen, or the picture is damaged or too large.
        MissingExtraError: if Pillow or NumPy is not installed.
        TooLargeError: if the memory does not suffice.
    """
    picture = open_picture(source)
    from labirinto.formats.recognition import recognise

    seen = recognise(picture)
    return seen.maze, seen.ends
