"""Redirects, caching and proxies."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from labirinto.web.app import create_app
from labirinto.web.static_files import static_address


@pytest.mark.parametrize(
    ("address", "location"),
    [
        ("/en", "/en/"),
        ("/fa?a=1", "/fa/?a=1"),
        ("/it/wilson/", "/it/wilson"),
        ("/it/wilson/?seed=%2F%2Fx%26", "/it/wilson?seed=%2F%2Fx%26"),
        ("/pa/book/", "/pa/book"),
    ],
)
@pytest.mark.parametrize("origin", ["", "https://mazes.example"])
def test_a_wrong_slash_redirects_to_the_page(address: str, location: str, origin: str) -> None:
    with TestClient(create_app(origin), follow_redirects=False) as client:
        answer = client.get(address)
    assert (answer.status_code, answer.headers["location"]) == (307, location)


@pytest.mark.parametrize(
    ("address", "location"),
    [
        ("/PT", "/pt"),
        ("/pt-br/wilson?seed=%2Fx%26", "/pt-BR/wilson?seed=%2Fx%26"),
        ("/embed/FA/eller?seed=7", "/embed/fa/eller?seed=7"),
        ("/It/%3Fx%23", "/it/%3Fx%23"),
    ],
)
def test_other_cases_of_a_tag_redirect_to_it(
    client: TestClient, address: str, location: str
) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["location"]) == (301, location)


@pytest.mark.parametrize(
    "address",
    ["/e\u017f/", "/pt-bR-x/wilson", "/xx", "/en/nothing/", "/en//", "/health/", "/en/wilson//"],
)
def test_other_slashes_are_not_found(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("origin", "base", "is_secure"),
    [
        ("https://mazes.example", "http://127.0.0.1:8000", True),
        ("", "https://testserver", True),
        ("", "http://testserver", False),
        ("http://mazes.example", "https://testserver", False),
    ],
)
def test_the_cookie_is_secure_where_visitors_use_https(
    origin: str, base: str, is_secure: bool
) -> None:
    with TestClient(create_app(origin), base_url=base, follow_redirects=False) as client:
        cookie = client.get("/set-language?to=fa").headers["set-cookie"]
    assert ("secure" in cookie.lower().split("; ")) == is_secure


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize(
    ("address", "is_packed"),
    [
        (static_address("labirinto.css"), True),
        ("/maze/wilson/40x30/7.svg", True),
        ("/steps/kruskal/20x20/7", True),
        ("/maze/wilson/40x30/7.png", False),
    ],
)
def test_what_never_changes_is_cached_and_compressed_where_that_pays(
    client: TestClient, address: str, is_packed: bool, encoding: str
) -> None:
    answer = client.get(address, headers={"Accept-Encoding": encoding})
    assert answer.headers.get("vary") == ("Accept-Encoding" if is_packed else None)
    is_sent_packed = is_packed and encoding == "gzip"
    assert answer.headers.get("content-encoding") == ("gzip" if is_sent_packed else None)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.content == client.get(address).content
