"""The records of algorithms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from labirinto._internal.validation import Value, one_of, real_number
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import Grid
from labirinto.grids.rectangle import Rectangle
from labirinto.recipe import Recipe
from labirinto.seeds import threshold

_BYTES_A_CELL_OF_A_MESH = 60
"""Peak memory of a kernel besides the mesh: a list of the walls with their cells."""


class Parameter(NamedTuple):
    """A parameter that changes the texture of an algorithm's mazes: a probability, or one of
    several names.

    Attributes:
        name: As in recipes and calls, and the name of the kernel's parameter.
        default: The value if none is given.
        meaning: A noun phrase.
        choices: The names that are allowed; empty for a probability.
        selects: Whether it selects the method, and is not a parameter of the kernel.  Recipes leave
            out the default of such a parameter.
    """

    name: str
    default: Value
    meaning: str
    choices: tuple[str, ...] = ()
    selects: bool = False

    def check(self, value: Value) -> Value:
        """Return the value as recipes hold it.

        Raises:
            InvalidValueError: If the value is not a number from 0 to 1, or none of the names.
        """
        if self.choices:
            return one_of(self.name, value, self.choices)
        return real_number(self.name, value, 0, 1)

    def number(self, value: Value) -> int:
        """The kernel's form of a value: a threshold, or the number of the name."""
        return self.choices.index(str(value)) if self.choices else threshold(float(value))


class Method(NamedTuple):
    """How an algorithm makes mazes: with a kernel, and step by step in a film.

    Most algorithms have one method.  Wilson's has one for small and one for large mazes.

    Attributes:
        name: The name of the film and, with ``_`` for ``-``, of the textbook module.
        kernel: Its function in the core; the one for batches has the prefix ``batch_``.
        director: The class in ``animate.directors`` that films it.
        title: The title of the film; None if it is the algorithm's title.
        fits: A function of width, height, number of cells and, with a mask or on a mesh, length,
            which returns whether the method makes such mazes; None if it makes all.
        selected_by: The values of the parameter by which this method is selected, for rectangles
            only; empty for the default.
        arguments: A function that returns, for a recipe, the kernel's arguments besides size and
            seed; None if these are the parameters of the algorithm, in their order.
        work_bytes: Peak memory besides a maze of a width and a height; None if it is that of the
            algorithm.
    """

    name: str
    kernel: str
    director: str
    title: str | None = None
    fits: Callable[[int, int, int, int], bool] | None = None
    selected_by: tuple[Value, ...] = ()
    arguments: Callable[[Recipe], tuple[int, ...]] | None = None
    work_bytes: Callable[[int, int], float] | None = None


