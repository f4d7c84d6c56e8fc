"""Dates in other calendars."""

from __future__ import annotations

from datetime import date

_DAYS_BEFORE_MONTH = (0, 31, 62, 93, 124, 155, 186, 216, 246, 276, 306, 336)
_FIRST_YEAR, _LAST_YEAR = 1178, 1633


def jalali(day: date) -> tuple[int, int, int]:
    """Year, month and day of a date in the Persian calendar (solar Hijri).

    Leap years follow the cycle of 33 years, which agrees with the equinox from 1178 to 1633 of that
    calendar: 1799 to 2255.

    Raises:
        ValueError: For a day outside those years.
    """
    year = day.year - 621
    new_year = _new_year(year)
    if day < new_year:
        year -= 1
        new_year = _new_year(year)
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise ValueError(f"{day} is outside the years of the Persian calendar that are supported")
    passed = (day - new_year).days
    month = max(index for index, days in enumerate(_DAYS_BEFORE_MONTH) if days <= passed)
    return year, month + 1, passed - _DAYS_BEFORE_MONTH[month] + 1


def _new_year(year: int) -> date:
    """The first of Farvardin.  Year 1 began 226,895 days into the Gregorian count."""
    before = year - 1
    leap_days = (8 * before + 29) // 33
    return date.fromordinal(226_895 + 365 * before + leap_days)
