"""The recipe that makes a maze again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError
from labirinto.grids.rectangle import check_size
from labirinto.seeds import normalize_seed, seed_number


@dataclass(frozen=True)
class Recipe:
    """All that it takes to make a maze again: ``labirinto.generate(recipe)``.

    Attributes:
        algorithm: a name in ``labirinto.ALGORITHMS``.
        width, height: in cells.
        seed: a number from 0 to 2^64-1, or a text.
        revision: of the algorithm; a seed gives the same maze as long as it is the same.
        parameters: name and value of each, in the order of the names.

    Raises:
        InvalidValueError: for a value that cannot be.  Whether there is such an algorithm, and
            which values its parameters can have, is looked at only when the maze is made: recipes
            of later versions can be read.
    """

    algorithm: str
    width: int
    height: int
    seed: int | str
    revision: int = 1
    parameters: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.algorithm, str) or not self.algorithm:
            raise InvalidValueError(f"The algorithm {self.algorithm!r} is not a name.")
        width, height = check_size(self.width, self.height)
        seed = normalize_seed(self.seed)
        seed_number(seed)
        # A frozen class lets its own values be tidied only so.
        vars(self).update(
            width=width,
            height=height,
            seed=seed,
            revision=whole_number("revision", self.revision, 1),
            parameters=_normalized_parameters(self.parameters),
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "algorithm": self.algorithm,
            "revision": self.revision,
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "parameters": dict(self.parameters),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """The reverse of ``as_dict``.

        Raises:
            InvalidValueError: if something is missing or of the wrong type.
        """
        try:
            return cls(
                data["algorithm"],
                data["width"],
                data["height"],
                data["seed"],
                data["revision"],
                tuple(data["parameters"].items()),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidValueError(f"This is no recipe of a maze ({error}).") from None

    @property
    def command(self) -> str:
        """The command line that makes the maze again."""
        return f"labirinto {self.words}"

    @property
    def words(self) -> str:
        """What stands in a command line for the recipe."""
        from shlex import quote

        words = [self.algorithm, f"{self.width}x{self.height}"]
        for name, value in self.parameters:
            words += [f"--{name}", f"{value:g}" if float(f"{value:g}") == value else repr(value)]
        return " ".join([*words, "--seed", quote(str(self.seed))])


def _normalized_parameters(given: Any) -> tuple[tuple[str, float], ...]:
    if given == ():  # as most are
        return ()
    try:
        parameters = {str(name): float(value) for name, value in dict(given).items()}
    except (TypeError, ValueError, OverflowError):
        raise InvalidValueError("The parameters are not pairs of a name and a number.") from None
    for name, value in parameters.items():
        if not math.isfinite(value):
            raise InvalidValueError(f"{name} is {value!r}; it must be a number.")
    return tuple(sorted(parameters.items()))
