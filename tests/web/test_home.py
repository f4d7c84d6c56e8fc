"""The first page in a browser: a maze to play at once, and links that need no scripts."""

from __future__ import annotations

import re

from browsing import Opener
from gaming import KEYS
from playwright.sync_api import Page, expect
from test_browser import walls

from labirinto.algorithms.generating import ALGORITHMS


def test_its_maze_can_be_played(page: Page) -> None:
    page.goto("/en/")
    expect(page.locator("#figure .start")).to_be_visible()
    page.get_by_role("button", name="Play this maze").click()
    data = page.evaluate("JSON.parse(document.querySelector('.maze-data').textContent)")
    for direction in data["solution"]:
        page.keyboard.press(KEYS[direction])
    expect(page.locator("#finish")).to_be_in_viewport()
    solved = walls(page)
    page.get_by_role("button", name="Next maze").click()
    expect(page.locator("#play-steps")).to_have_text("0")
    expect(page.locator("#figure .start")).to_be_visible()
    assert walls(page) != solved
    link = page.get_by_role("link", name="Print, download or share this maze")
    seed = page.evaluate("JSON.parse(document.querySelector('.maze-data').textContent).recipe.seed")
    assert f"seed={seed}" in (link.get_attribute("href") or "")
    page.get_by_role("button", name="Stop playing").click()
    expect(page.locator("#figure .start")).to_be_visible()


def test_ends_chosen_there_lead_to_the_page_of_the_maze(page: Page) -> None:
    page.goto("/en/")
    drawn = walls(page)
    page.get_by_role("button", name="Choose start and end").click()
    expect(page.locator("#tool-text")).to_have_text("Choose the start.")
    page.locator("#figure").press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/en/wilson\?(?!.*opposite).*&ends=\d+,\d+-\d+,\d+$"))
    assert walls(page) == drawn
    expect(page.locator("#figure .end")).to_be_visible()


def test_all_of_it_works_without_scripts(open_page: Opener) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
    agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"
    page = open_page(java_script_enabled=False, user_agent=agent, **phone)
    page.goto("/en/")
    assert walls(page)
    page.get_by_role("link", name="Print, download or share this maze").click()
    expect(page).to_have_url(re.compile(r"width=14&height=18&seed=\d+&ends=opposite$"))
    page.goto("/en/")
    page.locator(".levels").get_by_role("link", name="Hard").click()
    expect(page).to_have_url(re.compile(r"width=22&height=28&seed=\d+&level=hard&ends=opposite$"))
    expect(page.locator(".measured summary")).to_contain_text("Hard")
    page.goto("/en/")
    page.locator(".card").nth(1).get_by_role("link", name="Read more").click()
    expect(page).to_have_url(re.compile(r"/en/eller\?.*#how$"))
    page.goto("/en/")
    page.get_by_role("link", name="Italiano").click()
    expect(page).to_have_url(re.compile("/it/$"))


def test_on_a_phone_the_maze_and_its_button_need_no_scrolling(open_page: Opener) -> None:
    size = {"width": 390, "height": 844}
    agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"
    page = open_page(viewport=size, is_mobile=True, user_agent=agent)
    for address in ("/en/", "/fa/", "/en/wilson"):
        page.goto(address)
        box = page.locator("#play-start").bounding_box()
        assert box["y"] + box["height"] <= size["height"], address


def test_every_algorithm_has_a_card(page: Page) -> None:
    page.goto("/pt/")
    expect(page.locator(".card svg")).to_have_count(len(ALGORITHMS))
    page.locator(".card .picture").first.click()
    page.wait_for_url(re.compile("/pt/wilson"))
