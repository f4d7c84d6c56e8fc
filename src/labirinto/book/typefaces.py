"""Fonts: which one has a letter, which of its glyphs a book takes, and putting those into a PDF."""

from __future__ import annotations

import struct
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labirinto.errors import FileFormatError, MissingExtraError

if TYPE_CHECKING:
    from labirinto.render.pdf_file import PdfFile

OWN_FONTS = ("NotoSans-Regular", "NotoNaskhArabic-Regular", "NotoSansGurmukhi-Regular")
"""Which come with the package, in the order in which they are asked for a letter."""

_EMPTY = (0x200B, 0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F)
"""Spaces that are in hardly any line; most fonts have an empty glyph for one of them."""

_OF_NO_USE = (b"GSUB", b"GPOS", b"GDEF", b"name", b"post", b"OS/2")
"""Tables of a font that a page of shaped text does without."""

_HEAD = 54
"""Bytes of the table that every font begins with."""

_SYMBOLIC = 4  # a flag of font descriptors: glyphs are not named by a Latin encoding


def harfbuzz() -> Any:
    """The library that shapes text and cuts fonts down.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        return import_module("uharfbuzz")
    except ImportError:
        raise MissingExtraError("A book needs uharfbuzz: pip install 'labirinto[pdf]'.") from None


class Typeface:
    """A font, and the glyphs of it that a document has taken so far.

    Args:
        data: the bytes of a TrueType or OpenType font.
        index: which font of a collection.
        name: what pages call it by.

    Attributes:
        font: for shaping.
        units: of the font in the size of its letters.
        invisible: an empty glyph for signs that are not seen, or 0.

    Raises:
        FileFormatError: if these are no outlines of letters.
    """

    def __init__(self, data: bytes, name: str, index: int = 0) -> None:
        library = harfbuzz()
        self.name = name
        self._face = library.Face(library.Blob(data), index)
        outlines = max(self._bytes_of("glyf"), self._bytes_of("CFF "))
        if not (outlines and self._bytes_of("head") >= _HEAD and len(self._face.unicodes)):
            raise FileFormatError("it is no TrueType or OpenType font with outlines.")
        self.font = library.Font(self._face)
        self.units: int = self._face.upem
        self._texts: dict[int, str] = {}
        space = self.font.get_nominal_glyph(0x20)
        others = (self.font.get_nominal_glyph(code) for code in _EMPTY)
        self.invisible: int = next(
            (glyph for glyph in others if glyph not in (None, space) and self._is_empty(glyph)), 0
        )

    def _bytes_of(self, table: str) -> int:
        return len(self._face.reference_table(table).data)

    def has(self, letter: str) -> bool:
        """Whether there is a glyph for a letter."""
        return bool(self.font.get_nominal_glyph(ord(letter)))

    def advance(self, glyph: int) -> int:
        """How wide a glyph is, in the font's units."""
        width: int = self.font.get_glyph_h_advance(glyph)
        return width

    def take(self, letters: str, glyphs: list[int]) -> bool:
        """Notes that these glyphs together show these letters; tells whether one by one."""
        left = list(letters)
        unknown = []
        for glyph in glyphs:
            own = next((c for c in left if self.font.get_nominal_glyph(ord(c)) == glyph), None)
            if own is None:
                unknown.append(glyph)
            else:
                left.remove(own)
                self._texts.setdefault(glyph, own)
        for glyph in unknown:
            self._texts.setdefault(glyph, "".join(left))
            left = []
        return "".join(self._texts[glyph] for glyph in glyphs) == letters

    def embed(self, file: PdfFile, number: int) -> None:
        """Writes the font with the glyphs that were taken, as the object of this number.

        Raises:
            FileFormatError: if the font is damaged.
        """
        library = harfbuzz()
        wanted = library.SubsetInput()
        wanted.glyph_set.update(self._texts)
        flags = library.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE
        wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in _OF_NO_USE)
        if self._face.has_var_data:
            wanted.pin_all_axes_to_default(self._face)
        plain = self._face.get_name(library.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        try:
            data = bytes(wanted.subset(self._face).blob.data)
        except RuntimeError:
            raise FileFormatError(f"The font {plain} is damaged; take another.") from None
        # Six letters tell the parts of one font in different files apart.
        digest = blake2b(data, digest_size=6).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest)
        name = f"{tag}+{''.join(c for c in plain if c.isascii() and (c.isalnum() or c == '-'))}"
        compact = data[:4] == b"OTTO"
        key, entries = (
            ("FontFile3", "/Subtype /OpenType")
            if compact
            else ("FontFile2", f"/Length1 {len(data)}")
        )
        program = file.put_stream(data, entries)
        box = struct.unpack(">4h", bytes(self._face.reference_table("head").data)[36:44])
        left, bottom, right, top = (self._thousandth(value) for value in box)
        extents = self.font.get_font_extents("ltr")
        ascent = self._thousandth(extents.ascender)
        descriptor = file.put(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags {_SYMBOLIC} "
            f"/FontBBox [{left} {bottom} {right} {top}] /ItalicAngle 0 /Ascent {ascent} "
            f"/Descent {self._thousandth(extents.descender)} /CapHeight {ascent} /StemV 80 "
            f"/{key} {program} 0 R >>"
        )
        widths = " ".join(
            f"{glyph} [{self._thousandth(self.advance(glyph))}]" for glyph in sorted(self._texts)
        )
        kind = "CIDFontType0" if compact else "CIDFontType2 /CIDToGIDMap /Identity"
        descendant = file.put(
            f"<< /Type /Font /Subtype /{kind} /BaseFont /{name} /CIDSystemInfo "
            "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {descriptor} 0 R /DW 1000 /W [{widths}] >>"
        )
        texts = file.put_stream(_to_unicode(self._texts).encode("ascii"))
        file.put(
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant} 0 R] /ToUnicode {texts} 0 R >>",
            number,
        )

    def _is_empty(self, glyph: int) -> bool:
        extents = self.font.get_glyph_extents(glyph)
        return not (extents and (extents.width or extents.height))

    def _thousandth(self, value: float) -> int:
        return round(value * 1000 / self.units)


def _to_unicode(texts: dict[int, str]) -> str:
    """The map by which readers find the letters that glyphs stand for."""
    pairs = [
        f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>"
        for glyph, text in sorted(texts.items())
        if text
    ]
    # No block may have more than a hundred pairs.
    blocks = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        for block in (pairs[at : at + 100] for at in range(0, len(pairs), 100))
    )
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        f"{blocks}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


@cache
def own_font(name: str) -> bytes:
    """The bytes of a font that comes with the package."""
    return (Path(__file__).parent / "fonts" / f"{name}.ttf").read_bytes()


@cache
def system_font(letter: str) -> tuple[str, int] | None:
    """File and index of a font of this machine that has a letter, where fontconfig tells."""
    import shutil
    import subprocess

    command = shutil.which("fc-match")
    if not command:
        return None
    wanted = f":charset={ord(letter):x}:outline=true:color=false"
    try:
        answer = subprocess.run(
            [command, "-f", "%{file}\n%{index}", wanted],
            capture_output=True,
            timeout=20,
            check=True,
            text=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    file, _, index = answer.partition("\n")
    # The upper half of the number is an instance of a variable font.
    return (file, int(index) & 0xFFFF) if file and index.isdigit() else None
