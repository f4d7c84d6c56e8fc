"""The share of a chain of GerryChain that its trees take: ``python benchmarks/districts.py``.

It runs where GerryChain is: ``graphs.py`` starts it in an environment of its own.  Each chain is
ReCom, with 10 districts and people spread evenly, from the same seed.  Three kinds of trees: the
default of GerryChain, its uniform one, and labirinto's.  Time is that of the processor.
"""

from __future__ import annotations

import json
import random
import sys
import time
from functools import partial
from importlib.metadata import version
from typing import Any

import gerrychain
import networkx as nx
import rustworkx
from gerrychain import MarkovChain, Partition, accept, constraints, updaters
from gerrychain.partition import recursive_tree_part
from gerrychain.proposals import recom
from gerrychain.tree import bipartition_tree, random_spanning_tree, uniform_spanning_tree

from labirinto.graphs.gerrychain import uniform_tree
from labirinto.grids import voronoi

DISTRICTS = 10
EPSILON = 0.05
TREES = {
    "GerryChain, default": random_spanning_tree,
    "GerryChain, uniform": uniform_spanning_tree,
    "labirinto": uniform_tree,
}


def graph_of(name: str) -> nx.Graph[Any]:
    """A grid such as ``50x50``, or ``voronoi 10000``."""
    kind, _, cells = name.partition(" ")
    if kind == "voronoi":
        grid = voronoi(int(cells), seed=1)
        graph = nx.Graph(
            (cell, other) for cell in range(len(grid)) for other, _ in grid.neighbours(cell)
        )
    else:
        graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(*map(int, kind.split("x"))))
    nx.set_node_attributes(graph, 1, "population")
    return graph


class Clock:
    """Trees with the time that they take."""

    def __init__(self, make: Any) -> None:
        self.make = make
        self.seconds = 0.0
        self.count = 0

    def __call__(self, graph: Any, region_surcharge: Any = None, *, rng: Any = None) -> Any:
        begin = time.process_time()
        tree = self.make(graph, region_surcharge, rng=rng)
        self.seconds += time.process_time() - begin
        self.count += 1
        if self.count % 100 == 1:
            inside = tree.get_rx_graph()
            is_tree = rustworkx.is_connected(inside) and inside.num_edges() == len(graph) - 1
            if not is_tree or tree.node_indices != graph.node_indices:
                raise AssertionError("this is no spanning tree")
        return tree


def chain(graph: nx.Graph[Any], trees: Clock, steps: int, start: Any) -> float:
    """Run a chain, and return its seconds."""
    partition = Partition(
        gerrychain.Graph.from_networkx(graph),
        assignment=start,
        updaters={"population": updaters.Tally("population")},
    )
    target = len(graph) / DISTRICTS
    proposal = partial(
        recom,
        pop_col="population",
        pop_target=target,
        epsilon=EPSILON,
        bipartition_tree_fn=partial(bipartition_tree, spanning_tree_fn=trees),
    )
    run = MarkovChain(
        proposal,
        constraints=[constraints.contiguous],
        acceptance_fn=accept.always_accept,
        initial_partition=partition,
        total_steps=steps + 1,
        rng=random.Random(7),
    )
    begin = time.process_time()
    for state in run:
        people = state["population"].values()
        if not all(abs(one - target) <= EPSILON * target + 1e-9 for one in people):
            raise AssertionError("a district has too many people")
    return time.process_time() - begin


def main() -> None:
    name, steps = sys.argv[1], int(sys.argv[2])
    graph = graph_of(name)
    target = len(graph) / DISTRICTS
    start = recursive_tree_part(
        gerrychain.Graph.from_networkx(graph),
        range(DISTRICTS),
        target,
        "population",
        EPSILON / 2,
        rng=random.Random(1),
    )
    report: dict[str, Any] = {
        "version": version("gerrychain"),
        "nodes": len(graph),
        "steps": steps,
        "chains": {},
    }
    for kind, make in TREES.items():
        clock = Clock(make)
        seconds = chain(graph, clock, steps, start)
        report["chains"][kind] = {"seconds": seconds, "trees": clock.seconds, "count": clock.count}
    print(json.dumps(report))


if __name__ == "__main__":
    main()
