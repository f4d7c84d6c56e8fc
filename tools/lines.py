"""Count the lines of the program, its articles and its tests: `python tools/lines.py`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = (".py", ".hpp", ".cpp", ".js", ".css", ".html")


def files(*folders: str, endings: tuple[str, ...] = PROGRAM) -> set[Path]:
    """All files in some folders, and below, whose names end in one of these ways."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return {path for path in found if path.suffix in endings and path.is_file()}


def main() -> None:
    """Print the numbers."""
    articles = files("src/labirinto/web/articles")
    apart = articles | files("src/labirinto/web/locales")
    for what, some in {
        "src and core": files("src", "core") - apart,
        "articles": articles,
        "tests": files("tests", endings=(".py",)),
    }.items():
        print(f"{what}: {sum(len(path.read_bytes().splitlines()) for path in some)}")


if __name__ == "__main__":
    main()
