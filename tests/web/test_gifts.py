"""Gifts on the page: names, shapes and photographs as mazes on cards and posters."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from browsing import Opener
from files import encoded
from paper import Pages
from PIL import Image
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import sample, thinned

import labirinto
from labirinto.book import POSTERS
from labirinto.book.paper import MM
from labirinto.difficulties import difficulty
from labirinto.grids import SILHOUETTES
from labirinto.recipe import Recipe
from labirinto.web.gifts import SHEETS, parse_gift
from labirinto.web.languages import LANGUAGES


def sheet(client: TestClient, query: str, code: str = "en") -> Pages:
    answer = client.get(f"/{code}/gift.pdf?seed=7&{query}")
    assert answer.status_code == 200, answer.text
    pages = Pages(answer.content)
    assert len(pages) == 1
    return pages


def photograph(*, is_plain: bool = False, size: tuple[int, int] = (300, 400)) -> bytes:
    x, y = np.meshgrid(*(np.linspace(-1, 1, side) for side in size))
    grey = np.full(x.shape, 128) if is_plain else 60 + 150 * np.hypot(x, y).clip(0, 1)
    return encoded(Image.fromarray(grey.astype("uint8")), "JPEG")


def test_a_name_is_the_form_of_its_maze(client: TestClient) -> None:
    pages = sheet(client, "letters=Sofia&title=For Sofia")
    recipe = Recipe.from_dict(pages.about["recipe"])
    wanted = parse_gift({"letters": "Sofia", "seed": "7"}, LANGUAGES["en"]).maze.grid
    assert recipe.grid == wanted
    assert "For Sofia" in pages.text(0)
    assert pages.about["ends"]["open"]
    assert sorted(pages.size(0)) == pytest.approx(sorted(it * MM for it in POSTERS["a4"]), abs=0.1)


@pytest.mark.parametrize("revision", [1, 2])
@pytest.mark.parametrize("seed", range(2))
def test_a_gift_has_its_level(client: TestClient, seed: int, revision: int) -> None:
    # Half of the mazes of this name and size are harder.
    answer = client.get(
        f"/en/gift.pdf?seed={seed}&score_revision={revision}&letters=Filippo&level=medium"
    )
    about = Pages(answer.content).about
    maze = labirinto.generate(Recipe.from_dict(about["recipe"]))
    path = labirinto.solve(maze, *(about["ends"][it] for it in ("start", "end")))
    assert difficulty(maze, path, revision=revision).level.name == "medium"


def test_below_another_shape_is_the_name(client: TestClient) -> None:
    assert "Anna" in sheet(client, "letters=Anna&shape=heart").text(0)
    assert "Anna" not in sheet(client, "letters=Anna&shape=heart&title=For you").text(0)


@pytest.mark.parametrize("shape", sample(SILHOUETTES, "heart", "star"))
def test_each_shape_is_a_gift(client: TestClient, shape: str) -> None:
    recipe = sheet(client, f"shape={shape}").about["recipe"]
    assert recipe["mask"]


def test_the_small_print_does_not_give_a_picture_away(client: TestClient) -> None:
    pages = sheet(client, "shape=heart&picture=1")
    assert pages.about["recipe"]["picture"]
    assert "heart" not in pages.text(0)
    assert "7" in pages.text(0)


@pytest.mark.parametrize(("code", "paper"), thinned(product(["en", "fa"], SHEETS), 3))
def test_folded_cards_have_their_front_on_one_half(
    client: TestClient, code: str, paper: str
) -> None:
    pages = sheet(client, f"shape=tree&paper={paper}", code)
    front, is_folded = SHEETS[paper]
    width, height = (side * MM for side in POSTERS[front])
    assert pages.size(0) == pytest.approx((2 * width if is_folded else width, height), abs=0.1)
    if is_folded:
        # Where the language's books have their spine.
        dark = np.asarray(pages.picture(0)) < 128
        halves = [half.any() for half in np.array_split(dark, 2, axis=1)]
        assert halves == ([False, True] if code == "en" else [True, False])


def send(client: TestClient, data: dict[str, str], content: bytes) -> tuple[int, bytes, str]:
    answer = client.post("/en/gift", data=data, files={"photo": ("face.jpg", content)})
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.content, answer.headers["content-type"]


@pytest.mark.parametrize("in_colour", ["", "1"])
def test_a_photograph_becomes_a_portrait(client: TestClient, in_colour: str) -> None:
    data = {"make": "pdf", "title": "For Anna", "seed": "7", "in_colour": in_colour}
    status, content, kind = send(client, data, photograph())
    assert (status, kind) == (200, "application/pdf")
    pages = Pages(content)
    assert "For Anna" in pages.text(0)
    # It shows the photograph: dark in the middle and light around it.
    grey = np.asarray(pages.picture(0), float)
    height, width = grey.shape
    middle = grey[height * 3 // 8 : height // 2, width * 3 // 8 : width * 5 // 8].mean()
    assert middle < grey[height // 10 : height // 6, width // 10 : width // 4].mean() - 50


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Choose a photograph"),
        (b"abc", "cannot be read"),
        (photograph(is_plain=True), "one colour"),
        (photograph(size=(8, 8)), "too small"),
        (photograph(size=(2000, 20)), "too small"),
    ],
)
@pytest.mark.parametrize("make", ["pdf", "preview"])
def test_photographs_of_no_use_are_refused(
    client: TestClient, content: bytes, words: str, make: str
) -> None:
    status, page, _ = send(client, {"make": make, "title": "For Anna"}, content)
    assert status == 422
    problem = re.search(r'id="photo-problem".*?<p class="field-error">([^<]+)', page.decode(), re.S)
    assert words in problem[1]
    assert 'value="For Anna"' in page.decode()


def test_an_invalid_field_beside_a_photograph_is_reported(client: TestClient) -> None:
    status, page, _ = send(client, {"make": "pdf", "paper": "a0"}, photograph())
    assert status == 422
    assert 'id="paper-error"' in page.decode()


def test_a_name_is_printed_after_two_choices(page: Page) -> None:
    page.goto("/en/gift")
    page.locator("[name=letters]").fill("Sofia")
    with page.expect_request(lambda request: "gift.pdf" in request.url) as waiting:
        page.get_by_role("button", name="Make the gift").click(no_wait_after=True)
    assert "letters=Sofia" in waiting.value.url


def test_the_preview_shows_the_photograph(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "face.jpg"
    file.write_bytes(photograph())
    page = open_page()
    page.goto("/en/gift?seed=7&shape=heart")
    picture = page.locator(".page-pictures svg")
    expect(picture.locator("path")).to_have_count(4)  # the floor, the walls, two arrows
    page.locator("[name=photo]").set_input_files(file)
    # A line for each thickness of walls.
    expect(picture.locator("path")).not_to_have_count(4)
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(b"abc")
    page.locator("[name=photo]").set_input_files(damaged)
    expect(page.locator("#photo-problem")).to_contain_text("cannot be read")
    page.locator("[name=photo]").set_input_files([])
    expect(page.locator("#photo-problem")).to_be_empty()
    expect(picture.locator("path")).to_have_count(4)


def test_a_portrait_is_made_without_scripts(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "face.jpg"
    file.write_bytes(photograph())
    page = open_page(java_script_enabled=False)
    page.goto("/en/gift?seed=7")
    page.locator("[name=photo]").set_input_files(file)
    page.get_by_role("button", name="Show the portrait").click()
    expect(page.locator(".page-pictures svg")).to_be_visible()
    expect(page.locator("#photo-problem")).to_be_empty()
