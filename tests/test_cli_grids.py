"""``--grid`` and its options on the command line, and mazes of other cells in files."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest
from commands import refusal, run

import labirinto
from labirinto import grids
from labirinto.cli.info import info_lines
from labirinto.cli.solutions import flaws
from labirinto.grids.kinds import KINDS
from labirinto.parsing import choose_ends, parse_cells

MADE = {
    "--grid hexagonal 6x5": grids.hexagonal(6, 5),
    "--grid hexagonal 4 --outline hexagon": grids.hexagonal(4, outline="hexagon"),
    "--grid triangular 7x4": grids.triangular(7, 4),
    "--grid Octagonal 5×4": grids.octagonal(5, 4),
    "--grid circular 5 --hole 2": grids.circular(5, 2),
    "--grid voronoi 30 --grid-seed anna": grids.voronoi(30, "anna"),
}


@pytest.mark.parametrize("words", MADE)
def test_the_command_that_is_printed_makes_the_maze_again(words: str, tmp_path: Path) -> None:
    files = ["-o", "maze.json", "-o", "maze.svg"]
    done = run("wilson", *shlex.split(words), "--ends", "border", *files, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    maze, ends = labirinto.formats.read(tmp_path / "maze.json")
    assert maze.grid == MADE[words]
    assert ends == labirinto.suggest_ends(maze, "border")
    command = done.stderr.strip()
    assert command == f"{maze.recipe.command} -o maze.json -o maze.svg"
    (tmp_path / "maze.json").unlink()
    run(*shlex.split(command)[1:], cwd=tmp_path)
    assert labirinto.load(tmp_path / "maze.json") == maze


def test_a_maze_of_other_cells_is_solved_and_told_about(tmp_path: Path) -> None:
    run("kruskal", "--grid", "circular", "6", "--seed", "7", "-o", "maze.svg", cwd=tmp_path)
    assert "drawn as text; write it to a file" in refusal("solve", f"{tmp_path}/maze.svg")
    done = run("solve", "maze.svg", "--ends", "5,3-0,0", "-o", "solved.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    shown = run("info", "solved.json", cwd=tmp_path).stdout.splitlines()
    assert shown[0] == "grid        circular 6, 91 cells"
    assert shown[2] == (
        "recipe      labirinto kruskal --grid circular 6 --seed 7 (makes this very maze)"
    )
    assert shown[3] == "passages    90"
    assert "ends        5,3 and 0,0" in shown


def test_info_counts_single_things_in_the_singular() -> None:
    bend = labirinto.Maze.from_passages(2, 2, [((0, 0), (1, 0)), ((1, 0), (1, 1))])
    lines = list(info_lines(bend, labirinto.Ends((0, 0), (1, 1))))
    assert "solution    2 steps, 1 turn" in lines
    assert lines[-1].startswith("difficulty  easy, ")
    assert "corridors   1 (25.0%): 0 straight, 1 turn" in lines
    assert "size        1 x 1, 1 cell" in info_lines(labirinto.wilson(1, 1), None)
    room = labirinto.wilson(9, 7, seed=3, rooms=labirinto.Rooms(1, doors=1))
    assert "rooms       1, with 1 door" in info_lines(room, None)


def test_info_counts_what_a_mesh_has() -> None:
    grid = grids.hexagonal(3, 1)
    maze = labirinto.Maze.from_passages(grid, passages=[((0, 0), (1, 0))])
    lines = list(info_lines(maze, None))
    assert "parts       2, joined by no passage; one of 1 at 2,0" in lines
    assert "corridors   0 (0.0%)" in lines
    assert "at the cell 2,0, has 1 cell" in flaws(maze)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("wilson --grid hexagonal", "--grid hexagonal WIDTHxHEIGHT"),
        ("wilson --grid octagonal 5x4", "cannot be drawn as text"),
        ("wilson --grid hexagonal 5x4 -o a.txt", "txt does not hold mazes on"),
        ("wilson --grid hexagonal 5 -o a.svg", "takes a width and a height, not 1 number"),
        ("wilson --grid octagonal x -o a.svg", "'x' of the grid octagonal"),
        ("wilson --grid hexagonal x --outline hexagon -o a.svg", "'x' of the"),
        ("wilson --grid circular 5x4 -o a.svg", "'5x4' of a circular grid"),
        ("wilson --grid circular 5 9 -o a.svg", "'9' is unexpected"),
        ("wilson --grid round 5 -o a.svg", "'round' is not one of 'hexagonal'"),
        ("wilson --grid circular 5 --outline hexagon", "--outline has no effect on circular grids"),
        ("wilson --grid hexagonal 5 --outline ring -o a.svg", "The outline 'ring' is unknown"),
        ("wilson --grid circular 5 --mask heart", "--mask and --grid cannot be combined"),
        ("wilson 5x4 --hole 2", "--hole has no effect without --grid; add --grid"),
        (
            "eller --grid circular 5 -o a.svg",
            "eller makes rectangles only; for other shapes choose",
        ),
        ("wilson --grid circular 5 --ends 9,9-0,0 -o a.svg", "The cell 9,9 is outside the grid"),
        ("wilson --grid circular 99 --animate -o a.gif", "too many to watch; use at most 16384"),
        (
            "wilson --grid circular 5 --animate --paper a4 -o a.gif",
            "--animate and --paper cannot be combined",
        ),
        (
            "watch wilson --grid circular 5",
            "on the grid circular cannot be drawn as text; write a film",
        ),
        ("wilson --grid circular 500 --paper a4 -o a.pdf", "A 1000x1000 maze does not fit"),
        ("wilson --grid circular 5 --sparse 0.5 -o a.svg", "--sparse and --grid cannot"),
        (
            "wilson --grid circular 5 --threads 2 -o a.svg",
            "--threads has no effect on the grid circular 5",
        ),
    ],
)
def test_what_other_cells_do_not_take_is_refused(words: str, message: str, tmp_path: Path) -> None:
    done = run(*shlex.split(words), cwd=tmp_path)
    assert done.returncode != 0
    assert message in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "grid"),
    [("--grid circular 4 --hole 1", grids.circular(4, 1)), ("20x14 --mask heart", None)],
)
def test_a_batch_on_any_grid_is_made_again_by_its_command(
    words: str, grid: grids.Mesh | None, tmp_path: Path
) -> None:
    size = [*shlex.split(words), "--count", "5"]
    done = run("batch", "wilson", *size, "-o", "mazes.npy", cwd=tmp_path)
    again = shlex.split(done.stderr.replace("mazes.npy", "again.npy"))
    seed = again[again.index("--seed") + 1]
    expected = labirinto.batch("wilson", grid or grids.mask("heart", 20, 14), count=5, seed=seed)
    assert (np.load(tmp_path / "mazes.npy") == np.asarray(expected)).all()
    run(*again[1:], cwd=tmp_path)
    assert (tmp_path / "again.npy").read_bytes() == (tmp_path / "mazes.npy").read_bytes()


def test_help_names_every_kind_with_its_size() -> None:
    text = " ".join(run("wilson", "--help").stdout.split())
    for name, kind in KINDS.items():
        assert f"{name} {kind.size}" in text or (kind.is_implied and "--floors N" in text)


def test_cells_are_typed_as_their_labels() -> None:
    ends = parse_cells(" 3,4 - 17,0")
    assert ends == labirinto.Ends((3, 4), (17, 0))
    assert parse_cells("3-17") == labirinto.Ends(3, 17)
    assert parse_cells("3,4,5-17") == labirinto.Ends((3, 4, 5), (17,))
    assert parse_cells("3,4,5,6-17") is None
    maze = labirinto.wilson(grids.voronoi(30, 1), seed=1)
    assert choose_ends(maze, "3-17") == labirinto.Ends((3,), (17,))
    with pytest.raises(labirinto.InvalidValueError, match="is not a cell, a pair"):
        choose_ends(labirinto.wilson(5, 5, seed=1), "3-17")
