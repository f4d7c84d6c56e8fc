"""Worksheets: the form, its address, its preview, and the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Field, gettext
from labirinto.book import Worksheet, write_worksheet
from labirinto.book.canvas import PagePicture
from labirinto.book.worksheet import check_fits, largest_maze, worksheet_pictures
from labirinto.errors import InvalidValueError
from labirinto.grids.lettering import fitting_size
from labirinto.parsing import choose_ends
from labirinto.web import problem_texts, shapes, texts
from labirinto.web.drawings import generate_maze
from labirinto.web.fields import (
    SEED,
    Fields,
    algorithm_field,
    asked,
    is_one,
    pairs,
    parameters_of,
    shown_values,
)
from labirinto.web.forms import (
    Errors,
    choices,
    explained,
    invalid_texts,
    lacking_ends,
    link_problem,
    own_ends,
    problem,
    shape_name,
)
from labirinto.web.languages import Language
from labirinto.web.maze_fields import LINKS, LOOK, MAX_SIDE, SHAPING, SIZE, size_fields
from labirinto.web.maze_request import NEW_ENDS, MazeRequest, in_file_name, with_seed
from labirinto.web.printing import DEFAULT_PAPER, MAX_TITLE_LENGTH, PAPER, TITLE, PrintForm
from labirinto.web.queries import Parsed, parse
from labirinto.web.work import CancellableBytesIO, CancelToken

_DEFAULT = MazeRequest("wilson", width=20, height=26, ends="border")

_SHEET_SIDE = gettext(
    "On this paper a worksheet has room for at most %(shorter)s by %(longer)s cells, in "
    "portrait or landscape."
)
_ANSWER = gettext("Choose whether to add the answer.")
_UNNAMED = gettext("Choose whether to add a line for the name.")

_ALGORITHM = algorithm_field(ALGORITHMS, _DEFAULT.algorithm)
_SIZE = size_fields(*_DEFAULT.size, MAX_SIDE)
_SHEET = (
    TITLE,
    asked("unnamed", False, is_one, _UNNAMED),
    asked("answer", False, is_one, _ANSWER),
    PAPER,
)
FIELDS = (_ALGORITHM, *_SIZE, SEED, *_SHEET)
"""What a worksheet has besides its maze."""


@dataclass
class ParsedSheet(PrintForm):
    """A worksheet, and what was invalid in the text that it comes from.

    Attributes:
        maze: The maze.
        named: Whether there is a line for the name.
    """

    maze: MazeRequest
    language: Language
    has_seed: bool = True
    title: str = ""
    named: bool = True
    answer: bool = False
    paper: str = DEFAULT_PAPER
    invalid: set[str] = field(default_factory=set)
    typed: Mapping[str, str] = field(default_factory=dict)
    kinds: ClassVar[tuple[str, ...]] = ("pdf", "png")
    fields: ClassVar[tuple[Field, ...]] = (_ALGORITHM, *_SHEET)

    @property
    def like_it(self) -> MazeRequest:
        """The maze."""
        return self.maze

    def query(self) -> str:
        """The query of this worksheet: every value that is not its default."""
        maze = self.maze
        words: list[tuple[str, object]] = [("algorithm", maze.algorithm), *maze.parameters]
        words += [*maze.shape_pairs(), ("width", maze.width), ("height", maze.height)]
        words.append(("seed", maze.seed))
        if maze.ends != _DEFAULT.ends:
            words.append(("ends", maze.ends))
        return urlencode(words + pairs(_SHEET, self.values), quote_via=quote)

    @property
    def values(self) -> dict[str, Any]:
        """The values of the fields of the sheet."""
        return {**vars(self), "unnamed": not self.named}

    def _problem(self, name: str) -> str:
        language = self.language
        if name == "algorithm" and self.typed.get(name) in ALGORITHMS:
            return language.text(problem_texts.COMPARE_PROBLEM)
        if name in ("width", "height"):
            if said := link_problem(language, self.maze, self.typed, name):
                return said
            longer, shorter = largest_maze(self.paper)
            return language.text(_SHEET_SIDE, shorter=shorter, longer=longer)
        if name in (field.name for field in self.fields):
            return super()._problem(name)
        return problem(language, self.maze, self.typed, name)

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language, maze = self.language, self.maze
        values = shown_values(language, _SHEET, self.values)
        values |= shown_values(language, (*SIZE, SEED, *LOOK), maze.values)
        values |= invalid_texts(self.invalid, self.typed)
        return {
            "typed": values,
            "errors": Errors(self.problems()),
            "algorithm": maze.algorithm,
            "parameters": (*maze.parameters, *maze.shape_pairs()),
            "shape_shown": shape_name(language, maze, is_first=True) if maze.is_shaped else "",
            "parameter_names": [it.name for it in (*parameters_of(maze.algorithm), *SHAPING)],
            "paper_choices": choices(language, texts.PAPERS),
            "ends_choices": choices(language, texts.ENDS),
            "lacking_ends": lacking_ends(maze, values["ends"]),
            "own_ends": own_ends(language, maze),
            "maze_link": f"/{language.code}/{maze.algorithm}?{maze.query()}",
            "longest_title": MAX_TITLE_LENGTH,
        }

    def preview(self, token: CancelToken) -> tuple[list[PagePicture], bool]:
        """The pages of the worksheet; never mere samples."""
        return worksheet_pictures(_worksheet(self, token), token.check), False

    def _write(self, kind: str, stream: CancellableBytesIO, token: CancelToken) -> None:
        write_worksheet(_worksheet(self, token), stream, format=kind, progress=token)

    def file_name(self, kind: str) -> str:
        """The name of the file."""
        return f"{in_file_name(self.title).strip('-') or self.maze.name}.{kind}"


def parse_sheet(typed: Mapping[str, str], language: Language) -> ParsedSheet:
    """Read the fields of the form or an address; invalid ones get valid values."""
    fields = Fields(typed)
    sheet, algorithm = fields.read_all(_SHEET), fields.read(_ALGORITHM)
    width, height = fields.read_all(_SIZE).values()
    paper = sheet["paper"]
    known = (SEED, *SHAPING, *parameters_of(algorithm))
    given = {field.name: typed.get(field.name, "") for field in known}
    usual_ends = _DEFAULT.ends if given["seed"].strip() else NEW_ENDS
    if given["wrap"] == "xy":
        usual_ends = "farthest"
    given["ends"] = typed.get("ends", "").strip() or usual_ends
    is_sized = any(typed.get(name, "").strip() for name in ("width", "height"))
    usual = _usual_size(given, paper)
    if not is_sized:
        width, height = usual

    def sized(width: int, height: int) -> Parsed:
        return parse(algorithm, given | {"width": str(width), "height": str(height)})

    parsed = sized(width, height)
    are_too_many = (parsed.invalid - sized(*usual).invalid) & {it.name for it in LINKS}
    if are_too_many or not _fits(*parsed.request.grid.size, paper):
        fields.invalid |= {"width", "height"}
        given |= dict.fromkeys(("mask", "symmetry", "rooms", "doors"), "")
        # The ends are those of a maze of this size.
        parsed = sized(*usual)
        while not _fits(*parsed.request.grid.size, paper):  # as several floors may not
            width, height = (ceil(side / 2) for side in parsed.request.size)
            parsed = sized(width, height)
        parsed.invalid -= {"mask"}
    if parsed.request.algorithm != algorithm:
        parsed.invalid.add("algorithm")
    maze = parsed.request
    if "ends" in parsed.invalid:
        maze = replace(maze, ends="none" if maze.cells == 1 else maze.played_ends)
    return ParsedSheet(
        maze if maze.seed is not None else with_seed(maze),
        language,
        maze.seed is not None,
        sheet["title"],
        not sheet["unnamed"],
        sheet["answer"] and maze.ends != "none",
        paper,
        fields.invalid | parsed.invalid,
        typed,
    )


def _usual_size(given: Mapping[str, str], paper: str) -> tuple[int, int]:
    """The size of a maze if none is typed; a word has the largest in which the paper has room."""
    if given["shape"] == shapes.LETTERS:
        try:
            word = shapes.check_letters(given["letters"])
            if _fits(*(size := shapes.letters_size(word)), paper):
                return size
            return fitting_size(word, *largest_maze(paper), shapes.LETTER_SIZE)[:2]
        except InvalidValueError:
            pass
    return _DEFAULT.size


def _fits(across: float, down: float, paper: str) -> bool:
    """Whether a maze of a size can be printed on a paper."""
    try:
        check_fits(ceil(across), ceil(down), paper)
    except InvalidValueError:
        return False
    return True


def worksheet_address(language: Language, request: MazeRequest, paper: str) -> str:
    """The address of the form for a maze, on a paper."""
    shown = replace(request, ends=request.played_ends)
    sheet = ParsedSheet(shown, language, answer=request.solution, paper=paper)
    return f"/{language.code}/worksheet?{sheet.query()}"


def _worksheet(parsed: ParsedSheet, token: CancelToken) -> Worksheet:
    """Make the maze, and put it on a sheet."""
    maze = generate_maze(parsed.maze, token)
    return Worksheet(
        maze,
        ends=choose_ends(maze, parsed.maze.ends, apart=True),
        title=parsed.title,
        name_line=parsed.named,
        answer=parsed.answer,
        paper=parsed.paper,
        language=parsed.language.code,
        shape=shape_name(parsed.language, parsed.maze, is_first=True)
        if parsed.maze.is_shaped
        else "",
        note=" ".join(explained(parsed.language, parsed.maze)),
    )
