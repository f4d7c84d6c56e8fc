"""The first page in a browser: a maze to play at once, and links that need no scripts."""

from __future__ import annotations

import re

import pytest
from browsing import Opener
from gaming import data, solve_with_keys
from playwright.sync_api import Page, expect
from test_browser import walls
from tiers import deep


def test_its_maze_can_be_played(page: Page) -> None:
    page.goto("/en/")
    page.locator("html[data-makes]").wait_for(state="attached")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    expect(page.locator("#figure .start")).to_be_visible()
    page.locator("#figure").click()
    solve_with_keys(page)
    expect(page.locator("#finish")).to_be_in_viewport()
    solved = walls(page)
    page.get_by_role("button", name="Next maze").click()
    expect(page.locator("#play-steps")).to_have_text("0")
    expect(page.locator("#figure .walker-mark")).to_be_visible()
    assert walls(page) != solved
    link = page.get_by_role("link", name="Print, download or share this maze")
    assert f"seed={data(page)['recipe']['seed']}" in (link.get_attribute("href") or "")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#copied")).not_to_be_empty()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared == link.evaluate("(it) => it.href")
    page.get_by_role("button", name="Stop playing").click()
    page.get_by_role("button", name="Play this maze").click()
    expect(page.locator("#figure .walker-mark")).to_be_visible()
    assert [url for url in requests if "/static/" not in url] == []
    # The server says the same about it.
    caption = page.locator("[data-part=about] .caption").text_content()
    page.goto(shared)
    assert page.locator(".caption .on-paper").text_content() == caption


def test_levels_change_the_maze_in_place(page: Page) -> None:
    page.goto("/en/")
    levels = page.locator(".levels a")
    for number, cells in ((3, 46), (0, 10)):
        levels.nth(number).click()
        expect(page.locator(".levels [aria-current]")).to_have_text(levels.nth(number).inner_text())
        expect(page.locator("#figure")).to_be_visible()
        assert len(data(page)["exits"][0]) == cells
    assert page.url.endswith("/en/")


def test_all_of_it_works_without_scripts(open_page: Opener) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
    agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"
    page = open_page(java_script_enabled=False, user_agent=agent, **phone)
    page.goto("/en/")
    assert walls(page)
    page.get_by_role("link", name="Print, download or share this maze").click()
    expect(page).to_have_url(re.compile(r"width=8&height=10&seed=\d+&level=easy"))
    page.goto("/en/")
    page.locator(".levels").get_by_role("link", name="Hard").click()
    expect(page).to_have_url(re.compile(r"/en/\?level=hard$"))
    expect(page.locator(".levels [aria-current]")).to_contain_text("Hard")
    page.get_by_role("link", name="Print, download or share this maze").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hard maze")
    page.goto("/en/")
    page.locator(".card").nth(1).get_by_role("link", name="Read more").click()
    expect(page).to_have_url(re.compile(r"/en/eller\?.*#how$"))
    page.goto("/en/")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="Italiano").click()
    expect(page).to_have_url(re.compile("/it/$"))


SIZES = {
    "Chrome/140.0 Mobile Safari/537.36": ((320, 568), (360, 740)),
    "Chrome/140.0": ((820, 1180), (1024, 768), (1366, 768)),
}
CONTROLS = """() => {
    const every = [...document.querySelectorAll("a, button, input, select, summary")];
    return every.filter((it) => {
        const { top, left, right, bottom, width } = it.getBoundingClientRect();
        const isThere = it.checkVisibility({ visibilityProperty: true }) && width > 1;
        return isThere && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    }).length;
}"""


@pytest.mark.parametrize(
    ("code", "address", "most"),
    [
        ("fa", "", 15),
        ("pt", "wilson?level=expert&new=1&shape=heart", 20),
        deep("en", "", 15),
        deep("en", "wilson?level=hard&new=1", 20),
        deep("pt", "", 15),
        deep("it", "kruskal", 20),
    ],
)
def test_the_first_screen_has_the_maze_its_button_and_few_choices(
    open_page: Opener, code: str, address: str, most: int
) -> None:
    for agent, sizes in SIZES.items():
        page = open_page(user_agent=agent)
        page.goto(f"/{code}/{address}")
        page.evaluate("document.fonts.ready")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator("#play-start")).to_be_in_viewport(ratio=1)
            maze, play = (page.locator(it).bounding_box() for it in ("#figure svg", "#play-start"))
            assert maze
            assert play
            assert maze["y"] + maze["height"] <= play["y"] + 1, (width, height)
            assert width < 1366 or page.evaluate(CONTROLS) <= most
