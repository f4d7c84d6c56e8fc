"""Watching a maze being made, in a real browser: the picture and the controls."""

from __future__ import annotations

import re
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import ALL_PLACES, BOTH_DIRECTIONS, Opener, listen_for_faults, open_menu
from playing import at, open_player, passages_drawn, passages_of, picture, scrub
from playwright.sync_api import Page, expect
from tiers import deep, sample, thinned

import labirinto
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import Position, record
from labirinto.web.languages import LANGUAGES

SOME_FRAMES = """async () => {
  for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame);
}"""
"""Waits for as many frames of a film, if one were playing."""


@pytest.mark.parametrize("name", sample(ALGORITHMS))
def test_forward_and_back_finds_the_same_picture(page: Page, name: str) -> None:
    open_player(page, f"/en/{name}?seed=7&width=30&height=30")
    scrub(page, 150)
    before = picture(page)
    page.evaluate("for (let i = 0; i < 500; i++) document.getElementById('step-on').click()")
    assert at(page) == 650
    assert picture(page) != before
    page.evaluate("for (let i = 0; i < 500; i++) document.getElementById('step-back').click()")
    assert at(page) == 150
    assert picture(page) == before
    page.locator("#to-begin").click()
    assert at(page) == 0
    page.locator("#to-end").click()
    assert page.locator("#scrubber").get_attribute("max") == str(at(page))


@pytest.mark.parametrize("name", sample(ALGORITHMS, "eller"))
@pytest.mark.parametrize("size", [(40, 30), deep((3, 64)), deep((64, 64)), deep((1, 1))])
def test_films_end_with_the_maze_of_the_page(page: Page, name: str, size: tuple[int, int]) -> None:
    width, height = size
    query = f"seed=anna&width={width}&height={height}" + ("&join=0.9" if name == "eller" else "")
    open_player(page, f"/en/{name}?{query}")
    page.locator("#to-end").click()
    parameters = {"join": 0.9} if name == "eller" else {}
    maze = labirinto.generate(name, width, height, seed="anna", **parameters)
    assert passages_drawn(page) == passages_of(maze)
    exits = page.evaluate("JSON.parse(document.querySelector('.maze-data').textContent).exits")
    assert [[int(digit, 16) for digit in row] for row in exits] == maze.cells().tolist()
    page.locator("#to-begin").click()
    if name not in ("eller", "recursive-division"):  # which build walls
        assert not any(opened for row in passages_drawn(page) for cell in row for opened in cell)


def test_wilson_on_the_walls_gives_another_maze(page: Page) -> None:
    open_player(page, "/it/wilson?seed=7&width=12&height=9")
    page.locator("#on-walls").check()
    expect(page.locator("#walls-note")).to_be_visible()
    first = page.locator("#walls-steps li").first.text_content() or ""
    expect(page.locator("#sentences .lit")).to_contain_text(first)
    expect(page.locator("[data-step][aria-current]")).to_have_count(0)
    page.locator("#to-end").click()
    film = record("wilson-walls", 12, 9, seed=7)
    assert passages_drawn(page) == passages_of(labirinto.Maze(12, 9, film.rows))
    expect(page.locator("[data-counter=corners] dd")).to_have_text("88 su 88")
    expect(page.locator("[data-counter=cells]")).to_be_hidden()
    page.locator("#on-walls").uncheck()
    expect(page.locator("#walls-note")).to_be_hidden()
    expect(page.locator("[data-step='1'][aria-current=step]")).to_be_visible()


def test_the_article_leads_to_a_film_by_rows(page: Page) -> None:
    page.goto("/fa/wilson?seed=7&width=12&height=9")
    page.locator("#how a[href='?order=rows#watch']").click()
    expect(page.locator("#player")).to_be_visible()
    expect(page).to_have_url(re.compile("order=rows"))
    expect(page.locator("#on-walls")).to_be_hidden()
    first = page.locator("#walls-steps li").first.text_content() or ""
    expect(page.locator("#sentences p").first).to_contain_text(first)
    # This maze is the one of its seed.
    expect(page.locator("#walls-note")).to_be_hidden()
    page.locator("#to-end").click()
    seed = int(parse_qs(urlsplit(page.url).query)["seed"][0])
    maze = labirinto.wilson(40, 30, seed=seed, order="rows")
    assert passages_drawn(page) == passages_of(maze)


