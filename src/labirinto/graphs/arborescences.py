"""Directed graphs: how many trees lead to a root, and how likely an edge is in one.

The number is a determinant (W. T. Tutte 1948).  Nodes are eliminated one by one, as from a Markov
chain: ways through a node, from u and on to v, become edges of weight w(u) w(v) / d, where d is the
sum of the weights out of the node, and the number of trees is the product of all d.  Only positive
numbers are added, multiplied and divided, so each is right to the last digits, however unequal the
weights are (W. K. Grassmann, M. I. Taksar and D. P. Heyman, Operations Research 33, 1985).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from labirinto._internal.memory import check_memory
from labirinto._internal.progress import Progress
from labirinto.errors import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Elimination:
    """The edges of a graph whose nodes are numbered in the order of elimination, the root last.

    Args:
        ends: ``int[edges, 2]``, without self-loops.
        weights: ``float64[edges]``, above 0.
        nodes: How many.  From all of them edges lead to the last.
        progress: Called with the steps taken and all of them, for which ``escapes`` takes half.

    Attributes:
        sums: Of each node but the last, of the weights of its edges when it is eliminated.

    Raises:
        TooLargeError: If there is not enough memory.
    """

    def __init__(
        self,
        ends: NDArray[np.intp],
        weights: NDArray[np.float64],
        nodes: int,
        progress: Progress | None = None,
    ) -> None:
        check_memory(16.0 * nodes**2, f"A directed graph of {counted(nodes, 'node')}")
        self._nodes, self._progress = nodes, progress
        # Row u and column v: of the edges from u to v.  Each keeps what it had when the first of
        # the two was eliminated.
        self._rates = np.zeros((nodes, nodes))
        np.add.at(self._rates, (ends[:, 0], ends[:, 1]), weights)
        self.sums: NDArray[np.float64] = np.zeros(max(0, nodes - 1))
        for node in range(nodes - 1):
            self._report(node)
            outs, ins = self._outs(node), self._ins(node)
            to, back = self._rates[node, outs], self._rates[ins, node]
            self.sums[node] = to.sum()
            self._rates[np.ix_(ins, outs)] += np.outer(back, to / self.sums[node])
            self._rates[ins, ins] = 0

    def escapes(self) -> NDArray[np.float64]:
        """For nodes u and v, how likely an edge of weight 1 from u to v is in a tree.

        Let walks go along the edges to the root, and G(u, v) be the mean time that one from u
        spends at v.  The edge's likelihood is G(u, u) - G(v, u), which elimination of other nodes
        does not change.  So, last node first, those of a node follow from those of later ones.
        """
        found = np.zeros((self._nodes, self._nodes))
        for node in range(self._nodes - 2, -1, -1):
            self._report(2 * (self._nodes - 1) - 1 - node)
            later = slice(node + 1, None)
            outs, ins = self._outs(node), self._ins(node)
            shares = self._rates[node, outs] / self.sums[node]
            found[later, node] = found[later, outs] @ shares
            back = self._rates[ins, node]
            differences = found[ins, later] - found[ins, node][:, None]
            found[node, later] = (1 + back @ differences) / self.sums[node]
        self._report(2 * (self._nodes - 1))
        return found

    def _outs(self, node: int) -> NDArray[np.intp]:
        return node + 1 + np.flatnonzero(self._rates[node, node + 1 :])

    def _ins(self, node: int) -> NDArray[np.intp]:
        return node + 1 + np.flatnonzero(self._rates[node + 1 :, node])

    def _report(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, 2 * (self._nodes - 1))
