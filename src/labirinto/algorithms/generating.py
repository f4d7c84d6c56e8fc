"""Making mazes: the table of the algorithms, and one function for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress, check_progress
from labirinto._internal.threads import threads_for
from labirinto._internal.validation import Value, named
from labirinto.algorithms.record import Algorithm, Method
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import Grid, grid_from, is_whole
from labirinto.grids.rectangle import Rectangle
from labirinto.maze import Maze
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms
from labirinto.seeds import Seed

PLANS_KEPT = 256
"""Plans for sizes, algorithms and parameters that recur, as in every loop over mazes."""

# A value of another type may change, or take much memory.
_TYPES_IN_PLANS = frozenset((int, float, str))

# Smaller mazes take less time than counting the processors.
_CELLS_FOR_THREADS = 65_536

ALGORITHMS: dict[str, Algorithm] = {}
"""The algorithms by name.  ``catalogue.py`` fills it whenever labirinto is imported."""


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of this name.

    Raises:
        InvalidValueError: If there is none.
    """
    return named("algorithm", name, ALGORITHMS)


def filmed_by(name: str) -> tuple[Algorithm, Method]:
    """The algorithm and the method that a film of this name shows.

    Raises:
        InvalidValueError: If there is no such film.
    """
    films = {m.name: (algorithm, m) for algorithm in ALGORITHMS.values() for m in algorithm.methods}
    return named("film", name, films)


def generate(
    algorithm: str | Recipe | None,
    width: int | Grid | None = None,
    height: int | None = None,
    *,
    seed: Seed | None = None,
    rooms: Rooms | None = None,
    symmetry: str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    **parameters: Value,
) -> Maze:
    """Make a perfect maze, with or without rooms, or make any maze again from its recipe.

    Args:
        algorithm: A name in ``ALGORITHMS``, also with underscores instead of hyphens, or a recipe,
            which excludes all other arguments except ``progress`` and ``threads``.
        width: In cells, from 1; or a grid: one of ``labirinto.grids``.
        height: In cells, from 1; left out with a grid.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one, which
            ``maze.recipe.seed`` holds.  From a random number generator, ``random.Random`` or one of
            NumPy, 64 bits are drawn, so the next call makes another maze; a ``SeedSequence`` of
            NumPy always gives the same one.  All functions accept such seeds.
        rooms: How many rooms a maze of squares has, how large and with how many doors.  To the
            algorithm each is one cell: exactly one path joins any two rooms or cells, and Wilson's
            makes every maze of rooms and corridors with the same probability.
        symmetry: How the maze is symmetric: ``x`` if it is the same with left and right exchanged,
            ``y`` with top and bottom, ``xy`` with either; ``turn2`` after a half turn, ``turn4``
            after a quarter turn.  Wilson's makes each of these mazes with the same probability.
            For rectangles of squares, without rooms.
        progress: Called from time to time with the work done and the total; may raise to stop.
        threads: How many threads may share the work; None for one per processor.  The maze is the
            same for any number.
        parameters: Parameters of the algorithm, such as Eller's ``join`` and ``drop``.

    Returns:
        The maze, with its recipe.

    Raises:
        InvalidValueError: For a value out of range, ``maze.recipe`` of a maze without one, a grid
            that is in several pieces or not supported by this algorithm, rooms that do not fit, or
            a symmetry that no maze of the size has.
        TooLargeError: If there is not enough memory; raised before any is allocated.
    """
    if isinstance(algorithm, Recipe):
        if parameters or (width, height, seed, rooms, symmetry) != (None,) * 5:
            raise InvalidValueError(
                "A recipe is complete: leave out size, seed, rooms, symmetry and parameters."
            )
        maze = _made(_plan_of(algorithm), algorithm.seed, progress, threads)
        return _changed(maze, algorithm, progress)
    if algorithm is None:
        raise InvalidValueError("The maze has no recipe, so it cannot be made again.")
    return new_maze(algorithm, width, height, seed, progress, parameters, rooms, threads, symmetry)


