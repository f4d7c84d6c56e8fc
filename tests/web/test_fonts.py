"""The fonts of the page: who gets them, and that nothing is missing from them."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from starlette.testclient import TestClient
from tiers import deep, sample

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.web import texts
from labirinto.web.languages import LANGUAGES
from labirinto.web.static_files import static_address

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "labirinto" / "web"
SCRIPTS = {"Arab": "\u0600-\u06ff", "Deva": "\u0900-\u097f", "Guru": "\u0a00-\u0a7f\u0964"}
"""Scripts with fonts of the page's own."""

WITH_FONTS = [code for code, language in LANGUAGES.items() if language.script in SCRIPTS]

SHOWN = "(it) => document.querySelector(it).checkVisibility({ contentVisibilityAuto: true })"

FONT = r'<link rel="preload" href="(/static/[^"]+/(\w{4})-\w+\.woff2)" as="font"'


@pytest.mark.parametrize("code", LANGUAGES)
def test_fonts_are_loaded_early_where_they_are_used_and_nowhere_else(
    client: TestClient, code: str
) -> None:
    fonts = re.findall(FONT, client.get(f"/{code}/").text)
    script = LANGUAGES[code].script
    assert [one.title() for _, one in fonts] == ([script] * 2 if code in WITH_FONTS else [])
    for address, _ in fonts:
        answer = client.get(address)
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content[:4] == b"wOF2"
        assert len(answer.content) < 60_000


@pytest.mark.parametrize("code", WITH_FONTS)
def test_fonts_have_every_letter_of_the_page(code: str) -> None:
    script = LANGUAGES[code].script
    _, letters = runpy.run_path(str(ROOT / "tools" / "fonts.py"))["PAGE_FONTS"][script.lower()]
    texts = [WEB / "locales" / code / "LC_MESSAGES" / "labirinto.po"]
    texts += (WEB / "articles" / code).iterdir()
    written = "".join(path.read_text(encoding="utf-8") for path in texts)
    written += "".join(LANGUAGES[code].number(number) for number in range(10))
    found = re.findall(f"[{SCRIPTS[script]}\u200c-\u200f]", written)
    assert found
    assert set(map(ord, found)) <= set(letters)


def test_titles_have_a_font_in_the_script_of_each_language(client: TestClient) -> None:
    """Of its letters, and of those of the languages that other pages name in their menus."""
    known = runpy.run_path(str(ROOT / "tools" / "fonts.py"))["DISPLAY_FONTS"]
    letters = {letter for _, kept in known.values() for letter in kept}
    for code, language in LANGUAGES.items():
        if language.script == "Deva":
            continue
        notes = [article(name, code).notes for name in ALGORITHMS]
        titles = [language.name, *(it["title"] for it in notes)]
        titles += [language.text(title) for title in texts.LEVEL_TITLES.values()]
        assert set(map(ord, "".join(titles))) <= letters
    for script in known:
        content = client.get(static_address(f"display-{script}.woff2")).content
        assert content[:4] == b"wOF2"
        assert len(content) < 25_000


def fonts_of(page: Page) -> Callable[[str], dict[str, Any]]:
    """What tells the font of most letters of an element, by its selector."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]

    def drawn(selector: str) -> dict[str, Any]:
        # What is far below has no glyphs until it is near.
        page.locator(selector).first.scroll_into_view_if_needed()
        page.wait_for_function(SHOWN, arg=selector)
        found = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": found})["fonts"]
        most: dict[str, Any] = max(fonts, key=lambda font: font["glyphCount"])
        return most

    return drawn


@pytest.mark.parametrize("code", sample(["en", *WITH_FONTS], "pa"))
def test_the_page_is_set_in_its_own_fonts(page: Page, code: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"/{code}/wilson?seed=7")
    page.evaluate("document.fonts.ready")
    drawn = fonts_of(page)
    for text in ("h1", ".home span", "#play-start"):
        assert drawn(text)["isCustomFont"]
    assert drawn(".article > p")["isCustomFont"] == (code in WITH_FONTS)
    names = {address.rsplit("/", 1)[1] for address in requests if address.endswith(".woff2")}
    script = LANGUAGES[code].script.lower()
    wanted = {f"{script}-{weight}.woff2" for weight in ("bold", "regular")}
    own = {"display-latn.woff2", *({f"display-{script}.woff2"} - {"display-deva.woff2"})}
    assert names == own | (wanted if code in WITH_FONTS else set())
    # The name of a language whose letters machines lack is drawn alike on all pages.
    page.locator(".languages summary").click()
    page.evaluate("document.fonts.ready")
    assert drawn(".languages a:lang(pa)")["isCustomFont"]


@pytest.mark.parametrize(("code", "script"), [("pa", "Gurmukhi"), deep("hi", "Devanagari")])
def test_the_preview_of_a_book_has_the_letters_of_its_words(
    page: Page, code: str, script: str
) -> None:
    page.goto(f"/{code}/book?count=1")
    page.evaluate("document.fonts.ready")
    # A font counts as ready before the text that needs it is laid out.
    for _ in range(50):
        font = fonts_of(page)(".page-pictures text")
        if font["isCustomFont"] or script in font["familyName"]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(font)
