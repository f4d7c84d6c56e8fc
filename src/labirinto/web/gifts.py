"""Gifts: a name, a shape or a photograph as a maze, on a card or a poster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import chain, count
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from labirinto._internal.pixels import open_photograph
from labirinto._internal.refusals import PictureError
from labirinto._internal.source import Source
from labirinto.algorithms.generating import generate
from labirinto.asking.record import Field, gettext
from labirinto.book import Poster, check_printable, write_poster
from labirinto.book.canvas import PagePicture
from labirinto.book.choosing import item_seed
from labirinto.book.poster import LONGEST_TITLE, poster_picture
from labirinto.book.poster_layout import portrait_size
from labirinto.book.words import WORDS
from labirinto.difficulties import LEVELS, REVISION
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.parsing import Choice, choose_ends
from labirinto.portraits import STYLE, portrait, shape_of
from labirinto.seeds import fresh_seed
from labirinto.web import pages, problem_texts, shapes, texts
from labirinto.web.answers import file_response, language_of, run_in_pool
from labirinto.web.drawings import generate_maze
from labirinto.web.fields import SCORE, SEED, Fields, asked, is_one, pairs, shown_values
from labirinto.web.forms import Errors, choices, invalid_texts, levels_by_age, shape_icon
from labirinto.web.headers import NO_STORE
from labirinto.web.languages import Language
from labirinto.web.maze_fields import CHANGED, LETTERS, LEVEL, SHAPE_PROBLEM
from labirinto.web.maze_request import NEW_ENDS, MazeRequest, in_file_name
from labirinto.web.photos import MAX_PIXELS, parse_photograph
from labirinto.web.printing import MEDIA_TYPES, PrintForm, printable_title
from labirinto.web.queries import parse
from labirinto.web.selecting import select
from labirinto.web.service import site_of
from labirinto.web.uploads import MAX_BYTES, UploadError, received
from labirinto.web.work import LARGE_CELLS, CancellableBytesIO, CancelToken

SHEETS = {
    "a4": ("a4", False),
    "letter": ("letter", False),
    "a3": ("a3", False),
    "tabloid": ("tabloid", False),
    "a5": ("a5", False),
    "a6": ("a6", False),
    "a4-folded": ("a5", True),
    "letter-folded": ("half-letter", True),
}
"""The paper of the front, and whether the sheet is folded to a card."""

_SHAPES = tuple(shape for shape in shapes.PICTURES if shape != shapes.LETTERS)
LEAST_SIDE = 16
"""The least side of a portrait in cells, and of its photograph in pixels."""

_PRINT = Style.preset("print")

FIELDS = (
    LETTERS,
    asked("shape", shapes.LETTERS, Choice(shapes.PICTURES), SHAPE_PROBLEM),
    asked("picture", False, is_one, gettext("Choose whether the solution draws it.")),
    LEVEL._replace(default="hard"),
    asked(
        "title",
        "",
        printable_title(LONGEST_TITLE),
        gettext("The title can have at most %(most)s characters."),
        limit=LONGEST_TITLE,
    ),
    asked("paper", "a4", Choice(SHEETS), gettext("Choose one of the paper sizes.")),
    asked("in_colour", False, is_one, gettext("Choose whether the photograph is in colour.")),
    SCORE,
    SEED,
)


@dataclass
class ParsedGift(PrintForm):
    """A valid gift, and what was invalid in the text that it comes from.

    Attributes:
        values: By the names of the fields.
        maze: The maze of the name or the shape.
        portrait: The poster of a photograph, instead of the maze.
        problem: Why there is none of the photograph that was sent.
    """

    values: dict[str, Any]
    language: Language
    maze: MazeRequest
    has_seed: bool
    invalid: set[str]
    typed: Mapping[str, str] = field(default_factory=dict)
    portrait: Poster | None = None
    problem: str = ""
    fields: ClassVar[tuple[Field, ...]] = FIELDS

    @property
    def like_it(self) -> MazeRequest:
        """The maze."""
        return self.maze

    @property
    def sheet(self) -> dict[str, Any]:
        """What the posters of all gifts have: paper, fold and title."""
        paper, is_folded = SHEETS[self.values["paper"]]
        fold = ("right" if self.language.direction == "rtl" else "left") if is_folded else ""
        return {"paper": paper, "fold": fold, "title": self.values["title"], "arrows": True}

    def query(self) -> str:
        """The shortest query for this gift, without its language."""
        return urlencode(pairs(FIELDS, self.values), quote_via=quote)

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language = self.language
        shown = [(shapes.LETTERS, language.text(texts.THE_NAME), "")]
        shown += [(it, language.text(texts.SHAPES[it]), shape_icon(it)) for it in _SHAPES]
        values = shown_values(language, FIELDS, self.values)
        return {
            "typed": values | invalid_texts(self.invalid, self.typed),
            "errors": Errors(self.problems()),
            "level_choices": levels_by_age(language),
            "shape_choices": shown,
            "paper_choices": choices(language, texts.GIFT_SHEETS),
            "longest_word": shapes.MAX_LETTERS,
            "longest_title": LONGEST_TITLE,
            "problem": self.problem,
            "photos_are_read": pages.photos_are_solved(),
        }

    def preview(self, token: CancelToken) -> tuple[list[PagePicture], bool]:
        """The sheet; never a mere sample."""
        return [poster_picture(self._poster(token))], False

    def _write(self, kind: str, stream: CancellableBytesIO, token: CancelToken) -> None:
        write_poster(self._poster(token), stream, format=kind)

    def file_name(self, kind: str) -> str:
        """The name of the file."""
        words = self.values["letters"] or self.values["title"]
        return f"{in_file_name(words).strip('-') or 'labirinto'}.{kind}"

    def _poster(self, token: CancelToken) -> Poster:
        if self.portrait:
            return self.portrait
        chosen = self.maze if self.maze.is_picture else self._of_level(token)
        maze = generate_maze(chosen, token)
        ends = choose_ends(maze, chosen.ends, apart=True)
        sheet = self.sheet
        if self.maze.shape != shapes.LETTERS:
            sheet["title"] = sheet["title"] or self.values["letters"]
        # The command would name what the solution draws.
        hidden = f"labirinto, seed {self.maze.seed}" if self.maze.is_picture else ""
        return Poster(maze, style=_PRINT, ends=ends, command=hidden, **sheet)

    def _of_level(self, token: CancelToken) -> MazeRequest:
        """The maze of the seed, or, if it does not have the level, of a child seed that does."""
        seed = self.values["seed"]
        children = (item_seed(seed, 0, number) for number in count())
        wanted = replace(self.maze, level=self.values["level"])
        revision = self.values["score_revision"]
        return select(wanted, token, chain((seed,), children), revision=revision)


def parse_gift(typed: Mapping[str, str], language: Language) -> ParsedGift:
    """Read the fields of the form or an address; invalid ones get valid values.

    Without a name there is a sample of one, of which nothing can be made.
    """
    fields = Fields(typed)
    fields.refuse(CHANGED)
    values = fields.read_all(FIELDS)
    name, shape, seed = (values[it] for it in ("letters", "shape", "seed"))
    if shape != shapes.LETTERS:
        try:
            check_printable(name)  # as the title
        except InvalidValueError:
            fields.invalid.add("letters")
            values["letters"] = ""
    elif not name:
        name = WORDS[language.code].name
        if typed.get("make"):
            fields.invalid.add("letters")
    if seed is None:
        values |= {"seed": fresh_seed(), "score_revision": REVISION}
    given = {"shape": shape, "ends": NEW_ENDS, "seed": str(values["seed"])}
    if shape == shapes.LETTERS:
        given["letters"] = name
    if values["picture"]:
        given["picture"] = "1"
    else:
        width, height = shapes.grown(LEVELS[values["level"]].size, shape, name)
        given |= {"width": str(width), "height": str(height)}
    parsed = parse("wilson", given)
    invalid = fields.invalid | parsed.invalid & {"picture"}
    if parsed.invalid - {"picture"}:
        invalid.add("letters" if shape == shapes.LETTERS else "shape")
    return ParsedGift(values, language, parsed.request, seed is not None, invalid, typed)


async def portray(request: Request) -> Response:
    """A photograph as a maze: the file, or the form with its preview.  Nothing is kept."""
    language, site = language_of(request), site_of(request)
    parsed = parse_gift({}, language)
    is_file = False
    try:
        async with received(request) as sent:
            names = (*(it.name for it in FIELDS), "make")
            typed = {it: sent.get(it, b"")[:400].decode("utf-8", "replace") for it in names}
            is_file = typed.pop("make") == "pdf"
            parsed = await run_in_pool(request, 0, lambda token: parse_gift(typed, language))
            if not pages.photos_are_solved():
                raise UploadError("unavailable", 501)
            data = parse_photograph(sent).data
            parsed.portrait = await run_in_pool(
                request, LARGE_CELLS, lambda token: _portrait(parsed, data, token)
            )
    except UploadError as error:
        problem = problem_texts.PORTRAIT_PROBLEMS[error.reason]
        limits = {"megabytes": MAX_BYTES // 10**6, "pixels": MAX_PIXELS // 10**6}
        parsed.problem = language.text(problem, **limits)
    if is_file and not (parsed.invalid or parsed.problem):
        content = await run_in_pool(request, LARGE_CELLS, lambda token: parsed.write("pdf", token))
        name = parsed.file_name("pdf")
        return file_response(request, content, MEDIA_TYPES["pdf"], name, NO_STORE)
    page = await run_in_pool(
        request,
        LARGE_CELLS,
        lambda token: pages.print_page(language, site, "gift", parsed, token),
    )
    status = 422 if parsed.invalid or parsed.problem else 200
    return HTMLResponse(page, status, headers=NO_STORE)


def _portrait(parsed: ParsedGift, data: bytes, token: CancelToken) -> Poster:
    """The poster of a photograph.

    Raises:
        UploadError: If it cannot be one.
    """
    sheet = parsed.sheet
    try:
        photo = open_photograph(Source(BytesIO(data)), MAX_PIXELS)
    except PictureError as error:
        known = error.reason in problem_texts.PORTRAIT_PROBLEMS
        raise UploadError(error.reason if known else "damaged") from None
    size = portrait_size(photo.size, STYLE, sheet["paper"], is_titled=bool(sheet["title"]))
    if min(*size, *photo.size) < LEAST_SIDE:
        raise UploadError("small")
    try:
        grid = shape_of(photo, *size)
        maze = generate("wilson", grid, seed=parsed.values["seed"], progress=token, threads=1)
        shown = portrait(maze, photo, in_colour=parsed.values["in_colour"], style=STYLE)
    except InvalidValueError:
        raise UploadError("contrast") from None
    return Poster(maze, ends=choose_ends(maze, NEW_ENDS, apart=True), portrait=shown, **sheet)
