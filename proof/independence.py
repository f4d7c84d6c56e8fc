"""That mazes of similar seeds, items of a batch, and ends are independent of each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from chances import Verdict, chance_of_chi_square, chance_of_deviation, chi_square
from mazes import all_codes, codes_of, open_passages, pair_probabilities
from report import Section, chance_text, table
from sampling import Run, by_rows, on_walls

import labirinto
from labirinto import _core

WIDTH = HEIGHT = 3
KINDS = 192
CELLS = WIDTH * HEIGHT
CHUNK = 200_000

Kernel = Callable[[int, int, int], bytes]
"""From width, height and seed, a maze."""


KERNELS = {
    "Wilson's on cells": _core.wilson_cells,
    "Wilson's on walls": on_walls,
    "Wilson's by rows": by_rows,
}


def kinds_of(data: bytes) -> np.ndarray:
    """Which of the 192 mazes each one is."""
    return np.searchsorted(all_codes(WIDTH, HEIGHT), codes_of(data, WIDTH, HEIGHT))


def made(kernel: Kernel, seeds: Iterable[int]) -> np.ndarray:
    return kinds_of(b"".join(kernel(WIDTH, HEIGHT, seed) for seed in seeds))


class Joint:
    """How often two things came together, which should all be equally likely.

    Attributes:
        counts: One for every combination.
    """

    def __init__(self, first_kinds: int, second_kinds: int) -> None:
        self.second_kinds = second_kinds
        self.counts = np.zeros(first_kinds * second_kinds, np.int64)

    def add(self, first: np.ndarray, second: np.ndarray) -> None:
        both = first * self.second_kinds + second
        self.counts += np.bincount(both, minlength=self.counts.size)

    @property
    def excess(self) -> float:
        freedom = self.counts.size - 1
        return (self._statistic - freedom) / math.sqrt(2 * freedom)

    @property
    def chance(self) -> float:
        return chance_of_chi_square(self._statistic, self.counts.size - 1)

    @property
    def _statistic(self) -> float:
        return chi_square(self.counts, self.counts.sum() / self.counts.size)


def neighbours(kernel: Kernel, seed: int, pairs: int) -> Joint:
    """Mazes of seeds 2k and 2k + 1; no maze is in two pairs."""
    joint = Joint(KINDS, KINDS)
    for first in range(0, 2 * pairs, CHUNK):
        kinds = made(kernel, range(seed + first, seed + min(first + CHUNK, 2 * pairs)))
        joint.add(kinds[::2], kinds[1::2])
    return joint


def one_bit_apart(kernel: Kernel, bit: int, seed: int, pairs: int) -> Joint:
    """Mazes of seeds that differ in one bit; the seeds come from another generator, NumPy's."""
    seeds = np.random.default_rng([seed, bit]).integers(0, 2**64, pairs, dtype=np.uint64)
    mask = np.uint64(1 << bit)
    joint = Joint(KINDS, KINDS)
    joint.add(made(kernel, (seeds & ~mask).tolist()), made(kernel, (seeds | mask).tolist()))
    return joint


def batch_kinds(seed: int, count: int) -> np.ndarray:
    batch = labirinto.batch("wilson", WIDTH, HEIGHT, count=count, seed=seed)
    return np.concatenate([kinds_of(block.rows) for block in batch])


def pair_of_ends(ends: np.ndarray) -> np.ndarray:
    """Which of the 72 pairs of different cells, from x and y of both."""
    start = ends[:, 0, 0] + WIDTH * ends[:, 0, 1]
    end = ends[:, 1, 0] + WIDTH * ends[:, 1, 1]
    return start * (CELLS - 1) + end - (end > start)


def ends_in_a_batch(seed: int, count: int) -> Joint:
    joint = Joint(KINDS, CELLS * (CELLS - 1))
    for block in labirinto.batch("wilson", WIDTH, HEIGHT, count=count, seed=seed, ends="random"):
        joint.add(kinds_of(block.rows), pair_of_ends(np.asarray(block.ends)))
    return joint


def ends_one_by_one(seed: int, count: int) -> Joint:
    joint = Joint(KINDS, CELLS * (CELLS - 1))
    mazes = [labirinto.wilson(WIDTH, HEIGHT, seed=each) for each in range(seed, seed + count)]
    ends = (labirinto.suggest_ends(maze, "random") for maze in mazes)
    pairs = np.array([(both.start, both.end) for both in ends])
    joint.add(kinds_of(b"".join(maze.rows for maze in mazes)), pair_of_ends(pairs))
    return joint


def with_copies(seed: int, pairs: int) -> Joint:
    """Pairs of which one in a hundred is the same maze twice, to be detected."""
    kinds = made(_core.wilson_cells, range(seed, seed + 2 * pairs))
    kinds[1::200] = kinds[::200]
    joint = Joint(KINDS, KINDS)
    joint.add(kinds[::2], kinds[1::2])
    return joint


