"""Worksheets on the page: the form, its address, its preview, the files."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from browsing import CODES, open_menu
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from pypdfium2 import PdfDocument
from starlette.testclient import TestClient
from test_web_rooms import ROOMED
from test_web_shapes import data_of, query_of
from tiers import deep

import labirinto
from labirinto.book import Worksheet, write_worksheet
from labirinto.web.languages import LANGUAGES
from labirinto.web.shapes import letters_size
from labirinto.web.worksheets import parse_sheet

WORKSHEETS = [
    ROOMED,
    "width=60&height=50&seed=7&shape=heart&picture=1",
    *(urlencode(query_of(shape)) for shape in ("star", "circular", "letters", "drawn")),
]


def test_a_maze_page_leads_to_its_worksheet(client: TestClient) -> None:
    page = client.get("/it/eller?width=12&height=9&seed=7&join=0.3").text
    link = re.search(r'href="(/it/worksheet\?[^"]+)"', page)
    address = link[1].replace("&amp;", "&")
    form = client.get(address)
    assert form.status_code == 200
    for name, value in (("algorithm", "eller"), ("join", "0.3")):
        assert f'type="hidden" name="{name}" value="{value}"' in form.text
    assert 'name="ends" value="border" checked' in form.text
    moved = client.get(f"{address}&make=pdf")
    assert moved.status_code == 303
    stream = BytesIO()
    maze = labirinto.eller(12, 9, seed=7, join=0.3)
    write_worksheet(Worksheet(maze, name_line=True, language="it"), stream)
    assert client.get(moved.headers["location"]).content == stream.getvalue()


@pytest.mark.parametrize("query", WORKSHEETS)
def test_a_worksheet_has_the_maze_of_its_page(client: TestClient, query: str) -> None:
    page = client.get(f"/en/wilson?{query}").text
    link = unescape(re.search(r'href="(/en/worksheet\?[^"]*)"', page)[1])
    sheet = client.get(link)
    assert sheet.status_code == 200
    pdf = link.replace("/worksheet?", "/worksheet.pdf?")
    assert client.get(pdf).content.startswith(b"%PDF")
    back = unescape(re.search(r'href="(/en/wilson\?[^"]*)"[^>]*>Play', sheet.text)[1])
    assert data_of(client.get(back).text)["recipe"] == data_of(page)["recipe"]


def test_every_choice_is_in_the_address_and_on_the_sheet(client: TestClient) -> None:
    query = "width=20&height=26&seed=7&title=Anna&unnamed=1&answer=1&paper=letter&ends=corners"
    moved = client.get(f"/en/worksheet?{query}&make=pdf").headers["location"]
    document = PdfDocument(client.get(moved).content)
    assert len(document) == 2
    assert document[0].get_size() == pytest.approx((612, 792))
    text = document[0].get_textpage().get_text_range()
    assert "Anna" in text
    assert "Name" not in text
    values = parse_qs(urlsplit(moved).query)
    assert {name: values[name] for name in ("title", "paper", "ends")} == {
        "title": ["Anna"], "paper": ["letter"], "ends": ["corners"],
    }  # fmt: skip
    picture = client.get(moved.replace(".pdf", ".png"))
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["content-disposition"].endswith("''Anna.png")
    with Image.open(BytesIO(picture.content)) as image:
        assert image.info["dpi"][0] == pytest.approx(300, abs=0.01)


def test_a_new_sheet_has_ends_on_opposite_sides_and_an_old_address_on_the_border(
    client: TestClient,
) -> None:
    new = client.get("/en/worksheet?width=9&height=9").headers["location"]
    assert "&ends=opposite" in new
    assert 'name="ends" value="opposite" checked' in client.get(new).text
    old = client.get("/en/worksheet?width=9&height=9&seed=7", follow_redirects=True).text
    assert 'name="ends" value="border" checked' in old
    maze = labirinto.wilson(9, 9, seed=7)
    for ends, kind in (("", "border"), ("&ends=opposite", "opposite")):
        stream = BytesIO()
        chosen = labirinto.suggest_ends(maze, kind, apart=True)
        write_worksheet(Worksheet(maze, ends=chosen, name_line=True), stream)
        address = f"/en/worksheet.pdf?algorithm=wilson&width=9&height=9&seed=7{ends}"
        assert client.get(address).content == stream.getvalue()


def test_cells_chosen_by_hand_stay_a_choice(client: TestClient) -> None:
    page = client.get(
        "/en/worksheet?width=9&height=9&seed=7&ends=2,3-7,1", follow_redirects=True
    ).text
    assert 'name="ends" value="2,3-7,1" checked' in page


def test_a_sheet_without_a_seed_gets_one_in_its_address(client: TestClient) -> None:
    moved = client.get("/en/worksheet?width=9&height=9")
    assert moved.status_code == 302
    assert re.search(r"&seed=\d+", moved.headers["location"])
    again = client.get(f"{moved.headers['location']}&new=1").headers["location"]
    assert again != moved.headers["location"]
    assert client.get("/en/worksheet.pdf?width=9").json()["errors"].keys() == {"seed"}
    assert client.get("/en/worksheet.svg?seed=9").status_code == 404


@pytest.mark.parametrize(("accept", "paper"), [("es-MX", "letter"), deep("en-GB", "a4")])
@pytest.mark.parametrize("form", ["book", "worksheet", "class", "gift"])
def test_paper_is_that_of_the_region(
    client: TestClient, form: str, accept: str, paper: str
) -> None:
    page = client.get(f"/en/{form}", headers={"accept-language": accept}, follow_redirects=True)
    assert f'name="paper" value="{paper}" checked' in page.text
    # An address means the same everywhere.
    page = client.get(page.url, headers={"accept-language": "en-US"})
    assert f'name="paper" value="{paper}" checked' in page.text


@pytest.mark.parametrize("code", CODES)
def test_the_preview_shows_the_sheet(client: TestClient, code: str) -> None:
    address = f"/{code}/worksheet?width=9&height=8&seed=7&title=%3Cb%3E&answer=1"
    page = client.get(address, follow_redirects=True)
    assert page.text.count("<figcaption>") == 2
    assert "&lt;b&gt;</text>" in page.text
    assert "<b>" not in page.text
    assert f'href="/{code}/wilson?width=9&amp;height=8&amp;seed=7&amp;ends=border"' in page.text


def test_the_preview_follows_the_form(browser: Browser, site: str) -> None:
    # Its own page, since the browser logs the answer 422.
    with browser.new_context(base_url=site) as context:
        follow_the_form(context.new_page())


def follow_the_form(page: Page) -> None:
    page.goto("/en/worksheet?algorithm=wilson&width=9&height=8&seed=7")
    pictures = page.locator(".page-pictures li")
    expect(pictures).to_have_count(1)
    page.get_by_label("Title").fill("For Anna")
    page.get_by_label("With the answer").check()
    expect(pictures).to_have_count(2)
    expect(pictures.first.get_by_text("For Anna")).to_be_visible()
    expect(page).to_have_url(re.compile("title=For%20Anna.*answer=1"))
    # A problem appears at its field, and goes again.
    page.get_by_label("Width").fill("900")
    page.get_by_label("Width").press("Tab")
    expect(page.locator("#width-error")).to_be_visible()
    assert page.get_by_label("Width").get_attribute("aria-invalid") == "true"
    page.get_by_label("Width").fill("12")
    page.get_by_label("Width").press("Tab")
    expect(page.locator("#width-error")).to_have_count(0)
    # Another maze, of the same kind.
    page.get_by_role("button", name="Another maze").click()
    expect(page.get_by_label("Seed")).not_to_have_value("7")
    expect(page).to_have_url(re.compile("title=For%20Anna.*"))
    with page.expect_request(lambda request: "worksheet.pdf" in request.url) as waiting:
        page.get_by_role("button", name="Make the worksheet").click(no_wait_after=True)
    assert "width=12" in waiting.value.url


# The browser's own print.


def test_a_printed_page_has_a_name_line_and_ends(page: Page) -> None:
    page.goto("/en/wilson?seed=7&width=20&height=26")
    head, ends = page.locator(".sheet-head"), page.locator("#figure .end")
    expect(head).to_be_hidden()
    expect(ends).to_be_hidden()
    open_menu(page, "take-print")
    page.get_by_label("Print this page without start and end").check()
    page.emulate_media(media="print")
    expect(head).to_be_visible()
    expect(ends).to_be_hidden()
    page.locator("#print-closed").evaluate("(box) => { box.checked = false; }")
    expect(ends).to_be_visible()
    document = PdfDocument(page.pdf(prefer_css_page_size=True, format="A4"))
    assert len(document) == 1
    width, height = document[0].get_size()
    assert width < height
    # It fills the sheet: the frame is found near both sides.
    picture = document[0].render(scale=1).to_pil().convert("L")
    row = [picture.getpixel((x, int(height * 0.6))) < 100 for x in range(int(width))]
    assert row.index(True) < width * 0.15
    page.goto("/en/wilson?seed=7&width=26&height=20")
    width, height = PdfDocument(page.pdf(prefer_css_page_size=True, format="A4"))[0].get_size()
    assert width > height


def test_a_word_has_the_largest_size_that_fits_and_is_in_the_small_print(
    client: TestClient,
) -> None:
    query = "shape=letters&letters=Anna&seed=7"
    location = client.get(f"/en/worksheet?{query}").headers["location"]
    width, height = letters_size("Anna")
    assert f"width={width}&height={height}" in location
    file = client.get(location.replace("/worksheet?", "/worksheet.pdf?"))
    text = PdfDocument(file.content)[0].get_textpage().get_text_range()
    assert "Anna" in text
    assert f"{width} × {height}" in text
    # A long one is in lines, and a size that is typed counts.
    long = {"shape": "letters", "letters": "Maximiliana Wolkenburg"}
    sheet = parse_sheet(long, LANGUAGES["en"])
    assert sheet.maze.height > 2 * height
    assert not sheet.invalid
    typed = parse_sheet({**long, "width": "40", "height": "20"}, LANGUAGES["en"])
    assert typed.maze.size == (40, 20)
    heart = client.get("/it/worksheet.pdf?shape=heart&seed=7")
    assert "Cuore" in PdfDocument(heart.content)[0].get_textpage().get_text_range()
