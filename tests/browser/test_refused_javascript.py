"""What JavaScript refuses: by the rules of Python, with its sentences."""

import re

import pytest
from javascript import answers, literal

import labirinto
from labirinto import Maze, Recipe, Rooms

MADE = "const maze = await labirinto.wilson(6, 4, {seed: 7});"
SEED = "return labirinto.normalizeSeed({});"
RECIPE = {"algorithm": "wilson", "revision": 1, "width": 6, "height": 4, "seed": 7}
RECIPE["parameters"] = {}


def wilson(*arguments, **options):
    return lambda: labirinto.wilson(*arguments, **options)


def recipe(**changes):
    return lambda: labirinto.generate(Recipe.from_dict({**RECIPE, **changes}))


def small():
    return labirinto.wilson(6, 4, seed=7)


def apart():
    """Two cells without a passage."""
    return Maze(2, 1, bytes(2))


# What Python refuses, and the same in JavaScript.
SAME = {
    "no size": (wilson(None), "return labirinto.wilson();"),
    "only a width": (wilson(40), "return labirinto.wilson(40);"),
    "no cells": (wilson(0, 5), "return labirinto.wilson(0, 5);"),
    "a negative side": (wilson(5, -1), "return labirinto.wilson(5, -1);"),
    "half a cell": (wilson(2.5, 5), "return labirinto.wilson(2.5, 5);"),
    "a side as a text": (wilson("5", 5), "return labirinto.wilson('5', 5);"),
    "too long a side": (wilson(1, 2**31), "return labirinto.wilson(1, 2 ** 31);"),
    "an empty seed": (wilson(5, 5, seed=" "), SEED.format("' '")),
    "a seed of two lines": (wilson(5, 5, seed="a\u2028b"), SEED.format('"a\\u2028b"')),
    "a negative seed": (wilson(5, 5, seed=-1), SEED.format("-1")),
    "a seed that is too large": (wilson(5, 5, seed=2**64), SEED.format("2n ** 64n")),
    "the same as a text": (wilson(5, 5, seed=str(2**64)), SEED.format("String(2n ** 64n)")),
    "a power": (wilson(5, 5, seed="2^70"), SEED.format("'2^70'")),
    "no such algorithm": (
        lambda: labirinto.generate("zzzz", 5, 5),
        "return labirinto.generate('zzzz', 5, 5);",
    ),
    "no such parameter": (
        lambda: labirinto.generate("eller", 5, 5, skew="nw"),
        "return labirinto.eller(5, 5, {skew: 'nw'});",
    ),
    "a probability above 1": (
        lambda: labirinto.eller(5, 5, join=1.5),
        "return labirinto.eller(5, 5, {join: 1.5});",
    ),
    "no such order": (wilson(5, 5, order="up"), "return labirinto.wilson(5, 5, {order: 'up'});"),
    **{
        f"symmetry {name!r} of {width}x{height}": (
            wilson(width, height, seed=1, symmetry=name),
            f"return labirinto.wilson({width}, {height}, {{seed: 1, symmetry: '{name}'}});",
        )
        for name, width, height in (
            ("z", 5, 5),
            ("turn4", 4, 4),
            ("turn4", 5, 3),
            ("turn2", 4, 6),
            ("xy", 2, 2),
        )
    },
    "symmetry of an algorithm without": (
        lambda: labirinto.generate("eller", 9, 9, symmetry="x"),
        "return labirinto.eller(9, 9, {symmetry: 'x'});",
    ),
    "symmetry and rooms": (
        wilson(9, 9, symmetry="x", rooms=Rooms(1, (2, 2), (2, 2))),
        "return labirinto.wilson(9, 9, {symmetry: 'x', rooms: {count: 1}});",
    ),
    "symmetry and loops": (
        lambda: labirinto.braid(labirinto.wilson(9, 9, seed=1, symmetry="x"), 0.5),
        "return labirinto.wilson(9, 9, {symmetry: 'x', braid: 0.5});",
    ),
    "symmetry of a maze with less cells": (
        lambda: labirinto.sparse(labirinto.wilson(9, 9, seed=1, symmetry="x"), 0.5),
        "return labirinto.sparse(await labirinto.wilson(9, 9, {symmetry: 'x'}), 0.5);",
    ),
    "symmetry by rows": (
        wilson(20, 20, order="rows", symmetry="x"),
        "return labirinto.wilson(20, 20, {order: 'rows', symmetry: 'x'});",
    ),
    "rooms of an algorithm without": (
        lambda: labirinto.generate("eller", 9, 9, rooms=Rooms(1)),
        "return labirinto.eller(9, 9, {rooms: {count: 1}});",
    ),
    "rooms that do not fit": (
        wilson(9, 9, seed=1, rooms=Rooms(20)),
        "return labirinto.wilson(9, 9, {seed: 1, rooms: {count: 20}});",
    ),
    "no room fits": (
        wilson(2, 2, seed=1, rooms=Rooms(1)),
        "return labirinto.wilson(2, 2, {seed: 1, rooms: {count: 1}});",
    ),
    "doors that cut off cells": (
        wilson(6, 2, seed=3, rooms=Rooms(1, (2, 2), (2, 2), 1)),
        (
            "return labirinto.wilson(6, 2, "
            "{seed: 3, rooms: {count: 1, smallest: [2, 2], largest: [2, 2], doors: 1}});"
        ),
    ),
    "a small room above the large one": (
        lambda: Rooms(1, (7, 3)),
        "return labirinto.wilson(9, 9, {rooms: {count: 1, smallest: [7, 3]}});",
    ),
    "a room of one column": (
        lambda: Rooms(1, (1, 3)),
        "return labirinto.wilson(9, 9, {rooms: {count: 1, smallest: [1, 3]}});",
    ),
    "rooms by rows": (
        wilson(20, 20, order="rows", rooms=Rooms(1)),
        "return labirinto.wilson(20, 20, {order: 'rows', rooms: {count: 1}});",
    ),
    "a recipe without a seed": (
        lambda: Recipe.from_dict({"algorithm": "wilson", "width": 6, "height": 4}),
        "return labirinto.generate({algorithm: 'wilson', width: 6, height: 4});",
    ),
    "a recipe of another revision": (
        recipe(revision=2),
        f"return labirinto.generate({literal({**RECIPE, 'revision': 2})});",
    ),
    "a recipe with half of its parameters": (
        recipe(algorithm="eller", parameters={"join": 0.5}),
        (
            "return labirinto.generate("
            f"{literal({**RECIPE, 'algorithm': 'eller', 'parameters': {'join': 0.5}})});"
        ),
    ),
    "a mask that is cut off": (
        recipe(mask="eJw="),
        f"return labirinto.generate({literal({**RECIPE, 'mask': 'eJw='})});",
    ),
    "a mask of another size": (
        recipe(mask="eJxjAAAAAQAB"),
        f"return labirinto.generate({literal({**RECIPE, 'mask': 'eJxjAAAAAQAB'})});",
    ),
    "a share above 1": (
        lambda: labirinto.braid(small(), 2),
        f"{MADE} return labirinto.braid(maze, 2);",
    ),
    "a braid of a braid": (
        lambda: labirinto.braid(labirinto.braid(small(), 1), 1),
        f"{MADE} return labirinto.braid(labirinto.braid(maze, 1), 1);",
    ),
    "a braid of a sparse maze": (
        lambda: labirinto.braid(labirinto.sparse(small(), 0.5), 1),
        f"{MADE} return labirinto.braid(labirinto.sparse(maze, 0.5), 1);",
    ),
    "thinned out twice": (
        lambda: labirinto.sparse(labirinto.sparse(small(), 0.5), 1),
        f"{MADE} return labirinto.sparse(labirinto.sparse(maze, 0.5), 1);",
    ),
    "a negative share of cells": (
        lambda: labirinto.sparse(small(), -1),
        f"{MADE} return labirinto.sparse(maze, -1);",
    ),
    "a cell outside": (
        lambda: labirinto.solve(small(), (0, 0), (6, 0)),
        f"{MADE} return labirinto.solve(maze, [0, 0], [6, 0]);",
    ),
    "half a place": (
        lambda: small().distances((0.5, 0)),
        f"{MADE} return labirinto.distances(maze, [0.5, 0]);",
    ),
    "no path": (
        lambda: labirinto.solve(apart(), (0, 0), (1, 0)),
        (
            "await labirinto.load(); const maze = new labirinto.Maze(2, 1, new Uint8Array(2));"
            "return labirinto.solve(maze, [0, 0], [1, 0]);"
        ),
    ),
    "no such ends": (
        lambda: labirinto.suggest_ends(small(), "middle"),
        f"{MADE} return labirinto.suggestEnds(maze, 'middle');",
    ),
    "ends of a single cell": (
        lambda: labirinto.suggest_ends(labirinto.wilson(1, 1)),
        "return labirinto.suggestEnds(await labirinto.wilson(1, 1));",
    ),
    "random ends without a seed": (
        lambda: labirinto.suggest_ends(apart(), "random"),
        (
            "await labirinto.load(); const maze = new labirinto.Maze(2, 1, new Uint8Array(2));"
            "return labirinto.suggestEnds(maze, 'random');"
        ),
    ),
    **{
        f"{kind} ends of a maze in two parts": (
            lambda kind=kind: labirinto.suggest_ends(apart(), kind),
            (
                "await labirinto.load(); const maze = new labirinto.Maze(2, 1, new Uint8Array(2));"
                f"return labirinto.suggestEnds(maze, '{kind}');"
            ),
        )
        for kind in ("border", "farthest", "opposite")
    },
    "a passage through the frame": (
        lambda: Maze(2, 1, bytes([2, 0])),
        "return new labirinto.Maze(2, 1, new Uint8Array([2, 0]));",
    ),
    "a passage into the ground": (
        lambda: Maze(2, 1, bytes([1, 1])),
        "return new labirinto.Maze(2, 1, new Uint8Array([1, 1]));",
    ),
    "a passage out of the mask": (
        lambda: Maze(2, 1, bytes([1, 0]), mask=b"\1"),
        "return new labirinto.Maze(2, 1, new Uint8Array([1, 0]), {mask: new Uint8Array([1])});",
    ),
    "rows of another length": (
        lambda: Maze(2, 1, bytes(3)),
        "return new labirinto.Maze(2, 1, new Uint8Array(3));",
    ),
    "a mask of another length": (
        lambda: Maze(2, 1, bytes(2), mask=bytes(2)),
        "return new labirinto.Maze(2, 1, new Uint8Array(2), {mask: new Uint8Array(2)});",
    ),
    "an empty mask": (
        lambda: Maze(2, 1, bytes(2), mask=bytes(1)),
        "return new labirinto.Maze(2, 1, new Uint8Array(2), {mask: new Uint8Array(1)});",
    ),
    "a mask beyond the rectangle": (
        lambda: Maze(2, 1, bytes(2), mask=b"\7"),
        "return new labirinto.Maze(2, 1, new Uint8Array(2), {mask: new Uint8Array([7])});",
    ),
    "one cell at both ends": (
        lambda: labirinto.to_svg(small(), ends=((1, 1), (1, 1))),
        f"{MADE} return labirinto.toSVG(maze, {{ends: [[1, 1], [1, 1]]}});",
    ),
    "an opening inside": (
        lambda: labirinto.to_svg(small(), ends=labirinto.Ends((1, 1), (0, 0), True)),
        (
            f"{MADE} const ends = {{start: [1, 1], end: [0, 0], open: true}};"
            "return labirinto.toSVG(maze, {ends});"
        ),
    ),
    "a path through a wall": (
        lambda: labirinto.difficulty(small(), labirinto.Path((0, 0), bytes([3]))),
        (
            f"{MADE} return labirinto.difficulty(maze, "
            "new labirinto.Path([0, 0], new Uint8Array([3])));"
        ),
    ),
    "a move that is none": (
        lambda: labirinto.Path((0, 0), bytes([4])),
        "return new labirinto.Path([0, 0], new Uint8Array([4]));",
    ),
    "a wall as wide as a cell": (
        lambda: labirinto.Style(cell=4, wall=4),
        f"{MADE} return labirinto.toSVG(maze, {{style: {{cell: 4, wall: 4}}}});",
    ),
    "rows of an algorithm that needs all": (
        lambda: labirinto.generate_rows("prim", 5),
        "return labirinto.endless('prim', 5);",
    ),
    "no rows": (
        lambda: labirinto.generate_rows("eller", 5).read(0),
        "return (await labirinto.endless('eller', 5)).read(0);",
    ),
}


