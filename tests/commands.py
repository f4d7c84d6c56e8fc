"""Runs the command line in this process, in processes of its own, and on terminals."""

from __future__ import annotations

import fcntl
import hashlib
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from labirinto import cli

COMMAND = [sys.executable, "-m", "labirinto"]


def outputs(
    *words: str, cwd: Path | None = None, given: bytes = b""
) -> tuple[int, bytes, bytes, bytes]:
    """Run a command in this process: its exit code, its output, its errors, and both as shown."""
    before = Path.cwd()
    runner = CliRunner().isolation(given)
    with mock.patch("sys.argv", ["labirinto", *words]), runner as streams:
        try:
            os.chdir(cwd or before)
            code = cli.run()
        finally:
            os.chdir(before)
        sys.stdout.flush()
        sys.stderr.flush()
    out, errors, both = (stream.getvalue() for stream in streams)
    return code, out, errors, both


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which saves the start of one of its own."""
    code, out, errors, _ = outputs(*words, cwd=cwd)
    return subprocess.CompletedProcess(words, code, out.decode(), errors.decode())


def spawn(
    *words: str,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own and wait for it; ``before`` is called in it first."""
    return subprocess.run(
        [*COMMAND, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | (env or {}),
        preexec_fn=before,
        check=False,
    )


def refusal(*words: str) -> str:
    """Run a command in this process that refuses, and return its sentence."""
    done = run(*words)
    assert done.returncode == 2, f"not refused: {words}"
    return done.stderr.removeprefix("labirinto: ").rstrip("\n")


def begin(*words: str, cwd: Path) -> subprocess.Popen[bytes]:
    """Start a command, which a hangup ends even where the tests run under ``nohup``."""

    def heed() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed,
    )


def wait_for(folder: Path, pattern: str, size: int = 1) -> None:
    """Wait until a folder has a file that matches and has at least this size."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(FileNotFoundError):  # renamed meanwhile
            if any(file.stat().st_size >= size for file in folder.glob(pattern)):
                return
        time.sleep(0.01)
    raise AssertionError(f"{pattern} did not appear")


def digest(file: Path) -> bytes:
    """A digest of a file."""
    return hashlib.blake2b(file.read_bytes()).digest()


def files_in(folder: Path) -> list[Path]:
    """All files in a folder and below, also while folders come and go."""
    return [Path(where) / name for where, _, names in os.walk(folder) for name in names]


def digests(folder: Path) -> dict[str, bytes]:
    """The digests of all files in a folder and below, by name."""
    return {str(path.relative_to(folder)): digest(path) for path in files_in(folder)}


def new_terminal(columns: int = 80) -> tuple[int, int]:
    """A terminal of 24 lines: the end to read from, and the end to write to."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    return master, slave


def on_terminal(*words: str, columns: int = 80) -> tuple[str, int]:
    """Run a command on a terminal of its own, and return its output and its exit code."""
    master, slave = new_terminal(columns)
    env = os.environ | {"COLUMNS": str(columns), "TERM": "xterm"}
    process = subprocess.Popen(
        [*COMMAND, *words], stdin=slave, stdout=slave, stderr=slave, env=env, close_fds=True
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    return shown.decode(), process.wait()
