"""What can go wrong while a command works: killed, no room, no rights, no memory, another clock.

    python proof/faults.py [--moments 6] [--seed N|random] [--quick]

Writes docs/proof-faults.md with the figures of this run, and fails if anything is half-written, if
a resumed file is another one, or if a failure is told in anything but a sentence.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from fault_kit import (
    COMMANDS,
    LEFT_BY_KILL,
    STREAM,
    Command,
    Ended,
    Expected,
    Findings,
    Run,
    is_sentence,
    limited,
    look_at,
    prepared,
    remount,
    small_disk,
    undisturbed,
)

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))

from measure import machine

from labirinto.memory import available_bytes, in_words

REPORT = Path(__file__).resolve().parents[1] / "docs" / "proof-faults.md"
ENDED_BY = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
Line = tuple[str, str]


def stopped(
    command: Command, expected: Expected, numbers: tuple[int, ...], at: float, findings: Findings
) -> None:
    """Ctrl-C and its like: the exit code, no traceback, nothing left but what can be resumed."""
    when = f"{command.title}, signals {numbers} after {at:.3f} s"
    with prepared(command) as folder:
        before = {entry.name for entry in folder.iterdir()}
        run = Run(command.words, folder)
        run.send_after(at, *numbers)
        ended = run.end()
        codes = {ENDED_BY[signal.Signals(number)] for number in numbers}
        findings.expect(ended.code in {0, *codes}, f"{when}: exit code {ended.code}")
        findings.expect("Traceback" not in ended.said, f"{when}: {ended.said}")
        left = look_at(folder, command, expected, findings, when) - before
        findings.counts["finished" if ended.code == 0 else "stopped"] += 1
        if not left:
            return
        resumable = command.resumes and any(name.endswith(".checkpoint") for name in left)
        findings.expect(resumable, f"{when}: {sorted(left)} are left")
        findings.expect(not any(name.startswith(".") for name in left), f"{when}: {sorted(left)}")
        findings.expect("--resume" in ended.said, f"{when}: only {ended.said!r} is said")
        finish(command, expected, folder, findings, when, ["--resume"])


def killed(command: Command, expected: Expected, moments: list[float], findings: Findings) -> None:
    """kill -9, again and again: what is left has its documented names, and can be gone on from."""
    when = f"{command.title}, killed after {', '.join(f'{at:.3f}' for at in moments)} s"
    with prepared(command) as folder:
        before = {entry.name for entry in folder.iterdir()}
        for at in moments:
            run = Run(" ".join([command.words, *resume_words(folder)]), folder)
            run.send_after(at, signal.SIGKILL)
            ended = run.end()
            findings.expect(ended.code in (0, -9), f"{when}: {ended.code} {ended.said}")
            left = look_at(folder, command, expected, findings, when) - before
            named = all(LEFT_BY_KILL.fullmatch(name) for name in left)
            findings.expect(named, f"{when}: {sorted(left)} are left")
            if ended.code == 0:
                findings.counts["finished"] += 1
                return
            findings.counts["killed"] += 1
        findings.counts["resumed after kill -9"] += bool(resume_words(folder))
        finish(command, expected, folder, findings, when, resume_words(folder))


def resume_words(folder: Path) -> list[str]:
    """How to go on in a folder."""
    return ["--resume"] if any(folder.glob("*.checkpoint")) else []


def finish(
    command: Command,
    expected: Expected,
    folder: Path,
    findings: Findings,
    when: str,
    words: Iterable[str],
) -> None:
    """Makes the rest, which must be what it would have been."""
    if (store := folder / "m.zarr").exists():
        # A store is not replaced.
        findings.expect(bool(words), f"{when}: there is a whole store already")
        shutil.rmtree(store) if not words else None
    ended = Run(" ".join([command.words, *words]), folder).end()
    findings.expect(ended.code == 0, f"{when}: going on gives {ended.code} {ended.said!r}")
    left = look_at(folder, command, expected, findings, when)
    missing = expected.digests.keys() - {entry.name for entry in folder.iterdir()}
    findings.expect(not missing, f"{when}: {sorted(missing)} are missing in the end")
    visible = {name for name in left if not name.startswith(".")}
    findings.expect(not visible, f"{when}: {sorted(visible)} are left in the end")


def full_disk(commands: dict[Command, Expected], findings: Findings) -> str:
    """Disks that fill at some point: a sentence, nothing half-written, and resume goes on."""
    told = kept = 0
    for command, expected in commands.items():
        if command.needs:
            continue
        for megabytes in (0.01, 0.2, 0.7):
            with small_disk(megabytes) as folder:
                if folder is None:
                    return "A small disk cannot be mounted here; see the limit of a file's size."
                when = f"{command.title} on {megabytes} MB"
                ended = Run(command.words, folder).end()
                if ended.code == 0:
                    look_at(folder, command, expected, findings, when)
                    continue
                findings.expect(is_sentence(ended.said), f"{when}: {ended.said!r}")
                full = "No space left" in ended.said or "of the disk" in ended.said
                findings.expect(full and ended.code in (1, 2), f"{when}: {ended.said!r}")
                told += 1
                left = look_at(folder, command, expected, findings, when)
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
                kept += bool(words)
                remount(folder, "size=500m")
                finish(command, expected, folder, findings, when, words)
    return (
        f"{told} runs onto disks of 0.01 to 0.7 MB, each told in a sentence; {kept} were resumed."
    )


def limited_files(commands: dict[Command, Expected], findings: Findings) -> str:
    """Files that may not grow beyond a size (``ulimit -f``)."""
    told = 0
    for command, expected in commands.items():
        for size in (1, 5_000, 200_000):
            with prepared(command) as folder:
                when = f"{command.title}, files up to {size} bytes"
                before = {entry.name for entry in folder.iterdir()}
                limit = limited(resource.RLIMIT_FSIZE, size)
                ended = Run(command.words, folder, before=limit).end()
                left = look_at(folder, command, expected, findings, when) - before
                if ended.code == 0:
                    continue
                told += 1
                findings.expect(ended.code == 1 and is_sentence(ended.said), f"{when}: {ended}")
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
                finish(command, expected, folder, findings, when, words)
    return f"{told} runs with a limit of the size of files, each told in a sentence."


def read_only(commands: dict[Command, Expected], findings: Findings) -> str:
    """Folders that cannot be written to: told before anything is made."""
    ways: list[tuple[str, Path]] = []
    with small_disk(1) as disk, tempfile.TemporaryDirectory() as name:
        if disk is not None:
            remount(disk, "ro")
            ways.append(("a disk mounted read-only", disk))
        os.chmod(name, 0o555)
        if os.getuid() != 0:
            # Rights do not count for who is root.
            ways.append(("a folder without the right to write", Path(name)))
        slowest = 0.0
        for title, folder in ways:
            for command in commands:
                if command.needs:
                    continue
                run = Run(command.words, folder)
                run.wait_until_begun()
                begun = time.monotonic()
                ended = run.end()
                slowest = max(slowest, time.monotonic() - begun)
                good = ended.code == 2 and "cannot be written to" in ended.said
                findings.expect(good and is_sentence(ended.said), f"{title}: {ended}")
        os.chmod(name, 0o755)
    told = " and ".join(title for title, _ in ways)
    return f"Told before anything is made, in {slowest:.2f} s at most: {told}."


def folder_removed(commands: dict[Command, Expected], findings: Findings) -> str:
    """The folder goes away meanwhile."""
    told = 0
    for command, expected in commands.items():
        if command.needs or "zarr" in command.words:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "away"
            folder.mkdir()
            run = Run(command.words.replace("-o m.", f"-o {folder}/m."), Path(name))
            run.wait_until_begun()
            time.sleep(expected.seconds / 3)
            shutil.rmtree(folder, ignore_errors=True)
            ended = run.end()
            told += ended.code != 0
            good = ended.code == 0 or (ended.code in (1, 2) and is_sentence(ended.said))
            findings.expect(good, f"{command.title}, folder removed: {ended}")
            findings.expect(
                not folder.exists(), f"{command.title}: makes a folder that was removed"
            )
    return f"{told} runs whose folder was removed, each told in a sentence."


def closed_pipe(findings: Findings) -> str:
    """A reader who has seen enough is no failure."""
    starts = ("wilson 700x700", "eller 2000x2200", "eller 50xinf", "kruskal 300x300 --solution")
    count = 0
    for start in starts:
        for kind in ("txt", "pbm", "png", "svg", "json", "npy"):
            # An endless maze goes into a pipe as text, and a way into pictures with colours.
            if ("inf" in start and kind != "txt") or ("--sol" in start and kind in ("pbm", "npy")):
                continue
            with tempfile.TemporaryDirectory() as name:
                ended = Run(f"{start} --seed 1 -o - -f {kind}", Path(name), reads=100).end()
                fine = (ended.code, ended.said) == (0, "") and len(ended.output) > 0
                findings.expect(fine, f"{start} as {kind} into a closed pipe: {ended}")
                count += 1
    return (
        f"{count} commands whose reader closed the pipe after 100 bytes: exit code 0, not a word."
    )


def little_memory(
    commands: dict[Command, Expected], chance: random.Random, moments: int, findings: Findings
) -> str:
    """Address space that does not suffice, at some point: whole, or a sentence."""
    with tempfile.TemporaryDirectory() as name:
        least = Run("wilson 5x5 -o m.svg", Path(name)).end().virtual
    told = whole = 0
    for command, expected in commands.items():
        for _ in range(moments):
            most = max(expected.virtual, least + (12 << 20))
            size = chance.randint(least + (8 << 20), most)
            when = f"{command.title} in {in_words(size)} of address space"
            with prepared(command) as folder:
                before = {entry.name for entry in folder.iterdir()}
                run = Run(command.words, folder, before=limited(resource.RLIMIT_AS, size))
                ended = run.end()
                left = look_at(folder, command, expected, findings, when) - before
                if ended.code == 0:
                    whole += 1
                    continue
                told += 1
                good = ended.code in (1, 2) and is_sentence(ended.said)
                findings.expect(good, f"{when}: {ended.code} {ended.said[-600:]}")
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
    return f"{told + whole} runs in too little address space: {told} told it, {whole} made do."


def beyond_memory(findings: Findings) -> str:
    """A little more than there is: told before it is taken."""
    available = available_bytes()
    if available is None:
        return "This system does not say how much memory there is."
    most = 0
    for words, bytes_a_cell in (
        ("wilson {0}x{0} -o m.png", 1.25),
        ("kruskal {0}x{0} -o m.txt", 16.25),
        ("aldous-broder {0}x{0} -o m.pbm", 1.25),
        ("eller {0}x{0} -o m.json", 4.25),
        ("wilson {0}x{0} -o m.svg", 20),
        ("batch wilson {0}x{0} --count 2 --threads 1 -o m.npy", 1.25),
    ):
        side = int((1.1 * available / bytes_a_cell) ** 0.5) + 1
        with tempfile.TemporaryDirectory() as name:
            ended = Run(words.format(side), Path(name)).end()
            good = ended.code == 2 and is_sentence(ended.said) and not os.listdir(name)
            known = "of memory, and" in ended.said or "of the disk" in ended.said
            findings.expect(good and known, f"{words.format(side)}: {ended}")
            findings.expect(ended.resident < 64e6, f"{words}: takes {ended.resident} bytes first")
            most = max(most, ended.resident)
    return (
        f"Sizes a tenth beyond the {in_words(available)} that were free: told before, with at most "
        f"{in_words(most)} taken."
    )


def clock_set_back(findings: Findings) -> str:
    """The clock goes back a year in the middle, and once more while it is resumed."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    if not found:
        return "Not tried: libfaketime is not installed."
    command = Command(f"{STREAM} m.png", ("m.png",), resumes=True)
    expected = undisturbed(command, findings)
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        folder, clock = Path(name), Path(other) / "clock"
        env = {
            "LD_PRELOAD": str(found[0]),
            "FAKETIME_TIMESTAMP_FILE": str(clock),
            "FAKETIME_NO_CACHE": "1",
            # As where the clock of a machine is set.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        for end in (signal.SIGKILL, signal.SIGINT, None):
            clock.write_text("+0d")
            run = Run(" ".join([command.words, *resume_words(folder)]), folder, env=env)
            run.wait_until_begun()
            time.sleep(expected.seconds / 4)
            clock.write_text("-365d")
            time.sleep(expected.seconds / 4)
            if end:
                run.process.send_signal(end)
            ended = run.end()
            findings.expect(
                ended.code in (0, 130, -9) and "Traceback" not in ended.said, f"clock: {ended}"
            )
        left = look_at(folder, command, expected, findings, "the clock set back")
        findings.expect(not left, f"the clock set back: {sorted(left)} are left")
    return "Set back a year in the middle of a run, killed, resumed, set back again: the same file."


def closed_outputs(findings: Findings) -> str:
    """Standard output and the errors' can be closed from the start, or full."""

    def close(*descriptors: int) -> Callable[[], None]:
        return lambda: [os.close(descriptor) for descriptor in descriptors] and None

    def full(descriptor: int) -> Callable[[], None]:
        return lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor) and None

    wanted = {
        "wilson 9x9 -o m.svg": (0, 0, 0, 0, 0),
        "wilson 9x9": (0, 0, 0, 1, 0),
        "batch wilson 9x9 --count 5 -o m.npy": (0, 0, 0, 1, 0),
        "wilson 0x9": (2, 2, 2, 2, 2),
        "--version": (0, 0, 0, 1, 0),
    }
    ways = (close(1), close(2), close(1, 2), full(1), full(2))
    for words, codes in wanted.items():
        for way, code in zip(ways, codes, strict=True):
            with tempfile.TemporaryDirectory() as name:
                ended: Ended = Run(words, Path(name), before=way).end()
                good = ended.code == code and "Traceback" not in ended.said
                findings.expect(good, f"{words} with outputs closed or full: {ended}")
    return f"{len(wanted) * len(ways)} runs with closed or full outputs end with the right code."


