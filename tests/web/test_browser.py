"""The page in a real browser: what visitors do, in all languages, at the widths they have."""

from __future__ import annotations

import re
from itertools import cycle, product
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import ALL_PLACES, BOTH_PLACES, Opener, listen_for_faults, open_menu
from playwright.sync_api import Browser, Page, Request, expect
from tiers import deep, sample

import labirinto
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.web.languages import LANGUAGES

PAGES = ("", "wilson", "book", "eller?seed=7&width=400&height=400")
OTHERS = [
    "endless",
    "draw",
    "compare",
    "gift",
    "worksheet",
    "class",
    "wilson?seed=7&shape=hexagonal",
]
OTHERS += [name for name in ALGORITHMS if name not in PAGES]
SEEN = list(zip(PAGES, cycle(BOTH_PLACES), strict=False))
"""Pages, each in one of the places that differ most; in the others they are seen deep."""


@pytest.mark.parametrize(
    ("name", "place"),
    [it if it in SEEN else deep(*it) for it in product([*PAGES, *OTHERS], ALL_PLACES)],
    ids=str,
)
def test_every_page_fits_and_is_accessible(
    browser: Browser, site: str, name: str, place: tuple[str, int]
) -> None:
    code, width = place
    scheme = "dark" if width == 360 else "light"
    context = browser.new_context(
        base_url=site, viewport={"width": width, "height": 800}, color_scheme=scheme
    )
    page = context.new_page()
    faults = listen_for_faults(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"/{code}/{name}")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    origin = "{0.scheme}://{0.netloc}/".format(urlsplit(page.url))
    assert all(url.startswith(origin) for url in requests)
    # Including closed details.
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    context.close()
    assert faults == []


