"""Floors with stairs, cylinders, tori and Möbius strips."""

import math
import re
import struct
from collections import Counter
from itertools import pairwise, product

import pytest
from commands import run
from files import back, drawn
from test_mesh_uniform import KERNELS, chance_that_uniform
from test_uniform import RARE

import labirinto
from labirinto import InvalidValueError, TooLargeError, _core
from labirinto.algorithms import textbook
from labirinto.book import Worksheet
from labirinto.book.worksheet import worksheet_pictures
from labirinto.drawing import links
from labirinto.drawing.display import all_items, items_on_paper, layers
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.links import marks_of_links, split_by
from labirinto.formats.text import text_lines
from labirinto.grids import circular, hexagonal, linked

GRIDS = [
    linked(1, 1, floors=2),
    linked(2, 2, floors=2),
    linked(4, 3, floors=5),
    linked(3, 1, wrap="x"),
    linked(5, 4, wrap="x"),
    linked(4, 3, wrap="x", twist=True),
    linked(3, 4, wrap="x", twist=True),
    linked(3, 3, wrap="xy"),
    linked(3, 5, floors=3, wrap="xy"),
    linked(3, 2, floors=2, wrap="x", twist=True),
]
of_every_form = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.text)


def joined(grid):
    """The pairs of neighbours, from what the options mean."""
    pairs = set()
    for floor, y, x in product(range(grid.floors), range(grid.height), range(grid.width)):
        steps = [(x + 1, y, floor), (x, y + 1, floor), (x, y, floor + 1)]
        if "x" in grid.wrap and x + 1 == grid.width:
            steps[0] = (0, grid.height - 1 - y if grid.twist else y, floor)
        if "y" in grid.wrap:
            steps[1] = (x, (y + 1) % grid.height, floor)
        for step in steps:
            if step[2] < grid.floors:
                pair = [cell if grid.floors > 1 else cell[:2] for cell in ((x, y, floor), step)]
                pairs |= {frozenset(pair)} if pair[1] in grid else set()
    return pairs


@of_every_form
def test_neighbours_are_those_that_the_options_mean(grid):
    cells = list(grid)
    assert [grid.index(cell) for cell in cells] == list(range(len(grid)))
    found = Counter(
        frozenset((cells[one], cells[other]))
        for one in range(len(grid))
        for other, _ in grid.neighbours(one)
    )
    assert found == dict.fromkeys(joined(grid), 2)
    assert grid.walls == len(found)
    lower = memoryview(grid.core.wall_cells()).cast("I")[::2].tolist()
    assert lower == sorted(lower)
    assert all(cell not in grid for cell in ((-1, 0), (0, 0, 0, 0), (0, 0, 99), (99, 0)))


def eigenvalues(length, wraps):
    return [2 - 2 * math.cos((2 if wraps else 1) * math.pi * k / length) for k in range(length)]


@pytest.mark.parametrize(
    ("grid", "known"),
    [
        (linked(2, 2, floors=2), 384),
        (linked(3, 3, wrap="xy"), 11_664),
        (linked(4, 3, wrap="xy"), None),
        (linked(3, 2, wrap="x"), 75),
        (linked(3, 2, floors=3), None),
        (linked(3, 2, floors=2, wrap="x"), None),
    ],
    ids=lambda value: getattr(value, "text", ""),
)
def test_the_number_of_mazes_is_the_product_of_the_eigenvalues(grid, known):
    sums = [
        sum(each)
        for each in product(
            eigenvalues(grid.width, "x" in grid.wrap),
            eigenvalues(grid.height, "y" in grid.wrap),
            eigenvalues(grid.floors, False),
        )
    ]
    expected = round(math.prod(value for value in sums if value > 1e-9) / len(grid))
    assert labirinto.number_of_mazes(grid) == expected == (known or expected)


@pytest.mark.parametrize("kernel", ["wilson_cells", "aldous_broder"])
@pytest.mark.parametrize(
    ("grid", "draws_of_each"),
    [
        (linked(2, 2, floors=2), 50),
        (linked(3, 2, wrap="x"), 300),
        (linked(3, 2, wrap="x", twist=True), 300),
        (linked(3, 3, wrap="xy"), 10),
    ],
    ids=lambda value: getattr(value, "text", ""),
)
def test_every_maze_is_equally_likely(kernel, grid, draws_of_each):
    assert chance_that_uniform(kernel, grid, draws_of_each) > RARE


