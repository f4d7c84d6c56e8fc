"""The recipe that makes a maze again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from labirinto._internal.validation import Value, real_number, whole_number
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.seeds import normalize_seed, seed_number

MASK_BITS = "bits:"
"""Before the bits of a mask on the command line, as in a recipe."""


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a maze: ``labirinto.generate(recipe)`` makes it again.

    Recipes of algorithms and revisions that this version does not know can be read and written;
    whether a recipe can be followed is checked when the maze is made.

    Attributes:
        algorithm: A name in ``labirinto.ALGORITHMS``.
        width: Cells in a row.
        height: Rows of cells.
        seed: A number from 0 to 2^64-1, or a text.
        revision: Of the algorithm; a seed gives the same maze as long as the revision is the same.
        parameters: Name and value of each, in the order of the names; a dict is accepted, too.
        mask: The cells of the maze, as in ``Rectangle``; None for all.
        source: The words that give the command line the mask, as in ``Rectangle``.

    Raises:
        InvalidValueError: For a value of the wrong type, or out of range.
    """

    algorithm: str
    width: int
    height: int
    seed: int | str
    revision: int
    parameters: tuple[tuple[str, Value], ...]
    mask: bytes | None = field(default=None, repr=False)
    source: str = field(default="", compare=False, repr=False)

    def __init__(
        self,
        algorithm: str,
        width: int,
        height: int,
        seed: int | str,
        revision: int = 1,
        parameters: Mapping[str, Value] | tuple[tuple[str, Value], ...] = (),
        mask: bytes | None = None,
        source: str = "",
    ) -> None:
        if not isinstance(algorithm, str) or not algorithm:
            raise InvalidValueError(f"The algorithm {shown(algorithm)} is not a name.")
        width, height = check_size(width, height)
        seed = normalize_seed(seed)
        seed_number(seed)  # some texts are no seeds
        put = object.__setattr__
        put(self, "algorithm", algorithm)
        put(self, "width", width)
        put(self, "height", height)
        put(self, "seed", seed)
        put(self, "revision", whole_number("revision", revision, 1))
        put(self, "parameters", _normalized_parameters(parameters))
        put(self, "mask", None if mask is None else Rectangle(width, height, mask).mask)
        put(self, "source", source)

    @property
    def grid(self) -> Rectangle:
        """The cells of the maze."""
        return Rectangle(self.width, self.height, self.mask, source=self.source)

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as a dict of plain values, for JSON; a mask is compressed."""
        data = {
            "algorithm": self.algorithm,
            "revision": self.revision,
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "parameters": dict(self.parameters),
        }
        if self.mask is not None:
            from labirinto.grids.packing import packed_mask

            data["mask"] = packed_mask(self.mask)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Build a recipe from a dict: the reverse of ``as_dict``.

        Raises:
            InvalidValueError: If a value is missing or of the wrong type.
        """
        names = ("algorithm", "width", "height", "seed", "revision", "parameters")
        try:
            recipe = cls(*(data[name] for name in names))
            if data.get("mask") is None:
                return recipe
            from labirinto.grids.packing import unpacked_mask

            return replace(recipe, mask=unpacked_mask(data["mask"], recipe.width, recipe.height))
        except KeyError as error:
            raise InvalidValueError(f"The recipe has no {error}.") from None
        except (TypeError, IndexError):
            raise InvalidValueError(f"The recipe is {type(data).__name__}, not a dict.") from None

    @property
    def command(self) -> str:
        """The shell command that makes the maze again."""
        return f"labirinto {self.words}"

    @property
    def words(self) -> str:
        """The arguments of that command."""
        from shlex import quote

        words = [self.algorithm, f"{self.width}x{self.height}"]
        if self.mask is not None:
            from labirinto.grids.packing import packed_mask

            words.append(self.source or f"--mask {MASK_BITS}{packed_mask(self.mask)}")
        for name, value in self.parameters:
            words += [f"--{name}", quote(_text(value))]
        return " ".join([*words, "--seed", quote(str(self.seed))])


def _text(value: Value) -> str:
    """The shortest text for the value of a parameter."""
    if isinstance(value, str):
        return value
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def _normalized_parameters(given: Any) -> tuple[tuple[str, Value], ...]:
    if isinstance(given, tuple) and not given:  # as most are
        return ()
    try:
        parameters = dict(given)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"The parameters {shown(given)} are not pairs of a name and a value."
        ) from None
    return tuple(
        sorted(
            (str(name), value if isinstance(value, str) else real_number(name, value))
            for name, value in parameters.items()
        )
    )
