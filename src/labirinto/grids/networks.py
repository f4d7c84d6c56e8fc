"""Mazes as networkx graphs: cells are nodes, passages edges."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from json import loads
from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Grid, is_whole
from labirinto.grids.kinds import from_spec
from labirinto.grids.mesh import Label, Mesh, as_label, label_text
from labirinto.grids.rectangle import Rectangle, as_cell, mask_of_cells

if TYPE_CHECKING:
    import networkx

_NAME = re.compile(r"\(?(\d{1,10})(?:, ?(\d{1,10}))?(?:, ?(\d{1,10}))?\)?", re.ASCII)


def graph_of(grid: Grid, bits: bytes) -> networkx.Graph[Label]:
    """The graph of a maze on a grid.

    Its attributes describe the grid, unless it is a whole rectangle.  On a mesh each edge has a
    tuple ``walls`` of the walls that it leads through: two where two passages join the same cells.

    Raises:
        MissingExtraError: If networkx is not installed.
    """
    with needing("A graph needs networkx", "networkx"):
        import networkx
    graph: networkx.Graph[Label] = networkx.Graph()
    if not is_whole(grid):
        graph.graph.update(grid.entries)
    graph.add_nodes_from(grid)
    if not isinstance(grid, Mesh):
        graph.add_edges_from(grid.passages(bits))
        return graph
    for wall, one, other in grid.open_walls(bits):
        before = graph.edges[one, other]["walls"] if graph.has_edge(one, other) else ()
        graph.add_edge(one, other, walls=(*before, wall))
    return graph


def cell_named(text: str) -> Label | None:
    """The cell of a node that is named ``x,y``, ``(x, y)`` or ``7``; None for any other name."""
    match = _NAME.fullmatch(text)
    return as_label([int(number) for number in match.groups() if number]) if match else None


def maze_parts(graph: Any) -> tuple[Grid, bytes]:
    """The grid of which a graph has the cells, and the bits of the maze whose passages it has.

    Raises:
        InvalidValueError: If it is no graph, has not all cells of a grid, has an edge between two
            cells that are not neighbours, or one that leads only one way.
        TooLargeError: If there is not enough memory.
    """
    try:
        nodes, about = list(graph.nodes), graph.graph
        edges = [(one, other, dict(data)) for one, other, data in graph.edges(data=True)]
        is_directed = graph.is_directed()
    except (AttributeError, TypeError):  # the latter for graphs of rustworkx
        raise InvalidValueError(
            f"The graph is {type(graph).__name__}, not a networkx.Graph."
        ) from None
    if is_directed:
        _check_two_way(graph)
    cells = {node: (isinstance(node, str) and cell_named(node)) or node for node in nodes}
    passages = [(cells[one], cells[other], data.get("walls")) for one, other, data in edges]
    grid = _grid_of(list(cells.values()), about)
    if isinstance(grid, Mesh):
        return grid, _bits_on_mesh(grid, passages)
    return grid, grid.bits_of((one, other) for one, other, _ in passages)


def _check_two_way(graph: networkx.DiGraph[Any]) -> None:
    """Check that each edge of a directed graph has its opposite.

    Raises:
        InvalidValueError: If one has none.
    """
    for one, other in graph.edges():
        if not graph.has_edge(other, one):
            raise InvalidValueError(one_way(one, other))


def one_way(one: object, other: object) -> str:
    """The sentence that refuses an edge of a directed graph that has no opposite."""
    return (
        f"The edge from {shown(one)} to {shown(other)} leads only one way, but a passage leads "
        "both ways; give an undirected graph, or add the opposite of each edge."
    )


def _grid_of(nodes: list[Any], about: dict[str, Any]) -> Grid:
    """The grid of which a graph has the cells.

    Raises:
        InvalidValueError: If the nodes are not all cells of a grid.
    """
    if "grid" in about:
        spec = about["grid"]
        if isinstance(spec, str):  # as in a file
            with suppress(ValueError, RecursionError):
                spec = loads(spec)
        mesh = from_spec(spec)
        _check_complete(mesh, _different(map(mesh.check_cell, nodes)))
        return mesh
    if not nodes:
        raise InvalidValueError("The graph has no nodes; a maze has at least one cell.")
    squares = _different(map(as_cell, nodes))
    is_masked = "width" in about and "height" in about
    if is_masked:
        grid = Rectangle(about["width"], about["height"])
    else:
        grid = Rectangle(max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1)
    if strange := [cell for cell in squares if cell not in grid]:
        raise InvalidValueError(f"The node {strange[0]} is not a cell of the rectangle.")
    if is_masked:
        mask = mask_of_cells(squares, grid.width, grid.height)
        return Rectangle(grid.width, grid.height, mask)
    _check_complete(grid, squares)
    return grid


def _different(cells: Iterable[Label]) -> set[Any]:
    """The cells of the nodes.

    Raises:
        InvalidValueError: If two nodes are the same cell.
    """
    found: set[Label] = set()
    for cell in cells:
        if cell in found:
            raise InvalidValueError(f"Two nodes of the graph are the cell {label_text(cell)}.")
        found.add(cell)
    return found


def _check_complete(grid: Grid, cells: set[Any]) -> None:
    if len(cells) != len(grid):
        missing = next(cell for cell in grid if cell not in cells)
        raise InvalidValueError(
            f"The graph has no node {missing}; a {grid.text} maze needs one for every cell."
        )


def _bits_on_mesh(mesh: Mesh, passages: Iterable[tuple[Any, Any, Any]]) -> bytes:
    """The bits of a maze on a mesh, from its passages as two cells and the walls they lead through.

    Without walls, as None, it is the first wall between the cells.

    Raises:
        InvalidValueError: If two cells are not neighbours, or have no such walls.
    """
    bits = bytearray(mesh.maze_bytes)
    for one, other, named in passages:
        between = mesh.walls_between(mesh.index(one), mesh.index(other))
        try:
            # A file has their numbers in a text.
            walls = set(map(int, named.split()) if isinstance(named, str) else named or between[:1])
        except (TypeError, ValueError):
            walls = set()
        if not walls or not walls <= set(between):
            raise InvalidValueError(f"There is no such wall between the cells {one} and {other}.")
        for wall in walls:
            bits[wall // 8] |= 1 << wall % 8
    return bytes(bits)
