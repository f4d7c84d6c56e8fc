"""That mazes on grids of hexagons, triangles, octagons, rings and irregular cells are uniform, and
those with floors, wrapped sides or bridges."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
from chances import Verdict, chance_of_chi_square, chance_of_largest, exact
from every_maze import Tally, tally_of
from large import extrapolated
from mazes import currents_of
from passages import Deviations, compared, verdicts_on
from report import Section, chance_text, table
from sampling import Run
from watched_walks import CELLS, WALLS, HexagonalWalks

from labirinto import _core
from labirinto.grids import Mesh, circular, hexagonal, linked, octagonal, triangular, voronoi, woven

CHUNK = 20_000
BIASED_EACH = 2000
"""How often each maze is made by a biased walk: so small a bias needs that many to be seen."""

MeshSampler = Callable[[Mesh, int, int], bytes]
"""From a grid, first seed and count: the bits of the mazes, one after the other."""

SMALL = (
    hexagonal(3, 3),
    hexagonal(2, outline="hexagon"),
    triangular(6, 3),
    triangular(3, outline="triangle"),
    octagonal(3, 3),
    octagonal(4, 2),
    circular(2),
    circular(1, 5),
    voronoi(7, seed=1),
    voronoi(9, seed=2),
    linked(2, 2, floors=2),
    linked(3, 2, wrap="x"),
    linked(3, 2, wrap="x", twist=True),
    linked(3, 3, wrap="xy"),
    woven(4, 3, weave=1, grid_seed=2),
)
"""All mazes on these are counted."""

LARGER = (
    hexagonal(12, 10),
    triangular(18, 10),
    octagonal(12, 10),
    circular(6, 1),
    voronoi(120, 1),
    linked(6, 5, floors=4),
    linked(12, 10, wrap="xy"),
    woven(12, 10, weave=1, grid_seed=2),
)
"""The passages on these are compared with the electric network."""

ENTROPIES = {
    "hexagons": (hexagonal, 1.615330),
    "triangles": (triangular, 0.807665),
    "octagons and squares": (octagonal, 2 * 0.786684),
}
"""Nats a cell of an endless uniform maze: of the triangular lattice, the honeycomb, and twice that
of a corner of the tiling 4.8.8 (Shrock and Wu 2000; Glasser and Wu 2005)."""

FIRST = 0.007
"""By so much a biased walk prefers the first neighbour: of two opposite ones about 51 : 49."""


def kernel(name: str) -> MeshSampler:
    """Through the kernel of batches, by two threads."""
    return lambda mesh, seed, count: getattr(_core, f"batch_{mesh.kernels}_{name}")(
        mesh.kernel_cells, seed, 0, count, 2, None
    )


KERNELS = {
    "Wilson's on cells": kernel("wilson_cells"),
    "Wilson's on walls": kernel("wilson_walls"),
    "Aldous-Broder": kernel("aldous_broder"),
}


def kernels_for(mesh: Mesh) -> dict[str, MeshSampler]:
    """Those that make mazes on a grid: no walk goes on the walls of one that is not planar."""
    return {
        name: sampler
        for name, sampler in KERNELS.items()
        if mesh.is_planar or name != "Wilson's on walls"
    }


def incidence(mesh: Mesh) -> np.ndarray:
    """A row a wall: 1 and -1 at its two cells, and nothing if these are joined in every maze."""
    cells = mesh.joined
    matrix = np.zeros((mesh.walls, len(cells)))
    for cell in range(len(cells)):
        for other, wall in cells.neighbours(cell):
            matrix[wall, cell] = 1 if cell < other else -1
    return matrix


def log_number(mesh: Mesh) -> float:
    """The logarithm of the number of mazes, by Kirchhoff's theorem."""
    matrix = incidence(mesh)
    return float(np.linalg.slogdet((matrix.T @ matrix)[1:, 1:])[1])


def in_chunks(sampler: MeshSampler, mesh: Mesh, seed: int, count: int) -> Iterator[np.ndarray]:
    """The bytes of mazes, a row each, of batches of their own."""
    for first in range(0, count, CHUNK):
        data = sampler(mesh, seed + first, min(CHUNK, count - first))
        yield np.frombuffer(data, np.uint8).reshape(-1, mesh.maze_bytes)


def tally(sampler: MeshSampler, mesh: Mesh, seed: int, each: int) -> tuple[Tally, bool]:
    """Make mazes, each so often on average, and count them; whether all were spanning trees."""
    classes = round(math.exp(log_number(mesh)))
    found: Counter[bytes] = Counter()
    for rows in in_chunks(sampler, mesh, seed, each * classes):
        found.update(map(bytes, rows))
    are_mazes = len(found) <= classes and all(is_tree(mesh, maze) for maze in found)
    return tally_of(found, classes), are_mazes


def is_tree(mesh: Mesh, maze: bytes) -> bool:
    """Whether the passages join all cells, and none is too many."""
    bits = np.unpackbits(np.frombuffer(maze, np.uint8), bitorder="little")[: mesh.walls]
    if bits.sum() != len(mesh) - 1:
        return False
    passages = incidence(mesh)[bits == 1]
    return int(np.linalg.matrix_rank(passages)) == passages.shape[1] - 1


