"""The seed promise, pinned: what a seed gave once, it gives for ever.

``pytest --rewrite-golden`` writes ``data/golden.json`` anew.  Whoever needs it has changed what a
seed gives, and raises the algorithm's revision.
"""

import hashlib
import json
from pathlib import Path

import pytest

import labirinto
from labirinto import _core, promise

FILE = Path(__file__).parent / "data" / "golden.json"

# What each guards, and the recipe: algorithm, width, height, seed, parameters.
RECIPES = {
    # wilson, walking on the cells
    "wilson_of_a_single_cell": ("wilson", 1, 1, 0, {}),
    "wilson_of_one_row": ("wilson", 100, 1, 1, {}),
    "wilson_of_one_column": ("wilson", 1, 100, 1, {}),
    "wilson_2x2": ("wilson", 2, 2, 3, {}),
    "wilson_40x30_of_the_readme": ("wilson", 40, 30, 7, {}),
    "wilson_with_the_smallest_seed": ("wilson", 20, 20, 0, {}),
    "wilson_with_the_largest_seed": ("wilson", 20, 20, 2**64 - 1, {}),
    "wilson_with_a_seed_that_needs_63_bits": ("wilson", 20, 20, 2**63, {}),
    "wilson_with_text": ("wilson", 20, 20, "anna", {}),
    "wilson_with_capital_letters": ("wilson", 20, 20, "Anna", {}),
    "wilson_with_persian_text": ("wilson", 20, 20, "هزارتو", {}),
    "wilson_with_chinese_text": ("wilson", 20, 20, "迷宫", {}),
    "wilson_with_text_beyond_16_bits": ("wilson", 20, 20, "🐀 🧀", {}),
    "wilson_with_composed_letters": ("wilson", 20, 20, "caf\u00e9", {}),
    "wilson_with_decomposed_letters": ("wilson", 20, 20, "cafe\u0301", {}),
    "wilson_with_text_and_inner_spaces": ("wilson", 20, 20, "to be or not to be", {}),
    "wilson_with_a_number_with_zeros_in_front": ("wilson", 20, 20, "0042", {}),
    "wilson_with_persian_digits": ("wilson", 20, 20, "۴۲", {}),
    "wilson_63_wide": ("wilson", 63, 20, 1, {}),
    "wilson_64_wide": ("wilson", 64, 20, 1, {}),
    "wilson_65_wide": ("wilson", 65, 20, 1, {}),
    "wilson_129_high": ("wilson", 20, 129, 1, {}),
    "wilson_255x257_on_cells": ("wilson", 255, 257, 1, {}),
    "wilson_256x256_the_largest_on_cells": ("wilson", 256, 256, 1, {}),
    # wilson, walking on the walls
    "wilson_257x256_on_walls": ("wilson", 257, 256, 1, {}),
    "wilson_65537x1_without_an_inner_corner": ("wilson", 65_537, 1, 1, {}),
    "wilson_65536x2_on_walls": ("wilson", 65_536, 2, 1, {}),
    "wilson_2x65536_in_eight_strips": ("wilson", 2, 65_536, 1, {}),
    "wilson_1000x1000_on_walls": ("wilson", 1000, 1000, "labirinto", {}),
    "wilson_9x2048_the_highest_in_one_strip": ("wilson", 9, 2048, 1, {}),
    "wilson_9x2049_in_two_strips": ("wilson", 9, 2049, 1, {}),
    "wilson_9x8193_in_two_strips": ("wilson", 9, 8193, 1, {}),
    "wilson_9x16384_the_highest_in_two_strips": ("wilson", 9, 16_384, 1, {}),
    "wilson_33x20000_in_four_strips": ("wilson", 33, 20_000, 1, {}),
    "wilson_5x40000_in_eight_strips": ("wilson", 5, 40_000, 1, {}),
    # eller
    "eller_of_a_single_cell": ("eller", 1, 1, 0, {}),
    "eller_of_one_row": ("eller", 100, 1, 1, {}),
    "eller_of_one_column": ("eller", 1, 100, 1, {}),
    "eller_80x40_of_the_readme": ("eller", 80, 40, 7, {}),
    "eller_with_text": ("eller", 40, 30, "anna", {}),
    "eller_63_wide": ("eller", 63, 20, 1, {}),
    "eller_64_wide": ("eller", 64, 20, 1, {}),
    "eller_65_wide_without_a_join_in_the_second_word": ("eller", 65, 20, 1, {}),
    "eller_128_wide": ("eller", 128, 20, 1, {}),
    "eller_257_wide": ("eller", 257, 20, 1, {}),
    "eller_65535x2": ("eller", 65_535, 2, 1, {}),
    "eller_65536x3": ("eller", 65_536, 3, 1, {}),
    "eller_2x65536": ("eller", 2, 65_536, 1, {}),
    "eller_across_only": ("eller", 40, 30, 1, {"join": 1, "drop": 0}),
    "eller_down_only": ("eller", 40, 30, 1, {"join": 0, "drop": 1}),
    "eller_never": ("eller", 40, 30, 1, {"join": 0, "drop": 0}),
    "eller_always": ("eller", 40, 30, 1, {"join": 1, "drop": 1}),
    "eller_with_a_short_binary_fraction": ("eller", 100, 50, 1, {"join": 0.25, "drop": 0.625}),
    "eller_with_endless_binary_fractions": ("eller", 100, 50, 1, {"join": 0.3, "drop": 0.7}),
    "eller_with_join_alone": ("eller", 100, 50, 1, {"join": 0.9}),
    "eller_with_the_smallest_probability": ("eller", 100, 50, 1, {"join": 2**-32, "drop": 0.5}),
    # aldous-broder
    "aldous_broder_of_a_single_cell": ("aldous-broder", 1, 1, 0, {}),
    "aldous_broder_of_one_row": ("aldous-broder", 64, 1, 1, {}),
    "aldous_broder_40x30": ("aldous-broder", 40, 30, 7, {}),
    "aldous_broder_65_wide": ("aldous-broder", 65, 20, 1, {}),
    "aldous_broder_256x256": ("aldous-broder", 256, 256, "anna", {}),
    # kruskal
    "kruskal_of_a_single_cell": ("kruskal", 1, 1, 0, {}),
    "kruskal_of_one_column": ("kruskal", 1, 64, 1, {}),
    "kruskal_40x30": ("kruskal", 40, 30, 7, {}),
    "kruskal_65_wide": ("kruskal", 65, 20, 1, {}),
    "kruskal_257x256": ("kruskal", 257, 256, "anna", {}),
    "kruskal_65536x2": ("kruskal", 65_536, 2, 1, {}),
}

