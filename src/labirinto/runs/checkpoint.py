"""Checkpoints: what a run is, and how far it came."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from labirinto._internal.digest import digest
from labirinto._internal.files import write_whole
from labirinto._internal.validation import whole_number
from labirinto.errors import FileFormatError, InvalidValueError, shown
from labirinto.runs.unfinished import Unfinished

_MAGIC = b"labirinto checkpoint 4"

Sums = list[tuple[int, int]]
"""The length of each file so far, and the sum of its bytes."""


@dataclass(frozen=True)
class Checkpoint:
    """A position in the writing of files.

    Attributes:
        job: Everything that decides the bytes of the files, as plain values.
        sums: The length of each file so far, and the sum of its bytes; empty if they are unknown.
        state: What else it takes to go on: plain values, and bytes, which may be many.
    """

    job: dict[str, Any]
    sums: Sums = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)

    def save(self, unfinished: Unfinished) -> None:
        """Write the checkpoint; an earlier one stays until this one is complete.

        What it describes has to be on the disk before: see ``files.sync``.
        """
        from json import dumps

        blobs = {name: value for name, value in self.state.items() if isinstance(value, bytes)}
        about = {
            "job": self.job,
            "sums": self.sums,
            "state": {name: value for name, value in self.state.items() if name not in blobs},
            "blobs": {name: len(blob) for name, blob in blobs.items()},
        }
        content = [f"{dumps(about)}\n".encode(), *blobs.values()]
        with write_whole(unfinished.checkpoint, unfinished.next_checkpoint, durable=True) as stream:
            stream.write(_head(content))
            stream.writelines(content)

    @classmethod
    def load(cls, name: str) -> Checkpoint:
        """Read a checkpoint.

        Raises:
            InvalidValueError: If there is none.
            FileFormatError: If it is damaged, or of another version.
        """
        try:
            with open(name, "rb") as stream:
                return cls._read(stream)
        except FileNotFoundError:
            if os.path.exists(target := name.removesuffix(".checkpoint")):
                raise InvalidValueError(
                    f"There is nothing to resume, since {target!r} is complete."
                ) from None
            raise InvalidValueError(
                f"There is nothing to resume, since {name!r} does not exist; start again without "
                "resuming."
            ) from None
        except (KeyError, TypeError, ValueError, RecursionError):
            raise damaged("it is empty, cut off, changed, or of another version", name) from None

    @classmethod
    def _read(cls, stream: BinaryIO) -> Checkpoint:
        from json import loads

        head, line = stream.readline(), stream.readline()
        about = loads(line)
        lengths = {name: whole_number(name, it, 0) for name, it in {**about["blobs"]}.items()}
        if sum(lengths.values()) != os.fstat(stream.fileno()).st_size - stream.tell():
            raise ValueError("the length differs")
        blobs = {name: stream.read(length) for name, length in lengths.items()}
        if head != _head([line, *blobs.values()]):
            raise ValueError("the digest differs")
        sums = [
            (whole_number("length", length, 0), whole_number("sum", total, 0, 2**64 - 1))
            for length, total in about["sums"]
        ]
        return cls({**about["job"]}, sums, {**about["state"], **blobs})

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
        f"{f'{name}: the' if name else 'The'} checkpoint is damaged ({reason}); delete it, and "
        "start again without resuming."
    )


def job_of(target: str) -> dict[str, Any]:
    """The job of the interrupted run that writes to a name.

    Raises:
        InvalidValueError: If there is nothing to resume.
        FileFormatError: If its checkpoint is damaged.
    """
    return Checkpoint.load(Unfinished.named(target).checkpoint).job


def _head(content: list[bytes]) -> bytes:
    return b"%b %b\n" % (_MAGIC, digest(*content).hex().encode())
