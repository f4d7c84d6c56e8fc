"""Datasets for machine learning: Parquet with splits, and endless streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labirinto._internal.lazy import Finder, lazy_names

if TYPE_CHECKING:
    from labirinto.datasets.columns import ALWAYS, COLUMNS, MESH_COLUMNS, USUAL, Column
    from labirinto.datasets.planning import ORDERS
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

# The package can be imported without NumPy, which these need.
__getattr__: Finder = lazy_names(
    __name__,
    {
        "columns": ("ALWAYS", "COLUMNS", "MESH_COLUMNS", "USUAL", "Column"),
        "planning": ("ORDERS",),
        "stream": ("MazeStream",),
        "writing": ("Dataset", "check", "load"),
    },
    first="arrays",
)


def __dir__() -> list[str]:
    return list(__all__)
