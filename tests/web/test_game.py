"""The game in a browser: keys, buttons, mouse and finger, and what it looks like."""

from __future__ import annotations

from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from gaming import (
    KEYS,
    centres,
    colour,
    contrast,
    data,
    drag,
    points,
    shaken,
    solve_with_keys,
    steps,
    touch,
    walker,
)
from playwright.sync_api import Page, expect
from tiers import deep

import labirinto

SMALL = "/en/wilson?width=9&height=7&seed=3&ends=corners"
PATH = labirinto.solve(labirinto.wilson(9, 7, seed=3), (0, 0), (8, 6)).directions


def test_play_to_the_end_by_keyboard(page: Page) -> None:
    page.goto(SMALL)
    button = page.get_by_role("button", name="Play this maze")
    button.focus()
    page.keyboard.press("Enter")
    live = page.locator("#play-live")
    expect(live).to_contain_text("You are at the start")
    expect(live).to_contain_text("Column 1, row 1.")
    page.keyboard.press("ArrowUp")
    expect(live).to_contain_text("There is a wall.")
    for step, direction in enumerate(PATH, 1):
        page.keyboard.press(KEYS[direction] if step % 2 else "dsaw"["ESWN".index(direction)])
        expect(page.locator("#play-steps")).to_have_text(str(step))
    expect(live).to_contain_text(f"You took {len(PATH)} steps; the shortest path has {len(PATH)}.")
    expect(live).to_contain_text("Without hints.")
    page.get_by_role("button", name="Same again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-line")).to_be_visible()
    words = {"E": "right", "S": "down", "W": "left", "N": "up"}
    expect(live).to_contain_text(", ".join(words[direction] for direction in PATH[:6]))
    page.get_by_role("button", name="Stop playing").click()
    expect(page.locator(".walker-mark")).to_have_count(0)
    expect(button).to_be_focused()


def test_play_with_the_mouse_and_in_persian(page: Page) -> None:
    page.goto("/fa/wilson?width=5&height=5&seed=3")
    page.locator("#play-start").click()
    found = data(page)
    places = points(page, centres(found))
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
    page.mouse.up()
    written = "".join("۰۱۲۳۴۵۶۷۸۹"[int(digit)] for digit in str(len(found["solution"])))
    expect(page.locator("#finish-steps")).to_have_text(written)
    expect(page.locator("#play-steps")).to_have_text(written)


def test_the_pad_goes_on_while_it_is_held(phone: Page) -> None:
    phone.goto(SMALL)
    phone.locator("#play-start").tap()
    run = next(at for at, (one, two) in enumerate(pairwise(PATH)) if one == two)
    for direction in PATH[:run]:
        phone.locator(f'.pad [data-move="{"ESWN".index(direction)}"]').tap()
    expect(phone.locator("#play-steps")).to_have_text(str(run))
    button = phone.locator(f'.pad [data-move="{"ESWN".index(PATH[run])}"]')
    box = button.bounding_box()
    session = phone.context.new_cdp_session(phone)
    touch(session, "touchStart", (box["x"] + 10, box["y"] + 10))
    phone.wait_for_function(
        "(least) => Number(document.getElementById('play-steps').textContent) >= least",
        arg=run + 2,
    )
    touch(session, "touchEnd")
    # A press from the keyboard or from a screen reader is a click without a pointer.
    before = steps(phone)
    opposite = (("ESWN".index(PATH[run])) + 2) % 4
    phone.locator(f'.pad [data-move="{opposite}"]').evaluate("(button) => button.click()")
    expect(phone.locator("#play-steps")).to_have_text(str(int(before) + 1))


