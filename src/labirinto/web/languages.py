"""Languages: their catalogues, the visitor's choice, numbers and dates."""

from __future__ import annotations

import re
from collections import Counter
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

from labirinto._internal.digits import DIGITS, in_digits
from labirinto.asking.record import Counted
from labirinto.web.calendars import jalali

# Where the language alone would mean another region's words.
REGIONS = {"en": "GB", "pt": "PT"}

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"
COOKIE = "language"

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

    Attributes:
        code: Its BCP 47 tag, such as ``it`` or ``pt-BR``, which addresses and folders have as well.
        name: What its speakers call it.
        direction: ``ltr`` or ``rtl``.
        script, region: Of Unicode, such as ``Latn`` and ``BR``.
        digits: The name of the system of its numbers, in ``DIGITS``.
    """

    code: str
    name: str
    direction: str
    script: str
    region: str
    digits: str
    locale: Locale = field(repr=False, compare=False)
    translations: NullTranslations = field(repr=False, compare=False)

    @property
    def tag(self) -> str:
        """Language and region: ``pt_PT``."""
        return f"{self.locale.language}_{self.region}"

    @property
    def number_tag(self) -> str:
        """The BCP 47 tag by which scripts write numbers as this class does."""
        return f"{str(self.locale).replace('_', '-')}-u-nu-{self.digits}"

    def text(self, message: str, **values: Any) -> str:
        """A message in this language, with its placeholders filled, numbers in its digits."""
        text = self.translations.gettext(message)
        return text % self._written(values) if values else text

    def counted(self, message: Counted, count: int, **values: Any) -> str:
        """A message in the form for a number, with its placeholders filled."""
        text = self.translations.ngettext(*message, count)
        return text % self._written(values) if values else text

    def _written(self, values: dict[str, Any]) -> dict[str, str]:
        return {name: it if isinstance(it, str) else self.number(it) for name, it in values.items()}

    def forms(self, message: Counted) -> dict[str, str]:
        """The forms of a message by CLDR's categories, for ``Intl.PluralRules``."""
        examples = {self.locale.plural_form(n): n for n in reversed((*range(200), 10**6))}
        return {category: self.counted(message, n) for category, n in examples.items()}

    def number(self, value: float) -> str:
        """A number in the digits of the language, for sentences."""
        return in_digits(_grouped(value, self.locale, self.digits), self.digits)

    def percent(self, share: float) -> str:
        """A share from 0 to 1 as whole percent, with the language's sign."""
        sign = self.locale.number_symbols[self.digits].get("percentSign", "%")
        return in_digits(format_percent(share, locale=self.locale).replace("%", sign), self.digits)

    def plain_number(self, value: int) -> str:
        """A whole number without separators of thousands: for fields, as people type it."""
        return in_digits(str(value), self.digits)

    def date(self, day: date) -> str:
        """A date in the calendar and the digits of the language."""
        if self.code == "fa":
            year, month, number = jalali(day)
            name = PERSIAN_MONTHS[month - 1]
            return f"{self.plain_number(number)} {name} {self.plain_number(year)}"
        return in_digits(format_date(day, "long", locale=self.locale), self.digits)


@lru_cache(maxsize=4096)
def _grouped(value: float, locale: Locale, system: str) -> str:
    """A number with the separators of a language; a page has dozens, of few values."""
    return format_decimal(value, locale=locale, numbering_system=system)


def _subtags(tag: str) -> tuple[str, str, str]:
    """Language, script and region of a BCP 47 tag; what it leaves out is the likeliest.

    Raises:
        ValueError: If it is not such a tag.
    """
    language, region, script = parse_locale(tag, sep="-")[:3]
    given = [part for part in (script, region) if part]
    keys = ("_".join((language, *parts)) for parts in (given, given[-1:], given[:1], ()))
    likely = get_global("likely_subtags")
    found = next((likely[key] for key in keys if key in likely), language)
    _, likely_region, likely_script = parse_locale(found)[:3]
    return language, script or likely_script or "", region or likely_region or ""


def _language(code: str, is_only: bool) -> Language:
    base, script, region = _subtags(code)
    locale = Locale.parse(f"{code}-{REGIONS[code]}" if code in REGIONS else code, sep="-")
    has_more = code != base or not is_only
    name = (locale.get_display_name() if has_more else locale.get_language_name()) or code
    digits = str(locale.default_numbering_system)
    with (LOCALES / code / "LC_MESSAGES" / "labirinto.mo").open("rb") as file:
        translations = Translations(file, domain="labirinto")
    return Language(
        code=code,
        name=name[:1].upper() + name[1:],
        direction=locale.text_direction,
        script=script,
        region=REGIONS.get(code, region),
        digits=digits if digits in DIGITS else "latn",
        locale=locale,
        translations=translations,
    )


def load_languages() -> dict[str, Language]:
    """Load all languages with a catalogue, the default first."""
    codes = sorted(path.parent.parent.name for path in LOCALES.glob("*/LC_MESSAGES/*.mo"))
    codes.sort(key=lambda code: code != DEFAULT)
    bases = Counter(code.split("-")[0] for code in codes)
    return {code: _language(code, bases[code.split("-")[0]] == 1) for code in codes}


LANGUAGES = load_languages()


def negotiate(accept: str) -> str:
    """The best language for an Accept-Language header."""
    preferences = []
    for place, part in enumerate(accept[:1000].split(",")):
        match = re.fullmatch(r"\s*([A-Za-z0-9-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*", part)
        if match:
            preferences.append((-float(match[2] or 1), place, match[1]))
    for weight, _, tag in sorted(preferences):
        if weight < 0 and (code := _nearest(tag)):
            return code
    return DEFAULT


def _nearest(tag: str) -> str | None:
    """The language for a BCP 47 tag: of the same region or of none, and in the same script."""
    for code in LANGUAGES:
        if code.lower() == tag.lower():
            return code
    try:
        language, script, _ = _subtags(tag)
    except ValueError:
        return _nearest(tag.rpartition("-")[0]) if "-" in tag else None
    fitting = [
        code
        for code, it in LANGUAGES.items()
        if (it.locale.language, it.script) == (language, script)
    ]
    return min(fitting, key=len, default=None)


def language_for(path: str, cookie: str, accept: str) -> Language:
    """The language of an address, as in ``/embed/it``, else the one chosen, else the browser's."""
    for code in (*path.strip("/").split("/")[:2], cookie):
        if code in LANGUAGES:
            return LANGUAGES[code]
    return LANGUAGES[negotiate(accept)]
