"""The programs in `examples/`, run as a reader would run them."""

from __future__ import annotations

import base64
import io
import os
import pty
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import pytiled_parser

import labirinto
from labirinto import Maze

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = sorted(file.name for file in EXAMPLES.glob("*.py"))


def run(folder: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_is_in_the_documents_and_has_a_test(name: str) -> None:
    root = EXAMPLES.parent
    documents = [root / "README.md", *(root / "docs").rglob("*.md")]
    assert any(f"examples/{name}" in file.read_text() for file in documents)
    assert f'"{name}"' in Path(__file__).read_text()


@pytest.mark.parametrize("algorithm", ["eller", "wilson"])
def test_the_endless_runner_continues_where_it_was_saved(algorithm: str, tmp_path: Path) -> None:
    game = ("endless_runner.py", "--algorithm", algorithm, "--seed", "x")
    whole = run(tmp_path, *game, "--rows", "12", "--file", "a.json")
    first = run(tmp_path, *game, "--rows", "5")
    second = run(tmp_path, "endless_runner.py", "--rows", "7")
    assert whole.stderr == first.stderr == second.stderr == ""
    rows = [done.stdout.splitlines()[1:] for done in (whole, first, second)]
    assert len(rows[0]) == 24
    assert rows[0] == rows[1] + rows[2]


def test_the_dungeon_is_a_map_with_rooms_and_doors(tmp_path: Path) -> None:
    arguments = ("dungeon.py", "30x20", "--rooms", "5", "--doors", "2", "--seed", "level 3")
    done = run(tmp_path, *arguments)
    assert done.stderr == ""
    level = labirinto.load(tmp_path / "level.tmx")
    assert done.stdout.splitlines()[-1] == level.recipe.command
    assert labirinto.generate(level.recipe) == level
    found = pytiled_parser.parse_map(tmp_path / "level.tmx")
    passages, ends, rooms = found.layers
    assert sum(tile != 0 for row in passages.data for tile in row) == len(level.grid) == 420
    things = rooms.tiled_objects
    assert len({thing.id for layer in (ends, rooms) for thing in layer.tiled_objects}) == 2 + len(
        things
    )
    assert found.next_object_id == max(thing.id for thing in things) + 1
    for room in level.rooms:
        thing = things.pop(0)
        assert (thing.name, *thing.coordinates, *thing.size) == (
            "room",
            *(16 * number for number in (room.x, room.y, room.width, room.height)),
        )
        assert room.doors
        for (x, y), (x2, y2) in room.doors:
            door = things.pop(0)
            (left, top), (right, bottom) = (
                (door.coordinates.x + point.x, door.coordinates.y + point.y)
                for point in door.points
            )
            # The line across a door has its middle between the two cells.
            assert door.name == "door"
            assert (left + right) / 2 == 8 * (x + x2 + 1)
            assert (top + bottom) / 2 == 8 * (y + y2 + 1)
            assert abs(right - left) + abs(bottom - top) == 16
            assert (right - left == 0) == (y == y2)
    assert not things
    assert sum(len(room.doors) for room in level.rooms) == done.stdout.count("+")


def test_the_terminal_game_is_won_by_asking_for_help() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm", "LINES": "40", "COLUMNS": "100"}
        os.execv(sys.executable, [sys.executable, str(EXAMPLES / "terminal_game.py"), "6x4", "x"])
    maze = labirinto.wilson(6, 4, seed="x")
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest"))
    # Forward and back, a step that a wall may block, and then the whole path.
    os.write(terminal, b"?u" + b"?" * path.steps)
    shown = b""
    while b"a friend" not in shown:
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            break
    assert os.waitpid(process, 0)[1] == 0
    assert f"Out in {path.steps} steps of {path.steps}.".encode() in shown
    assert b"@" in shown


def test_the_terminal_game_refuses_other_words_than_a_size(tmp_path: Path) -> None:
    for size in ("maze", "0x4", "1x1"):
        done = run(tmp_path, "terminal_game.py", size)
        assert done.returncode == 1
        assert done.stderr.startswith(f"Cannot play a maze of size {size}: ")


def test_the_dataset_has_solutions_that_are_paths(tmp_path: Path) -> None:
    done = run(tmp_path, "dataset.py", "--count", "150", "--side", "4")
    assert done.stdout.startswith("135 mazes to train with, 15 to test with.\n")
    with np.load(tmp_path / "mazes.npz") as data:
        inputs = np.concatenate([data["train_inputs"], data["test_inputs"]])
        answers = np.concatenate([data["train_answers"], data["test_answers"]])
    assert inputs.shape == answers.shape == (150, 9, 9)
    assert len({(picture == 1).tobytes() for picture in inputs}) == 150
    for picture, path in zip(inputs, answers, strict=True):
        assert not (path & (picture == 1)).any()
        ((y, x),), ((y2, x2),) = np.argwhere(picture == 2), np.argwhere(picture == 3)
        # Each block of the path has two neighbours on it, but for its ends.
        around = np.pad(path, 1)
        neighbours = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
        ends = {(int(b), int(a)) for a, b in np.argwhere((path == 1) & (neighbours == 1))}
        assert ends == {(int(x), int(y)), (int(x2), int(y2))}
        assert set(neighbours[path == 1]) <= {1, 2}


def test_the_dataset_has_at_most_all_mazes_of_a_size(tmp_path: Path) -> None:
    done = run(tmp_path, "dataset.py", "--count", "200", "--side", "2")
    assert done.returncode == 2
    assert "count is 200; it must be at most 4, the number of different mazes 2x2." in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_solver_without_pytorch_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "train_solver.py"],
        cwd=tmp_path,
        env=os.environ
        | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (1, "This example needs PyTorch: pip install torch\n")


