"""Mazes without end: bands of rows, their addresses, and scrolling in a browser."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from browsing import BOTH_DIRECTIONS
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import examples, sample

import labirinto
from labirinto.drawing.geometry import Drawing
from labirinto.formats.svg import walls_path
from labirinto.streaming.rows import generate_rows
from labirinto.web import bands
from labirinto.web.bands import (
    MAX_WIDTH,
    NAMES,
    ROWS,
    EndlessRequest,
    Heights,
    band_svg,
    parse_endless,
)
from labirinto.web.languages import LANGUAGES
from labirinto.web.work import CancelToken

TOKEN = CancelToken(3600)


@pytest.mark.parametrize("algorithm", NAMES)
def test_bands_are_the_rows_of_the_library(algorithm: str) -> None:
    heights = Heights()
    expected = generate_rows(algorithm, 37, seed="x").read(5000).rows
    size = 2 * 5
    for row in (1, 51, 4001, 101, 3990, 1):
        request = EndlessRequest(algorithm, 37, "x", row)
        block = heights.band(request, TOKEN)
        assert (block.y, len(block)) == (row - 1, ROWS)
        assert block.rows == expected[(row - 1) * size : (row - 1 + ROWS) * size]
        assert block.row_above == expected[(row - 2) * size : (row - 1) * size] or row == 1


def test_what_was_seen_is_not_made_again() -> None:
    heights = Heights()
    request = EndlessRequest("eller", 40, 7, 100_001)
    assert heights.cells_to_make(request) == 40 * (100_000 + ROWS)
    heights.band(request, TOKEN)
    below = EndlessRequest("eller", 40, 7, 100_001 + ROWS)
    assert heights.cells_to_make(below) == 40 * ROWS
    other = EndlessRequest("eller", 40, 8, 100_001 + ROWS)
    assert heights.cells_to_make(other) > 40 * 100_000


def test_states_are_kept_up_to_a_number_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bands, "_MAX_STATE_BYTES", 60_000)
    heights = Heights()

    def is_kept(algorithm: str, row: int) -> bool:
        below = EndlessRequest(algorithm, MAX_WIDTH, 7, row + ROWS)
        return heights.cells_to_make(below) == MAX_WIDTH * ROWS

    rows = range(1, 10 * ROWS, ROWS)
    for algorithm in ("eller", "wilson"):
        for row in (*rows, rows[-1]):
            heights.band(EndlessRequest(algorithm, MAX_WIDTH, 7, row), TOKEN)
        assert is_kept(algorithm, rows[-1])
        assert all(is_kept("eller", row) for row in rows) == (algorithm == "eller")
    kept = [is_kept("wilson", row) for row in rows]
    assert kept == sorted(kept)
    assert 1 <= kept.count(True) < 6


def walls_of(data: str) -> set[tuple[int, int, str]]:
    """Walls of one cell's length: x, y and h or v, from the data of a path."""
    walls = set()
    for x, y, way, length in re.findall(r"M(\d+) (\d+)([hv])(\d+)", data):
        for step in range(int(length)):
            right, down = (step, 0) if way == "h" else (0, step)
            walls.add((int(x) + right, int(y) + down, way))
    return walls


def test_bands_join_without_a_gap() -> None:
    heights = Heights()
    drawn = set()
    for band in range(3):
        request = EndlessRequest("sidewinder", 20, 7, 1 + band * ROWS)
        svg = band_svg(heights.band(request, TOKEN), "")
        data = re.search(r' d="([^"]*)"', svg)
        drawn |= {(x, y + band * ROWS, way) for x, y, way in walls_of(data[1])}
    whole = labirinto.sidewinder(20, 3 * ROWS + 1, seed=7)
    expected = {
        (x, y, way)
        for x, y, way in walls_of(walls_path(Drawing(whole)))
        if y < 3 * ROWS or (way == "h" and y == 3 * ROWS)
    }
    assert drawn == expected


def test_a_page_leads_on(client: TestClient) -> None:
    page = client.get("/en/endless?algorithm=eller&width=12&seed=7&row=51").text
    assert 'href="/en/endless?algorithm=eller&amp;width=12&amp;seed=7&amp;row=101"' in page
    assert 'href="/en/endless?algorithm=eller&amp;width=12&amp;seed=7&amp;row=1"' in page
    # The maze that ends here has the rows so far.
    finish = re.search(r'id="endless-finish" href="([^"]+)"', page)
    assert finish[1] == "/en/eller?width=12&amp;height=100&amp;seed=7"
    finished = labirinto.eller(12, 100, seed=7)
    assert finished.rows[: 99 * 4] == generate_rows("eller", 12, seed=7).read(99).rows
    assert "labirinto eller 12x100 --" in page


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ("", r"algorithm=wilson&width=40&seed=\d+&row=1"),
        # From before Wilson's algorithm.
        ("width=12&seed=7&join=0.2", r"algorithm=eller&width=12&seed=7&join=0\.2&row=1"),
        (
            "algorithm=eller&width=12&seed=7&join=0.2&new=1",
            r"algorithm=eller&width=12&seed=(?!7&)\d+&join=0\.2&row=1",
        ),
    ],
)
def test_an_address_leads_to_a_permanent_one(client: TestClient, query: str, there: str) -> None:
    moved = client.get(f"/en/endless?{query}").headers["location"]
    assert re.fullmatch(rf"/en/endless\?{there}", moved)


