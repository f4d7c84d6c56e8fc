"""The table of the formats: a record for each, with what it holds and where its functions are.

A format is one module with its writer and its reader, and one record here, by which ``save``,
``load`` and the command line know it.  Modules are imported on first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from labirinto._internal.files import file_name, write_whole
from labirinto._internal.memory import check_memory
from labirinto._internal.source import Source
from labirinto._internal.validation import named
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.formats import _signatures as signatures
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.maze import Maze

if TYPE_CHECKING:
    from labirinto.formats._rows import RowReader

_BYTES_A_MESH_CELL = 600
"""For the lines of all walls, or the lists of cells and passages."""


class Format(NamedTuple):
    """A file format.  Functions are given by name, and looked up in the format's module when they
    are used.

    Attributes:
        name: The extension of its files, and the value for ``format=`` and ``--format``.
        title: What it is, in words for people.
        module: Its module in this package.
        writer: Writes a ``Drawing`` to a binary stream.
        reader: Reads a maze and its ends from a ``Source``; empty if no maze is read back.
        knows: Whether a file with these first bytes is for the reader; the first format of the
            table that says yes reads the file.  None if another format's reader reads these files.
        other_names: Other extensions of its files.
        is_text: Whether its files can be shown in a terminal.
        holds_path: Whether it holds a path.
        joins_ends: Whether a path that it holds must join the ends.
        holds_marks: Whether it holds ends that are marked within the maze.
        holds_shapes: Whether it holds mazes of any shape, not only rectangles.
        holds_meshes: Whether it holds mazes of cells that are not squares.
        holds_links: Whether these may be on floors or wrapped.
        holds_cylinders: Whether they may at least be around a cylinder.
        holds_bridges: Whether passages may lead over others.
        holds_portraits: Whether it holds walls of many widths.
        holds_openings: Whether it holds ends that are openings in the frame.
        bytes_a_cell: Memory that writing takes at its peak, the maze not included.
        checker: Raises if the format cannot hold a ``Drawing`` for any other reason.
        rows: A ``RowReader``, which reads rows from a file without loading it.
        has_tiles: Whether the picture of the tiles must lie beside such a file.
    """

    name: str
    title: str
    module: str
    writer: str
    reader: str = ""
    knows: Callable[[bytes], bool] | None = None
    other_names: tuple[str, ...] = ()
    is_text: bool = False
    holds_path: bool = True
    joins_ends: bool = False
    holds_marks: bool = True
    holds_openings: bool = True
    holds_shapes: bool = True
    holds_meshes: bool = False
    holds_links: bool = False
    holds_cylinders: bool = False
    holds_bridges: bool = False
    holds_portraits: bool = False
    bytes_a_cell: float = 0
    checker: str = ""
    rows: str = ""
    has_tiles: bool = False

    def check(self, drawing: Drawing) -> None:
        """Check that a drawing can be written, without writing any of it.

        Raises:
            InvalidValueError: If the format cannot hold it.
            MissingExtraError: If a package is missing.
            TooLargeError: If there is not enough memory.
        """
        self.check_parts(drawing.path is not None, drawing.ends)
        self.check_grid(drawing.maze.grid)
        if drawing.portrait:
            self.check_portraits()
        if self.joins_ends:
            drawing.ends_of_path()
        self.check_memory(drawing.maze.grid)
        if self.checker:
            self._function(self.checker)(drawing)

    def check_portraits(self) -> None:
        """Check that the format holds portraits.

        Raises:
            InvalidValueError: If not.
        """
        if not self.holds_portraits:
            others = ", ".join(it.name for it in _TABLE if it.holds_portraits)
            raise InvalidValueError(
                f"The format {self.name} does not hold portraits; formats that do: {others}."
            )

    def holds_grid(self, grid: Grid) -> bool:
        """Whether the format holds mazes on this grid."""
        if grid.kind:
            if self.holds_cylinders and isinstance(grid, Linked) and grid.is_cylinder:
                return True
            holds: bool = getattr(self, _NEEDED.get(grid.kind, "holds_meshes"))
            return holds
        return grid.mask is None or self.holds_shapes

    def check_grid(self, grid: Grid) -> None:
        """Check that the format holds mazes on this grid.

        Raises:
            InvalidValueError: If not.
        """
        if grid.kind and not self.holds_grid(grid):
            others = ", ".join(it.name for it in _TABLE if it.holds_grid(grid))
            raise InvalidValueError(
                f"The format {self.name} does not hold mazes on the grid {grid.text}; formats "
                f"that do: {others}."
            )
        if grid.mask is not None and not self.holds_shapes:
            raise InvalidValueError(
                f"The format {self.name} does not hold masks, which leave out cells of a "
                "rectangle; choose svg, png or json."
            )

    def check_parts(self, has_path: bool, ends: Ends | None) -> None:
        """Check that the format holds a path, if there is one, and these ends.

        Raises:
            InvalidValueError: If not.
        """
        if has_path and not self.holds_path:
            lacks = "a solution"
        elif ends and not (self.holds_openings if ends.open else self.holds_marks):
            lacks = "openings" if ends.open else "marked ends"
        else:
            return
        raise InvalidValueError(
            f"The format {self.name} does not hold {lacks}; choose svg, png or json."
        )

    def check_memory(self, grid: Grid) -> None:
        """Check that there is enough memory to write a maze on this grid.

        Raises:
            TooLargeError: If not.
        """
        least = _BYTES_A_MESH_CELL if grid.kind else 0
        check_memory(max(self.bytes_a_cell, least) * grid.places, f"A {grid.text} {self.title}")

    def write(self, drawing: Drawing, stream: BinaryIO) -> None:
        """Write a drawing that has passed ``check``."""
        self._function(self.writer)(drawing, stream)

    def write_beside(self, drawing: Drawing, target: str | os.PathLike[str]) -> None:
        """Write the picture that must lie beside the file, unless there is one already.

        Nothing is written beside a pipe or /dev/null.
        """
        if not self.has_tiles or (os.path.exists(target) and not os.path.isfile(target)):
            return
        from labirinto.formats.tiles import tile_picture

        name, data = tile_picture(drawing)
        picture = os.path.join(os.path.dirname(os.fspath(target)), name)
        if not os.path.lexists(picture):
            with write_whole(picture) as stream:
                stream.write(data)

    def read(self, source: Source) -> tuple[Maze, Ends | None]:
        """Read a maze, and its ends if they are marked."""
        if not self.reader:
            raise FileFormatError(
                f"no maze can be read from {self.name} files; load the maze from SVG, PNG or JSON, "
                "or make it again by its recipe."
            )
        try:
            maze: tuple[Maze, Ends | None] = self._function(self.reader)(source)
        except InvalidValueError as error:
            raise FileFormatError(str(error)) from None
        return maze

    def row_reader(self, name: str) -> RowReader | None:
        """Open a file to read its rows; None if the format has no ``RowReader``."""
        reader: RowReader | None = self._function(self.rows)(name) if self.rows else None
        return reader

    def _function(self, name: str) -> Any:
        return getattr(import_module(f"labirinto.formats.{self.module}"), name)


_NEEDED = {"linked": "holds_links", "woven": "holds_bridges"}
"""The attribute that some kinds of grids need instead of ``holds_meshes``."""

_LINES: dict[str, Any] = {
    "holds_meshes": True,
    "holds_bridges": True,
    "holds_cylinders": True,
}
_ANY_GRID: dict[str, Any] = {**_LINES, "holds_links": True}
_MAZE_ALONE: dict[str, Any] = {"holds_path": False, "holds_marks": False}
_SOLID: dict[str, Any] = {
    "bytes_a_cell": 1600,
    "checker": "check_solid",
    "holds_meshes": True,
    "holds_cylinders": True,
    **_MAZE_ALONE,
}
_TABLE = (
    Format("svg", "SVG drawing", "svg", "write_svg", "read_svg", signatures.is_xml(b"<svg"),
           is_text=True, bytes_a_cell=20, holds_portraits=True, **_ANY_GRID),
    Format("png", "PNG picture", "png", "write_png", "read_png", signatures.is_our_png,
           checker="check_png", rows="PngRows", holds_portraits=True, **_ANY_GRID),
    Format("jpg", "JPEG picture", "picture", "write_jpeg", "read_picture", signatures.is_picture,
           other_names=("jpeg",), checker="check_jpeg", holds_portraits=True, **_ANY_GRID),
    Format("pbm", "PBM picture", "pbm", "write_pbm", checker="check_pbm", **_MAZE_ALONE),
    Format("pdf", "PDF document", "pdf", "write_pdf", knows=signatures.is_pdf,
           bytes_a_cell=50, checker="check_pdf", holds_portraits=True, **_ANY_GRID),
    Format("plot.svg", "SVG for plotters", "plot_svg", "write_plot_svg",
           is_text=True, bytes_a_cell=300, holds_portraits=True, **_LINES),
    Format("tex", "TikZ for LaTeX", "tikz", "write_tex",
           knows=signatures.begins(b"\\documentclass"), other_names=("tikz",), is_text=True,
           bytes_a_cell=20, checker="check_tex", holds_portraits=True, **_LINES),
    Format("dxf", "DXF for lasers and CAD", "dxf", "write_dxf", "read_dxf", signatures.is_dxf,
           is_text=True, bytes_a_cell=300, **_LINES),
    Format("stl", "STL solid", "solid", "write_stl", knows=signatures.is_stl, **_SOLID),
    Format("3mf", "3MF solid", "solid", "write_3mf", knows=signatures.is_3mf, **_SOLID),
    Format("tmx", "Tiled map in XML", "tiled", "write_tmx", "read_tmx", signatures.is_xml(b"<map"),
           is_text=True, bytes_a_cell=3, has_tiles=True, holds_links=True),
    Format("tmj", "Tiled map in JSON", "tiled", "write_tmj", "read_tmj",
           signatures.is_json_with(b'"infinite"'), is_text=True, bytes_a_cell=13, has_tiles=True,
           holds_links=True),
    Format("ldtk", "LDtk project", "ldtk", "write_ldtk",
           knows=signatures.is_json_with(b'"__header__"'), is_text=True, bytes_a_cell=1000,
           has_tiles=True, holds_links=True),
    Format("tiles.png", "tiles of a Tiled map", "tiles", "write_tiles"),
    Format("geojson", "GeoJSON", "geojson", "write_geojson",
           knows=signatures.is_json_with(b'"FeatureCollection"'), is_text=True, bytes_a_cell=300,
           holds_meshes=True),
    Format("json", "JSON", "maze_json", "write_json", "read_json", signatures.is_json,
           is_text=True, joins_ends=True, bytes_a_cell=4, **_ANY_GRID),
    Format("maze", "rows of bits", "maze_file", "write_maze", "read_maze",
           signatures.begins(signatures.MAZE[:4]), holds_path=False, rows="MazeFileRows"),
    Format("npy", "NumPy array of exits", "npy", "write_npy", "read_npy",
           signatures.begins(signatures.NPY), holds_openings=False, **_MAZE_ALONE),
    Format("npz", "NumPy arrays of maze-dataset", "npz", "write_npz", "read_npz",
           signatures.begins(b"PK\x03\x04"), joins_ends=True, bytes_a_cell=5, **_ANY_GRID),
    Format("csv", "CSV of walls", "walls_csv", "write_csv", "read_csv", signatures.is_csv,
           is_text=True, bytes_a_cell=19, holds_meshes=True, **_MAZE_ALONE),
    Format("graphml", "GraphML", "graphml", "write_graphml", "read_graphml",
           signatures.is_xml(b"<graphml"), is_text=True, joins_ends=True, bytes_a_cell=5000,
           checker="check_graphml", **_ANY_GRID),
    Format("blocks.txt", "text in blocks", "blocks_text", "write_blocks", "read_blocks",
           signatures.begins(b"#", "█".encode(), after_blanks=True), is_text=True, joins_ends=True,
           bytes_a_cell=8),
    Format("tokens.txt", "tokens of maze-dataset", "tokens", "write_tokens", "read_tokens",
           signatures.begins(b"<ADJLIST_START>", after_blanks=True), is_text=True, joins_ends=True,
           holds_shapes=False, checker="check_tokens"),
    Format("hex.txt", "text of A-Maze-ing", "hex_text", "write_hex", "read_hex", signatures.is_hex,
           is_text=True, joins_ends=True, bytes_a_cell=3, checker="check_hex"),
    Format("mouse.txt", "micromouse text", "mouse_text", "write_mouse", "read_mouse",
           signatures.is_mouse, is_text=True, holds_path=False, holds_shapes=False),
    Format("num", "walls of micromouse simulators", "num", "write_num", "read_num",
           signatures.is_num, is_text=True, holds_openings=False, holds_shapes=False,
           bytes_a_cell=80, **_MAZE_ALONE),
    Format("txt", "text in box-drawing characters", "text", "write_text", "read_text",
           signatures.is_anything, is_text=True, holds_links=True),
    Format("ascii", "text in ASCII", "text", "write_ascii", is_text=True, holds_links=True),
)  # fmt: skip

FORMATS = {known.name: known for known in _TABLE}
"""All formats by name, in the order in which they are asked whether they know a file."""

NAMES = {name: known.name for known in _TABLE for name in (known.name, *known.other_names)}
"""The format of each name and other name."""

EXTENSIONS = ", ".join(f".{name}" for name in NAMES)
"""All extensions, for people."""


def format_of(target: str | os.PathLike[str]) -> str:
    """Return the format that a file's extension selects.

    Raises:
        InvalidValueError: If the extension is unknown, or the value is not a file name.
    """
    name = file_name(target)
    if known := extension_of(name):
        return NAMES[known]
    raise InvalidValueError(
        f"The extension of {shown(name)} selects no format; choose one of {EXTENSIONS}."
    )


def extension_of(target: str | os.PathLike[str]) -> str:
    """Return the name of a format that ends a file's name; empty if none does."""
    base = os.path.basename(os.fsdecode(target)).lower()
    # An extension may have two parts, the second of which is an extension as well.
    for known in sorted(NAMES, key=len, reverse=True):
        if base.endswith(f".{known}") and len(base) > len(known) + 1:
            return known
    return ""


def format_named(name: str) -> Format:
    """Return the format of a name or another name.

    Raises:
        InvalidValueError: If there is none.
    """
    return FORMATS[named("format", name, NAMES)]


def format_of_bytes(head: bytes) -> Format:
    """Return the format of a file with these first bytes."""
    return next(known for known in _TABLE if known.knows and known.knows(head))
