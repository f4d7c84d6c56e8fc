"""``labirinto site``: the web page as files."""

from __future__ import annotations

import re

import click

from labirinto._internal.extras import needing
from labirinto.asking.record import Field
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import QUIET
from labirinto.cli.output import ProgressBar
from labirinto.cli.serve import LINKS, checked_links
from labirinto.errors import InvalidValueError


@click.command(
    cls=Command,
    short_help="Write the web page as files, for a web space without a server.",
    epilog=examples(
        "site mazes",
        "site public --address https://example.org/mazes --contact anna@example.org",
    ),
)
@click.argument("folder", metavar="FOLDER", type=click.Path())
@asks(
    Field(
        "address",
        "Other",
        "Address at which visitors will find the page, for search engines and previews of links.",
        "URL",
        "the page works at any",
        preset="",
    ),
    *LINKS,
    QUIET,
)
def site(folder: str, address: str, source: str, contact: str, quiet: bool) -> None:
    """Write the web page as files into a new FOLDER, for any web space.

    Visitors' browsers make the mazes.  Features that need a server are left out: books, worksheets,
    other cells and formats, words, and photographs.

    It needs an extra: pip install 'labirinto[web]'
    """
    if address and not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s\"]*)?", address, re.IGNORECASE):
        raise InvalidValueError(
            field="address",
            value=address,
            requirement="an address such as https://example.org/mazes",
        )
    source, contact = checked_links(source, contact)
    with needing("The web page needs {}", "web"):
        from labirinto.web.web_space import write_web_space
    with ProgressBar("writing the page", quiet=quiet) as progress:
        write_web_space(folder, address=address, source=source, contact=contact, progress=progress)
