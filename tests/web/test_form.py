"""The form in a browser: what was typed and chosen counts, with and without scripts."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from browsing import Opener, another_page, open_menu
from playwright.sync_api import Page, expect
from test_browser import shown_maze, walls
from tiers import deep

import labirinto


def fields_of(page: Page) -> dict[str, str]:
    query = parse_qs(urlsplit(page.url).query)
    return {name: values[0] for name, values in query.items()}


@pytest.mark.parametrize("finish", ["slow press", deep("quick press"), deep("Enter")])
def test_a_typed_seed_is_shown(page: Page, finish: str) -> None:
    page.goto("/en/wilson?width=9&height=8&seed=7")
    open_menu(page, "advanced")
    page.get_by_label("Seed").fill("anna")
    button = page.get_by_role("button", name="New maze")
    if finish == "quick press":
        button.click()
    elif finish == "Enter":
        page.get_by_label("Seed").press("Enter")
    else:
        button.hover()
        page.mouse.down()
        page.wait_for_url(re.compile("seed=anna"))
        with another_page(page):
            page.mouse.up()
    page.wait_for_url(re.compile("seed=anna"))
    expect(page.locator(".caption")).to_contain_text("seed anna")
    assert shown_maze(page) == labirinto.wilson(9, 8, seed="anna")
    # Once it is shown, the button makes new ones.
    button.click()
    page.wait_for_url(re.compile(r"width=9&height=8&seed=\d+$"))
    expect(page.locator(".caption")).not_to_contain_text("seed anna")
    seed = fields_of(page)["seed"]
    button.press("Enter")
    expect(page.locator(".caption")).not_to_contain_text(seed)


def test_the_form_keeps_an_order_for_which_it_has_no_field(page: Page) -> None:
    page.goto("/en/wilson?width=12&height=9&seed=7&order=endless")
    open_menu(page, "size")
    page.locator("#controls [name=height]").fill("10")
    page.keyboard.press("Enter")
    page.wait_for_url("**/wilson?width=12&height=10&seed=7&order=endless")
    data = page.evaluate("JSON.parse(document.querySelector('.maze-data').textContent).exits")
    cells = labirinto.wilson(12, 10, seed=7, order="endless").cells().tolist()
    assert [[int(digit, 16) for digit in row] for row in data] == cells


def test_an_empty_seed_changes_the_maze_only_for_a_new_one(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    open_menu(page, "advanced")
    before = walls(page)
    page.get_by_label("Seed").fill("")
    page.get_by_role("radio", name="Corners").check()
    page.wait_for_url(re.compile(r"seed=7&ends=corners$"))
    expect(page.get_by_label("Seed")).to_have_value("7")
    assert walls(page) == before
    page.get_by_label("Seed").fill("")
    page.get_by_role("button", name="New maze").click()
    page.wait_for_function(
        "(old) => document.getElementById('walls-line').getAttribute('d') !== old", arg=before
    )
    assert fields_of(page)["ends"] == "corners"


def test_a_wrong_width_stands_in_the_way_of_no_switch(open_page: Opener) -> None:
    page = open_page()
    page.goto("/en/wilson?width=9&height=8&seed=7")
    width = page.get_by_label("Width")
    open_menu(page, "size")
    with page.expect_response(re.compile("width=many")):
        width.fill("many")
        width.press("Tab")
    expect(page.locator("#width-error")).to_be_visible()
    open_menu(page, "advanced")
    page.get_by_role("radio", name="Dark").check()
    page.wait_for_url(re.compile(r"\?width=9&height=8&seed=7&look=dark$"))
    page.get_by_text("Show the solution").click()
    page.wait_for_url(re.compile("solution=1&look=dark"))
    expect(page.locator("#figure")).to_have_attribute("data-look", "dark")
    expect(page.locator("#width-error")).to_be_visible()
    expect(width).to_have_value("many")
    expect(width).to_have_attribute("aria-invalid", "true")
    # A level has a size of its own.
    open_menu(page, "level")
    page.get_by_role("radio", name="Easy").check()
    page.wait_for_url(re.compile("width=10&height=8&seed=[0-9]+&level=easy"))
    expect(width).to_have_value("10")
    expect(page.locator("#width-error")).to_have_count(0)


def test_a_level_stays_until_size_or_seed_are_changed(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    # What is opened stays open.
    page.locator(".measured summary").click()
    before = page.locator(".measured p").inner_text()
    assert re.fullmatch(r"Bits: \d+, .*", before)
    chosen = page.locator("[name=level]:checked")
    expect(chosen).to_have_value("")
    open_menu(page, "level")
    page.get_by_role("radio", name="Medium").check()
    page.wait_for_url(re.compile("level=medium"))
    expect(page.locator(".measured summary")).to_contain_text("Medium")
    expect(page.locator(".measured p")).to_be_visible()
    expect(page.locator(".measured p")).not_to_have_text(before)
    expect(page.locator(".article .selected")).to_contain_text("selected by its difficulty")
    first, address = fields_of(page), page.url
    page.get_by_role("button", name="New maze").click()
    page.wait_for_function("(old) => location.href !== old", arg=address)
    assert {**fields_of(page), "seed": ""} == {**first, "seed": ""}
    open_menu(page, "size")
    page.get_by_label("Width").fill("20")
    page.get_by_label("Width").press("Enter")
    page.wait_for_url(re.compile("width=20"))
    assert "level" not in fields_of(page)
    expect(chosen).to_have_value("")
    expect(page.locator(".article .selected")).to_have_count(0)
