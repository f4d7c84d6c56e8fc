"""XML from outside, in which no declaration is followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from labirinto.errors import FileFormatError, cause

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PIECE = re.compile(r"\s*(<\?|<!--|<!)?")
_ENDS = {"<?": "?>", "<!--": "-->"}


def xml_root(data: bytes, what: str) -> Element:
    """Return the root of a document in UTF-8.

    Args:
        data: The document.
        what: The kind of document, for error messages.

    Raises:
        FileFormatError: If it is no XML, or declares a DTD, which ours never do.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        text = data.decode("utf-8-sig")
        if "<!" in declarations(text):
            raise FileFormatError(f"this {what} was not made by labirinto: it declares a DTD.")
        return fromstring(text)
    except FileFormatError:
        raise
    except (ParseError, ValueError) as error:
        raise FileFormatError(f"the {what} is damaged ({cause(error)}).") from None


def declarations(text: str) -> str:
    """Return what a document declares before its root: its processing instructions and, if it
    declares a DTD, all from there on.

    Entities are declared nowhere else, and comments declare nothing.  A text that is no XML gives
    anything, which a parser refuses.
    """
    found: list[str] = []
    at = 0
    while (piece := _PIECE.match(text, at)) and (begins := piece[1]):
        if begins == "<!":
            found.append(text[piece.start(1) :])
            break
        end = text.find(_ENDS[begins], piece.end())
        if end < 0:
            break
        at = end + len(_ENDS[begins])
        if begins == "<?":
            found.append(text[piece.start(1) : at])
    return "".join(found)