@pytest.mark.parametrize(("code", "name"), thinned(product(LANGUAGES, ALGORITHMS), 79))
def test_the_sentence_of_the_step_is_highlighted(page: Page, code: str, name: str) -> None:
    open_player(page, f"/{code}/{name}?seed=7&width=9&height=8")
    language = LANGUAGES[code]
    film = record(name, 9, 8, seed=7)
    numbers = [film.number(step) for step in range(len(film))]
    assert page.locator(".steps [data-step]").count() == max(numbers)
    position = Position(film)
    for number in sorted(set(numbers)):
        step = numbers.index(number)
        scrub(page, step)
        position.go(step)
        lit = page.locator(".steps [aria-current=step]")
        expect(lit).to_have_attribute("data-step", str(number))
        sentence = lit.locator("p").first.text_content()
        shown = page.locator("#sentences .lit")
        expect(shown).to_have_text(f"{language.number(number)}. {sentence}")
        expect(shown).to_be_visible()
        expect(page.locator("#sentences p:visible")).to_have_count(1)
        expected = language.text(
            "Step %(step)s of %(steps)s",
            step=language.number(step),
            steps=language.number(len(film) - 1),
        )
        expect(page.locator("#player-at")).to_have_text(expected)
        expect(page.locator("#scrubber")).to_have_attribute("aria-valuetext", expected)
        for counter, value in (("walked", position.walked), ("erased", position.erased)):
            expect(page.locator(f"[data-counter={counter}] dd")).to_have_text(
                language.number(value)
            )
    joined = language.text(
        "%(joined)s of %(all)s",
        joined=language.number(position.joined),
        all=language.number(position.to_join),
    )
    expect(page.locator("[data-counter=cells] dd")).to_have_text(joined)
    page.locator("#watch-close").click()
    expect(page.locator(".steps [aria-current]")).to_have_count(0)
    expect(page.locator("#watch-open")).to_be_focused()


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_the_keyboard_steps_and_plays(page: Page, code: str) -> None:
    open_player(page, f"/{code}/wilson?seed=7&width=20&height=15")
    play = page.locator("#player-play")
    expect(play).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert at(page) == 3
    page.keyboard.press("ArrowLeft")
    assert at(page) == 2
    page.locator("#scrubber").focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 3
    speed = page.locator("#speed")
    before = int(speed.input_value())
    speed.press("ArrowRight")
    assert int(speed.input_value()) == before + 1
    play.focus()
    page.keyboard.press("End")
    assert at(page) == int(page.locator("#scrubber").get_attribute("max") or 0)
    page.keyboard.press("Home")
    assert at(page) == 0
    for place in ("#player", "#player-play"):
        page.locator(place).focus()
        label = play.get_attribute("aria-label")
        before = at(page)
        page.keyboard.press("Space")
        page.wait_for_function(
            "(before) => document.getElementById('screen').dataset.at > before + 5", arg=before
        )
        assert play.get_attribute("aria-label") != label
        page.keyboard.press("Space")
        assert play.get_attribute("aria-label") == label
        stopped = at(page)
        page.evaluate(SOME_FRAMES)
        assert at(page) == stopped
    page.locator("#step-on").focus()
    page.keyboard.press("Space")
    assert at(page) == stopped + 1