@pytest.fixture(scope="module")
def refusals():
    return dict(zip(SAME, answers(body for _, body in SAME.values()), strict=True))


@pytest.mark.parametrize("name", SAME)
def test_what_python_refuses_javascript_refuses(refusals, name):
    found = refusals[name]
    with pytest.raises(labirinto.LabirintoError) as refused:
        SAME[name][0]()
    assert found["error"] == type(refused.value).__name__
    assert found["field"] == getattr(refused.value, "field", None)
    assert first_words(found["message"]) == first_words(str(refused.value))


def first_words(sentence):
    """Without advice, and without lists and reasons, which each language shows in its own way."""
    return re.sub(r"[\[(].*?[\])]", "", sentence.partition(";")[0]).removesuffix(".")


# What has no counterpart in Python: the body, and the class of the error.
OWN = {
    "too many cells": ("return labirinto.wilson(5001, 5000);", "TooLargeError"),
    "rows that are no bytes": ("return new labirinto.Maze(2, 1, [0, 0]);", "InvalidValueError"),
    "a maze that is none": ("return labirinto.isPerfect({});", "InvalidValueError"),
    "a seed that is rounded": (SEED.format("2 ** 60"), "InvalidValueError"),
    "half a seed": (SEED.format("1.5"), "InvalidValueError"),
    "a seed of half a character": (SEED.format("'\\ud800'"), "InvalidValueError"),
    "options that are none": ("return labirinto.wilson(5, 5, 7);", "InvalidValueError"),
    "a mask as numbers": ("return labirinto.wilson(5, 5, {mask: [1]});", "InvalidValueError"),
    "a mask in two pieces": (
        "return labirinto.wilson(3, 1, {mask: new Uint8Array([5])});",
        "InvalidValueError",
    ),
    "a mask for rectangles only": (
        "return labirinto.eller(3, 1, {mask: new Uint8Array([3])});",
        "InvalidValueError",
    ),
    "a path from nowhere": (
        "return new labirinto.Path(5, new Uint8Array(0));",
        "InvalidValueError",
    ),
    "a recipe of another shape": (
        (
            f"{MADE} return new labirinto.Maze(6, 4, maze.rows, "
            "{recipe: {...maze.recipe, mask: 'eJw='}});"
        ),
        "InvalidValueError",
    ),
    "a recipe of another size": (
        f"{MADE} return new labirinto.Maze(8, 4, maze.rows, {{recipe: maze.recipe}});",
        "InvalidValueError",
    ),
    "a mask with blanks": (
        f"return labirinto.generate({literal({**RECIPE, 'mask': ' eJw='})});",
        "InvalidValueError",
    ),
    "the recipe of no maze": ("return labirinto.generate(null);", "InvalidValueError"),
    "a list": ("return labirinto.generate([1]);", "InvalidValueError"),
    "a recipe and a size": (
        f"return labirinto.generate({literal(RECIPE)}, 5, 5);",
        "InvalidValueError",
    ),
    "a recipe of hexagons": (
        "return labirinto.generate({grid: {kind: 'hexagonal'}});",
        "InvalidValueError",
    ),
    "a recipe with a picture": (
        f"return labirinto.generate({literal({**RECIPE, 'picture': {}})});",
        "InvalidValueError",
    ),
    "a braid without a share": (
        "return labirinto.wilson(5, 5, {braid: {seed: 1}});",
        "InvalidValueError",
    ),
    **{
        f"{function} of no maze": (
            f"return labirinto.{function}({{}}, [0, 0]);",
            "InvalidValueError",
        )
        for function in (
            *("solve", "distances", "exits", "census", "difficulty", "suggestEnds", "roomsOf"),
            *("braid", "sparse", "blocks", "toSVG", "toFigure", "toText", "toJSON"),
        )
    },
    "tiles of no maze": ("return new labirinto.TileSource({});", "InvalidValueError"),
    "walls thicker than cells": (
        f"{MADE} return labirinto.toFigure(maze, {{wall: 2}});",
        "InvalidValueError",
    ),
    "neither ASCII nor boxes": (
        f"{MADE} return labirinto.toText(maze, {{ascii: 1}});",
        "InvalidValueError",
    ),
    "ends that are neither apart nor not": (
        f"{MADE} return labirinto.suggestEnds(maze, 'border', {{apart: 1}});",
        "InvalidValueError",
    ),
    "a path that is none": (f"{MADE} return labirinto.difficulty(maze, 5);", "InvalidValueError"),
    "ends that are none": (
        f"{MADE} return labirinto.toText(maze, {{ends: 5}});",
        "InvalidValueError",
    ),
    "a colour that is none": (
        f"{MADE} return labirinto.toSVG(maze, {{style: {{walls: 'red\"/>'}}}});",
        "InvalidValueError",
    ),
    "a style that is none": (
        f"{MADE} return labirinto.toSVG(maze, {{style: {{hue: 5}}}});",
        "InvalidValueError",
    ),
    "a path between other cells": (
        (
            f"{MADE} const path = labirinto.solve(maze, [0, 0], [1, 1]);"
            "return labirinto.toJSON(maze, {path, ends: [[0, 0], [2, 2]]});"
        ),
        "InvalidValueError",
    ),
    "rows with an end in sight": (
        "return labirinto.endless('wilson', 5, {order: 'rows'});",
        "InvalidValueError",
    ),
    "rows after the last": (
        "const rows = await labirinto.endless('eller', 5); rows.finish(); return rows.read(1);",
        "InvalidValueError",
    ),
    "closed rows": (
        "const rows = await labirinto.endless('eller', 5); rows.close(); return rows.read(1);",
        "InvalidValueError",
    ),
    "too many rows at once": (
        "return (await labirinto.endless('eller', 5)).read(10_000_000);",
        "TooLargeError",
    ),
}
OWN |= {
    f"a misspelt option: {call}": (f"{MADE} return labirinto.{call};", "InvalidValueError")
    for call in (
        "wilson(9, 9, {rooms: {count: 1, dors: 1}})",
        "braid(maze, 0.5, {sed: 1})",
        "suggestEnds(maze, 'border', {apar: true})",
        "toSVG(maze, {pth: null})",
        "toText(maze, {asci: true})",
    )
}


def test_what_only_javascript_can_be_given_is_refused():
    bodies = [body for body, _ in OWN.values()]
    found = dict(zip(OWN, answers(bodies), strict=True))
    assert {name: one.get("error") for name, one in found.items()} == {
        name: error for name, (_, error) in OWN.items()
    }
    assert all(one["message"].endswith(".") for one in found.values())
