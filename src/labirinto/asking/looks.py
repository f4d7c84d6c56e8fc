"""How a maze is drawn: fields that change a style."""

from __future__ import annotations

from labirinto.asking.record import Field
from labirinto.drawing.colour_maps import COLOUR_MAPS
from labirinto.drawing.style import COLOURINGS, COLOURS, PRESETS

_GROUP, _PAPER = "Look", "Paper and machines"
_LARGE = "from 4 million cells"

_PICTURES = ("svg", "png", "jpg", "pdf", "tex")
_TILES = ("tmx", "tmj", "ldtk")
_CUT = ("plot.svg", "dxf")
_SOLIDS = ("stl", "3mf")
_DRAWN = (*_PICTURES, "pbm", *_TILES, "tiles.png", *_CUT, *_SOLIDS)

_SHOWN = {
    "walls": (*_PICTURES, *_TILES, "tiles.png", *_CUT, "3mf"),
    "floor": (*_PICTURES, *_TILES, "tiles.png"),
    "solution": (*_PICTURES, *_TILES, "plot.svg"),
    "start": (*_PICTURES, *_TILES),
    "end": (*_PICTURES, "plot.svg", "ldtk"),
}
_COLOURED = (*_PICTURES, "plot.svg", "3mf")


def style_field(default: str) -> Field:
    """The preset that the others change."""
    meaning = "Preset colours and sizes; other options override them."
    shown_in = tuple(it for it in _DRAWN if it != "stl")
    return Field("style", _GROUP, meaning, choices=PRESETS, preset=default, shown_in=shown_in)


def _pixels(name: str, meaning: str, without: str, shown_in: tuple[str, ...]) -> Field:
    return Field(name, _GROUP, meaning, "PIXELS", without, "whole", shown_in=shown_in)


def _millimetres(name: str, meaning: str, without: object, shown_in: tuple[str, ...]) -> Field:
    return Field(name, _PAPER, meaning, "MM", without, "number", shown_in=shown_in)


CELL = _pixels("cell", "Width of a cell with one wall.", f"16; 2 {_LARGE}", _DRAWN)
WALL = _pixels("wall", "Thickness of the walls.", f"2; 1 {_LARGE}", _DRAWN)
MARGIN = _pixels(
    "margin",
    "Empty space around the maze.",
    f"16; 0 {_LARGE} or in print",
    tuple(it for it in _DRAWN if it not in ("stl", "tiles.png", "ldtk")),
)
CELL_MM = _millimetres(
    "cell_mm",
    "Width of a printed or cut cell; walls and margin scale with it.",
    5,
    ("pdf", "tex", *_CUT, *_SOLIDS),
)
CIRCUMFERENCE = _millimetres(
    "circumference",
    "Circumference of a cylinder or a Möbius strip, which sets the width of its cells.",
    "its width in cells times --cell-mm",
    CELL_MM.shown_in,
)._replace(excludes=(CELL_MM.name,))
COLOUR_FIELDS = tuple(
    Field(
        name,
        _GROUP,
        f"Colour of the {name}, such as #1d2733 or teal.",
        "COLOUR",
        "from --style",
        names=(f"--{name}-colour",),
        shown_in=_SHOWN[name],
    )
    for name in COLOURS
)
LOOK = (
    CELL,
    WALL,
    MARGIN,
    CELL_MM,
    CIRCUMFERENCE,
    _millimetres("wall_height", "Height of a solid's walls.", 5, _SOLIDS),
    _millimetres("plate", "Thickness of the plate under a solid's walls.", 1, _SOLIDS),
    _millimetres("gap", "Gap between the two parts of a puzzle box.", 0.3, _SOLIDS),
    *COLOUR_FIELDS,
    Field(
        "colour",
        _GROUP,
        "Colour every cell by its distance from the start, or from the top left cell; the solution "
        "and the ends then have the colour of the walls.",
        without="none",
        choices=COLOURINGS,
        shown_in=_COLOURED,
    ),
    Field(
        "colour_map",
        _GROUP,
        "Colours of --colour, from the nearest to the farthest cell; only those against which "
        "walls are visible are used.",
        without=COLOUR_MAPS[0],
        choices=COLOUR_MAPS,
        shown_in=_COLOURED,
        needs=("colour",),
    ),
    Field(
        "colour_from",
        _GROUP,
        "Cell from which --colour counts, such as 3,4.",
        "CELL",
        "the start, or the top left cell",
        shown_in=_COLOURED,
        needs=("colour",),
    ),
)
"""The fields of a style, by their names in it, and the circumference, which sets one of them."""

ASCII = Field(
    "ascii_only",
    _GROUP,
    "Draw text in plain ASCII.",
    kind="flag",
    names=("--ascii",),
    shown_in=("txt", "ascii"),
)
