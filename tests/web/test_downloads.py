"""The files that pages offer: large pictures and sheets of paper, open at both ends."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from browsing import Opener, open_menu
from PIL import Image
from playwright.sync_api import expect
from starlette.testclient import TestClient

from labirinto.book import PAPERS
from labirinto.difficulties import LEVELS
from labirinto.web.file_kinds import KINDS
from labirinto.web.maze_request import LONGER_SIDE, MAX_SIDE_ON_PAPER
from labirinto.web.printing import usual_paper

US = {"Accept-Language": "en-US,en;q=0.5"}


def link(page: str, kind: str, *, is_closed: bool = False) -> str:
    """The address of a file on a page, with or without start and end."""
    name = "closed" if is_closed else "format"
    found = re.search(rf'href="([^"]+)" download="[^"]+" data-{name}="{kind}"', page)
    return unescape(found[1])


def picture(client: TestClient, address: str) -> Image.Image:
    return Image.open(BytesIO(client.get(address).content))


def gaps(image: Image.Image) -> int:
    """The gaps in the frame of a maze of squares."""
    dark = np.asarray(image.convert("L")) < 128
    rows, columns = (np.flatnonzero(dark.any(axis)) for axis in (1, 0))
    frame = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    sides = (frame[0], frame[-1], frame[:, 0], frame[:, -1])
    return sum(int((np.diff(side.astype(int)) == -1).sum()) for side in sides)


@pytest.mark.parametrize(
    "query",
    [
        *(f"width={level.size[0]}&height={level.size[1]}" for level in LEVELS.values()),
        "width=3&height=2",
        "width=20&height=20&shape=heart",
        "width=12&height=12&shape=circular",
        "width=30&height=9&shape=triangular",
    ],
)
def test_pictures_are_large(client: TestClient, query: str) -> None:
    page = client.get(f"/en/wilson?seed=7&{query}", follow_redirects=True).text
    image = picture(client, link(page, "png"))
    assert LONGER_SIDE <= max(image.size) < 2 * LONGER_SIDE
    svg = client.get(link(page, "svg")).text
    assert max(map(float, re.findall(r' (?:width|height)="([\d.]+)"', svg)[:2])) >= LONGER_SIDE


def test_pictures_have_the_size_that_was_asked_for(client: TestClient) -> None:
    page = client.get("/en/wilson?width=9&height=9&seed=7&cell=10").text
    assert max(picture(client, link(page, "png")).size) < 120
    page = client.get("/en/wilson?width=9&height=9&seed=7&wall=4").text
    assert max(picture(client, link(page, "png")).size) < 200
    # An address of its own keeps its size.
    assert picture(client, "/maze/wilson/10x8/7.png").size == (194, 162)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].is_common])
def test_files_are_open_at_both_ends_or_closed(client: TestClient, kind: str) -> None:
    page = client.get("/en/wilson?width=9&height=8&seed=7").text
    assert "ends=border" in link(page, kind)
    assert "ends" not in link(page, kind, is_closed=True)
    corners = client.get("/en/wilson?width=9&height=8&seed=7&ends=corners").text
    assert "ends=corners" in link(corners, kind)
    assert "ends" not in link(corners, kind, is_closed=True)
    # A solution has ends, and a single cell has none.
    assert "data-closed" not in client.get("/en/wilson?width=9&height=8&seed=7&solution=1").text
    assert "ends" not in link(client.get("/en/wilson?width=1&height=1&seed=7").text, kind)


def test_a_picture_shows_its_openings(client: TestClient) -> None:
    page = client.get("/en/wilson?width=9&height=8&seed=7").text
    assert gaps(picture(client, link(page, "png"))) == 2
    assert gaps(picture(client, link(page, "png", is_closed=True))) == 0


@pytest.mark.parametrize(("headers", "paper"), [({}, "a4"), (US, "letter")])
@pytest.mark.parametrize("size", [(8, 10), (30, 20), (500, 500)])
def test_a_pdf_fills_the_paper_of_the_region(
    client: TestClient, headers: dict[str, str], paper: str, size: tuple[int, int]
) -> None:
    page = client.get(f"/en/wilson?width={size[0]}&height={size[1]}&seed=7", headers=headers).text
    (sheet,) = pypdfium2.PdfDocument(client.get(link(page, "pdf")).content)
    sides = [side * 72 / 25.4 for side in PAPERS[paper]]
    assert sorted(sheet.get_size()) == pytest.approx(sides, abs=0.5)
    (worksheet,) = re.findall(r'href="(/en/worksheet[^"]+)"', page)
    assert ("paper=letter" in worksheet) == (paper == "letter")


def test_a_maze_too_long_for_paper_has_a_page_of_its_own(client: TestClient) -> None:
    side = MAX_SIDE_ON_PAPER + 1
    page = client.get(f"/en/wilson?width={side}&height=3&seed=7").text
    assert "paper" not in link(page, "pdf")
    assert client.get(link(page, "pdf")).status_code == 200
    refused = client.get(f"/maze/wilson/{side}x3/7.pdf?paper=a4")
    assert refused.status_code == 422
    assert set(refused.json()["errors"]) == {"paper"}
    assert "paper" in client.get("/maze/wilson/9x9/7.pdf?paper=a9").json()["errors"]


@pytest.mark.parametrize(
    ("accept", "paper"),
    [
        ("", "a4"),
        ("en-US,en;q=0.9", "letter"),
        ("es-MX", "letter"),
        ("fr,fr-CA;q=0.8,en-US;q=0.5", "letter"),
        ("de,en-US;q=0.7,en;q=0.3", "a4"),
        ("en-GB,en-US;q=0.9", "a4"),
        ("pa-Guru-IN,en-US;q=0.9", "a4"),
        ("en-Latn-US", "letter"),
        ("en", "a4"),
        ("*,;q=" * 500, "a4"),
    ],
)
def test_the_paper_is_that_of_the_first_languages_region(accept: str, paper: str) -> None:
    assert usual_paper(accept) == paper


def test_links_made_by_scripts_ask_for_the_paper_of_the_region(open_page: Opener) -> None:
    page = open_page(locale="en-US")
    page.goto("/en/wilson?width=9&height=8&seed=7")
    expect(page.locator("html")).to_have_attribute("data-makes", "")
    open_menu(page, "advanced")
    page.get_by_label("Seed").fill("anna")
    page.get_by_label("Seed").press("Tab")
    page.wait_for_url("**seed=anna")
    expect(page.locator("[data-format=pdf]")).to_have_attribute(
        "href", "/maze/wilson/9x8/anna.pdf?ends=border&paper=letter"
    )
    expect(page.locator("a[href*=worksheet]")).to_have_attribute("href", re.compile("paper=letter"))
