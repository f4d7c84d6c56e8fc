"""Mazes of any shape on the page: form, address, drawing, files, and what cannot be."""

from __future__ import annotations

import json
import re
import struct
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient
from tiers import deep, sample

import labirinto
from labirinto import grids
from labirinto.asking.changes import CHANGES
from labirinto.recipe import Recipe
from labirinto.web import shapes, texts
from labirinto.web.daily import SHAPES as DAILY
from labirinto.web.daily import daily_request, day_of, short_date
from labirinto.web.languages import LANGUAGES
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import parse

MASK = shapes.mask_text(grids.mask(["##.##", "#####", ".###.", "..#.."]))
TEXTS = {"letters": {"letters": "Anna"}, "drawn": {"mask": MASK, "width": "5", "height": "4"}}


def query_of(shape: str) -> dict[str, str]:
    sides = {"width": "20", "height": "14"}
    named = {"shape": shape} if shape else {}
    return {**sides, "seed": "7", **named, **TEXTS.get(shape, {})}


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'class="maze-data">(.*?)</script>', page)
    data: dict[str, Any] = json.loads(found[1])
    return data


def grid_on(shape: str) -> grids.Grid:
    """The same grid, made without the page."""
    makers: dict[str, Any] = {
        "": lambda: labirinto.Rectangle(20, 14),
        "hexagonal": lambda: grids.hexagonal(20, 14),
        "honeycomb": lambda: grids.hexagonal(7, outline="hexagon"),
        "triangular": lambda: grids.triangular(20, 14),
        "pyramid": lambda: grids.triangular(10, outline="triangle"),
        "octagonal": lambda: grids.octagonal(20, 14),
        "circular": lambda: grids.circular(7),
        "voronoi": lambda: grids.voronoi(280, 7),
        "letters": lambda: grids.letters("Anna", 20, 14),
        "drawn": lambda: grids.mask(["##.##", "#####", ".###.", "..#.."]),
    }
    made: grids.Grid = makers.get(shape, lambda: grids.mask(shape, 20, 14))()
    return made


@pytest.mark.parametrize("shape", sample(shapes.SHAPES, "voronoi", "drawn"))
def test_a_page_has_the_maze_of_its_shape(client: TestClient, shape: str) -> None:
    query = query_of(shape)
    answer = client.get("/en/wilson?" + urlencode(query))
    if answer.status_code == 302:
        answer = client.get(answer.headers["location"])
    assert answer.status_code == 200
    maze = labirinto.wilson(grid_on(shape), seed=7)
    assert labirinto.generate(Recipe.from_dict(data_of(answer.text)["recipe"])) == maze
    # Inside and outside have different floors.
    lengths = re.findall(r"M\d+ \d+\.5h(\d+)", answer.text)
    assert sum(map(int, lengths)) == (len(maze.grid) if getattr(maze.grid, "mask", None) else 0)
    for link in re.findall(r'href="(/maze/[^"]*)"', answer.text):
        file = client.get(link.replace("&amp;", "&"))
        assert file.status_code == 200, link
    name = dict(texts.SHAPES)[shape]
    if shape not in ("", "letters"):
        assert f"{name} · " in answer.text
    assert f'value="{shape}" checked' in answer.text
    preview = re.search(r'og:image" content="http://testserver(.*?)"', answer.text)
    assert client.get(preview[1].replace("&amp;", "&")).content.startswith(b"\x89PNG")


def test_every_shape_has_a_name() -> None:
    assert set(texts.SHAPES) == set(shapes.SHAPES)
    assert set(DAILY) <= set(shapes.SHAPES)


