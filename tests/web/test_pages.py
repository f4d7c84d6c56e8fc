"""What pages contain: a new maze, links, fields; and how long they get."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from starlette.testclient import TestClient

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS
from labirinto.web.app import create_app


def test_a_long_address_gets_a_small_page(client: TestClient) -> None:
    for address in ("/en/", "/it/wilson?", "/en/book?", "/set-language?to=en&at="):
        answer = client.get(f"{address}?seed=" + 60_000 * "a")
        assert answer.status_code == 414
        assert "text/html" in answer.headers["content-type"]
        assert len(answer.content) < 20_000
    invalid = client.get("/en/wilson?seed=7&look=%C3%A4&width=" + 7_000 * "a")
    assert invalid.status_code == 422
    assert len(invalid.content) < 70_000
    # The longest seed that is one, in the longest letters.
    longest = 200 * "\N{GRINNING FACE}"
    typed = urlencode({"seed": longest, "shown": urlencode({"seed": longest}), "look": "dark"})
    answer = client.get(f"/en/wilson?{typed}")
    assert answer.headers["location"] == "/en/wilson?" + urlencode({"seed": longest}) + "&look=dark"
    assert longest in client.get(answer.headers["location"]).text


def test_the_first_page_has_a_new_maze_at_each_visit(client: TestClient) -> None:
    pages = [client.get("/en/") for _ in range(2)]
    lines = [re.search(r'id="walls-line" d="(.*?)"', page.text)[1] for page in pages]
    assert lines[0] != lines[1]
    assert all(page.headers["cache-control"] == "no-store" for page in pages)
    link = re.search(r'<a href="(/en/wilson\?[^"]*?seed=\d+&amp;level=easy[^"]*)"', pages[0].text)
    assert lines[0] in client.get(link[1].replace("&amp;", "&")).text


def test_the_first_page_leads_to_levels_and_all_algorithms(client: TestClient) -> None:
    page = client.get("/pa/").text
    for level in LEVELS:
        assert f'href="/pa/?level={level}"' in page
        assert f"level={level}" in client.get(f"/pa/?level={level}").text.split('class="tiles"')[0]
    pictures = re.findall(r'<svg[^>]* class="step" aria-hidden="true".*?</svg>', page)
    assert len(set(pictures)) == len(ALGORITHMS)
    for name in ALGORITHMS:
        assert f'<a href="/pa/{name}#how">' in page


def test_links_of_the_operator(client: TestClient) -> None:
    owner = {"source": "https://a.example/src?a&b", "contact": "mailto:anna@a.example"}
    with TestClient(create_app(**owner)) as other:
        for address in ("/en/", "/en/wilson?seed=7", "/en/book", "/nowhere"):
            page = other.get(address).text
            assert 'href="https://a.example/src?a&amp;b"' in page
            assert 'href="mailto:anna@a.example"' in page
            plain = client.get(address).text
            assert "Source code" not in plain
            assert "Contact" not in plain


def test_the_licence_is_there(client: TestClient) -> None:
    licence = client.get("/licence")
    assert licence.headers["content-type"] == "text/plain; charset=utf-8"
    assert "MIT" in licence.text
    assert '<a href="/licence">' in client.get("/en/").text


def test_colours_are_shown_in_fields_that_have_a_way_back(client: TestClient) -> None:
    old = "/en/wilson?seed=7&walls_colour=teal&floor_colour=%23fff"
    page = client.get(old, follow_redirects=True)
    assert page.url.query == b"seed=7&walls_colour=%23008080&floor_colour=%23ffffff"
    for name, colour, is_automatic in (
        ("walls", "#008080", False),
        ("floor", "#ffffff", False),
        ("solution", "#d1495b", True),
    ):
        assert f'type="color" name="{name}_colour" value="{colour}"' in page.text
        box = re.search(rf'name="automatic_{name}_colour" value="1"( checked)?', page.text)
        assert bool(box[1]) == is_automatic
    page = client.get(old + "&automatic_walls_colour=1", follow_redirects=True)
    assert page.url.query == b"seed=7&floor_colour=%23ffffff"
