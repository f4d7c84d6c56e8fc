"""Mazes larger than memory, and many of them: into files as they are made, and resumed."""

from labirinto.stream.batch_files import BATCH_ENDINGS, write_batch
from labirinto.stream.checkpoint import Checkpoint, Unfinished
from labirinto.stream.output import ONE_PIXEL, STREAMED_FORMATS, Output, RowSource, Watching
from labirinto.stream.writing import write_rows

__all__ = [
    "BATCH_ENDINGS",
    "ONE_PIXEL",
    "STREAMED_FORMATS",
    "Checkpoint",
    "Output",
    "RowSource",
    "Unfinished",
    "Watching",
    "write_batch",
    "write_rows",
]
