"""What holds for floors and wrapped sides as for bridges: files, films, and commands."""

import math
import re
import shlex
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest
from commands import run
from files import back, drawn
from test_linked_grids import GRIDS as LINKED
from test_woven_grids import GRIDS as WOVEN

import labirinto
from labirinto import FileFormatError, InvalidValueError
from labirinto.animate import record, save
from labirinto.cli.info import info_lines
from labirinto.drawing.links import lines_through
from labirinto.formats.picture import solve_picture
from labirinto.formats.table import FORMATS
from labirinto.grids.wall_bits import cells_beside

GRIDS = [*LINKED, *WOVEN]
of_every_form = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.text)


@of_every_form
def test_files_and_graphs_give_back_the_maze_and_others_refuse(grid):
    maze = labirinto.wilson(grid, seed=5)
    assert maze.is_perfect
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    graph = maze.to_networkx()
    assert networkx.shortest_path(graph, *ends) == path.cells
    assert path.steps == max(maze.distances(ends.start))
    assert labirinto.Maze.from_networkx(graph) == maze
    for name, known in FORMATS.items():
        if not known.holds_grid(grid):
            with pytest.raises(InvalidValueError, match=grid.text):
                drawn(maze, name)
        elif known.reader and known.knows and name not in ("png", "jpg", "txt"):
            again, again_ends = back(drawn(maze, name, ends=ends, path=path))
            assert (again, again_ends, again.recipe) == (maze, ends, maze.recipe), name


@pytest.mark.parametrize("grid", [LINKED[2], WOVEN[3]], ids=lambda grid: grid.text)
def test_a_picture_gives_back_its_maze(grid):
    pytest.importorskip("cv2")
    maze = labirinto.wilson(grid, seed=5)
    picture = drawn(maze, "png")
    assert back(picture)[0] == maze
    # Elsewhere pictures are measured, and their walls say nothing about bridges and stairs.
    for refused in (lambda: back(drawn(maze, "jpg")), lambda: solve_picture(picture)):
        with pytest.raises(FileFormatError, match=re.escape(maze.recipe.command)):
            refused()


@pytest.mark.parametrize("grid", [LINKED[1], WOVEN[0]], ids=lambda grid: grid.text)
def test_films_are_refused(grid):
    with pytest.raises(InvalidValueError, match="Films"):
        record("wilson", grid, seed=1)


@pytest.mark.parametrize(
    "grid", [it for it in LINKED if it.floors == 1], ids=lambda grid: grid.text
)
def test_films_go_around_wrapped_sides(grid, tmp_path):
    film = record("wilson", grid, seed=1)
    assert film.bits == labirinto.wilson(grid, seed=1).bits
    numbers = iter(cells_beside(grid))
    for wall, (one, other) in enumerate(zip(numbers, numbers, strict=True)):
        lines = lines_through(grid, wall, one, other)
        assert sum(math.dist(a[:2], b[:2]) for line in lines for a, b in pairwise(line)) == 1
    save(film, tmp_path / "film.svg", duration=1)
    [group] = ElementTree.parse(tmp_path / "film.svg").iterfind("{*}g[@id='links']")
    # It would show passages before they are there.
    assert group.find("{*}animate").get("values") == "hidden;visible"


def test_a_film_ends_with_the_marks_at_wrapped_sides(tmp_path):
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("cv2")
    made = run("prim", "5x4", "--wrap", "x", "--animate", "-o", "film.gif", cwd=tmp_path)
    before = (tmp_path / "film.gif").read_bytes()
    with image.open(tmp_path / "film.gif") as film:
        for frame, has_marks in ((0, False), (film.n_frames - 1, True)):
            film.seek(frame)
            beside = film.convert("RGB").crop((0, 0, 12, film.height))
            assert (len(beside.getcolors()) > 1) == has_marks
    _, *words = shlex.split(made.stderr)
    run(*words, "--animate", "-o", "film.gif", cwd=tmp_path)
    assert (tmp_path / "film.gif").read_bytes() == before


