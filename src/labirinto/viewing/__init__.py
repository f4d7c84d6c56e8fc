"""Mazes of any size, looked at through a window: tiles of a picture that nobody makes whole."""

from labirinto._core import PathPieces
from labirinto.drawing.floors import distance_colours
from labirinto.viewing.planes import FilePlanes, MazePlanes, Planes
from labirinto.viewing.tiles import (
    HIGHEST_LEVEL,
    TILE,
    Layers,
    lowest_level,
    pieces_of,
    small_png,
    tile,
    tiles_of,
)

__all__ = [
    "HIGHEST_LEVEL",
    "TILE",
    "FilePlanes",
    "Layers",
    "MazePlanes",
    "PathPieces",
    "Planes",
    "distance_colours",
    "lowest_level",
    "pieces_of",
    "small_png",
    "tile",
    "tiles_of",
]
