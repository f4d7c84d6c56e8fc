"""Mazes of a sample of recipes, and all that is said and drawn of them, compared with Python's."""

import json
import random
from base64 import b64encode
from io import BytesIO
from types import SimpleNamespace

import pytest
from javascript import answers, literal
from test_golden_javascript import check_difficulty
from tiers import deep

import labirinto
from labirinto import InvalidValueError, Maze, Rectangle, Rooms
from labirinto.drawing.geometry import Drawing
from labirinto.formats.maze_json import write_json
from labirinto.formats.text import ASCII, BOX, text_lines, to_text
from labirinto.grids.rectangle import mask_of_cells
from labirinto.web.drawings import SolvedMaze, figure_svg

SEEDS = [
    0,
    7,
    2**53 - 1,
    2**53,
    2**64 - 1,
    " to  be ",
    "🐀 🧀",
    "cafe\u0301",
    "0042",
    "-0",
    "x" * 300,
]
SEEDS += ["'it\"s' <&>", "هزارتو", "1.5"]
SIDES = [1, 2, 3, 7, 8, 9, 16, 17, 33, 63, 64, 65, 130]


def parameters_of(algorithm, rng):
    given = {}
    for known in labirinto.ALGORITHMS[algorithm].parameters:
        if rng.random() < 0.7:
            given[known.name] = rng.choice(known.choices or [0, 1, 0.5, 1 / 3, 2**-33, 1e-5, 0.7])
    return given


def random_mask(width, height, rng):
    """The largest piece of cells of which some are left out."""
    share = rng.choice([0.05, 0.2, 0.35])
    cells = [[rng.random() >= share for _ in range(width)] for _ in range(height)]
    cells[0][0] = True
    return labirinto.grids.mask(cells, pieces="largest")


def random_maze(rng):
    algorithm = rng.choice(list(labirinto.ALGORITHMS))
    width, height = rng.choice(SIDES), rng.choice(SIDES)
    grid, rooms = Rectangle(width, height), None
    parameters = parameters_of(algorithm, rng)
    if labirinto.ALGORITHMS[algorithm].shapes and "order" not in parameters:
        if rng.random() < 0.5:
            grid = random_mask(width, height, rng)
        if rng.random() < 0.4:
            largest = rng.randint(2, 9), rng.randint(2, 4)
            rooms = Rooms(rng.randint(1, 6), (2, 2), largest, rng.choice([None, None, 1, 3]))
    try:
        maze = labirinto.generate(
            algorithm, grid, seed=rng.choice(SEEDS), rooms=rooms, **parameters
        )
    except InvalidValueError:
        return random_maze(rng)  # rooms that do not fit
    if rng.random() < 0.3:
        maze = labirinto.braid(maze, rng.choice([0, 0.3, 1]), seed=rng.choice([None, *SEEDS]))
    if rng.random() < 0.2:
        maze = labirinto.sparse(maze, rng.choice([0, 0.3, 0.9]))
    return maze


LOOK = """
const maze = await labirinto.generate({recipe});
const seen = {{
  rows: maze.rows, mask: maze.mask, cells: maze.cells, isPerfect: maze.isPerfect,
  recipe: maze.recipe, command: maze.command, census: labirinto.census(maze),
  exits: labirinto.exits(maze), rooms: labirinto.roomsOf(maze), ends: {{}},
  svg: labirinto.toSVG(maze), text: labirinto.toText(maze),
}};
const start = labirinto.suggestEnds(maze, "corners").start;
seen.distances = Array.from(labirinto.distances(maze, start));
for (const kind of labirinto.ENDS_KINDS) {{
  const ends = labirinto.suggestEnds(maze, kind, {{ apart: {apart} }});
  const path = labirinto.solve(maze, ends.start, ends.end);
  const drawn = {{ ends, path }};
  seen.ends[kind] = {{
    ...drawn, blocks: labirinto.blocks(maze, {{ ends }}), svg: labirinto.toSVG(maze, drawn),
    difficulty: labirinto.difficulty(maze, path),
    text: labirinto.toText(maze, {{ ...drawn, ascii: {apart}, wide: {apart} }}),
    json: labirinto.toJSON(maze, drawn),
    figure: labirinto.toFigure(maze, {{ ...drawn, label: "A <maze>" }}),
  }};
}}
return seen;
"""


@pytest.fixture(scope="module", params=[40, deep(150)])
def pairs(request):
    """Mazes of more than a cell with what JavaScript says of them, and whether ends are apart."""
    rng = random.Random(7)
    mazes = []
    while len(mazes) < request.param:
        maze = random_maze(rng)
        if len(maze.grid) > 1:
            mazes.append(maze)
    aparts = [number % 2 == 0 for number in range(request.param)]
    bodies = [
        LOOK.format(recipe=literal(maze.recipe.as_dict()), apart=literal(apart))
        for maze, apart in zip(mazes, aparts, strict=True)
    ]
    return list(zip(mazes, aparts, answers(bodies), strict=True))


