"""Faults of what a command needs: room on the disk, a folder and its rights, memory."""

from __future__ import annotations

import os
import random
import resource
import shutil
import tempfile
import time
from pathlib import Path

from fault_kit import (
    Command,
    Expected,
    Findings,
    Run,
    finish,
    is_sentence,
    limited,
    look_at,
    prepared,
    remount,
    resume_words,
    small_disk,
)

from labirinto._internal.memory import available_bytes, in_words


def full_disk(commands: dict[Command, Expected], findings: Findings) -> str:
    """Disks that fill at some point: a sentence, nothing half-written, and resume goes on."""
    refused = resumed = 0
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
                    look_at(folder, expected, findings, when)
                    continue
                findings.expect(is_sentence(ended.said), f"{when}: {ended.said!r}")
                full = "No space left" in ended.said or "the disk" in ended.said
                findings.expect(full and ended.code in (1, 2), f"{when}: {ended.said!r}")
                refused += 1
                left = look_at(folder, expected, findings, when)
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
                resumed += bool(words)
                remount(folder, "size=500m")
                finish(command, expected, folder, findings, when, words)
    return (
        f"{refused} runs onto disks of 0.01 to 0.7 MB, each reported in one sentence; {resumed} "
        "were resumed."
    )


def limited_files(commands: dict[Command, Expected], findings: Findings) -> str:
    """Files that may not grow beyond a size (``ulimit -f``)."""
    refused = 0
    for command, expected in commands.items():
        for size in (1, 5_000, 200_000):
            with prepared(command) as folder:
                when = f"{command.title}, files up to {size} bytes"
                before = {entry.name for entry in folder.iterdir()}
                limit = limited(resource.RLIMIT_FSIZE, size)
                ended = Run(command.words, folder, before=limit).end()
                left = look_at(folder, expected, findings, when) - before
                if ended.code == 0:
                    continue
                refused += 1
                findings.expect(ended.code == 1 and is_sentence(ended.said), f"{when}: {ended}")
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
                finish(command, expected, folder, findings, when, words)
    return f"{refused} runs with a limit on the size of files, each reported in one sentence."


def read_only(commands: dict[Command, Expected], findings: Findings) -> str:
    """Folders that cannot be written to: reported before any maze is made."""
    folders: list[tuple[str, Path]] = []
    with small_disk(1) as disk, tempfile.TemporaryDirectory() as name:
        if disk is not None:
            remount(disk, "ro")
            folders.append(("a disk mounted read-only", disk))
        os.chmod(name, 0o555)
        if os.getuid() != 0:
            # Permissions do not bind root.
            folders.append(("a folder without write permission", Path(name)))
        slowest = 0.0
        for title, folder in folders:
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
    titles = " and ".join(title for title, _ in folders)
    return f"Reported before any maze is made, within {slowest:.2f} s: {titles}."


def folder_removed(commands: dict[Command, Expected], findings: Findings) -> str:
    """The folder is removed during the run."""
    refused = 0
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
            refused += ended.code != 0
            good = ended.code == 0 or (ended.code in (1, 2) and is_sentence(ended.said))
            findings.expect(good, f"{command.title}, folder removed: {ended}")
            findings.expect(
                not folder.exists(), f"{command.title}: makes a folder that was removed"
            )
    return f"{refused} runs whose folder was removed, each reported in one sentence."


def little_memory(
    commands: dict[Command, Expected], chance: random.Random, moments: int, findings: Findings
) -> str:
    """Too little address space at some point: a complete file, or one sentence."""
    refused = complete = 0
    for command, expected in commands.items():
        # With less than it takes to load them, libraries fail in their own words.
        with tempfile.TemporaryDirectory() as name:
            least = Run(command.smallest, Path(name)).end().virtual
        for _ in range(moments):
            most = max(expected.virtual, least + (12 << 20))
            size = chance.randint(least + (8 << 20), most)
            when = f"{command.title} in {in_words(size)} of address space"
            with prepared(command) as folder:
                before = {entry.name for entry in folder.iterdir()}
                run = Run(command.words, folder, before=limited(resource.RLIMIT_AS, size))
                ended = run.end()
                left = look_at(folder, expected, findings, when) - before
                if ended.code == 0:
                    complete += 1
                    continue
                refused += 1
                good = ended.code in (1, 2) and is_sentence(ended.said)
                findings.expect(good, f"{when}: {ended.code} {ended.said[-600:]}")
                words = resume_words(folder)
                findings.expect(not left or bool(words), f"{when}: {sorted(left)} are left")
    return (
        f"{refused + complete} runs with little address space: {refused} reported it, "
        f"{complete} finished."
    )


def beyond_memory(findings: Findings) -> str:
    """A little more memory than there is: refused before any is taken."""
    available = available_bytes()
    if available is None:
        return "This system does not report its memory."
    most = 0
    for words, bytes_a_cell in (
        ("wilson {0}x{0} -o m.png", 1.25),
        ("kruskal {0}x{0} -o m.txt", 12.25),
        ("aldous-broder {0}x{0} -o m.pbm", 1.25),
        ("eller {0}x{0} -o m.json", 4.25),
        ("wilson {0}x{0} -o m.svg", 20),
        ("batch wilson {0}x{0} --count 2 --threads 1 -o m.npy", 1.25),
    ):
        side = int((1.1 * available / bytes_a_cell) ** 0.5) + 1
        with tempfile.TemporaryDirectory() as name:
            ended = Run(words.format(side), Path(name)).end()
            good = ended.code == 2 and is_sentence(ended.said) and not os.listdir(name)
            sentences = ("of memory, but only", "the disk", "cells; kruskal makes at most")
            known = any(it in ended.said for it in sentences)
            findings.expect(good and known, f"{words.format(side)}: {ended}")
            findings.expect(ended.resident < 64e6, f"{words}: takes {ended.resident} bytes first")
            most = max(most, ended.resident)
    return (
        f"Sizes a tenth beyond the {in_words(available)} that were free: refused at once, with at "
        f"most {in_words(most)} used."
    )
