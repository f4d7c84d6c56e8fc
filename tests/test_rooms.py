"""Rooms: where they are placed, mazes around them, and all that holds or shows them."""

import re
from contextlib import suppress
from importlib import import_module

import numpy as np
import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from shapes import random_shapes
from strategies import seed_values, values_of

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, Rectangle, Rooms, _core, grids
from labirinto.algorithms.textbook.rooms import RoomsAndCells
from labirinto.algorithms.textbook.runs import run as run_textbook
from labirinto.random_bits import Bits
from labirinto.rooms import Room, passages_without_doors, placed, random_bits
from labirinto.seeds import ROOMS, child_seed, seed_number

ABLE = [name for name, algorithm in labirinto.ALGORITHMS.items() if algorithm.shapes]
UNABLE = [name for name in labirinto.ALGORITHMS if name not in ABLE]
LEVEL = Rooms(6, (2, 3), (5, 4), 2)


def beside(cell):
    x, y = cell
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


# Where they are.


@given(st.integers(4, 30), st.integers(4, 30), st.integers(1, 9), seed_values)
def test_rooms_are_of_the_sizes_asked_for_and_do_not_touch(width, height, count, seed):
    grid = Rectangle(width, height)
    how = Rooms(count, (2, 2), (5, 4))
    try:
        rooms = placed(grid, how, random_bits(seed))
    except InvalidValueError:
        assert count > 1
        return
    assert len(rooms) == count
    assert rooms == sorted(rooms, key=lambda room: (room.y, room.x))
    taken = set()
    for room in rooms:
        assert 2 <= room.width <= 5
        assert 2 <= room.height <= 4
        cells = set(room.cells())
        assert cells <= set(grid)
        assert not cells & taken
        taken |= {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def placed_slowly(grid, how, bits):
    """The rooms by looking at every place."""
    (least_width, least_height), (most_width, most_height) = how.smallest, how.largest
    sizes = [
        (width, height)
        for width in range(least_width, min(most_width, grid.width) + 1)
        for height in range(least_height, min(most_height, grid.height) + 1)
    ]
    rooms, near = [], set()
    while len(rooms) < how.count:
        size = sizes[bits.below(len(sizes))]
        there = [Room(x, y, *size) for y in range(grid.height) for x in range(grid.width)]
        places = [it for it in there if all(c in grid and c not in near for c in it.cells())]
        if not places:
            sizes = [it for it in sizes if it[0] < size[0] or it[1] < size[1]]
            continue
        rooms.append(places[bits.below(len(places))])
        cells = list(rooms[-1].cells())
        near |= {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return sorted(rooms, key=lambda room: (room.y, room.x))


def test_each_place_without_a_room_nearby_is_equally_likely():
    how = Rooms(3, (2, 2), (4, 3))
    for seed, grid in enumerate([Rectangle(17, 9), Rectangle(9, 8), *random_shapes(40, 16)]):
        try:
            found = placed(grid, how, Bits(seed))
        except InvalidValueError:
            continue
        assert found == placed_slowly(grid, how, Bits(seed))


def test_rooms_that_do_not_fit_are_counted():
    with pytest.raises(InvalidValueError, match="Of 5 rooms 1 fits into the 5x5 maze;"):
        labirinto.wilson(5, 5, seed=1, rooms=Rooms(5, (3, 3), (3, 3)))
    with pytest.raises(InvalidValueError, match="Of 1 room none fits into the 9x2 maze"):
        labirinto.wilson(9, 2, seed=1, rooms=Rooms(1, (3, 3), (3, 3)))
    with pytest.raises(InvalidValueError, match=r"Of 99 rooms \d+ fit into the 20x20"):
        labirinto.wilson(20, 20, seed=1, rooms=Rooms(99, (2, 2), (3, 3)))


def test_a_maze_can_be_a_room():
    maze = labirinto.wilson(4, 3, seed=1, rooms=Rooms(1, (4, 3), (4, 3), 1))
    assert maze.rooms == [Room(0, 0, 4, 3)]
    assert labirinto.census(maze).passages == 17


# Mazes with them.


def graph_of(maze, rooms):
    """Its passages between rooms and cells, each of which is called by its first cell."""
    first = {cell: (room.x, room.y) for room in rooms for cell in room.cells()}
    between = []
    for one, other in maze.passages():
        ends = first.get(one, one), first.get(other, other)
        if ends[0] != ends[1]:
            between.append(ends)
    return between, {first.get(cell, cell) for cell in maze.grid}


def expect_one_way_between_rooms(maze):
    """All rooms and cells are joined, by one passage less than there are of them."""
    rooms = maze.rooms
    for room in rooms:
        for cell in room.cells():
            assert set(maze.neighbours(cell)) >= {it for it in beside(cell) if room.has(it)}
    between, nodes = graph_of(maze, rooms)
    assert len(between) == len(nodes) - 1
    assert len(labirinto.measures.connected_components(maze)) == 1


@pytest.mark.parametrize("doors", [None, 1, 2, 3])
@pytest.mark.parametrize("name", ABLE)
def test_exactly_one_way_leads_from_room_to_room(name, doors):
    for seed in range(8):
        rooms = Rooms(4, (2, 2), (5, 4), doors)
        maze = labirinto.generate(name, 21, 17, seed=seed, rooms=rooms)
        assert not maze.is_perfect
        assert len(maze.rooms) == 4
        expect_one_way_between_rooms(maze)
        for room in maze.rooms:
            assert 1 <= len(room.doors) <= (doors or 99)
            for one, other in room.doors:
                assert room.has(one)
                assert not room.has(other)
                assert other in maze.neighbours(one)


def test_rooms_lie_within_a_shape():
    grid = grids.mask("heart", 40, 36)
    maze = labirinto.wilson(grid, seed=3, rooms=LEVEL)
    assert all(cell in grid for room in maze.rooms for cell in room.cells())
    expect_one_way_between_rooms(maze)
    assert labirinto.generate(maze.recipe) == maze


@pytest.mark.parametrize("name", ABLE)
@given(data=st.data())
def test_the_core_makes_them_as_the_textbook_does(name, data):
    algorithm = labirinto.ALGORITHMS[name]
    width, height = data.draw(st.integers(3, 18)), data.draw(st.integers(3, 14))
    seed = data.draw(seed_values)
    parameters = data.draw(values_of(algorithm, selecting=False))
    how = Rooms(2, (2, 2), (4, 3), data.draw(st.sampled_from([None, 1, 2, 4])))
    shape = data.draw(st.sampled_from([None, "circle", "heart"]))
    grid = grids.mask(shape, width + 6, height + 6) if shape else Rectangle(width, height)
    said = ""
    try:
        maze = labirinto.generate(name, grid, seed=seed, rooms=how, **parameters)
    except InvalidValueError as error:
        said = str(error)
    if said:
        assert " into the " in said or "cut off" in said
        return
    bits = Bits(child_seed(seed_number(seed), ROOMS, 0))
    rooms = placed_slowly(grid, how, bits)
    inside = [way for room in rooms for way in room.passages()]
    joined = grid.bits_of(inside)
    closed = []
    while how.doors:
        closed = passages_without_doors(grid, rooms, how.doors, bits)
        walls = grid.bits_of(closed)
        with suppress(ValueError):  # in pieces
            _core.JoinedSquares(joined, walls, grid.mask, grid.width, grid.height)
            break
    cells = RoomsAndCells(grid, [list(room.cells()) for room in rooms], closed)
    module = import_module(f"labirinto.algorithms.textbook.{name.replace('-', '_')}")
    made = run_textbook(module.steps(cells, seed, **parameters))
    both = int.from_bytes(made, "little") | int.from_bytes(joined, "little")
    assert maze.rows == both.to_bytes(len(joined), "little")


# What is refused.


@pytest.mark.parametrize("name", UNABLE)
def test_algorithms_without_rooms_name_those_that_make_them(name):
    with pytest.raises(InvalidValueError, match=f"{name} makes no rooms; .* wilson"):
        labirinto.generate(name, 20, 20, rooms=LEVEL)
    recipe = Recipe(
        name, 20, 20, 1, rooms=LEVEL, parameters=labirinto.ALGORITHMS[name].complete({})
    )
    with pytest.raises(InvalidValueError, match="makes no rooms"):
        labirinto.generate(recipe)


def test_what_cannot_be_is_refused_in_a_sentence():
    for wrong, said in (
        (lambda: Rooms(0), "rooms is 0; it must be from 1 to 10000"),
        (lambda: Rooms(1, (1, 3)), "smallest width is 1; it must be from 2 to 100"),
        (lambda: Rooms(1, (7, 3)), "7x3, is wider or higher than the largest, 6x5"),
        (lambda: Rooms(1, 3), "smallest is 3; it must be a pair"),
        (lambda: Rooms(1, doors=0), "doors is 0; it must be from 1"),
        (lambda: Rooms.parsed("x"), "rooms is 'x'"),
        (lambda: Rooms.parsed("1", "1x1"), r"room-size is '1x1'"),
        (lambda: Rooms.parsed("1", "3"), "room-size is '3'; it must be two sizes"),
        (lambda: Rooms.parsed("1", "2x2-3x3-4x4"), "it must be two sizes"),
        (lambda: Rooms.from_dict({"count": 1}), "are not a count, two sizes and doors"),
        (lambda: labirinto.wilson(9, 9, rooms=3), "rooms is 3; it must be a labirinto.Rooms"),
        (lambda: labirinto.wilson(grids.hexagonal(9, 9), rooms=LEVEL), "mazes of squ"),
    ):
        with pytest.raises(InvalidValueError, match=said):
            wrong()


def test_doors_that_cannot_join_all_cells_are_refused():
    # One door cannot lead to both sides of a room from wall to wall.
    def maze(seed, doors):
        return labirinto.wilson(9, 2, seed=seed, rooms=Rooms(1, (7, 2), (7, 2), doors))

    seed = next(seed for seed in range(99) if maze(seed, None).rooms[0].x == 1)
    with pytest.raises(InvalidValueError, match="With doors at 1 place per room"):
        maze(seed, 1)
    expect_one_way_between_rooms(maze(seed, 2))


def test_a_batch_has_no_rooms():
    maze = labirinto.wilson(20, 20, seed=1, rooms=LEVEL)
    braided = labirinto.braid(labirinto.wilson(5, 5, seed=1), 1)
    for recipe in (maze.recipe, braided.recipe):
        with pytest.raises(InvalidValueError, match="cannot have rooms, pictures"):
            labirinto.Batch(recipe, 10)
    with pytest.raises(InvalidValueError, match="cannot have rooms"):
        labirinto.batch("wilson", 20, 20, count=10, rooms=LEVEL)


# Recipes and files.


def test_a_recipe_of_another_maze_has_no_rooms():
    maze = labirinto.wilson(20, 20, seed=1, rooms=LEVEL)
    plain = labirinto.wilson(20, 20, seed=1)
    assert plain.rooms == []
    assert Maze.from_bits(plain.grid, plain.bits, recipe=maze.recipe).rooms == []
    too_small = Recipe("wilson", 4, 4, 1, rooms=LEVEL)
    assert Maze(4, 4, bytes(8), recipe=too_small).rooms == []


def test_rooms_are_placed_once(monkeypatch):
    maze = labirinto.wilson(20, 20, seed=1, rooms=LEVEL)
    rooms = maze.rooms
    monkeypatch.setattr("labirinto.maze.rooms_in", None)
    maze.rooms.clear()  # a list of the caller's own
    assert maze.rooms == rooms
    assert len(rooms) == 6


def test_blocks_have_no_posts_within_a_room(tmp_path):
    maze = labirinto.wilson(30, 20, seed=3, rooms=LEVEL)
    blocks = np.asarray(maze.blocks())
    for room in maze.rooms:
        inside = blocks[2 * room.y + 1 : 2 * (room.y + room.height), :]
        inside = inside[:, 2 * room.x + 1 : 2 * (room.x + room.width)]
        assert not inside.any()
    assert Maze.from_blocks(blocks) == maze


def test_arrays_list_the_rooms_by_row_and_column(tmp_path):
    maze = labirinto.wilson(30, 20, seed=3, rooms=LEVEL)
    labirinto.save(maze, tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz") as arrays:
        rooms, doors = arrays["rooms"].tolist(), arrays["doors"].tolist()
    assert rooms == [[room.y, room.x, room.height, room.width] for room in maze.rooms]
    assert doors == [
        [k, y, x, y2, x2] for k, room in enumerate(maze.rooms) for (x, y), (x2, y2) in room.doors
    ]


# The command line.


def test_the_command_line_makes_rooms(tmp_path):
    words = "wilson 30x20 --rooms 3 --room-size 2x2-4x3 --doors 2 --braid 0.5 --seed 7"
    done = run(*words.split(), "-o", "m.json", cwd=tmp_path)
    assert done.returncode == 0
    maze = labirinto.wilson(30, 20, seed=7, rooms=Rooms(3, (2, 2), (4, 3), 2))
    again = labirinto.load(tmp_path / "m.json")
    assert again == labirinto.braid(maze, 0.5)
    assert again.recipe.words == words
    told = run("info", "m.json", cwd=tmp_path).stdout
    assert "rooms       3, with " in told
    inside = sum((room.width - 1) * (room.height - 1) for room in again.rooms)
    assert re.search(rf"loops       \d+, {inside} of them in its rooms\n", told)
    assert run(*words.split(), "--paper", "a4", "-o", "m.pdf", cwd=tmp_path).returncode == 0


def test_a_braid_leads_into_rooms_beside_their_doors():
    maze = labirinto.wilson(20, 15, seed=5, rooms=Rooms(4, doors=1))
    assert {len(room.doors) for room in maze.rooms} == {1}
    assert max(len(room.doors) for room in labirinto.braid(maze, 1).rooms) > 1


def test_the_floor_of_rooms_is_told_from_other_loops(tmp_path):
    words = "wilson 20x12 --rooms 3 --room-size 3x4 --seed 3 -o m.json"
    assert run(*words.split(), cwd=tmp_path).returncode == 0
    assert "loops       18, all in its rooms\n" in run("info", "m.json", cwd=tmp_path).stdout
    said = run("solve", "m.json", "-o", "m.svg", cwd=tmp_path).stderr
    assert "it has 18 loops, all in its rooms, and the path drawn is a shortest one." in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("wilson 9x7 --rooms x", "--rooms is 'x'; it must be a whole number"),
        ("wilson 9x7 --rooms 0", "--rooms is 0; it must be from 1 to 10000"),
        ("wilson 9x7 --rooms -4", "--rooms is -4; it must be from 1 to 10000"),
        ("wilson 9x7 --rooms 1 --room-size big", "--room-size is 'big'; it must be two sizes such"),
        ("wilson 9x7 --rooms 1 --room-size 1x1", "--room-size is '1x1'; it must be two sizes"),
        ("wilson 20x12 --rooms 5 --room-size 30x30", "into the 20x12 maze; ask for smaller ones."),
        ("wilson 9x7 --doors 2", "--doors has no effect without --rooms"),
        ("wilson 9x7 --room-size 3x3", "--room-size has no effect without --rooms"),
        (
            "wilson 9x7 --rooms 1 --animate -o m.gif",
            "--animate and --rooms cannot be combined",
        ),
        ("wilson 9x7 --rooms 50", "fewer or smaller ones, or use another seed"),
        ("eller 9x7 --rooms 1", "eller makes no rooms; for mazes with rooms choose one of wilson"),
        ("eller 9xinf --rooms 1 -o m.png", "eller makes no rooms"),
        (
            "wilson --grid circular 5 --rooms 1 -o m.svg",
            "--rooms and --grid cannot be combined",
        ),
        ("wilson 9x7 --rooms 1 --threads 2", "--threads has no effect on"),
    ],
)
def test_what_the_command_line_cannot_make_is_refused(words, said, tmp_path):
    done = run(*words.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
