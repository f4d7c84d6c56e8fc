"""Mazes of any size, looked at through a window: tiles of a picture that is never made whole."""

from labirinto._core import PathPieces
from labirinto.drawing.floors import distance_colours
from labirinto.viewing.mesh_tiles import Lines, MeshPicture, lines_of_path, viewed_size
from labirinto.viewing.places import Places
from labirinto.viewing.planes import FilePlanes, MazePlanes, Planes
from labirinto.viewing.tiles import (
    HIGHEST_LEVEL,
    TILE,
    Layers,
    lowest_level,
    pieces_of,
    tile,
    tiles_of,
)

__all__ = [
    "HIGHEST_LEVEL",
    "TILE",
    "FilePlanes",
    "Layers",
    "Lines",
    "MazePlanes",
    "MeshPicture",
    "PathPieces",
    "Places",
    "Planes",
    "distance_colours",
    "lines_of_path",
    "lowest_level",
    "pieces_of",
    "tile",
    "tiles_of",
    "viewed_size",
]