def test_kruskal_is_told_from_uniform():
    assert chance_that_uniform("kruskal", linked(2, 2, floors=2), 300) < RARE


@of_every_form
@pytest.mark.parametrize("module", [name for name in KERNELS if name != "wilson-walls"])
def test_the_textbook_is_the_core_bit_for_bit(grid, module):
    for seed in range(3):
        bits = textbook.run(textbook.Run(module, grid, seed=seed))
        assert bits == getattr(_core, f"mesh_{KERNELS[module]}")(grid.core, seed)


@pytest.mark.parametrize(
    "grid", [*GRIDS, linked(23, 40, floors=3, wrap="xy"), linked(41, 30, wrap="x", twist=True)]
)
def test_the_kernel_without_a_map_makes_the_mazes_of_the_one_on_the_map(grid):
    for seed in range(5):
        assert labirinto.wilson(grid, seed=seed).bits == _core.mesh_wilson_cells(grid.core, seed)


def test_no_walk_goes_on_walls_however_large_the_grid():
    grid = linked(260, 260, floors=2)
    assert labirinto.wilson(grid, seed=3).is_perfect
    with pytest.raises(ValueError, match="planar"):
        _core.mesh_wilson_walls(linked(2, 2, floors=2).core, 1)


@of_every_form
def test_exits_say_which_way_each_passage_leads(grid):
    maze = labirinto.wilson(grid, seed=6)
    exits = maze.cells()
    assert exits.shape == (grid.floors, grid.height, grid.width)
    steps = {
        1: (0, -1, 0),
        2: (1, 0, 0),
        4: (0, 1, 0),
        8: (-1, 0, 0),
        16: (0, 0, 1),
        32: (0, 0, -1),
    }
    for cell in grid:
        x, y, floor = (*cell, 0)[:3]
        found = set()
        for bit, (dx, dy, dz) in steps.items():
            if exits[floor, y, x] & bit:
                over = grid.twist and x + dx not in range(grid.width)
                row = grid.height - 1 - y if over else (y + dy) % grid.height
                there = ((x + dx) % grid.width, row, floor + dz)
                found.add(there[: len(cell)])
        assert found == set(maze.neighbours(cell))


@of_every_form
def test_the_line_of_a_path_is_interrupted_by_links_alone(grid):
    maze = labirinto.wilson(grid, seed=2)
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest"))
    lines = Drawing(maze, path).path_lines()
    apart = [pair for pair in pairwise(path.numbers) if grid.is_apart(*pair)]
    stairs = sum(abs(one - other) == grid.width * grid.height for one, other in apart)
    length = sum(math.dist(one[:2], other[:2]) for line in lines for one, other in pairwise(line))
    assert length == pytest.approx(path.steps - stairs)  # a seam takes half a step on both sides
    assert len(lines) <= len(apart) + 1


