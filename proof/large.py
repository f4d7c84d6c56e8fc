"""Large mazes: the number of passages of cells, and the entropy of a cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from chances import Verdict, chance_of_deviation, exact
from mazes import cell_eigenvalues
from report import Section, table, with_error
from sampling import BIASED, Run, by_rows, kernel_of, title
from watched_walks import ACROSS, WALLS, Walks

from labirinto import _core, seeds

INVERSE = 1 / math.pi
DENSITIES = (
    8 * INVERSE**2 * (1 - 2 * INVERSE),
    4 * INVERSE * (2 - 9 * INVERSE + 12 * INVERSE**2),
    2 * (1 - 2 * INVERSE) * (1 - 6 * INVERSE + 12 * INVERSE**2),
    (4 * INVERSE - 1) * (1 - 2 * INVERSE) ** 2,
)
"""Cells with 1, 2, 3, 4 passages in an endless uniform maze (Manna, Dhar and Majumdar 1992)."""

CATALAN = 0.915965594177219
ENTROPY = 4 * CATALAN * INVERSE / math.log(2)
"""Bits a cell of an endless uniform maze (Temperley 1974)."""

MARGIN, TILE = 50, 100
"""Cells nearer to the border are ignored; standard errors come from squares of this side."""

Rows = Callable[[int, int, int], bytes]
"""From width, height and seed, a maze."""


def wilson_on_walls(width: int, height: int, seed: int) -> bytes:
    return _core.wilson_walls(width, height, seed, seeds.strip_rows(height), threads=2)


@dataclass(frozen=True)
class Inside:
    """What a large maze has away from its border.

    Attributes:
        densities: Of cells with 1, 2, 3, 4 passages, and the share of passages that lead across.
        errors: Their standard errors, from how squares differ.
        cells: That were looked at.
    """

    densities: np.ndarray
    errors: np.ndarray
    cells: int

    def deviations(self) -> np.ndarray:
        return (self.densities - np.array([*DENSITIES, 0.5])) / self.errors


def planes_of(rows: bytes, width: int, begin: int, end: int) -> np.ndarray:
    """``uint8[rows, 2, width]``: the passages east and south of some rows, 0 or 1."""
    stride = (width + 7) // 8
    some = np.frombuffer(rows, np.uint8, (end - begin) * 2 * stride, begin * 2 * stride)
    bits = np.unpackbits(some.reshape(end - begin, 2, stride), axis=2, bitorder="little")
    return bits[:, :, :width]


def bands(side: int) -> Iterator[tuple[int, int]]:
    """Rows of squares within the margin."""
    for begin in range(MARGIN, side - MARGIN, TILE):
        yield begin, begin + TILE


def look_inside(rows: bytes, side: int) -> Inside:
    """Count a square maze whose inside is whole squares."""
    inner = slice(MARGIN, side - MARGIN)
    squares = []
    for begin, end in bands(side):
        planes = planes_of(rows, side, begin - 1, end)
        east, south = planes[1:, 0], planes[1:, 1]
        degree = east + south + planes[:-1, 1]
        degree[:, 1:] += east[:, :-1]
        kinds = [degree[:, inner] == number for number in range(1, 5)]
        kinds += [east[:, inner], south[:, inner]]
        squares.append([kind.reshape(TILE, -1, TILE).sum(axis=(0, 2)) for kind in kinds])
    counts = np.concatenate(squares, axis=1) / TILE**2
    # The share of horizontal passages, linearised around one half, so that it is a mean too.
    across = 0.5 + (counts[4] - counts[5]) / (2 * (counts[4] + counts[5]).mean())
    values = np.vstack([counts[:4], across])
    number = values.shape[1]
    return Inside(
        values.mean(axis=1), values.std(axis=1, ddof=1) / math.sqrt(number), number * TILE**2
    )


# The passages east (0) and south (1) that are looked at before a cell, as (plane, x, y) from it.
KNOWN_BEFORE = (
    (1, 0, -1), (0, -1, 0), (0, 0, -1), (1, -1, 0), (1, 1, -1), (0, -1, -1), (1, -1, -1),
    (0, 1, -1), (0, -2, 0), (1, -2, 0), (1, 2, -1), (0, 0, -2), (0, -2, -1), (1, 0, -2),
)  # fmt: skip


def entropy_bounds(rows: bytes, side: int, known: tuple[int, ...]) -> list[float]:
    """Bits that a cell's two passages hold if this many others before it are known.

    Never less than what the whole maze holds, a cell, and less the more are known.
    """
    most = max(known)
    tally = np.zeros(1 << (most + 2), np.int64)
    for begin, end in bands(side):
        planes = planes_of(rows, side, begin - 2, end)

        def shifted(plane: int, x: int, y: int, planes: np.ndarray = planes) -> np.ndarray:
            return planes[2 + y : 2 + y + TILE, plane, MARGIN + x : side - MARGIN + x]

        code = shifted(0, 0, 0).astype(np.uint32)
        code |= shifted(1, 0, 0).astype(np.uint32) << 1
        for bit, place in enumerate(KNOWN_BEFORE[:most], 2):
            code |= shifted(*place).astype(np.uint32) << bit
        tally += np.bincount(code.ravel(), minlength=tally.size)
    return [_conditional(tally.reshape(-1, 1 << (number + 2)).sum(axis=0)) for number in known]


def _conditional(tally: np.ndarray) -> float:
    """Of the two lowest bits, the others known, with Miller and Madow's correction."""
    return entropy(tally) - entropy(tally.reshape(-1, 4).sum(axis=1))


