"""Worksheets: the form, its address, its preview, and the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.book import PAPERS, Worksheet, write_worksheet
from labirinto.book.canvas import PagePicture
from labirinto.book.worksheet import check_fits, largest_maze, worksheet_pictures
from labirinto.drawing.geometry import drawn_size
from labirinto.errors import InvalidValueError
from labirinto.parsing import choose_ends
from labirinto.web import shapes, texts
from labirinto.web.drawings import generate_maze
from labirinto.web.fields import Fields, choice_reader, whole
from labirinto.web.forms import (
    Errors,
    choices,
    invalid_texts,
    own_ends,
    problem,
    seed_text,
    shape_name,
)
from labirinto.web.languages import Language
from labirinto.web.maze_request import (
    MAX_SIDE,
    NEW_ENDS,
    SHAPE_FIELDS,
    MazeRequest,
    in_file_name,
    with_seed,
)
from labirinto.web.printing import DEFAULT_PAPER, MAX_TITLE_LENGTH, letter_shown, title_reader
from labirinto.web.queries import parse
from labirinto.web.work import CancellableBytesIO, CancelToken

_LEAST_LETTER_HEIGHT = 9
"""Rows of a word in which it can be read."""

_DEFAULT = MazeRequest("wilson", width=20, height=26, ends="border")


@dataclass
class ParsedSheet:
    """A worksheet, and what was invalid in the text that it comes from.

    Attributes:
        maze: The maze.
        language: Of the page, and of the sheet.
        has_seed: Whether a seed was given.
        named: Whether there is a line for the name.
        invalid: Names of the invalid fields, which have valid values here.
        missing: A letter of the title that no font has, or nothing.
        typed: The original texts by field.
    """

    maze: MazeRequest
    language: Language
    has_seed: bool = True
    title: str = ""
    named: bool = True
    answer: bool = False
    paper: str = DEFAULT_PAPER
    invalid: set[str] = field(default_factory=set)
    missing: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    kinds: ClassVar[tuple[str, ...]] = ("pdf", "png")

    @property
    def cells(self) -> int:
        """Of the maze."""
        return self.maze.cost

    @property
    def preview_cells(self) -> int:
        """Of the maze."""
        return self.maze.cost

    @property
    def like_it(self) -> MazeRequest:
        """The maze."""
        return self.maze

    def query(self) -> str:
        """The query of this worksheet: every value that is not its default."""
        maze = self.maze
        pairs: list[tuple[str, object]] = [("algorithm", maze.algorithm), *maze.parameters]
        pairs += [*maze.shape_pairs(), ("width", maze.width), ("height", maze.height)]
        pairs.append(("seed", maze.seed))
        others = {
            "ends": maze.ends if maze.ends != _DEFAULT.ends else "",
            "title": self.title,
            "unnamed": "" if self.named else "1",
            "answer": "1" if self.answer else "",
            "paper": self.paper if self.paper != DEFAULT_PAPER else "",
        }
        pairs += [(name, value) for name, value in others.items() if value]
        return urlencode(pairs, quote_via=quote)

    def problems(self) -> dict[str, str]:
        """The error messages of all invalid fields."""
        return {name: _problem(self.language, self, name) for name in self.invalid}

    def form_values(self) -> dict[str, Any]:
        """The values of the form's template."""
        language, maze = self.language, self.maze
        values: dict[str, Any] = {
            "algorithm": maze.algorithm,
            "width": language.plain_number(maze.width),
            "height": language.plain_number(maze.height),
            "seed": seed_text(language, maze.seed),
            "ends": maze.ends,
            "title": self.title,
            "unnamed": not self.named,
            "answer": self.answer,
            "paper": self.paper,
        }
        values |= invalid_texts(self.invalid, self.typed)
        return {
            "typed": values,
            "errors": Errors(self.problems()),
            "algorithm": maze.algorithm,
            "parameters": (*maze.parameters, *maze.shape_pairs()),
            "shape_shown": shape_name(language, maze) if maze.shape else "",
            "parameter_names": [
                *(p.name for p in ALGORITHMS[maze.algorithm].parameters),
                *SHAPE_FIELDS,
            ],
            "paper_choices": choices(language, texts.PAPERS),
            "ends_choices": choices(language, texts.ENDS),
            "own_ends": own_ends(language, maze),
            "maze_link": f"/{language.code}/{maze.algorithm}?{maze.query()}",
            "longest_title": MAX_TITLE_LENGTH,
        }

    def preview(self, token: CancelToken) -> tuple[list[PagePicture], bool]:
        """The pages of the worksheet; never mere samples."""
        return worksheet_pictures(_worksheet(self, token), token.check), False

    def write(self, kind: str, token: CancelToken) -> bytes:
        """The worksheet as PDF, or its maze as PNG."""
        stream = CancellableBytesIO(token)
        write_worksheet(_worksheet(self, token), stream, format=kind, progress=token)
        return stream.getvalue()

    def file_name(self, kind: str) -> str:
        """The name of the file."""
        return f"{in_file_name(self.title).strip('-') or self.maze.name}.{kind}"


