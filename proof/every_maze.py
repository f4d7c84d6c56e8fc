"""That every maze of a small size is made equally often, by every path of the code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from chances import (
    Verdict,
    chance_of_chi_square,
    chi_square,
    exact,
    poisson,
    poisson_fit,
)
from mazes import all_codes, codes_of, counts_of, number_by_kirchhoff
from report import Section, chance_text, table
from sampling import Run, Sampler, in_chunks, in_tiles, one_by_one, uniform_paths
from watched_walks import ACROSS, CELLS, EASTWARD, ROWS, WALLS, Walks

from labirinto import _core

CHUNK = 200_000


@dataclass(frozen=True)
class Tally:
    """How often every maze of a size was made."""

    counts: np.ndarray

    @property
    def draws(self) -> int:
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        return self.draws / self.counts.size

    @property
    def chi_square(self) -> float:
        return chi_square(self.counts, self.mean)

    @property
    def freedom(self) -> int:
        return self.counts.size - 1

    @property
    def chance(self) -> float:
        return chance_of_chi_square(self.chi_square, self.freedom)

    @property
    def excess(self) -> float:
        """Of chi-square over its mean, in its standard deviations."""
        return (self.chi_square - self.freedom) / math.sqrt(2 * self.freedom)

    @property
    def unevenness(self) -> float:
        """By how much the chances of mazes differ from their mean, as a root mean square of shares.

        What chance adds to it is taken off, so that it does not depend on the number of draws.
        """
        return math.sqrt(max(0.0, self.chi_square - self.freedom) / self.draws)


def tally_of(found: Mapping[bytes, int], classes: int) -> Tally:
    """The tally of mazes that are known by their bits: those that were not found have 0."""
    counts = np.zeros(max(classes, len(found)), np.int64)
    counts[: len(found)] = list(found.values())
    return Tally(counts)


def tally(sampler: Sampler, width: int, height: int, seed: int, draws: int) -> Tally:
    """Make mazes and count them."""
    counts = np.zeros(len(all_codes(width, height)), np.int64)
    for data in in_chunks(sampler, width, height, seed, draws, CHUNK):
        counts += counts_of(codes_of(data, width, height), width, height)
    return Tally(counts)


def biased_walks(run: Run) -> dict[str, Walks]:
    return {
        "51 : 49 across, on cells": Walks(run.library, CELLS, ACROSS),
        "51 : 49 across, on walls": Walks(run.library, WALLS, ACROSS),
        "51 : 49 across, by rows": Walks(run.library, ROWS, ACROSS),
        "51 : 49 to the east, on cells": Walks(run.library, CELLS, EASTWARD),
        "51 : 49 to the east, on walls": Walks(run.library, WALLS, EASTWARD),
    }


def same_as_core(run: Run, width: int, height: int) -> bool:
    """Whether the walks that can be biased make the core's mazes where they are not."""
    seed, count = run.seed_for("unbiased walks"), 20_000
    cells = one_by_one(_core.wilson_cells)(width, height, seed, count)
    walls = one_by_one(_core.wilson_walls, height)(width, height, seed, count)
    rows = in_tiles(2)(width, height, seed, count)
    return (
        Walks(run.library, CELLS)(width, height, seed, count) == cells
        and Walks(run.library, WALLS)(width, height, seed, count) == walls
        and Walks(run.library, ROWS, rows=2)(width, height, seed, count) == rows
    )


