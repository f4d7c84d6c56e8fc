"""The player with films in masks and on grids of other cells, compared with Python."""

from __future__ import annotations

from itertools import product

import pytest
from browsing import open_menu
from playing import at, open_player, passages_drawn, passages_of, run
from playwright.sync_api import Page, expect
from tiers import deep, thinned

import labirinto
from labirinto import grids
from labirinto.animate import Film, Position, record

ADDRESS = "/steps/wilson/5x5/5"
"""An address whose film tests exchange for another one."""

GRIDS: dict[str, grids.Grid] = {
    "heart": grids.mask("heart", 9, 8),
    "ring": grids.mask("ring", 12, 9),
    "hexagonal": grids.hexagonal(6, 5),
    "circular": grids.circular(4),
    "voronoi": grids.voronoi(40, seed=2),
}


def serve(page: Page, film: Film) -> None:
    """Let the page receive a film from any address of films."""
    page.route(
        "**/steps/**",
        lambda route: route.fulfill(
            body=film.to_bytes(), headers={"Content-Type": "application/octet-stream"}
        ),
    )


@pytest.mark.parametrize("name", ["wilson", "kruskal", deep("hunt-and-kill")])
@pytest.mark.parametrize("grid", ["ring", "circular", deep("voronoi")])
def test_scripts_read_the_film_that_python_made(page: Page, name: str, grid: str) -> None:
    film = record(name, GRIDS[grid], seed=5)
    last = len(film) - 1
    places = [last, last // 2, last // 3, 0]
    page.goto("/en/wilson?seed=7")
    serve(page, film)
    seen = run(
        page,
        """
        const position = new Position(await film(given.address));
        position.go(Infinity);
        return given.places.map((place) => {
          position.go(place);
          return [position.at, position.joined, position.toJoin, Array.from(position.words)];
        });
        """,
        {"address": ADDRESS, "places": places},
    )
    here = Position(film)
    for place, found in zip(places, seen, strict=True):
        here.go(place)
        assert found == [place, here.joined, here.to_join, here.scene.words.tolist()]


@pytest.mark.parametrize(
    ("grid", "name"),
    thinned(
        product(["ring", "hexagonal", "circular", "voronoi", "heart"], ["wilson", "kruskal"]), 3
    ),
)
def test_drawing_in_parts_equals_drawing_at_once(page: Page, name: str, grid: str) -> None:
    page.goto("/en/wilson?seed=7")
    serve(page, record(name, GRIDS[grid], seed=5))
    differing = run(
        page,
        """
        const made = await film(given.address);
        const position = new Position(made);
        const kind = made.isMesh ? MeshPicture : SquarePicture;
        const pictures = [0, 1].map(() => new kind(document.createElement('canvas'), made));
        for (const one of pictures) {
          one.fit(200, 200, 0.125);
          one.look = look(document.getElementById('figure'));
          one.draw(position.words);
        }
        const [parts, whole] = pictures;
        const often = { willReadFrequently: true };
        const reader = document.createElement('canvas').getContext('2d', often);
        const seen = ({ canvas: { width, height }, canvas }) => {
          Object.assign(reader.canvas, { width, height });
          reader.drawImage(canvas, 0, 0);
          return reader.getImageData(0, 0, width, height).data;
        };
        const differing = [];
        const there = Array.from({ length: made.steps }, (_, step) => step);
        for (const step of [...there, ...there.reverse()]) {
          position.go(step);
          parts.update(position.words, position.takeTouched());
          if (step % 10) continue;
          whole.draw(position.words);
          const other = seen(whole);
          const one = seen(parts);
          const strange = one.filter((it, i) => Math.abs(it - other[i]) > given.most).length;
          if (strange > given.few) differing.push([step, strange]);
        }
        return differing;
        """,
        # Smooth edges, of arcs above all, differ a little with the box that is drawn.
        {"address": ADDRESS, "most": 64, "few": 40}
        if isinstance(GRIDS[grid], grids.Mesh)
        else {"address": ADDRESS, "most": 0, "few": 0},
    )
    assert differing == []


def test_the_last_step_in_a_mask_shows_its_maze_and_nothing_around(page: Page) -> None:
    grid = grids.mask("###..##\n##.###.\n######.\n..##.#.")  # with a cell at the upper left
    serve(page, record("wilson", grid, seed=5))
    open_player(page, "/en/wilson?width=5&height=5&seed=5")
    page.keyboard.press("End")
    outside = [[(x, y) not in grid for x in range(grid.width)] for y in range(grid.height)]
    found = passages_drawn(page)
    expected = passages_of(labirinto.wilson(grid, seed=5))
    for y in range(grid.height):
        for x in range(grid.width):
            if outside[y][x]:
                # Beside other places outside, and beside the frame, there are no walls.
                assert found[y][x][0] == (x == grid.width - 1 or outside[y][x + 1])
                assert found[y][x][1] == (y == grid.height - 1 or outside[y + 1][x])
            else:
                assert found[y][x] == expected[y][x]


def test_the_player_steps_through_a_film_of_rings(page: Page) -> None:
    film = record("kruskal", GRIDS["circular"], seed=5)
    serve(page, film)
    open_player(page, "/en/kruskal?width=5&height=5&seed=5")
    assert at(page) == 0
    page.keyboard.press("End")
    assert at(page) == len(film) - 1
    size = page.locator("#screen").evaluate("(canvas) => [canvas.width, canvas.height]")
    assert size[0] == size[1] > 100
    joined = page.locator("[data-counter=cells] dd").inner_text()
    assert joined.split()[0] == str(len(GRIDS["circular"]))


def test_another_shape_has_no_film_on_the_walls(page: Page) -> None:
    open_player(page, "/en/wilson?seed=7&width=12&height=9")
    page.locator("#on-walls").check()
    expect(page.locator("#walls-note")).to_be_visible()
    open_menu(page, "shape")
    page.locator("#controls [name=shape][value=heart]").check(force=True)
    expect(page.locator("#on-walls")).to_be_hidden()
    expect(page.locator("[data-counter=cells]")).to_be_visible()
    open_menu(page, "shape")
    page.locator("#controls [name=shape][value='']").check(force=True)
    expect(page.locator("[data-counter=corners]")).to_be_visible()
