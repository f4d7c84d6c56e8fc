"""The commands of the proof of faults, how they are run, and what they leave."""

from __future__ import annotations

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

# Reports through a pipe that Python has started and the command begins, and at its end its memory.
PROGRAM = """
import os, sys
pipe = int(sys.argv.pop(1))
sys.argv[0] = "labirinto"
end = os._exit
def report_and_end(code):
    kept = [line.split()[1] for line in open("/proc/self/status") if line[:5] in ("VmPea", "VmHWM")]
    os.write(pipe, " ".join(kept).encode())
    end(code)
os._exit = report_and_end
from labirinto.cli import main
os.write(pipe, b".")
main()
"""

LEFT_BY_KILL = re.compile(r"[^.].*\.(part|checkpoint|checkpoint\.part)|\..+\.[0-9a-f]{12}\.part")
"""Names that may be left beside the final ones: NAME.part and NAME.checkpoint, to resume, a
NAME.checkpoint.part that resuming removes, and hidden .NAME.123456789abc.part of the others."""


@dataclass(frozen=True)
class Command:
    """Something that takes long.

    Attributes:
        words: The command line.
        files: What it makes.
        resumes: Whether it can be resumed.
        needs: A command line that is run first.
        smallest: A command line that takes as little as any of its kind.
    """

    words: str
    files: tuple[str, ...]
    resumes: bool = False
    needs: str = ""
    smallest: str = "wilson 5x5 -o m.svg"

    @property
    def title(self) -> str:
        """The command line as it is typed."""
        return f"labirinto {self.words}"


STREAM = "eller 2000x3000 --seed 3 --checkpoint 0 -o"
BATCH = "batch wilson 60x60 --count 4000 --block 200 --seed 5"
ARRAYS = ("m.npy", "m-ends.npy", "m-solutions.npy")

COMMANDS = (
    Command("wilson 2500x2000 --seed 1 -o m.png", ("m.png",)),
    Command("wilson 700x700 --seed 1 -o m.svg -o m.txt", ("m.svg", "m.txt")),
    Command("kruskal 1000x1000 --seed 1 --solution -o m.json", ("m.json",)),
    Command(f"{STREAM} m.png", ("m.png",), resumes=True),
    Command(f"{STREAM} m.pbm", ("m.pbm",), resumes=True),
    Command(f"{STREAM} m.npy", ("m.npy",), resumes=True),
    Command(f"{STREAM} m.txt", ("m.txt",), resumes=True),
    Command(f"{STREAM} m.png --ends corners --solution", ("m.png",), resumes=True),
    Command(f"{BATCH} -o m.npy", ("m.npy",), resumes=True),
    Command(f"{BATCH} --ends border --solutions -o m.npy", ARRAYS, resumes=True),
    Command(
        f"{BATCH} --unique -o m.zarr",
        ("m.zarr",),
        resumes=True,
        smallest="batch wilson 5x5 --count 1 -o m.zarr",
    ),
    Command(
        "solve s.png --ends 1,1-1990,2190 -o m.png",
        ("m.png",),
        needs="eller 2000x2200 --seed 2 -o s.png",
    ),
    Command("wilson 24x18 --seed 1 --animate --duration 8 -o m.gif", ("m.gif",)),
    Command("wilson 24x18 --seed 1 --animate --duration 8 -o m.apng", ("m.apng",)),
    Command("wilson 50x50 --seed 1 --animate -o m.svg", ("m.svg",)),
    Command("wilson 120x120 --seed 1 -o m.stl -o m.dxf", ("m.stl", "m.dxf")),
    Command("wilson 250x250 --seed 1 -o m.npz -o m.csv", ("m.npz", "m.csv")),
    Command(
        "book --count 40 --largest 60x80 --seed 1 --quiet -o b.pdf",
        ("b.pdf",),
        smallest="book --count 1 --quiet -o m.pdf",
    ),
)


@dataclass
class Ended:
    """How a run ended."""

    code: int
    said: str
    output: bytes
    virtual: int = 0
    resident: int = 0


