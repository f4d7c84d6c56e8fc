"""What the seed promise pins, made by JavaScript from the recipes alone."""

import math

import golden_records
import pytest
from golden import WITH_ENDS
from golden_records import digest
from javascript import answers, literal
from tiers import sample

import labirinto
from labirinto import Recipe

KEPT = golden_records.read()

MAKE = "const maze = await labirinto.generate({recipe});"

SEEN = """
const seen = {};
for (const kind of labirinto.ENDS_KINDS) {
  const ends = labirinto.suggestEnds(maze, kind);
  const path = labirinto.solve(maze, ends.start, ends.end);
  seen[kind] = { ends, path, difficulty: labirinto.difficulty(maze, path) };
  if (maze.cells <= 100_000) seen[kind].svg = labirinto.toSVG(maze, { ends, path });
}
return { rows: maze.rows, mask: maze.mask, recipe: maze.recipe, command: maze.command,
  cells: maze.cells, isPerfect: maze.isPerfect, seen };
"""


def made(recipe):
    return MAKE.format(recipe=literal(recipe))


def test_all_mazes_of_rectangles():
    kept = KEPT["mazes"]
    rows = answers(f"{made(one['recipe'])} return maze.rows;" for one in kept.values())
    assert dict(zip(kept, map(digest, rows), strict=True)) == {
        name: one["rows"] for name, one in kept.items()
    }


@pytest.fixture(scope="module")
def with_ends():
    """What JavaScript shows of some mazes, and the same mazes made by Python."""
    recipes = [KEPT["mazes"][name]["recipe"] for name in WITH_ENDS]
    found = answers(made(recipe) + SEEN for recipe in recipes)
    mazes = (labirinto.generate(Recipe.from_dict(recipe)) for recipe in recipes)
    return {name: both for name, *both in zip(WITH_ENDS, found, mazes, strict=True)}


@pytest.mark.parametrize("kind", labirinto.ENDS_KINDS)
def test_all_ends_and_solutions(with_ends, kind):
    for name, (found, _) in with_ends.items():
        ends, path = found["seen"][kind]["ends"], found["seen"][kind]["path"]
        assert [*ends["start"], *ends["end"]] == KEPT["ends"][f"{name}-{kind}"]
        kept = KEPT["solutions"][f"{name}-{kind}"]
        assert {"steps": path["steps"], "moves": digest(path["moves"])} == kept


# Small mazes with ends of all kinds are compared in ``test_same_javascript.py``.
@pytest.mark.parametrize("kind", sample(labirinto.ENDS_KINDS, "border"))
def test_difficulties_and_drawings(with_ends, kind):
    for found, maze in with_ends.values():
        seen = found["seen"][kind]
        ends = labirinto.Ends(**seen["ends"])
        assert ends.open is labirinto.suggest_ends(maze, kind).open
        path = labirinto.solve(maze, *ends)
        check_difficulty(seen["difficulty"], labirinto.difficulty(maze, path))
        if "svg" in seen:
            assert seen["svg"] == labirinto.to_svg(maze, ends=ends, path=path)


def check_difficulty(found, difficulty):
    names = {"deadEnds": "dead_ends", "cellsAside": "cells_aside"}
    for name, value in found.items():
        expected = getattr(difficulty, names.get(name, name))
        if name == "level":
            assert value == expected.name
        else:
            assert math.isclose(value, expected, rel_tol=1e-12)


def shapes():
    for algorithm, shape, width, height, seed in golden_records.SHAPES.values():
        grid = labirinto.grids.mask(shape, width, height)
        yield labirinto.generate(algorithm, grid, seed=seed)


def rooms():
    for one in KEPT["rooms"].values():
        yield labirinto.generate(Recipe.from_dict(one["recipe"]))


def symmetries():
    for one in KEPT["symmetries"].values():
        yield labirinto.generate(Recipe.from_dict(one["recipe"]))


def braids():
    for name, share, seed in golden_records.BRAIDS.values():
        yield labirinto.braid(golden_records.made(name), share, seed=seed)


@pytest.mark.parametrize("mazes", [shapes, rooms, symmetries, braids])
def test_mazes_of_masks_with_rooms_and_loops(mazes):
    mazes = list(mazes())
    recipes = [maze.recipe.as_dict() for maze in mazes]
    for maze, found in zip(mazes, answers(made(one) + LOOK for one in recipes), strict=True):
        assert found["rows"] == maze.rows
        assert found["mask"] == maze.rectangle.mask
        assert found["isPerfect"] is maze.is_perfect
        assert found["cells"] == len(maze.grid)
        words = maze.recipe.command
        if maze.rectangle.source:
            bits = maze.recipe.as_dict()["mask"]
            words = words.replace(maze.rectangle.source, f"--mask bits:{bits}")
        assert found["command"] == words


LOOK = """return { rows: maze.rows, mask: maze.mask, command: maze.command, cells: maze.cells,
isPerfect: maze.isPerfect };"""
