"""How many visitors the page serves on one core."""

from __future__ import annotations

import asyncio
import itertools
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import Row, against, expect

CONNECTIONS = 50


@contextmanager
def server(one_core: bool = True) -> Iterator[tuple[int, int]]:
    """The port and the process of a fresh server, kept on one core where the system can."""
    command = [sys.executable, "-m", "labirinto", "serve", "--port", "0"]
    if one_core and sys.platform == "linux":
        command = ["taskset", "-c", "0", *command]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        line = process.stdout.readline()
        match = re.search(r":(\d+)/", line)
        expect(match is not None, f"the server did not begin: {line}")
        yield int(match[1] if match else 0), process.pid
    finally:
        process.terminate()
        process.wait(timeout=10)


def resident_bytes(process: int) -> int:
    """Memory that a process has, in bytes; 0 where the system does not report it."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 if match else 0


async def ask(port: int, addresses: Iterator[str], samples: list[float], mark: bytes) -> None:
    """One connection, which is kept, asks for one address after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for address in addresses:
        begun = time.perf_counter()
        writer.write(f"GET {address} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        expect(head.startswith(b"HTTP/1.1 200") and length is not None, f"{address}: {head!r}")
        body = await reader.readexactly(int(length[1]) if length else 0)
        samples.append(time.perf_counter() - begun)
        expect(mark in body, f"{address} gives something else")
    writer.close()


def load(port: int, count: int, address: Callable[[int], str], mark: bytes) -> tuple[float, float]:
    """Requests a second, and the 99th percentile of the seconds that one takes."""
    samples: list[float] = []
    addresses = (address(number) for number in itertools.islice(_numbers, count))

    async def all_connections() -> None:
        await asyncio.gather(*(ask(port, addresses, samples, mark) for _ in range(CONNECTIONS)))

    begun = time.perf_counter()
    asyncio.run(all_connections())
    seconds = time.perf_counter() - begun
    expect(len(samples) == count, "some requests had no answer")
    return count / seconds, sorted(samples)[count * 99 // 100]


_numbers = itertools.count(1)
"""Seeds: each maze is a new one."""


KINDS = (
    ("Page server, SVG", lambda seed: f"/maze/wilson/40x30/{seed}.svg", b"<svg", 400, 50),
    ("Page server, whole page", lambda seed: f"/en/wilson?seed={seed}", b"walls-line", 200, None),
)
"""Name, address, expected content, lowest rate, and most milliseconds of each request."""


def serving(quick: bool) -> Iterator[Row]:
    count = 1000 if quick else 10_000
    with server() as (port, _):
        for what, address, mark, least, most in KINDS:
            load(port, 500, address, mark)
            rate, slowest = load(port, count, address, mark)
            milliseconds = slowest * 1000
            limit = f" (target {against(milliseconds, most)})" if most else ""
            yield Row(
                what,
                "40x30",
                1 / rate,
                remark=f"{rate:.0f} requests a second (target at least {least}) at {CONNECTIONS} "
                f"connections; 99th percentile {milliseconds:.0f} ms{limit}",
            )
