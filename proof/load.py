"""The page under 200 connections of all kinds at once: what it answers, how fast, in what memory.

    python proof/load.py [--minutes 5] [--seed SEED|random] [--workers 1] [--quick]

Writes docs/proof-load.md with the figures of this run, and fails if anything is not as it should
be.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

from load_visits import ALGORITHMS, LANGUAGES, ROLES, Seen, Visit, get, good, read_answer
from report import page_of
from scripts import machine, read_options, table
from serving import family, resident_bytes, server

MAX_GROWN = 64e6
"""Bytes by which memory may differ between the second quarter of the time and the last one."""

FIXED = (
    "/health",
    "/robots.txt",
    "/sitemap.xml",
    "/favicon.ico",
    *(f"/{language}/wilson?seed=7" for language in LANGUAGES),
    *(f"/maze/{algorithm}/40x30/7.svg" for algorithm in ALGORITHMS),
    *(f"/maze/eller/200x100/7.{ending}?solution=1" for ending in ("png", "txt", "json", "pdf")),
    *(f"/maze/wilson/40x30/7.{ending}" for ending in ("plot", "dxf", "stl", "npz", "csv")),
    "/fa/book",
    "/fa/book.pdf?count=3&seed=7",
    "/preview/wilson/40x30/7.png",
    "/steps/eller/12x9/7",
    "/tile/wilson/400x300/-1/0/0/7.png?distances=1",
    "/tile/wilson/1500x1500/3/40/40/7.png?ends=border&solution=1",
    "/tile/wilson/150x150/2/1/1/7.png?shape=hexagonal&ends=border&solution=1",
    "/about/wilson/400x300/7.json?ends=border",
    "/place/wilson/150x150/7.json?shape=hexagonal&near=70,60.5",
    "/maze/wilson/40x30/7.json?rooms=8&doors=2",
    "/en/compare?seed=7",
    "/fa/endless?algorithm=eller&width=40&seed=7&row=100001",
    "/maze/wilson/1500x1500/7.png",
    "/maze/wilson/0x0/7.png",
    "/nowhere",
)
"""Addresses that must answer the same before and after."""


async def play(role: Callable[[Visit], Awaitable[None]], visit: Visit) -> None:
    """Play a part to the end, with a new connection where one was lost."""
    while visit.goes_on:
        try:
            await role(visit)
        except (OSError, asyncio.IncompleteReadError):
            # The server may cut a connection off; a good one it should not.
            visit.seen.statuses[role.__name__]["cut off"] += 1
            if role is good:
                visit.seen.faults.append("a good connection was cut off")


async def watch_process(process: int, until: float) -> list[tuple[float, int, int]]:
    """Seconds, resident bytes and open files, once a second."""
    begun, samples = time.monotonic(), []
    while time.monotonic() < until:
        samples.append((time.monotonic() - begun, resident_bytes(process), open_files(process)))
        await asyncio.sleep(1)
    return samples


def open_files(process: int) -> int:
    """How many files and connections a process and its family have open."""
    return sum(len(os.listdir(f"/proc/{member}/fd")) for member in family(process))


async def fixed_answers(port: int) -> dict[str, str]:
    """Status and digest of the fixed addresses."""
    answers = {}
    for address in FIXED:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(get(address, "Connection: close"))
        head, body = await read_answer(reader)
        writer.close()
        status = head.split(b" ")[1].decode()
        answers[address] = f"{status} {hashlib.blake2b(body, digest_size=8).hexdigest()}"
    return answers


async def load(port: int, process: int, seconds: float, seed: int) -> tuple[Seen, str]:
    """The whole run; what was seen, and the part of the page about memory."""
    seen = Seen()
    before, files_before = await fixed_answers(port), open_files(process)
    until = time.monotonic() + seconds
    watching = asyncio.create_task(watch_process(process, until))
    parts = [role for role, count in ROLES.items() for _ in range(count)]
    visits = [Visit(port, seen, until, random.Random(f"{seed} {k}")) for k in range(len(parts))]
    await asyncio.gather(*map(play, parts, visits))
    samples = await watching
    # What was begun for the last ones ends, and idle connections are closed.
    await asyncio.sleep(20)
    after, files_after = await fixed_answers(port), open_files(process)
    for address in FIXED:
        if before[address] != after[address]:
            seen.faults.append(f"{address} answered {before[address]}, then {after[address]}")
    if files_after > files_before + 3:
        seen.faults.append(f"{files_before} open files became {files_after}")
    quarters = [
        statistics.fmean(size for at, size, _ in samples if k <= 4 * at / seconds < k + 1)
        for k in range(4)
    ]
    # In less time what the server keeps still fills.
    if seconds >= 120 and quarters[3] > quarters[1] + MAX_GROWN:
        seen.faults.append(f"memory grew from {quarters[1]:.3g} to {quarters[3]:.3g} bytes")
    rows = [
        (f"{at / 60:.1f} minutes", f"{size / 1e6:.0f} MB", f"{files}")
        for at, size, files in (samples[int(len(samples) * share) - 1] for share in (0.1, 0.5, 1))
    ]
    rows.append(("20 s after", f"{resident_bytes(process) / 1e6:.0f} MB", f"{files_after}"))
    memory = table(("When", "Memory", "Open files"), rows) + (
        f"Mean of the second quarter {quarters[1] / 1e6:.0f} MB, of the last "
        f"{quarters[3] / 1e6:.0f} MB; growth by {MAX_GROWN / 1e6:.0f} MB would be a failure. The "
        f"peak was {max(size for _, size, _ in samples) / 1e6:.0f} MB."
    )
    return seen, memory


def report(seen: Seen, memory: str, options: argparse.Namespace) -> str:
    """The page in Markdown."""
    minutes, workers = options.minutes, options.workers
    words = f"--minutes {minutes:g}" + (f" --workers {workers}" if workers > 1 else "")
    facts = [*machine(), f"- Seed {options.seed}; load average at the end {os.getloadavg()[0]:.1f}"]
    parts = ", ".join(f"{count} {role.__name__}" for role, count in ROLES.items())
    answers = (
        (kind, ", ".join(f"{status}: {count}" for status, count in sorted(counts.items())))
        for kind, counts in sorted(seen.statuses.items())
    )
    times = (
        (kind, str(len(seconds)), *(f"{value:.0f} ms" for value in milliseconds_of(seconds)))
        for kind, seconds in sorted(seen.seconds.items())
    )
    return page_of(
        "The page under load",
        f"python proof/load.py {words}",
        facts,
        f"{sum(ROLES.values())} connections for {minutes:g} minutes: {parts}. Good ones "
        "send a request every half second; slow ones read 1,000 bytes a second of a large "
        "answer; halting ones send half a request and wait. The clients run on the same "
        "machine.",
        table(("Connections", "Answers"), answers),
        table(("Answered with 200", "Number", "50 %", "95 %", "99 %"), times),
        memory,
        f"Failures: {'; '.join(seen.faults[:20]) or 'none'}.",
        "A failure would be: a 5xx other than 503 with `Retry-After` and its page; a good "
        f"connection that is cut off; different bytes from any of {len(FIXED)} addresses "
        "before and after; more open files afterwards than before.",
    )


def milliseconds_of(seconds: list[float]) -> list[float]:
    """What half, 95 and 99 % of the answers take at most."""
    ordered = sorted(seconds)
    return [1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.95, 0.99)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    options = read_options(parser, "proof-load.md", "half a minute")
    if options.quick:
        options.minutes = 0.5
    with server(one_core=False, workers=options.workers) as (port, process):
        seen, memory = asyncio.run(load(port, process, options.minutes * 60, options.seed))
    text = report(seen, memory, options)
    print(text)
    options.output.write_text(text, encoding="utf-8")
    if seen.faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
