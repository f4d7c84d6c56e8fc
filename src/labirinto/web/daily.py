"""The maze of the day: the same for everyone, in another shape every day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timezone

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from labirinto.web.answers import language_of
from labirinto.web.headers import NO_STORE
from labirinto.web.maze_request import NEW_ENDS, MazeRequest

SHAPES = (
    "heart", "hexagonal", "star", "circular", "", "flower", "voronoi", "house", "honeycomb", "moon",
    "triangular", "cloud", "octagonal", "tree", "crown", "pyramid", "fish", "ring", "egg",
)  # fmt: skip
"""In turn, one a day."""

SIDE = 24
"""As wide as high, for phones and desktops alike."""

_FEW = {"circular": 30, "pyramid": 36, "triangular": 30, "honeycomb": 26}
"""Sides of shapes of which a square of that side would have few or small cells."""


def daily_request(day: date) -> MazeRequest:
    """The maze of a day: its seed is the date."""
    shape = SHAPES[day.toordinal() % len(SHAPES)]
    side = _FEW.get(shape, SIDE)
    seed = day.isoformat()
    return MazeRequest("wilson", side, side, seed, ends=NEW_ENDS, shape=shape)


def day_of(request: MazeRequest) -> date | None:
    """The day whose daily maze this is, in any look; None if there is no such day."""
    try:
        day = date.fromisoformat(str(request.seed))
    except ValueError:
        return None
    plain = replace(request, solution=False, look="", cell=None, wall=None, colours=())
    if plain.ends == "border":  # as all days were at first
        plain = replace(plain, ends=NEW_ENDS)
    return day if plain == daily_request(day) else None


async def daily(request: Request) -> Response:
    """Redirect to the maze of today, as UTC has it."""
    wanted = daily_request(datetime.now(timezone.utc).date())
    place = f"/{language_of(request).code}/{wanted.algorithm}?{wanted.query()}"
    return RedirectResponse(place, 302, headers=NO_STORE)
