"""``labirinto watch``: watch an algorithm at work in the terminal."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from dataclasses import replace
from typing import Any

from labirinto._internal.extras import needing
from labirinto._internal.validation import Value
from labirinto.algorithms.generating import filmed_by
from labirinto.animate import Film, record
from labirinto.animate.film import check_watchable
from labirinto.animate.look import Look
from labirinto.cli.output import ProgressBar, can_print, may_colour, printable
from labirinto.cli.shapes import may_have_size, typed_mask
from labirinto.cli.watch_player import FASTEST, Player
from labirinto.cli.watch_screen import Capabilities
from labirinto.cli.watch_words import NARROWEST, Words
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError, LabirintoError
from labirinto.grids.rectangle import Rectangle
from labirinto.parsing import parse_size
from labirinto.recipe import Recipe
from labirinto.seeds import fresh_seed

LARGEST = (100, 50)
"""The largest maze without a size; larger ones take too long to watch."""

_WORDS = 7
"""Lines for the words below a shape without a size."""


def watch_film(
    algorithm: str,
    size: str | None,
    parameters: dict[str, Value],
    shape: dict[str, Any] | None = None,
    *,
    seed: str | None = None,
    speed: float | None = None,
    style: str = "dark",
    ascii_only: bool = False,
) -> None:
    """Shows a film in the terminal until the user quits, then prints the command for its maze.

    Args:
        algorithm: A name in ``FILMS``.
        size: Width and height as typed; None for the largest maze that fits.
        parameters: The parameters of the algorithm, by name.
        shape: The options of a mask or of letters, by name.
        seed: The seed as typed; None for a new one.
        speed: Steps a second; None for a speed at which the film takes about a minute.
        style: A preset of ``Style``.
        ascii_only: Whether to draw in ASCII.

    Raises:
        InvalidValueError: If a value is invalid, or the window is too small.
        MissingExtraError: If the packages of the extra ``watch`` are not installed.
        LabirintoError: If there is no terminal.
        TooLargeError: If there are too many cells or steps.
    """
    known, _ = filmed_by(algorithm)
    if speed is not None and not 0 < speed <= FASTEST:
        requirement = f"above 0 and at most {FASTEST} steps a second"
        raise InvalidValueError(field="speed", value=speed, requirement=requirement)
    look = Look.of(Style.preset(style))
    sides = parse_size(size) if size else None
    ascii_only = ascii_only or not can_print("▀┼━►‖")
    capabilities = Capabilities(look if may_colour() else None, ascii_only)
    if shape:
        grid = typed_mask(shape, sides or _size_for(shape, capabilities))
    else:
        grid = Rectangle(*sides or LARGEST)
    check_watchable(grid)
    # Invalid values are reported before problems of the terminal.
    recipe = Recipe(
        known.name,
        seed=fresh_seed() if seed is None else seed,
        revision=known.revision,
        parameters=known.complete(parameters),
        grid=grid,
    )
    recipe = _fitting(algorithm, recipe, capabilities, shrink=not sides and not shape)
    with ProgressBar("Recording", unit="steps") as bar:
        film = record(
            algorithm,
            recipe.grid,
            None,
            seed=recipe.seed,
            progress=lambda done, _: bar(done, None),
            **dict(recipe.parameters),
        )
    play(film, capabilities, _command(algorithm, recipe), speed)


def play(film: Film, capabilities: Capabilities, command: str, speed: float | None) -> None:
    """Shows a film until the user quits, then prints a command.

    Raises:
        MissingExtraError: If the packages of the extra ``watch`` are not installed.
    """
    with needing("Watching needs {}", "watch"):
        from labirinto.cli.watch_app import Window
    # The packages of the window stay to the end, too.
    gc.freeze()
    words = Words(film.algorithm, command, ascii_only=capabilities.ascii_only)
    window = Window(Player(film, speed), capabilities, words)
    window.run(mouse=False)  # leaves the mouse to the terminal, for selecting text
    print(command)
    if window.ended_by:
        sys.stdout.flush()
        signal.signal(window.ended_by, signal.SIG_DFL)
        os.kill(os.getpid(), window.ended_by)


def _size_for(shape: dict[str, Any], capabilities: Capabilities) -> tuple[int, int] | None:
    """A size of a shape for the terminal; None if it may have its own."""
    if may_have_size(shape):
        return None
    columns, lines = shutil.get_terminal_size()
    width, height = capabilities.smallest.largest((columns, lines - _WORDS))
    return max(1, min(width, LARGEST[0])), max(1, min(height, LARGEST[1]))


def _command(algorithm: str, recipe: Recipe) -> str:
    """The command that makes the maze again; for a maze that only films make, its film."""
    recipe = printable(recipe)
    if algorithm == recipe.algorithm:
        return recipe.command
    return recipe.command.replace(recipe.algorithm, f"watch {algorithm}", 1)


def _fitting(algorithm: str, recipe: Recipe, capabilities: Capabilities, *, shrink: bool) -> Recipe:
    """Checks that the window has room for a maze; with ``shrink``, reduces the maze to fit.

    Raises:
        InvalidValueError: If the window is too small.
        LabirintoError: If there is no terminal.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if os.environ.get("TERM") == "dumb" or not all(stream.isatty() for stream in streams):
        raise LabirintoError("Watching needs a terminal; run it without pipes or redirections.")
    columns, lines = shutil.get_terminal_size()
    words = Words(algorithm, _command(algorithm, recipe))
    room = (columns, lines - words.height(columns)) if columns >= NARROWEST else (0, 0)
    form = capabilities.smallest
    largest = form.largest(room)
    if shrink and min(largest) > 0:
        width, height = map(min, largest, LARGEST)
        return replace(recipe, grid=Rectangle(width, height))
    width, height = (1, 1) if shrink else (recipe.width, recipe.height)
    if not capabilities.form(width, height, room):
        needed = words.window(form.room(width, height))
        fits = f"at most {largest[0]}x{largest[1]}, or " if min(largest) > 0 else ""
        raise InvalidValueError(
            f"A {width}x{height} maze needs a window of {needed[0]} columns and {needed[1]} "
            f"lines, and this one has {columns} and {lines}; use {fits}a larger window."
        )
    return recipe
