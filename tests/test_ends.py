"""Ends: the farthest cells, openings, corners and random ones, against every other choice."""

import copy
import io
import math
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from files import drawn
from graphs import (
    distances_in,
    in_reading_order,
    loose_maze,
    on_border,
)
from spanning import AWKWARD, neighbours_in
from tiers import FEW, sample, thinned

import labirinto
from labirinto import animate, book, streaming
from labirinto.formats.picture import solve_picture
from labirinto.parsing import choose_ends


def farthest_by_hand(distances, start, candidates):
    return min(candidates, key=lambda cell: (-distances[start][cell], in_reading_order(cell)))


@pytest.mark.parametrize("kind", ["farthest", "border"])
@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
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


def test_openings_that_look_like_one_give_way():
    choose = random.Random("apart")
    moved = 0
    for seed in range(300):
        width, height = choose.randint(2, 9), choose.randint(2, 9)
        maze = labirinto.wilson(width, height, seed=seed)
        plain, apart = (labirinto.suggest_ends(maze, apart=apart) for apart in (False, True))
        if not plain.look_like_one(maze.grid):
            assert apart == plain
            continue
        distances = distances_in(maze)
        border = [cell for cell in distances if on_border(maze, cell)]
        pairs = [
            (distances[end][cell], end, cell)
            for end in plain
            for cell in border
            if abs(end[0] - cell[0]) + abs(end[1] - cell[1]) > 2
        ]
        if not pairs:
            assert apart == plain
            continue
        moved += 1
        assert distances[apart.start][apart.end] == max(pairs)[0]
        assert apart.open
        assert set(apart) & set(plain)
        assert not apart.look_like_one(maze.grid)
    assert moved > 20


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


@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
def test_openings_of_border_ends_lead_out(algorithm):
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for seed in range(20):
        maze = labirinto.generate(algorithm, 9, 7, seed=seed)
        ends = labirinto.suggest_ends(maze, "border")
        assert ends.open
        openings = ends.openings(maze.grid)
        assert [(x, y) for x, y, _ in openings] == [*ends]
        for x, y, direction in openings:
            dx, dy = steps[direction]
            assert (x + dx, y + dy) not in maze


@pytest.mark.parametrize(("width", "height"), thinned(AWKWARD[1:], 4))
def test_corners_are_top_left_and_bottom_right(width, height):
    maze = labirinto.eller(width, height, seed=1)
    ends = labirinto.suggest_ends(maze, "corners")
    assert ends == labirinto.Ends((0, 0), (width - 1, height - 1))
    assert not ends.open
    assert ends.openings(maze.grid) == []


def test_corners_and_random_ends_need_no_perfect_maze():
    maze = loose_maze(5, 4, 0.5, 1)
    assert not labirinto.is_perfect(maze)
    assert [*labirinto.suggest_ends(maze, "corners")] == [(0, 0), (4, 3)]
    assert labirinto.suggest_ends(maze, "random", seed=1).check(maze.grid)


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
    monkeypatch.setattr(labirinto.solving, "MAX_CELLS_TO_SEARCH", 20 * 80)
    with pytest.raises(labirinto.InvalidValueError, match=r"name two .*'corners'"):
        labirinto.suggest_ends(maze, "farthest")
    monkeypatch.setattr(labirinto.solving, "MAX_CELLS_TO_SEARCH", 79)
    with pytest.raises(labirinto.InvalidValueError, match="too long to find"):
        labirinto.suggest_ends(maze, "border")


@pytest.mark.parametrize("kind", ["border", "farthest"])
def test_a_maze_in_several_parts_has_no_ends_by_distance(kind):
    with pytest.raises(labirinto.InvalidValueError, match=r"No path joins all cells .*'corners'"):
        labirinto.suggest_ends(loose_maze(5, 4, 0.5, 1), kind)


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


def test_random_ends_of_a_maze_of_unknown_origin_need_a_seed():
    maze = labirinto.Maze(4, 3, labirinto.wilson(4, 3, seed=1).rows)
    with pytest.raises(labirinto.InvalidValueError, match="Give a seed"):
        labirinto.suggest_ends(maze, "random")
    with pytest.raises(labirinto.InvalidValueError, match=r"not known here; choose other ends\."):
        choose_ends(maze, "random")  # as typed, where there is no seed to give
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


