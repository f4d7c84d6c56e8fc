"""Shapes that are painted, or taken from a picture."""

from __future__ import annotations

import html
import random
import re
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import open_menu
from files import encoded
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_web_shapes import data_of
from tiers import examples

from labirinto import grids
from labirinto.parsing import parse_mask
from labirinto.web import drawn
from labirinto.web.drawn import drawn_maze
from labirinto.web.uploads import UploadError

CROSS = "......\n..##..\n.####.\n..##..\n......"
REASONS = ("none", "text", "size", "empty", "damaged", "pixels")


def send(client: TestClient, **fields: object) -> Any:
    files = {name: ("x", it) for name, it in fields.items() if isinstance(it, bytes)}
    texts = {name: it for name, it in fields.items() if not isinstance(it, bytes)}
    return client.post("/en/draw", data=texts, files=files or {"none": ("x", b"")})


def picture(size: int = 80) -> bytes:
    image = Image.new("L", (size, size), 255)
    ImageDraw.Draw(image).ellipse((5, 5, size - 5, size - 5), fill=0)
    return encoded(image)


def noise(side: int) -> bytes:
    source = random.Random(7)
    image = Image.frombytes("L", (side, side), bytes(source.choices((0, 255), k=side * side)))
    return encoded(image)


def mask_at(location: str) -> grids.Rectangle:
    query = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
    return parse_mask(query["mask"], int(query["width"]), int(query["height"]))


@pytest.mark.parametrize("make", ["", "svg"])
def test_a_shape_has_no_order_of_walks(client: TestClient, make: str) -> None:
    shown = "seed=7&order=endless&solution=1"
    answer = send(client, cells=CROSS, shown=shown, at="wilson", make=make)
    assert answer.status_code == (200 if make else 303)
    if not make:
        assert client.get(answer.headers["location"]).status_code == 200
        assert "solution=1" in answer.headers["location"]
    page = client.get("/en/draw", params={"shown": shown, "at": "wilson"}).text
    preview = re.search(r'property="og:image" content="http://[^/]+([^"]+)"', page)
    assert client.get(html.unescape(preview[1])).status_code == 200


def test_letters_become_a_maze_without_the_space_around_them(client: TestClient) -> None:
    answer = send(client, cells=CROSS, shown="seed=7&ends=corners&look=dark", at="prim")
    assert answer.status_code == 303
    location = answer.headers["location"]
    assert re.fullmatch(
        r"/en/prim\?width=4&height=3&seed=7&shape=drawn&mask=[\w-]+&ends=corners&look=dark",
        location,
    )
    assert mask_at(location) == grids.mask([".##.", "####", ".##."])
    page = client.get(location).text
    assert data_of(page)["exits"][0][0] == "."
    assert 'value="drawn" checked' in page
    # The page for drawing begins with the shape.
    link = re.search(r'href="(/en/draw\?[^"]*)"', page)
    assert ">.##.\n####\n.##.</textarea>" in client.get(link[1].replace("&amp;", "&")).text


def test_a_picture_becomes_a_maze(client: TestClient) -> None:
    answer = send(client, picture=picture(), width="30", height="20", at="eller")
    assert answer.headers["location"].startswith("/en/wilson?width=30&height=20&seed=")
    cells = len(mask_at(answer.headers["location"]))
    assert 200 < cells < 350  # a disc of 18 x 18 cells


@pytest.mark.parametrize("side", [60, 100])
def test_any_mask_of_a_hundred_a_side_fits_into_an_address(client: TestClient, side: int) -> None:
    answer = send(client, picture=noise(side), width=str(side), height=str(side))
    assert answer.status_code == 303
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    # The form sends the mask twice.
    shown = urlsplit(answer.headers["location"]).query
    fields = {name: values[0] for name, values in parse_qs(shown).items()}
    again = client.get("/en/wilson", params={**fields, "shown": shown, "look": "dark"})
    assert again.status_code == 302


def test_a_mask_with_too_many_details_is_a_file(client: TestClient) -> None:
    fields = {"picture": noise(300), "width": "300", "height": "300", "seed": "1"}
    answer = send(client, **fields)
    assert answer.status_code == 422
    assert "too many details for an address" in answer.text
    answer = send(client, **fields, make="svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Paint some cells"),
        ({"cells": "...\n..."}, "Paint some cells"),
        ({"cells": "#?#"}, "Write # for a cell"),
        ({"cells": "#" * 301}, "Write # for a cell"),
        ({"cells": "#\n" * 301}, "Write # for a cell"),
        ({"cells": "/etc/passwd"}, "Write # for a cell"),
        ({"picture": b"<svg viewBox='0 0 9 9'/>", "width": "9", "height": "9"}, "cannot be read"),
        ({"picture": b"no picture", "width": "9", "height": "9"}, "cannot be read"),
        ({"picture": picture()[:200], "width": "9", "height": "9"}, "cannot be read"),
        ({"picture": picture(), "width": "9", "height": "301"}, "whole numbers from 1 to 300"),
        ({"picture": picture(), "width": "x", "height": "9"}, "whole numbers from 1 to 300"),
        ({"picture": b"P5 30000 30000 255 ", "width": "9", "height": "9"}, "pixels"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(
    client: TestClient, fields: dict[str, object], words: str
) -> None:
    answer = send(client, **fields)
    assert answer.status_code == 422
    found = re.search(r'<p class="field-error">(.*?)</p>', answer.text)
    assert words in found[1]


def test_too_many_bytes_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "MAX_BYTES", 1000)
    answer = send(client, picture=bytes(300_000), width="9", height="9")
    assert answer.status_code == 413
    assert "larger than" in answer.text


