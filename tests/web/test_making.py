"""Mazes that the browser makes: the same pages as the server's, and no request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from browsing import Opener, another_page, open_menu
from playwright.sync_api import Page, expect
from test_browser import shown_maze, walls
from tiers import sample

import labirinto
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.web.languages import LANGUAGES
from labirinto.web.shapes import mask_text

COMPARING = Path(__file__).with_name("comparing.js")

MAZES = (
    "seed=7",
    "seed=anna%20b%C3%A9%20%26%20%3Cx%3E%20%F0%9F%98%80",
    "seed=e%CC%81%20%22quoted%22%20%27too%27",
    "seed=18446744073709551615&ends=corners",
    "seed=7&ends=farthest&solution=1",
    "seed=7&ends=random",
    "width=9&height=50&seed=7&ends=opposite&look=dark",
    "seed=7&braid=0.35",
    "seed=7&braid=1.0&ends=farthest",
    "width=100&height=80&seed=7&ends=border",
    "width=1&height=1&seed=7",
    "width=1&height=9&seed=7",
    "seed=7&ends=0%2C0-3%2C4",
    "seed=7&cell=20&wall=5&walls_colour=%23ff0000&floor_colour=%2300ff00&solution=1",
    "width=10&height=8&seed=7&level=easy",
)
LARGE = (
    "width=300&height=250&seed=7",
    "width=1000&height=400&seed=7&ends=corners&solution=1&look=dark",
    "width=5000&height=4000&seed=7&ends=border&walls_colour=%23ff0000",
)
SHAPED = (
    "seed=7&rooms=5",
    "seed=7&rooms=5&doors=2&braid=0.5",
    "width=41&height=30&seed=7&symmetry=turn2&solution=1",
    "width=31&height=31&seed=anna&symmetry=turn4&look=dark",
    "seed=7&shape=heart",
    "seed=7&shape=star&width=30&height=30&rooms=2&solution=1",
    "seed=7&shape=letters&letters=ab%20c&width=60&height=24&ends=corners",
    f"seed=7&shape=drawn&width=12&height=12&mask={mask_text(labirinto.grids.mask('moon', 12, 12))}",
)
ORDERED = ("seed=7&order=rows", "seed=7&order=endless", "width=70&seed=7&order=endless")
TEXTURES = {
    "eller": "&join=0.25&drop=1.0",
    "growing-tree": "&newest=0.9",
    "binary-tree": "&skew=se",
    "sidewinder": "&rise=0.3",
}
INVALID = (
    "seed=7&width=0",
    "seed=7&width=abc&height=5001",
    "seed=7&width=12&height=-3",
    "width=9&height=8&seed=-5",
    "seed=7&ends=north",
    "width=9&height=8&seed=7&ends=0%2C0-9%2C9",
    "seed=7&braid=2",
    "seed=7&symmetry=turn2",
    "seed=7&symmetry=x&rooms=3",
    "seed=7&symmetry=z",
    "seed=7&floors=9&wrap=y&weave=2",
    "seed=7&rooms=101",
    "seed=7&rooms=60",
    "seed=7&cell=1",
    "seed=7&cell=4&wall=4",
    "seed=7&walls_colour=%23ff",
    "width=1&height=1&seed=7&ends=corners",
    "width=200&height=200&seed=7&braid=0.1&ends=farthest",
)


def comparison(page: Page, place: str, name: str, *values: object) -> list[list[object]]:
    """What a function of the script finds that compares the server with the browser."""
    page.route("**/comparing.js", lambda route: route.fulfill(path=COMPARING))
    page.goto(f"/{place}?width=9&height=8&seed=1")
    found: list[list[object]] = page.evaluate(
        """async ([name, values]) => {
          const { src } = document.getElementById("page-script");
          const comparing = await import("/comparing.js");
          return comparing[name](...values, src.replace("page.js", ""));
        }""",
        [name, values],
    )
    return found


def differences(page: Page, place: str, queries: Sequence[str]) -> list[list[object]]:
    """What differs between the pages of the server and those of the browser."""
    return comparison(page, place, "differences", [f"/{place}?{query}" for query in queries])


@pytest.mark.parametrize("code", sample(LANGUAGES, "en"))
def test_a_page_made_here_is_that_of_the_server(page: Page, code: str) -> None:
    large = LARGE if code == "en" else ()
    assert differences(page, f"{code}/wilson", [*MAZES, *large, *SHAPED, *ORDERED]) == []


@pytest.mark.parametrize("name", sample(ALGORITHMS, "eller"))
def test_pages_of_all_algorithms_are_made_here(page: Page, name: str) -> None:
    queries = [query + TEXTURES.get(name, "") for query in MAZES]
    queries += list(SHAPED) if ALGORITHMS[name].shapes else []
    assert differences(page, f"fa/{name}", queries) == []


@pytest.mark.parametrize("code", sample(LANGUAGES, "fa"))
def test_sentences_about_values_are_those_of_the_server(open_page: Opener, code: str) -> None:
    assert differences(open_page(), f"{code}/wilson", INVALID) == []


def ready(page: Page, address: str) -> None:
    """Open a page, and wait until it makes mazes."""
    page.goto(address)
    page.locator("html[data-makes]").wait_for(state="attached")


def asked_for(page: Page) -> list[str]:
    """What a page requests from now on."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    return requests


def new_maze(page: Page) -> None:
    before = walls(page)
    page.locator(".generate").click()
    page.wait_for_function(
        "(old) => document.getElementById('walls-line').getAttribute('d') !== old", arg=before
    )


