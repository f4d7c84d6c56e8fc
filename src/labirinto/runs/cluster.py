"""Parts made by Dask: in its threads, or on a cluster of machines.

A part that is made twice, after a worker was lost, is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from labirinto._internal.extras import needing
from labirinto.errors import InvalidValueError, LabirintoError

_SECONDS_TO_CONNECT = 10

MakePart = Callable[[dict[str, Any], int], int]
"""Makes and writes the part of a number, and returns the number."""


def check_scheduler(scheduler: object) -> None:
    """Check that a scheduler, if one is given, is a name or an address.

    Raises:
        InvalidValueError: If it is not.
    """
    if scheduler is not None and not (isinstance(scheduler, str) and scheduler):
        requirement = "threads, or the address of a Dask cluster"
        raise InvalidValueError(field="scheduler", value=scheduler, requirement=requirement)


def make_with_dask(
    make_part: MakePart,
    spec: dict[str, Any],
    numbers: Sequence[int],
    scheduler: str,
    threads: int,
) -> Generator[int]:
    """Make parts with Dask, and yield their numbers as they are done.

    Args:
        make_part: Called by a worker with the spec and a number.
        spec: All that it needs, as plain values.
        numbers: The parts to make.
        scheduler: ``threads``, or the address of a cluster.
        threads: How many, in this process.

    Raises:
        MissingExtraError: If Dask is not installed.
        LabirintoError: If the cluster cannot be reached, or loses too many workers.
    """
    if not numbers:
        return
    if scheduler == "threads":
        yield from _in_threads(make_part, spec, numbers, threads)
    else:
        yield from _on_cluster(make_part, spec, numbers, scheduler)


def _in_threads(
    make_part: MakePart, spec: dict[str, Any], numbers: Sequence[int], threads: int
) -> Generator[int]:
    dask = _import("dask")
    make = dask.delayed(make_part, pure=False)
    at_a_time = 4 * threads
    for begin in range(0, len(numbers), at_a_time):
        some = [make(spec, number) for number in numbers[begin : begin + at_a_time]]
        yield from dask.compute(*some, scheduler="threads", num_workers=threads)


def _on_cluster(
    make_part: MakePart, spec: dict[str, Any], numbers: Sequence[int], address: str
) -> Generator[int]:
    distributed = _import("distributed")
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise LabirintoError(f"There is no Dask scheduler at {address!r}: {error}.") from None
    with client:
        waiting = iter(numbers)

        def submit(count: int) -> list[Any]:
            some = islice(waiting, count)
            return [client.submit(make_part, spec, number, pure=False) for number in some]

        # Enough for every worker to have its next part at hand.
        at_a_time = 4 * max(1, sum(client.nthreads().values()))
        running = distributed.as_completed(submit(at_a_time), loop=client.loop)
        for future in running:
            try:
                yield future.result()
            except distributed.KilledWorker as error:
                raise LabirintoError(
                    f"Too many workers were lost with the same part ({error.last_worker}); resume "
                    "when the cluster works again."
                ) from None
            except FileNotFoundError:
                raise LabirintoError(
                    f"A worker cannot find {spec['store']!r}; put it into a folder that all "
                    "machines share."
                ) from None
            running.update(submit(1))


def _import(name: str) -> Any:
    with needing("A cluster needs {}", "dask"):
        return import_module(name)