def passages_in_common(kernel: Kernel, seed: int, pairs: int) -> tuple[float, float]:
    """Passages that mazes of 30 x 20 of seeds 2k and 2k + 1 share: their mean, and its deviation.

    If they are independent, mean and variance follow from the chances of passages and pairs.
    """
    width, height = 30, 20
    probabilities = pair_probabilities(width, height)
    mean = float(np.sum(np.diag(probabilities) ** 2))
    variance = float(np.sum(probabilities**2)) - mean**2
    total = 0.0
    for first in range(0, pairs, 5000):
        seeds = range(seed + 2 * first, seed + 2 * min(first + 5000, pairs))
        data = b"".join(kernel(width, height, each) for each in seeds)
        there = open_passages(data, width, height)
        total += float(np.sum(there[::2] * there[1::2], dtype=np.float64))
    return total / pairs, (total / pairs - mean) / math.sqrt(variance / pairs)


def prove(run: Run) -> Section:
    pairs = KINDS**2 * run.pick(25, 5)
    few = run.pick(100_000, 20_000)
    joints = {
        f"neighbouring seeds, {name}": neighbours(it, run.seed_for(f"neighbours, {name}"), pairs)
        for name, it in {**KERNELS, "Aldous-Broder": _core.aldous_broder}.items()
    }
    seed = run.seed_for("batch")
    items, items_of_next = batch_kinds(seed, 2 * pairs), batch_kinds(seed + 1, 2 * pairs)
    next_to_each_other = Joint(KINDS, KINDS)
    next_to_each_other.add(items[::2], items[1::2])
    same_number = Joint(KINDS, KINDS)
    same_number.add(items, items_of_next)
    joints |= {
        "items 2k and 2k+1 of a batch": next_to_each_other,
        "items k of batches of neighbouring seeds": same_number,
        "maze and random ends, in a batch": ends_in_a_batch(run.seed_for("ends"), pairs),
        "maze and random ends, one by one": ends_one_by_one(run.seed_for("ends alone"), 2 * few),
    }
    bits = {
        name: [one_bit_apart(it, bit, run.seed_for(f"bits, {name}"), few) for bit in range(64)]
        for name, it in KERNELS.items()
    }
    copies = with_copies(run.seed_for("copies"), 400_000)
    shared = {
        name: passages_in_common(it, run.seed_for(f"shared, {name.split()[-1]}"), few)
        for name, it in KERNELS.items()
    }
    verdicts = [Verdict(what, joint.chance) for what, joint in joints.items()]
    verdicts += [
        Verdict(f"seeds apart in bit {bit}, {name}", joint.chance)
        for name, of in bits.items()
        for bit, joint in enumerate(of)
    ]
    verdicts += [
        Verdict(f"passages in common on 30 x 20, {name}", chance_of_deviation(deviation))
        for name, (_, deviation) in shared.items()
    ]
    verdicts.append(Verdict("one pair in a hundred alike", copies.chance, rejects=True))
    lines = [
        (
            what,
            f"{joint.counts.sum():,}",
            f"{joint.counts.size:,}",
            f"{joint.excess:+.1f}",
            chance_text(joint.chance),
        )
        for what, joint in joints.items()
    ]
    for name, of in bits.items():
        worst = min(of, key=lambda joint: joint.chance)
        lines.append(
            (
                f"seeds apart in one bit, the worst of 64, {name}",
                f"{worst.counts.sum():,}",
                f"{worst.counts.size:,}",
                f"{worst.excess:+.1f}",
                chance_text(worst.chance),
            )
        )
    common = float(np.sum(np.diag(pair_probabilities(30, 20)) ** 2))
    shared_text = "; ".join(
        f"{name} {mean:.2f} ({deviation:+.1f} standard errors)"
        for name, (mean, deviation) in shared.items()
    )
    return Section(
        title="Independence",
        claim="A maze is independent of the maze of the next seed, of a seed that differs in one "
        "bit, of the other items of its batch, and of its random ends.",
        method="All 192 mazes of 3 x 3: each of the 36,864 pairs of mazes, and of the 13,824 "
        "combinations of a maze and its two ends, should be equally likely. *Excess* is that of "
        "chi-square over its mean in standard deviations. This detects every kind of dependence "
        "that such small mazes can show. On 30 x 20, neighbouring seeds are "
        "compared by the passages they have in common, whose mean and variance follow from the "
        "transfer-current matrix.",
        found="\n\n"
        + table(("What", "Pairs", "Combinations", "Excess", "Chance"), lines)
        + f"Passages in common on 30 x 20, {common:.2f} expected, {few:,} pairs: {shared_text}.",
        pictures=[(draw(run, bits), "Excess of chi-square by the bit in which two seeds differ")],
        otherwise=f"If one pair in a hundred is the same maze twice, the excess is "
        f"{copies.excess:.0f} ({copies.counts.sum():,} pairs) and the chance "
        f"{chance_text(copies.chance)}.",
        verdicts=verdicts,
    )


def draw(run: Run, bits: dict[str, list[Joint]]) -> str:
    import plots

    figure, axes = plots.panels(1, 1, height=3.2)
    axes.axhspan(-2, 2, color="0.93")
    axes.axhline(0, color=plots.THEORY, lw=1)
    for number, (name, of) in enumerate(bits.items()):
        axes.plot(
            [joint.excess for joint in of],
            plots.MARKERS[number],
            ms=4,
            mfc="none",
            label=name,
            color=plots.COLOURS[number],
        )
    axes.set_xlabel("bit in which the seeds differ")
    axes.set_ylabel("excess of chi-square")
    axes.set_ylim(-5, 5)
    axes.legend(fontsize=8, loc="upper right", ncols=2)
    return plots.save(figure, run.images, "independence")
