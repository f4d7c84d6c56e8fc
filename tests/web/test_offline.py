"""What was seen works without a network; the page can be installed."""

from __future__ import annotations

import io
import json
import re

import pytest
from browsing import another_page, open_menu
from gaming import data, solve_with_keys
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from labirinto.web import problem_texts
from labirinto.web.languages import LANGUAGES
from labirinto.web.static_files import version


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_can_be_installed(client: TestClient, code: str) -> None:
    page = client.get(f"/{code}/", follow_redirects=True).text
    assert f'<link rel="manifest" href="/{code}/manifest.webmanifest">' in page
    answer = client.get(f"/{code}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    about = json.loads(answer.content)
    assert about["start_url"] == f"/{code}/"
    assert about["dir"] == LANGUAGES[code].direction
    for icon in about["icons"]:
        found = client.get(icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            with Image.open(io.BytesIO(found.content)) as picture:
                assert icon["sizes"] == f"{picture.width}x{picture.height}"
                assert len(set(picture.convert("RGB").tobytes())) > 1
    assert client.get(f"/{code}/offline").status_code == 200


def test_the_worker_knows_the_version_and_is_asked_for_again(client: TestClient) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert f'const VERSION = "{version()}"' in answer.text
    assert '"LANGUAGES"' not in answer.text


ALL_KEPT = """async () => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const names = [location.href, ...loaded.filter((name) => name.startsWith(location.origin))];
  const kept = await Promise.all(names.map((name) => caches.match(name, { ignoreVary: true })));
  return kept.every(Boolean);
}"""
"""Whether the worker has kept the page that is there, with all that it has loaded."""


def test_what_was_seen_works_without_a_network(browser: Browser, site: str) -> None:
    with browser.new_context(base_url=site, service_workers="allow") as context:
        page = context.new_page()
        seen = "/en/wilson?seed=7"
        large = "/en/wilson?width=400&height=350&seed=7"
        page.goto(seen)
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        # The page that was there before the worker is seen again.
        page.wait_for_function(ALL_KEPT, polling=100)
        page.goto(large)
        expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
        page.wait_for_function(ALL_KEPT, polling=100)
        context.set_offline(True)
        page.goto(seen)
        page.click("#play-start")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#play-on")).to_be_visible()
        # New mazes go on.
        page.keyboard.press("Escape")
        page.locator("html[data-makes]").wait_for(state="attached")
        with another_page(page):
            page.locator(".generate").click()
        expect(page.locator("#notice")).not_to_have_text(problem_texts.NO_NETWORK)
        open_menu(page, "size")
        page.locator("[name=width]").fill("0")
        page.locator("[name=width]").press("Tab")
        expect(page.locator("#width-error")).to_be_visible()
        page.goto(large)
        expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
        # What was not seen says so, in the language of its address.
        page.goto("/fa/eller?seed=99")
        expect(page.locator("html")).to_have_attribute("lang", "fa")
        expect(page.locator(".lost")).to_have_count(1)
        # It lists what was; which came last depends on when the worker notices that it is offline.
        links = page.locator("#seen a")
        large_one = links.filter(has_text="400 × 350")
        expect(large_one).to_have_count(1)
        expect(links.filter(has_text="40 × 30 · seed 7")).to_have_attribute(
            "href", re.compile("/en/wilson\\?seed=7$")
        )
        large_one.click()
        expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
        context.set_offline(False)
        page.goto("/en/eller?seed=99")
        expect(page.locator("#figure svg")).to_be_visible()


def test_without_a_network_nobody_is_told_to_try_again(browser: Browser, site: str) -> None:
    with browser.new_context(base_url=site, service_workers="allow") as context:
        page = context.new_page()
        page.goto("/en/wilson?seed=7")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        sheet = context.new_page()
        sheet.goto("/en/worksheet?seed=7")
        context.set_offline(True)
        open_menu(page, "shape")
        page.get_by_role("radio", name="Hexagons").check()  # which only the server makes
        expect(page.locator("#notice")).to_have_text(problem_texts.NO_NETWORK)
        page.click("#watch-link")
        expect(page.locator("#notice, #watch-state").first).to_have_text(problem_texts.NO_NETWORK)
        sheet.locator("[name=title]").fill("Maze")
        sheet.locator("[name=title]").press("Tab")
        expect(sheet.locator("#making-text")).to_have_text(problem_texts.NO_NETWORK)


def test_addresses_that_lead_on_lead_to_what_was_seen(browser: Browser, site: str) -> None:
    with browser.new_context(base_url=site, service_workers="allow", locale="it-IT") as context:
        page = context.new_page()
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.goto("/it/daily")
        today = page.url
        for address in ("/it/", today):
            page.wait_for_function(
                "(at) => caches.match(at, { ignoreVary: true }).then(Boolean)",
                arg=address,
                polling=100,
            )
        context.set_offline(True)
        for address, place in (("/", "/it/"), ("/it/daily", today), ("/daily", today)):
            page.goto(address)
            expect(page).to_have_url(re.compile(re.escape(place) + "$"))
            expect(page.locator("#figure svg")).to_be_visible()
        # In another language it was not seen.
        page.goto("/en/daily")
        expect(page.locator(".lost")).to_have_count(1)


def kept(page: Page, address: str) -> None:
    """Open a page, and wait until the worker has kept it."""
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_function(ALL_KEPT, polling=100)


def finish(page: Page) -> None:
    """Play the maze of the page to its end."""
    page.click("#play-start")
    maze = data(page)
    if isinstance(maze["solution"], str):
        solve_with_keys(page)
        return
    page.evaluate(
        """async () => {
          const { src } = document.getElementById("page-script");
          const { mazeOf } = await import(src.replace(/[^/]*$/, "maze.js"));
          const maze = mazeOf(JSON.parse(document.querySelector(".maze-data").textContent));
          const keys = ["KeyD", "KeyC", "KeyS", "KeyZ", "KeyA", "KeyQ", "KeyW", "KeyE"];
          let at = maze.start;
          for (const to of maze.pathToEnd(at)) {
            const code = keys.find((_, turn) => maze.towards(at, turn / 2) === to);
            document.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true }));
            at = to;
          }
        }"""
    )


def test_a_next_maze_that_cannot_be_had_is_a_sentence_on_the_panel(
    browser: Browser, site: str
) -> None:
    with browser.new_context(base_url=site, service_workers="allow") as context:
        page = context.new_page()
        kept(page, "/en/wilson?width=4&height=4&seed=7&shape=hexagonal")
        context.set_offline(True)
        finish(page)
        page.click("#finish-next")
        expect(page.locator("#finish-copied")).to_have_text(problem_texts.NO_NETWORK)
        expect(page.locator("#finish")).to_be_visible()
        # The drawing has its solution: nothing is missing.
        page.click("#finish-close")
        page.click("#play-stop")
        page.click("#show-solution")
        expect(page.locator("#figure .solution").first).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.deep
def test_without_what_makes_mazes_the_first_page_says_so_as_well(
    browser: Browser, site: str
) -> None:
    with browser.new_context(base_url=site, service_workers="allow") as context:
        context.add_init_script("delete window.WebAssembly")
        page = context.new_page()
        page.goto("/en/")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.wait_for_function("() => caches.match('/en/', { ignoreVary: true }).then(Boolean)")
        context.set_offline(True)
        finish(page)
        page.click("#finish-next")
        expect(page.locator("#finish-copied")).to_have_text(problem_texts.NO_NETWORK)
        expect(page.locator("#finish")).to_be_visible()
