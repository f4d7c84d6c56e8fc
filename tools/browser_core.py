"""Compiles the core for browsers: ``src/labirinto/browser/core.wasm``.

A digest of what it is made from lies in the file, in a section of its own, and in ``core.js``,
which takes no other file; the tests compare both with the sources.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "labirinto" / "browser"
CORE, SCRIPT = FOLDER / "core.wasm", FOLDER / "core.js"
SECTION = b"labirinto"

COMPILER = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi"]
FLAGS = ["-std=c++20", "-g0", "-fno-rtti", "-Wall", "-Wextra", "-Werror"]
FLAGS += ["-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE"]

# With fewer calls inlined than usual the file is 10 kB smaller, and only growing trees take longer,
# by a fifth.  Nothing else takes long.
SPEED = {
    "kernels.cpp": ["-O3", "-mllvm", "-inline-threshold=150"],
    "core.cpp": ["-Os"],
}


def sources() -> list[Path]:
    """Everything that the files of ``SPEED`` include."""
    waiting = [ROOT / "core" / "browser" / name for name in SPEED]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        included = re.findall(r'^#include "(.+)"', path.read_text(encoding="utf-8"), re.M)
        waiting += [(path.parent / name).resolve() for name in included]
    return sorted(found)


def digest() -> str:
    """A digest of the sources and of how they are compiled."""
    made = hashlib.blake2b(repr((FLAGS, SPEED)).encode(), digest_size=8)
    for path in sources():
        made.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return made.hexdigest()


def compiled() -> bytes:
    """The file, with the digest in it."""
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name, speed in SPEED.items():
            objects.append(f"{folder}/{name}.o")
            source = str(ROOT / "core" / "browser" / name)
            command = [*COMPILER, *FLAGS, *speed, "-c", source, "-o", objects[-1]]
            subprocess.run(command, check=True)
        made = Path(folder) / "core.wasm"
        # No program, but functions to be called; without names.
        command = [*COMPILER, "-mexec-model=reactor", "-s", *objects, "-o", str(made)]
        subprocess.run(command, check=True)
        return made.read_bytes() + section(SECTION, digest().encode())


def section(name: bytes, content: bytes) -> bytes:
    """A custom section of WebAssembly; both parts are shorter than 128 bytes."""
    body = bytes([len(name)]) + name + content
    return bytes([0, len(body)]) + body


def digests() -> dict[Path, str]:
    """The digests in the file and in the script."""
    script = re.search(r'^const CORE = "(\w*)";', SCRIPT.read_text(encoding="utf-8"), re.M)
    core = CORE.read_bytes().rpartition(section(SECTION, b" " * 16)[:-16])[2]
    return {CORE: core.decode(), SCRIPT: script[1] if script else ""}


def main() -> None:
    CORE.write_bytes(compiled())
    script = SCRIPT.read_text(encoding="utf-8")
    script = re.sub(r'^const CORE = "\w*";', f'const CORE = "{digest()}";', script, flags=re.M)
    SCRIPT.write_text(script, encoding="utf-8")
    print(f"{CORE.relative_to(ROOT)}: {CORE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
