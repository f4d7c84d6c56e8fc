"""What the browser's own print makes of a page."""

from __future__ import annotations

import pytest
from gaming import data, solve_with_keys
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from tiers import deep


def height(page: Page) -> float:
    box = page.locator("#figure svg").bounding_box()
    return box["height"]


def test_a_game_is_not_printed(page: Page) -> None:
    page.goto("/en/wilson?width=12&height=16&seed=7")
    page.emulate_media(media="print")
    before = height(page)
    page.emulate_media(media="screen")
    page.locator("#play-start").click()
    solve_with_keys(page, data(page)["solution"][:3])
    page.locator("#play-hint").click()
    page.keyboard.press("Shift")
    page.emulate_media(media="print")
    assert height(page) == pytest.approx(before, abs=1)
    for part in (".trail", ".walker-mark", ".hint-line"):
        expect(page.locator(f"#figure {part}")).to_be_hidden()
    assert page.locator("#figure").evaluate(
        "(part) => [part.matches(':focus-visible'), getComputedStyle(part).outlineStyle]"
    ) == [True, "none"]


def test_the_first_page_prints_its_maze_as_a_sheet(page: Page) -> None:
    page.goto("/en/")
    page.emulate_media(media="print")
    expect(page.locator(".sheet-head")).to_be_visible()
    expect(page.locator("#figure .start")).to_be_visible()
    for part in ("h1", ".levels", ".tiles", ".more", "#how", ".cards", "#programmers"):
        expect(page.locator(part)).to_be_hidden()
    page.set_viewport_size({"width": 800, "height": 1100})
    assert height(page) > 0.9 * 1100
    assert len(PdfDocument(page.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("address", ["/en/", deep("/en/eller?width=12&height=16&seed=7")])
def test_a_printed_maze_has_its_recipe_in_small_type(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#play-start").click()
    solve_with_keys(page)
    page.locator("#finish-next").click()  # which brings a new recipe
    expect(page.locator("#finish")).to_be_hidden()
    small_print = page.locator(".caption.on-paper, .caption .on-paper")
    expect(small_print).to_be_hidden()
    page.emulate_media(media="print")
    expect(small_print).to_be_visible()
    expect(page.locator(".caption .on-screen")).to_be_hidden()
    recipe = data(page)["recipe"]
    algorithm, seed = recipe["algorithm"].title(), recipe["seed"]
    size = f"{recipe['width']} × {recipe['height']}"
    expect(small_print).to_have_text(f"{algorithm}’s algorithm · {size} · seed {seed}")


def test_the_small_print_of_a_picture_does_not_give_it_away(page: Page) -> None:
    page.goto("/en/wilson?shape=heart&picture=1&width=60&height=60&seed=3&solution=1")
    page.emulate_media(media="print")
    expect(page.locator(".about-maze")).to_have_text("60 × 60 · seed 3", use_inner_text=True)
    expect(page.locator(".sheet-solution p")).to_have_text("Heart · 60 × 60 · seed 3")


def test_a_printed_form_shows_what_was_chosen(page: Page) -> None:
    page.goto("/en/book?count=1&to_width=10&to_height=10&paper=a5")
    page.emulate_media(media="print")
    widths = [
        page.locator(f"[name=paper][value={paper}] + span").evaluate(
            "(chip) => parseFloat(getComputedStyle(chip).borderTopWidth)"
        )
        for paper in ("a5", "a4")
    ]
    # Backgrounds are not printed.
    assert widths[0] > widths[1]


@pytest.mark.parametrize("address", ["/en/book?count=1&to_width=10&to_height=10", deep("/en/")])
def test_dark_pages_print_in_dark_ink(page: Page, address: str) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(address)
    ink = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')")
    page.emulate_media(media="print", color_scheme="light")
    assert ink == page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--ink')"
    )


@pytest.mark.parametrize(
    ("address", "shown", "hidden"),
    [
        ("/en/compare?seed=7", ".measures", "#watch-open"),
        ("/en/draw", "#painter svg", "#paint-undo"),
        ("/en/wilson?seed=7&width=400&height=400", "#view-canvas", "#view-in"),
    ],
)
def test_other_pages_print_on_one_sheet(page: Page, address: str, shown: str, hidden: str) -> None:
    page.goto(address)
    expect(page.locator(shown)).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(shown)).to_be_visible()
    expect(page.locator(hidden)).to_be_hidden()
    assert len(PdfDocument(page.pdf(prefer_css_page_size=True))) == 1


def test_bands_of_rows_begin_on_the_first_page(page: Page) -> None:
    page.goto("/en/endless?algorithm=eller&width=40&seed=7&row=101")
    page.emulate_media(media="print")
    box = page.locator(".band-of-rows").first.bounding_box()
    assert box["y"] < 50
    expect(page.locator("#endless-command")).to_be_hidden()
