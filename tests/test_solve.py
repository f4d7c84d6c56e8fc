"""Paths and ends, against networkx and against trying everything."""

import math
import pickle
import random
from collections import Counter
from itertools import combinations, pairwise, product

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spanning import AWKWARD, neighbours_in, passages_of

import labirinto
from labirinto import _core

LETTERS = {(1, 0): "E", (0, 1): "S", (-1, 0): "W", (0, -1): "N"}


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
    choose = random.Random(seed)
    passages = [one for one in neighbours_in(width, height) if choose.random() < share]
    return labirinto.Maze.from_passages(width, height, passages)


# Paths.


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_path_through_a_perfect_maze_is_the_only_one(algorithm):
    choose = random.Random(algorithm)
    for seed in range(150):
        width, height = choose.randint(1, 24), choose.randint(2, 24)
        maze = labirinto.generate(algorithm, width, height, seed=seed)
        graph = graph_of(maze)
        for _ in range(3):
            start, end = two_cells(choose, maze)
            expected = networkx.shortest_path(graph, start, end)
            assert labirinto.solve(maze, start, end).cells == expected


@pytest.mark.parametrize(("width", "height"), [size for size in AWKWARD if size != (1, 1)])
def test_path_at_awkward_sizes_is_the_only_one(width, height):
    maze = labirinto.wilson(width, height, seed=5)
    # Starting from there, a cell knows the path back by the cell before it.
    before = dict(networkx.bfs_predecessors(graph_of(maze), (0, 0)))
    choose = random.Random(1)
    for end in [(width - 1, height - 1), *(two_cells(choose, maze)[0] for _ in range(5))]:
        if end == (0, 0):
            continue
        expected = [end]
        while expected[-1] != (0, 0):
            expected.append(before[expected[-1]])
        assert labirinto.solve(maze, end, (0, 0)).cells == expected
        assert labirinto.solve(maze, (0, 0), end).cells == expected[::-1]


@pytest.mark.parametrize(("join", "drop"), [(0, 0), (0, 1), (1, 0), (1, 1), (0.05, 0.95)])
def test_path_through_mazes_of_long_corridors_is_the_only_one(join, drop):
    choose = random.Random(2)
    for width, height in ((40, 40), (130, 9), (9, 130), (64, 30), (65, 30)):
        maze = labirinto.eller(width, height, seed=3, join=join, drop=drop)
        graph = graph_of(maze)
        for _ in range(10):
            start, end = two_cells(choose, maze)
            assert labirinto.solve(maze, start, end).cells == networkx.shortest_path(
                graph, start, end
            )


def test_all_paths_through_small_mazes_are_right():
    for seed, (width, height) in enumerate([(2, 2), (3, 3), (4, 5), (1, 6), (6, 1)]):
        maze = labirinto.wilson(width, height, seed=seed)
        expected = dict(networkx.all_pairs_shortest_path(graph_of(maze)))
        for start, end in product(expected, repeat=2):
            if start != end:
                assert labirinto.solve(maze, start, end).cells == expected[start][end]


@pytest.mark.parametrize("share", [0.5, 0.6, 0.8, 1])
def test_path_through_an_imperfect_maze_is_a_shortest_one(share):
    choose = random.Random(share)
    joined = 0
    for seed in range(60):
        width, height = choose.randint(2, 20), choose.randint(2, 20)
        maze = loose_maze(width, height, share, seed)
        graph = graph_of(maze)
        for _ in range(5):
            start, end = two_cells(choose, maze)
            if not networkx.has_path(graph, start, end):
                with pytest.raises(labirinto.NoPathError):
                    labirinto.solve(maze, start, end)
                continue
            joined += 1
            path = labirinto.solve(maze, start, end)
            assert path.steps == networkx.shortest_path_length(graph, start, end)
            assert (path.start, path.end) == (start, end)
            assert all(graph.has_edge(*step) for step in pairwise(path))
    assert joined >= 50


