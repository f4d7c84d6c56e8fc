"""What visitors see does not move while the page arrives."""

from __future__ import annotations

import pytest
from browsing import BOTH_DIRECTIONS
from playwright.sync_api import Browser, Route

WATCH_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, sources.map(({ node }) => node?.id || node?.className)]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.parametrize("code", BOTH_DIRECTIONS)
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
@pytest.mark.parametrize(("place", "script"), [("wilson?seed=7", "page.js"), ("", "home.js")])
def test_nothing_moves_when_the_scripts_arrive(
    browser: Browser, site: str, code: str, size: tuple[int, int], place: str, script: str
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with browser.new_context(base_url=site, viewport=viewport) as context:
        context.add_init_script(WATCH_SHIFTS)
        page = context.new_page()

        def after_the_first_picture(route: Route) -> None:
            """Hold a script back until the page is on the screen without it."""
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            route.continue_()

        page.route(f"**/{script}", after_the_first_picture)
        page.goto(f"/{code}/{place}")
        page.locator("#play-start").click(trial=True)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        assert page.evaluate("window.shifts") == []