@pytest.mark.parametrize("code", sample(LANGUAGES, "fr"))
def test_the_narrowest_phone(open_page: Opener, code: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(f"/{code}/eller?seed=18446744073709551615")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_first_page_is_light(open_page: Opener) -> None:
    page = open_page()
    sizes: list[int] = []

    def count(request: Request) -> None:
        if not request.url.endswith(".woff2"):
            # What comes from the cache has less than nothing, by its headers.
            sizes.append(max(0, request.sizes()["responseBodySize"]))

    page.on("requestfinished", count)
    # What makes mazes comes once the first one is there.
    page.route("**/made.js", lambda route: route.abort())
    page.goto("/pa/wilson", wait_until="networkidle")
    first = sum(sizes)
    assert 10_000 < first < 60_000, sizes
    page.unroute("**/made.js")
    sizes.clear()
    page.goto("/pa/wilson?seed=7", wait_until="networkidle")
    page.locator("html[data-makes]").wait_for(state="attached")
    assert 50_000 < sum(sizes) < 150_000, sizes


def walls(page: Page) -> str:
    return page.locator("#walls-line").get_attribute("d") or ""


def shown_maze(page: Page) -> labirinto.Maze:
    """The maze of the page, read from the data of its scripts."""
    exits = page.evaluate("JSON.parse(document.querySelector('.maze-data').textContent).exits")
    height, width = len(exits), len(exits[0])
    passages = []
    for y, row in enumerate(exits):
        for x, digit in enumerate(row):
            passages += [((x, y), (x + 1, y))] * bool(int(digit, 16) & 2)
            passages += [((x, y), (x, y + 1))] * bool(int(digit, 16) & 4)
    return labirinto.Maze.from_passages(width, height, passages)


def test_switches_act_at_once_and_keep_the_maze(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    before = walls(page)
    expect(page.locator("#figure .solution")).to_be_hidden()
    expect(page.locator("#figure .start")).to_be_hidden()
    open_menu(page, "advanced")
    # Even if the server does not respond.
    page.route("**/en/wilson?*", lambda route: None)
    page.get_by_text("Show the solution").click()
    expect(page.locator("#figure .solution")).to_be_visible()
    page.get_by_role("radio", name="Dark").check()
    assert page.locator("#figure").get_attribute("data-look") == "dark"
    floor = page.locator("#figure .floor").evaluate("(part) => getComputedStyle(part).fill")
    assert floor == "rgb(20, 24, 31)"
    page.unroute("**/en/wilson?*")
    page.get_by_role("radio", name="Corners").check()
    page.wait_for_url(re.compile("ends=corners&solution=1&look=dark"))
    expect(page.locator("#figure .start")).to_have_attribute("cx", "0.5")
    page.get_by_text("Show the solution").click()
    page.locator("[name=ends][value=none]").check()
    page.wait_for_url(re.compile(r"seed=7&look=dark$"))
    expect(page.locator("#figure .start")).to_be_hidden()
    assert walls(page) == before


def test_custom_colours_are_applied_at_once(page: Page) -> None:
    page.goto("/en/wilson?seed=7&solution=1&solution_colour=%23123456")
    for name, colour in (("walls", "#008080"), ("floor", "#fff7e0")):
        page.locator(f"[name={name}_colour]").fill(colour)
        page.wait_for_url(re.compile(f"{name}_colour=%23{colour[1:]}"))
    seen = page.locator("#figure").evaluate(
        "(figure) => ['.walls', '.solution', '.gap', '.floor'].map((part) => {"
        " const style = getComputedStyle(figure.querySelector(part));"
        " return part === '.floor' ? style.fill : style.stroke; })"
    )
    floor = "rgb(255, 247, 224)"
    assert seen == ["rgb(0, 128, 128)", "rgb(18, 52, 86)", floor, floor]
    page.locator("[name=automatic_walls_colour]").check()
    page.wait_for_url(re.compile("seed=7&solution=1&floor_colour="))
    page.locator("#figure .walls:not(.own)").wait_for()
    assert page.locator("[name=walls_colour]").input_value() == "#1d2733"


def test_a_link_can_be_copied_and_shared(page: Page) -> None:
    page.goto("/en/wilson?seed=7&ends=corners")
    page.locator("#take-share > summary").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#copied")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    links = page.locator("#networks a")
    expect(links).to_have_count(7)
    for link in links.all():
        address = link.get_attribute("href") or ""
        assert "seed%3D7%26ends%3Dcorners" in address
    preview = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    assert page.request.get(preview).headers["content-type"] == "image/png"


def test_everything_works_without_javascript(open_page: Opener) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/en/wilson")
    address = page.url
    assert "seed=" in address
    open_menu(page, "size")
    page.locator("[name=width]").fill("15")
    page.locator("[name=height]").fill("11")
    open_menu(page, "advanced")
    page.get_by_role("radio", name="Farthest apart").check()
    page.get_by_text("Show the solution").click()
    page.locator("#advanced > .apply").click()
    page.wait_for_url(re.compile("solution=1"))
    shown = {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
    assert shown == {
        "width": "15",
        "height": "11",
        "seed": parse_qs(urlsplit(address).query)["seed"][0],
        "ends": "farthest",
        "solution": "1",
    }
    expect(page.locator("#figure .solution")).to_be_visible()
    page.get_by_role("button", name="New maze").click()
    expect(page).not_to_have_url(re.compile(f"seed={shown['seed']}&"))
    again = parse_qs(urlsplit(page.url).query)
    assert again["ends"] == ["farthest"]
    open_menu(page, "size")
    page.locator("[name=width]").fill("many")
    page.locator("[name=width]").press("Enter")
    expect(page.locator("#width-error")).to_be_visible()
    expect(page.locator("#play")).to_be_hidden()
    page.locator(".languages summary").click()
    page.get_by_role("link", name="فارسی").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    for press in (".generate", "#advanced > .apply"):
        page.goto("/en/wilson?width=9&height=8&seed=7")
        open_menu(page, "advanced")
        page.get_by_label("Seed").fill("anna")
        page.locator(press).click()
        expect(page).to_have_url(re.compile(r"\?width=9&height=8&seed=anna$"))
    open_menu(page, "level")
    page.get_by_role("radio", name="Easy").check()
    page.locator("[data-shows=level] .apply").click()
    expect(page).to_have_url(re.compile("level=easy"))
    expect(page.locator(".measured summary")).to_contain_text("Easy")


def test_without_scripts_there_are_no_dead_controls(open_page: Opener) -> None:
    page = open_page(java_script_enabled=False)
    for address, shown, hidden in (
        ("wilson?seed=7", ".steps", ("#watch", "#watch-link", "#print-closed")),
        ("wilson?width=65&seed=7", ".steps", ("#watch", "#watch-link")),
        ("compare?seed=7", "#player figure", ("#watch-open", "#desk")),
    ):
        page.goto(f"/en/{address}")
        expect(page.locator(shown).first).to_be_visible()
        for part in hidden:
            expect(page.locator(part)).to_be_hidden()


@pytest.mark.parametrize(
    ("query", "sheets"),
    [
        ("seed=7&width=20&height=60&solution=1", 2),
        deep("seed=7", 1),
        deep("seed=7&width=60&height=20", 1),
    ],
)
@pytest.mark.parametrize("paper", ["A4", deep("Letter")])
def test_only_the_maze_is_printed(page: Page, query: str, sheets: int, paper: str) -> None:
    page.goto(f"/en/wilson?{query}")
    document = page.pdf(format=paper, prefer_css_page_size=False)
    assert len(re.findall(rb"/Type\s*/Page\b", document)) == sheets
    page.emulate_media(media="print")
    for part in (
        ".top",
        ".bar",
        "#advanced",
        ".article",
        ".page-title",
        "#play",
        "#take-print",
        ".bottom",
    ):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#figure svg")).to_be_visible()
    expect(page.locator("#figure .solution")).to_be_hidden()
    if sheets == 2:
        expect(page.locator(".sheet-solution .solution")).to_be_visible()
        sheet = page.locator(".sheet-solution .walls").evaluate(
            "(part) => getComputedStyle(part).stroke"
        )
        assert sheet == "rgb(0, 0, 0)"
        expect(page.locator(".sheet-solution p")).to_contain_text("Wilson’s algorithm · ")


def test_right_to_left_mirrors_the_page_but_not_the_maze(page: Page) -> None:
    def left(selector: str) -> float:
        box = page.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2

    drawn = {}
    for code in ("en", "fa"):
        page.goto(f"/{code}/wilson?seed=7&ends=corners&width=20&height=15")
        assert (left(".bar") > left("h1")) == (code == "en")
        open_menu(page, "size")
        assert (left(".languages") > left(".home")) == (code == "en")
        assert (left("[name=height]") > left("[name=width]")) == (code == "en")
        open_menu(page, "advanced")
        assert (left("[name=solution]") < left("#advanced .switch span")) == (code == "en")
        assert left("#figure .start") < left("#figure .end")
        drawn[code] = (
            page.locator("#walls-line").get_attribute("d"),
            page.evaluate(
                "(() => { const svg = document.querySelector('#figure svg');"
                " const { a, b, c, d } = svg.getScreenCTM();"
                " return [a, b, c, d]; })()"
            ),
        )
        assert drawn[code][1][0] > 0
        page.locator("#play-start").click()
        assert left("[data-move='2']") < left("[data-move='0']")
    assert drawn["en"] == drawn["fa"]


def test_the_keyboard_alone_reaches_everything(page: Page) -> None:
    page.goto("/en/eller?seed=7")
    reached: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "(() => { const at = document.activeElement; return at.id || at.name"
            " || at.textContent.trim(); })()"
        )
        if name in reached[:1]:
            break
        reached.append(name)
        # Menus are opened by keys as well.
        if page.evaluate("document.activeElement.matches('#controls summary, .stage summary')"):
            page.keyboard.press("Enter")
    wanted = {"Labirinto", "play-start", "new", "width", "seed", "ends", "solution", "join", "look"}
    wanted |= {"level", "shape", "SVG", "JSON", "print", "copy", "permalink"}
    assert reached[0] == "Skip to content"
    assert wanted <= set(reached)
