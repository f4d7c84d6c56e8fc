"""The judge of the side-by-side with other libraries, and how their mazes are brought before it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tiers import thinned

import labirinto

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def runs() -> Any:
    """The module that runs where the peers are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        import peer_runs

        yield peer_runs


@pytest.fixture(scope="module")
def judge(runs: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from peer_environment import compiled

    return runs.Judge(str(compiled("spanning_tree", tmp_path_factory.mktemp("judge"))))


@pytest.fixture(scope="module")
def converters(runs: ModuleType) -> Any:
    """The module that brings mazes from everywhere into rows."""
    import peer_rows

    return peer_rows


@pytest.mark.parametrize(
    ("algorithm", "side"), thinned(product(labirinto.ALGORITHMS, [1, 2, 7, 8, 9, 40]), 5)
)
def test_our_mazes_are_spanning_trees(judge: Any, algorithm: str, side: int) -> None:
    judge(labirinto.generate(algorithm, side, side, seed=side).rows, side)


def test_no_passage_may_be_missing_or_added(judge: Any) -> None:
    rows = labirinto.wilson(9, 9, seed=1).rows
    for bit in range(8 * len(rows)):
        spoilt = bytearray(rows)
        spoilt[bit // 8] ^= 1 << bit % 8
        with pytest.raises(AssertionError, match="no spanning tree"):
            judge(bytes(spoilt), 9)


@pytest.mark.parametrize("side", [2, 8, 13])
def test_passages_from_everywhere_are_the_same_rows(converters: Any, side: int) -> None:
    maze = labirinto.wilson(side, side, seed=2)
    exits = np.asarray(maze)
    blocks = np.asarray(maze.blocks())
    opened = blocks.copy()
    opened[0, 1] = opened[-1, -2] = opened[1, 0] = 0
    ends, others = converters.passages_of(maze.rows, side)
    assert converters.packed(exits & 2 != 0, exits & 4 != 0) == maze.rows
    assert converters.packed_floor(opened == 0) == maze.rows
    assert converters.packed_edges(others, ends, side) == maze.rows


def test_edges_that_are_none_are_seen(converters: Any) -> None:
    with pytest.raises(AssertionError, match="not neighbours"):
        converters.packed_edges(np.array([0, 1]), np.array([1, 0]), 3)
    with pytest.raises(AssertionError, match="not neighbours"):
        converters.packed_edges(np.array([0]), np.array([4]), 3)
