"""Subsets the fonts of books and of the web page: ``python tools/fonts.py FOLDER...``.

The folders have the Noto fonts (Debian's package fonts-noto-core), Vazirmatn (npm's package
vazirmatn) and the Baloo fonts (npm's packages @fontsource/baloo-2, baloo-bhaijaan-2 and
baloo-paaji-2). Fonts of books keep whole scripts, since titles are free text; those of the page
keep what its languages are written with, and are compressed, for which ``pip install brotli`` is
needed. Hints are dropped: neither printers nor today's screens need them.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import uharfbuzz
from fontTools.ttLib import TTFont

PACKAGE = Path(__file__).parent.parent / "src" / "labirinto"
BOOK = PACKAGE / "grids" / "fonts"
PAGE = PACKAGE / "web" / "static"

# Signs of all scripts: punctuation, invisible characters, currencies.
COMMON = [
    *(0x20, 0xA0, 0x2044, 0x20AC, 0x2116, 0x2122, 0x2212, 0xFFFD),
    *range(0x2000, 0x2040),
    *range(0x2066, 0x206A),
]

BOOK_FONTS = {
    # Latin up to Unicode's blocks Latin Extended-B and Latin Extended Additional.
    "NotoSans-Regular": [
        *range(0x20, 0x7F),
        *range(0xA0, 0x250),
        *range(0x2B0, 0x370),
        *range(0x1E00, 0x1F00),
        *range(0x2070, 0x20C0),
        *COMMON,
    ],
    # Arabic, Persian, Urdu and their neighbours, without presentation forms.
    "NotoNaskhArabic-Regular": [*range(0x600, 0x700), *range(0x750, 0x780), *COMMON],
    "NotoSansGurmukhi-Regular": [*range(0xA00, 0xA80), 0x951, 0x952, 0x964, 0x965, *COMMON],
    "NotoSansDevanagari-Regular": [*range(0x900, 0x980), *COMMON],
}

# Letters of mazes: what names are written with, and the rules without which a script is misspelt.
LETTER_FONTS = {
    # Latin letters of living languages, with Vietnamese.
    "NotoSans-Bold": [
        *range(0x20, 0x7F),
        *range(0xA0, 0x180),
        *(0x18F, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x259),
        *range(0x1CD, 0x1DD),
        *range(0x218, 0x21C),
        *range(0x300, 0x332),
        *range(0x1E80, 0x1E86),
        0x1E9E,
        *range(0x1EA0, 0x1F00),
        *range(0x2010, 0x2027),
        *(0xA0, 0x20AC, 0xFFFD),
    ],
    "NotoKufiArabic-Bold": [
        *map(ord, ' !"().,:،؛؟٪ٰٱٹپچڈڑژکگںھۀہیے'),
        *range(0x621, 0x66A),
        *range(0x6F0, 0x6FA),
        *range(0x200B, 0x2010),
    ],
    "NotoSansGurmukhi-Bold": [*range(0xA00, 0xA80), 0x951, 0x952, 0x964, 0x965, *COMMON],
    "NotoSansDevanagari-Bold": [*range(0x900, 0x980), *COMMON],
}
LETTER_RULES = (
    "abvm abvs akhn blwf blwm blws calt ccmp cjct dist fina half haln init isol locl mark medi "
    "mkmk nukt pref pres pstf psts rkrf rlig rphf vatu"
)

# For screens. The invisible joiners and marks of direction shape the letters beside them. Digits
# and letters of Latin texts, such as addresses, are left to the fonts of the visitor.
SIGNS = [*map(ord, " !?(),-.:\u00a0«»–—‘’“”…"), *range(0x200C, 0x2010)]
PAGE_FONTS = {
    "arab": (
        "Vazirmatn",
        # Persian and Arabic letters, marks and digits.
        [
            *SIGNS,
            *map(ord, "،؛؟٪٫٬ٰپچژکگۀی"),
            *range(0x621, 0x656),
            *range(0x660, 0x66A),
            *range(0x6F0, 0x6FA),
        ],
    ),
    "guru": ("NotoSansGurmukhi", [*SIGNS, *range(0xA00, 0xA80), 0x964, 0x965, 0x25CC]),
    # Without the letters that only other languages than Hindi have, whose conjuncts take a fifth.
    "deva": (
        "NotoSansDevanagari",
        [
            *SIGNS,
            *map(ord, "अआइईउऊऋऍएऐऑओऔॐकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह।॥"),
            *map(ord, "\u0901\u0902\u0903\u093c\u094d\u25cc"),
            *range(0x93E, 0x944),
            *(0x945, 0x947, 0x948, 0x949, 0x94B, 0x94C),
            *range(0x958, 0x960),
            *range(0x966, 0x970),
        ],
    ),
}
WEIGHTS = ("Regular", "Bold")

# Titles and large buttons, by script.  The style sheet gives each file its range of characters.
# Devanagari's conjuncts would take more than all the others: there titles have the font of texts.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "ŒœŸ–—‘’“”…")]
DISPLAY_FONTS = {
    "latn": ("baloo-2-latin", LATIN),
    "arab": ("baloo-bhaijaan-2-arabic", [it for it in PAGE_FONTS["arab"][1] if it > 0x5FF]),
    "guru": ("baloo-paaji-2-gurmukhi", PAGE_FONTS["guru"][1][len(SIGNS) :]),
}


def subset(source: Path, letters: list[int], rules: str = "") -> bytes:
    """Subset a font to some letters, with all names, and their layout rules: all without any."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(letters)
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    for everything in (wanted.layout_feature_tag_set, wanted.name_id_set):
        everything.clear()
        everything.invert()
    if rules:
        wanted.layout_feature_tag_set.clear()
        wanted.layout_feature_tag_set.update(
            int.from_bytes(it.encode(), "big") for it in rules.split()
        )
    plain = BytesIO()
    opened = TTFont(source, recalcTimestamp=False)
    opened.flavor = None
    opened.save(plain)
    face = uharfbuzz.Face(uharfbuzz.Blob(plain.getvalue()))
    return bytes(wanted.subset(face).blob.data)


def compressed(font: bytes) -> bytes:
    """The font as WOFF2."""
    stream = BytesIO()
    opened = TTFont(BytesIO(font), recalcTimestamp=False)
    opened.flavor = "woff2"
    opened.save(stream)
    return stream.getvalue()


def found(name: str) -> Path:
    """The file in the first folder that has it."""
    for folder in map(Path, sys.argv[1:]):
        if (folder / name).exists():
            return folder / name
    sys.exit(f"No folder has {name}.")


def main() -> None:
    for name, letters in BOOK_FONTS.items():
        data = subset(found(f"{name}.ttf"), letters)
        (BOOK / f"{name}.ttf").write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    for name, letters in LETTER_FONTS.items():
        data = subset(found(f"{name}.ttf"), letters, LETTER_RULES)
        (BOOK / f"{name}.ttf").write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    for script, (family, letters) in PAGE_FONTS.items():
        for weight in WEIGHTS:
            data = compressed(subset(found(f"{family}-{weight}.ttf"), letters))
            name = f"{script}-{weight.lower()}.woff2"
            (PAGE / name).write_bytes(data)
            print(f"{name}: {len(data)} bytes")
    for script, (source, letters) in DISPLAY_FONTS.items():
        data = compressed(subset(found(f"{source}-600-normal.woff2"), letters))
        name = f"display-{script}.woff2"
        (PAGE / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
