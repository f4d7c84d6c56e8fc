"""The page as files for a web space without a server, at any path.

A page is one that the server would send, but for what needs a server, and its addresses lead from
file to file.  Scripts make the mazes, those of addresses with a query as well.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from posixpath import dirname, relpath
from urllib.parse import urljoin, urlsplit

from labirinto._internal.files import check_folder, publish, sync_tree
from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.errors import InvalidValueError
from labirinto.web import alone, films, maze_parts, pages, problem_texts
from labirinto.web.bands import ROWS, Heights, parse_endless
from labirinto.web.comparing import comparison_values, parse_comparison
from labirinto.web.days import days_values
from labirinto.web.endless import endless_values
from labirinto.web.languages import DEFAULT, LANGUAGES, Language
from labirinto.web.maze_files import preview
from labirinto.web.maze_request import NEW_ENDS, MazeRequest
from labirinto.web.queries import parse
from labirinto.web.service import licence_text, sitemap_of
from labirinto.web.site import Site
from labirinto.web.static_files import (
    manifest,
    service_worker,
    static_address,
    static_files,
    version,
    with_what_they_load,
)
from labirinto.web.work import CancelToken

PAGES = (*ALGORITHMS, "endless", "compare", "daily", "days")
"""Pages of each language, beside its index."""

SEED = "labirinto"
"""The seed of the mazes in the files; scripts replace them by new ones."""

_ADDRESS = re.compile(
    r'(?<=\s)(href|src|action|data-film|data-films[\w-]*|data-rules)="(?![\w.+-]+:|[?#{])([^"]+)"'
)
"""An attribute with addresses of the page; templates have all values in such quotes.  What begins
with a brace is an address that a script puts there.
"""

_LOADED = r"""(?:from |import |import\(|url\(|new URL\()["']?(?:\./)?([\w-]+\.\w+)"""
"""The name of a file that a script or a style sheet loads."""


def write_web_space(
    folder: str,
    *,
    address: str = "",
    source: str = "",
    contact: str = "",
    progress: Progress | None = None,
) -> None:
    """Write the page into a folder, which then has all files or none.

    Args:
        folder: It is new or empty.
        address: Where visitors will find it; without it, search engines do not get to know it.
        source, contact: See ``Site``.
        progress: Called with the pages and films that are made, and their number.

    Raises:
        InvalidValueError: If the folder cannot be used.
    """
    place = os.path.realpath(folder)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise InvalidValueError(f"{folder!r} is a file; name a folder for the page.")
    if os.path.isdir(folder) and os.listdir(folder):
        raise InvalidValueError(f"The folder {folder!r} is not empty; name a new one.")
    if place == os.path.realpath("."):
        raise InvalidValueError("The page would replace the current folder; name a new one.")
    check_folder(place)
    with tempfile.TemporaryDirectory(prefix=".labirinto-", dir=os.path.dirname(place)) as beside:
        whole = os.path.join(beside, "whole")  # with the rights of any new folder
        for name, content in _files(address.rstrip("/"), source, contact, progress):
            file = os.path.join(whole, *name.split("/"))
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as stream:
                stream.write(content)
        sync_tree(whole)
        if os.path.isdir(place):  # Windows replaces no folder
            os.rmdir(place)
        publish(whole, place)


def _files(
    origin: str, source: str, contact: str, progress: Progress | None
) -> Iterator[tuple[str, bytes]]:
    """Yield all files by their names within the folder."""
    names = ("", *PAGES, "offline")
    recorded = [method.name for known in ALGORITHMS.values() for method in known.methods]
    total = len(LANGUAGES) * len(names) + films.MADE_BEFOREHAND * len(recorded)
    done = 0
    loaded: set[str] = set()
    made: list[str] = []
    kept: dict[str, list[str]] = {code: [] for code in LANGUAGES}

    def count() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    def written(text: str, path: str) -> tuple[str, bytes]:
        loaded.update(re.findall(rf"/static/{version()}/([\w.-]+)", text))
        return file_of(path), with_relative_addresses(text, path).encode()

    yield written(pages.languages_page(LANGUAGES[DEFAULT]), "/")
    for code, language in LANGUAGES.items():
        for name in names:
            site = Site(origin, f"/{code}/{name}", "", source, contact, has_server=False)
            yield written(_page(language, site, name), site.path)
            count()
            kept[code].append(relative(site.path, ""))
            if name in ALGORITHMS:
                alone_at = replace(site, path=f"/embed/{code}/{name}")
                one = MazeRequest(name, *films.SMALL, SEED)
                yield written(
                    pages.embed_page(language, alone_at, one, CancelToken(inf)), alone_at.path
                )
                place = pages.rules_address(language, name, site.common)[1:]
                kept[code].append(place)
                yield place, _rules(language, name, site.common)
        about = manifest(code, "..")
        yield written(about.decode(), f"/{code}/manifest.webmanifest")
    for number in range(1, films.MADE_BEFOREHAND + 1):
        for method in recorded:
            name = films.address_beforehand(method).replace(films.NUMBER, str(number))[1:]
            made.append(os.path.basename(name))
            yield name, films.made_beforehand(method, number)
            count()
    loaded &= static_files().keys()
    used = sorted(with_what_they_load(*loaded, by=_LOADED))
    for name in used:
        yield static_address(name)[1:], static_files()[name].content
    every = [*used, *made]
    yield "service-worker.js", service_worker(every, kept)
    yield "licence.txt", licence_text().encode()
    if origin:
        yield from _found_by_others(origin, source, contact)


def _found_by_others(origin: str, source: str, contact: str) -> Iterator[tuple[str, bytes]]:
    """Yield what needs the address of the page: a picture for links to each page, a sitemap, and
    what some web spaces send for an address that leads nowhere.
    """
    token = CancelToken(inf)
    for name in ("", *PAGES):
        algorithm = name if name in ALGORITHMS else next(iter(ALGORITHMS))
        shown = MazeRequest(algorithm, seed=SEED)
        yield f"preview/{name or 'index'}.png", preview(shown, token)
    site = Site(origin, f"/{DEFAULT}/", "", source, contact, has_server=False)
    lost = pages.error_page(LANGUAGES[DEFAULT], site, problem_texts.NOT_FOUND)
    root = urlsplit(origin).path
    # It is sent for addresses of any depth.
    yield "404.html", with_relative_addresses(lost, "/404.html", f"{root}/").encode()
    addresses = sitemap_of(lambda code, page: site.address(f"/{code}/{page}"), PAGES)
    yield "sitemap.xml", addresses.encode()
    if not root:  # elsewhere, none is read
        yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {origin}/sitemap.xml\n".encode()


def _page(language: Language, site: Site, name: str) -> str:
    """A page as the server would send it, but for what needs a server."""
    token = CancelToken(inf)
    if name == "":
        return pages.index_page(language, site, False, token, SEED)
    if name == "offline":
        return pages.error_page(language, site, problem_texts.OFFLINE)
    if name == "endless":
        parsed = parse_endless({"seed": SEED, "algorithm": "wilson"})
        block = Heights().band(parsed.request, token)
        values = endless_values(language, parsed, block)
        values = alone.with_endless_rules(language, values)
        return pages.named_page(language, site, name, parsed.request.finished(ROWS), **values)
    if name == "compare":
        compared = parse_comparison({"seed": SEED})
        values = comparison_values(language, compared, token, has_server=False)
        film = relative(films.address_beforehand("NAME"), file_of(site.path))
        values |= alone.comparison_rules(language, film)
        return pages.named_page(language, site, name, compared.sides["one"], **values)
    if name == "daily":
        days, shown = maze_parts.as_json(alone.days()), MazeRequest("wilson", seed=SEED)
        return pages.named_page(language, site, name, shown, days=days)
    if name == "days":
        mazes = alone.daily_mazes()
        values = days_values(language, ((None, maze) for maze in mazes))
        return pages.named_page(language, site, name, mazes[0], **values)
    asked = {"seed": SEED, "ends": NEW_ENDS}
    return pages.maze_page(language, site, parse(name, asked), token)


def _rules(language: Language, name: str, site: Site) -> bytes:
    """What scripts know of a page, with parts whose addresses lead from file to file."""
    known = json.loads(pages.rules(language, name, site))
    known["parts"] = with_relative_addresses(known["parts"], f"/{language.code}/{name}")
    here = file_of(f"/{language.code}/{name}")
    known["film"] = relative(films.address_beforehand("NAME"), here)
    known["pages"] = {page: relative(place, here) for page, place in known["pages"].items()}
    known |= alone.more_rules(language, known)
    return json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()


def relative(address: str, page: str) -> str:
    """The address in a file that leads where an address of the server leads.

    Args:
        address: It begins with a slash.
        page: The file, by its name within the folder.
    """
    path = re.split("[?#{]", address, maxsplit=1)[0]
    rest = address[len(path) :]
    # An index has the address of its folder.
    name = path[1:] if path.endswith("/") else file_of(path)
    place = relpath(name or ".", dirname(page) or ".")
    return f"{place}/{rest}" if path.endswith("/") else place + rest


def file_of(path: str) -> str:
    """The file for a path of the server, by its name within the folder.

    Pages end in ``.html``: every web space sends such files as pages, without a rule for their
    names, and they are as deep as on the server.
    """
    name = path[1:]
    if name == "licence":
        return "licence.txt"
    if name == "" or name.endswith("/"):
        return f"{name}index.html"
    return name if "." in name else f"{name}.html"


def with_relative_addresses(text: str, path: str, before: str = "") -> str:
    """A page whose addresses lead from file to file.

    Args:
        text: The page.
        path: Its path on a server.
        before: What all addresses begin with; by default they are relative.
    """
    page = file_of(path)

    def changed(found: re.Match[str]) -> str:
        name, addresses = found.groups()
        places = (before + relative(urljoin(path, it), page) for it in addresses.split(" "))
        return f'{name}="{" ".join(places)}"'

    return _ADDRESS.sub(changed, text)
