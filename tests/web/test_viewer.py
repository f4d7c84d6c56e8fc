"""The viewer: tiles by their addresses, mazes made once, and the canvas in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from browsing import BOTH_DIRECTIONS, Opener, another_page, open_menu
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, Route, expect
from starlette.testclient import TestClient
from tiers import examples, sample

import labirinto
from labirinto.drawing.style import Style
from labirinto.viewing import MazePlanes, tile
from labirinto.web import script_texts

LARGE = "width=400&height=350&seed=7"


def test_a_tile_is_that_of_the_library(client: TestClient) -> None:
    maze = labirinto.eller(400, 350, seed="a/b", join=0.25)
    answer = client.get("/tile/eller/400x350/3/2/1/a%2Fb.png?join=0.25&look=dark")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == tile(MazePlanes(maze), 3, 2, 1, Style.preset("dark"))


def test_a_tile_has_openings_path_and_distances(client: TestClient) -> None:
    address = "/tile/wilson/310x310/2/0/0/7.png"
    queries = ("", "ends=border", "ends=farthest&solution=1", "solution=1", "distances=1")
    found = [client.get(f"{address}?{query}") for query in queries]
    assert {answer.status_code for answer in found} == {200}
    assert len({answer.content for answer in found}) == len(queries)


@examples(200)
@given(st.lists(st.text(max_size=8), min_size=3, max_size=3), st.text(max_size=20))
def test_no_tile_makes_the_server_fail(client: TestClient, numbers: list[str], rest: str) -> None:
    level, x, y, ends = (quote(text, safe="") for text in (*numbers, rest))
    answer = client.get(f"/tile/wilson/9x9/{level}/{x}/{y}/7.png?ends={ends}")
    assert answer.status_code in (200, 404, 422)


def test_the_ends_are_told(client: TestClient) -> None:
    maze = labirinto.wilson(400, 350, seed=7)
    ends = labirinto.suggest_ends(maze, "border", apart=True)
    facts = client.get("/about/wilson/400x350/7.json?ends=border&solution=1").json()
    assert (tuple(facts["start"]), tuple(facts["end"])) == tuple(ends)
    assert facts["steps"] == labirinto.solve(maze, *ends).steps
    assert client.get("/about/wilson/400x350/7.json").json()["start"] is None
    assert client.get("/tile/wilson/1x1/0/0/0/7.png?distances=1").status_code == 200


# The page.


def test_a_large_maze_has_a_viewer_and_without_scripts_a_link(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{LARGE}").text
    assert 'data-tile="/tile/wilson/400x350/{level}/{x}/{y}/7.png"' in page
    assert re.search(r'class="too-large without-script">.*?/maze/wilson/400x350/7\.png', page, re.S)
    assert 'id="viewer"' not in client.get("/en/wilson?seed=7").text
    assert ".svg?" not in client.get("/en/wilson?width=5000&height=5000&seed=1").text


def shown(page: Page) -> list[float]:
    """The view in the address: x and y of the middle, and the zoom."""
    page.wait_for_function("() => location.hash.startsWith('#at=')")
    return [float(value) for value in page.evaluate("location.hash").partition("=")[2].split(",")]


def settle(page: Page) -> None:
    """Wait until the address has the view, and the tiles are there."""
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")


def seen(page: Page) -> tuple[float, ...]:
    """The sides of the window, in cells: left, top, right, bottom."""
    box = page.locator(".view-marks").get_attribute("viewBox") or ""
    left, top, wide, high = map(float, box.split())
    return left, top, left + wide, top + high


def sees(page: Page, x: int, y: int) -> bool:
    """Whether all of a cell is in the window."""
    left, top, right, bottom = seen(page)
    return left <= x and top <= y and x + 1 <= right and y + 1 <= bottom


@contextmanager
def holding(page: Page, pattern: str) -> Iterator[None]:
    """Let no request to some addresses go on before the end."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()
    page.unroute(pattern)


