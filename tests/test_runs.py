"""The engine of all that is interrupted and resumed, with letters in the place of mazes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from commands import digests, files_in

from labirinto import FileFormatError, InvalidValueError
from labirinto._internal.progress import Progress
from labirinto.runs import Checkpoint, Unfinished, job_of
from labirinto.runs.growing import GrowingRun
from labirinto.runs.numbered import NumberedRun
from labirinto.runs.run import HopelessError, Run

TEXT = "abcdefgh"


class EnoughError(Exception):
    """Stops a run."""


class Letters(GrowingRun):
    """Letters in a file, and large ones in a second file; the state is how many, in two forms."""

    def __init__(self, folder: Path, each: Callable[[int], bool | None], text: str = TEXT) -> None:
        files = [Unfinished(str(folder / name)) for name in ("small", "large")]
        super().__init__(files[0].target, files, seconds=0)
        self._text, self._each = text, each
        self.at = 0

    @property
    def job(self) -> dict[str, Any]:
        return {"text": self._text}

    @property
    def has_items(self) -> bool:
        return self.at > 0

    def start(self, place: int, stream: BinaryIO) -> None:
        stream.write(b"<>"[place : place + 1])

    def go_on(self, checkpoint: Checkpoint) -> None:
        self.at = checkpoint.state["at"]
        assert checkpoint.state["done"] == self._text[: self.at].encode()

    def items(self) -> Iterator[bool]:
        while self.at < len(self._text):
            letter = self._text[self.at].encode()
            for stream, written in zip(self.streams, (letter, letter.upper()), strict=True):
                if stream:
                    stream.write(written)
            self.at += 1
            is_stopped = bool(self._each(self.at))
            if self.at < len(self._text):
                yield is_stopped

    def state(self) -> dict[str, Any] | None:
        return {"at": self.at, "done": self._text[: self.at].encode()}


class FreeLetters(Letters):
    """The same letters, whose number is the length of a file."""

    is_state_free = True

    def go_on(self, checkpoint: Checkpoint) -> None:
        self.at = max(stream.length - 1 for stream in self.streams if stream)

    def state(self) -> dict[str, Any] | None:
        return {}


def write_letter(spec: dict[str, Any], number: int, each: Callable[[], None] | None = None) -> int:
    """The part of a number: a file with a letter."""
    Path(spec["store"], f"{number}.txt").write_text(spec["text"][number])
    return number


class Parts(NumberedRun):
    """A folder with a file for each letter."""

    def __init__(self, folder: Path, progress: Progress | None, workers: int = 1) -> None:
        super().__init__(
            str(folder / "parts"),
            Unfinished(str(folder / "parts"), is_folder=True),
            [1] * len(TEXT),
            write_letter,
            scheduler=None,
            workers=workers,
            progress=progress,
        )

    @property
    def job(self) -> dict[str, Any]:
        return {"text": TEXT}

    @property
    def spec(self) -> dict[str, Any]:
        return {"store": self.unfinished.part, "text": TEXT}

    def is_made(self, number: int) -> bool:
        return os.path.exists(os.path.join(self.unfinished.part, f"{number}.txt"))

    def resume(self, checkpoint: Checkpoint) -> None:
        assert checkpoint.job == self.job


Use = Callable[[Path, Callable[[int], bool | None]], Run]

USES: dict[str, Use] = {
    "with a state": Letters,
    "without": FreeLetters,
    "parts": lambda folder, each: Parts(folder, lambda made, _: each(made) and None),
}
uses = pytest.mark.parametrize("use", USES.values(), ids=USES)


def go_on(at: int) -> None:
    """Stop nowhere."""


def stop_at(at: int, error: type[BaseException] = EnoughError) -> Callable[[int], None]:
    def each(made: int) -> None:
        if made == at:
            raise error

    return each


def stopped(use: Use, folder: Path, at: int, *, resume: bool = False) -> None:
    with pytest.raises(EnoughError):
        use(folder, stop_at(at)).write(resume=resume)


@uses
def test_stopped_anywhere_and_resumed_it_is_the_same(use: Use, tmp_path: Path) -> None:
    use(tmp_path, go_on).write(resume=False)
    whole = digests(tmp_path)
    for at in range(2, len(TEXT)):
        folder = tmp_path / str(at)
        folder.mkdir()
        stopped(use, folder, at)
        stopped(use, folder, len(TEXT), resume=True)
        made: list[int] = []
        use(folder, made.append).write(resume=True)
        assert len(made) < len(TEXT)
        assert digests(folder) == whole


@uses
def test_what_cannot_be_resumed_leaves_nothing(use: Use, tmp_path: Path) -> None:
    with pytest.raises(HopelessError):
        use(tmp_path, stop_at(5, HopelessError)).write(resume=False)
    assert not files_in(tmp_path)
    stopped(use, tmp_path, 3)
    with pytest.raises(HopelessError):
        use(tmp_path, stop_at(5, HopelessError)).write(resume=True)
    assert not files_in(tmp_path)
    with pytest.raises(InvalidValueError, match="nothing to resume"):
        use(tmp_path, go_on).write(resume=True)


@uses
def test_other_errors_keep_what_was_made(use: Use, tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError):
        use(tmp_path, stop_at(5, InvalidValueError)).write(resume=False)
    before = digests(tmp_path)
    assert before
    with pytest.raises(InvalidValueError, match="can be resumed"):
        use(tmp_path, go_on).write(resume=False)
    assert digests(tmp_path) == before
    use(tmp_path, go_on).write(resume=True)


@uses
def test_a_second_run_is_refused_at_every_item(use: Use, tmp_path: Path) -> None:
    def try_again(made: int) -> None:
        for resume in (False, True):
            with pytest.raises(InvalidValueError, match="is being written by another run"):
                use(tmp_path, go_on).write(resume=resume)

    use(tmp_path, try_again).write(resume=False)


@uses
def test_killed_after_all_had_their_names_only_the_checkpoint_goes(
    use: Use, tmp_path: Path
) -> None:
    stopped(use, tmp_path, 4)
    checkpoint = next(tmp_path.glob("*.checkpoint"))
    kept = checkpoint.read_bytes()
    use(tmp_path, go_on).write(resume=True)
    whole = digests(tmp_path)
    checkpoint.write_bytes(kept)
    os.utime(checkpoint, (0, 0))  # as old as it was
    use(tmp_path, stop_at(1)).write(resume=True)
    assert digests(tmp_path) == whole


@pytest.mark.parametrize("use", [Letters, FreeLetters])
def test_a_file_from_before_the_run_is_not_its_own(use: Use, tmp_path: Path) -> None:
    (tmp_path / "large").write_text("another")
    os.utime(tmp_path / "large", (0, 0))
    stopped(use, tmp_path, 4)
    (tmp_path / "large.part").unlink()
    with pytest.raises(InvalidValueError, match=r"large\.part' is gone"):
        use(tmp_path, go_on).write(resume=True)
    assert (tmp_path / "large").read_text() == "another"


@pytest.mark.parametrize("use", [Letters, FreeLetters])
def test_names_are_given_once_wherever_it_was_killed(use: Use, tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    use(made, go_on).write(resume=False)
    for published in ("small", "large"):
        folder = tmp_path / published
        folder.mkdir()
        stopped(use, folder, 6)
        (folder / f"{published}.part").unlink()
        (folder / published).write_bytes((made / published).read_bytes())
        stopped(use, folder, len(TEXT), resume=True)
        use(folder, go_on).write(resume=True)
        assert digests(folder) == digests(made)


def test_a_run_that_is_asked_to_stop_keeps_its_last_item(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Letters(tmp_path, lambda at: at == 5).write(resume=False)
    assert Checkpoint.load(str(tmp_path / "small.checkpoint")).state["at"] == 5
    assert job_of(str(tmp_path / "small")) == {"text": TEXT}
    with pytest.raises(InvalidValueError, match="has text abcdefgh, not abc;"):
        Letters(tmp_path, go_on, "abc").write(resume=True)


def test_a_checkpoint_that_is_changed_anywhere_is_refused(tmp_path: Path) -> None:
    state = {"writer": {"room": 3}, "rows": bytes(range(99)), "moves": None, "none": b""}
    Checkpoint({"seed": 1}, [(3, 4)], state).save(Unfinished(str(tmp_path / "m")))
    file = tmp_path / "m.checkpoint"
    assert Checkpoint.load(str(file)) == Checkpoint({"seed": 1}, [(3, 4)], state)
    good = file.read_bytes()
    for at in range(len(good)):
        for bad in (good[:at], good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]):
            file.write_bytes(bad)
            with pytest.raises(FileFormatError, match="damaged"):
                Checkpoint.load(str(file))
    file.write_bytes(good + b"x")
    with pytest.raises(FileFormatError, match="damaged"):
        Checkpoint.load(str(file))


def test_a_folder_is_not_replaced_unless_it_is_empty(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    Parts(tmp_path, None).write(resume=False)
    before = digests(tmp_path)
    assert len(before) == len(TEXT)
    with pytest.raises(InvalidValueError, match="not replaced"):
        Parts(tmp_path, None).write(resume=False)
    assert digests(tmp_path) == before
    (tmp_path / "small").mkdir()
    with pytest.raises(InvalidValueError, match="is a folder"):
        Letters(tmp_path, go_on).write(resume=False)


def test_processes_make_the_parts_that_are_missing(tmp_path: Path) -> None:
    reports: list[int] = []
    stopped(USES["parts"], tmp_path, 3)
    part = tmp_path / "parts.part"
    (part / ".lost.part").write_text("of a process that was killed")
    (part / "1.txt").unlink()
    Parts(tmp_path, lambda made, total: reports.append(made), 2).write(resume=True)
    assert reports == [3, 4, 5, 6, 7, 8]
    texts = {path.name: path.read_text() for path in (tmp_path / "parts").iterdir()}
    assert texts == {f"{k}.txt": letter for k, letter in enumerate(TEXT)}
