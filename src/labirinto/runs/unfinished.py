"""The files of a run beside its target, and the lock on them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from labirinto._internal.files import held, publish
from labirinto.errors import InvalidValueError


@dataclass(frozen=True)
class Unfinished:
    """A file or a folder while it is being written.

    Attributes:
        target: Its final name.
        is_folder: Whether it is a folder.
    """

    target: str
    is_folder: bool = False

    @classmethod
    def named(cls, name: str | os.PathLike[str], *, is_folder: bool = False) -> Unfinished:
        """Return the unfinished file of a name, following links."""
        return cls(os.path.realpath(os.fspath(name)), is_folder)

    @property
    def part(self) -> str:
        """The file so far."""
        return f"{self.target}.part"

    @property
    def checkpoint(self) -> str:
        """The checkpoint."""
        return f"{self.target}.checkpoint"

    @property
    def next_checkpoint(self) -> str:
        """A checkpoint that is being written."""
        return f"{self.checkpoint}.part"

    @contextmanager
    def held(self, *, resume: bool) -> Iterator[None]:
        """Keep other runs from writing these files.

        Args:
            resume: Continue with the part that is there; otherwise an empty one is created.

        Raises:
            InvalidValueError: If another run is writing them, or if something would be lost: an
                interrupted run that can be resumed, or a folder.
        """
        if os.path.isdir(self.target) and not self.is_folder:
            raise InvalidValueError(f"{self.target!r} is a folder; use another name.")
        with held(self.part, self.target, make=not resume, folder=self.is_folder):
            if not resume:
                self._check_nothing_is_lost()
            yield

    def _check_nothing_is_lost(self) -> None:
        if os.path.exists(self.checkpoint):
            raise InvalidValueError(
                f"An unfinished {self.target} can be resumed with --resume (in Python "
                f"resume=True); to start again, delete {self.checkpoint!r} first."
            )
        if self.is_folder and os.path.exists(self.target) and not self._is_empty_folder():
            raise InvalidValueError(
                f"{self.target!r} exists, and folders are not replaced; delete it, or use another "
                "name."
            )

    def _is_empty_folder(self) -> bool:
        return os.path.isdir(self.target) and not os.listdir(self.target)

    def is_published(self, checkpoint: str) -> bool:
        """Whether this has its final name already.

        Args:
            checkpoint: That of the run.

        Raises:
            InvalidValueError: If it has not, and what was written so far is gone.
        """
        if os.path.exists(self.part):
            return False
        if os.path.exists(self.target):
            if self.is_folder:
                is_ours = not self._is_empty_folder()
            else:
                # A file of that name from before the run is older than its checkpoint.
                is_ours = os.stat(self.target).st_mtime_ns >= os.stat(checkpoint).st_mtime_ns
            if is_ours:
                return True
        raise InvalidValueError(f"{self.part!r} is gone; delete {checkpoint!r} and start again.")

    def publish(self) -> None:
        """Give what is complete and synced its final name."""
        if self.is_folder and os.path.isdir(self.target):
            os.rmdir(self.target)  # an empty one
        publish(self.part, self.target)

    def forget(self) -> None:
        """Remove the checkpoint."""
        for name in (self.next_checkpoint, self.checkpoint):
            with suppress(FileNotFoundError):
                os.unlink(name)

    def remove(self) -> None:
        """Remove everything but the target."""
        self.forget()
        if self.is_folder:
            shutil.rmtree(self.part, ignore_errors=True)
        else:
            with suppress(FileNotFoundError):
                os.unlink(self.part)

    def empty_folder(self) -> None:
        """Empty the folder so far.  The folder itself stays, since there is a lock on it."""
        os.makedirs(self.part, exist_ok=True)
        with os.scandir(self.part) as entries:
            for entry in entries:
                shutil.rmtree(entry) if entry.is_dir() else os.unlink(entry)
