"""Spanning trees of graphs, labirinto beside other libraries: ``python benchmarks/graphs.py``.

The peers go into an environment of their own, ``build/peers``.  Each library and graph has a
process of its own, every answer is checked to be a spanning tree, and times are medians over seeds.
A graph is read before the clock starts.  Chains of GerryChain with three kinds of trees come last.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from graph_runs import PEERS
from measure import ONE_CORE, in_units, machine
from peer_environment import FOLDER, Library, Source, compiled, last_words, libraries

import labirinto

HERE = Path(__file__).parent

FROM_PIP = (
    Source("networkx", "import networkx, scipy.sparse", ("networkx", "scipy")),
    Source("gerrychain", "import gerrychain.tree", ("gerrychain",)),
    Source("dppy", "from dppy.exotic_dpps import UST", ("dppy", "networkx")),
)

INSTALLED = {
    "igraph in C": "igraph in C",
    "graph-tool": "graph-tool",
    "networkx": "networkx",
    "GerryChain": "gerrychain",
    "DPPy": "dppy",
}
"""The libraries that come from elsewhere, in the order of the table, and their names there."""

Making = Callable[[int], Any]


def grid(nodes: int) -> Any:
    side = round(nodes**0.5)
    numbers = np.arange(side * side).reshape(side, side)
    pairs = ((numbers[:, :-1], numbers[:, 1:]), (numbers[:-1], numbers[1:]))
    return np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])


def regular(degree: int) -> Making:
    def edges(nodes: int) -> Any:
        """Places of nodes paired at random; a pair of one node is left out."""
        places = np.random.default_rng(1).permutation(np.repeat(np.arange(nodes), degree))
        return part_of(places.reshape(-1, 2))

    return edges


def small_world(nodes: int) -> Any:
    """A ring in which each node has links to four, a tenth of them moved to anywhere."""
    random = np.random.default_rng(1)
    here = np.tile(np.arange(nodes), 2)
    there = (here + np.repeat([1, 2], nodes)) % nodes
    moved = random.random(2 * nodes) < 0.1
    there[moved] = random.integers(0, nodes, moved.sum())
    return part_of(np.column_stack([here, there]))


def power_law(nodes: int) -> Any:
    """Each node has links to two ends of earlier edges: preferential attachment."""
    random = np.random.default_rng(1)
    ends = np.zeros((2 * nodes, 2), np.int64)
    flat = ends.ravel()
    draws = random.random(2 * nodes)
    for edge in range(2 * nodes):
        node = edge // 2
        ends[edge] = node, (flat[int(draws[edge] * 4 * node)] if node else 0)
    return part_of(ends)


def star(nodes: int) -> Any:
    return np.column_stack([np.zeros(nodes - 1, np.int64), np.arange(1, nodes)])


def path(nodes: int) -> Any:
    return np.column_stack([np.arange(nodes - 1), np.arange(1, nodes)])


def complete(nodes: int) -> Any:
    return np.column_stack(np.triu_indices(nodes, 1))


def map_of_cells(nodes: int) -> Any:
    """Neighbouring cells of an irregular map."""
    from labirinto.grids import voronoi

    pairs = np.frombuffer(voronoi(nodes, seed=1).core.wall_cells(), np.uint32).reshape(-1, 2)
    return np.unique(pairs, axis=0)


def roads(nodes: int) -> Any:
    """Streets between the corners of a map, each with two bends on average."""
    from scipy.spatial import Voronoi

    random = np.random.default_rng(1)
    ridges = np.array(Voronoi(random.random((nodes // 8, 2))).ridge_vertices)
    streets = ridges[(ridges >= 0).all(axis=1)]
    bends = random.geometric(1 / 3, len(streets)) - 1
    # Each piece of a street leads from its beginning or a bend to the next bend or its end.
    street = np.repeat(np.arange(len(streets)), bends + 1)
    last = np.cumsum(bends + 1) - 1
    numbers = int(streets.max()) + 1 + np.arange(len(street))
    there = numbers.copy()
    there[last] = streets[:, 1]
    here = np.roll(numbers, 1)
    here[last - bends] = streets[:, 0]
    return part_of(np.column_stack([here, there]))


def cycle(nodes: int) -> Any:
    return np.column_stack([np.arange(nodes), (np.arange(nodes) + 1) % nodes])


def part_of(edges: Any) -> Any:
    """The largest part in one piece, without loops and parallel edges, its nodes from 0."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = np.unique(np.sort(edges[edges[:, 0] != edges[:, 1]], axis=1), axis=0)
    size = int(edges.max()) + 1
    matrix = coo_array((np.ones(len(edges), np.int8), edges.T), shape=(size, size))
    _, piece = connected_components(matrix, directed=False)
    kept = piece == np.bincount(piece).argmax()
    return (np.cumsum(kept) - 1)[edges[kept[edges[:, 0]]]]


