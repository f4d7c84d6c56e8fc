"""A maze out to arrays and what it shows, and back from what others have made."""

import igraph
import networkx
import numpy as np
import pytest
import rustworkx
from spanning import AWKWARD
from tiers import thinned

import labirinto
from labirinto import InvalidValueError, Maze

SIZES = [size for size in AWKWARD if size[0] * size[1] < 2000]


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_a_maze_comes_back_from_its_cells_in_any_form(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    array = np.asarray(maze)
    lists = maze.cells().tolist()
    forms = [
        *(maze.cells(), lists, map(tuple, lists), [bytes(line) for line in lists]),
        *(array, array.astype(np.int64), array.astype(">i4"), np.asfortranarray(array)),
        *(array[::-1, ::-1].copy()[::-1, ::-1], list(array), array.astype(object)),
    ]
    for cells in forms:
        assert Maze.from_cells(cells) == maze


@pytest.mark.parametrize(("width", "height"), thinned(SIZES, 4))
def test_a_maze_comes_back_from_its_blocks_in_any_form(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    blocks = maze.blocks()
    array = np.asarray(blocks)
    for form in (blocks, blocks.tolist(), array, array.astype(bool), array.astype(np.int64)):
        assert Maze.from_blocks(form) == maze
    if width * height > 1:
        assert Maze.from_blocks(maze.blocks(labirinto.suggest_ends(maze))) == maze


def test_corners_of_cells_make_no_difference_in_blocks():
    maze = Maze.from_cells([[6, 12], [3, 9]])
    blocks = maze.blocks().tolist()
    blocks[2][2] ^= 1
    assert Maze.from_blocks(blocks) == maze


def test_what_is_no_picture_in_blocks_is_refused():
    for blocks in (None, 5, "1", [[2]], [["1"]], [1, 0], np.zeros((3, 3))):
        with pytest.raises(InvalidValueError, match="rows of 0 for floor and 1 for wall"):
            Maze.from_blocks(blocks)
    for rows, columns in ((0, 0), (1, 3), (3, 1), (4, 3), (3, 4), (3, 0)):
        with pytest.raises(InvalidValueError, match=f"{columns if rows else 0}x{rows} blocks are"):
            Maze.from_blocks([[1] * columns] * rows)
    with pytest.raises(InvalidValueError, match=r"blocks\[1\] has 2 blocks, .* above it have 3"):
        Maze.from_blocks([[1, 1, 1], [1, 1], [1, 1, 1]])
    with pytest.raises(InvalidValueError, match="In the blocks the cell 1,0 is a wall"):
        Maze.from_blocks([[1] * 5, [1, 0, 0, 1, 1], [1] * 5])


def test_a_maze_comes_back_from_its_graph():
    for maze in (labirinto.kruskal(9, 7, seed=1), labirinto.wilson(1, 1), Maze(3, 2, bytes(4))):
        graph = maze.to_networkx()
        assert Maze.from_passages(maze.width, maze.height, graph.edges) == maze
        for other in (graph, graph.to_directed(), networkx.MultiGraph(graph)):
            assert Maze.from_networkx(other) == maze
    tree = networkx.bfs_tree(networkx.grid_2d_graph(4, 3), (1, 1)).to_undirected()
    maze = Maze.from_networkx(tree)
    assert (maze.width, maze.height, maze.is_perfect) == (4, 3, True)
    assert networkx.utils.graphs_equal(maze.to_networkx(), tree)


def test_a_passage_that_leads_only_one_way_is_refused():
    ways = networkx.DiGraph([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1))])
    ways.add_edges_from([((1, 0), (0, 0)), ((0, 1), (1, 1))])
    for graph in (ways, networkx.MultiDiGraph(ways)):
        with pytest.raises(InvalidValueError, match=r"from \(1, 0\) to \(1, 1\) leads only one"):
            Maze.from_networkx(graph)
    ways.add_edge((1, 1), (1, 0))
    assert len(list(Maze.from_networkx(ways).passages())) == 3


