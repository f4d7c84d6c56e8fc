"""Subsets the fonts of books to the scripts of the five languages: ``python tools/fonts.py``.

Reads the Noto fonts in a folder (by default Debian's package fonts-noto-core), keeps whole scripts,
since titles are free text, and drops hints, which printers do not need.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uharfbuzz

SOURCE = Path("/usr/share/fonts/truetype/noto")
TARGET = Path(__file__).parent.parent / "src" / "labirinto" / "book" / "fonts"

# Signs of all scripts: punctuation, invisible characters, currencies.
COMMON = [
    *(0x20, 0xA0, 0x2044, 0x20AC, 0x2116, 0x2122, 0x2212, 0xFFFD),
    *range(0x2000, 0x2030),
    *range(0x2030, 0x2040),
    *range(0x2066, 0x206A),
]

FONTS = {
    # Latin up to Unicode's blocks Latin Extended-B and Latin Extended Additional.
    "NotoSans-Regular": [
        *range(0x20, 0x7F),
        *range(0xA0, 0x250),
        *range(0x2B0, 0x370),
        *range(0x1E00, 0x1F00),
        *range(0x20A0, 0x20C0),
        *range(0x2070, 0x20A0),
        *COMMON,
    ],
    # Arabic, Persian, Urdu and their neighbours, without presentation forms.
    "NotoNaskhArabic-Regular": [*range(0x600, 0x700), *range(0x750, 0x780), *COMMON],
    "NotoSansGurmukhi-Regular": [*range(0xA00, 0xA80), 0x951, 0x952, 0x964, 0x965, *COMMON],
}


def subset(source: Path, letters: list[int]) -> bytes:
    """Subset a font to some letters, with all their layout rules and all names."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(letters)
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    for everything in (wanted.layout_feature_tag_set, wanted.name_id_set):
        everything.clear()
        everything.invert()
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(source)))
    return bytes(wanted.subset(face).blob.data)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    for name, letters in FONTS.items():
        data = subset(folder / f"{name}.ttf", letters)
        (TARGET / f"{name}.ttf").write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
