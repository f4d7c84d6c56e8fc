"""Shared by the tests of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Frame, Locator, Page

import labirinto

KEYS = {"E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft", "N": "ArrowUp"}
STEPS = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}


def data(page: Page) -> dict[str, Any]:
    """The maze of the page as the scripts read it."""
    found: dict[str, Any] = page.evaluate(
        "JSON.parse(document.querySelector('.maze-data').textContent)"
    )
    return found


def walk(page: Page | Frame, directions: str) -> None:
    """Press keys as fast as the game takes them."""
    page.evaluate(
        """(codes) => {
          for (const code of codes) {
            document.getElementById("figure").dispatchEvent(
              new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }));
          }
        }""",
        [KEYS[direction] for direction in directions],
    )


def solve_with_keys(page: Page, directions: str | None = None) -> None:
    """Press keys, the last one as a visitor does."""
    directions = data(page)["solution"] if directions is None else directions
    walk(page, directions[:-1])
    if directions:
        page.keyboard.press(KEYS[directions[-1]])


def walker(page: Page) -> str:
    """The walker's cell, such as "0,3"; empty without a game."""
    mark = page.locator("#figure .walker-mark")
    return mark.get_attribute("data-cell") or "" if mark.count() else ""


def steps(page: Page) -> str:
    return page.locator("#play-steps").inner_text()


def points(page: Page, cells: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places in the window, in pixels, of places in the maze, in cells."""
    a, _, _, d, e, f = page.evaluate(
        "(() => { const { a, b, c, d, e, f } ="
        " document.querySelector('#figure svg').getScreenCTM(); return [a, b, c, d, e, f]; })()"
    )
    return [(a * x + e, d * y + f) for x, y in cells]


def centres(found: dict[str, Any]) -> list[tuple[float, float]]:
    """The middles of the cells of the solution."""
    x, y = found["ends"]["start"]
    cells = [(x + 0.5, y + 0.5)]
    for direction in found["solution"]:
        dx, dy = STEPS[direction]
        x, y = x + dx, y + dy
        cells.append((x + 0.5, y + 0.5))
    return cells


def shaken(
    places: list[tuple[float, float]], pixels: float, parts: int = 2
) -> Iterator[tuple[float, float]]:
    """Points along a line, each off by as many pixels at most."""
    source = random.Random(7)
    for (x, y), (x2, y2) in pairwise(places):
        for part in range(1, parts + 1):
            yield (
                x + (x2 - x) * part / parts + source.uniform(-pixels, pixels),
                y + (y2 - y) * part / parts + source.uniform(-pixels, pixels),
            )


def touch(session: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    """Send a touch event with the places of all fingers that are down."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def drag(session: CDPSession, places: list[tuple[float, float]]) -> None:
    """Drag one finger along some places."""
    touch(session, "touchStart", places[0])
    for place in places[1:]:
        touch(session, "touchMove", place)
    touch(session, "touchEnd")


def luminance(colour: str) -> float:
    """The relative luminance of ``rgb(...)``, as WCAG defines it."""
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def colour(part: Locator, name: str) -> str:
    found: str = part.first.evaluate("(part, name) => getComputedStyle(part)[name]", name)
    return found


def maze_of(found: dict[str, Any]) -> labirinto.Maze:
    recipe = found["recipe"]
    return labirinto.generate(
        recipe["algorithm"],
        recipe["width"],
        recipe["height"],
        seed=recipe["seed"],
        **recipe["parameters"],
    )
