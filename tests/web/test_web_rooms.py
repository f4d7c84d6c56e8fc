"""Rooms on the page: slider, address, maze, files, worksheets, and what cannot be."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from browsing import open_menu
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_web_shapes import data_of
from tiers import deep, sample

import labirinto
from labirinto import Rooms, grids
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.changes import CHANGES
from labirinto.recipe import Recipe
from labirinto.web import texts
from labirinto.web.maze_request import MazeRequest, with_seed
from labirinto.web.queries import parse
from labirinto.web.rooms import CELLS_A_ROOM, fit

NOTES = {field.name: field.input.note for field in CHANGES if field.input}
ROOMED = "width=20&height=14&seed=7&rooms=3&doors=2&braid=0.5"
WITH_ROOMS = [name for name, known in ALGORITHMS.items() if known.shapes]


def maze_in(page: str) -> labirinto.Maze:
    return labirinto.generate(Recipe.from_dict(data_of(page)["recipe"]))


@pytest.mark.parametrize("algorithm", sample(WITH_ROOMS, "wilson", "prim"))
def test_rooms_are_in_the_page_and_in_the_files(client: TestClient, algorithm: str) -> None:
    page = client.get(f"/en/{algorithm}?{ROOMED}")
    assert page.status_code == 200
    maze = labirinto.generate(algorithm, 20, 14, seed=7, rooms=Rooms(3, doors=2))
    maze = labirinto.braid(maze, 0.5)
    assert maze_in(page.text) == maze
    assert len(maze.rooms) == 3
    links = [it.replace("&amp;", "&") for it in re.findall(r'href="(/maze/[^"]*)"', page.text)]
    assert links
    for link in links:
        file = client.get(link)
        assert file.status_code == 200, link
        if ".json" in link:
            assert Recipe.from_dict(file.json()["recipe"]) == maze.recipe
    assert texts.WATCH_PLAIN in page.text
    assert client.get("/steps/wilson/20x14/7?rooms=3").status_code == 422


def test_doors_without_rooms_mean_nothing(client: TestClient) -> None:
    location = client.get("/en/wilson?seed=7&doors=3").headers["location"]
    assert location == "/en/wilson?seed=7"


def test_another_size_has_no_more_rooms_than_fit(client: TestClient) -> None:
    shown = "seed=7&rooms=20&doors=3"
    fields = {"shown": shown, "seed": "7", "rooms": "20", "doors": "3"}

    def location(**others: str) -> str:
        answer = client.get("/en/wilson?" + urlencode(fields | others))
        return str(answer.headers["location"])

    assert "rooms=5&doors=3" in location(width="20", height="14")
    assert "rooms" not in location(shape="hexagonal")
    assert "rooms=1&doors=3" in location(level="easy")
    fields = {"shown": "seed=7&rooms=10&doors=1&braid=0.5", "seed": "7", "rooms": "10"}
    fields |= {"doors": "1", "braid": "0.5"}
    assert "shape=star&rooms=7&braid=0.5" in location(shape="star")
    # Typed into an address, the number is what was asked for.
    assert client.get(f"/en/wilson?{shown}&width=20&height=14").status_code == 422


@pytest.mark.parametrize("shape", sample(["", *grids.SILHOUETTES], "", "tree", "ring"))
def test_as_many_rooms_as_are_offered_find_a_place(shape: str) -> None:
    request = MazeRequest("wilson", shape=shape)
    request = parse("wilson", {"shape": shape, "rooms": str(request.most_rooms)}).request
    assert request.rooms == request.cells // CELLS_A_ROOM > 5
    grid = request.grid
    assert isinstance(grid, labirinto.Rectangle)
    assert sum(fit(grid, Rooms(request.rooms), seed) for seed in range(20)) > 15
    assert with_seed(request).rooms_fit


def test_links_to_algorithms_keep_rooms_where_there_can_be_some(client: TestClient) -> None:
    page = client.get("/en/wilson?seed=7&rooms=3&doors=1").text
    assert 'href="/en/eller"' in page
    assert 'href="/en/prim?rooms=3&amp;doors=1"' in page
    assert 'id="rooms"' not in client.get("/en/eller?seed=7").text


@pytest.mark.parametrize("level", ["medium", deep("expert")])
def test_levels_have_rooms(client: TestClient, level: str) -> None:
    location = client.get(f"/en/wilson?level={level}&rooms=3&new=1").headers["location"]
    assert "rooms=3" in location
    assert len(maze_in(client.get(location).text).rooms) == 3


def test_the_sliders_make_rooms_and_their_doors(page: Page) -> None:
    page.goto("/en/wilson?seed=7&width=20&height=14")
    expect(page.locator("input[name=doors]:visible")).to_have_count(0)
    open_menu(page, "advanced")
    rooms = page.locator("#rooms")
    rooms.fill("3")
    expect(page).to_have_url(re.compile("rooms=3"))
    page.locator("#doors-1").check(force=True)
    expect(page).to_have_url(re.compile("rooms=3&doors=1"))
    expect(page.locator("#doors-1")).to_be_focused()
    rooms.fill("0")
    expect(page).to_have_url(re.compile("seed=7$"))
    expect(page.locator("input[name=doors]:visible")).to_have_count(0)
    page.go_back()
    expect(rooms).to_have_value("3")
    expect(page.locator("#doors-1")).to_be_checked()
    page.click("#play-start")
    expect(page.locator("#play-on")).to_be_visible()
