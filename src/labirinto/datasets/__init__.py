"""Datasets for machines that learn from mazes: Parquet with splits, and streams without an end."""

from labirinto.datasets.columns import ALWAYS, COLUMNS, MESH_COLUMNS, USUAL, Column
from labirinto.datasets.rows import ORDERS
from labirinto.datasets.stream import MazeStream
from labirinto.datasets.writing import Dataset, check, load

__all__ = [
    "ALWAYS",
    "COLUMNS",
    "MESH_COLUMNS",
    "ORDERS",
    "USUAL",
    "Column",
    "Dataset",
    "MazeStream",
    "check",
    "load",
]
