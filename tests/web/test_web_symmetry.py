"""Symmetry on the page: addresses, sizes that it brings, mazes, and what cannot be."""

import re

import pytest
from starlette.testclient import TestClient
from test_web_rooms import NOTES, maze_in

import labirinto
from labirinto.recipe import Recipe
from labirinto.web.queries import parse


@pytest.mark.parametrize("algorithm", ["wilson", "prim"])
def test_symmetric_mazes_are_in_the_page_and_in_the_files(
    client: TestClient, algorithm: str
) -> None:
    maze = labirinto.generate(algorithm, 15, 15, seed=7, symmetry="turn4")
    query = "width=15&height=15&seed=7&symmetry=turn4"
    page = client.get(f"/en/{algorithm}?{query}")
    assert page.status_code == 200
    assert maze_in(page.text) == maze
    assert (NOTES["symmetry"] in page.text) == (algorithm == "wilson")
    file = client.get(f"/maze/{algorithm}/15x15/7.json?symmetry=turn4")
    assert labirinto.generate(Recipe.from_dict(file.json()["recipe"])) == maze
    assert client.get(f"/steps/{algorithm}/15x15/7?symmetry=turn4").status_code == 422


@pytest.mark.parametrize(
    ("symmetry", "size"),
    [("x", (40, 30)), ("y", (40, 30)), ("xy", (41, 30)), ("turn2", (41, 30)), ("turn4", (31, 31))],
)
def test_a_form_brings_the_nearest_size_that_is_possible(
    symmetry: str, size: tuple[int, int]
) -> None:
    parsed = parse("wilson", {"shown": "seed=7", "seed": "7", "symmetry": symmetry})
    assert not parsed.invalid
    assert (parsed.request.size, parsed.request.symmetry) == (size, symmetry)


def test_captions_and_files_name_the_symmetry(client: TestClient) -> None:
    page = client.get("/en/wilson?width=9&height=6&seed=7&symmetry=turn2").text
    assert "Symmetry: half turn · 9 × 6 · seed 7" in page
    assert 'download="wilson-9x6-turn2-7.svg"' in page
    assert re.search("<h1[^>]*>Symmetry: half turn<", page)
    chosen = client.get("/en/wilson?symmetry=x&level=easy&new=1").headers["location"]
    assert re.search("<h1[^>]*>Symmetry: left and right, easy<", client.get(chosen).text)
