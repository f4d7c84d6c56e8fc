"""The algorithms: a record of each, and a function that makes its mazes."""

from __future__ import annotations

from labirinto._internal.progress import Progress
from labirinto.algorithms.generating import ALGORITHMS, new_maze
from labirinto.algorithms.record import Algorithm, Method, Parameter
from labirinto.grids import Grid
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms
from labirinto.seeds import TILE_SIDE, Seed, has_strips, strip_rows, walks_on_cells

__all__ = [
    "aldous_broder",
    "backtracker",
    "binary_tree",
    "eller",
    "growing_tree",
    "hunt_and_kill",
    "kruskal",
    "prim",
    "recursive_division",
    "sidewinder",
    "wilson",
]

_BYTES_BY_ROWS = 100
"""Times the width to the power of 1.25: of corners that walks settle ahead, in their tiles."""

_BYTES_A_CORNER = 1.5
"""Memory if all tiles are open, as in low mazes."""

_MOST_OPENED = 16
"""Tiles that a walk opens before those that its path has left are closed."""


def _arguments_by_rows(recipe: Recipe) -> tuple[int, ...]:
    is_endless = dict(recipe.parameters)["order"] == "endless"
    return 0 if is_endless else recipe.height, TILE_SIDE, _MOST_OPENED


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
            Method(
                "wilson-rows",
                "wilson_rows",
                "WalksOnWalls",
                title="Wilson's algorithm by rows",
                selected_by=("rows", "endless"),
                arguments=_arguments_by_rows,
                work_bytes=lambda width, height: min(
                    _BYTES_BY_ROWS * width**1.25, _BYTES_A_CORNER * width * (height + TILE_SIDE)
                ),
            ),
        ),
        uniform=True,
        endless=True,
        by_rows=("rows", "endless"),
        threaded=has_strips,
        parameters=(
            Parameter(
                "order",
                "any",
                "order in which walks start: from the top row down, or as in endless rows",
                ("any", "rows", "endless"),
                selects=True,
            ),
        ),
        bytes_a_cell=1.25,
        example_seed=70,
        example_steps=(0, 1, 35, -1),
    ),
    Algorithm(
        name="eller",
        title="Eller's algorithm",
        summary="Works row by row and keeps only the sets of the current row in memory; not "
        "uniform.",
        source="Attributed to Marlin Eller, 1982, unpublished.",
        methods=(Method("eller", "eller", "RowByRow"),),
        shapes=False,
        endless=True,
        parameters=(
            Parameter("join", 0.5, "probability of a passage east where one is possible"),
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
        summary="Tries passages in random order and opens each one that joins two parts; not "
        "uniform.",
        source="J. B. Kruskal, On the shortest spanning subtree of a graph and the traveling "
        "salesman problem, Proc. AMS 7 (1956), pp. 48-50.",
        methods=(Method("kruskal", "kruskal", "Joining"),),
        bytes_a_cell=12.25,
        most_cells=2**31 - 1,
        example_seed=11,
        example_steps=(0, 1, 30, -2),
    ),
    Algorithm(
        name="backtracker",
        title="the recursive backtracker",
        summary="A path goes on to new cells while it can and backtracks when stuck: long "
        "corridors, few dead ends; not uniform.",
        source="No publication of its use for mazes is known; as a search: R. Tarjan, Depth-first "
        "search and linear graph algorithms, SIAM J. Comput. 1 (1972), pp. 146-160.",
        methods=(Method("backtracker", "backtracker", "Growing"),),
        bytes_a_cell=2.25,
        example_seed=11,
        example_steps=(0, 1, 8, 17, -1),
    ),
    Algorithm(
        name="prim",
        title="Prim's algorithm, randomized",
        summary="The maze spreads from one cell by opening a random wall on its edge: many short "
        "dead ends; not uniform.",
        source="V. Jarnik, O jistem problemu minimalnim, Prace moravske prirodovedecke "
        "spolecnosti 6 (1930), pp. 57-63; R. C. Prim, Shortest connection networks and some "
        "generalizations, Bell Syst. Tech. J. 36 (1957), pp. 1389-1401; E. W. Dijkstra, A note on "
        "two problems in connexion with graphs, Numer. Math. 1 (1959), pp. 269-271.",
        methods=(Method("prim", "prim", "Spreading"),),
        bytes_a_cell=1.5,
        example_seed=11,
        example_steps=(0, 1, 10, -1),
    ),
    Algorithm(
        name="growing-tree",
        title="the growing tree algorithm",
        summary="The maze grows from its newest cell or from a random one, as a parameter decides: "
        "textures from the backtracker's to nearly Prim's; not uniform.",
        source="W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Maze Generation: Growing "
        "Tree algorithm, 2011.",
        methods=(Method("growing-tree", "growing_tree", "Listing"),),
        parameters=(
            Parameter("newest", 0.5, "probability that the maze grows from its newest cell"),
        ),
        bytes_a_cell=5.25,
        most_cells=2**30,
        example_seed=11,
        example_steps=(0, 1, 23, 28, -1),
    ),
    Algorithm(
        name="hunt-and-kill",
        title="the hunt-and-kill algorithm",
        summary="A walk goes to new cells until it is stuck; the next walk starts at the first "
        "cell that touches the maze; not uniform.",
        source="W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Maze Generation: "
        "Hunt-and-Kill algorithm, 2011.",
        methods=(Method("hunt-and-kill", "hunt_and_kill", "Growing"),),
        bytes_a_cell=1.4,
        example_seed=8,
        example_steps=(0, 1, 12, 18, -1),
    ),
    Algorithm(
        name="binary-tree",
        title="the binary tree algorithm",
        summary="Each cell tosses a coin to open a passage on one of two sides: the simplest "
        "algorithm, with a visible slant; not uniform.",
        source="W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Maze Generation: Binary "
        "Tree algorithm, 2011.",
        methods=(Method("binary-tree", "binary_tree", "Tossing"),),
        hardest="medium",  # hard: 28 of 600, expert: 0 of 300
        shapes=False,
        endless=True,
        parameters=(
            Parameter("skew", "nw", "corner to which all passages lead", ("nw", "ne", "sw", "se")),
        ),
        bytes_a_column=1,
        example_seed=11,
        example_steps=(0, 1, 16, -1),
    ),
    Algorithm(
        name="sidewinder",
        title="the sidewinder algorithm",
        summary="Joins the cells of each row in runs, each with one passage north; not uniform.",
        source="W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Maze Generation: "
        "Sidewinder algorithm, 2011.",
        methods=(Method("sidewinder", "sidewinder", "Tossing"),),
        shapes=False,
        endless=True,
        parameters=(Parameter("join", 0.5, "probability of a passage east where one is possible"),),
        bytes_a_column=1,
        example_seed=11,
        example_steps=(0, 6, 25, 26, -1),
    ),
    Algorithm(
        name="recursive-division",
        title="recursive division",
        summary="Divides rooms by straight walls with one gap each until only corridors are left; "
        "not uniform.",
        source="W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Maze Generation: "
        "Recursive Division, 2011.",
        methods=(Method("recursive-division", "recursive_division", "Dividing"),),
        shapes=False,
        example_seed=11,
        example_steps=(0, 1, 2, -1),
    ),
)

