"""``labirinto site``: the page as files, whose addresses lead from file to file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner, Result
from spacing import SOURCE, SUBFOLDER

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.commands import labirinto
from labirinto.web import films, pages
from labirinto.web.languages import LANGUAGES
from labirinto.web.web_space import PAGES, relative

ADDRESS = "https://school.example/mazes"

LOADING = {
    "link": "href",
    "a": "href",
    "script": "src",
    "img": "src",
    "form": "action",
    "use": "href",
}
"""Elements with an address, and the attribute that has it."""


class Addresses(HTMLParser):
    """All addresses in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in LOADING and (place := given.get(LOADING[tag])):
            self.found.append(place)
        for name in ("data-films", "data-film"):
            if tag != "html" and (places := given.get(name)):
                self.found += places.split()


@cache
def addresses_in(page: Path) -> list[str]:
    return Addresses(page.read_text(encoding="utf-8")).found


def run(*words: str) -> Result:
    return CliRunner().invoke(labirinto, ["site", "--quiet", *words])


@pytest.fixture(scope="module")
def folder(files: Path) -> Path:
    return files / SUBFOLDER


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def led_to(page: str, address: str) -> Iterator[str]:
    """The files to which an address in a file leads; none if it leads elsewhere."""
    parts = urlsplit(address)
    if parts.scheme or not parts.path:
        assert parts.scheme in ("", "https", "http", "mailto", "data")
        return
    assert not parts.path.startswith("/"), address
    place = normpath(join(dirname(page), parts.path))
    if parts.path.endswith("/"):
        place = normpath(join(place, "index.html"))
    numbers = range(1, films.MADE_BEFOREHAND + 1) if films.NUMBER in place else [0]
    yield from (place.replace(films.NUMBER, str(number)) for number in numbers)


def test_every_address_in_every_page_leads_to_a_file(folder: Path) -> None:
    there = names(folder)
    reached = {"index.html"}
    for page in sorted(there):
        if page.endswith(".html") and page != "404.html":
            found = addresses_in(folder / page)
            assert found
            places = {place for address in found for place in led_to(page, address)}
            assert places <= there, page
            reached |= places
    assert {f"{code}/{name}.html" for code in LANGUAGES for name in PAGES} <= reached


def test_what_scripts_and_style_sheets_load_is_there(folder: Path) -> None:
    there = names(folder)
    for file in sorted(it for it in there if it.endswith((".js", ".css")) and "/" in it):
        text = (folder / file).read_text(encoding="utf-8")
        loaded = re.findall(r"""(?:from|import)\s*\(?\s*["']\./([^"']+)["']""", text)
        loaded += re.findall(r"""new URL\(["']([\w.-]+)["'], import\.meta\.url""", text)
        loaded += re.findall(r"""url\(["']?([\w.-]+)["']?\)""", text)
        assert {normpath(join(dirname(file), name)) for name in loaded} <= there, file


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_all_pages_and_can_be_installed(folder: Path, code: str) -> None:
    for name in ALGORITHMS:
        page = (folder / code / f"{name}.html").read_text(encoding="utf-8")
        assert f'<html lang="{code}"' in page
        assert 'data-server="none"' in page
        assert 'id="how"' in page
        assert "Content-Security-Policy" in page
    about = json.loads((folder / code / "manifest.webmanifest").read_text(encoding="utf-8"))
    for place in (*(icon["src"] for icon in about["icons"]), f"{about['start_url']}index.html"):
        assert (folder / code / place).resolve().is_file()
    assert (folder / code / about["scope"]).resolve() == folder.resolve()


def test_what_needs_a_server_is_left_out(folder: Path) -> None:
    for page in folder.rglob("*.html"):
        found = addresses_in(page)
        for word in ("book", "worksheet", "photo", "draw", "/maze/", "/tile/", "set-language"):
            assert not [it for it in found if word in it], (page, word)
    assert not [name for name in names(folder) if name.endswith(("photo.js", "paper.js"))]


def test_the_folder_is_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 15_000_000


