"""Masks from names, texts, arrays and pictures."""

import struct
import zlib

import numpy as np
import pytest
from files import back, drawn
from shapes import of_cells, random_shapes

import labirinto
from labirinto import FileFormatError, InvalidValueError, Rectangle
from labirinto.grids import SILHOUETTES, letters, mask, pieces_of
from labirinto.grids.masks import in_one_piece
from labirinto.grids.outlines import contours_of, filled, fitted

RING = ["####", "#..#", "####"]


def picture(tmp_path, rows, *, mode="L", name="mask.png"):
    """A file of pixels, 20 to a side of each cell."""
    from PIL import Image

    array = np.kron(np.array(rows, np.uint8), np.ones((20, 20), np.uint8))
    if mode == "LA":
        array = np.stack([np.zeros_like(array), array], axis=2)
    file = tmp_path / name
    Image.fromarray(array, mode).save(file)
    return file


# Texts and arrays.


@pytest.mark.parametrize(
    "source",
    [
        "####\n#..#\n####",
        "XXXX\nX  X\nXXXX\n",
        RING,
        [[1, 1, 1, 1], [1, 0, 0, 1], [True, True, True, True]],
        np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]], bool),
        np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]),
    ],
)
def test_a_text_and_an_array_are_masks_of_their_own_size(source):
    grid = mask(source)
    assert (grid.width, grid.height) == (4, 3)
    assert [cell for cell in labirinto.Rectangle(4, 3) if cell not in grid] == [(1, 1), (2, 1)]
    assert mask(source, 4, 3) == grid
    with pytest.raises(InvalidValueError, match=r"has 4x3 cells; leave the size out"):
        mask(source, 5, 3)


def test_blanks_at_the_end_of_a_line_may_be_missing():
    assert mask("##\n####\n#\n") == mask("##..\n####\n#...")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_may_be_in_a_file(tmp_path, encoding):
    file = tmp_path / "rows.txt"
    file.write_text("####\r\n#..#\r\n####\r\n", encoding=encoding)
    assert mask(file) == mask(str(file)) == mask(RING)


def test_a_text_of_one_line_is_a_row(tmp_path, monkeypatch):
    assert mask("###") == mask("XX#") == Rectangle(3, 1)
    assert mask("#.#", pieces="largest").source == "--mask '#.#' --pieces largest"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "XX").write_text("#\n#\n")
    with pytest.raises(InvalidValueError, match=r"'XX' .* name of a file; write \./XX"):
        mask("XX")
    assert mask("./XX") == Rectangle(1, 2)


def test_a_set_of_cells_is_a_mask():
    corner = {(0, 0), (1, 0), (1, 1)}
    assert mask(corner) == mask(frozenset(corner)) == mask("##\n.#")
    assert mask(dict.fromkeys([(np.int64(0), 0), (0, 1)]).keys()) == Rectangle(1, 2)
    assert mask(corner, 3, 2) == mask("##.\n.#.")
    assert mask(set(mask("heart", 9, 9)), 9, 9) == mask("heart", 9, 9)
    with pytest.raises(InvalidValueError, match=r"The cell \(1, 1\) .* outside of 9x1"):
        mask(corner, 9, 1)


def test_cells_given_one_by_one_are_not_joined_by_themselves():
    far = np.zeros((5, 9), bool)
    far[0, 0] = far[4, 8] = True
    with pytest.raises(InvalidValueError) as refused:
        mask(far)
    assert (refused.value.field, refused.value.remedy) == ("pieces", "join")
    assert len(mask(far, pieces="join")) == 13
    assert len(mask(far, pieces="each")) == 2


