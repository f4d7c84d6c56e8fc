"""The page under 200 connections of all kinds at once: what it answers, how fast, in what memory.

    python proof/load.py [--minutes 10] [--seed N|random] [--quick]

Writes docs/proof-load.md with the figures of this run, and fails if anything is not as it should
be.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import random
import re
import socket
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))

from measure import machine
from serving import resident_bytes, server

REPORT = Path(__file__).resolve().parents[1] / "docs" / "proof-load.md"
LANGUAGES = ("en", "fa", "it", "pa", "pt")
ALGORITHMS = ("wilson", "eller", "aldous-broder", "kruskal")
MOST_GROWN = 64e6
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
    "/maze/wilson/1500x1500/7.png",
    "/maze/wilson/0x0/7.png",
    "/nowhere",
)
"""Addresses that must answer the same before and after."""


@dataclass
class Seen:
    """What all connections have seen."""

    statuses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    def answer(self, kind: str, asked: bytes, head: bytes, body: bytes | None) -> None:
        """Notes an answer; what is 5xx must be the honest 503."""
        status = head.split(b" ", 2)[1].decode("latin-1") if head.startswith(b"HTTP/1.1 ") else "?"
        self.statuses[kind][status] += 1
        honest = b"retry-after:" in head.lower() and (body is None or b"</html>" in body)
        if status == "?" or (status[0] == "5" and not (status == "503" and honest)):
            self.faults.append(f"{kind}: {asked[:100]!r} is answered with {head[:200]!r}")


@dataclass(frozen=True)
class Visit:
    """What a connection needs to know."""

    port: int
    seen: Seen
    until: float
    chance: random.Random

    @property
    def goes_on(self) -> bool:
        """Whether there is time for one more request."""
        return time.monotonic() < self.until

    async def connect(
        self, room: int | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection; with ``room``, one for which few bytes can be on their way."""
        connection = socket.socket()
        connection.setblocking(False)
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=connection, limit=room or 1 << 16)

    def good_address(self) -> tuple[str, str]:
        """A kind of small request, and one of them."""
        chance, seed = self.chance, self.chance.randrange(10**6)
        name = chance.choice(ALGORITHMS)
        return chance.choice(
            (
                ("page", f"/{chance.choice(LANGUAGES)}/{name}?seed={seed}"),
                ("index", f"/{chance.choice(LANGUAGES)}/"),
                ("picture", f"/maze/{name}/40x30/{seed}.{chance.choice(('svg', 'png'))}"),
                ("data", f"/maze/{name}/40x30/{seed}.{chance.choice(('txt', 'json', 'npz'))}"),
                ("preview", f"/preview/{name}/40x30/{seed}.png"),
                ("steps", f"/steps/{name}/12x9/{seed}"),
                ("small files", chance.choice(("/health", "/favicon.ico", "/sitemap.xml"))),
            )
        )

    def huge_address(self) -> str:
        """A large maze, or a large answer."""
        seed = self.chance.randrange(10**6)
        return self.chance.choice(
            (
                f"/maze/wilson/5000x5000/{seed}.png",
                f"/maze/eller/5000x5000/{seed}.png?solution=1",
                f"/maze/kruskal/2000x2000/{seed}.png",
                f"/maze/eller/1000x1000/{seed}.svg",
                f"/maze/wilson/1000x1000/{seed}.txt",
                f"/maze/wilson/190x190/{seed}.stl",
                f"/en/book.pdf?count=100&to_width=100&to_height=100&seed={seed}",
            )
        )


def get(address: str, *headers: str) -> bytes:
    """A request."""
    return "\r\n".join((f"GET {address} HTTP/1.1", "Host: load", *headers, "", "")).encode()


async def read_answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"content-length: (\d+)", head, re.IGNORECASE):
        return head, await reader.readexactly(int(length[1]))
    body = b""
    while re.search(rb"transfer-encoding: chunked", head, re.IGNORECASE):
        size = int(await reader.readline(), 16)
        body += (await reader.readexactly(size + 2))[:size]
        if not size:
            break
    return head, body


async def good(visit: Visit) -> None:
    """Somebody who looks at small things one after the other, half a second apart."""
    reader, writer = await visit.connect()
    while visit.goes_on:
        kind, address = visit.good_address()
        packed = visit.chance.choice(((), ("Accept-Encoding: gzip",)))
        begun = time.perf_counter()
        writer.write(get(address, *packed))
        head, body = await read_answer(reader)
        if head.startswith(b"HTTP/1.1 200 "):
            visit.seen.seconds[kind].append(time.perf_counter() - begun)
        elif not head.startswith(b"HTTP/1.1 503 "):
            visit.seen.faults.append(f"good: {address} is answered with {head[:100]!r}")
        visit.seen.answer("good", address.encode(), head, None if packed else body)
        await asyncio.sleep(visit.chance.uniform(0.25, 0.75))
    writer.close()