@pytest.mark.parametrize("shape", sample(shapes.CELL_SHAPES, "circular", "triangular"))
def test_the_scripts_get_outlines_and_doors(client: TestClient, shape: str) -> None:
    data = data_of(client.get("/en/wilson?" + urlencode(query_of(shape))).text)
    assert len(data["outlines"]) == len(data["cells"]) == len(grid_on(shape))
    for corners, (x, y) in zip(data["outlines"], data["centres"], strict=True):
        points = list(zip(corners[::2], corners[1::2], strict=True))
        assert min(u for u, _ in points) < x < max(u for u, _ in points)
        assert min(v for _, v in points) < y < max(v for _, v in points)
    for (one, other, _), door in zip(data["passages"], data["doors"], strict=True):
        for cell in (one, other):
            corners = data["outlines"][cell]
            sides = zip(corners[::2], corners[1::2], strict=True)
            assert min(abs(u - door[0]) + abs(v - door[1]) for u, v in sides) < 1.5


def test_another_shape_keeps_the_rest(client: TestClient) -> None:
    shown = "width=20&height=14&seed=7&ends=corners&look=dark"
    fields = {**query_of("heart"), "ends": "corners", "look": "dark", "shown": shown}
    location = client.get("/en/kruskal?" + urlencode(fields)).headers["location"]
    assert location == ("/en/kruskal?width=20&height=14&seed=7&shape=heart&ends=corners&look=dark")


def test_a_parameter_of_the_algorithm_that_gives_way_can_be_invalid(client: TestClient) -> None:
    answer = client.get("/en/eller?seed=7&shape=heart&join=7")
    assert answer.status_code == 422
    assert 'id="walls-line"' in answer.text


def test_an_algorithm_for_rectangles_gives_way_and_says_so(client: TestClient) -> None:
    answer = client.get("/en/eller?seed=7&shape=heart&join=0.2")
    assert answer.headers["location"] == "/en/wilson?seed=7&shape=heart"
    page = client.get("/en/eller?seed=7").text
    assert "Eller’s algorithm makes rectangles only." in page
    assert "Another shape changes the algorithm to Wilson’s algorithm." in page
    page = client.get("/en/wilson?seed=7&shape=heart").text
    assert 'href="/en/eller"' in page
    assert 'href="/en/prim?shape=heart"' in page
    answer = client.get("/maze/eller/40x30/7.svg?shape=heart")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["shape"])


def test_a_word_gets_a_size_of_its_own_and_back(client: TestClient) -> None:
    width, height = shapes.letters_size("Anna")
    answer = client.get("/en/wilson?seed=7&shape=letters&letters=Anna")
    wanted = f"/en/wilson?width={width}&height={height}&seed=7&shape=letters&letters=Anna"
    assert answer.headers["location"] == wanted
    # Who types a word into the form wants it, whatever shape is chosen.
    fields = {"shown": "seed=7", "seed": "7", "width": 40, "height": 30, "letters": " Anna  "}
    assert client.get("/en/wilson?" + urlencode(fields)).headers["location"] == wanted
    # Another word has a size of its own; another shape has the usual one.
    shown = urlsplit(wanted).query
    fields = dict(parse_qs(shown), shown=shown)
    other = client.get("/en/wilson?" + urlencode({**fields, "letters": "Al"}, doseq=True))
    size = "width={}&height={}&".format(*shapes.letters_size("Al"))
    assert size in other.headers["location"]
    plain = client.get("/en/wilson?" + urlencode({**fields, "shape": "heart"}, doseq=True))
    assert plain.headers["location"] == "/en/wilson?seed=7&shape=heart"


def test_ends_are_written_as_the_cells_are_named() -> None:
    for shape, ends in (("voronoi", "3-17"), ("circular", "0,0-5,3"), ("heart", "10,5-11,8")):
        parsed = parse("wilson", {**query_of(shape), "ends": f" {ends.replace('-', ' - ')} "})
        assert (parsed.invalid, parsed.request.ends) == (set(), ends)
    assert parse("wilson", {"ends": "3-17"}).invalid == {"ends"}


def test_a_drawing_grows_with_its_size() -> None:
    shown = urlencode(query_of("drawn"))
    request = parse("wilson", {**query_of("drawn"), "width": "10", "height": "8", "shown": shown})
    assert not request.invalid
    assert len(request.request.grid) == 4 * len(grid_on("drawn"))


