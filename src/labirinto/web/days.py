"""The maze of today, and the page that lists those of the last days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta, timezone
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from labirinto.web import maze_parts, pages
from labirinto.web.answers import language_of
from labirinto.web.daily import daily_request, date_patterns, short_date
from labirinto.web.forms import shape_icon
from labirinto.web.headers import NO_STORE
from labirinto.web.languages import Language
from labirinto.web.maze_request import MazeRequest
from labirinto.web.service import site_of

LISTED = 30


def _today() -> date:
    """The day that it is, as UTC has it."""
    return datetime.now(timezone.utc).date()


async def daily(request: Request) -> Response:
    """Redirect to the maze of today."""
    wanted = daily_request(_today())
    place = f"/{language_of(request).code}/{wanted.algorithm}?{wanted.query()}"
    return RedirectResponse(place, 302, headers=NO_STORE)


async def days(request: Request) -> Response:
    """The mazes of the last days, today's first."""
    language, site, today = language_of(request), site_of(request), _today()
    listed = [today - timedelta(ago) for ago in range(LISTED)]
    values = days_values(language, ((day, daily_request(day)) for day in listed))
    page = pages.named_page(language, site, "days", daily_request(today), **values)
    return HTMLResponse(page, headers=NO_STORE)


def days_values(
    language: Language, mazes: Iterable[tuple[date | None, MazeRequest]]
) -> dict[str, Any]:
    """The values of the template: days with their mazes.  A script knows days that are None."""
    return {
        "days": [
            {
                "address": f"/{language.code}/{maze.algorithm}?{maze.query()}",
                "name": day.isoformat() if day else "",
                "date": short_date(language, day) if day else "",
                "icon": shape_icon(maze.shape),
            }
            for day, maze in mazes
        ],
        "short_dates": date_patterns(language, "short"),
        "messages": maze_parts.messages(language),
    }