def deviations(sampler: MeshSampler, mesh: Mesh, seed: int, mazes: int) -> Deviations:
    """Make mazes and compare their passages with the electric network."""
    samples = (
        np.unpackbits(rows, axis=1, bitorder="little")[:, : mesh.walls].astype(np.float32)
        for rows in in_chunks(sampler, mesh, seed, mazes)
    )
    currents = currents_of(incidence(mesh))
    # What is always there says nothing.
    free = (np.diag(currents) < 1 - 1e-9) & incidence(mesh).any(1)
    return compared(
        (sample[:, free] for sample in samples), currents[np.ix_(free, free)], np.arange(free.sum())
    )


def entropies() -> dict[str, tuple[float, float]]:
    """Nats a cell, by Kirchhoff's theorem and extrapolated, and as published."""
    found = {}
    for name, (grid, theory) in ENTROPIES.items():
        nats = {}
        for side in (12, 18, 24, 36, 48):
            width = 2 * side if grid is triangular else side
            nats[side] = log_number(grid(width, side)) / (width * side)
        found[name] = (extrapolated(nats), theory)
    return found


def prove(run: Run) -> Section:
    each, mazes = run.pick(300, 60), run.pick(200_000, 40_000)
    verdicts, lines = [], []
    for mesh in SMALL:
        for name, sampler in kernels_for(mesh).items():
            found, are_mazes = tally(sampler, mesh, run.seed_for(f"{mesh.text}, {name}"), each)
            verdicts.append(exact(f"{mesh.text}, {name}: mazes, not too many", are_mazes))
            verdicts.append(Verdict(f"{mesh.text}, {name}", found.chance))
            lines.append(
                (
                    mesh.text,
                    name,
                    f"{found.counts.size:,}",
                    f"{found.counts.min()}, {found.counts.max()}",
                    f"{found.chi_square:,.0f}",
                    chance_text(found.chance),
                )
            )
    larger = []
    for mesh in LARGER:
        for name, sampler in kernels_for(mesh).items():
            if name == "Aldous-Broder" and mesh is not LARGER[0]:
                continue  # the slowest, and the same on all grids
            seed = run.seed_for(f"passages, {mesh.text}, {name}")
            seen = deviations(sampler, mesh, seed, mazes)
            verdicts += verdicts_on(f"{mesh.text}, {name}", seen)
            larger.append(
                (
                    mesh.text,
                    name,
                    f"{seen.singles.size}",
                    f"{np.abs(seen.singles).max():.1f}",
                    f"{np.abs(seen.pairs).max():.1f}",
                    chance_text(chance_of_chi_square(*seen.together)),
                    chance_text(chance_of_largest(seen.pairs)),
                )
            )
    theory = entropies()
    verdicts += [
        exact(f"{name}: entropy as published", abs(nats - known) < 2e-5)
        for name, (nats, known) in theory.items()
    ]
    otherwise = biased(run, verdicts)
    return Section(
        title="Grids of other cells",
        claim="On hexagons, triangles, octagons with squares, rings and irregular cells every "
        "maze is equally likely as well, by walks on cells and on walls; on floors, cylinders, "
        "tori and Möbius strips and around bridges, by walks on cells.",
        method=f"On small grids all mazes were counted: each is to be made {each} times on "
        "average, and their number is Kirchhoff's determinant. The kernel for walls, made for "
        f"large grids, is called here for small ones. On larger grids, {mazes:,} mazes were made "
        "on each path, and single passages and pairs of them compared with the transfer currents, "
        "as above. The logarithm of the number of mazes, divided by that of the cells, was "
        "extrapolated to endless grids, and compared with the constants known for these "
        "lattices: it checks which cells are neighbours.",
        found="\n\n"
        + table(("Grid", "Path", "Mazes", "Least and most often", "Chi-square", "Chance"), lines)
        + "Deviations in standard errors, and the chances of all passages together and of the "
        "largest pair:\n\n"
        + table(
            ("Grid", "Path", "Walls", "Largest", "Largest of pairs", "Together", "Pairs"), larger
        )
        + "Nats a cell:\n\n"
        + table(
            ("Cells", "by Kirchhoff, extrapolated", "published"),
            [(name, f"{nats:.5f}", f"{known:.5f}") for name, (nats, known) in theory.items()],
        ).rstrip(),
        pictures=[],
        otherwise=otherwise,
        verdicts=verdicts,
    )


def biased(run: Run, verdicts: list[Verdict]) -> str:
    """The walks on hexagons, biased, which have to be detected."""
    mesh = SMALL[0]
    seed = run.seed_for("unbiased hexagons")
    lines = []
    for name, walk in (("on cells", CELLS), ("on walls", WALLS)):
        fair = HexagonalWalks(run.library, walk)(mesh, seed, 2000)
        make = getattr(_core, "mesh_wilson_walls" if walk else "mesh_wilson_cells")
        core = b"".join(make(mesh.core, seed + k) for k in range(2000))
        verdicts.append(
            exact(f"hexagons, the walk {name} that can be biased is the core's", fair == core)
        )
        sampler = HexagonalWalks(run.library, walk, FIRST)
        found, _ = tally(sampler, mesh, run.seed_for(f"biased hexagons, {name}"), BIASED_EACH)
        verdicts.append(Verdict(f"{mesh.text}, biased walk {name}", found.chance, rejects=True))
        lines.append((name, f"{found.excess:.0f}", chance_text(found.chance)))
    return (
        f"The same kernels on {mesh.text}, which prefer the first neighbour of a place by "
        f"{100 * FIRST:g} %, about 51 : 49 against the opposite one:\n\n"
        + table(("Walk", "Excess", "Chance"), lines).rstrip()
    )
