"""Mazes in the pages of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browsing import BOTH_DIRECTIONS, open_menu
from gaming import KEYS, walk
from playwright.sync_api import Frame, Page, expect
from spacing import web_space
from starlette.testclient import TestClient
from tiers import sample

from labirinto.web.languages import LANGUAGES


class _Page(BaseHTTPRequestHandler):
    """Answers with a page of somebody else."""

    def __init__(self, text: str, *args: object) -> None:
        self._text = text.encode()
        super().__init__(*args)

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self._text)

    def log_message(self, *_: object) -> None:
        pass


def elsewhere(text: str) -> Iterator[str]:
    """The address of a page on another host, for as long as it is there."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Page, text)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def played(frame: Frame) -> None:
    """Play the maze of a frame to its end."""
    frame.click("#play-start")
    solution = frame.evaluate(
        "JSON.parse(document.querySelector('.maze-data').textContent).solution"
    )
    walk(frame, solution[:-1])
    frame.locator("#figure").press(KEYS[solution[-1]])
    expect(frame.locator("#finish")).to_be_visible()


def walls(frame: Frame) -> str:
    return str(frame.locator("#walls-line").get_attribute("d"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_what_is_embedded_may_be_framed(client: TestClient, code: str) -> None:
    answer = client.get(f"/embed/{code}/wilson?width=12&height=9&seed=7")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].endswith("frame-ancestors *")
    assert "set-cookie" not in answer.headers
    assert f'lang="{code}"' in answer.text
    page = client.get(f"/{code}/wilson?width=12&height=9&seed=7")
    assert page.headers["content-security-policy"].endswith("frame-ancestors 'none'")
    assert f"/embed/{code}/wilson?width=12&amp;height=9&amp;seed=7" in page.text


@pytest.mark.parametrize("code", sample(BOTH_DIRECTIONS, "fa"))
def test_the_code_of_a_page_plays_in_another(page: Page, code: str) -> None:
    page.goto(f"/{code}/wilson?width=6&height=5&seed=7&shape=heart")
    open_menu(page, "take-share")
    page.locator(".embedding summary").click()
    page.click("#copy-embed")
    expect(page.locator("#embed-copied")).not_to_be_empty()
    snippet = page.evaluate("navigator.clipboard.readText()")
    for address in elsewhere(f"<!doctype html><title>Class 3b</title>{snippet}"):
        page.goto(address)
        frame = page.frames[1]
        before = walls(frame)
        frame.click("#embed-new")
        frame.wait_for_function(
            "(old) => document.getElementById('walls-line').getAttribute('d') !== old", arg=before
        )
        played(frame)
        link = frame.locator("#permalink")
        assert f"/{code}/wilson?" in str(link.get_attribute("href"))
        assert "shape=heart" in str(link.get_attribute("href"))


def test_a_web_space_has_them_as_well(page: Page, files: Path) -> None:
    with web_space(files) as space:
        page.goto(f"{space.address}en/eller.html?width=8&height=6&seed=7")
        embedded = f"{space.address}embed/en/eller.html?width=8&height=6&seed=7"
        expect(page.locator("#embed-code")).to_have_value(re.compile(re.escape(embedded)))
        page.goto(embedded)
        page.wait_for_function(
            "() => JSON.parse(document.querySelector('.maze-data').textContent).width === 8"
        )
        played(page.main_frame)
        page.click("#finish-next")
        expect(page.locator("#finish")).to_be_hidden()
        link = str(page.locator("#permalink").get_attribute("href"))
        assert "/school/mazes/en/eller.html?width=8&height=6" in link
        # A large maze is played there, too.
        page.goto(f"{space.address}en/eller.html?width=400&height=310&seed=7&ends=corners")
        page.locator("#view-canvas[aria-busy=false]").wait_for()
        page.click("#play-start")
        expect(page.locator("#figure .walker-mark")).to_have_attribute("data-cell", "0,0")
        page.goto("about:blank", wait_until="load")  # before the files go
