"""``labirinto book``: a book of mazes to print."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from labirinto._internal.files import write_whole
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.help import Command, option
from labirinto.cli.options import parameter_options, take_parameters
from labirinto.cli.output import ProgressBar, check_readable, check_targets, printable_seed
from labirinto.errors import InvalidValueError
from labirinto.parsing import parse_size
from labirinto.solving import ENDS_KINDS


def _names(kind: str) -> Callable[..., list[str]]:
    """The shell completion for the names in a constant of ``labirinto.book``."""

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
        from labirinto import book as books

        return [name for name in getattr(books, kind) if name.startswith(begun.lower())]

    return complete


@click.command(cls=Command, short_help="Print a book of mazes that rise in difficulty, as a PDF.")
@option(
    "Maze", "--count", type=int, default=20, metavar="N", help="Number of mazes.  [default: 20]"
)
@option(
    "Maze", "--algorithm", default="wilson", metavar="|".join(ALGORITHMS), help="[default: wilson]"
)
@option(
    "Maze",
    "--smallest",
    metavar="WIDTHxHEIGHT",
    help="Size of the first mazes.  [default: 10x10, or as --largest if that is smaller]",
)
@option(
    "Maze",
    "--largest",
    metavar="WIDTHxHEIGHT",
    help="Size of the last mazes.  [default: 40x50, or what fits the paper, or as --smallest if "
    "that is larger]",
)
@option(
    "Look",
    "--paper",
    default="a4",
    shell_complete=_names("PAPERS"),
    help="a3, a4, a5, letter or legal.  [default: a4]",
)
@option(
    "Look",
    "--per-page",
    type=int,
    default=1,
    metavar="1|2|4|6",
    help="Mazes on a page.  [default: 1]",
)
@option("Maze", "--seed", help="A number or any text; the same seed makes the same book.")
@option("Look", "--title", default="", help="Title on the cover and at the head of the pages.")
@option(
    "Look",
    "--language",
    default="en",
    shell_complete=_names("WORDS"),
    help="en, it, pt, fa or pa.  [default: en]",
)
@option(
    "Ends and solution",
    "--ends",
    default="border",
    metavar="|".join(ENDS_KINDS),
    help="Choice of start and end: border draws openings and arrows, the others marks.  "
    "[default: border]",
)
@option(
    "Ends and solution",
    "--answers",
    default="end",
    metavar="end|back|none",
    shell_complete=_names("ANSWERS"),
    help="Answers together at the end, small; or on the back of each page.  [default: end]",
)
@option("Look", "--cover/--no-cover", default=True, help="Print a cover.  [default: cover]")
@option(
    "Maze",
    "--candidates",
    type=int,
    default=12,
    metavar="N",
    help="Choose each maze from N mazes by its difficulty.  [default: 12]",
)
@parameter_options
@option(
    "Look",
    "--font",
    "fonts",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Font for letters that no other font has.  Can be given several times.",
)
@option(
    "Files",
    "-o",
    "--output",
    "targets",
    required=True,
    multiple=True,
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Write to a file such as book.pdf; - is standard output.  Can be given several times.",
)
@option("Other", "--quiet", is_flag=True, help="No progress bar.")
def book(targets: tuple[str, ...], quiet: bool, **options: Any) -> None:
    """Print a book of mazes that rise in difficulty, with answers, as a PDF.

    Difficulty is measured: the steps and turns of the solution, the junctions on it, and the dead
    ends that leave it.  Every maze has its difficulty above it, and below it the command that makes
    it again.

    Requires an extra: pip install 'labirinto[pdf]'
    """
    from logging import NullHandler, getLogger

    from labirinto.book import Book, write_book

    # Warnings about a font that is usable do not belong in a terminal.
    getLogger("fontTools").addHandler(NullHandler())
    _check_targets(targets)
    parameters = tuple(take_parameters(options).items())
    for name in ("smallest", "largest"):
        options[name] = options[name] and parse_size(options[name])
    if options["seed"] is None:
        del options["seed"]
    contents = Book(parameters=parameters, **options)
    bar = ProgressBar("Mazes", quiet=quiet, unit="mazes")
    document = io.BytesIO()
    try:
        printed = write_book(contents, document, progress=bar)
    finally:
        bar.close()
    for target in targets:
        if target == "-":
            sys.stdout.buffer.write(document.getbuffer())
        else:
            with write_whole(target) as stream:
                stream.write(document.getbuffer())
    scores = dict.fromkeys(str(round(printed.puzzles[at].score)) for at in (0, -1))
    mazes, pages = (
        f"{number} {thing}" if number == 1 else f"{number} {thing}s"
        for number, thing in ((contents.count, "maze"), (printed.pages, "page"))
    )
    sizes = dict.fromkeys("x".join(map(str, contents.sizes[at])) for at in (0, -1))
    print(
        f"{mazes}, {' to '.join(sizes)}, on {pages}, difficulty {' to '.join(scores)}, "
        f"seed {printable_seed(contents.seed)}",
        file=sys.stderr if "-" in targets else sys.stdout,
    )


def _check_targets(targets: Sequence[str]) -> None:
    check_targets(targets, "pdf")
    for target in targets:
        if target == "-":
            check_readable("pdf")
        elif not target.lower().endswith(".pdf") and not os.path.exists(target):
            raise InvalidValueError(
                f"The file name {target!r} does not end in .pdf, the format of a book."
            )
