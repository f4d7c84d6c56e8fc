"""Generates pictures, tables and pages of the documentation, which are not committed.

``docs/conf.py`` calls ``everything`` before each build.  All mazes have fixed seeds, so two builds
give the same bytes.
"""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import click
import gallery
import numpy as np
import openapi
import pypdfium2
from PIL import Image

import labirinto
from labirinto import animate
from labirinto.algorithms import catalogue
from labirinto.algorithms.articles import article
from labirinto.algorithms.record import Method
from labirinto.animate.svg import scene_svg
from labirinto.book import Book, write_book
from labirinto.cli.commands import labirinto as command_line
from labirinto.datasets import COLUMNS, MESH_COLUMNS, Column

ROOT = Path(__file__).resolve().parent.parent


def everything(folder: Path) -> None:
    """Writes all generated files into a folder, and removes what was there before."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("images", "algorithms", "snippets"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "snippets" / "algorithms.md").write_text(algorithm_table(), encoding="utf-8")
    (folder / "snippets" / "textures.md").write_text(texture_table(), encoding="utf-8")
    on_meshes = [column for column in MESH_COLUMNS.values() if column not in COLUMNS.values()]
    for name, columns in (("columns", COLUMNS.values()), ("mesh_columns", on_meshes)):
        table = column_table(columns)
        (folder / "snippets" / f"{name}.md").write_text(table, encoding="utf-8")
    functions = "".join(f".. autofunction:: labirinto.{name}\n" for name in catalogue.__all__)
    (folder / "snippets" / "generators.rst").write_text(functions, encoding="utf-8")
    (folder / "command-line.md").write_text(command_line_page(), encoding="utf-8")
    (folder / "openapi.json").write_text(
        json.dumps(openapi.description(), indent=1), encoding="utf-8"
    )
    for name in labirinto.ALGORITHMS:
        page = algorithm_page(name, folder / "images")
        (folder / "algorithms" / f"{name}.md").write_text(page, encoding="utf-8")
    for name in ("CONTRIBUTING", "ARCHITECTURE", "CHANGELOG", "SECURITY"):
        (folder / f"{name.lower()}.md").write_text(project_page(name), encoding="utf-8")
    draw_pictures(folder / "images")
    gallery.write(folder, folder / "images" / "gallery", "images/gallery")


def project_page(name: str) -> str:
    """A document from the root of the repository, with its links as they are in the site."""
    text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
    text = re.sub(r"\]\(([A-Z]+)\.md", lambda match: f"]({match[1].lower()}.md", text)
    return text.replace("](docs/", "](../")


def algorithm_table() -> str:
    """The algorithms, what each can do, and the list of their pages."""
    lines = ["| algorithm | in one sentence | uniform | endless | parameters |", "|---" * 5 + "|"]
    for name, algorithm in labirinto.ALGORITHMS.items():
        cells = [
            f"[{name}](generated/algorithms/{name}.md)",
            algorithm.summary,
            "yes" if algorithm.uniform else "no",
            "yes" if algorithm.endless else "no",
            ", ".join(f"`{parameter.name}`" for parameter in algorithm.parameters) or "none",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    pages = "\n".join(f"generated/algorithms/{name}" for name in labirinto.ALGORITHMS)
    table = "\n".join(lines)
    return f"{table}\n\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


def texture_table() -> str:
    """A maze by each algorithm, three in a row."""
    cells = [
        f"![A maze by {algorithm.title}](generated/images/texture-{name}.svg) {name}"
        for name, algorithm in labirinto.ALGORITHMS.items()
    ]
    rows = [" | ".join(cells[at : at + 3]) for at in range(0, len(cells), 3)]
    return "\n".join(["| | | |", "|---|---|---|", *(f"| {row} |" for row in rows), ""])


def column_table(columns: Iterable[Column]) -> str:
    """The columns of datasets."""
    lines = (f"| `{each.name}` | {each.type_text} | {each.meaning} |" for each in columns)
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *lines, ""])


def algorithm_page(name: str, images: Path) -> str:
    """The article of an algorithm, with a picture of each step, and its source in the textbook."""
    algorithm = labirinto.ALGORITHMS[name]
    explanation = article(name, "en")
    title = explanation.notes["title"]
    film = animate.record(name, 6, 4, seed=algorithm.example_seed)
    for number, moment in enumerate(algorithm.example_steps, 1):
        position = animate.Position(film, moment % len(film))
        drawing = scene_svg(position, numbers_alone=film.starts_with_sets)
        (images / f"{name}-{number}.svg").write_text(drawing, encoding="utf-8")
    animate.save(animate.record(name, 16, 10, seed=7), images / f"{name}.svg", duration=12, hold=3)

    text = Article(name)
    text.feed(
        re.sub(r"\{\{ figure\((.*?), (\".*?\")\) \}\}", r"<img src=\1 alt=\2>", explanation.body)
    )
    function = name.replace("-", "_")
    sources = "\n".join(textbook_source(method) for method in algorithm.methods)
    return f"""\