def test_rows_by_wilson_end_as_the_maze_of_their_order(client: TestClient) -> None:
    here = "/en/endless?algorithm=wilson&width=12&seed=7&row=51"
    page = client.get(here).text
    finish = re.search(r'id="endless-finish" href="([^"]+)"', page)
    address = finish[1].replace("&amp;", "&")
    assert address == "/en/wilson?width=12&height=100&seed=7&order=endless"
    assert "labirinto wilson 12x100 --order endless --seed 7" in page
    rows = labirinto.wilson(12, 100, seed=7, order="endless").rows
    assert rows[: 99 * 4] == generate_rows("wilson", 12, seed=7).read(99).rows
    # All that leads on from there is of the same maze.
    finished = client.get(address).text
    assert "not every maze is equally likely" in finished
    assert "/en/endless?algorithm=wilson&amp;width=12&amp;seed=7&amp;row=1" in finished
    links = re.findall(r'href="([^"]*/maze/wilson/12x100/[^"]+)"', finished)
    assert len(links) > 3
    assert all("order=endless" in link for link in links)
    assert client.get("/maze/wilson/12x100/7.json?order=endless").json()["recipe"][
        "parameters"
    ] == {"order": "endless"}
    shown = re.search(r'name="shown" value="([^"]+)"', finished)
    assert "order=endless" in shown[1]
    assert '<input type="hidden" name="order" value="endless">' in finished
    # An order in the address of rows says nothing.
    assert client.get(f"{here}&order=rows").headers["location"] == here


def test_a_maze_cut_from_an_endless_one_has_no_film(client: TestClient) -> None:
    page = client.get("/en/wilson?width=12&height=9&seed=7&order=endless").text
    assert 'data-films=""' in page
    other = re.search(r'href="([^"]+)" id="watch-smaller"', page)
    assert "/steps/wilson-rows/" in client.get(html.unescape(other[1])).text


@pytest.mark.parametrize(("algorithm", "least"), [("eller", 1_000_000), ("wilson", 300_000)])
def test_the_last_row_is_said(client: TestClient, algorithm: str, least: int) -> None:
    most = EndlessRequest(algorithm, MAX_WIDTH, 7).last_row
    assert most >= least
    page = client.get(f"/en/endless?algorithm={algorithm}&width={MAX_WIDTH}&seed=7&row={most + 1}")
    assert page.status_code == 422
    assert f"from 1 to {most:,}" in page.text


def test_no_band_goes_beyond_the_last_row() -> None:
    first = EndlessRequest("binary-tree", MAX_WIDTH, 5)
    near = EndlessRequest("binary-tree", MAX_WIDTH, 5, first.last_row - 2)
    assert len(Heights().band(near, TOKEN)) == 3


def test_invalid_values_stay_in_the_form(client: TestClient) -> None:
    page = client.get("/en/endless?algorithm=kruskal&width=999&row=x&seed=7")
    assert page.status_code == 422
    assert parse_endless({"width": "999", "row": "x"}).invalid == {"width", "row"}
    assert 'value="999" aria-invalid="true"' in page.text
    assert 'value="x" aria-invalid="true"' in page.text


@examples(200)
@given(
    st.sampled_from(list(LANGUAGES)),
    st.dictionaries(
        st.sampled_from(["algorithm", "width", "seed", "row", "join", "skew", "order", "new"]),
        st.one_of(st.text(max_size=12), st.integers(-5, 300).map(str), st.sampled_from(NAMES)),
    ),
)
def test_any_query_gets_a_page(client: TestClient, code: str, query: dict[str, str]) -> None:
    answer = client.get(f"/{code}/endless?{urlencode(query)}")
    if answer.status_code == 302:
        answer = client.get(answer.headers["location"])
        assert answer.status_code == 200
    assert answer.status_code in (200, 422)
    assert "band-of-rows" in answer.text


def test_a_maze_of_rows_leads_there(client: TestClient) -> None:
    page = client.get("/en/eller?seed=7&join=0.2").text
    assert "/en/endless?algorithm=eller&amp;width=40&amp;seed=7&amp;join=0.2&amp;row=1" in page
    # Loops, and orders that depend on the height, change the rows.
    for other in ("wilson?seed=7", "wilson?seed=7&order=rows", "eller?seed=7&braid=0.5"):
        assert "/en/endless?algorithm" not in client.get(f"/en/{other}").text


