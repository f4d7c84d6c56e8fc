"""How many visitors the page serves on one core: ``python benchmarks/serving.py [--quick]``."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from measure import Row, expect, machine

from labirinto.errors import counted

CONNECTIONS = (1, 16)


@contextmanager
def server(one_core: bool = True, workers: int = 1) -> Iterator[tuple[int, int]]:
    """The port and the process of a fresh server, kept on one core where the system can."""
    command = [sys.executable, "-m", "labirinto", "serve", "--port", "0"]
    command += ["--workers", str(workers)]
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


def family(process: int) -> list[int]:
    """A process and those that it has started; it alone where the system does not report them."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        children = []
    return [process, *map(int, children)]


def resident_bytes(process: int) -> int:
    """Memory that a process and its family have, in bytes; 0 where the system does not say."""
    kilobytes = 0
    for member in family(process):
        with suppress(OSError):
            status = Path(f"/proc/{member}/status").read_text()
            match = re.search(r"VmRSS:\s+(\d+) kB", status)
            kilobytes += int(match[1]) if match else 0
    return kilobytes * 1024


async def ask(port: int, addresses: Iterator[str], samples: list[float], mark: bytes) -> None:
    """One connection, which is kept, asks for one address after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for address in addresses:
        begun = time.perf_counter()
        head = f"GET {address} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        expect(answer.startswith(b"HTTP/1.1 200") and length is not None, f"{address}: {answer!r}")
        body = await reader.readexactly(int(length[1]) if length else 0)
        samples.append(time.perf_counter() - begun)
        is_compressed = b"content-encoding: gzip" in answer
        expect(
            mark in (gzip.decompress(body) if is_compressed else body),
            f"{address} gives something else",
        )
    writer.close()


def load(port: int, count: int, connections: int, address: str, mark: bytes) -> tuple[float, float]:
    """Requests a second, and the 99th percentile of the seconds that one takes."""
    samples: list[float] = []
    addresses = (address.format(seed=seed) for seed in itertools.islice(_numbers, count))

    async def all_connections() -> None:
        await asyncio.gather(*(ask(port, addresses, samples, mark) for _ in range(connections)))

    begun = time.perf_counter()
    asyncio.run(all_connections())
    seconds = time.perf_counter() - begun
    expect(len(samples) == count, "some requests had no answer")
    return count / seconds, sorted(samples)[count * 99 // 100]


def processor_seconds(process: int) -> float:
    """How long a process has kept processors busy; 0 where the system does not report it."""
    try:
        times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


_numbers = itertools.count(1)
"""Seeds: each maze is a new one."""

KINDS = (
    ("SVG", "40x30", "/maze/wilson/40x30/{seed}.svg", b"<svg", 400, 1),
    ("first page", "18x14", "/en/", b"walls-line", 200, 1),
    ("maze's page", "40x30", "/en/wilson?seed={seed}", b"walls-line", 200, 1),
    ("preview", "40x30", "/preview/wilson/40x30/{seed}.png", b"PNG", None, 5),
    ("film", "12x9", "/steps/wilson/12x9/{seed}", b"", None, 10),
    ("worksheet", "40x30", "/en/worksheet.pdf?seed={seed}", b"%PDF", None, 50),
    ("book of 12", "10x10", "/en/book.pdf?seed={seed}", b"%PDF", None, 250),
)
"""Name, size, address, expected content, target of requests a second, and by how much fewer of them
are asked for; where that is more than 1, one after the other."""


def serving(quick: bool) -> Iterator[Row]:
    with server() as (port, process):
        for what, size, address, mark, least, fewer in KINDS:
            count = (500 if quick else 5000) // fewer
            load(port, max(2, 200 // fewer), 1 if fewer > 1 else 4, address, mark)
            for connections in CONNECTIONS if fewer == 1 else (1,):
                before = processor_seconds(process)
                rate, slowest = load(port, count, connections, address, mark)
                busy = (processor_seconds(process) - before) / count * 1000
                target = f" (target at least {least})" if least else ""
                yield Row(
                    f"Page server, {what}",
                    size,
                    1 / rate,
                    remark=f"{rate:.0f} requests a second{target} at "
                    f"{counted(connections, 'connection')}; 99th percentile "
                    f"{slowest * 1000:.0f} ms; {busy:.1f} ms of a processor each",
                )


def main() -> None:
    """Print the rows alone."""
    for line in machine():
        print(line)
    for row in serving(quick="--quick" in sys.argv):
        print(f"{row.what:<26} {row.remark}", flush=True)


if __name__ == "__main__":
    main()