def test_right_to_left_turns_the_page_but_neither_maze_nor_media_controls(page: Page) -> None:
    def left(selector: str) -> float:
        box = page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2

    pictures, begins = [], []
    for code, onwards in zip(BOTH_DIRECTIONS, ("ArrowRight", "ArrowLeft"), strict=True):
        open_player(page, f"/{code}/eller?seed=7&width=12&height=9&join=0.2")
        assert left("#to-begin") < left("#player-play") < left("#to-end")
        assert (left("#screen") < left(".desk")) == (code == "en")
        scrub(page, 30)
        pictures.append(picture(page))
        # The left end of the scrubber is the beginning, wherever the page begins.
        page.locator("#scrubber").click(position={"x": 4, "y": 8})
        begins.append(at(page))
        # Sliders that set something follow the language.
        page.locator("[name=join]").press(onwards)
        assert page.locator("[name=join]").input_value() == "0.21"
    assert pictures[0] == pictures[1]
    assert max(begins) < 10


def test_it_plays_when_it_is_opened_and_announces_nothing(page: Page) -> None:
    open_player(page, "/en/wilson?seed=7&width=20&height=15", plays=True)
    page.evaluate(
        "window.said = 0; new MutationObserver(() => { window.said += 1; }).observe("
        "document.getElementById('player-live'), { childList: true, characterData: true })"
    )
    live = page.locator("[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]")
    page.wait_for_function("() => document.getElementById('screen').dataset.at > 20")
    assert page.evaluate("window.said") == 0
    assert "Step" not in "".join(live.all_text_contents())
    play = page.locator("#player-play")
    expect(play).to_have_attribute("aria-label", "Pause")
    play.click()
    expect(play).to_have_attribute("aria-label", "Play")
    expect(page.locator("#player-live")).to_contain_text(f"Step {at(page)} of")
    assert page.evaluate("window.said") == 1


def test_with_reduced_motion_nothing_moves_unasked(open_page: Opener) -> None:
    page = open_page(reduced_motion="reduce")
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto("/en/wilson?seed=7")
    assert not [url for url in urls if "/steps/" in url or "watch.js" in url]
    page.locator("#watch-link").click()
    expect(page.locator("#player")).to_be_visible()
    before = picture(page)
    page.evaluate(SOME_FRAMES)
    assert (at(page), picture(page)) == (0, before)
    page.locator("#step-on").click()
    assert at(page) == 1
    # When started by hand, it takes a step a second.
    expect(page.locator("#speed-text")).to_have_text("1")
    begun = page.evaluate("performance.now()")
    page.locator("#player-play").click()
    page.wait_for_function("() => document.getElementById('screen').dataset.at > 1")
    # Both in one script, which a slow machine cannot interrupt.
    step, now = page.evaluate(
        "[Number(document.getElementById('screen').dataset.at), performance.now()]"
    )
    assert step - 1 <= (now - begun) / 1000


def test_play_stops_at_the_end_and_restarts(page: Page) -> None:
    open_player(page, "/en/kruskal?seed=7&width=6&height=6")
    page.locator("#speed").fill("100")
    expect(page.locator("#speed-text")).to_have_text("20,000")
    page.locator("#player-play").click()
    last = page.locator("#scrubber").get_attribute("max")
    expect(page.locator("#screen")).to_have_attribute("data-at", last or "")
    expect(page.locator("#player-play")).to_have_attribute("aria-label", "Play")
    page.locator("#speed").fill("0")
    page.locator("#player-play").click()
    assert at(page) < 10  # a step takes a second, and a busy machine may let some pass


@pytest.mark.parametrize("code", sample(LANGUAGES, "fa"))
def test_instead_of_a_larger_maze_a_smaller_one_is_offered(page: Page, code: str) -> None:
    page.goto(f"/{code}/eller?width=65&height=64&seed=a%2Fb&join=0.2")
    offer = page.locator("#watch-offer")
    expect(offer).to_contain_text(LANGUAGES[code].number(64))
    expect(page.locator("#watch-open")).to_have_count(0)
    expect(page.locator("#watch-link")).to_have_count(0)
    expect(page.locator(".watch-start")).to_contain_text(LANGUAGES[code].number(64))
    page.locator("#watch-smaller").click()
    page.wait_for_url(re.compile("seed=a%2Fb&join=0.2#watch"))
    expect(page.locator("#player")).to_be_visible()
    page.locator("#to-end").click()
    assert passages_drawn(page) == passages_of(labirinto.eller(40, 30, seed="a/b", join=0.2))


