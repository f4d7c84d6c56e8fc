"""Floors and joined sides on the page: addresses, files, what cannot be, and the game."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl

import pytest
from browsing import Opener, open_menu
from gaming import data
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from starlette.testclient import TestClient
from test_web_rooms import maze_in
from tiers import deep, sample

import labirinto
from labirinto.web.languages import LANGUAGES
from labirinto.web.queries import parse
from labirinto.web.worksheets import parse_sheet

SIZE = "width=6&height=5&seed=7"
SMALLER = "width=20&height=15&seed=7"
GRIDS: dict[str, dict[str, Any]] = {
    "floors=3": {"floors": 3},
    "wrap=x": {"wrap": "x"},
    "wrap=twist": {"wrap": "x", "twist": True},
    "floors=2&wrap=xy": {"floors": 2, "wrap": "xy"},
}


@pytest.mark.parametrize("query", sample(GRIDS, "wrap=twist", "floors=2&wrap=xy"))
def test_the_page_and_its_files_have_the_maze_of_its_address(
    client: TestClient, query: str
) -> None:
    page = client.get(f"/en/wilson?{SIZE}&{query}")
    assert page.status_code == 200
    maze = labirinto.wilson(labirinto.grids.linked(6, 5, **GRIDS[query]), seed=7)
    assert maze_in(page.text) == maze
    assert page.text.count('id="links"') == 1
    kinds = set()
    for address in re.findall(r'href="(/(?:maze/|en/worksheet|embed)[^"]*)"', page.text):
        file = client.get(address.replace("&amp;", "&"))
        assert file.status_code == 200, address
        kinds.add(address.partition("?")[0].rpartition(".")[2])
    assert kinds >= {"svg", "png", "pdf", "json", "npz", "txt"}
    assert not kinds & {"csv", "stl"}
    assert ("dxf" in kinds) == (query == "wrap=x")
    for other in ("steps/wilson/6x5/7", "tile/wilson/6x5/0/0/0/7.png", "maze/wilson/6x5/7.csv"):
        assert client.get(f"/{other}?{query}").status_code == 422


@pytest.mark.parametrize("query", ["ends=border&solution=1", "ends=corners&cell=20&wall=1"])
def test_a_cylinder_that_is_large_enough_can_be_printed_as_a_puzzle_box(
    client: TestClient, query: str
) -> None:
    asked = f"wrap=x&{query}"
    page = client.get(f"/en/wilson?width=12&height=5&seed=7&{asked}").text
    (address,) = set(re.findall(r'href="(/maze/[^"]*\.stl[^"]*)"', page))
    file = client.get(address.replace("&amp;", "&"))
    assert file.status_code == 200
    assert len(file.content) == 84 + 50 * int.from_bytes(file.content[80:84], "little") > 100_000
    for other in ("6x5/7.stl?wrap=x", "12x5/7.stl?wrap=twist", "12x5/7.stl?wrap=xy"):
        assert client.get(f"/maze/wilson/{other}").status_code == 422


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("floors=7", "floors"),
        ("floors=2&shape=heart", "floors"),
        ("floors=2&symmetry=x", "symmetry"),
        ("floors=2&rooms=2", "rooms"),
        ("floors=2&braid=0.5", "braid"),
        ("floors=6&width=100", "floors"),
        ("floors=2&ends=0,0-1,1", "ends"),
        ("wrap=y", "wrap"),
        ("wrap=x&width=2", "width"),
        ("wrap=xy&height=1", "height"),
        ("weave=0.5&height=2", "height"),
        ("wrap=xy&ends=border", "ends"),
        ("floors=2&weave=0.5", "weave"),
        ("floors=2&wrap=x&width=2", "width"),
    ],
)
def test_what_cannot_be_gets_a_sentence(client: TestClient, query: str, field: str) -> None:
    page = client.get(f"/en/wilson?seed=7&{query}")
    assert page.status_code == 422
    assert f'id="{field}-error"' in page.text
    assert parse("wilson", dict(parse_qsl(query))).invalid == {field}


@pytest.mark.parametrize(
    "query",
    ["rooms=101", "doors=9", "rooms=2&doors=9", "braid=2", "floors=7", "wrap=y", "weave=2"],
)
@pytest.mark.parametrize("name", ["wilson", "eller"])
def test_the_sentence_stands_between_its_field_and_the_next(
    client: TestClient, name: str, query: str
) -> None:
    page = client.get(f"/en/{name}?seed=7&{query}").text
    inputs = r'<input [^>]*?name="(\w+)"|<p class="field-error" id="(\w+-error)"'
    found = [one or other for one, other in re.findall(inputs, page)]
    field = query.rpartition("=")[0].rpartition("&")[2]
    before = found[: found.index(f"{field}-error")]
    assert before[-1] == field not in found[len(before) :]


@pytest.mark.parametrize("value", ["abc", "7", "-1"])
@pytest.mark.parametrize("name", ["rooms", "braid", "weave", "newest"])
def test_a_slider_and_its_number_agree(client: TestClient, name: str, value: str) -> None:
    page = client.get(f"/en/growing-tree?seed=7&{name}={value}7").text
    slider = rf'name="{name}"[^>]* value="([^"]*)"[^>]*>\s*<output>([^<]*)'
    (found,) = re.findall(slider, page)
    assert float(found[0]) == float(found[1]) == (0.5 if name == "newest" else 0)


@pytest.mark.parametrize("query", ["level=x", "shape=letters&picture=1&width=20"])
def test_each_sentence_stands_once(client: TestClient, query: str) -> None:
    page = client.get(f"/en/wilson?seed=7&{query}")
    assert page.status_code == 422
    assert len(re.findall('class="field-error"', page.text)) == 1


def test_a_sentence_comes_back_with_an_address_from_the_history(open_page: Opener) -> None:
    page = open_page()
    page.goto(f"/en/wilson?{SIZE}&weave=2")
    sentence = page.locator("[data-part=loops] #weave-error")
    expect(sentence).to_be_visible()
    page.locator("#floors-2").dispatch_event("click")
    expect(page).to_have_url(re.compile("floors=2"))
    expect(sentence).to_have_count(0)
    page.go_back(wait_until="commit")
    expect(sentence).to_be_visible()


@pytest.mark.parametrize(
    "query",
    [
        "floors=3&symmetry=turn2",
        "wrap=twist&symmetry=x",
        "weave=0.5&symmetry=x",
        "floors=2&rooms=4",
        "weave=0.5&rooms=4",
        "floors=3&braid=0.5",
        "weave=0.5&braid=1",
        "wrap=x&order=rows",
        "symmetry=x&order=rows",
    ],
)
def test_the_sentence_names_what_is_in_the_way(client: TestClient, query: str) -> None:
    page = client.get(f"/en/wilson?seed=7&width=9&height=7&{query}")
    (sentence,) = re.findall(r'class="field-error"[^>]*>([^<]*)', page.text)
    excluded = {"floors": "floors", "wrap": "joined sides", "weave": "bridges"}
    assert excluded.get(query.partition("=")[0], "symmetry") in sentence


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("floors=7", ["1", "6"]),
        ("floors=6&width=100", ["18,000", "10,000"]),
        ("weave=1&width=200&height=70", ["14,000", "10,000"]),
        ("wrap=x&width=2", ["3", "2"]),
        ("wrap=xy&height=1", ["3", "1"]),
        ("weave=0.5&width=2&height=9", ["3", "2"]),
        ("weave=7", ["0", "1"]),
    ],
)
def test_the_sentence_names_the_value_that_is_too_large_or_too_small(
    client: TestClient, query: str, numbers: list[str]
) -> None:
    page = client.get(f"/en/wilson?seed=7&{query}")
    (sentence,) = re.findall(r'class="field-error"[^>]*>([^<]*)', page.text)
    assert re.findall(r"\d[\d,]*\b", sentence) == numbers


@pytest.mark.parametrize("name", ["class", "book", "gift", "compare", "endless"])
def test_pages_of_plain_mazes_say_so(client: TestClient, name: str) -> None:
    page = client.get(f"/en/{name}?seed=7&floors=3&wrap=x&weave=no")
    assert page.status_code == 422
    assert len(re.findall('class="field-error"', page.text)) == 1
    assert client.get(f"/en/{name}?seed=7&floors=1&wrap=").status_code in (200, 302)


def test_sentences_stand_above_two_mazes(client: TestClient) -> None:
    page = client.get("/en/compare?seed=7&floors=3&width=0").text
    places = [page.index(text) for text in ('id="floors-error"', '"#width-error"', "<figure")]
    assert places == sorted(places) < [page.index('id="width-error"')]


@pytest.mark.parametrize(
    ("query", "within"),
    [
        ("floors=3&wrap=xy", "3 floors, torus"),
        ("wrap=x", "cylinder"),
        ("wrap=twist", "Möbius strip"),
        ("weave=0.5", "bridges"),
    ],
)
def test_names_have_a_capital_only_at_the_head_of_a_line(
    client: TestClient, query: str, within: str
) -> None:
    page = client.get(f"/en/wilson?width=9&height=7&seed=7&{query}").text
    assert f"Maze: {within}" in page
    assert re.search(rf'og:image:alt" content="A maze of \d+ cells: {within} ', page)
    assert f"{within[:1].upper()}{within[1:]} · 9 × 7 · seed 7" in page


@pytest.mark.parametrize("query", ["floors=3", "wrap=x", "weave=0.5", "symmetry=x", "symmetry=y"])
@pytest.mark.parametrize("name", ["eller", "sidewinder", "binary-tree"])
def test_algorithms_for_rectangles_say_so(client: TestClient, name: str, query: str) -> None:
    page = client.get(f"/en/{name}?seed=7&width=9&height=7&{query}")
    assert page.status_code == 422
    (sentence,) = re.findall(r'class="field-error"[^>]*>([^<]*)', page.text)
    assert "rectangles only" in sentence


@pytest.mark.parametrize(
    ("shown", "chosen", "wanted"),
    [
        ("seed=7&symmetry=x", "symmetry=x&floors=3", f"{SMALLER}&floors=3"),
        ("seed=7&rooms=2&ends=0,0-1,1", "rooms=2&floors=2", f"{SMALLER}&floors=2"),
        ("seed=7&floors=3", "floors=3&shape=heart", "seed=7&shape=heart"),
        ("seed=7", "ends=opposite&wrap=xy", "seed=7&wrap=xy&ends=farthest"),
        ("seed=7&wrap=xy&ends=farthest", "ends=farthest&wrap=x", "seed=7&wrap=x&ends=opposite"),
        (
            "seed=7&wrap=xy&ends=farthest",
            "ends=farthest&shape=heart",
            "seed=7&shape=heart&ends=opposite",
        ),
        ("seed=7&wrap=xy&ends=random", "ends=random&wrap=x", "seed=7&wrap=x&ends=random"),
        ("seed=7&wrap=x&ends=farthest", "ends=farthest&wrap=", "seed=7&ends=farthest"),
        ("seed=7&symmetry=x", "symmetry=x&weave=0.5", "seed=7&weave=0.5"),
        ("seed=7&floors=3&wrap=x", "floors=3&wrap=x&weave=0.5", "seed=7&weave=0.5"),
        ("seed=7&weave=0.5", "weave=0.5&floors=3", f"{SMALLER}&floors=3"),
        ("seed=7&floors=3", "floors=2", "seed=7&floors=2"),
        ("seed=7&weave=0.5", "weave=0.5&shape=heart", "seed=7&shape=heart"),
    ],
)
def test_what_is_chosen_last_replaces_what_it_excludes(
    shown: str, chosen: str, wanted: str
) -> None:
    parsed = parse("wilson", {"shown": shown, "seed": "7", **dict(parse_qsl(chosen))})
    assert not parsed.invalid
    assert parsed.request.query() == wanted


@pytest.mark.parametrize("place", ["wilson", "worksheet"])
@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("floors=2", 8),
        ("wrap=x", 7),
        ("wrap=x&ends=left-right", 8),
        ("wrap=twist", 7),
        ("wrap=xy", 4),
    ],
)
def test_joined_sides_offer_no_ends_there(
    client: TestClient, place: str, query: str, kinds: int
) -> None:
    page = client.get(f"/en/{place}?{SIZE}&{query}", follow_redirects=True).text
    assert len(re.findall(r'name="ends"[^>]*"(?: checked)?>', page)) == kinds
    if place == "wilson":
        assert ("an end on the border" in page) == (query != "wrap=xy")


def test_ends_come_and_go_with_joined_sides(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&ends=left-right")
    open_menu(page, "advanced")
    kind = page.locator("label:has(> [value=left-right])")
    expect(kind).to_be_visible()
    page.locator("#wrap-x").dispatch_event("click")
    expect(page).to_have_url(re.compile("wrap=x&ends=opposite"))
    expect(kind).to_be_hidden()
    page.locator("#wrap-any").dispatch_event("click")
    expect(kind).to_be_visible()
    expect(page.locator("[name=ends]:checked")).to_have_value("opposite")


def test_new_mazes_of_a_level_have_ends_that_there_are(client: TestClient) -> None:
    location = client.get("/en/wilson?wrap=xy").headers["location"]
    assert "ends=farthest" in location
    assert client.get(location).status_code == 200
    assert client.get(f"/embed/en/wilson?{SIZE}&wrap=xy").status_code == 200
    assert "level=hard" in client.get("/en/wilson?level=hard&floors=3").headers["location"]


@pytest.mark.parametrize("query", [deep("floors=3"), "floors=2&wrap=xy"])
def test_keys_lead_over_stairs_and_seams_to_the_end(page: Page, query: str) -> None:
    page.goto(f"/en/wilson?{SIZE}&{query}")
    page.locator("#play-start").click()
    svg = page.locator("#figure svg")
    solution = data(page)["solution"]
    keys = {(1, 0, 0): "ArrowRight", (-1, 0, 0): "ArrowLeft", (0, 1, 0): "ArrowDown"}
    keys |= {(0, -1, 0): "ArrowUp", (0, 0, 1): "PageUp", (0, 0, -1): "PageDown"}
    used = set()
    for one, other in pairwise(solution):
        expect(svg).to_have_attribute("data-floor", str(one[2]))
        step = [there - here for here, there in zip(one, other, strict=True)]
        # A seam is left in the other direction.
        key = keys[tuple(at if abs(at) < 2 else -at // abs(at) for at in step)]
        used.add(key)
        page.keyboard.press(key)
    assert used & {"PageUp", "PageDown"}
    expect(page.locator("#finish-steps")).to_have_text(str(len(solution) - 1))
    expect(page.locator("#play-live")).to_contain_text("By the shortest path!")
    page.locator("#finish-close").click()
    page.locator("#play-stop").click()
    assert svg.get_attribute("data-floor") is None


def test_a_press_on_a_stair_and_buttons_change_the_floor(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends=0,0,0-5,4,2")
    found = data(page)
    below, above = next(
        (one, other)
        for one, other, _ in found["passages"]
        if found["cells"][one][2] == 0 and found["cells"][other][2] == 1
    )
    ends = ",".join(map(str, found["cells"][below])) + "-5,4,2"
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends={ends}")
    page.locator("#play-start").click()
    walker = page.locator(".walker-mark")
    walker.click()
    expect(walker).to_have_attribute("data-cell", ",".join(map(str, found["cells"][above])))
    page.locator(".floors-all button").nth(2).click()
    expect(page.locator("#figure svg")).to_have_attribute("data-floor", "2")
    down = page.locator('[data-climb="-1"]')
    down.click()  # back to the walker
    expect(page.locator("#figure svg")).to_have_attribute("data-floor", "1")
    expect(walker).to_have_attribute("data-cell", ",".join(map(str, found["cells"][above])))
    down.click()
    expect(walker).to_have_attribute("data-cell", ",".join(map(str, found["cells"][below])))
    expect(page.locator("#figure svg")).to_have_attribute("data-floor", "0")


def test_a_hint_marks_the_stair_that_comes_next(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends=opposite")
    page.locator("#play-start").click()
    (x, y, floor), after, *_ = data(page)["solution"]
    assert after == [x, y, floor + 1]
    up, down = (page.locator(f'[data-climb="{way}"]') for way in (1, -1))
    colour = "it => getComputedStyle(it).color"
    assert down.is_disabled()
    assert up.evaluate(colour) != down.evaluate(colour)
    page.locator("#play-hint").click()
    expect(up).to_have_css("outline-style", "solid")
    expect(down).to_have_css("outline-style", "none")
    is_around = "(it, [x, y]) => it.isPointInFill(new DOMPoint(x + 0.7, y + 0.6))"
    assert page.locator(".hint-line").evaluate(is_around, [x, y])
    page.keyboard.press("PageUp")
    expect(up).to_have_css("outline-style", "none")
    # The number of a stair stays readable on the walker.
    assert page.locator(".walker ~ #links").count() == 1


def test_the_walker_is_around_the_numbers_of_two_stairs(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends=0,0,0-5,4,2")
    found = data(page)
    stairs = [
        (found["cells"][one], found["cells"][other])
        for one, other, _ in found["passages"]
        if found["cells"][one][2] != found["cells"][other][2]
    ]
    both = next(above for _, above in stairs if above in [below for below, _ in stairs])
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends={','.join(map(str, both))}-5,4,2")
    page.locator("#play-start").click()
    star, ring = page.locator(".walker-mark polygon"), page.locator(".walker-mark circle")
    expect(ring).to_be_visible()
    expect(star).to_be_hidden()
    expect(ring).to_have_css("fill", "none")
    page.keyboard.press("PageUp")  # to a cell with one stair
    expect(star).to_be_visible()
    expect(ring).to_be_hidden()


def test_the_game_says_where_no_stair_leads_and_which_floor_is_in_view(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=3&ends=opposite")
    page.locator("#play-start").click()
    live = page.locator("#play-live")
    page.keyboard.press("PageDown")
    expect(live).to_contain_text("No stair leads down from here. Floor 1, column 4, row 1.")
    for floor in (1, 2):
        page.locator(".floors-all button").nth(floor).click()
        expect(live).to_have_text(f"Floor {floor + 1} of 3")
        round_corners = "it => getComputedStyle(it).rx"
        assert page.locator("#one-floor rect").evaluate(round_corners) == "0.35px"
    page.keyboard.press("PageDown")
    expect(page.locator("#figure svg")).to_have_attribute("data-floor", "0")


def test_the_stairs_of_the_solution_show_with_it_alone(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=3")
    taken = page.locator("#figure .links.taken .heads")
    expect(taken).to_be_hidden()
    page.locator(".show-solution").click()
    expect(taken).to_be_visible()
    expect(page.locator("#links .heads")).not_to_have_css(
        "fill", taken.evaluate("it => getComputedStyle(it).fill")
    )
    page.emulate_media(media="print")
    expect(taken).to_be_hidden()
    expect(page.locator(".sheet-solution .links.taken .heads")).to_be_visible()


def test_paper_explains_stairs_and_joined_sides(page: Page) -> None:
    page.goto(f"/en/wilson?{SIZE}&floors=2&wrap=twist")
    explained = page.locator(".explained, #links .on-paper")
    expect(explained).to_have_count(3)
    assert not any(it.is_visible() for it in explained.all())
    page.emulate_media(media="print")
    assert all(it.is_visible() for it in explained.all())
    box = "[...document.querySelectorAll('#links .on-paper')].map(it => it.getBBox())[0]"
    assert page.evaluate(f"{box}.y") < -0.5
    assert page.evaluate(f"{box}.y + {box}.height") > 5
    assert len(PdfDocument(page.pdf(prefer_css_page_size=True))) == 1


def test_a_worksheet_explains_stairs(client: TestClient) -> None:
    sheet = client.get(f"/en/worksheet.pdf?{SIZE}&floors=2").content
    assert "Both ends of a stair" in PdfDocument(sheet)[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("links", "size"),
    [
        ("floors=3", "width=200&height=9"),
        ("floors=6", "width=60&height=60&paper=a5"),
        ("floors=2&wrap=xy", "width=80&height=70"),
        ("weave=0.5", "width=300&height=300"),
    ],
)
def test_a_worksheet_keeps_floors_when_its_size_is_corrected(links: str, size: str) -> None:
    sheet = parse_sheet(dict(parse_qsl(f"seed=7&{links}&{size}")), LANGUAGES["en"])
    assert sheet.invalid == {"width", "height"}
    kept = {(name, str(value)) for name, value in sheet.form_values()["parameters"]}
    assert kept >= set(parse_qsl(links))


def test_floors_are_as_wide_as_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/en/wilson?width=20&height=15&seed=7&floors=3")
    box = page.locator("#figure .walls").bounding_box()
    assert box
    assert box["width"] > 300


def test_what_a_torus_changed_goes_with_it(page: Page) -> None:
    """A script makes the plain maze after it, but only the server knows what was before."""
    page.goto("/en/wilson?level=easy&wrap=xy")
    page.locator("#advanced > summary").click()
    page.locator('#controls input[name="wrap"][value=""]').dispatch_event("click")
    expect(page).to_have_url(re.compile("level=easy&ends=opposite$"))
