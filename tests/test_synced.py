"""What is on the disk when the power fails: the order of writing, syncing and renaming."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import deep

import labirinto
from labirinto import FileFormatError, _core, datasets, generate_rows, seeds
from labirinto.batches import write_batch
from labirinto.streaming import Callbacks, write_rows


class Disk:
    """Records what is synced, and checks each renaming against it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.renamed: list[tuple[str, str]] = []
        self.folders: list[str] = []
        self.loose: list[str] = []
        self._synced: dict[tuple[int, int], tuple[int, int]] = {}
        self._fsync, self._replace, self._rename = os.fsync, os.replace, os.rename
        for name, call in (("fsync", self.fsync), ("replace", self.replace)):
            monkeypatch.setattr(os, name, call)

    def fsync(self, descriptor: int) -> None:
        self._fsync(descriptor)
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            self.folders.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        self._synced[found.st_dev, found.st_ino] = found.st_size, found.st_mtime_ns

    def is_synced(self, name: str) -> bool:
        """Whether a file, or all in a folder, has not changed since it was synced."""
        if os.path.isdir(name):
            return all(self.is_synced(os.path.join(name, inner)) for inner in os.listdir(name))
        found = os.stat(name)
        return self._synced.get((found.st_dev, found.st_ino)) == (found.st_size, found.st_mtime_ns)

    def replace(self, part: str, target: str) -> None:
        if not self.is_synced(part):
            self.loose.append(target)
        self.folders.clear()
        self._replace(part, target)
        self.renamed.append((part, target))

    def check(self, target: Path) -> None:
        """Check that a target, and all before it, was synced and then its folder."""
        assert self.loose == []
        assert self.renamed[-1][1] == str(target)
        assert str(target.parent) in self.folders


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_a_file_is_synced_before_it_gets_its_name_and_its_folder_after(
    disk: Disk, tmp_path: Path
) -> None:
    target = tmp_path / "m.png"
    labirinto.save(labirinto.wilson(2000, 2000, seed=1), target, style=labirinto.Style(cell=4))
    assert target.stat().st_size > 1 << 18
    disk.check(target)


def test_a_small_file_is_not_synced(disk: Disk, tmp_path: Path) -> None:
    labirinto.save(labirinto.wilson(20, 20, seed=1), tmp_path / "m.svg")
    assert disk.loose == [str(tmp_path / "m.svg")]


@pytest.mark.parametrize(
    ("ending", "height"), [("png", 3000), deep("maze", 9000), deep("txt", 3000)]
)
def test_rows_are_synced_before_the_checkpoint_that_describes_them(
    disk: Disk, ending: str, height: int, tmp_path: Path
) -> None:
    target = tmp_path / f"m.{ending}"
    described: list[bool] = []
    replace = disk.replace

    def look(part: str, name: str) -> None:
        if name.endswith(".checkpoint"):
            described.append(disk.is_synced(f"{target}.part"))
        replace(part, name)

    os.replace = look  # type: ignore[assignment] - the fixture restores it
    rows = generate_rows("eller", 900, height, seed=1)
    write_rows(rows, target, checkpoint_seconds=0)
    assert described
    assert all(described)
    disk.check(target)


NAMES = ["m.npy", "m.zarr"] if find_spec("zarr") else ["m.npy"]


class EnoughError(Exception):
    """Stops what is being written."""


def stopped(write: Callable[[Callable[[int, int], None]], object], after: int) -> None:
    def progress(done: int, _: int) -> None:
        if done >= after:
            raise EnoughError

    with pytest.raises(EnoughError):
        write(progress)


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_is_synced_before_it_gets_its_name(disk: Disk, name: str, tmp_path: Path) -> None:
    batch = labirinto.batch("wilson", 9, 9, count=50, seed=1, block=10, solutions=True)
    write_batch(batch, tmp_path / name)
    # Zarr gives chunks their names in the unfinished folder without syncing them.
    assert [target for target in map(Path, disk.loose) if target.parent == tmp_path] == []
    assert str(tmp_path) in disk.folders
    assert str(tmp_path / name) in [target for _, target in disk.renamed]


def changes(data: bytes) -> list[bytes]:
    """A file that is cut off, full of zeros, or has a changed byte."""
    middle = len(data) // 8
    return [
        data[:middle],
        b"",
        bytes(len(data)),
        data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :],
    ]


