"""Shared by the tests in a browser, and by those beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import BrowserContext, Page, Response
from tiers import deep, sample

from labirinto.web.languages import LANGUAGES

BOTH_DIRECTIONS = ("en", "fa")
"""A language written from left to right, and one from right to left."""

FEW_CODES = (*BOTH_DIRECTIONS, "fr")
"""Those, and a language with long words."""

CODES = sample(LANGUAGES, *FEW_CODES)
"""Parameters of tests that take seconds for each language: ``make test`` has three."""

ALL_PLACES = [(code, width) for code in LANGUAGES for width in (360, 1280)]
"""Languages, each on a phone and on a desktop."""

BOTH_PLACES = [("en", 1280), ("fa", 360)]

PLACES = [place if place in BOTH_PLACES else deep(*place) for place in ALL_PLACES]
"""Parameters of tests: of all places, ``make test`` has two."""


BLOCKED = "Service Worker registration blocked by Playwright"

Opener = Callable[..., Page]
"""Opens a page in a context of its own, with the options of contexts."""


def new_context(make: Callable[..., BrowserContext], **options: Any) -> BrowserContext:
    """A context whose pages, once they are loaded, have run their scripts, which come later."""
    context = make(**options)
    if options.get("java_script_enabled", True):
        context.on("page", _await_scripts)
    return context


def _await_scripts(page: Page) -> None:
    def then(load: Callable[..., Response | None], *args: Any, **how: Any) -> Response | None:
        response = load(*args, **how)
        if "wait_until" not in how:
            page.locator("#later").wait_for(state="detached")
        return response

    for name in ("goto", "reload", "go_back", "go_forward"):
        setattr(page, name, partial(then, getattr(page, name)))


def listen_for_faults(page: Page) -> list[str]:
    """Errors and warnings of the console, as they come."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type in ("error", "warning") and message.text != BLOCKED
            else None
        ),
    )
    return faults


@contextmanager
def another_page(page: Page) -> Iterator[None]:
    """Wait for the parts of another page, which the server or the browser makes."""
    page.evaluate("document.getElementById('maze').dataset.isOld = ''")
    yield
    page.locator("#maze[data-is-old]").wait_for(state="detached")


def open_menu(page: Page, name: str) -> None:
    """Open one of the menus of the page; what it has can be used until it closes."""
    menu = page.locator(f"[data-shows={name}], #{name}, details.{name}")
    if menu.get_attribute("open") is None:
        menu.locator("> summary").click()