@dataclass
class Findings:
    """What was seen, for the report, and what should not be."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def expect(self, holds: bool, what: str) -> None:
        """Note a fault at once."""
        if not holds:
            print(f"FAULT: {what}", flush=True)
            self.faults.append(what)


class Run:
    """A command that runs in a folder."""

    def __init__(
        self,
        words: str,
        folder: Path,
        *,
        before: Callable[[], None] | None = None,
        env: dict[str, str] | None = None,
        reads: int | None = None,
    ) -> None:
        """Start the command; with ``reads``, its pipe is closed after so many bytes of output."""
        self._reports, write = os.pipe()
        self._reads = reads
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(write), *words.split()],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(write,),
            preexec_fn=before,
            env=os.environ | (env or {}),
        )
        os.close(write)

    def wait_until_begun(self) -> None:
        """Wait until Python has started."""
        os.read(self._reports, 1)

    def send_after(self, seconds: float, *signals: int) -> None:
        """Send signals, a hundredth of a second apart."""
        self.wait_until_begun()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            for number in signals:
                self.process.send_signal(number)
                time.sleep(0.01)

    def end(self) -> Ended:
        """Wait for the end."""
        output = b""
        if self._reads is not None:
            assert self.process.stdout
            output = os.read(self.process.stdout.fileno(), self._reads)
            self.process.stdout.close()
            self.process.stdout = None
        rest, said = self.process.communicate(timeout=120)
        kept = os.read(self._reports, 100).decode().lstrip(".").split()
        os.close(self._reports)
        virtual, resident = (int(size) * 1024 for size in kept) if len(kept) == 2 else (0, 0)
        return Ended(
            self.process.returncode,
            said.decode(errors="replace"),
            output or rest,
            virtual,
            resident,
        )


def digests(folder: Path) -> dict[str, str]:
    """Everything in a folder; a store is one thing."""
    found = {}
    for entry in sorted(folder.iterdir()):
        digest = hashlib.blake2b(digest_size=16)
        files = sorted(entry.rglob("*")) if entry.is_dir() else [entry]
        for file in files:
            if file.is_file():
                digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
        found[entry.name] = digest.hexdigest()
    return found


@dataclass(frozen=True)
class Expected:
    """What a command gives if nothing happens, in which time and memory."""

    digests: dict[str, str]
    seconds: float
    virtual: int


@contextmanager
def prepared(command: Command) -> Iterator[Path]:
    """A folder in which the command can run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if command.needs:
            Run(command.needs, folder).end()
        yield folder


def undisturbed(command: Command, findings: Findings) -> Expected:
    """Run it once."""
    with prepared(command) as folder:
        run = Run(command.words, folder)
        run.wait_until_begun()
        begun = time.monotonic()
        ended = run.end()
        seconds = time.monotonic() - begun
        findings.expect(
            (ended.code, ended.said) == (0, ""), f"{command.title}: {ended.code} {ended.said}"
        )
        return Expected(digests(folder), seconds, ended.virtual)


def look_at(folder: Path, expected: Expected, findings: Findings, when: str) -> set[str]:
    """Check that files under their final names are complete; return the names of all others."""
    there = digests(folder)
    for name, digest in there.items():
        if name in expected.digests:
            findings.expect(digest == expected.digests[name], f"{when}: {name} is not whole")
    return there.keys() - expected.digests.keys()


def is_sentence(said: str) -> bool:
    """Whether the output is exactly one clear line."""
    return said.startswith("labirinto: ") and said.count("\n") == 1


@contextmanager
def small_disk(megabytes: float) -> Iterator[Path | None]:
    """A disk of a size in memory; None where that is not permitted."""
    folder = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", f"size={int(megabytes * 1024)}k", "none", str(folder)]
    mounted = (
        shutil.which("mount") is not None
        and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    )
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


def remount(folder: Path, options: str) -> None:
    """Change a small disk: its size, or whether it can be written to."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def limited(kind: int, size: int) -> Callable[[], None]:
    """Before a command: a limit of the process."""

    def limit() -> None:
        resource.setrlimit(kind, (size, size))
        if kind == resource.RLIMIT_FSIZE:
            # Python ignores this signal, too, but only once it runs.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    return limit


def resume_words(folder: Path) -> list[str]:
    """Return the options that continue in a folder."""
    return ["--resume"] if any(folder.glob("*.checkpoint")) else []


def finish(
    command: Command,
    expected: Expected,
    folder: Path,
    findings: Findings,
    when: str,
    words: Iterable[str],
) -> None:
    """Make the rest, which must be what it would have been."""
    if (store := folder / "m.zarr").exists():
        # A store is not replaced.
        findings.expect(bool(words), f"{when}: there is a whole store already")
        shutil.rmtree(store) if not words else None
    ended = Run(" ".join([command.words, *words]), folder).end()
    findings.expect(ended.code == 0, f"{when}: going on gives {ended.code} {ended.said!r}")
    left = look_at(folder, expected, findings, when)
    missing = expected.digests.keys() - {entry.name for entry in folder.iterdir()}
    findings.expect(not missing, f"{when}: {sorted(missing)} are missing in the end")
    visible = {name for name in left if not name.startswith(".")}
    findings.expect(not visible, f"{when}: {sorted(visible)} are left in the end")
