"""Long work that can be interrupted: begun, locked, kept on the disk, resumed and published."""

from labirinto.runs.checkpoint import Checkpoint, job_of
from labirinto.runs.unfinished import Unfinished

__all__ = ["Checkpoint", "Unfinished", "job_of"]
