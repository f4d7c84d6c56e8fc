"""Files that were changed after they were written: by hand, or by a bit that flipped."""

from __future__ import annotations

import io
import random
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from files import back, drawn, refused
from tiers import sample

import labirinto
from labirinto import Ends, FileFormatError, Maze, UnsureWarning
from labirinto.formats import FORMATS, read

MAZE = labirinto.wilson(12, 9, seed=1357)
ENDS = Ends((2, 3), (9, 5))
HEXAGONS = labirinto.wilson(labirinto.grids.hexagonal(6, 5), seed=1357)
ON_HEXAGONS = Ends((5, 4), (0, 0))

WITH_CHECKSUM = ("svg", "plot.svg", "dxf", "tmx", "tmj", "json", "npz", "graphml")
"""Formats that have a checksum in their notes."""

CHECK = re.compile(
    rb',"check":"[0-9a-f]{8}"|,&quot;check&quot;:&quot;[0-9a-f]{8}&quot;'
    rb'|,\\"check\\":\\"[0-9a-f]{8}\\"|<data key="\w+">[0-9a-f]{8}</data>'
)


def inside(change: Callable[[bytes], bytes], name: str) -> Callable[[bytes], bytes]:
    """The change, made in one member of an archive."""

    def changed(data: bytes) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(packed, "w") as after:
            for member in before.namelist():
                content = before.read(member)
                after.writestr(member, change(content) if member == name else content)
        return packed.getvalue()

    return changed


def with_another_seed(data: bytes) -> bytes:
    assert b"1357" in data
    return data.replace(b"1357", b"1359")


def with_another_seed_in_utf32(data: bytes) -> bytes:
    return data.replace("1357".encode("utf-32-le"), "1359".encode("utf-32-le"))


@pytest.mark.parametrize("name", WITH_CHECKSUM)
def test_a_changed_recipe_is_refused_until_the_checksum_is_deleted(name: str) -> None:
    change = with_another_seed
    if name == "npz":
        change = inside(with_another_seed_in_utf32, "recipe.npy")
    for maze, ends in ((MAZE, ENDS), (HEXAGONS, ON_HEXAGONS)):
        if isinstance(maze.grid, labirinto.grids.Mesh) and not FORMATS[name].holds_meshes:
            continue
        data = drawn(maze, name, ends=ends)
        assert back(data) == (maze, ends)
        changed = change(data)
        refused(changed, '"check"')
        if name == "npz":
            with np.load(io.BytesIO(changed)) as arrays:
                packed = io.BytesIO()
                np.savez(packed, **{key: arrays[key] for key in arrays if key != "check"})
            without = packed.getvalue()
        else:
            without, count = CHECK.subn(b"", changed)
            assert count == 1
            kept, _ = back(CHECK.sub(b"", data))
            assert kept.recipe == maze.recipe
        with pytest.warns(UnsureWarning, match="recipe in the file makes another maze"):
            again, again_ends = back(without)
        assert (again, again.recipe, again_ends) == (maze, None, ends)


@pytest.mark.parametrize("text", ["txt", "ascii"])
def test_a_text_keeps_its_recipe_only_if_that_makes_its_maze(text: str) -> None:
    shape = labirinto.wilson(labirinto.grids.mask("heart", 12, 12), seed=1357)
    for maze in (MAZE, shape, labirinto.braid(MAZE, 0.5)):
        data = drawn(maze, text)
        again, _ = back(data)
        assert (again, again.recipe) == (maze, maze.recipe)
        with pytest.warns(UnsureWarning, match="makes another maze"):
            again, _ = back(with_another_seed(data))
        assert (again, again.recipe) == (maze, None)


def test_a_recipe_that_this_version_cannot_follow_is_kept_only_with_a_checksum() -> None:
    assert MAZE.recipe
    later = Maze(12, 9, MAZE.rows, recipe=replace(MAZE.recipe, revision=2))
    data = drawn(later, "json")
    assert back(data)[0].recipe == later.recipe
    with pytest.warns(UnsureWarning, match="cannot be followed"):
        assert back(CHECK.sub(b"", data))[0].recipe is None


