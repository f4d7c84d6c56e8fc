"""Making mazes: one door for all algorithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto._internal.threads import threads_for
from labirinto._internal.validation import real_number
from labirinto.errors import InvalidValueError, TooLargeError, shown
from labirinto.grids.rectangle import maze_bytes
from labirinto.maze import Maze
from labirinto.recipe import Recipe

Kernel = Callable[[Recipe, int, Progress | None, int | None], bytes]
"""From a recipe, its seed as a number, what is told of the progress, and a number of threads or
None for one a processor."""


@dataclass(frozen=True, eq=False)
class Parameter:
    """A number from 0 to 1 that changes the texture of an algorithm's mazes."""

    name: str
    default: float
    meaning: str


@dataclass(frozen=True, eq=False)
class Algorithm:
    """What an algorithm is, and what it can do.

    Attributes:
        name: as in recipes and on the command line.
        title: as within a sentence.
        uniform: whether every maze of a size is equally likely.
        endless: whether it needs only the current row, and so makes mazes of any height.
        summary: one sentence.
        source: where it was published.
        revision: of what a seed gives; see the seed promise.
        parameters: what can be set.
        bytes_a_cell: memory at the peak, the maze included.
        bytes_a_column: the same, for what grows with the width alone.
        most_cells: the largest maze.
        threaded: whether large mazes are made by several threads at once.
    """

    name: str
    title: str
    uniform: bool
    endless: bool
    summary: str
    source: str
    kernel: Kernel
    revision: int = 1
    parameters: tuple[Parameter, ...] = ()
    bytes_a_cell: float = 0.25
    bytes_a_column: float = 0
    most_cells: int = 2**62
    threaded: bool = False

    def work_bytes(self, width: int, height: int) -> float:
        """Memory at the peak besides the maze itself.

        Raises:
            TooLargeError: if it makes no maze of this size, whatever the memory.
        """
        cells = width * height
        if cells > self.most_cells:
            raise TooLargeError(
                f"A {width}x{height} maze has {cells} cells; {self.name} makes at most "
                f"{self.most_cells}."
            )
        return cells * (self.bytes_a_cell - 0.25) + width * self.bytes_a_column


def _wilson(recipe: Recipe, seed: int, progress: Progress | None, threads: int | None) -> bytes:
    width, height = recipe.width, recipe.height
    if seeds.walks_on_cells(width, height):
        return _core.wilson_cells(width, height, seed, progress)
    # To ask for the processors takes longer than to make a small maze.
    threads = threads_for(threads)
    return _core.wilson_walls(width, height, seed, seeds.strip_rows(height), progress, threads)


def _eller(recipe: Recipe, seed: int, progress: Progress | None, threads: int | None) -> bytes:
    chances = {name: seeds.threshold(value) for name, value in recipe.parameters}
    return _core.eller(
        recipe.width, recipe.height, seed, chances["join"], chances["drop"], progress
    )


def _aldous_broder(
    recipe: Recipe, seed: int, progress: Progress | None, threads: int | None
) -> bytes:
    return _core.aldous_broder(recipe.width, recipe.height, seed, progress)


def _kruskal(recipe: Recipe, seed: int, progress: Progress | None, threads: int | None) -> bytes:
    return _core.kruskal(recipe.width, recipe.height, seed, progress)


ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm(
            name="wilson",
            title="Wilson's algorithm",
            uniform=True,
            endless=False,
            summary="Loop-erased random walks: every maze of a size is equally likely.",
            source="D. B. Wilson, Generating random spanning trees more quickly than the cover "
            "time, STOC 1996, pp. 296-303.",
            kernel=_wilson,
            bytes_a_cell=1.25,
            threaded=True,
        ),
        Algorithm(
            name="eller",
            title="Eller's algorithm",
            uniform=False,
            endless=True,
            summary="Row by row, with only the sets of the current row in memory; not uniform.",
            source="Attributed to Marlin Eller, 1982, unpublished.",
            kernel=_eller,
            parameters=(
                Parameter("join", 0.5, "probability of a passage east where there can be one"),
                Parameter("drop", 0.5, "probability of a passage south beyond the one needed"),
            ),
            bytes_a_column=8,
        ),
        Algorithm(
            name="aldous-broder",
            title="the algorithm of Aldous and Broder",
            uniform=True,
            endless=False,
            summary="One random walk; each cell joins by the passage through which it is first "
            "entered. Uniform, and much slower than Wilson's.",
            source="A. Broder, Generating random spanning trees, FOCS 1989, pp. 442-447; "
            "D. J. Aldous, The random walk construction of uniform spanning trees and uniform "
            "labelled trees, SIAM J. Discrete Math. 3 (1990), pp. 450-465.",
            kernel=_aldous_broder,
            bytes_a_cell=1.25,
        ),
        Algorithm(
            name="kruskal",
            title="Kruskal's algorithm on passages in random order",
            uniform=False,
            endless=False,
            summary="Passages in random order, each opened if it joins two parts; not uniform.",
            source="J. B. Kruskal, On the shortest spanning subtree of a graph and the traveling "
            "salesman problem, Proc. AMS 7 (1956), pp. 48-50.",
            kernel=_kruskal,
            bytes_a_cell=16.25,
            most_cells=2**31 - 1,
        ),
    )
}
"""The algorithms by name."""


