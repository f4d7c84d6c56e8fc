"""Mazes on the page whose solution draws a picture: form, address, drawing, files, sheets."""

from __future__ import annotations

import io
import json
import re
from urllib.parse import parse_qsl

import pytest
from browsing import open_menu
from gaming import data, solve_with_keys
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_web_shapes import data_of

import labirinto
from labirinto.formats import read
from labirinto.pictures import picture_maze, picture_of
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import parse

HEART = "width=60&height=50&seed=7&shape=heart&picture=1"


def test_a_page_has_the_maze_of_a_picture(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{HEART}").text
    maze = picture_maze("heart", 60, 50, seed=7)
    assert labirinto.load(io.BytesIO(json.dumps(data_of(page)).encode())) == maze
    ends = labirinto.suggest_ends(maze)
    shown = data_of(page)["ends"]
    assert (shown["start"], shown["end"]) == (list(ends.start), list(ends.end))
    assert re.search(r'name="picture" value="1" checked', page)
    assert re.search(r'<figure class="maze [^"]*paints', page)
    # Painted below the walls, and on the sheet with the solution as well.
    assert page.count('class="solution painted"') == 2
    figure = page[page.index("<figure") :]
    assert figure.index('class="solution painted"') < figure.index('class="walls"')
    assert "whose solution draws a picture: Heart" in page
    assert 'href="#solution-line" class="solution" ' not in page


@pytest.mark.parametrize("kind", ["svg", "json", "png"])
def test_its_files_have_it(client: TestClient, kind: str) -> None:
    page = client.get(f"/en/wilson?{HEART}&solution=1").text
    (address,) = set(re.findall(rf'href="(/maze/[^"]*\.{kind}[^"]*)"', page))
    data = client.get(address.replace("&amp;", "&")).content
    maze, ends = read(io.BytesIO(data))
    assert maze.recipe == picture_maze("heart", 60, 50, seed=7).recipe
    assert labirinto.generate(maze.recipe) == maze
    assert maze.recipe.picture
    assert ends == maze.recipe.picture.ends
    assert (b'stroke-linejoin="miter"' in data) == (kind == "svg")


def test_a_word_has_the_size_that_suits_it_and_is_never_a_file(client: TestClient) -> None:
    request = parse("wilson", {"shape": "letters", "letters": "Anna ♥", "picture": "1"}).request
    suits = picture_of("Anna ♥").grid
    assert request.size == (2 * suits.width, 2 * suits.height)
    for word in ("heart", "a.txt", "bits:x"):
        request = parse("wilson", {"shape": "letters", "letters": word, "picture": "1"}).request
        picture = request.drawn_picture
        assert picture.grid == picture_of(word, *request.size, words=True).grid
        assert picture.source.split()[1] == "--words"


@pytest.mark.parametrize(
    ("query", "invalid", "size"),
    [
        ("shape=heart&width=41&height=51", set(), (42, 52)),  # even
        ("shape=heart&width=8&height=8", {"picture"}, (56, 54)),
        ("shape=letters&letters=Annabella&width=20&height=20", {"picture"}, (206, 36)),
        ("shape=heart&width=400&height=40", {"width"}, (300, 40)),
        ("shape=heart&width=40&height=40&picture=2", set(), None),
        ("shape=letters&letters=%F4%8F%BF%BD", {"letters"}, None),
        ("width=40&height=40", set(), None),  # nothing to draw
        ("shape=hexagonal&width=20&height=20", set(), None),
    ],
)
def test_what_cannot_be(
    client: TestClient, query: str, invalid: set[str], size: tuple[int, int] | None
) -> None:
    parsed = parse("wilson", {"picture": "1", **dict(parse_qsl(query))})
    assert parsed.invalid == invalid
    assert parsed.request.is_picture == (size is not None)
    assert size in (None, parsed.request.size)
    more = "" if "picture" in query else "&picture=1"
    page = client.get(f"/en/wilson?seed=7&{query}{more}", follow_redirects=True)
    assert page.status_code == (422 if invalid else 200)


@pytest.mark.parametrize("shape", ["shape=heart", "shape=letters&letters=Hi"])
def test_a_maze_without_it_can_be_watched(client: TestClient, shape: str) -> None:
    page = client.get(f"/en/wilson?width=56&height=54&seed=7&{shape}&picture=1").text
    link = re.search(r'class="button" href="([^"]*#watch)"', page)
    other = client.get(link[1].replace("&amp;", "&").partition("#")[0]).text
    assert 'id="watch-link"' in other


def test_a_picture_that_would_be_too_large_leaves_the_word(client: TestClient) -> None:
    fields = {"shape": "letters", "letters": "SUPERCALIFRAGILISTIC", "width": "300"}
    shown = parse("wilson", {**fields, "width": "", "seed": "7"}).request
    texts = {**fields, "width": str(shown.width), "height": str(shown.height), "seed": "7"}
    parsed = parse("wilson", {**texts, "picture": "1", "shown": shown.query()})
    assert parsed.invalid == {"picture"}
    assert (parsed.request.letters, parsed.request.size) == (shown.letters, shown.size)
    assert not parsed.request.is_picture
    page = client.get("/en/wilson", params={**texts, "picture": "1", "shown": shown.query()})
    assert "more than 300 cells a side" in page.text
    page = client.get("/en/wilson?seed=7&shape=heart&width=400&height=40&picture=1")
    assert "The width must be a whole number from 1 to 300." in page.text


def test_what_goes_with_a_picture() -> None:
    texts = {"shape": "heart", "picture": "1", "width": "40", "height": "40", "seed": "7"}
    request = parse("wilson", {**texts, "ends": "corners", "braid": "0.5", "level": "easy"}).request
    assert (request.ends, request.braid, request.level) == ("border", 0, "")
    assert not parse("kruskal", texts).request.is_picture
    shown = MazeRequest("wilson", 40, 30, 7, shape="heart")
    on = parse("wilson", {**texts, "width": "40", "height": "30", "shown": shown.query()}).request
    assert on.size == (56, 54)
    off = parse("wilson", {**texts, "picture": "", "shown": on.query()}).request
    assert not off.is_picture


def test_playing_paints_it(page: Page) -> None:
    page.goto("/en/wilson?width=16&height=16&seed=7&shape=heart&picture=1")
    page.locator("#play-start").click()
    solution = page.locator("#figure .solution.painted")
    steps = data(page)["solution"]
    solve_with_keys(page, steps[:-1])
    trail = page.locator("#figure .trail").first
    expect(trail).to_have_css("stroke-width", "1px")
    expect(solution).to_be_hidden()
    solve_with_keys(page, steps[-1:])
    expect(page.locator("#finish")).to_be_visible()
    expect(solution).to_be_visible()
    expect(trail).to_be_hidden()


def test_the_switch_asks_for_it(page: Page) -> None:
    page.goto("/en/wilson?width=20&height=20&seed=7")
    expect(page.locator("input[name=picture]")).to_have_count(0)
    page.goto("/en/wilson?width=20&height=20&seed=7&shape=star")
    corners = page.locator("#controls label:has([name=ends][value=corners])")
    level = page.locator("#controls [data-shows=level]")
    choose = page.locator("#choose-ends")
    open_menu(page, "advanced")
    for each in (corners, level, choose):
        expect(each).to_be_visible()
    open_menu(page, "shape")
    page.get_by_text("The solution draws it").click()
    expect(page).to_have_url(re.compile("shape=star&picture=1"))
    for each in (corners, level, choose):
        expect(each).to_be_hidden()
    expect(page.locator("#controls label:has([name=ends][value=border])")).to_be_visible()
    open_menu(page, "shape")
    page.get_by_text("The solution draws it").click()
    expect(page).not_to_have_url(re.compile("picture=1"))