def test_another_maze_has_another_film_and_another_look_has_not(page: Page) -> None:
    open_player(page, "/en/wilson?seed=7&width=12&height=9")
    scrub(page, 40)
    before = picture(page)
    open_menu(page, "advanced")
    page.get_by_role("radio", name="Dark").check()
    page.wait_for_url(re.compile("look=dark"))
    assert picture(page) != before
    assert at(page) == 40
    page.locator("[name=seed]").fill("8")
    page.locator("[name=seed]").press("Enter")
    page.wait_for_url(re.compile("seed=8"))
    expect(page.locator("#screen")).to_have_attribute("data-at", "0")
    page.locator("#to-end").click()
    assert passages_drawn(page) == passages_of(labirinto.wilson(12, 9, seed=8))
    open_menu(page, "size")
    page.locator("[name=width]").fill("70")
    page.locator("[name=width]").press("Enter")
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator("#watch-smaller")).to_be_visible()


def test_a_failed_download_of_the_film_is_reported(open_page: Opener) -> None:
    page = open_page()
    page.goto("/en/wilson?seed=7")
    for answer in ({"status": 503, "body": ""}, {"status": 200, "body": '{"steps":3}\n\x00'}):
        page.route("**/steps/**", lambda route, _, answer=answer: route.fulfill(**answer))
        page.locator("#watch-open").click()
        expect(page.locator("#watch-state")).to_contain_text("could not be loaded")
        expect(page.locator("#player")).to_be_hidden()
        page.unroute("**/steps/**")
    page.locator("#watch-open").click()
    expect(page.locator("#player")).to_be_visible()
    expect(page.locator("#watch-state")).to_have_text("")


SIZES = [(360, 740), (390, 844), (768, 1024), (1024, 768), (1100, 720), (1180, 720), (1280, 720)]
SIZES += [(1920, 1080)]


@pytest.mark.parametrize("code", sample(LANGUAGES, "fa"))
def test_the_whole_player_is_seen_at_once(open_page: Opener, code: str) -> None:
    page = open_page(reduced_motion="reduce", has_touch=True)
    open_player(page, f"/{code}/wilson?seed=7")
    for width, height in SIZES:
        page.locator("#watch-close").click()
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#watch-open").click()
        expect(page.locator("#player-play")).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = page.evaluate(
            """() => ['.watch', '#screen', '#sentences', '.transport', '#watch-close']
            .map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"""
        )
        player, screen, text, transport, close = boxes
        # A phone may cut off the last controls where the words are long, but not the first.
        last = transport if width < 400 and code != "en" else close
        assert player["top"] >= 0
        assert max(screen["bottom"], text["bottom"], last["bottom"]) <= height, width
        if width >= 1024:
            assert text["width"] >= 22 * 16
            assert abs(screen["left"] - text["left"]) > text["width"]
        # The picture takes the room that there is.
        assert screen["width"] > (0.45 if width >= 1024 else 0.65) * width


@pytest.mark.parametrize(
    ("code", "width"), [it if it == ("fa", 360) else deep(*it) for it in ALL_PLACES]
)
def test_the_player_fits_and_is_accessible(open_page: Opener, code: str, width: int) -> None:
    size = {"width": width, "height": 844}
    scheme = "dark" if width == 360 else "light"
    page = open_page(viewport=size, color_scheme=scheme)
    faults = listen_for_faults(page)
    open_player(page, f"/{code}/wilson?seed=7&width=64&height=40")
    page.locator("#on-walls").check()
    expect(page.locator("#walls-note")).to_be_visible()
    page.locator("#on-walls").uncheck()
    expect(page.locator("#walls-note")).to_be_hidden()
    page.locator("#to-end").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    if width == 360:
        page.set_viewport_size({"width": 320, "height": 640})
        page.wait_for_function(
            "() => document.getElementById('screen').getBoundingClientRect().right <= 320"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert faults == []
