"""``labirinto book``: a book of mazes to print."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from labirinto._internal.files import write_whole
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.mazes import seed_field
from labirinto.asking.paper import LANGUAGE, NAME_LINE, PAPER, SUMS, TITLE, UP_TO
from labirinto.asking.record import Field
from labirinto.cli.help import Command, asks, examples
from labirinto.cli.options import OUTPUT, PARAMETERS, QUIET, take_parameters
from labirinto.cli.output import ProgressBar, check_targets, is_file, printable_seed
from labirinto.difficulties import REVISION
from labirinto.errors import InvalidValueError, MissingExtraError, counted, shown
from labirinto.parsing import parse_size
from labirinto.seeds import normalize_seed

if TYPE_CHECKING:
    from labirinto.book import Preflight

_LISTS = (".txt", ".csv")
"""The extensions of files that can be lists of names."""

_SIZED = ("count", "smallest", "largest")


@click.command(
    cls=Command,
    short_help="Print a book of mazes of rising difficulty, as a PDF.",
    epilog=examples(
        "book -o book.pdf",
        "book --count 12 --largest 25x30 --per-page 2 --title 'For Anna' -o book.pdf",
        "book --names Anna,Ben -o names.pdf",
        "book --count 28 --level medium --name-line --no-cover --no-recipes -o class.pdf",
        "book --count 30 --paper 6x9 --for-sale --author 'Anna Rossi' -o book.pdf",
    ),
)
@asks(
    Field("count", "Maze", "Number of mazes.", "N", kind="whole", preset=20),
    Field(
        "algorithm",
        "Maze",
        f"Algorithm that makes the mazes: {', '.join(ALGORITHMS)}.",
        "NAME",
        preset="wilson",
        completes=ALGORITHMS,
    ),
    Field(
        "smallest",
        "Maze",
        "Size of the first maze.",
        "WIDTHxHEIGHT",
        "10x10, or as --largest if that is smaller",
    ),
    Field(
        "largest",
        "Maze",
        "Size of the last maze.",
        "WIDTHxHEIGHT",
        "40x50, or what fits the paper, or as --smallest if that is larger",
    ),
    Field(
        "shapes",
        "Maze",
        "Shapes of the mazes, in turn: rectangle, circle, heart, star ..., or hexagonal, "
        "triangular, octagonal and circular for other cells.",
        "NAME,...",
        "rectangle",
    ),
    Field(
        "names",
        "Maze",
        "Make a maze for every name, in the shape of its letters.  A text file has one name per "
        "line.",
        "FILE|NAME,...",
        "none",
        excludes=_SIZED,
    ),
    Field(
        "pictures",
        "Maze",
        "Make a maze for every picture, which the solution draws.  Pictures are silhouettes such "
        "as heart, files, or words.  The answers are coloured.",
        "NAME|FILE|WORDS,...",
        "none",
        excludes=_SIZED,
    ),
    Field(
        "candidates",
        "Maze",
        "Choose each maze from N candidates by its difficulty.",
        "N",
        kind="whole",
        preset=12,
    ),
    Field(
        "level",
        "Maze",
        "Give all mazes one level of difficulty, and the size of that level unless sizes are "
        "given: easy, medium, hard or expert.",
        "LEVEL",
        "mazes that rise in difficulty",
        preset="",
        completes="labirinto.difficulties:LEVELS",
    ),
    Field(
        "score_revision",
        "Maze",
        "Choose and sort mazes by this revision of the score; 1 for books of earlier versions, "
        "whose commands do not name a revision.",
        "1|2",
        kind="whole",
        preset=REVISION,
    ),
    seed_field("book"),
    *PARAMETERS,
    Field(
        "ends",
        "Ends and solution",
        "Start and end: border, opposite, top-bottom and left-right draw openings and arrows; "
        "corners, farthest and random draw marks; none draws nothing and leaves out the answers.",
        "ENDS",
        preset="border",
        completes="labirinto.book:ENDS",
    ),
    Field(
        "answers",
        "Ends and solution",
        "Print the answers together at the end, small; on the back of each sheet; apart, in a file "
        "such as book-answers.pdf beside the book; or not at all.",
        "end|back|apart|none",
        preset="end",
        completes="labirinto.book:ANSWERS",
    ),
    TITLE._replace(group="Look", meaning="Title on the cover and at the top of pages.", needs=()),
    Field("author", "Look", "Author on the cover.", "NAME", "none", preset=""),
    Field(
        "copyright",
        "Look",
        "Text on the back of the cover; \\n breaks lines.",
        "LINES",
        "none",
        preset="",
    ),
    LANGUAGE._replace(group="Look", meaning="Language of the words in the book.", needs=()),
    Field(
        "cover",
        "Look",
        "Print a cover.",
        without="cover",
        kind="flag",
        preset=True,
        names=("--cover/--no-cover",),
    ),
    Field(
        "recipes",
        "Look",
        "Print the commands that make the mazes again on the last page; for a book for sale they "
        "are in a file such as book-commands.txt beside it.",
        without="recipes",
        kind="flag",
        preset=True,
        names=("--recipes/--no-recipes",),
    ),
    NAME_LINE._replace(
        group="Look", meaning="Print a line for the name above each maze.", shown_in=(), needs=()
    ),
    Field(
        "fonts",
        "Look",
        "Font for letters that the book's own fonts lack.  Can be repeated.",
        "FILE",
        kind="file",
        is_repeated=True,
        names=("--font",),
    ),
    SUMS._replace(
        group="Ends and solution",
        meaning="Print sums behind the junctions; only those on the path are correct: addition, "
        "subtraction, multiplication, division or mixed.",
        needs=(),
    ),
    UP_TO._replace(group="Ends and solution"),
    PAPER._replace(
        meaning="Size of the paper: a3, a4, a5, letter or legal; in inches 5x8, 5.5x8.5, 6x9, "
        "7x10, 8x10, 8.25x11, 8.5x11 or 8.5x8.5; or 21x21cm.",
        without="a4",
        preset="a4",
    ),
    Field(
        "for_sale",
        "Paper and machines",
        "Make a book for print on demand: mirrored pages with an inner margin that grows with "
        "their number; in black and grey; with four to nine answers on a page.",
        kind="flag",
    ),
    Field(
        "one_sided",
        "Paper and machines",
        "Leave the back of each page of mazes blank.",
        kind="flag",
    ),
    Field("per_page", "Paper and machines", "Mazes on a page.", "1|2|4|6", kind="whole", preset=1),
    OUTPUT._replace(
        meaning="Write to a file such as book.pdf; - is standard output.  Can be repeated."
    ),
    QUIET,
)
def book(targets: tuple[str, ...], quiet: bool, **options: Any) -> None:
    """Print a book of mazes of rising difficulty, with answers, as a PDF.

    Difficulty is measured: the steps and turns of the solution, the junctions on it, and the dead
    ends that leave it.  Above every maze is its level, from one star to four; the last page lists
    the commands that make the mazes again.

    It needs an extra: pip install 'labirinto[pdf]'
    """
    from logging import NullHandler, getLogger

    from labirinto.book import Book, commands, write_answers, write_book
    from labirinto.book.choosing import easiest_and_hardest, smallest_and_largest
    from labirinto.book.press import inches, size_in_inches

    # Warnings about a font that is usable do not belong in a terminal.
    getLogger("fontTools").addHandler(NullHandler())
    _check_targets(targets)
    parameters = tuple(take_parameters(options).items())
    for name in ("smallest", "largest"):
        options[name] = options[name] and parse_size(options[name])
    if options["seed"] is None:
        del options["seed"]
    names = _read_names(options["names"])
    options["names"] = names if isinstance(names, tuple) else _listed("names", names)
    options["shapes"] = _listed("shapes", options["shapes"])
    options["pictures"] = _listed("pictures", options["pictures"])
    has_commands = options["for_sale"] and options["recipes"]
    contents = Book(parameters=parameters, **options)
    if contents.answers == "apart":
        _check_have_names(targets)
    document = io.BytesIO()
    with ProgressBar("Mazes", quiet=quiet, unit="mazes") as bar:
        printed = write_book(contents, document, progress=bar)
    files = {"": bytes(document.getbuffer())}
    found = _checked(files[""], quiet) if contents.for_sale else None
    if contents.answers == "apart":
        write_answers(contents, printed.puzzles, apart := io.BytesIO())
        files["-answers.pdf"] = apart.getvalue()
    if has_commands:
        files["-commands.txt"] = commands(contents, printed.puzzles).encode()
    for target in targets:
        _write(target, files)
    if quiet:
        return
    scores = dict.fromkeys(str(round(it)) for it in easiest_and_hardest(printed.puzzles))
    mazes, pages = counted(contents.count, "maze"), counted(printed.pages, "page")
    sizes = dict.fromkeys(f"{w}x{h}" for w, h in smallest_and_largest(printed.puzzles))
    print(
        f"{mazes}, {' to '.join(sizes)}, on {pages}, difficulty {' to '.join(scores)}, "
        f"seed {printable_seed(normalize_seed(contents.seed))}",
        file=sys.stderr if "-" in targets else sys.stdout,
    )
    if found:
        print(
            f"checked for print: pages {size_in_inches(found)}, inner margin "
            f"{inches(found.inner)}, fonts embedded, black and grey only",
            file=sys.stderr if "-" in targets else sys.stdout,
        )


def _checked(document: bytes, quiet: bool) -> Preflight | None:
    """Check the document of a book for sale; None if the package for that is missing.

    Raises:
        InvalidValueError: If it cannot be printed as it is.
    """
    from labirinto.book import preflight

    try:
        with ProgressBar("Checking", quiet=quiet, unit="pages") as bar:
            found = preflight(document, progress=bar)
    except MissingExtraError as error:
        if not quiet:
            print(f"labirinto: the book was not checked for print: {error}", file=sys.stderr)
        return None
    if found.faults:
        raise InvalidValueError(f"This book cannot be printed for sale: {found.faults[0]}.")
    return found


def _write(target: str, files: dict[str, bytes]) -> None:
    """Write a book, and beside one that is a file those that are named by their endings."""
    for ending, data in files.items():
        if target == "-" and not ending:
            sys.stdout.buffer.write(data)
        elif not ending or is_file(target):
            name = f"{os.path.splitext(target)[0]}{ending}" if ending else target
            with write_whole(name) as file:
                file.write(data)


def _check_have_names(targets: Sequence[str]) -> None:
    for target in targets:
        if not is_file(target):
            raise InvalidValueError(
                f"--answers apart writes a file beside the book, and {target!r} has no place for "
                "one; give -o FILE.pdf."
            )


def _listed(name: str, text: str | None) -> tuple[str, ...]:
    words = () if text is None else tuple(text.split(","))
    if not all(word.strip() for word in words):
        raise InvalidValueError(
            f"--{name} is {shown(text)}; it must have something between its commas."
        )
    return words


def _read_names(text: str | None) -> str | tuple[str, ...] | None:
    """The names of a file; any other text as it is.

    Raises:
        InvalidValueError: If the file is not text.
        OSError: If it looks like a file and cannot be read.
    """
    if not text:
        return text
    looks_like_one = os.path.dirname(text) != "" or text.lower().endswith(_LISTS)
    if not (looks_like_one and "," not in text) and not os.path.isfile(text):
        return text
    try:
        lines = Path(text).read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InvalidValueError(
            f"The file {text!r} is not text in UTF-8; give one with a name per line."
        ) from None
    return tuple(line.replace(",", " ") for line in lines if line.strip())


def _check_targets(targets: Sequence[str]) -> None:
    check_targets(targets, "pdf")
    for target in targets:
        if is_file(target) and not target.lower().endswith(".pdf"):
            raise InvalidValueError(
                f"The file name {target!r} does not end in .pdf, the format of a book."
            )
