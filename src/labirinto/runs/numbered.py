"""Folders of numbered parts: each depends on its number alone, and any process can make it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

from labirinto._internal.files import remove_files
from labirinto._internal.progress import Progress
from labirinto.runs.checkpoint import Checkpoint
from labirinto.runs.cluster import make_with_dask
from labirinto.runs.processes import make_in_processes
from labirinto.runs.run import Run
from labirinto.runs.unfinished import Unfinished


class NumberedRun(Run):
    """A run whose parts are files of their own in a folder.

    A part gets its names when it is complete, so those that are there need not be made again, and
    it does not matter who makes a part, nor how often.

    Args:
        name: As for ``Run``.
        unfinished: The folder.
        sizes: Of the parts, in the items that the progress counts.
        make_part: A function of a module, which processes and machines can import: makes the part
            of a number from the spec, and returns the number.
        scheduler: As for ``make_with_dask``; None without Dask.
        workers: How many processes, or threads of Dask.
        progress: Called with the items made and the total; may raise to stop.
    """

    leftovers = ".part"
    """How the names of files end that a process was writing when it was killed."""

    def __init__(
        self,
        name: str,
        unfinished: Unfinished,
        sizes: Sequence[int],
        make_part: Callable[..., int],
        *,
        scheduler: str | None,
        workers: int,
        progress: Progress | None,
    ) -> None:
        super().__init__(name, [unfinished])
        self.sizes = sizes
        self._make_part = make_part
        self._scheduler = scheduler
        self._workers = workers
        self._progress = progress

    @property
    @abstractmethod
    def spec(self) -> dict[str, Any]:
        """The plain values that another process needs to make parts; ``store`` is the folder."""

    @abstractmethod
    def is_made(self, number: int) -> bool:
        """Whether a part is there."""

    def prepare(self) -> None:
        """Create in the folder what is there before any part."""

    @property
    def has_items(self) -> bool:
        return any(self.is_made(number) for number in range(len(self.sizes)))

    def begin(self) -> None:
        self.unfinished.empty_folder()
        self.prepare()
        Checkpoint(self.job).save(self.unfinished)

    def fill(self) -> None:
        missing = [number for number in range(len(self.sizes)) if not self.is_made(number)]
        made, total = sum(self.sizes) - sum(self.sizes[it] for it in missing), sum(self.sizes)
        with closing(self._made(missing)) as numbers:
            for number in numbers:
                made += self.sizes[number]
                if self._progress:
                    self._progress(made, total)

    def _made(self, missing: Sequence[int]) -> Generator[int]:
        workers = min(self._workers, len(missing))
        if self._scheduler:
            yield from make_with_dask(
                self._make_part, self.spec, missing, self._scheduler, self._workers
            )
        elif workers > 1:
            yield from make_in_processes(self._make_part, self.spec, missing, workers)
        else:
            for number in missing:
                yield self.make_here(number)

    def make_here(self, number: int) -> int:
        """Make a part in this process, and return its number."""
        return self._make_part(self.spec, number)

    def complete(self) -> None:
        remove_files(self.unfinished.part, self.leftovers)