def test_pieces_in_a_file_are_joined(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("#..\n..#\n")
    assert mask(file) == mask("#..\n..#", pieces="join")


def test_true_may_be_255():
    ring = np.array([[255, 255, 255], [255, 0, 255], [255, 255, 255]], np.uint8)
    assert mask(ring) == mask(ring.tolist()) == mask(ring == 255) == mask("###\n#.#\n###")


def test_a_picture_may_be_opened_by_pillow(tmp_path):
    from PIL import Image

    file = picture(tmp_path, [[0, 0, 255], [0, 255, 255]])
    with Image.open(file) as opened:
        assert mask(opened, 3, 2) == mask(file, 3, 2) == mask("##.\n#..")
        assert mask(opened, 3, 2, invert=True) == mask("..#\n.##")
        with pytest.raises(InvalidValueError, match="Give the width and the height"):
            mask(opened)
    made = Image.new("1", (6, 4))
    assert mask(made, 6, 4) == Rectangle(6, 4)
    with pytest.raises(InvalidValueError, match="no pixels"):
        mask(Image.new("L", (0, 4)), 6, 4)


def test_inside_and_outside_can_be_exchanged():
    assert list(mask(RING, invert=True)) == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("#o#\n###", "line 1 has 'o' in column 2; write # or X"),
        ([[1, 0], [1]], "Row 1 of the mask has 1 cells"),
        ([[1, 2]], "has 2 in row 0, column 1"),
        (np.full((2, 3), 0.5), "has 0.5 in row 0, column 0"),
        (np.zeros((2, 3, 4)), r"is an array of float64 with the shape \(2, 3, 4\)"),
        (np.zeros(3, dtype="i4"), r"is an array of int32 with the shape \(3,\)"),
        (np.array([["a"]]), r"is an array of <U1 with the shape"),
        ([["1", "0"]], "must be a text"),
        (5, "is 5, and must be a text, rows .* circle"),
        (None, "must be a text"),
        ({(0, 0): 1}, "must be a text"),
        ({(0, 0), (1,)}, r"The cell \(1,\) of the mask is not a pair"),
        ({(0, 0), (-1, 2)}, r"The cell \(-1, 2\) of the mask"),
        ({"##"}, "The cell '##' of the mask"),
        (set(), "The mask is empty"),
        ([[1, 0], [255, 0]], "both 1 and 255"),
        ([[1, 0, 2]], "has 2 in row 0, column 2"),
        ("#.#", "The mask is in 2 pieces"),
        (["#.", ".#"], "The mask is in 2 pieces"),
        ({(0, 0), (5, 7)}, "The mask is in 2 pieces"),
        (np.eye(3, dtype=bool), "The mask is in 3 pieces"),
        ([], "The mask is empty"),
        ("\n\n", "The mask is empty"),
        ("...\n...", "The mask is empty"),
        ("no such name", "no file or silhouette 'no such name'; the silhouettes are circle"),
    ],
)
def test_what_is_no_mask_is_refused_in_a_sentence(source, message):
    with pytest.raises(InvalidValueError, match=message):
        mask(source)


# Silhouettes.


@pytest.mark.parametrize("name", SILHOUETTES)
def test_a_silhouette_is_a_shape_for_mazes(name):
    for size in ((12, 12), (40, 25)):
        grid = mask(name, *size)
        assert 0.2 < len(grid) / (size[0] * size[1]) < 1
        assert labirinto.wilson(grid, seed=1).is_perfect
        assert mask(name.upper(), *size) == grid


def test_a_circle_is_round():
    grid = mask("circle", 60, 60)
    for x, y in labirinto.Rectangle(60, 60):
        distance = ((x - 29.5) ** 2 + (y - 29.5) ** 2) ** 0.5
        if abs(distance - 30) > 0.05:
            assert ((x, y) in grid) == (distance < 30)


def test_a_ring_has_a_hole_and_keeps_its_proportions_unless_stretched():
    ring = mask("ring", 60, 30)
    assert (30, 15) not in ring
    assert min(x for x, _ in ring) == 15
    assert min(x for x, _ in mask("ring", 60, 30, stretch=True)) == 0


