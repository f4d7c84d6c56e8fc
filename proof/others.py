"""How far the algorithms that claim no uniformity are from it."""

from __future__ import annotations

import math

import numpy as np
from chances import Verdict, exact
from every_maze import Tally, tally
from large import DENSITIES, entropy, wilson_on_walls
from mazes import all_codes, passages_of
from report import Section, chance_text, table
from sampling import BIASED, Run, Sampler, in_a_batch, kernel_of, title

import labirinto
from labirinto import Maze

SAMPLERS: dict[str, Sampler] = {title(name): in_a_batch(name) for name in ("wilson", *BIASED)}


def eller_never_makes(code: int, width: int, height: int) -> bool:
    """Whether the last row of a maze is not joined from left to right.

    Eller's last row joins all neighbours whose sets differ, the leftmost first.  A maze in which
    two such neighbours are not joined, but only around by others further right, is not to be had.
    """
    passages = passages_of(code, width, height)
    parts = list(range(width * height))

    def join(one: int, other: int) -> bool:
        old, new = parts[other], parts[one]
        if old == new:
            return False
        parts[:] = [new if part == old else part for part in parts]
        return True

    last_row = {x for y, plane, x in passages if (y, plane) == (height - 1, 0)}
    for y, plane, x in passages:
        if (y, plane) != (height - 1, 0):
            here = y * width + x
            join(here, here + (width if plane else 1))
    first = (height - 1) * width
    return any(join(first + x, first + x + 1) != (x in last_row) for x in range(width - 1))


def missing_entropy(found: Tally) -> float:
    """Bits that a maze holds less than a uniform one."""
    return math.log2(found.counts.size) - entropy(found.counts)


def prove(run: Run) -> Section:
    each = {(3, 3): run.pick(20_000, 5000), (4, 4): run.pick(50, 10)}
    tallies = {
        size: {
            name: tally(
                sampler,
                *size,
                run.seed_for(f"others, {name}, {size}"),
                number * len(all_codes(*size)),
            )
            for name, sampler in SAMPLERS.items()
        }
        for size, number in each.items()
    }
    small = tallies[3, 3]
    never, never_of_4 = (
        np.array([eller_never_makes(code, side, side) for code in all_codes(side, side).tolist()])
        for side in (3, 4)
    )
    verdicts = [
        exact(
            "the mazes of 3 x 3 that Eller's never makes are those of the rule",
            np.array_equal(small["Eller"].counts == 0, never),
        ),
        exact(
            "no maze of 4 x 4 was made by Eller's that it cannot make",
            not np.any(tallies[4, 4]["Eller"].counts[never_of_4]),
        ),
        *(
            Verdict(f"3 x 3, {name}", of.chance, rejects=name != "Wilson")
            for name, of in small.items()
        ),
        *(
            Verdict(f"4 x 4, {name}", of.chance, rejects=name != "Wilson")
            for name, of in tallies[4, 4].items()
        ),
    ]
    lines = [
        (
            f"{size[0]} x {size[1]}",
            name,
            f"{of.counts.size:,}",
            f"{np.count_nonzero(of.counts):,}",
            f"{of.counts.min() / of.mean:.2f}",
            f"{of.counts.max() / of.mean:.2f}",
            f"{100 * of.unevenness:.1f} %",
            f"{round(missing_entropy(of), 4) + 0.0:.4f}",
            chance_text(of.chance),
        )
        for size, by_name in tallies.items()
        for name, of in by_name.items()
    ]
    side = run.pick(3000, 1000)
    censuses = {
        name: census_of(kernel(side, side, run.seed_for(f"others, census, {name}")), side)
        for name, kernel in (
            ("Wilson", wilson_on_walls),
            *((title(name), kernel_of(name)) for name in BIASED),
        )
    }
    head = ("Share", "Endless uniform", *censuses)
    theory = [f"{100 * density:.2f} %" for density in DENSITIES]
    rows = [
        (what, known, *(f"{census[k]:.2f}{unit}" for census in censuses.values()))
        for k, (what, known, unit) in enumerate(
            (
                ("dead ends", theory[0], " %"),
                ("corridors", theory[1], " %"),
                ("straight corridors", "", " %"),
                ("junctions", theory[2], " %"),
                ("crossings", theory[3], " %"),
                ("horizontal passages", "50 %", " %"),
                ("steps between cells that are no corridor", "", ""),
            )
        )
    ]
    gone = int(never.sum())
    return Section(
        title="The other algorithms, which are not uniform",
        claim="None of uniformity. All make perfect mazes, some of them much more often than "
        "others; this section measures how far they are from uniform, beside Wilson's.",
        method=f"Every maze of 3 x 3, {each[3, 3]:,} times each, and of 4 x 4, {each[4, 4]} times "
        "each, in batches. *Least* and *most* are the frequencies of the rarest and the most "
        "frequent maze relative to the mean; *uneven* is the root mean square by which "
        "probabilities differ from their mean, without the part due to counting; *missing bits* "
        "is the entropy that a maze lacks compared with a uniform one. Large mazes are compared "
        f"by their parts: one of {side:,} x {side:,} "
        "each.",
        found="\n\n"
        + table(
            (
                "Size",
                "Algorithm",
                "Mazes",
                "Found",
                "Least",
                "Most",
                "Uneven",
                "Missing bits",
                "Chance if uniform",
            ),
            lines,
        )
        + f"Eller's algorithm never makes {gone} of the {never.size} mazes of 3 x 3. Its last row "
        "joins all neighbours whose sets differ, and does so from left to right: where two cells "
        "of one set have a cell of another between them, that one is always joined to its left. "
        "Mazes in which it is joined to its right instead cannot occur; the rule gives exactly "
        f"those that were never found. Of 4 x 4 there are {np.count_nonzero(never_of_4):,} such "
        "mazes; some others are so rare that they did not occur.\n\n"
        + table(head, rows)
        + said_in_words(censuses),
        pictures=[
            (draw_extremes(run, small), "The most and the least frequent mazes of 3 x 3"),
            (draw_counts(run, small), "How often each maze of 3 x 3 was made"),
        ],
        otherwise="Wilson's lines show what uniform looks like in the same tests; their "
        "unevenness is chance.",
        verdicts=verdicts,
    )


