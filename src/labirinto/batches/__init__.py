"""Many mazes of one size: blocks of them, arrays, files and stores."""

from labirinto.batches.block import MazeBlock
from labirinto.batches.files import BATCH_ENDINGS, write_batch
from labirinto.batches.making import Batch

__all__ = ["BATCH_ENDINGS", "Batch", "MazeBlock", "write_batch"]
