"""The style sheet in a browser: on a narrow phone, in Persian, in forced colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import another_page, open_menu
from playwright.sync_api import Browser, Page, expect
from tiers import deep


def colour(page: Page, selector: str, role: str = "backgroundColor") -> str:
    found = page.locator(selector).first.evaluate(
        "(part, role) => getComputedStyle(part)[role]", role
    )
    return str(found)


@pytest.fixture(scope="module", params=["dark", deep("light")])
def forced(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(
        base_url=site,
        viewport={"width": 1280, "height": 900},
        forced_colors="active",
        color_scheme=request.param,
    ) as context:
        yield context.new_page()


def test_choices_are_visible_in_forced_colours(forced: Page) -> None:
    page = forced
    page.goto("/en/wilson?width=10&height=8&seed=5&solution=1")
    chips = "[name=look]{} + span"
    highlight = colour(page, chips.format(":checked"))
    assert highlight != colour(page, chips.format(":not(:checked)"))
    assert colour(page, chips.format(":checked"), "color") != highlight
    open_menu(page, "advanced")
    switch = page.locator("[name=solution]")
    assert colour(page, "[name=solution]") == highlight
    # A plate in the colour of the page would hide the choice.
    for selector in (chips.format(":checked"), ".button.accent"):
        assert colour(page, selector, "forcedColorAdjust") == "none"
    with another_page(page):
        switch.uncheck()
    assert colour(page, "[name=solution]") != highlight
    page.goto("/en/")
    lines = [f".top .pages a{which}" for which in ("[aria-current]", ":not([aria-current])")]
    current, other = (colour(page, line, "borderBlockEndColor") for line in lines)
    assert current == highlight
    assert other == colour(page, "body")


def test_the_current_step_is_visible_in_forced_colours(forced: Page) -> None:
    page = forced
    page.goto("/en/wilson?width=9&height=8&seed=5#watch")
    page.locator("#step-on").click()
    expect(page.locator(".steps [aria-current]")).to_have_count(1)
    items = [f".steps li{which}" for which in ("[aria-current]", ":not([aria-current])")]
    current, other = (colour(page, item, "borderInlineStartColor") for item in items)
    assert current != other == colour(page, "body")


def test_a_pressed_button_is_visible_in_forced_colours(forced: Page) -> None:
    page = forced
    page.goto("/en/wilson?width=9&height=8&seed=5&look=light")
    highlight = colour(page, "[name=look]:checked + span")
    page.goto("/en/book?age=easy&seed=5&count=1")
    pressed, other = (colour(page, f".ages [aria-pressed={state}]") for state in ("true", "false"))
    assert pressed == highlight != other


@pytest.mark.parametrize(("code", "side"), [("fa", "right"), deep("en", "left")])
@pytest.mark.parametrize("seed", ["7", deep("hello"), deep("سلام")])
def test_the_seed_is_aligned_with_the_other_values(
    page: Page, code: str, side: str, seed: str
) -> None:
    page.goto(f"/{code}/wilson?width=10&height=8&seed={seed}")
    assert colour(page, "[name=seed]", "textAlign") == side
    page.goto(f"/{code}/book?title={seed}")
    assert colour(page, "[name=title]", "textAlign") == side
