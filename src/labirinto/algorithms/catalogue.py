"""The algorithms: a record of each, and a function that makes its mazes."""

from __future__ import annotations

from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import ALGORITHMS, generate
from labirinto.algorithms.record import Algorithm, Method, Parameter
from labirinto.grids import Grid
from labirinto.maze import Maze
from labirinto.seeds import has_strips, strip_rows, walks_on_cells

__all__ = ["aldous_broder", "eller", "kruskal", "wilson"]

_RECORDS = (
    Algorithm(
        name="wilson",
        title="Wilson's algorithm",
        summary="Loop-erased random walks: every maze of a size is equally likely.",
        source="D. B. Wilson, Generating random spanning trees more quickly than the cover "
        "time, STOC 1996, pp. 296-303.",
        methods=(
            Method("wilson", "wilson_cells", "Walks", fits=walks_on_cells),
            Method(
                "wilson-walls",
                "wilson_walls",
                "WalksOnWalls",
                title="Wilson's algorithm on the walls",
                arguments=lambda recipe: (strip_rows(recipe.height),),
            ),
        ),
        uniform=True,
        threaded=has_strips,
        bytes_a_cell=1.25,
        example_seed=70,
        example_steps=(0, 1, 35, -1),
    ),
    Algorithm(
        name="eller",
        title="Eller's algorithm",
        summary="Row by row, with only the sets of the current row in memory; not uniform.",
        source="Attributed to Marlin Eller, 1982, unpublished.",
        methods=(Method("eller", "eller", "RowByRow"),),
        shapes=False,
        endless=True,
        parameters=(
            Parameter("join", 0.5, "probability of a passage east where there can be one"),
            Parameter("drop", 0.5, "probability of a passage south beyond the one needed"),
        ),
        bytes_a_column=8,
        example_seed=58,
        example_steps=(0, 3, 7, 8, 25, 29),
    ),
    Algorithm(
        name="aldous-broder",
        title="the algorithm of Aldous and Broder",
        summary="One random walk; each cell joins by the passage through which it is first "
        "entered. Uniform, and much slower than Wilson's.",
        source="A. Broder, Generating random spanning trees, FOCS 1989, pp. 442-447; "
        "D. J. Aldous, The random walk construction of uniform spanning trees and uniform "
        "labelled trees, SIAM J. Discrete Math. 3 (1990), pp. 450-465.",
        methods=(Method("aldous-broder", "aldous_broder", "Entering"),),
        uniform=True,
        bytes_a_cell=1.25,
        example_seed=11,
        example_steps=(0, 1, 42, -1),
    ),
    Algorithm(
        name="kruskal",
        title="Kruskal's algorithm on passages in random order",
        summary="Passages in random order, each opened if it joins two parts; not uniform.",
        source="J. B. Kruskal, On the shortest spanning subtree of a graph and the traveling "
        "salesman problem, Proc. AMS 7 (1956), pp. 48-50.",
        methods=(Method("kruskal", "kruskal", "Joining"),),
        bytes_a_cell=16.25,
        most_cells=2**31 - 1,
        example_seed=11,
        example_steps=(0, 1, 30, -2),
    ),
)

ALGORITHMS.update({record.name: record for record in _RECORDS})


def wilson(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Maze:
    """Make a maze by Wilson's algorithm: every maze of the size, or of the grid, is equally likely.

    See ``generate`` for arguments and errors.
    """
    return generate("wilson", width, height, seed=seed, progress=progress, threads=threads)


def eller(
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    join: float = 0.5,
    drop: float = 0.5,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by Eller's algorithm: fast, row by row, and not uniform.

    Args:
        width: In cells, from 1.
        height: In cells, from 1.
        seed: See ``generate``.
        join: Probability of a passage east where there can be one; more makes long corridors
            across.
        drop: Probability of a passage south beyond the one that each set needs; more makes long
            corridors down.
        progress: See ``generate``.

    See ``generate`` for the errors.
    """
    return generate("eller", width, height, seed=seed, progress=progress, join=join, drop=drop)


def aldous_broder(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the algorithm of Aldous and Broder: uniform like Wilson's, and slower.

    See ``generate`` for arguments and errors.
    """
    return generate("aldous-broder", width, height, seed=seed, progress=progress)


def kruskal(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by Kruskal's algorithm on passages in random order; not uniform.

    See ``generate`` for arguments and errors.
    """
    return generate("kruskal", width, height, seed=seed, progress=progress)
