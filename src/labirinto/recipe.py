"""The recipe that makes a maze again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from labirinto._internal.validation import real_number, whole_number
from labirinto.errors import InvalidValueError, shown
from labirinto.grids.rectangle import check_size
from labirinto.seeds import normalize_seed, seed_number


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

    Raises:
        InvalidValueError: For a value of the wrong type, or out of range.
    """

    algorithm: str
    width: int
    height: int
    seed: int | str
    revision: int
    parameters: tuple[tuple[str, float], ...]

    def __init__(
        self,
        algorithm: str,
        width: int,
        height: int,
        seed: int | str,
        revision: int = 1,
        parameters: Mapping[str, float] | tuple[tuple[str, float], ...] = (),
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

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as a dict of plain values, for JSON."""
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
        """Build a recipe from a dict: the reverse of ``as_dict``.

        Raises:
            InvalidValueError: If a value is missing or of the wrong type.
        """
        names = ("algorithm", "width", "height", "seed", "revision", "parameters")
        try:
            return cls(*(data[name] for name in names))
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
        for name, value in self.parameters:
            words += [f"--{name}", f"{value:g}" if float(f"{value:g}") == value else repr(value)]
        return " ".join([*words, "--seed", quote(str(self.seed))])


def _normalized_parameters(given: Any) -> tuple[tuple[str, float], ...]:
    if isinstance(given, tuple) and not given:  # as most are
        return ()
    try:
        parameters = dict(given)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"The parameters {shown(given)} are not pairs of a name and a number."
        ) from None
    return tuple(
        sorted((str(name), real_number(name, value)) for name, value in parameters.items())
    )
