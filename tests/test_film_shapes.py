"""Films in masks and on grids of other cells: the real run, as pictures of that grid."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from mesh_mazes import KINDS
from PIL import Image, ImageChops
from shapes import drawn, random_shapes
from tiers import sample

import labirinto
from labirinto import InvalidValueError, Style, TooLargeError, grids
from labirinto.algorithms import textbook
from labirinto.animate import FILMS, Film, Kind, Mark, Position, record, save
from labirinto.animate.look import Look
from labirinto.animate.marks import CROSSED
from labirinto.animate.notebook import step_svg
from labirinto.animate.saving import maze_of
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.smooth import smooth_bands

SHAPED = [name for name, known in labirinto.ALGORITHMS.items() if known.shapes]
RING = drawn("......../.##..#../.##...../......#./#.....#.")
MASKS = {"ring": RING, "heart": grids.mask("heart", 9, 8), "row": drawn("###../.....")}
GRIDS = MASKS | KINDS
PIXELS = ("gif", "webp", "apng")
SMALL = Style(cell=12, wall=2, margin=4)


def saved(film: Film, format: str, **options: object) -> bytes:
    stream = io.BytesIO()
    save(film, stream, format=format, **{"style": SMALL} | options)  # type: ignore[arg-type]
    return stream.getvalue()


def frames_of(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    frames = []
    for frame in range(1 if image.info.get("default_image") else 0, image.n_frames):
        image.seek(frame)
        frames.append(image.convert("RGB"))
    return frames


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("grid", sample(GRIDS, "ring", "circular", "two walls"))
def test_the_end_of_a_film_is_the_maze(name: str, grid: str) -> None:
    film = record(name, GRIDS[grid], seed=5)
    maze = labirinto.generate(name, GRIDS[grid], seed=5)
    assert film.bits == maze.bits
    assert maze_of(film) == maze
    assert maze_of(film).recipe == maze.recipe
    here = Position(film, len(film))
    assert here.joined == here.to_join == len(GRIDS[grid])
    passages = textbook.rows.Passages(GRIDS[grid])
    for wall in here.scene.open_walls():
        passages.open(wall)
    assert passages.to_bytes() == maze.bits
    end = bytes(here.scene.words)
    here.go(0)
    here.go(len(film))
    assert bytes(here.scene.words) == end
    assert not any(word & (Mark.WALK | Mark.HERE | Mark.FRESH) for word in here.scene.words)


@pytest.mark.parametrize("name", SHAPED)
def test_films_in_any_shape_end_with_their_mazes(name: str) -> None:
    for grid in random_shapes(10, 9):
        film = record(name, grid, seed=1)
        assert film.bits == labirinto.generate(name, grid, seed=1).bits


@pytest.mark.parametrize("grid", ["ring", "hexagonal", "two walls"])
def test_the_walls_that_a_walk_crosses_join_the_cells_of_its_path(grid: str) -> None:
    film = record("wilson", GRIDS[grid], seed=3)
    here = Position(film)
    while not here.is_last:
        here.forward()
        words = here.scene.words
        if here.kind == Kind.MOVED:  # it may have met itself, and closed a loop
            continue
        walk = sum(1 for word in words if word & Mark.WALK)
        crossed = int(CROSSED | Mark.WALK_SOUTH)
        steps = sum((word & crossed).bit_count() for word in words)
        assert steps == max(0, walk - 1)


def test_places_outside_a_mask_are_open_space_from_the_first_step() -> None:
    scene = Position(record("wilson", RING, seed=1)).scene
    void = {at for at, word in enumerate(scene.words) if word & Mark.VOID}
    assert {divmod(at, RING.width)[::-1] for at in void}.isdisjoint(RING)
    assert len(void) == RING.width * RING.height - len(RING)


@pytest.mark.parametrize("format", PIXELS)
@pytest.mark.parametrize("name", sample(SHAPED, "wilson", "kruskal"))
@pytest.mark.parametrize("grid", MASKS)
def test_the_last_frame_in_a_mask_is_the_drawing(name: str, format: str, grid: str) -> None:
    film = record(name, MASKS[grid], seed=5)
    maze = maze_of(film)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    seen = frames_of(saved(film, format, duration=1, path=path, ends=ends))
    for frame, options in ((seen[-2], {}), (seen[-1], {"path": path, "ends": ends})):
        stream = io.BytesIO()
        labirinto.save(maze, stream, format="png", style=SMALL, **options)  # type: ignore[arg-type]
        assert frame.tobytes() == Image.open(stream).convert("RGB").tobytes()


@pytest.mark.parametrize("format", sample(PIXELS, "gif"))
@pytest.mark.parametrize("grid", sample(KINDS, "hexagonal", "circular", "islands", "one cell"))
def test_the_last_frame_of_other_cells_is_the_drawing(format: str, grid: str) -> None:
    film = record("wilson", KINDS[grid], seed=5)
    last = frames_of(saved(film, format, duration=1))[-1]
    bands = list(smooth_bands(Drawing(maze_of(film), style=SMALL)))
    still = Image.fromarray(np.concatenate(bands))
    away = np.asarray(ImageChops.difference(last, still)).astype(int).max(2)
    # Its edges have fewer colours.
    assert away.max() < 130
    assert (away > 64).mean() < 0.01


def test_frames_of_other_cells_show_walks_in_their_colours() -> None:
    look = Look.of(SMALL)
    film = record("wilson", KINDS["circular"], seed=2)
    colours = set()
    for frame in frames_of(saved(film, "gif", duration=5, fps=50)):
        colours |= {colour for _, colour in frame.getcolors(1 << 16)}
    assert {look.walls, look.inside, look.outside, look.here, look.fresh, look.walk} <= colours


@pytest.mark.parametrize("name", sample(SHAPED, "wilson"))
@pytest.mark.parametrize("grid", sample(GRIDS, "ring", "circular", "islands"))
def test_svg_can_be_loaded_and_has_no_script(name: str, grid: str, tmp_path: Path) -> None:
    film = record(name, GRIDS[grid], seed=4)
    maze = maze_of(film)
    cells = list(GRIDS[grid])
    ends = None if len(cells) == 1 else labirinto.suggest_ends(maze, "corners")
    save(film, tmp_path / "m.svg", ends=ends)
    root = ElementTree.parse(tmp_path / "m.svg").getroot()
    assert not {element.tag.split("}")[1] for element in root.iter()} & {"script", "style"}
    assert labirinto.load(tmp_path / "m.svg") == maze


def test_the_bytes_of_a_film_have_the_lines_of_its_cells_and_walls() -> None:
    grid = KINDS["circular"]
    film = record("kruskal", grid, seed=4)
    about = json.loads(film.to_bytes().partition(b"\n")[0])
    assert about["cells"] == len(about["outlines"]) == len(grid)
    assert len(about["walls"]) == len(about["links"]) == grid.walls
    lines = [*about["outlines"], *about["walls"], *about["links"], *about["frame"]]
    assert all(re.fullmatch(r"(M[-\d. ]+([LA][-\d. ]+)*)+", line) for line in lines)
    assert any("A" in line for line in about["walls"])
    about = json.loads(record("prim", RING, seed=4).to_bytes().partition(b"\n")[0])
    assert (about["width"], about["height"], about["cells"]) == (8, 5, len(RING))
    assert "outlines" not in about


@pytest.mark.parametrize("grid", ["ring", "circular hole", "islands"])
@pytest.mark.parametrize("name", sample(SHAPED, "wilson", "kruskal"))
def test_every_step_has_a_picture(name: str, grid: str) -> None:
    steps = list(textbook.Run(name, GRIDS[grid], seed=5))
    chosen = steps[:: max(1, len(steps) // 12)]
    shown = [step_svg(step) for step in chosen]
    for svg in shown:
        assert svg
        ElementTree.fromstring(svg)
    assert len(set(shown)) > len(shown) // 3


@pytest.mark.parametrize(
    ("name", "grid", "message"),
    [
        ("eller", RING, "eller makes rectangles only; for other shapes choose one of wilson, "),
        ("wilson-walls", RING, "Walks on the walls can be filmed in whole rectangles only"),
        ("wilson", drawn(".#./.#."), "in 2 pieces, but a maze must be in one"),
    ],
)
def test_what_cannot_be_filmed_is_refused(
    name: str, grid: labirinto.Rectangle, message: str
) -> None:
    with pytest.raises(InvalidValueError, match=message):
        record(name, grid)


def test_shapes_that_are_too_large_are_refused() -> None:
    with pytest.raises(TooLargeError, match="hexagonal 200x100 maze has 20000 cells, too many to"):
        record("wilson", grids.hexagonal(200, 100))
    with pytest.raises(TooLargeError, match="200x100 maze has 20000 places, too many to watch"):
        record("wilson", grids.mask("heart", 200, 100))
    assert set(FILMS) - {"wilson-walls", "wilson-rows"} == set(labirinto.ALGORITHMS)