GRAPHS: dict[str, tuple[Making, tuple[int, ...]]] = {
    "grid": (grid, (10**4, 10**6)),
    "map": (map_of_cells, (10**4, 10**6)),
    "roads": (roads, (10**4, 10**6)),
    "random regular, degree 3": (regular(3), (10**4, 10**6)),
    "random regular, degree 10": (regular(10), (10**4, 10**6)),
    "small world": (small_world, (10**4, 10**6)),
    "power law": (power_law, (10**4, 10**6)),
    "star": (star, (10**4, 10**6)),
    "complete": (complete, (200, 2000)),
    "path": (path, (10**3, 10**6)),
    "cycle": (cycle, (10**3, 10**6)),
}

CHAINS = {"50x50": 200, "100x100": 100, "voronoi 10000": 100}
"""Graphs of GerryChain, and steps."""


class Peers:
    """The libraries, each with the interpreter that has it.

    Args:
        apt: Whether apt-get may install some.
        seconds: After which one is stopped.
        asked: The names of those to compare with; all if there are none.
    """

    def __init__(self, apt: bool, seconds: float, asked: list[str]) -> None:
        self.seconds = seconds
        own = Library("labirinto", sys.executable, labirinto.__version__)
        found = {library.name: library for library in libraries(FROM_PIP, apt)}
        self.libraries = {own.name: own, "labirinto, weighted": own}
        self.libraries |= {name: found[source] for name, source in INSTALLED.items()}
        try:
            self.boost = str(compiled("boost_tree", FOLDER))
            self.libraries["Boost"] = Library("Boost", sys.executable, "the system's")
        except subprocess.CalledProcessError:
            self.boost = ""
            self.libraries["Boost"] = Library("Boost", sys.executable)
        if asked:
            self.libraries = {
                name: library
                for name, library in self.libraries.items()
                if name in asked or library is own
            }

    def drawn(self, name: str, file: Path) -> dict[str, Any] | str:
        """What ``graph_runs.py`` reports, or why there is nothing."""
        library = self.libraries[name]
        if not library.version:
            return "not installed"
        words = [str(HERE / "graph_runs.py"), name, str(file), self.boost, "15"]
        try:
            done = subprocess.run(
                [library.python, *words, f"{self.seconds / 4:g}"],
                capture_output=True,
                text=True,
                check=True,
                timeout=self.seconds,
                env=environment(),
            )
        except subprocess.TimeoutExpired:
            return f"> {self.seconds:g} s"
        except subprocess.CalledProcessError as error:
            why = last_words(error)
            if "no spanning tree" in why:
                raise AssertionError(f"{name}: {why}") from None
            return "fails"
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


def environment() -> dict[str, str]:
    """One core for NumPy, and labirinto as it is here, for interpreters of other libraries too.

    They get nothing else of what is installed beside it: another NumPy would be in the way.
    """
    package = Path(labirinto.__file__).resolve().parent
    link = FOLDER / "own" / package.name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(package)
    return {**os.environ, **ONE_CORE, "PYTHONPATH": str(link.parent)}


