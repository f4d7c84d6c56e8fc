"""Writes the locks: exact versions and hashes for all systems.

``make test``, ``make lint`` and ``make docs`` install ``requirements/dev.txt``; builds use
``requirements/build.txt``, and ``make browser-core`` installs the compiler of
``requirements/zig.txt``.  Locked versions stay as long as pyproject.toml allows them; with
``--upgrade`` all become the newest.  Needs Python 3.11.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parent.parent

# scikit-build-core installs these where the system's are missing or too old.
BUILD_TOOLS = ["cmake>=3.26", "ninja>=1.10"]

# Without the addresses of the local package index.
OPTIONS = ["--universal", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links"]


def compile_lock(name: str, python: str, sources: list[str], given: str, upgrade: bool) -> None:
    command = [sys.executable, "-m", "uv", "--quiet", "pip", "compile", *OPTIONS]
    command += ["--python-version", python, "--output-file", f"requirements/{name}.txt"]
    command += ["--upgrade"] if upgrade else []
    environment = {**os.environ, "UV_CUSTOM_COMPILE_COMMAND": "make lock"}
    subprocess.run(
        [*command, *sources], cwd=ROOT, env=environment, input=given, text=True, check=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest of everything")
    upgrade = parser.parse_args().upgrade
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv>=0.9"], check=True)
    (ROOT / "requirements").mkdir(exist_ok=True)
    compile_lock(
        "dev", oldest, ["pyproject.toml", "--group", "dev", "--group", "docs"], "", upgrade
    )
    build = "\n".join([*project["build-system"]["requires"], *BUILD_TOOLS])
    compile_lock("build", oldest, ["-"], build, upgrade)
    zig = "\n".join(project["dependency-groups"]["zig"])
    compile_lock("zig", oldest, ["-"], zig, upgrade)


if __name__ == "__main__":
    main()
