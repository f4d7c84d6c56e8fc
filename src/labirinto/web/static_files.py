"""Style sheet, scripts, icon and fonts, under addresses that change with their content."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from labirinto.web.drawings import favicon

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class StaticFile:
    """A file to be served."""

    content: bytes
    media_type: str


@lru_cache(maxsize=1)
def static_files() -> dict[str, StaticFile]:
    """All files by name."""
    files = {
        path.name: StaticFile(path.read_bytes(), TYPES[path.suffix])
        for path in sorted(STATIC.iterdir())
        if path.suffix in TYPES
    }
    files["favicon.svg"] = StaticFile(favicon(), TYPES[".svg"])
    return files


@lru_cache(maxsize=1)
def version() -> str:
    """One digest of all files, since scripts import each other by relative addresses."""
    digest = hashlib.blake2b(digest_size=6)
    for name, file in sorted(static_files().items()):
        digest.update(name.encode() + file.content)
    return digest.hexdigest()


def static_address(name: str) -> str:
    """The address of a file; caches may keep it for ever."""
    if name not in static_files():
        raise KeyError(name)
    return f"/static/{version()}/{name}"


def font_addresses(code: str) -> list[str]:
    """The addresses of the fonts of a language: none, if those of visitors do."""
    return [
        static_address(name)
        for name in static_files()
        if name.startswith(f"{code}-") and name.endswith(".woff2")
    ]
