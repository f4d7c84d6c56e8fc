"""Runs: what takes long, can be interrupted at any moment, and is resumed to the same bytes."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from labirinto._internal.files import naming
from labirinto.errors import InvalidValueError
from labirinto.runs.checkpoint import Checkpoint
from labirinto.runs.unfinished import Unfinished


class HopelessError(InvalidValueError):
    """The run cannot be completed, and resuming it would fail in the same place."""


class Run(ABC):
    """The writing of files that get their names when they are complete.

    Meanwhile ``NAME`` is called ``NAME.part`` and is locked, and ``NAME.checkpoint`` says what the
    run is and how far it came.  There are two kinds: ``GrowingRun`` for files that grow at their
    ends, and ``NumberedRun`` for a folder of parts that can be made in any order.

    Args:
        name: The target's name, for messages.
        files: What is written; the first gives the run its name and has its checkpoint.
    """

    def __init__(self, name: str, files: Sequence[Unfinished]) -> None:
        self.name = name
        self.files = files
        self.stack: ExitStack[bool | None] = ExitStack()
        """The resources that are open while items are written."""

    @property
    def unfinished(self) -> Unfinished:
        """The files that the run is named after."""
        return self.files[0]

    @property
    @abstractmethod
    def job(self) -> dict[str, Any]:
        """Everything that decides the bytes, as plain values: only an equal job is resumed."""

    @property
    @abstractmethod
    def has_items(self) -> bool:
        """Whether there is something to resume from."""

    @abstractmethod
    def begin(self) -> None:
        """Create what will be filled."""

    @abstractmethod
    def resume(self, checkpoint: Checkpoint) -> None:
        """Open what an interrupted run left, and check it."""

    @abstractmethod
    def fill(self) -> None:
        """Write all items that are missing."""

    @abstractmethod
    def complete(self) -> None:
        """Write what follows the items, and sync all that is not on the disk yet."""

    def write(self, *, resume: bool) -> None:
        """Write everything, or what an interrupted run left to write.

        Raises:
            InvalidValueError: If there is nothing to resume, or the interrupted run is another one,
                or would be lost; if another run is writing the files.
            FileFormatError: If what the interrupted run had written was damaged since.
            OSError: If something cannot be written.
        """
        with naming(self.name), ExitStack() as locks:
            for file in self.files:
                locks.enter_context(file.held(resume=resume))
            checkpoint = None
            if resume:
                checkpoint = Checkpoint.load(self.unfinished.checkpoint)
                checkpoint.check_job(self.job)
            if checkpoint is None or not self._is_published():
                self._write(checkpoint)
            self.unfinished.forget()

    def _is_published(self) -> bool:
        return all(file.is_published(self.unfinished.checkpoint) for file in self.files)

    def _write(self, checkpoint: Checkpoint | None) -> None:
        try:
            with self.stack:
                if checkpoint is None:
                    self.begin()
                else:
                    self.resume(checkpoint)
                self.fill()
                self.complete()
            for file in self.files:
                if os.path.exists(file.part):
                    file.publish()
        except BaseException as error:
            can_resume = os.path.exists(self.unfinished.checkpoint) and (
                checkpoint is not None or self.has_items
            )
            if not can_resume or isinstance(error, HopelessError):
                for file in self.files:
                    file.remove()
            raise
