"""The Pythons of this machine, and clean environments of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

VERSIONS = [f"3.{minor}{build}" for minor in range(10, 20) for build in ("", "t")]


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command prints; if it fails, the program ends with its output."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-5000:]}")
    return done.stdout


@cache
def pythons() -> dict[str, Path]:
    """The Pythons of this machine, on the path and of pyenv, by version."""
    folder = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    found = {}
    for version in VERSIONS:
        places = [shutil.which(f"python{version}")]
        places += map(str, sorted(folder.glob(f"versions/*/bin/python{version}")))
        for place in filter(None, places):
            # A shim of pyenv is no Python where its version is not selected, and a Python of the
            # system may be unable to make environments.
            works = [place, "-c", "import ensurepip"]
            if subprocess.run(works, capture_output=True, check=False).returncode == 0:
                found[version] = Path(place)
                break
    return found


def environment(python: str | Path, folder: Path) -> Path:
    """The Python of a new virtual environment."""
    run(python, "-m", "venv", folder)
    inside = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.3")
    return inside
