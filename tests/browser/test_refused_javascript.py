"""What JavaScript refuses: by the rules of Python, with its sentences."""

import re

import pytest
from javascript import answers, literal

import labirinto
from labirinto import Maze, Recipe, Rooms

MADE = "const maze = await labirinto.wilson(6, 4, {seed: 7});"
APART = "await labirinto.load(); const maze = new labirinto.Maze(2, 1, new Uint8Array(2));"
RECIPE = {"algorithm": "wilson", "revision": 1, "width": 6, "height": 4, "seed": 7}
RECIPE["parameters"] = {}


def made(algorithm, *size, rooms=None, **options):
    """A maze made by both languages from the same values."""
    given = literal(options | ({"rooms": rooms} if rooms else {}))
    values = ", ".join(map(literal, size)) + f", {given}" * bool(size)
    return (
        lambda: labirinto.generate(
            algorithm, *size, **options | ({"rooms": Rooms(**rooms)} if rooms else {})
        ),
        f"return labirinto.{algorithm}({values});",
    )


def again(**changes):
    """A maze made by both from the same recipe."""
    recipe = RECIPE | changes
    return (
        lambda: labirinto.generate(Recipe.from_dict(recipe)),
        f"return labirinto.generate({literal(recipe)});",
    )


def asked(question, body):
    """What both are asked about a maze, which Python's question takes."""
    return lambda: question(labirinto.wilson(6, 4, seed=7)), f"{MADE} return labirinto.{body};"


def seeded(seed, text):
    return lambda: labirinto.wilson(5, 5, seed=seed), f"return labirinto.normalizeSeed({text});"


def apart(question, body):
    """The same about two cells without a passage."""
    return lambda: question(Maze(2, 1, bytes(2))), f"{APART} return labirinto.{body};"


def built(rows, more="", **mask):
    """A maze of two cells made from bytes."""
    body = f"return new labirinto.Maze(2, 1, new Uint8Array({rows}){more});"
    return lambda: Maze(2, 1, bytes(rows), **mask), body


def masked(mask):
    values = [*mask]
    return built(2, f", {{mask: new Uint8Array({values})}}", mask=bytes(mask))