def test_what_the_solver_sees_shows_the_maze_and_the_path() -> None:
    solver = runpy.run_path(str(EXAMPLES / "train_solver.py"))
    dataset = labirinto.datasets.Dataset(
        "wilson", (5, 5), count=20, seed=1, ends="random", columns=["cells", "start", "end", "path"]
    )
    ((sees, answers),) = solver["batches"](iter(dataset), 20)
    for row, seen, answer in zip(dataset, sees, answers, strict=True):
        assert (seen[:4].T @ [1, 2, 4, 8] == row["cells"].T).all()
        path = labirinto.solve(Maze.from_cells(row["cells"].tolist()), row["start"], row["end"])
        assert {(int(x), int(y)) for y, x in np.argwhere(answer)} == set(path)
        for channel, cell in ((4, path.start), (5, path.end)):
            assert np.argwhere(seen[channel]).tolist() == [list(cell[::-1])]


def test_the_hand_out_has_a_maze_of_each_name(tmp_path: Path) -> None:
    names = ["Ada", "ਮਨਪ੍ਰੀਤ", "<b>"]
    done = run(tmp_path, "classroom.py", *names, "--size", "6x5")
    assert done.stdout == "3 mazes and their answers are in handout.html.\n"
    page = (tmp_path / "handout.html").read_text("utf-8")
    pictures = [base64.b64decode(data) for data in re.findall(r"base64,([^\"]+)", page)]
    mazes = [labirinto.wilson(6, 5, seed=name) for name in names]
    assert [labirinto.load(io.BytesIO(picture)) for picture in pictures] == 2 * mazes
    solved = re.compile(rb'<g id="solution"[^>]*><path')
    assert [bool(solved.search(it)) for it in pictures] == 3 * [False] + 3 * [True]
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_the_laser_cut_maze_fits_its_board(tmp_path: Path) -> None:
    done = run(tmp_path, "laser_cut.py", "--board", "100x70", "--cell", "6", "--seed", "x")
    assert done.stderr == ""
    assert done.stdout.startswith("15 x 10 cells, seed x\n")
    maze = labirinto.wilson(15, 10, seed="x")
    for file in ("laser-maze.dxf", "laser-maze.plot.svg"):
        assert labirinto.load(tmp_path / file) == maze
    cut = re.search(r"([\d.]+) m to cut", done.stdout)
    pieces = 2 * 15 * 10 + 15 + 10 - len(list(maze.passages())) - 2  # and two openings
    assert float(cut[1]) == pytest.approx(pieces * 6 / 1000, abs=0.005)


def test_a_board_without_room_is_refused(tmp_path: Path) -> None:
    no_room = "a cell of 10 mm does not fit within margins of 5 mm"
    no_size = "give a width, an x and a height"
    boards = {"3x3": no_room, "300x12": no_room, "30": no_size, "wide": no_size}
    for board, reason in boards.items():
        done = run(tmp_path, "laser_cut.py", "--board", board)
        assert done.returncode == 2
        assert f"no maze fits a board of {board} mm: {reason}" in done.stderr
        assert not list(tmp_path.iterdir())