@pytest.mark.parametrize("level", ["easy", deep("expert")])
@pytest.mark.parametrize("shape", sample(shapes.SHAPES, "heart", "circular", "letters"))
def test_levels_reach_shapes(client: TestClient, shape: str, level: str) -> None:
    fields = {"shape": shape, "level": level, **TEXTS.get(shape, {})}
    location = client.get("/en/wilson?" + urlencode(fields)).headers["location"]
    page = client.get(location).text
    if shape not in ("letters", "drawn"):
        assert f"<strong>{level.title()}</strong>" in page
    assert 'class="missed"' not in page or shape in ("letters", "drawn")


def test_the_largest_shapes_are_bounded(client: TestClient) -> None:
    assert client.get("/maze/wilson/1001x20/7.svg?shape=heart").status_code == 422
    assert client.get("/maze/wilson/501x20/7.svg?shape=hexagonal").status_code == 422
    page = client.get("/en/wilson?width=101&height=101&seed=7&shape=hexagonal")
    assert page.status_code == 200
    assert "walls-line" not in page.text
    assert "too large to show here" in page.text


def test_loops_are_in_the_address_and_in_the_files(client: TestClient) -> None:
    page = client.get("/en/wilson?width=20&height=14&seed=7&braid=0.5").text
    maze = labirinto.generate(Recipe.from_dict(data_of(page)["recipe"]))
    assert maze == labirinto.braid(labirinto.wilson(20, 14, seed=7), 0.5)
    assert not maze.is_perfect
    assert "the solution is a shortest one" in page
    assert "braid=0.5" in re.findall(r'href="(/maze/[^"]*)"', page)[0]
    assert texts.WATCH_PLAIN in page
    assert (
        client.get("/en/wilson?width=20&height=14&seed=7&shape=heart&braid=0.5").status_code == 200
    )


def test_a_small_maze_of_other_cells_is_a_solid(client: TestClient) -> None:
    pytest.importorskip("manifold3d")
    address = "/maze/wilson/12x10/7.stl?shape=hexagonal"
    answer = client.get(address)
    assert answer.status_code == 200
    (count,) = struct.unpack_from("<I", answer.content, 80)
    assert len(answer.content) == 84 + 50 * count > 84
    assert ".stl" in client.get("/en/wilson?width=12&height=10&seed=7&shape=hexagonal").text
    large = "width=80&height=80&seed=7&shape=hexagonal"
    assert ".stl" not in client.get(f"/en/wilson?{large}").text
    assert client.get(address.replace("12x10", "80x80")).status_code == 422


def test_the_maze_of_the_day_is_the_same_for_everyone(client: TestClient) -> None:
    found = {
        client.get("/it/daily", headers=headers).headers["location"]
        for headers in ({}, {"User-Agent": "Mobile"}, {"Accept-Language": "fa"})
    }
    (location,) = found
    assert location.startswith("/it/wilson?")
    assert client.get(location).status_code == 200
    days = [date.fromordinal(740_000 + day) for day in range(len(DAILY))]
    requests = [daily_request(day) for day in days]
    assert {request.shape for request in requests} == set(DAILY)
    for day, request in zip(days, requests, strict=True):
        assert day_of(request) == day
        assert request.ends == "opposite"
        # Links of days before this kind of ends was there.
        assert day_of(replace(request, ends="border")) == day
        assert day_of(replace(request, ends="corners")) is None
        assert len(request.grid) > 150
    assert day_of(MazeRequest("wilson", seed="2026-11-22")) is None
    assert (
        "The maze of 22 November 2026"
        in client.get("/en/wilson?" + daily_request(date(2026, 11, 22)).query()).text
    )


