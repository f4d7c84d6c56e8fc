"""Languages: their catalogues, the visitor's choice, numbers and dates."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.core import get_global, parse_locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations

from labirinto.web.calendars import jalali

# Where the code alone would mean another country.
COUNTRIES = {"en": "GB", "pt": "PT"}

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"
COOKIE = "language"

# Babel knows the digits of a language and its separators, but writes Latin digits.
DIGITS = {
    "arab": "٠١٢٣٤٥٦٧٨٩",
    "arabext": "۰۱۲۳۴۵۶۷۸۹",
    "beng": "০১২৩৪৫৬৭৮৯",
    "deva": "०१२३४५६७८९",
    "guru": "੦੧੨੩੪੫੬੭੮੯",
}

# Names of months from CLDR.
PERSIAN_MONTHS = (
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور",
    "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
)  # fmt: skip


@dataclass(frozen=True)
class Language:
    """A language of the page.

    Numbers have the digits that CLDR gives as the language's default: Persian digits in Persian,
    Latin ones in Punjabi.
    """

    code: str
    name: str
    direction: str
    digits: str
    locale: Locale = field(repr=False, compare=False)
    translations: NullTranslations = field(repr=False, compare=False)

    @property
    def tag(self) -> str:
        """Language and country: ``pt_PT``."""
        likely = parse_locale(get_global("likely_subtags")[self.code])[1]
        return f"{self.code}_{self.locale.territory or likely}"

    def text(self, message: str, **values: Any) -> str:
        """A message in this language, with its placeholders filled."""
        text = self.translations.gettext(message)
        return text % values if values else text

    def number(self, value: float) -> str:
        """A number in the digits of the language, for sentences."""
        return self._in_digits(_grouped(value, self.locale))

    def percent(self, share: float) -> str:
        """A share from 0 to 1 as whole percent, with the language's sign."""
        return self._in_digits(format_percent(share, locale=self.locale))

    def plain_number(self, value: int) -> str:
        """A whole number without separators of thousands: for fields, as people type it."""
        return self._in_digits(str(value))

    def _in_digits(self, text: str) -> str:
        # Arabic digits, the only ones so far that are not Latin, have a percent sign of their own.
        return (
            text.translate(str.maketrans("0123456789%", f"{self.digits}٪")) if self.digits else text
        )

    def date(self, day: date) -> str:
        """A date in the calendar and the digits of the language."""
        if self.code == "fa":
            year, month, number = jalali(day)
            name = PERSIAN_MONTHS[month - 1]
            return f"{self.plain_number(number)} {name} {self.plain_number(year)}"
        return self._in_digits(format_date(day, "long", locale=self.locale))


@lru_cache(maxsize=4096)
def _grouped(value: float, locale: Locale) -> str:
    """A number with the separators of a language; a page has dozens, of few values."""
    return format_decimal(value, locale=locale, numbering_system="default")


def _language(code: str) -> Language:
    locale = Locale(code, COUNTRIES.get(code))
    name = locale.get_language_name(code) or code
    translations = Translations.load(str(LOCALES), [code], domain="labirinto")
    digits = DIGITS.get(str(locale.default_numbering_system), "")
    name = name[:1].upper() + name[1:]
    return Language(code, name, locale.text_direction, digits, locale, translations)


def load_languages() -> dict[str, Language]:
    """Load all languages with a catalogue, the default first."""
    codes = sorted(path.parent.parent.name for path in LOCALES.glob("*/LC_MESSAGES/*.po"))
    codes.sort(key=lambda code: code != DEFAULT)
    return {code: _language(code) for code in codes}


LANGUAGES = load_languages()


def negotiate(accept: str) -> str:
    """The best language for an Accept-Language header."""
    preferences = []
    for place, part in enumerate(accept[:1000].split(",")):
        match = re.fullmatch(
            r"\s*([A-Za-z]{1,8}|\*)(?:-[\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*", part
        )
        if match:
            preferences.append((-float(match[2] or 1), place, match[1].lower()))
    for weight, _, code in sorted(preferences):
        if weight < 0 and code in LANGUAGES:
            return code
    return DEFAULT


def language_for(path: str, cookie: str, accept: str) -> Language:
    """The language of an address, else the one chosen by hand, else the browser's."""
    for code in (path.strip("/").split("/")[0], cookie):
        if code in LANGUAGES:
            return LANGUAGES[code]
    return LANGUAGES[negotiate(accept)]
