"""Takes the pictures of the page in docs/images, with the Chromium of the tests.

``python tools/page_pictures.py``, after the page has changed.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
MAZE = "/en/wilson?width=40&height=30&seed=2024&ends=border&solution=1"
FILM = "/en/eller?width=24&height=18&seed=7"


def save(name: str, screenshot: bytes) -> None:
    """Saves a picture in 64 colours, which take a third of the bytes."""
    with Image.open(io.BytesIO(screenshot)) as picture:
        small = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
    small.save(IMAGES / name, optimize=True)


def main() -> None:
    """Starts a server, and takes the pictures."""
    command = [sys.executable, "-m", "labirinto", "serve", "--port", "0"]
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    chromium = os.environ.get("CHROMIUM") or chromium
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout
            address = re.search(r"http://[\w.:]+", server.stdout.readline())
            assert address
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(base_url=address[0], viewport={"width": 1280, "height": 800})
            page.goto("/en/", wait_until="networkidle")
            save("page-home.png", page.screenshot())
            page.goto(MAZE, wait_until="networkidle")
            page.locator("#advanced > summary").click()
            save("page-wilson.png", page.screenshot())
            page.goto(FILM, wait_until="networkidle")
            page.locator("#watch-open").click()
            page.locator("#scrubber").fill("210")
            save("page-watch.png", page.locator("#player").screenshot())
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
