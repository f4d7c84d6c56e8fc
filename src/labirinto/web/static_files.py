"""Style sheet, scripts, icon and fonts, under addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from labirinto.drawing.style import COLOURS, ON_PHOTOGRAPHS, PAINTED_ON_PAPER, PRESETS
from labirinto.web.drawings import app_icon, band, favicon
from labirinto.web.languages import LANGUAGES

STATIC = Path(__file__).parent / "static"
LIBRARY = Path(__file__).parents[1] / "browser"
"""The library for scripts, and the core that it calls."""
STYLE = ("base", "frame", "mazes", "controls", "play", "watching", "texts", "media")
"""The parts of the style sheet, in their order."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
_IMPORTED = r"""^(?:import|export)\b[^;]*?\bfrom "\./([\w-]+\.js)";"""
"""What a script needs before it runs; calls of ``import`` come later."""
ICON_SIZES = (192, 512)
"""Pixels of the icons of an installed page."""


@dataclass(frozen=True)
class StaticFile:
    """A file to be served."""

    content: bytes
    media_type: str

    @cached_property
    def compressed(self) -> bytes:
        """The content for browsers that take gzip, compressed once for all of them; empty for fonts
        and pictures, which are compressed already.
        """
        is_long = self.media_type.startswith(("text/", "image/svg", "application/wasm"))
        return gzip.compress(self.content, mtime=0) if is_long else b""


@lru_cache(maxsize=1)
def static_files() -> dict[str, StaticFile]:
    """All files by name."""
    files = {
        path.name: StaticFile(_sent(path), TYPES[path.suffix])
        for path in (*sorted(STATIC.iterdir()), *sorted(LIBRARY.iterdir()))
        if path.suffix in TYPES
    }
    style = "\n".join((STATIC / "style" / f"{part}.css").read_text("utf-8") for part in STYLE)
    sheet = _without_comments(_with_colours(style))
    files["labirinto.css"] = StaticFile(sheet.encode(), TYPES[".css"])
    files["favicon.svg"] = StaticFile(favicon(), TYPES[".svg"])
    files["band.svg"] = StaticFile(band(), TYPES[".svg"])
    for size in ICON_SIZES:
        files[f"icon-{size}.png"] = StaticFile(app_icon(size), "image/png")
    return files


def _sent(path: Path) -> bytes:
    """What is sent of a file."""
    if path.suffix != ".js":
        return path.read_bytes()
    return _without_comments(path.read_text("utf-8")).encode()


def _without_comments(text: str) -> str:
    """A script or style sheet without its comments, a quarter of what scripts weigh.

    Only those on lines of their own are taken out: to find others needs to know what a text is.
    """
    return re.sub(r"(?ms)^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", "", text)


def _with_colours(sheet: str) -> str:
    """The style sheet with the colours that drawings have in files."""
    tables = {
        name: {f"m-{role}": getattr(style, role) for role in COLOURS}
        for name, style in PRESETS.items()
    }
    tables["solutions"] = {"on-photographs": ON_PHOTOGRAPHS, "on-paper": PAINTED_ON_PAPER}
    for name, colours in tables.items():
        declarations = " ".join(f"--{role}: {colour};" for role, colour in colours.items())
        sheet = sheet.replace(f"/* colours of {name} */", declarations)
    return sheet


@cache
def needed_offline() -> list[str]:
    """The files of the page that stands for one that was not seen, of the end of a game, and what
    makes mazes and shows large ones.
    """
    makers = ("maker.js", "made.js", "viewer.js", "large-worker.js")
    return ["labirinto.css", "core.wasm", *with_what_they_load("seen.js", "finish.js", *makers)]


def service_worker(
    files: Iterable[str] | None = None, pages: Mapping[str, Iterable[str]] | None = None
) -> bytes:
    """The script by which the page works without a network, with what it has to know.

    Args:
        files: Names of files that are kept from the start; by default those needed offline.
        pages: Without a server, what the pages of each language are, which are kept together.
    """
    script = static_files()["service-worker.js"].content
    values = {
        "VERSION": version(),
        "LANGUAGES": " ".join(LANGUAGES),
        "FILES": " ".join(files or needed_offline()),
        "PAGES": pages,
    }
    for name, value in values.items():
        script = script.replace(f'"{name}"'.encode(), json.dumps(value).encode())
    return script


def manifest(code: str, within: str = "") -> bytes:
    """What an installed page is called, and how it looks.

    Args:
        code: Of its language.
        within: From the manifest to the root, such as ``..``; by default the root of the server.
    """
    icons: list[dict[str, str]] = [
        {
            "src": within + static_address(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in ICON_SIZES
    ]
    vector = within + static_address("favicon.svg")
    icons.append({"src": vector, "sizes": "any", "type": "image/svg+xml"})
    largest = icons[len(ICON_SIZES) - 1]
    about = {
        "id": f"{within}/",
        "name": "Labirinto",
        "short_name": "Labirinto",
        "lang": code,
        "dir": LANGUAGES[code].direction,
        "start_url": f"{within}/{code}/",
        "scope": f"{within}/",
        "display": "standalone",
        "background_color": "#faf8f4",
        "theme_color": "#0b6b5d",
        "icons": [*icons, {**largest, "purpose": "maskable"}],
    }
    return json.dumps(about, ensure_ascii=False).encode()


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


def with_what_they_load(*names: str, by: str = _IMPORTED) -> list[str]:
    """Files, and those that they load, directly or not, as a pattern finds them."""
    found = list(names)
    for name in found:
        if name.endswith((".js", ".css")):
            loaded = re.findall(by, static_files()[name].content.decode(), re.M)
            found += [
                it for it in dict.fromkeys(loaded) if it in static_files() and it not in found
            ]
    return found


@cache
def preloaded(name: str) -> list[str]:
    """The addresses of the scripts that a script imports, directly or not, for one round trip."""
    return [static_address(script) for script in with_what_they_load(name)[1:]]


def font_addresses(script: str) -> list[str]:
    """The addresses of the fonts of a page: that of titles, so that these do not change when it
    arrives, and that of texts, unless visitors have such fonts.
    """
    begins = ("display-latn", f"display-{script.lower()}", f"{script.lower()}-")
    return [
        static_address(name)
        for name in static_files()
        if name.startswith(begins) and name.endswith(".woff2")
    ]
