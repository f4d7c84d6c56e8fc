"""GraphML: the maze as a graph, for programs that work on graphs."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO
from xml.parsers import expat

from labirinto._internal.extras import needing
from labirinto._internal.source import Source, check_cells
from labirinto.drawing.geometry import Drawing, checksum
from labirinto.drawing.meshes import centre_of
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError, cause
from labirinto.formats._notes import mesh_of_json, recipe_of_json, unchanged
from labirinto.grids import Grid
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Label, Mesh, label_text
from labirinto.grids.networks import cell_named, one_way
from labirinto.grids.rectangle import Rectangle, mask_of_cells
from labirinto.grids.wall_bits import bits_of_flags, cells_beside, flags_of_bits
from labirinto.maze import Maze
from labirinto.recipe import Recipe

if TYPE_CHECKING:
    import networkx


def check_graphml(drawing: Drawing) -> None:
    """Check that networkx is installed."""
    with needing("GraphML needs networkx", "networkx"):
        import_module("networkx")


def write_graphml(drawing: Drawing, stream: BinaryIO) -> None:
    """Write the graph of ``Maze.to_networkx``: cells are the nodes ``x,y``, passages the edges.

    Nodes have the numbers x and y, edges of the path have ``solution``, and the graph has
    ``width``, ``height``, ``recipe`` (JSON), ``start``, ``end`` (nodes) and ``open``, where they
    are known, and ``check``, a checksum of these and of the passages.  On a grid that is not a
    rectangle the graph has ``grid`` (its spec as JSON) instead of a size, nodes have the middle of
    their cell as x and y, and of several floors their ``floor``, and edges ``walls``, the numbers
    of the walls that passages lead through, mostly one.  networkx takes some 4 kB of memory and 30
    microseconds for a cell, which takes 140 bytes in the file: a million cells are many here.
    """
    from json import dumps

    import networkx

    maze, grid, path = drawing.maze, drawing.maze.grid, drawing.path
    ends = drawing.ends_of_path()
    graph: networkx.Graph[str] = networkx.Graph()
    for name, value in grid.entries.items():
        graph.graph[name] = dumps(value) if grid.kind else value
    if maze.recipe:
        graph.graph["recipe"] = dumps(maze.recipe.as_dict())
    if ends:
        start, end = map(label_text, ends)
        graph.graph.update(start=start, end=end, open=ends.open)
    graph.graph["check"] = checksum(maze, ends)
    if isinstance(grid, Mesh):
        _add_mesh(graph, grid, maze.bits)
    else:
        for x, y in grid:
            graph.add_node(label_text((x, y)), x=x, y=y)
        graph.add_edges_from((label_text(one), label_text(two)) for one, two in maze.passages())
    for cell, other in pairwise(map(label_text, path or ())):
        graph.edges[cell, other]["solution"] = True
    # This variant uses no other XML library, so the bytes are always the same.
    networkx.write_graphml_xml(graph, stream)
    stream.write(b"\n")


def _add_mesh(graph: networkx.Graph[str], mesh: Mesh, bits: bytes) -> None:
    names = list(map(label_text, mesh))
    storeys = mesh if isinstance(mesh, Linked) and mesh.floors > 1 else None
    for index, name in enumerate(names):
        x, y = centre_of(mesh, index)
        floor = {"floor": storeys.floor_of(index)} if storeys else {}
        graph.add_node(name, x=round(x, 4), y=round(y, 4), **floor)
    beside = cells_beside(mesh)
    for wall, is_open in enumerate(flags_of_bits(mesh, bits)):
        if is_open:
            one, other = names[beside[2 * wall]], names[beside[2 * wall + 1]]
            before = f"{graph.edges[one, other]['walls']} " if graph.has_edge(one, other) else ""
            graph.add_edge(one, other, walls=f"{before}{wall}")


_PIECE = 1 << 16
_LONGEST_TEXT = 1 << 20


def read_graphml(source: Source) -> tuple[Maze, Ends | None]:
    """Read a graph whose nodes are the cells of a rectangle, or of the grid that it names.

    The cell of a node is given by its whole numbers x and y, or else by its name, ``x,y`` or
    ``(x, y)``; if the graph has a grid, by its name alone.

    Raises:
        FileFormatError: If it is no graph of a maze, has an edge that leads only one way, or is
            damaged.
        TooLargeError: If there is not enough memory.
    """
    graph = _Graph()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = graph.begin
    parser.EndElementHandler = graph.finish
    parser.CharacterDataHandler = graph.text
    parser.StartDoctypeDeclHandler = _refuse_dtd
    try:
        while piece := source.read(_PIECE):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
        return graph.maze()
    except LabirintoError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        # The latter two are for encodings that do not exist, or not in XML.
        raise FileFormatError(f"its XML is damaged ({cause(error)}).") from None


def _refuse_dtd(*declared: object) -> None:
    raise FileFormatError("it declares a DTD, which GraphML does not need.")


class _Graph:
    """The part of a graph that has been read so far."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # of data, by their keys
        self._graphs = 0
        self._default = ""  # whether edges that say nothing are directed
        self._about: dict[str, str] = {}  # of the graph
        self._data = self._about  # of the graph, or of the node that is open
        self._cells: dict[str, Label] = {}
        self._edges: list[tuple[str, str]] = []
        self._directed: set[tuple[str, str]] = set()  # those that lead only to their target
        self._walls: list[str] = []  # through which each edge leads
        self._node: str | None = None
        self._key: str | None = None
        self._written: list[str] = []
        self._length = 0

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the beginning of an element."""
        kind = tag.rpartition(" ")[2]
        if kind == "graph":
            self._graphs += 1
            self._default = attributes.get("edgedefault", "")
            if self._graphs > 1:
                raise FileFormatError("it has more than one graph.")
        elif kind == "key":
            self._names[_needed(attributes, "id")] = attributes.get("attr.name", "")
        elif kind == "node":
            self._node = _needed(attributes, "id")
            self._data = {}
        elif kind == "edge":
            edge = _needed(attributes, "source"), _needed(attributes, "target")
            self._edges.append(edge)
            if attributes.get("directed", self._default) in ("true", "directed"):
                self._directed.add(edge)
            self._data = {}
        elif kind == "data":
            self._key = _needed(attributes, "key")
            self._written, self._length = [], 0

    def text(self, text: str) -> None:
        """Handle a piece of text in an element."""
        if self._key is not None:
            self._length += len(text)
            if self._length > _LONGEST_TEXT:
                raise FileFormatError("it has a longer text than any maze.")
            self._written.append(text)

    def finish(self, tag: str) -> None:
        """Handle the end of an element."""
        kind = tag.rpartition(" ")[2]
        if kind == "data" and self._key is not None:
            self._data[self._names.get(self._key, self._key)] = "".join(self._written)
            self._key = None
        elif kind == "node" and self._node is not None:
            if self._node in self._cells:
                raise FileFormatError(f"the node {self._node[:40]!r} is defined twice.")
            self._cells[self._node] = _cell(self._node, self._data)
            self._node = None
            self._data = self._about
        elif kind == "edge":
            self._walls.append(self._data.get("walls", ""))
            self._data = self._about

    def maze(self) -> tuple[Maze, Ends | None]:
        """Return the maze and its ends, once all has been read."""
        maze, ends = self._maze()
        return unchanged(maze, ends, self._about.get("check")), ends

    def _maze(self) -> tuple[Maze, Ends | None]:
        if not self._cells:
            raise FileFormatError("it has no nodes that could be cells.")
        for one, other in self._edges:
            if (one, other) in self._directed and (other, one) not in self._directed:
                raise FileFormatError(one_way(one[:40], other[:40]))
        if "grid" in self._about:
            return self._mesh_maze(mesh_of_json(self._about["grid"]))
        if any(len(cell) != 2 for cell in self._cells.values()):
            raise FileFormatError("its nodes are not named x,y.")
        width, height = (max(side) + 1 for side in zip(*self._cells.values(), strict=True))
        found = len(set(self._cells.values()))
        mask = None
        declared = self._declared_size()
        if found == len(self._cells) and declared and declared != (width, height, found):
            width, height, _ = declared
            mask = self._mask(width, height)
        elif found != width * height or found != len(self._cells):
            raise FileFormatError(
                f"its {len(self._cells)} nodes are not the cells of a {width}x{height} maze."
            )
        grid = Rectangle(width, height, mask)
        recipe = self._recipe(grid)
        rows = grid.bits_of((self._at(node), self._at(other)) for node, other in self._edges)
        maze = Maze.from_bits(grid, rows, recipe=recipe)
        return maze, self._ends(maze)

    def _mesh_maze(self, mesh: Mesh) -> tuple[Maze, Ends | None]:
        self._cells = {node: _cell(node, {}) for node in self._cells}
        # Before the walls of a grid are listed, which takes much more memory than its spec.
        if len(set(self._cells.values())) != len(self._cells) or len(self._cells) != len(mesh):
            raise FileFormatError(
                f"its {len(self._cells)} nodes are not the {len(mesh)} cells of the grid "
                f"{mesh.text}."
            )
        recipe = self._recipe(mesh)
        flags = bytearray(mesh.walls)
        for (one, other), named in zip(self._edges, self._walls, strict=True):
            between = mesh.walls_between(mesh.index(self._at(one)), mesh.index(self._at(other)))
            walls = set(named.split()) or {str(wall) for wall in between[:1]}
            if not walls or not walls <= set(map(str, between)):
                raise FileFormatError(f"there is no wall between {one[:40]!r} and {other[:40]!r}.")
            for wall in walls:
                flags[int(wall)] = 1
        maze = Maze.from_bits(mesh, bits_of_flags(bytes(flags)), recipe=recipe)
        return maze, self._ends(maze)

    def _declared_size(self) -> tuple[int, int, int] | None:
        """Return width, height and cells that the graph itself claims."""
        try:
            width, height = int(self._about["width"]), int(self._about["height"])
            return width, height, width * height
        except (KeyError, ValueError):
            return None

    def _mask(self, width: int, height: int) -> bytes:
        """Return the mask of the nodes, which must explain the size."""
        grid = Rectangle(width, height)
        check_cells(width, height, len(self._cells))
        if strange := [cell for cell in self._cells.values() if cell not in grid]:
            raise FileFormatError(f"its node {strange[0]} is not in a {width}x{height} maze.")
        return mask_of_cells(self._cells.values(), width, height)

    def _recipe(self, grid: Grid) -> Recipe | None:
        text = self._about.get("recipe")
        return None if text is None else recipe_of_json(text, grid.entries)

    def _ends(self, maze: Maze) -> Ends | None:
        if "start" not in self._about or "end" not in self._about:
            return None
        start, end = (self._at(self._about[name]) for name in ("start", "end"))
        is_open = self._about.get("open", "").lower() in ("true", "1")
        return Ends(start, end, open=is_open).check(maze.grid)

    def _at(self, node: str) -> Label:
        try:
            return self._cells[node]
        except KeyError:
            raise FileFormatError(
                f"it refers to a node {node[:40]!r} that it does not have."
            ) from None


def _needed(attributes: dict[str, str], name: str) -> str:
    if name not in attributes:
        raise FileFormatError(f"one of its elements lacks the attribute {name}.")
    return attributes[name]


def _cell(node: str, data: dict[str, str]) -> Label:
    cell = cell_named(f"{data.get('x')},{data.get('y')}") or cell_named(node)
    if not cell:
        raise FileFormatError(
            f"the node {node[:40]!r} is not a cell: it has no whole numbers x and y."
        )
    return cell
