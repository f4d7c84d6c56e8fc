"""That single passages, and pairs of them, are as likely as the electric network says."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from chances import Verdict, chance_of_chi_square, chance_of_deviation, chance_of_largest
from every_maze import biased_walks
from mazes import open_passages, pairs_by, passages_in, transfer_currents
from report import Section, chance_text, table
from sampling import BIASED, Run, Sampler, in_chunks, kernel_of, one_by_one, title, uniform_paths

CHUNK = 20_000


@dataclass(frozen=True)
class Deviations:
    """How far passages and pairs are from what the theory says, in standard errors.

    Attributes:
        singles, pairs: One each.
        together: Chi-square of all single passages, by their exact covariances, and its degrees
            of freedom.
        across: Passages that lead across, less those that the theory says, in standard errors.
    """

    singles: np.ndarray
    pairs: np.ndarray
    together: tuple[float, int]
    across: float


def deviations(sampler: Sampler, width: int, height: int, seed: int, mazes: int) -> Deviations:
    """Make mazes and collect their statistics."""
    across = np.array([plane == 0 for _, plane, _ in passages_in(width, height)], float)
    data = in_chunks(sampler, width, height, seed, mazes, CHUNK)
    there = (open_passages(some, width, height) for some in data)
    return compared(there, transfer_currents(width, height), across)


def compared(samples: Iterable[np.ndarray], currents: np.ndarray, across: np.ndarray) -> Deviations:
    """Statistics of mazes, given as rows with a 1 for each passage that they have.

    Args:
        samples: Up to 20,000 mazes at a time, as 32-bit floats.
        currents: The transfer currents between all passages.
        across: Weights of the passages, for one sum of all.
    """
    found = np.zeros(currents.shape, np.int64)
    mazes = 0
    for there in samples:
        # Sums of up to 20,000 ones are exact in 32-bit floats.
        found += (there.T @ there).astype(np.int64)
        mazes += len(there)
    expected = pairs_by(currents)
    scaled = (found / mazes - expected) * math.sqrt(mazes)
    spread = np.sqrt(expected * (1 - expected))
    singles = np.diag(scaled)
    # Of two passages, the covariance is minus the square of their transfer current.
    covariance = np.diag(np.diag(currents)) - currents * currents.T
    values, vectors = np.linalg.eigh(covariance)
    # The number of passages in a maze is fixed: a direction in which nothing varies.
    free = values > 1e-9
    components = (vectors.T @ singles)[free]
    return Deviations(
        singles / np.diag(spread),
        (scaled / spread)[np.triu_indices(len(currents), 1)],
        (float(np.sum(components**2 / values[free])), int(free.sum())),
        float(across @ singles / math.sqrt(across @ covariance @ across)),
    )


def verdicts_on(name: str, found: Deviations, rejects: bool = False) -> list[Verdict]:
    return [
        Verdict(f"{name}, largest of the passages", chance_of_largest(found.singles), rejects),
        Verdict(f"{name}, passages together", chance_of_chi_square(*found.together), rejects),
        Verdict(f"{name}, largest of the pairs", chance_of_largest(found.pairs), rejects),
    ]


def prove(run: Run) -> Section:
    width, height = 30, 20
    mazes = run.pick(250_000, 40_000)
    # Bias has to be detected in the shortest run, too.
    biased_mazes = run.pick(100_000, 40_000)

    def looked_at(samplers: dict[str, Sampler], number: int) -> dict[str, Deviations]:
        return {
            name: deviations(sampler, width, height, run.seed_for(f"passages, {name}"), number)
            for name, sampler in samplers.items()
        }

    paths = uniform_paths(height, 5)
    del paths["Aldous-Broder in a batch"]  # the same as one by one, and the slowest
    honest = looked_at(paths, mazes)
    others = {title(name): one_by_one(kernel_of(name)) for name in BIASED}
    wrong = looked_at({**biased_walks(run), **others}, biased_mazes)
    verdicts = [verdict for name, found in honest.items() for verdict in verdicts_on(name, found)]
    verdicts += [
        Verdict(f"{name}, as many across as there should be", chance_of_deviation(found.across))
        for name, found in honest.items()
    ]
    verdicts += [
        Verdict(f"{name}, passages together", chance_of_chi_square(*found.together), rejects=True)
        for name, found in wrong.items()
    ]
    one = next(iter(honest.values()))
    number, pairs = one.singles.size, one.pairs.size
    head = (
        "Path",
        "Largest of passages",
        "All passages",
        "Horizontal passages",
        "Largest of pairs",
        "Spread of pairs",
        "Chances",
    )
    lines = [line(name, found) for name, found in honest.items()]
    wrong_lines = [line(name, found) for name, found in wrong.items()]
    return Section(
        title="Passages and pairs of passages on 30 x 20",
        claim="In a uniform maze, the probability of a passage is the effective resistance "
        "between its two cells when every possible passage is a wire of 1 ohm; the probability "
        "of two passages together is a determinant of the transfer-current matrix (Burton and "
        "Pemantle 1993).",
        method=f"The matrix was inverted for all {number:,} possible passages. {mazes:,} mazes "
        f"were made on every code path; each of the {number:,} passages and {pairs:,} pairs is "
        "compared in standard errors of a binomial distribution. The largest deviation is judged "
        "by Boole's bound, which holds although they depend on each other. All passages together "
        "are judged by chi-square with their exact covariances (minus the square of their "
        "transfer current); horizontal passages are one sum with the same covariances. *Spread* "
        "is the root mean square of the "
        "pairs' deviations: close to 1 but not exactly, since all pairs come from the same mazes.",
        found="Deviations in standard errors; the chances are of the largest passage, of all "
        f"passages together, of the horizontal ones, and of the largest pair.\n\n"
        f"{table(head, lines)}"
        f"Of {pairs:,} independent normal deviations the largest would be about "
        f"{expected_largest(pairs):.1f}, of {number:,} about {expected_largest(number):.1f}.",
        pictures=[(draw(run, honest, wrong), "Distributions of the deviations")],
        otherwise="The biased walks and the two algorithms that are not uniform, seen through "
        f"{biased_mazes:,} mazes each:\n\n{table(head, wrong_lines).rstrip()}",
        verdicts=verdicts,
    )


def line(name: str, found: Deviations) -> tuple[str, ...]:
    statistic, freedom = found.together
    chances = (
        chance_of_largest(found.singles),
        chance_of_chi_square(statistic, freedom),
        chance_of_deviation(found.across),
        chance_of_largest(found.pairs),
    )
    return (
        name,
        f"{np.abs(found.singles).max():.1f}",
        f"chi-square {statistic:,.0f} of {freedom:,}",
        f"{found.across:+.1f}",
        f"{np.abs(found.pairs).max():.1f}",
        f"{math.sqrt(np.mean(found.pairs**2)):.3f}",
        ", ".join(map(chance_text, chances)),
    )


def expected_largest(number: int) -> float:
    """The bound that one of this many independent normal deviations is expected to exceed."""
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if number * chance_of_deviation(middle) > 1 else (low, middle)
    return low


def draw(run: Run, honest: dict[str, Deviations], wrong: dict[str, Deviations]) -> str:
    import plots

    figure, axes = plots.panels(1, 2)
    bins = np.linspace(-8, 8, 65)
    middles = (bins[1:] + bins[:-1]) / 2
    biased = [wrong[name] for name in list(wrong)[:4]]
    kinds = (
        (list(honest.values()), plots.HONEST, "as claimed, every path"),
        (biased, plots.BIASED, "biased walks"),
    )
    for panel, what in zip(axes, ("singles", "pairs"), strict=True):
        for found, colour, label in kinds:
            for number, one in enumerate(found):
                plots.steps(
                    panel,
                    getattr(one, what),
                    bins,
                    color=colour,
                    alpha=0.6,
                    label=None if number else label,
                )
        panel.plot(
            middles,
            np.exp(-(middles**2) / 2) / math.sqrt(2 * math.pi),
            color=plots.THEORY,
            lw=1,
            label="normal",
        )
        panel.set_yscale("log")
        panel.set_ylim(1e-6 if what == "pairs" else 1e-3, 3)
        panel.set_xlabel("deviation in standard errors")
        panel.set_title("passages" if what == "singles" else "pairs of passages")
        panel.legend(fontsize=8, loc="upper left")
    axes[0].set_ylabel("density")
    return plots.save(figure, run.images, "passages")
