"""The seed promise in every build that can be had here: compilers, sanitizers, threads, Pythons.

Builds the core with each compiler, and the package for each Python, in folders that are thrown
away and as many at a time as there are processors; makes all that ``tests/data/golden.json`` pins
with 1 to 7 threads in each; writes a table.  Ends with 1 if anything comes out different.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import labirinto
from labirinto import Recipe, seeds
from labirinto.grids.rectangle import maze_bytes

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("benchmarks", "tests", "tools"))
import golden_records
from process import cores
from promise_check import MAX_THREADS
from pythons import environment, pythons, run

ROOT = Path(__file__).resolve().parent.parent
COMPILERS = {"gcc": "g++", "clang": "clang++"}
LEVELS = ("-O0", "-O3")
SANITIZERS = {
    "no sanitizer": [],
    "ASan, UBSan": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "TSan": ["-fsanitize=thread"],
}
LEVELS_WITH = dict.fromkeys(SANITIZERS, LEVELS) | {"TSan": ("-O3",)}  # -O0 takes minutes
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.14t")

HEAD = f"""# The seed promise, tested

The same algorithm, revision, size, parameters and seed give the same maze, whatever the compiler,
the optimisation, the number of threads and the Python. `tests/data/golden.json` pins {{mazes}}
recipes with their ends and solutions, batches and text seeds. `python proof/promise.py` made all of
them again in each of these builds, with every number of threads from 1 to {MAX_THREADS}; a recipe
counts as right if every run gave the pinned maze.

The promise begins with the first release, 0.1.0: earlier faults were fixed without a new revision.

Run on {{machine}}, in {{minutes:.0f}} minutes.

