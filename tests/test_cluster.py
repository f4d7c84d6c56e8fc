"""A batch made by Dask: the same store, whichever worker survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import digests
from tiers import sample

import labirinto
from labirinto import InvalidValueError, LabirintoError
from labirinto.batches import write_batch

pytest.importorskip("zarr")

JOB: dict[str, Any] = {"count": 20_000, "seed": 9, "block": 500, "solutions": True}


def batch(**changes: Any) -> labirinto.Batch:
    return labirinto.batch("wilson", 20, 20, **JOB | changes)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The store as this process alone makes it."""
    folder = tmp_path_factory.mktemp("alone")
    write_batch(batch(), folder / "m.zarr")
    return digests(folder / "m.zarr")


def test_a_killed_worker_changes_nothing(
    cluster: Any, expected: dict[str, str], tmp_path: Path
) -> None:
    victims: list[int] = []
    reports: list[int] = []

    def kill(made: int, count: int) -> None:
        reports.append(made)
        if made >= count // 2 and not victims:
            victims.append(next(iter(cluster.workers.values())).pid)
            os.kill(victims[0], signal.SIGKILL)

    write_batch(batch(), tmp_path / "m.zarr", scheduler=cluster.scheduler_address, progress=kill)
    assert victims
    assert reports == list(range(500, 20_500, 500))
    assert digests(tmp_path / "m.zarr") == expected
    assert os.listdir(tmp_path) == ["m.zarr"]


@pytest.mark.deep
def test_what_was_interrupted_can_go_on_elsewhere(
    cluster: Any, expected: dict[str, str], tmp_path: Path
) -> None:
    class EnoughError(Exception):
        pass

    def stop(made: int, count: int) -> None:
        if made >= count // 4:
            raise EnoughError

    target = tmp_path / "m.zarr"
    address = cluster.scheduler_address
    with pytest.raises(EnoughError):
        write_batch(batch(), target, scheduler=address, progress=stop)
    with pytest.raises(EnoughError):
        write_batch(
            batch(), target, resume=True, progress=lambda made, count: stop(made // 2, count)
        )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "labirinto", "batch", "wilson", "20x20", "--count", "20000"),
            *("--block", "500", "--solutions", "-o", "m.zarr", "--scheduler", address, "--resume"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr.startswith("labirinto batch wilson 20x20 --seed 9 --count 20000 ")
    assert digests(target) == expected


@pytest.mark.parametrize("threads", sample([1, 3], 3))
def test_the_threads_of_dask_make_the_same(
    threads: int, expected: dict[str, str], tmp_path: Path
) -> None:
    write_batch(batch(threads=threads), tmp_path / "m.zarr", scheduler="threads")
    assert digests(tmp_path / "m.zarr") == expected


def test_a_worker_that_does_not_see_the_store_is_one_sentence(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from labirinto.batches import zarr_store

    spec_of = zarr_store.spec_of
    monkeypatch.setattr(
        zarr_store, "spec_of", lambda work, store: spec_of(work, f"{store}/elsewhere")
    )
    with pytest.raises(LabirintoError, match="a folder that all machines share"):
        write_batch(batch(), tmp_path / "m.zarr", scheduler=cluster.scheduler_address)
    assert not list(tmp_path.iterdir())


def test_a_cluster_that_is_not_there_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from labirinto.runs import cluster

    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.5)
    address: Any
    for address, said in (
        ("tcp://127.0.0.1:9", "no Dask scheduler at"),
        ("nonsense", "no Dask scheduler at"),
        ("", "scheduler is ''; it must be threads, or the address"),
        (3, "scheduler is 3; it must be threads, or the address"),
    ):
        with pytest.raises(LabirintoError, match=said):
            write_batch(batch(), tmp_path / "m.zarr", scheduler=address)
    assert not list(tmp_path.iterdir())


def test_another_revision_on_a_worker_is_refused() -> None:
    from labirinto.batches.zarr_store import make_block, spec_of

    spec = spec_of(batch(), "nowhere")
    spec["recipe"]["revision"] = 2
    with pytest.raises(InvalidValueError, match="revision 1 of wilson, not 2"):
        make_block(spec, 0)