SAME = {
    "no size": made("wilson"),
    "only a width": (lambda: labirinto.wilson(40), "return labirinto.wilson(40);"),
    "no cells": made("wilson", 0, 5),
    "a negative side": made("wilson", 5, -1),
    "half a cell": made("wilson", 2.5, 5),
    "a side as a text": made("wilson", "5", 5),
    "too long a side": made("wilson", 1, 2**31),
    "an empty seed": seeded(" ", "' '"),
    "a seed of two lines": seeded("a\u2028b", '"a\\u2028b"'),
    "a negative seed": seeded(-1, "-1"),
    "a seed that is too large": seeded(2**64, "2n ** 64n"),
    "the same as a text": seeded(str(2**64), "String(2n ** 64n)"),
    "a power": seeded("2^70", "'2^70'"),
    "no such algorithm": (
        lambda: labirinto.generate("zzzz", 5, 5),
        "return labirinto.generate('zzzz', 5, 5);",
    ),
    "no such parameter": made("eller", 5, 5, skew="nw"),
    "a probability above 1": made("eller", 5, 5, join=1.5),
    "no such order": made("wilson", 5, 5, order="up"),
    "no such symmetry": made("wilson", 5, 5, seed=1, symmetry="z"),
    "a quarter turn of an even square": made("wilson", 4, 4, seed=1, symmetry="turn4"),
    "a quarter turn of no square": made("wilson", 5, 3, seed=1, symmetry="turn4"),
    "a half turn of even sides": made("wilson", 4, 6, seed=1, symmetry="turn2"),
    "two mirrors of even sides": made("wilson", 2, 2, seed=1, symmetry="xy"),
    "symmetry of an algorithm without": made("eller", 9, 9, symmetry="x"),
    "symmetry and rooms": made("wilson", 9, 9, symmetry="x", rooms={"count": 1}),
    "symmetry and loops": (
        lambda: labirinto.braid(labirinto.wilson(9, 9, seed=1, symmetry="x"), 0.5),
        "return labirinto.wilson(9, 9, {symmetry: 'x', braid: 0.5});",
    ),
    "symmetry of a maze with less cells": (
        lambda: labirinto.sparse(labirinto.wilson(9, 9, seed=1, symmetry="x"), 0.5),
        "return labirinto.sparse(await labirinto.wilson(9, 9, {symmetry: 'x'}), 0.5);",
    ),
    "symmetry by rows": made("wilson", 20, 20, order="rows", symmetry="x"),
    "rooms of an algorithm without": made("eller", 9, 9, rooms={"count": 1}),
    "rooms that do not fit": made("wilson", 9, 9, seed=1, rooms={"count": 20}),
    "no room fits": made("wilson", 2, 2, seed=1, rooms={"count": 1}),
    "doors that cut off cells": made(
        *("wilson", 6, 2),
        seed=3,
        rooms={"count": 1, "smallest": (2, 2), "largest": (2, 2), "doors": 1},
    ),
    "a small room above the large one": made(
        "wilson", 9, 9, rooms={"count": 1, "smallest": (7, 3)}
    ),
    "a room of one column": made("wilson", 9, 9, rooms={"count": 1, "smallest": (1, 3)}),
    "rooms by rows": made("wilson", 20, 20, order="rows", rooms={"count": 1}),
    "a recipe without a seed": (
        lambda: Recipe.from_dict({"algorithm": "wilson", "width": 6, "height": 4}),
        "return labirinto.generate({algorithm: 'wilson', width: 6, height: 4});",
    ),
    "a recipe of another revision": again(revision=2),
    "a recipe with half of its parameters": again(algorithm="eller", parameters={"join": 0.5}),
    "a mask that is cut off": again(mask="eJw="),
    "a mask of another size": again(mask="eJxjAAAAAQAB"),
    "a share above 1": asked(lambda maze: labirinto.braid(maze, 2), "braid(maze, 2)"),
    "a braid of a braid": asked(
        lambda maze: labirinto.braid(labirinto.braid(maze, 1), 1),
        "braid(labirinto.braid(maze, 1), 1)",
    ),
    "a braid of a sparse maze": asked(
        lambda maze: labirinto.braid(labirinto.sparse(maze, 0.5), 1),
        "braid(labirinto.sparse(maze, 0.5), 1)",
    ),
    "thinned out twice": asked(
        lambda maze: labirinto.sparse(labirinto.sparse(maze, 0.5), 1),
        "sparse(labirinto.sparse(maze, 0.5), 1)",
    ),
    "a negative share of cells": asked(lambda maze: labirinto.sparse(maze, -1), "sparse(maze, -1)"),
    "a cell outside": asked(
        lambda maze: labirinto.solve(maze, (0, 0), (6, 0)), "solve(maze, [0, 0], [6, 0])"
    ),
    "half a place": asked(lambda maze: maze.distances((0.5, 0)), "distances(maze, [0.5, 0])"),
    "no path": apart(
        lambda maze: labirinto.solve(maze, (0, 0), (1, 0)), "solve(maze, [0, 0], [1, 0])"
    ),
    "no such ends": asked(
        lambda maze: labirinto.suggest_ends(maze, "middle"), "suggestEnds(maze, 'middle')"
    ),
    "ends of a single cell": (
        lambda: labirinto.suggest_ends(labirinto.wilson(1, 1)),
        "return labirinto.suggestEnds(await labirinto.wilson(1, 1));",
    ),
    **{
        f"{kind} ends of a maze in two parts": apart(
            lambda maze, kind=kind: labirinto.suggest_ends(maze, kind),
            f"suggestEnds(maze, '{kind}')",
        )
        for kind in ("border", "farthest", "opposite", "random")
    },
    "a passage through the frame": built([2, 0]),
    "a passage into the ground": built([1, 1]),
    "a passage out of the mask": built([1, 0], ", {mask: new Uint8Array([1])}", mask=b"\1"),
    "rows of another length": built(3),
    "a mask of another length": masked([0, 0]),
    "an empty mask": masked([0]),
    "a mask beyond the rectangle": masked([7]),
    "one cell at both ends": asked(
        lambda maze: labirinto.to_svg(maze, ends=((1, 1), (1, 1))),
        "toSVG(maze, {ends: [[1, 1], [1, 1]]})",
    ),
    "an opening inside": asked(
        lambda maze: labirinto.to_svg(maze, ends=labirinto.Ends((1, 1), (0, 0), True)),
        "toSVG(maze, {ends: {start: [1, 1], end: [0, 0], open: true}})",
    ),
    "a path through a wall": asked(
        lambda maze: labirinto.difficulty(maze, labirinto.Path((0, 0), bytes([3]))),
        "difficulty(maze, new labirinto.Path([0, 0], new Uint8Array([3])))",
    ),
    "a move that is none": (
        lambda: labirinto.Path((0, 0), bytes([4])),
        "return new labirinto.Path([0, 0], new Uint8Array([4]));",
    ),
    "a wall as wide as a cell": asked(
        lambda _: labirinto.Style(cell=4, wall=4), "toSVG(maze, {style: {cell: 4, wall: 4}})"
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


def test_what_python_refuses_javascript_refuses():
    expected = {}
    for name, (refuse, _) in SAME.items():
        with pytest.raises(labirinto.LabirintoError) as refused:
            refuse()
        field = getattr(refused.value, "field", None)
        expected[name] = type(refused.value).__name__, field, first_words(str(refused.value))
    found = dict(zip(SAME, answers(body for _, body in SAME.values()), strict=True))
    assert expected == {
        name: (one["error"], one["field"], first_words(one["message"]))
        for name, one in found.items()
    }


def first_words(sentence):
    """Without advice, and without lists and reasons, which each language shows in its own way."""
    return re.sub(r"[\[(].*?[\])]", "", sentence.partition(";")[0]).removesuffix(".")


# What has no counterpart in Python.
OWN = {
    "rows that are no bytes": "new labirinto.Maze(2, 1, [0, 0])",
    "a maze that is none": "labirinto.isPerfect({})",
    "a seed that is rounded": "labirinto.normalizeSeed(2 ** 60)",
    "half a seed": "labirinto.normalizeSeed(1.5)",
    "a seed of half a character": "labirinto.normalizeSeed('\\ud800')",
    "options that are none": "labirinto.wilson(5, 5, 7)",
    "a mask as numbers": "labirinto.wilson(5, 5, {mask: [1]})",
    "a mask in two pieces": "labirinto.wilson(3, 1, {mask: new Uint8Array([5])})",
    "a mask for rectangles only": "labirinto.eller(3, 1, {mask: new Uint8Array([3])})",
    "a path from nowhere": "new labirinto.Path(5, new Uint8Array(0))",
    "a recipe of another shape": (
        "new labirinto.Maze(6, 4, maze.rows, {recipe: {...maze.recipe, mask: 'eJw='}})"
    ),
    "a recipe of another size": "new labirinto.Maze(8, 4, maze.rows, {recipe: maze.recipe})",
    "a mask with blanks": f"labirinto.generate({literal({**RECIPE, 'mask': ' eJw='})})",
    "the recipe of no maze": "labirinto.generate(null)",
    "a list": "labirinto.generate([1])",
    "a recipe and a size": f"labirinto.generate({literal(RECIPE)}, 5, 5)",
    "a recipe of hexagons": "labirinto.generate({grid: {kind: 'hexagonal'}})",
    "a recipe with a picture": f"labirinto.generate({literal({**RECIPE, 'picture': {}})})",
    "a braid without a share": "labirinto.wilson(5, 5, {braid: {seed: 1}})",
    **{
        f"{function} of no maze": f"labirinto.{function}({{}}, [0, 0])"
        for function in (
            *("solve", "distances", "exits", "census", "difficulty", "suggestEnds", "roomsOf"),
            *("braid", "sparse", "blocks", "toSVG", "toFigure", "toText", "toJSON"),
        )
    },
    "tiles of no maze": "new labirinto.TileSource({})",
    "walls thicker than cells": "labirinto.toFigure(maze, {wall: 2})",
    "neither ASCII nor boxes": "labirinto.toText(maze, {ascii: 1})",
    "ends that are neither apart nor not": "labirinto.suggestEnds(maze, 'border', {apart: 1})",
    "a path that is none": "labirinto.difficulty(maze, 5)",
    "ends that are none": "labirinto.toText(maze, {ends: 5})",
    "a colour that is none": "labirinto.toSVG(maze, {style: {walls: 'red\"/>'}})",
    "a style that is none": "labirinto.toSVG(maze, {style: {hue: 5}})",
    "a path between other cells": (
        "labirinto.toJSON(maze, "
        "{path: labirinto.solve(maze, [0, 0], [1, 1]), ends: [[0, 0], [2, 2]]})"
    ),
    "rows with an end in sight": "labirinto.endless('wilson', 5, {order: 'rows'})",
    "rows after the last": "(rows.finish(), rows.read(1))",
    "closed rows": "(rows.close(), rows.read(1))",
    **{
        f"a misspelt option: {call}": f"labirinto.{call}"
        for call in (
            "wilson(9, 9, {rooms: {count: 1, dors: 1}})",
            "braid(maze, 0.5, {sed: 1})",
            "suggestEnds(maze, 'border', {apar: true})",
            "toSVG(maze, {pth: null})",
            "toText(maze, {asci: true})",
        )
    },
}
TOO_LARGE = {
    "too many cells": "labirinto.wilson(5001, 5000)",
    "too many rows at once": "rows.read(10_000_000)",
}


def test_what_only_javascript_can_be_given_is_refused():
    before = f"{MADE} const rows = await labirinto.endless('eller', 5);"
    bodies = [f"{before} return {call};" for call in (OWN | TOO_LARGE).values()]
    found = dict(zip(OWN | TOO_LARGE, answers(bodies), strict=True))
    assert {name: one.get("error") for name, one in found.items()} == (
        dict.fromkeys(OWN, "InvalidValueError") | dict.fromkeys(TOO_LARGE, "TooLargeError")
    )
    assert all(one["message"].endswith(".") for one in found.values())
