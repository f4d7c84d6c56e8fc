"""Responses: status, headers, mazes; no request makes the server fail."""

from __future__ import annotations

import gzip
import io
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from starlette.testclient import TestClient
from test_queries import algorithms, queries
from tiers import examples, thinned

import labirinto
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS, record
from labirinto.drawing.style import COLOURS, PRESETS
from labirinto.web import problem_texts
from labirinto.web.app import create_app
from labirinto.web.languages import LANGUAGES
from labirinto.web.service import PAGES
from labirinto.web.static_files import static_address, static_files

ALL_PAGES = [(code, name) for code in LANGUAGES for name in ("", *PAGES)]


def get(client: TestClient, address: str, **headers: str):
    return client.get(address, headers=headers, follow_redirects=True)


@pytest.mark.parametrize(("code", "name"), thinned(ALL_PAGES, 17))
def test_every_page_is_there(client: TestClient, code: str, name: str) -> None:
    address = f"/{code}/{name}"
    page = get(client, address)
    assert page.status_code == 200
    direction = LANGUAGES[code].direction
    assert f'<html lang="{code}" dir="{direction}"' in page.text
    assert f'<link rel="canonical" href="http://testserver{address}">' in page.text
    for other in LANGUAGES:
        place = "/".join(["", other, *address.split("/")[2:]])
        assert f'hreflang="{other}" href="http://testserver{place}"' in page.text
    assert len(page.content) < 100_000
    assert not re.search(
        r'(?:src|href)="(?:https?:)?//(?!testserver)[^"]*\.(?:js|css|woff2?)', page.text
    )
    assert not re.search(r'<[^>]+ (?:style|on\w+)="', page.text)


def test_a_new_maze_gets_a_permanent_address(client: TestClient) -> None:
    first = client.get("/en/wilson")
    second = client.get("/en/wilson")
    assert first.status_code == second.status_code == 302
    assert first.headers["location"] != second.headers["location"]
    address = first.headers["location"]
    assert re.fullmatch(r"/en/wilson\?seed=\d+&ends=opposite", address)
    assert client.get(address).text == client.get(address).text


def test_new_mazes_have_ends_on_opposite_sides_and_addresses_keep_theirs(
    client: TestClient,
) -> None:
    for query in ("", "level=hard&new=1", "shape=heart", "seed=7&new=1&ends="):
        moved = client.get(f"/en/wilson?{query}").headers["location"]
        assert moved.endswith("&ends=opposite")
        assert "shows-ends" in client.get(moved).text
    for query in ("ends=none", "width=1&height=1", "ends=none&shown=seed%3D7%26ends%3Dopposite"):
        assert "ends=" not in client.get(f"/en/wilson?new=1&{query}").headers["location"]
    # An address of a maze says all.
    page = client.get("/en/wilson?seed=7").text
    assert "shows-ends" not in page
    maze = labirinto.wilson(40, 30, seed=7)
    ends = labirinto.suggest_ends(maze, "border", apart=True)
    assert f'"start":{[*ends.start]},"end":{[*ends.end]}'.replace(" ", "") in page


def test_generate_keeps_all_but_the_seed(client: TestClient) -> None:
    moved = client.get("/it/eller?new=1&seed=7&width=12&height=9&join=0.2")
    kept = r"/it/eller\?width=12&height=9&seed=(?!7&)\d+&join=0\.2&ends=opposite"
    assert re.fullmatch(kept, moved.headers["location"])


def test_invalid_values_stay_in_the_form(client: TestClient) -> None:
    page = client.get("/en/wilson?width=forty&height=9999&cell=1&wall=%00&seed=7")
    assert page.status_code == 422
    wrong = {"width": "forty", "height": "9999", "cell": "1", "wall": "\N{REPLACEMENT CHARACTER}"}
    for field, typed in wrong.items():
        assert f'id="{field}-error"' in page.text
        assert re.search(rf'name="{field}"[^>]*value="{typed}"[^>]*aria-invalid="true"', page.text)
    assert 'id="walls-line"' in page.text


@pytest.mark.parametrize("kind", ["stl", "csv"])
@pytest.mark.parametrize("ends", ["none", "border", "farthest"])
def test_formats_without_a_solution_have_the_walls(
    client: TestClient, kind: str, ends: str
) -> None:
    plain = client.get(f"/maze/wilson/9x7/5.{kind}?ends={ends}")
    solved = client.get(f"/maze/wilson/9x7/5.{kind}?ends={ends}&solution=1")
    assert plain.status_code == solved.status_code == 200
    if ends != "none":
        assert solved.content == plain.content
    if kind == "csv":
        read = labirinto.load(io.BytesIO(solved.content))
        assert read == labirinto.wilson(9, 7, seed=5)