# {title}

![{title} at work](../images/{name}.svg)

```python
import labirinto

maze = labirinto.{function}(40, 30, seed=7)
```

{text.markdown}
## Source

{algorithm.source}

The algorithm in plain Python, from {{py:mod}}`labirinto.textbook <labirinto.algorithms.textbook>`.
The compiled kernel behind {{py:func}}`labirinto.{function}` makes the same mazes.

{sources}
"""


def textbook_source(method: Method) -> str:
    """A directive that shows a module of the textbook."""
    module = method.name.replace("-", "_")
    file = f"../../../src/labirinto/algorithms/textbook/{module}.py"
    return f"```{{literalinclude}} {file}\n:language: python\n:caption: {method.name}\n```\n"


MARKS = {"em": "*", "cite": "*", "strong": "**", "code": "`"}
"""What stands around an element in Markdown."""

GUIDES = {
    "?order=rows#watch": "../../guides/animations.md",
    "endless": "../../guides/web-page.md",
}
"""For links within the web page to what is no article."""


class Article(HTMLParser):
    """Turns the HTML of an article into Markdown."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.markdown = ""
        self._name = name
        self._item = ""
        self._indent = ""
        self._link = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Writes what begins an element."""
        given = dict(attributes)
        if tag in ("ol", "ul"):
            self._item = "1. " if tag == "ol" else "- "
        elif tag == "li":
            self.markdown += self._item
            self._indent = " " * len(self._item)
        elif tag == "h2":
            self.markdown += "## "
        elif tag == "p" and self._indent and not self.markdown.endswith(self._item):
            self.markdown += self._indent
        elif tag == "a":
            link = given["href"] or ""
            self._link = link if ":" in link else GUIDES.get(link, f"{link}.md")
            self.markdown += "["
        elif tag == "img":
            file = f"../images/{self._name}-{given['src']}.svg"
            self.markdown += f"{self._indent}![{given['alt']}]({file}){{.step}}\n\n"
        self.markdown += MARKS.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        """Writes what ends an element."""
        self.markdown += MARKS.get(tag, "")
        if tag == "a":
            self.markdown += f"]({self._link})"
        elif tag in ("p", "h2"):
            self.markdown += "\n\n"
        elif tag == "li":
            self.markdown = self.markdown.rstrip("\n") + ("\n\n" if self._item == "1. " else "\n")
            self._indent = ""
        elif tag in ("ol", "ul"):
            self.markdown += "\n"

    def handle_data(self, data: str) -> None:
        """Writes text; line breaks of the source mean nothing."""
        self.markdown += re.sub(r"\s+", " ", data) if data.strip() else ""


def command_line_page() -> str:
    """The help of all commands."""
    parts = ["# The command line\n\nEvery command prints this help with `--help`.\n"]
    parent = click.Context(command_line, info_name="labirinto", max_content_width=96)
    parts.append(f"```text\n{command_line.get_help(parent)}\n```\n")
    for name in command_line.list_commands(parent):
        command = command_line.get_command(parent, name)
        context = click.Context(command, info_name=name, parent=parent, max_content_width=96)
        parts.append(f"## labirinto {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def draw_pictures(images: Path) -> None:
    """The pictures of the guides."""
    maze = labirinto.wilson(30, 14, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    labirinto.save(maze, images / "maze.svg", path=path, ends=ends)
    for name in labirinto.ALGORITHMS:
        maze = labirinto.generate(name, 24, 16, seed=7)
        style = labirinto.Style.preset("light", cell=10, wall=2, margin=4)
        labirinto.save(maze, images / f"texture-{name}.svg", style=style)
    for join in (0.2, 0.8):
        maze = labirinto.eller(24, 16, seed=7, join=join)
        labirinto.save(maze, images / f"texture-eller-{join:g}.svg", style=style)
    draw_book(images / "book.png")
    draw_box(images / "box.png")


def draw_book(target: Path) -> None:
    """The cover, a maze and the answers of a small book, side by side."""
    document = io.BytesIO()
    write_book(
        Book(count=4, smallest=(10, 14), largest=(20, 28), title="Labirinti", seed=7), document
    )
    pdf = pypdfium2.PdfDocument(document.getvalue())
    pages = [pdf[number].render(scale=0.55).to_pil() for number in (0, 1, len(pdf) - 2)]
    gap, height = 16, max(page.height for page in pages)
    sheet = Image.new("RGB", (sum(page.width + gap for page in pages) - gap, height), "#bbbbbb")
    left = 0
    for page in pages:
        sheet.paste(page, (left, 0))
        left += page.width + gap
    sheet.save(target, optimize=True)


FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])


def draw_box(target: Path) -> None:
    """Both parts of a puzzle box, as an STL file has them, with the nearest facet at each pixel."""
    maze = labirinto.wilson(labirinto.grids.linked(20, 12, wrap="x"), seed=37)
    solid = io.BytesIO()
    labirinto.save(maze, solid, format="stl")
    facets = np.frombuffer(solid.getvalue()[84:], FACET)
    # Seen from the front and above, in pixels: x to the right, y down, z to the viewer.
    sine, cosine = np.sin(0.7), np.cos(0.7)
    turn = np.array([[1, 0, 0], [0, -sine, -cosine], [0, -cosine, sine]])
    corners, normals = (18 * facets["corners"]) @ turn.T, facets["normal"] @ turn.T
    corners -= corners.min((0, 1)) - 20
    light = 0.35 + 0.65 * np.clip(normals @ np.array([-0.5, -0.5, 0.7]), 0, 1)
    width, height = (int(side) + 20 for side in corners.max((0, 1))[:2])
    pixels, nearest = np.full((height, width, 3), 255, np.uint8), np.zeros((height, width))
    for k in np.flatnonzero(normals[:, 2] > 1e-6):
        x, y, z = corners[k].T
        part = np.s_[int(y.min()) : int(y.max()) + 2, int(x.min()) : int(x.max()) + 2]
        down, right = np.mgrid[part] + 0.5
        # The distances of a pixel from two sides, in that of the corner on the other side.
        shares = np.linalg.inv(np.stack([x, y, np.ones(3)])) @ np.stack(
            [right.ravel(), down.ravel(), np.ones(right.size)]
        )
        depth = (z @ shares).reshape(right.shape)
        is_seen = (shares.min(0) >= -1e-6).reshape(right.shape) & (depth > nearest[part])
        nearest[part][is_seen] = depth[is_seen]
        pixels[part][is_seen] = np.array([96, 178, 224]) * light[k]
    picture = Image.fromarray(pixels)
    picture.resize((width // 2, height // 2), Image.Resampling.BOX).save(target, optimize=True)


if __name__ == "__main__":
    everything(Path(__file__).parent / "generated")