def drawn_steps(text, stairs):
    """Where each cell leads, from the lines of a text."""
    floors = re.split(r"^.*\d\n(?:row y .*\n)?", text, flags=re.MULTILINE)[1:]
    found = {}
    for floor, part in enumerate(floors):
        lines = part.splitlines()
        for y, x in product(range(len(lines) // 2), range(len(lines[0]) // 4)):
            row, column = 2 * y + 1, 4 * x + 2
            around = {
                1: lines[row - 1][column],
                2: lines[row][column + 2],
                4: lines[row + 1][column],
                8: lines[row][column - 2],
            }
            bits = sum(bit for bit, letter in around.items() if letter in " •.")
            found[floor, y, x] = bits + 16 * (stairs.find(lines[row][column + 1]) + 1)
    return found


@of_every_form
@pytest.mark.parametrize("format", ["txt", "ascii"])
def test_text_has_all_passages_and_stairs(grid, format):
    maze = labirinto.wilson(grid, seed=5)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    text = drawn(maze, format, ends=ends, path=path).decode()
    *body, command = text.splitlines()
    assert command == maze.recipe.command
    exits = maze.cells()
    steps = drawn_steps("\n".join(body), "▲▼↕" if format == "txt" else "^v%")
    assert steps == {place: exits[place] for place in product(*map(range, exits.shape))}
    dots = sum(
        one[2:] == other[2:] and math.dist(one[:2], other[:2]) == 1
        for one, other in pairwise(path.cells)
    )
    marks = "•○●" if format == "txt" else ".AB"
    assert sum(map("\n".join(body).count, marks)) == len(path) + dots
    row = exits.shape[1] - 1
    assert body.count(f"row y goes on at the other side in row {row}-y") == grid.twist * grid.floors
    narrow = "".join(text_lines(Drawing(maze, path, ends), wide=False))
    assert narrow.count("○") == narrow.count("●") == 1
    with pytest.raises(labirinto.FileFormatError, match="JSON"):
        back(text)


@of_every_form
def test_every_link_has_two_marks_with_one_number(grid):
    maze = labirinto.wilson(grid, seed=4)
    open_links = [pair for pair in maze.passages() if grid.is_apart(*map(grid.index, pair))]
    marks = marks_of_links(grid, maze.bits)
    placed = list(struct.iter_unpack("4dQ", marks.placed))
    numbers = [number for *_, number in placed]
    assert len(numbers) == 2 * len(open_links)
    assert numbers[::2] == numbers[1::2]
    width, height = grid.size
    assert all(0 < x < width and 0 < y < height for x, y, *_ in placed)
    digits = [line for strokes in marks.digits() for line in strokes.each()]
    owners = [(x, y) for x, y, *_, number in placed for _ in str(number or "")]
    for line, (x, y) in zip(digits, owners, strict=True):  # in its cell, whatever the number
        middle = math.floor(x) + 0.5, math.floor(y) + 0.5
        assert all(math.dist(middle, at[:2]) < 0.6 for at in line)
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest"))
    steps = set(map(frozenset, pairwise(path.cells)))
    others, taken = (Counter(_links(grid, part)) for part in split_by(path, marks))
    assert taken == Counter(link for link in map(frozenset, open_links) if link in steps)
    assert others + taken == Counter(_links(grid, marks)) == Counter(map(frozenset, open_links))


def _links(grid, marks):
    pairs = struct.iter_unpack("2I", marks.links)
    return [frozenset(map(grid.label, pair)) for pair in pairs]


@of_every_form
def test_floors_have_numbers_on_paper_outside_their_upper_left_corners(grid):
    drawing = Drawing(labirinto.wilson(grid, seed=4))
    count = len(list(all_items(drawing)))
    digits = [line for it in list(items_on_paper(drawing))[count:] for line in it.shape.each()]
    assert len(digits) == (grid.floors if grid.floors > 1 else 0)
    for number, digit in enumerate(digits):
        x, y = (at - 0.5 for at in grid.centre(number * grid.width * grid.height))
        assert all(-0.8 < at.x - x < -0.1 and -0.8 < at.y - y < -0.1 for at in digit)
    svg = worksheet_pictures(Worksheet(drawing.maze, None), lambda: None)[0].svg
    assert svg.count("<path") == count + bool(digits)


def test_the_stairs_of_a_path_have_its_colour_and_lie_on_larger_ends():
    maze = labirinto.wilson(linked(3, 2, floors=6), seed=3)
    joined = {cell: {it[2] for it in maze.neighbours(cell)} for cell in maze.grid}
    with_stair = next(cell for cell in joined if joined[cell] != {cell[2]})
    without = next(cell for cell in reversed(joined) if joined[cell] == {cell[2]})
    style = labirinto.Style(solution="#123456")
    ends = labirinto.Ends(with_stair, without)
    path = labirinto.solve(maze, *ends)
    by_name = {it.name: list(it.items) for it in layers(Drawing(maze, path, ends, style))}
    on_stair, other = by_name["ends"]
    assert on_stair.radius > 1.3 * other.radius
    assert {"#123456", style.walls} <= {item.colour for item in by_name["links"]}
    unsolved = {it.name: it.items for it in layers(Drawing(maze, None, ends, style))}
    assert "#123456" not in {item.colour for item in unsolved["links"]}


def test_marks_in_pieces_are_the_same_drawing(monkeypatch):
    maze = labirinto.wilson(linked(6, 5, floors=4), seed=3)
    path = labirinto.solve(maze, (0, 0, 0), (5, 4, 3))
    whole = labirinto.to_svg(maze, path=path)
    monkeypatch.setattr(links, "_MARKS_AT_A_TIME", 3)
    assert labirinto.to_svg(maze, path=path) == whole


@pytest.mark.parametrize(
    "grid", [linked(6, 4, wrap="x"), linked(3, 2, floors=3), hexagonal(4, 3), circular(3)]
)
def test_rows_of_pixels_that_repeat_are_those_that_would_be_painted(monkeypatch, grid):
    pytest.importorskip("cv2")
    np = pytest.importorskip("numpy")
    from labirinto.drawing import smooth

    maze = labirinto.wilson(grid, seed=3)
    ends = labirinto.suggest_ends(maze, "farthest")
    style = labirinto.Style(cell=90, margin=40)
    drawing = Drawing(maze, labirinto.solve(maze, *ends), ends, style)
    painted = np.concatenate(list(smooth.smooth_bands(drawing)))
    monkeypatch.setattr(smooth, "_WORTH_REPEATING", 1)
    bands = list(smooth.smooth_bands(drawing))
    assert len(bands) > 2
    # OpenCV paints the edge of a line that it cuts off a little differently.
    differences = np.abs(np.concatenate(bands).astype(int) - painted)
    assert differences.max() < 100
    assert differences.mean() < 0.05


@pytest.mark.parametrize("twist", [False, True])
def test_beside_a_cylinder_the_columns_that_come_next_are_pale(twist):
    cv2 = pytest.importorskip("cv2")
    np = pytest.importorskip("numpy")
    style = labirinto.Style(cell=24, margin=24)
    maze = labirinto.wilson(linked(7, 6, wrap="x", twist=twist), seed=5)
    data = np.frombuffer(drawn(maze, "png", style=style), np.uint8)
    pixels = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    lines = pixels[25 : 25 + 6 * 24 + 1 : 24]  # where walls can stand
    dark = [lines[:, 25 + 24 * x + 12] < 220 for x in (-1, 0, 6, 7)]
    for beyond, column in ((dark[0], dark[2]), (dark[3], dark[1])):
        assert (beyond == (column[::-1] if twist else column)).all()
    assert dark[1].any()
    assert pixels[:, -12].min() > 150 > pixels[:, 24 + 12].min()


@pytest.mark.parametrize("size", [(20, 15, 3), (10, 10, 6), (10, 40, 3), (1, 1, 50), (3, 90, 17)])
def test_no_other_layout_of_floors_has_larger_cells_on_upright_paper(size):
    width, height, floors = size
    fitting = [
        min(
            1 / (columns * (width + 1)), math.sqrt(2) / (math.ceil(floors / columns) * (height + 1))
        )
        for columns in range(1, floors + 1)
    ]
    across, down = linked(width, height, floors=floors).size
    assert min(1 / (across + 1), math.sqrt(2) / (down + 1)) == pytest.approx(max(fitting))


def test_a_step_over_a_seam_goes_straight_on():
    around = linked(5, 3, wrap="x")
    assert labirinto.Path.from_cells(around, [(3, 1), (4, 1), (0, 1), (1, 1)]).turns == 0
    strip = linked(5, 3, wrap="x", twist=True)
    assert labirinto.Path.from_cells(strip, [(3, 0), (4, 0), (0, 2), (1, 2)]).turns == 0
    floors = linked(2, 2, floors=3)
    path = labirinto.Path.from_cells(floors, [(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 2)])
    assert path.turns == 1


def test_a_path_says_where_each_step_leads():
    grid = linked(4, 3, floors=2, wrap="x")
    cells = [(0, 0, 0), (3, 0, 0), (3, 1, 0), (3, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)]
    assert labirinto.Path.from_cells(grid, cells).directions == "WSUEND"
    maze = labirinto.wilson(grid, seed=3)
    path = labirinto.solve(maze, (0, 0, 0), (3, 2, 1))
    bits = dict(zip("NESWUD", (1, 2, 4, 8, 16, 32), strict=True))
    exits = maze.cells()
    for (x, y, floor), letter in zip(path.cells, path.directions, strict=False):
        assert exits[floor, y, x] & bits[letter]


def test_ends_and_openings():
    maze = labirinto.wilson(linked(6, 5, floors=2), seed=1)
    ends = labirinto.suggest_ends(maze, "border")
    assert ends.open
    assert tuple(labirinto.suggest_ends(maze, "corners")) == ((0, 0, 0), (5, 4, 1))
    assert maze.grid.where((5, 4, 1)) == "the cell 5,4 on floor 1"
    for kind in ("border", "opposite"):
        with pytest.raises(InvalidValueError, match="No cell is on the border"):
            labirinto.suggest_ends(labirinto.wilson(linked(4, 4, wrap="xy"), seed=1), kind)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({}, "rectangle"),
        ({"floors": 0}, "floors"),
        ({"wrap": "z"}, "wrap"),
        ({"wrap": "xy", "twist": True}, "twist"),
        ({"floors": 2, "twist": True}, "twist"),
        ({"wrap": "x", "twist": 1}, "twist"),
    ],
)
def test_what_is_no_such_grid_is_refused(values, named):
    with pytest.raises(InvalidValueError, match=named):
        linked(4, 4, **values)


