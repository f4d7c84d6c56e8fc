"""CSV, GraphML, tokens and blocks: what other programs find in ours, and what we take of theirs."""

import csv
import io
import subprocess
import sys
import tracemalloc

import networkx as nx
import pytest
from files import back, drawn, refused

import labirinto
from labirinto import Ends, Maze
from labirinto.drawing.geometry import Drawing
from labirinto.grids import mask


def text_of(maze, format, **laid_over):
    return drawn(maze, format, **laid_over).decode()


MAZE = Maze.from_passages(3, 2, [((x, 0), (x + 1, 0)) for x in (0, 1)] + [((2, 0), (2, 1))])
SMALL = Maze.from_passages(2, 2, [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1))])
"""Its one wall inside goes down from the middle."""

# CSV


def test_csv_has_the_runs_of_walls_for_any_reader_of_csv():
    maze = labirinto.wilson(7, 5, seed=1)
    ends = Ends((0, 0), (6, 4), open=True)
    found = list(csv.DictReader(io.StringIO(text_of(maze, "csv", ends=ends))))
    assert [tuple(map(int, row.values())) for row in found] == list(
        Drawing(maze, ends=ends).wall_runs()
    )
    assert list(found[0]) == ["x0", "y0", "x1", "y1"]


def test_csv_is_read_in_any_order_and_from_any_spreadsheet():
    lines = text_of(MAZE, "csv").splitlines()
    shuffled = [lines[0], *lines[:0:-1]]
    assert back("\ufeff" + "\r\n".join([*shuffled, "", ""])) == (MAZE, None)
    turned = [",".join([*line.split(",")[2:], *line.split(",")[:2]]) for line in lines[1:]]
    assert back("\n".join([lines[0], *turned])) == (MAZE, None)


def test_csv_without_walls_inside_is_one_room():
    room, _ = back("x0,y0,x1,y1\n0,0,2,0\n2,0,2,2\n0,0,0,2\n0,2,2,2\n")
    assert len(list(room.passages())) == 4


FRAME = "x0,y0,x1,y1\n0,0,3,0\n3,0,3,2\n0,0,0,2\n0,2,3,2\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x0,y0,x1,y1,\n", "first line"),
        ("x0,y0,x1,y1\n", "width is 0"),
        (FRAME + "1,1,2\n", "line 6 is not four whole numbers"),
        (FRAME + "1,1,2,1.5\n", "line 6"),
        (FRAME + "1,1,2,-1\n", "line 6"),
        (FRAME + "1,1,1,1\n", "1,1,1,1 is neither vertical nor horizontal"),
        (FRAME + "0,0,1,1\n", "neither vertical nor horizontal"),
        (FRAME + "0,1,3,1\n" * 9, "overlap"),
        (FRAME + "0,1,9,1\n", "openings"),
        (FRAME.replace("0,0,3,0", "1,0,3,0"), "1 openings"),
        (FRAME + "0,1,9999999999,1\n", "9999999999; it must be from 1"),
        (FRAME + "0,1,99999999,1\n0,0,0,99999999\n", "99999999 x 99999999 cells, too many"),
    ],
)
def test_what_is_no_csv_of_walls_is_refused(text, complaint):
    refused(text, complaint)


def test_a_few_walls_cannot_claim_much_memory_or_time():
    side = 2000
    long = f"0,1,{side},1\n1,0,1,{side}\n" * 3000
    tracemalloc.start()
    refused(f"x0,y0,x1,y1\n0,0,{side},0\n0,0,0,{side}\n{long}", "overlap")
    refused("x0,y0,x1,y1\n0,0,1,0\n0,0,0,2147483647\n", "too many for its 37 bytes")
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


# GraphML


def test_networkx_reads_the_graph_with_all_that_belongs_to_it():
    maze = labirinto.wilson(5, 4, seed="<&\U0001f600")
    ends = Ends((0, 0), (4, 3), open=True)
    path = labirinto.solve(maze, *ends)
    graph = nx.parse_graphml(text_of(maze, "graphml", ends=ends, path=path))
    assert {(node["x"], node["y"]) for _, node in graph.nodes(data=True)} == set(
        maze.to_networkx().nodes
    )
    assert nx.is_tree(graph)
    assert all(graph.has_edge(f"{x},{y}", f"{x2},{y2}") for (x, y), (x2, y2) in maze.passages())
    assert {(graph.graph["width"], graph.graph["height"])} == {(5, 4)}
    assert (graph.graph["start"], graph.graph["end"], graph.graph["open"]) == ("0,0", "4,3", True)
    solution = [edge for *edge, is_solution in graph.edges(data="solution") if is_solution]
    assert nx.shortest_path(nx.Graph(solution), "0,0", "4,3") == [f"{x},{y}" for x, y in path]


