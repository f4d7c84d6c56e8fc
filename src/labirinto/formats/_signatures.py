"""The first bytes of files, by which formats know their own."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable

Check = Callable[[bytes], bool]
"""Whether a file has these first bytes."""

PNG = b"\x89PNG\r\n\x1a\n"
PNG_KEYWORD = b"Labirinto"
"""Names the text chunk of a PNG picture with the recipe and the layout, as JSON."""

MAZE = b"\x89MAZ2\r\n\x1a"
"""With the version of the format."""

NPY = b"\x93NUMPY"
_PICTURES = (
    PNG,
    b"GIF87a",
    b"GIF89a",
    b"BM",
    b"\xff\xd8\xff",
    *(b"P%d%c" % (kind, blank) for kind in range(1, 7) for blank in b" \t\r\n"),
    b"II*\0",
    b"MM\0*",
)


def begins(*starts: bytes, after_blanks: bool = False) -> Check:
    """A check for files that begin with one of these."""
    return lambda head: (head.lstrip() if after_blanks else head).startswith(starts)


def is_xml(root: bytes) -> Check:
    """A check for XML with this root."""
    return lambda head: head.removeprefix(BOM_UTF8).lstrip().startswith(b"<") and root in head


def is_json_with(word: bytes) -> Check:
    """A check for an object in JSON with this word; in a text within another, its quotes would be
    escaped.
    """
    return lambda head: is_json(head) and word in head


is_json = begins(b"{", after_blanks=True)
is_pdf = begins(b"%PDF")


def is_our_png(head: bytes) -> bool:
    """Check for a PNG picture of our own with its notes, which is read and not recognised.

    Our notes precede the pixels, and the colours are in a palette unless the notes have the
    passages.  A picture that another program has saved again lacks one or the other.
    """
    colour_type, interlaced = head[25:26], head[28:29]
    before_pixels, _, _ = head.partition(b"IDAT")
    notes = b"tEXt" + PNG_KEYWORD + b"\0"
    if colour_type == b"\x02":
        notes += b'{"passages":'
    return (
        head.startswith(PNG)
        and colour_type in (b"\x02", b"\x03")
        and interlaced == b"\0"
        and notes in before_pixels
    )


def is_picture(head: bytes) -> bool:
    """Check for a picture of pixels."""
    return head.startswith(_PICTURES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def is_dxf(head: bytes) -> bool:
    """Check for DXF, which begins with a comment or a section."""
    lines = [line.strip() for line in head[:200].splitlines()[:2]]
    return lines[:1] == [b"999"] or lines == [b"0", b"SECTION"]


def is_stl(head: bytes) -> bool:
    """Check for STL as we write it."""
    return head.startswith(b"labirinto") and b"\0" in head[:84]


def is_3mf(head: bytes) -> bool:
    """Check for 3MF, by the first file in the archive."""
    return head.startswith(b"PK") and b"[Content_Types].xml" in head[:64]


def is_csv(head: bytes) -> bool:
    """Check for walls in CSV."""
    return b"x0,y0,x1,y1" in head[:30]


def is_hex(head: bytes) -> bool:
    """Check for a row of hexadecimal digits; one of the first two may have a wrong one."""
    rows = head.removeprefix(BOM_UTF8).splitlines()[:2]
    return any(re.fullmatch(rb"[0-9A-Fa-f]+[ \t]*", row) for row in rows)


def is_mouse(head: bytes) -> bool:
    """Check for a row of posts."""
    return head.removeprefix(BOM_UTF8).startswith((b"o---o", b"o   o"))


def is_num(head: bytes) -> bool:
    """Check for a line of two coordinates and four walls."""
    line = rb"[ \t]*\d+[ \t]+\d+([ \t]+[01]){4}[ \t]*(\r|\n|$)"
    return re.match(line, head.removeprefix(BOM_UTF8)) is not None


def is_anything(head: bytes) -> bool:
    """Accept what no other format knows: it is text, or no maze."""
    return True
