"""The machinery of ``make proof``: its statistics, and that it detects what is biased."""

from __future__ import annotations

import itertools
import math
from importlib import import_module
from types import ModuleType
from typing import Any

import chances
import claims
import every_maze
import growth
import independence
import large
import mazes
import numpy as np
import other_cells
import others
import passages
import pytest
import report
import rooms
import textures
import walking
import watched_walks
from spanning import is_spanning_tree, passages_of
from tiers import FEW, deep, sample

import labirinto
from labirinto import _core

RARE = 1e-6


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The watched walks, with their library, whose compilation makes all that use it deep."""
    watched_walks.library = watched_walks.compiled(tmp_path_factory.mktemp("walks"))
    return watched_walks


# Statistics.


@pytest.mark.parametrize(
    ("freedom", "deviations"),
    [
        *itertools.product((40, 190, 2414, 100_352), (-4, -1, 0, 1, 5, 12)),
        *itertools.product((2, 14), (-0.9, 0, 1, 5, 12)),
    ],
)
def test_tails_of_chi_square_are_sums_of_poisson(freedom: int, deviations: float) -> None:
    statistic = freedom + deviations * math.sqrt(2 * freedom)
    half = statistic / 2
    # For an even number of degrees of freedom.
    terms = [k * math.log(half) - half - math.lgamma(k + 1) for k in range(freedom // 2)]
    exact = math.fsum(map(math.exp, terms))
    below, above = chances.chi_square_tails(statistic, freedom)
    assert above == pytest.approx(exact, rel=1e-6)
    assert below == pytest.approx(1 - exact, rel=1e-6, abs=1e-12)


def test_nothing_is_below_a_chi_square_of_0() -> None:
    assert chances.chi_square_tails(0, 2) == (0, 1)


def test_tails_of_chi_square_with_one_degree_are_those_of_a_normal_variable() -> None:
    for deviation in (0.1, 1, 3, 8):
        above = chances.chi_square_tails(deviation**2, 1)[1]
        assert above == pytest.approx(chances.chance_of_deviation(deviation), rel=1e-9)


def test_a_fit_that_is_too_good_is_as_unlikely_as_a_bad_one() -> None:
    assert chances.chance_of_chi_square(1000, 1000) > 0.9
    assert chances.chance_of_chi_square(600, 1000) < RARE
    assert chances.chance_of_chi_square(1400, 1000) < RARE


def test_uneven_counts_are_not_taken_for_poisson() -> None:
    random = np.random.default_rng(1)
    even = random.multinomial(50 * 10_000, np.full(10_000, 1e-4))
    assert chances.chance_of_chi_square(*chances.poisson_fit(even, 50)) > 1e-3
    uneven = random.poisson(50 * random.uniform(0.8, 1.2, 10_000))
    assert chances.chance_of_chi_square(*chances.poisson_fit(uneven, 50)) < RARE


def test_the_largest_of_many_may_be_larger() -> None:
    few, many = np.array([4.0, -1.0]), np.zeros(100_000)
    many[7] = -4
    assert chances.chance_of_largest(few) == pytest.approx(2 * 6.334e-5, rel=1e-3)
    assert chances.chance_of_largest(many) == 1


# Mazes as numbers, and the theory.


@pytest.mark.parametrize(
    ("width", "height", "number"), [(2, 2, 4), (3, 2, 15), (3, 3, 192), (4, 3, 2415)]
)
def test_all_mazes_are_listed(width: int, height: int, number: int) -> None:
    codes = mazes.all_codes(width, height)
    assert len(set(codes.tolist())) == number == mazes.number_by_kirchhoff(width, height)
    for code in codes[:200].tolist():
        rows = code.to_bytes(8, "little")[: 2 * height]
        assert is_spanning_tree(width, height, passages_of(rows, width, height))
        assert mazes.codes_of(rows, width, height).tolist() == [code]
        assert len(mazes.passages_of(code, width, height)) == width * height - 1


def test_the_number_of_all_mazes_of_4_by_4() -> None:
    assert mazes.number_by_kirchhoff(4, 4) == 100_352


def test_what_is_no_maze_is_not_counted() -> None:
    with pytest.raises(ValueError, match="is none"):
        mazes.counts_of(np.array([0], np.uint64), 3, 3)


def test_open_passages_are_those_of_the_maze() -> None:
    width, height = 10, 7
    rows = _core.wilson_cells(width, height, 1)
    row = mazes.open_passages(rows * 2, width, height)[1]
    there = list(itertools.compress(mazes.passages_in(width, height), row))
    expected = {(y, y2 - y, x) for (x, y), (_, y2) in passages_of(rows, width, height)}
    assert set(there) == expected


def test_probabilities_of_passages_and_pairs_are_shares_of_all_mazes() -> None:
    codes = mazes.all_codes(3, 3)
    data = b"".join(code.to_bytes(8, "little")[:6] for code in codes.tolist())
    there = mazes.open_passages(data, 3, 3)
    assert np.allclose(there.T @ there / 192, mazes.pair_probabilities(3, 3), atol=1e-6)


def test_steps_of_walks_follow_from_resistances() -> None:
    # A square: 1 ohm to the neighbours less what goes around, 3/4, and 1 to the cell across.
    assert walking.expected_on_cells(2) == pytest.approx(4 * (3 / 4 + 3 / 4 + 1))
    assert walking.expected_on_walls(2) == pytest.approx(1)
    number = math.prod(mazes.cell_eigenvalues(3, 3)) / 9
    assert number == pytest.approx(192)
    # The dual graph has as many trees.
    assert math.prod(mazes.corner_eigenvalues(3, 3)) == pytest.approx(192)


# Walks that are watched.


@pytest.mark.deep
def test_walks_without_a_bias_are_those_of_the_core(walks: Any) -> None:
    for width, height in ((1, 1), (5, 1), (9, 6), (70, 65)):
        seeds = range(7, 17)
        cells = walks.Walks(walks.library)(width, height, 7, 10)
        assert cells == b"".join(_core.wilson_cells(width, height, seed) for seed in seeds)
        strips = walks.Walks(walks.library, walks.WALLS, rows=4)(width, height, 7, 10)
        assert strips == b"".join(_core.wilson_walls(width, height, seed, 4) for seed in seeds)
        rows = walks.Walks(walks.library, walks.ROWS, rows=4)(width, height, 7, 10)
        tiles = [_core.wilson_rows(width, height, seed, height, 4, 1) for seed in seeds]
        assert rows == b"".join(tiles)
        broder = walks.Walks(walks.library, walks.ALDOUS_BRODER)(width, height, 7, 10)
        assert broder == b"".join(_core.aldous_broder(width, height, seed) for seed in seeds)


@pytest.mark.deep
def test_steps_are_those_that_the_core_reports(walks: Any) -> None:
    counted = walks.Walks(walks.library, walks.WALLS, rows=5).run(30, 20, 3, 20)[1]
    reported = [_core.wilson_walls_steps(30, 20, seed, 5) for seed in range(3, 23)]
    assert counted.tolist() == reported


@pytest.mark.deep
def test_a_biased_walk_prefers_its_directions(walks: Any) -> None:
    # A walk of two cells: only steps east or west lead anywhere, and the first cell is at random.
    steps = walks.Walks(walks.library, shares=(0.8, 0.05, 0.1, 0.05)).run(2, 1, 1, 20_000)[1]
    # Half of the walks go east, after 1/0.8 draws, and half west, after 1/0.1.
    assert steps.mean() == pytest.approx((1 / 0.8 + 1 / 0.1) / 2, rel=0.03)


@pytest.mark.deep
@pytest.mark.parametrize("shares", ["ACROSS", "EASTWARD"])
@pytest.mark.parametrize("walk", ["CELLS", "WALLS", "ROWS"])
def test_51_to_49_is_detected_by_counting_mazes(walks: Any, walk: str, shares: str) -> None:
    tally = every_maze.tally
    kind, bias = getattr(walks, walk), getattr(walks, shares)
    fair = tally(walks.Walks(walks.library, kind), 3, 3, 1, 400_000)
    assert fair.chance > RARE
    assert fair.unevenness < 0.01
    biased = tally(walks.Walks(walks.library, kind, bias), 3, 3, 1, 400_000)
    assert biased.chance < RARE
    assert biased.unevenness == pytest.approx(0.04, abs=0.02)


@pytest.mark.deep
def test_51_to_49_is_detected_by_passages(walks: Any) -> None:

    def found(shares: tuple[float, ...] | None) -> Any:
        sampler = walks.Walks(walks.library, shares=shares)
        return passages.deviations(sampler, 12, 9, 5, 20_000)

    fair, across, eastward = found(None), found(walks.ACROSS), found(walks.EASTWARD)
    assert fair.together[1] == 12 * 8 + 11 * 9 - 1
    assert chances.chance_of_chi_square(*fair.together) > RARE
    assert chances.chance_of_largest(fair.pairs) > RARE
    assert chances.chance_of_deviation(fair.across) > RARE
    assert chances.chance_of_chi_square(*across.together) < RARE
    assert chances.chance_of_deviation(across.across) < RARE
    assert chances.chance_of_chi_square(*eastward.together) < RARE


# The other claims.


def test_mazes_that_are_now_and_then_the_same_are_detected() -> None:
    assert independence.neighbours(_core.wilson_cells, 1, 100_000).chance > RARE
    assert independence.with_copies(1, 200_000).chance < RARE


def test_every_pair_of_ends_has_its_own_number() -> None:
    pairs = list(itertools.permutations(itertools.product(range(3), range(3)), 2))
    numbers = independence.pair_of_ends(np.array(pairs))
    assert sorted(numbers.tolist()) == list(range(72))


def test_eller_never_makes_what_the_rule_says() -> None:
    never = [others.eller_never_makes(code, 3, 3) for code in mazes.all_codes(3, 3).tolist()]
    counts = every_maze.tally(others.SAMPLERS["Eller"], 3, 3, 1, 100_000).counts
    assert (counts == 0).tolist() == never
    assert sum(never) == 16


def test_a_power_law_is_found() -> None:
    sides = np.array([16, 32, 64, 128])
    law = growth.Growth(sides, 3 * sides**1.25, 0.01 * sides**1.25)
    exponent, error, rest, freedom = law.fit(32)
    assert (exponent, rest, freedom) == (pytest.approx(1.25), pytest.approx(0, abs=1e-9), 1)
    assert 0 < error < 0.01


def test_the_inside_of_a_maze_is_counted_cell_by_cell() -> None:
    side = 300
    rows = _core.wilson_cells(side, side, 1)
    found = large.look_inside(rows, side)
    exits = np.frombuffer(_core.exits(rows, side, side), np.uint8).reshape(side, side)
    inside = np.unpackbits(exits[50:-50, 50:-50, None], axis=2).sum(axis=2)
    expected = [np.mean(inside == number) for number in range(1, 5)]
    assert found.densities[:4] == pytest.approx(expected)
    assert found.cells == 40_000


def test_bounds_of_the_entropy_fall_with_what_is_known() -> None:
    bounds = large.entropy_bounds(_core.wilson_cells(700, 700, 1), 700, (0, 2, 6, 10))
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] > large.ENTROPY > 1.68
    # Coins have two bits a cell, whatever is known.
    coins = np.random.default_rng(1).bytes(700 * 2 * 88)
    assert large.entropy_bounds(coins, 700, (0, 6)) == pytest.approx([2, 2], abs=1e-3)


@pytest.mark.deep
def test_a_walk_on_hexagons_that_prefers_a_neighbour_is_detected(walks: Any) -> None:
    mesh = other_cells.hexagonal(3, 2)
    for walk, kernel in ((walks.CELLS, "wilson_cells"), (walks.WALLS, "wilson_walls")):
        fair = walks.HexagonalWalks(walks.library, walk)
        make = getattr(_core, f"mesh_{kernel}")
        assert fair(mesh, 5, 100) == b"".join(make(mesh.core, seed) for seed in range(5, 105))
        found, are_mazes = other_cells.tally(fair, mesh, 1, 1000)
        assert are_mazes
        assert found.counts.size == 55
        assert found.chance > RARE
        biased = walks.HexagonalWalks(walks.library, walk, 0.05)
        assert other_cells.tally(biased, mesh, 1, 1000)[0].chance < RARE


def test_what_is_no_maze_on_a_mesh_is_seen() -> None:
    mesh = other_cells.circular(1, 1)
    assert other_cells.is_tree(mesh, b"\x1f")
    assert not other_cells.is_tree(mesh, b"\x3f")
    mesh = other_cells.hexagonal(3, 2)
    triangle = [wall for other, wall in mesh.neighbours(0)] + [mesh.neighbours(1)[-1][1]]
    loop = sum(1 << wall for wall in triangle)
    assert not other_cells.is_tree(mesh, loop.to_bytes(2, "little"))


@pytest.mark.parametrize("name", sample(labirinto.ALGORITHMS, *FEW))
def test_textures_are_the_published_ones(name: str) -> None:
    found = textures.texture(name, 300, 7, 3)
    assert found.shares[:, :4].sum(axis=1) == pytest.approx([100] * 3)
    assert abs(found.shares[:, 0].mean() - textures.PUBLISHED[name]) <= 2
    assert (found.longest >= found.solutions).all()
    maze = labirinto.generate(name, 700, 700, seed=7)
    (bound,) = large.entropy_bounds(maze.rows, 700, (6,))
    assert textures.KNOWN_BITS.get(name, 0) < bound + 0.01


def test_branches_are_counted_one_by_one() -> None:
    maze = labirinto.wilson(20, 15, seed=3)

    def steps_from(cell: tuple[int, int]) -> int:
        before, steps, beside = None, 0, maze.neighbours(cell)
        while steps == 0 or len(beside) == 2:
            (there,) = [other for other in beside if other != before]
            before, cell, steps = cell, there, steps + 1
            beside = maze.neighbours(cell)
        return steps

    branches = [steps_from(cell) for cell in maze.grid if len(maze.neighbours(cell)) == 1]
    found = textures.mean_branch(maze)
    assert found == pytest.approx(sum(branches) / len(branches))


@pytest.mark.parametrize(("claim", "number"), [("rooms", 0), deep("masks", 1)])
def test_other_algorithms_are_found_not_to_be_uniform(claim: str, number: int) -> None:
    counting = import_module(claim)
    plan = counting.PLANS[number]
    for name, sampler in {**counting.UNIFORM, **counting.OTHERS}.items():
        found, are_mazes = rooms.tally(sampler, plan, 1, 100)
        assert are_mazes
        assert (found.chance < RARE) == (name in counting.OTHERS)


def test_every_claim_can_be_proved() -> None:
    for claim in claims.CLAIMS:
        assert callable(import_module(claim).prove)


# The page.


def section(report: Any, *verdicts: Any) -> Any:
    return report.Section("A claim", "It is so.", "By counting.", "Much.", "Not.", [], verdicts)


def test_tests_of_a_run_share_its_false_alarms() -> None:
    honest, wrong = chances.Verdict("coins", 4e-7), chances.Verdict("loaded dice", 1e-9, True)
    assert report.failures([section(report, honest, wrong)]) == ["A claim: coins: chance 4.0e-07"]
    fewer = [chances.Verdict("coins", 6e-7), wrong]
    assert report.failures([section(report, *fewer)]) == []
    blind = chances.Verdict("loaded dice", 0.3, rejects=True)
    assert report.failures([section(report, honest, blind)])[1].startswith(
        "A claim: loaded dice: not detected"
    )


def test_the_page_says_whether_all_is_well() -> None:
    good = section(report, chances.Verdict("coins", 0.4), chances.Verdict("dice", 0.0, True))
    page = report.page(["Date: today"], [good], "images/chances.svg", "make proof")
    assert "**All 2 tests passed.**" in page
    bad = section(report, chances.exact("as many as there should be", False))
    assert "**1 of 1 tests failed:**" in report.page([], [bad], "images/chances.svg", "make proof")


@pytest.mark.parametrize(
    ("chance", "text"), [(0.5, "0.50"), (0.0123, "0.012"), (3e-5, "3.0e-05"), (0, "< 1e-300")]
)
def test_chances_have_two_digits(chance: float, text: str) -> None:
    assert report.chance_text(chance) == text


def test_values_have_as_many_digits_as_their_errors() -> None:
    with_error = report.with_error
    assert with_error(1.24987, 0.0021) == "1.2499 ± 0.0021"
    assert with_error(1234.6, 87) == "1235 ± 87"
