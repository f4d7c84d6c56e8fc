"""The recipe that makes a maze again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from labirinto._internal.validation import Value, check_type, plain_name, real_number, whole_number
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Grid, OnGrid, check_grid, rectangle_of
from labirinto.grids.rectangle import Rectangle
from labirinto.grids.symmetries import check_symmetry
from labirinto.picture import FILLS, Picture, check_even
from labirinto.rooms import Rooms
from labirinto.seeds import Seed, normalize_seed, seed_number

MASK_BITS = "bits:"
"""Before the bits of a mask on the command line, as in a recipe."""


class Braid(NamedTuple):
    """How a maze was braided.

    Attributes:
        share: The share of the dead ends to remove, from 0 to 1.
        seed: A number from 0 to 2^64-1, or a text.
    """

    share: float
    seed: int | str

    @classmethod
    def checked(cls, share: float, seed: Seed) -> Braid:
        """A braid of these values.

        Raises:
            InvalidValueError: For a value out of range.
        """
        seed = normalize_seed(seed)
        seed_number(seed)
        return cls(real_number("share", share, 0, 1), seed)

    @classmethod
    def parsed(cls, text: str, seed: int | str) -> Braid:
        """The reverse of ``text``: ``SHARE``, or ``SHARE:SEED`` if it is not the seed of the maze.

        Raises:
            InvalidValueError: For any other text.
        """
        share, colon, own = text.partition(":")
        try:
            number = real_number("braid", float(share), 0, 1)
        except ValueError:  # which an error of the range is, too
            requirement = "a number from 0 to 1, or a number, a colon and a seed"
            raise InvalidValueError(field="braid", value=text, requirement=requirement) from None
        return cls.checked(number, own if colon else seed)

    @classmethod
    def from_dict(cls, data: Any) -> Braid:
        """The reverse of ``_asdict``.

        Raises:
            InvalidValueError: If a value is missing, of the wrong type or out of range.
        """
        try:
            share, seed = data["share"], data["seed"]
        except (KeyError, TypeError, IndexError):
            raise _no_braid(data) from None
        return cls.checked(share, seed)

    def text(self, seed: int | str) -> str:
        """How it is typed for a maze of a seed."""
        return _text(self.share) + ("" if self.seed == seed else f":{self.seed}")


def _no_braid(value: object) -> InvalidValueError:
    return InvalidValueError(f"The braid {shown(value)} is not a share and a seed.")


@dataclass(frozen=True)
class Recipe(OnGrid):
    """Everything that determines a maze: ``labirinto.generate(recipe)`` makes it again.

    Recipes with algorithms and revisions unknown to this version can be read and written; whether a
    recipe can be followed is checked when its maze is made.

    Args:
        algorithm, seed, revision, parameters: See below; parameters may be a dict.
        width: Cells in a row.
        height: Rows of cells.
        mask: The cells of the maze, as in ``Rectangle``; None for all.
        grid: Instead of width, height and mask, the cells of a maze on any grid.
        braid: See below; a pair is accepted, too.
        rooms, sparse, picture, symmetry: See below.

    Attributes:
        algorithm: A name in ``labirinto.ALGORITHMS``.
        grid: The cells of the maze.
        seed: A number from 0 to 2^64-1, or a text.
        revision: The revision of the algorithm; a seed gives the same maze as long as the revision
            is the same.
        parameters: Name and value of each, in the order of the names.
        rooms: The rooms placed before the maze; None for none.
        braid: How dead ends were joined; None if they were not.
        sparse: The share of the cells that was then removed at dead ends, from 0 to 1; None for
            none.
        picture: The picture that the solution draws; None for none.
        symmetry: ``x`` if the maze is the same with left and right exchanged, ``y`` with top and
            bottom, ``xy`` with either; ``turn2`` after a half turn, ``turn4`` after a quarter turn.
            None for any maze.

    Raises:
        InvalidValueError: For a value of the wrong type or out of range, for rooms or ``sparse`` on
            a grid that is not a rectangle, for a picture of another size or with any of these, and
            for a symmetry that no maze of the grid has, or beside any of these.
    """

    algorithm: str
    grid: Grid
    seed: int | str
    revision: int
    parameters: tuple[tuple[str, Value], ...]
    braid: Braid | None = None
    rooms: Rooms | None = None
    sparse: float | None = None
    picture: Picture | None = None
    symmetry: str | None = None

    def __init__(
        self,
        algorithm: str,
        width: int | None = None,
        height: int | None = None,
        seed: Seed | None = None,
        revision: int = 1,
        parameters: Mapping[str, Value] | tuple[tuple[str, Value], ...] = (),
        mask: bytes | None = None,
        *,
        grid: Grid | None = None,
        braid: tuple[float, int | str] | None = None,
        rooms: Rooms | None = None,
        sparse: float | None = None,
        picture: Picture | None = None,
        symmetry: str | None = None,
    ) -> None:
        if not isinstance(algorithm, str) or not algorithm:
            raise InvalidValueError(f"The algorithm {shown(algorithm)} is not a name.")
        if grid is None:
            grid = Rectangle(width, height, mask)  # type: ignore[arg-type]
        elif (width, height, mask) != (None, None, None):
            raise InvalidValueError("A grid has its own size; leave out width, height and mask.")
        else:
            check_grid(grid)
        seed = normalize_seed(seed)  # type: ignore[arg-type]  # which refuses None
        if isinstance(seed, str):
            seed_number(seed)  # which refuses texts that UTF-8 cannot encode
        fill = object.__setattr__  # the dataclass is frozen, with defaults for the other fields
        fill(self, "algorithm", plain_name(algorithm))
        fill(self, "grid", grid)
        fill(self, "seed", seed)
        fill(self, "revision", whole_number("revision", revision, 1))
        fill(self, "parameters", normalized_parameters(parameters))
        if braid is not None:
            if not isinstance(braid, tuple) or len(braid) != 2:
                raise _no_braid(braid)
            fill(self, "braid", Braid.checked(*braid))
        if rooms is not None:
            rectangle_of(grid, "Rooms are")
            fill(self, "rooms", check_type("rooms", rooms, Rooms))
        if sparse is not None:
            rectangle_of(grid, "Thinning out is")
            fill(self, "sparse", real_number("sparse", sparse, 0, 1))
        if symmetry is not None:
            self._check_alone(f"the symmetry {shown(symmetry)}")
            fill(self, "symmetry", check_symmetry(symmetry, grid))
        if picture is not None:
            fill(self, "picture", check_type("picture", picture, Picture, "labirinto.pictures"))
            self._check_picture(picture)

    def _check_picture(self, picture: Picture) -> None:
        grid = rectangle_of(self.grid, "Pictures are")
        if grid.mask is not None:
            raise InvalidValueError(
                "A maze with a picture cannot have a mask; leave out one of them."
            )
        check_even(grid.width, grid.height)
        if (2 * picture.grid.width, 2 * picture.grid.height) != (grid.width, grid.height):
            raise InvalidValueError(
                f"The picture has {picture.grid.text} cells and the maze {grid.text}, which must "
                "be twice as wide and twice as high."
            )
        self._check_alone("the picture that the solution draws")

    def _check_alone(self, what: str) -> None:
        """Check that nothing else changes the maze."""
        for other, given in (
            ("Rooms", self.rooms),
            ("Loops", self.braid),
            ("Removed cells", self.sparse),
            ("Symmetry", self.symmetry),
        ):
            if given is not None:
                raise InvalidValueError(f"{other} would spoil {what}; leave out one of them.")

    @property
    def is_plain(self) -> bool:
        """Whether the algorithm alone made the maze, without rooms, changes, a picture or a
        symmetry.
        """
        others = self.rooms, self.braid, self.sparse, self.picture, self.symmetry
        return others == (None,) * 5

    def check_grid(self, grid: Grid) -> None:
        """Check that a maze on this grid can come from the recipe: a sparse maze has fewer cells.

        Raises:
            InvalidValueError: If it is of another grid.
        """
        check_grid(grid)
        if self.grid == grid or (self.sparse is not None and _is_part(grid, self.rectangle)):
            return
        if self.grid.text == grid.text:
            raise InvalidValueError("The recipe belongs to a maze of another shape.")
        raise InvalidValueError(
            f"The recipe belongs to a {self.grid.text} maze, and this one is {grid.text}."
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as a dict of plain values, for JSON.

        For a rectangle it has the width, the height and, if there is one, the compressed mask; for
        any other grid, ``grid`` is its ``spec``.
        """
        data: dict[str, Any] = {"algorithm": self.algorithm, "revision": self.revision}
        data |= self.grid.entries
        data |= {"seed": self.seed, "parameters": dict(self.parameters)}
        if self.grid.mask is not None:
            from labirinto.grids.packing import packed_mask

            data["mask"] = packed_mask(self.grid.mask)
        if self.rooms is not None:
            data["rooms"] = self.rooms.as_dict()
        if self.braid is not None:
            data["braid"] = self.braid._asdict()
        if self.sparse is not None:
            data["sparse"] = self.sparse
        if self.picture is not None:
            data["picture"] = self.picture.as_dict()
        if self.symmetry is not None:
            data["symmetry"] = self.symmetry
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Build a recipe from a dict: the reverse of ``as_dict``.

        Raises:
            InvalidValueError: If a value is missing or of the wrong type.
        """
        names = ("algorithm", "seed", "revision", "parameters")
        try:
            grid: Grid
            if "grid" in data:
                from labirinto.grids.kinds import from_spec

                grid = from_spec(data["grid"])
            else:
                grid = Rectangle(data["width"], data["height"])
                if data.get("mask") is not None:
                    from labirinto.grids.packing import unpacked_mask

                    mask = unpacked_mask(data["mask"], grid.width, grid.height)
                    grid = Rectangle(grid.width, grid.height, mask)
            braid, rooms, picture = (data.get(name) for name in ("braid", "rooms", "picture"))
            if picture is not None:
                size = rectangle_of(grid, "Pictures are")
                picture = Picture.from_dict(picture, size.width, size.height)
            return cls(
                **{name: data[name] for name in names},
                grid=grid,
                braid=None if braid is None else Braid.from_dict(braid),
                rooms=None if rooms is None else Rooms.from_dict(rooms),
                sparse=data.get("sparse"),
                picture=picture,
                symmetry=data.get("symmetry"),
            )
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

        if self.picture is not None:
            return self._words_of_picture(self.picture)
        words, grid = [self.algorithm], self.grid
        if grid.kind:
            from labirinto.grids.kinds import KINDS

            words += [] if KINDS[grid.kind].is_implied else ["--grid", grid.kind]
        words += map(quote, grid.words)
        if grid.mask is not None:
            from labirinto.grids.packing import packed_mask

            words.append(grid.source or f"--mask {MASK_BITS}{packed_mask(grid.mask)}")
        for name, value in self.parameters:
            words += [f"--{name}", quote(_text(value))]
        if self.rooms is not None:
            words += self.rooms.options
        if self.symmetry is not None:
            words += ["--symmetry", self.symmetry]
        if self.braid is not None:
            words += ["--braid", quote(self.braid.text(self.seed))]
        if self.sparse is not None:
            words += ["--sparse", _text(self.sparse)]
        return " ".join([*words, "--seed", quote(str(self.seed))])

    def _words_of_picture(self, picture: Picture) -> str:
        from shlex import quote

        assert picture.grid.mask is not None
        from labirinto.grids.packing import packed_mask

        words = ["picture", picture.source or f"{MASK_BITS}{packed_mask(picture.grid.mask)}"]
        words.append(f"{self.width}x{self.height}")
        if picture.fill != FILLS[0]:
            words += ["--fill", picture.fill]
        return " ".join([*words, "--seed", quote(str(self.seed))])


def _is_part(grid: Grid, whole: Rectangle) -> bool:
    """Whether a grid is a rectangle of the same size without some of its cells."""
    if grid.entries != whole.entries:
        return False
    if grid.mask is None or whole.mask is None:
        return whole.mask is None
    added = int.from_bytes(grid.mask, "little") & ~int.from_bytes(whole.mask, "little")
    return added == 0


def _text(value: Value) -> str:
    """The shortest text for the value of a parameter."""
    if isinstance(value, str):
        return value
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def normalized_parameters(given: Any) -> tuple[tuple[str, Value], ...]:
    """Name and value of each parameter, in the order of the names.

    Raises:
        InvalidValueError: If they are not pairs, or a value is neither a number nor a name.
    """
    if isinstance(given, tuple) and not given:  # as most are
        return ()
    try:
        parameters = dict(given)
    except (TypeError, ValueError):
        raise InvalidValueError(
            f"The parameters {shown(given)} are not pairs of a name and a value."
        ) from None
    pairs = [
        (
            str(name),
            value if isinstance(value, str) and _is_name(value) else real_number(name, value),
        )
        for name, value in parameters.items()
    ]
    return tuple(sorted(pairs))


def _is_name(text: str) -> bool:
    return text.isascii() and text.replace("-", "").isalpha()
