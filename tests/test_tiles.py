"""Tiles of mazes of any size, compared with whole pictures and with counting cell by cell."""

from __future__ import annotations

import io
import random
from itertools import product

import pytest
from PIL import Image
from tiers import deep, sample, thinned

import labirinto
from labirinto import Ends, InvalidValueError, Maze, Rectangle, _core
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.raster import pixels_of
from labirinto.drawing.style import Style
from labirinto.errors import FileFormatError
from labirinto.grids.rectangle import LONGEST_SIDE, NORTH, plane_bytes, row_bytes
from labirinto.path import Path
from labirinto.viewing import (
    FilePlanes,
    Layers,
    MazePlanes,
    distance_colours,
    lowest_level,
    pieces_of,
    tile,
    tiles_of,
)

FIRST, LAST = 5, 255
SOLUTION = 2


def pixels(png: bytes) -> list[bytes]:
    """The numbers of a picture's pixels, row by row."""
    with Image.open(io.BytesIO(png)) as picture:
        data = picture.tobytes()
        return [data[at : at + picture.width] for at in range(0, len(data), picture.width)]


def whole(planes, level, layers=None):
    """All tiles of a level, side by side."""
    rows = []
    for y in range(tiles_of(planes.grid.height, level)):
        band = [
            pixels(tile(planes, level, x, y, None, layers))
            for x in range(tiles_of(planes.grid.width, level))
        ]
        rows += map(b"".join, zip(*band, strict=True))
    return rows


MAZES = {
    "wide": labirinto.wilson(150, 20, seed=1),
    "tall": labirinto.kruskal(9, 140, seed=2),
    "one": labirinto.wilson(1, 1, seed=3),
    "row": labirinto.wilson(65, 1, seed=4),
    "word": labirinto.wilson(64, 64, seed=5),
}