| build | recipes right | batches right | ends, solutions and others right | seconds |
|---|---|---|---|---|
"""

TAIL = """
The rows "kernels alone" are a program without Python (`proof/promise_kernels.cpp`), which
sanitizers can check completely; it makes the recipes and the batches that keep duplicates. In the
rows "extension" the package was installed with that compiler and optimisation, as the build's
commands confirm; in the rows "Python" it was installed as by a user.
"""


class MissingError(Exception):
    """A build needs something that this machine lacks; the message names it."""


@dataclass(frozen=True)
class Row:
    """What a build gave: right and all, for every section of what is pinned that it can make."""

    build: str
    counts: dict[str, tuple[int, int]]
    seconds: float

    @property
    def is_right(self) -> bool:
        return all(right == entries for right, entries in self.counts.values())

    def line(self) -> str:
        def counts(*sections: str) -> str:
            pairs = [self.counts[name] for name in sections if name in self.counts]
            right, entries = (sum(numbers) for numbers in zip((0, 0), *pairs, strict=True))
            return f"{right} of {entries}" if entries else ""

        others = counts(*self.counts.keys() - {"mazes", "batches"})
        cells = [self.build, counts("mazes"), counts("batches"), others, f"{self.seconds:.0f}"]
        return f"| {' | '.join(cells)} |"


def version_of(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise MissingError(f"there is no {program} on this machine")
    numbers = re.search(r"\d+\.\d+\.\d+", run(path, "--version"))
    return numbers[0] if numbers else "of unknown version"


# ---- The kernels alone ----


def order(recipe: Recipe, count: int, threads: int) -> str:
    """A line as ``promise_kernels.cpp`` reads it."""
    kernel, arguments = labirinto.ALGORITHMS[recipe.algorithm].kernel(recipe)
    seed = seeds.seed_number(recipe.seed)
    words = [kernel, recipe.width, recipe.height, seed, count, threads, len(arguments), *arguments]
    return " ".join(map(str, words))


def made_alone(program: Path) -> dict[str, tuple[int, int]]:
    """How much of what is pinned the program makes as it should, by every number of threads."""
    kept = golden_records.read()
    batches = [one for one in kept["batches"].values() if not one["asked"].get("unique")]
    entries = [("mazes", one, 0) for one in kept["mazes"].values()]
    entries += [("batches", one, one["count"]) for one in batches]
    recipes = [Recipe.from_dict(one["recipe"]) for _, one, _ in entries]
    wrong = set()
    for threads in range(1, MAX_THREADS + 1):
        lines = [
            order(recipe, count, threads)
            for recipe, (_, _, count) in zip(recipes, entries, strict=True)
        ]
        done = subprocess.run(
            [program], input="\n".join(lines).encode(), capture_output=True, check=False
        )
        if done.returncode:
            sys.exit(f"The kernels alone: {done.stderr.decode()[-5000:]}")
        begin = 0
        for i, (recipe, (_, one, count)) in enumerate(zip(recipes, entries, strict=True)):
            end = begin + max(1, count) * maze_bytes(recipe.width, recipe.height)
            if golden_records.digest(done.stdout[begin:end]) != one["rows"]:
                wrong.add(i)
            begin = end
    counts = {}
    for section in ("mazes", "batches"):
        these = {i for i, entry in enumerate(entries) if entry[0] == section}
        counts[section] = (len(these - wrong), len(these))
    return counts


def kernels_alone(compiler: str, level: str, sanitizer: str, folder: Path) -> Row:
    program = folder / "kernels"
    build = f"kernels alone: {compiler} {version_of(COMPILERS[compiler])}, {level}, {sanitizer}"
    begin = time.monotonic()
    flags = ["-std=c++20", level, "-pthread", *WARNINGS, *SANITIZERS[sanitizer]]
    source = ROOT / "proof" / "promise_kernels.cpp"
    run(COMPILERS[compiler], *flags, "-I", ROOT / "core", source, "-o", program)
    return Row(build, made_alone(program), time.monotonic() - begin)


# ---- The package ----


def installed(python: str | Path, folder: Path, settings: Sequence[str] = ()) -> Path:
    """The Python of a new environment that has the package, built with such settings."""
    inside = environment(python, folder / "venv")
    settings = [f"build-dir={folder / 'build'}", *settings]
    options = [f"--config-settings={setting}" for setting in settings]
    run(inside, "-m", "pip", "install", "--quiet", "--no-cache-dir", *options, ROOT)
    return inside


def made_by(python: Path) -> dict[str, tuple[int, int]]:
    # Without PYTHONPATH, by which another build might be found.
    found = json.loads(run(python, "-E", ROOT / "proof" / "promise_check.py"))
    return {name: (right, entries) for name, (right, entries) in found.items()}


def extension(compiler: str, level: str, folder: Path) -> Row:
    build = f"extension: {compiler} {version_of(COMPILERS[compiler])}, {level}"
    begin = time.monotonic()
    settings = [
        f"cmake.define.CMAKE_CXX_COMPILER={COMPILERS[compiler]}",
        f"cmake.define.CMAKE_CXX_FLAGS={level} -Wall -Wextra",
        "cmake.define.CMAKE_EXPORT_COMPILE_COMMANDS=ON",
        f"cmake.build-type={'Debug' if level == '-O0' else 'Release'}",
    ]
    python = installed(sys.executable, folder, settings)
    (commands,) = [
        one["command"]
        for one in json.loads((folder / "build" / "compile_commands.json").read_text())
        if one["file"].endswith("kernels.cpp")
    ]
    # The last level counts.
    if COMPILERS[compiler] not in commands or re.findall(r" (-O\w+)", commands)[-1] != level:
        sys.exit(f"The extension was not built as it should be: {commands}")
    return Row(build, made_by(python), time.monotonic() - begin)


def python_build(version: str, folder: Path) -> Row:
    found = pythons().get(version)
    if found is None:
        raise MissingError(f"there is no Python {version} on this machine")
    begin = time.monotonic()
    python = installed(found, folder)
    release = run(python, "-c", "import platform; print(platform.python_version())").strip()
    return Row(f"Python {release}", made_by(python), time.monotonic() - begin)


Build = tuple[Callable[..., Row], tuple[str, ...]]

BUILDS: list[Build] = [
    *((kernels_alone, (c, o, s)) for s in SANITIZERS for c in COMPILERS for o in LEVELS_WITH[s]),
    *((extension, (c, o)) for c in COMPILERS for o in LEVELS),
    *((python_build, (version,)) for version in PYTHONS),
]


def row_of(build: Build) -> Row | MissingError:
    """What a build gave, or what it lacks."""
    make, what = build
    with tempfile.TemporaryDirectory() as folder:
        try:
            return make(*what, Path(folder))
        except MissingError as error:
            return error


def report(lines: list[str], missing: list[str], begin: float) -> str:
    minutes = (time.monotonic() - begin) / 60
    machine = f"{platform.machine()}, {platform.system()}, {cores()} processors"
    head = HEAD.format(mazes=len(golden_records.read()["mazes"]), machine=machine, minutes=minutes)
    not_tried = "".join(f"\nNot tried: {sentence}.\n" for sentence in missing)
    return head + "\n".join(lines) + "\n" + TAIL + not_tried


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "promise.md")
    output = parser.parse_args().output
    begin = time.monotonic()
    lines, missing, is_right = [], [], True
    with ThreadPoolExecutor(cores()) as pool:
        for row in pool.map(row_of, BUILDS):
            if isinstance(row, MissingError):
                missing.append(str(row))
                continue
            lines.append(row.line())
            print(lines[-1], flush=True)
            is_right &= row.is_right
    output.write_text(report(lines, list(dict.fromkeys(missing)), begin), encoding="utf-8")
    if not is_right:
        sys.exit("The promise is broken.")


if __name__ == "__main__":
    main()
