"""The page under 200 connections of all kinds at once: what it answers, how fast, in what memory.

    python proof/load.py [--minutes 10] [--seed N|random] [--workers 1] [--quick]

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
from pathlib import Path

from load_visits import ALGORITHMS, LANGUAGES, ROLES, Seen, Visit, get, good, read_answer

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))

from measure import machine
from serving import family, resident_bytes, server

REPORT = Path(__file__).resolve().parents[1] / "docs" / "proof-load.md"
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


async def load(port: int, process: int, seconds: float, seed: int) -> tuple[Seen, list[str]]:
    """The whole run; what was seen, and the lines of the report about memory."""
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
    lines = [
        f"| {at / 60:.1f} minutes | {size / 1e6:.0f} MB | {files} |"
        for at, size, files in (samples[int(len(samples) * share) - 1] for share in (0.1, 0.5, 1))
    ]
    lines.append(f"| 20 s after | {resident_bytes(process) / 1e6:.0f} MB | {files_after} |")
    lines.append("")
    lines.append(
        f"Mean of the second quarter {quarters[1] / 1e6:.0f} MB, of the last "
        f"{quarters[3] / 1e6:.0f} MB; growth by {MAX_GROWN / 1e6:.0f} MB would be a failure. The "
        f"peak was {max(size for _, size, _ in samples) / 1e6:.0f} MB."
    )
    return seen, lines


def report(seen: Seen, memory: list[str], minutes: float, seed: int, workers: int) -> str:
    """The section in Markdown."""
    words = f"--minutes {minutes:g}" + (f" --workers {workers}" if workers > 1 else "")
    lines = ["# The page under load", "", f"`python proof/load.py {words}`", ""]
    lines += [*machine(), f"- Seed {seed}; load average at the end {os.getloadavg()[0]:.1f}", ""]
    parts = ", ".join(f"{count} {role.__name__}" for role, count in ROLES.items())
    lines.append(
        f"{sum(ROLES.values())} connections for {minutes:g} minutes: {parts}. Good ones send a "
        "request every half second; slow ones read 1,000 bytes a second of a large answer; halting "
        "ones send half a request and wait. The clients run on the same machine."
    )
    lines += ["", "| connections | answers |", "|---|---|"]
    for kind, counts in sorted(seen.statuses.items()):
        answers = ", ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
        lines.append(f"| {kind} | {answers} |")
    lines += ["", "| answered with 200 | number | 50 % | 95 % | 99 % |", "|---|---|---|---|---|"]
    for kind, seconds in sorted(seen.seconds.items()):
        ordered = sorted(seconds)
        shares = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95, 0.99))
        cells = " | ".join(f"{value:.0f} ms" for value in shares)
        lines.append(f"| {kind} | {len(ordered)} | {cells} |")
    lines += ["", "| when | memory | open files |", "|---|---|---|", *memory, ""]
    lines += ["Failures: " + ("; ".join(seen.faults[:20]) if seen.faults else "none") + "."]
    lines += [
        "",
        "A failure would be: a 5xx other than 503 with `Retry-After` and its page; a good",
    ]
    lines += [f"connection that is cut off; different bytes from any of {len(FIXED)} addresses"]
    lines += ["before and after; more open files afterwards than before.", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--quick", action="store_true", help="half a minute, and no report")
    options = parser.parse_args()
    minutes = 0.5 if options.quick else options.minutes
    seed = random.SystemRandom().randrange(2**32) if options.seed == "random" else int(options.seed)
    with server(one_core=False, workers=options.workers) as (port, process):
        seen, memory = asyncio.run(load(port, process, minutes * 60, seed))
    text = report(seen, memory, minutes, seed, options.workers)
    print(text)
    if not options.quick:
        REPORT.write_text(text)
    if seen.faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
