"""That Wilson's algorithm takes fewer steps than that of Aldous and Broder."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from chances import Verdict, chance_of_deviation, exact
from mazes import cell_eigenvalues, corner_eigenvalues
from report import Section, table, with_error
from sampling import Run
from watched_walks import ALDOUS_BRODER, CELLS, EASTWARD, ROWS, WALLS, Walks

from labirinto import _core, seeds


@dataclass(frozen=True)
class Steps:
    """The mean number of directions drawn for a maze, and its standard error."""

    mean: float
    error: float


def steps_of(walks: Walks, side: int, seed: int, mazes: int) -> Steps:
    steps = walks.run(side, side, seed, mazes)[1].astype(float)
    return Steps(float(steps.mean()), float(steps.std(ddof=1)) / math.sqrt(mazes))


def expected_on_cells(side: int) -> float:
    """Wilson's walks draw 4 directions for every ohm between a cell and the first one.

    Its walks leave cell u, r being the first, as often as u's degree times the resistance between
    the two (Wilson 1996), and of 4 directions as many lead somewhere as its degree.  The
    resistances of all pairs add up to the cells times the sum of the reciprocal eigenvalues.
    """
    return 8 * float(np.sum(1 / cell_eigenvalues(side, side)))


def expected_on_walls(side: int) -> float:
    """The same for corners, with the frame as what walks are to meet."""
    return 4 * float(np.sum(1 / corner_eigenvalues(side, side)))


def counts_as_core(run: Run) -> bool:
    """Whether the steps counted here are those that the core says it takes."""
    seed, side = run.seed_for("counted steps"), 40
    counted = Walks(run.library, WALLS, rows=side).run(side, side, seed, 200)[1]
    reported = [_core.wilson_walls_steps(side, side, seed + k, side) for k in range(200)]
    # The core knows what it took out of whole words of random bits: the same.
    return counted.tolist() == reported


def prove(run: Run) -> Section:
    kinds = {
        "Aldous-Broder": Walks(run.library, ALDOUS_BRODER),
        "Wilson's on cells": Walks(run.library, CELLS),
        "Wilson's on walls": Walks(run.library, WALLS),
        "Wilson's by rows": Walks(run.library, ROWS, rows=seeds.TILE_SIDE),
    }
    sides = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)[: run.pick(13, 9)]
    budget = run.pick(40_000_000, 4_000_000)
    found: dict[str, dict[int, Steps]] = {name: {} for name in kinds}
    for name, walks in kinds.items():
        for side in sides:
            cells = side * side
            mazes = int(min(20_000, max(200, budget // (cells * math.log(cells)))))
            seed = run.seed_for(f"steps, {name}, {side}")
            found[name][side] = steps_of(walks, side, seed, mazes)
    theory = {
        "Wilson's on cells": {side: expected_on_cells(side) for side in sides},
        "Wilson's on walls": {side: expected_on_walls(side) for side in sides},
        "Wilson's by rows": {side: expected_on_walls(side) for side in sides},
    }
    on_walls, drawn_side = "Wilson's on walls", run.pick(192, 64)
    drawn = Walks(run.library, WALLS, EASTWARD)
    biased = steps_of(drawn, drawn_side, run.seed_for("steps, biased"), run.pick(1000, 200))
    verdicts = [exact("the steps counted are those of the core", counts_as_core(run))]
    for name, expected in theory.items():
        verdicts += [
            Verdict(
                f"{name}, {side} x {side}: mean steps as the resistances say",
                chance_of_deviation((of.mean - expected[side]) / of.error),
            )
            for side, of in found[name].items()
        ]
        verdicts += [
            Verdict(
                f"{name} takes as many steps as Aldous-Broder on {side} x {side}, or more",
                chance_of_fewer(found["Aldous-Broder"][side], found[name][side]),
                rejects=True,
            )
            for side in sides
        ]
    lines = []
    for side in sides:
        line = [f"{side} x {side}", with_error_a_cell(found["Aldous-Broder"][side], side)]
        for name, expected in theory.items():
            of = found[name][side]
            line += [with_error_a_cell(of, side), f"{expected[side] / side**2:.3f}"]
        on_cells = found["Wilson's on cells"][side].mean
        line.append(f"{found['Aldous-Broder'][side].mean / on_cells:.1f}")
        lines.append(line)
    head = (
        "Size",
        "Aldous-Broder",
        "Wilson's on cells",
        "exactly",
        "Wilson's on walls",
        "exactly",
        "Wilson's by rows",
        "exactly",
        "Aldous-Broder / Wilson's on cells",
    )
    return Section(
        title="Steps of the walks",
        claim="Wilson's algorithm takes fewer random steps than Aldous and Broder's: on average "
        "a mean hitting time instead of the cover time. On walls, where a walk can end anywhere "
        "on the frame, it takes fewer still.",
        method="The kernels of the core, compiled with a counting source of random bits, report "
        "how many directions are drawn for a maze, including those that lead off the grid. For "
        "Wilson's the mean is known exactly: 8 times the sum of the reciprocal nonzero "
        "eigenvalues of the grid on cells, and 4 times that of the inner corners on walls, "
        "in whatever order walks start. So the means test the walks too. Every size is tested on "
        "its own.",
        found="Directions drawn for each cell of the maze, with standard errors:\n\n"
        + table(head, lines)
        + "Per cell, Wilson's steps grow as the logarithm of the side, with fewer on walls than "
        "on cells; those of Aldous-Broder grow as the square of that logarithm.",
        pictures=[(draw(run, found, theory), "Steps a cell against the size of the maze")],
        otherwise="Biased walks, or walks that fail to erase loops, would take another number of "
        "steps than the resistances predict. A walk on walls of 51 : 49 to the east "
        f"draws {with_error_a_cell(biased, drawn_side)} directions a cell on {drawn_side} x "
        f"{drawn_side}, where it should be "
        f"{theory[on_walls][drawn_side] / drawn_side**2:.3f}.",
        verdicts=verdicts,
    )


def chance_of_fewer(more: Steps, fewer: Steps) -> float:
    """The chance of such a difference if the first of the two is not larger."""
    deviation = (more.mean - fewer.mean) / math.hypot(more.error, fewer.error)
    return chance_of_deviation(deviation) / 2 if deviation > 0 else 1.0


def with_error_a_cell(steps: Steps, side: int) -> str:
    return with_error(steps.mean / side**2, steps.error / side**2)


def draw(run: Run, found: dict[str, dict[int, Steps]], theory: dict[str, dict[int, float]]) -> str:
    import plots

    figure, axes = plots.panels(1, 1, height=4.4)
    colours = (plots.BIASED, plots.HONEST, "#2a9d8f", "#8a5fbf")
    for number, (name, of) in enumerate(found.items()):
        sides = np.array(list(of))
        axes.errorbar(
            sides,
            [steps.mean / side**2 for side, steps in of.items()],
            [steps.error / side**2 for side, steps in of.items()],
            ms=4,
            fmt=plots.MARKERS[number] + ("" if name in theory else "-"),
            lw=0.8,
            label=name,
            color=colours[number],
        )
    for number, (name, expected) in enumerate(theory.items()):
        sides = np.array(list(expected))
        axes.plot(
            sides,
            [steps / side**2 for side, steps in expected.items()],
            lw=1,
            color=plots.THEORY,
            ls=("-", "--", ":")[number],
            label=f"{name}, exactly",
        )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("side of the maze")
    axes.set_ylabel("directions drawn, for each cell")
    axes.legend(fontsize=8)
    return plots.save(figure, run.images, "steps")
