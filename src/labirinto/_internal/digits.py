"""Digits by the names that Unicode gives to systems of numbering."""

from __future__ import annotations

DIGITS = {
    "latn": "0123456789",
    "arab": "٠١٢٣٤٥٦٧٨٩",
    "arabext": "۰۱۲۳۴۵۶۷۸۹",
    "beng": "০১২৩৪৫৬৭৮৯",
    "deva": "०१२३४५६७८९",
    "guru": "੦੧੨੩੪੫੬੭੮੯",
}


def in_digits(text: str, system: str) -> str:
    """Write the digits of a text in a system of numbering."""
    return text.translate(str.maketrans(DIGITS["latn"], DIGITS[system]))