@pytest.mark.parametrize(("width", "height"), [(63, 9), (64, 9), (65, 9), (9, 65), (129, 70)])
def test_path_through_a_maze_with_a_few_loops_is_a_shortest_one(width, height):
    choose = random.Random(7)
    passages = list(labirinto.wilson(width, height, seed=7).passages())
    walls = sorted(set(neighbours_in(width, height)) - set(passages))
    maze = labirinto.Maze.from_passages(width, height, [*passages, *choose.sample(walls, 12)])
    graph = graph_of(maze)
    for _ in range(30):
        start, end = two_cells(choose, maze)
        path = labirinto.solve(maze, start, end)
        assert path.steps == networkx.shortest_path_length(graph, start, end)
        assert all(graph.has_edge(*step) for step in pairwise(path))


def test_both_searches_agree_on_a_large_perfect_maze():
    maze = labirinto.wilson(1500, 1000, seed=1)
    choose = random.Random(1)
    for _ in range(5):
        start, end = two_cells(choose, maze)
        moves = _core.shortest_path(maze.rows, 1500, 1000, *start, *end)
        assert labirinto.solve(maze, start, end) == labirinto.Path(start, moves)


def test_cells_that_no_path_joins_are_an_error_that_names_both():
    maze = labirinto.Maze.from_passages(3, 1, [((0, 0), (1, 0))])
    with pytest.raises(labirinto.NoPathError, match=r"\(0, 0\) and \(2, 0\)"):
        labirinto.solve(maze, (0, 0), (2, 0))
    # Where there is a path it is found, although not every cell is reached.
    assert labirinto.solve(maze, (1, 0), (0, 0)).cells == [(1, 0), (0, 0)]


@pytest.mark.parametrize("outside", [(4, 0), (0, 3), (-1, 0), (0, -1), (2**40, 0)])
def test_a_cell_outside_the_maze_is_named(outside):
    maze = labirinto.wilson(4, 3, seed=1)
    x, y = outside
    for start, end in ((outside, (1, 1)), ((1, 1), outside)):
        with pytest.raises(labirinto.InvalidValueError, match=f"{x},{y} is outside .* 0,0 to 3,2"):
            labirinto.solve(maze, start, end)


@pytest.mark.parametrize("cell", [("a", 1), (1.5, 0), (1, 2, 3), "ab", None, 5])
def test_what_is_no_cell_is_named(cell):
    maze = labirinto.wilson(4, 3, seed=1)
    with pytest.raises(labirinto.InvalidValueError) as caught:
        labirinto.solve(maze, cell, (1, 1))
    assert repr(cell) in str(caught.value)


