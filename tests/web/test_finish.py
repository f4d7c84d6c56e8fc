"""The end of a game: what the panel claims, best times, challenges, the next maze."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone

import pytest
from browsing import Opener, another_page, open_menu
from gaming import data, solve_with_keys, steps
from playwright.sync_api import Page, expect
from tiers import deep

from labirinto.web.daily import daily_request

SMALL = "/en/wilson?width=5&height=4&seed=3&ends=corners"


def play(page: Page, address: str = SMALL) -> None:
    page.goto(address)
    page.locator("#play-start").click()
    solve_with_keys(page)


def stored(page: Page) -> list[tuple[str, int]]:
    kept: str | None = page.evaluate("localStorage.getItem('labirinto.times')")
    return [(name, time) for name, time in json.loads(kept or "[]")]


def keep(page: Page, times: list[tuple[str, int]]) -> None:
    page.evaluate("(text) => localStorage.setItem('labirinto.times', text)", json.dumps(times))


def test_the_panel_takes_the_focus_gives_it_back_and_leads_on(page: Page) -> None:
    play(page)
    expect(page.locator("#finish")).to_be_visible()
    expect(page.locator("#finish")).to_have_accessible_name(re.compile(r"^Solved in \d+:\d\d$"))
    expect(page.locator("#finish-next")).to_be_focused()
    expect(page.locator("#play-live")).to_contain_text("By the shortest path!")
    expect(page.locator("#finish-text")).to_contain_text("By the shortest path!")
    page.keyboard.press("Escape")
    expect(page.locator("#finish")).to_be_hidden()
    expect(page.locator("#play-again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#figure")).to_be_focused()
    assert steps(page) == "0"
    solve_with_keys(page)
    before = data(page)
    page.locator("#finish-next").click()
    expect(page.locator("#finish")).to_be_hidden()
    expect(page.locator("#play-live")).to_contain_text("You are at the start")
    after = data(page)
    assert after["exits"] != before["exits"]
    assert (after["width"], after["height"]) == (before["width"], before["height"])
    expect(page.locator("#figure")).to_be_focused()
    solve_with_keys(page)
    # A challenge is a link to this maze.
    page.locator("#finish-share").click()
    expect(page.locator("#finish-copied")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(page.url) + r"#beat=\d+", link)
    shared = page.evaluate(
        """() => new Promise((done) => {
          navigator.share = async (given) => done(given);
          document.getElementById('finish-share').click();
        })"""
    )
    assert shared["url"] == link
    assert re.fullmatch(r"I solved this maze in \d+:\d\d. Can you beat that\?", shared["text"])


@pytest.mark.parametrize(("ends", "side"), [("0,0-8,11", "above"), deep("8,11-4,0", "")])
def test_the_panel_does_not_cover_the_end_on_a_phone(
    open_page: Opener, ends: str, side: str
) -> None:
    size = {"width": 390, "height": 844}
    page = open_page(viewport=size)
    page.emulate_media(reduced_motion="reduce")
    play(page, f"/en/wilson?width=9&height=12&seed=3&ends={ends}")
    expect(page.locator("#finish")).to_have_class(re.compile(rf"finish( perfect)? ?{side}$"))
    panel, end = (page.locator(part).bounding_box() for part in ("#finish", "#figure .end"))
    apart = panel["y"] + panel["height"] < end["y"] or end["y"] + end["height"] < panel["y"]
    assert apart
    # Nothing flies where one wants less motion.
    pieces = page.locator(".confetti i").evaluate_all(
        "(all) => all.map((one) => [getComputedStyle(one).opacity,"
        " getComputedStyle(one).animationName])"
    )
    assert set(map(tuple, pieces)) == {("0", "none")}


@pytest.mark.parametrize("help_by", [deep("hint"), deep("solution"), "earlier solution"])
def test_claims_are_true_of_games_with_help(page: Page, help_by: str) -> None:
    page.goto(SMALL)
    if help_by == "earlier solution":
        for _ in range(2):
            page.locator("[name=solution]").click()
    page.locator("#play-start").click()
    if help_by == "hint":
        page.locator("#play-hint").click()
    elif help_by == "solution":
        # Seen is seen.
        for _ in range(2):
            page.locator("[name=solution]").click()
    solve_with_keys(page)
    text = page.locator("#finish-text")
    said = "With 1 hint." if help_by == "hint" else "With the solution shown."
    expect(text).to_have_text(said)
    expect(page.locator("#play-live")).to_contain_text("Solved! You took")
    page.locator("#finish-share").click()
    expect(page.locator("#finish-copied")).to_have_text("Link copied.")
    # No time to beat.
    assert "#" not in page.evaluate("navigator.clipboard.readText()")
    assert stored(page) == []


def test_best_times_are_kept_for_the_maze_and_its_size(page: Page) -> None:
    play(page)
    expect(page.locator("#finish")).to_be_visible()
    expect(page.locator("#finish-best")).to_be_hidden()
    (maze, first), (kind, second) = stored(page)
    assert (maze.startswith(f"{kind} "), first) == (True, second)
    keep(page, [(maze, 61), (kind, 3)])
    play(page)
    expect(page.locator("#finish-best")).to_have_text("1:01")
    expect(page.locator("#finish-best-kind")).to_have_text("0:03")
    # Who knows a maze does not improve the time of its size.
    assert dict(stored(page))[maze] < 61
    assert dict(stored(page))[kind] == 3
    keep(page, [(kind, 999)])
    play(page, SMALL.replace("seed=3", "seed=4"))
    expect(page.locator("#finish-text")).to_contain_text("Your best time at this size!")
    expect(page.locator("#finish-best")).to_be_hidden()
    assert dict(stored(page))[kind] < 999
    # Bounded: the oldest go.
    keep(page, [(f"old {number}", number) for number in range(250)])
    play(page)
    times = stored(page)
    assert len(times) == 200
    assert times[0][0] == "old 52"


@pytest.mark.parametrize(
    "spoilt",
    [
        deep("Storage.prototype.setItem = () => { throw new Error('full'); };"),
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });",
        deep("localStorage.setItem('labirinto.times', '[1, null, [2, 3]]');"),
        deep("localStorage.setItem('labirinto.times', '[1, null, {');"),
        deep("localStorage.setItem('labirinto.times', '{}');"),
    ],
)
def test_without_storage_the_game_is_the_same(page: Page, spoilt: str) -> None:
    page.add_init_script(spoilt)
    play(page)
    expect(page.locator("#finish-text")).to_contain_text("By the shortest path!")
    page.locator("#finish-again").click()
    expect(page.locator("#finish")).to_be_hidden()


def level(page: Page) -> str:
    return str(data(page)["level"])


def test_a_harder_maze_has_the_next_level_and_then_a_larger_size(page: Page) -> None:
    play(page, "/en/wilson?width=10&height=8&seed=7&ends=opposite&look=dark")
    assert level(page) == "easy"
    expect(page.locator("#finish-harder")).to_have_text("Harder")
    page.locator("#finish-harder").click()
    expect(page).to_have_url(re.compile(r"&level=medium&ends=opposite&look=dark$"))
    expect(page.locator("#finish")).to_be_hidden()
    expect(page.locator("#play-live")).to_contain_text("You are at the start")
    assert level(page) == "medium"
    play(page, "/en/wilson?width=40&height=44&seed=1&ends=opposite")
    assert level(page) == "expert"
    expect(page.locator("#finish-harder")).to_have_text("Larger")
    page.locator("#finish-harder").click()
    expect(page).to_have_url(re.compile(r"\?width=50&height=55&seed=\d+&ends=opposite$"))
    assert data(page)["recipe"]["seed"] != 1


def test_the_first_page_lists_the_last_mazes_and_goes_on_with_a_level(page: Page) -> None:
    page.goto("/en/")
    expect(page.locator("#recent")).to_be_hidden()
    spoilt = [{"address": "javascript:x?y", "seconds": 1, "day": "2026-11-24"}, None]
    old = [
        {"address": f"eller?seed={n}", "level": "hard", "seconds": 151, "day": "2026-11-24"}
        for n in range(12)
    ]
    page.evaluate(
        "(old) => localStorage.setItem('labirinto.recent', old)", json.dumps(spoilt + old)
    )
    page.reload()
    expect(page.locator("#curve")).to_be_hidden()
    page.locator("#curve-keep").click()
    play(page)
    page.locator("#finish-harder").click()
    page.goto("/fa/")
    links = page.locator("#recent li a")
    expect(links).to_have_count(12)
    expect(links.nth(1)).to_have_text("سخت · ۲:۳۱ · ۳ آذر")
    page.goto("/en/")
    expect(links.nth(1)).to_have_text("Hard · 2:31 · 24 Nov")
    expect(page.locator("#curve circle")).to_have_count(1)
    page.locator("#recent-level").click()
    expect(page.locator(".levels [aria-current]")).to_have_attribute("data-level", "medium")
    links.first.click()
    expect(page).to_have_url(re.compile(re.escape(SMALL)))
    page.goto("/en/")
    page.locator("#recent-clear").click()
    expect(links).to_have_count(0)
    expect(page.locator("#recent-clear")).to_be_hidden()
    expect(page.locator("#recent")).to_be_focused()
    page.reload()
    expect(page.locator("#curve circle")).to_have_count(1)
    page.locator("#curve-clear").click()
    assert page.evaluate("localStorage.getItem('labirinto.curve')") == "null"
    assert page.evaluate("localStorage.getItem('labirinto.times')") != "[]"
    page.locator("#recent-times").click()
    expect(page.locator("#recent")).to_be_hidden()
    expect(page.locator("#main")).to_be_focused()
    assert page.evaluate("localStorage.getItem('labirinto.times')") == "[]"
    page.reload()
    expect(page.locator("#recent")).to_be_hidden()


def test_a_solved_day_is_remembered_and_days_in_a_row_are_counted(page: Page) -> None:
    today = datetime.now(timezone.utc).date()
    days = {ago: daily_request(today - timedelta(ago)) for ago in range(40)}
    ago = next(ago for ago in days if not days[ago].is_mesh)
    before = [[str(today - timedelta(n)), 60] for n in range(ago + 3) if n != ago]
    page.goto("/en/days")
    page.evaluate("(days) => localStorage.setItem('labirinto.days', days)", json.dumps(before))
    play(page, f"/en/wilson?{days[ago].query()}")
    said = f"{ago + 3} days in a row"
    expect(page.locator("#finish-text")).to_contain_text(said)
    expect(page.locator(".day-solved")).to_have_text(re.compile(rf"^Solved in \d:\d\d · {said}$"))
    page.reload()
    expect(page.locator(".day-solved")).to_contain_text(said)
    page.get_by_role("link", name="All days").click()
    expect(page.locator("#streak")).to_have_text(said)
    expect(page.locator(".days a.won")).to_have_count(ago + 3)
    expect(page.locator(".days a")).to_have_count(30)
    page.locator(".days a").nth(ago).click()
    expect(page.locator(".day-solved")).to_contain_text("Solved in")


@pytest.mark.parametrize(
    ("beat", "time", "said"),
    [
        ("3000", "50:00", "You beat the time of 50:00!"),
        deep("0", "0:00", "0:00"),
        ("x", None, None),
        deep("0001", "0:01", None),
        deep("9999999", None, None),
    ],
)
def test_a_challenge_shows_the_time_to_beat(
    page: Page, beat: str, time: str | None, said: str | None
) -> None:
    page.goto(f"{SMALL}#beat={beat}")
    shown = page.locator(".play-start .to-beat")
    if time:
        expect(shown).to_have_text(f"Time to beat: {time}")
    else:
        expect(shown).to_be_hidden()
    # Another look keeps it.
    page.locator("[name=look][value=dark]").check()
    page.wait_for_url(re.compile("look=dark"))
    expect(shown).to_be_visible(visible=time is not None)
    if said:
        page.locator("#play-start").click()
        expect(page.locator(".play-on .to-beat")).to_have_text(f"Time to beat: {time}")
        solve_with_keys(page)
        expect(page.locator("#finish-text")).to_contain_text(said)
        page.locator("#finish-again").click()
        page.locator("#play-hint").click()
        solve_with_keys(page)
        expect(page.locator("#finish-text")).to_contain_text(f"still stands: {time}")


def test_a_challenge_on_the_first_page_is_for_this_maze(page: Page) -> None:
    play(page, "/en/")
    page.locator("#finish-share").click()
    expect(page.locator("#finish-copied")).to_have_text("Link copied.")
    shown = data(page)
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    assert data(page) == shown


def test_a_challenge_survives_a_switch_of_the_language(page: Page) -> None:
    page.goto(f"{SMALL}#beat=3000")
    expect(page.locator(".play-start .to-beat")).to_be_visible()
    # A switch of style brings new links.
    open_menu(page, "advanced")
    with another_page(page):
        page.locator("label", has_text="Dark").click()
    page.wait_for_url(re.compile("look=dark#beat=3000$"))
    page.locator(".languages summary").click()
    page.locator(".languages").get_by_text("Italiano").click()
    page.wait_for_url(re.compile(r"/it/wilson\?.*look=dark#beat=3000$"))
    expect(page.locator(".play-start .to-beat")).to_contain_text("50:00")
    page.goto("about:blank")
    page.goto(f"{SMALL}#beat=no")
    expect(page.locator("#play-start")).to_be_visible()
    page.locator(".languages summary").click()
    page.locator(".languages").get_by_text("Italiano").click()
    page.wait_for_url(re.compile(r"/it/wilson\?[^#]*$"))
