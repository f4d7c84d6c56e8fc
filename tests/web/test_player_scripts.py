"""The scripts of the player, compared with Python: in Node, but for colours and smooth edges."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from itertools import product
from typing import Any

import pytest
from browsing import open_menu
from javascript import node
from playing import at, open_player, passages_drawn, passages_of, run
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from tiers import deep, sample

import labirinto
from labirinto import grids
from labirinto.animate import FILMS, Film, Mark, Position, record
from labirinto.animate.look import Look, set_colour
from labirinto.drawing.style import PRESETS
from labirinto.web.languages import LANGUAGES
from labirinto.web.static_files import STATIC

SOME = ("wilson", "wilson-walls", "eller", "recursive-division")
"""Films with all kinds of steps."""

GRIDS: dict[str, grids.Grid] = {
    "small": grids.Rectangle(7, 5),
    "large": grids.Rectangle(33, 20),
    "one": grids.Rectangle(1, 1),
    "heart": grids.mask("heart", 9, 8),
    "ring": grids.mask("ring", 12, 9),
    "hexagonal": grids.hexagonal(6, 5),
    "circular": grids.circular(4),
    "voronoi": grids.voronoi(40, seed=2),
}
RECTANGLES, MASKS, MESHES = list(GRIDS)[:3], list(GRIDS)[3:5], list(GRIDS)[5:]

READ = """
const position = new Position(film);
position.go(Infinity);
return places.map((place) => {
  position.go(place);
  return [position.at, position.number, position.walked, position.erased, position.joined,
          position.toJoin, Array.from(position.words)];
});
"""
DRAW = """
// A canvas, as far as pictures of squares need one.
class Canvas {
  style = {};
  dataset = {};
  getContext() { return this; }
  createImageData(width, height) {
    this.shown = new Uint32Array(width * height);
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }
  putImageData({ width, height, data }, x, y, left = 0, top = 0, across = width, down = height) {
    const pixels = new Uint32Array(data.buffer);
    for (let row = top; row < top + down; row++) {
      const [first, last] = [row * width + left, row * width + left + across];
      this.shown.set(pixels.subarray(first, last), first);
    }
  }
}
globalThis.window = {};
const position = new Position(film);
const roles = "walls inside outside path here fresh walk lost faded".split(" ");
const colours = Object.fromEntries(roles.map((role, at) => [role, [at, 9, 9]]));
const [parts, whole] = [0, 1].map(() => {
  const picture = new SquarePicture(new Canvas(), film);
  picture.fit(side, side, 0.125);
  picture.look = { ...colours, lightness: 0.4 };
  picture.draw(position.words);
  return picture;
});
const there = Array.from({ length: film.steps }, (_, step) => step);
return [...there, ...there.toReversed()].filter((step) => {
  position.go(step);
  parts.update(position.words, position.takeTouched());
  whole.draw(position.words);
  return parts.canvas.shown.some((pixel, at) => pixel !== whole.canvas.shown[at]);
});
"""


def answer(film: Film, body: str, **given: Any) -> Any:
    """What the body of a function returns, in Node, of a film and other values."""
    modules = [(STATIC / name).as_uri() for name in ("film.js", "picture.js")]
    program = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ Film, Position }} from "{modules[0]}";
        import {{ SquarePicture }} from "{modules[1]}";
        const given = JSON.parse(readFileSync(0, "utf-8"));
        const film = new Film(new Uint8Array(Buffer.from(given.film, "base64")));
        const body = ({{ places, side }}) => {{ {body} }};
        console.log(JSON.stringify(body(given)));
    """
    values = json.dumps({"film": b64encode(film.to_bytes()).decode(), **given})
    return json.loads(node(program, given=values))


def filmed(name: str, grid: str) -> Film:
    if grid in RECTANGLES:
        return record(name, GRIDS[grid].width, GRIDS[grid].height, seed=5)
    return record(name, GRIDS[grid], seed=5)


ALL = [
    *product(FILMS, RECTANGLES),
    *product(("wilson", "kruskal", "hunt-and-kill"), MASKS + MESHES),
]
QUICK = [*product(SOME, ["small"]), ("wilson", "ring"), ("kruskal", "circular")]