@examples(300)
@given(st.sampled_from(list(LANGUAGES)), algorithms, queries)
def test_any_query_gets_a_page(
    client: TestClient, code: str, algorithm: str, query: dict[str, str]
) -> None:
    # Other tests have large mazes.
    for side in ("width", "height"):
        if len(query.get(side, "")) > 2:
            query[side] = query[side][:2]
    answer = client.get(f"/{code}/{algorithm}?{urlencode(query)}")
    if answer.status_code == 302:
        answer = client.get(answer.headers["location"])
        assert answer.status_code == 200
    assert answer.status_code in (200, 422)
    assert 'id="walls-line"' in answer.text


@examples(150)
@given(st.text(max_size=30), st.text(max_size=30), queries)
def test_any_address_gets_a_response(
    client: TestClient, first: str, second: str, query: dict[str, str]
) -> None:
    path = urlencode({"": f"{first}/{second}"})[1:]
    starts = ("/", "/maze/", "/maze/wilson/3x3/", "/preview/eller/3x3/", "/static/")
    for start in (*starts, "/steps/", "/steps/eller/", "/steps/wilson-walls/3x3/"):
        answer = client.get(f"{start}{path}?{urlencode(query)}")
        assert answer.status_code in (200, 302, 307, 404, 422)


def test_files_contain_the_maze(client: TestClient) -> None:
    maze = labirinto.eller(12, 9, seed="anna", join=0.3)
    ends = labirinto.suggest_ends(maze, "farthest")
    start = "/maze/eller/12x9/anna"
    query = "join=0.3&ends=farthest&solution=1"
    for ending in ("svg", "png", "txt"):
        answer = client.get(f"{start}.{ending}?{query}")
        assert answer.status_code == 200
        assert labirinto.load(io.BytesIO(answer.content)) == maze
        assert f"eller-12x9-anna.{ending}" in answer.headers["content-disposition"]
    data = client.get(f"{start}.json?{query}").json()
    assert labirinto.Recipe.from_dict(data["recipe"]) == maze.recipe
    assert [[int(digit, 16) for digit in row] for row in data["exits"]] == maze.cells().tolist()
    assert data["solution"] == labirinto.solve(maze, *ends).directions
    assert (data["ends"]["start"], data["ends"]["end"]) == (list(ends.start), list(ends.end))


@pytest.mark.parametrize("size", ["1x1", "1x40", "3x2", "40x30", "300x300", "700x3"])
def test_all_previews_have_the_same_size(client: TestClient, size: str) -> None:
    ends = "none" if size == "1x1" else "farthest&solution=1"
    answer = client.get(f"/preview/wilson/{size}/7.png?ends={ends}")
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    assert (picture.size, picture.format) == ((1200, 630), "PNG")


def test_a_preview_shows_the_maze(client: TestClient) -> None:
    maze = labirinto.wilson(9, 7, seed=5)
    answer = client.get("/preview/wilson/9x7/5.png?look=print")
    picture = Image.open(io.BytesIO(answer.content)).convert("L")
    cell, wall = 48, 6
    left, top = (1200 - 9 * cell - wall) // 2, (630 - 7 * cell - wall) // 2
    for y in range(7):
        for x in range(9):
            has_wall = picture.getpixel((left + (x + 1) * cell + 2, top + y * cell + 24)) < 128
            assert has_wall == ((x + 1, y) not in maze.neighbours((x, y)))


def test_refusals_name_the_limit_in_the_language(client: TestClient) -> None:
    answer = client.get("/steps/wilson/65x65/7", headers={"Accept-Language": "fa"})
    assert "۶۴" in answer.json()["errors"]["size"]