@examples(200)
@given(
    st.dictionaries(
        st.sampled_from(["cells", "picture", "width", "height", "shown", "at", "make"]),
        st.one_of(
            st.binary(max_size=60),
            st.text("#X. \r\n", max_size=60).map(str.encode),
            st.integers(-1, 400).map(lambda number: str(number).encode()),
            st.sampled_from(
                [picture(20), b"P1 3 2 101010", b"seed=7&shape=heart", b"wilson", b"eller"]
            ),
        ),
    )
)
def test_any_form_gives_a_maze_or_a_reason(fields: dict[str, bytes]) -> None:
    reason = ""
    try:
        request = drawn_maze(fields)
    except UploadError as error:
        reason = error.reason
    if reason:
        assert reason in REASONS
    else:
        assert request.grid.pieces == 1
        assert 1 <= max(request.size) <= 300


def test_a_stroke_paints_or_erases_as_its_tool_says(page: Page) -> None:
    page.goto("/en/draw")
    page.locator("#paint-clear").click()
    page.locator("#paint-mirror").uncheck(force=True)
    box = page.locator("#painter svg").bounding_box()
    at = [(box["x"] + box["width"] * share, box["y"] + box["height"] * 0.3) for share in (0.2, 0.6)]

    def stroke(button: Literal["left", "right"] = "left") -> int:
        page.mouse.move(*at[0])
        page.mouse.down(button=button)
        page.mouse.move(*at[1], steps=5)
        page.mouse.up(button=button)
        return page.locator("#cells").input_value().count("#")

    painted = stroke()
    assert painted > 3
    # One that begins on a painted cell paints as well.
    assert stroke() == painted
    assert stroke("right") == 0
    assert stroke() == painted
    page.locator("#paint-erase").check(force=True)
    assert stroke() == 0


def test_painting_mirrored_undone_and_by_keys(page: Page) -> None:
    page.goto("/en/draw")
    svg = page.locator("#painter svg")

    def place(x: int, y: int) -> tuple[float, float]:
        svg.scroll_into_view_if_needed()
        box = svg.bounding_box()
        side = min(box["width"], box["height"]) / 24.2
        left = box["x"] + (box["width"] - 24.2 * side) / 2
        return left + (x + 0.6) * side, box["y"] + (y + 0.6) * side

    page.mouse.move(*place(2, 5))
    page.mouse.down()
    page.mouse.move(*place(11, 5))
    page.mouse.up()
    rows = page.locator("#cells").input_value().split("\n")
    assert rows[5] == ".." + "#" * 20 + ".."
    page.locator("#paint-mirror").uncheck(force=True)
    page.mouse.click(*place(3, 5), button="right")
    assert page.locator("#cells").input_value().split("\n")[5] == "..#." + "#" * 18 + ".."
    svg.focus()
    page.keyboard.press("Backspace")
    assert page.locator("#cells").input_value().split("\n") == rows
    expect(page.locator("#painter-live")).to_have_text("20 cells painted.")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#painter-live")).to_contain_text("Column 4, row 7. Not part of the maze.")
    page.keyboard.press("Space")
    expect(page.locator("#painter-live")).to_contain_text("Part of the maze.")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.get_by_role("button", name="Make the maze").click()
    page.wait_for_url(re.compile("shape=drawn"))
    expect(page.locator(".caption")).to_contain_text("My own drawing · 20 × 2")
    open_menu(page, "shape")
    page.get_by_role("link", name="Paint a shape").click()
    assert page.locator("#cells").input_value() == "#" * 20 + "\n.#" + "." * 18


def test_a_drawing_and_its_undo_survive_going_back_and_another_language(page: Page) -> None:
    page.goto("/en/draw")
    field = page.locator("#cells")
    field.fill("###\n#.#\n###")
    page.locator("#paint-invert").click()
    expect(field).to_have_value("...\n.#.\n...")
    page.locator("#draw-form .generate").click()
    expect(page.locator("#figure svg")).to_be_visible()
    page.go_back()
    expect(field).to_have_value("...\n.#.\n...")
    expect(page.locator("#painter svg")).to_have_attribute("viewBox", "-0.1 -0.1 3.2 3.2")
    open_menu(page, "languages")
    page.locator(".languages a[lang=it]").click()
    page.wait_for_url("**/it/draw")
    expect(field).to_have_value("...\n.#.\n...")
    page.locator("#paint-undo").click()
    expect(field).to_have_value("###\n#.#\n###")
    page.goto("/en/draw")
    expect(field).not_to_have_value("###\n#.#\n###")
