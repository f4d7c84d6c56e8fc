"""Files that grow at their ends, and continue where a checkpoint says that they were whole."""

from __future__ import annotations

import io
import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

from labirinto import _core
from labirinto._internal.files import sync
from labirinto.errors import FileFormatError
from labirinto.runs.checkpoint import Checkpoint, Sums, damaged
from labirinto.runs.run import Run
from labirinto.runs.unfinished import Unfinished

SECONDS_BETWEEN = 10
"""Between two checkpoints, unless they cost too much."""

_LARGEST_SHARE = 0.01
_PIECE = 1 << 20


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


class GrowingRun(Run):
    """A run whose items follow each other in one file, or in several side by side.

    Args:
        name, files: As for ``Run``.
        seconds: Time between checkpoints; longer if they would cost more than 1 %.
    """

    streams: list[GrowingFile | None]
    """The files while they are written; None for one that has its final name already."""

    is_state_free = False
    """Whether the length of the files is all that it takes to go on.

    Then there is a checkpoint from the beginning, and one after the last whole item when the run is
    stopped.
    """

    def __init__(
        self,
        name: str,
        files: Sequence[Unfinished],
        seconds: float = SECONDS_BETWEEN,
    ) -> None:
        super().__init__(name, files)
        self._seconds = seconds
        self.streams = []

    @abstractmethod
    def start(self, place: int, stream: BinaryIO) -> None:
        """Write what precedes the first item into the file of a place."""

    @abstractmethod
    def go_on(self, checkpoint: Checkpoint) -> None:
        """Take up the state of a checkpoint; the files are as they were then."""

    @abstractmethod
    def items(self) -> Iterator[bool]:
        """Write all items; yield after some, when files and state agree, whether to stop there."""

    def state(self) -> dict[str, Any] | None:
        """The state needed to go on after the last item; None if that is impossible."""
        return {}

    def begin(self) -> None:
        for place in range(len(self.files)):
            self.streams.append(self._started(place))
        if self.is_state_free:
            Checkpoint(self.job).save(self.unfinished)

    def resume(self, checkpoint: Checkpoint) -> None:
        sums = checkpoint.sums
        if len(sums) != len(self.files) and (sums or not self.is_state_free):
            raise damaged("it is of other files")
        for place, file in enumerate(self.files):
            if file.is_published(self.unfinished.checkpoint):
                self.streams.append(None)
            elif sums:
                stream = self.stack.enter_context(GrowingFile(file.part, resume=True))
                stream.go_on(*sums[place])
                self.streams.append(stream)
            else:  # nothing of it is sure to be on the disk
                self.streams.append(self._started(place))
        self.go_on(checkpoint)

    def fill(self) -> None:
        whole, saved, wait = self._sums, time.monotonic(), self._seconds
        try:
            for is_stopped in self.items():
                whole = self._sums
                begun = time.monotonic()
                if is_stopped or begun - saved >= wait:
                    self.save()
                    saved = time.monotonic()
                    wait = max(self._seconds, (saved - begun) / _LARGEST_SHARE)
                if is_stopped:
                    raise KeyboardInterrupt
        except BaseException:
            if self.is_state_free:
                with suppress(OSError):
                    self._save(whole, {})
            raise

    def save(self) -> None:
        """Write a checkpoint."""
        state = self.state()  # a writer may hold bytes back until then
        if state is not None:
            self._save(self._sums, state)

    def _save(self, sums: Sums, state: dict[str, Any]) -> None:
        # Files that have their final names are known by being younger than the checkpoint.
        if None not in self.streams:
            self._sync()
            Checkpoint(self.job, sums, state).save(self.unfinished)

    def complete(self) -> None:
        self._sync()

    def _started(self, place: int) -> GrowingFile:
        stream = self.stack.enter_context(GrowingFile(self.files[place].part, resume=False))
        self.start(place, stream)
        return stream

    @property
    def _sums(self) -> Sums:
        return [(it.length, it.sum) for it in self.streams if it]

    def _sync(self) -> None:
        for stream in self.streams:
            if stream:
                sync(stream)
