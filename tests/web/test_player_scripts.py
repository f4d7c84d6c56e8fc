"""The scripts of the player, compared with Python."""

from __future__ import annotations

from typing import Any

import pytest
from playing import run
from playwright.sync_api import Page
from tiers import deep, sample

from labirinto.algorithms.generating import filmed_by
from labirinto.animate import FILMS, Mark, Position, record
from labirinto.animate.look import Look, set_colour
from labirinto.drawing.style import PRESETS

SOME = ("wilson", "wilson-walls", "eller", "recursive-division")
"""Films with all kinds of steps."""


def address(name: str, width: int, height: int) -> str:
    algorithm, method = filmed_by(name)
    selector = algorithm.selector
    chosen = f"?{selector.name}={method.selected_by[0]}" if selector and method.selected_by else ""
    return f"/steps/{name}/{width}x{height}/5{chosen}"


@pytest.mark.parametrize("name", sample(FILMS, *SOME))
@pytest.mark.parametrize(("width", "height"), [(7, 5), deep(33, 20), deep(1, 1)])
def test_scripts_read_the_film_that_python_made(
    page: Page, name: str, width: int, height: int
) -> None:
    film = record(name, width, height, seed=5)
    last = len(film) - 1
    places = sorted({0, last, last // 2, last // 3, min(500, last), max(0, last - 1)}, reverse=True)
    page.goto("/en/wilson?seed=7")
    seen = run(
        page,
        """
        const position = new Position(await film(given.address));
        position.go(Infinity);
        return given.places.map((place) => {
          position.go(place);
          return [position.at, position.number, position.walked, position.erased, position.joined,
                  position.toJoin, Array.from(position.words)];
        });
        """,
        {"address": address(name, width, height), "places": places},
    )
    here = Position(film)
    for place, found in zip(places, seen, strict=True):
        here.go(place)
        words = here.scene.words.tolist()
        counted = [here.walked, here.erased, here.joined, here.to_join]
        assert found == [place, here.number, *counted, words]


@pytest.mark.parametrize("name", sample(FILMS, *SOME))
@pytest.mark.parametrize("side", [60, deep(200)])
def test_drawing_in_parts_equals_drawing_at_once(page: Page, name: str, side: int) -> None:
    page.goto("/en/wilson?seed=7")
    differing = run(
        page,
        """
        const made = await film(given.address);
        const position = new Position(made);
        const canvas = () => document.createElement('canvas');
        const pictures = [0, 1].map(() => new SquarePicture(canvas(), made));
        for (const one of pictures) {
          one.fit(given.side, given.side, 0.125);
          one.look = look(document.getElementById('figure'));
          one.draw(position.words);
        }
        const [parts, whole] = pictures;
        const seen = (one) => one.canvas.toDataURL();
        const differing = [];
        const there = Array.from({ length: made.steps }, (_, step) => step);
        for (const step of [...there, ...there.reverse()]) {
          position.go(step);
          parts.update(position.words, position.takeTouched());
          whole.draw(position.words);
          if (parts.pixels.some((pixel, i) => pixel !== whole.pixels[i])) differing.push(step);
          if (step % 50 === 0 && seen(parts) !== seen(whole)) differing.push(step);
        }
        return differing;
        """,
        {"address": address(name, 7, 6), "side": side},
    )
    assert differing == []


def assert_alike(colour: Any, other: Any) -> None:
    """Python and JavaScript round halves differently."""
    assert max(abs(one - two) for one, two in zip(colour, other, strict=True)) <= 1


@pytest.mark.parametrize("preset", ["light", "dark", "print"])
def test_colours_are_those_of_animations(page: Page, preset: str) -> None:
    page.goto(f"/en/wilson?seed=7&look={preset}")
    found = run(page, "return look(document.getElementById('figure'));")
    wanted = Look.of(PRESETS[preset])
    roles = ("walls", "inside", "outside", "here", "fresh", "walk", "lost", "faded")
    for role in roles:
        assert_alike(found[role], getattr(wanted, role))
    sets = run(
        page,
        """
        const one = new SquarePicture(document.createElement('canvas'), { width: 1, height: 1 });
        one.look = look(document.getElementById('figure'));
        return Array.from({ length: 200 }, (_, set) => one.colour((set + 1) << 16));
        """,
    )
    for number, pixel in enumerate(sets, 1):
        colour = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
        assert_alike(colour, set_colour(number, wanted.is_dark))


def test_marks_are_those_of_python(page: Page) -> None:
    page.goto("/en/wilson?seed=7")
    marks = run(page, "return (await import(base + 'film.js')).Mark;")
    assert marks == {mark.name: mark.value for mark in Mark}
