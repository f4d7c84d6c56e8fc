"""Mazes larger than memory: written to files row by row, and resumed."""

from labirinto.streaming.output import (
    ONE_PIXEL,
    STREAMED_FORMATS,
    Callbacks,
    Output,
    RowSource,
    SavedRows,
)
from labirinto.streaming.writing import write_rows

__all__ = [
    "ONE_PIXEL",
    "STREAMED_FORMATS",
    "Callbacks",
    "Output",
    "RowSource",
    "SavedRows",
    "write_rows",
]
