"""Mazes larger than memory: rows into a file as they are made, interrupted and resumed."""

from labirinto.stream.checkpoint import Checkpoint, Unfinished
from labirinto.stream.writing import (
    ONE_PIXEL,
    STREAMED_FORMATS,
    Output,
    RowSource,
    Watching,
    write_rows,
)

__all__ = [
    "ONE_PIXEL",
    "STREAMED_FORMATS",
    "Checkpoint",
    "Output",
    "RowSource",
    "Unfinished",
    "Watching",
    "write_rows",
]
