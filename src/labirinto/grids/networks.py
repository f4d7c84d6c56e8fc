"""Mazes as networkx graphs: cells are nodes, passages edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labirinto._internal.extras import needing
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.kinds import from_spec
from labirinto.grids.mesh import Label, Mesh
from labirinto.grids.rectangle import Rectangle, as_cell, mask_of_cells
from labirinto.grids.wall_bits import open_walls, walls_between

if TYPE_CHECKING:
    import networkx


def new_graph(grid: Grid) -> networkx.Graph[Label]:
    """A graph of the cells of a grid, without edges.

    Its attributes describe the grid, unless it is a whole rectangle.

    Raises:
        MissingExtraError: If networkx is not installed.
    """
    with needing("A graph needs networkx", "networkx"):
        import networkx
    graph: networkx.Graph[Label] = networkx.Graph()
    if isinstance(grid, Mesh):
        graph.graph["grid"] = grid.spec
    elif grid.mask is not None:
        graph.graph.update(width=grid.width, height=grid.height)
    graph.add_nodes_from(grid)
    return graph


def add_passages(graph: networkx.Graph[Label], mesh: Mesh, bits: bytes) -> None:
    """Add the passages of a maze on a mesh, each with a tuple ``walls`` of the walls it leads
    through: two where two passages join the same cells.
    """
    for wall, one, other in open_walls(mesh, bits):
        before = graph.edges[one, other]["walls"] if graph.has_edge(one, other) else ()
        graph.add_edge(one, other, walls=(*before, wall))


def grid_of(graph: Any) -> Grid:
    """The grid of which a graph has the cells.

    Raises:
        InvalidValueError: If it is no graph, or has not all cells of a grid.
    """
    try:
        nodes, about = list(graph.nodes), graph.graph
        graph.edges  # noqa: B018
    except AttributeError:
        raise InvalidValueError(
            f"The graph is {type(graph).__name__}, not a networkx.Graph."
        ) from None
    if "grid" in about:
        mesh = from_spec(about["grid"])
        cells = {mesh.check_cell(node) for node in nodes}
        _check_complete(mesh, cells)
        return mesh
    if not nodes:
        raise InvalidValueError("The graph has no nodes; a maze has at least one cell.")
    squares = {as_cell(node) for node in nodes}
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


def _check_complete(grid: Grid, cells: set[Any]) -> None:
    if len(cells) != len(grid):
        missing = next(cell for cell in grid if cell not in cells)
        raise InvalidValueError(
            f"The graph has no node {missing}; a {grid.text} maze needs one for every cell."
        )


def bits_of_graph(graph: networkx.Graph[Label], mesh: Mesh) -> bytes:
    """The bits of the maze on a mesh whose passages are the edges of a graph.

    An edge without the attribute ``walls`` is a passage through the first wall between its cells.

    Raises:
        InvalidValueError: If an edge joins two cells that are not neighbours, or names walls that
            are not between its cells.
    """
    bits = bytearray(mesh.maze_bytes)
    for one, other, about in graph.edges(data=True):
        between = walls_between(mesh, mesh.index(one), mesh.index(other))
        try:
            walls = set(about.get("walls", between[:1]))
        except TypeError:
            walls = set()
        if not walls or not walls <= set(between):
            raise InvalidValueError(f"There is no such wall between the cells {one} and {other}.")
        for wall in walls:
            bits[wall // 8] |= 1 << wall % 8
    return bytes(bits)