def test_what_the_form_offers_is_made_here(page: Page) -> None:
    ready(page, "/en/wilson?seed=7")
    requests = asked_for(page)
    open_menu(page, "level")
    page.get_by_role("radio", name="Hard").check()
    expect(page.locator(".measured summary")).to_contain_text("Hard")
    open_menu(page, "advanced")
    page.get_by_label("Seed").fill("anna")
    page.get_by_label("Seed").press("Tab")
    page.wait_for_url(re.compile("seed=anna"))
    for field, text in (("width", "20"), ("height", "15")):
        open_menu(page, "size")
        page.locator(f"[name={field}]").fill(text)
        page.locator(f"[name={field}]").press("Tab")
        page.wait_for_url(re.compile(f"{field}={text}"))
    open_menu(page, "advanced")
    page.get_by_role("radio", name="Farthest apart").check()
    open_menu(page, "advanced")
    page.get_by_text("Show the solution").click()
    page.locator("#rooms").fill("3")
    page.wait_for_url("**/wilson?width=20&height=15&seed=anna&rooms=3&ends=farthest&solution=1")
    page.locator("#doors-2").check()
    page.locator("#braid").fill("0.5")
    page.wait_for_url(re.compile("rooms=3&doors=2&braid=0.5"))
    page.locator("#play-start").click()
    page.locator("#play-stop").click()
    page.go_back()
    page.wait_for_url(re.compile("rooms=3&doors=2&ends"))
    assert shown_maze(page) == labirinto.wilson(
        20, 15, seed="anna", rooms=labirinto.Rooms(3, doors=2)
    )
    assert [url for url in requests if "/static/" not in url] == []
    assert page.locator("[data-format=svg]").get_attribute("href") == (
        "/maze/wilson/20x15/anna.svg?rooms=3&doors=2&ends=farthest&solution=1&cell=73"
    )


def test_a_shape_that_is_there_gets_new_mazes_here(page: Page) -> None:
    ready(page, "/en/wilson?shape=heart&seed=7")
    requests = asked_for(page)
    new_maze(page)
    assert requests == []
    # Another one comes from the server, and then is there.
    open_menu(page, "shape")
    page.get_by_role("radio", name="Star").check()
    page.wait_for_url(re.compile("shape=star"))
    assert any("shape=star" in url for url in requests)
    requests.clear()
    new_maze(page)
    open_menu(page, "shape")
    page.get_by_role("radio", name="Heart").check()
    page.wait_for_url(re.compile("shape=heart"))
    assert requests == []


HOWS = ({}, {"distances": True}, {"isPlain": True}, {"look": "dark"})
TILES = {
    "width=400&height=350&seed=7&ends=border&solution=1&walls_colour=%23aa0000": [
        *((level, 0, 0, HOWS[level % 4]) for level in range(-1, 7)),
        *((level, 1, 1, {}) for level in range(7)),
    ],
    "width=400&height=350&seed=7": [
        (6, 99, 87, {}),
        (6, 100, 87, {}),
        (1, 3, 2, {}),
        (0, 1, 1, {}),
    ],
    "width=130&height=90&seed=7&rooms=20&braid=1.0": [(2, 1, 1, {}), (0, 0, 0, {}), (4, 3, 2, {})],
    "width=3000&height=2500&seed=7&ends=corners&solution=1": [(-4, 0, 0, {}), (-2, 2, 2, {})],
}


def test_tiles_made_here_are_those_of_the_server(page: Page) -> None:
    assert comparison(page, "en/wilson", "differentTiles", list(TILES.items())) == []


def test_a_large_maze_is_made_and_viewed_here(page: Page) -> None:
    ready(page, "/en/eller?width=400&height=350&seed=7")
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    requests = asked_for(page)
    with another_page(page):
        page.locator(".generate").click()
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    page.locator("#view-start").click()
    expect(page.locator("#view-state")).to_contain_text(re.compile("cell", re.IGNORECASE))
    assert all("/static/" in url for url in requests), requests
    open_menu(page, "advanced")
    page.get_by_role("radio", name="Dark").check()
    page.wait_for_url(re.compile("look=dark"))
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    assert all("/static/" in url for url in requests), requests


def test_without_a_worker_tiles_come_from_the_server(open_page: Opener) -> None:
    page = open_page()
    page.route("**/large-worker.js", lambda route: route.abort())
    ready(page, "/en/wilson?width=400&height=350&seed=7")
    open_menu(page, "size")
    with page.expect_response(re.compile("/tile/wilson/400x351/"), timeout=30_000):
        page.locator("[name=height]").fill("351")
        page.locator("[name=height]").press("Tab")
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")


WITHOUT = {
    "no core": "",
    "no WebAssembly": "delete window.WebAssembly;",
    "no memory": "WebAssembly.Instance = class { constructor() { throw new RangeError(); } };",
}


@pytest.mark.parametrize("lack", sample(WITHOUT, "no WebAssembly"))
def test_without_what_it_takes_the_server_makes_mazes(open_page: Opener, lack: str) -> None:
    page = open_page()
    page.add_init_script(WITHOUT[lack])
    page.route(
        "**/core.wasm", lambda route: route.abort() if lack == "no core" else route.continue_()
    )
    page.goto("/en/wilson?width=9&height=8&seed=7")
    page.wait_for_load_state("networkidle")
    with page.expect_response(re.compile("new=1")):
        new_maze(page)
    seed = re.search(r"seed=(\d+)$", page.url)[1]
    assert shown_maze(page) == labirinto.wilson(9, 8, seed=int(seed))
    expect(page.locator("#notice")).to_be_hidden()