def test_reading_takes_no_long_walk() -> None:
    maze = labirinto.aldous_broder(1, 500, seed=1)
    assert back(CHECK.sub(b"", drawn(maze, "json")))[0].recipe == maze.recipe
    maze = labirinto.aldous_broder(1, 6000, seed=1)
    with pytest.warns(UnsureWarning, match="could take too long"):
        again, _ = back(CHECK.sub(b"", drawn(maze, "json")))
    assert (again, again.recipe) == (maze, None)


def other_maze() -> Maze:
    """The same size, recipe and ends with one passage moved."""
    for x, y in MAZE.grid:
        neighbours = set(MAZE.neighbours((x, y)))
        if len(neighbours) == 1 and x + 1 < MAZE.width and (x + 1, y) not in neighbours:
            passages = [pair for pair in MAZE.passages() if (x, y) not in pair]
            return Maze.from_passages(MAZE.width, MAZE.height, [*passages, ((x, y), (x + 1, y))])
    raise AssertionError


@pytest.mark.parametrize("name", [name for name in WITH_CHECKSUM if name != "npz"])
def test_moved_walls_are_refused_until_the_checksum_is_deleted(name: str) -> None:
    moved = other_maze()
    changed = Maze(MAZE.width, MAZE.height, moved.rows, recipe=MAZE.recipe)
    data = drawn(changed, name, ends=ENDS)
    (stale,) = CHECK.findall(drawn(MAZE, name, ends=ENDS))
    with_stale, count = CHECK.subn(lambda _: stale, data)
    assert count == 1
    refused(with_stale, '"check"')
    with pytest.warns(UnsureWarning, match="makes another maze"):
        again, ends = back(CHECK.sub(b"", with_stale))
    assert (again, again.recipe, ends) == (moved, None, ENDS)


@pytest.mark.parametrize("name", [*WITH_CHECKSUM, "maze", "png"])
@pytest.mark.parametrize("seed", sample(range(40), 3))
def test_a_flipped_bit_never_makes_another_maze(name: str, seed: int) -> None:
    data = bytearray(drawn(MAZE, name, ends=ENDS))
    draw = random.Random(f"{name} {seed}")
    for _ in range(10):
        place = draw.randrange(8 * len(data))
        data[place // 8] ^= 1 << place % 8
        try:
            maze, ends = read(io.BytesIO(bytes(data)))
        except FileFormatError:
            pass
        else:
            assert (maze, maze.recipe, ends) == (MAZE, MAZE.recipe, ENDS)
        data[place // 8] ^= 1 << place % 8


def test_a_jpeg_keeps_recipe_and_ends_beside_a_solution() -> None:
    pytest.importorskip("cv2")
    for ends in (ENDS, Ends((11, 0), (0, 8), open=True), Ends((0, 8), (11, 0))):
        data = drawn(MAZE, "jpg", path=labirinto.solve(MAZE, *ends), ends=ends)
        maze, found = back(data)
        assert (maze, maze.recipe, found) == (MAZE, MAZE.recipe, ends)


def test_a_jpeg_of_another_maze_than_its_comment_describes_is_refused() -> None:
    pytest.importorskip("cv2")
    data = with_another_seed(drawn(MAZE, "jpg", ends=ENDS))
    refused(data, "comment")
    with pytest.warns(UnsureWarning, match="makes another maze"):
        maze, ends = back(data.replace(b'"check"', b'"chekk"'))
    assert (maze, maze.recipe, ends) == (MAZE, None, ENDS)


def test_a_jpeg_loses_no_recipe_without_a_word() -> None:
    pytest.importorskip("cv2")
    data = bytearray(drawn(MAZE, "jpg", ends=ENDS))
    begin = data.index(b'{"') + 2
    draw = random.Random(5)
    found = Counter[str]()
    for _ in range(12):
        place = draw.randrange(8 * begin, 8 * data.index(b"}}", begin))
        data[place // 8] ^= 1 << place % 8
        with warnings.catch_warnings(record=True) as doubts:
            warnings.simplefilter("always", UnsureWarning)
            try:
                maze, ends = back(bytes(data))
            except FileFormatError:
                found["refused"] += 1
            else:
                lost = maze.recipe is None
                found["lost" if lost else "kept"] += 1
                assert maze == MAZE
                assert lost or (maze.recipe, ends) == (MAZE.recipe, ENDS)
                assert bool(doubts) == lost
        data[place // 8] ^= 1 << place % 8
    assert found["refused"]
    assert found["lost"]
