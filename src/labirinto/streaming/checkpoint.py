"""Checkpoints: what is needed to resume a file whose writing was interrupted."""

from __future__ import annotations

import base64
import io
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from labirinto import _core
from labirinto._internal.digest import digest
from labirinto._internal.files import held, write_whole
from labirinto._internal.validation import whole_number
from labirinto.errors import FileFormatError, InvalidValueError, cause, shown

_MAGIC = "labirinto checkpoint 3"
_PIECE = 1 << 20
_LARGEST_SHARE = 0.01

SECONDS_BETWEEN = 10
"""Between two checkpoints, unless they cost too much."""


class GrowingFile(io.BufferedRandom):
    """An unfinished file to which all is appended, with a sum of its bytes for the checkpoint.

    Attributes:
        length: The bytes so far.
        sum: Their sum, which detects damage.
    """

    def __init__(self, name: str, *, resume: bool) -> None:
        super().__init__(io.FileIO(name, "r+" if resume else "w+"))
        self._called = name
        self.length: int = 0
        self.sum: int = 0

    def write(self, data: Any, /) -> int:
        """Append bytes."""
        self._add(data)
        return super().write(data)

    def go_on(self, length: int, sum: int) -> None:
        """Continue after so many bytes, and drop what follows them.

        Raises:
            FileFormatError: If the file is shorter, or the sum of its bytes is another one.
        """
        self.seek(0)
        while left := length - self.length:
            piece = self.read(min(left, _PIECE))
            if not piece:
                break
            self._add(piece)
        if (self.length, self.sum) != (length, sum):
            raise FileFormatError(
                f"{self._called}: it was damaged or changed after its checkpoint was "
                "written; delete both, and start again without resuming."
            )
        self.seek(length)
        self.truncate()

    def _add(self, data: bytes | memoryview) -> None:
        self.sum = _core.running_sum(data, self.length, self.sum)
        self.length += memoryview(data).nbytes


class Schedule:
    """When to write checkpoints: after so many seconds, and later if they cost more than 1 %."""

    def __init__(self, seconds: float = SECONDS_BETWEEN) -> None:
        self._seconds = seconds
        self._cost = 0.0
        self._last = time.monotonic()

    def save_if_due(self, save: Callable[[], None], *, always: bool = False) -> None:
        """Write one if it is time, and measure what that costs."""
        begun = time.monotonic()
        if always or begun - self._last >= max(self._seconds, self._cost / _LARGEST_SHARE):
            save()
            self._last = time.monotonic()
            self._cost = self._last - begun


