"""The grids of a dataset whose mazes are not whole rectangles: one for each size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from inspect import signature
from typing import Any

from labirinto.algorithms.generating import algorithm_named, kernel_on
from labirinto.datasets.mixing import Mix, Size, Sizes
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Rectangle, check_grid
from labirinto.grids.rectangle import full_mask

Shape = Callable[..., Grid]
"""Makes the grid of a size, of which it is given the numbers."""

_MOST_GRIDS = 2_500


def of_grid(size: Sizes | Grid, shape: Shape | None) -> tuple[Sizes, Shape | None]:
    """The size and the shape; of a grid, its size and what makes it.

    Raises:
        InvalidValueError: If a grid is given, and a shape, too.
    """
    if not isinstance(size, Grid):
        return size, shape
    if shape is not None:
        raise InvalidValueError("A grid has its shape: leave out the shape, or give sizes.")
    grid = size
    return str(len(grid)) if grid.kind else grid.text, lambda *_: grid


def grids_of(shape: Shape, mixes: Iterable[Mix]) -> dict[Size, Grid]:
    """The grids of all sizes of some mixes.

    Raises:
        InvalidValueError: If a size has no such grid, a grid is in several pieces or not for the
            algorithms, there are too many sizes, or cells of several kinds.
    """
    if not callable(shape):
        requirement = "a function that makes the grid of a size, such as labirinto.grids.hexagonal"
        raise InvalidValueError(field="shape", value=shape, requirement=requirement)
    found: dict[Size, Grid] = {}
    for mix in mixes:
        sizes = mix.all_sizes(_MOST_GRIDS + 1)
        if len(sizes) > _MOST_GRIDS:
            raise InvalidValueError(
                f"There are more than {_MOST_GRIDS} sizes, each of which needs its own shape; "
                "give smaller ranges, or equal sides."
            )
        algorithm = algorithm_named(mix.names[0])
        for size in sizes:
            typed = mix.sizes[0].typed(size)
            numbers = [int(number) for number in typed.split("x")]
            try:
                signature(shape).bind(*numbers)
            except ValueError:  # functions that are not Python's may have no signature
                pass
            except TypeError:
                wanted = "two numbers, such as 9x9" if "x" not in typed else "one number, such as 9"
                raise InvalidValueError(
                    f"The shape makes no grid of the size {typed}; its sizes are {wanted}."
                ) from None
            grid = check_grid(shape(*numbers))
            if not grid.kind and grid.size != size:
                raise InvalidValueError(f"The shape of the size {typed} has {grid.text} cells.")
            # A copy: what is found out of the map of a grid takes much memory.
            kernel_on(algorithm, copy(grid))
            found[size] = grid
    if len({type(grid) for grid in found.values()}) > 1:
        raise InvalidValueError(
            "The cells of a dataset must be of one kind; make a dataset for each."
        )
    return found


def specs_of(mixes: Iterable[Mix]) -> dict[str, Any] | None:
    """All grids as plain values by their sizes, for JSON; None for whole rectangles.

    The value of a rectangle is its mask, compressed, of other grids their ``spec``.
    """
    from labirinto.grids.packing import packed_mask

    return {
        mix.sizes[0].typed(size): grid.entries.get("grid")
        or packed_mask(grid.mask or full_mask(*size))
        for mix in mixes
        if mix.grids is not None
        for size, grid in mix.grids.items()
    } or None


def from_specs(specs: Mapping[str, Any], *numbers: int) -> Grid:
    """The grid of a size: the reverse of ``specs_of``.

    Raises:
        InvalidValueError: If it is no such grid.
        KeyError: If there is none.
    """
    from labirinto.grids.kinds import from_spec
    from labirinto.grids.packing import unpacked_mask

    spec = specs["x".join(map(str, numbers))]
    if isinstance(spec, str):
        width, height = numbers
        return Rectangle(width, height, unpacked_mask(spec, width, height))
    return from_spec(spec)