ALGORITHMS.update({record.name: record for record in _RECORDS})


def wilson(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    order: str = "any",
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Maze:
    """Make a maze by Wilson's algorithm: every maze of the size, or of the grid, is equally likely.

    Args:
        width, height, seed, rooms, symmetry, progress, threads: See ``generate``.
        order: The order in which walks start; each order gives its own maze for a seed.  ``any`` is
            the fastest.  ``rows`` goes from the top row down, in a fifth of the memory, and is as
            uniform.  ``endless`` gives the first rows of the uniform maze of an endless strip,
            closed by a frame below the last: uniform except near that frame.  The last two are for
            whole rectangles.

    See ``generate`` for the errors.
    """
    # Without a parameter the plan of small mazes is found faster.
    parameters = {} if order == "any" else {"order": order}
    return new_maze("wilson", width, height, seed, progress, parameters, rooms, threads, symmetry)


def eller(
    width: int,
    height: int,
    *,
    seed: Seed | None = None,
    join: float = 0.5,
    drop: float = 0.5,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by Eller's algorithm: fast, row by row, and not uniform.

    Args:
        width: In cells, from 1.
        height: In cells, from 1.
        seed: See ``generate``.
        join: Probability of a passage east where one is possible; higher values make long corridors
            across.
        drop: Probability of a passage south beyond the one that each set needs; higher values make
            long corridors down.
        progress: See ``generate``.

    See ``generate`` for the errors.
    """
    return new_maze("eller", width, height, seed, progress, {"join": join, "drop": drop})


def aldous_broder(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the algorithm of Aldous and Broder: uniform like Wilson's, but slower.

    See ``generate`` for arguments and errors.
    """
    return new_maze("aldous-broder", width, height, seed, progress, {}, rooms, symmetry=symmetry)


def kruskal(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by Kruskal's algorithm on passages in random order; not uniform.

    See ``generate`` for arguments and errors.
    """
    return new_maze("kruskal", width, height, seed, progress, {}, rooms, symmetry=symmetry)


def backtracker(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the recursive backtracker: long corridors, few dead ends; not uniform.

    See ``generate`` for arguments and errors.
    """
    return new_maze("backtracker", width, height, seed, progress, {}, rooms, symmetry=symmetry)


def prim(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by Prim's algorithm, randomized: many short dead ends; not uniform.

    See ``generate`` for arguments and errors.
    """
    return new_maze("prim", width, height, seed, progress, {}, rooms, symmetry=symmetry)


def growing_tree(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    newest: float = 0.5,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the growing tree algorithm; not uniform.

    Args:
        width, height, seed, rooms, symmetry, progress: See ``generate``.
        newest: Probability that the maze grows from its newest cell instead of a random one; 1
            makes the mazes of ``backtracker``.

    See ``generate`` for the errors.
    """
    return new_maze(
        "growing-tree", width, height, seed, progress, {"newest": newest}, rooms, symmetry=symmetry
    )


def hunt_and_kill(
    width: int | Grid,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the hunt-and-kill algorithm: long corridors, few dead ends; not uniform.

    See ``generate`` for arguments and errors.
    """
    return new_maze("hunt-and-kill", width, height, seed, progress, {}, rooms, symmetry=symmetry)


def binary_tree(
    width: int,
    height: int,
    *,
    seed: Seed | None = None,
    skew: str = "nw",
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the binary tree algorithm; not uniform.

    Args:
        width, height, seed, progress: See ``generate``.
        skew: The corner to which all passages lead: ``nw``, ``ne``, ``sw`` or ``se``.

    See ``generate`` for the errors.
    """
    return new_maze("binary-tree", width, height, seed, progress, {"skew": skew})


def sidewinder(
    width: int,
    height: int,
    *,
    seed: Seed | None = None,
    join: float = 0.5,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by the sidewinder algorithm, row by row; not uniform.

    Args:
        width, height, seed, progress: See ``generate``.
        join: Probability of a passage east where one is possible; higher values make long corridors
            across.

    See ``generate`` for the errors.
    """
    return new_maze("sidewinder", width, height, seed, progress, {"join": join})


def recursive_division(
    width: int,
    height: int,
    *,
    seed: Seed | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Make a maze by recursive division: straight walls with one gap each; not uniform.

    See ``generate`` for arguments and errors.
    """
    return new_maze("recursive-division", width, height, seed, progress, {})
