"""The last line of a maze in text, and the shape that the lines above it show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from labirinto._internal.validation import Value
from labirinto.errors import FileFormatError, LabirintoError, cause
from labirinto.grids.outside import maze_drawn
from labirinto.grids.packing import unpacked_mask
from labirinto.grids.rectangle import STEPS, Cell, Opening, Rectangle, mask_of_cells
from labirinto.grids.silhouettes import SILHOUETTES
from labirinto.recipe import MASK_BITS, Braid, Recipe
from labirinto.rooms import Rooms

_SIZE = re.compile(r"labirinto (\d{1,10})x(\d{1,10})( masked)?")
_PICTURE = re.compile(r"labirinto picture .* (\d{1,10})x(\d{1,10})( --fill uniform)? --seed .+")
"""The command of a maze with a picture, which is not drawn again to read the maze."""

_COMMAND = re.compile(r"labirinto ([a-z-]+) (\d{1,10})x(\d{1,10})( .*)? --seed .+", re.DOTALL)
_SHAPING = ("mask", "letters", "font", "threshold", "pieces", "digest")
_SHAPING_FLAGS = ("--invert", "--stretch")


@dataclass(frozen=True)
class LastLine:
    """The facts about a maze in the last line of its text.

    Attributes:
        size: Width and height.
        is_shaped: Whether not all of these places are cells.
        algorithm: Its name; empty if the line is not the command that makes the maze.
        shape: The words for the mask.
        options: The other options by name, but for the seed.
        seed: As typed.
    """

    size: tuple[int, int]
    is_shaped: bool = False
    algorithm: str = ""
    shape: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""

    @classmethod
    def parsed(cls, line: str) -> LastLine | None:
        """Parse it, several lines if a text in it has several; None if it is a line of a maze.

        Raises:
            FileFormatError: If it is a command that cannot be read.
        """
        if match := _SIZE.fullmatch(line):
            return cls((int(match[1]), int(match[2])), is_shaped=bool(match[3]))
        if match := _PICTURE.fullmatch(line):
            return cls((int(match[1]), int(match[2])))
        if not (match := _COMMAND.fullmatch(line)):
            return None
        shape: list[str] = []
        options: dict[str, str] = {}
        try:
            words = shlex.split(line)[3:]
            while words:
                name = words.pop(0)
                if name in _SHAPING_FLAGS:
                    shape.append(name)
                elif name[2:] in _SHAPING:
                    shape += name, words.pop(0)
                else:
                    options[name.removeprefix("--")] = words.pop(0)
            seed = options.pop("seed")
        except (IndexError, KeyError):
            raise _unreadable("an option has no value") from None
        except ValueError as error:
            raise _unreadable(cause(error)) from None
        size = int(match[2]), int(match[3])
        is_shaped = bool(shape) or "sparse" in options
        return cls(size, is_shaped, match[1], tuple(shape), options, seed)

    def recipe(self, grid: Rectangle) -> Recipe | None:
        """The recipe of a maze on this grid; None if the line does not say all of it.

        Raises:
            FileFormatError: If a value is invalid, or the grid is not the one of the line.
        """
        if not self.algorithm or (self.shape and "sparse" in self.options):
            return None  # the places that were taken away after the maze was made are unknown
        mask = grid.mask if self.shape else None
        grid = Rectangle(*self.size, mask, source=shlex.join(self.shape))
        self._check_shape(grid)
        options = dict(self.options)
        try:
            braid, sparse = options.pop("braid", None), options.pop("sparse", None)
            symmetry = options.pop("symmetry", None)
            rooms, size, doors = (
                options.pop(name, None) for name in ("rooms", "room-size", "doors")
            )
            return Recipe(
                self.algorithm,
                grid=grid,
                seed=self.seed,
                parameters={name: _value(value) for name, value in options.items()},
                braid=None if braid is None else Braid.parsed(braid, self.seed),
                rooms=None if rooms is None else Rooms.parsed(rooms, size, doors),
                sparse=None if sparse is None else float(sparse),
                symmetry=symmetry,
            )
        except (ValueError, LabirintoError) as error:
            raise _unreadable(cause(error)) from None

    def _check_shape(self, grid: Rectangle) -> None:
        """Check that the words for the mask mean this grid, as far as no file or font is needed."""
        from labirinto.grids.masks import mask

        words = [word for word in self.shape if word not in _SHAPING_FLAGS]
        given = dict(zip(words[::2], words[1::2], strict=True))
        name, wanted = given.get("--mask", ""), given.get("--digest")
        try:
            if wanted is not None:
                is_same = grid.digest == wanted.lower()
            elif name.startswith(MASK_BITS):
                is_same = unpacked_mask(name.removeprefix(MASK_BITS), *self.size) == grid.mask
            elif name in SILHOUETTES:
                named = mask(
                    name,
                    *self.size,
                    invert="--invert" in self.shape,
                    stretch="--stretch" in self.shape,
                    threshold=float(given.get("--threshold", 0.5)),
                    pieces=given.get("--pieces", "join"),
                )
                is_same = named == grid
            else:
                return
        except ValueError as error:
            raise _unreadable(cause(error)) from None
        if not is_same:
            raise FileFormatError("the text is damaged: its last line names another shape.")


def _value(text: str) -> Value:
    """The value of a parameter: a number, or a name."""
    try:
        return float(text)
    except ValueError:
        return text


def _unreadable(why: str) -> FileFormatError:
    return FileFormatError(f"its last line cannot be read ({why}).")


def cells_drawn(
    width: int, height: int, rows: bytes, gaps: Sequence[Opening], ends: Collection[Cell]
) -> tuple[Rectangle, bytes, list[Opening]]:
    """The grid of a drawing in which what is outside is open space, its rows, and its openings.

    Args:
        width, height: Of the drawing.
        rows: The passages that it shows.
        gaps: In its frame.
        ends: The cells that are marked, at which alone the maze may open into the space around it.

    Raises:
        FileFormatError: If other cells may be meant as well.
    """
    whole = Rectangle(width, height)
    around = _reached(whole, rows, (cell for cell, _ in gaps if cell not in ends), ends)
    parts: list[set[Cell]] = []
    seen = set(around)
    for cell in whole:
        if cell not in seen:
            parts.append(_reached(whole, rows, [cell], around))
            seen |= parts[-1]
    # The others are holes.
    parts = [part for part in parts if any(_faces(cell, around, whole) for cell in part)]
    if len(parts) != 1:
        raise _ambiguous()
    grid = Rectangle(width, height, mask_of_cells(parts[0], width, height))
    if not (found := maze_drawn(grid, rows, gaps)):
        raise _ambiguous()
    return (grid, *found)


def _reached(
    grid: Rectangle, rows: bytes, starts: Iterable[Cell], avoided: Collection[Cell]
) -> set[Cell]:
    """The cells to which passages lead from some, without going through others."""
    waiting = list(starts)
    reached = set(waiting)
    while waiting:
        for cell in grid.joined_to(rows, waiting.pop()):
            if cell not in reached and cell not in avoided:
                reached.add(cell)
                waiting.append(cell)
    return reached


def _faces(cell: Cell, around: set[Cell], whole: Rectangle) -> bool:
    """Whether a side of a cell is in the frame, or beside the space around the maze."""
    x, y = cell
    beside = [(x + dx, y + dy) for dx, dy in STEPS]
    return any(other not in whole or other in around for other in beside)


def _ambiguous() -> FileFormatError:
    return FileFormatError(
        "the lines do not show which places belong to the maze; load it from SVG, PNG or JSON, or "
        "make it again by the command in its last line."
    )