@pytest.mark.parametrize(("name", "level"), thinned(product(MAZES, range(1, 7)), 5))
def test_tiles_of_large_cells_are_cut_out_of_the_whole_picture(name, level):
    maze = MAZES[name]
    ends = path = None
    layers = Layers()
    if len(maze.grid) > 1:
        ends = labirinto.suggest_ends(maze, "border")
        path = labirinto.solve(maze, *ends)
        drawing = Drawing(maze, path, ends)
        layers = Layers(pieces_of(path), drawing.path_openings)
    cell = 1 << level
    style = Style(cell=cell, wall=max(1, cell // 8), margin=0)
    expected = pixels_of(Drawing(maze, path, ends, style))
    width = style.pixels(maze.width)
    found = whole(MazePlanes(maze, ends), level, layers)
    assert b"".join(found) == expected
    assert len(found[0]) == width


@pytest.mark.parametrize("level", [1, 3])
def test_a_mask_has_no_walls_outside(level):
    mask = b"".join(
        (sum(1 << x for x in range(40) if abs(x - 20) + abs(y - 15) < 15)).to_bytes(5, "little")
        for y in range(31)
    )
    maze = labirinto.wilson(Rectangle(40, 31, mask), seed=7)
    ends = labirinto.suggest_ends(maze, "border")
    style = Style(cell=1 << level, wall=1, margin=0)
    expected = pixels_of(Drawing(maze, None, ends, style))
    planes = MazePlanes(maze, ends)
    assert b"".join(whole(planes, level)) == expected
    # Far away, too, a pixel outside is floor.
    far = whole(planes, 0)
    assert far[0][0] == FIRST
    assert far[15][20] > FIRST


def counted_tone(cells, is_open):
    """The share of wall of some cells; is_open says whether a passage leads east or south."""
    walls = sum(1 + (not is_open(x, y, 0)) + (not is_open(x, y, 1)) for x, y in cells)
    quarters = 4 * len(cells)
    return FIRST + (2 * walls * (LAST - FIRST) + quarters) // (2 * quarters)


def opens_of(maze):
    stride = plane_bytes(maze.width)

    def is_open(x, y, direction):
        return maze.rows[(2 * y + direction) * stride + x // 8] >> x % 8 & 1

    return is_open


SIZES = [(1, 1), (5, 300), (63, 9), (64, 9), (65, 70), (300, 40), (513, 600)]


@pytest.mark.parametrize("size", sample(SIZES, (65, 70), (300, 40)))
@pytest.mark.parametrize("shift", range(6))
def test_tones_are_those_of_all_cells(size, shift):
    maze = labirinto.eller(*size, seed=1)
    if -shift < lowest_level(*size):
        return
    found = whole(MazePlanes(maze), -shift)
    side, is_open = 1 << shift, opens_of(maze)
    for top in range(0, maze.height, side):
        for left in range(0, maze.width, side):
            rows = range(top, min(top + side, maze.height))
            columns = range(left, min(left + side, maze.width))
            cells = [(x, y) for y in rows for x in columns]
            assert found[top // side][left // side] == counted_tone(cells, is_open)


class Counting:
    """A maze too large to make: its planes are made up as they are asked for."""

    gaps = ()

    def __init__(self, width, height):
        self.grid = Rectangle(width, height)
        self.bytes = 0
        self.rows = set()

    def pieces(self, ys, first, last, every=1):
        count = -(-(last - first) // (8 * every)) * 8 if every > 1 else last - first
        if every > 1 and (-(-(last - first) // 8) - 1) % every == 0:
            count -= -(last - first) % 8
        self.bytes += 2 * len(ys) * count
        self.rows |= set(ys)
        return [bytes(count)] * (2 * len(ys))


WIDTHS = (1, 100, 2**17 + 1, 2**20 - 65, LONGEST_SIDE)


@pytest.mark.parametrize(("width", "height"), thinned(product(WIDTHS, (1, 2**18, LONGEST_SIDE)), 5))
def test_what_a_tile_reads_is_bounded(width, height):
    lowest = lowest_level(width, height)
    for level in range(lowest, 7):
        planes = Counting(width, height)
        last = tiles_of(width, level) - 1, tiles_of(height, level) - 1
        for x, y in {(0, 0), last}:
            found = pixels(tile(planes, level, x, y))
            assert len(found) <= 256
            assert len(found[0]) <= 256
        assert planes.bytes <= 2 * 2 * 256 * 256 * 32 * 32 // 8
        assert max(planes.rows) < height


def test_from_afar_some_rows_and_words_are_counted(tmp_path):
    maze = labirinto.sidewinder(40_000, 130, seed=3)
    labirinto.save(maze, tmp_path / "m.maze")
    in_file = FilePlanes(tmp_path / "m.maze")
    is_open = opens_of(maze)
    for level, across, down in ((-6, 64, 16), (-7, 128, 8)):
        side = 1 << -level
        found = tile(MazePlanes(maze), level, 1, 0)
        assert tile(in_file, level, 1, 0) == found
        for px, py in ((0, 0), (3, 1), (len(pixels(found)[0]) - 1, len(pixels(found)) - 1)):
            left, top = (256 + px) * side, py * side
            words = range(left, min(left + side, maze.width), 64 * side // across)
            cells = [
                (x, y)
                for y in range(top, min(top + side, maze.height), side // down)
                for word in words
                for x in range(word, min(word + 64, maze.width))
            ]
            assert pixels(found)[py][px] == counted_tone(cells, is_open)
    in_file.close()


@pytest.mark.parametrize("shift", range(9, 13))
def test_a_file_gives_what_memory_gives(tmp_path, shift):
    maze = labirinto.binary_tree(600_001, 9, seed=3)
    labirinto.save(maze, tmp_path / "m.maze")
    in_file, in_memory = FilePlanes(tmp_path / "m.maze"), MazePlanes(maze)
    assert tile(in_file, -shift, 0, 0) == tile(in_memory, -shift, 0, 0)
    assert tile(in_file, 4, 700, 0) == tile(in_memory, 4, 700, 0)
    in_file.close()


def test_a_file_that_is_cut_off_is_an_error(tmp_path):
    file = tmp_path / "m.maze"
    labirinto.save(labirinto.wilson(700, 500, seed=1), file)
    planes = FilePlanes(file)
    file.write_bytes(file.read_bytes()[:-50_000])
    with pytest.raises(FileFormatError, match="cut off"):
        tile(planes, 0, 0, 1)
    planes.close()


def test_ends_of_a_file_are_open(tmp_path):
    maze = MAZES["wide"]
    ends = labirinto.suggest_ends(maze, "border")
    labirinto.save(maze, tmp_path / "m.maze", ends=ends)
    planes = FilePlanes(tmp_path / "m.maze")
    assert whole(planes, 2) == whole(MazePlanes(maze, ends), 2)
    assert whole(planes, 2) != whole(MazePlanes(maze), 2)
    planes.close()


@pytest.mark.parametrize("shift", [0, 1, 3, deep(5)])
def test_a_path_is_a_line_of_two_pixels(shift):
    maze = labirinto.backtracker(300 << shift, 30 << shift, seed=1)
    path = labirinto.solve(maze, (0, 0), (maze.width - 1, maze.height - 1))
    found = whole(MazePlanes(maze), -shift, Layers(pieces_of(path)))
    bare = whole(MazePlanes(maze), -shift)
    marked = {
        ((x >> shift) + right, (y >> shift) + down)
        for x, y in path
        for right in (0, 1)
        for down in (0, 1)
    }
    for y, line in enumerate(found):
        for x, number in enumerate(line):
            assert number == (SOLUTION if (x, y) in marked else bare[y][x])


def test_a_path_of_any_length_is_cut_into_pieces():
    # A walk to and fro, as long as pieces and one more or less.
    chance = random.Random(1)
    for steps in (0, 1, 255, 256, 257, 511, 512, 513):
        x = y = 300
        moves = bytes(chance.randrange(4) for _ in range(steps))
        pieces = _core.PathPieces(x, y, moves)
        expected = set()
        for px, py in Path((x, y), moves):
            expected |= {(px + right, py + down) for right in (0, 1) for down in (0, 1)}
        for left, top in ((290, 290), (300, 300), (0, 0), (310, 280)):
            found = pieces.mark(bytes(20 * 20), left, top, 20, 20, 0, 9)
            seen = {(left + at % 20, top + at // 20) for at, number in enumerate(found) if number}
            assert seen == {
                (px, py) for px, py in expected if 0 <= px - left < 20 and 0 <= py - top < 20
            }


@pytest.mark.parametrize("level", [-2, -1, 0, 1, 2, 4])
def test_floors_have_the_colours_of_distances(level):
    maze = labirinto.wilson(600 if level <= 0 else 40, 19, seed=2)
    distances = maze.distances((0, 0))
    longest = max(max(row) for row in distances)
    colours = distance_colours(maze, (0, 0))
    bare = whole(MazePlanes(maze), level)
    found = whole(MazePlanes(maze), level, Layers(distances=colours))
    for y, line in enumerate(found):
        for x, number in enumerate(line):
            cell = [value * 2**-level if level <= 0 else value >> level for value in (x, y)]
            if level > 0 and bare[y][x] == 1:
                assert number == 1
            else:
                steps = distances[cell[1], cell[0]]
                assert number == FIRST + steps * (LAST - FIRST) // longest


def test_outside_a_mask_there_are_no_distances():
    mask = (b"\xff\x0f" * 3 + b"\x0f\x0f" * 6) * 2
    maze = labirinto.wilson(Rectangle(12, 18, mask), seed=1)
    for level in (0, 3):
        planes = MazePlanes(maze)
        found = whole(planes, level, Layers(distances=distance_colours(maze, (0, 0))))
        middle = (1 << level) // 2
        row = found[(5 << level) + middle]
        assert row[(6 << level) + middle] == 0
        assert row[(2 << level) + middle] >= FIRST


def test_what_is_no_tile_is_refused():
    planes = MazePlanes(MAZES["word"])
    for level, x, y in ((7, 0, 0), (-1, 0, 0), (1, 1, 0), (1, 0, -1), (0, 0, 1)):
        with pytest.raises(InvalidValueError, match=r"level|tile"):
            tile(planes, level, x, y)


def test_the_core_refuses_what_it_cannot_count():
    rows = bytes(2 * row_bytes(9))
    for across, down, first, last in ((0, 1, 0, 1), (3, 1, 0, 1), (1, 0, 0, 1), (1, 1, 2, 1)):
        with pytest.raises(ValueError, match="no such"):
            _core.tones(rows, 9, 2, across, down, first, last)
    with pytest.raises(ValueError, match="size of the maze"):
        _core.tones(rows, 9, 3, 1, 1, 0, 1)
    with pytest.raises(ValueError, match="no direction"):
        _core.PathPieces(0, 0, b"\4")
    with pytest.raises(ValueError, match="pixels"):
        _core.PathPieces(0, 0, b"").mark(bytes(5), 0, 0, 2, 3, 0, 1)
    for data in (b"", bytes(5)):
        with pytest.raises(ValueError, match="distances"):
            _core.distance_colours(data, 0, 1)


def test_lowest_levels_have_one_tile():
    for side in (1, 255, 256, 257, 512, 513, 5000, 10**5, LONGEST_SIDE):
        level = lowest_level(side, 1)
        assert tiles_of(side, level) == 1
        assert level == 0 or tiles_of(side, level + 1) > 1


def test_openings_at_every_side_are_seen():
    maze = labirinto.wilson(40, 30, seed=1)
    for start, end in (((0, 0), (39, 29)), ((0, 7), (39, 8)), ((5, 0), (6, 29))):
        ends = Ends(start, end, open=True)
        style = Style(cell=8, wall=1, margin=0)
        expected = pixels_of(Drawing(maze, None, ends, style))
        assert b"".join(whole(MazePlanes(maze, ends), 3)) == expected


def test_a_maze_may_begin_with_a_mask_of_one_cell():
    maze = Maze(9, 9, bytes(9 * row_bytes(9)), mask=b"\1" + bytes(17))
    assert MazePlanes(maze).gaps
    assert NORTH in {direction for _, _, direction in MazePlanes(maze).gaps}
    assert whole(MazePlanes(maze), 0)[0][0] > FIRST
    assert whole(MazePlanes(maze), 0)[5][5] == FIRST