@dataclass(frozen=True)
class Checkpoint:
    """A position in the writing of a file.

    Attributes:
        job: Everything that decides the bytes of the file: the rows' size, seed and parameters,
            the format, the style.
        sums: The length of each file so far, and the sum of its bytes.
        rows: The state of the rows.
        writer: The state of the writer.
        moves: The solution from start to end, if one is drawn.
    """

    job: dict[str, Any]
    sums: list[tuple[int, int]] = field(default_factory=list)
    rows: bytes = b""
    writer: dict[str, Any] = field(default_factory=dict)
    moves: bytes | None = None

    def save(self, unfinished: Unfinished) -> None:
        """Write the checkpoint; an earlier one stays until this one is complete.

        What it describes has to be on the disk before: see ``files.sync``.
        """
        from json import dumps

        content = dumps(
            {
                "job": self.job,
                "sums": self.sums,
                "rows": _to_text(self.rows),
                "writer": self.writer,
                "moves": None if self.moves is None else _to_text(self.moves),
            }
        )
        with write_whole(unfinished.checkpoint, unfinished.next_checkpoint, durable=True) as stream:
            stream.write(f"{_head(content)}\n{content}\n".encode())

    @classmethod
    def load(cls, name: str) -> Checkpoint:
        """Read a checkpoint.

        Raises:
            InvalidValueError: If there is none.
            FileFormatError: If it is damaged, or of another version.
        """
        from json import loads

        try:
            with open(name, encoding="utf-8") as stream:
                head, _, content = stream.read().partition("\n")
        except FileNotFoundError:
            if os.path.exists(target := name.removesuffix(".checkpoint")):
                raise InvalidValueError(
                    f"There is nothing to resume, since {target!r} is complete."
                ) from None
            raise InvalidValueError(
                f"There is nothing to resume, since {name!r} does not exist; start again without "
                "resuming."
            ) from None
        except UnicodeDecodeError:
            raise damaged("it is not a text", name) from None
        content = content.rstrip("\n")
        if head != _head(content):
            raise damaged("it is empty, cut off, changed, or of another version", name)
        try:
            data = loads(content)
            if not (isinstance(data["job"], dict) and isinstance(data["writer"], dict)):
                raise TypeError("job and writer are not both objects")
            return cls(
                data["job"],
                [
                    (whole_number("length", length, 0), whole_number("sum", total, 0, 2**64 - 1))
                    for length, total in data["sums"]
                ],
                base64.b64decode(data["rows"]),
                data["writer"],
                None if data["moves"] is None else base64.b64decode(data["moves"]),
            )
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise damaged(cause(error), name) from None

    def check_job(self, job: dict[str, Any]) -> None:
        """Check that this is the same job.

        Raises:
            InvalidValueError: If not; it names the difference.
        """
        for name in sorted(self.job.keys() | job.keys()):
            before, now = self.job.get(name), job.get(name)
            if before != now:
                if isinstance(before, dict):  # of thousands of grids, perhaps
                    before, now = shown(before), shown(now)
                raise InvalidValueError(
                    f"The unfinished file has {name} {before}, not {now}; resume it with the same "
                    "values."
                )


def damaged(reason: str, name: str = "") -> FileFormatError:
    """The error for a checkpoint that cannot be continued from."""
    return FileFormatError(
        f"{f'{name}: the' if name else 'The'} checkpoint is damaged ({reason}); start again "
        "without resuming."
    )


@dataclass(frozen=True)
class Unfinished:
    """The files beside a target while it is being written."""

    target: str

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
    def held(self, *, resume: bool, folder: bool = False) -> Iterator[None]:
        """Keep other runs from writing these files.

        Args:
            resume: Continue with the part that is there; otherwise an empty one is created.
            folder: Whether the part is a folder.

        Raises:
            InvalidValueError: If another run is writing them, or if an interrupted run would be
                lost that can be resumed.
        """
        with held(self.part, self.target, make=not resume, folder=folder):
            if not resume:
                self._check_there_is_none()
            yield

    def _check_there_is_none(self) -> None:
        if os.path.exists(self.checkpoint):
            raise InvalidValueError(
                f"An unfinished {self.target} can be resumed, by --resume (in Python resume=True); "
                f"to start again, delete {self.checkpoint!r} first."
            )

    def is_complete(self) -> bool:
        """Whether the file is complete, and only its checkpoint was not removed.

        Raises:
            InvalidValueError: If the file so far is gone.
        """
        if os.path.exists(self.part):
            return False
        # A file of that name from before the run is older than its checkpoint.
        if os.path.exists(self.target) and (
            os.stat(self.target).st_mtime_ns >= os.stat(self.checkpoint).st_mtime_ns
        ):
            return True
        raise self.gone()

    def gone(self) -> InvalidValueError:
        """The error to raise if the file so far is gone."""
        return InvalidValueError(
            f"{self.part!r} is gone; delete {self.checkpoint!r} and start again."
        )

    def forget(self) -> None:
        """Remove the checkpoint."""
        for name in (self.next_checkpoint, self.checkpoint):
            with suppress(FileNotFoundError):
                os.unlink(name)

    def remove(self) -> None:
        """Remove everything but the target."""
        self.forget()
        if os.path.isdir(self.part):
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


def _to_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _head(content: str) -> str:
    return f"{_MAGIC} {digest(content.encode()).hex()}"
