"""Mazes with and without loops as graphs of networkx."""

import random

import networkx
from spanning import neighbours_in, passages_of

import labirinto


def graph_of(maze):
    graph = networkx.Graph()
    graph.add_nodes_from((x, y) for y in range(maze.height) for x in range(maze.width))
    graph.add_edges_from(passages_of(maze.rows, maze.width, maze.height))
    return graph


def random_cell(choose, maze):
    return choose.randrange(maze.width), choose.randrange(maze.height)


def two_cells(choose, maze):
    while True:
        start, end = random_cell(choose, maze), random_cell(choose, maze)
        if start != end:
            return start, end


def loose_maze(width, height, share, seed):
    """Each passage open with a probability: loops, and parts cut off."""
    choose = random.Random(seed)
    passages = [one for one in neighbours_in(width, height) if choose.random() < share]
    return labirinto.Maze.from_passages(width, height, passages)


def in_reading_order(cell):
    return cell[1], cell[0]


def distances_in(maze):
    return dict(networkx.all_pairs_shortest_path_length(graph_of(maze)))


def on_border(maze, cell):
    x, y = cell
    return x in (0, maze.width - 1) or y in (0, maze.height - 1)
