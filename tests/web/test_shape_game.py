"""The game and the tools on cells that are not squares, and on shapes made of squares."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, pi
from typing import Any

import pytest
from browsing import open_menu
from gaming import data, drag, points, walker
from playwright.sync_api import Page, expect
from tiers import deep, sample

from labirinto.grids.silhouettes import LEAST_SIZES
from labirinto.web import shapes

KEYS = ["ArrowRight", "c", "ArrowDown", "z", "ArrowLeft", "q", "ArrowUp", "e"]
NAMES = [
    "right", "down to the right", "down", "down to the left", "left", "up to the left", "up",
    "up to the right",
]  # fmt: skip


def address(shape: str, more: str = "") -> str:
    return f"/en/wilson?width=9&height=8&seed=3&shape={shape}{more}"


def way(found: dict[str, Any]) -> list[tuple[float, float]]:
    """The middles of the cells of the solution."""
    numbers = {tuple(cell): at for at, cell in enumerate(found["cells"])}
    return [tuple(found["centres"][numbers[tuple(cell)]]) for cell in found["solution"]]


def eighth(one: tuple[float, float], other: tuple[float, float]) -> int:
    """The direction from one point to another, in eighths of a turn."""
    return round(atan2(other[1] - one[1], other[0] - one[0]) / pi * 4) % 8


@pytest.mark.parametrize("shape", sample(shapes.CELL_SHAPES, "circular"))
def test_keys_lead_to_the_end(page: Page, shape: str) -> None:
    page.goto(address(shape))
    page.locator("#play-start").click()
    live = page.locator("#play-live")
    found = data(page)
    for one, other in pairwise(way(found)):
        expect(live).to_contain_text(NAMES[eighth(one, other)])
        page.keyboard.press(KEYS[eighth(one, other)])
    expect(page.locator("#finish-steps")).to_have_text(str(len(found["solution"]) - 1))
    expect(live).to_contain_text("By the shortest path!")


@pytest.mark.parametrize("shape", sample(shapes.CELL_SHAPES, "voronoi"))
def test_a_finger_leads_to_the_end(phone: Page, shape: str) -> None:
    phone.goto(address(shape))
    phone.locator("#play-start").tap()
    found = data(phone)
    route: list[tuple[float, float]] = []
    doors = {
        frozenset(it[:2]): at for it, at in zip(found["passages"], found["doors"], strict=True)
    }
    numbers = {tuple(cell): at for at, cell in enumerate(found["cells"])}
    cells = [numbers[tuple(cell)] for cell in found["solution"]]
    for one, other in pairwise(cells):
        route += [tuple(found["centres"][one]), tuple(doors[frozenset((one, other))])]
    route.append(tuple(found["centres"][cells[-1]]))
    drag(phone.context.new_cdp_session(phone), points(phone, route))
    expect(phone.locator("#finish-steps")).to_have_text(str(len(cells) - 1))


def test_an_arrow_takes_the_nearest_open_passage_and_the_pad_has_eight(page: Page) -> None:
    page.goto(address("hexagonal"))
    page.locator("#play-start").click()
    expect(page.locator(".pad button:visible")).to_have_count(8)
    found = data(page)
    links: dict[int, list[int]] = {}
    for one, other, _ in found["passages"]:
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    numbers = {",".join(map(str, cell)): at for at, cell in enumerate(found["cells"])}
    for turn in range(16):
        here = numbers[walker(page)]
        direction = turn * 3 % 4
        x, y = found["centres"][here]
        off = {
            other: abs(
                (atan2(found["centres"][other][1] - y, found["centres"][other][0] - x)
                 - direction * pi / 2 + pi) % (2 * pi) - pi
            )
            for other in links[here]
        }  # fmt: skip
        page.keyboard.press(KEYS[2 * direction])
        if page.locator("#finish").is_visible():
            break
        least = min(off.values())
        there = numbers[walker(page)]
        if least > pi * 55 / 180:
            assert there == here
            expect(page.locator("#play-live")).to_contain_text("There is a wall.")
        else:
            assert off[there] < least + 0.07
    page.goto("/en/wilson?width=9&height=8&seed=3")
    page.locator("#play-start").click()
    expect(page.locator(".pad button:visible")).to_have_count(4)


def test_undo_hint_and_run(page: Page) -> None:
    page.goto(address("hexagonal"))
    page.locator("#play-start").click()
    begin = walker(page)
    page.locator(".run").click()
    first, second, *_ = way(data(page))
    page.keyboard.press(KEYS[eighth(first, second)])
    assert walker(page) != begin
    page.keyboard.press("Backspace")
    assert walker(page) == begin
    page.locator("#play-hint").click()
    expect(page.locator(".hint-line")).to_be_visible()
    page.locator(".run").click()


@pytest.mark.parametrize("shape", ["circular", "heart", deep("triangular"), deep("octagonal")])
def test_cells_are_tapped_and_coloured(page: Page, shape: str) -> None:
    page.goto(address(shape))
    open_menu(page, "advanced")
    page.locator("#choose-ends").click()
    expect(page.locator("#tool-text")).to_have_text("Choose the start.")
    found = data(page)
    if shape == "heart":
        cells = [
            (x, y)
            for y, line in enumerate(found["exits"])
            for x, it in enumerate(line)
            if it != "."
        ]
        places = [(x + 0.5, y + 0.5) for x, y in cells]
        page.mouse.click(*points(page, [(0.1, 7.9)])[0])  # outside
    else:
        cells, places = [tuple(cell) for cell in found["cells"]], found["centres"]
    for at in (3, -2):
        page.mouse.click(*points(page, [places[at]])[0])
    wanted = "-".join(",".join(map(str, cells[at])) for at in (3, -2))
    page.wait_for_url(re.compile(re.escape(f"ends={wanted}") + "$"))
    expect(page.locator(".own-ends input")).to_be_checked()
    open_menu(page, "advanced")
    page.locator("#show-distances").click()
    expect(page.locator("#figure .band")).to_have_count(12)
    outlines = page.locator("#figure .band").evaluate_all(
        "(all) => all.map((it) => it.getAttribute('d'))"
    )
    if shape != "heart":
        assert sum(outline.count("M") for outline in outlines) == len(cells)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#play-live")).to_contain_text(" from there.")


def test_choosing_a_shape_changes_the_maze_at_once(page: Page) -> None:
    page.goto("/en/wilson?width=20&height=14&seed=7")
    open_menu(page, "advanced")
    open_menu(page, "shape")
    page.get_by_role("radio", name="Heart").check()
    page.wait_for_url(re.compile("shape=heart$"))
    expect(page.locator(".caption")).to_contain_text("Heart · 20 × 14")
    open_menu(page, "shape")
    page.get_by_label("The word").fill("Anna")
    page.get_by_label("The word").press("Enter")
    page.wait_for_url(re.compile("shape=letters&letters=Anna$"))
    expect(page.locator("[name=shape][value=letters]")).to_be_checked()
    open_menu(page, "shape")
    page.get_by_role("radio", name="Rings").check()
    page.wait_for_url(re.compile("shape=circular$"))
    expect(page.locator("#braid")).to_have_count(0)
    open_menu(page, "shape")
    page.get_by_role("radio", name="Rectangle").check()
    page.wait_for_url(re.compile(r"seed=7$"))
    expect(page.locator("#braid")).to_be_visible()
    open_menu(page, "advanced")
    page.get_by_role("link", name="Eller").click()
    page.wait_for_url(re.compile("/en/eller"))
    open_menu(page, "shape")
    page.get_by_role("radio", name="Star").check()
    page.wait_for_url(re.compile(r"/en/wilson\?.*shape=star"))
    expect(page.locator("h1")).to_have_text("Star maze")


def test_a_level_is_kept_in_another_shape(page: Page) -> None:
    page.goto("/en/wilson?width=10&height=8&seed=7&level=easy")
    page.locator("html[data-makes]").wait_for(state="attached")
    for shape in ("heart", "star", "heart"):  # the second heart is of a mask that is known here
        page.locator(f"[name=shape][value={shape}]").evaluate("(field) => field.click()")
        page.wait_for_url(re.compile(f"level=easy&shape={shape}"))
        expect(page.locator(".measured, .caption").first).to_be_visible()
        assert "seed=7&" not in page.url
        expect(page.locator("[name=level][value=easy]").first).to_be_checked()
        width, height = LEAST_SIZES[shape]
        assert f"width={width}&height={height}" in page.url
    expect(page.locator("#maze strong").first).to_have_text("Easy")


def test_loops_can_be_walked(page: Page) -> None:
    page.goto("/en/wilson?width=9&height=8&seed=3&braid=1")
    page.locator("#play-start").click()
    for step in data(page)["solution"]:
        page.keyboard.press(KEYS[2 * "ESWN".index(step)])
    expect(page.locator("#play-live")).to_contain_text("By the shortest path!")
