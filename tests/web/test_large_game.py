"""Mazes too large to be drawn whole: where they open, their small map, and the game."""

from __future__ import annotations

import re

import pytest
from browsing import BOTH_DIRECTIONS, Opener
from gaming import KEYS, drag, steps, walk, walker
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_viewer import seen, sees, settle
from tiers import sample

import labirinto

LARGE = "width=420&height=310&seed=7&ends=farthest"


STANDS = """async () => {
  const place = () => document.querySelector("#figure .walker-mark").getBoundingClientRect().x;
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return before > 0 && place() === before;
}"""
"""Whether the walker is in sight and the view does not move."""


def play(page: Page) -> None:
    page.click("#play-start")
    page.locator("#figure .walker-mark").wait_for(state="attached")


def solution(shape: str = "", height: int = 310) -> tuple[labirinto.Ends, str]:
    """The ends of a large maze, and its solution as directions."""
    grid = labirinto.grids.mask(shape, 420, height) if shape else labirinto.Rectangle(420, height)
    maze = labirinto.wilson(grid, seed=7)
    ends = labirinto.suggest_ends(maze, "farthest", apart=True)
    return ends, labirinto.solve(maze, *ends).directions


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_it_opens_at_the_start_with_cells_that_are_seen(page: Page, code: str) -> None:
    ends, _ = solution()
    page.goto(f"/{code}/wilson?{LARGE}")
    settle(page)
    page.wait_for_function(
        "() => document.querySelector('.view-marks').viewBox.baseVal.width < 100"
    )
    assert sees(page, *ends.start)
    assert "#at" not in page.url
    # The small map leads anywhere, and goes with the whole maze.
    small = page.locator("#view-map")
    expect(small).to_be_visible()
    box = small.bounding_box()
    small.click(position={"x": box["width"] * 0.75, "y": box["height"] / 2})
    settle(page)
    left, top, right, bottom = seen(page)
    assert (left + right) / 2 == pytest.approx(315, abs=5)
    assert (top + bottom) / 2 == pytest.approx(155, abs=5)
    page.click("#view-all")
    expect(small).to_be_hidden()


def test_it_is_played_to_the_end_and_the_window_follows(page: Page) -> None:
    ends, directions = solution(height=9)
    page.goto(f"/en/wilson?{LARGE.replace('310', '9')}")
    play(page)
    assert walker(page) == "{},{}".format(*ends.start)
    walk(page, directions[:150])
    assert steps(page) == "150"
    x, y = map(int, walker(page).split(","))
    assert sees(page, x, y)
    # The keys of the window still zoom, and do not move it.
    page.locator("#view-canvas").focus()
    page.keyboard.press(KEYS[directions[150]])
    assert steps(page) == "151"
    page.click("#play-undo")
    assert walker(page) == f"{x},{y}"
    # The star is as large in a window of smaller cells.
    star = page.locator("#figure .walker-mark")
    page.click("#view-out")
    page.click("#view-out")
    expect(star).to_have_attribute("transform", re.compile(r"scale\(1\.8"))
    page.click("#view-in")
    page.click("#view-in")
    expect(star).not_to_have_attribute("transform", re.compile(r"scale\(1\.8"))
    page.click("#play-hint")
    hint = page.locator("#figure .hint-line")
    assert str(hint.get_attribute("d")).count("L") == 6
    walk(page, directions[150:])
    expect(page.locator("#finish")).to_be_visible()
    assert page.locator("#finish-steps").inner_text() == f"{len(directions) + 2:,}"
    assert page.locator("#finish-shortest").inner_text() == f"{len(directions):,}"
    page.click("#finish-next")
    expect(page.locator("#finish")).to_be_hidden()
    page.locator("#figure .walker-mark").wait_for(state="attached")
    assert "seed=7&" not in page.url


def test_a_finger_walks_and_two_move_the_window(open_page: Opener) -> None:
    _, directions = solution()
    page = open_page(viewport={"width": 390, "height": 780}, has_touch=True)
    page.goto(f"/en/wilson?{LARGE}")
    play(page)
    page.wait_for_function(STANDS)  # the view moves to it
    mark = page.locator("#figure .walker-mark").bounding_box()
    x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
    left, _, right, _ = seen(page)
    cell = page.locator(".view-marks").bounding_box()["width"] / (right - left)
    places = [(x, y)]
    for direction in directions[:4]:
        dx, dy = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}[direction]
        x, y = x + dx * cell, y + dy * cell
        places.append((x, y))
    drag(page.context.new_cdp_session(page), places)
    expect(page.locator("#play-steps")).to_have_text("4")


def test_a_large_shape_comes_from_the_server(page: Page) -> None:
    ends, directions = solution("heart")
    page.goto(f"/en/wilson?{LARGE}&shape=heart")
    play(page)
    assert walker(page) == "{},{}".format(*ends.start)
    walk(page, directions[:100])
    assert steps(page) == "100"


def test_what_cannot_be_played_is_said(page: Page, client: TestClient) -> None:
    large_cells = client.get("/en/wilson?width=150&height=110&seed=7&shape=hexagonal").text
    assert re.search(r"can be played here up to 100 cells a side", large_cells)
    assert 'id="figure"' not in large_cells
    page.route("**/core.wasm", lambda route: route.fulfill(status=200, body=b""))
    page.goto(f"/en/wilson?{LARGE}")
    page.click("#play-start")
    expect(page.locator("#view-state")).to_contain_text("too large to be played")
    expect(page.locator("#play-start")).to_be_visible()
