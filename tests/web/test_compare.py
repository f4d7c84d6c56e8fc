"""Two algorithms watched at the same time."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import Opener
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import deep

from labirinto.animate import record
from labirinto.web.languages import LANGUAGES

ADDRESS = "/compare?other=eller&width=12&height=9&seed=7"


def lengths() -> list[int]:
    return [len(record(name, 12, 9, seed=7)) - 1 for name in ("wilson", "eller")]


def steps(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "[...document.querySelectorAll('#player canvas')].map((one) => Number(one.dataset.at))"
    )
    return found


def pictures(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#player canvas')].map((one) => one.toDataURL())"
    )
    return found


def open_both(page: Page, code: str = "en") -> None:
    page.goto(f"/{code}{ADDRESS}")
    page.click("#watch-open")
    expect(page.locator("#player-play")).to_be_focused()
    page.keyboard.press("Home")


def test_one_button_starts_both(page: Page) -> None:
    page.goto(f"/en{ADDRESS}")
    expect(page.locator("#player canvas")).to_have_count(2)
    page.click("#watch-open")
    page.wait_for_function(
        "() => [...document.querySelectorAll('#player canvas')].every((one) => one.dataset.at > 1)"
    )
    expect(page.locator("#player figure")).to_have_count(2)
    expect(page.locator("#player figure").first).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.locator("#player-play")).to_have_attribute("aria-label", "Play")
    one, other = steps(page)
    assert one == other


@pytest.mark.parametrize("code", ["fa", deep("en")])
def test_steps_go_together_and_the_shorter_film_waits(page: Page, code: str) -> None:
    page.emulate_media(color_scheme="light" if code == "fa" else "dark")
    open_both(page, code)
    assert Axe().run(page).response["violations"] == []
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert steps(page) == [2, 2]
    early = pictures(page)
    shorter = min(lengths())
    assert shorter < max(lengths())
    scrubber = page.locator("#scrubber")
    assert scrubber.get_attribute("max") == str(max(lengths()))
    scrubber.fill(str(shorter + 1))
    assert sorted(steps(page)) == [shorter, shorter + 1]
    page.click("#to-end")
    assert steps(page) == lengths()
    language = LANGUAGES[code]
    for at, length in enumerate(lengths()):
        number = language.number(length)
        said = language.text("Step %(step)s of %(steps)s", step=number, steps=number)
        expect(page.locator(".side-at").nth(at)).to_have_text(said)
    scrubber.fill("2")
    assert pictures(page) == early
    page.click("#watch-close")
    expect(page.locator("#watch-open")).to_be_focused()
    expect(page.locator("#player figure").first).to_be_visible()


def test_less_motion_waits(open_page: Opener) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto(f"/en{ADDRESS}")
    page.click("#watch-open")
    expect(page.locator("#player-play")).to_be_focused()
    expect(page.locator("#player-play")).to_have_attribute("aria-label", "Play")
    assert steps(page) == [0, 0]


def test_the_limit_is_said_before_one_asks(client: TestClient) -> None:
    page = client.get("/en/compare?width=65&height=9&seed=7").text
    assert "up to 64 cells a side" in page
    assert "data-film" not in page
    link = "/en/compare?seed=7"
    assert f'href="{link}"' in page
    assert client.get(link).text.count("data-film") == 2
    shaped = client.get("/en/compare?width=12&height=9&seed=7&shape=circular").text
    assert shaped.count("data-film") == 2
    # Beside a long film there is a short one.
    page = client.get("/en/eller?seed=7&join=0.2").text
    (small,) = re.findall(r'href="([^"]+)"[^>]* id="watch-small"', page)
    assert small == "/en/eller?width=12&amp;height=9&amp;seed=7&amp;join=0.2#watch"
    assert 'id="watch-small"' not in client.get(small.replace("&amp;", "&")).text
