"""GraphML: the maze as a graph, for programs that work on graphs."""

from __future__ import annotations

from itertools import pairwise
from typing import BinaryIO

from labirinto.errors import MissingExtraError
from labirinto.render.drawing import Drawing


def write_graphml(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the graph of ``Maze.to_networkx``: cells are the nodes ``x,y``, passages the edges.

    Nodes have the numbers x and y, edges of the path have ``solution``, and the graph has
    ``width``, ``height``, ``recipe`` (JSON), ``start``, ``end`` (nodes) and ``open``, where they
    are known.  A cell takes some 4 kB of memory and 30 microseconds while networkx is at it, and
    140 bytes of the file: a million cells are a lot here.

    Raises:
        InvalidValueError: if the path joins other cells than the ends.
        MissingExtraError: if networkx is not installed.
    """
    from json import dumps

    try:
        import networkx
    except ImportError:
        raise MissingExtraError(
            "GraphML needs networkx: pip install 'labirinto[networkx]'."
        ) from None
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path("GraphML")
    graph: networkx.Graph[str] = networkx.Graph(width=maze.width, height=maze.height)
    if maze.recipe:
        graph.graph["recipe"] = dumps(maze.recipe.as_dict())
    if ends:
        graph.graph.update(start=_name(ends.start), end=_name(ends.end), open=ends.open)
    for y in range(maze.height):
        for x in range(maze.width):
            graph.add_node(_name((x, y)), x=x, y=y)
    graph.add_edges_from((_name(cell), _name(other)) for cell, other in maze.passages())
    for cell, other in pairwise(path or ()):
        graph.edges[_name(cell), _name(other)]["solution"] = True
    # The variant that looks for no other XML library, so that the bytes are always the same.
    networkx.write_graphml_xml(graph, stream)
    stream.write(b"\n")


def _name(cell: tuple[int, int]) -> str:
    return "{},{}".format(*cell)
