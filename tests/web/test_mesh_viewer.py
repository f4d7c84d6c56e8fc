"""The viewer of mazes whose cells are not squares, or that leave places out."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from serving import client_of
from starlette.testclient import TestClient
from tiers import sample

import labirinto
from labirinto import grids
from labirinto.drawing.meshes import centre_of
from labirinto.drawing.style import Style
from labirinto.viewing import MeshPicture, Places, lines_of_path, lowest_level, tiles_of
from labirinto.web import file_kinds
from labirinto.web.opened import Opened

GRIDS: dict[str, grids.Grid] = {
    "hexagonal": grids.hexagonal(40, 30),
    "triangular": grids.triangular(40, 30),
    "circular": grids.circular(16),
    "voronoi": grids.voronoi(900, seed=3),
}
LARGE = "width=150&height=110&seed=7&shape=hexagonal"


def pixels(png: bytes) -> np.ndarray[Any, Any]:
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"), dtype=int)


def whole(picture: MeshPicture, level: int, **layers: Any) -> np.ndarray[Any, Any]:
    """All tiles of a level, side by side."""
    across, down = (tiles_of(side, level) for side in picture.size)
    return np.concatenate(
        [
            np.concatenate([pixels(picture.tile(level, x, y, **layers)) for x in range(across)], 1)
            for y in range(down)
        ]
    )


@pytest.mark.parametrize("kind", sample(GRIDS, "hexagonal", "circular"))
def test_tiles_are_the_picture_that_is_saved(kind: str) -> None:
    maze = labirinto.wilson(GRIDS[kind], seed=7)
    ends = labirinto.suggest_ends(maze, "border")
    path = labirinto.solve(maze, *ends)
    style = Style(cell=32, wall=4, margin=0)
    stream = io.BytesIO()
    labirinto.save(maze, stream, path=path, ends=ends, style=style, format="png")
    saved = pixels(stream.getvalue())
    shown = whole(MeshPicture(maze, ends), 5, path=lines_of_path(maze, path, ends))
    height, width = (min(sides) for sides in zip(saved.shape[:2], shown.shape[:2], strict=True))
    differ = np.abs(saved[:height, :width] - shown[:height, :width]).max(axis=2)
    # Lines that meet are joined in another way.
    assert (differ > 128).mean() < 0.002
    assert (differ > 16).mean() < 0.03


@pytest.mark.parametrize("kind", sample(GRIDS, "voronoi"))
def test_the_path_is_seen_at_every_level(kind: str) -> None:
    maze = labirinto.wilson(GRIDS[kind], seed=7)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = lines_of_path(maze, labirinto.solve(maze, *ends), ends)
    picture = MeshPicture(maze, ends)
    colour = np.array(list(bytes.fromhex(Style().solution[1:])))
    for level in range(lowest_level(*picture.size) - 0, 3):
        plain, solved = whole(picture, level), whole(picture, level, path=path)
        assert (np.abs(solved - colour).max(axis=2) < 24).sum() > 40
        assert (plain != solved).any(axis=2).sum() > 40


def test_from_afar_a_pixel_has_the_tone_of_its_walls() -> None:
    maze = labirinto.wilson(grids.hexagonal(600, 500), seed=7)
    picture = MeshPicture(maze)
    style = Style(walls="#000000", floor="#ffffff")
    for level in (-2, -1, 0):
        tones = whole(picture, level, style=style)[2:-2, 2:-2]
        assert abs(tones.mean() - 127.5) < 8
    # Where no walls are, there is no tone.
    circle = MeshPicture(labirinto.wilson(grids.circular(200), seed=7))
    assert (whole(circle, -1)[:20, :20] == 255).all()


@pytest.mark.parametrize("kind", sample(GRIDS, "circular"))
def test_cells_are_found_by_their_middles(kind: str) -> None:
    mesh = GRIDS[kind]
    assert isinstance(mesh, grids.Mesh)
    middles = Places(mesh)
    for index in range(0, len(mesh), 37):
        label = mesh.label(index)
        assert middles.middle(label) == pytest.approx(centre_of(mesh, index))
        assert middles.nearest(middles.middle(label)) == label


def test_the_page_has_a_viewer_for_them(client: TestClient) -> None:
    page = client.get(f"/en/wilson?{LARGE}&ends=corners&solution=1").text
    assert "data-mesh" in page
    assert 'id="view-distances"' not in page
    tile = re.search(r'data-tile="([^"]*)"', page)
    about = re.search(r'data-about="([^"]*)"', page)
    place = re.search(r'data-place="([^"]*)"', page)
    address = tile[1].replace("&amp;", "&")
    for level, x, y in ((0, 0, 0), (1, 1, 0), (3, 4, 2)):
        numbered = address.format(level=level, x=x, y=y)
        assert client.get(numbered).content.startswith(b"\x89PNG")
        plain = numbered.replace("&solution=1", "")
        assert plain != numbered
        assert client.get(plain).content != client.get(numbered).content
    for level, x, y in ((-1, 0, 0), (7, 0, 0), (0, 1, 0), (3, 4, 99)):
        answer = client.get(address.format(level=level, x=x, y=y))
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["tile"])
    answer = client.get(address.format(level=0, x=0, y=0) + "&distances=1")
    assert answer.status_code == 422
    mesh = grids.hexagonal(150, 110)
    facts = client.get(about[1].replace("&amp;", "&")).json()
    assert facts["middles"] == [list(centre_of(mesh, index)) for index in (0, len(mesh) - 1)]
    where = place[1].replace("&amp;", "&")
    found = client.get(f"{where}&at=3,17").json()
    assert found == {"cell": [3, 17], "middle": list(centre_of(mesh, mesh.index((3, 17))))}
    near = ",".join(map(str, found["middle"]))
    assert client.get(f"{where}&near={near}").json() == found
    assert client.get(f"{where}&at=150,0").json() == {"cell": None, "middle": None}


def test_without_opencv_there_are_files_only(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_kinds, "find_spec", lambda name: None)
    page = client.get(f"/en/wilson?{LARGE}").text
    assert "data-tile" not in page
    assert "too large to show here" in page
    assert "/maze/wilson/150x110/7.svg?shape=hexagonal" in page
    assert client.get("/tile/wilson/150x110/0/0/0/7.png?shape=hexagonal").status_code == 422


@pytest.mark.parametrize(
    "asked",
    ["", "at=", "at=x", "at=1,2,3", "at=nan,0", "near=inf,1", "at=" + 100 * "9", "near=1e999"],
)
def test_places_that_are_none_are_refused(client: TestClient, asked: str) -> None:
    answer = client.get(f"/place/wilson/40x30/7.json?shape=heart&{asked}")
    if asked.startswith("at=9"):
        assert answer.json() == {"cell": None, "middle": None}
    else:
        assert answer.status_code == 422


def test_keys_and_numbers_lead_to_cells(page: Page) -> None:
    page.goto(f"/fa/wilson?{LARGE}")
    canvas, state = page.locator("#view-canvas"), page.locator("#view-state")
    expect(canvas).to_have_attribute("aria-busy", "false")
    field = page.locator("#view-go input")
    field.fill("۳، ۱۷")
    field.press("Enter")
    expect(state).to_contain_text("۳،۱۷")
    expect(field).to_have_attribute("aria-invalid", "false")
    field.fill("151,1")
    field.press("Enter")
    expect(state).to_contain_text("۱۵۱،۱")
    expect(field).to_have_attribute("aria-invalid", "true")
    canvas.focus()
    before = state.text_content()
    page.keyboard.press("ArrowRight")
    expect(state).not_to_have_text(before or "")


def test_a_place_outside_a_shape_gets_a_sentence(page: Page) -> None:
    page.goto("/en/wilson?width=310&height=310&seed=7&shape=heart")
    expect(page.locator("#view-canvas")).to_have_attribute("aria-busy", "false")
    field, state = page.locator("#view-go input"), page.locator("#view-state")
    field.fill("1,1")
    field.press("Enter")
    expect(state).to_have_text("There is no cell 1,1 in this maze.")
    field.fill("155 100")
    field.press("Enter")
    expect(state).to_contain_text("155,100")
    for outside in ("311,1", "0,5"):
        field.fill(outside)
        field.press("Enter")
        expect(state).to_have_text("Type a cell from 1,1 to 310,310.")


def test_a_command_opens_them(tmp_path: Any) -> None:
    maze = labirinto.wilson(grids.voronoi(500, seed=3), seed=7)
    with client_of(Opened("m.json", maze)) as client:
        page = client.get("/en/view?solution=1").text
        assert "voronoi" in page
        assert "data-mesh" in page
        assert client.get("/opened/tile/3/0/0.png?solution=1").content.startswith(b"\x89PNG")
        assert len(client.get("/opened/about.json?solution=1").json()["middles"]) == 2
        assert client.get("/opened/place.json?at=7").json()["cell"] == [7]
        assert client.get("/opened/place.json?at=500").json()["cell"] is None
        assert client.get("/opened/place.json").status_code == 404


def test_a_point_far_outside_is_nearest_to_the_border(client: TestClient) -> None:
    where = "/place/wilson/150x100/7.json?shape=hexagonal"
    assert client.get(f"{where}&near=1e300,5").json()["cell"][0] == 149
