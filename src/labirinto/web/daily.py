"""The maze of the day: the same for everyone, in another shape every day."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Literal

from babel.dates import format_skeleton

from labirinto.web.languages import Language
from labirinto.web.maze_request import NEW_ENDS, MazeRequest

SHAPES = (
    "heart", "hexagonal", "star", "circular", "", "flower", "voronoi", "house", "honeycomb", "moon",
    "triangular", "cloud", "octagonal", "tree", "crown", "pyramid", "fish", "ring", "egg",
)  # fmt: skip
"""In turn, one a day."""

SIDE = 24
"""Width and height, for phones and desktops alike."""

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


@cache
def date_patterns(language: Language, form: Literal["long", "short"]) -> list[str]:
    """How a day of each month is written, with placeholders for the day and, if it is long, for the
    year; none if the language has another calendar, which all browsers know.
    """
    number, year = 28, 2036
    dates = [date(year, month, number) for month in range(1, 13)]
    if language.plain_number(year) not in language.date(dates[0]):
        return []
    names = {number: "%(day)s", year: "%(year)s"}
    written = [
        language.date(day)
        if form == "long"
        else format_skeleton("MMMd", day, locale=language.locale)
        for day in dates
    ]
    return [re.sub(r"\d+", lambda it: names.get(int(it[0]), it[0]), text) for text in written]


def short_date(language: Language, day: date) -> str:
    """A date without its year."""
    if patterns := date_patterns(language, "short"):
        return patterns[day.month - 1] % {"day": language.plain_number(day.day)}
    return language.date(day).rpartition(" ")[0]