def prove(run: Run) -> Section:
    width, height, each = 4, run.pick(4, 3), run.pick(50, 200)
    classes = len(all_codes(width, height))
    draws = each * classes

    def taken(samplers: dict[str, Sampler]) -> dict[str, Tally]:
        return {
            name: tally(sampler, width, height, run.seed_for(f"every maze, {name}"), draws)
            for name, sampler in samplers.items()
        }

    honest = taken(uniform_paths(height, 1))
    biased = taken(biased_walks(run))
    fits = {name: poisson_fit(found.counts, each) for name, found in honest.items()}
    fit_chances = {name: chance_of_chi_square(*fit) for name, fit in fits.items()}
    finer = finer_biases(run, width, height, draws)

    size = f"{width} x {height}"
    verdicts = [
        exact(
            f"{size}: as many mazes as Kirchhoff says",
            classes == number_by_kirchhoff(width, height),
        ),
        exact("the walks that can be biased are the core's", same_as_core(run, width, height)),
        *(Verdict(f"{size}, {name}", found.chance) for name, found in honest.items()),
        *(Verdict(f"{size}, {name}, counts as Poisson", fit_chances[name]) for name in honest),
        *(Verdict(f"{size}, {name}", found.chance, rejects=True) for name, found in biased.items()),
    ]
    head = (
        "Path",
        "Mazes made",
        "Distinct mazes",
        "Least and most often",
        "Chi-square",
        "Chance",
        "Counts as Poisson, chance",
    )
    lines = [
        (
            name,
            f"{found.draws:,}",
            f"{np.count_nonzero(found.counts):,}",
            f"{found.counts.min()}, {found.counts.max()}",
            f"{found.chi_square:,.0f}",
            chance_text(found.chance),
            chance_text(fit_chances[name]),
        )
        for name, found in honest.items()
    ]
    biased_lines = [
        (
            name,
            f"{found.counts.min()}, {found.counts.max()}",
            f"{found.chi_square:,.0f}",
            f"{found.excess:.0f}",
            f"{100 * found.unevenness:.1f} %",
            chance_text(found.chance),
        )
        for name, found in biased.items()
    ]
    return Section(
        title=f"All {classes:,} mazes of {size}",
        claim="Wilson's algorithm and Aldous and Broder's make every maze equally often: one by "
        "one and in batches, walking on cells, on walls, on walls in strips made and joined by "
        "several threads, and on walls by rows, in tiles that walks open and close.",
        method=f"All {classes:,} mazes were listed by trying every set of passages; Kirchhoff's "
        f"determinant gives the same number. Every code path makes {draws:,} mazes, {each} for "
        "each, from consecutive seeds. If all are equally likely, chi-square of the counts has a "
        f"mean of {classes - 1:,} and a standard deviation of {math.sqrt(2 * (classes - 1)):.0f}, "
        f"and the counts themselves follow Poisson's distribution of mean {each}. The kernels "
        "that make large mazes, on walls, in strips and by rows, are called here for small ones; "
        "by rows, walks close as early as they can the tiles that their paths have left.",
        found=f"\n\n{table(head, lines)}",
        pictures=[(draw(run, honest, biased, each), "Number of mazes by how often each was made")],
        otherwise="The same kernels, compiled with another source of random bits, take 51 steps "
        "in one direction for every 49 in another: horizontal against vertical, or east against "
        "west. (With equal shares they make the core's mazes, byte for byte.) "
        "*Excess* is the number of standard deviations by which chi-square exceeds its mean; "
        "*uneven* is the root mean square by which the probabilities of mazes differ.\n\n"
        + table(
            ("Walk", "Least and most often", "Chi-square", "Excess", "Uneven", "Chance"),
            biased_lines,
        )
        + "The excess grows with the square of the bias; this test alone detects:\n\n"
        + table(("On cells, across", "Excess", "Chance"), finer).rstrip(),
        verdicts=verdicts,
    )


def finer_biases(run: Run, width: int, height: int, draws: int) -> list[tuple[str, ...]]:
    lines = []
    for percent in (50.2, 50.5):
        across, down = percent / 200, 0.5 - percent / 200
        walk = Walks(run.library, CELLS, (across, down, across, down))
        found = tally(walk, width, height, run.seed_for(f"finer bias, {percent}"), draws)
        share = f"{percent:g} : {100 - percent:g}"
        lines.append((share, f"{found.excess:.1f}", chance_text(found.chance)))
    return lines


def draw(run: Run, honest: dict[str, Tally], biased: dict[str, Tally], mean: float) -> str:
    import plots

    figure, (left, right) = plots.panels(1, 2, sharey=True)
    most = int(mean + 7 * math.sqrt(mean))
    least = max(0, int(mean - 6 * math.sqrt(mean)))
    classes = next(iter(honest.values())).counts.size
    times = np.arange(least, most + 1)
    for axes, tallies in ((left, honest), (right, biased)):
        for number, (name, found) in enumerate(tallies.items()):
            histogram = np.bincount(np.clip(found.counts, least, most), minlength=most + 1)[least:]
            axes.plot(
                times,
                np.where(histogram > 0, histogram, np.nan),
                plots.MARKERS[number],
                ms=3,
                mfc="none",
                label=name,
            )
        axes.plot(
            times,
            poisson(mean, most)[least:] * classes,
            color=plots.THEORY,
            lw=1,
            label=f"Poisson, mean {mean:g}",
        )
        axes.set_yscale("log")
        axes.set_ylim(0.7, 200 * poisson(mean, most).max() * classes)
        axes.set_xlabel("times that a maze was made")
        axes.legend(fontsize=7, loc="upper left")
    left.set_ylabel("mazes made so often")
    left.set_title("as claimed")
    right.set_title("biased walks")
    return plots.save(figure, run.images, "every-maze")
