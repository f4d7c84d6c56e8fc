"""How fast labirinto is, and how much memory it takes: ``python benchmarks/bench.py``.

Every answer is checked.  A missed target is shown and fails nothing: machines differ.  So does the
floor, a bare random walk that tests its bounds and does nothing else: times are also given in its
steps, which can be compared between machines.
"""

from __future__ import annotations

import argparse
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from browser import in_node
from generating import (
    batches,
    eller,
    other_algorithms,
    wilson_by_rows,
    wilson_on_cells,
    wilson_on_walls,
)
from loops import loops
from measure import Row, Table, against, digest, expect, in_fresh_process, machine, size_text, timed
from meshes import memory_of_meshes, meshes
from searching import memory_of_searches, searches
from serving import serving
from streaming import rows_alone, solutions, to_png

import labirinto
from labirinto import _core


def floor_ns_a_step(quick: bool) -> float:
    """Nanoseconds that a step of a bare walk takes, in a rectangle that a cache holds."""
    steps = 10**7 if quick else 10**8
    samples = []
    for seed in range(5):
        seconds, place = timed(partial(_core.bare_walk, 1000, 1000, seed, steps))
        expect(place < 10**6, "the bare walk has left its rectangle")
        samples.append(seconds)
    return median(samples) * 1e9 / steps


def whole_process(quick: bool) -> Iterator[Row]:
    runs = 5 if quick else 25
    with tempfile.TemporaryDirectory() as folder:
        script = Path(sys.executable).with_name("labirinto")
        arguments = ["wilson", "40x30", "--seed", "7", "--solution", "-o", "maze.svg"]
        ours, bare = [], []
        pictures = set()
        for _ in range(runs):
            # In turn, so that whatever else the machine does befalls both alike.
            bare.append(timed(partial(run, [sys.executable, "-c", "pass"], folder))[0])
            ours.append(timed(partial(run, [str(script), *arguments], folder))[0])
            file = Path(folder, "maze.svg")
            pictures.add(file.read_bytes())
            file.unlink()
    expect(len(pictures) == 1, "one seed, and several pictures")
    expect(b"<svg" in pictures.pop(), "the picture is not SVG")
    ratio = median(ours) / median(bare)
    yield Row("python -c pass", "", median(bare))
    yield Row(
        "labirinto wilson, to SVG",
        "40x30",
        median(ours),
        remark=f"a whole process with --solution, {ratio:.2f} times python -c pass "
        f"(target {against(ratio, 5)})",
    )


def run(command: list[str], folder: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def png(quick: bool) -> Iterator[Row]:
    side = 1000 if quick else 10_000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "maze.png")
        reports = [in_fresh_process("png", side, side, seed, file) for seed in (2, 3, 1, 1)]
        signature, _, width, height = struct.unpack(">8s8sII", file.read_bytes()[:24])
        expect(signature == b"\x89PNG\r\n\x1a\n", "the picture is not PNG")
        expect((width, height) == (2 * side + 1, 2 * side + 1), "the picture has another size")
        expect(reports[-1]["digest"] == reports[-2]["digest"], "one seed, and two pictures")
        read = labirinto.load(file)
        expect(digest(read.rows) == reports[-1]["rows_digest"], "the picture shows another maze")
        megabytes = file.stat().st_size / 1e6
    grown = max(report["grown_bytes"] for report in reports) / 1e6
    yield Row(
        "PNG, a pixel a wall and floor",
        size_text(side, side),
        median(report["seconds"] for report in reports),
        side * side,
        20,
        f"{megabytes:.1f} MB file; peak {grown:.0f} MB more than the maze "
        f"(target {against(grown, 150)})",
    )


BENCHMARKS = (
    wilson_on_walls,
    wilson_by_rows,
    wilson_on_cells,
    eller,
    batches,
    loops,
    other_algorithms,
    meshes,
    memory_of_meshes,
    searches,
    memory_of_searches,
    in_node,
    whole_process,
    png,
    rows_alone,
    to_png,
    solutions,
    serving,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small mazes: some seconds in all")
    parser.add_argument("--output", type=Path, metavar="FILE.md", help="write the table here too")
    options = parser.parse_args()

    ns_a_step = floor_ns_a_step(options.quick)
    title = "# Benchmarks of labirinto" + (", small sizes" if options.quick else "")
    floor = f"- Floor: a step of a bare random walk takes {ns_a_step:.2f} ns"
    header = [title, "", *machine(), floor, ""]
    print("\n".join(header))
    table = Table(ns_a_step)
    for benchmark in BENCHMARKS:
        for row in benchmark(options.quick):
            table.add(row)
    if options.output:
        options.output.write_text("\n".join([*header, *table.lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
