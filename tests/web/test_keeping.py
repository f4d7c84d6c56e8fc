"""What stays unchanged when something else changes, or when a value is invalid."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browsing import another_page, listen_for_faults, open_menu
from gaming import data, solve_with_keys, steps, walker
from playwright.sync_api import Browser, Page, expect
from test_browser import walls
from tiers import deep

REFUSED = "Some values can’t be used. The maze is unchanged."


@pytest.fixture
def refused_page(browser: Browser, site: str) -> Iterator[Page]:
    """A page whose console may report responses with status 422, and nothing else."""
    with browser.new_context(base_url=site, viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        faults = listen_for_faults(page)
        yield page
        assert all("422" in fault for fault in faults), faults


def enter(page: Page, field: str, text: str, *, is_valid: bool = True) -> None:
    """Type into a field and leave it."""
    open_menu(page, "size" if field in ("width", "height") else "advanced")
    page.locator(f"[name={field}]").fill(text)
    with another_page(page) if is_valid else page.expect_response(lambda it: it.status == 422):
        page.locator(f"[name={field}]").press("Tab")


@pytest.mark.parametrize(
    ("field", "text"), [("width", "abc"), deep("height", "0"), deep("seed", "-5")]
)
def test_an_invalid_value_keeps_the_maze_and_its_address(
    refused_page: Page, field: str, text: str
) -> None:
    page = refused_page
    page.goto("/en/wilson?width=10&height=8&seed=5")
    drawn, address = walls(page), page.url
    links = page.locator("[data-part=take]").inner_html()
    enter(page, field, text, is_valid=False)
    expect(page.locator(f"#{field}-error")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text(REFUSED)
    assert (walls(page), page.url) == (drawn, address)
    assert page.locator("[data-part=take]").inner_html() == links
    assert page.locator(f"[name={field}]").input_value() == text
    expect(page.locator("#play-live")).to_be_empty()
    page.locator("#notice a").click()
    expect(page.locator(f"[name={field}]")).to_be_focused()
    enter(page, field, "12")
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator(".field-error")).to_have_count(0)
    page.wait_for_url(re.compile(f"{field}=12"))
    assert walls(page) != drawn
    expect(page.locator("#play-live")).to_have_text("New maze ready.")


def test_an_invalid_address_stays_in_the_address_bar(refused_page: Page) -> None:
    page = refused_page
    page.goto("/en/wilson?width=abc&height=8&seed=5")
    drawn = walls(page)
    enter(page, "width", "10")
    page.wait_for_url(re.compile("width=10"))
    assert walls(page) != drawn
    page.go_back()
    expect(page.locator("#width-error")).to_be_visible()
    assert walls(page) == drawn
    address = page.url
    page.locator("[data-shows=size]").evaluate("(menu) => { menu.open = false; }")
    page.locator(".maze-part .problem a").click()
    expect(page.locator("[name=width]")).to_be_focused()
    assert page.url == address


def begin(page: Page) -> tuple[str, int, str]:
    """Play three steps and take a hint; return steps, length of the trail and cell."""
    page.locator("#play-start").click()
    for direction in data(page)["solution"][:3]:
        page.locator(f'.pad [data-move="{"ESWN".index(direction)}"]').click()
    page.locator("#play-hint").click()
    return game(page)


def game(page: Page) -> tuple[str, int, str]:
    trail = page.locator("#figure .trail")
    walked = (trail.get_attribute("d") or "").count("L") if trail.count() else 0
    return steps(page), walked, walker(page)


@pytest.mark.parametrize("ends", [deep("none"), "corners"])
def test_a_game_continues_in_another_look(page: Page, ends: str) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5" + (f"&ends={ends}" * (ends != "none")))
    played = begin(page)
    assert played[:2] == ("3", 3)
    open_menu(page, "advanced")
    page.locator("[name=look][value=dark]").check()
    page.wait_for_url(re.compile("look=dark"))
    page.locator("[name=solution]").check()
    page.wait_for_url(re.compile("solution=1"))
    page.locator(".fine summary").first.click()
    for field, text in (("cell", "20"), ("wall", "3")):
        enter(page, field, text)
        page.wait_for_url(re.compile(f"{field}="))
    page.locator("[name=walls_colour]").fill("#008080")
    page.wait_for_url(re.compile("walls_colour="))
    page.locator("[name=solution]").uncheck()
    page.wait_for_url(re.compile("(?<!solution=1&)look=dark"))
    assert game(page) == played
    expect(page.locator("#figure .start")).to_be_visible()
    expect(page.locator("#figure .hint-line")).to_have_count(1)
    expect(page.locator("#play-start")).to_be_hidden()
    # It can be finished.
    figure = page.locator("#figure")
    assert figure.get_attribute("role") == "application"
    figure.focus()
    solve_with_keys(page, data(page)["solution"][3:])
    # Who had the solution shown, and a hint, has not found the shortest path alone.
    text = page.locator("#finish-text")
    expect(text).to_have_text(re.compile("With 1 hint.*With the solution shown"))
    expect(text).not_to_contain_text("shortest")
    page.locator("#finish-close").click()
    page.locator("#play-stop").click()
    assert game(page)[1:] == (0, "")
    assert figure.get_attribute("role") is None
    expect(page.locator("#figure .start")).to_be_visible(visible=ends != "none")


def test_a_player_keeps_the_focus_when_the_picture_changes(page: Page) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5")
    begin(page)
    open_menu(page, "advanced")
    with another_page(page):
        page.locator("[name=look][value=dark]").check()
        page.locator("#figure").focus()
    page.wait_for_url(re.compile("look=dark"))
    expect(page.locator("#figure")).to_be_focused()


@pytest.mark.parametrize(("field", "value"), [deep("seed", "6"), ("ends", "farthest")])
def test_a_game_ends_with_its_maze(page: Page, field: str, value: str) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5")
    begin(page)
    if field == "ends":
        open_menu(page, "advanced")
        page.locator(f"[name=ends][value={value}]").check()
    else:
        enter(page, field, value)
    page.wait_for_url(re.compile(f"{field}={value}"))
    expect(page.locator("#play-start")).to_be_visible()
    assert game(page)[1:] == (0, "")


def test_a_new_maze_is_announced_and_another_thickness_is_not(page: Page) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5")
    open_menu(page, "advanced")
    page.locator(".fine summary").first.click()
    enter(page, "wall", "3")
    page.wait_for_url(re.compile("wall=3"))
    expect(page.locator("#play-live")).to_be_empty()
    page.get_by_role("button", name="New maze").click()
    expect(page.locator("#play-live")).to_have_text("New maze ready.")


def test_default_ends_are_explained_while_they_are_visible(page: Page) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5")
    note, chosen = page.locator("#ends-note"), page.locator("[name=ends]:checked")
    open_menu(page, "advanced")
    expect(note).to_be_hidden()
    page.locator("[name=solution]").check()
    expect(note).to_be_visible()
    page.wait_for_url(re.compile("solution=1"))
    expect(chosen).to_have_value("none")
    page.locator("[name=ends][value=corners]").check()
    expect(note).to_be_hidden()
    page.locator("[name=ends][value=none]").check()
    page.locator("[name=solution]").uncheck()
    page.wait_for_url(re.compile("seed=5$"))
    expect(note).to_be_hidden()
    page.locator("#play-start").click()
    expect(note).to_be_visible()
    page.locator("#play-stop").click()
    expect(note).to_be_hidden()


def test_a_closed_player_stays_closed_after_a_reload(page: Page) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=5")
    page.locator("#watch-link").click()
    expect(page.locator("#player")).to_be_visible()
    expect(page).to_have_url(re.compile("#watch$"))
    page.locator("#watch-close").click()
    expect(page).to_have_url(re.compile(r"\?width=10&height=8&seed=5$"))
    page.reload()
    expect(page.locator("#watch-open")).to_be_visible()
    expect(page.locator("#player")).to_be_hidden()