@pytest.mark.parametrize("change", range(4))
def test_a_damaged_part_of_a_batch_is_not_resumed(change: int, tmp_path: Path) -> None:
    batch = labirinto.batch("wilson", 9, 9, count=50, seed=1, block=10, ends="random")
    stopped(lambda it: write_batch(batch.restart(), tmp_path / "m.npy", progress=it), 30)
    for name in ("m.npy.part", "m-ends.npy.part"):
        good = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(changes(good)[change])
        with pytest.raises(FileFormatError, match=f"{name}: it was damaged"):
            write_batch(batch.restart(), tmp_path / "m.npy", resume=True)
        (tmp_path / name).write_bytes(good)
    write_batch(batch.restart(), tmp_path / "m.npy", resume=True)
    made = np.concatenate([np.asarray(block) for block in batch.restart()])
    assert (np.load(tmp_path / "m.npy") == made).all()


@pytest.mark.parametrize("change", range(4))
def test_damaged_chunks_are_made_again(change: int, tmp_path: Path) -> None:
    zarr = pytest.importorskip("zarr")
    batch = labirinto.batch("wilson", 9, 9, count=50, seed=1, block=10, solutions=True)
    stopped(lambda it: write_batch(batch.restart(), tmp_path / "m.zarr", progress=it), 30)
    for array in ("mazes", "solutions"):
        chunk = tmp_path / "m.zarr.part" / array / "c" / "1" / "0" / "0"
        chunk.write_bytes(changes(chunk.read_bytes())[change])
    write_batch(batch.restart(), tmp_path / "m.zarr", resume=True)
    group = zarr.open_group(tmp_path / "m.zarr", mode="r")
    for block, begin in zip(batch.restart(), range(0, 50, 10), strict=True):
        assert (group["mazes"][begin : begin + 10] == np.asarray(block)).all()
        assert (group["solutions"][begin : begin + 10] == np.asarray(block.solutions)).all()


def test_a_dataset_is_synced_and_its_damaged_files_are_named(disk: Disk, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "mazes"
    wanted = datasets.Dataset("wilson", "9x9", count=40, seed=1, shard=10)
    stopped(lambda it: wanted.write(folder, progress=it), 20)
    (first, *_) = sorted((tmp_path / "mazes.part" / "data").iterdir())
    good = first.read_bytes()
    for data in changes(good):
        first.write_bytes(data)
        with pytest.raises(FileFormatError, match=rf"{first.name}: .*delete it"):
            wanted.write(folder, resume=True)
    first.write_bytes(good)
    with open(first, "rb") as stream:
        os.fsync(stream.fileno())
    wanted.write(folder, resume=True)
    assert disk.loose == []
    assert str(tmp_path) in disk.folders
    assert datasets.check(folder) == 40


def test_a_run_that_is_stopped_has_its_rows_on_the_disk(disk: Disk, tmp_path: Path) -> None:
    target = tmp_path / "m.png"
    rows = generate_rows("eller", 900, 9000, seed=1)
    with pytest.raises(KeyboardInterrupt):
        write_rows(rows, target, callbacks=Callbacks(should_stop=lambda: True))
    assert disk.is_synced(f"{target}.part")
    disk.check(Path(f"{target}.checkpoint"))


@given(st.binary(min_size=1, max_size=700), st.data())
def test_the_sum_of_a_file_does_not_depend_on_pieces_and_shows_a_change(
    content: bytes, data: st.DataObject
) -> None:
    def key(place: int) -> int:
        return seeds.split_mix(place) % 2**32 | 1

    def factor(block: int) -> int:
        return seeds.split_mix(block) | 1

    expected = sum(
        (byte << 8 * (at % 4)) * key(at // 4 % 32) * factor(at // 128)
        for at, byte in enumerate(content)
    )
    cuts = data.draw(st.lists(st.integers(0, len(content)), max_size=4).map(sorted))
    total = 0
    for begin, end in pairwise([0, *cuts, len(content)]):
        total = _core.running_sum(content[begin:end], begin, total)
    assert total == expected % 2**64
    changed = bytearray(content)
    changed[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    assert _core.running_sum(changed, 0, 0) != total