@pytest.mark.parametrize("way", ["pad", deep("maze")])
def test_the_last_tap_presses_nothing_in_the_panel(phone: Page, way: str) -> None:
    """The panel opens under the finger that takes the last step."""
    phone.emulate_media(reduced_motion="reduce")
    phone.goto("/en/wilson?width=4&height=5&seed=3&ends=1,3-0,3")
    assert data(phone)["solution"] == "W"
    phone.locator("#play-start").tap()
    part = phone.locator('.pad [data-move="2"]' if way == "pad" else "#figure .end")
    box = part.bounding_box()
    # Here will be a button.
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.evaluate(
        "([x, y]) => { const close = document.getElementById('finish-close');"
        " const place = { position: 'fixed', left: `${x - 40}px`, top: `${y - 20}px` };"
        " Object.assign(close.style, place);"
        " const wait = (done) => addEventListener('click', done, { capture: true, once: true });"
        " window.clicked = new Promise(wait); }",
        [x, y],
    )
    phone.touchscreen.tap(x, y)
    phone.evaluate("clicked.then(() => {})")
    expect(phone.locator("#finish-steps")).to_have_text("1")
    expect(phone.locator("#finish")).to_be_visible()
    # A press of its own counts.
    phone.touchscreen.tap(x, y)
    expect(phone.locator("#finish")).to_be_hidden()


@pytest.mark.parametrize(
    ("seed", "pixels", "every"),
    [deep(7, 3, 1), (8, 2, 2), deep(9, 3, 1), deep(7, 2, 2), deep(9, 0, 2)],
)
def test_a_finger_that_trembles_and_cuts_corners_reaches_the_end(
    phone: Page, seed: int, pixels: float, every: int
) -> None:
    """At the size that a maze has by default: 8.7 pixels a cell."""
    phone.goto(f"/en/wilson?width=40&height=30&seed={seed}")
    phone.locator("#play-start").tap()
    found = data(phone)
    places = points(phone, centres(found))
    assert 8 < abs(places[1][0] - places[0][0]) + abs(places[1][1] - places[0][1]) < 9
    session = phone.context.new_cdp_session(phone)
    drag(session, [places[0], *shaken(places[::every], pixels), places[-1]])
    expect(phone.locator("#finish")).to_be_visible()
    assert len(found["solution"]) <= int(steps(phone)) < 1.5 * len(found["solution"])


def test_a_finger_is_followed_no_farther_than_it_leads(phone: Page) -> None:
    phone.goto("/en/wilson?width=40&height=30&seed=7")
    phone.locator("#play-start").tap()
    found = data(phone)
    places = points(phone, centres(found))
    session = phone.context.new_cdp_session(phone)
    # A tap on the end, and a line straight to it through all walls.
    drag(session, [places[-1]])
    assert steps(phone) == "0"
    (x, y), (x2, y2) = places[0], places[-1]
    drag(session, [(x + (x2 - x) * part / 50, y + (y2 - y) * part / 50) for part in range(51)])
    drag(session, [places[-1]] * 5)
    assert int(steps(phone)) < 60
    expect(phone.locator("#finish")).to_be_hidden()


def test_two_fingers_zoom_and_never_walk(phone: Page) -> None:
    phone.goto(SMALL)
    phone.locator("#play-start").tap()
    assert colour(phone.locator("#figure"), "touchAction") == "pinch-zoom"
    places = points(phone, centres(data(phone)))
    session = phone.context.new_cdp_session(phone)
    for one, other in ((0, 6), (6, 0)):
        touch(session, "touchStart", places[one])
        touch(session, "touchStart", places[one], places[other])
        for step in (1, 2, 3):
            touch(session, "touchMove", *(places[max(step, at)] for at in (one, other)))
        touch(session, "touchEnd")
    assert (steps(phone), walker(phone)) == ("0", "0,0")
    # One finger walks again, wherever the page has come to rest.
    # A busy browser moves it late, and the finger misses the walker.
    for _ in range(10):
        phone.wait_for_timeout(200)
        drag(session, points(phone, centres(data(phone)))[:4])
        if steps(phone) != "0":
            break
    assert steps(phone) == "3"


def test_arrow_keys_walk_wherever_the_focus_is(page: Page) -> None:
    page.goto(SMALL)
    page.locator("#play-start").click()
    page.locator("h1").click()
    page.keyboard.press(KEYS[PATH[0]])
    expect(page.locator("#play-steps")).to_have_text("1")
    page.locator("summary").first.click()
    page.keyboard.press(KEYS[PATH[1]])
    expect(page.locator("#play-steps")).to_have_text("2")
    page.locator("#play-run").focus()
    page.keyboard.press("u")
    expect(page.locator("#play-steps")).to_have_text("3")
    # Fields keep their own keys.
    page.locator("[name=seed]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("d")
    page.keyboard.press("Backspace")
    page.locator("[name=look][value=light]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=look][value=dark]")).to_be_checked()
    page.wait_for_url("**look=dark")
    assert steps(page) == "3"