def test_a_silhouette_needs_a_size():
    with pytest.raises(InvalidValueError, match="Give the width and the height for the silhouette"):
        mask("heart")
    assert len(mask("star", 1, 1)) == 1


def test_contours_are_filled_where_they_wind():
    square, hole = "M0 0L6 0L6 6L0 6Z", "M2 2L2 4L4 4L4 2Z"
    twice = "M2 2L4 2L4 4L2 4Z"
    for path, inside in ((square, True), (square + hole, False), (square + twice, True)):
        grid = labirinto.Rectangle(6, 6, filled(contours_of(path), 6, 6))
        assert ((3, 3) in grid) == inside
        assert (1, 1) in grid
    assert fitted([[(0, 0), (1, 0)]], 5, 5, stretch=False) == []


# Pieces.


def test_pieces_are_joined_by_the_shortest_bridges():
    grid = mask("##...##\n##...##\n.......\n.......\n##....#", pieces="join")
    assert grid.pieces == 1
    # Three cells at the top, two on the left; the last piece is two from the one above it.
    assert len(grid) == 11 + 3 + 2 + 2
    assert labirinto.wilson(grid, seed=1).is_perfect


def test_each_piece_is_a_grid_of_its_own():
    whole = mask("..#.##\n#....#\n#.#...", pieces="each")
    assert whole.pieces == 4
    # From left to right, and from top to bottom.
    found = pieces_of(whole)
    assert found == [Rectangle(1, 2), Rectangle(1, 1), Rectangle(1, 1), mask("##\n.#")]
    assert [len(labirinto.wilson(piece, seed=1).grid) for piece in found] == [2, 1, 1, 3]
    assert pieces_of(found[-1]) == [found[-1]]
    assert pieces_of(Rectangle(3, 2)) == [Rectangle(3, 2)]
    hexagons = labirinto.grids.hexagonal(3, 2)
    assert pieces_of(hexagons) == [hexagons]
    heights = [piece.height for piece in pieces_of(letters("Anna", height=24, pieces="each"))]
    assert heights[0] == 24 > max(heights[1:])
    assert heights[1] == heights[2]


def test_too_many_pieces_are_refused():
    dots = mask("\n".join(["#." * 40, "." * 80] * 30), pieces="each")
    with pytest.raises(InvalidValueError, match="has 1200 pieces, more than 1000; join them"):
        pieces_of(dots)


def test_the_largest_piece_can_be_kept():
    grid = mask("##.###\n##.#..\n......\n#.....", pieces="largest")
    assert sorted(grid) == [(0, 0), (0, 1), (1, 0), (1, 1)]  # of two, the first in reading order


def minimum_bridges(pieces):
    """The cells that joining takes, by Prim's algorithm on all pairs of cells."""
    joined, left, cells = list(pieces[0]), list(pieces[1:]), 0
    while left:
        distance, nearest = min(
            (min(abs(x - x2) + abs(y - y2) for x, y in joined for x2, y2 in piece), k)
            for k, piece in enumerate(left)
        )
        cells += distance - 1
        joined += left.pop(nearest)
    return cells


@pytest.mark.parametrize("seed", range(20))
def test_bridges_are_never_longer_than_those_between_the_nearest_cells(seed):
    one, other, third = random_shapes(3, 5, seed)
    pieces = [
        [(x + dx, y + dy) for x, y in grid]
        for grid, (dx, dy) in zip((one, other, third), ((0, 0), (8, 1), (3, 9)), strict=True)
    ]
    apart = of_cells([cell for piece in pieces for cell in piece], 15, 16)
    assert apart.pieces == 3
    joined = in_one_piece(apart, "join")
    assert joined.pieces == 1
    assert set(apart) <= set(joined)
    assert len(joined) - len(apart) <= minimum_bridges(pieces)


# Pictures.


