"""Recipes: all that it takes to make a maze again."""

import json
import shlex

import pytest

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, seeds
from labirinto.grids import mask

RECIPES = [
    Recipe("wilson", 40, 30, 7),
    Recipe("wilson", 40, 30, "anna karenina"),
    Recipe("wilson", 1, 1, 2**64 - 1),
    Recipe("kruskal", 9, 7, "هزارتو"),
    Recipe("aldous-broder", 9, 7, "it's; $HOME"),
    Recipe("eller", 80, 40, 0, parameters=(("drop", 0.1), ("join", 1 / 3))),
    Recipe("eller", 80, 40, "-", parameters=(("drop", 0.0), ("join", 1.0))),
]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_makes_its_maze_again(recipe):
    maze = labirinto.generate(recipe)
    assert maze.recipe == recipe
    same = Recipe.from_dict(json.loads(json.dumps(recipe.as_dict())))
    assert same == recipe
    assert labirinto.generate(same) == maze
    parameters = dict(recipe.parameters)
    by_name = labirinto.generate(
        recipe.algorithm, recipe.width, recipe.height, seed=recipe.seed, **parameters
    )
    assert by_name == maze
    assert by_name.recipe == recipe


HEART = labirinto.wilson(mask("heart", 23, 19), seed=3)
LEVEL = labirinto.wilson(30, 20, seed=3, rooms=labirinto.Rooms(3, doors=2))
KINDS = {
    "a cell": labirinto.wilson(1, 1, seed=3),
    "a row": labirinto.eller(5, 1, seed="\u00e4 \U0001f600 <&>'\""),
    "a column": labirinto.wilson(1, 5, seed=2**64 - 1),
    **{f"{width} columns": labirinto.wilson(width, 3, seed=3) for width in (63, 64, 65)},
    "a name": labirinto.binary_tree(9, 7, seed=3, skew="ne"),
    "loops": labirinto.braid(labirinto.prim(12, 9, seed=3), 0.5, seed="a b"),
    "symmetry": labirinto.wilson(14, 9, seed="fair", symmetry="turn2"),
    "rooms": LEVEL,
    "rooms of a size": labirinto.wilson(20, 15, seed=3, rooms=labirinto.Rooms(2, (3, 3), (3, 3))),
    "thinned out": labirinto.sparse(labirinto.braid(LEVEL, 0.5), 0.3),
    "shape": HEART,
    "shape alone": Maze(23, 19, HEART.rows, mask=HEART.grid.mask),
    "picture": labirinto.pictures.picture_maze("heart", 40, 40, seed=7),
}
WORDS = {
    "a name": "binary-tree 9x7 --skew ne --seed 3",
    "loops": "prim 12x9 --braid '0.5:a b' --seed 3",
    "symmetry": "wilson 14x9 --symmetry turn2 --seed fair",
    "rooms": "wilson 30x20 --rooms 3 --room-size 3x3-6x5 --doors 2 --seed 3",
    "rooms of a size": "wilson 20x15 --rooms 2 --room-size 3x3 --seed 3",
    "thinned out": "wilson 30x20 --rooms 3 --room-size 3x3-6x5 --doors 2 --braid 0.5 --sparse 0.3"
    " --seed 3",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_recipe_makes_a_maze_of_any_kind_again(kind):
    recipe = KINDS[kind].recipe
    if recipe:
        same = Recipe.from_dict(json.loads(json.dumps(recipe.as_dict())))
        assert same == recipe
        assert labirinto.generate(same) == KINDS[kind]
        assert recipe.words == WORDS.get(kind, recipe.words)


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_command_has_the_whole_recipe(recipe):
    words = shlex.split(recipe.command)
    assert words[:3] == ["labirinto", recipe.algorithm, f"{recipe.width}x{recipe.height}"]
    options = dict(zip(words[3::2], words[4::2], strict=True))
    assert seeds.seed_number(options.pop("--seed")) == seeds.seed_number(recipe.seed)
    found = {name.removeprefix("--"): float(value) for name, value in options.items()}
    assert found == dict(recipe.parameters)


def test_a_recipe_is_a_value():
    recipe = Recipe("eller", 80, 40, "007", parameters={"join": 0.5, "drop": 0.25})
    same = Recipe("eller", 80, 40, 7, parameters=(("join", 0.5), ("drop", 0.25)))
    assert recipe == same
    assert hash(recipe) == hash(same)
    assert recipe.seed == 7
    assert recipe.parameters == (("drop", 0.25), ("join", 0.5))
    with pytest.raises(AttributeError):
        recipe.seed = 8


def test_made_without_a_seed_a_maze_has_a_new_one_in_its_recipe():
    mazes = [labirinto.wilson(20, 20) for _ in range(5)]
    assert len(set(mazes)) == 5
    for maze in mazes:
        assert 0 <= maze.recipe.seed < 2**53
        assert labirinto.wilson(20, 20, seed=maze.recipe.seed) == maze


@pytest.mark.parametrize(
    "missing", ["algorithm", "revision", "width", "height", "seed", "parameters"]
)
def test_a_recipe_with_something_missing_is_refused(missing):
    data = Recipe("wilson", 4, 3, 7).as_dict()
    del data[missing]
    with pytest.raises(InvalidValueError, match=f"The recipe has no '{missing}'"):
        Recipe.from_dict(data)


WRONG = {
    "width": [0, "4"],
    "height": [2.5, None],
    "seed": [-1, None, 1.5, ""],
    "revision": ["1", 1.0, 0, True],
    "algorithm": [None, "", 5],
    "parameters": [None, ["join"]],
    "join": ["so much", "0.5", None, float("nan"), float("inf")],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_recipe_of_the_wrong_types_is_refused(name):
    data = Recipe("eller", 4, 3, 7).as_dict()
    for value in WRONG[name]:
        changed = {name: value} if name in data else {"parameters": {name: value}}
        with pytest.raises(InvalidValueError, match=name):
            Recipe.from_dict(data | changed)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"algorithm": None}, "The algorithm None is not a name"),
        ({"algorithm": ""}, "The algorithm '' is not a name"),
        ({"revision": "x"}, "revision is 'x'; it must be a whole number"),
        ({"revision": 0}, "revision is 0; it must be at least 1"),
        ({"parameters": {"join": float("nan")}}, "join is nan; it must be a number"),
        ({"parameters": {"join": float("inf")}}, "join is inf; it must be a number"),
    ],
)
def test_a_recipe_written_by_hand_is_checked_as_one_that_is_read(changed, message):
    with pytest.raises(InvalidValueError, match=message):
        Recipe(**{"algorithm": "eller", "width": 4, "height": 3, "seed": 7} | changed)