def test_graphs_of_others_are_read_with_their_nodes_in_any_order():
    maze = labirinto.wilson(5, 4, seed=1)
    graph = maze.to_networkx()
    shuffled = nx.Graph()
    shuffled.add_nodes_from(sorted(graph.nodes, key=hash))
    shuffled.add_edges_from((b, a) for a, b in graph.edges)
    for other in (shuffled, shuffled.to_directed()):
        assert back("\n".join(nx.generate_graphml(other))) == (maze, None)


@pytest.mark.parametrize(
    "graph",
    [
        "<graph edgedefault='directed'>{}<edge source='1,0' target='0,0'/></graph>",
        "<graph>{}<edge directed='true' source='1,0' target='0,0'/></graph>",
    ],
)
def test_an_edge_that_leads_only_one_way_is_no_passage(graph):
    nodes = "<node id='0,0'/><node id='1,0'/>"
    refused(f"<graphml>{graph.format(nodes)}</graphml>", "from '1,0' to '0,0' leads only one way")


def test_networkx_gives_back_the_mazes_of_graphml_files():
    shape = labirinto.wilson(mask("##.\n###"), seed=1)
    for maze in (labirinto.wilson(5, 4, seed=1), Maze(3, 2, bytes(4)), shape):
        assert Maze.from_networkx(nx.parse_graphml(text_of(maze, "graphml"))) == maze
        theirs = "\n".join(nx.generate_graphml(maze.to_networkx()))
        assert Maze.from_networkx(nx.parse_graphml(theirs)) == maze


def test_edges_may_come_before_their_nodes():
    text = (
        "<graphml><key id='a' attr.name='x'/><key id='b' attr.name='y'/><!-- a note --><graph>"
        "<edge source='p' target='q'/>"
        "<node id='q'><data key='a'>1</data><data key='b'>0</data></node>"
        "<node id='p'><data key='a'>0</data><data key='b'>0</data></node></graph></graphml>"
    )
    assert back(text) == (Maze.from_passages(2, 1, [((0, 0), (1, 0))]), None)


def test_a_billion_laughs_are_not_laughed():
    entities = "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))
    bomb = f"<!DOCTYPE g [<!ENTITY a0 'ha'>{entities}]><graphml><graph>&a9;</graph></graphml>"
    refused(bomb, "declares a DTD")
    # In an encoding where no search for the letters would find it.
    hidden = ("\ufeff" + bomb).encode("utf-16-le")
    refused(hidden, "the file: ")


TWO = "<graphml><graph><node id='0,0'/><node id='1,0'/>{}</graph></graphml>"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TWO.format("<edge source='0,0' target='2,0'/>"), "'2,0' that it does not have"),
        (TWO.format("<edge source='0,0' target='0,0'/>"), "not two neighbours"),
        (TWO.format("<edge source='0,0'/>"), "lacks the attribute target"),
        (TWO.format("<node id='1,0'/>"), "defined twice"),
        (TWO.format("<node id='(1, 0)'/>"), "3 nodes are not the cells of a 2x1"),
        (TWO.format("<node id='9999999999,0'/>"), "3 nodes are not the cells"),
        (TWO.format("<node id='a'/>"), "'a' is not a cell"),
        (TWO.format("<graph/>"), "more than one graph"),
        (TWO.format("<data key='recipe'>[]</data>"), "recipe cannot be read"),
        (TWO.format(f"<data key='recipe'>{'[' * 65000}</data>"), "recipe cannot be read"),
        (TWO.format(f"<data key='recipe'>{'[' * 1_100_000}</data>"), "longer text"),
        (TWO.format("<data key='start'>0,0</data><data key='end'>0,0</data>"), "both 0,0"),
        (TWO.format("</graph>"), "XML is damaged"),
        ("<?xml version='1.0' encoding='hex'?><graphml/>", "XML is damaged"),
        ("<?xml version='1.0' encoding='utf-7'?><graphml/>", "damaged|no nodes"),
        ("<graphml/>", "no nodes"),
    ],
)
def test_what_is_no_graph_of_a_maze_is_refused(text, complaint):
    refused(text, complaint)


def test_without_networkx_graphs_are_read_and_the_extra_is_named(tmp_path):
    labirinto.save(SMALL, tmp_path / "m.graphml")
    code = """
import sys, labirinto
sys.modules["networkx"] = None
maze = labirinto.load("m.graphml")
try:
    labirinto.save(maze, "n.graphml")
except labirinto.MissingExtraError as error:
    print(error)
"""
    command = [sys.executable, "-c", code]
    shown = subprocess.check_output(command, cwd=tmp_path, text=True)
    assert "labirinto[networkx]" in shown
    assert [file.name for file in tmp_path.iterdir()] == ["m.graphml"]


