"""Checkpoints: what it takes to go on with a file whose writing was interrupted."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from labirinto._internal.files import held, write_whole
from labirinto._internal.validation import whole_number
from labirinto.errors import FileFormatError, InvalidValueError

_MAGIC = "labirinto checkpoint 1"


@dataclass(frozen=True)
class Checkpoint:
    """A moment in the writing of a file.

    Attributes:
        job: what decides every byte of the file: the rows' size, seed and parameters, the format,
            the look.
        offset: the length of the file so far.
        rows: the state of the rows.
        row_before: the bytes of the last row in the file.
        writer: the state of the writer.
        moves: the solution from start to end, if one is drawn.
    """

    job: dict[str, Any]
    offset: int
    rows: bytes
    row_before: bytes
    writer: dict[str, Any]
    moves: bytes | None

    def save(self, unfinished: Unfinished) -> None:
        """Writes the checkpoint; an earlier one stays until this one is whole."""
        from json import dumps

        content = dumps(
            {
                "job": self.job,
                "offset": self.offset,
                "rows": _to_text(self.rows),
                "row_before": _to_text(self.row_before),
                "writer": self.writer,
                "moves": None if self.moves is None else _to_text(self.moves),
            }
        )
        with write_whole(unfinished.checkpoint, unfinished.next_checkpoint) as stream:
            stream.write(f"{_MAGIC} {_digest(content)}\n{content}\n".encode())

    @classmethod
    def load(cls, name: str) -> Checkpoint:
        """Reads a checkpoint.

        Raises:
            InvalidValueError: if there is none.
            FileFormatError: if it is damaged, or of another version.
        """
        from json import loads

        try:
            with open(name, encoding="utf-8") as stream:
                head, _, content = stream.read().partition("\n")
        except FileNotFoundError:
            raise InvalidValueError(
                f"There is nothing to resume: {name!r} does not exist; it can only be begun anew."
            ) from None
        except UnicodeDecodeError:
            raise FileFormatError(f"{name}: the checkpoint is damaged.") from None
        content = content.rstrip("\n")
        if head != f"{_MAGIC} {_digest(content)}":
            raise FileFormatError(f"{name}: the checkpoint is damaged, or of another version.")
        try:
            data = loads(content)
            if not (isinstance(data["job"], dict) and isinstance(data["writer"], dict)):
                raise TypeError("job and writer are not both objects")
            return cls(
                data["job"],
                whole_number("offset", data["offset"], 0),
                base64.b64decode(data["rows"]),
                base64.b64decode(data["row_before"]),
                data["writer"],
                None if data["moves"] is None else base64.b64decode(data["moves"]),
            )
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise FileFormatError(f"{name}: the checkpoint is damaged ({error}).") from None

    def check_job(self, job: dict[str, Any]) -> None:
        """Looks whether this is the same job.

        Raises:
            InvalidValueError: if not, with what differs.
        """
        for name in sorted(self.job.keys() | job.keys()):
            before, now = self.job.get(name), job.get(name)
            if before != now:
                raise InvalidValueError(
                    f"The unfinished file has {name} {before}, and this is {now}: "
                    "resume with what it was begun with."
                )


@dataclass(frozen=True)
class Unfinished:
    """The files beside a target while it is being written."""

    target: str

    @property
    def part(self) -> str:
        """What has been written so far."""
        return f"{self.target}.part"

    @property
    def checkpoint(self) -> str:
        """How to go on."""
        return f"{self.target}.checkpoint"

    @property
    def next_checkpoint(self) -> str:
        """A checkpoint that is not whole yet."""
        return f"{self.checkpoint}.part"

    @contextmanager
    def held(self, *, resume: bool, folder: bool = False) -> Iterator[None]:
        """Keeps other runs off as long as we write.

        Args:
            resume: go on with what is there; otherwise the part is made, empty, if it is not there.
            folder: whether the part is a folder.

        Raises:
            InvalidValueError: if another run is writing, or if one could still be resumed that is
                not to be, so that nothing of it is lost.
        """
        with held(self.part, self.target, make=not resume, folder=folder):
            if not resume:
                self._check_there_is_none()
            yield

    def _check_there_is_none(self) -> None:
        if os.path.exists(self.checkpoint):
            raise InvalidValueError(
                f"An unfinished {self.target} can be resumed; to begin anew, "
                f"delete {self.checkpoint!r} first."
            )

    def has_its_name(self) -> bool:
        """Whether all was written, and only removing the checkpoint was left.

        Raises:
            InvalidValueError: if what was written is gone.
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
        """What to raise if what was written is gone."""
        return InvalidValueError(f"{self.part!r} is gone: it can only be begun anew.")

    def forget(self) -> None:
        """Removes the checkpoint, once the target has its name."""
        for name in (self.next_checkpoint, self.checkpoint):
            with suppress(FileNotFoundError):
                os.unlink(name)

    def remove(self) -> None:
        """Removes all but the target."""
        self.forget()
        with suppress(FileNotFoundError):
            os.unlink(self.part)


def _to_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _digest(content: str) -> str:
    from _blake2 import blake2b

    return blake2b(content.encode(), digest_size=16).hexdigest()
