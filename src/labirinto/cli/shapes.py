"""``--mask`` and ``--letters``: mazes of any shape."""

from __future__ import annotations

from typing import Any

import click

from labirinto.algorithms.generating import check_makes_shapes
from labirinto.algorithms.record import Algorithm
from labirinto.cli.help import CommandT, Number, option, with_options
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import Rectangle
from labirinto.recipe import MASK_BITS

SHAPE = ("mask", "letters", "font", "invert", "stretch", "threshold", "pieces", "digest")
"""The options, by their names in code."""

PIECES = ("join", "largest")
"""``labirinto.grids.masks.PIECES``, without loading it."""


def _silhouettes(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    from labirinto.grids import SILHOUETTES

    return [name for name in SILHOUETTES if name.startswith(begun.lower())]


def shape_options(command: CommandT) -> CommandT:
    """Adds the options that give a maze its shape."""
    return with_options(
        command,
        option(
            "Shape",
            "--mask",
            metavar="NAME|FILE",
            shell_complete=_silhouettes,
            help="Make the maze inside a silhouette (circle, ring, heart, star ...), in the dark "
            "parts of a picture, or in the # of a text file.",
            default_text="the whole rectangle",
        ),
        option(
            "Shape",
            "--letters",
            metavar="WORDS",
            help="Make the maze inside letters.",
            default_text="the whole rectangle",
        ),
        option(
            "Shape",
            "--font",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help="Font of the letters.",
            default_text="one that comes with labirinto",
        ),
        option("Shape", "--invert", is_flag=True, help="Exchange inside and outside."),
        option("Shape", "--stretch", is_flag=True, help="Fill the size without proportions."),
        option(
            "Shape",
            "--threshold",
            type=Number(),
            metavar="0..1",
            help="How bright a cell of a picture may be.",
            default_text="0.5",
        ),
        option(
            "Shape",
            "--pieces",
            type=click.Choice(PIECES, case_sensitive=False),
            help="Join pieces that do not touch, or keep the largest.",
            default_text="join",
        ),
        option(
            "Shape",
            "--digest",
            metavar="DIGEST",
            help="Refuse a shape with another digest; printed with the command that makes a maze "
            "again.",
            default_text="any",
        ),
    )


def take_shape(algorithm: Algorithm, options: dict[str, Any]) -> dict[str, Any]:
    """Removes the options of the shape and returns those that are given.

    Raises:
        InvalidValueError: if they contradict each other, or the algorithm makes rectangles only.
    """
    taken = {name: options.pop(name) for name in SHAPE}
    given = {name: value for name, value in taken.items() if value not in (None, False)}
    if not given:
        return {}
    check_makes_shapes(algorithm)
    if "mask" in given and "letters" in given:
        raise InvalidValueError("Give --mask or --letters, not both.")
    if "mask" not in given and "letters" not in given:
        raise InvalidValueError(f"--{next(iter(given))} is for shapes; add --mask or --letters.")
    for name in ("font",) if "mask" in given else ("stretch", "threshold"):
        if name in given:
            whose = "letters" if "mask" in given else "masks"
            raise InvalidValueError(f"--{name} is for {whose}; leave it out.")
    return given


def grid_of(shape: dict[str, Any], size: tuple[int, int] | None) -> Rectangle:
    """Returns the grid that the options describe; without a size, that of a text.

    Raises:
        InvalidValueError: if there is no such shape, or it has another digest.
    """
    options = dict(shape)
    wanted = options.pop("digest", None)
    name, text = options.pop("mask", None), options.pop("letters", None)
    sides = size or (None, None)
    if text is not None:
        from labirinto.grids import letters

        grid = letters(text, *sides, **options)
    elif name.startswith(MASK_BITS):
        grid = _of_bits(name.removeprefix(MASK_BITS), size)
    else:
        from labirinto.grids import mask

        grid = mask(name, *sides, **options)
    if wanted:
        from labirinto.grids.masks import digest

        if digest(grid) != wanted.lower():
            raise InvalidValueError(
                f"The shape has the digest {digest(grid)}, not {wanted}: its file, font or options "
                "are others than when the maze was made."
            )
    return grid


def _of_bits(text: str, size: tuple[int, int] | None) -> Rectangle:
    from labirinto.grids.packing import unpacked_mask

    if size is None:
        raise InvalidValueError("Give the size of the mask, such as 60x50.")
    return Rectangle(*size, unpacked_mask(text, *size))