def test_the_last_days_are_listed(client: TestClient) -> None:
    page = client.get("/en/days").text
    links = re.findall(r'<a href="(\S+)" data-day="(\S+)"', page)
    assert len(links) == 30
    assert client.get("/en/daily").headers["location"] == links[0][0].replace("&amp;", "&")
    for address, day in links:
        assert address.replace("&amp;", "&").endswith(
            daily_request(date.fromisoformat(day)).query()
        )
    day = date(2026, 11, 26)
    assert [short_date(LANGUAGES[code], day) for code in ("en", "pt", "fa", "pa")] == [
        "26 Nov", "26/11", "۵ آذر", "26 ਨਵੰ",
    ]  # fmt: skip


def test_two_algorithms_side_by_side(client: TestClient) -> None:
    answer = client.get("/en/compare")
    assert answer.status_code == 302
    address = "/en/compare?other=eller&width=20&height=14&seed=7"
    page = client.get(address)
    assert page.status_code == 200
    assert page.text.count('id="walls-line-one"') == page.text.count('id="walls-line-other"') == 1
    for name, at in (("wilson", 0), ("eller", 1)):
        found = labirinto.census(labirinto.generate(name, 20, 14, seed=7))
        row = re.search(r'<th scope="row">Dead ends</th>(.*?)</tr>', page.text)
        assert re.findall(r"<td>(.*?)</td>", row[1])[at] == f"{round(found.dead_ends / 2.8)}%"
    for query in ("one=nobody", "other=eller&shape=heart", "width=101", "seed=-1", "shape=blob"):
        answer = client.get(f"/en/compare?{query}")
        assert answer.status_code == 422
        assert "field-error" in answer.text
    assert client.get("/en/compare?other=prim&seed=7&shape=circular").status_code == 200


def test_a_worksheet_of_a_shape_that_does_not_fit_says_so(client: TestClient) -> None:
    answer = client.get("/en/worksheet?shape=octagonal&width=120&height=120&seed=7")
    assert answer.status_code == 422
    assert "a worksheet has room for" in answer.text


def test_books_have_shapes_in_turn_or_names(client: TestClient) -> None:
    size = {"from_width": 8, "from_height": 8, "to_width": 10, "to_height": 10, "seed": "x"}
    query = urlencode({**size, "count": 3, "shapes": ["heart", "circular"]}, doseq=True)
    answer = client.get(f"/en/book?{query}")
    assert "shapes=heart%2Ccircular" in answer.headers["location"]
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert page.text.count('name="shapes"') == len(grids.SILHOUETTES) + 5
    names = urlencode({**size, "names": "Anna, Bruno\u060c رضا"})
    location = client.get(f"/en/book?{names}").headers["location"]
    assert parse_qs(urlsplit(location).query)["names"] == ["Anna,Bruno,رضا"]
    assert parse_qs(urlsplit(location).query)["count"] == ["3"]
    assert client.get(location).status_code == 200
    book = client.get(location.replace("/book?", "/book.pdf?"))
    assert book.content.startswith(b"%PDF")


def test_a_word_keeps_its_direction_within_a_caption(client: TestClient) -> None:
    page = client.get("/en/wilson?shape=letters&letters=سلام&seed=1", follow_redirects=True).text
    assert "“\N{FIRST STRONG ISOLATE}سلام\N{POP DIRECTIONAL ISOLATE}”" in page


def test_with_loops_or_rooms_nothing_is_called_uniform(client: TestClient) -> None:
    loops = client.get("/en/wilson?seed=1&braid=0.5").text
    note = next(it.input.note for it in CHANGES if it.input and it.name == "braid")
    assert note in loops
    assert texts.ANY_LEVEL_UNIFORM not in loops
    assert texts.WATCH_PLAIN_ONE in loops
    plain = client.get("/en/wilson?seed=1").text
    assert note not in plain
    assert texts.ANY_LEVEL_UNIFORM in plain
    assert client.get("/steps/wilson/20x20/1?braid=0.5").status_code == 422
    rooms = client.get("/en/wilson?seed=1&rooms=3").text
    assert next(it.input.note for it in CHANGES if it.input and it.name == "rooms") in rooms
    assert texts.ANY_LEVEL_UNIFORM not in rooms