def test_search_engines_find_every_page_at_its_address(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()  # empty, as some web spaces want it
    words = [str(folder), "--quiet", "--address", f"{ADDRESS}/", "--source", SOURCE]
    code = f"""if True:
        import sys
        from labirinto.cli import main
        from labirinto.web import films
        from labirinto.web.languages import LANGUAGES

        # As for all languages and films, but sooner.
        for code in [*LANGUAGES][1:]:
            del LANGUAGES[code]
        films.MADE_BEFOREHAND = 1
        sys.argv[1:] = ["site", *{words}]
        main()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert os.listdir(tmp_path) == ["page"]
    there = names(folder)
    listed = re.findall("<loc>(.*?)</loc>", (folder / "sitemap.xml").read_text())
    assert len(listed) == len(PAGES) + 1
    for place in listed:
        name = place.removeprefix(f"{ADDRESS}/")
        name = f"{name}index.html" if name.endswith("/") else name
        page = (folder / name).read_text(encoding="utf-8")
        assert f'<link rel="canonical" href="{place}">' in page
        for picture in re.findall(r'og:image" content="(.*?)"', page):
            assert picture.removeprefix(f"{ADDRESS}/") in there
    # Only that of the whole host is read.
    assert "robots.txt" not in there
    # It is sent for any address, from which nothing is relative.
    lost = addresses_in(folder / "404.html")
    assert lost
    for place in lost:
        if not urlsplit(place).scheme and not place.startswith("#"):
            assert place.startswith("/mazes/")
            assert {*led_to("404.html", place.removeprefix("/mazes/"))} <= there


def test_without_an_address_there_is_nothing_that_needs_one(folder: Path) -> None:
    assert not names(folder) & {"sitemap.xml", "404.html", "robots.txt"}
    for file in folder.rglob("*.html"):
        assert not re.findall('rel="canonical"|og:url|localhost', file.read_text(encoding="utf-8"))


@pytest.mark.deep
def test_the_same_version_writes_the_same_files(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "page"
    assert not run(str(again), "--source", SOURCE).exit_code
    assert names(again) == names(folder)
    for name in names(folder):
        assert (again / name).read_bytes() == (folder / name).read_bytes(), name


@pytest.mark.parametrize(
    ("address", "page", "expected"),
    [
        ("/it/wilson", "it/index.html", "wilson.html"),
        ("/it/wilson?width=20#how", "it/eller.html", "wilson.html?width=20#how"),
        ("/it/", "it/eller.html", "./"),
        ("/it/#how", "it/eller.html", "./#how"),
        ("/it/", "index.html", "it/"),
        ("/fa/prim", "it/prim.html", "../fa/prim.html"),
        ("/", "it/prim.html", "../"),
        ("/licence", "it/prim.html", "../licence.txt"),
        ("/static/v/a.js", "index.html", "static/v/a.js"),
    ],
)
def test_addresses_lead_from_file_to_file(address: str, page: str, expected: str) -> None:
    assert relative(address, page) == expected


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    result = run(str(tmp_path))
    assert result.exit_code != 0
    assert str(tmp_path) in str(result.exception)
    assert names(tmp_path) == {"mine.txt"}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("taken",), "taken"),
        (("nowhere/page",), "nowhere"),
        ((".",), "current"),
        (("page", "--address", "school.example"), "school.example"),
        (("page", "--address", "https://a.example/?q"), "https://a.example/?q"),
        (("page", "--source", "code"), "code"),
        (("page", "--contact", "anna at example"), "anna at example"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    words: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (tmp_path / "taken").write_text("a file")
    home.mkdir()
    monkeypatch.chdir(home)
    words = tuple(str(tmp_path / word) if word == "taken" else word for word in words)
    result = run(*words)
    assert result.exit_code != 0
    assert named in str(result.exception)
    assert not os.listdir(home)


def test_a_run_that_ends_early_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pages, "rules", full)
    assert isinstance(run(str(tmp_path / "page")).exception, OSError)
    assert not os.listdir(tmp_path)


def test_a_missing_extra_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['starlette'] = None; sys.argv = ['labirinto', 'site', 'page'];"
        "from labirinto.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'labirinto[web]'" in done.stderr
    assert not os.listdir(tmp_path)