def test_narrow_wraps_and_too_many_cells_are_refused():
    for size, wrap in (((2, 9), "x"), ((9, 2), "xy")):
        with pytest.raises(InvalidValueError, match="there are 2"):
            linked(*size, wrap=wrap)
    with pytest.raises(TooLargeError):
        linked(1000, 1000, floors=11)
    for spec in ({"kind": "linked"}, {**GRIDS[0].spec, "floors": "2"}, {**GRIDS[0].spec, "up": 1}):
        with pytest.raises(InvalidValueError):
            labirinto.grids.from_spec(spec)


def test_what_draws_neighbours_that_touch_refuses(tmp_path):
    pytest.importorskip("cv2")
    from labirinto.web.own_pictures import solve_own
    from labirinto.web.viewed import Viewed

    maze = labirinto.wilson(linked(4, 3, floors=2), seed=5)
    picture = drawn(maze, "png", ends=labirinto.suggest_ends(maze, "farthest"))
    with pytest.raises(InvalidValueError, match="2-floor 4x3"):
        solve_own(picture, None, 10**7)
    with pytest.raises(InvalidValueError, match="2-floor 4x3"):
        Viewed(maze)
    with pytest.raises(InvalidValueError, match="2-floor 4x3"):
        maze.__geo_interface__  # noqa: B018
    done = run("view", "wilson", "4x3", "--floors", "2", cwd=tmp_path)
    assert done.returncode == 2
    assert "batch" in done.stderr  # among the commands that have the option, which is no mistake


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("wilson 5x5 --floors 2 --mask heart -o m.svg", "--mask"),
        ("wilson 5x5 --floors 2 --outline hexagon -o m.svg", "--outline"),
        ("wilson --floors 2 -o m.svg", "WIDTHxHEIGHT"),
        ("wilson 5 --floors 2 -o m.svg", "'5'"),
        ("wilson 5xinf --wrap x -o m.svg", "'5xinf'"),
        ("wilson 5x5 --floors 0 -o m.svg", "--floors is '0'"),
        ("wilson 5x5 --twist -o m.svg", "--wrap"),
        ("eller 5x5 --floors 2 -o m.svg", "eller makes rectangles only"),
        ("wilson 5x5 --floors 2 --rooms 1 -o m.svg", "--rooms"),
    ],
)
def test_what_cannot_be_typed_together_is_refused(words, named, tmp_path):
    done = run(*words.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert named in done.stderr
    assert not list(tmp_path.iterdir())


def test_without_a_size_floors_fill_the_terminal(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "31")
    for words in ("--wrap xy", "--wrap x --twist", "--floors 3"):
        shown = run("wilson", *words.split(), "--seed", "1", cwd=tmp_path).stdout.splitlines()
        assert {len(line) for line in shown if "│" in line} == {57}
        assert 25 <= len(shown) < 31  # below it is the prompt
    done = run("wilson", "--symmetry", "turn4", cwd=tmp_path)
    assert "14x14" in done.stderr
    assert "terminal" in done.stderr


def test_one_floor_is_a_rectangle(tmp_path):
    for words in ("--mask star", "--symmetry x"):
        plain = ("wilson", "9x9", *words.split(), "--seed", "1")
        shown = run(*plain, "--floors", "1", "--weave", "0").stdout
        assert shown == run(*plain).stdout != ""
