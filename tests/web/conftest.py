"""A server on loopback, a browser, and a client that needs neither."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browsing import Opener, listen_for_faults, new_context
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from programs import chromium
from serving import running
from spacing import written
from starlette.testclient import TestClient

from labirinto.web.app import create_app

# A slow machine is no failure.
TIMEOUT = 30_000
expect.set_options(timeout=TIMEOUT)

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--renderer-process-limit=1"]  # one page is seen at a time


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), follow_redirects=False) as made:
        yield made


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a server of the page; one for all tests of a process."""
    with running(create_app(), log_level="warning") as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A folder with the page as files, for a web space at any address."""
    base = tmp_path_factory.getbasetemp()
    return written((base.parent if hasattr(request.config, "workerinput") else base) / "space")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        # Else the service worker would answer where a test does; those of the worker allow it.
        launched.new_context = partial(  # type: ignore[method-assign]
            new_context, launched.new_context, service_workers="block"
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """One for the pages of all tests of a process, whose files are fetched once."""
    with browser.new_context(
        base_url=site, viewport={"width": 1280, "height": 900}, accept_downloads=True
    ) as made:
        made.grant_permissions(["clipboard-read", "clipboard-write"])
        made.set_default_timeout(TIMEOUT)
        yield made


@pytest.fixture
def page(context: BrowserContext, site: str) -> Iterator[Page]:
    """A page of a desktop's width, which may log no errors and finds nothing of others."""
    opened = context.new_page()
    faults = listen_for_faults(opened)
    yield opened
    # What a visit leaves behind.
    context.clear_cookies()
    session = context.new_cdp_session(opened)
    session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    opened.close()
    assert faults == []


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    """A page of a phone with a touch screen, which may log no errors."""
    with browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        opened = context.new_page()
        faults = listen_for_faults(opened)
        yield opened
        assert faults == []


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Opener]:
    """Opens pages in contexts of their own, which may log anything."""
    with ExitStack() as contexts:

        def opened(**options: Any) -> Page:
            context = browser.new_context(base_url=site, **options)
            return contexts.enter_context(context).new_page()

        yield opened
