"""The values of all columns, each made of many mazes at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import compress, pairwise
from json import dumps
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from labirinto.algorithms.generating import algorithm_named
from labirinto.datasets.arrays import Ragged, Texts, offsets
from labirinto.datasets.hardness import branches, scores
from labirinto.datasets.mazes import Items, Mazes
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.formats.blocks_text import END, FLOOR, PATH, START, WALL
from labirinto.formats.png import write_png
from labirinto.grids.rectangle import EAST, EXIT_BITS, OUTSIDE, SOUTH, STEPS


class Context(NamedTuple):
    """The values that columns depend on besides the mazes.

    Attributes:
        style: Of the pictures.
        levels: The scores at which the stages from the second on begin.
    """

    style: Style
    levels: Sequence[float] = ()


EAST_BIT, SOUTH_BIT = EXIT_BITS[EAST], EXIT_BITS[SOUTH]


def names_of(mazes: Items, _: Context) -> list[str]:
    return [mazes.maker.mix.names[number] for number in mazes.algorithms.tolist()]


def parameters_of(mazes: Items, _: Context) -> list[str]:
    mix = mazes.maker.mix
    texts = []
    for name in mix.names:
        changes = mazes.maker.changes.as_dict().items()
        about = dict(algorithm_named(name).complete(mix.parameters_of(name)))
        texts.append(dumps(about | {key: value for key, value in changes if value is not None}))
    return [texts[number] for number in mazes.algorithms.tolist()]


def grids_of(mazes: Mazes, _: Context) -> list[str]:
    masks = mazes.masks or [None] * len(mazes)
    return ["mask" if mask else "rectangle" for mask in masks]


def recipes_of(mazes: Items, _: Context) -> list[str]:
    return [dumps(mazes.recipe(i).as_dict()) for i in range(len(mazes))]


def _shapes(mazes: Mazes, times: int = 1, more: int = 0) -> NDArray[np.int64]:
    return np.stack([times * mazes.heights + more, times * mazes.widths + more], axis=1)


def cells_of(mazes: Mazes, _: Context) -> Ragged:
    return Ragged(mazes.exits, _shapes(mazes))


def _painted(
    mazes: Mazes, wall: int, floor: int, gap: int, *, open_posts: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Square blocks, flat, with a gap after each row: with it, a row is so much longer.

    Returns:
        The blocks, where those of each maze begin, and the length of a row of each.
    """
    pitches = 2 * mazes.widths + 1 + gap
    begins = offsets((2 * mazes.heights + 1) * pitches)
    out = np.full(begins[-1], wall, np.uint8)
    owners, exits = mazes.owners, mazes.exits
    pitch = pitches[owners]
    x, y = mazes.places
    at = begins[owners] + (2 * y + 1) * pitch + 2 * x + 1
    out[at if mazes.masks is None else at[exits != OUTSIDE]] = floor
    east, south = exits & EAST_BIT != 0, exits & SOUTH_BIT != 0
    out[at[east] + 1] = floor
    out[(at + pitch)[south]] = floor
    if open_posts and not mazes.maker.perfect:
        # A post between four cells without walls is floor, too.
        both = np.flatnonzero(east & south)
        both = both[south[both + 1] & east[both + mazes.widths[owners[both]]]]
        out[at[both] + pitch[both] + 1] = floor
    return out, begins, pitches


def blocks_of(mazes: Mazes, _: Context) -> Ragged:
    return Ragged(_painted(mazes, 1, 0, 0, open_posts=True)[0], _shapes(mazes, 2, 1))