# By position, since to pass keywords on takes as long as to make a small maze.
def new_maze(
    algorithm: str,
    width: int | Grid | None,
    height: int | None,
    seed: Seed | None,
    progress: Progress | None,
    parameters: Mapping[str, Value],
    rooms: Rooms | None = None,
    threads: int | None = None,
    symmetry: str | None = None,
) -> Maze:
    """Make a maze; see ``generate``, which also takes recipes."""
    try:
        extra = symmetry if rooms is None else rooms
        plan = _plan_of_call(algorithm, width, height, extra, **parameters)
    except TypeError:  # on another grid, for example
        plan = _plan(new_recipe(algorithm, width, height, 0, parameters, rooms, symmetry))
    seed = seeds.fresh_seed() if seed is None else seeds.normalize_seed(seed)
    return _made(plan, seed, progress, threads)


def _made(plan: _Plan, seed: int | str, progress: Progress | None, threads: int | None) -> Maze:
    if progress is not None:
        check_progress(progress)
    if threads is not None:
        threads = threads_for(threads)
    try:
        number = seed if isinstance(seed, int) else seeds.seed_number(seed)
        return Maze._made(plan.recipe, seed, plan.make(number, progress, threads))
    except TooLargeError as error:
        reason = str(error)
    except MemoryError:
        reason = f"A {plan.recipe.grid.text} maze needs more memory than there is."
    raise TooLargeError(_with_command_by_rows(reason, plan.recipe, seed))


def _with_command_by_rows(reason: str, recipe: Recipe, seed: int | str) -> str:
    """A sentence, and the command that makes such a maze row by row if there is one."""
    algorithm, grid = ALGORITHMS[recipe.algorithm], recipe.grid
    if not algorithm.endless or not recipe.is_plain or not is_whole(grid):
        return reason
    given = dict(recipe.parameters)
    if not algorithm.can_make_rows(given) and algorithm.selector:
        given.pop(algorithm.selector.name, None)
    parameters = algorithm.complete_by_rows(given, recipe.height)
    recipe = replace(recipe, seed=seed, parameters=parameters)
    try:
        check_memory(algorithm.work_bytes_of(recipe), "A row")
    except TooLargeError:
        return reason
    return f"{reason.rstrip('.')}; write it to a file row by row: {recipe.command} -o maze.maze"


def new_recipe(
    algorithm: str,
    width: int | Grid | None,
    height: int | None,
    seed: Seed | None,
    parameters: Mapping[str, Value],
    rooms: Rooms | None = None,
    symmetry: str | None = None,
) -> Recipe:
    """A recipe for the current revision of an algorithm; None stands for a random seed.

    Raises:
        InvalidValueError: For a value out of range, or a grid, rooms or a symmetry that are not for
            this algorithm.
    """
    known = algorithm_named(algorithm)
    if rooms is not None:
        check_makes_rooms(known)
    if symmetry is not None:
        check_makes_symmetry(known)
    return Recipe(
        known.name,
        seed=seeds.fresh_seed() if seed is None else seed,
        revision=known.revision,
        parameters=known.complete(parameters),
        grid=grid_from(width, height),
        rooms=rooms,
        symmetry=symmetry,
    )


def check_makes_shapes(
    algorithm: Algorithm, limit: str = "rectangles only", wanted: str = "other shapes"
) -> None:
    """Check that an algorithm makes mazes on any cells with neighbours.

    Raises:
        InvalidValueError: If it makes rectangles only, ``limit`` and ``wanted`` being its words.
    """
    if not algorithm.shapes:
        others = ", ".join(it.name for it in ALGORITHMS.values() if it.shapes)
        raise InvalidValueError(
            f"{algorithm.name} makes {limit}; for {wanted} choose one of {others}."
        )


def check_makes_rooms(algorithm: Algorithm) -> None:
    """Check that an algorithm makes mazes with rooms: those that make mazes of any shape do.

    Raises:
        InvalidValueError: If it makes none.
    """
    check_makes_shapes(algorithm, "no rooms", "mazes with rooms")


def check_makes_symmetry(algorithm: Algorithm) -> None:
    """Check that an algorithm makes symmetric mazes: those that make mazes of any shape do.

    Raises:
        InvalidValueError: If it makes none.
    """
    check_makes_shapes(algorithm, "no symmetric mazes", "these")


