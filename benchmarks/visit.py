"""What it takes to do what visitors come for: ``python benchmarks/visit.py [LANGUAGE]``.

From the first page of a server on loopback, on a phone and on a desktop: presses and fields filled
in, seconds, and whether the result is the one wanted.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from typing import Any

import pypdfium2
from measure import expect, machine
from playwright.sync_api import Locator, Page, sync_playwright
from serving import server

SHEETS = 28
WINDOWS = {
    (360, 740): {"is_mobile": True, "has_touch": True, "user_agent": "Chrome/140.0 Mobile Safari"},
    (1366, 768): {},
}


class Visit:
    """A visitor on the first page.

    Attributes:
        choices: Presses, and fields filled in, so far.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.choices = 0

    def press(self, place: str | Locator) -> None:
        self.choices += 1
        (self.page.locator(place) if isinstance(place, str) else place).first.click()

    def fill(self, field: str, text: str) -> None:
        self.choices += 1
        self.page.locator(f"[name={field}]").fill(text)

    def make_pdf(self) -> tuple[str, int]:
        """Press the button of a form: the address of the file that it makes, and its pages."""
        with self.page.expect_response(lambda it: ".pdf?" in it.url) as answer:
            self.press("[name=make].generate")
        answer.value.finished()
        # The page then goes to the file, and what it has received is gone.
        address = answer.value.url
        return address, len(pypdfium2.PdfDocument(self.page.request.get(address).body()))

    def maze(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.locator(".maze-data").inner_text())
        return found


def play(visit: Visit) -> None:
    visit.press("#play-start")
    visit.page.locator("#figure .walker-mark").wait_for()
    expect(visit.maze()["level"] == "easy", "the first maze is not easy")


def print_sheets(visit: Visit) -> None:
    visit.press("a[href$='/class']")
    _, pages = visit.make_pdf()
    expect(pages == SHEETS + 1, f"there are {pages} pages")


def give_a_name(visit: Visit) -> None:
    visit.press(".tiles a[href$='/gift']")
    visit.fill("letters", "Anna")
    address, pages = visit.make_pdf()
    expect("letters=Anna" in address and pages == 1, f"{address} has {pages} pages")


def share(visit: Visit) -> None:
    seed = visit.maze()["recipe"]["seed"]
    visit.press("#share")
    visit.page.wait_for_function("document.getElementById('copied').textContent")
    link = visit.page.evaluate("navigator.clipboard.readText()")
    visit.page.goto(link)
    expect(visit.maze()["recipe"]["seed"] == seed, f"{link} is another maze")


def a_harder_one(visit: Visit) -> None:
    visit.press("[data-level=hard]")
    visit.page.locator("[data-level=hard][aria-current]").wait_for()
    expect(visit.maze()["level"] == "hard", "the maze is not hard")


TASKS: dict[str, tuple[Callable[[Visit], None], int]] = {
    "play an easy maze": (play, 1),
    f"print {SHEETS} sheets with their answers": (print_sheets, 4),
    "a name as a PDF": (give_a_name, 4),
    "share a maze": (share, 2),
    "a harder maze": (a_harder_one, 1),
}
"""What is done, and the most choices that it may take."""


def main() -> None:
    language = sys.argv[1] if len(sys.argv) > 1 else "en"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    for line in machine():
        print(line)
    with server(one_core=False) as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for (width, height), options in WINDOWS.items():
            for name, (task, most) in TASKS.items():
                size = {"width": width, "height": height}
                with browser.new_context(viewport=size, **options) as context:
                    context.grant_permissions(["clipboard-read", "clipboard-write"])
                    page = context.new_page()
                    page.goto(f"http://127.0.0.1:{port}/{language}/")
                    visit, begun = Visit(page), time.perf_counter()
                    task(visit)
                    seconds = time.perf_counter() - begun
                expect(visit.choices <= most, f"{name}: {visit.choices} choices")
                found = f"{visit.choices} of at most {most} choices, {seconds:.1f} s"
                print(f"{width}x{height}  {name:<36} {found}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
