"""The kernels in a program of their own, under the sanitizers of the compiler.

A read past the end, a shift by too much or a leak shows nowhere else: in the extension module it
goes unnoticed.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from programs import MEMORY, ROOT, THREADS, compiled, needs_compiler

from labirinto import _core

KERNELS = [
    *("kernels", "making", "searching", "views", "pictures", "masks", "meshes", "changes", "tiles"),
    *("graphs", "rows"),
]

BATCHES = (name.removeprefix("batch_") for name in dir(_core) if name.startswith("batch_"))
KERNELS_OF_THE_CORE = {
    name
    for name in BATCHES
    if hasattr(_core, name) and not name.startswith(("masked_", "mesh_", "woven_", "joined_"))
}

# Counted, so that no size or algorithm can drop out unnoticed.
CHECKS = {
    "random": 89,
    **dict.fromkeys(KERNELS_OF_THE_CORE, 144),
    **dict.fromkeys((f"batch_{name}" for name in KERNELS_OF_THE_CORE), 72),
    "kruskal, long": 9,
    "wilson_walls, strips of 1": 81,
    "wilson_walls, strips of 2": 81,
    "wilson_walls, strips of 3": 81,
    "wilson_walls, strips of 7": 81,
    "wilson_walls, long": 18,
    "eller, long": 18,
    "used kernels": 11 * len(KERNELS_OF_THE_CORE),
    "eller, none": 81,
    "eller, all": 81,
    "eller, all east": 81,
    "eller, all south": 81,
    "eller, smallest and largest below 1": 81,
    "eller, uneven": 81,
    "sidewinder, none": 81,
    "sidewinder, all": 81,
    "sidewinder, uneven": 81,
    "binary_tree, north-east": 81,
    "binary_tree, south-west": 81,
    "binary_tree, south-east": 81,
    "growing_tree, never from the newest": 72,
    "growing_tree, always from the newest": 72,
    "arrows to passages": 81,
    "strips in another order": 144,
    **dict.fromkeys(
        (
            f"rows once more, {name}"
            for name in ("eller", "sidewinder", "binary_tree", "wilson_rows")
        ),
        82,
    ),
    "stopping": len(KERNELS_OF_THE_CORE) + 3,
    "batch_wilson_walls, strips": 72,
    "batch_wilson_walls, long": 9,
    "batch_eller, long and uneven": 9,
    "ends and solutions of batches": 320,
    "search": 81,
    "farthest": 81,
    "mazes that are not perfect": 71,
    "the path row by row": 400,
    "rows that are not perfect": 71,
    "stray bits": 81,
    "census": 81,
    "compass, blocks and runs": 81,
    "pictures": 663,
    "fast and general painting": 77,
    "solutions and marks": 576,
    "unfilter": 55,
    "sample": 84,
    "pieces of masks": 18,
    **dict.fromkeys((name for name in dir(_core) if name.startswith("masked_")), 36),
    **dict.fromkeys((name for name in dir(_core) if name.startswith("mesh_")), 81),
    **dict.fromkeys((name for name in dir(_core) if name.startswith("joined_")), 15),
    **dict.fromkeys((f"symmetric_{name[7:]}" for name in dir(_core) if name[:7] == "joined_"), 5),
    "joined cells in pieces": 11,
    "braids": 73,
    "thinning out": 216,
    "batches on meshes": 24,
    "drawings of meshes": 4542,
    "meshes as planar maps": 27,
    "linked squares": 15,
    "bridges": 24,
    "walks with long words": 2,
    "polygons that are no grid": 4,
    "tones": 288,
    "paths in windows": 24,
    "spanning trees of graphs": 39,
    "rows in tiles": 720,
    "rows in trouble": 196,
    "memory of rows": 20,
}

# Deep, since they take a minute, and five when the core has changed.
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(sys.platform == "win32", reason="the flags are those of g++ and clang++"),
    needs_compiler,
]

Outcome = subprocess.CompletedProcess[str]


def outcome_of(names: list[str], sanitizers: list[str]) -> Outcome:
    """Run a program of some sources, compiled with sanitizers."""
    sources = [ROOT / "tests" / "sanitize" / f"{name}.cpp" for name in names]
    program = compiled(sources, sanitizers)
    return subprocess.run([program], capture_output=True, text=True, check=False, timeout=900)


def assert_clean(outcome: Outcome) -> None:
    output = outcome.stdout + outcome.stderr
    for word in ("runtime error", "Sanitizer", "failed:"):
        assert word not in output, output[-5000:]
    assert outcome.returncode == 0, output[-5000:]


def test_the_sanitizers_find_nothing_in_any_check() -> None:
    outcome = outcome_of(KERNELS, MEMORY)
    assert_clean(outcome)
    lines = [line.rsplit(": ", 1) for line in outcome.stdout.splitlines()]
    assert {name: int(count.split()[0]) for name, count in lines} == CHECKS


def test_threads_do_not_race() -> None:
    outcome = outcome_of(["threads"], THREADS)
    assert_clean(outcome)
    assert outcome.stdout == "threads: 78 checks\n"
