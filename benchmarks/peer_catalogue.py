"""The libraries that are compared, and their results."""

from __future__ import annotations

from dataclasses import dataclass, field

from process import cores


@dataclass(frozen=True)
class Peer:
    """One line of the tables.

    Attributes:
        name: In ``peer_runs.py``.
        what: As it is shown.
        library: Whose it is.
        uniform: Whether every maze of a size is equally likely.
        remark: What else to know.
        yardstick: The line that it is compared with.
    """

    name: str
    what: str
    library: str
    uniform: bool = True
    remark: str = ""
    yardstick: str = "labirinto-wilson"


@dataclass
class Result:
    """The results of a peer.

    Attributes:
        seconds: Medians, by the side of the maze.
        grown_bytes: Peaks of memory, likewise.
        digests: Of the mazes, likewise and seed by seed.
        probe: Seconds for the first small maze.
        remark: Why there is no more.
    """

    peer: Peer
    seconds: dict[int, float] = field(default_factory=dict)
    grown_bytes: dict[int, int] = field(default_factory=dict)
    digests: dict[int, list[str]] = field(default_factory=dict)
    probe: float | None = None
    remark: str = ""


ALL_CORES = f"{cores()} cores"
ELLER = "labirinto-eller"
SOLVE = "labirinto-solve"
GRAPH = "graph ready before the clock starts"
BLOCKS = "Wilson's, as a block of bytes"
ARRAYS = "from arrays of passages"
WEIGHTS = f"random weights; {GRAPH}"

MAKERS = (
    Peer("labirinto-wilson", "labirinto, Wilson's, one core", "labirinto"),
    Peer(
        "labirinto-wilson-all",
        f"labirinto, Wilson's, {ALL_CORES}",
        "labirinto",
        remark="on one core up to 2,048 rows",
    ),
    Peer(ELLER, "labirinto, Eller's, one core", "labirinto", uniform=False, yardstick=ELLER),
    Peer("pydaedalus-wilson", "pydaedalus, Wilson's", "pydaedalus"),
    Peer("pydaedalus-eller", "pydaedalus, Eller's", "pydaedalus", uniform=False, yardstick=ELLER),
    Peer("scipy-tree", "scipy, minimum_spanning_tree", "scipy", uniform=False, remark=WEIGHTS),
    Peer("igraph", "igraph, spanning_tree", "igraph", uniform=False, remark=WEIGHTS),
    Peer("graph-tool", "graph-tool, random_spanning_tree", "graph-tool", remark=GRAPH),
    Peer("igraph-c", "igraph in C, random_spanning_tree", "igraph in C", remark=GRAPH),
    Peer("mazelib-wilson", "mazelib, Wilsons", "mazelib"),
    Peer("mazelib-eller", "mazelib, Ellers", "mazelib", uniform=False, yardstick=ELLER),
    Peer("maze-dataset", "maze-dataset, gen_wilson", "maze-dataset"),
    Peer("networkx", "networkx, random_spanning_tree", "networkx", remark=GRAPH),
)
"""The generators of single mazes."""

DAEDALUS = {
    "wilson": "wilson",
    "aldous-broder": "aldous_broder",
    "kruskal": "",  # with its defaults it makes loops, and else always the same maze
    "backtracker": "recursive",
    "prim": "prim",
    "growing-tree": "tree",
    "hunt-and-kill": "perfect",
    "recursive-division": "division",
    "eller": "eller",
    "sidewinder": "sidewinder",
    "binary-tree": "binary",
}
"""Each algorithm, and its name in pydaedalus, which has the most of them; empty for none."""

FAMILY = tuple(
    Peer(
        f"{library}-{name}",
        f"{library}, {name}",
        library,
        uniform=name in ("wilson", "aldous-broder"),
        yardstick=f"labirinto-{name}",
    )
    for name, its in DAEDALUS.items()
    for library in ("labirinto", "pydaedalus")
    if its or library == "labirinto"
)
"""All algorithms, each in two libraries."""

ONLY_MANY = (
    Peer("labirinto-batch", "labirinto, batch, one core", "labirinto", remark=BLOCKS),
    Peer("labirinto-batch-all", f"labirinto, batch, {ALL_CORES}", "labirinto", remark=BLOCKS),
    Peer(
        "maze-dataset-parallel",
        f"maze-dataset, MazeDataset, {ALL_CORES}",
        "maze-dataset",
        remark="solved, too",
    ),
)
"""The generators of many mazes by one call."""

SOLVERS = (
    Peer(SOLVE, "labirinto, solve", "labirinto", yardstick=SOLVE),
    Peer("scipy-graph", "scipy, breadth_first_order", "scipy", remark=GRAPH, yardstick=SOLVE),
    Peer("scipy-arrays", "scipy, breadth_first_order", "scipy", remark=ARRAYS, yardstick=SOLVE),
)
"""The solvers."""
