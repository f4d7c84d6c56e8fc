"""That rows without end have the law of a long uniform maze, and are closed to a perfect one."""

from __future__ import annotations

import numpy as np
from chances import Verdict, chance_of_chi_square, exact
from mazes import law_of, open_passages, passages_in, transfer_currents
from report import Section, chance_text, table
from sampling import Run, Sampler, in_chunks, in_tiles

from labirinto import Maze, is_perfect
from labirinto.seeds import TILE_SIDE

WIDTH, ROWS_READ = 4, 2
LONG = 10 * WIDTH
"""Rows of a strip of which the far end does not matter."""
CHUNK = 50_000


def law_of_rows(height: int, begin: int, end: int, width: int = WIDTH) -> np.ndarray:
    """The probability of every set of passages of some rows of a uniform maze."""
    chosen = [k for k, (y, _, _) in enumerate(passages_in(width, height)) if begin <= y < end]
    return law_of(transfer_currents(width, height)[np.ix_(chosen, chosen)])


def sets_in_rows(
    sampler: Sampler, height: int, begin: int, end: int, seed: int, count: int, width: int = WIDTH
) -> np.ndarray:
    """Which set of passages some rows of each maze have, as ``law_of`` numbers them."""
    chosen = [begin <= y < end for y, _, _ in passages_in(width, height)]
    sets = []
    for data in in_chunks(sampler, width, height, seed, count, CHUNK):
        there = open_passages(data, width, height)[:, chosen].astype(np.int64)
        sets.append(there @ (1 << np.arange(there.shape[1])))
    return np.concatenate(sets)


def chance_of_law(sets: np.ndarray, law: np.ndarray) -> float:
    """The chance that sets of this law deviate as much; those hardly ever expected are one."""
    found, expected = np.bincount(sets, minlength=law.size), law * len(sets)
    if found[law < 1e-12].any():
        return 0.0  # what cannot be
    rare = expected < 10
    found = np.append(found[~rare], found[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    some = expected > 0
    statistic = float(np.sum((found[some] - expected[some]) ** 2 / expected[some]))
    return chance_of_chi_square(statistic, int(some.sum()) - 1)


def two_bands(seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of a band and of the next, a pair of sets for each maze, and the law of the pairs.

    So far apart, rows depend on each other by less than 10^-12.
    """
    width, height = 2, 2 * TILE_SIDE
    one, other = TILE_SIDE // 2, TILE_SIDE + TILE_SIDE // 2
    both = []
    for y in (one, other):
        sampler = in_tiles(TILE_SIDE, is_endless=True)
        both.append(sets_in_rows(sampler, height, y, y + 1, seed, count, width))
    law = law_of_rows(LONG, LONG // 2, LONG // 2 + 1, width)
    return both[0] * law.size + both[1], np.outer(law, law).ravel()


def closed_mazes_are_perfect(seed: int, count: int) -> bool:
    return all(
        is_perfect(Maze(width, height, in_tiles(side, is_endless=True)(width, height, each, 1)))
        for each in range(seed, seed + count)
        for width, height, side in ((7, 5, 1), (20, 30, 2), (60, 50, TILE_SIDE))
    )


def prove(run: Run) -> Section:
    mazes = run.pick(2_000_000, 200_000)
    law = law_of_rows(LONG, 0, ROWS_READ)
    heights = [ROWS_READ + 1, *(times * WIDTH for times in (1, 2, 4, 6, 8))]
    apart = {
        height: float(np.abs(law_of_rows(height, 0, ROWS_READ) - law).max()) for height in heights
    }
    # The third row is that which closes the maze.
    height = ROWS_READ + 1
    tiles = {f"in tiles of {side}": in_tiles(side, is_endless=True) for side in (1, 2, TILE_SIDE)}
    sets = {
        name: sets_in_rows(sampler, height, 0, ROWS_READ, run.seed_for(f"endless, {name}"), mazes)
        for name, sampler in tiles.items()
    }
    chances = {name: chance_of_law(found, law) for name, found in sets.items()}
    first = next(iter(sets.values()))
    too_short = chance_of_law(first, law_of_rows(height, 0, ROWS_READ))
    bands = chance_of_law(*two_bands(run.seed_for("two bands"), run.pick(400_000, 50_000)))
    copies, law_of_pairs = two_bands(run.seed_for("equal bands"), 50_000)
    kinds = round(law_of_pairs.size**0.5)
    copies[::50] = copies[::50] // kinds * (kinds + 1)
    verdicts = [
        exact("a strip ten times as long as wide is long enough", apart[8 * WIDTH] < 1e-12),
        exact(
            "rows without end are closed to a perfect maze",
            closed_mazes_are_perfect(run.seed_for("closed"), run.pick(2000, 200)),
        ),
        *(Verdict(f"rows without end, {name}", chance) for name, chance in chances.items()),
        Verdict("rows of two bands are independent", bands),
        Verdict("the law of a strip that ends there", too_short, rejects=True),
        Verdict("one row in fifty copied", chance_of_law(copies, law_of_pairs), rejects=True),
    ]
    return Section(
        title="Rows without end",
        claim="The rows of Wilson's algorithm without end have the law of the uniform maze of a "
        "strip without end, whatever the tiles; rows of different bands, far enough apart, are "
        "independent; and wherever the rows are closed, the maze is perfect.",
        method=f"The probability of every set of passages of the first {ROWS_READ} rows of a strip "
        f"{WIDTH} wide, {law.size:,} sets, is a determinant of transfer currents (Burton and "
        f"Pemantle 1993), here those of a strip of {LONG} rows. {mazes:,} mazes of each kind were "
        "made, and closed by the next row, which is not looked at. Rows in the middle of the first "
        f"two bands of {TILE_SIDE} rows are compared with two independent ones.",
        found="How far from the law of a strip of "
        f"{LONG} rows the probabilities are in a shorter one, at most:\n\n"
        + table(
            ("Rows of the strip", *map(str, apart)),
            [("Largest difference", *(f"{by:.1e}" for by in apart.values()))],
        )
        + "Chances:\n\n"
        + table(
            (*tiles, "two bands"),
            [(*map(chance_text, chances.values()), chance_text(bands))],
        ).rstrip(),
        otherwise="The same mazes do not have the law of a strip that ends below them (chance "
        f"{chance_text(too_short)}). Two bands of which one row in fifty is that of the other are "
        "detected. Biased walks by rows are detected by counting mazes, above.",
        pictures=[],
        verdicts=verdicts,
    )
