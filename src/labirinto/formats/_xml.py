"""XML from outside: nothing of what can be declared in it is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def xml_root(data: bytes, what: str) -> Element:
    """The root of a document in UTF-8.

    Args:
        what: the kind of document, for the sentence that refuses it.

    Raises:
        FileFormatError: if it is no XML, or declares a DTD, which none of ours does.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    if b"<!" in data:
        raise FileFormatError(f"this {what} was not made by labirinto: it declares a DTD.")
    try:
        return fromstring(data.decode("utf-8-sig"))
    except (ParseError, ValueError) as error:
        raise FileFormatError(f"the {what} is damaged ({error}).") from None
