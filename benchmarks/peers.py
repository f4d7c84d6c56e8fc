"""Labirinto side by side with what people would use instead: ``python benchmarks/peers.py``.

The peers go into an environment of their own, ``build/peers``.  Each library and size has a process
of its own, and every answer is checked to be a spanning tree.  Times are medians over seeds: those
of Wilson's algorithm vary from one seed to the next.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from measure import ONE_CORE, expect, in_units, machine, size_text
from peer_catalogue import FAMILY, MAKERS, ONLY_MANY, SOLVERS, Peer, Result
from peer_environment import (
    FOLDER,
    FROM_PIP,
    PYTHON,
    Library,
    compiled,
    last_words,
    libraries,
)
from peer_report import report

import labirinto
from labirinto._internal.memory import available_bytes

HERE = Path(__file__).parent
PROBE = 14
"""The side of a first maze, whose time predicts those of larger ones."""
SMALL, COUNT = 10, 1000
"""Side and number of the many small mazes."""
FAMILY_SIDES = (100, 1000, 3000)
"""Of the mazes of all algorithms, beside the small ones."""


@dataclass(frozen=True)
class Limits:
    """How far to go.

    Attributes:
        sides: Of the mazes.
        maze: Seconds that one maze may take; larger ones are left out.
        budget: Seconds after which no more seeds are tried, if there were ``least``.
        least, most: Seeds.
    """

    sides: tuple[int, ...]
    maze: float
    budget: float
    least: int = 3
    most: int = 9

    @property
    def process(self) -> float:
        """Seconds after which a process is given up: all seeds were to take half of them."""
        return 30 + 2 * self.least * self.maze


WHOLE = Limits((100, 300, 1000, 3000, 10_000), maze=40, budget=10)
QUICK = Limits((100, 300, 1000), maze=2, budget=1)


class FailedError(Exception):
    """A run that gave nothing; says why, as the end of a sentence."""


class Runs:
    """All runs, with what they have in common."""

    def __init__(self, limits: Limits, apt: bool) -> None:
        self.limits = limits
        own = Library("labirinto", sys.executable, labirinto.__version__)
        self.libraries = {own.name: own} | {found.name: found for found in libraries(FROM_PIP, apt)}
        self.judge = compiled("spanning_tree", FOLDER)

    def made(self, peer: Peer, sides: Iterable[int]) -> Result:
        """A peer's mazes, up to the size that takes too long."""
        limits = self.limits
        result = Result(peer, remark=self.libraries[peer.library].missing)
        last = 0.0
        for side in (PROBE, *sides):
            # Nobody's time grows more slowly than the cells.
            if result.remark or last * side * side > limits.maze:
                break
            # It may grow faster, so the first guess is not held against anybody.
            longest = round(2 * limits.maze)
            bounds = (limits.least, limits.most, limits.budget, longest)
            try:
                found = self._run(peer, "make", peer.name, side, self.judge, *bounds)
            except FailedError as failure:
                result.remark = f"{size_text(side, side)} {failure}"
                break
            seconds = median(found["seconds"])
            last = seconds / (side * side)
            if side == PROBE:
                result.probe = seconds
                continue
            result.seconds[side] = seconds
            result.grown_bytes[side] = found["grown_bytes"]
            result.digests[side] = found["digests"]
            show(peer, side, seconds, f"{len(found['seconds'])} seeds")
        if result.probe is not None and not result.seconds and not result.remark:
            result.remark = f"{size_text(PROBE, PROBE)} takes {in_units(result.probe)}"
        return result

    def made_of_all_sizes(self, peer: Peer, sides: Iterable[int]) -> tuple[Result, Result]:
        """A peer's mazes, the small ones from a loop, and that loop."""
        result = self.made(peer, sides)
        small = self.made_by_the_thousand(peer, result.probe)
        each = {side: seconds / COUNT for side, seconds in small.seconds.items()}
        result.seconds = each | result.seconds
        result.remark = result.remark or small.remark
        return result, small

    def made_by_the_thousand(self, peer: Peer, probe: float | None) -> Result:
        """A peer's many small mazes."""
        result = Result(peer, remark=self.libraries[peer.library].missing)
        if probe is not None and probe * COUNT * SMALL**2 / PROBE**2 > self.limits.maze:
            result.remark = f"one of {size_text(PROBE, PROBE)} takes {in_units(probe)}"
        if result.remark:
            return result
        counts = (COUNT, self.limits.least)
        try:
            found = self._run(peer, "many", peer.name, SMALL, self.judge, *counts)
        except FailedError as failure:
            result.remark = str(failure)
            return result
        result.seconds[SMALL] = median(found["seconds"])
        if found["distinct"] < COUNT:
            result.remark = f"only {found['distinct']} are distinct"
        show(peer, SMALL, result.seconds[SMALL], f"{COUNT} mazes")
        return result

    def solved(self) -> list[Result]:
        """The same mazes solved by all, which must agree on the lengths of the solutions."""
        results = [Result(peer, remark=self.libraries[peer.library].missing) for peer in SOLVERS]
        for side in self.limits.sides:
            seeds = 5 if side < 5000 else 3
            steps = None
            with tempfile.TemporaryDirectory() as folder:
                for result in results:
                    peer = result.peer
                    if result.remark:
                        continue
                    try:
                        found = self._run(peer, "solve", peer.name, side, folder, seeds)
                    except FailedError as failure:
                        result.remark = f"{size_text(side, side)} {failure}"
                        continue
                    steps = steps or found["steps"]
                    expect(found["steps"] == steps, f"{peer.name} finds another path")
                    result.seconds[side] = median(found["seconds"])
                    show(peer, side, result.seconds[side], f"{seeds} seeds")
        return results

    def _run(self, peer: Peer, *arguments: object) -> Any:
        """What ``peer_runs.py`` reports."""
        python = self.libraries[peer.library].python
        command = [python, str(HERE / "peer_runs.py"), *map(str, arguments)]
        try:
            finished = subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=True,
                timeout=self.limits.process,
                env={**os.environ, **ONE_CORE},
                preexec_fn=spare_memory,
            )
        except subprocess.TimeoutExpired:
            raise FailedError("takes too long") from None
        except subprocess.CalledProcessError as error:
            if error.returncode == -signal.SIGALRM:
                raise FailedError("takes too long") from None
            why = last_words(error)
            expect("no spanning tree" not in why, f"{peer.name}: {why}")
            raise FailedError(f"fails: {why}") from None
        return json.loads(finished.stdout.splitlines()[-1])


