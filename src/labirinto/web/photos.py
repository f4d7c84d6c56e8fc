"""Mazes in photographs: what visitors send, the path over it, and why there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from labirinto._internal.refusals import PictureError
from labirinto.errors import FileFormatError, InvalidValueError, NoPathError
from labirinto.formats.picture import solve_picture
from labirinto.parsing import parse_whole
from labirinto.recognition.answer import NotShownError, SolvedPicture
from labirinto.web import texts
from labirinto.web.languages import Language
from labirinto.web.own_pictures import OwnPicture, solve_own
from labirinto.web.uploads import MAX_BYTES

MAX_PIXELS = 20_000_000
"""They take 240 MB of memory while a maze is searched for."""

SECONDS = 12
"""The search ends after this time, or soon after."""

_MOST_MAZES = 99
_LONGEST_FIELD = 50
_HEIF = rb".{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)"
Places = tuple[tuple[float, float], tuple[float, float]]


class PhotoError(Exception):
    """A photograph that is not solved.

    Attributes:
        reason: A key of ``texts.PHOTO_PROBLEMS``.
        status: Of the response.
        count: How many mazes there are to choose from.
        place: The pixel near which the path may cross a wall.
    """

    def __init__(
        self,
        reason: str,
        status: int = 422,
        *,
        count: int = 0,
        place: tuple[int, int] | None = None,
    ) -> None:
        self.reason: str = reason
        self.status: int = status
        self.count: int = count
        self.place: tuple[int, int] | None = place
        super().__init__(reason)

    def sentence(self, language: Language, *, plain: bool = False) -> str:
        """What a visitor is told; ``plain`` for a page without scripts."""
        reason = f"plain_{self.reason}" if plain else self.reason
        text = texts.PHOTO_PROBLEMS.get(reason) or texts.PHOTO_PROBLEMS[self.reason]
        values = {
            "megabytes": language.number(MAX_BYTES // 10**6),
            "pixels": language.number(MAX_PIXELS // 10**6),
            "count": language.number(self.count),
        }
        return language.text(text, **values)


@cache
def are_solved() -> bool:
    """Whether the packages that this takes are installed."""
    return all(find_spec(name) for name in ("numpy", "cv2", "PIL"))


class Photograph(NamedTuple):
    """A photograph as it is sent.

    Attributes:
        data: The file.
        which: The number of the maze in it; None if there is only one.
        places: Start and end in pixels; None for those that it shows.
    """

    data: bytes
    which: int | None
    places: Places | None


def parse_photograph(fields: Mapping[str, bytes]) -> Photograph:
    """Read the fields of the form: ``photo``, ``which``, and ``places`` such as ``10,20-300,40``.

    Raises:
        PhotoError: If there is no photograph, or none that can be read.
    """
    data = fields.get("photo", b"")
    if not data:
        raise PhotoError("none")
    if re.match(_HEIF, data, re.DOTALL):
        raise PhotoError("heic")
    return Photograph(data, _read(fields, "which", _number), _read(fields, "places", _places))


def solve(photograph: Photograph) -> SolvedPicture | OwnPicture:
    """Solve the maze in a photograph, or in a picture that Labirinto has made.

    Raises:
        PhotoError: If it is not solved.
    """
    data, which, places = photograph
    try:
        return solve_own(data, places, MAX_PIXELS) or solve_picture(
            data, places=places, which=which, max_pixels=MAX_PIXELS, seconds=SECONDS
        )
    except PictureError as error:
        raise PhotoError(error.reason, count=error.count, place=error.place) from None
    except FileFormatError:
        raise PhotoError("damaged") from None
    except NotShownError:
        raise PhotoError("ends") from None
    except NoPathError:
        raise PhotoError("path") from None
    except InvalidValueError:
        raise PhotoError("places") from None


def _read(fields: Mapping[str, bytes], name: str, convert: Callable[[str], Any]) -> Any:
    """A field that need not be there; what is invalid counts as if it were not."""
    try:
        return convert(fields.get(name, b"")[:_LONGEST_FIELD].decode("utf-8", "replace"))
    except InvalidValueError:
        return None


def _number(text: str) -> int | None:
    number = parse_whole(text, "which")
    return number if 1 <= number <= _MOST_MAZES else None


def _places(text: str) -> Places | None:
    match = re.fullmatch(r"(\d{1,5}),(\d{1,5})-(\d{1,5}),(\d{1,5})", text)
    if not match:
        return None
    x, y, x2, y2 = map(int, match.groups())
    return (x, y), (x2, y2)
