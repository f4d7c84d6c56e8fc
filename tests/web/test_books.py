"""Books on the page: the form, the address of a book, the PDF, invalid input."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from functools import partial
from html import unescape
from io import BytesIO
from itertools import product
from urllib.parse import urlencode

import pypdfium2
import pytest
from browsing import Opener
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import thinned

from labirinto import __version__
from labirinto.book import Book, write_book
from labirinto.cli.commands import labirinto as labirinto_command
from labirinto.difficulties import LEVELS, Level
from labirinto.grids.typefaces import own_typefaces, typeface
from labirinto.web.books import ParsedBook, parse_book
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
    pattern = r"/it/book\.pdf\?count=3&.*title=Classe%203b&paper=a5.*&seed=\d+&v=[\d.]+"
    assert re.fullmatch(pattern, address)
    book = client.get(address)
    assert book.headers["content-type"] == "application/pdf"
    assert book.headers["content-disposition"] == "inline; filename*=UTF-8''Classe-3b.pdf"
    assert "immutable" in book.headers["cache-control"]
    # Another version may print it in another way.
    for other in (address.partition("&v=")[0], address + ".1"):
        again = client.get(other)
        assert again.content == book.content
        assert again.headers["cache-control"] == "no-cache"
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
            score_revision=1,
        ),
        stream,
    )
    assert client.get(address).content == stream.getvalue()


def test_for_paper_that_is_too_small_the_largest_size_is_named(client: TestClient) -> None:
    page = client.get("/en/book?paper=a5&per_page=6&to_width=40&to_height=40&make=1")
    assert page.status_code == 422
    width, height = Book(smallest=(2, 2), largest=(2, 2), paper="a5", per_page=6).layout.largest
    # Said once, of both sides.
    assert page.text.count(f"room for {width} by {height} cells") == 1
    for side in ("width", "height"):
        field = re.search(f'name="to_{side}"[^>]*>', page.text)
        assert 'aria-invalid="true" aria-describedby="to_width-error"' in field[0]
    fits = f"/en/book?paper=a5&per_page=6&to_width={width}&to_height={height}&make=1"
    assert client.get(fits).status_code == 303


def test_the_last_mazes_cannot_be_smaller_than_the_first(client: TestClient) -> None:
    page = client.get("/en/book?from_width=20&to_width=10&make=1")
    assert page.status_code == 422
    assert 'id="to_width-error"' in page.text
    assert client.get("/en/book?from_width=30&to_width=&make=1").status_code == 303
    assert client.get("/en/book?from_width=1&from_height=1&make=1").status_code == 422


def test_the_order_of_wilson_is_kept_when_the_form_is_sent_again(client: TestClient) -> None:
    hidden = '<input type="hidden" name="order" value="{}">'.format
    assert hidden("rows") in client.get("/en/book?seed=7&order=rows").text
    assert hidden("any") in client.get("/en/book?seed=7").text
    # Shapes cannot be made so, which is said once.
    refused = client.get("/en/book?shapes=heart&order=rows&make=1")
    assert refused.status_code == 422
    assert 'id="order-error"' in refused.text
    assert hidden("any") in refused.text


def test_a_book_without_a_seed_has_no_address(client: TestClient) -> None:
    assert "seed" in client.get("/en/book.pdf").json()["errors"]


def test_a_page_links_to_a_book_of_its_algorithm(client: TestClient) -> None:
    page = client.get("/pt/eller?seed=7&join=0.3").text
    assert 'href="/pt/book?algorithm=eller&amp;join=0.3"' in page
    form = client.get("/pt/book?algorithm=eller&join=0.3", follow_redirects=True).text
    assert 'value="eller" checked' in form
    assert 'name="join" min="0" max="1" step="0.01" value="0.3"' in form


def test_an_address_without_ends_keeps_those_on_the_border() -> None:
    read = partial(parse_book, language=LANGUAGES["en"])
    assert read({}).book.ends == read({"title": "Anna"}).book.ends == "opposite"
    assert read({"seed": "7"}).book.ends == "border"
    assert "ends" not in read({"seed": "7"}).query()
    assert read({"seed": "7", "ends": "opposite"}).book.ends == "opposite"
    assert read({"ends": "corners"}).book.ends == "corners"


def test_an_address_with_a_seed_alone_keeps_the_first_score() -> None:
    read = partial(parse_book, language=LANGUAGES["en"])
    assert read({}).book.score_revision == 2
    assert read({"seed": "7"}).book.score_revision == 1
    assert read({"seed": "7", "score_revision": "2"}).book.score_revision == 2
    assert read({"seed": "7", "score_revision": "3"}).invalid == {"score_revision"}


# Titles.


@pytest.mark.parametrize(
    ("title", "shown"),
    [("Книга 日", "日 (U+65E5)"), ("a\u0000b", "U+0000"), ("\U0010fffd", "U+10FFFD")],
)
def test_a_letter_that_no_font_has_is_named(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, title: str, shown: str
) -> None:
    found = typeface(next(face.file for face in own_typefaces()))
    alphabet = replace(found, letters=frozenset(map(ord, "Книга")))
    monkeypatch.setattr(
        "labirinto.book.typesetting.system_typeface",
        lambda letter: alphabet if alphabet.has(letter) else None,
    )
    page = client.get(f"/en/book?{urlencode({'title': title, 'make': 1})}")
    assert page.status_code == 422
    problem = re.search('id="title-error">([^<]+)', page.text)
    assert shown in problem[1]


INVISIBLE = ("\u202e\u2067", "\u0301", "\u00ad \u200d")


@pytest.mark.parametrize(
    ("title", "form"), thinned(product(INVISIBLE, ["book", "gift", "class", "worksheet"]), 5)
)
def test_a_title_may_be_invisible(client: TestClient, title: str, form: str) -> None:
    query = urlencode({"title": title, "seed": 7, "count": 1, "letters": "A"})
    page = client.get(f"/en/{form}?{query}", follow_redirects=True)
    assert page.status_code == 200
    assert client.get(f"/en/{form}.pdf?{query}").status_code == 200


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("ਮਨਪ੍ਰੀਤ ਲਈ ਕਿਤਾਬ", "ਮਨਪ੍ਰੀਤ-ਲਈ-ਕਿਤਾਬ.pdf"),
        ("a/b: c", "a-b--c.pdf"),
        ("", "Mazes.pdf"),
        ("?!", "labirinto.pdf"),
    ],
)
def test_file_names_keep_letters_and_their_signs(title: str, name: str) -> None:
    parsed = ParsedBook(Book(title=title), LANGUAGES["en"])
    assert parsed.file_name("pdf") == name


# A limit that is told before it is met, and signs of work.


def test_a_book_that_would_take_too_long_is_refused_at_the_form(client: TestClient) -> None:
    query = "count=100&from_width=100&from_height=140&to_width=100&to_height=140&seed=7&title=A+b"
    page = client.get(f"/en/book?{query}&make=1")
    assert page.status_code == 422
    problem = re.search('id="count-error">([^<]+)', page.text)
    command = re.search(r"labirinto (book .*-o book\.pdf)", unescape(problem[1]))
    assert "--largest 100x140" in command[1]
    assert "--title 'A b'" in command[1]
    parsed = labirinto_command.make_context("labirinto", ["book"], resilient_parsing=True)
    book_command = labirinto_command.get_command(parsed, "book")
    book_command.make_context("book", shlex.split(command[1])[1:])  # refuses unknown options
    refused = client.get(f"/en/book.pdf?{query}")
    assert "take too long" in refused.json()["errors"]["count"]
    assert client.get(f"/en/book?{query.replace('=140', '=60')}&make=1").status_code == 303


def test_a_large_book_is_previewed_by_samples(client: TestClient) -> None:
    note = "These are samples"
    assert note not in client.get("/en/book?seed=7", follow_redirects=True).text
    query = "count=60&to_width=60&to_height=80&seed=7"
    page = client.get(f"/en/book?{query}", follow_redirects=True).text
    assert note in page
    assert page.count("<figcaption>") == 3  # so many answers would be too small


def test_a_form_has_an_address_that_keeps_everything(client: TestClient) -> None:
    moved = client.get("/en/book?title=For+Anna&count=3&from_width=5&from_height=5")
    assert moved.status_code == 302
    address = moved.headers["location"]
    assert re.fullmatch(
        r"/en/book\?count=3&from_width=5&from_height=5&title=For%20Anna&ends=opposite&score_revision=2&seed=\d+",
        address,
    )
    page = client.get(address)
    assert page.status_code == 200
    assert 'value="For Anna"' in page.text
    made = client.get(f"{address}&make=1").headers["location"]
    assert made == address.replace("/book?", "/book.pdf?") + f"&v={__version__}"
    other = client.get(f"{address}&new=1").headers["location"]
    assert other.partition("&seed=")[0] == address.partition("&seed=")[0]
    assert other != address


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_an_age_sets_the_sizes(client: TestClient, level: Level) -> None:
    page = client.get(f"/en/book?title=x&seed=7&age={level.name}", follow_redirects=True)
    width, height = level.size
    assert f"to_width={width}&to_height={height}" in str(page.url)
    assert "title=x" in str(page.url)
    assert f'value="{level.name}" aria-pressed="true"' in page.text
    assert page.text.count('aria-pressed="true"') == 1


def test_the_preview_and_the_ages_work_at_once(page: Page) -> None:
    page.goto("/en/book?seed=7&count=3")
    pictures = page.locator(".page-pictures")
    expect(pictures.locator("li")).to_have_count(4)
    page.get_by_label("Title").fill("For Anna")
    page.get_by_role("button", name="5 to 7").click()
    expect(page.locator("[name=to_width]")).to_have_value("8")
    expect(pictures.get_by_text("For Anna").first).to_be_visible()
    expect(page.get_by_role("button", name="5 to 7")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Without a cover").check()
    expect(pictures.locator("li")).to_have_count(3)
    expect(page).to_have_url(re.compile("title=For%20Anna.*plain=1"))


def test_what_takes_long_is_said_can_be_stopped_and_may_fail(open_page: Opener) -> None:
    page = open_page()
    page.goto("/en/book?seed=7&count=3")
    held = []
    page.route("**/book?*title=*", lambda route: held.append(route))
    page.get_by_label("Title").fill("For Anna")
    with page.expect_request("**/book?*title=*"):
        page.get_by_label("Title").press("Tab")
    state = page.locator("#preview-state")
    expect(state).to_have_text("Updating the preview…")
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(state).to_be_empty()
    page.route("**/book?*make=1*", lambda route: None)  # no answer yet
    page.get_by_role("button", name="Make the book").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#making-text")).to_have_text("Making the book…")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.locator("#making-text")).to_be_empty()
    page.unroute("**/book?*make=1*")
    page.route("**/book?*make=1*", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Make the book").click()
    expect(page.locator("#making-text")).to_contain_text("could not be made")
    expect(page.get_by_role("progressbar")).to_be_hidden()