async def huge(visit: Visit) -> None:
    """Somebody who downloads large mazes."""
    while visit.goes_on:
        reader, writer = await visit.connect()
        address = visit.huge_address()
        begun = time.perf_counter()
        writer.write(get(address))
        head, body = await read_answer(reader)
        if head.startswith(b"HTTP/1.1 200 "):
            visit.seen.seconds["huge"].append(time.perf_counter() - begun)
        visit.seen.answer("huge", address.encode(), head, body)
        writer.close()
        await asyncio.sleep(visit.chance.uniform(0, 2))


def nonsense_request(chance: random.Random) -> bytes:
    """Something that no browser would ask."""
    size = chance.choice(("0x5", "-1x4", "9" * 400 + "x5", "5001x5001", "axb", "%00x%FF", "1e9x3"))
    place = chance.choice(("maze/wilson", "preview/eller", "steps/kruskal", "maze/nobody"))
    letters = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
    method = chance.choice(("POST", "PUT", "DELETE", "BREW", "CONNECT", "OPTIONS", "TRACE"))
    return chance.choice(
        (
            get(f"/{place}/{size}/7.png"),
            get(f"/en/wilson?width={'9' * chance.randrange(1, 5000)}"),
            get(f"/en/eller?{'&'.join(f'a{k}=%ZZ' for k in range(200))}"),
            get("/%ff%fe/%2e%2e/%2e%2e/etc/passwd%00"),
            get("/maze/wilson/9x9/%F0%28%8C%28.png"),
            get("/en/wilson?seed=" + "%F0%9F%A6%81" * 300),
            get("/set-language?to=fa&at=//elsewhere.example/%0d%0aX: y"),
            get("/" + "x" * 70_000),
            get("/health", "X: " + "y" * 70_000),
            get("/health", *(f"X-{k}: y" for k in range(500))),
            get("/health", "Content-Length: -5"),
            get("/health", "Content-Length: 5", "Transfer-Encoding: chunked"),
            get("/health", "Upgrade: websocket", "Connection: upgrade"),
            get("/health", "Range: bytes=9-1", 'If-None-Match: "' + "z" * 5000),
            get("/en/", "Accept-Language: " + "xx;q=9," * 500, "Cookie: =;;;=%%%"),
            f"{method} /en/wilson HTTP/1.1\r\nHost: load\r\nContent-Length: 3\r\n\r\nabc".encode(),
            b"GET /\xff\xfe\x80 HTTP/1.1\r\nHost: \xff\r\n\r\n",
            b"GET /health HTTP/9.9\r\n\r\n",
            letters,
            letters + b"\r\n\r\n",
            get("/health") * 50,
        )
    )