def lines_of(peers: Peers, graphs: list[str], most: int) -> Iterator[str]:
    """The table of trees, a line as soon as it is known."""
    names = list(peers.libraries)
    yield f"| Graph | Nodes | Edges | {' | '.join(names)} | Bytes a node |"
    yield "| --- " * (len(names) + 4) + "|"
    # From how many nodes on a library is not asked: it was too slow for so many, of any graph.
    too_many = dict.fromkeys(names, most + 1)
    for graph in graphs or GRAPHS:
        make, sizes = GRAPHS[graph]
        given_up: set[str] = set()
        for size in sizes:
            if size > most:
                continue
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "edges.npy")
                edges = np.ascontiguousarray(make(size), np.int32)
                np.save(file, edges)
                nodes = int(edges.max()) + 1
                cells = []
                ours, own_bytes = None, ""
                for name in names:
                    if name in given_up or size >= too_many[name]:
                        cells.append("too slow")
                        continue
                    found = peers.drawn(name, file)
                    if isinstance(found, str):
                        given_up.add(name)
                        if found.startswith(">") and size == sizes[0]:
                            too_many[name] = size
                        cells.append(found)
                        continue
                    seconds = median(found["seconds"])
                    if (found["ready"] + seconds) * sizes[-1] / size > peers.seconds:
                        given_up.add(name)
                    ours = ours or seconds
                    if name == "labirinto":
                        own_bytes = (
                            f"{found['grown_bytes'] / nodes:.0f}, "
                            f"{found['read_bytes'] / nodes:.0f} to read"
                        )
                    times = seconds / ours
                    cells.append(f"{in_units(seconds)} ({times:,.{int(times < 10)}f}x)")
            yield f"| {graph} | {nodes:,} | {len(edges):,} | {' | '.join(cells)} | {own_bytes} |"


def chains(peers: Peers, share: float) -> Iterator[str]:
    """The table of GerryChain's chains."""
    library = peers.libraries.get("GerryChain")
    if not library or not library.version:
        return
    kinds = None
    for graph, steps in CHAINS.items():
        words = [str(HERE / "districts.py"), graph, f"{max(5, round(steps * share))}"]
        done = subprocess.run(
            [library.python, *words], capture_output=True, text=True, check=True, env=environment()
        )
        report = json.loads(done.stdout.splitlines()[-1])
        if not kinds:
            kinds = list(report["chains"])
            yield f"| GerryChain {report['version']} | {' | '.join(kinds)} | a chain takes |"
            yield "| --- " * (len(kinds) + 2) + "|"
        cells = []
        a_step = []
        for found in report["chains"].values():
            share, each = found["trees"] / found["seconds"], found["trees"] / found["count"]
            cells.append(f"{100 * share:.0f} %, {in_units(each)} a tree")
            # Some chains need more trees than others until one can be cut, by chance.
            a_step.append((found["seconds"] - found["trees"]) / found["count"] + each)
        longer = ", ".join(f"{one / a_step[-1]:.2f}x" for one in a_step[:-1])
        yield f"| {graph} | {' | '.join(cells)} | {longer} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small graphs: two minutes")
    parser.add_argument("--apt", action="store_true", help="let apt-get install what Debian has")
    parser.add_argument(
        "--graph", nargs="+", default=[], choices=GRAPHS, metavar="NAME", help="these only"
    )
    parser.add_argument(
        "--peer", nargs="+", default=[], choices=PEERS, metavar="NAME", help="these only"
    )
    parser.add_argument("--output", type=Path, metavar="FILE.md", help="write the tables here too")
    options = parser.parse_args()
    peers = Peers(options.apt, 15 if options.quick else 30, options.peer)
    lines = ["# Spanning trees of graphs, compared", "", *machine()]
    lines += [f"- {name}: {one.version}" for name, one in peers.libraries.items() if one.version]
    lines += [
        "",
        "Median of a tree, of a graph that has been read; in brackets, times labirinto's.",
        "Bytes a node are those that a tree takes besides the graph, and what reading it takes.",
    ]
    print("\n".join(lines), flush=True)
    for table in (
        lines_of(peers, options.graph, 10_000 if options.quick else 10**6),
        chains(peers, 0.1 if options.quick else 1),
    ):
        lines.append("")
        print(flush=True)
        for line in table:
            lines.append(line)
            print(line, flush=True)
    if options.output:
        options.output.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
