"""The length of the path between two cells grows as their distance to the power 5/4."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from chances import Verdict, chance_of_chi_square, chance_of_deviation
from report import Section, table, with_error
from sampling import BIASED, Run, kernel_of, on_walls, title

import labirinto
from labirinto import Maze


@dataclass(frozen=True)
class Growth:
    """Mean lengths of paths at several distances, and the power law through them."""

    sides: np.ndarray
    means: np.ndarray
    errors: np.ndarray

    def fit(self, least: int) -> tuple[float, float, float, int]:
        """Exponent and its standard error, chi-square and its degrees of freedom.

        Least squares in logarithms, weighted by the errors, from the side ``least`` on.
        """
        used = self.sides >= least
        x, y = np.log(self.sides[used]), np.log(self.means[used])
        weights = (self.means[used] / self.errors[used]) ** 2
        middle = np.average(x, weights=weights)
        spread = np.sum(weights * (x - middle) ** 2)
        slope = np.sum(weights * (x - middle) * y) / spread
        offset = np.average(y, weights=weights)
        rest = np.sum(weights * (y - offset - slope * (x - middle)) ** 2)
        return float(slope), float(1 / math.sqrt(spread)), float(rest), int(used.sum()) - 2


def growth(kernel: Callable[[int, int, int], bytes], mazes: dict[int, int], seed: int) -> Growth:
    """Paths between points half a side apart, around the middle of square mazes.

    In every maze four are taken, two across and two down, and count as one: they depend on each
    other.
    """
    means, errors = [], []
    for side, number in mazes.items():
        near, far = side // 4, side // 4 + side // 2
        lengths = np.zeros(number)
        for k in range(number):
            maze = Maze(side, side, kernel(side, side, seed + side * 1_000_000 + k))
            paths = [
                labirinto.solve(maze, start, end).steps
                for start, end in (
                    ((near, near), (far, near)),
                    ((near, far), (far, far)),
                    ((near, near), (near, far)),
                    ((far, near), (far, far)),
                )
            ]
            lengths[k] = sum(paths) / len(paths)
        means.append(lengths.mean())
        errors.append(lengths.std(ddof=1) / math.sqrt(number))
    return Growth(np.array(list(mazes)), np.array(means), np.array(errors))


EXPONENT = 5 / 4
LEAST = 64
"""The first side that is fitted: below, the grid is felt."""


def prove(run: Run) -> Section:
    mazes = {16: 20_000, 32: 10_000, 64: 8000, 128: 5000, 256: 2000, 512: 1000, 1024: 300}
    few = {64: 1000, 128: 1000, 256: 400, 512: 150, 1024: 60}
    if run.quick:
        mazes = {side: max(60, number // 10) for side, number in mazes.items() if side < 1024}
        few = {side: number // 4 for side, number in few.items() if side < 512}
    else:
        mazes[2048] = 80
    paths = growth(on_walls, mazes, run.seed_for("growth, Wilson"))
    others = {
        title(name): growth(kernel_of(name), few, run.seed_for(f"growth, {title(name)}"))
        for name in BIASED
    }
    exponent, error, rest, freedom = paths.fit(LEAST)
    all_of_it = paths.fit(0)
    lines = [
        (
            f"{side:,}",
            f"{side // 2:,}",
            f"{number:,}",
            with_error(mean, of),
            with_error(mean / (side / 2) ** EXPONENT, of / (side / 2) ** EXPONENT),
        )
        for (side, number), mean, of in zip(mazes.items(), paths.means, paths.errors, strict=True)
    ]
    return Section(
        title="The length of the solution",
        claim="The path between two cells of a uniform maze is a loop-erased random walk, whose "
        "length grows as the distance to the power 5/4 (Kenyon 2000).",
        method="Paths between points half a side apart around the centre of square mazes made on "
        "walls: two horizontal and two vertical pairs in every maze, whose mean counts as one "
        "figure. A line is fitted to the logarithms of the means, weighted by their errors, from "
        f"side {LEAST} on. That bound was chosen on other samples: smaller mazes show the effect "
        "of the grid, as in the last column, and a little of it may remain. Chi-square tests "
        "whether the means follow a line.",
        found=f"Exponent **{with_error(exponent, error)}**, expected 1.25 "
        f"({(exponent - EXPONENT) / error:+.1f} standard errors); chi-square {rest:.1f} of "
        f"{freedom} degrees of freedom. Including the smallest mazes it would be "
        f"{with_error(*all_of_it[:2])}, chi-square {all_of_it[2]:.0f} of {all_of_it[3]}.\n\n"
        + table(("Side", "Distance", "Mazes", "Mean path", "Path / distance^1.25"), lines),
        pictures=[(draw(run, paths, others), "Mean length of paths against distance")],
        otherwise="Kruskal's mazes, from side 64 on: "
        f"{with_error(*others['Kruskal'].fit(LEAST)[:2])} (minimum spanning trees of random "
        "weights: about 1.22). Eller's: "
        f"{with_error(*others['Eller'].fit(LEAST)[:2])}, with horizontal and vertical pairs "
        "taken together.",
        verdicts=[
            Verdict("exponent 5/4", chance_of_deviation((exponent - EXPONENT) / error)),
            Verdict("the means follow a line", chance_of_chi_square(rest, freedom)),
        ],
    )


def draw(run: Run, paths: Growth, others: dict[str, Growth]) -> str:
    import plots

    figure, (left, right) = plots.panels(1, 2)
    distances = paths.sides / 2
    left.errorbar(
        distances, paths.means, paths.errors, fmt="o", ms=4, color=plots.HONEST, label="Wilson"
    )
    used = paths.sides >= LEAST
    scale = np.average(
        (paths.means / distances**EXPONENT)[used],
        weights=(distances**EXPONENT / paths.errors)[used] ** 2,
    )
    left.plot(
        distances,
        scale * distances**EXPONENT,
        color=plots.THEORY,
        lw=1,
        label="distance to the power 5/4",
    )
    left.set_xscale("log", base=2)
    left.set_yscale("log")
    left.set_xlabel("distance")
    left.set_ylabel("mean length of the path")
    left.legend(fontsize=8)
    right.axhline(1, color=plots.THEORY, lw=1)
    everything = {"Wilson": paths, **others}
    for number, (name, found) in enumerate(everything.items()):
        apart = found.sides / 2
        scale_of = scale if found is paths else (found.means / apart**EXPONENT)[0]
        right.errorbar(
            apart,
            found.means / apart**EXPONENT / scale_of,
            found.errors / apart**EXPONENT / scale_of,
            fmt=plots.MARKERS[number] + "-",
            ms=4,
            capsize=3,
            lw=0.8,
            label=name,
            color=plots.COLOURS[number],
        )
    right.set_xscale("log", base=2)
    right.set_xlabel("distance")
    right.set_ylabel("path / distance^1.25, scaled")
    plots.legend_beside(right)
    return plots.save(figure, run.images, "growth")
