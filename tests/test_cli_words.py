"""Standard streams: encodings, standard input, printed seeds and progress bars."""

from __future__ import annotations

import io
import os
import re
import subprocess
from pathlib import Path

import pytest
from commands import COMMAND, on_terminal, outputs, run, spawn
from PIL import Image
from tiers import deep

import labirinto
from labirinto.cli import output
from labirinto.seeds import seed_number

SARA = "سارا"


def piped(data: bytes, *words: str) -> tuple[int, bytes, bytes]:
    """Runs a command with standard input, and returns its exit code and both outputs."""
    return outputs(*words, given=data)[:3]


def drawn(maze: labirinto.Maze, format: str, ends: str | None = None) -> bytes:
    stream = io.BytesIO()
    chosen = labirinto.suggest_ends(maze, ends) if ends else None
    labirinto.save(maze, stream, ends=chosen, format=format)
    return stream.getvalue()


# Characters that an output cannot encode.


@pytest.mark.parametrize(
    "encoding", [deep("cp1252"), deep("latin-1"), "ascii", deep("ascii:surrogateescape")]
)
def test_a_seed_that_cannot_be_printed_is_shown_as_its_number(
    encoding: str, tmp_path: Path
) -> None:
    number = seed_number(SARA)
    env = {"PYTHONIOENCODING": encoding}
    for words, expected in (
        (["wilson", "4x3", "--seed", SARA], f"labirinto wilson 4x3 --seed {number}"),
        (["wilson", "4x3", "--seed", SARA, "-o", "m.svg"], ""),
        (["solve", "m.svg"], f"labirinto wilson 4x3 --seed {number}"),
        (["info", "m.svg"], f"labirinto wilson 4x3 --seed {number} (makes this very maze)"),
        (["book", "--seed", SARA, "--count", "1", "-o", "m.pdf"], f"seed {number}\n"),
    ):
        done = spawn(*words, cwd=tmp_path, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert expected in done.stdout
    assert labirinto.wilson(4, 3, seed=number) == labirinto.wilson(4, 3, seed=SARA)


def test_a_seed_that_can_be_printed_is_shown_as_typed() -> None:
    assert f"--seed '{SARA}'\n" in spawn("wilson", "4x3", "--seed", SARA).stdout
    done = subprocess.run(
        [*COMMAND, "wilson", "4x3", "--seed", "é"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert done.stdout.endswith(b"--seed '\xe9'\n")


def test_a_name_that_cannot_be_printed_is_no_failure(tmp_path: Path) -> None:
    words = ["batch", "wilson", "4x3", "--count", "2", "-o", f"{SARA}.npy"]
    done = spawn(*words, cwd=tmp_path, env={"PYTHONIOENCODING": "cp1252"})
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("labirinto batch wilson 4x3 --seed ")
    assert (tmp_path / f"{SARA}.npy").exists()


# Standard input.


@pytest.mark.parametrize("format", ["json", "png", "npz", "txt"])
def test_mazes_are_read_from_standard_input(format: str) -> None:
    maze = labirinto.wilson(7, 5, seed=4)
    data = drawn(maze, format)
    code, facts, said = piped(data, "info", "-")
    assert (code, said) == (0, b"")
    assert b"size        7 x 5, 35 cells" in facts
    code, solved, said = piped(data, "solve", "-", "-o", "-", "-f", "json")
    assert (code, said) == (0, b"")
    assert labirinto.load(io.BytesIO(solved)) == maze


def test_foreign_pictures_are_read_from_standard_input() -> None:
    maze = labirinto.wilson(7, 5, seed=4)
    data = drawn(maze, "pbm", "border")
    code, solved, said = piped(data, "solve", "-", "-o", "-", "-f", "json")
    assert (code, said) == (0, b"")
    assert labirinto.load(io.BytesIO(solved)) == maze
    code, over, said = piped(data, "solve", "-", "--over", "-o", "-", "-f", "png")
    assert (code, said) == (0, b"")
    with Image.open(io.BytesIO(data)) as before, Image.open(io.BytesIO(over)) as after:
        assert before.size == after.size
        colours = {colour for _, colour in after.convert("RGB").getcolors()}
        assert colours == {(0, 0, 0), (255, 255, 255), (0xD1, 0x49, 0x5B)}


def test_a_pipe_with_a_name_is_read_like_standard_input() -> None:
    data = drawn(labirinto.wilson(7, 5, seed=4), "png")
    words = [*COMMAND, "solve", "/dev/stdin"]
    done = subprocess.run(words, input=data, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == piped(data, "solve", "-")
    assert done.returncode == 0


def test_a_document_is_examined_from_standard_input_as_well(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    data = drawn(labirinto.wilson(7, 5, seed=4), "pdf")
    (tmp_path / "m.pdf").write_bytes(data)
    code, out, said = piped(data, "info", "-")
    assert (code, said) == (0, b"")
    assert out.decode() == run("info", "m.pdf", cwd=tmp_path).stdout
    assert out.startswith(b"pages       1,")


NOTHING = [b"", b"nothing", b"\x89PNG\r\n\x1a\n"]
READERS = [["info"], ["solve"], ["solve", "--over", "-o", "m.png"]]


@pytest.mark.parametrize("words", READERS)
@pytest.mark.parametrize("data", NOTHING)
def test_standard_input_without_a_maze_gets_one_sentence(words: list[str], data: bytes) -> None:
    code, out, said = piped(data, *words, "-")
    assert (code, out, said.count(b"\n")) == (2, b"", 1)
    assert said.startswith(b"labirinto: ")
    assert b"standard input" in said


def test_standard_input_may_be_closed() -> None:
    done = spawn("info", "-", before=lambda: os.close(0))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


# Seeds that were not given.


@pytest.mark.parametrize(
    "words",
    [
        ["wilson", "6x5", "-o", "m.csv"],
        ["eller", "6x5", "--join", "0.7", "-o", "m.csv", "-o", "m.npy"],
        ["wilson", "6x5", "-o", "-", "-f", "csv"],
        ["kruskal", "6x5", "-f", "tokens.txt"],
        ["eller", "2100x2000", "-o", "m.npy"],
        ["wilson", "6x5", "--animate", "-o", "m.gif"],
        ["wilson", "6x5", "--floors", "2", "-o", "m.svg"],
    ],
)
def test_a_new_seed_is_shown(words: list[str], tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 0
    command = re.fullmatch(r"labirinto (\w+ \w+ .*--seed \d+)\n", done.stderr)
    outputs = words[words.index("-o" if "-o" in words else "-f") :]
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    again = run(
        *command[1].split(), *(["--animate"] * ("--animate" in words)), *outputs, cwd=tmp_path
    )
    assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, "")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "words",
    [
        ["wilson", "6x5", "-o", "m.csv", "--quiet"],
        ["wilson", "6x5", "-o", "m.csv", "--seed", "3"],
        ["wilson", "6x5", "-o", "m.csv", "-o", "-"],
        ["wilson", "6x5", "--ascii", "-f", "ascii"],
    ],
)
def test_no_seed_is_shown_twice_or_with_quiet(words: list[str], tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


QUIET = {
    "wilson": ["6x5", "-o", "m.svg"],
    "eller": ["6x50", "-o", "m.maze"],
    "kruskal": ["--grid", "hexagonal", "4x3", "-o", "m.svg", "--solution"],
    "backtracker": ["6x5", "--animate", "-o", "m.gif"],
    "prim": ["6x5", "--paper", "a4", "-o", "m.pdf"],
    "picture": ["heart", "-o", "m.svg"],
    "portrait": ["grey.png", "60x60", "-o", "m.svg"],
    "batch": ["wilson", "4x4", "--count", "3", "--unique", "-o", "m.npy"],
    "dataset": ["new", "--size", "4x4", "--count", "3"],
    "book": ["--count", "2", "--smallest", "4x4", "--largest", "5x5", "-o", "m.pdf"],
    "solve": ["own.svg", "-o", "m.svg"],
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet_commands_print_nothing(name: str, tmp_path: Path) -> None:
    Image.linear_gradient("L").save(tmp_path / "grey.png")
    labirinto.save(labirinto.wilson(4, 3, seed=1), tmp_path / "own.svg")
    done = run(name, *QUIET[name], "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_quiet_commands_are_all_tried() -> None:
    without = run("info", "x", "--quiet").stderr
    listed = without.partition("have it: ")[2].rstrip(".\n").split(", ")
    listed[0] = listed[0].removesuffix(" and the other algorithms")
    # The viewer prints the address of its page, which is what it is asked for; the page as files
    # has tests of its own.
    assert set(listed) <= {*QUIET, "view", "site"}


def test_quiet_mazes_come_without_their_command(tmp_path: Path) -> None:
    done = run("wilson", "4x3", "--quiet", "--seed", "1")
    assert done.stdout == f"{labirinto.wilson(4, 3, seed=1)}\n"


# Progress.


def test_long_work_shows_a_bar_with_words_on_a_terminal_and_none_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["aldous-broder", "2000x2000", "--seed", "1", "-f", "pbm", "-o", "/dev/null"]
    shown, code = on_terminal(*words)
    assert code == 0
    assert "The algorithm of Aldous and Broder: " in shown
    assert "%" in shown
    assert "it/s" not in shown
    monkeypatch.setattr(output, "_PATIENCE", 0)
    assert run("aldous-broder", "99x99", "--seed", "1", *words[4:]).stderr == ""


def test_rows_are_counted_in_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr(output, "_PATIENCE", 0)
    bar = output.ProgressBar("Rows", cells=1000)
    bar(20, None, 500)
    bar.close()
    assert "20.0k cells" in shown.getvalue()


def test_another_pass_begins_at_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr(output, "_PATIENCE", 0)
    bar = output.ProgressBar("Comparing mazes", unit="mazes")
    for done, total in ((40, 40), (3, 40), (40, 40), (70, 100)):
        bar(done, total)
    bar.close()
    assert "70.0/100" in shown.getvalue().splitlines()[-1]
