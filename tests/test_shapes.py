"""Mazes of any shape: their grids, solved, measured, and put into files and back."""

import io
import json
import pickle
import zlib
from collections import Counter

import pytest
from shapes import drawn, of_cells, random_shapes

import labirinto
from labirinto import InvalidValueError, Maze, Recipe, Rectangle, _core
from labirinto.formats import read, save

# A disc with a hole, and two bites that touch in a corner.
DISC = of_cells(
    [
        (x, y)
        for y in range(19)
        for x in range(23)
        if (x - 11) ** 2 + (y - 9) ** 2 < 85 and (x - 8) ** 2 + (y - 8) ** 2 > 6
        if (x, y) not in ((14, 12), (15, 13))
    ],
    23,
    19,
)
MAZE = labirinto.wilson(DISC, seed=5)


# The grid.


def test_the_cells_of_a_grid_are_those_of_its_mask():
    for grid in random_shapes(30, 9):
        cells = [
            (x, y)
            for y in range(grid.height)
            for x in range(grid.width)
            if grid.mask[y * grid.plane_bytes + x // 8] >> x % 8 & 1
        ]
        assert list(grid) == cells
        assert len(grid) == len(cells)
        assert [grid.label(i) for i in range(len(grid))] == cells
        assert [grid.index(cell) for cell in cells] == list(range(len(cells)))
        for i, (x, y) in enumerate(cells):
            around = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
            assert [grid.label(j) for j, _ in grid.neighbours(i)] == [
                cell for cell in around if cell in cells
            ]
            for j, wall in grid.neighbours(i):
                assert (i, wall) in grid.neighbours(j)


def test_a_mask_of_all_cells_is_none():
    assert drawn(".../...") == Rectangle(3, 2)
    assert labirinto.wilson(drawn(".../..."), seed=3) == labirinto.wilson(3, 2, seed=3)


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (b"\1", "is 2 bytes, not 1"),
        (b"\0\0", "The mask is empty"),
        (b"\1\10", "outside the rectangle"),
        ([1, 2], "labirinto.grids.mask makes one"),
    ],
)
def test_a_wrong_mask_is_refused(mask, message):
    with pytest.raises(InvalidValueError, match=message):
        Rectangle(3, 2, mask)


# Mazes are values.


def test_a_maze_of_a_shape_is_made_again_from_its_recipe():
    assert labirinto.generate(MAZE.recipe) == MAZE
    recipe = Recipe.from_dict(json.loads(json.dumps(MAZE.recipe.as_dict())))
    assert recipe == MAZE.recipe
    again = labirinto.generate(recipe)
    assert again == MAZE
    assert again.grid == DISC


@pytest.mark.parametrize(
    "changed", [{"mask": "AAAA"}, {"mask": 5}, {"mask": "ä"}, {"width": 25}, {"height": 2**31 - 1}]
)
def test_a_recipe_that_lies_about_its_mask_is_refused(changed):
    with pytest.raises(InvalidValueError, match="mask"):
        Recipe.from_dict(MAZE.recipe.as_dict() | changed)


def test_mazes_of_different_shapes_are_different():
    assert pickle.loads(pickle.dumps(MAZE)) == MAZE
    assert hash(pickle.loads(pickle.dumps(MAZE))) == hash(MAZE)
    assert Maze(23, 19, MAZE.rows) != MAZE
    with pytest.raises(InvalidValueError, match="another shape"):
        Maze(23, 19, MAZE.rows, recipe=MAZE.recipe)


def test_a_passage_out_of_the_shape_is_refused():
    rows = labirinto.wilson(3, 3, seed=1).rows
    with pytest.raises(InvalidValueError, match="leads out of the mask"):
        Maze(3, 3, rows, mask=drawn(".../.#./...").mask)


def test_a_maze_of_a_shape_goes_through_arrays_and_graphs():
    assert Maze.from_cells(MAZE.cells()) == MAZE
    assert Maze.from_blocks(MAZE.blocks()) == MAZE
    assert Maze.from_networkx(MAZE.to_networkx()) == MAZE
    assert Maze.from_passages(23, 19, MAZE.passages(), mask=DISC.mask) == MAZE
    for (x, y), exits in zip(Rectangle(23, 19), MAZE.cells().data, strict=True):
        assert (exits == 16) == ((x, y) not in DISC)


def test_floor_beside_a_cell_that_is_wall_is_refused():
    blocks = MAZE.blocks().tolist()
    blocks[1][1 + 1] = 0
    with pytest.raises(InvalidValueError, match="the cell 0,0 is a wall with floor beside"):
        Maze.from_blocks(blocks)


# Using them.


@pytest.mark.parametrize("kind", labirinto.ENDS_KINDS)
def test_ends_and_paths_are_in_the_shape(kind):
    for seed, grid in enumerate(random_shapes(20, 9)):
        maze = labirinto.wilson(grid, seed=seed)
        ends = labirinto.suggest_ends(maze, kind)
        path = labirinto.solve(maze, *ends)
        assert set(path) <= set(grid)
        assert path.steps == maze.distances(ends.start)[ends.end[::-1]] > 0
        assert labirinto.difficulty(maze, path).steps == path.steps


