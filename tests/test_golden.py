"""The seed promise, pinned: what a seed gave once, it gives for ever.

``pytest --rewrite-golden`` rewrites ``data/golden.json``.  It is needed only after a change of what
a seed gives, which raises the revision of the algorithm.  ``golden.py`` lists what is pinned.
"""

import golden_records
import pytest
from golden import RECIPES, SIZES
from golden_records import SECTIONS
from tiers import sample

import labirinto


@pytest.mark.parametrize("section", SECTIONS)
def test_what_is_pinned_is_given_for_ever(section, request):
    found = {name: golden_records.recorded(section, name) for name in SECTIONS[section][0]}
    if request.config.getoption("--rewrite-golden"):
        golden_records.write(golden_records.read() | {section: found})
    assert found == golden_records.read().get(section), "see --rewrite-golden"


def test_nothing_else_is_kept():
    assert golden_records.read().keys() == SECTIONS.keys()


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_the_revision_of_what_is_pinned_here_is_the_current_one(algorithm):
    kept = golden_records.read()["mazes"].values()
    recipes = [one["recipe"] for one in kept if one["recipe"]["algorithm"] == algorithm]
    assert len(recipes) >= len(SIZES)
    assert {one["revision"] for one in recipes} == {labirinto.ALGORITHMS[algorithm].revision}


def test_there_are_two_hundred_recipes():
    assert len(RECIPES) >= 200


@pytest.mark.parametrize(
    "section",
    sample(
        ["strips", "batches", *golden_records.OF_A_RECIPE],
        *("strips", "batches", "meshes", "rooms", "pictures"),
    ),
)
def test_what_is_kept_is_made_from_the_file_alone_by_three_threads(section):
    kept = golden_records.read()
    for name, one in kept[section].items():
        assert golden_records.remade(kept, section, name, 3) == one


def rows_in_pieces(recipe, is_endless):
    """The rows of a maze, saved and restored between pieces of them."""
    rows = labirinto.generate_rows(
        recipe["algorithm"],
        recipe["width"],
        None if is_endless else recipe["height"],
        seed=recipe["seed"],
        **recipe["parameters"],
    )
    pieces, count = [], 1
    while (left := recipe["height"] - rows.y) > 1:
        pieces.append(rows.read(min(count, left - 1)).rows)
        rows = labirinto.MazeRows.restore(rows.state())
        count += count // 2 + 1
    pieces.append(rows.finish().rows if is_endless else rows.read(1).rows)
    return b"".join(pieces)


def can_be_pieces(recipe, is_endless):
    known, parameters = labirinto.ALGORITHMS[recipe["algorithm"]], recipe["parameters"]
    return known.can_make_rows(parameters) and not (is_endless and known.has_fixed_end(parameters))


@pytest.mark.parametrize("is_endless", [False, True])
def test_rows_in_pieces_are_those_that_are_kept(is_endless):
    kept = [
        one
        for one in golden_records.read()["mazes"].values()
        if can_be_pieces(one["recipe"], is_endless)
    ]
    assert len(kept) > 40
    for one in kept:
        assert golden_records.digest(rows_in_pieces(one["recipe"], is_endless)) == one["rows"]
