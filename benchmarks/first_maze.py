"""When a visitor sees the first maze: ``python benchmarks/first_maze.py [RUNS]``.

Pages of a server on loopback, loaded without a cache in a browser whose processor is slowed down
four times: milliseconds until the maze is painted, and bytes of page, style sheet and scripts as
they are sent.  The target is 300 ms and 60 kB; it needs a quiet machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from statistics import median

from measure import against, machine
from playwright.sync_api import Browser, sync_playwright
from serving import server

SLOWED = 4
WINDOW = 2000
"""Milliseconds until a new window is at rest.  To load its own parts takes it half a second of the
processor; a visitor's is open already.
"""
PAGES = ("/maze/wilson/40x30/7.svg", "/en/", "/en/wilson?seed=7", "/fa/wilson?seed=7")
"""The first is the drawing alone: what is left without a page around it."""
WATCH = """
const watch = () => {
    const box = document.querySelector("#figure svg, :root:is(svg)")?.getBoundingClientRect();
    if (!box) return requestAnimationFrame(watch);
    window.isSeen = box.top < innerHeight && box.height > 0;
    window.mazeFrame = performance.now();
    // A task after the frame in which it is painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.mazeTime = performance.now(); };
    port2.postMessage(null);
};
requestAnimationFrame(watch);
"""
PAINTED = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    done([paint?.paintTime >= mazeFrame ? paint.startTime : mazeTime, isSeen]);
})))"""
"""The first paint shows the maze, unless it is of a frame before, with what is above it alone."""


def visit(browser: Browser, address: str) -> tuple[float, int]:
    """Milliseconds until the maze is painted, and bytes received without fonts."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.wait_for_timeout(WINDOW)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        session.send("Network.enable")
        # What makes further mazes is fetched once this one has been seen.
        session.send("Network.setBlockedURLs", {"urls": ["*/made.js"]})
        fonts: set[str] = set()
        received: dict[str, float] = {}
        session.on(
            "Network.responseReceived",
            lambda event: fonts.add(event["requestId"]) if event["type"] == "Font" else None,
        )
        session.on(
            "Network.loadingFinished",
            lambda event: received.update({event["requestId"]: event["encodedDataLength"]}),
        )
        page.goto(address, wait_until="load")
        page.locator("#later").wait_for(state="detached")
        milliseconds, is_seen = page.evaluate(PAINTED)
        if not is_seen:
            raise AssertionError(f"{address} shows no maze")
        return milliseconds, int(sum(n for it, n in received.items() if it not in fonts))


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    for line in machine():
        print(line)
    with server(one_core=False) as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path in PAGES:
            visits = [visit(browser, f"http://127.0.0.1:{port}{path}") for _ in range(runs)]
            times = sorted(milliseconds for milliseconds, _ in visits)
            middle, size = median(times), visits[0][1] / 1000
            found = f"{middle:.0f} ms (target {against(middle, 300)}), at most {times[-1]:.0f} ms"
            print(f"{path:<20} {found}; {size:.1f} kB (target {against(size, 60)})", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
