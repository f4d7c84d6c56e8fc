"""Answers to photographs: round mazes, pages without scripts, and the sample."""

from __future__ import annotations

import io
import re
from base64 import b64decode

import numpy as np
from browsing import Opener
from PIL import Image
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_photos import payload, picture, send

import labirinto


def test_without_scripts_the_answer_is_a_page_that_leads_back(client: TestClient) -> None:
    files = {"photo": ("a.jpg", picture())}
    answer = client.post("/it/photo", files=files, headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-store"
    assert 'href="/it/photo"' in answer.text.partition("<main")[2]
    data = re.search(r'<img src="data:image/jpeg;base64,([^"]+)"', answer.text)[1]
    with Image.open(io.BytesIO(b64decode(data))) as shown:
        assert shown.format == "JPEG"
    assert "img-src 'self' data:;" in answer.headers["content-security-policy"]
    assert "data:" not in client.get("/it/photo").headers["content-security-policy"]


def test_round_mazes_are_said_to_be_round(client: TestClient) -> None:
    maze = labirinto.wilson(labirinto.grids.circular(9), seed=7)
    ends = labirinto.suggest_ends(maze, "border")
    picture = labirinto.to_image(maze, ends=ends, style=labirinto.Style(cell=20, wall=3))
    stream = io.BytesIO()
    picture.save(stream, "PNG")  # without notes, as after a change
    answer = send(client, stream.getvalue())
    assert answer.status_code == 422
    assert answer.json()["reason"] == "round"


def test_without_scripts_the_answer_is_the_picture_with_the_path(client: TestClient) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    exif[0x010E] = "at home"
    data = picture(format="JPEG", exif=exif.tobytes())
    answer = client.post("/en/photo", files={"photo": ("a.jpg", data)})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "no-store"
    before, after = (Image.open(io.BytesIO(it)) for it in (data, answer.content))
    assert after.size == before.size[::-1]
    # What the camera noted is not passed on.
    assert not after.getexif()
    assert b"at home" not in answer.content
    red, green, _ = np.asarray(after).astype(int).transpose(2, 0, 1)
    assert np.count_nonzero((red > 150) & (green < 110)) > 500


def test_a_sample_shows_what_is_done(page: Page) -> None:
    page.goto("/en/photo")
    page.click("#photo-sample")
    expect(page.locator("#photo-state")).to_contain_text("A maze of 18 by 12 cells.")
    expect(page.locator("#photo-save")).to_be_visible()


def test_without_scripts_the_form_does_the_same(open_page: Opener) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/it/photo")
    page.locator("#photo").set_input_files(payload(picture(None)))
    page.locator("#photo-form .generate").click()
    expect(page.locator("#photo-problem")).not_to_be_empty()
    page.locator("#photo").set_input_files(payload(picture()))
    page.locator("#photo-form .generate").click()
    expect(page.locator("main img")).to_have_js_property("complete", True)
    assert page.locator("main img").evaluate("(image) => image.naturalWidth") > 100
    page.locator("main a[href='/it/photo']").click()
    expect(page.locator("#photo")).to_be_visible()
