"""Count the lines of the program and of its tests: `python tools/lines.py`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENDINGS = (".py", ".hpp", ".cpp", ".js", ".css", ".html")
APART = ("locales", "articles")
"""Folders of texts, of which the articles are counted by themselves."""


def kind_of(path: Path) -> str | None:
    """What a file is counted as, if it is."""
    if path.is_relative_to(ROOT / "tests"):
        return "tests" if path.suffix == ".py" else None
    folder = next((name for name in APART if name in path.parts), None)
    if folder == "articles":
        return folder
    return "src and core" if folder is None and path.suffix in ENDINGS else None


def main() -> None:
    """Print the numbers."""
    lines: Counter[str] = Counter()
    for folder in ("src", "core", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and (kind := kind_of(path)):
                lines[kind] += len(path.read_bytes().splitlines())
    for kind, count in sorted(lines.items()):
        print(f"{kind}: {count}")


if __name__ == "__main__":
    main()
