"""What can go wrong while a command works: killed, no room, no rights, no memory, another clock.

    python proof/faults.py [--moments 6] [--seed SEED|random] [--quick]

Writes docs/proof-faults.md with the figures of this run, and fails if anything is half-written, if
a resumed file is another one, or if a failure is reported in anything but one sentence.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from fault_kit import (
    COMMANDS,
    LEFT_BY_KILL,
    STREAM,
    Command,
    Expected,
    Findings,
    Run,
    finish,
    look_at,
    prepared,
    resume_words,
    undisturbed,
)
from fault_room import (
    beyond_memory,
    folder_removed,
    full_disk,
    limited_files,
    little_memory,
    read_only,
)
from report import page_of
from scripts import cores, machine, read_options, table

ENDED_BY = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
STARTING = 0.05
"""Seconds in which the interpreter may still be loading our code."""
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
        if at < STARTING:
            # Before our handlers are there, the system ends the process.
            codes |= {-number for number in numbers}
        findings.expect(ended.code in {0, *codes}, f"{when}: exit code {ended.code}")
        findings.expect("Traceback" not in ended.said, f"{when}: {ended.said}")
        left = look_at(folder, expected, findings, when) - before
        findings.counts["finished" if ended.code == 0 else "stopped"] += 1
        if not left:
            return
        resumable = command.resumes and any(name.endswith(".checkpoint") for name in left)
        findings.expect(resumable, f"{when}: {sorted(left)} are left")
        findings.expect(not any(name.startswith(".") for name in left), f"{when}: {sorted(left)}")
        findings.expect("--resume" in ended.said, f"{when}: only {ended.said!r} is said")
        finish(command, expected, folder, findings, when, ["--resume"])


def killed(command: Command, expected: Expected, moments: list[float], findings: Findings) -> None:
    """kill -9, repeatedly: the files left have their documented names, and can be resumed from."""
    when = f"{command.title}, killed after {', '.join(f'{at:.3f}' for at in moments)} s"
    with prepared(command) as folder:
        before = {entry.name for entry in folder.iterdir()}
        for at in moments:
            run = Run(" ".join([command.words, *resume_words(folder)]), folder)
            run.send_after(at, signal.SIGKILL)
            ended = run.end()
            findings.expect(ended.code in (0, -9), f"{when}: {ended.code} {ended.said}")
            left = look_at(folder, expected, findings, when) - before
            named = all(LEFT_BY_KILL.fullmatch(name) for name in left)
            findings.expect(named, f"{when}: {sorted(left)} are left")
            if ended.code == 0:
                findings.counts["finished"] += 1
                return
            findings.counts["killed"] += 1
        findings.counts["resumed after kill -9"] += bool(resume_words(folder))
        finish(command, expected, folder, findings, when, resume_words(folder))


def closed_pipe(findings: Findings) -> str:
    """A reader that closes the pipe is no failure."""
    starts = ("wilson 700x700", "eller 2000x2200", "eller 50xinf", "kruskal 300x300 --solution")
    count = 0
    for start in starts:
        for kind in ("txt", "pbm", "png", "svg", "json", "npy"):
            # An endless maze goes into a pipe as text, and a path into pictures with colours.
            if ("inf" in start and kind != "txt") or ("--sol" in start and kind in ("pbm", "npy")):
                continue
            with tempfile.TemporaryDirectory() as name:
                ended = Run(f"{start} --seed 1 -o - -f {kind}", Path(name), reads=100).end()
                fine = (ended.code, ended.said) == (0, "") and len(ended.output) > 0
                findings.expect(fine, f"{start} as {kind} into a closed pipe: {ended}")
                count += 1
    return (
        f"{count} commands whose reader closed the pipe after 100 bytes: exit code 0, no message."
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
        left = look_at(folder, expected, findings, "the clock set back")
        findings.expect(not left, f"the clock set back: {sorted(left)} are left")
    return "Set back a year in the middle of a run, killed, resumed, set back again: the same file."


def closed_outputs(findings: Findings) -> str:
    """Standard output and the errors' can be closed from the start, or full."""

    def close(*descriptors: int) -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    def fill(descriptor: int) -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor)

    wanted = {
        "wilson 9x9 -o m.svg": (0, 0, 0, 0, 0),
        "wilson 9x9": (0, 0, 0, 1, 0),
        "batch wilson 9x9 --count 5 -o m.npy": (0, 0, 0, 0, 0),
        "wilson 0x9": (2, 2, 2, 2, 2),
        "--version": (0, 0, 0, 1, 0),
    }
    faults = [partial(close, 1), partial(close, 2), partial(close, 1, 2)]
    faults += [partial(fill, 1), partial(fill, 2)]
    for words, codes in wanted.items():
        for fault, code in zip(faults, codes, strict=True):
            with tempfile.TemporaryDirectory() as name:
                ended = Run(words, Path(name), before=fault).end()
                good = ended.code == code and "Traceback" not in ended.said
                findings.expect(good, f"{words} with outputs closed or full: {ended}")
    return f"{len(wanted) * len(faults)} runs with closed or full outputs end with the right code."