def serving(chance: random.Random, moments: int, findings: Findings) -> str:
    """The server, ended at random moments."""
    for number in (signal.SIGINT, signal.SIGTERM) * moments:
        with tempfile.TemporaryDirectory() as name:
            run = Run("serve --port 0", Path(name))
            run.send_after(chance.uniform(0, 2), number)
            ended = run.end()
            code_is_fine = ended.code in (0, ENDED_BY[number])
            findings.expect(code_is_fine and not ended.said, f"serve, {number}: {ended}")
    return f"{2 * moments} servers ended by SIGINT and SIGTERM while starting and later."


def interrupted(
    commands: dict[Command, Expected], chance: random.Random, moments: int, findings: Findings
) -> Iterable[Line]:
    """All signals at random moments, command by command."""
    for command, expected in commands.items():
        findings.counts.clear()
        for _ in range(moments):
            at = chance.uniform(0, expected.seconds * 1.05)
            ways = ((signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGINT))
            stopped(command, expected, chance.choice(ways), at, findings)
            again = [chance.uniform(0, expected.seconds) for _ in range(chance.randint(1, 3))]
            killed(command, expected, again, findings)
        stopped(command, expected, (signal.SIGHUP,), expected.seconds / 2, findings)
        told = ", ".join(
            f"{count} {what}" for what, count in sorted(findings.counts.items()) if count
        )
        print(f"{command.title} ({expected.seconds:.1f} s): {told}", flush=True)
        yield command.title, told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=6, help="for each command and kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--quick", action="store_true", help="one moment each, and no report")
    options = parser.parse_args()
    moments = 1 if options.quick else options.moments
    seed = random.SystemRandom().randrange(2**32) if options.seed == "random" else int(options.seed)
    chance, findings = random.Random(seed), Findings()
    commands = {command: undisturbed(command, findings) for command in COMMANDS}
    signals = list(interrupted(commands, chance, moments, findings))
    proofs: list[tuple[str, Callable[[], str]]] = [
        ("Full disk", lambda: full_disk(commands, findings)),
        ("Files that may not grow", lambda: limited_files(commands, findings)),
        ("Read-only folder", lambda: read_only(commands, findings)),
        ("Folder removed meanwhile", lambda: folder_removed(commands, findings)),
        ("Closed pipe", lambda: closed_pipe(findings)),
        ("Closed and full outputs", lambda: closed_outputs(findings)),
        ("Clock set back", lambda: clock_set_back(findings)),
        ("More than the memory", lambda: beyond_memory(findings)),
        ("Little memory", lambda: little_memory(commands, chance, moments, findings)),
        ("The server", lambda: serving(chance, moments, findings)),
    ]
    others = []
    for title, prove in proofs:
        others.append((title, prove()))
        print(": ".join(others[-1]), flush=True)
    if not options.quick:
        REPORT.write_text(report(signals, others, findings, moments, seed))
    print(f"{len(findings.faults)} faults")
    if findings.faults:
        sys.exit(1)


def report(
    signals: list[Line], others: list[Line], findings: Findings, moments: int, seed: int
) -> str:
    """The section in Markdown."""
    lines = ["# Faults", "", f"`python proof/faults.py --moments {moments} --seed {seed}`", ""]
    lines += [*machine(), "", "Each command was stopped (Ctrl-C, two of them, SIGTERM, SIGHUP) and"]
    lines += [
        "killed (`kill -9`, up to three times in a row) at random moments. After a stop nothing"
    ]
    lines += [
        "is left but what `--resume` goes on from; after a kill `NAME.part`, `NAME.checkpoint`"
    ]
    lines += [
        "and hidden `.NAME.*.part` may be left. What has its final name is whole, and what was"
    ]
    lines += ["resumed is the same bytes.", "", "| command | what came of it |", "|---|---|"]
    lines += [f"| `{title}` | {told} |" for title, told in signals]
    lines += ["", "| fault | what came of it |", "|---|---|"]
    lines += [f"| {title} | {told} |" for title, told in others]
    found = [re.sub(r"\s+", " ", fault)[:300] for fault in findings.faults]
    return "\n".join([*lines, "", f"Failures: {'; '.join(found) or 'none'}.", ""])


if __name__ == "__main__":
    main()