WITH_ENDS = [
    "wilson_of_one_row",
    "wilson_2x2",
    "wilson_40x30_of_the_readme",
    "wilson_with_persian_text",
    "wilson_1000x1000_on_walls",
    "wilson_9x8193_in_two_strips",
    "eller_80x40_of_the_readme",
    "eller_65536x3",
    "eller_across_only",
    "aldous_broder_40x30",
    "kruskal_257x256",
]

# The walk on the walls, cut much lower than it is in practice: many levels of joins.
STRIPS = {
    "walls_33x33_in_strips_of_one_row": (33, 33, 1),
    "walls_64x50_in_strips_of_three_rows": (64, 50, 3),
    "walls_65x300_in_strips_of_seven_rows": (65, 300, 7),
    "walls_1000x100_in_strips_of_forty_rows": (1000, 100, 40),
}

SEEDS = {
    "spaces_around": " a ",
    "anna": "anna",
    "persian": "هزارتو",
    "chinese": "迷宫",
    "composed": "caf\u00e9",
    "negative_zero": "-0",
    "fraction": "1.5",
}


def digest(rows: bytes) -> str:
    return hashlib.blake2b(rows, digest_size=16).hexdigest()


def read():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def write(kept):
    """A line for each entry, so that a change shows itself in few lines."""
    sections = []
    for section in sorted(kept):
        entries = sorted(kept[section].items())
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in entries]
        sections.append(f' "{section}": {{\n' + ",\n".join(lines) + "\n }")
    FILE.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


