"""Programs that tests run: a browser, and C++, compiled once for the same sources and flags."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "tests"
COMPILER = shlex.split(os.environ.get("CXX") or "g++")
FLAGS = ["-std=c++20", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"]
MEMORY = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
THREADS = ["-fsanitize=thread"]

needs_compiler = pytest.mark.skipif(
    shutil.which(COMPILER[0]) is None, reason=f"there is no compiler {COMPILER[0]}; set CXX"
)


def compiled(sources: list[Path], sanitizers: list[str]) -> Path:
    """The program of some sources, which may include what lies beside them and in ``core/``."""
    command = [*COMPILER, *FLAGS, *sanitizers, "-I", str(ROOT / "core"), *map(str, sources)]
    digest = hashlib.blake2b(" ".join(command).encode(), digest_size=8)
    digest.update(subprocess.check_output([*COMPILER, "--version"]))
    for folder in (ROOT / "core", sources[0].parent):
        for path in sorted(folder.glob("*.[ch]pp")):
            digest.update(path.read_bytes())
    name = f"{sources[0].parent.name}-{sources[0].stem}"
    program = FOLDER / f"{name}-{digest.hexdigest()}"
    if not program.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob(f"{name}-*"):
            if old.suffix != ".part":  # which another process of the tests may be compiling
                old.unlink(missing_ok=True)
        part = FOLDER / f"{name}-{os.getpid()}.part"
        done = subprocess.run(
            [*command, "-o", part], capture_output=True, text=True, check=False, timeout=1800
        )
        assert done.returncode == 0, done.stderr
        part.replace(program)
    return program


def chromium() -> str | None:
    """The system's browser, or None for Playwright's.  Without a window it takes half the time."""
    found = map(shutil.which, ("chromium-headless-shell", "chromium"))
    return os.environ.get("CHROMIUM") or next(filter(None, found), None)
