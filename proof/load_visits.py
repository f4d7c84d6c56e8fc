"""Who visits the page under load: requests of all kinds, and how each kind of visitor goes on."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

LANGUAGES = ("en", "fa", "it", "pa", "pt")
ALGORITHMS = ("wilson", "eller", "aldous-broder", "kruskal")


@dataclass
class Seen:
    """What all connections have seen."""

    statuses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    def answer(self, kind: str, asked: bytes, head: bytes, body: bytes | None) -> None:
        """Note an answer; what is 5xx must be the honest 503."""
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
        """A new connection; with ``room``, one with room for few bytes in transit."""
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
                ("rooms", f"/maze/wilson/40x30/{seed}.svg?rooms=8&braid=0.5"),
                ("two", f"/{chance.choice(LANGUAGES)}/compare?seed={seed}"),
                ("tile", self.tile_address(name, 400, 300, seed % 50)),
                ("tile of hexagons", self.mesh_tile_address(150, seed % 20)),
                ("place", f"/place/wilson/300x300/{seed % 20}.json?shape=heart&at=150,100"),
                ("rows", self.rows_address(2000)),
                ("small files", chance.choice(("/health", "/favicon.ico", "/sitemap.xml"))),
            )
        )

    def tile_address(self, name: str, width: int, height: int, seed: int) -> str:
        """A tile of a maze, from near or from afar."""
        chance, level = self.chance, self.chance.randrange(-1, 6)
        # In cells, and of 256 pixels.
        side = 256 / 2**level
        x, y = (chance.randrange(max(1, int(cells / side))) for cells in (width, height))
        shown = chance.choice(("", "?look=dark", "?solution=1", "?distances=1"))
        if width * height > 10_000_000 and "distances" in shown:
            shown = ""
        return f"/tile/{name}/{width}x{height}/{level}/{x}/{y}/{seed}.png{shown}"

    def mesh_tile_address(self, side: int, seed: int) -> str:
        """A tile of a maze of hexagons."""
        level = self.chance.randrange(0, 4)
        x, y = (self.chance.randrange(max(1, side * 2**level // 300)) for _ in range(2))
        shown = self.chance.choice(("", "&solution=1"))
        path = f"{side}x{side}/{level}/{x}/{y}/{seed}.png"
        return f"/tile/wilson/{path}?shape=hexagonal{shown}"

    def rows_address(self, most: int) -> str:
        """A band of a maze without end."""
        chance = self.chance
        name = chance.choice(("wilson", "eller", "sidewinder", "binary-tree"))
        if name == "wilson":  # the page goes down as far as a second allows
            most //= 5
        width, row, seed = chance.randrange(5, 60), chance.randrange(1, most), chance.randrange(50)
        query = f"algorithm={name}&width={width}&seed={seed}&row={row}"
        return f"/{chance.choice(LANGUAGES)}/endless?{query}"

    def huge_address(self) -> str:
        """A large maze, or a large answer."""
        seed = self.chance.randrange(10**6)
        return self.chance.choice(
            (
                f"/maze/wilson/5000x5000/{seed}.png",
                f"/maze/eller/5000x5000/{seed}.png?solution=1",
                f"/maze/kruskal/2000x2000/{seed}.png",
                self.tile_address("wilson", 5000, 5000, seed % 20),
                self.tile_address("eller", 3000, 3000, seed % 20),
                self.mesh_tile_address(500, seed % 20),
                self.rows_address(5_000_000),
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
    """A visitor who requests small things, half a second apart."""
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
    """A visitor who downloads large mazes."""
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


PHOTOGRAPH = (
    get("/en/photo", "Content-Type: multipart/form-data; boundary=a", "Content-Length: 61").replace(
        b"GET", b"POST", 1
    )
    + b"--a\r\nContent-Disposition: form-data; name=photo\r\n\r\n"
)
"""The beginning of an upload, which is not a picture."""


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
            PHOTOGRAPH + letters,
            f"{method} /en/wilson HTTP/1.1\r\nHost: load\r\nContent-Length: 3\r\n\r\nabc".encode(),
            b"GET /\xff\xfe\x80 HTTP/1.1\r\nHost: \xff\r\n\r\n",
            b"GET /health HTTP/9.9\r\n\r\n",
            letters,
            letters + b"\r\n\r\n",
            get("/health") * 50,
        )
    )


async def nonsense(visit: Visit) -> None:
    """A visitor who sends nonsense, a third of it only half."""
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
    """A visitor who reads a thousand bytes a second of something large."""
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
    """A visitor who sends a request and leaves."""
    while visit.goes_on:
        _, writer = await visit.connect()
        address = visit.chance.choice((visit.good_address()[1], visit.huge_address()))
        writer.write(get(address))
        await asyncio.sleep(visit.chance.expovariate(5))
        visit.seen.statuses["leaving"]["left"] += 1
        writer.transport.abort()


async def halting(visit: Visit) -> None:
    """A visitor who sends half a request and waits."""
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
