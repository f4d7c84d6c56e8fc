"""The page on a web space without a server, in a browser: online, and without a network."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from browsing import BOTH_DIRECTIONS, FEW_CODES, Opener, listen_for_faults, open_menu
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, Route, expect
from spacing import WebSpace, note, web_space
from starlette.testclient import TestClient
from tiers import deep, is_deep, sample, thinned

import labirinto
from labirinto.web import films
from labirinto.web.daily import daily_request, short_date
from labirinto.web.languages import LANGUAGES
from labirinto.web.web_space import PAGES

PARTS = """() => ({
  walls: document.querySelector("#walls-line")?.getAttribute("d"),
  solution: document.querySelector("#solution-line")?.getAttribute("d"),
  caption: document.querySelector(".caption > .on-screen")?.textContent,
  measured: document.querySelector("#measured")?.textContent.replace(/\\s+/g, " "),
  day: document.querySelector(".about-maze > p > strong")?.textContent,
  form: ["width", "height", "seed"].map((name) => document.getElementById("controls")[name].value),
})"""
"""What a page shows of its maze."""

SOME_PAGES = {"wilson", "growing-tree", "endless", "compare", "days"}
"""Pages of all kinds: those of the other algorithms are made alike."""

ALL_KEPT = """async (places) => {
  const kept = await Promise.all(places.map((place) => caches.match(place)));
  const texts = await Promise.all(kept.filter(Boolean).map((page) => page.text()));
  const named = texts.map((text) => /data-rules="([^"]*)"/.exec(text)?.[1]).filter(Boolean)
    .map((name) => new URL(name, places[0]).href);
  const found = await Promise.all(named.map((place) => caches.match(place)));
  return kept.every(Boolean) && found.every(Boolean);
}"""
"""Whether the worker has kept some pages, with what their scripts know."""


@pytest.fixture(scope="module")
def space(files: Path) -> Iterator[WebSpace]:
    with web_space(files) as sent:
        yield sent


@pytest.fixture
def opened(browser: Browser, space: WebSpace) -> Iterator[Opener]:
    """Opens a page of the web space, which may log no errors."""
    with ExitStack() as contexts:
        logs: list[list[str]] = []

        def opened(place: str, **options: Any) -> Page:
            context = browser.new_context(accept_downloads=True, **options)
            page = contexts.enter_context(context).new_page()
            logs.append(listen_for_faults(page))
            page.on("requestfailed", lambda request: note(logs[-1], request))
            page.goto(space.address + place)
            return page

        yield opened
    assert not [fault for log in logs for fault in log]


def made(page: Page) -> Page:
    """A page whose maze is the one of its address."""
    expect(page).to_have_url(re.compile("seed="))
    expect(page.locator("html")).to_have_attribute("data-makes", "")
    return page


def seed_of(page: Page) -> str:
    return re.search("seed=([^&]+)", page.url)[1]


@pytest.mark.parametrize("code", sample(LANGUAGES, "fa"))
def test_every_page_makes_its_own_maze(opened: Opener, code: str) -> None:
    page = opened(f"{code}/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    seeds = set()
    names = {*PAGES} - {"days"} if is_deep() else SOME_PAGES - {"days"}
    for name in names:
        page.goto(page.url.split(f"/{code}/")[0] + f"/{code}/{name}.html")
        ends = "" if name in ("endless", "compare") else "&ends=opposite"
        expect(page).to_have_url(re.compile(f"seed=.*{ends}"))
        expect(page.locator(".maze svg").first).to_be_visible()
        seeds.add(seed_of(page))
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0
    assert len(seeds) == len(names)


DAYS = [date(2026, 11, 26), date(2027, 1, 2), date(2027, 2, 7)]

QUERIES = [
    ("wilson", "width=12&height=9&seed=7&solution=1"),
    ("eller", "seed=anna%20%C3%A9&join=0.7&ends=corners"),
    ("kruskal", "width=20&height=20&seed=1&rooms=2&braid=0.5&look=dark"),
]


@pytest.mark.parametrize(
    ("name", "query", "code"), thinned([(*it, code) for it in QUERIES for code in FEW_CODES], 5)
)
def test_an_address_shows_what_the_server_shows(
    opened: Opener, open_page: Opener, name: str, query: str, code: str
) -> None:
    page = opened(f"{code}/{name}.html?{query}", locale="en-GB")
    expect(page.locator("html")).to_have_attribute("data-makes", "")
    served = open_page(locale="en-GB")
    served.goto(f"/{code}/{name}?{query}")
    expected = served.evaluate(PARTS)
    expect(page.locator(".caption > .on-screen")).to_have_text(expected["caption"])
    assert page.evaluate(PARTS) == expected


@pytest.mark.parametrize(
    ("day", "code"), thinned([(day, code) for day in DAYS for code in FEW_CODES], 7)
)
def test_the_maze_of_the_day_is_that_of_the_server(
    browser: Browser, space: WebSpace, open_page: Opener, day: date, code: str
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.set_fixed_time(f"{day}T12:00:00Z")
        page.goto(f"{space.address}{code}/daily.html")
        made(page)
        assert seed_of(page) == str(day)
        expect(page.locator(".about-maze > p > strong")).to_be_visible()
        shown = page.evaluate(PARTS)
        page.goto(f"{space.address}{code}/days.html")
        expect(page.locator(".days a")).to_have_count(30)
        expect(page.locator(".days .date").first).to_have_text(short_date(LANGUAGES[code], day))
        page.locator(".days a").nth(29).click()
        made(page)
        assert seed_of(page) == str(day - timedelta(29))
        expect(page.locator(".about-maze > p > strong")).to_be_visible()
    asked = daily_request(day)
    if asked.is_mesh:  # browsers make squares only
        return
    served = open_page()
    served.goto(f"/{code}/{asked.algorithm}?{asked.query()}")
    assert shown == served.evaluate(PARTS)


def test_new_mazes_and_the_game_need_no_request(opened: Opener) -> None:
    page = made(opened("en/wilson.html"))
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(5):
        before = seed_of(page)
        page.click(".generate")
        expect(page).not_to_have_url(re.compile(before))
    page.click("#play-start")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#play-on")).to_be_visible()
    page.keyboard.press("Escape")
    page.go_back()
    expect(page).to_have_url(re.compile(before))
    open_menu(page, "shape")
    page.locator("label:has(> [name=shape][value=heart])").click()
    expect(page).to_have_url(re.compile("width=24&height=24.*shape=heart"))
    assert [url for url in asked if "/static/" not in url] == []


@pytest.mark.parametrize(
    "query", ["seed=7", deep("width=9&height=9&seed=7&solution=1&look=dark&wall=3")]
)
def test_files_are_those_of_the_server(opened: Opener, client: TestClient, query: str) -> None:
    page = opened(f"en/wilson.html?{query}")
    expect(page.locator("html")).to_have_attribute("data-makes", "")
    served = client.get(f"/en/wilson?{query}").text
    for kind in ("svg", "txt", "json", "png"):
        link = re.search(rf'href="(/maze/[^"]*)" download="([^"]*)" data-format="{kind}"', served)
        expected = client.get(link[1].replace("&amp;", "&")).content
        with page.expect_download() as saving:
            open_menu(page, "take-files")
            page.click(f"a[data-format={kind}]")
        assert saving.value.suggested_filename == link[2]
        content = Path(saving.value.path()).read_bytes()
        if kind == "png":
            mine, theirs = (Image.open(io.BytesIO(it)).convert("RGB") for it in (content, expected))
            assert mine.size == theirs.size
            differing = ImageChops.difference(mine, theirs).convert("L").point(lambda it: it > 128)
            # The edges of a canvas are smooth.
            assert sum(differing.get_flattened_data()) < 0.01 * mine.width * mine.height
        else:
            assert content == expected, kind
    if "solution" not in query:
        link = re.search('href="([^"]*)" [^>]*data-closed="svg"', served)[1]
        page.get_by_text("Without start and end", exact=True).click()
        with page.expect_download() as saving:
            page.click("a[data-closed=svg]")
        expected = client.get(link.replace("&amp;", "&")).content
        assert Path(saving.value.path()).read_bytes() == expected


def test_rows_without_end_are_those_of_the_server(opened: Opener, client: TestClient) -> None:
    queries = (
        "algorithm=wilson&width=30&seed=7&row=1",
        "algorithm=eller&width=20&seed=anna&join=0.8&row=51",
        "algorithm=binary-tree&width=9&seed=1&skew=se&row=3000&rows=7",
    )
    page = opened(f"it/endless.html?{queries[0]}", viewport={"width": 1280, "height": 700})
    for query in queries:
        page.goto(f"{page.url.split('?')[0]}?{query}")
        band = page.locator(".band-of-rows").first
        served = client.get(f"/it/endless?{query}").text
        exits = re.search('data-exits="([^"]*)"', served)[1]
        expect(band).to_have_attribute("data-exits", exits)
        label = re.search('<svg [^>]*aria-label="([^"]*)"><rect class="floor"', served)[1]
        expect(band.locator("svg")).to_have_attribute("aria-label", label)
        finish = re.search('id="endless-finish" href="([^"]*)"', served)[1].replace("&amp;", "&")
        wanted = dict(pair.split("=") for pair in finish.split("?")[1].split("&"))
        mine = page.locator("#endless-finish").get_attribute("href")
        assert dict(pair.split("=") for pair in mine.split("?")[1].split("&")) == wanted
        command = re.search('id="endless-command">([^<]*)<', served)[1].replace("&#39;", "'")
        expect(page.locator("#endless-command")).to_have_text(command)


def test_rows_come_as_one_scrolls_and_only_then(opened: Opener) -> None:
    page = opened("en/endless.html?width=30&seed=7&row=4000")
    bands = page.locator(".band-of-rows")
    expect(bands.nth(1)).to_be_attached()
    page.wait_for_timeout(500)
    assert bands.count() < 6
    page.mouse.wheel(0, -400)
    expect(bands.first).to_have_attribute("data-row", re.compile("3[0-9]{3}"))
    last = int(bands.last.get_attribute("data-row"))
    page.mouse.wheel(0, 6000)
    expect(bands.last).not_to_have_attribute("data-row", str(last))


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_algorithms_are_compared_as_on_the_server(
    opened: Opener, open_page: Opener, code: str
) -> None:
    parts = """() => {
      const all = (places, of) => Array.from(document.querySelectorAll(places), of);
      return [
        all(".compared h2", (title) => title.textContent),
        all("[id^=walls-line]", (line) => line.getAttribute("d")),
        all(".measures tr", (row) => row.innerText),
      ];
    }"""
    query = "one=eller&other=prim&width=20&height=15&seed=7"
    page = opened(f"{code}/compare.html?{query}")
    served = open_page()
    served.goto(f"/{code}/compare?{query}")
    expected = served.evaluate(parts)
    expect(page.locator(".compared h2").first).to_have_text(expected[0][0])
    assert page.evaluate(parts) == expected
    page.click("#watch-open")
    expect(page.locator(".compared canvas").first).to_be_visible()


@pytest.mark.parametrize(("drawn", "number"), [deep(0, 1), (0.999, films.MADE_BEFOREHAND)])
def test_films_are_drawn_from_those_made_beforehand(
    opened: Opener, drawn: float, number: int
) -> None:
    page = made(opened("en/wilson.html"))
    page.evaluate("(drawn) => { Math.random = () => drawn; }", drawn)
    with page.expect_event("requestfinished", lambda it: it.url.endswith(".film")) as asked:
        page.click("#watch-open")
    assert asked.value.url.endswith(f"/wilson-{number}.film")
    expect(page.locator("#screen")).to_be_visible()


def test_a_film_that_comes_late_gives_way_to_that_of_the_maze_in_the_page(opened: Opener) -> None:
    page = opened("en/eller.html")
    late: list[Route] = []
    page.context.route(re.compile(r"/wilson-\d\.film$"), lambda route: late.append(route))
    page.goto(page.url.partition("/en/")[0] + "/en/wilson.html?order=rows#watch")
    page.wait_for_url("**&order=rows&ends=*")
    with page.expect_event("requestfinished", lambda it: "/wilson-rows-" in it.url):
        for route in late:
            route.continue_()


def test_the_first_page_leads_to_the_language_of_the_visitor(opened: Opener) -> None:
    page = opened("", locale="fa-IR")
    expect(page).to_have_url(re.compile("/fa/$"))
    open_menu(page, "languages")
    page.click(".languages a[hreflang=it]")
    expect(page).to_have_url(re.compile("/it/"))
    page.goto(page.url.split("/it/")[0] + "/")
    expect(page).to_have_url(re.compile("/it/$"))
    # The same maze in another language.
    page.goto(page.url + "wilson.html?width=9&height=9&seed=7")
    open_menu(page, "languages")
    page.click(".languages a[hreflang=pt]")
    expect(page).to_have_url(re.compile(r"/pt/wilson\.html\?width=9&height=9&seed=7$"))
    assert opened("", locale="de-DE").wait_for_url("**/en/") is None


FAULTS = [
    ("wilson", "width=5001&height=9&seed=7", "width"),
    ("wilson", "shape=circular&seed=7", "shape"),
    ("wilson", "shape=letters&letters=Anna&seed=7", "shape"),
    ("wilson", "floors=3&seed=7", "floors"),
    ("wilson", "wrap=xy&seed=7", "wrap"),
    ("wilson", "weave=0.5&seed=7", "weave"),
    ("wilson", "shape=heart&picture=1&width=50&height=50&seed=7", "shape"),
    ("wilson", "ends=99,99-0,0&seed=7", "ends"),
    ("wilson", "rooms=999&seed=7", "rooms"),
    ("endless", "width=0&seed=7", "width"),
    ("compare", "width=0&seed=7", "width"),
]


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_bad_values_have_a_sentence_and_a_maze(opened: Opener, code: str) -> None:
    page = opened(f"{code}/")
    home = page.url
    for name, query, field in FAULTS if is_deep() else FAULTS[::3]:
        page.goto(f"{home}{name}.html?{query}")
        expect(page.locator(f"[data-fault={field}] .field-error")).not_to_be_empty()
        expect(page.locator(".maze svg").first).to_be_visible()
        if name == "wilson":
            expect(page.locator("#maze .problem")).to_be_visible()


def test_large_mazes_are_made_and_saved_without_a_server(opened: Opener) -> None:
    page = opened("it/wilson.html?width=400&height=350&seed=7&solution=1")
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".caption > .on-screen")).to_contain_text("400 × 350")
    for kind in ("svg", "json", "png"):
        with page.expect_download() as saving:
            open_menu(page, "take-files")
            page.click(f"a[data-format={kind}]")
        path = Path(saving.value.path())
        if kind != "png":
            saved = path.rename(path.with_suffix(f".{kind}"))
            assert labirinto.load(saved) == labirinto.wilson(400, 350, seed=7)
    with Image.open(path) as picture:
        assert picture.size == (400 * 16 + 34, 350 * 16 + 34)
    page.goto(page.url.replace("width=400", "width=4000"))
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    expect(page.locator("a[data-format]")).to_have_count(0)


def test_a_browser_that_cannot_make_mazes_says_so(browser: Browser, space: WebSpace) -> None:
    places = {"wilson": "#notice", "endless": "#endless-state", "compare": "#watch-state"}
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script("delete globalThis.WebAssembly")
        for name, place in places.items():
            page.goto(f"{space.address}en/{name}.html?seed=99")
            expect(page.locator(place)).to_contain_text("This browser could not make the maze")


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_without_scripts_there_is_a_maze_and_a_sentence(
    browser: Browser, space: WebSpace, code: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(space.address)
        page.click(f"a[hreflang={code}]")
        page.locator(".cards a[href*=eller]").first.click()
        expect(page.locator("#figure svg")).to_be_visible()
        expect(page.locator(".without-script").first).to_be_visible()
        expect(page.locator("[data-format]").first).not_to_be_visible()


def test_all_of_a_language_works_without_a_network(browser: Browser, files: Path) -> None:
    with (
        web_space(files) as space,
        browser.new_context(service_workers="allow", locale="it-IT") as context,
    ):
        page = context.new_page()
        page.goto(space.address)
        expect(page).to_have_url(re.compile("/it/$"))
        page.evaluate("navigator.serviceWorker.ready")
        places = [f"{space.address}it/{name}" for name in ("", *(f"{it}.html" for it in PAGES))]
        for _ in range(300):
            if page.evaluate(ALL_KEPT, places):
                break
            page.wait_for_timeout(100)
        assert page.evaluate(ALL_KEPT, places)
        assert all("/school/mazes/" in name for name in page.evaluate("caches.keys()"))
        page.evaluate("caches.open('of another page')")
        address = space.address
        space.stop()
        context.set_offline(True)
        faults = listen_for_faults(page)
        for place in ("", "it/", *(f"it/{name}.html" for name in SOME_PAGES)):
            page.goto(address + place)
            expect(page.locator(":is(.maze, .days) svg").first).to_be_visible()
        page.goto(f"{address}it/eller.html?width=9&height=9&seed=7")
        expect(page.locator(".caption > .on-screen")).to_contain_text("9 × 9")
        before = page.url
        page.click(".generate")
        expect(page).not_to_have_url(before)
        page.click("#watch-open")
        expect(page.locator("#screen")).to_be_visible()
        page.goto(f"{address}it/nowhere.html")
        expect(page.locator(".lost")).to_be_visible()
        page.goto(f"{address}fa/wilson.html")
        expect(page.locator(".lost")).to_be_visible()
        assert page.evaluate("caches.has('of another page')")
        assert faults == []
