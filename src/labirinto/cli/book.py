"""``labirinto book``: mazes on paper."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from labirinto._internal.files import write_whole
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.cli.options import parameter_options, take_parameters
from labirinto.cli.output import ProgressBar, check_readable, check_targets, printable_seed
from labirinto.errors import InvalidValueError
from labirinto.parsing import parse_endless_size
from labirinto.solving import ENDS_KINDS


def _names(kind: str) -> Callable[..., list[str]]:
    """What a shell completes the beginning of a name to."""

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
        from labirinto import book as books

        return [name for name in getattr(books, kind) if name.startswith(begun.lower())]

    return complete


@click.command(short_help="Print a book of mazes that rise in difficulty, as a PDF.")
@click.option("--count", type=int, default=20, metavar="N", help="How many.  [default: 20]")
@click.option(
    "--algorithm", default="wilson", metavar="|".join(ALGORITHMS), help="[default: wilson]"
)
@click.option(
    "--from",
    "smallest",
    metavar="WIDTHxHEIGHT",
    help="Size of the first mazes.  [default: 10x10, or as --to if that is smaller]",
)
@click.option(
    "--to",
    "largest",
    metavar="WIDTHxHEIGHT",
    help="Size of the last ones.  [default: 40x50, or what fits, or as --from if that is larger]",
)
@click.option(
    "--paper",
    default="a4",
    shell_complete=_names("PAPERS"),
    help="a3, a4, a5, letter or legal.  [default: a4]",
)
@click.option(
    "--per-page", type=int, default=1, metavar="1|2|4|6", help="Mazes on a page.  [default: 1]"
)
@click.option("--seed", help="A number or any text; the same seed makes the same book.")
@click.option("--title", default="", help="For the cover and the head of the pages.")
@click.option(
    "--lang",
    "language",
    default="en",
    shell_complete=_names("WORDS"),
    help="en, it, pt, fa or pa.  [default: en]",
)
@click.option(
    "--ends",
    default="border",
    metavar="|".join(ENDS_KINDS),
    help="Where to start and end: border has openings and arrows, the others marks.  "
    "[default: border]",
)
@click.option(
    "--answers",
    default="end",
    metavar="end|back|none",
    shell_complete=_names("ANSWERS"),
    help="Together at the end, small; or each page's on its back.  [default: end]",
)
@click.option("--cover/--no-cover", default=True, help="Whether there is a cover.")
@click.option(
    "--candidates",
    type=int,
    default=12,
    metavar="N",
    help="For each place in the book N mazes are drawn, and the one whose difficulty fits best is "
    "taken.  [default: 12]",
)
@parameter_options
@click.option(
    "--font",
    "fonts",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="A font for letters that no other has.  Can be given several times.",
)
@click.option(
    "-o",
    "--output",
    "targets",
    required=True,
    multiple=True,
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Write to a file such as book.pdf; - is standard output.  Can be given several times.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def book(targets: tuple[str, ...], quiet: bool, **options: Any) -> None:
    """Print a book of mazes that rise in difficulty, with answers, as a PDF.

    Difficulty is measured: the steps and turns of the way, the junctions on it, and the dead ends
    that leave it.  Every maze has its difficulty above it, and below it the command that makes it
    again.

    It needs the extra: pip install 'labirinto[pdf]'
    """
    from logging import NullHandler, getLogger

    from labirinto.book import Book, write_book

    # What is odd about a font that still can be used is nothing for a terminal.
    getLogger("fontTools").addHandler(NullHandler())
    _check_targets(targets)
    parameters = tuple(take_parameters(options).items())
    told = {name: options.pop(name) for name in ("smallest", "largest")}
    options |= {name: _size(text) for name, text in told.items() if text is not None}
    if options["seed"] is None:
        del options["seed"]
    wanted = Book(parameters=parameters, **options)
    bar = ProgressBar("Mazes", quiet=quiet, unit="mazes")
    document = io.BytesIO()
    try:
        printed = write_book(wanted, document, progress=bar)
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
        for number, thing in ((wanted.count, "maze"), (printed.pages, "page"))
    )
    sizes = dict.fromkeys("x".join(map(str, wanted.sizes[at])) for at in (0, -1))
    print(
        f"{mazes}, {' to '.join(sizes)}, on {pages}, difficulty {' to '.join(scores)}, "
        f"seed {printable_seed(wanted.seed)}",
        file=sys.stderr if "-" in targets else sys.stdout,
    )


def _size(text: str) -> tuple[int, int]:
    width, height = parse_endless_size(text)
    if height is None:
        raise InvalidValueError(f"The size {text!r} has no end, and the pages of a book have one.")
    return width, height


def _check_targets(targets: Sequence[str]) -> None:
    check_targets(targets, "pdf")
    for target in targets:
        if target == "-":
            check_readable("pdf")
        elif not target.lower().endswith(".pdf") and not os.path.exists(target):
            raise InvalidValueError(
                f"The file name {target!r} does not end in .pdf, which a book is."
            )
