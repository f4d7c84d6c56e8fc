"""A PDF file, object by object: what a page of lines and text needs, and no more.

The same calls give the same bytes: there is no date in it, and the file's identifier is a digest.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from hashlib import blake2b
from math import ceil
from typing import BinaryIO

LONGEST_SIDE = 14_400
"""Of a page, in units of which readers take no more; larger pages have larger units."""


class PdfFile:
    """Writes a file from the beginning to the end, pages as they are made (ISO 32000-1).

    Args:
        stream: where to; it is not read and need not seek.

    Attributes:
        pages: how many there are so far.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._position = 0
        self._digest = blake2b(digest_size=16)
        self._begins: list[int] = []
        self._kids: list[int] = []
        # The second line tells programs that copy files that this is no text.
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._tree = self.reserve()
        self._resources = self.reserve()

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return len(self._kids)

    def reserve(self) -> int:
        """A number for an object that is written later."""
        self._begins.append(0)
        return len(self._begins)

    def put(self, body: str | bytes, number: int | None = None) -> int:
        """Writes an object, and gives its number."""
        number = number or self.reserve()
        self._begins[number - 1] = self._position
        data = body.encode("ascii") if isinstance(body, str) else body
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, data))
        return number

    def put_stream(self, data: bytes, entries: str = "") -> int:
        """Writes a stream, packed; ``entries`` stand in its dictionary."""
        packed = zlib.compress(data, 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        return self.put(head.encode("ascii") + packed + b"\nendstream")

    def add_page(self, width: float, height: float, operators: str) -> None:
        """Writes a page of a size in points; the origin of its operators is at its lower left."""
        unit = max(1, ceil(max(width, height) / LONGEST_SIDE))
        if unit > 1:
            width, height = width / unit, height / unit
            operators = f"{1 / unit:.9f} 0 0 {1 / unit:.9f} 0 0 cm\n{operators}"
        content = self.put_stream(operators.encode("ascii"))
        self._kids.append(
            self.put(
                f"<< /Type /Page /Parent {self._tree} 0 R /Resources {self._resources} 0 R "
                f"/MediaBox [0 0 {short(width)} {short(height)}] /UserUnit {unit} "
                f"/Contents {content} 0 R >>"
            )
        )

    def finish(
        self,
        about: Mapping[str, str],
        *,
        fonts: Mapping[str, int] | None = None,
        language: str = "en",
        right_to_left: bool = False,
    ) -> None:
        """Writes what stands at the end of a file.

        Args:
            about: the document's information, by PDF's names for it.
            fonts: the names that pages call fonts by, and the objects that they are.
            language: of the text.
            right_to_left: whether pages are turned that way.
        """
        named = " ".join(f"/{name} {number} 0 R" for name, number in (fonts or {}).items())
        self.put(f"<< /Font << {named} >> >>", self._resources)
        kids = " ".join(f"{number} 0 R" for number in self._kids)
        self.put(f"<< /Type /Pages /Count {self.pages} /Kids [{kids}] >>", self._tree)
        direction = "/Direction /R2L " if right_to_left else ""
        root = self.put(
            f"<< /Type /Catalog /Pages {self._tree} 0 R /Lang {text_string(language)} "
            f"/ViewerPreferences << {direction}/DisplayDocTitle true >> >>"
        )
        entries = " ".join(f"/{name} {text_string(text)}" for name, text in about.items())
        info = self.put(f"<< {entries} >>")
        digest = self._digest.hexdigest()
        table = self._position
        size = len(self._begins) + 1
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        self._write(b"".join(b"%010d 00000 n \n" % begin for begin in self._begins))
        self._write(
            f"trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R "
            f"/ID [<{digest}> <{digest}>] >>\nstartxref\n{table}\n%%EOF\n".encode("ascii")
        )

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._digest.update(data)
        self._position += len(data)


def text_string(text: str) -> str:
    """A text as an object: as it is if it is ASCII, else in UTF-16."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return f"({escaped})"
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"


def short(number: float) -> str:
    """A length in points to a thousandth, with no more digits than it needs."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


def colour(value: str, operator: str) -> str:
    """The operator that sets a colour ``#rrggbb``: ``RG`` for lines, ``rg`` for areas."""
    parts = (int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"{' '.join(map(short, parts))} {operator}\n"
