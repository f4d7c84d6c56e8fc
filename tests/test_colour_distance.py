"""Floors coloured by distance, in files read by other programs, compared with a search."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from commands import refusal, run
from drawings import drawn
from PIL import Image

import labirinto
from labirinto import Ends, Maze, Style, grids
from labirinto.drawing.colour_maps import COLOUR_MAPS, CONTRAST, colours_on, contrast, luminance
from labirinto.drawing.floors import SHADES, distance_colours, shade_palette
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import centre_of, strokes_of
from labirinto.drawing.raster import pixels_of
from labirinto.drawing.style import PRESETS
from labirinto.errors import InvalidValueError
from labirinto.grids.mesh import Mesh

SVG = "{http://www.w3.org/2000/svg}"
COLOURED = Style(colour="distance", cell=20, wall=3)

MAZES = {
    "rectangle": labirinto.wilson(17, 9, seed=7),
    "one row": labirinto.wilson(9, 1, seed=7),
    "mask": labirinto.wilson(grids.mask("heart", 14, 12), seed=7),
    "braid": labirinto.braid(labirinto.wilson(12, 8, seed=7), 0.6),
    "rooms": labirinto.wilson(24, 18, seed=7, rooms=labirinto.Rooms(3)),
    "hexagonal": labirinto.wilson(grids.hexagonal(7, 6), seed=7),
    "triangular": labirinto.wilson(grids.triangular(9, 6), seed=7),
    "circular": labirinto.wilson(grids.circular(5), seed=7),
    "voronoi": labirinto.wilson(grids.voronoi(40, seed=7), seed=7),
    "a cell around another": labirinto.wilson(
        grids.polygons(
            [
                [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 1), (1, 2), (2, 2), (2, 1)]],
                [[(1, 1), (2, 1), (2, 2), (1, 2)]],
                [[(3, 0), (6, 0), (6, 3), (3, 3)]],
            ]
        ),
        seed=7,
    ),
    "octagonal": labirinto.wilson(grids.octagonal(6, 5), seed=7),
}


def expected(maze: Maze, style: Style, start: object = None) -> list[tuple[object, bytes]]:
    """Each cell and its colour, by distances as people work them out."""
    start = maze.grid.corners()[0] if start is None else start
    distances = np.asarray(maze.distances(start))
    palette = shade_palette(style)
    longest, (first, last) = distances.max(), SHADES
    cells = []
    for index in range(len(maze.grid)):
        label = maze.grid.label(index)
        steps = int(
            distances[index] if isinstance(maze.grid, Mesh) else distances[label[1], label[0]]
        )
        at = 3 * (steps * (last - first) // int(longest))
        cells.append((label, palette[at : at + 3]))
    return cells


def middle(maze: Maze, label: object, style: Style) -> tuple[int, int]:
    """The pixel in the middle of a cell."""
    if isinstance(maze.grid, Mesh):
        x, y = centre_of(maze.grid, maze.grid.index(label))
    else:
        x, y = label[0] + 0.5, label[1] + 0.5
    origin = style.margin + style.wall / 2
    return int(origin + x * style.cell), int(origin + y * style.cell)


@pytest.mark.parametrize("name", MAZES)
def test_pictures_have_the_colours_of_distances(name: str) -> None:
    maze, style = MAZES[name], COLOURED
    png = Image.open(io.BytesIO(drawn(Drawing(maze, style=style), "png"))).convert("RGB")
    pdf = drawn(Drawing(maze, style=style), "pdf")
    page = pypdfium2.PdfDocument(pdf)[0]
    printed = page.render(scale=png.width / page.get_width()).to_pil().convert("RGB")
    for label, colour in expected(maze, style):
        place = middle(maze, label, style)
        assert bytes(png.getpixel(place)) == colour
        assert np.abs(np.subtract(printed.getpixel(place), tuple(colour))).max() <= 2


@pytest.mark.parametrize("name", MAZES)
def test_drawings_have_the_colours_of_distances(name: str) -> None:
    maze, style = MAZES[name], COLOURED
    root = ElementTree.fromstring(drawn(Drawing(maze, style=style), "svg"))
    found: dict[str, int] = {}
    for path in root.findall(f"{SVG}g[@id='colours']/{SVG}path"):
        if isinstance(maze.grid, Mesh):
            cells = path.attrib["d"].count("Z")
        else:
            cells = sum(map(int, re.findall(r"h(\d+)", path.attrib["d"])))
        found[path.attrib["fill"]] = cells
    wanted: dict[str, int] = {}
    for cell, colour in expected(maze, style):
        rings = 1
        if isinstance(maze.grid, Mesh):  # of a cell around another there are two
            rings = len(strokes_of(maze.grid, maze.grid.outline(maze.grid.index(cell))))
        wanted[f"#{colour.hex()}"] = wanted.get(f"#{colour.hex()}", 0) + rings
    assert found == wanted


def test_runs_lie_where_their_cells_are() -> None:
    maze = MAZES["mask"]
    root = ElementTree.fromstring(drawn(Drawing(maze, style=COLOURED), "svg"))
    colours = dict(expected(maze, COLOURED))
    for path in root.findall(f"{SVG}g[@id='colours']/{SVG}path"):
        for x, y, count in re.findall(r"M(\d+) (\d+)h(\d+)v1", path.attrib["d"]):
            for k in range(int(count)):
                assert f"#{colours.pop((int(x) + k, int(y))).hex()}" == path.attrib["fill"]
    assert not colours


@pytest.mark.parametrize("name", MAZES)
@pytest.mark.parametrize("format", ["png", "svg"])
def test_coloured_mazes_are_read_back(name: str, format: str) -> None:
    data = drawn(Drawing(MAZES[name], style=COLOURED), format)
    assert labirinto.load(io.BytesIO(data)) == MAZES[name]


def test_distances_are_counted_from_the_start_or_a_chosen_cell() -> None:
    maze = MAZES["rectangle"]
    ends = Ends((16, 8), (0, 0))
    by_ends = Drawing(maze, None, ends, COLOURED).shades
    assert by_ends == distance_colours(maze, (16, 8))
    chosen = Style(colour="distance", colour_from=(3, 4))
    assert Drawing(maze, None, ends, chosen).shades == distance_colours(maze, (3, 4))
    with pytest.raises(InvalidValueError, match="The cell 17,0 is outside the maze"):
        Drawing(maze, style=Style(colour="distance", colour_from=(17, 0)))


def test_a_tree_is_coloured_as_any_maze() -> None:
    maze = labirinto.wilson(130, 70, seed=7)
    distances = maze.distances((5, 60)).tobytes()
    slow = labirinto._core.distance_colours(distances, *SHADES)
    assert distance_colours(maze, (5, 60)) == slow
    longest = np.frombuffer(distances, np.int32).argmax()
    assert slow[longest] == SHADES[1]
    assert set(slow) <= set(range(SHADES[0], SHADES[1] + 1))


def test_bands_of_a_picture_fit_together() -> None:
    maze = labirinto.wilson(700, 700, seed=7)
    style = Style(colour="distance", cell=2, wall=1, margin=0)
    drawing = Drawing(maze, style=style)
    png = Image.open(io.BytesIO(drawn(drawing, "png")))
    assert png.tobytes() == pixels_of(drawing)


def test_the_core_refuses_colours_that_do_not_fit() -> None:
    painter = labirinto._core.Raster(9, [], 4, 1, 0, 1, 1, 8, False)
    with pytest.raises(ValueError, match="not as many colours"):
        painter.rows(bytes(4), 1, bytes(8))
    shallow = labirinto._core.Raster(9, [], 4, 1, 0, 1, 1, 2, False)
    with pytest.raises(ValueError, match="a byte a pixel"):
        shallow.rows(bytes(4), 1, bytes(9))
    with pytest.raises(ValueError, match="outside the maze"):
        labirinto._core.tree_colours(bytes(4), 9, 1, 9, 0, *SHADES)


@pytest.mark.parametrize("name", COLOUR_MAPS)
@pytest.mark.parametrize("walls", sorted({style.walls for style in PRESETS.values()}))
def test_walls_can_be_seen_on_every_colour(name: str, walls: str) -> None:
    colour = bytes.fromhex(walls[1:])
    colours = colours_on(name, colour, 251)
    assert all(contrast(one, colour) >= CONTRAST for one in colours)
    brightness = [luminance(one) for one in colours]
    rises = np.diff(brightness) * np.sign(brightness[-1] - brightness[0])
    assert rises.min() > -0.006  # colours have whole parts of 255
    assert abs(brightness[0] - brightness[-1]) > 0.12


def test_walls_of_any_colour_leave_some_of_a_map() -> None:
    for name in COLOUR_MAPS:
        assert len(set(colours_on(name, (119, 119, 119), 251))) > 30


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--colour-map magma", "--colour-map has no effect without --colour; add --colour"),
        ("--colour-from 3,4", "--colour-from has no effect without --colour; add --colour"),
        ("--colour distance --colour-from top", "The cell 'top' is not x,y, such as 3,4."),
        ("--colour distance --colour-from 8,0", "The cell 8,0 is outside the maze"),
        ("--colour distance -f txt", "--colour has no effect on txt"),
        ("--colour distance -f dxf", "--colour has no effect on dxf"),
        ("--colour height", "Invalid value for '--colour'"),
        ("--colour distance --colour-map rainbow", "Invalid value for '--colour-map'"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output = [] if "-f" in words.split() else ["-o", "m.svg"]
    assert message in refusal("wilson", "8x6", *words.split(), *output)
    assert not list(tmp_path.iterdir())


def test_large_mazes_are_coloured_in_memory_and_endless_ones_not(tmp_path: Path) -> None:
    words = ("--colour", "distance", "--seed", "1", "--quiet", "-o", "m.png")
    done = run("eller", "3x1400000", *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "m.png") as picture:
        assert picture.mode == "P"
    for size, what in (("5xinf", "an endless maze"), ("5x5", "a maze coloured by distance")):
        more = ("--resume",) if size == "5x5" else ()
        assert f"has no effect on {what}" in refusal("eller", size, *words, *more)


def test_both_spellings_are_options() -> None:
    words = ("wilson", "5x4", "--seed", "7", "-f", "svg")
    british = run(*words, "--colour", "distance", "--colour-map", "magma")
    american = run(*words, "--color", "distance", "--color-map=MAGMA")
    assert british.stdout == american.stdout != ""


def test_a_solution_has_the_colour_of_the_walls_unless_another_is_given(tmp_path: Path) -> None:
    words = ("wilson", "9x8", "--seed", "7", "--colour", "distance", "--solution", "--quiet")
    done = run(*words, "-o", "m.png", "-o", "m.svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    maze = labirinto.wilson(9, 8, seed=7)
    assert labirinto.load(tmp_path / "m.png") == labirinto.load(tmp_path / "m.svg") == maze
    line = ElementTree.parse(tmp_path / "m.svg").find(f"{SVG}g[@id='solution']/{SVG}path")
    assert line.attrib["stroke"] == Style().walls
    done = run(*words, "--solution-colour", "white", "-f", "svg", cwd=tmp_path)
    assert 'stroke="#ffffff"' in done.stdout
    # Distances are counted from the start: another file of the same maze is coloured alike.
    done = run("solve", "m.svg", "--colour", "distance", "-o", "again.png", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "m.png").read_bytes()
