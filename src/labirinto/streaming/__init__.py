"""Mazes larger than memory: into files as they are made, and resumed."""

from labirinto.streaming.checkpoint import Checkpoint, Unfinished
from labirinto.streaming.output import ONE_PIXEL, STREAMED_FORMATS, Output, RowSource, Watching
from labirinto.streaming.writing import write_rows

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
