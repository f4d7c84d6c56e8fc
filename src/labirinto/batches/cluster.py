"""Blocks of a batch made by Dask: by its threads, or by a cluster of machines.

A block depends on its number alone, and is written where it belongs by whoever made it.  So one
that is made twice, since a worker was lost before it told, is the same.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from labirinto.batches.zarr_store import make_block
from labirinto.errors import LabirintoError, MissingExtraError

_SECONDS_TO_CONNECT = 10


def run_blocks(
    spec: dict[str, Any], numbers: Sequence[int], scheduler: str, threads: int
) -> Generator[int]:
    """Has all these blocks made; their numbers as they are done.

    Args:
        spec: see ``spec_of``.
        scheduler: ``threads`` or the address of a cluster.
        threads: how many, of our own.

    Raises:
        MissingExtraError: if Dask is not installed.
        LabirintoError: if the cluster cannot be reached, or loses too many workers.
    """
    if not numbers:
        return
    if scheduler == "threads":
        yield from _by_threads(spec, numbers, threads)
    else:
        yield from _by_cluster(spec, numbers, scheduler)


def _by_threads(spec: dict[str, Any], numbers: Sequence[int], threads: int) -> Generator[int]:
    dask = _import("dask")
    make = dask.delayed(make_block, pure=False)
    at_a_time = 4 * threads
    for begin in range(0, len(numbers), at_a_time):
        some = [make(spec, number) for number in numbers[begin : begin + at_a_time]]
        yield from dask.compute(*some, scheduler="threads", num_workers=threads)


def _by_cluster(spec: dict[str, Any], numbers: Sequence[int], address: str) -> Generator[int]:
    distributed = _import("distributed")
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LabirintoError(f"There is no Dask scheduler at {address!r}: {error}.") from None
    with client:
        waiting = iter(numbers)

        def begin(count: int) -> list[Any]:
            some = islice(waiting, count)
            return [client.submit(make_block, spec, number, pure=False) for number in some]

        # Enough for everybody to have the next one at hand; more would only be a long list.
        at_a_time = 4 * max(1, sum(client.nthreads().values()))
        running = distributed.as_completed(begin(at_a_time), loop=client.loop)
        for future in running:
            try:
                yield future.result()
            except distributed.KilledWorker as error:
                raise LabirintoError(
                    f"Too many workers were lost with the same block ({error.last_worker}); when "
                    "the cluster is well again, resume."
                ) from None
            except FileNotFoundError:
                raise LabirintoError(
                    f"A worker does not see {spec['store']!r}: it must be in a folder that all "
                    "machines share."
                ) from None
            running.update(begin(1))


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"A cluster needs {error.name}; install it with: pip install 'labirinto[dask]'"
        ) from None