def serving(chance: random.Random, moments: int, findings: Findings) -> str:
    """The server, ended at random moments."""
    for number in (signal.SIGINT, signal.SIGTERM) * moments:
        with tempfile.TemporaryDirectory() as name:
            run = Run("serve --port 0", Path(name))
            run.send_after(chance.uniform(0, 2), number)
            ended = run.end()
            code_is_fine = ended.code in (0, ENDED_BY[number])
            findings.expect(code_is_fine and not ended.said.strip(), f"serve, {number}: {ended}")
    return f"{2 * moments} servers stopped by SIGINT and SIGTERM, while starting and later."


def interrupted(
    moments: int, seed: int, findings: Findings, command: Command, expected: Expected
) -> Line:
    """All signals at random moments."""
    chance, own = random.Random(f"{seed} {command.title}"), Findings(faults=findings.faults)
    for _ in range(moments):
        at = chance.uniform(0, expected.seconds * 1.05)
        orders = ((signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGINT))
        stopped(command, expected, chance.choice(orders), at, own)
        again = [chance.uniform(0, expected.seconds) for _ in range(chance.randint(1, 3))]
        killed(command, expected, again, own)
    stopped(command, expected, (signal.SIGHUP,), expected.seconds / 2, own)
    counts = sorted(own.counts.items())
    outcome = ", ".join(f"{count} {what}" for what, count in counts if count)
    print(f"{command.title} ({expected.seconds:.1f} s): {outcome}", flush=True)
    return f"`{command.title}`", outcome


def main() -> None:
    # A shell that starts this in the background has it ignore Ctrl-C, and so would the commands.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=6, help="for each command and kind")
    options = read_options(parser, "proof-faults.md", "one moment each")
    moments = options.moments = 1 if options.quick else options.moments
    chance, findings = random.Random(options.seed), Findings()
    # Timed as they run later: as many at a time as there are processors.
    with ThreadPoolExecutor(cores()) as pool:
        found = pool.map(partial(undisturbed, findings=findings), COMMANDS)
        commands = dict(zip(COMMANDS, found, strict=True))
        interrupt = partial(interrupted, moments, options.seed, findings)
        signals = list(pool.map(interrupt, commands.keys(), commands.values()))
    proofs: list[tuple[str, Callable[[], str]]] = [
        ("Full disk", lambda: full_disk(commands, findings)),
        ("Files that may not grow", lambda: limited_files(commands, findings)),
        ("Read-only folder", lambda: read_only(commands, findings)),
        ("Folder removed during the run", lambda: folder_removed(commands, findings)),
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
    options.output.write_text(report(signals, others, findings, options), encoding="utf-8")
    print(f"{len(findings.faults)} faults")
    if findings.faults:
        sys.exit(1)


def report(
    signals: list[Line], others: list[Line], findings: Findings, options: argparse.Namespace
) -> str:
    """The page in Markdown."""
    words = f"--moments {options.moments} --seed {options.seed}"
    found = [re.sub(r"\s+", " ", fault)[:300] for fault in findings.faults]
    return page_of(
        "Interruptions and faults",
        f"python proof/faults.py {words}",
        machine(),
        "Each command was stopped (Ctrl-C once or twice, SIGTERM, SIGHUP) and killed "
        "(`kill -9`, up to three times in a row) at random moments. A stop leaves only the "
        "files from which `--resume` continues. A kill may leave `NAME.part`, "
        "`NAME.checkpoint` and `NAME.checkpoint.part`, which resuming removes; commands "
        "that cannot be resumed may leave a hidden `.NAME.*.part`. Every file under its "
        "final name is complete, and resumed files have the same bytes as uninterrupted "
        "ones.",
        table(("Command", "Outcome"), signals),
        table(("Fault", "Outcome"), others),
        f"Failures: {'; '.join(found) or 'none'}.",
    )


if __name__ == "__main__":
    main()