@pytest.fixture
def check(request):
    """Compares with what is kept under a name, or, if asked to, keeps it."""

    def compare(section, name, found):
        kept = read()
        if request.config.getoption("--rewrite-golden"):
            kept.setdefault(section, {})[name] = found
            write(kept)
        assert name in kept.get(section, {}), "nothing to compare with: see --rewrite-golden"
        assert found == kept[section][name]

    return compare


def made(name):
    algorithm, width, height, seed, parameters = RECIPES[name]
    return labirinto.generate(algorithm, width, height, seed=seed, **parameters)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_gives_for_ever(check, name):
    maze = made(name)
    check("mazes", name, {"recipe": maze.recipe.as_dict(), "rows": digest(maze.rows)})


@pytest.mark.parametrize("kind", labirinto.ENDS_KINDS)
@pytest.mark.parametrize("name", WITH_ENDS)
def test_a_recipe_gives_its_ends_for_ever(check, name, kind):
    ends = labirinto.suggest_ends(made(name), kind)
    check("ends", f"{name}-{kind}", [*ends.start, *ends.end])


@pytest.mark.parametrize("name", STRIPS)
def test_strips_give_for_ever(check, name):
    width, height, strip_rows = STRIPS[name]
    check("strips", name, digest(_core.wilson_walls(width, height, 7, strip_rows)))


@pytest.mark.parametrize("name", SEEDS)
def test_a_text_is_a_number_for_ever(check, name):
    check("seeds", name, promise.seed_number(SEEDS[name]))


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_the_revision_of_what_is_pinned_here_is_the_current_one(algorithm):
    kept = read()["mazes"].values()
    recipes = [one["recipe"] for one in kept if one["recipe"]["algorithm"] == algorithm]
    assert len(recipes) >= 5
    assert {one["revision"] for one in recipes} == {labirinto.ALGORITHMS[algorithm].revision}


def test_what_is_kept_is_what_is_looked_at(request):
    names = {
        "mazes": set(RECIPES),
        "ends": {f"{name}-{kind}" for name in WITH_ENDS for kind in labirinto.ENDS_KINDS},
        "strips": set(STRIPS),
        "seeds": set(SEEDS),
    }
    kept = read()
    if request.config.getoption("--rewrite-golden"):
        kept = {
            section: {name: value for name, value in entries.items() if name in names[section]}
            for section, entries in kept.items()
            if section in names
        }
        write(kept)
    assert {section: set(entries) for section, entries in kept.items()} == names


def test_what_is_kept_makes_the_mazes_without_this_file():
    for one in read()["mazes"].values():
        recipe = labirinto.Recipe.from_dict(one["recipe"])
        assert digest(labirinto.generate(recipe).rows) == one["rows"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("wilson_with_composed_letters", "wilson_with_decomposed_letters"),
        ("wilson_with_a_number_with_zeros_in_front", "wilson_with_persian_digits"),
    ],
)
def test_two_ways_to_write_a_seed_are_one_maze(one, other):
    assert made(one) == made(other)


def test_different_recipes_of_a_size_are_different_mazes():
    # With neither joins nor extra passages down, columns stay alone, as with all of them down.
    same = {"wilson_with_decomposed_letters", "wilson_with_persian_digits", "eller_never"}
    assert made("eller_never") == made("eller_down_only")
    mazes = {}
    for name in RECIPES:
        maze = made(name)
        # There is only one maze of a single row or column.
        if name not in same and min(maze.width, maze.height) > 1:
            assert mazes.setdefault(maze, name) == name