def test_a_recipe_is_complete():
    recipe = Recipe("wilson", 4, 3, 7)
    for more in ({"width": 4}, {"height": 3}, {"seed": 7}, {"join": 0.5}):
        with pytest.raises(InvalidValueError, match="complete"):
            labirinto.generate(recipe, **more)


def test_a_maze_whose_recipe_is_not_known_cannot_be_made_again():
    unknown = labirinto.Maze(2, 1, labirinto.wilson(2, 1, seed=1).rows)
    with pytest.raises(InvalidValueError, match="The maze has no recipe"):
        labirinto.generate(unknown.recipe)


def test_a_recipe_of_another_revision_is_refused_with_both_numbers():
    with pytest.raises(InvalidValueError, match=r"revision 1 of wilson.*not 2"):
        labirinto.generate(Recipe("wilson", 4, 3, 7, revision=2))


@pytest.mark.parametrize(
    "parameters", [(), (("join", 0.5),), (("drop", 0.5),), (("drop", 2.0), ("join", 0.5))]
)
def test_a_recipe_without_all_its_parameters_is_refused(parameters):
    with pytest.raises(InvalidValueError, match=r"all parameters of eller|drop is 2\.0"):
        labirinto.generate(Recipe("eller", 4, 3, 7, parameters=parameters))


def test_a_name_in_a_recipe_is_kept_and_refused_where_a_number_belongs():
    recipe = Recipe("binary-tree", 9, 7, "anna", parameters={"skew": "se"})
    assert recipe.words == "binary-tree 9x7 --skew se --seed anna"
    assert Recipe.from_dict(json.loads(json.dumps(recipe.as_dict()))) == recipe
    assert labirinto.generate(recipe) == labirinto.binary_tree(9, 7, seed="anna", skew="se")
    with pytest.raises(InvalidValueError, match="join is 'se'; it must be a number from 0 to 1"):
        labirinto.generate(Recipe("sidewinder", 9, 7, 1, parameters={"join": "se"}))
