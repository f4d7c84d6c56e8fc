"""Shared by the tests of the player: its modules, its controls, its picture."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

import labirinto

MODULES = """
  const base = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
  const { Film, Position } = await import(base + 'film.js');
  const { SquarePicture, look } = await import(base + 'picture.js');
  const { MeshPicture } = await import(base + 'mesh-picture.js');
  const film = async (address) =>
    new Film(new Uint8Array(await (await fetch(address)).arrayBuffer()));
"""


def run(page: Page, code: str, argument: Any = None) -> Any:
    """Run a script with the page's modules; return its value."""
    return page.evaluate(f"async (given) => {{ {MODULES} {code} }}", argument)


def open_player(page: Page, address: str, *, plays: bool = False) -> None:
    """Open the player; unless it ``plays``, stopped before the first step."""
    page.goto(address)
    page.locator("#watch-open").click()
    expect(page.locator("#player")).to_be_visible()
    expect(page.locator("#player-play")).to_be_focused()
    if not plays:
        page.keyboard.press("Home")


def at(page: Page) -> int:
    return int(page.locator("#screen").get_attribute("data-at") or -1)


def scrub(page: Page, step: int) -> None:
    page.locator("#scrubber").evaluate(
        "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", step
    )


def picture(page: Page) -> str:
    return str(page.locator("#screen").evaluate("(canvas) => canvas.toDataURL()"))


def passages_drawn(page: Page) -> list[list[list[bool]]]:
    """For every cell, whether the picture shows passages east and south: pixels of two walls."""
    found: list[list[list[bool]]] = run(
        page,
        """
        const screen = document.getElementById('screen');
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [screen.width, screen.height];
        canvas.getContext('2d').drawImage(screen, 0, 0);
        const [cell, wall, margin] = ['cell', 'wall', 'margin'].map((n) => +screen.dataset[n]);
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const pixel = (x, y) => {
          const at = 4 * (y * canvas.width + x);
          return data.slice(at, at + 3).join();
        };
        const frame = pixel(margin, margin);
        const count = (side) => Math.round((side - 2 * margin - wall) / cell);
        const middle = (at) => margin + at * cell + wall + ((cell - wall) >> 1);
        const line = (at) => margin + (at + 1) * cell;
        return Array.from({ length: count(canvas.height) }, (_, y) =>
          Array.from({ length: count(canvas.width) }, (_, x) => [
            pixel(line(x), middle(y)) !== frame, pixel(middle(x), line(y)) !== frame,
          ]));
        """,
    )
    return found


def passages_of(maze: labirinto.Maze) -> list[list[list[bool]]]:
    return [[[bool(word & 2), bool(word & 4)] for word in row] for row in maze.cells().tolist()]