def generate(
    algorithm: str | Recipe | None,
    width: int | None = None,
    height: int | None = None,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    **parameters: float,
) -> Maze:
    """A new perfect maze.

    Args:
        algorithm: a name in ``ALGORITHMS``; or a whole recipe, and then nothing beside it but
            progress and threads.  None, which ``maze.recipe`` can be, is refused in a sentence.
        width, height: in cells, from 1.
        seed: a whole number from 0 to 2^64-1 or any text; None for a new one, which is then found
            in ``maze.recipe.seed``.
        progress: called now and then with what is done and the whole; may raise, to stop.
        threads: how many may work at it, None for one a processor; the maze is the same for any
            number.  Wilson's algorithm uses them in mazes of more than 2,048 rows, others never.
        parameters: what the algorithm lets you set; for Eller's ``join`` and ``drop``.

    Raises:
        InvalidValueError: for a value that cannot be.
        TooLargeError: if the memory does not suffice; told before any is taken.
    """
    if isinstance(algorithm, Recipe):
        if parameters or (width, height, seed) != (None, None, None):
            raise InvalidValueError("A recipe is complete: give nothing else beside it.")
        recipe = algorithm
        known = check_recipe(recipe)
    elif algorithm is None:
        raise InvalidValueError(
            "There is no recipe: how this maze was made is not known, so it cannot be made again."
        )
    else:
        if width is None or height is None:
            raise InvalidValueError("Give the width and the height of the maze.")
        recipe = new_recipe(algorithm, width, height, seed, parameters)
        known = ALGORITHMS[recipe.algorithm]
    if threads is not None:
        threads = threads_for(threads)
    return _follow(known, recipe, progress, threads)


def new_recipe(
    algorithm: str, width: int, height: int, seed: int | str | None, parameters: dict[str, float]
) -> Recipe:
    """The recipe of a maze by today's revision; with a fresh seed, if None is given.

    Raises:
        InvalidValueError: for a value that cannot be.
    """
    known = algorithm_named(algorithm)
    return Recipe(
        known.name,
        width,
        height,
        seeds.fresh_seed() if seed is None else seed,
        known.revision,
        parameters_of(known, parameters),
    )


def wilson(
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Maze:
    """A maze by Wilson's algorithm: every maze of the size is equally likely.

    See ``generate`` for arguments and errors.  Source: Wilson, STOC 1996, pp. 296-303.
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
    """A maze by Eller's algorithm: fast, row by row, and not uniform.

    Args:
        join: probability of a passage east where there can be one; more makes long corridors
            across.
        drop: probability of a passage south beyond the one that each set needs; more makes long
            corridors down.

    See ``generate`` for the other arguments and the errors.
    """
    return generate("eller", width, height, seed=seed, progress=progress, join=join, drop=drop)


def aldous_broder(
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """A maze by the algorithm of Aldous and Broder: uniform as Wilson's, and slower.

    See ``generate`` for arguments and errors.
    """
    return generate("aldous-broder", width, height, seed=seed, progress=progress)


def kruskal(
    width: int,
    height: int,
    *,
    seed: int | str | None = None,
    progress: Progress | None = None,
) -> Maze:
    """A maze by Kruskal's algorithm with passages in random order.  Not uniform.

    See ``generate`` for arguments and errors.
    """
    return generate("kruskal", width, height, seed=seed, progress=progress)


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of this name.

    Raises:
        InvalidValueError: if there is none.
    """
    if not isinstance(name, str) or name not in ALGORITHMS:
        names = ", ".join(ALGORITHMS)
        raise InvalidValueError(f"There is no algorithm {shown(name)}; there are {names}.")
    return ALGORITHMS[name]


def parameters_of(algorithm: Algorithm, given: dict[str, float]) -> tuple[tuple[str, float], ...]:
    """All parameters of an algorithm in the order of their names, those not given by default.

    Raises:
        InvalidValueError: for a parameter that it does not have, or a value that cannot be.
    """
    known = {parameter.name: parameter.default for parameter in algorithm.parameters}
    for name, value in given.items():
        if name not in known:
            can = " and ".join(known) or "none at all"
            raise InvalidValueError(
                f"There is no parameter {name!r} for {algorithm.title}, but {can}."
            )
        known[name] = real_number(name, value, 0, 1)
    return tuple(sorted(known.items()))


def _follow(
    algorithm: Algorithm, recipe: Recipe, progress: Progress | None, threads: int | None
) -> Maze:
    # Rows are whole bytes, which counts in narrow mazes.
    width, height = recipe.width, recipe.height
    needed = maze_bytes(width, height) + algorithm.work_bytes(width, height)
    check_memory(needed, f"A {recipe.width}x{recipe.height} maze")
    try:
        rows = algorithm.kernel(recipe, seeds.seed_number(recipe.seed), progress, threads)
    except MemoryError:
        raise TooLargeError(
            f"A {recipe.width}x{recipe.height} maze needs more memory than there is."
        ) from None
    return Maze._made(recipe, rows)


def check_recipe(recipe: Recipe) -> Algorithm:
    """The algorithm of a recipe that can be followed.

    Raises:
        InvalidValueError: if it is of another revision, or does not set just what can be set.
    """
    algorithm = algorithm_named(recipe.algorithm)
    if recipe.revision != algorithm.revision:
        raise InvalidValueError(
            f"This version of labirinto makes revision {algorithm.revision} of {algorithm.name}, "
            f"not {recipe.revision}; install the version that made the maze."
        )
    if dict(recipe.parameters) != dict(parameters_of(algorithm, dict(recipe.parameters))):
        raise InvalidValueError(f"The recipe does not set all parameters of {algorithm.name}.")
    return algorithm