def rows_shown(page: Page) -> list[int]:
    return page.evaluate(
        "[...document.querySelectorAll('.band-of-rows')].map((band) => Number(band.dataset.row))"
    )


def scroll_down_to(page: Page, row: int) -> None:
    """Again and again: a band may come between a jump to the end and the drawing of it."""
    page.wait_for_function(
        """(row) => {
            scrollTo(0, document.documentElement.scrollHeight);
            return document.querySelector(`.band-of-rows[data-row="${row}"]`);
        }""",
        arg=row,
    )


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_rows_come_as_one_scrolls(page: Page, code: str) -> None:
    page.goto(f"/{code}/endless?algorithm=wilson&width=20&seed=7&row=1")
    scroll_down_to(page, 1 + 3 * ROWS)
    shown = rows_shown(page)
    assert shown == [1 + ROWS * number for number in range(len(shown))]
    page.wait_for_function("() => !location.search.endsWith('row=1')")
    finish = page.locator("#endless-finish").get_attribute("href") or ""
    assert "&order=endless" in finish
    height = int(re.findall(r"height=(\d+)", finish)[0])
    row = int(re.findall(r"row=(\d+)", page.url)[0])
    assert row <= height <= row + 200


def test_all_rows_above_come(page: Page) -> None:
    page.goto("/en/endless?algorithm=eller&width=20&seed=7&row=80")
    page.keyboard.press("Home")
    expect(page.locator(".band-of-rows[data-row='1']")).to_be_attached()
    shown = "[...document.querySelectorAll('.band-of-rows')]"
    assert page.evaluate(f"{shown}.slice(0, 3).map((it) => [it.dataset.row, it.dataset.rows])") == [
        ["1", "29"],
        ["30", "50"],
        ["80", "50"],
    ]


def test_a_maze_ends_only_where_it_can_be_made(client: TestClient) -> None:
    def is_hidden(row: int) -> bool:
        page = client.get(f"/en/endless?algorithm=eller&width=12&seed=7&row={row}").text
        return '<p hidden><a class="button small" id="endless-finish"' in page

    assert [is_hidden(row) for row in (1, 5000, 5001, 1_000_000)] == [False, False, True, True]


def test_one_plays_downwards_with_keys_and_a_finger(page: Page) -> None:
    page.goto("/en/endless?algorithm=eller&width=20&seed=7&row=101")
    exits = labirinto.eller(20, 200, seed=7).cells()
    column, row = 10, 100
    page.click("#descend")
    walker = page.locator(".walker-mark")
    expect(walker).to_have_attribute("data-cell", f"{column},{row + 1}")
    keys = {1: ("ArrowUp", 0, -1), 2: ("d", 1, 0), 4: ("ArrowDown", 0, 1), 8: ("a", -1, 0)}
    steps = 0
    # Rows above are not there yet.
    for bit in (4, 2, 8, 4, 4, 1, 2):
        key, dx, dy = keys[bit]
        page.keyboard.press(key)
        if exits[row, column] & bit and row + dy >= 100:
            column, row, steps = column + dx, row + dy, steps + 1
        expect(walker).to_have_attribute("data-cell", f"{column},{row + 1}")
    assert steps > 1
    expect(page.locator("#descent-score")).to_contain_text(f"Steps: {steps}.")
    # The mouse, or a finger, leads through any passage.
    bit = next(bit for bit in (4, 2, 8, 1) if exits[row, column] & bit)
    _, dx, dy = keys[bit]
    box = walker.bounding_box()
    cell = page.evaluate("document.querySelector('.walker-mark').getScreenCTM().a")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x + dx * cell, y + dy * cell)
    expect(walker).to_have_attribute("data-cell", f"{column + dx},{row + dy + 1}")
    page.keyboard.press("Escape")
    expect(walker).to_have_count(0)
    expect(page.locator("#descend")).to_be_focused()


def test_a_refused_jump_keeps_the_row(client: TestClient) -> None:
    address = "/en/endless?algorithm=eller&width=40&seed=7&row=far&shown=101"
    answer = client.get(address)
    assert answer.status_code == 422
    assert 'id="row-error"' in answer.text
    assert 'data-row="101"' in answer.text
    assert 'name="row" inputmode="numeric" autocomplete="off" value="far"' in answer.text
    assert client.get(address.replace("=101", "=x")).text.count('data-row="1"') == 1


def test_the_wheel_leads_up_from_the_top_after_a_jump(page: Page) -> None:
    page.goto("/en/endless?algorithm=eller&width=40&seed=7&row=1001")
    expect(page.locator(".band-of-rows").first).to_have_attribute("data-row", "1001")
    page.mouse.move(600, 500)
    page.mouse.wheel(0, -100)
    expect(page.locator(".band-of-rows[data-row='951']")).to_have_count(1)
