"""Making mazes: the table of the algorithms, and one function for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from labirinto import _core, seeds
from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress, check_progress
from labirinto._internal.threads import threads_for
from labirinto._internal.validation import Value, named
from labirinto.algorithms.record import Algorithm, Method
from labirinto.errors import InvalidValueError, TooLargeError, counted
from labirinto.grids import Grid, grid_from
from labirinto.grids.mesh import Mesh
from labirinto.grids.packing import rows_of_pairs
from labirinto.grids.rectangle import Rectangle, maze_bytes
from labirinto.maze import Maze
from labirinto.picture import Picture
from labirinto.recipe import Recipe
from labirinto.rooms import Rooms, passages_without_doors, placed, random_bits
from labirinto.seeds import Seed

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
    progress: Progress | None = None,
    threads: int | None = None,
    **parameters: Value,
) -> Maze:
    """Make a perfect maze, with or without rooms, or make any maze again from its recipe.

    Args:
        algorithm: A name in ``ALGORITHMS``, also with underscores for hyphens, or a recipe, which
            excludes all other arguments but ``progress`` and ``threads``.
        width: In cells, from 1; or a grid: one of ``labirinto.grids``.
        height: In cells, from 1; left out with a grid.
        seed: A whole number from 0 to 2^64-1 or any text; None for a random one, which
            ``maze.recipe.seed`` holds.  From a generator of random numbers, ``random.Random`` or
            one of NumPy, 64 bits are drawn, so the next call makes another maze; a ``SeedSequence``
            of NumPy always gives the same one.  All functions take such seeds.
        rooms: How many rooms the maze has, of squares, how large and with how many doors.  Each is
            one cell for the algorithm, which joins all rooms and cells by exactly one path; so
            Wilson's makes each maze of rooms and corridors with the same probability.
        progress: Called from time to time with the work done and the total; may raise to stop.
        threads: How many threads may share the work; None for one a processor.  The maze is the
            same for any number.
        parameters: Those of the algorithm, such as Eller's ``join`` and ``drop``.

    Returns:
        The maze, with its recipe.

    Raises:
        InvalidValueError: For a value out of range, ``maze.recipe`` of a maze without one, a
            grid that is in several pieces or not for this algorithm, or rooms that do not fit.
        TooLargeError: If there is not enough memory; raised before any is allocated.
    """
    if isinstance(algorithm, Recipe):
        if parameters or (width, height, seed, rooms) != (None, None, None, None):
            raise InvalidValueError(
                "A recipe is complete: leave out size, seed, rooms and parameters."
            )
        recipe = algorithm
        known = check_recipe(recipe)
    elif algorithm is None:
        raise InvalidValueError(
            "The maze has no recipe: how it was made is not known, so it cannot be made again."
        )
    else:
        recipe = new_recipe(algorithm, width, height, seed, parameters, rooms)
        known = ALGORITHMS[recipe.algorithm]
    check_progress(progress)
    if threads is not None:
        threads = threads_for(threads)
    try:
        return _follow(known, recipe, progress, threads)
    except TooLargeError:
        raise
    except MemoryError:
        raise TooLargeError(f"A {recipe.grid.text} maze needs more memory than there is.") from None


def new_recipe(
    algorithm: str,
    width: int | Grid | None,
    height: int | None,
    seed: Seed | None,
    parameters: Mapping[str, Value],
    rooms: Rooms | None = None,
) -> Recipe:
    """A recipe for the current revision of an algorithm; None stands for a random seed.

    Raises:
        InvalidValueError: For a value out of range, or a grid or rooms that are not for this
            algorithm.
    """
    known = algorithm_named(algorithm)
    if rooms is not None:
        check_makes_rooms(known)
    return Recipe(
        known.name,
        seed=seeds.fresh_seed() if seed is None else seed,
        revision=known.revision,
        parameters=known.complete(parameters),
        grid=grid_from(width, height),
        rooms=rooms,
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


def check_recipe(recipe: Recipe) -> Algorithm:
    """Return the algorithm of a recipe that can be followed.

    Raises:
        InvalidValueError: If the recipe is of another revision, or does not set exactly the
            parameters of its algorithm, or has a picture that its algorithm cannot make.
    """
    algorithm = algorithm_named(recipe.algorithm)
    if recipe.picture is not None and algorithm.name != "wilson":
        raise InvalidValueError(f"{algorithm.name} makes no mazes with a picture; wilson does.")
    if recipe.revision != algorithm.revision:
        raise InvalidValueError(
            f"This version of labirinto makes revision {algorithm.revision} of {algorithm.name}, "
            f"not {recipe.revision}; install the version that made the maze."
        )
    if dict(recipe.parameters) != dict(algorithm.complete(dict(recipe.parameters))):
        raise InvalidValueError(f"The recipe does not set all parameters of {algorithm.name}.")
    return algorithm


def _follow(
    algorithm: Algorithm, recipe: Recipe, progress: Progress | None, threads: int | None
) -> Maze:
    if recipe.sparse is not None:
        from labirinto.algorithms.thinning import sparse

        maze = _follow(algorithm, replace(recipe, sparse=None), progress, threads)
        return sparse(maze, recipe.sparse, progress=progress)
    if recipe.braid is not None:
        from labirinto.algorithms.braiding import braid

        maze = _follow(algorithm, replace(recipe, braid=None), progress, threads)
        return braid(maze, recipe.braid.share, seed=recipe.braid.seed, progress=progress)
    if recipe.rooms is not None:
        return Maze._made(recipe, _rows_with_rooms(algorithm, recipe, recipe.rooms, progress))
    if recipe.picture is not None:
        return Maze._made(recipe, _rows_with_picture(recipe, recipe.picture, progress))
    grid = recipe.grid
    seed = seeds.seed_number(recipe.seed)
    if not isinstance(grid, Rectangle):
        return Maze._made(recipe, _bits_on_mesh(algorithm, recipe, grid, progress))
    width, height = grid.width, grid.height
    # Rows are whole bytes, which counts in narrow mazes.
    needed = maze_bytes(width, height) + algorithm.work_bytes(width, height)
    check_memory(needed, f"A {width}x{height} maze")
    if threads is None:
        is_shared = (
            algorithm.threaded is not None
            and width * height > _CELLS_FOR_THREADS
            and algorithm.threaded(width, height)
        )
        threads = threads_for(None) if is_shared else 1
    if grid.mask is not None:
        kernel = kernel_on(algorithm, grid)
        rows = kernel(grid.mask, width, height, seed, *algorithm.arguments(recipe), progress)
    else:
        name, arguments = algorithm.kernel(recipe)
        rows = getattr(_core, name)(width, height, seed, *arguments, progress, threads)
    return Maze._made(recipe, rows)


_BYTES_A_CELL_OF_A_MESH = 60
"""What the hungriest kernel takes besides the mesh: a list of the walls with their cells."""


def work_bytes(algorithm: Algorithm, grid: Grid) -> float:
    """Peak memory besides the grid and the maze itself.

    Raises:
        TooLargeError: If the algorithm cannot make a maze of this size.
    """
    if isinstance(grid, Rectangle):
        return algorithm.work_bytes(grid.width, grid.height)
    return _BYTES_A_CELL_OF_A_MESH * len(grid)


def _bits_on_mesh(
    algorithm: Algorithm, recipe: Recipe, mesh: Mesh, progress: Progress | None
) -> bytes:
    kernel = kernel_on(algorithm, mesh)
    check_memory(work_bytes(algorithm, mesh), f"A maze of {len(mesh)} cells")
    seed = seeds.seed_number(recipe.seed)
    return kernel(mesh.core, seed, *algorithm.arguments(recipe), progress)


_MOST_CELLS_WITH_PICTURE = 2**24
_BYTES_A_CELL_WITH_PICTURE = 150
"""What the search for corridors from the picture takes, and the graph of cells and the solution."""


def _rows_with_picture(recipe: Recipe, picture: Picture, progress: Progress | None) -> bytes:
    from labirinto.algorithms.picturing import rows_with_picture

    grid = recipe.rectangle
    if len(grid) > _MOST_CELLS_WITH_PICTURE:
        raise TooLargeError(
            f"A {grid.text} maze has {len(grid)} cells; with a picture it can have at most "
            f"{_MOST_CELLS_WITH_PICTURE}."
        )
    check_memory(_BYTES_A_CELL_WITH_PICTURE * len(grid), f"A {grid.text} maze with a picture")
    return rows_with_picture(picture, seeds.seed_number(recipe.seed), progress)


_MOST_CELLS_WITH_ROOMS = 2**28
_BYTES_A_CELL_WITH_ROOMS = 100
"""What the hungriest kernel takes, and the graph of the cells with their neighbours."""

_TRIES = 100
"""How often doors are drawn that leave some cell without a path to the others."""


def _rows_with_rooms(
    algorithm: Algorithm, recipe: Recipe, how: Rooms, progress: Progress | None
) -> bytes:
    """The rows of a maze of which each room is a single cell for the algorithm.

    Wilson's walks on the cells, whatever the size.
    """
    check_makes_rooms(algorithm)
    grid = recipe.rectangle
    size = grid.width, grid.height
    _check_pieces(grid)
    if grid.width * grid.height > _MOST_CELLS_WITH_ROOMS:
        raise TooLargeError(
            f"A {grid.text} maze has {grid.width * grid.height} cells; with rooms it can have at "
            f"most {_MOST_CELLS_WITH_ROOMS}."
        )
    check_memory(
        _BYTES_A_CELL_WITH_ROOMS * grid.width * grid.height, f"A {grid.text} maze with rooms"
    )
    seed = seeds.seed_number(recipe.seed)
    joined, closed = plan_rooms(grid, how, seed)
    kernel = getattr(_core, f"joined_{algorithm.methods[0].kernel}")
    rows: bytes = kernel(
        joined, closed, grid.mask, *size, seed, *algorithm.arguments(recipe), progress
    )
    return rows


def plan_rooms(grid: Rectangle, how: Rooms, seed: int) -> tuple[bytes, bytes]:
    """The rows of passages that are open before a maze with rooms is made, and of those that remain
    walls: within its rooms, and where these have no places for doors.

    Args:
        grid: The cells, in one piece.
        how: The rooms.
        seed: Of the maze.

    Raises:
        InvalidValueError: If the rooms do not fit, or their doors leave some cell without a path.
    """
    size = grid.width, grid.height
    bits = random_bits(seed)
    rooms = placed(grid, how, bits)
    joined = rows_of_pairs((passage for room in rooms for passage in room.passages()), *size)
    if how.doors is None:
        return joined, bytes(len(joined))
    for _ in range(_TRIES):
        closed = rows_of_pairs(passages_without_doors(grid, rooms, how.doors, bits), *size)
        if _core.joins_all(joined, closed, grid.mask, *size):
            return joined, closed
    raise InvalidValueError(
        f"With doors at {counted(how.doors, 'place')} a room, some cells were cut off in each of "
        f"{_TRIES} tries; give more doors, or fewer or smaller rooms."
    )


def kernel_on(algorithm: Algorithm, grid: Grid, many: str = "") -> Callable[..., bytes]:
    """The kernel that makes mazes on a mesh, or on the cells of a mask; ``batch_`` makes many.

    Raises:
        InvalidValueError: If the algorithm makes rectangles only, or the cells are in pieces.
    """
    check_makes_shapes(algorithm)
    _check_pieces(grid)
    kind = "mesh" if isinstance(grid, Mesh) else "masked"
    name = f"{many}{kind}_{algorithm.method_on(grid).kernel}"
    kernel: Callable[..., bytes] = getattr(_core, name)
    return kernel


def _check_pieces(grid: Grid) -> None:
    """Check that the cells of a grid are in one piece, as those of a maze are.

    Raises:
        InvalidValueError: If not.
    """
    if grid.pieces != 1:
        if isinstance(grid, Mesh):
            raise InvalidValueError(
                f"The grid {grid.text} is in {grid.pieces} pieces, and a maze is in one; join "
                "them, or make a maze of each."
            )
        raise InvalidValueError(
            f"The mask is in {grid.pieces} pieces, and a maze is in one; labirinto.grids.mask can "
            "join them (pieces='join') or keep the largest (pieces='largest')."
        )