def check_recipe(recipe: Recipe) -> Algorithm:
    """Return the algorithm of a recipe that can be followed.

    Raises:
        InvalidValueError: If the recipe is of another revision, or does not set exactly the
            parameters of its algorithm, or has a picture that its algorithm cannot make.
    """
    algorithm = algorithm_named(recipe.algorithm)
    if recipe.picture is not None and algorithm.name != "wilson":
        raise InvalidValueError(f"{algorithm.name} makes no mazes with a picture; use wilson.")
    if recipe.revision != algorithm.revision:
        raise InvalidValueError(
            f"This version of labirinto makes revision {algorithm.revision} of {algorithm.name}, "
            f"not {recipe.revision}; install the version that made the maze."
        )
    if recipe.parameters != algorithm.complete(dict(recipe.parameters)):
        raise InvalidValueError(
            f"The recipe does not set all parameters of {algorithm.name}, or not in the way that "
            "its recipes do."
        )
    check_selected(algorithm, recipe.grid if _is_bare(recipe) else None, recipe.parameters)
    return algorithm


def check_selected(
    algorithm: Algorithm, grid: Grid | None, parameters: Iterable[tuple[str, Value]]
) -> Value | None:
    """Return the value of the parameter that selects the method; None for the default.

    Raises:
        InvalidValueError: If it selects one for whole rectangles, and the grid is none, or is None
            for a maze with rooms, a picture or a symmetry.
    """
    selected = algorithm.selected(parameters)
    if algorithm.selector and selected is not None and (grid is None or not is_whole(grid)):
        name = algorithm.selector.name
        raise InvalidValueError(
            f"{algorithm.name} with {name} {selected!r} makes whole rectangles only, without "
            f"rooms or symmetry; leave out {name}."
        )
    return selected


Make = Callable[[int, Progress | None, int | None], bytes]
"""Makes the passages of a maze from the number of its seed, with a function to call with the
progress, and a number of threads; None for as many as are useful."""


class _Plan(NamedTuple):
    """How to make all mazes whose recipes differ in the seed alone.

    Attributes:
        recipe: One of these recipes, without the changes that are made to a maze afterwards.
        make: Makes the mazes.
    """

    recipe: Recipe
    make: Make


def _is_bare(recipe: Recipe) -> bool:
    """Whether nothing but its size and algorithm decides how a maze is made at first."""
    return recipe.rooms is None and recipe.picture is None and recipe.symmetry is None


def _plan_of(recipe: Recipe) -> _Plan:
    """The plan for a recipe, one that is kept if there can be one."""
    grid = recipe.grid
    if _is_bare(recipe) and isinstance(grid, Rectangle) and grid.mask is None:
        width, height = grid.width, grid.height
        return _kept_plan(recipe.algorithm, width, height, recipe.revision, recipe.parameters)
    return _plan(recipe)


@lru_cache(maxsize=PLANS_KEPT)
def _kept_plan(algorithm: str, width: int, height: int, revision: int, parameters: Any) -> _Plan:
    """The plan for all cells of a rectangle, kept for the next maze.

    In the values of recipes, unlike those of calls, what is equal means the same.
    """
    return _plan(Recipe(algorithm, width, height, 0, revision, parameters))


@lru_cache(maxsize=PLANS_KEPT, typed=True)
def _plan_of_call(
    algorithm: str, width: Any, height: Any, extra: Rooms | str | None, /, **parameters: Value
) -> _Plan:
    """Return the plan for the arguments of a call, which may leave out defaults; no plan is kept
    with rooms or a symmetry.

    Raises:
        TypeError: For values by which no plan is kept.
    """
    values = (algorithm, width, height, *parameters.values())
    if extra is not None or not _TYPES_IN_PLANS.issuperset(map(type, values)):
        raise TypeError
    return _plan_of(new_recipe(algorithm, width, height, 0, parameters))


