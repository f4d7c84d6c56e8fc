"""Many mazes at a time: each is the one that its own recipe makes."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from overlapping import interrupted
from test_uniform import RARE, all_mazes, chance_of_more
from tiers import FEW, sample

import labirinto
from labirinto import InvalidValueError, TooLargeError, seeds
from labirinto.batches import making
from labirinto.ends import BATCH_ENDS

SIZES = [(1, 1), (1, 7), (7, 1), (2, 2), (8, 8), (9, 5), (64, 3), (65, 66), (130, 20)]


def rows_of(batch: labirinto.Batch) -> bytes:
    """The rows of all mazes of a batch."""
    return b"".join(block.rows for block in batch)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_items_are_the_mazes_of_their_seeds(algorithm: str, size: tuple[int, int]) -> None:
    numbers = []
    for block in labirinto.batch(algorithm, *size, count=11, seed="anna", block=4):
        cells = np.asarray(block)
        assert cells.shape == (len(block), size[1], size[0])
        for i, maze in enumerate(block):
            number = block.numbers[i]
            seed = seeds.child_seed(seeds.seed_number("anna"), seeds.ITEM, number)
            assert maze == labirinto.generate(algorithm, *size, seed=seed)
            assert maze.recipe.seed == seed
            assert labirinto.generate(maze.recipe) == maze
            assert (cells[i] == np.asarray(maze)).all()
        numbers += block.numbers
    assert numbers == list(range(11))


@pytest.mark.parametrize("size", [(1100, 2), (2, 1100), (300, 250), (3, 2100), (3, 9000)])
def test_larger_items_are_the_mazes_of_their_seeds(size: tuple[int, int]) -> None:
    # Walks on walls, in one strip and in several.
    for block in labirinto.batch("wilson", *size, count=3, seed=7, threads=3, solutions=True):
        for i, maze in enumerate(block):
            assert maze.recipe is not None
            assert labirinto.generate(maze.recipe) == maze
            assert block.path_of(i) == labirinto.solve(maze, *labirinto.suggest_ends(maze))


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_threads_and_blocks_change_nothing(algorithm: str) -> None:
    def everything(**how: int) -> tuple[bytes, bytes, bytes]:
        blocks = list(labirinto.batch(algorithm, 9, 6, count=3001, seed=3, solutions=True, **how))
        assert [len(block) for block in blocks[:-1]] == [how["block"]] * (len(blocks) - 1)
        return (
            b"".join(block.rows for block in blocks),
            b"".join(block.ends_bytes for block in blocks),
            b"".join(block.solution_bytes or b"" for block in blocks),
        )

    expected = everything(threads=1, block=3001)
    for threads, block in ((1, 7), (2, 1000), (3, 1), (7, 1000), (2, 3001), (7, 3001)):
        assert everything(threads=threads, block=block) == expected


@pytest.mark.parametrize("ends", BATCH_ENDS)
@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
def test_ends_and_solutions_are_those_of_the_single_maze(algorithm: str, ends: str) -> None:
    for size in SIZES[1:]:
        (block,) = labirinto.batch(algorithm, *size, count=20, seed=5, ends=ends, solutions=True)
        (without,) = labirinto.batch(algorithm, *size, count=20, seed=5, ends=ends)
        assert without.ends == block.ends
        assert without.solutions is None
        coordinates, marks = np.asarray(block.ends), np.asarray(block.solutions)
        assert (coordinates.dtype, coordinates.shape) == (np.int32, (20, 2, 2))
        assert (marks.dtype, marks.shape) == (np.uint8, (20, size[1], size[0]))
        for i, maze in enumerate(block):
            expected = labirinto.suggest_ends(maze, ends)
            assert block.ends_of(i) == expected
            path = labirinto.solve(maze, *expected)
            assert block.path_of(i) == path
            assert coordinates[i].tolist() == [list(path.start), list(path.end)]
            solution = np.zeros((size[1], size[0]), np.uint8)
            for (x, y), move in zip(path, [*path.moves, 4], strict=True):
                solution[y, x] = (2, 4, 8, 1, 16)[move]
            assert (marks[i] == solution).all()


def test_a_batch_continues_after_a_skip() -> None:
    whole = labirinto.batch("wilson", 6, 6, count=100, seed=1, ends="random")
    expected = list(whole.restart())
    whole.skip(37)
    assert whole.made == 37
    rest = whole.read(10)
    assert rest.numbers == range(37, 47)
    assert rest[0] == expected[0][37]
    assert rest.ends_of(9) == expected[0].ends_of(46)
    assert sum(map(len, whole)) == 53
    assert whole.made == 100
    with pytest.raises(StopIteration):
        next(whole)
    with pytest.raises(InvalidValueError, match="All 100 mazes"):
        whole.read(1)
    with pytest.raises(InvalidValueError, match="100 mazes are left, so 101 cannot"):
        whole.restart().skip(101)


def test_a_block_is_a_sequence_of_values() -> None:
    (block,) = labirinto.batch("wilson", 5, 4, count=3, seed=1, solutions=True)
    assert len(block) == len(list(block)) == 3
    assert block[-1] == block[2]
    assert pickle.loads(pickle.dumps(block)) == block
    for wrong in (3, -4):
        with pytest.raises(IndexError, match="block of 3"):
            block[wrong]
    with pytest.raises(InvalidValueError, match="'1' is not an index of a block"):
        block["1"]  # type: ignore[call-overload]
    assert "3 mazes 5x4" in repr(block)
    assert np.asarray(block, dtype=np.int64).dtype == np.int64
    with pytest.raises(ValueError, match="copy"):
        np.array(block, copy=False)
    (bare,) = labirinto.batch("wilson", 5, 4, count=3, seed=1)
    assert bare.ends is None
    with pytest.raises(InvalidValueError, match="no ends"):
        bare.ends_of(0)
    with pytest.raises(InvalidValueError, match="no solutions"):
        bare.path_of(0)


@pytest.mark.parametrize("some", [slice(2, 5), slice(-3, None), slice(None), slice(4, 4)], ids=str)
def test_indices_and_slices_do_not_move_a_batch(some: slice) -> None:
    about: dict[str, Any] = {"count": 11, "seed": 1, "ends": "random", "solutions": True}
    batch = labirinto.batch("wilson", 6, 5, **about, block=4)
    whole = batch.restart().read(11)
    next(batch)
    assert len(batch) == len(whole) == 11
    part = batch[some]
    assert part == whole[some]
    assert list(part) == list(whole)[some]
    assert batch[-1] == whole[10]
    assert (np.asarray(part.blocks()) == np.asarray(whole.blocks())[some]).all()
    for i, maze in enumerate(part):
        assert (np.asarray(part.blocks()[i]) == np.asarray(maze.blocks())).all()
        assert part.path_of(i) == labirinto.solve(maze, *part.ends_of(i))
    assert (np.asarray(batch) == np.asarray(whole)).all()
    assert batch.made == 4
    assert next(batch) == whole[4:8]
    assert list(whole[::-3]) == list(whole)[::-3]


def test_a_batch_takes_items_in_any_order() -> None:
    batch = labirinto.batch("eller", 5, 4, count=100, seed=3, solutions=True)
    numbers = [99, 3, 4, 5, 0, 0]
    block = batch.take(numbers)
    assert list(block) == [batch[number] for number in numbers]
    assert [block.path_of(i) for i in range(6)] == [batch[n : n + 1].path_of(0) for n in numbers]
    assert batch.made == 0
    with pytest.raises(IndexError):
        batch.take([100])
    with pytest.raises(InvalidValueError, match="read the mazes in order"):
        labirinto.batch("eller", 5, 4, count=9, unique=True).take([1])


def test_what_has_no_index_is_refused() -> None:
    batch = labirinto.batch("wilson", 6, 5, count=11, seed=1)
    with pytest.raises(IndexError, match="batch of 11"):
        batch[11]
    with pytest.raises(InvalidValueError, match="step of a slice of a batch is 1, not 2"):
        batch[::2]
    for some in (batch, batch.read(3)):
        for nothing in (True, slice(None, None, 0), slice("a", None)):
            with pytest.raises(InvalidValueError, match=re.escape(repr(nothing))):
                some[nothing]  # type: ignore[call-overload]
    with pytest.raises(InvalidValueError, match=r"numbers is 3; .* such as \[0, 5\]"):
        batch.take(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="unique"):
        labirinto.batch("wilson", 6, 5, count=11, seed=1, unique=True)[0]
    with pytest.raises(TooLargeError, match="A block of 1000000000000 mazes"):
        labirinto.batch("wilson", 6, 5, count=10**12)[:]


def test_ends_that_batches_cannot_have_are_found_maze_by_maze() -> None:
    with pytest.raises(InvalidValueError, match=r"corners.*suggest_ends") as caught:
        labirinto.batch("wilson", 6, 5, count=2, ends="opposite")
    assert (caught.value.field, caught.value.value) == ("ends", "opposite")
    with pytest.raises(InvalidValueError, match="suggest_ends"):
        labirinto.datasets.Dataset("wilson", "6x5", count=2, ends="opposite")


@pytest.mark.parametrize("unique", [False, True])
def test_nothing_in_a_block_can_be_changed(unique: bool) -> None:
    batch = labirinto.batch("wilson", 5, 4, count=3, seed=1, solutions=True, unique=unique)
    block = batch.read(3)
    assert block in {block}
    assert hash(block) == hash(batch.restart().read(3))
    with pytest.raises(TypeError):
        block.numbers[0] = 99  # type: ignore[index]
    for view in (block.cells(), block.ends, block.solutions):
        assert view is not None
        assert view.tolist() == np.asarray(view).tolist()
        assert not np.asarray(view).flags.writeable


# Chance.


def contents(block: labirinto.MazeBlock) -> set[bytes]:
    """The rows of all mazes of a block."""
    size = len(block.rows) // len(block)
    return {block.rows[at : at + size] for at in range(0, len(block.rows), size)}


def test_neighbouring_seeds_have_no_maze_in_common() -> None:
    seen: Counter[bytes] = Counter()
    for seed in range(7, 12):
        (block,) = labirinto.batch("wilson", 10, 10, count=10_000, seed=seed)
        seen.update(contents(block))
    assert max(seen.values()) == 1


@pytest.mark.parametrize("algorithm", ["wilson", "aldous-broder"])
def test_every_maze_is_equally_likely_across_a_batch(algorithm: str) -> None:
    mazes = all_mazes(3, 3)
    count = 200 * len(mazes)
    rows = rows_of(labirinto.batch(algorithm, 3, 3, count=count, seed=1))
    found = Counter(rows[at : at + 6] for at in range(0, len(rows), 6))
    assert found.keys() == set(mazes)
    chi_square = sum((found[maze] - 200) ** 2 / 200 for maze in mazes)
    assert chance_of_more(chi_square, len(mazes) - 1) > RARE


# No maze twice.


@pytest.mark.parametrize("block", [1, 7, 50, 192])
def test_all_mazes_of_a_size_can_be_had(block: int) -> None:
    batch = labirinto.batch("wilson", 3, 3, count=192, seed=1, unique=True, block=block)
    blocks = list(batch)
    assert sum(map(len, blocks)) == len({maze for block in blocks for maze in block}) == 192
    numbers = [number for block in blocks for number in block.numbers]
    assert numbers == sorted(numbers)
    assert batch.dropped == numbers[-1] + 1 - 192 > 0
    # They are the first of each kind.
    plain = labirinto.batch("wilson", 3, 3, count=numbers[-1] + 1, seed=1)
    first_of_each = dict.fromkeys(maze for whole in plain for maze in whole)
    assert list(first_of_each) == [maze for block_of_mazes in blocks for maze in block_of_mazes]
    for block_of_mazes in blocks:
        for maze in block_of_mazes:
            assert maze.recipe is not None
            assert labirinto.generate(maze.recipe) == maze


def test_long_mazes_are_unique_too() -> None:
    # Beyond 32 bytes a digest represents the maze; the bias leaves few likely mazes.
    batch = labirinto.batch("eller", 40, 9, count=50, seed=1, unique=True, join=1, drop=0.001)
    mazes = {maze for block in batch for maze in block}
    assert len(mazes) == 50
    assert batch.dropped > 0


def test_a_unique_batch_continues_after_a_skip() -> None:
    batch = labirinto.batch("wilson", 3, 3, count=150, seed=1, unique=True, ends="farthest")
    (expected,) = batch.restart()
    batch.skip(100)
    rest = batch.read(50)
    assert list(rest) == list(expected)[100:]
    assert rest.ends_of(49) == expected.ends_of(149)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 50), (50, 1)])
def test_of_a_corridor_there_is_one(width: int, height: int) -> None:
    assert len(list(labirinto.batch("wilson", width, height, count=1, unique=True))) == 1
    with pytest.raises(InvalidValueError, match="count is 2; it must be at most 1, "):
        labirinto.batch("wilson", width, height, count=2, unique=True)


def test_what_an_algorithm_cannot_make_is_given_up() -> None:
    batch = labirinto.batch("eller", 9, 9, count=5, seed=1, unique=True, join=1, drop=0)
    with pytest.raises(InvalidValueError, match="found: 1, and none among the last 1101;"):
        list(batch)
    # Eller's algorithm never makes 16 of the 192 mazes of 3 x 3.
    batch = labirinto.batch("eller", 3, 3, count=192, seed=1, unique=True)
    with pytest.raises(InvalidValueError, match="found: 176,"):
        list(batch)


# Bad input, progress, interruption.


@pytest.mark.parametrize(
    ("words", "about", "named"),
    [
        (("wilson", 5, 5), {"count": 0}, "count is 0"),
        (("wilson", 5, 5), {"count": -1}, "count is -1"),
        (("wilson", 5, 5), {"count": 10**30}, "from 1 to"),
        (("wilson", 5, 5), {"count": 10**5000}, "count is a number of more than 300 digits"),
        (("wilson", 5, 5), {"count": 1.5}, "count is 1.5"),
        (("wilson", 5, 5), {"count": True}, "count is True"),
        (("wilson", 5, 5), {"count": "7"}, "count is '7'"),
        (("wilson", 5, 5), {"count": 5, "block": 0}, "block is 0"),
        (("wilson", 5, 5), {"count": 5, "threads": 0}, "threads is 0"),
        (("wilson", 5, 5), {"count": 5, "solutions": "no"}, "solutions is 'no'; it must be True"),
        (("wilson", 5, 5), {"count": 5, "unique": 1}, "unique is 1; it must be True or False"),
        (("wilson", 0, 5), {"count": 5}, "width is 0"),
        (("wilson", 5, 2**31), {"count": 5}, "height is 2147483648"),
        (("primula", 5, 5), {"count": 5}, "'primula'"),
        (("wilson", 5, 5), {"count": 5, "join": 0.5}, "'join'"),
        (("eller", 5, 5), {"count": 5, "join": 2}, "join is 2"),
        (("wilson", 5, 5), {"count": 5, "seed": ""}, "seed is empty"),
        (("wilson", 5, 5), {"count": 5, "ends": "middle"}, "ends is 'middle'; it must be one of"),
        (("wilson", 1, 1), {"count": 5, "solutions": True}, "single cell"),
        (("wilson", 1, 1), {"count": 5, "ends": "corners"}, "single cell"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, int, int], about: dict[str, object], named: str
) -> None:
    with pytest.raises(InvalidValueError, match=re.escape(named)) as caught:
        labirinto.batch(*words, **about)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_memory_is_looked_at_before_it_is_taken() -> None:
    with pytest.raises(TooLargeError, match="A block of 1 maze "):
        labirinto.batch("wilson", 2**31 - 1, 2**31 - 1, count=10)
    with pytest.raises(TooLargeError, match="A block of 1000000000000 mazes"):
        labirinto.batch("wilson", 10, 10, count=10**12, block=10**12)
    with pytest.raises(TooLargeError, match="Remembering"):
        labirinto.batch("wilson", 10, 10, count=10**12, unique=True)
    with pytest.raises(TooLargeError, match="kruskal makes at most"):
        labirinto.batch("kruskal", 2**16, 2**16, count=10)
    # No more than a block is in memory.
    assert next(labirinto.batch("wilson", 10, 10, count=10**12, block=3, seed=1)).numbers == range(
        3
    )


def test_progress_counts_mazes_and_can_stop() -> None:
    reports: list[tuple[int, int]] = []
    batch = labirinto.batch(
        "wilson", 9, 9, count=30_000, block=9000, progress=lambda *report: reports.append(report)
    )
    assert sum(map(len, batch)) == 30_000
    assert reports == sorted(reports)
    assert {total for _, total in reports} == {30_000}
    assert 20_000 < reports[-1][0] <= 30_000

    def stop(done: int, total: int) -> None:
        raise InterruptedError("enough")

    for unique in (False, True):
        with pytest.raises(InterruptedError, match="enough"):
            list(labirinto.batch("wilson", 9, 9, count=30_000, unique=unique, progress=stop))


@pytest.mark.parametrize("solutions", [False, True])
def test_an_interrupt_stops_a_block(solutions: bool) -> None:
    code = (
        "import labirinto\n"
        "batch = labirinto.batch('wilson', 50, 50, count=10**6, block=10**6, threads=2, "
        f"solutions={solutions})\n"
        "print('begun', flush=True)\n"
        "next(batch)\n"
    )
    assert "KeyboardInterrupt" in interrupted(code)


def test_the_default_block_fits_the_size() -> None:
    assert labirinto.batch("wilson", 10, 10, count=10**6).block == making._BLOCK_CELLS // 100
    assert labirinto.batch("wilson", 10, 10, count=5).block == 5
    assert labirinto.batch("eller", 5000, 5000, count=5).block == 1