def test_an_undo_takes_a_move_back_and_counts_its_steps(page: Page) -> None:
    page.goto(SMALL)
    page.locator("#play-start").click()
    solve_with_keys(page, PATH[:2])
    there = walker(page)
    page.keyboard.press(KEYS[PATH[2]])
    page.keyboard.press("Backspace")
    assert (walker(page), steps(page)) == (there, "4")
    page.locator("#play-undo").click()
    page.locator("#play-undo").click()
    page.locator("#play-undo").click()
    assert (walker(page), steps(page)) == ("0,0", "6")
    solve_with_keys(page, PATH)
    expect(page.locator("#finish-steps")).to_have_text(str(len(PATH) + 6))
    expect(page.locator("#finish-text")).not_to_contain_text("shortest")


def test_a_run_ends_at_the_next_junction_and_stays_chosen(page: Page) -> None:
    page.goto(SMALL)
    page.locator("#play-start").click()
    page.locator(".run").click()
    page.keyboard.press(KEYS[PATH[0]])
    maze = labirinto.wilson(9, 7, seed=3)
    x, y = map(int, walker(page).split(","))
    count = int(steps(page))
    assert count > 1
    assert bin(maze.cells()[y, x]).count("1") != 2
    page.keyboard.press("u")
    assert (walker(page), steps(page)) == ("0,0", str(2 * count))
    page.reload()
    page.locator("#play-start").click()
    expect(page.locator("#play-run")).to_be_checked()


@pytest.mark.parametrize(
    ("look", "scheme"),
    [
        ("", "dark"),
        deep("print", "light"),
        deep("", "light"),
        deep("light", "dark"),
        deep("dark", "light"),
    ],
)
def test_walker_and_trail_stand_out(page: Page, look: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, forced_colors="active" if not look else "none")
    page.goto(f"{SMALL}&look={look}")
    page.locator("#play-start").click()
    solve_with_keys(page, PATH[:3])
    mark = page.locator("#figure .walker-mark")
    fill, edge = colour(mark, "fill"), colour(mark, "stroke")
    floor = colour(page.locator("#figure .floor"), "fill")
    trail = colour(page.locator("#figure .trail"), "stroke")
    others = {
        "floor": floor,
        "trail": trail,
        "walls": colour(page.locator("#figure .walls"), "stroke"),
        "start": colour(page.locator("#figure .start"), "fill"),
        "end": colour(page.locator("#figure .end"), "fill"),
    }
    for name, other in others.items():
        assert max(contrast(fill, other), contrast(edge, other)) >= 3, name
    assert contrast(trail, floor) >= 3
    # A shape of its own, too.
    expect(mark.locator("polygon")).to_be_visible()


@pytest.mark.parametrize("size", [deep((1280, 900)), (390, 844)])
@pytest.mark.parametrize("query", [deep("seed=7"), "seed=7&width=20&height=26"])
def test_maze_score_and_buttons_fit_into_the_window(
    page: Page, size: tuple[int, int], query: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/en/wilson?{query}")
    page.locator("#play-start").click()
    solve_with_keys(page, data(page)["solution"][:5])
    maze = page.locator("#figure svg").bounding_box()
    bar = page.locator("#play").bounding_box()
    assert maze["y"] >= 0
    assert maze["y"] + maze["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] <= size[1] + 1
    solve_with_keys(page, data(page)["solution"][5:])
    panel = page.locator("#finish").bounding_box()
    assert panel["y"] >= 0
    assert panel["y"] + panel["height"] <= size[1]
    assert 0 <= panel["x"] <= panel["x"] + panel["width"] <= size[0]


def test_the_game_is_accessible(page: Page) -> None:
    page.goto(SMALL)
    page.locator("#play-start").click()
    for part in ("#play-hint", "#play-undo"):
        page.locator(part).click()
    for directions in ("", PATH):
        solve_with_keys(page, directions)
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