def entropy(tally: np.ndarray) -> float:
    """Bits that a draw holds, by how often each outcome was drawn, with that correction."""
    some = tally[tally > 0].astype(float)
    total = some.sum()
    nats = -np.sum(some / total * np.log(some / total)) + (some.size - 1) / (2 * total)
    return float(nats / math.log(2))


def bits_by_kirchhoff(side: int) -> float:
    """The logarithm of the number of mazes, divided by that of the cells."""
    logarithm = np.log(cell_eigenvalues(side, side)).sum() - 2 * math.log(side)
    return float(logarithm / math.log(2) / side**2)


def extrapolated(bits: dict[int, float]) -> float:
    """For endless mazes: what the border takes away, falls off as 1/n, log n / n^2 and 1/n^2."""
    n = np.array(list(bits)[-4:], float)
    terms = np.stack([np.ones(4), 1 / n, np.log(n) / n**2, 1 / n**2], axis=1)
    return float(np.linalg.solve(terms, list(bits.values())[-4:])[0])


def prove(run: Run) -> Section:
    side = run.pick(10_100, 2_100)
    kernels: dict[str, Rows] = {
        "Wilson's on walls, in strips, 2 threads": wilson_on_walls,
        "Wilson's on cells": _core.wilson_cells,
        "Wilson's by rows": by_rows,
    }
    known = (0, 2, 6, 10, 14)
    found, bounds = {}, {}
    for name, kernel in kernels.items():
        rows = kernel(side, side, run.seed_for(f"large, {name}"))
        found[name], bounds[name] = look_inside(rows, side), entropy_bounds(rows, side, known)
        del rows
    others_side = run.pick(4_100, 1_100)
    others: dict[str, Rows] = {title(name): kernel_of(name) for name in BIASED}
    for name, kernel in others.items():
        rows = kernel(others_side, others_side, run.seed_for(f"large, {name}"))
        bounds[name] = entropy_bounds(rows, others_side, known)

    biased_walk = Walks(run.library, WALLS, ACROSS)
    rows = biased_walk(others_side, others_side, run.seed_for("large, biased"), 1)
    biased = look_inside(rows, others_side)
    kinds = ("1 passage", "2 passages", "3 passages", "4 passages", "horizontal passages")
    verdicts = [
        Verdict(f"{name}, {kind}", chance_of_deviation(float(deviation)))
        for name, inside in found.items()
        for kind, deviation in zip(kinds, inside.deviations(), strict=True)
    ]
    verdicts += [
        exact(f"{name}, bits a cell not below those of all mazes", min(bounds[name]) > ENTROPY)
        for name in kernels
    ]
    verdicts.append(
        Verdict(
            "51 : 49 across, horizontal passages",
            chance_of_deviation(float(biased.deviations()[4])),
            rejects=True,
        )
    )
    lines = []
    for k, (kind, theory) in enumerate(zip(kinds, [*DENSITIES, 0.5], strict=True)):
        cells = [kind, f"{theory:.6f}"]
        for inside in found.values():
            cells += [
                with_error(inside.densities[k], inside.errors[k]),
                f"{inside.deviations()[k]:+.1f}",
            ]
        lines.append(cells)
    head = ["Share", "Endless maze"]
    for name in found:
        head += [name, "deviation"]
    sizes = (10, 30, 100, 300, 1000, 3000)
    counted = {size: bits_by_kirchhoff(size) for size in sizes}
    inside = next(iter(found.values()))
    return Section(
        title="Cells of large mazes, and their entropy",
        claim="Far from the border, a uniform maze has cells with 1, 2, 3 and 4 passages in "
        "shares known in closed form (Manna, Dhar and Majumdar 1992), as many horizontal as "
        "vertical passages, and an entropy of 4G/pi = 1.1662 nats, that is, 1.6825 bits a cell "
        "(G is Catalan's constant). No other translation-invariant distribution of perfect mazes "
        "has as much.",
        method=f"One maze of {side:,} x {side:,} cells was made by each of the three walks. The "
        f"{MARGIN} "
        f"cells nearest to the border are ignored, which leaves {inside.cells:,}. Standard "
        f"errors come from the differences between squares of {TILE} x {TILE} cells. Entropy: "
        "(1) the logarithm of the number of mazes by Kirchhoff's theorem, divided by the number "
        "of cells; (2) from the mazes made, the entropy of a cell's two passages given those "
        "nearby, in the rows above and to the left. This bounds the entropy of the maze from "
        "above, and decreases the more are given.",
        found="\n\n"
        + table(head, lines)
        + "Bits a cell, counted by Kirchhoff's theorem:\n\n"
        + table(
            ("Side", *(f"{size:,}" for size in sizes), "extrapolated", "4G/pi"),
            [
                (
                    "Bits",
                    *(f"{bits:.5f}" for bits in counted.values()),
                    f"{extrapolated(counted):.5f}",
                    f"{ENTROPY:.5f}",
                )
            ],
        )
        + "Upper bounds in bits a cell, from the mazes made, by the number of passages nearby "
        "that are given:\n\n"
        + table(
            ("Known", *map(str, known)),
            [(name, *(f"{bound:.4f}" for bound in of)) for name, of in bounds.items()],
        ),
        pictures=[(draw(run, found, bounds, known), "Deviations and bounds of the entropy")],
        otherwise=f"In a maze of {others_side:,} x {others_side:,} from a walk on walls biased "
        "51 : 49, the share of horizontal passages is "
        f"{with_error(biased.densities[4], biased.errors[4])}, {biased.deviations()[4]:+.0f} "
        "standard errors from 1/2; the shares of cells depend on the square of the bias only and "
        f"deviate by at most {np.abs(biased.deviations()[:4]).max():.1f}.\n\nThe bounds of the "
        "entropy must stay above 1.6825, and do; given nearby passages only, they are still well "
        "above it. Those of Wilson's three walks differ only by chance. Kruskal's mazes "
        f"({others_side:,} x {others_side:,}) can hardly be distinguished from uniform ones by "
        "such bounds; those of the other algorithms can, since their bounds are lower. The section "
        "on these algorithms shows how many bits their small mazes lack, and counts their cells.",
        verdicts=verdicts,
    )


