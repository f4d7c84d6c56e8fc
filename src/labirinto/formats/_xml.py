"""XML from outside, in which no declaration is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, cause

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def xml_root(data: bytes, what: str) -> Element:
    """Return the root of a document in UTF-8.

    Args:
        data: The document.
        what: The kind of document, for error messages.

    Raises:
        FileFormatError: If it is no XML, or declares a DTD, which ours never do.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    if b"<!" in data:
        raise FileFormatError(f"this {what} was not made by labirinto: it declares a DTD.")
    try:
        return fromstring(data.decode("utf-8-sig"))
    except (ParseError, ValueError) as error:
        raise FileFormatError(f"the {what} is damaged ({cause(error)}).") from None