async def nonsense(visit: Visit) -> None:
    """Somebody who looks for what was not thought of; a third of all is only half sent."""
    while visit.goes_on:
        reader, writer = await visit.connect()
        request = nonsense_request(visit.chance)
        half = visit.chance.random() < 1 / 3
        writer.write(request[: len(request) // 2] if half else request)
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 0.5 if half else 5)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            visit.seen.statuses["nonsense"]["closed"] += 1
        except asyncio.TimeoutError:
            visit.seen.statuses["nonsense"]["no answer"] += 1
        else:
            visit.seen.answer("nonsense", request, head, None)
        writer.close()
        await asyncio.sleep(visit.chance.uniform(0, 0.5))


async def slow(visit: Visit) -> None:
    """Somebody who takes a thousand bytes a second of something large."""
    while visit.goes_on:
        reader, writer = await visit.connect(room=4096)
        seed = visit.chance.randrange(10**6)
        long_text = f"/maze/eller/499x499/{seed}.txt"
        address = visit.chance.choice((long_text, long_text, visit.huge_address()))
        writer.write(get(address))
        try:
            taken = await reader.readuntil(b"\r\n\r\n")
            visit.seen.answer("slow", address.encode(), taken, None)
            if not taken.startswith(b"HTTP/1.1 200 "):
                await asyncio.sleep(1)
                continue
            while visit.goes_on and await reader.read(1000):
                await asyncio.sleep(1)
        finally:
            writer.transport.abort()


async def leaving(visit: Visit) -> None:
    """Somebody who asks and goes away."""
    while visit.goes_on:
        _, writer = await visit.connect()
        address = visit.chance.choice((visit.good_address()[1], visit.huge_address()))
        writer.write(get(address))
        await asyncio.sleep(visit.chance.expovariate(5))
        visit.seen.statuses["leaving"]["left"] += 1
        writer.transport.abort()


async def halting(visit: Visit) -> None:
    """Somebody who sends half a request and waits."""
    while visit.goes_on:
        reader, writer = await visit.connect()
        writer.write(get("/health")[:-3])
        left = max(1.0, min(150, visit.until - time.monotonic()))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(reader.read(), left)
            visit.seen.statuses["halting"]["let go"] += 1
        writer.transport.abort()


ROLES: dict[Callable[[Visit], object], int] = {
    good: 100,
    huge: 10,
    nonsense: 40,
    slow: 20,
    leaving: 20,
    halting: 10,
}
"""How many connections play which part: 200 together."""


async def play(role: Callable[[Visit], object], visit: Visit) -> None:
    """Plays a part to the end, with a new connection where one was lost."""
    while visit.goes_on:
        try:
            await role(visit)  # type: ignore[misc]
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
    """How many files and connections a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


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
    if quarters[3] > quarters[1] + MOST_GROWN:
        seen.faults.append(f"memory grew from {quarters[1]:.3g} to {quarters[3]:.3g} bytes")
    told = [
        f"| {at / 60:.1f} minutes | {size / 1e6:.0f} MB | {files} |"
        for at, size, files in (samples[int(len(samples) * share) - 1] for share in (0.1, 0.5, 1))
    ]
    told.append(f"| 20 s after | {resident_bytes(process) / 1e6:.0f} MB | {files_after} |")
    told.append("")
    told.append(
        f"Mean of the second quarter {quarters[1] / 1e6:.0f} MB, of the last "
        f"{quarters[3] / 1e6:.0f} MB; {MOST_GROWN / 1e6:.0f} MB more would be a failure. The most "
        f"at any second was {max(size for _, size, _ in samples) / 1e6:.0f} MB."
    )
    return seen, told


def report(seen: Seen, memory: list[str], minutes: float, seed: int) -> str:
    """The section in Markdown."""
    lines = ["# The page under load", "", f"`python proof/load.py --minutes {minutes:g}`", ""]
    lines += [*machine(), f"- Seed {seed}; load average at the end {os.getloadavg()[0]:.1f}", ""]
    parts = ", ".join(f"{count} {role.__name__}" for role, count in ROLES.items())
    lines.append(
        f"{sum(ROLES.values())} connections for {minutes:g} minutes: {parts}. Good ones ask every "
        "half second; slow ones take 1,000 bytes a second of something large; halting ones send "
        "half a request and wait. The clients run on the same machine."
    )
    lines += ["", "| connections | answers |", "|---|---|"]
    for kind, counts in sorted(seen.statuses.items()):
        told = ", ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
        lines.append(f"| {kind} | {told} |")
    lines += ["", "| answered with 200 | number | 50 % | 95 % | 99 % |", "|---|---|---|---|---|"]
    for kind, seconds in sorted(seen.seconds.items()):
        ordered = sorted(seconds)
        shares = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95, 0.99))
        cells = " | ".join(f"{value:.0f} ms" for value in shares)
        lines.append(f"| {kind} | {len(ordered)} | {cells} |")
    lines += ["", "| when | memory | open files |", "|---|---|---|", *memory, ""]
    lines += ["Failures: " + ("; ".join(seen.faults[:20]) if seen.faults else "none") + "."]
    lines += ["", "What would be a failure: a 5xx but 503 with `Retry-After` and its page; a good"]
    lines += [f"connection that is cut off; other bytes from any of {len(FIXED)} addresses before"]
    lines += ["and after; more open files afterwards than before.", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--quick", action="store_true", help="half a minute, and no report")
    options = parser.parse_args()
    minutes = 0.5 if options.quick else options.minutes
    seed = random.SystemRandom().randrange(2**32) if options.seed == "random" else int(options.seed)
    with server(one_core=False) as (port, process):
        seen, memory = asyncio.run(load(port, process, minutes * 60, seed))
    text = report(seen, memory, minutes, seed)
    print(text)
    if not options.quick:
        REPORT.write_text(text)
    if seen.faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
