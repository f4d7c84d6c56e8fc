"""What visitors see does not move while the page arrives."""

from __future__ import annotations

import pytest
from browsing import ALL_PLACES, Opener
from playwright.sync_api import Browser, Route, expect
from tiers import deep, sample

from labirinto.web.languages import LANGUAGES

WATCH_SHIFTS = """
  window.moved = [];
  const note = (shifts) => {
    for (const { sources } of shifts) {
      moved.push(...sources.map(({ node }) => node?.id || node?.className || node?.nodeName));
    }
  };
  const watcher = new PerformanceObserver((list) => note(list.getEntries()));
  watcher.observe({ type: 'layout-shift', buffered: true });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.settle = async () => {
    await frame();
    await document.fonts.ready;
    await frame();
    note(watcher.takeRecords());
    return moved.splice(0);
  };
"""


@pytest.mark.parametrize(
    ("code", "width"), [it if it == ("fa", 360) else deep(*it) for it in ALL_PLACES]
)
def test_nothing_moves_when_the_scripts_arrive(
    browser: Browser, site: str, code: str, width: int
) -> None:
    viewport = {"width": width, "height": 844}
    with browser.new_context(base_url=site, viewport=viewport) as context:
        context.add_init_script(WATCH_SHIFTS)
        page = context.new_page()

        def after_the_first_picture(route: Route) -> None:
            """Hold a script back until the page is on the screen without it, with its fonts."""
            page.evaluate("settle()")
            route.continue_()

        for address, script, part in (
            ("", "home.js", "#play-start"),
            ("wilson?seed=7", "page.js", "#play-start"),
            ("draw", "draw.js", "#painter [role]"),
        ):
            page.route(f"**/{script}", after_the_first_picture)
            page.goto(f"/{code}/{address}")
            page.locator(part).click(trial=True)
            assert page.evaluate("settle()") == []


@pytest.mark.parametrize("code", sample(LANGUAGES, "fa"))
def test_what_is_below_comes_when_one_comes_near(browser: Browser, site: str, code: str) -> None:
    viewport = {"width": 360, "height": 640}
    with browser.new_context(base_url=site, viewport=viewport) as context:
        context.add_init_script(WATCH_SHIFTS)
        page = context.new_page()
        page.goto(f"/{code}/")
        below = page.locator(".cards p").last
        is_laid_out = "(it) => it.checkVisibility({ contentVisibilityAuto: true })"
        assert not below.evaluate(is_laid_out)
        page.evaluate("settle()")
        while page.evaluate("scrollY + innerHeight + 1 < document.body.scrollHeight"):
            page.evaluate("scrollBy(0, innerHeight), settle()")
        assert below.evaluate(is_laid_out)
        assert page.evaluate("settle()") == []
        # A link into what is not laid out yet leads there.
        for address in ("", "wilson?seed=7"):
            page.goto("about:blank")
            page.goto(f"/{code}/{address}#how")
            page.evaluate("settle()")
            assert abs(page.locator("#how").evaluate("(it) => it.getBoundingClientRect().y")) < 2


@pytest.mark.parametrize(("address", "part"), [("", ".card"), deep("wilson?seed=7", ".article")])
def test_what_is_below_leaves_the_first_frame_to_the_maze(
    browser: Browser, site: str, address: str, part: str
) -> None:
    viewport = {"width": 390, "height": 844}
    with browser.new_context(base_url=site, viewport=viewport) as context:
        page = context.new_page()
        page.add_init_script(WATCH_SHIFTS)
        session = context.new_cdp_session(page)
        session.send("Animation.enable")
        # The first frame, for as long as the test looks at it.
        session.send("Animation.setPlaybackRate", {"playbackRate": 0})
        page.goto(f"/en/{address}")
        below = page.locator(f"{part} p").first
        expect(page.locator("#figure svg")).to_be_visible()
        expect(below).to_be_hidden()
        assert page.evaluate("settle()") == []
        session.send("Animation.setPlaybackRate", {"playbackRate": 1})
        expect(below).to_be_visible()
        assert page.evaluate("settle()") == []


def test_words_and_seeds_fit_their_places(open_page: Opener) -> None:
    """Long words beside the maze of the first page; links and a seed on a narrow phone."""
    page = open_page()
    too_wide = "(it) => it.scrollWidth > it.clientWidth"
    for width in (900, 1100):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/pt/")
        assert not page.locator("h1").evaluate(too_wide), width
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/fr/")
    assert not page.locator(".pages").evaluate(too_wide)
    page.goto("/fa/endless?seed=2579466938394986")
    page.locator(".endless-form summary").click()
    assert not page.locator(".endless-form [name=seed]").evaluate(too_wide)
