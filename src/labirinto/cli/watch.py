"""``labirinto watch``: an algorithm at work in the terminal."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from dataclasses import replace

from labirinto.algorithms.generating import filmed_by
from labirinto.animate import Film, record
from labirinto.animate.film import MOST_CELLS
from labirinto.animate.look import Look
from labirinto.cli.output import ProgressBar, can_print, printable
from labirinto.cli.watch_player import FASTEST, Player
from labirinto.cli.watch_screen import Means
from labirinto.cli.watch_words import NARROWEST, Words
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError, LabirintoError, MissingExtraError
from labirinto.parsing import parse_size
from labirinto.recipe import Recipe
from labirinto.seeds import fresh_seed

LARGEST = (100, 50)
"""What fits into a very large window would be more than one likes to wait for."""


def watch_film(
    algorithm: str,
    size: str | None,
    parameters: dict[str, float],
    *,
    seed: str | None = None,
    speed: float | None = None,
    style: str = "dark",
    ascii_only: bool = False,
) -> None:
    """Shows a film in the terminal until it is quit, and then tells how to make its maze again.

    Raises:
        InvalidValueError: for a value that cannot be, or a window that is too small.
        MissingExtraError: if the packages of the extra ``watch`` are not installed.
        LabirintoError: if there is no terminal.
        TooLargeError: if there is too much to be watched.
    """
    known, _ = filmed_by(algorithm)
    if speed is not None and not 0 < speed <= FASTEST:
        raise InvalidValueError(
            f"The speed is {speed:g}; it must be above 0 and at most {FASTEST} steps a second."
        )
    look = Look.of(Style.preset(style))
    width, height = parse_size(size) if size else LARGEST
    # All that is wrong with what is asked for is told before what is wrong with the terminal.
    recipe = Recipe(
        known.name,
        width,
        height,
        fresh_seed() if seed is None else seed,
        known.revision,
        known.complete(parameters),
    )
    ascii_only = ascii_only or not can_print("▀┼━►‖")
    means = Means(None if "NO_COLOR" in os.environ else look, ascii_only)
    if size is None:
        recipe = _largest(algorithm, recipe, means)
    elif width * height <= MOST_CELLS:  # larger ones fit nowhere, and a film refuses them
        _check_room(algorithm, recipe, means)
    bar = ProgressBar("Recording", unit="steps")
    try:
        film = record(
            algorithm,
            recipe.width,
            recipe.height,
            seed=recipe.seed,
            progress=lambda done, _: bar(done, None),
            **dict(recipe.parameters),
        )
    finally:
        bar.close()
    play(film, means, _command(algorithm, recipe), speed)


def play(film: Film, means: Means, command: str, speed: float | None) -> None:
    """Shows a film until it is quit.

    Raises:
        MissingExtraError: if the packages of the extra ``watch`` are not installed.
    """
    try:
        from labirinto.cli.watch_app import Window
    except ImportError as error:
        raise MissingExtraError(
            f"Watching needs {error.name}; install it with: pip install 'labirinto[watch]'"
        ) from None
    # Commands have a short life and do without.
    gc.enable()
    gc.freeze()
    words = Words(film.algorithm, command, ascii_only=means.ascii_only)
    window = Window(Player(film, speed), means, words)
    window.run(mouse=False)  # so that the terminal's own selection of text works
    print(command)
    if window.ended_by:
        sys.stdout.flush()
        signal.signal(window.ended_by, signal.SIG_DFL)
        os.kill(os.getpid(), window.ended_by)


def _command(algorithm: str, recipe: Recipe) -> str:
    """What has the maze again, if need be in a film."""
    recipe = printable(recipe)
    if algorithm == recipe.algorithm:
        return recipe.command
    return recipe.command.replace(recipe.algorithm, f"watch {algorithm}", 1)


def _room(algorithm: str, recipe: Recipe) -> tuple[int, int]:
    """The columns and lines that the terminal has for the picture.

    Raises:
        LabirintoError: if there is no terminal.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if os.environ.get("TERM") == "dumb" or not all(stream.isatty() for stream in streams):
        raise LabirintoError(
            "There is no terminal to watch in; run it in one, with nothing piped or redirected."
        )
    columns, lines = shutil.get_terminal_size()
    if columns < NARROWEST:
        return 0, 0
    return columns, lines - Words(algorithm, _command(algorithm, recipe)).height(columns)


def _largest(algorithm: str, recipe: Recipe, means: Means) -> Recipe:
    room = _room(algorithm, recipe)
    width, height = map(min, means.smallest.largest(room), LARGEST)
    if width < 1 or height < 1:
        raise _too_small(algorithm, replace(recipe, width=1, height=1), means)
    return replace(recipe, width=width, height=height)


def _check_room(algorithm: str, recipe: Recipe, means: Means) -> None:
    if means.form(recipe.width, recipe.height, _room(algorithm, recipe)) is None:
        raise _too_small(algorithm, recipe, means)


def _too_small(algorithm: str, recipe: Recipe, means: Means) -> InvalidValueError:
    columns, lines = shutil.get_terminal_size()
    words = Words(algorithm, _command(algorithm, recipe))
    needed = words.window(means.smallest.room(recipe.width, recipe.height))
    width, height = means.smallest.largest(_room(algorithm, recipe))
    fits = f"at most {width}x{height}, or " if width and height else ""
    return InvalidValueError(
        f"A {recipe.width}x{recipe.height} maze needs a window of {needed[0]} columns and "
        f"{needed[1]} lines, and this one has {columns} and {lines}: take {fits}a larger window."
    )