def census_of(rows: bytes, side: int) -> tuple[float, ...]:
    """Shares in percent, and the mean steps of a corridor."""
    census = labirinto.census(Maze(side, side, rows))
    corridors = sum(number for _, number in census.corridor_lengths)
    steps = sum(length * number for length, number in census.corridor_lengths)
    percent = 100 / census.cells
    return (
        census.dead_ends * percent,
        census.corridors * percent,
        100 * census.straights / census.corridors,
        census.junctions * percent,
        census.crossings * percent,
        100 * census.horizontal / census.passages,
        steps / corridors,
    )


def said_in_words(censuses: dict[str, tuple[float, ...]]) -> str:
    """What one sees more of."""
    uniform = censuses["Wilson"]

    def compared(name: str) -> str:
        kinds = ("dead ends", "corridors", "straight corridors", "junctions", "crossings")
        changes = [
            (100 * (mine / theirs - 1), kind)
            for mine, theirs, kind in zip(censuses[name], uniform, kinds, strict=False)
        ]
        return ", ".join(f"{change:+.1f} % {kind}" for change, kind in changes)

    return (
        f"Against Wilson's, one sees in Kruskal's mazes {compared('Kruskal')}. In Eller's one sees "
        f"{compared('Eller')}; and {100 - censuses['Eller'][5]:.1f} % of its passages lead down, "
        f"against {100 - uniform[5]:.1f} %."
    )


def draw_extremes(run: Run, tallies: dict[str, Tally]) -> str:
    import plots

    figure, axes = plots.panels(2, 8, height=1.5)
    for row, name in zip(axes, ("Kruskal", "Eller"), strict=True):
        counts = tallies[name].counts
        order = np.argsort(counts, kind="stable")
        # Of Eller's, the rarest that can be had at all.
        rarest = order[np.count_nonzero(counts == 0) :][:4]
        for panel, k in zip(row, [*order[:-5:-1], *rarest], strict=True):
            passages = set(passages_of(int(all_codes(3, 3)[k]), 3, 3))
            plots.draw_maze(panel, passages, 3, 3)
            panel.set_title(f"{name}\n{counts[k] / tallies[name].mean:.2f} x", fontsize=8)
    return plots.save(figure, run.images, "extremes")


def draw_counts(run: Run, tallies: dict[str, Tally]) -> str:
    import plots

    figure, axes = plots.panels(1, 1, height=3.4)
    for (name, found), colour in zip(tallies.items(), plots.COLOURS, strict=False):
        in_order = np.sort(found.counts)[::-1] / found.mean
        axes.plot(
            np.where(in_order > 0, in_order, np.nan),
            drawstyle="steps-mid",
            lw=1.4,
            label=name,
            color=colour,
        )
    axes.axhline(1, color=plots.THEORY, lw=0.7)
    axes.set_yscale("log")
    ticks = (0.2, 0.5, 1, 2, 5, 10)
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("the 192 mazes of 3 x 3, each algorithm's most frequent first")
    axes.set_ylabel("times made, against the mean")
    plots.legend_beside(axes)
    return plots.save(figure, run.images, "others")