def test_a_graph_of_another_form_is_refused():
    cells = networkx.grid_2d_graph(3, 2)
    cells.remove_node((1, 1))
    below = networkx.Graph([((0, 0), (-1, 0))])
    for graph, message in (
        (None, "The graph is NoneType, not a networkx"),
        (rustworkx.generators.grid_graph(3, 2), "The graph is PyGraph, not a networkx"),
        (igraph.Graph.Lattice([3, 2]), "The graph is Graph, not a networkx"),
        (networkx.Graph(), "The graph has no nodes"),
        (networkx.path_graph(3), "0 is not a cell"),
        (cells, r"no node \(1, 1\); a 3x2 maze"),
        (below, r"The node \(-1, 0\) is not a cell"),
        (networkx.Graph([("0,0", "(0, 0)")]), "Two nodes .* are the cell 0,0"),
        (networkx.Graph([("0,0", "a,b")]), "'a,b' is not a cell"),
        (networkx.Graph([((0, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0), (1, 1))]), "0,1 and 1,0 are"),
    ):
        with pytest.raises(InvalidValueError, match=message):
            Maze.from_networkx(graph)


@pytest.mark.parametrize(
    "cells",
    [
        *(None, 5, "4", b"4", [4, 1], [[[4]], [[1]]], [["4"], ["1"]], [[4.0], [1.0]], {4: 1}),
        *([[17]], [[-1]], [[256]], np.array(4), np.array([4, 1]), np.ones((2, 1))),
        *(np.zeros((2, 2, 2), np.uint8), labirinto.wilson(2, 2, seed=1)),
    ],
    ids=repr,
)
def test_what_is_no_array_of_cells_is_refused(cells):
    with pytest.raises(InvalidValueError, match="rows of whole numbers from 0 to 15"):
        Maze.from_cells(cells)


def test_cells_of_no_size_or_of_several_are_refused():
    for cells in ([], [[]], np.zeros((0, 3), int)):
        with pytest.raises(InvalidValueError, match="width is 0; it must be from 1"):
            Maze.from_cells(cells)
    with pytest.raises(InvalidValueError, match=r"cells\[1\] has 1 cells, .* above it have 2"):
        Maze.from_cells([[4, 4], [1]])


@pytest.mark.parametrize(
    ("bit", "side"), [(1, "north"), (2, "west"), (4, "north"), (8, "west")], ids=str
)
def test_cells_that_contradict_each_other_are_refused(bit, side):
    cells = np.asarray(labirinto.wilson(4, 3, seed=1))
    cells[1, 1] ^= bit
    with pytest.raises(InvalidValueError, match=f"contradicts its neighbours .* passage {side}"):
        Maze.from_cells(cells)


@pytest.mark.parametrize(("x", "y", "bit"), [(1, 0, 1), (3, 1, 2), (1, 2, 4), (0, 1, 8)])
def test_cells_that_lead_out_of_the_maze_are_refused(x, y, bit):
    cells = np.asarray(labirinto.wilson(4, 3, seed=1))
    cells[y, x] |= bit
    with pytest.raises(InvalidValueError, match=f"or the frame at the cell {x},{y}"):
        Maze.from_cells(cells)


def test_arrays_can_be_written_to_where_it_is_said():
    maze = labirinto.wilson(4, 3, seed=1)
    assert np.asarray(maze).flags.writeable
    assert np.asarray(labirinto.solve(maze, (0, 0), (3, 2))).flags.writeable
    assert not np.asarray(maze.cells()).flags.writeable
    assert not np.asarray(maze.blocks()).flags.writeable


def test_a_recipe_of_another_maze_is_refused():
    maze = labirinto.wilson(4, 3, seed=1)
    assert Maze(4, 3, maze.rows, recipe=maze.recipe).recipe == maze.recipe
    for width, height in ((3, 4), (4, 4), (5, 3)):
        other = labirinto.wilson(width, height, seed=1).recipe
        with pytest.raises(InvalidValueError, match=f"to a {width}x{height} maze, .* is 4x3"):
            Maze(4, 3, maze.rows, recipe=other)
    with pytest.raises(InvalidValueError, match=r"recipe is 'x'; it must be a labirinto\.Recipe"):
        Maze(4, 3, maze.rows, recipe="x")


def test_a_notebook_shows_no_more_than_it_can():
    shown = labirinto.eller(500, 200, seed=1)
    assert shown._repr_svg_().startswith("<svg")
    assert labirinto.eller(500, 201, seed=1)._repr_svg_() is None
