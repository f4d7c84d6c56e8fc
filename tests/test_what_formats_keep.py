"""What each format keeps beside the passages, as the table in the guide says."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from commands import run
from files import back, drawn
from test_recipe import KINDS

import labirinto
from labirinto import Ends, Maze
from labirinto.formats import FORMATS

GUIDE = Path(__file__).parent.parent / "docs" / "guides" / "files.md"
ROW = re.compile(r"\| `\.([\w.]+)` \|" + r" ([^|]*) \|" * 5)
MAZE = labirinto.wilson(12, 9, seed=3)
FORWARDS = labirinto.suggest_ends(MAZE, "border")
HEXAGONS = labirinto.wilson(labirinto.grids.hexagonal(6, 5), seed=3)
BACKWARDS = Ends(FORWARDS.end, FORWARDS.start, open=True)
MARKED = Ends((2, 3), (9, 5))


def kept(name: str) -> tuple[str, ...]:
    """What comes back: the recipe, marks, openings, which of two openings is the start, and all of
    it on cells other than squares.
    """
    known = FORMATS[name]

    def again(ends: Ends | None) -> tuple[Maze, Ends | None]:
        return labirinto.formats.read(io.BytesIO(drawn(MAZE, name, ends=ends)))

    maze, _ = again(None)
    assert maze == MAZE
    marks = openings = "not written"
    is_start = "no"
    if known.holds_marks:
        marks = "yes" if again(MARKED) == (MAZE, MARKED) else "no"
    if known.holds_openings:
        _, ends = again(FORWARDS)
        closed = Ends(*FORWARDS)
        openings = "yes" if ends == FORWARDS else "no, marked" if ends == closed else "no"
        _, ends = again(BACKWARDS)
        is_start = "yes" if ends and tuple(ends) == tuple(BACKWARDS) else "no"
    recipe = "yes" if maze.recipe == MAZE.recipe else "no"
    return recipe, marks, openings, is_start, kept_of_hexagons(name)


def kept_of_hexagons(name: str) -> str:
    """Whether a maze of hexagons comes back, with recipe and ends or alone, or is only written."""
    if not FORMATS[name].holds_meshes:
        return "no"
    back: list[bool] = []
    for ends in (Ends((5, 4), (0, 0)), Ends((5, 4), (0, 0), open=True)):
        if ends.open or FORMATS[name].holds_marks:
            data = drawn(HEXAGONS, name, ends=ends)
            try:
                maze, read = labirinto.formats.read(io.BytesIO(data))
            except labirinto.FileFormatError:
                return "written"
            assert maze == HEXAGONS
            back.append((maze.recipe, read) == (HEXAGONS.recipe, ends))
    return "yes" if all(back) else "maze alone"


ROWS = {row[1]: row.groups()[1:] for row in ROW.finditer(GUIDE.read_text(encoding="utf-8"))}


def test_the_table_has_all_formats_that_are_read() -> None:
    readable = {name for name, known in FORMATS.items() if known.reader}
    # These are read by the reader of another format.
    assert set(ROWS) == readable | {"pbm", "plot.svg", "ascii"}


@pytest.mark.parametrize("name", ROWS)
def test_a_format_keeps_what_the_guide_says(name: str) -> None:
    if name in ("jpg", "pbm"):
        pytest.importorskip("cv2")
    assert kept(name) == ROWS[name]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [name for name in ROWS if name not in ("jpg", "pbm")])
def test_mazes_of_all_kinds_come_back(name: str, kind: str) -> None:
    maze, known = KINDS[kind], FORMATS[name]
    keeps_recipe, _, openings, *_ = ROWS[name]
    if maze.grid.mask and not known.holds_shapes:
        with pytest.raises(labirinto.InvalidValueError, match="does not hold masks"):
            drawn(maze, name)
        return
    # Words of a picture that was cut to its bits are not in a text.
    is_kept = keeps_recipe == "yes" and (kind != "picture" or name not in ("txt", "ascii"))
    recipe = maze.recipe if is_kept else None
    again, ends = back(drawn(maze, name))
    assert (again, again.recipe, ends) == (maze, recipe, None)
    if recipe:
        assert again.rooms == maze.rooms
    if len(maze.grid) > 1 and (known.holds_marks or known.holds_openings):
        opened = labirinto.suggest_ends(maze, "border")
        wanted = opened if openings == "yes" else Ends(*opened)
        given = opened if known.holds_openings else wanted
        assert back(drawn(maze, name, ends=given)) == (maze, wanted)
        if known.holds_path:
            path = labirinto.solve(maze, *given)
            assert back(drawn(maze, name, ends=given, path=path)) == (maze, wanted)


@pytest.mark.parametrize("format", ["ascii", "txt"])
def test_a_text_with_both_openings_below_comes_back(format: str) -> None:
    maze = Maze(MAZE.width, MAZE.height, MAZE.rows)
    ends = Ends((1, 8), (10, 8), open=True)
    text = drawn(maze, format, ends=ends).decode()
    assert back(text) == (maze, ends)
    # Without its last line it may be the beginning of a longer one.
    if format == "ascii":
        with pytest.raises(labirinto.FileFormatError, match="cut off"):
            back(text[: text.rindex("labirinto")])
        with pytest.raises(labirinto.FileFormatError, match="the size in its last line"):
            back(text.replace("12x9", "12x10"))


def test_walls_in_the_colour_of_the_floor_are_refused(tmp_path: Path) -> None:
    done = run("wilson", "5x5", "--walls-colour", "white", "-o", "m.png", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Walls and floor are both #ffffff; choose different colours" in done.stderr
    assert not list(tmp_path.iterdir())