def far_apart(maze, cells):
    return max(maze.distances(cell)[y, x] for cell in cells for x, y in cells)


def borders(grid):
    """The cells beside the surroundings, found by flooding them."""
    outside = {(-1, -1)}
    waiting = [(-1, -1)]
    everywhere = {(x, y) for x in range(-1, grid.width + 1) for y in range(-1, grid.height + 1)}
    while waiting:
        x, y = waiting.pop()
        beside = {(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)} & everywhere
        beside -= outside | set(grid)
        outside |= beside
        waiting += beside
    return [(x, y) for x, y in grid if {(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)} & outside]


def test_the_border_is_where_the_surroundings_are_and_the_ends_are_the_farthest_apart():
    for seed, grid in enumerate(random_shapes(20, 8)):
        maze = labirinto.wilson(grid, seed=seed)
        on_border = borders(grid)
        assert [(at % grid.width, at // grid.width) for at in grid.border_places] == on_border
        ends = labirinto.suggest_ends(maze, "border")
        steps = labirinto.solve(maze, *ends).steps
        assert set(ends) <= set(on_border)
        assert steps == far_apart(maze, on_border)
        farthest = labirinto.suggest_ends(maze, "farthest")
        assert labirinto.solve(maze, *farthest).steps == far_apart(maze, list(grid))


def test_ends_of_a_shape_with_loops_are_the_farthest_apart():
    grid = drawn("#.../..../.#../...#")
    whole = Maze(4, 4, _core.mask_passages(grid.mask, 4, 4, True), mask=grid.mask)
    assert not whole.is_perfect
    ends = labirinto.suggest_ends(whole, "farthest")
    assert labirinto.solve(whole, *ends).steps == far_apart(whole, list(grid))
    assert set(labirinto.suggest_ends(whole, "border")) <= set(borders(grid))


def test_census_counts_the_cells_of_the_shape_alone():
    for seed, grid in enumerate(random_shapes(10, 9)):
        maze = labirinto.wilson(grid, seed=seed)
        count = labirinto.census(maze)
        exits = Counter(len(maze.neighbours(cell)) for cell in grid)
        assert (count.cells, count.passages, count.closed) == (len(grid), len(grid) - 1, 0)
        assert [count.dead_ends, count.corridors, count.junctions, count.crossings] == [
            exits[k] for k in (1, 2, 3, 4)
        ]


# Files.


def test_no_wall_is_drawn_outside_the_shape():
    for grid in random_shapes(10, 8):
        maze = labirinto.wilson(grid, seed=1)
        for parts in ({}, {"ends": labirinto.suggest_ends(maze, "border")}):
            walls = set()
            drawing = labirinto.drawing.geometry.Drawing(maze, **parts)
            for x0, y0, x1, y1 in drawing.wall_runs():
                walls |= {(x, y0, x + 1, y0) for x in range(x0, x1)}
                walls |= {(x0, y, x0, y + 1) for y in range(y0, y1)}
            for x, y, _, y1 in walls:
                beside = [(x, y), (x, y - 1) if y == y1 else (x - 1, y)]
                assert set(beside) & set(grid)
                assert beside[1] not in maze or beside[0] not in maze.neighbours(beside[1])
            # Of all sides of cells, those with a passage are open, and inner ones are shared.
            inner = sum(len(grid.neighbours(i)) for i in range(len(grid))) // 2
            around = 4 * len(grid) - 2 * inner
            openings = 2 if parts else 0
            assert len(walls) == around + inner - (len(grid) - 1) - openings


def test_an_opening_lies_beside_the_surroundings():
    ends = labirinto.suggest_ends(MAZE, "border")
    for x, y, direction in ends.openings(DISC):
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[direction]
        assert (x + dx, y + dy) not in DISC
    inside = labirinto.Ends((11, 8), (12, 12), open=True)
    with pytest.raises(InvalidValueError, match="not on the border"):
        inside.check(DISC)


def test_a_text_of_walls_alone_is_refused():
    with pytest.raises(labirinto.FileFormatError, match="the text has no floor"):
        read(io.BytesIO(b"###\n###\n###\n"))


def test_a_file_of_rows_with_a_passage_out_of_the_mask_is_refused():
    stream = io.BytesIO()
    save(MAZE, stream, format="maze")
    rows = bytearray(MAZE.rows)
    rows[-2 * DISC.row_bytes] |= 1  # east of the first cell of the last row but one, outside
    checksum = zlib.crc32(rows).to_bytes(4, "little")
    data = stream.getvalue()[: -len(rows) - 4] + rows + checksum
    with pytest.raises(labirinto.FileFormatError, match="a passage leads out of the mask"):
        read(io.BytesIO(data))