def test_dark_pixels_are_cells(tmp_path):
    rows = [[0, 0, 0, 0], [0, 255, 255, 0], [100, 0, 0, 150]]
    grid = mask(picture(tmp_path, rows), 4, 3)
    assert [cell for cell in labirinto.Rectangle(4, 3) if cell not in grid] == [
        (1, 1),
        (2, 1),
        (3, 2),
    ]
    assert (3, 2) in mask(picture(tmp_path, rows), 4, 3, threshold=0.6)


def test_opaque_pixels_are_cells_of_a_transparent_picture(tmp_path):
    rows = [[255, 255, 255], [255, 0, 255], [255, 255, 255]]
    grid = mask(picture(tmp_path, rows, mode="LA"), 3, 3)
    assert len(grid) == 8
    assert (1, 1) not in grid


def test_a_picture_keeps_its_proportions_unless_it_is_stretched(tmp_path):
    file = picture(tmp_path, [[0, 0]])
    assert sorted(mask(file, 4, 4)) == [(x, y) for x in range(4) for y in (1, 2)]
    assert mask(file, 4, 4, stretch=True).mask is None
    with pytest.raises(InvalidValueError, match="Give the width and the height for the picture"):
        mask(file)


def png_that_claims(width, height):
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = [header, b"IDAT" + zlib.compress(bytes(9))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(it) - 4) + it + struct.pack(">I", zlib.crc32(it)) for it in chunks
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            png_that_claims(31_000, 31_000),
            r"pixels, and the limit is 100 million; make it smaller\.",
        ),
        (png_that_claims(9_000, 9_000), r"claims 9000 x 9000 pixels, too many for its"),
        (png_that_claims(90, 90), "damaged or cut off"),
        (b"\x89PNG\r\n\x1a\n", "neither a picture nor a text"),
        (b"hello", "line 1 has 'h' in column 1"),
        (b"##.\r\n#.O\r\n", "line 2 has 'O' in column 3"),
        ("#\n\u0416".encode("utf-16"), "line 2 has '\u0416' in column 1"),
        (b"##\n\t#", r"line 2 has '\\t' in column 1"),
        (b"P1 9", "damaged|neither"),
        (b"\xff\xfe\x00", "neither a picture nor a text"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(tmp_path, data, message):
    file = tmp_path / "bad.png"
    file.write_bytes(data)
    with pytest.raises(FileFormatError, match=f"bad.png: .*{message}"):
        mask(file, 9, 9)


def test_a_white_picture_leaves_no_cell(tmp_path):
    with pytest.raises(InvalidValueError, match="The mask is empty"):
        mask(picture(tmp_path, [[255]]), 4, 4)


# What the command line calls them.


def test_a_grid_knows_the_words_that_make_it_again(tmp_path):
    assert mask("heart", 20, 20, stretch=True).source == "--mask heart --stretch"
    assert mask(RING).source == ""
    file = tmp_path / "my mask.txt"
    file.write_text("##\n#.\n")
    assert mask(file, invert=True, pieces="largest").source.startswith(
        f"--mask '{file}' --invert --pieces largest --digest "
    )
    assert letters("Anna B", height=9).source.startswith("--letters 'Anna B' --digest ")
    maze = labirinto.wilson(mask("heart", 20, 20), seed=7)
    assert maze.recipe.command == "labirinto wilson 20x20 --mask heart --seed 7"
    assert back(drawn(maze, "json"))[0].recipe == maze.recipe


def test_pairs_may_be_cells_or_rows_and_are_refused():
    with pytest.raises(InvalidValueError, match="give cells as a set"):
        mask([(0, 0), (1, 0), (1, 1)])
    assert mask([[1, 1], [0, 1]]) == mask({(0, 0), (1, 0), (1, 1)})


def test_a_picture_made_of_an_array_of_whole_numbers_is_read_by_its_range():
    pillow = pytest.importorskip("PIL.Image")
    light = pillow.new("L", (6, 6), 255)
    light.paste(0, (1, 1, 5, 5))
    assert mask(light.convert("I"), 6, 6) == mask(light, 6, 6)