def has_drawn(page: Page) -> bool:
    """Whether walls and floor are on the canvas."""
    return bool(
        page.evaluate(
            """() => {
              const canvas = document.getElementById("view-canvas");
              const { data } = canvas.getContext("2d").getImageData(
                canvas.width / 2 - 50, canvas.height / 2 - 50, 100, 100);
              const seen = new Set();
              for (let at = 0; at < data.length; at += 4) seen.add(data[at]);
              return seen.size > 1;
            }"""
        )
    )


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_it_is_moved_and_zoomed_with_keys_mouse_and_buttons(page: Page, code: str) -> None:
    page.goto(f"/{code}/wilson?{LARGE}")
    canvas = page.locator("#view-canvas")
    page.click("#view-all")
    settle(page)
    assert has_drawn(page)
    page.click("#view-in")
    page.click("#view-in")
    settle(page)
    x, y, zoom = shown(page)
    assert (x, y) == (200, 175)
    canvas.focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    assert shown(page)[0] > x
    assert shown(page)[1:] == [y, zoom]
    page.keyboard.press("+")
    settle(page)
    assert shown(page)[2] == zoom + 1
    expect(page.locator("#view-state")).not_to_be_empty()
    box = canvas.bounding_box()
    x, y, zoom = shown(page)
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 180, box["y"] + 140, steps=4)
    page.mouse.up()
    settle(page)
    assert shown(page) == pytest.approx([x - 80 / 2**zoom, y - 40 / 2**zoom, zoom], abs=0.1)
    page.mouse.wheel(0, -300)
    settle(page)
    assert shown(page)[2] > zoom
    page.click("#view-all")
    settle(page)
    assert shown(page)[:2] == [200, 175]
    # The address brings the view back.
    page.goto(f"/{code}/wilson?{LARGE}#at=112.5,130.5,4")
    page.reload()
    settle(page)
    assert shown(page) == [112.5, 130.5, 4]
    assert has_drawn(page)


def test_one_goes_to_the_ends_and_to_any_cell(page: Page, client: TestClient) -> None:
    page.goto(f"/en/wilson?{LARGE}")
    facts = client.get("/about/wilson/400x350/7.json?ends=border").json()
    page.click("#view-end")
    page.wait_for_function("() => location.hash.startsWith('#at=')")
    settle(page)
    assert sees(page, *facts["end"])
    page.fill("#view-go input", "۲۰۰، 121")
    page.press("#view-go input", "Enter")
    settle(page)
    assert shown(page)[:2] == [199.5, 120.5]
    # At the border the window stays full of maze.
    page.fill("#view-go input", "۴۰۰، 350")
    page.press("#view-go input", "Enter")
    settle(page)
    assert sees(page, 399, 349)
    left, top, right, bottom = seen(page)
    assert left > 0
    assert top > 0
    assert right < 402
    assert bottom < 352
    page.fill("#view-go input", "401, 20")
    page.press("#view-go input", "Enter")
    expect(page.locator("#view-state")).to_have_text("Type a cell from 1,1 to 400,350.")
    expect(page.locator("#view-go input")).to_have_attribute("aria-invalid", "true")


def test_a_switch_of_the_form_keeps_the_view(page: Page) -> None:
    page.goto(f"/en/wilson?{LARGE}#at=100.5,90.5,3")
    settle(page)
    with another_page(page):
        open_menu(page, "advanced")
        page.check("[name=solution]")
    settle(page)
    assert shown(page) == [100.5, 90.5, 3]
    before = page.evaluate("document.getElementById('view-canvas').toDataURL()")
    page.click("#view-distances")
    expect(page.locator("#view-distances")).to_have_attribute("aria-pressed", "true")
    settle(page)
    assert page.evaluate("document.getElementById('view-canvas').toDataURL()") != before


