"""The probability that chance alone gives a figure, and the verdict on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FALSE_ALARM = 1e-6
"""The false alarm rate of a whole run: how often correct mazes would fail it."""


@dataclass(frozen=True)
class Verdict:
    """A test that was made.

    Attributes:
        what: Was tested.
        chance: That a sampler as claimed gives a figure as far off as the one found, or further.
        rejects: Whether the sampler is known not to be as claimed, and has to be detected.
    """

    what: str
    chance: float
    rejects: bool = False

    def holds(self, limit: float) -> bool:
        return (self.chance < limit) == self.rejects


def limit_for(verdicts: Sequence[Verdict]) -> float:
    """The chance below which a test fails: the tests share the rate of the run."""
    return FALSE_ALARM / max(1, len(verdicts))


def exact(what: str, is_so: bool) -> Verdict:
    """What holds or does not, whatever the seed."""
    return Verdict(what, 1.0 if is_so else 0.0)


def chance_of_deviation(deviation: float) -> float:
    """The chance that a normal variable is this many standard deviations off, on either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def chance_of_largest(deviations: np.ndarray) -> float:
    """A bound for the largest of them, however they depend on each other (Boole)."""
    return min(1.0, deviations.size * chance_of_deviation(float(np.abs(deviations).max())))


def chance_of_chi_square(statistic: float, freedom: int) -> float:
    """The chance that chi-square is this far from its middle, on either side: too good a fit is
    suspicious too."""
    below, above = chi_square_tails(statistic, freedom)
    return min(1.0, 2 * min(below, above))


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances of less and of more."""
    if statistic <= 0:
        return 0.0, 1.0
    shape, x = freedom / 2, statistic / 2
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        below = scale * _gamma_series(shape, x)
        return below, 1 - below
    above = scale * _gamma_fraction(shape, x)
    return 1 - above, above


def _gamma_series(shape: float, x: float) -> float:
    """The incomplete gamma function's series (DLMF 8.11.4), for x below its middle."""
    term = total = 1 / shape
    k = shape
    while term > total * 1e-15:
        k += 1
        term *= x / k
        total += term
    return total


def _gamma_fraction(shape: float, x: float) -> float:
    """The continued fraction of the rest (DLMF 8.9.2), by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - shape
    c = 1 / tiny
    d = 1 / b
    value = d
    for k in range(1, 1_000_000):
        a = -k * (k - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


def chi_square(counts: np.ndarray, expected: np.ndarray | float) -> float:
    return float(np.sum((counts - expected) ** 2 / expected))


def poisson(mean: float, most: int) -> np.ndarray:
    """The probabilities of 0 to ``most``."""
    k = np.arange(most + 1)
    logarithms = np.concatenate([[0], np.cumsum(np.log(k[1:]))])
    return np.exp(k * math.log(mean) - mean - logarithms)


def poisson_fit(counts: np.ndarray, mean: float) -> tuple[float, int]:
    """Chi-square, and its degrees of freedom, of how often each count occurs, against Poisson.

    Counts that should occur fewer than 20 times are taken together with their neighbours.
    """
    most = int(max(counts.max(), mean + 12 * math.sqrt(mean)))
    expected = poisson(mean, most) * counts.size
    found = np.bincount(counts, minlength=most + 1)
    usual = np.flatnonzero(expected >= 20)
    low, high = usual[0], usual[-1] + 1

    def pooled(values: np.ndarray) -> np.ndarray:
        inner = values[low:high].astype(float)
        inner[0] += values[:low].sum()
        inner[-1] += values[high:].sum()
        return inner

    # The counts add up to what was drawn: that is one degree less, and the mazes' number another.
    return chi_square(pooled(found), pooled(expected)), int(high - low) - 2
