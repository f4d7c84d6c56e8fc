"""Wilson's algorithm on any graph, in plain Python: what the core does, bit for bit.

1. Some nodes are the roots; without any given, one is chosen that walks find soon.
2. From a node with a single link, the edge is in all trees.  Such nodes are left out, and so are
   those that then have a single link.
3. From a node that is in no tree yet, walk at random, each link as likely as its weight says,
   erasing every loop as it closes, until the walk meets a tree.  Then the path joins that tree.
4. Again from step 3, until no node is left.

Neither the root nor the order in which walks begin changes how likely a tree is; they change how
long it takes.

Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from labirinto.algorithms.textbook.random import Bits

Link = tuple[int, int]
"""The node to which it leads, and the number of the edge."""

NEAR = 64
"""If a node of the most links is this near to all others, no better root is looked for."""


def links_of(
    nodes: int, edges: Sequence[tuple[int, int]], weights: Sequence[float] | None = None
) -> list[list[Link]]:
    """The links of every node, in the order of the edges.

    What no spanning tree has is left out: self-loops, and edges of weight 0.
    """
    links: list[list[Link]] = [[] for _ in range(nodes)]
    for edge, (one, other) in enumerate(edges):
        if one != other and (weights is None or weights[edge] > 0):
            links[one].append((other, edge))
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


def only_ways(links: list[list[Link]], roots: Sequence[int]) -> dict[int, int]:
    """Nodes with one link, and those that have one without them, and its edge: in all trees."""
    ways: dict[int, int] = {}
    left = [len(some) for some in links]
    waiting = [node for node, count in enumerate(left) if count == 1 and node not in roots]
    for node in waiting:
        there, ways[node] = next(link for link in links[node] if link[0] not in ways)
        left[there] -= 1
        if left[there] == 1 and there not in roots:
            waiting.append(there)
    return ways


class EvenLinks:
    """Draws one of the links of a node, all equally likely."""

    def __init__(self, count: int) -> None:
        self.count = count

    def draw(self, bits: Bits) -> int:
        return bits.among(self.count)


class WeighedLinks:
    """Draws one of the links of a node, each as likely as its weight says (A. J. Walker,
    Electronics Letters 10, 1974; M. D. Vose, IEEE Trans. Softw. Eng. 17, 1991).

    Each link has a slot, and all slots have the same room.  A heavy link gives what does not fit
    into its own slot to slots of light ones, each of which has at most one other link.  A slot is
    drawn, then one of its two links.  All amounts are whole numbers.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        count = len(weights)
        self.count: int = count
        digits = 62 - count.bit_length()
        _, exponent = math.frexp(max(weights))
        whole = [int(math.ldexp(weight, digits - exponent)) for weight in weights]
        total, room = sum(whole), 1 << digits
        amounts = [int(one / total * math.ldexp(count, digits)) for one in whole]
        heaviest = max(range(count), key=lambda link: amounts[link])
        amounts[heaviest] += count * room - sum(amounts)

        self.others: list[int] = list(range(count))
        self.bars: list[int] = [0] * count
        light = [link for link in range(count) if amounts[link] < room]
        heavy = [link for link in range(count) if amounts[link] >= room]
        while light:
            one, other = light.pop(), heavy[-1]
            self.bars[one] = amounts[one] << (64 - digits)
            self.others[one] = other
            amounts[other] -= room - amounts[one]
            if amounts[other] < room:
                light.append(heavy.pop())

    def draw(self, bits: Bits) -> int:
        link = bits.among(self.count)
        high, low = divmod(self.bars[link], 2**32)
        drawn = bits.take(32)
        # 64 bits are compared with the bar, of which the first 32 mostly decide.
        stays = drawn < high or (drawn == high and bits.take(32) < low)
        return link if stays else self.others[link]


def forest(
    nodes: int,
    edges: Sequence[tuple[int, int]],
    seed: int,
    *,
    weights: Sequence[float] | None = None,
    roots: Sequence[int] = (),
) -> list[int]:
    """A random spanning forest with a tree for each root; without roots given, a tree.

    Every node must be joined to a root.

    Returns:
        For each node the edge that leads on to its root, -1 at a root.
    """
    links = links_of(nodes, edges, weights)
    roots = roots or [root_of(links)]  # step 1
    ways = only_ways(links, roots)  # step 2
    links = [
        [link for link in some if node not in ways and link[0] not in ways]
        for node, some in enumerate(links)
    ]
    steps: list[EvenLinks | WeighedLinks] = [
        EvenLinks(len(some))
        if weights is None
        else WeighedLinks([weights[edge] for _, edge in some] or [1.0])
        for some in links
    ]
    bits = Bits(seed)
    arrows = dict.fromkeys(roots, -1) | ways
    for start in range(nodes):
        path = [start]
        taken: list[int] = []
        while path[-1] not in arrows:  # step 3
            here = path[-1]
            there, edge = links[here][steps[here].draw(bits)]
            if there in path:
                kept = path.index(there)
                del path[kept + 1 :], taken[kept:]
            else:
                path.append(there)
                taken.append(edge)
        arrows.update(zip(path, taken, strict=False))
    return [arrows[node] for node in range(nodes)]
