"""Cells chosen as start and end, and the maze coloured by distance."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from browsing import Opener, open_menu
from gaming import data, maze_of, points, solve_with_keys
from playwright.sync_api import Page, expect

SMALL = "/en/wilson?width=9&height=7&seed=3"


def click_cell(page: Page, x: int, y: int) -> None:
    page.mouse.click(*points(page, [(x + 0.5, y + 0.5)])[0])


def test_two_clicks_choose_start_and_end(page: Page, tmp_path: Path) -> None:
    page.goto(SMALL)
    open_menu(page, "advanced")
    page.locator("#choose-ends").click()
    expect(page.locator("#tool-text")).to_have_text("Choose the start.")
    click_cell(page, 2, 5)
    expect(page.locator("#tool-text")).to_have_text("Now choose the end.")
    click_cell(page, 2, 5)
    expect(page.locator("#tool-text")).to_contain_text("Choose another cell")
    click_cell(page, 7, 1)
    page.wait_for_url(re.compile("ends=2,5-7,1$"))
    expect(page.locator("#play-start")).to_be_focused()
    expect(page.locator(".own-ends input")).to_be_checked()
    for _ in range(2):
        assert data(page)["ends"] == {"start": [2, 5], "end": [7, 1], "open": False}
        expect(page.locator("#figure .start")).to_be_visible()
        page.reload()
    open_menu(page, "take-files")
    with page.expect_download() as waiting:
        page.locator('[data-format="json"]').first.click()
    waiting.value.save_as(tmp_path / "maze.json")
    assert '"start":[2,5],"end":[7,1]' in (tmp_path / "maze.json").read_text()
    # Other switches keep the choice, and another choice replaces it.
    page.locator("[name=look][value=dark]").check()
    page.wait_for_url(re.compile("ends=2,5-7,1&look=dark"))
    open_menu(page, "advanced")
    page.locator("#choose-ends").click()
    expect(page.locator("#tool-text")).to_have_text("Choose the start.")
    click_cell(page, 0, 0)
    click_cell(page, 8, 6)
    page.wait_for_url(re.compile("ends=0,0-8,6&look=dark"))
    expect(page.locator(".own-ends")).to_have_count(1)
    page.locator("#play-start").click()
    solve_with_keys(page)
    page.locator("#finish-share").click()
    expect(page.locator("#finish-copied")).to_have_text("Link copied.")
    assert "ends=0,0-8,6" in page.evaluate("navigator.clipboard.readText()")
    page.locator("[name=ends][value=corners]").check()
    page.wait_for_url(re.compile("ends=corners"))
    page.go_back()
    page.wait_for_url(re.compile("ends=0,0-8,6"))
    expect(page.locator(".own-ends input")).to_be_checked()


def test_keys_choose_start_and_end(page: Page) -> None:
    page.goto(f"{SMALL}&ends=corners")
    page.locator("#choose-ends").focus()
    page.keyboard.press("Enter")
    live = page.locator("#play-live")
    expect(live).to_have_text("Choose the start. Column 1, row 1.")
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(live).to_have_text("Now choose the end. Column 2, row 2.")
    page.keyboard.press("Escape")
    expect(page.locator("#choose-ends")).to_be_focused()
    expect(page.locator("#figure .picked")).to_have_count(0)
    page.keyboard.press("Enter")
    for key in ("Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.wait_for_url(re.compile("ends=0,0-1,0$"))


def bands(page: Page) -> dict[tuple[int, int], int]:
    """The band of every cell, from the outlines that are drawn."""
    found = {}
    outlines = page.locator("#figure .band").evaluate_all(
        "(all) => all.map((part) => part.getAttribute('d'))"
    )
    for band, outline in enumerate(outlines):
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", outline):
            for step in range(int(width)):
                assert (int(x) + step, int(y)) not in found
                found[int(x) + step, int(y)] = band
    return found


def test_colours_show_distances(page: Page) -> None:
    page.goto("/en/wilson?width=30&height=20&seed=3")
    open_menu(page, "advanced")
    page.locator("#show-distances").click()
    found = data(page)
    for root in (tuple(found["ends"]["start"]), (11, 4)):
        if root == (11, 4):
            click_cell(page, 11, 4)
            expect(page.locator("#play-live")).to_contain_text("Column 12, row 5.")
        distances = maze_of(found).distances(root).tolist()
        longest = max(map(max, distances))
        expect(page.locator("#legend-far")).to_have_text(f"far ({longest} steps)")
        assert bands(page) == {
            (x, y): distances[y][x] * 12 // (longest + 1) for y in range(20) for x in range(30)
        }
    page.keyboard.press("ArrowRight")
    expect(page.locator("#play-live")).to_contain_text(f"{distances[4][12]} steps from there.")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    # It would be a help in a game.
    page.locator("#play-start").click()
    expect(page.locator("#figure .band")).to_have_count(0)
    expect(page.locator("#legend")).to_be_hidden()


def test_a_tool_that_does_not_load_says_so(open_page: Opener) -> None:
    page = open_page()
    page.goto(SMALL)
    page.route("**/tools.js", lambda route: route.abort())
    open_menu(page, "advanced")
    page.locator("#show-distances").click()
    expect(page.locator("#tool-text")).to_contain_text("could not be loaded")


def test_distances_stay_in_another_look(page: Page) -> None:
    page.goto(SMALL)
    open_menu(page, "advanced")
    page.locator("#show-distances").click()
    expect(page.locator("#figure .band")).to_have_count(12)
    before = bands(page)
    for look in ("dark", "print"):
        page.locator(f"[name=look][value={look}]").check()
        page.wait_for_url(re.compile(f"look={look}"))
        assert bands(page) == before
        # Lightness as people see it, from computed colours: oklab(lightness a b).
        light = page.locator("#figure .band").evaluate_all(
            "(all) => all.map((it) => Number(getComputedStyle(it).fill.match(/[\\d.]+/)[0]))"
        )
        steps = [two - one for one, two in pairwise(light)]
        assert all(step > 0.01 for step in steps) or all(step < -0.01 for step in steps)
    assert page.locator("#legend").get_attribute("data-look") == "print"
    page.locator("#figure").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#figure .band")).to_have_count(0)
    expect(page.locator("#show-distances")).to_be_focused()
