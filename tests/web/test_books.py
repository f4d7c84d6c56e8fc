"""Books on the page: the form, the address of a book, the PDF, invalid input."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import quote, urlencode

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page
from starlette.testclient import TestClient
from tiers import examples

from labirinto.book import GRIDS, PAPERS, Book, write_book
from labirinto.web.books import DEFAULT, MAX_MAZES, parse_book
from labirinto.web.languages import LANGUAGES

SMALL = {"count": 3, "from_width": 5, "from_height": 4, "to_width": 7, "to_height": 6}


def text_of(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_the_form_redirects_to_a_permanent_address(client: TestClient) -> None:
    query = urlencode({**SMALL, "title": "Classe 3b", "paper": "a5", "per_page": 2, "make": 1})
    moved = client.get(f"/it/book?{query}")
    assert moved.status_code == 303
    address = moved.headers["location"]
    assert re.fullmatch(r"/it/book\.pdf\?count=3&.*title=Classe%203b&paper=a5.*&seed=\d+", address)
    book = client.get(address)
    assert book.headers["content-type"] == "application/pdf"
    assert book.headers["content-disposition"] == "inline; filename*=UTF-8''Classe-3b.pdf"
    assert client.get(address).content == book.content
    text = text_of(book.content)
    assert "Classe 3b" in text
    assert "Soluzioni" in text
    assert len(pypdfium2.PdfDocument(book.content)) == 5  # with cover, answers, recipes


def test_the_book_equals_that_of_the_command_line(client: TestClient) -> None:
    address = f"/fa/book.pdf?{urlencode({**SMALL, 'seed': 'x', 'algorithm': 'eller', 'join': 0.7})}"
    stream = BytesIO()
    write_book(
        Book(
            count=3,
            smallest=(5, 4),
            largest=(7, 6),
            seed="x",
            algorithm="eller",
            parameters=(("join", 0.7),),
            language="fa",
        ),
        stream,
    )
    assert client.get(address).content == stream.getvalue()


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_prints_its_own_letters(client: TestClient, code: str) -> None:
    title = {"fa": "هزارتو برای رضا", "pa": "ਮਨਪ੍ਰੀਤ ਲਈ"}.get(code, "Für Zoë & <Łukasz>")
    answer = client.get(f"/{code}/book.pdf?{urlencode({**SMALL, 'seed': 7, 'title': title})}")
    assert answer.status_code == 200
    letters = set(text_of(answer.content))
    assert {letter for letter in title if letter.isalpha() and letter < "\u0a00"} - letters <= set(
        "هزارتوبیض"  # copied text has the forms at the end of a word
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("count", "0"),
        ("count", "101"),
        ("count", "many"),
        ("from_width", "0"),
        ("from_height", "-3"),
        ("to_width", "9" * 30),
        ("title", "x" * 101),
        ("title", "日本"),
        ("title", "a\u0000b"),
        ("paper", "a9"),
        ("per_page", "3"),
        ("answers", "never"),
        ("algorithm", "prim"),
        ("ends", "none"),
        ("plain", "2"),
        ("seed", "-1"),
        ("join", "2"),
    ],
)
def test_invalid_values_are_reported_at_their_field(
    client: TestClient, field: str, value: str
) -> None:
    query = urlencode({"algorithm": "eller", **SMALL, field: value, "make": 1})
    for code in ("en", "fa"):
        page = client.get(f"/{code}/book?{query}")
        assert page.status_code == 422
        assert f'id="{field}-error"' in page.text
        refused = client.get(f"/{code}/book.pdf?seed=1&{query}")
        assert refused.status_code == 422
        assert field in refused.json()["errors"]


def test_for_paper_that_is_too_small_the_largest_size_is_named(client: TestClient) -> None:
    page = client.get("/en/book?paper=a5&per_page=6&to_width=40&to_height=40&make=1")
    assert page.status_code == 422
    width, height = Book(smallest=(2, 2), largest=(2, 2), paper="a5", per_page=6).layout.largest
    assert f"at most {width} by {height} cells" in page.text
    fits = f"/en/book?paper=a5&per_page=6&to_width={width}&to_height={height}&make=1"
    assert client.get(fits).status_code == 303


def test_the_last_mazes_cannot_be_smaller_than_the_first(client: TestClient) -> None:
    page = client.get("/en/book?from_width=20&to_width=10&make=1")
    assert page.status_code == 422
    assert 'id="to_width-error"' in page.text
    assert client.get("/en/book?from_width=30&to_width=&make=1").status_code == 303
    assert client.get("/en/book?from_width=1&from_height=1&make=1").status_code == 422


def test_a_book_without_a_seed_has_no_address(client: TestClient) -> None:
    assert "seed" in client.get("/en/book.pdf").json()["errors"]


def test_a_page_links_to_a_book_of_its_algorithm(client: TestClient) -> None:
    page = client.get("/pt/eller?seed=7&join=0.3").text
    assert 'href="/pt/book?algorithm=eller&amp;join=0.3"' in page
    form = client.get("/pt/book?algorithm=eller&join=0.3", follow_redirects=True).text
    assert 'value="eller" checked' in form
    assert 'name="join" min="0" max="1" step="0.01" value="0.3"' in form


NAMES = [f"{end}_{side}" for end in ("from", "to") for side in ("width", "height")]
NAMES += ["count", "title", "paper", "per_page", "answers", "algorithm", "ends", "plain"]
NAMES += ["join", "drop", "seed"]
fields = st.dictionaries(
    st.sampled_from(NAMES),
    st.one_of(
        st.text(max_size=30),
        st.integers(-5, 300).map(str),
        st.sampled_from([*PAPERS, *map(str, GRIDS), "1e400", "٣", "nan", "inf"]),
    ),
)


@examples(200)
@given(texts=fields, code=st.sampled_from(list(LANGUAGES)))
def test_any_text_gives_a_valid_book(texts: dict[str, str], code: str) -> None:
    parsed = parse_book(texts, LANGUAGES[code])
    book = parsed.book
    assert 1 <= book.count <= MAX_MAZES
    assert book.language == code
    assert parsed.invalid <= set(texts) | {"to_width", "to_height", "from_width"}
    width, height = book.layout.largest
    assert book.size_range[1] <= (width, height)


def test_empty_fields_have_their_defaults(client: TestClient) -> None:
    parsed = parse_book({}, LANGUAGES["en"])
    assert not parsed.invalid
    assert (parsed.book.count, parsed.book.size_range) == (DEFAULT.count, DEFAULT.size_range)
    address = client.get("/en/book?make=1").headers["location"]
    assert re.fullmatch(r"/en/book\.pdf\?seed=\d+", address)


def test_a_visitor_prints_a_book(page: Page) -> None:
    page.goto("/fa/wilson?seed=7")
    page.click('a[href^="/fa/book"]:has-text("چاپ")')
    page.fill('input[name="title"]', "کتاب رضا")
    page.fill('input[name="count"]', "۲")
    page.fill('input[name="to_width"]', "۱۱")
    page.fill('input[name="to_height"]', "۱۲")
    page.check('input[name="paper"][value="a5"]', force=True)
    with page.expect_request(lambda request: "book.pdf" in request.url) as waiting:
        page.click('button[name="make"]', no_wait_after=True)
    address = waiting.value.url
    assert f"title={quote('کتاب رضا')}" in address
    assert "count=2" in address