def draw(
    run: Run, found: dict[str, Inside], bounds: dict[str, list[float]], known: tuple[int, ...]
) -> str:
    import plots

    figure, (left, right) = plots.panels(1, 2)
    left.axhspan(-2, 2, color="0.93")
    left.axhline(0, color=plots.THEORY, lw=1)
    for number, (name, inside) in enumerate(found.items()):
        left.errorbar(
            np.arange(5) + 0.16 * (number - 0.5),
            inside.deviations(),
            1,
            fmt=plots.MARKERS[number],
            color=plots.COLOURS[number],
            label=name,
            capsize=3,
        )
    left.set_xticks(range(5), ["1", "2", "3", "4", "across"])
    left.set_xlabel("passages of a cell")
    left.set_ylabel("deviation in standard errors")
    left.set_ylim(-6, 6)
    left.legend(fontsize=8, loc="upper left")
    for number, (name, of) in enumerate(bounds.items()):
        right.plot(
            known,
            of,
            plots.MARKERS[number] + "-",
            color=plots.COLOURS[number],
            label=name,
            mfc="none",
        )
    right.axhline(ENTROPY, color=plots.THEORY, lw=1, label="uniform, endless: 4G/pi")
    right.set_xlabel("passages nearby that are known")
    right.set_ylabel("bits a cell, at most")
    plots.legend_beside(right)
    return plots.save(figure, run.images, "large")
