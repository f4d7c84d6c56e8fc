"""What changes is in sight, also far down on a phone, and what takes long says so."""

from __future__ import annotations

import re

import pytest
from browsing import BOTH_DIRECTIONS, Opener, another_page, open_menu
from playwright.sync_api import Page, Route, expect
from starlette.testclient import TestClient
from tiers import deep, sample

from labirinto.web.static_files import static_files

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
TO_THE_END = "scrollTo(0, document.body.scrollHeight)"


@pytest.fixture
def phone(open_page: Opener) -> Page:
    return open_page(**PHONE)


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_a_new_maze_is_in_sight(phone: Page, code: str) -> None:
    phone.goto(f"/{code}/wilson?seed=7")
    for menu, choice in (("", ".generate"), ("level", "[value=easy]"), ("shape", "[value=heart]")):
        phone.evaluate(TO_THE_END)
        expect(phone.locator("#figure")).not_to_be_in_viewport()
        if menu:
            open_menu(phone, menu)
        with another_page(phone):
            phone.locator(f"#controls {choice}").click()
        expect(phone.locator("#figure")).to_be_in_viewport(ratio=0.99)
        assert phone.locator(".menu[open]").count() == 0
    expect(phone.locator("h1")).to_have_text(re.compile(r"Heart maze|هزارتوی قلب"))
    expect(phone).to_have_title(re.compile(re.escape(phone.locator("h1").inner_text())))


def test_what_went_wrong_is_in_sight(phone: Page) -> None:
    phone.route("**/*.wasm", lambda route: route.abort())
    phone.goto("/en/wilson?seed=7")
    phone.route("**/en/wilson?*", lambda route: route.abort())
    phone.evaluate(TO_THE_END)
    phone.locator(".generate").click()
    expect(phone.locator("#notice")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("address", "press"), [("", "[data-level=hard]"), deep("wilson?seed=7", ".generate")]
)
def test_what_takes_long_says_so(phone: Page, address: str, press: str) -> None:
    phone.route("**/*.wasm", lambda route: route.abort())
    phone.goto(f"/en/{address}")
    held: list[Route] = []
    phone.route(re.compile(r"[?&](level|new)="), lambda route: held.append(route))
    phone.locator(press).click()
    busy = phone.locator("#stage[aria-busy=true]")
    expect(busy).to_have_count(1)
    # Whoever waits a moment only sees nothing of it.
    shown = busy.evaluate("(it) => getComputedStyle(it, '::before').animationDelay")
    assert shown == "0.3s"
    phone.wait_for_timeout(50)
    held[0].continue_()
    expect(busy).to_have_count(0)


def test_menus_close_when_one_turns_to_something_else(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("h1").click(),
        lambda: page.locator("#play-start").focus(),
    ):
        open_menu(page, "shape")
        leave()
        assert page.locator(".menu[open]").count() == 0
    expect(page.locator("[data-shows=level] b")).to_have_text("Any")


def imported(name: str) -> set[str]:
    """A script, and all that it imports, without those that it loads on demand."""
    text = static_files()[name].content.decode()
    lines = re.findall(r'^(?:import|export)\b[^;]*?"\./([^"]+)";', text, re.MULTILINE)
    return {name}.union(*map(imported, lines))


@pytest.mark.parametrize(("address", "own"), [("", "home.js"), ("wilson?seed=7", "page.js")])
def test_scripts_come_in_one_round_trip(client: TestClient, address: str, own: str) -> None:
    """All that a page imports is named in it."""
    page = client.get(f"/en/{address}").text
    named = re.findall(r'(?:rel="modulepreload" href|src)="[^"]*/([\w-]+\.js)"', page)
    assert own in named
    assert {*named} == set().union(*map(imported, named))
    assert len(imported(own)) > 5


def test_scripts_are_asked_for_once_the_maze_is_seen(client: TestClient) -> None:
    for address in ("/en/", "/en/wilson?seed=7"):
        before, _, later = client.get(address).text.partition('<template id="later">')
        within, _, after = later.partition("</template>")
        assert not re.findall(r"\.js\b", before)
        assert re.findall(r"(\w+)\.js\b", after) == ["later"]
        assert "menus.js" in within