def parse_sheet(typed: Mapping[str, str], language: Language) -> ParsedSheet:
    """Read the fields of the form or an address; invalid ones get valid values."""
    fields, missing = Fields(typed), list[str]()
    algorithm = fields.read("algorithm", choice_reader(tuple(ALGORITHMS)), _DEFAULT.algorithm)
    paper = fields.read("paper", choice_reader(tuple(PAPERS)), DEFAULT_PAPER)
    width = fields.read("width", whole(1, MAX_SIDE), _DEFAULT.width)
    height = fields.read("height", whole(1, MAX_SIDE), _DEFAULT.height)
    given = {name: typed.get(name, "") for name in ("seed", *SHAPE_FIELDS)}
    given |= {p.name: typed.get(p.name, "") for p in ALGORITHMS[algorithm].parameters}
    usual_ends = _DEFAULT.ends if given["seed"].strip() else NEW_ENDS
    given["ends"] = typed.get("ends", "").strip() or usual_ends
    is_sized = any(typed.get(name, "").strip() for name in ("width", "height"))
    usual = _usual_size(given, paper)
    if not is_sized:
        width, height = usual
    parsed = parse(algorithm, given | {"width": str(width), "height": str(height)})
    if not _fits(*drawn_size(parsed.request.grid), paper):
        fields.invalid |= {"width", "height"}
        width, height = usual
        # The ends are those of a maze of this size.
        size = {"width": str(width), "height": str(height)}
        parsed = parse(algorithm, given | {"mask": "", "rooms": "", "doors": ""} | size)
        parsed.invalid -= {"mask"}
    if parsed.request.algorithm != algorithm:
        parsed.invalid.add("algorithm")
    maze = parsed.request
    if "ends" in parsed.invalid:
        maze = replace(maze, ends="none" if maze.cells == 1 else _DEFAULT.ends)
    answer = fields.read("answer", choice_reader(("0", "1")), "0") == "1"
    title = fields.read("title", title_reader(missing), "")
    named = fields.read("unnamed", choice_reader(("0", "1")), "0") == "0"
    return ParsedSheet(
        maze if maze.seed is not None else with_seed(maze),
        language,
        maze.seed is not None,
        title,
        named,
        answer and maze.ends != "none",
        paper,
        fields.invalid | parsed.invalid,
        "".join(missing[:1]),
        typed,
    )


def _usual_size(given: Mapping[str, str], paper: str) -> tuple[int, int]:
    """The size of a maze if none is typed; a word has the largest in which the paper has room."""
    if given["shape"] == shapes.LETTERS:
        for height in range(shapes.LETTER_HEIGHT, _LEAST_LETTER_HEIGHT - 1, -1):
            try:
                size = shapes.letters_size(shapes.check_letters(given["letters"]), height)
            except InvalidValueError:
                break
            if _fits(*size, paper):
                return size
    return _DEFAULT.size


def _fits(across: float, down: float, paper: str) -> bool:
    """Whether a maze of a size can be printed on a paper."""
    try:
        check_fits(ceil(across), ceil(down), paper)
    except InvalidValueError:
        return False
    return True


def worksheet_address(language: Language, request: MazeRequest) -> str:
    """The address of the form for a maze."""
    ends = request.ends if request.ends != "none" else _DEFAULT.ends
    sheet = ParsedSheet(replace(request, ends=ends), language, answer=request.solution)
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
        shape=shape_name(parsed.language, parsed.maze) if parsed.maze.shape else "",
    )


def _problem(language: Language, parsed: ParsedSheet, name: str) -> str:
    if name == "title" and parsed.missing:
        return language.text(texts.NO_FONT, letter=letter_shown(parsed.missing))
    if name == "algorithm" and parsed.typed.get(name) in ALGORITHMS:
        return language.text(texts.COMPARE_PROBLEM)
    if name not in texts.WORKSHEET_PROBLEMS:
        return problem(language, parsed.maze, parsed.typed, name)
    longer, shorter = map(language.number, largest_maze(parsed.paper))
    most = language.number(MAX_TITLE_LENGTH)
    return language.text(texts.WORKSHEET_PROBLEMS[name], most=most, shorter=shorter, longer=longer)
