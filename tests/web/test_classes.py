"""Sheets for a class on the page: the form, its address, the PDF."""

from __future__ import annotations

import re
from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import deep, examples

from labirinto.book import Book, write_book
from labirinto.book.choosing import choose
from labirinto.difficulties import LEVELS
from labirinto.grids import SILHOUETTES
from labirinto.web.book_fields import MAX_MAZES
from labirinto.web.classes import PUPILS, parse_class
from labirinto.web.languages import LANGUAGES


def test_sheets_are_those_of_a_book(client: TestClient) -> None:
    address = "/fa/class.pdf?count=3&level=easy&title=a&paper=letter&seed=7"
    stream = BytesIO()
    level = LEVELS["easy"]
    book = Book(
        3,
        level="easy",
        smallest=level.size,
        largest=level.size,
        title="a",
        paper="letter",
        language="fa",
        seed=7,
        ends="opposite",
        shapes=("rectangle",),
        cover=False,
        name_line=True,
        recipes=False,
        score_revision=1,
    )
    write_book(book, stream)
    assert client.get(address).content == stream.getvalue()


@pytest.mark.parametrize(("accept", "paper"), [("en-US", "paper=letter&"), ("en-GB", "")])
def test_one_button_makes_the_usual_sheets(client: TestClient, accept: str, paper: str) -> None:
    headers = {"Accept-Language": accept}
    address = client.get("/en/class?make=1&level=hard", headers=headers).headers["location"]
    assert re.fullmatch(
        rf"/en/class\.pdf\?level=hard&{paper}score_revision=2&seed=\d+&v=[\d.]+", address
    )
    sheets = pypdfium2.PdfDocument(client.get(address).content)
    assert len(sheets) == PUPILS + 1


@pytest.mark.parametrize("shape", SILHOUETTES)
def test_a_shape_keeps_the_level(shape: str) -> None:
    texts = {"level": "easy", "shape": shape, "count": "6", "seed": "3"}
    parsed = parse_class(texts, LANGUAGES["en"])
    assert not parsed.invalid
    puzzles = choose(parsed.book, lambda: None)
    assert sum(it.difficulty.level.name == "easy" for it in puzzles) >= 5


def test_sums_fit_into_the_cells_of_a_hard_maze(client: TestClient) -> None:
    address = "/it/class.pdf?count=2&level=hard&sums=addition&seed=3"
    sheets = pypdfium2.PdfDocument(client.get(address).content)
    text = sheets[0].get_textpage().get_text_bounded()
    assert "percorso dei calcoli" in text
    assert re.search(r"\d\s*\+\s*\d+\s*=\s*\d", text)


def test_sums_need_a_rectangle() -> None:
    parsed = parse_class({"sums": "mixed", "shape": "heart"}, LANGUAGES["en"])
    assert parsed.invalid == {"sums"}
    assert not parsed.book.sums


@examples(100)
@given(
    st.dictionaries(
        st.sampled_from(["count", "level", "shape", "sums", "title", "paper", "seed"]),
        st.text(max_size=20)
        | st.sampled_from(["a5", "expert", "100", "circular", "heart", "mixed"]),
    )
)
def test_any_text_gives_valid_sheets(texts: dict[str, str]) -> None:
    parsed = parse_class(texts, LANGUAGES["en"])
    assert parsed.invalid <= set(texts)
    assert 1 <= parsed.book.count <= MAX_MAZES
    again = parse_class(dict(re.findall("([a-z]+)=([^&]+)", parsed.query())), LANGUAGES["en"])
    assert again.book.level == parsed.book.level
    assert again.book.shapes == parsed.book.shapes


@pytest.mark.parametrize("size", [(360, 740), deep((1366, 768))])
def test_the_button_stays_in_sight(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/en/class?count=2&seed=7")
    button = page.get_by_role("button", name="Make the sheets")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_label("Seed").scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=1)