def _plan(recipe: Recipe) -> _Plan:
    algorithm, grid = check_recipe(recipe), recipe.grid
    if recipe.braid is not None or recipe.sparse is not None:
        recipe = replace(recipe, braid=None, sparse=None)
    if recipe.rooms is not None:
        from labirinto.algorithms.rooming import rows_with_rooms

        check_makes_rooms(algorithm)
        _check_pieces(grid)
        make: Make = partial(rows_with_rooms, algorithm, recipe, recipe.rooms)
    elif recipe.symmetry is not None:
        from labirinto.algorithms.symmetric import rows_with_symmetry

        check_makes_symmetry(algorithm)
        make = partial(rows_with_symmetry, algorithm, recipe, recipe.symmetry)
    elif recipe.picture is not None:
        from labirinto.algorithms.around_pictures import rows_with_picture

        make = partial(rows_with_picture, recipe.picture)
    elif not is_whole(grid):
        make = partial(_bits_on_cells, algorithm, recipe)
    else:
        make = _maker_of_rows(algorithm, recipe)
    return _Plan(recipe, make)


def _maker_of_rows(algorithm: Algorithm, recipe: Recipe) -> Make:
    width, height = recipe.width, recipe.height
    name, arguments = algorithm.kernel(recipe)
    kernel: Callable[..., bytes] = getattr(_core, name)
    # Rows are whole bytes, which counts in narrow mazes.
    needed = recipe.grid.maze_bytes + algorithm.work_bytes_of(recipe)
    what = f"A {recipe.grid.text} maze"
    is_shared = (
        algorithm.threaded is not None
        and width * height > _CELLS_FOR_THREADS
        and algorithm.threaded(width, height)
    )

    def make(seed: int, progress: Progress | None, threads: int | None) -> bytes:
        check_memory(needed, what)
        if threads is None:
            threads = threads_for(None) if is_shared else 1
        return kernel(width, height, seed, *arguments, progress, threads)

    return make


def _bits_on_cells(
    algorithm: Algorithm, recipe: Recipe, seed: int, progress: Progress | None, _: int | None
) -> bytes:
    grid = recipe.grid
    check_memory(grid.maze_bytes + algorithm.work_bytes_of(recipe), "A {.text} maze", grid)
    if grid.kernel_numbers:
        own = getattr(_core, f"{grid.kind}_{algorithm.method_on(grid).kernel}", None)
        if own is not None:
            bits: bytes = own(*grid.kernel_numbers, seed, progress)
            return bits
    return kernel_on(algorithm, grid)(
        grid.kernel_cells, seed, *algorithm.arguments(recipe), progress
    )


def _changed(maze: Maze, recipe: Recipe, progress: Progress | None) -> Maze:
    """The maze braided and thinned out as its recipe says, in this order."""
    if recipe.braid is not None:
        from labirinto.algorithms.braiding import braid

        maze = braid(maze, recipe.braid.share, seed=recipe.braid.seed, progress=progress)
    if recipe.sparse is not None:
        from labirinto.algorithms.thinning import sparse

        maze = sparse(maze, recipe.sparse, progress=progress)
    return maze


def kernel_on(algorithm: Algorithm, grid: Grid, many: str = "") -> Callable[..., bytes]:
    """The kernel that makes mazes on a mesh, or on the cells of a mask; ``batch_`` makes many.

    Raises:
        InvalidValueError: If the algorithm makes rectangles only, or the cells are in pieces.
    """
    check_makes_shapes(algorithm)
    _check_pieces(grid)
    name = f"{many}{grid.kernels}_{algorithm.method_on(grid).kernel}"
    kernel: Callable[..., bytes] = getattr(_core, name)
    return kernel


def _check_pieces(grid: Grid) -> None:
    """Check that the cells of a grid are in one piece, as those of a maze are.

    Raises:
        InvalidValueError: If not.
    """
    if grid.pieces != 1:
        if grid.mask is None:
            raise InvalidValueError(
                f"The grid {grid.text} is in {grid.pieces} pieces, but a maze must be in one; "
                "join them, or make a maze of each."
            )
        raise InvalidValueError(
            f"The mask is in {grid.pieces} pieces, but a maze must be in one; "
            "labirinto.grids.mask can join them (pieces='join') or keep the largest "
            "(pieces='largest')."
        )
