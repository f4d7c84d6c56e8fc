"""Where a page is, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass

from labirinto.web.printing import DEFAULT_PAPER

_MAX_ECHO = 3000


@dataclass(frozen=True)
class Site:
    """The address of a page.

    Attributes:
        origin: Scheme and host, without a slash at the end.
        path, query: Of the page, as the visitor sees them.
        source, contact: Links to the source code and to the operator of the page; empty for none.
        has_server: Whether a server answers the page; else it is a file among others.
        paper: Of the visitor's region.
    """

    origin: str
    path: str
    query: str = ""
    source: str = ""
    contact: str = ""
    has_server: bool = True
    paper: str = DEFAULT_PAPER

    def address(self, place: str) -> str:
        """The address of a place within the site, for others."""
        is_file = not (self.has_server or place.endswith("/"))
        return f"{self.origin}{place}.html" if is_file else self.origin + place

    @property
    def common(self) -> Site:
        """What all pages share that scripts make parts of."""
        return Site(
            "", "", source="" if self.has_server else self.source, has_server=self.has_server
        )

    @property
    def here(self) -> str:
        """The address within the site, without a query of a length that no maze needs."""
        is_echoed = 0 < len(self.query) <= _MAX_ECHO
        return f"{self.path}?{self.query}" if is_echoed else self.path


SERVED = Site("", "")
"""What all pages of a server share."""
