"""Targets for files: a reader gives a maze, or says in a sentence why not."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

import labirinto
from labirinto import Ends, Maze, Rectangle, Style
from labirinto._internal.source import HEAD, Source
from labirinto.errors import FileFormatError, InvalidValueError, LabirintoError, TooLargeError
from labirinto.formats import FORMATS, Format, read, save

MAX_CELLS_TO_WRITE = 3000
WITHOUT_OPENINGS = ("blocks.txt",)
"""Formats that mark the ends in a closed frame."""

LOSSY = ("jpg",)
"""Formats whose mazes have to be recognised."""

STYLES = (Style(cell=2, wall=1, margin=0), Style(cell=5, wall=2, margin=3))


def target_of(format: Format) -> Callable[[bytes], None]:
    """What is read must be the same when it is written and read once more."""

    def run(data: bytes) -> None:
        try:
            maze, ends = format.read(Source(io.BytesIO(data)))
        except (FileFormatError, TooLargeError):
            return
        if format.name not in LOSSY and _places(maze) <= MAX_CELLS_TO_WRITE:
            check_round_trip(maze, ends, format.name)

    return run


def _places(maze: Maze) -> int:
    """The cells, with those that a mask leaves out."""
    grid = maze.grid
    return grid.width * grid.height if isinstance(grid, Rectangle) else len(grid)


def check_round_trip(maze: Maze, ends: Ends | None, kind: str) -> None:
    """Write and read a maze."""
    stream = io.BytesIO()
    try:
        save(maze, stream, ends=ends, style=STYLES[0], format=kind)
    except InvalidValueError:
        return  # a format may have no room for this maze, and says so
    stream.seek(0)
    again, ends_again = read(stream)
    assert again == maze, "another maze"
    if ends_again is not None:
        assert ends is not None
        assert tuple(ends_again) == tuple(ends), "other ends"
        assert ends_again.open == ends.open or kind in WITHOUT_OPENINGS, "other openings"
    assert again.recipe in (maze.recipe, None), "another recipe"


def load_any(data: bytes) -> None:
    """Any file by the one door."""
    with suppress(FileFormatError, TooLargeError):
        read(io.BytesIO(data))


@cache
def _written() -> dict[str, list[bytes]]:
    """Some mazes in every kind that we write."""
    mazes = [
        labirinto.wilson(5, 4, seed=7),
        labirinto.eller(9, 3, seed="anna è", join=0.25),
        labirinto.wilson(1, 1, seed=0),
        labirinto.kruskal(1, 5, seed=1),
        Maze.from_passages(3, 2, [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1))]),
        labirinto.wilson(labirinto.grids.mask("#####\n#.#..\n#####\n###.#"), seed=7),
        labirinto.wilson(labirinto.grids.hexagonal(3, 2), seed=7),
        labirinto.wilson(labirinto.grids.circular(2), seed="è"),
        Maze.from_passages(labirinto.grids.triangular(2, outline="triangle"), passages=[]),
    ]
    files: dict[str, list[bytes]] = {}
    for kind in FORMATS:
        files[kind] = []
        for number, maze in enumerate(mazes):
            first, last = maze.grid.label(0), maze.grid.label(len(maze.grid) - 1)
            for ends in (None, Ends(first, last), Ends(first, last, open=True)):
                stream = io.BytesIO()
                try:
                    save(maze, stream, ends=ends, style=STYLES[number % 2], format=kind)
                except LabirintoError:
                    continue  # a single cell has no ends, and some formats have no room for any
                files[kind].append(stream.getvalue())
    return files


def seeds_of(format: Format) -> Callable[[], Iterator[bytes]]:
    """Files of ours that this format's reader reads."""

    def seeds() -> Iterator[bytes]:
        return (data for data in all_seeds() if _reader_of(data) is format)

    return seeds


def _reader_of(data: bytes) -> Format:
    head = data[:HEAD]
    return next(known for known in FORMATS.values() if known.knows and known.knows(head))


def all_seeds() -> Iterator[bytes]:
    """Files of all kinds."""
    return (data for files in _written().values() for data in files if len(data) <= 4000)
