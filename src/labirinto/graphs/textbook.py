"""Wilson's algorithm on any graph in plain Python, bit for bit as in the core.

1. Some nodes are the roots; if none is given, one is chosen that walks find quickly.
2. From a node with a single link, the edge is in all trees.  Such nodes are left out, and so are
   those that then have a single link.
3. Nodes with two links each form chains.  If walks along them would take long, each becomes a
   single edge of weight 1 / (1/w1 + 1/w2 + ...).
4. From a node that is in no tree yet, walk at random, each link as likely as its weight says,
   erasing every loop as it closes, until the walk meets a tree.  Then the path joins that tree.
5. Again from step 4, until no node is left.
6. A chain that is in the tree has all its edges there, any other all but one, each of which is
   missing with a probability proportional to 1/w.

Neither the root nor the order in which walks begin changes how likely a tree is; they change how
long it takes.  Several walks can take turns (``textbook_walks``).

Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from labirinto.graphs.textbook_walks import EvenLinks, Link, Walks, WeighedLinks
from labirinto.random_bits import Bits

NEAR = 64
"""If a node of the most links is this near to all others, no better root is looked for."""


def links_of(
    nodes: int,
    edges: Sequence[tuple[int, int]],
    weights: Sequence[float] | None = None,
    *,
    directed: bool = False,
) -> list[list[Link]]:
    """The links of every node, in the order of the edges: directed ones have no links back.

    What no spanning tree has is left out: self-loops, and edges of weight 0.
    """
    links: list[list[Link]] = [[] for _ in range(nodes)]
    for edge, (one, other) in enumerate(edges):
        if one != other and (weights is None or weights[edge] > 0):
            links[one].append((other, edge))
            if not directed:
                links[other].append((one, edge))
    return links


def reached(links: list[list[Link]], roots: Sequence[int]) -> dict[int, int]:
    """Breadth-first, the nodes that can be reached, in that order, and how many steps it takes."""
    steps = dict.fromkeys(roots, 0)
    waiting = list(steps)
    for here in waiting:
        for there, _ in links[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def root_of(links: list[list[Link]]) -> int:
    """A node from which others are not far: walks to it are short.

    The expected number of all steps is the sum, over the nodes, of their links times their
    effective resistance to the root, which is at most their distance.  So of two nodes, one with
    the most links and one halfway between two sides that are far apart, take the one with the lower
    sum of links times distances.
    """
    hub = max(range(len(links)), key=lambda node: len(links[node]))  # the first of these
    from_hub = reached(links, [hub])
    *_, far = from_hub
    if from_hub[far] <= NEAR:
        return hub
    from_far = reached(links, [far])
    *_, end = from_far
    half_as_far = [node for node, steps in from_far.items() if steps == from_far[end] // 2]
    middle = half_as_far[len(half_as_far) // 2]
    from_middle = reached(links, [middle])

    def cost(steps: dict[int, int]) -> int:
        return sum(len(links[node]) * far for node, far in steps.items())

    return middle if cost(from_middle) < cost(from_hub) else hub


def forced_arrows(links: list[list[Link]], roots: Sequence[int]) -> dict[int, int]:
    """Nodes with one link, and those that have one without them, and its edge: in all trees."""
    arrows: dict[int, int] = {}
    left = [len(some) for some in links]
    waiting = [node for node, count in enumerate(left) if count == 1 and node not in roots]
    for node in waiting:
        there, arrows[node] = next(link for link in links[node] if link[0] not in arrows)
        left[there] -= 1
        if left[there] == 1 and there not in roots:
            waiting.append(there)
    return arrows


def without(links: list[list[Link]], left_out: set[int]) -> list[list[Link]]:
    """The links between the other nodes."""
    return [
        [link for link in some if node not in left_out and link[0] not in left_out]
        for node, some in enumerate(links)
    ]


class Chain:
    """Nodes with two links each, between two others, which may be the same.

    Let the edges of a chain have the weights w1, w2, ...  A spanning tree has all of them, or all
    but one, and then its two sides hang on the nodes at its ends.  With all of them, the product of
    the weights is w1 w2 ...; without the one of weight w, it is 1/w of that.  So in the sum over
    the edges that may be missing, a chain counts 1/w1 + 1/w2 + ... times as much as one that is
    there: it is an edge of weight 1 / (1/w1 + 1/w2 + ...), like wires in a row.

    Attributes:
        nodes: All of them, from end to end.
        edges: Between these.
        weight: Of the edge that stands for the chain.
    """

    def __init__(self, nodes: list[int], edges: list[int], weights: Sequence[float]) -> None:
        self.nodes: list[int] = nodes
        self.edges: list[int] = edges
        own = [weights[edge] for edge in edges]
        self._sums = list(accumulate(min(own) / weight for weight in own))
        self.weight: float = max(min(own) / self._sums[-1], math.ulp(0.0))

    def missing(self, bits: Bits) -> int:
        """The place of an edge that is not in a tree, which is likely where weights are low."""
        return bisect_right(self._sums[:-1], math.ldexp(bits.take(53), -53) * self._sums[-1])

    def arrows(self, back: int) -> dict[int, int]:
        """For the nodes their edges to the start or, of those after the missing one, to the end.

        Args:
            back: How many lead to the start; -1 if that joins its tree through the chain as well.
        """
        return {
            self.nodes[k + 1 if k < back else k]: edge
            for k, edge in enumerate(self.edges)
            if k != back
        }


def chains_of(
    links: list[list[Link]], roots: Sequence[int], weights: Sequence[float]
) -> list[Chain]:
    """All chains, in the order of their lowest nodes."""
    is_inside = [len(some) == 2 and node not in roots for node, some in enumerate(links)]

    def walked(nodes: list[int], edge: int | None) -> tuple[list[int], list[int]]:
        """All nodes after these, and the edges between them."""
        edges = []
        while is_inside[nodes[-1]]:
            there, edge = next(link for link in links[nodes[-1]] if link[1] != edge)
            nodes.append(there)
            edges.append(edge)
        return nodes, edges

    chains: list[Chain] = []
    passed: set[int] = set()
    for node in range(len(links)):
        if is_inside[node] and node not in passed:
            to_start, edges = walked([node], None)
            nodes, others = walked(to_start[:-3:-1], edges[-1])
            chains.append(Chain(nodes, [edges[-1], *others], weights))
            passed.update(nodes)
    return chains


def pay(chains: list[Chain], links: int) -> bool:
    """Whether walks through the chains would cost more than weights for all of so many links do.

    They take some L^2 / 3 steps through one of L edges; the factor has been measured.
    """
    return 2 * sum(len(chain.edges) ** 2 for chain in chains) > links


def large(weights: Sequence[float]) -> list[float]:
    """Scale weights up, keeping their ratios, so that those of chains do not get lost."""
    _, exponent = math.frexp(max(weights, default=1.0))
    return [math.ldexp(weight, max(0, 1000 - exponent)) for weight in weights]


def forest(
    nodes: int,
    edges: Sequence[tuple[int, int]],
    seed: int,
    *,
    weights: Sequence[float] | None = None,
    roots: Sequence[int] = (),
    directed: bool = False,
    walks: int = 1,
) -> list[int]:
    """A random spanning forest with a tree for each root; without roots given, a tree.

    Every node must be joined to a root.  If the edges are directed, from their first node to the
    second, then those of a tree lead to its root, which has to be given; steps 2 and 3 are left
    out.

    Args:
        nodes, edges, seed, weights, roots, directed: As ``uniform_spanning_forest`` has them.
        walks: How many go at once.

    Returns:
        For each node the edge that leads on to its root, -1 at a root.
    """
    links = links_of(nodes, edges, weights, directed=directed)
    roots = roots or [root_of(links)]  # step 1
    forced = {} if directed else forced_arrows(links, roots)  # step 2
    inner = without(links, set(forced))
    scaled = large([1.0] * len(edges) if weights is None else weights)
    chains = [] if directed else chains_of(inner, roots, scaled)  # step 3
    if pay(chains, sum(map(len, links))):
        ends = [(chain.nodes[0], chain.nodes[-1]) for chain in chains]
        weights = scaled + [chain.weight for chain in chains]
        for edge in (edge for chain in chains for edge in chain.edges):
            weights[edge] = 0.0
        inner = without(links_of(nodes, [*edges, *ends], weights), set(forced))
    else:
        chains = []
    steps: list[EvenLinks | WeighedLinks] = [
        EvenLinks(len(some))
        if weights is None
        else WeighedLinks([weights[edge] for _, edge in some] or [1.0])
        for some in inner
    ]
    bits = Bits(seed)
    arrows = dict.fromkeys(roots, -1) | forced
    Walks(inner, steps, arrows, walks).run(bits)  # steps 4 and 5
    for number, chain in enumerate(chains, len(edges)):  # step 6
        if arrows[chain.nodes[0]] == number:
            back = -1
        elif arrows[chain.nodes[-1]] == number:
            back = len(chain.edges)
        else:
            back = chain.missing(bits)
        arrows.update(chain.arrows(back))
    return [arrows[node] for node in range(nodes)]
