"""Mazes larger than memory: written to files row by row, and resumed."""

from labirinto.streaming.checkpoint import Checkpoint, Unfinished
from labirinto.streaming.output import ONE_PIXEL, STREAMED_FORMATS, Callbacks, Output, RowSource
from labirinto.streaming.writing import write_rows

__all__ = [
    "ONE_PIXEL",
    "STREAMED_FORMATS",
    "Callbacks",
    "Checkpoint",
    "Output",
    "RowSource",
    "Unfinished",
    "write_rows",
]
