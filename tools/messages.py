"""Updates the catalogues: ``make messages`` extracts, updates and compiles."""

from __future__ import annotations

import sys
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "labirinto"
WEB = PACKAGE / "web"
SOURCES = WEB, PACKAGE / "asking"
LOCALES = WEB / "locales"
TEMPLATE = LOCALES / "labirinto.pot"
SOURCE_LANGUAGE = "en"
CHANGING = tuple(
    f'"{name}:'
    for name in (
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
        "Project-Id-Version",
    )
)
"""Header lines that do not concern the messages."""


def extract() -> Catalog:
    """Extract all messages of the sources and templates."""
    with (LOCALES / "babel.cfg").open(encoding="utf-8") as lines:
        methods, options = parse_mapping_cfg(lines)
    catalog = Catalog(charset="utf-8", fuzzy=False, header_comment="# Texts of labirinto's page.")
    for folder in map(str, SOURCES):
        for file, _, message, comments, context in extract_from_dir(folder, methods, options):
            # Files without line numbers, which change often and do not help translators.
            catalog.add(message, locations=[(file, 1)], auto_comments=comments, context=context)
    return catalog


def read(path: Path, locale: Locale | None = None) -> Catalog:
    with path.open("rb") as lines:
        return read_po(lines, locale=locale, ignore_obsolete=True)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue without dates and names, so that equal messages give equal files."""
    buffer = BytesIO()
    write_po(buffer, catalog, width=96, include_lineno=False)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(CHANGING)]
    path.write_text("".join(kept), encoding="utf-8")


def update(path: Path, template: Catalog) -> Catalog:
    """Add new messages to a language's catalogue, and drop unused ones."""
    code = path.parent.parent.name
    catalog = read(path, Locale.parse(code, sep="-"))
    # A copy, since update() would share new message objects between the languages.
    catalog.update(deepcopy(template), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    if code == SOURCE_LANGUAGE:
        for message in catalog:
            message.string = message.string if not message.id else message.id
    return catalog


def compile_one(path: Path, catalog: Catalog) -> None:
    with path.with_suffix(".mo").open("wb") as stream:
        write_mo(stream, catalog)


def main() -> None:
    only = sys.argv[1:]
    template = extract()
    write(TEMPLATE, template)
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/labirinto.po")):
        if not only or path.parent.parent.name in only:
            catalog = update(path, template)
            write(path, catalog)
            compile_one(path, catalog)


if __name__ == "__main__":
    main()
