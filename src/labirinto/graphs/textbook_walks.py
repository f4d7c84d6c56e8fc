"""Loop-erased random walks that take turns, in plain Python, bit for bit as in the core.

One walk waits for the computer's memory at every step.  While it does, others can go on.

Let every node have a stack of arrows, each along one of its links.  Wherever the uppermost arrows
of some nodes form a cycle, they are popped, until there is none: then the uppermost arrows are a
tree.  Whichever cycle is popped first, they all are in the end, and the tree is the same.  So walks
may take any turns that depend on nothing but the arrows seen so far, which are those on their
paths: what is drawn next is independent of them.

A walk that comes to the path of another waits until that joins the tree, or loses this node to a
cycle; unless the other waits for the first, perhaps through more of them: then their paths close
a cycle.  So one of them can always go on.

Source: J. G. Propp and D. B. Wilson, How to get a perfectly random sample from a generic Markov
chain and generate a random spanning tree of a directed graph, J. Algorithms 27, 1998.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from labirinto.random_bits import Bits

Link = tuple[int, int]
"""The node to which it leads, and the number of the edge."""


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
        amounts = [int(float(one) / float(total) * math.ldexp(count, digits)) for one in whole]
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


class Walk:
    """A loop-erased random walk.

    Attributes:
        path: The nodes behind it, each with the edge by which it left.
        here: Where it is.
        link: By which it leaves, after its turn.
        has_come: Whether it has come here in this round.
    """

    def __init__(self, here: int) -> None:
        self.path: list[tuple[int, int]] = []
        self.here: int = here
        self.link: Link | None = None
        self.has_come: bool = False

    def go(self) -> None:
        """Along the link, if there is one."""
        self.has_come = self.link is not None
        if self.link is not None:
            self.here, _ = self.link
            self.link = None

    def cut(self, node: int) -> list[int]:
        """Go back to a node on the path; return those that are on it no more."""
        at = next(k for k, (one, _) in enumerate(self.path) if one == node)
        lost = [one for one, _ in self.path[at:]]
        del self.path[at:]
        self.here, self.has_come = node, False
        return lost


class Walks:
    """Walks that take turns, each by its number.

    Args:
        links: Of all nodes.
        steps: What draws a link of each node.
        arrows: Of the nodes in trees their edges, -1 for roots; the others come to it.
        count: How many walks.
    """

    def __init__(
        self,
        links: list[list[Link]],
        steps: list[EvenLinks | WeighedLinks],
        arrows: dict[int, int],
        count: int,
    ) -> None:
        self.links: list[list[Link]] = links
        self.steps: list[EvenLinks | WeighedLinks] = steps
        self.arrows: dict[int, int] = arrows
        self.walks: list[Walk] = [Walk(next(iter(arrows))) for _ in range(count)]
        self.owners: dict[int, int] = {}  # of a node, the number of the walk on whose path it is
        self.starts: Iterator[int] = iter([node for node, some in enumerate(links) if some])

    def run(self, bits: Bits) -> None:
        """Let all of them go, then each take its turn, until no node is left."""
        is_walking = True
        while is_walking:
            for walk in self.walks:
                walk.go()
            turns = [self.turn(number, bits) for number in range(len(self.walks))]
            is_walking = any(turns)

    def turn(self, number: int, bits: Bits) -> bool:
        """Draw a link, unless the walk is in a tree or waits; return whether it goes on."""
        walk = self.walks[number]
        if walk.here in self.arrows:
            for node, edge in walk.path:
                self.arrows[node] = edge
                del self.owners[node]
            walk.path = []
            start = next((node for node in self.starts if node not in self.arrows), None)
            walk.here = walk.here if start is None else start
            return start is not None
        if walk.here in self.owners:
            cycle = self.cycle(number) if walk.has_come else []
            if not cycle:
                return True
            # Each comes to the path of the next one, the last to that of the first.
            places = [self.walks[one].here for one in cycle]
            for one, place in zip([*cycle[1:], cycle[0]], places, strict=True):
                for node in self.walks[one].cut(place):
                    del self.owners[node]
        walk.link = self.links[walk.here][self.steps[walk.here].draw(bits)]
        walk.path.append((walk.here, walk.link[1]))
        self.owners[walk.here] = number
        return True

    def cycle(self, number: int) -> list[int]:
        """The walks that wait for each other, from this one on, if it closes a cycle."""
        found = [number]
        while (place := self.walks[found[-1]].here) in self.owners:
            owner = self.owners[place]
            if owner == number:
                return found
            if owner in found:
                break
            found.append(owner)
        return []
