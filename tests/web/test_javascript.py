"""The module ``labirinto.js`` in a browser, from a server of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import golden_records
import pytest
from javascript import ANSWERS, MODULE, literal, read
from playwright.sync_api import Browser, Page, Route, expect

import labirinto
from labirinto.web.static_files import LIBRARY, STATIC

KEPT = golden_records.read()
HOME = "http://files.test"
_RUN = """async (bodies) => {
  const labirinto = await import("/labirinto.js");
  const { answers } = await import("/answers.js");
  return answers(labirinto, bodies);
}"""


DOCS = Path(__file__).parents[2] / "docs"
_EXAMPLE = re.findall(
    r"```{raw} html\n(.*?)```", (DOCS / "javascript.md").read_text(encoding="utf-8"), re.DOTALL
)
_PAGES = {"": "", "example": "".join(_EXAMPLE)}
_OTHERS = {"answers.js": ANSWERS, "live-maze.js": DOCS / "static" / "live-maze.js"}


def _send(route: Route) -> None:
    name = route.request.url.removeprefix(f"{HOME}/").removeprefix("_static/")
    if name in _PAGES:
        body = f"<!doctype html><title>Files</title>{_PAGES[name]}"
        route.fulfill(body=body, content_type="text/html")
    else:
        kind = "application/wasm" if name.endswith(".wasm") else guess_type(name)[0]
        route.fulfill(path=_OTHERS.get(name, MODULE.parent / name), content_type=kind)


@pytest.fixture(scope="module")
def files(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{HOME}/**", _send)
    page.goto(HOME)
    yield page
    context.close()


def answers(page: Page, bodies: list[str]) -> list[Any]:
    return read(page.evaluate(_RUN, bodies))


SHARE = 20
"""One in so many mazes that are pinned; all of them are made in Node."""


def test_mazes_that_are_pinned(files: Page) -> None:
    kept = dict(list(KEPT["mazes"].items())[::SHARE])
    bodies = (
        f"return (await labirinto.generate({literal(one['recipe'])})).rows;"
        for one in kept.values()
    )
    rows = answers(files, list(bodies))
    assert [*map(golden_records.digest, rows)] == [one["rows"] for one in kept.values()]


def test_a_figure_is_drawn(files: Page) -> None:
    (size,) = answers(
        files,
        [
            """
            const maze = await labirinto.wilson(20, 10, { seed: 7 });
            const ends = labirinto.suggestEnds(maze);
            const path = labirinto.solve(maze, ends.start, ends.end);
            const label = "<'A' & \\"B\\">";
            document.body.innerHTML = labirinto.toFigure(maze, { ends, path, label });
            const figure = document.querySelector("svg");
            const { width, height } = figure.querySelector("#walls-line").getBBox();
            return [figure.getAttribute("aria-label"), width, height];
            """
        ],
    )
    assert size == ["<'A' & \"B\">", 20, 10]


def test_it_works_in_a_worker(files: Page) -> None:
    rows = files.evaluate(
        """() => new Promise((resolve, reject) => {
          const body = `
            import("${location.origin}/labirinto.js").then(async (labirinto) => {
              const maze = await labirinto.wilson(300, 200, { seed: "anna" });
              postMessage({ rows: Array.from(maze.rows), recipe: maze.recipe });
            }, (error) => postMessage(String(error)));`;
          const worker = new Worker(URL.createObjectURL(new Blob([body])));
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = (event) => reject(event.message);
        })"""
    )
    maze = labirinto.wilson(300, 200, seed="anna")
    assert isinstance(rows, dict), rows
    assert bytes(rows["rows"]) == maze.rows
    assert maze.recipe is not None
    assert rows["recipe"] == maze.recipe.as_dict()


def test_the_example_of_the_documentation(files: Page) -> None:
    files.goto(f"{HOME}/example")
    words, walls = files.locator("output"), files.locator("#walls path")
    expect(words).to_contain_text("labirinto wilson 30x15 --seed")
    before = walls.get_attribute("d")
    files.get_by_role("button", name="New maze").click()
    expect(walls).not_to_have_attribute("d", before or "")
    files.get_by_label("Algorithm").select_option("eller")
    files.get_by_role("textbox", name="Seed").fill("anna")
    files.get_by_role("checkbox").check()
    expect(words).to_contain_text("labirinto eller 30x15")
    expect(words).to_contain_text("--seed anna")
    expect(files.locator("#solution path")).to_be_visible()
    files.get_by_role("spinbutton", name="Loops").fill("2")
    files.get_by_role("spinbutton", name="Loops").blur()
    expect(words).to_have_text("share is 2; it must be a number from 0 to 1.")


def test_no_script_of_the_page_takes_the_name_of_one_of_the_library() -> None:
    """Both lie in one folder of the page."""
    assert not {it.name for it in STATIC.iterdir()} & {it.name for it in LIBRARY.iterdir()}
