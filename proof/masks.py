"""That mazes on masks with holes are uniform, on cells and on walls."""

from __future__ import annotations

from report import Section, table
from rooms import HEAD, Plan, Sampler, counted
from sampling import Run

from labirinto import _core


def plan(what: str, text: str) -> Plan:
    """A mask, from rows that slashes part."""
    return Plan(what, tuple(text.split("/")), ())


PLANS = (
    plan("two holes", "...../.#.#./....."),
    plan("three holes in a row", "......./.#.#.#./......."),
    plan("three holes around another", "...../.#.#./...../.###./....."),
    plan("four holes", "...../.#.#./...../.#.#./....."),
    plan("holes that touch in corners, and bites", ".#.../....#/#..../..#.#/....."),
    plan("bites, and a hole", "#.../..../.#../...#"),
    plan("rings", "......./.#####./.#...#./.#.#.#./.#...#./.###.#./......."),
)
"""In most of them no corner is apart from the holes, so that walks on walls begin at these."""


def kernel(name: str) -> Sampler:
    """One maze after the other."""
    make = getattr(_core, f"masked_{name}")

    def sample(plan: Plan, seed: int, count: int) -> list[bytes]:
        return [make(plan.grid.core, seed + k) for k in range(count)]

    return sample


UNIFORM = {
    "Wilson's on cells": kernel("wilson_cells"),
    "Wilson's on walls": kernel("wilson_walls"),
    "Aldous-Broder": kernel("aldous_broder"),
}
OTHERS = {"Kruskal's": kernel("kruskal"), "backtracker": kernel("backtracker")}


def prove(run: Run) -> Section:
    each = run.pick(200, 50)
    verdicts, lines = counted(run, PLANS, UNIFORM, each)
    wrong_verdicts, wrong_lines = counted(run, PLANS[1:2], OTHERS, each, rejects=True)
    return Section(
        title="Masks",
        claim="On masks with several holes every maze is equally likely as well, by walks on cells "
        "and on walls.",
        method="Walks on walls treat all corners along a hole as one place, which they may leave "
        "and come back to. On small masks, most of which have no other corners, all mazes were "
        f"counted: each is to be made {each} times on average, and their number is Kirchhoff's "
        "determinant. The kernel for walls, made for large masks, is called here for small ones.",
        found="\n\n" + table(HEAD, lines),
        pictures=[],
        otherwise="Kruskal's algorithm and the backtracker, which are not uniform, were counted in "
        "the same way and have to be detected:\n\n" + table(HEAD, wrong_lines).rstrip(),
        verdicts=verdicts + wrong_verdicts,
    )
