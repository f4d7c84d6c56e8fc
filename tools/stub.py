"""Writes the types of the compiled core, ``_core.pyi``: ``make stub``.

``--check`` writes nothing, and fails if the file is not up to date.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

from labirinto import _core

ROOT = Path(__file__).parent.parent
FILE = ROOT / "src" / "labirinto" / "_core.pyi"


def stub() -> str:
    """The stub, formatted like all files."""
    generator = StubGen(_core)
    generator.put(_core)
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    done = subprocess.run(
        command, input=generator.get(), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def main() -> None:
    text = stub()
    if sys.argv[1:] != ["--check"]:
        FILE.write_text(text)
    elif FILE.read_text() != text:
        sys.exit(f"{FILE.relative_to(ROOT)} is not up to date: run make stub")


if __name__ == "__main__":
    main()
