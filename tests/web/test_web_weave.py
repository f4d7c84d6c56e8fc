"""Bridges on the page: addresses, files, what cannot be, and what the game is told of them."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest
from gaming import data
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_web_rooms import data_of, maze_in

import labirinto
from labirinto.asking.shapes import LINKED
from labirinto.web.queries import parse

SIZE = "width=9&height=7&seed=7"
GRID = labirinto.grids.woven(9, 7, weave=0.8, grid_seed=7)


def test_the_page_and_its_files_have_the_maze_of_its_address(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{SIZE}&weave=0.8&solution=1")
    assert page.status_code == 200
    assert maze_in(page.text) == labirinto.wilson(GRID, seed=7)
    assert "Bridges" in page.text
    kinds = set()
    for address in re.findall(r'href="(/(?:maze/|en/worksheet|embed)[^"]*)"', page.text):
        file = client.get(address.replace("&amp;", "&"))
        assert file.status_code == 200, address
        kinds.add(address.partition("?")[0].rpartition(".")[2])
    assert kinds >= {"svg", "png", "pdf", "json", "npz", "dxf", "plot"}
    assert not kinds & {"txt", "csv", "stl"}
    for other in ("steps/wilson/9x7/7", "tile/wilson/9x7/0/0/0/7.png", "maze/wilson/9x7/7.txt"):
        assert client.get(f"/{other}?weave=0.8").status_code == 422


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("weave=2", "weave"),
        ("weave=0.5&shape=heart", "weave"),
        ("weave=0.5&width=2", "width"),
        ("weave=0.5&width=200&height=60", "weave"),
        ("weave=0.5&symmetry=x", "symmetry"),
        ("weave=0.5&rooms=2", "rooms"),
    ],
)
def test_what_cannot_be_gets_a_sentence(client: TestClient, query: str, field: str) -> None:
    page = client.get(f"/en/wilson?seed=7&{query}")
    assert page.status_code == 422
    assert f'id="{field}-error"' in page.text
    assert parse("wilson", dict(parse_qsl(query))).invalid == {field}


def test_the_page_says_what_is_equally_likely_and_counts_cells(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{SIZE}&weave=0.8").text
    note = next(it.input.note for it in LINKED if it.input and it.name == "weave")
    assert note
    assert f'<p class="selected">{note}</p>' in page
    assert "(all equally likely)" not in page
    assert "(all equally likely)" in client.get(f"/en/wilson?{SIZE}&wrap=x").text
    alt = re.search(r'og:image:alt" content="A maze of (\d+) cells', page)
    assert alt
    assert int(alt[1]) == len(GRID) > 9 * 7


def in_pairs(numbers: list[float]) -> list[tuple[float, float]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_game_enters_a_cell_under_a_bridge_from_both_sides(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{SIZE}&weave=0.8")
    found = data_of(page.text)
    below = {k for k, cell in enumerate(found["cells"]) if len(cell) == 3}
    doors: dict[int, set[tuple[float, ...]]] = {k: set() for k in below}
    for (_, other, _), door in zip(found["passages"], found["doors"], strict=True):
        if other in below:
            doors[other].add(tuple(door))
    for cell, sides in doors.items():
        x, y, _ = found["cells"][cell]
        across = {(x, y + 0.5), (x + 1, y + 0.5)}, {(x + 0.5, y), (x + 0.5, y + 1)}
        assert sides in across
    for cell in below:  # both sides of the passage above
        corners = in_pairs(found["outlines"][cell])
        twice = sum(x * y2 - x2 * y for (x, y), (x2, y2) in pairwise([*corners, corners[0]]))
        assert twice / 2 == pytest.approx(0.4)


KEYS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}


def test_a_walker_under_a_bridge_is_in_the_middle_and_leaves_no_trail_there(page: Page) -> None:
    page.goto("/en/wilson?width=8&height=6&seed=7&weave=1&ends=opposite")
    page.locator("#play-start").click()
    solution = data(page)["solution"]
    walker, live = page.locator(".walker-mark"), page.locator("#play-live")
    below = set()
    for one, other in pairwise(solution):
        page.keyboard.press(KEYS[other[0] - one[0], other[1] - one[1]])
        if len(other) == 3:
            x, y, _ = other
            below.add((x, y))
            expect(live).to_contain_text(f"Column {x + 1}, row {y + 1}, under the bridge.")
            assert f"translate({x + 0.5} {y + 0.5})" in walker.get_attribute("transform")
    assert len(below) == 2
    expect(page.locator("#finish-steps")).to_have_text(str(len(solution) - 1))
    lengths = "trails => trails.reduce((sum, it) => sum + it.getTotalLength(), 0)"
    # Half a step before a bridge and half a step after it are hidden, and the passage above is not.
    drawn = len(solution) - 1 - len(below)
    assert page.locator(".trail").evaluate_all(lengths) == pytest.approx(drawn, abs=0.01)