def test_rows_and_recipes(pairs):
    for maze, _, found in pairs:
        assert "error" not in found, found
        assert found["rows"] == maze.rows
        assert found["mask"] == maze.rectangle.mask
        assert found["cells"] == len(maze.grid)
        assert found["isPerfect"] is maze.is_perfect
        assert labirinto.Recipe.from_dict(found["recipe"]) == maze.recipe
        assert [*found["recipe"]] == [*maze.recipe.as_dict()]
        assert found["command"] == maze.recipe.command


def test_questions(pairs):
    for maze, _, found in pairs:
        assert found["exits"] == maze.cells().tobytes()
        start = labirinto.suggest_ends(maze, "corners").start
        assert found["distances"] == [n for row in maze.distances(start) for n in row]
        assert [tuple(room.values()) for room in found["rooms"]] == [
            (x, y, width, height, [[[*one], [*other]] for one, other in doors])
            for x, y, width, height, doors in maze.rooms
        ]
        census, ours = labirinto.census(maze), found["census"]
        assert ours["corridorLengths"] == [[*pair] for pair in census.corridor_lengths]
        assert ours["byPassages"] == [*census.by_passages]
        for name in ("cells", "passages", "horizontal", "vertical", "straights", "turns", "closed"):
            assert ours[name] == getattr(census, name)
        for name in ("corridors", "junctions", "crossings"):
            assert ours[name] == getattr(census, name)
        assert ours["deadEnds"] == census.dead_ends


def test_ends_and_paths(pairs):
    for maze, apart, found in pairs:
        for kind, seen in found["ends"].items():
            ends = labirinto.suggest_ends(maze, kind, apart=apart)
            assert seen["ends"] == {"start": [*ends.start], "end": [*ends.end], "open": ends.open}
            path = labirinto.solve(maze, *ends)
            assert seen["path"] == {
                "start": [*path.start],
                "end": [*path.end],
                "steps": path.steps,
                "moves": path.moves,
            }
            check_difficulty(seen["difficulty"], labirinto.difficulty(maze, path))


def without_masks(text, maze):
    """Masks are compressed in another way."""
    return text if maze.rectangle.mask is None else text.partition("<metadata")[0]


def test_drawings(pairs):
    for maze, _, found in pairs:
        assert without_masks(found["svg"], maze) == without_masks(labirinto.to_svg(maze), maze)
        assert found["text"] == to_text(maze)
        for kind, seen in found["ends"].items():
            ends = labirinto.Ends(**seen["ends"])
            assert seen["blocks"] == maze.blocks(ends).tobytes()
            path = labirinto.solve(maze, *ends)
            svg = labirinto.to_svg(maze, ends=ends, path=path)
            assert seen["svg"].split("</metadata>")[1] == svg.split("</metadata>")[1]
            if maze.rectangle.mask is None:
                assert seen["svg"] == svg
            assert seen["figure"] == figure_of(maze, ends, path), kind


def figure_of(maze, ends, path, style=None, colours=(), name=""):
    style = style or labirinto.Style()
    request = SimpleNamespace(style=style, is_picture=False, colours=colours)
    figure = str(figure_svg(SolvedMaze(maze, ends, path), request, "A <maze>", name))
    return figure.replace("&lt;", "&#60;").replace("&gt;", "&#62;")


def test_texts(pairs):
    for maze, is_ascii, found in pairs:
        for seen in found["ends"].values():
            ends = labirinto.Ends(**seen["ends"])
            drawing = Drawing(maze, labirinto.solve(maze, *ends), ends)
            stream = BytesIO()
            write_json(drawing, stream)
            assert seen["json"] == stream.getvalue().decode()
            lines = text_lines(drawing, ASCII if is_ascii else BOX, wide=is_ascii)
            assert seen["text"] == "\n".join(lines)


def arbitrary_maze(rng):
    """Any passages between the cells of a mask, so that some may be cut off and there are loops."""
    width, height = rng.randint(1, 12), rng.randint(1, 9)
    share, kept = rng.choice([0.3, 0.6, 0.9, 1]), rng.choice([0.7, 1, 1])
    cells = {(x, y) for y in range(height) for x in range(width) if rng.random() < kept} or {(0, 0)}
    passages = [
        ((x, y), other)
        for x, y in sorted(cells)
        for other in ((x + 1, y), (x, y + 1))
        if other in cells and rng.random() < share
    ]
    mask = mask_of_cells(cells, width, height)
    return Maze.from_passages(width, height, passages, mask=mask)