@dataclass(frozen=True, eq=False)
class Algorithm:
    """An algorithm, with its abilities, parameters and limits.

    Attributes:
        name: As in recipes and on the command line.
        title: As within a sentence.
        summary: One sentence.
        source: Where it was published.
        methods: How it makes mazes: the first that fits a size is used.
        hardest: The hardest level of difficulty that nearly one in ten of its mazes of that level's
            size reach, between ends on the border; measured.
        uniform: Whether all mazes of a size are equally likely.
        shapes: Whether it makes mazes on any grid, not only rectangles.
        endless: Whether it can make mazes row by row, of any height, in memory that depends only on
            their width.
        by_rows: The two values of ``selector`` that make rows: for mazes of a height, and without
            end; empty if it always makes rows.
        threaded: Whether several threads can share the work on a maze of a width and height; None
            if they never can.
        revision: Rises when a seed gives another maze; see the seed promise.
        parameters: What can be set.
        bytes_a_cell: Peak memory, the maze included.
        bytes_a_column: Peak memory that depends on the width alone.
        most_cells: The largest maze.
        example_seed: The seed of the 6x4 maze that illustrates the explanation.
        example_steps: For each step of the explanation, the step of the example's film that
            illustrates it.
    """

    name: str
    title: str
    summary: str
    source: str
    methods: tuple[Method, ...]
    example_seed: int
    example_steps: tuple[int, ...]
    hardest: str = "expert"
    uniform: bool = False
    shapes: bool = True
    endless: bool = False
    by_rows: tuple[Value, ...] = ()
    threaded: Callable[[int, int], bool] | None = None
    revision: int = 1
    parameters: tuple[Parameter, ...] = ()
    bytes_a_cell: float = 0.25
    bytes_a_column: float = 0
    most_cells: int = 2**62

    def method(
        self,
        width: int,
        height: int,
        cells: int | None = None,
        length: int = 0,
        selected: Value | None = None,
    ) -> Method:
        """The method that makes mazes of a size with so many cells inside the mask."""
        cells = width * height if cells is None else cells
        for method in self.methods:
            is_meant = selected in method.selected_by if selected else not method.selected_by
            if is_meant and (not method.fits or method.fits(width, height, cells, length)):
                return method
        raise AssertionError(f"no method of {self.name} fits {width}x{height}")

    def method_on(self, grid: Grid, selected: Value | None = None) -> Method:
        """The method that makes mazes on any grid."""
        if isinstance(grid, Rectangle):
            length = 0 if grid.mask is None else grid.length
            return self.method(grid.width, grid.height, len(grid), length, selected)
        if not grid.is_planar:
            return self.methods[0]  # the one for cells
        return self.method(1, 1, len(grid), grid.length, selected)

    @property
    def selector(self) -> Parameter | None:
        """The parameter that selects the method; None if its size does."""
        return next((parameter for parameter in self.parameters if parameter.selects), None)

    @property
    def textures(self) -> tuple[Parameter, ...]:
        """The parameters that change how mazes look."""
        return tuple(parameter for parameter in self.parameters if not parameter.selects)

    def selected(self, parameters: Iterable[tuple[str, Value]]) -> Value | None:
        """The value that selects the method; None for the default."""
        selector = self.selector
        return dict(parameters).get(selector.name) if selector else None

    def kernel(self, recipe: Recipe) -> tuple[str, tuple[int, ...]]:
        """The kernel for the rectangle of a recipe, and what it takes besides size and seed."""
        grid = recipe.rectangle
        method = self.method(grid.width, grid.height, selected=self.selected(recipe.parameters))
        if method.arguments is not None:
            return method.kernel, method.arguments(recipe)
        return method.kernel, self.arguments(recipe)

    def arguments(self, recipe: Recipe) -> tuple[int, ...]:
        """The parameters of a recipe as the kernel takes them."""
        if not self.parameters:
            return ()
        values = dict(recipe.parameters)
        return tuple([p.number(values[p.name]) for p in self.textures])

    def complete(self, given: Mapping[str, Value]) -> tuple[tuple[str, Value], ...]:
        """All parameters of a recipe, sorted by name; those not given have their default.

        Raises:
            InvalidValueError: For an unknown parameter, or a value out of range.
        """
        if not given and not self.parameters:
            return ()
        values = {
            known.name: known.check(given[known.name]) if known.name in given else known.default
            for known in self.parameters
        }
        for name in given:
            if name not in values:
                names = " and ".join(values)
                has = f"its parameters are {names}" if values else "it has no parameters"
                raise InvalidValueError(f"There is no parameter {name!r} for {self.title}; {has}.")
        selector = self.selector
        if selector is not None and values[selector.name] == selector.default:
            del values[selector.name]
        return tuple(sorted(values.items()))

    def complete_by_rows(
        self, given: Mapping[str, Value], height: int | None
    ) -> tuple[tuple[str, Value], ...]:
        """All parameters of a maze made row by row; the height is None for an endless one.

        Raises:
            InvalidValueError: As for ``complete``, and for a value that selects a method that makes
                no rows.
        """
        selector = self.selector
        if selector is None or not self.by_rows:
            return self.complete(given)
        name, (of_height, without_end) = selector.name, self.by_rows
        value = selector.check(given.get(name, without_end if height is None else of_height))
        if value not in self.by_rows:
            raise InvalidValueError(
                f"{self.name} with {name} {value!r} needs the whole maze in memory; for rows, "
                f"choose {name} {of_height!r} or {without_end!r}."
            )
        if height is None and value != without_end:
            raise InvalidValueError(
                f"{self.name} with {name} {value!r} needs a height; without one, {name} is "
                f"{without_end!r}."
            )
        return self.complete({**given, name: value})

    def can_make_rows(self, parameters: Mapping[str, Value]) -> bool:
        """Whether it can make mazes with these parameters row by row."""
        if not self.by_rows:
            return self.endless
        return self.selected(parameters.items()) in self.by_rows

    def has_fixed_end(self, parameters: Mapping[str, Value]) -> bool:
        """Whether all rows of a maze depend on its height, so that it cannot end earlier."""
        return bool(self.by_rows) and self.selected(parameters.items()) == self.by_rows[0]

    def work_bytes(self, width: int, height: int, selected: Value | None = None) -> float:
        """Peak memory besides the maze itself.

        Raises:
            TooLargeError: If the algorithm cannot make a maze of this size.
        """
        cells = width * height
        if cells > self.most_cells:
            raise TooLargeError(
                f"A {width}x{height} maze has {cells} cells; {self.name} makes at most "
                f"{self.most_cells}."
            )
        method = self.method(width, height, selected=selected)
        if method.work_bytes is not None:
            return method.work_bytes(width, height)
        return cells * (self.bytes_a_cell - 0.25) + width * self.bytes_a_column

    def work_bytes_of(self, recipe: Recipe) -> float:
        """Peak memory besides the maze itself, for the grid and the parameters of a recipe."""
        grid = recipe.grid
        if isinstance(grid, Rectangle):
            return self.work_bytes(grid.width, grid.height, self.selected(recipe.parameters))
        return _BYTES_A_CELL_OF_A_MESH * len(grid)