def test_the_path_from_a_cell_to_itself_has_no_steps():
    large = labirinto.wilson(1100, 1000, seed=1)
    loose = loose_maze(9, 9, 0.5, 1)
    for maze in (labirinto.wilson(4, 3, seed=1), labirinto.wilson(1, 1, seed=1), large, loose):
        for cell in ((0, 0), (maze.width - 1, maze.height // 2)):
            assert labirinto.solve(maze, cell, cell) == labirinto.Path(cell, b"")


# What a path knows of itself.


def test_a_path_tells_of_its_cells_one_by_one():
    for seed in range(100):
        maze = labirinto.wilson(12, 9, seed=seed)
        path = labirinto.solve(maze, *two_cells(random.Random(seed), maze))
        cells = path.cells
        steps = [(x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(cells)]
        assert list(path) == cells
        assert len(path) == len(cells) == path.steps + 1
        assert (path.start, path.end) == (cells[0], cells[-1])
        assert path.directions == "".join(LETTERS[step] for step in steps)
        assert path.turns == sum(one != other for one, other in pairwise(steps))
        turning = [k for k in range(1, path.steps) if steps[k - 1] != steps[k]]
        assert path.corners() == [cells[0], *(cells[k] for k in turning), cells[-1]]
        assert len(path.corners()) == path.turns + 2
        assert len(set(cells)) == len(cells)
        assert all(one in maze.neighbours(other) for one, other in pairwise(cells))


def test_a_path_written_by_hand():
    path = labirinto.Path((2, 3), bytes([0, 0, 1, 2, 3]))
    assert path.cells == [(2, 3), (3, 3), (4, 3), (4, 4), (3, 4), (3, 3)]
    assert path.directions == "EESWN"
    assert path.turns == 3
    assert path.corners() == [(2, 3), (4, 3), (4, 4), (3, 4), (3, 3)]
    assert path.end == (3, 3)
    assert repr(path) == "<Path 2,3 to 3,3, 5 steps>"


def test_a_path_of_no_steps_stays_where_it_is():
    path = labirinto.Path((2, 3), b"")
    assert path.cells == path.corners() == [(2, 3)]
    assert (path.steps, path.turns, path.directions, path.end) == (0, 0, "", (2, 3))


def test_a_path_is_a_value():
    path = labirinto.Path((2, 3), bytes([0, 1]))
    assert path == labirinto.Path((2, 3), bytes([0, 1]))
    assert len({path, labirinto.Path((2, 3), bytes([0, 1])), labirinto.Path((2, 3), b"\0")}) == 2
    with pytest.raises(AttributeError):
        path.start = (0, 0)


# Ends.


def in_reading_order(cell):
    return cell[1], cell[0]


def distances_in(maze):
    return dict(networkx.all_pairs_shortest_path_length(graph_of(maze)))


def on_border(maze, cell):
    x, y = cell
    return x in (0, maze.width - 1) or y in (0, maze.height - 1)


def farthest_by_hand(distances, start, candidates):
    return min(candidates, key=lambda cell: (-distances[start][cell], in_reading_order(cell)))


@pytest.mark.parametrize("kind", ["farthest", "border"])
@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_no_two_cells_are_farther_apart(algorithm, kind):
    choose = random.Random(algorithm + kind)
    for seed in range(60):
        width, height = choose.randint(1, 8), choose.randint(2, 8)
        maze = labirinto.generate(algorithm, width, height, seed=seed)
        distances = distances_in(maze)
        candidates = [cell for cell in distances if kind == "farthest" or on_border(maze, cell)]
        ends = labirinto.suggest_ends(maze, kind)
        assert {ends.start, ends.end} <= set(candidates)
        assert distances[ends.start][ends.end] == max(
            distances[one][other] for one, other in combinations(candidates, 2)
        )
        assert labirinto.solve(maze, *ends).steps == distances[ends.start][ends.end]
        # Of several, what the documentation promises.
        first = farthest_by_hand(distances, (0, 0), candidates)
        second = farthest_by_hand(distances, first, candidates)
        assert [*ends] == sorted((first, second), key=in_reading_order)
        assert ends.open == (kind == "border")


def test_ties_are_broken_in_reading_order():
    # A cross: its four arms end equally far from one another.
    middle = (1, 1)
    arms = [(middle, other) for other in ((2, 1), (1, 2))] + [((0, 1), middle), ((1, 0), middle)]
    corners = [((0, 0), (0, 1)), ((2, 0), (2, 1)), ((0, 1), (0, 2)), ((2, 1), (2, 2))]
    maze = labirinto.Maze.from_passages(3, 3, arms + corners)
    assert labirinto.is_perfect(maze)
    assert [*labirinto.suggest_ends(maze, "farthest")] == [(0, 0), (2, 0)]
    assert [*labirinto.suggest_ends(maze, "border")] == [(0, 0), (2, 0)]


@pytest.mark.parametrize(("width", "height"), [(64, 1), (1, 64), (2, 1), (1, 2), (65, 2), (2, 65)])
def test_ends_of_narrow_mazes_are_far_apart(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    distances = distances_in(maze)
    longest = max(max(row.values()) for row in distances.values())
    for kind in ("farthest", "border"):
        start, end = labirinto.suggest_ends(maze, kind)
        assert distances[start][end] == longest


def test_border_is_what_is_suggested_when_nothing_is_asked_for():
    maze = labirinto.wilson(12, 9, seed=1)
    assert labirinto.suggest_ends(maze) == labirinto.suggest_ends(maze, "border")


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_openings_of_border_ends_lead_out(algorithm):
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for seed in range(20):
        maze = labirinto.generate(algorithm, 9, 7, seed=seed)
        ends = labirinto.suggest_ends(maze, "border")
        assert ends.open
        openings = ends.openings(maze.width, maze.height)
        assert [(x, y) for x, y, _ in openings] == [*ends]
        for x, y, direction in openings:
            dx, dy = steps[direction]
            assert (x + dx, y + dy) not in maze


def test_openings_of_a_single_row_are_left_and_right():
    maze = labirinto.wilson(9, 1, seed=1)
    assert labirinto.suggest_ends(maze, "border").openings(maze.width, maze.height) == [
        (0, 0, 2),
        (8, 0, 0),
    ]


@pytest.mark.parametrize(("width", "height"), [size for size in AWKWARD if size != (1, 1)])
def test_corners_are_top_left_and_bottom_right(width, height):
    maze = labirinto.eller(width, height, seed=1)
    ends = labirinto.suggest_ends(maze, "corners")
    assert ends == labirinto.Ends((0, 0), (width - 1, height - 1))
    assert not ends.open
    assert ends.openings(maze.width, maze.height) == []


def test_corners_and_random_ends_need_no_perfect_maze():
    maze = loose_maze(5, 4, 0.5, 1)
    assert not labirinto.is_perfect(maze)
    assert [*labirinto.suggest_ends(maze, "corners")] == [(0, 0), (4, 3)]
    assert labirinto.suggest_ends(maze, "random", seed=1).check(maze.width, maze.height)


@pytest.mark.parametrize("kind", ["border", "farthest"])
def test_no_two_cells_of_a_maze_with_loops_are_farther_apart(kind):
    choose = random.Random(kind)
    for seed in range(150):
        width, height = choose.randint(2, 9), choose.randint(2, 9)
        passages = list(labirinto.wilson(width, height, seed=seed).passages())
        walls = sorted(set(neighbours_in(width, height)) - set(passages))
        extra = choose.sample(walls, choose.randint(1, len(walls)))
        maze = labirinto.Maze.from_passages(width, height, passages + extra)
        distances = distances_in(maze)
        candidates = [
            cell
            for cell in sorted(distances, key=in_reading_order)
            if kind == "farthest" or on_border(maze, cell)
        ]
        # Of several pairs the first in reading order, which is the order of combinations.
        expected = max(combinations(candidates, 2), key=lambda pair: distances[pair[0]][pair[1]])
        ends = labirinto.suggest_ends(maze, kind)
        assert ends == labirinto.Ends(*expected, open=kind == "border")


def ring(width, height):
    """One corridor that closes on itself, two cells wide: all cells have a partner as far."""
    across = [((x, y), (x + 1, y)) for y in (0, height - 1) for x in range(width - 1)]
    down = [((x, y), (x, y + 1)) for x in (0, width - 1) for y in range(height - 1)]
    return labirinto.Maze.from_passages(width, height, across + down)


def test_farthest_cells_that_take_too_long_to_find_are_refused(monkeypatch):
    maze = ring(2, 40)
    assert [*labirinto.suggest_ends(maze, "farthest")] == [(0, 0), (1, 39)]
    monkeypatch.setattr(labirinto.solving, "MOST_CELLS_TO_SEARCH", 20 * 80)
    with pytest.raises(
        labirinto.InvalidValueError, match=r"too long to find; name two .*'corners'"
    ):
        labirinto.suggest_ends(maze, "farthest")
    monkeypatch.setattr(labirinto.solving, "MOST_CELLS_TO_SEARCH", 79)
    with pytest.raises(labirinto.InvalidValueError, match="too long to find"):
        labirinto.suggest_ends(maze, "border")


@pytest.mark.parametrize("kind", ["border", "farthest"])
def test_a_maze_in_several_parts_has_no_ends_by_distance(kind):
    with pytest.raises(labirinto.InvalidValueError, match=r"No path joins all cells .*'corners'"):
        labirinto.suggest_ends(loose_maze(5, 4, 0.5, 1), kind)


# Distances.


@pytest.mark.parametrize("share", [0.4, 0.6, 0.9, 1])
def test_distances_are_those_of_networkx(share):
    choose = random.Random(share)
    for seed in range(40):
        width, height = choose.randint(1, 20), choose.randint(1, 20)
        maze = loose_maze(width, height, share, seed)
        start = random_cell(choose, maze)
        known = networkx.single_source_shortest_path_length(graph_of(maze), start)
        expected = [[known.get((x, y), -1) for x in range(width)] for y in range(height)]
        distances = maze.distances(start)
        assert distances.tolist() == expected
        assert np.asarray(distances).dtype == np.int32
        assert np.asarray(distances).tolist() == expected


@pytest.mark.parametrize(("width", "height"), AWKWARD)
def test_distances_in_perfect_mazes_are_the_lengths_of_paths(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    choose = random.Random(1)
    start = random_cell(choose, maze)
    distances = maze.distances(start)
    for _ in range(5):
        x, y = random_cell(choose, maze)
        assert distances[y, x] == labirinto.solve(maze, start, (x, y)).steps
    assert sorted(set(np.asarray(distances).flat)) == list(range(np.asarray(distances).max() + 1))


def test_distances_from_outside_or_in_too_large_a_maze_are_refused(monkeypatch):
    maze = labirinto.wilson(4, 3, seed=1)
    with pytest.raises(labirinto.InvalidValueError, match="4,0 is outside"):
        maze.distances((4, 0))
    monkeypatch.setattr(labirinto.maze, "LONGEST_SIDE", 11)
    with pytest.raises(labirinto.TooLargeError, match="4x3 are more"):
        maze.distances((0, 0))


@pytest.mark.parametrize("kind", labirinto.ENDS_KINDS)
def test_a_single_cell_has_no_ends(kind):
    with pytest.raises(labirinto.InvalidValueError, match="single cell"):
        labirinto.suggest_ends(labirinto.wilson(1, 1, seed=1), kind, seed=1)


@pytest.mark.parametrize("kind", ["middle", "none", "", "Border"])
def test_an_unknown_kind_of_ends_is_named_with_those_there_are(kind):
    with pytest.raises(labirinto.InvalidValueError) as caught:
        labirinto.suggest_ends(labirinto.wilson(4, 3, seed=1), kind)
    assert repr(kind) in str(caught.value)
    assert all(known in str(caught.value) for known in labirinto.ENDS_KINDS)


def test_random_ends_are_fixed_by_the_seed_of_the_maze():
    found = set()
    for seed in range(50):
        maze = labirinto.wilson(20, 20, seed=seed)
        ends = labirinto.suggest_ends(maze, "random")
        again = labirinto.generate(maze.recipe)
        assert ends == labirinto.suggest_ends(again, "random")
        assert ends == labirinto.suggest_ends(maze, "random", seed=seed)
        assert ends != labirinto.suggest_ends(maze, "random", seed=seed + 1)
        assert not ends.open
        found.add(ends)
    assert len(found) == 50


def test_random_ends_take_a_text_as_seed():
    maze = labirinto.wilson(20, 20, seed="anna")
    ends = labirinto.suggest_ends(maze, "random")
    assert ends == labirinto.suggest_ends(maze, "random", seed="anna")
    assert ends != labirinto.suggest_ends(maze, "random", seed="Anna")


def test_random_ends_of_a_maze_of_unknown_origin_need_a_seed():
    maze = labirinto.Maze(4, 3, labirinto.wilson(4, 3, seed=1).rows)
    with pytest.raises(labirinto.InvalidValueError, match="Give a seed"):
        labirinto.suggest_ends(maze, "random")
    ends = labirinto.suggest_ends(maze, "random", seed=1)
    assert ends == labirinto.suggest_ends(labirinto.wilson(4, 3, seed=1), "random")


@pytest.mark.parametrize(("width", "height"), [(2, 1), (1, 3), (2, 2), (3, 2)])
def test_random_ends_are_each_pair_equally_often(width, height):
    maze = labirinto.wilson(width, height, seed=1)
    pairs = width * height * (width * height - 1)
    draws = 400 * pairs
    found = Counter(labirinto.suggest_ends(maze, "random", seed=seed) for seed in range(draws))
    assert len(found) == pairs
    # Six standard deviations.
    allowed = 6 * math.sqrt(draws / pairs)
    assert all(abs(number - draws / pairs) < allowed for number in found.values())


def test_ends_are_two_cells_to_unpack():
    start, end = labirinto.Ends((1, 2), (3, 4))
    assert (start, end) == ((1, 2), (3, 4))


def test_ends_that_cannot_be_are_refused():
    maze = labirinto.wilson(4, 3, seed=1)
    with pytest.raises(labirinto.InvalidValueError, match="4,0 is outside"):
        labirinto.Ends((0, 0), (4, 0)).check(maze.width, maze.height)
    with pytest.raises(labirinto.InvalidValueError, match="both 2,1"):
        labirinto.Ends((2, 1), (2, 1)).check(maze.width, maze.height)
    with pytest.raises(labirinto.InvalidValueError, match="1,1 is not on the border"):
        labirinto.Ends((0, 0), (1, 1), open=True).check(maze.width, maze.height)
    assert labirinto.Ends((0, 0), (1, 1)).check(maze.width, maze.height) == labirinto.Ends(
        (0, 0), (1, 1)
    )


def test_large_mazes_are_solved_as_small_ones_are():
    for maze in (labirinto.wilson(1100, 1000, seed=1), labirinto.eller(1000, 1100, seed=1, drop=0)):
        for start, end in (((0, 0), (999, 999)), ((40, 999), (41, 0)), ((0, 500), (1, 500))):
            path = labirinto.solve(maze, start, end)
            size = (maze.rows, maze.width, maze.height)
            assert path.moves == _core.tree_path(*size, *start, *end)


def test_a_path_that_takes_more_memory_than_a_copy_is_found_in_a_copy():
    width, height = 2000, 600
    across = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    ends_of_rows = [0 if y % 2 else width - 1 for y in range(height - 1)]
    down = [((x, y), (x, y + 1)) for y, x in enumerate(ends_of_rows)]
    snake = labirinto.Maze.from_passages(width, height, across + down)
    path = labirinto.solve(snake, (0, 0), (0, height - 1))
    assert len(path) == width * height


@given(st.binary(max_size=50))
def test_moves_are_kept_in_two_bits_each(data):
    moves = bytes(byte & 3 for byte in data)
    path = labirinto.Path((5, 7), moves)
    assert path.moves == moves
    assert path.steps == len(moves) == len(path) - 1
    assert len(_core.pack_moves(moves)) == -(-len(moves) // 4)
    assert path == labirinto.Path((5, 7), moves)
    assert hash(path) == hash(labirinto.Path((5, 7), moves))
    assert pickle.loads(pickle.dumps(path)) == path


def test_packed_moves_of_another_length_are_refused():
    with pytest.raises(ValueError, match="not as many moves"):
        _core.unpack_moves(b"1234", 12)