def ascii_of(mazes: Mazes, _: Context) -> Texts:
    out, begins, pitches = _painted(mazes, ord(WALL), ord(FLOOR), 1, open_posts=False)
    lines = np.repeat(pitches, 2 * mazes.heights + 1)
    out[np.cumsum(lines) - 1] = ord("\n")
    if mazes.kind:
        owners, x, y = mazes.path
        pitch = pitches[owners]
        at = begins[owners] + (2 * y + 1) * pitch + 2 * x + 1
        out[at] = ord(PATH)
        same = np.flatnonzero(owners[1:] == owners[:-1])
        out[(at[same] + at[same + 1]) // 2] = ord(PATH)
        for cells, mark in ((mazes.starts, START), (mazes.ends, END)):
            out[begins[:-1] + (2 * cells[:, 1] + 1) * pitches + 2 * cells[:, 0] + 1] = ord(mark)
    keep = np.ones(len(out), bool)
    keep[begins[1:] - 1] = False  # no line break after the last line
    return Texts(out[keep].tobytes(), begins - np.arange(len(begins)))


def connections_of(mazes: Mazes, _: Context) -> Ragged:
    sizes = np.diff(mazes.firsts)
    owners, exits = mazes.owners, mazes.exits
    at = np.arange(len(exits)) + mazes.firsts[owners]  # behind both parts of those before
    out = np.zeros(2 * len(exits), bool)
    out[at] = exits & SOUTH_BIT != 0
    out[at + sizes[owners]] = exits & EAST_BIT != 0
    two = np.full(len(mazes), 2)
    return Ragged(out, np.stack([two, mazes.heights, mazes.widths], axis=1))


@lru_cache(2048)
def _words(width: int, height: int) -> tuple[list[str], list[str]]:
    """The tokens of all cells, and of all passages in the order of ``Maze.passages``."""
    cells = [f"({y},{x})" for y in range(height) for x in range(width)]
    passages = []
    for y in range(height):
        row = cells[y * width : (y + 1) * width]
        below = cells[(y + 1) * width : (y + 2) * width] or row
        passages += [f"{one} <--> {other} ;" for one, other in pairwise(row)]
        passages += [f"{one} <--> {other} ;" for one, other in zip(row, below, strict=True)]
    return cells, passages


def _passage_flags(mazes: Mazes) -> tuple[bytes, list[int]]:
    """Flat: of each row of cells the passages east, but for the last cell, and then those south.

    Returns:
        A byte a passage that there can be, and where those of each maze begin.
    """
    begins = offsets(mazes.heights * (2 * mazes.widths - 1))
    owners, exits = mazes.owners, mazes.exits
    width = mazes.widths[owners]
    x, y = mazes.places
    at = begins[owners] + y * (2 * width - 1) + x
    flags = np.zeros(begins[-1], np.uint8)
    flags[at + width - 1] = exits & SOUTH_BIT
    inner = np.flatnonzero(x < width - 1)
    flags[at[inner]] = exits[inner] & EAST_BIT
    return flags.tobytes(), begins.tolist()


def tokens_of(mazes: Mazes, _: Context) -> list[str]:
    texts = []
    flags, flag_firsts = _passage_flags(mazes)
    sizes = zip(mazes.widths.tolist(), mazes.heights.tolist(), strict=True)
    path_firsts = offsets(mazes.steps + 1).tolist()
    ends = mazes.ends.tolist()
    path: list[int] = []
    if mazes.kind:
        owners, x, y = mazes.path
        path = (y * mazes.widths[owners] + x).tolist()
    for i, (width, height) in enumerate(sizes):
        cells, passages = _words(width, height)
        there = compress(passages, flags[flag_firsts[i] : flag_firsts[i + 1]])
        words = ["<ADJLIST_START>", *there, "<ADJLIST_END>"]
        if mazes.kind:
            on_path = [cells[at] for at in path[path_firsts[i] : path_firsts[i + 1]]]
            x, y = ends[i]
            words += ["<ORIGIN_START>", on_path[0], "<ORIGIN_END>"]
            words += ["<TARGET_START>", cells[y * width + x], "<TARGET_END>"]
            words += ["<PATH_START>", *(on_path if len(on_path) > 1 else ()), "<PATH_END>"]
        texts.append(" ".join(words))
    return texts


def path_of(mazes: Mazes, _: Context) -> Ragged:
    owners, x, y = mazes.path
    cells, lengths = np.stack([x, y], axis=1).astype(np.int32), mazes.steps + 1
    if mazes.closed is not None:
        is_there = mazes.steps > 0
        cells, lengths = cells[is_there[owners]], lengths * is_there
    return Ragged(cells.ravel(), np.stack([lengths, np.full(len(mazes), 2)], axis=1))


def of_paths(mazes: Items, numbers: NDArray[Any]) -> NDArray[Any]:
    """A number of each solution, -1 where no path leads to the end."""
    return np.where(mazes.steps > 0, numbers, -1)


def closed_of(mazes: Mazes, _: Context) -> Ragged:
    assert mazes.closed is not None
    y, x = np.divmod(mazes.closed, mazes.widths[:, None])
    return Ragged(np.stack([x, y], axis=2).astype(np.int32).ravel(), np.full((len(mazes), 2), 2))


def pairs_of(cells: NDArray[np.int64]) -> Ragged:
    return Ragged(cells.astype(np.int32).ravel(), np.full((len(cells), 1), 2))


_URDL = bytes.maketrans(bytes(range(len(STEPS))), b"RDLU")


def moves_of(mazes: Mazes, _: Context) -> Texts:
    return Texts(mazes.moves.tobytes().translate(_URDL), mazes.step_firsts)


def turns_of(mazes: Mazes, _: Context) -> NDArray[Any]:
    owners = np.repeat(np.arange(len(mazes)), mazes.steps)
    turns = (mazes.moves[1:] != mazes.moves[:-1]) & (owners[1:] == owners[:-1])
    return of_paths(mazes, np.bincount(owners[1:][turns], minlength=len(mazes)))


def junctions_of(mazes: Mazes, _: Context) -> NDArray[Any]:
    owners = mazes.path[0]
    return of_paths(mazes, np.bincount(owners[branches(mazes) > 0], minlength=len(mazes)))


def dead_ends_of(mazes: Mazes, _: Context) -> NDArray[Any]:
    is_dead_end = np.isin(mazes.exits, EXIT_BITS)
    return np.add.reduceat(is_dead_end, mazes.firsts[:-1], dtype=np.int64)


def stages_of(mazes: Items, look: Context) -> NDArray[Any]:
    return np.searchsorted(np.array(look.levels), scores(mazes), side="right") + 1


def distances_of(mazes: Mazes, _: Context) -> Ragged:
    return Ragged(mazes.distances, _shapes(mazes))


def pictures_of(mazes: Items, look: Context, *, solved: bool) -> list[bytes]:
    pictures = []
    for i in range(len(mazes)):
        ends = mazes.ends_of(i) if mazes.kind else None
        stream = BytesIO()
        path = mazes.path_of(i) if solved and mazes.steps[i] else None
        write_png(Drawing(mazes.maze(i), path, ends, look.style), stream)
        pictures.append(stream.getvalue())
    return pictures
