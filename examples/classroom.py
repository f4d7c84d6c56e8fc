"""A handout for a class: one maze per child, with the name as its seed, and the answers.

    python examples/classroom.py Ada Zoë ਮਨਪ੍ਰੀਤ "محمد رضا" --size 15x18 --output handout.html

The result is one HTML file to print in a browser: one page per child, and small answers on the
last page.  The same name makes the same maze, so a lost page can be printed again.  For a book of
mazes of rising difficulty, use `labirinto book`.
"""

from __future__ import annotations

import argparse
import io
import sys
from base64 import b64encode
from html import escape
from pathlib import Path

import labirinto

PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Mazes</title><style>
body {{ font: 14pt sans-serif; margin: 0; }}
section {{ break-after: page; text-align: center; }}
h1 {{ margin: 0 0 5mm; }}
section img {{ width: 100%; max-height: 21cm; }}
figure {{ display: inline-block; margin: 2mm; width: 55mm; text-align: center; }}
figure img {{ width: 100%; height: 60mm; }}
@page {{ margin: 15mm; }}
</style></head><body>
{sheets}<h1>Answers</h1>
{answers}</body></html>
"""


def drawing(maze: labirinto.Maze, *, answer: bool) -> str:
    """The maze as an HTML image, with or without its solution."""
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends) if answer else None
    style = labirinto.Style.preset("print", cell=16, wall=2, margin=2)
    picture = io.BytesIO()
    labirinto.save(maze, picture, path=path, ends=ends, style=style, format="svg")
    # Inline SVGs would share their ids; images do not.
    data = b64encode(picture.getvalue()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}">'


def handout(names: list[str], width: int, height: int) -> str:
    """The whole HTML page."""
    mazes = {name: labirinto.wilson(width, height, seed=name) for name in names}
    sheets = "".join(
        f'<section><h1 dir="auto">{escape(name)}</h1>{drawing(maze, answer=False)}</section>\n'
        for name, maze in mazes.items()
    )
    answers = "".join(
        f'<figure>{drawing(maze, answer=True)}<figcaption dir="auto">{escape(name)}</figcaption>'
        "</figure>\n"
        for name, maze in mazes.items()
    )
    return PAGE.format(sheets=sheets, answers=answers)


def main() -> None:
    """Writes the handout."""
    parser = argparse.ArgumentParser(description="Make a maze for every child, with answers.")
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--size", default="15x18", help="width and height in cells")
    parser.add_argument("--output", type=Path, default=Path("handout.html"))
    given = parser.parse_args()
    try:
        width, height = map(int, given.size.split("x"))
        given.output.write_text(handout(given.names, width, height), encoding="utf-8")
    except ValueError as error:
        sys.exit(f"Cannot make mazes of size {given.size}: {error}")
    print(f"{len(given.names)} mazes and their answers are in {given.output}.")


if __name__ == "__main__":
    main()
