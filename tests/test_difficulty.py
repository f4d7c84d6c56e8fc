"""The measure of difficulty, on mazes made by hand and against plain counting."""

from __future__ import annotations

import random
from itertools import pairwise
from math import log2

import pytest
from tiers import FEW, sample

import labirinto
from labirinto.difficulties import MAX_CELLS_ASIDE, difficulty


def measured(width, height, passages, start, end):
    maze = labirinto.Maze.from_passages(width, height, passages)
    return difficulty(maze, labirinto.solve(maze, start, end))


def corridor(length):
    return [((x, 0), (x + 1, 0)) for x in range(length - 1)]


def test_a_straight_run_was_a_logarithm_in_revision_1():
    maze = labirinto.Maze.from_passages(8, 1, corridor(8))
    path = labirinto.solve(maze, (0, 0), (7, 0))
    assert difficulty(maze, path, revision=1).score == log2(8)
    for wrong in (0, 3, "1"):
        with pytest.raises(labirinto.InvalidValueError, match="revision"):
            difficulty(maze, path, revision=wrong)


def test_turns_make_it_harder_than_the_same_steps_straight():
    #  ┌───
    #  └─╴     three steps down and across
    bent = measured(2, 2, [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))], (0, 0), (1, 0))
    straight = measured(4, 1, corridor(4), (0, 0), (3, 0))
    assert bent.steps == straight.steps == 3
    assert (bent.turns, bent.tracing) == (2, 3 / 2 + 3 / 2)
    assert bent.score > straight.score


def test_a_crossing_is_a_choice_of_three_and_the_end_is_none():
    passages = [*[((x, 1), (x + 1, 1)) for x in range(2)], ((1, 0), (1, 1)), ((1, 1), (1, 2))]
    through = measured(3, 3, passages, (0, 1), (2, 1))
    assert (through.junctions, through.dead_ends, through.choosing) == (1, 2, log2(3))
    to_the_middle = measured(3, 3, passages, (0, 1), (1, 1))
    assert (to_the_middle.junctions, to_the_middle.score) == (0, 1)


@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
def test_it_is_what_plain_counting_finds(algorithm):
    dice = random.Random(algorithm)
    for seed in range(40):
        width, height = dice.randint(1, 14), dice.randint(2, 14)
        maze = labirinto.generate(algorithm, width, height, seed=seed)
        path = labirinto.solve(maze, *labirinto.suggest_ends(maze, "random"))
        graph = maze.to_networkx()
        solution = path.cells
        expected_choosing = expected_straying = 0.0
        dead_ends = aside = 0
        for place, cell in enumerate(solution[:-1]):
            wrong = [near for near in graph[cell] if near not in solution]
            expected_choosing += log2(1 + len(wrong))
            dead_ends += len(wrong)
            for mouth in wrong:
                seen, waiting = {*solution}, [mouth]
                while waiting:
                    here = waiting.pop()
                    seen.add(here)
                    waiting += [near for near in graph[here] if near not in seen]
                behind = min(len(seen) - len(solution), MAX_CELLS_ASIDE)
                aside += behind
                expected_straying += log2(1 + behind) / 2
            assert place < path.steps
        found = difficulty(maze, path)
        assert (found.steps, found.turns) == (path.steps, path.turns)
        assert (found.dead_ends, found.cells_aside) == (dead_ends, aside)
        assert found.choosing == pytest.approx(expected_choosing)
        assert found.straying == pytest.approx(expected_straying)


def test_larger_mazes_of_an_algorithm_are_harder_on_average():
    means = []
    for side in (5, 10, 20, 40):
        scores = []
        for seed in range(30):
            maze = labirinto.wilson(side, side, seed=seed)
            path = labirinto.solve(maze, *labirinto.suggest_ends(maze))
            scores.append(difficulty(maze, path).score)
        means.append(sum(scores) / len(scores))
    assert all(larger > 1.8 * smaller for smaller, larger in pairwise(means))


def test_a_maze_with_loops_counts_each_cell_once():
    passages = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((0, 1), (1, 1)), ((1, 1), (2, 1))]
    passages += [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1))]
    found = measured(3, 2, passages, (0, 0), (2, 0))
    assert (found.dead_ends, found.cells_aside) == (2, 3)


def test_a_path_of_another_maze_is_refused():
    path = labirinto.solve(labirinto.wilson(9, 9, seed=1), (0, 0), (8, 8))
    other = labirinto.wilson(9, 9, seed=2)
    with pytest.raises(labirinto.InvalidValueError, match=r"through a wall at \d+,\d+"):
        difficulty(other, path)
    with pytest.raises(labirinto.InvalidValueError, match="outside the maze"):
        difficulty(labirinto.wilson(3, 3, seed=1), labirinto.Path((5, 5), b"\0"))


@pytest.mark.parametrize("level", labirinto.LEVELS.values(), ids=lambda level: level.name)
@pytest.mark.parametrize("algorithm", ["wilson", "eller"])
def test_most_mazes_of_the_size_of_a_level_have_it(level, algorithm):
    found = []
    for seed in range(20):
        maze = labirinto.generate(algorithm, *level.size, seed=seed)
        path = labirinto.solve(maze, *labirinto.suggest_ends(maze))
        found.append(difficulty(maze, path).level)
    assert found.count(level) >= 15


def test_levels_rise():
    leasts = [(level.stars, level.least, level.size) for level in labirinto.LEVELS.values()]
    assert leasts == sorted(leasts)
    assert leasts[0][:2] == (1, 0)