@pytest.mark.parametrize(("name", "grid"), [it if it in QUICK else deep(*it) for it in ALL])
def test_scripts_read_the_film_that_python_made(name: str, grid: str) -> None:
    film = filmed(name, grid)
    last = len(film) - 1
    places = sorted({0, last, last // 2, last // 3, min(500, last), max(0, last - 1)}, reverse=True)
    here = Position(film)
    for place, found in zip(places, answer(film, READ, places=places), strict=True):
        here.go(place)
        counted = [here.number, here.walked, here.erased, here.joined, here.to_join]
        assert found == [place, *counted, here.scene.words.tolist()]


SQUARES = [*product(FILMS, ["small"]), *product(("wilson", "kruskal"), MASKS)]


@pytest.mark.parametrize(("name", "grid"), [it if it in QUICK else deep(*it) for it in SQUARES])
@pytest.mark.parametrize("side", [60, deep(200)])
def test_drawing_squares_in_parts_equals_drawing_at_once(name: str, grid: str, side: int) -> None:
    assert answer(filmed(name, grid), DRAW, side=side) == []


def test_marks_are_those_of_python() -> None:
    program = f'import {{ Mark }} from "{(STATIC / "film.js").as_uri()}";'
    marks = json.loads(node(f"{program} console.log(JSON.stringify(Mark));"))
    assert marks == {mark.name: mark.value for mark in Mark}


def assert_alike(colour: Any, other: Any) -> None:
    """Python and JavaScript round halves differently."""
    assert max(abs(one - two) for one, two in zip(colour, other, strict=True)) <= 1


def test_colours_are_those_of_animations(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    for preset in ("light", "dark", "print"):
        found, sets = run(
            page,
            """
            const figure = document.getElementById('figure');
            figure.dataset.look = given;
            const one = new SquarePicture(document.createElement('canvas'), { width: 1 });
            const colours = one.look = look(figure);
            return [colours, Array.from({ length: 200 }, (_, set) => one.colour((set + 1) << 16))];
            """,
            preset,
        )
        wanted = Look.of(PRESETS[preset])
        for role in ("walls", "inside", "outside", "here", "fresh", "walk", "lost", "faded"):
            assert_alike(found[role], getattr(wanted, role))
        for number, pixel in enumerate(sets, 1):
            colour = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
            assert_alike(colour, set_colour(number, wanted.is_dark))


def serve(page: Page, film: Film) -> None:
    """Let the page receive a film from any address of films."""
    page.route(
        "**/steps/**",
        lambda route: route.fulfill(
            body=film.to_bytes(), headers={"Content-Type": "application/octet-stream"}
        ),
    )


@pytest.mark.parametrize("name", ["kruskal", deep("wilson")])
@pytest.mark.parametrize("grid", sample(MESHES, "circular"))
def test_drawing_cells_in_parts_equals_drawing_at_once(page: Page, name: str, grid: str) -> None:
    page.goto("/en/wilson?seed=7")
    serve(page, filmed(name, grid))
    differing = run(
        page,
        """
        const made = await film('/steps/wilson/5x5/5');
        const position = new Position(made);
        const pictures = [0, 1].map(() => new MeshPicture(document.createElement('canvas'), made));
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
        const there = Array.from({ length: made.steps }, (_, step) => step);
        return [...there, ...there.toReversed()].filter((step) => {
          position.go(step);
          parts.update(position.words, position.takeTouched());
          if (step % 10) return false;
          whole.draw(position.words);
          // Smooth edges, of arcs above all, differ a little with the box that is drawn.
          const [one, other] = [seen(parts), seen(whole)];
          return one.filter((it, i) => Math.abs(it - other[i]) > 64).length > 40;
        });
        """,
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
    # Rings are as wide as they are high.
    film = record("kruskal", GRIDS["circular"], seed=5)
    page.unroute("**/steps/**")
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


def test_scripts_write_numbers_as_the_server_does(client: TestClient) -> None:
    numbers = [7, 5000, 61234]
    pages = [client.get(f"/{code}/compare?seed=7").text for code in LANGUAGES]
    texts = [re.search(r'id="messages"[^>]*>(.*?)</script>', page, re.DOTALL)[1] for page in pages]
    program = f"""
        import {{ readFileSync }} from "node:fs";
        const {{ texts, numbers }} = JSON.parse(readFileSync(0, "utf-8"));
        const written = [];
        for (const [at, textContent] of texts.entries()) {{
          globalThis.document = {{ getElementById: () => ({{ textContent }}) }};
          const {{ number }} = await import(`{(STATIC / "words.js").as_uri()}?${{at}}`);
          written.push(numbers.map(number));
        }}
        console.log(JSON.stringify(written));
    """
    written = json.loads(node(program, given=json.dumps({"texts": texts, "numbers": numbers})))
    # The spaces between the thousands of French are not alike.
    narrow = str.maketrans("\u202f", "\xa0")
    for language, found in zip(LANGUAGES.values(), written, strict=True):
        wanted = [language.number(number).translate(narrow) for number in numbers]
        assert [text.translate(narrow) for text in found] == wanted