def spare_memory() -> None:
    """Let what needs more memory than there is fail on its own, and nothing else with it."""
    free = available_bytes()
    if sys.platform == "linux" and free is not None:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_AS, (free, most))


def expect_same_mazes(results: list[Result]) -> None:
    """That labirinto's mazes do not depend on the number of cores."""
    by_name = {result.peer.name: result for result in results}
    for side, digests in by_name["labirinto-wilson-all"].digests.items():
        pairs = zip(digests, by_name["labirinto-wilson"].digests[side], strict=False)
        expect(all(one == other for one, other in pairs), "more cores make another maze")


def show(peer: Peer, side: int, seconds: float, of: str) -> None:
    size = size_text(side, side)
    print(f"{peer.what:<36} {size:<13} {in_units(seconds):<8} {of}", flush=True)


def plot(results: list[Result], file: Path) -> bool:
    """Time against size; whether there is something to draw it with."""
    lines = [
        {
            "what": result.peer.what,
            "uniform": result.peer.uniform,
            "ours": result.peer.library == "labirinto",
            "sides": list(result.seconds),
            "seconds": list(result.seconds.values()),
        }
        for result in results
        if result.seconds
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [str(PYTHON), str(HERE / "peer_plot.py"), str(file)]
    finished = subprocess.run(
        command, input=json.dumps(lines), stderr=subprocess.PIPE, text=True, check=False
    )
    if finished.returncode:
        print(f"No plot: {finished.stderr.strip().splitlines()[-1]}")
    return not finished.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small mazes: some two minutes")
    parser.add_argument(
        "--apt", action="store_true", help="let apt-get install the peers that only Debian has"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE.md",
        help="write the tables here too, and the plot beside them: images/FILE.svg",
    )
    options = parser.parse_args()

    begun = time.monotonic()
    limits = QUICK if options.quick else WHOLE
    runs = Runs(limits, options.apt)
    print("\n".join(machine()), flush=True)
    all_sizes = [runs.made_of_all_sizes(peer, limits.sides) for peer in MAKERS]
    made = [result for result, _ in all_sizes]
    expect_same_mazes(made)
    many = [
        *(small for _, small in all_sizes if small.peer.name != "labirinto-wilson-all"),
        *(runs.made_by_the_thousand(peer, None) for peer in ONLY_MANY),
    ]
    sides = [side for side in FAMILY_SIDES if side <= max(limits.sides)]
    family = [runs.made_of_all_sizes(peer, sides)[0] for peer in FAMILY]
    solved = runs.solved()

    picture = None
    if options.output:
        file = options.output.parent / "images" / f"{options.output.stem}.svg"
        picture = f"images/{file.name}" if plot(made, file) else None
    all_libraries = runs.libraries.values()
    text = report(asdict(limits), all_libraries, made, family, (COUNT, many), solved, picture)
    print(text)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    print(f"In {(time.monotonic() - begun) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
