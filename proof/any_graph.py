"""That spanning trees of any graph are as likely as their weights, by every path of the code."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import networkx as nx
import numpy as np
from chances import (
    Verdict,
    chance_of_chi_square,
    chance_of_deviation,
    chance_of_largest,
    chi_square,
    exact,
)
from passages import compared, verdicts_on
from report import Section, chance_text, table
from sampling import Run

from labirinto import _core
from labirinto.graphs import (
    Graph,
    SpanningTrees,
    as_graph,
    edge_probabilities,
    log_number_of_spanning_trees,
    uniform_spanning_forest,
    uniform_spanning_trees,
)

GraphSampler = Callable[[Graph, int, int], np.ndarray]
"""From a graph, seed and count: the edges of trees, a row each."""

NODES = 2000
"""Of the random geometric graph."""

LOOKED_AT = 500
"""Edges of it of which pairs are compared."""

LEAST = 25
"""How often the least likely tree is expected."""


def weighted(graph: nx.Graph, weights: list[float]) -> Graph:
    read = as_graph(graph)
    return read.weighted(np.resize(weights, len(read.edges)))


ZOO = {
    "Petersen": as_graph(nx.petersen_graph()),
    "K5": as_graph(nx.complete_graph(5)),
    "wheel of 7": as_graph(nx.wheel_graph(7)),
    "ladder of 5 rungs": as_graph(nx.ladder_graph(5)),
    "cube": as_graph(nx.hypercube_graph(3)),
    "chains and a leaf": Graph(
        8,
        [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (0, 3), (3, 5), (5, 6), (6, 3), (4, 7), (0, 3)],
    ),
    "parallel edges and loops": Graph(
        4, [(0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (2, 3), (3, 0), (0, 2), (3, 3), (1, 1)]
    ),
    "K5, weights 1 to 10": weighted(nx.complete_graph(5), list(range(1, 11))),
    "wheel of 7, weights 1 and 1/3": weighted(nx.wheel_graph(7), [1, 1 / 3]),
    "ladder, weights 1, 2 and 5": weighted(nx.ladder_graph(5), [1, 2, 5]),
    "cube, weights 1, 0 and 2": weighted(nx.hypercube_graph(3), [1, 2, 1, 1, 0, 2, 1]),
    "chains, weights 1, 2, 5 and 1/3": Graph(
        7,
        [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (0, 3), (3, 5), (5, 6), (6, 3), (0, 3)],
        np.resize([1, 2, 5, 1 / 3], 10),
    ),
    "a triangle, 1000 : 1": Graph(3, [(0, 1), (1, 2), (2, 0), (2, 0)], [1000, 1, 1, 2]),
}


def many(graph: Graph, seed: int, count: int) -> np.ndarray:
    """By the function for many trees, on two threads."""
    return uniform_spanning_trees(graph, count, seed=seed, threads=2).edges


def as_weighted(graph: Graph, seed: int, count: int) -> np.ndarray:
    """The same with a weight for each edge: by aliases, if it has none."""
    return many(graph.weighted(np.full(len(graph.edges), 0.7)), seed, count)


def rooted(graph: Graph, seed: int, count: int) -> np.ndarray:
    """As forests with one root, all nodes in turn."""
    return np.array(
        [
            uniform_spanning_forest(
                graph, [graph.label((seed + k) % graph.nodes)], seed=seed + k
            ).edges
            for k in range(count)
        ]
    )


def in_turns(graph: Graph, seed: int, count: int) -> np.ndarray:
    """By walks that take turns, as they do on large graphs."""
    no_roots = np.empty(0, np.int32)
    core = _core.SpanningTrees(graph.nodes, graph.edges, graph.weights, no_roots, walks=5)
    parent_edges = np.empty((count, graph.nodes), np.int32)
    core.make_many(seed, 0, parent_edges, 2)
    return SpanningTrees(graph, parent_edges, seed, range(count)).edges


def by_random_weights(graph: Graph, seed: int, count: int) -> np.ndarray:
    """Minimum spanning trees of random weights, which are not uniform."""
    random = np.random.default_rng(seed)
    trees = np.empty((count, graph.nodes - 1), np.int64)
    for tree in trees:
        parents = list(range(graph.nodes))
        size = 0
        for edge in random.permutation(len(graph.edges)):
            one, other = graph.edges[edge]
            while parents[one] != one:
                one = parents[one]
            while parents[other] != other:
                other = parents[other]
            if one != other:
                parents[one] = other
                tree[size] = edge
                size += 1
    return trees


RANDOM_WEIGHTS = "minimum spanning trees of random weights"

PATHS: dict[str, GraphSampler] = {
    "many": many,
    "with weights all alike": as_weighted,
    "with a given root": rooted,
    "five walks at once": in_turns,
}


def codes_of(trees: np.ndarray) -> np.ndarray:
    """A number for each tree: a bit an edge."""
    return np.bitwise_or.reduce(np.int64(1) << trees.astype(np.int64), axis=1)


def weights_of(graph: Graph) -> np.ndarray:
    return np.ones(len(graph.edges)) if graph.weights is None else graph.weights


@dataclass(frozen=True)
class Listing:
    """All spanning trees of a small graph.

    Attributes:
        codes: A number for each, ascending.
        products: Of the weights of its edges, likewise.
    """

    codes: np.ndarray
    products: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """The probabilities of the trees."""
        return self.products / self.products.sum()

    def tally(self, trees: np.ndarray) -> tuple[float, float] | None:
        """Chi-square of trees that were drawn, and its chance; None if one is no tree."""
        drawn = codes_of(trees)
        at = np.minimum(np.searchsorted(self.codes, drawn), len(self.codes) - 1)
        if not np.array_equal(self.codes[at], drawn):
            return None
        counts = np.bincount(at, minlength=len(self.codes))
        statistic = chi_square(counts, len(trees) * self.shares)
        return statistic, chance_of_chi_square(statistic, len(counts) - 1)


def listed(graph: Graph, choices: Iterable[tuple[int, ...]] | None = None) -> Listing:
    """List the trees among some sets of edges, or among all of the right size."""
    weights, found = weights_of(graph), {}
    every = itertools.combinations(range(len(graph.edges)), graph.nodes - 1)
    for chosen in every if choices is None else choices:
        edges = list(chosen)
        tree = nx.MultiGraph(graph.edges[edges].tolist())
        product = float(np.prod(weights[edges]))
        if product and len(tree) == graph.nodes and nx.is_tree(tree):
            found[int(codes_of(np.array([edges]))[0])] = product
    codes = sorted(found)
    return Listing(np.array(codes), np.array([found[code] for code in codes]))


def geometric(is_weighted: bool) -> Graph:
    """The largest part of a random geometric graph, with weights that fall with length or none."""
    made = nx.random_geometric_graph(NODES, 0.05, seed=1)
    part = made.subgraph(max(nx.connected_components(made), key=len))
    graph = as_graph(part)
    if not is_weighted:
        return graph
    places = nx.get_node_attributes(part, "pos")
    ends = [[places[graph.label(node)] for node in edge] for edge in graph.edges.tolist()]
    lengths = np.linalg.norm(np.array(ends)[:, 0] - np.array(ends)[:, 1], axis=1)
    return graph.weighted(1 / (0.001 + lengths))


def currents_between(graph: Graph, edges: np.ndarray) -> np.ndarray:
    """The transfer currents between some edges."""
    weights = weights_of(graph)
    incidence = np.zeros((len(graph.edges), graph.nodes))
    rows = np.arange(len(graph.edges))
    incidence[rows, graph.edges[:, 0]], incidence[rows, graph.edges[:, 1]] = 1, -1
    laplacian = (incidence.T * weights) @ incidence
    # Grounded at the first node.
    inverse = np.linalg.inv(laplacian[1:, 1:])
    some = incidence[edges, 1:] * np.sqrt(weights[edges])[:, None]
    return some @ inverse @ some.T


def prove(run: Run) -> Section:
    verdicts, lines = [], []
    for name, graph in ZOO.items():
        listing = listed(graph)
        verdicts.append(
            exact(
                f"{name}: as many trees as the determinant says",
                abs(log_number_of_spanning_trees(graph) - np.log(listing.products.sum())) < 1e-9,
            )
        )
        draws = min(int(run.pick(4, 1) * LEAST / listing.shares.min()), 2_000_000)
        for path, sampler in PATHS.items():
            if path == "with weights all alike" and graph.weights is not None:
                continue
            number = draws if path != "with a given root" else min(draws, 100_000)
            seed = run.seed_for(f"trees of {name}, {path}")
            found = listing.tally(sampler(graph, seed, number))
            verdicts.append(exact(f"{name}, {path}: spanning trees only", found is not None))
            if found is not None:
                statistic, chance = found
                verdicts.append(Verdict(f"{name}, {path}", chance))
                shown = (f"{len(listing.codes):,}", f"{number:,}", f"{statistic:,.0f}")
                lines.append((name, path, *shown, chance_text(chance)))
    larger = []
    count = run.pick(40_000, 10_000)
    for is_weighted in (False, True):
        name = f"geometric graph{', weighted' * is_weighted}"
        graph = geometric(is_weighted)
        trees = many(graph, run.seed_for(name), count)
        often = np.bincount(trees.ravel(), minlength=len(graph.edges)) / count
        known = edge_probabilities(graph)
        free = (known > 1e-4) & (known < 1 - 1e-4)
        verdicts.append(
            exact(f"{name}: bridges in all trees", (often[known > 1 - 1e-9] == 1).all())
        )
        singles = (often - known)[free] / np.sqrt(known * (1 - known) / count)[free]
        verdicts.append(Verdict(f"{name}, largest of all edges", chance_of_largest(singles)))
        # Edges near each other, of which pairs depend on each other.
        some = np.flatnonzero(free)[:LOOKED_AT]
        column = np.full(len(graph.edges), -1)
        column[some] = np.arange(len(some))

        def samples(trees: np.ndarray = trees, column: np.ndarray = column) -> Iterator[np.ndarray]:
            for part in np.array_split(trees, -(-len(trees) // 10_000)):
                there = np.zeros((len(part), LOOKED_AT + 1), np.float32)
                there[np.arange(len(part))[:, None], column[part]] = 1
                yield there[:, : column.max() + 1]

        seen = compared(samples(), currents_between(graph, some), np.ones(len(some)))
        verdicts += verdicts_on(name, seen)
        larger.append(
            (
                name,
                f"{graph.nodes:,}",
                f"{len(graph.edges):,}",
                f"{np.abs(singles).max():.1f}",
                f"{np.abs(seen.pairs).max():.1f}",
                chance_text(chance_of_chi_square(*seen.together)),
                chance_text(chance_of_largest(seen.pairs)),
            )
        )
    forests = killed(run, verdicts) + directed(run, verdicts)
    otherwise = wrong(run, verdicts)
    return Section(
        title="Any graph",
        claim="`labirinto.graphs` draws every spanning tree of any graph with a probability "
        "proportional to the product of its weights, whatever the root.",
        method="Of small graphs all trees were listed, by trying every set of edges, and counted "
        f"in samples so large that the least likely is expected {run.pick(4 * LEAST, LEAST)} times "
        "or more. Of a random geometric graph, nodes in a square that are joined if they are near, "
        f"{count:,} trees were drawn: each edge is compared with its effective resistance, and "
        f"{LOOKED_AT} edges near each other, and all pairs of them, with the transfer currents, "
        "as above.",
        found="\n\n"
        + table(("Graph", "Path", "Trees", "Drawn", "Chi-square", "Chance"), lines)
        + "Deviations in standard errors, and the chances of the edges together and of the "
        "largest pair:\n\n"
        + table(
            ("Graph", "Nodes", "Edges", "Largest", "Largest of pairs", "Together", "Pairs"), larger
        )
        + forests,
        pictures=[],
        otherwise=otherwise,
        verdicts=verdicts,
    )


def killed(run: Run, verdicts: list[Verdict]) -> str:
    """Forests by killing rates are the trees of a graph with one more node."""
    rates = np.array([0.5, 0, 2, 1])
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    ending = np.flatnonzero(rates)
    with_end = np.concatenate([edges, [(node, 4) for node in ending]])
    listing = listed(Graph(5, with_end, np.concatenate([np.ones(5), rates[ending]])))
    count, seed = run.pick(40_000, 10_000), run.seed_for("killing")
    trees = np.empty((count, 4), np.int64)
    for k, tree in enumerate(trees):
        forest = uniform_spanning_forest(edges, killing=rates, seed=seed + k)
        tree[:] = np.concatenate([forest.edges, 5 + np.searchsorted(ending, forest.root_numbers)])
    found = listing.tally(trees)
    chance = found[1] if found else 0.0
    roots = np.array([(code >> 5).bit_count() for code in listing.codes.tolist()])
    roots_seen, expected = float((trees >= 5).sum(axis=1).mean()), float(listing.shares @ roots)
    error = float(np.sqrt(listing.shares @ (roots - expected) ** 2 / count))
    verdicts += [
        exact("killing rates: forests only", found is not None),
        Verdict("killing rates, forests", chance),
        Verdict("killing rates, roots", chance_of_deviation((roots_seen - expected) / error)),
    ]
    return (
        f"Forests of four nodes by killing rates: {len(roots)} forests, {count:,} drawn, chance "
        f"{chance_text(chance)}; {roots_seen:.3f} roots on average, {expected:.3f} expected."
    )


def directed(run: Run, verdicts: list[Verdict]) -> str:
    """Trees to a root are choices of an edge out of each other node, without a loop."""
    random = np.random.default_rng(1)
    arcs = [(node, other) for node in range(5) for other in range(5) if node != other]
    # Some twice, and some that lead into the root only.
    arcs = [*(arc for arc in arcs if arc not in ((2, 4), (3, 4), (0, 3))), (0, 1), (3, 2)]
    graph = Graph(5, arcs, random.choice([0.5, 1, 2], len(arcs)), directed=True)
    weights = weights_of(graph)
    arcs_out = (np.flatnonzero(graph.edges[:, 0] == node).tolist() for node in range(4))
    listing = listed(graph, itertools.product(*arcs_out))
    laplacian = np.zeros((5, 5))
    np.add.at(laplacian, (graph.edges[:, 0], graph.edges[:, 0]), weights)
    np.subtract.at(laplacian, tuple(graph.edges.T), weights)
    determinant = np.linalg.det(laplacian[:4, :4])
    count, seed = run.pick(1_000_000, 200_000), run.seed_for("directed")
    trees = uniform_spanning_trees(graph, count, seed=seed, root=4, threads=2)
    found = listing.tally(trees.edges)
    chance = found[1] if found else 0.0
    verdicts += [
        exact(
            "directed: as many trees as the determinant says",
            bool(np.isclose(determinant, listing.products.sum())),
        ),
        exact("directed: trees to the root only", found is not None),
        Verdict("directed: trees to a root", chance),
    ]
    return (
        f"\n\nTrees of a directed graph of five nodes and {len(arcs)} edges to a root: "
        f"{len(listing.codes)} trees, {count:,} drawn, chance {chance_text(chance)}."
    )


def heavier(graph: Graph, seed: int, count: int) -> np.ndarray:
    """Trees by weights of 1.2 instead of 1."""
    return many(graph.weighted(np.where(graph.weights == 1, 1.2, graph.weights)), seed, count)


def wrong(run: Run, verdicts: list[Verdict]) -> str:
    """What is not uniform has to be detected."""
    lines = []
    count = run.pick(200_000, 60_000)
    for name, what, sampler, trees in (
        ("wheel of 7", "random weights", by_random_weights, RANDOM_WEIGHTS),
        ("cube", "random weights", by_random_weights, RANDOM_WEIGHTS),
        ("wheel of 7, weights 1 and 1/3", "other weights", heavier, "weights of 1.2 instead of 1"),
    ):
        seed = run.seed_for(f"{what}, {name}")
        found = listed(ZOO[name]).tally(sampler(ZOO[name], seed, count))
        chance = found[1] if found else 1.0
        verdicts.append(Verdict(f"{name}, {what}", chance, rejects=True))
        lines.append((name, trees, chance_text(chance)))
    return (
        "Minimum spanning trees of random weights, which some programs take for uniform, and "
        "weights that are wrong:\n\n" + table(("Graph", "Trees", "Chance"), lines).rstrip()
    )
