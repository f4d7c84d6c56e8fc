"""What the forms of books and worksheets share: titles, paper, pictures of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol

from markupsafe import Markup

from labirinto.asking.record import Field, gettext
from labirinto.book import check_printable
from labirinto.book.canvas import PagePicture
from labirinto.book.values import check_title
from labirinto.errors import InvalidValueError
from labirinto.parsing import Choice
from labirinto.web import texts
from labirinto.web.fields import PARAMETERS, asked
from labirinto.web.forms import no_font, sentence
from labirinto.web.languages import Language
from labirinto.web.maze_request import MazeRequest
from labirinto.web.work import CancellableBytesIO, CancelToken

MEDIA_TYPES = {"pdf": "application/pdf", "png": "image/png"}
"""Types of files to print, by extension."""

MAX_TITLE_LENGTH = 100
DEFAULT_PAPER = "a4"

_LETTER_REGIONS = (
    "US", "CA", "MX", "BZ", "CL", "CO", "CR", "GT", "NI", "PA", "PH", "PR", "SV", "VE",
)  # fmt: skip
"""Where paper has the size Letter, as CLDR says."""

_TAG = r"(?:^|,)\s*([A-Za-z]{2,3})(?:-[A-Za-z]{4})?(?:-([A-Za-z]{2}))?\b"
"""A language in a header, and its region."""


class PrintForm(Protocol):
    """Something to print, as a form or an address describes it, and what was invalid in its text.

    Attributes:
        language: Of the page, and of what is printed.
        has_seed: Whether a seed was given.
        invalid: Names of the invalid fields, which have valid values here.
        typed: The original texts by field.
        kinds: The kinds of files that there are of it, the usual one first.
        fields: What it has besides the parameters of an algorithm.
    """

    language: Language
    has_seed: bool
    invalid: set[str]
    typed: Mapping[str, str]
    kinds: ClassVar[tuple[str, ...]] = ("pdf",)
    fields: ClassVar[tuple[Field, ...]]

    @property
    def like_it(self) -> MazeRequest:
        """A maze that stands for it in the previews of links."""

    @property
    def cells(self) -> int:
        """Writing it takes as long as to make this number of cells."""
        return self.like_it.cost

    @property
    def preview_cells(self) -> int:
        """Drawing its preview takes as long as to make this number of cells."""
        return self.cells

    def query(self) -> str:
        """The shortest query that describes it, without its language."""

    def problems(self) -> dict[str, str]:
        """The error messages of all invalid fields."""
        return {name: self._problem(name) for name in self.invalid}

    def _problem(self, name: str) -> str:
        if name == "title" and (letter := _letter_not_printable(self.typed[name])):
            return no_font(self.language, letter)
        return sentence(self.language, (*self.fields, *PARAMETERS), name, {})

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""

    def preview(self, token: CancelToken) -> tuple[list[PagePicture], bool]:
        """Some pages, and whether they are only samples of what will be printed."""

    def write(self, kind: str, token: CancelToken) -> bytes:
        """The file."""
        stream = CancellableBytesIO(token)
        self._write(kind, stream, token)
        return stream.getvalue()

    def _write(self, kind: str, stream: CancellableBytesIO, token: CancelToken) -> None: ...

    def file_name(self, kind: str) -> str:
        """The name under which the file is saved."""


def usual_paper(accept: str) -> str:
    """The paper of a visitor's region: the one that the browser names with its first language.

    Regions of other languages do not count: most browsers ask for American English as well.
    """
    tags = re.findall(_TAG, accept[:1000])
    regions = [region.upper() for code, region in tags if region and code == tags[0][0]]
    return "letter" if regions[:1] and regions[0] in _LETTER_REGIONS else DEFAULT_PAPER


def printable_title(most: int) -> Callable[[str], str]:
    """A reader of titles of at most some characters.

    Letters that the package has no font for are printed in the fonts of this machine.  On another
    machine, the same address may give other letters, but no other mazes.
    """

    def read(text: str) -> str:
        if len(text) > most:
            raise InvalidValueError(f"The title has more than {most} characters.")
        check_printable(text)
        return check_title(text)

    return read


def _letter_not_printable(title: str) -> str:
    """A letter of a title that no font has, or nothing."""
    try:
        check_printable(title[:MAX_TITLE_LENGTH])
    except InvalidValueError as error:
        return str(error.value)
    return ""


TITLE = asked(
    "title",
    "",
    printable_title(MAX_TITLE_LENGTH),
    gettext("The title can have at most %(most)s characters."),
    limit=MAX_TITLE_LENGTH,
)
PAPER = asked(
    "paper", DEFAULT_PAPER, Choice(texts.PAPERS), gettext("Choose one of the paper sizes.")
)


def thumbnails(language: Language, pictures: Iterable[PagePicture]) -> list[dict[str, Any]]:
    """Pictures of pages for the template."""
    return [
        {
            "label": language.text(texts.PAGE_PICTURES[picture.name]),
            "width": f"{picture.width:.1f}",
            "height": f"{picture.height:.1f}",
            "svg": Markup(picture.svg),  # texts in it are escaped
        }
        for picture in pictures
    ]