def test_a_maze_that_is_drawn_can_be_looked_at_closer(page: Page) -> None:
    page.goto("/en/wilson?width=120&height=90&seed=7")
    drawing, canvas = page.locator("#figure svg"), page.locator("#view-canvas")
    expect(drawing).to_be_visible()
    expect(canvas).to_be_hidden()
    page.click("#look-closer")
    settle(page)
    expect(drawing).to_be_hidden()
    expect(page.locator("#play")).to_be_hidden()
    assert has_drawn(page)
    # A switch of the form, and a link, stay closer.
    page.click("#view-in")
    settle(page)
    view = shown(page)
    open_menu(page, "advanced")
    page.check("[name=solution]")
    page.wait_for_url("**solution=1**")
    settle(page)
    assert shown(page) == view
    page.click("#look-closer")
    expect(drawing).to_be_visible()
    expect(canvas).to_be_hidden()
    expect(page).not_to_have_url(re.compile("#"))
    page.goto("/en/wilson?seed=7")
    expect(page.locator("#look-closer")).to_have_count(0)


def test_a_button_pressed_before_its_scripts_are_there_acts_then(open_page: Opener) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    with holding(page, "**/viewer.js"):
        page.goto(f"/en/wilson?{LARGE}")
        page.click("#view-all")
    settle(page)
    assert shown(page)[:2] == [200, 175]
    with holding(page, "**/viewer.js"):
        page.reload()
        page.fill("#view-go input", "9, 8")
        page.press("#view-go input", "Enter")
    settle(page)
    assert sees(page, 8, 7)


def test_a_busy_server_is_asked_again(open_page: Opener) -> None:
    page = open_page()
    page.route("**/tile/**", lambda route: route.fulfill(status=503), times=2)
    page.goto(f"/en/wilson?{LARGE}")
    settle(page)
    assert has_drawn(page)
    expect(page.locator("#view-state")).to_be_empty()


def test_a_tile_that_failed_and_is_no_longer_wanted_is_no_problem(open_page: Opener) -> None:
    page = open_page()
    page.route(re.compile("/400x350/[0-3]/"), lambda route: route.fulfill(status=503))
    # The start is shown as soon as it is known.
    with holding(page, "**/about/**"), page.expect_response(lambda it: it.status == 503):
        page.goto(f"/en/wilson?{LARGE}")
    page.wait_for_timeout(1600)  # a tile is asked for again after 1,500
    settle(page)
    expect(page.locator("#view-state")).to_be_empty()


def test_the_address_leads_the_view_and_the_languages(page: Page) -> None:
    page.goto(f"/en/wilson?{LARGE}#at=50,60,4")
    settle(page)
    assert shown(page) == [50, 60, 4]
    for link in page.locator(".languages a").all():
        assert (link.get_attribute("href") or "").endswith("#at=50,60,4")
    page.evaluate("location.hash = '#at=300,250,3'")
    page.click("#view-in")
    page.wait_for_function("() => location.hash === '#at=300,250,4'")
    page.evaluate("location.hash = '#at=,,'")
    page.wait_for_function("() => location.hash === '#at=300,250,4'")


def test_a_maze_that_takes_long_says_so(page: Page) -> None:
    page.route("**/tile/**", lambda route: None)  # which never come
    page.goto(f"/en/wilson?{LARGE}")
    expect(page.locator("#view-state")).to_have_text(script_texts.VIEW_MESSAGES["view_making"])
    page.unroute("**/tile/**")
    page.click("#view-distances")
    settle(page)
    expect(page.locator("#view-state")).to_have_text("")


def test_it_is_printed_in_black_and_without_its_path(open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    page.goto("/en/wilson?width=301&height=30&seed=7&solution=1#at=150,15,4")
    canvas = page.locator("#view-canvas[aria-busy=false]")
    with page.expect_response(lambda it: "/tile/" in it.url and "solution" not in it.url):
        expect(canvas).to_be_visible()
    page.wait_for_load_state("networkidle")
    pixels = """() => {
      const { data } = document.getElementById("view-canvas").getContext("2d")
        .getImageData(0, 0, 200, 200);
      let [coloured, sum] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        coloured += Math.abs(data[at] - data[at + 2]) > 40;
        sum += data[at] / 40000;
      }
      return [coloured, sum];
    }"""
    page.wait_for_function(f"() => ({pixels})()[1] < 100")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    coloured, mean = page.evaluate(pixels)
    assert coloured == 0
    assert mean > 180
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function(f"() => ({pixels})()[1] < 100")