ASK = """
await labirinto.load();
const bytes = (numbers) => numbers && Uint8Array.from(numbers);
const maze = new labirinto.Maze({width}, {height}, bytes({rows}), {{ mask: bytes({mask}) }});
const attempt = (work) => {{
  try {{
    return work();
  }} catch (error) {{
    return {{ refused: error.name }};
  }}
}};
const ends = attempt(() => labirinto.suggestEnds(maze, "{kind}", {{ seed: 7 }}));
const path = attempt(() => labirinto.solve(maze, {start}, {end}));
return {{
  ends, path, isPerfect: maze.isPerfect,
  census: labirinto.census(maze), exits: labirinto.exits(maze),
  distances: Array.from(labirinto.distances(maze, {start})),
  braided: labirinto.braid(maze, 0.5, {{ seed: "anna" }}).rows,
  difficulty: path.refused ? null : labirinto.difficulty(maze, path),
  svg: labirinto.toSVG(maze).split("</metadata>")[1], text: labirinto.toText(maze),
}};
"""


def attempt(work, *arguments, **options):
    try:
        return work(*arguments, **options)
    except labirinto.LabirintoError as error:
        return {"refused": type(error).__name__}


@pytest.mark.parametrize(("width", "height"), [(40, 30), deep(1000, 700)])
def test_python_reads_recipes_with_masks_of_bytes(width, height):
    mask = labirinto.grids.mask("ring", width, height).mask
    body = f"""
    const mask = Uint8Array.from(atob("{b64encode(mask).decode()}"), (one) => one.charCodeAt(0));
    const maze = await labirinto.kruskal({width}, {height}, {{ seed: "anna", mask }});
    const again = await labirinto.generate(maze.recipe);
    const some = labirinto.sparse(maze, 0.2);
    const files = [labirinto.toSVG(some), labirinto.toJSON(some)];
    return {{ recipe: maze.recipe, mazes: [maze.rows, again.rows], files }};
    """
    (found,) = answers([body])
    maze = labirinto.generate(labirinto.Recipe.from_dict(found["recipe"]))
    assert maze.rectangle.mask == mask
    assert found["mazes"] == [maze.rows] * 2
    for file in found["files"]:
        assert labirinto.load(BytesIO(file.encode())) == labirinto.sparse(maze, 0.2)


@pytest.mark.parametrize("count", [60, deep(200)])
def test_mazes_that_are_not_perfect(count):
    rng = random.Random(5)
    cases, bodies = [], []
    for number in range(count):
        maze = arbitrary_maze(rng)
        cells = list(maze.grid)
        case = (maze, labirinto.ENDS_KINDS[number % 5], rng.choice(cells), rng.choice(cells))
        cases.append(case)
        grid = maze.rectangle
        given = {
            "width": grid.width,
            "height": grid.height,
            "rows": literal([*maze.rows]),
            "mask": literal(grid.mask and [*grid.mask]),
            "start": literal(case[2]),
            "end": literal(case[3]),
        }
        bodies.append(ASK.format(**given, kind=case[1]))
    refusals = 0
    for (maze, kind, start, end), found in zip(cases, answers(bodies), strict=True):
        assert "error" not in found, found
        ends = attempt(labirinto.suggest_ends, maze, kind, seed=7)
        assert found["ends"] == (
            ends if isinstance(ends, dict) else json.loads(json.dumps(ends.as_dict()))
        )
        path = attempt(labirinto.solve, maze, start, end)
        refusals += isinstance(ends, dict) + isinstance(path, dict)
        if isinstance(path, dict):
            assert found["path"] == path
        else:
            assert found["path"]["moves"] == path.moves
            check_difficulty(found["difficulty"], labirinto.difficulty(maze, path))
        assert found["isPerfect"] is maze.is_perfect
        assert found["exits"] == maze.cells().tobytes()
        assert found["distances"] == [n for row in maze.distances(start) for n in row]
        assert found["census"]["byPassages"] == [*labirinto.census(maze).by_passages]
        assert found["braided"] == labirinto.braid(maze, 0.5, seed="anna").rows
        assert found["svg"] == labirinto.to_svg(maze).split("</metadata>")[1]
        assert found["text"] == to_text(maze)
    assert count / 10 < refusals < count


def test_figures_with_colours_of_their_own():
    colours = {"walls": "#123456", "floor": "#abcdef", "solution": "#fedcba"}
    body = f"""
    const maze = await labirinto.wilson(9, 7, {{ seed: 7 }});
    const ends = labirinto.suggestEnds(maze);
    const path = labirinto.solve(maze, ends.start, ends.end);
    const look = {{ label: "A <maze>", name: "-2", wall: 5 / 18, colours: {json.dumps(colours)} }};
    return labirinto.toFigure(maze, {{ ends, path, ...look }});
    """
    maze = labirinto.wilson(9, 7, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    given = tuple((f"{name}_colour", colour) for name, colour in colours.items())
    assert answers([body]) == [
        figure_of(maze, ends, path, labirinto.Style(cell=18, wall=5), given, "-2")
    ]
