"""``--grid``, ``--mask`` and ``--letters``: mazes of other cells, and of any shape."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from labirinto.algorithms.generating import check_makes_shapes
from labirinto.algorithms.record import Algorithm
from labirinto.asking.shapes import SHAPED
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid, Mesh, Rectangle
from labirinto.grids.kinds import KINDS, kind_named
from labirinto.parsing import parse_mask, parse_size
from labirinto.recipe import MASK_BITS
from labirinto.seeds import ITEM, child_seed, seed_number

if TYPE_CHECKING:
    from labirinto.cli.options import DrawingOptions


def take_shape(algorithm: Algorithm, options: dict[str, Any]) -> dict[str, Any]:
    """Removes the options of the shape and returns those that are given.

    Raises:
        InvalidValueError: If the algorithm makes rectangles only, or a grid has no such option.
    """
    taken = [(field, options.pop(field.name, None)) for field in SHAPED]
    given = {it.name: value for it, value in taken if value not in (None, False, it.default)}
    if not given:
        return {}
    check_makes_shapes(algorithm)
    implied = (name for name, it in KINDS.items() if it.is_implied and given.keys() & {*it.options})
    if name := given.get("grid") or next(implied, None):
        given["grid"] = name
        kind = kind_named(name)
        for option in given:
            if option not in ("grid", *kind.options):
                option_name = option.replace("_", "-")
                raise InvalidValueError(f"--{option_name} has no effect on {given['grid']} grids.")
        if given.get("pieces") == "join":
            raise InvalidValueError(
                f"--pieces join has no effect on {given['grid']} grids; leave it out, or keep the "
                "largest with --pieces largest."
            )
        return given
    return given


def place_bridges(shape: dict[str, Any], seed: str | None) -> None:
    """Lets the seed of a maze select its bridges too, unless they have a seed of their own."""
    if "weave" in shape and seed is not None:
        shape.setdefault("grid_seed", seed)


def may_have_size(shape: dict[str, Any]) -> bool:
    """Whether a mask may have a size of its own, as files and lines of # do."""
    name = shape.get("mask", "")
    return os.path.isfile(name) or (name != "" and not name.strip("#X. "))


def mesh_of(shape: dict[str, Any], words: tuple[str, ...]) -> Mesh:
    """Returns the grid of other cells that ``--grid``, its options and the size describe.

    Raises:
        InvalidValueError: If there is no such grid.
    """
    options = dict(shape)
    name = options.pop("grid")
    kind = kind_named(name)
    if not words:
        named = "" if kind.is_implied else f"--grid {name} "
        raise InvalidValueError(f"Give the size of the grid, such as {named}{kind.size}.")
    if len(words) > 1:
        raise InvalidValueError(
            f"{words[1]!r} is unexpected: the size of the grid {name} is {kind.size}, and -o names "
            "a file."
        )
    if re.fullmatch(r"\s*\d+\s*[xX×]\s*(inf|∞)\s*", words[0]):
        raise InvalidValueError(
            f"The size {words[0]!r} is endless, which only plain rectangles can be; give a height."
        )
    return kind.load().typed(words[0], options)


def typed_grid(shape: dict[str, Any], words: tuple[str, ...]) -> Grid:
    """Returns the grid that the options and the size describe.

    Raises:
        InvalidValueError: If there is no such grid.
    """
    if "grid" in shape:
        return mesh_of(shape, words)
    sides = parse_size(words[0])
    return typed_mask(shape, sides) if shape else Rectangle(*sides)


def typed_mask(shape: dict[str, Any], size: tuple[int, int] | None) -> Rectangle:
    """Returns the grid that the options describe; without a size, a text or a file has one.

    Raises:
        InvalidValueError: If there is no such shape, or it has another digest.
    """
    options = dict(shape)
    wanted = options.pop("digest", None)
    name, text = options.pop("mask", None), options.pop("letters", None)
    sides = size or (None, None)
    if text is not None:
        from labirinto.grids import letters

        grid = letters(text, *sides, **options)
    elif name.startswith(MASK_BITS):
        if size is None:
            raise InvalidValueError("Give the size of the mask, such as 60x50.")
        for option_name in options:
            if (option_name, options[option_name]) != ("pieces", "each"):
                raise InvalidValueError(
                    f"--{option_name} has no effect on the bits of a mask; leave it out."
                )
        grid = parse_mask(name.removeprefix(MASK_BITS), *size)
    else:
        from labirinto.grids import mask

        grid = mask(name, *sides, **options)
    check_digest(grid, wanted, "shape")
    return grid


def check_digest(grid: Rectangle, wanted: str | None, what: str) -> None:
    """Checks that a shape or a picture is the one of a recipe.

    Raises:
        InvalidValueError: If a digest is wanted and it has another.
    """
    if wanted and grid.digest != wanted.lower():
        raise InvalidValueError(
            f"The {what} has the digest {grid.digest}, not {wanted}: its file, font or options "
            "differ from those that made the maze."
        )


def each_piece(
    grid: Grid, drawing: DrawingOptions, seed: int | str
) -> Iterator[tuple[Grid, DrawingOptions, str]]:
    """Yields the pieces of a grid, for each where its maze goes (maze-1.svg), and its own seed.

    Equal pieces would have equal mazes by one seed for all.

    Raises:
        InvalidValueError: If a maze would go to standard output, or a piece has no start and end.
    """
    if not drawing.targets or "-" in drawing.targets:
        raise InvalidValueError(
            "Each piece needs a file of its own; add -o and a file name such as maze.svg."
        )
    from labirinto.grids import pieces_of

    pieces = pieces_of(grid)
    if (drawing.solution or drawing.ends != "none") and min(map(len, pieces)) == 1:
        raise InvalidValueError(
            "One of the pieces is a single cell, which has no start and end; leave out --solution "
            "and --ends, or join the pieces."
        )
    for number, piece in enumerate(pieces, 1):
        targets = tuple(_numbered(target, number) for target in drawing.targets)
        own_seed = child_seed(seed_number(seed), ITEM, number)
        yield piece, drawing._replace(targets=targets), str(own_seed)


def _numbered(target: str, number: int) -> str:
    """A file name with a number before its whole extension, such as maze-1.plot.svg."""
    from labirinto.formats.table import NAMES, extension_of

    known = extension_of(target)
    name, extension = os.path.splitext(target)
    if known:
        at = len(target) - len(known) - 1
        name, extension = target[:at], target[at:]
    elif not extension and os.path.basename(name).lower().removeprefix(".") in NAMES:
        raise InvalidValueError(
            f"{target!r} has no name before its extension, where the number of a piece goes; give "
            "one, such as maze.svg."
        )
    return f"{name}-{number}{extension}"
