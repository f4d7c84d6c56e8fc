"""The code paths that make mazes, all called alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import labirinto
from labirinto import ALGORITHMS, _core
from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import new_recipe
from labirinto.seeds import seed_number

Sampler = Callable[[int, int, int, int], bytes]
"""From width, height, first seed and count: the rows of the mazes, one after the other."""


@dataclass(frozen=True)
class Run:
    """What all claims of a run have in common.

    Attributes:
        seed: From which all others come.
        quick: Whether two minutes have to do.
        images: The folder of the plots.
        library: The watched walks, compiled.
    """

    seed: int
    quick: bool
    images: Path
    library: Path

    def seed_for(self, purpose: str) -> int:
        """The first of many seeds, one after the other; another one for every purpose."""
        return seed_number(f"{purpose}, {self.seed}") >> 1

    def pick(self, whole: int, quick: int) -> int:
        return quick if self.quick else whole


def one_by_one(kernel: Callable[..., bytes], *besides: int, **more: int) -> Sampler:
    """Maze after maze, of seeds that follow each other."""

    def sample(width: int, height: int, seed: int, count: int) -> bytes:
        return b"".join(
            kernel(width, height, each, *besides, **more) for each in range(seed, seed + count)
        )

    return sample


def in_a_batch(algorithm: str, threads: int = 2) -> Sampler:
    """Through the public function."""

    def sample(width: int, height: int, seed: int, count: int) -> bytes:
        batch = labirinto.batch(algorithm, width, height, count=count, seed=seed, threads=threads)
        return b"".join(block.rows for block in batch)

    return sample


def on_walls(width: int, height: int, seed: int) -> bytes:
    """As large mazes are made, in one strip."""
    return _core.wilson_walls(width, height, seed, height)


def batch_on_walls(width: int, height: int, seed: int, count: int) -> bytes:
    """What a batch of large mazes calls."""
    return _core.batch_wilson_walls(width, height, seed, 0, count, 2, None, height)


def by_rows(width: int, height: int, seed: int) -> bytes:
    """With the parameter ``order``."""
    return labirinto.wilson(width, height, seed=seed, order="rows").rows


def in_tiles(side: int, is_endless: bool = False) -> Sampler:
    """By rows, in tiles of this side, which walks close as early as they can."""

    def make(width: int, height: int, seed: int) -> bytes:
        return _core.wilson_rows(width, height, seed, 0 if is_endless else height, side, 1)

    return one_by_one(make)


def kernel_of(name: str) -> Callable[[int, int, int], bytes]:
    """From width, height and seed, a maze by an algorithm of one method, with its defaults."""
    kernel, arguments = ALGORITHMS[name].kernel(new_recipe(name, 1, 1, 0, {}))
    return lambda width, height, seed: getattr(_core, kernel)(width, height, seed, *arguments)


def title(name: str) -> str:
    """What an algorithm is called in a table, such as "Growing tree"."""
    return article(name, "en").notes["short"]


UNIFORM = [name for name, known in ALGORITHMS.items() if known.uniform and name != "wilson"]
BIASED = [name for name, known in ALGORITHMS.items() if not known.uniform]


def uniform_paths(height: int, strip: int) -> dict[str, Sampler]:
    """Every path that claims uniformity: by the rows of corners in a strip."""
    return {
        "Wilson's on cells": one_by_one(_core.wilson_cells),
        "Wilson's on walls": one_by_one(on_walls),
        f"Wilson's in strips of {rows_text(strip)}, 2 threads": one_by_one(
            _core.wilson_walls, strip, threads=2
        ),
        f"Wilson's in strips of {rows_text(strip + 1)}": one_by_one(_core.wilson_walls, strip + 1),
        "Wilson's by rows": one_by_one(by_rows),
        "Wilson's by rows, in tiles of 1": in_tiles(1),
        "Wilson's by rows, in tiles of 2": in_tiles(2),
        "Wilson's in a batch, cells": in_a_batch("wilson"),
        "Wilson's in a batch, walls": batch_on_walls,
        **{name.title(): one_by_one(kernel_of(name)) for name in UNIFORM},
        **{f"{name.title()} in a batch": in_a_batch(name) for name in UNIFORM},
    }


def rows_text(rows: int) -> str:
    return "1 row" if rows == 1 else f"{rows} rows"


def in_chunks(
    sampler: Sampler, width: int, height: int, seed: int, count: int, chunk: int
) -> Iterator[bytes]:
    """The same mazes a chunk at a time; a batch is one of its own for each chunk."""
    for first in range(0, count, chunk):
        yield sampler(width, height, seed + first, min(chunk, count - first))