def test_openings_of_other_cells_are_not_side_by_side():
    """One of two that are near each other gives way to the farthest that is not near."""
    replaced = 0
    for seed in range(40):
        for grid in (
            labirinto.grids.circular(5),
            labirinto.grids.hexagonal(7, 6),
            labirinto.grids.voronoi(40, seed),
        ):
            maze = labirinto.wilson(grid, seed=seed)
            plain, apart = (labirinto.suggest_ends(maze, apart=apart) for apart in (False, True))
            near = {
                one: {
                    other
                    for other in map(grid.label, grid.border_cells)
                    if math.dist(*(grid.centre(grid.index(it)) for it in (one, other))) < 2.5
                }
                for one in plain
            }
            if plain.end not in near[plain.start]:
                assert apart == plain
                continue
            replaced += 1
            steps = [
                maze.distances(one)[grid.index(other)]
                for one in plain
                for other in map(grid.label, grid.border_cells)
                if other not in near[one]
            ]
            assert labirinto.solve(maze, *apart).steps == max(steps)
            assert apart.open
            assert set(apart) & set(plain)
    assert replaced > 5


PAIR = (0, 0), (5, 3)
MAZE = labirinto.wilson(6, 4, seed=1)


@pytest.mark.parametrize("pair", [PAIR, [[0, 0], [5, 3]]])
def test_two_cells_are_ends_wherever_ends_are(pair, tmp_path):
    ends = labirinto.Ends(*PAIR)
    assert labirinto.to_svg(MAZE, ends=pair) == labirinto.to_svg(MAZE, ends=ends)
    assert labirinto.to_image(MAZE, ends=pair) == labirinto.to_image(MAZE, ends=ends)
    labirinto.save(MAZE, tmp_path / "maze.json", ends=pair)
    assert labirinto.formats.read(tmp_path / "maze.json") == (MAZE, ends)
    assert MAZE.blocks(pair).tolist() == MAZE.blocks(ends).tolist()
    assert book.Worksheet(MAZE, pair).shown_ends == ends
    assert book.Poster(MAZE, ends=pair).drawing.ends == ends
    assert streaming.Output(ends=pair) == streaming.Output(ends=ends)
    film = animate.record("wilson", 6, 4, seed=1)
    for name, given in (("pair.svg", pair), ("ends.svg", ends)):
        animate.save(film, tmp_path / name, ends=given)
    assert (tmp_path / "pair.svg").read_bytes() == (tmp_path / "ends.svg").read_bytes()
    solved = solve_picture(drawn(MAZE, "png"), ends=pair)
    assert solved.ends == ends


@pytest.mark.parametrize(
    ("nonsense", "words"),
    [
        (5, "ends is 5; it must be a labirinto.Ends, or a start and an end"),
        ((0, 0, 5, 3), "ends is "),
        ({(0, 0), (5, 3)}, "ends is "),
        ((), "ends is "),
        (PAIR[:1], "ends is "),
        (((0, 0), "a"), "'a' is not a cell"),
        ((0, 5), "(0,) is not a cell"),
        (((0, 0), (6, 3)), "6,3"),
        (((0, 0), (0, 0)), "both 0,0"),
    ],
)
def test_ends_that_are_no_two_cells_are_refused(nonsense, words):
    film = animate.record("wilson", 6, 4, seed=1)
    for use in (
        lambda: labirinto.save(MAZE, io.BytesIO(), ends=nonsense, format="svg"),
        lambda: labirinto.to_image(MAZE, ends=nonsense),
        lambda: MAZE.blocks(nonsense),
        lambda: book.Worksheet(MAZE, nonsense),
        lambda: book.Poster(MAZE, ends=nonsense),
        lambda: animate.save(film, io.BytesIO(), ends=nonsense, format="svg"),
    ):
        with pytest.raises(labirinto.InvalidValueError) as caught:
            use()
        assert words in str(caught.value)


@pytest.mark.parametrize("name", ["start", "end", "open", "title", "__dict__"])
def test_ends_are_values(name):
    ends = labirinto.suggest_ends(labirinto.wilson(9, 7, seed=1))
    assert ends == labirinto.Ends(ends.start, ends.end, open=True)
    assert hash(ends) == hash(labirinto.Ends([*ends.start], np.array(ends.end), open=True))
    assert ends not in (labirinto.Ends(*ends), labirinto.Ends(ends.end, ends.start, open=True))
    assert ends != tuple(ends)
    assert eval(repr(ends), {"Ends": labirinto.Ends}) == ends
    assert labirinto.Ends(**ends.as_dict()) == copy.deepcopy(ends) == ends
    with pytest.raises(AttributeError):
        setattr(ends, name, 5)
    with pytest.raises(AttributeError):
        delattr(ends, name)