@pytest.mark.parametrize("name", FILMS)
def test_films_are_those_of_the_library(client: TestClient, name: str) -> None:
    queries = {"eller": "?join=0.3&drop=0.9&look=nonsense", "wilson-rows": "?order=rows"}
    query = queries.get(name, "")
    answer = client.get(f"/steps/{name}/12x9/an%2Fna{query}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/octet-stream"
    parameters = {"join": 0.3, "drop": 0.9} if name == "eller" else {}
    film = record(name, 12, 9, seed="an/na", **parameters)
    assert answer.content == film.to_bytes()
    if name in ALGORITHMS:
        assert film.rows == labirinto.generate(name, 12, 9, seed="an/na", **parameters).rows


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_page_links_the_films_of_its_maze(client: TestClient, name: str) -> None:
    query = "width=64&height=64&seed=a%2Fb" + ("&join=0.3" if name == "eller" else "")
    page = client.get(f"/en/{name}?{query}&look=dark").text
    found = re.search(r'data-films="([^"]*)"', page)
    films = found[1].split()
    end = "?join=0.3" if name == "eller" else ""
    names = [film for film in FILMS if film.startswith(name) and film != "wilson-rows"]
    assert films == [f"/steps/{film}/64x64/a%2Fb{end}" for film in names]


def test_the_page_links_the_film_of_its_order(client: TestClient) -> None:
    page = client.get("/en/wilson?width=9&height=9&seed=7&order=rows").text
    assert 'data-films="/steps/wilson-rows/9x9/7?order=rows"' in page
    maze = client.get("/maze/wilson/9x9/7.json?order=rows").json()
    assert maze["recipe"]["parameters"] == {"order": "rows"}
    assert client.get("/en/wilson?width=9&height=9&seed=7&order=endless").status_code == 200
    assert client.get("/steps/wilson-rows/9x9/7?order=endless").status_code == 422
    wrong = client.get("/en/wilson?width=9&height=9&seed=7&order=no")
    assert "The order is any, rows or endless" in wrong.text


def test_unexpected_errors_have_a_page_in_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("labirinto.web.pages.maze_page", fail)
    with TestClient(create_app(), raise_server_exceptions=False) as client:
        answer = client.get("/it/wilson?width=5&height=5&seed=1")
    assert answer.status_code == 500
    assert 'lang="it"' in answer.text
    assert LANGUAGES["it"].text(problem_texts.FAILED[1]) in answer.text
    assert "unforeseen" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_security_headers(client: TestClient) -> None:
    for address in ("/en/", "/nowhere", "/maze/wilson/3x3/7.svg", "/steps/eller/3x3/7", "/health"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert policy.count("unsafe") == 1
        assert policy.startswith("default-src 'none'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    # Workers are under a policy of their own, other scripts under that of their page.
    script = client.get(static_address("words.js")).headers
    assert "content-security-policy" not in script
    assert script["x-content-type-options"] == "nosniff"
    for address in ("/service-worker.js", static_address("large-worker.js")):
        assert "default-src 'none'" in client.get(address).headers["content-security-policy"]


def test_static_files_are_versioned(client: TestClient) -> None:
    page = client.get("/en/").text
    address = re.search(r'href="(/static/[^"]+\.css)"', page)
    answer = client.get(address[1])
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/static/0/labirinto.css").status_code == 404
    # Compressed as well as can be.
    sheet = static_files()["labirinto.css"].content
    packed = client.get(address[1], headers={"Accept-Encoding": "gzip, br"})
    assert packed.content == sheet
    assert int(packed.headers["content-length"]) == len(gzip.compress(sheet))
    font = client.get(address[1].replace("labirinto.css", "display-latn.woff2"))
    assert "content-encoding" not in font.headers


def test_scripts_are_sent_without_their_comments() -> None:
    for name, file in static_files().items():
        if name.endswith(".js"):
            lines = file.content.decode().splitlines()
            assert not [line for line in lines if re.match(r"\s*(//|/\*)", line)], name
            # What looks like a comment is one: no text goes on in a second line.
            assert not [line for line in lines if line.count("`") % 2], name


def test_colours_of_looks_are_those_of_files(client: TestClient) -> None:
    sheet = static_files()["labirinto.css"].content.decode()
    assert "/* colours of" not in sheet
    for name, style in PRESETS.items():
        rules = re.findall(rf'\[data-look="{name}"\][^{{]*{{([^}}]*)}}', sheet)
        found = dict(re.findall(r"--m-(\w+): (#\w+)", " ".join(rules)))
        assert found == {role: getattr(style, role) for role in COLOURS}
    # All of them are from the table, and none is written again.
    own = {colour for style in PRESETS.values() for colour in (style.solution, style.start)}
    for file in Path(labirinto.__file__).with_name("web").rglob("*.*"):
        if file.suffix in (".css", ".js", ".html", ".py"):
            written = set(re.findall(r"#[0-9a-f]{6}\b", file.read_text("utf-8")))
            assert not written & (own - {"#000000", "#808080"}), file


def test_robots_and_sitemap(client: TestClient) -> None:
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").text
    places = re.findall("<loc>http://testserver(.*?)</loc>", client.get("/sitemap.xml").text)
    assert sorted(places) == sorted(f"/{code}/{name}" for code, name in ALL_PAGES)


def test_data_cannot_break_out_of_its_script_element(client: TestClient) -> None:
    page = get(client, "/en/wilson?seed=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page.text
    data = re.search(r'<script type="application/json" class="maze-data">(.*?)</script>', page.text)
    assert json.loads(data[1])["recipe"]["seed"] == "</script><script>alert(1)</script>"


def test_behind_a_proxy_links_name_the_public_origin() -> None:
    with TestClient(create_app("https://mazes.example/")) as client:
        page = client.get("/en/wilson?seed=7").text
    assert '<link rel="canonical" href="https://mazes.example/en/wilson">' in page
    assert 'content="https://mazes.example/preview/wilson/40x30/7.png"' in page
    assert "testserver" not in page


def test_what_takes_too_long_is_stopped() -> None:
    with TestClient(create_app(seconds=0.0)) as client:
        for kind, place in (
            ("maze", "/maze/wilson/9x9/7.svg"),
            ("film", "/steps/aldous-broder/64x64/7"),
            ("book", "/en/book.pdf?count=3&seed=7"),
        ):
            answer = client.get(place)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            assert ("This book" in answer.text) == (kind == "book")