# Tokens

TOKENS = (
    "<ADJLIST_START> (0,0) <--> (0,1) ; (0,0) <--> (1,0) ; (0,1) <--> (1,1) ; <ADJLIST_END> "
    "<ORIGIN_START> (1,0) <ORIGIN_END> <TARGET_START> (1,1) <TARGET_END> "
    "<PATH_START> (1,0) (0,0) (0,1) (1,1) <PATH_END>"
)


def test_tokens_are_those_of_maze_dataset():
    path = labirinto.solve(SMALL, (0, 1), (1, 1))
    assert text_of(SMALL, "tokens.txt", path=path) == TOKENS + "\n"
    assert text_of(SMALL, "tokens.txt") == TOKENS[: TOKENS.index(" <ORIGIN")] + "\n"


def test_tokens_are_read_in_any_order_and_direction():
    shuffled = (
        " <ADJLIST_START> (1,1) <--> (0,1) ;\n(0,0) <--> (0,1) ; (1,0) <--> (0,0) ;<ADJLIST_END>"
    )
    assert back(shuffled) == (SMALL, None)
    assert back(TOKENS) == (SMALL, Ends((0, 1), (1, 1)))


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("(0,0) <--> (0,1)", "(0,0) <--> (1,1)", "not two neighbours"),
        ("(0,0) <--> (0,1)", "(0,0) (0,1)", "are not a passage"),
        ("(0,0) <--> (0,1)", "(0,0) <--> (0,99999999)", "not two neighbours|too many"),
        ("(0,0) <--> (0,1)", "(0,0) <--> (0,9999999999)", "must be from 1"),
        ("(0,0) <--> (0,1)", "(9999999,9999999) <--> (0,1)", "too many"),
        ("<ADJLIST_END>", "", "cut off"),
        ("<TARGET_END>", "", "cut off"),
        ("<PATH_END>", "", "cut off"),
        ("<TARGET_START> (1,1)", "<TARGET_START> (1,2)", "2,1 is outside"),
        ("<TARGET_START> (1,1)", "<TARGET_START> (1,0)", "both 0,1"),
    ],
)
def test_what_are_no_tokens_of_a_maze_is_refused(before, after, complaint):
    refused(TOKENS.replace(before, after, 1), complaint)


# Blocks


def test_blocks_are_those_of_maze_dataset():
    path = labirinto.solve(SMALL, (0, 1), (1, 1))
    assert text_of(SMALL, "blocks.txt") == "#####\n#   #\n# # #\n# # #\n#####\n"
    assert text_of(SMALL, "blocks.txt", path=path) == "#####\n#XXX#\n#X#X#\n#S#E#\n#####\n"
    ends = Ends((0, 0), (1, 1), open=True)
    assert text_of(SMALL, "blocks.txt", ends=ends) == "#####\n#S  #\n# # #\n# #E#\n#####\n"


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("#####\r\n#   #\r\n# # #\r\n# # #\r\n#####", None),
        ("\n█████\n█...█\n█.█.█\n█.█.█\n█████\n\n", None),
        ("# ###\n#   #\n# # #\n# #\n#####", Ends((0, 0), (1, 1), open=True)),
        ("#E###\n#   #\n# # #\n# # S\n#####", Ends((1, 1), (0, 0), open=True)),
    ],
)
def test_blocks_of_other_programs_are_read(text, ends):
    assert back(text) == (SMALL, ends)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("#", "lines are missing"),
        ("#####\n#   #\n# # #\n# # #", "lines are missing"),
        ("#####\n#   #\n# # #\n# # #\n###", "cut off"),
        ("#####\n#   #\n# # #", "cut off"),
        ("#####\n#   #\n###  \n# # #\n#####", "cut off"),
        ("#####\n#  ##\n# # #\n# # #\n#####", "1,0 is a wall"),
        ("#####\n#   #\n# # #\n# #S#\n#####", "only one of S and E"),
        ("#####\n#S S#\n# # #\n# #E#\n#####", "more than one S"),
        ("#####\n#SE #\n# # #\n# # #\n#####", "line 2 is between"),
        ("#####\n#   #\n# # #\n# # S\n###E#", "both 1,1"),
        ("#####\n#    \n# # #\n# # #\n#####", "1 openings"),
        ("#####\n#a  #\n# # #\n# # #\n#####", "'a'"),
        (b"#####\n\xff", "neither a picture nor a text"),
    ],
)
def test_what_are_no_blocks_of_a_maze_is_refused(text, complaint):
    refused(text, complaint)