def test_a_solution_on_a_torus_has_ends_without_a_border(tmp_path):
    looks = "--wrap", "xy", "--solution", "--start-colour", "red"
    done = run("prim", "5x4", *looks, "-o", "maze.json", "-o", "maze.svg", cwd=tmp_path)
    assert done.stderr.count("labirinto: ") == 0
    _, ends = back((tmp_path / "maze.json").read_bytes())
    assert ends.open is False
    assert "#ff0000" in (tmp_path / "maze.svg").read_text()


def test_worksheets_and_batches_of_a_torus_have_ends_without_a_border(tmp_path):
    words = ["prim", "5x4", "--wrap", "xy", "--seed", "3", "--solution", "--paper", "a5"]
    assert run(*words, "-o", "sheet.png", cwd=tmp_path).returncode == 0
    grid = labirinto.grids.linked(5, 4, wrap="xy")
    [block] = labirinto.batch("prim", grid, count=2, seed=3, solutions=True)
    for k, maze in enumerate(block):
        assert block.ends_of(k) == labirinto.suggest_ends(maze, "farthest")
        assert block.path_of(k) == labirinto.solve(maze, *block.ends_of(k))


@of_every_form
def test_the_command_makes_the_maze_again(grid, tmp_path):
    maze = labirinto.prim(grid, seed="a b")
    _, *words = shlex.split(maze.recipe.command)
    if grid in GRIDS[::3]:
        run(*words, "-o", "maze.json", cwd=tmp_path)
        assert labirinto.load(tmp_path / "maze.json") == maze
    assert "--grid" not in words


@of_every_form
def test_info_counts_what_leaves_the_plane(grid):
    maze = labirinto.wilson(grid, seed=5)
    said = dict(line.split(maxsplit=1) for line in info_lines(maze, None))
    if grid in WOVEN:
        assert said["bridges"] == str(len(grid) - grid.width * grid.height)
        return
    apart = [pair for pair in maze.passages() if grid.is_apart(*map(grid.index, pair))]
    stairs = sum(one[2:] != other[2:] for one, other in apart)
    assert int(said.get("stairs", 0)) == stairs
    assert int(said.get("seams", "0").split()[0]) == len(apart) - stairs
    assert ("Möbius strip" in said["grid"]) == grid.twist


@pytest.mark.parametrize("grid", [it for it in LINKED if it.floors > 1][:2], ids=lambda it: it.text)
def test_nodes_of_graphml_have_their_floor_and_need_none(grid):
    data = drawn(labirinto.wilson(grid, seed=5), "graphml")
    graph = networkx.parse_graphml(data.decode())
    floors = [node["floor"] for _, node in graph.nodes(data=True)]
    assert floors == [index // (grid.width * grid.height) for index in range(len(grid))]
    key = re.search(rb'<key id="(\w+)" for="node" attr.name="floor"[^>]*>', data)
    without = re.sub(rb'<data key="%s">\d+</data>' % key[1], b"", data.replace(key[0], b""))
    assert b'floor"' not in without
    assert back(without) == back(data)


@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("--floors 2 --cell 13 -o m.png", 14),
        ("--floors 2 --cell 14 -o m.png", None),
        ("--floors 2 --cell 8 -o m.svg", None),
        ("--floors 9 --wrap x --twist --cell 23 -o m.jpg", 24),
        ("--floors 9 --wrap x --twist -o m.png", None),
        ("--wrap xy --cell 4 -o m.png", None),
        ("--weave 1 --cell 5 -o m.svg", 6),
        ("--weave 1 --cell 6 -o m.svg", None),
        ("--weave 1 --cell 4 -o m.json", None),
    ],
)
def test_cells_that_are_too_small_for_numbers_or_bridges_are_named(words, least, tmp_path):
    said = run("wilson", "5x5", "--seed", "1", *words.split(), cwd=tmp_path).stderr
    about_least = f"at least {least} wide"
    assert (about_least in said) == (least is not None)
    assert ("cannot be" in said) == (least is not None)
