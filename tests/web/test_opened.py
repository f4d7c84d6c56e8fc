"""The page of a maze that a command opened."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from serving import client_of
from starlette.testclient import TestClient

import labirinto
from labirinto.drawing.style import Style
from labirinto.viewing import FilePlanes, MazePlanes, tile
from labirinto.web.opened import Opened
from labirinto.web.viewed import Viewed, What


@pytest.fixture
def opened_client(tmp_path: Path) -> Iterator[TestClient]:
    maze = labirinto.wilson(300, 200, seed=7)
    with client_of(Opened("m.png", maze)) as made:
        yield made


def test_the_opened_maze_has_a_page_of_its_own(opened_client: TestClient) -> None:
    assert opened_client.get("/view").headers["location"] == "/en/view"
    page = opened_client.get("/en/view").text
    assert "m.png" in page
    assert "labirinto wilson 300x200 --seed 7" in page
    plain = opened_client.get("/opened/tile/2/0/0.png").content
    solved = opened_client.get("/opened/tile/2/0/0.png?solution=1").content
    with Image.open(io.BytesIO(plain)) as picture:
        assert picture.size == (256, 256)
    assert plain != solved
    assert opened_client.get("/opened/tile/-9/0/0.png").status_code == 404
    assert opened_client.get("/opened/tile/x/0/0.png").status_code == 404
    assert opened_client.get("/opened/tile/2/0/0.png?look=none").status_code == 404
    assert opened_client.get("/opened/about.json").json()["start"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:4321", 200),
        # A name that its owner lets lead to 127.0.0.1.
        ("evil.example", 400),
        ("evil.example:4321", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost.evil.example", 400),
        ("evil.example@localhost", 400),
        ("localhost@evil.example", 400),
        ("", 400),
    ],
)
def test_it_answers_to_names_of_this_machine_only(
    opened_client: TestClient, host: str, status: int
) -> None:
    for address in ("/en/view", "/opened/tile/0/0/0.png", "/opened/about.json", "/health"):
        answer = opened_client.get(address, headers={"Host": host})
        assert answer.status_code == status
        assert ("m.png" in answer.text) == (status == 200 and address == "/en/view")


def test_a_server_without_one_answers_to_any_name(client: TestClient) -> None:
    assert client.get("/en/", headers={"Host": "mazes.example"}).status_code == 200


def test_without_one_there_is_no_such_page(client: TestClient) -> None:
    for address in ("/view", "/en/view", "/opened/tile/0/0/0.png", "/opened/about.json"):
        assert client.get(address).status_code == 404


def test_a_file_is_looked_at_where_it_lies(tmp_path: Path) -> None:
    maze = labirinto.sidewinder(600, 500, seed=7)
    ends = labirinto.Ends((0, 0), (599, 499), open=True)
    labirinto.save(maze, tmp_path / "m.maze", ends=ends)
    planes = FilePlanes(tmp_path / "m.maze")
    opened = Opened("m.maze", planes, ends)
    assert not opened.can_colour
    with client_of(opened) as client:
        found = client.get("/opened/tile/3/0/0.png?distances=1")
        assert found.content == tile(MazePlanes(maze, ends), 3, 0, 0)
        facts = client.get("/opened/about.json").json()
        assert facts["end"] == [599, 499]
        assert "isOver" not in facts
        assert 'id="view-distances"' not in client.get("/fa/view").text
        # The path is found in a thread, and then it is in the tiles.
        assert client.get("/opened/tile/3/0/0.png?solution=1").status_code == 200
        while not (facts := client.get("/opened/about.json?solution=1").json())["isOver"]:
            assert 0 <= facts["done"] <= 1
        assert facts["problem"] == ""
        path = labirinto.solve(maze, *ends)
        facts = client.get("/opened/about.json?solution=1").json()
        assert facts["steps"] == path.steps
        what = What(ends, solution=True)
        in_memory = Viewed(maze).including(what).ready[what].paint(3, 0, 0, Style())
        assert client.get("/opened/tile/3/0/0.png?solution=1").content == in_memory
    planes.close()


def test_a_file_without_a_path_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    maze = labirinto.braid(labirinto.wilson(30, 20, seed=7), 1)
    labirinto.save(maze, tmp_path / "m.maze")
    planes = FilePlanes(tmp_path / "m.maze")
    with client_of(Opened("m.maze", planes)) as client:
        while not (facts := client.get("/opened/about.json?solution=1").json()).get("isOver"):
            pass
        assert "cannot be solved" in facts["problem"]
        assert (facts["start"], facts["end"]) == ([0, 0], [29, 19])
        assert client.get("/opened/tile/0/0/0.png?solution=1").status_code == 200
    assert "cannot be solved" in capsys.readouterr().err
    planes.close()
