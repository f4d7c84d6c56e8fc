"""The command line as people type it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from commands import COMMAND, new_terminal, on_terminal, run, spawn
from PIL import Image
from tiers import FEW, sample

import labirinto
from labirinto import cli
from labirinto.cli.commands import labirinto as group

CONTEXT = click.Context(group, info_name="labirinto")
LATER = [name for name in group.list_commands(CONTEXT) if name not in labirinto.ALGORITHMS]
"""Commands other than algorithms."""


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_every_algorithm_makes_the_maze_of_the_library(algorithm: str, tmp_path: Path) -> None:
    done = run(algorithm, "13x7", "--seed", "anna", "-o", "maze.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    maze = labirinto.generate(algorithm, 13, 7, seed="anna")
    assert labirinto.load(tmp_path / "maze.svg") == maze


def test_without_a_file_the_maze_is_shown_with_its_seed() -> None:
    done = run("wilson", "9x4")
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    command = re.fullmatch(r"labirinto wilson 9x4 --seed (\d+)", lines[-1])
    again = run("wilson", "9x4", "--seed", command[1])
    assert again.stdout == done.stdout
    assert lines[:-1] == str(labirinto.wilson(9, 4, seed=command[1])).splitlines()


@pytest.mark.parametrize("ends", ["corners", "border", "farthest", "random", "0,0-8,4"])
def test_ends_and_solution_are_those_of_the_library(ends: str, tmp_path: Path) -> None:
    run("eller", "9x5", "--seed", "3", "--ends", ends, "--solution", "-o", "m.txt", cwd=tmp_path)
    maze = labirinto.eller(9, 5, seed=3)
    chosen = (
        labirinto.Ends((0, 0), (8, 4)) if ends[0].isdigit() else labirinto.suggest_ends(maze, ends)
    )
    path = labirinto.solve(maze, *chosen)
    labirinto.save(maze, tmp_path / "expected.txt", ends=chosen, path=path)
    assert (tmp_path / "m.txt").read_text() == (tmp_path / "expected.txt").read_text()


def test_a_solution_alone_goes_from_border_to_border() -> None:
    alone = run("wilson", "9x5", "--seed", "3", "--solution").stdout
    assert alone == run("wilson", "9x5", "--seed", "3", "--ends", "border", "--solution").stdout
    assert "•" in alone


def test_styles_reach_the_picture(tmp_path: Path) -> None:
    run(
        *("wilson", "5x5", "--style", "dark", "--cell", "9", "--wall", "3", "--margin", "1"),
        *("--walls-colour", "teal", "-o", "m.png"),
        cwd=tmp_path,
    )
    picture = Image.open(tmp_path / "m.png").convert("RGB")
    assert picture.size == (5 * 9 + 3 + 2, 5 * 9 + 3 + 2)
    assert picture.getpixel((1, 1)) == (0, 128, 128)
    assert picture.getpixel((0, 0)) == (0x14, 0x18, 0x1F)


def test_parameters_reach_the_algorithm() -> None:
    done = run("eller", "8x8", "--join", "0.9", "--drop", "0.1", "--seed", "1")
    expected = str(labirinto.eller(8, 8, join=0.9, drop=0.1, seed=1))
    assert done.stdout == f"{expected}\nlabirinto eller 8x8 --drop 0.1 --join 0.9 --seed 1\n"


def test_garbage_is_collected_once_a_command_is_imported() -> None:
    program = """
import gc, os, sys
from labirinto import cli

def end(code):
    print(code, gc.isenabled(), gc.get_freeze_count() > 10_000)

os._exit, sys.argv = end, ["labirinto", "wilson", "3x3", "--seed", "1"]
cli.main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 True True"


def test_several_outputs_at_once(tmp_path: Path) -> None:
    done = run(
        *("wilson", "6x4", "--seed", "5", "-o", "a.svg", "-o", "b.PNG", "-o", "c.txt", "-o", "-"),
        cwd=tmp_path,
    )
    maze = labirinto.wilson(6, 4, seed=5)
    assert done.stdout == f"{maze}\nlabirinto wilson 6x4 --seed 5\n"
    for name in ("a.svg", "b.PNG", "c.txt"):
        assert labirinto.load(tmp_path / name) == maze


def test_the_format_can_be_named(tmp_path: Path) -> None:
    run("wilson", "6x4", "--seed", "5", "-f", "svg", "-o", "picture", cwd=tmp_path)
    assert (tmp_path / "picture").read_bytes().startswith(b"<svg")
    run("wilson", "6x4", "--seed", "5", "-f", "jpeg", "-o", "photo", cwd=tmp_path)
    assert (tmp_path / "photo").read_bytes().startswith(b"\xff\xd8")
    assert run("wilson", "6x4", "-f", "svg").stdout.startswith("<svg")
    assert run("wilson", "6x4", "--ascii").stdout.isascii()
    assert run("wilson", "6x4", "--ascii", "-f", "txt", "-o", "-").stdout.isascii()


@pytest.mark.parametrize("name", ["maze.png", "maze.svg", "maze.txt", "maze.ascii"])
def test_solve_and_info_open_every_format(name: str, tmp_path: Path) -> None:
    run("wilson", "7x5", "--seed", "4", "--ends", "corners", "-o", name, cwd=tmp_path)
    solved = run("solve", name, cwd=tmp_path)
    maze = labirinto.wilson(7, 5, seed=4)
    labirinto.save(
        maze,
        tmp_path / "expected.txt",
        ends=labirinto.Ends((0, 0), (6, 4)),
        path=labirinto.solve(maze, (0, 0), (6, 4)),
    )
    assert solved.stdout == (tmp_path / "expected.txt").read_text()
    facts = run("info", name, cwd=tmp_path).stdout
    assert "size        7 x 5, 35 cells" in facts
    assert "perfect     yes" in facts
    assert "labirinto wilson 7x5 --seed 4 (makes this very maze)" in facts
    assert "ends        0,0 and 6,4" in facts


def test_solve_takes_other_ends(tmp_path: Path) -> None:
    run("wilson", "7x5", "--seed", "4", "-o", "m.svg", cwd=tmp_path)
    assert (
        run("solve", "m.svg", cwd=tmp_path).stdout
        == run("wilson", "7x5", "--seed", "4", "--solution").stdout
    )
    assert (
        run("solve", "m.svg", "--ends", "0,0-3,3", cwd=tmp_path).stdout
        == run("wilson", "7x5", "--seed", "4", "--solution", "--ends", "0,0-3,3").stdout
    )


def test_info_notices_a_wrong_recipe(tmp_path: Path) -> None:
    run("wilson", "7x5", "--seed", "4", "-o", "m.txt", cwd=tmp_path)
    text = (tmp_path / "m.txt").read_text().replace("--seed 4", "--seed 5")
    (tmp_path / "m.txt").write_text(text)
    lines = run("info", "m.txt", cwd=tmp_path).stdout
    assert "recipe      not known" in lines
    assert "doubts      the recipe in the file makes another maze" in lines
    said = spawn("solve", "m.txt", cwd=tmp_path).stderr
    assert said.startswith("labirinto: the recipe in the file makes another maze")
    assert said.count("\n") == 1
    maze = labirinto.wilson(7, 5, seed=4)
    recipe = labirinto.wilson(7, 5, seed=5).recipe
    labirinto.save(labirinto.Maze(7, 5, maze.rows, recipe=recipe), tmp_path / "m.json")
    assert "makes ANOTHER maze" in run("info", "m.json", cwd=tmp_path).stdout


def test_digits_of_other_scripts_count() -> None:
    assert run("wilson", "۵x۳", "--seed", "۷").stdout == run("wilson", "5x3", "--seed", "7").stdout


# Files.


def test_an_existing_file_is_replaced_only_by_a_whole_one(tmp_path: Path) -> None:
    (tmp_path / "m.svg").write_text("precious")
    (tmp_path / "m.svg").chmod(0o600)
    assert run("wilson", "5x5", "--cell", "0", "-o", "m.svg", cwd=tmp_path).returncode == 2
    assert (tmp_path / "m.svg").read_text() == "precious"
    assert run("wilson", "5x5", "-o", "m.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "m.svg").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["m.svg"]


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.svg").touch()
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert run("wilson", "5x5", "-o", "link.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").stat().st_size > 0


def test_a_failed_write_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = spawn("wilson", "5x5", "-f", "svg", "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "labirinto: /dev/full: No space left on device.\n"

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("labirinto.formats.svg.write_svg", fail)
    (tmp_path / "m.svg").write_text("precious")
    with pytest.raises(OSError, match="No space left") as caught:
        labirinto.save(labirinto.wilson(5, 5), tmp_path / "m.svg")
    assert caught.value.filename == str(tmp_path / "m.svg")
    assert (tmp_path / "m.svg").read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1


def test_ctrl_c_while_a_maze_is_made_ends_at_once_and_leaves_no_file(tmp_path: Path) -> None:
    terminal, errors = new_terminal()
    words = [*COMMAND, "wilson", "20000x20000", "-o", "m.svg"]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=errors)
    os.close(errors)
    said = b""
    while b"Wilson's algorithm" not in said:  # the bar appears after half a second
        said += os.read(terminal, 65536)
    process.send_signal(signal.SIGINT)
    # The work itself would take minutes, on a slow machine as well.
    assert process.wait(60) == 130
    with suppress(OSError):
        while more := os.read(terminal, 65536):
            said += more
    os.close(terminal)
    assert b"Traceback" not in said
    assert not list(tmp_path.iterdir())


def test_a_closed_pipe_is_no_failure() -> None:
    for words in (["wilson", "9x2000"], ["wilson", "200x200", "-f", "svg"], ["info", "--help"]):
        process = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 0


# The terminal.


def test_colours_on_a_terminal_only() -> None:
    shown, code = on_terminal("wilson", "9x4", "--seed", "1", "--solution")
    assert code == 0
    assert "\x1b[33m•" in shown
    assert "\x1b" not in run("wilson", "9x4", "--seed", "1", "--solution").stdout


@pytest.mark.parametrize(("value", "colours"), [("1", False), ("", True)])
def test_no_color_counts_unless_it_is_empty(
    value: str, colours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    shown, _ = on_terminal("wilson", "9x4", "--seed", "1", "--solution")
    assert ("\x1b" in shown) == colours


def test_a_wide_maze_is_drawn_narrow_on_the_terminal() -> None:
    wide, _ = on_terminal("wilson", "19x3", "--seed", "1")
    narrow, _ = on_terminal("wilson", "39x3", "--seed", "1")
    assert len(wide.splitlines()[0]) == 77
    assert len(narrow.splitlines()[0]) == 79
    shown, code = on_terminal("wilson", "60x3", "--seed", "1")
    assert code == 2
    assert "121 columns wide and the terminal 80" in shown
    shown, code = on_terminal("wilson", "60x3", "--seed", "1", columns=300)
    assert (code, len(shown.splitlines()[0])) == (0, 241)


def test_ascii_on_an_output_without_box_characters() -> None:
    done = spawn("wilson", "9x4", "--seed", "1", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert done.stdout == run("wilson", "9x4", "--seed", "1", "--ascii").stdout


# Help.


def test_examples_in_the_help_run(tmp_path: Path) -> None:
    text = run("--help").stdout
    examples = re.findall(
        r"^ +labirinto ((?:wilson|eller|solve|info|batch) .*)$", text, re.MULTILINE
    )
    assert len(examples) == 6
    for example in examples:
        done = run(*example.split(), cwd=tmp_path)
        assert done.returncode == 0, example
        assert "--seed" not in example or done.stderr == "", example


@pytest.mark.parametrize("name", sample([*labirinto.ALGORITHMS, *LATER], *FEW[:2], *LATER))
def test_examples_in_the_help_of_a_command_run(name: str, tmp_path: Path) -> None:
    text = run(name, "--help").stdout
    examples = re.findall(r"^    labirinto (.*)$", text.partition("Examples:")[2], re.MULTILINE)
    assert examples
    labirinto.save(labirinto.wilson(12, 9, seed=1), tmp_path / "maze.svg")
    ends = labirinto.Ends((0, 0), (11, 8), open=True)
    labirinto.save(labirinto.wilson(12, 9, seed=1), tmp_path / "photo.jpg", ends=ends)
    Image.effect_noise((40, 50), 60).save(tmp_path / "face.jpg")
    for example in examples:
        words = shlex.split(example)
        # They take long, or do not end of themselves.
        if name in ("site", "watch", "view", "serve") or "xinf" in example:
            command = group.get_command(CONTEXT, name)
            command.make_context(name, words[1:])
        else:
            assert run(*words, cwd=tmp_path).returncode == 0, example


def test_version() -> None:
    assert spawn("--version").stdout == f"labirinto {labirinto.__version__}\n"


def test_shell_completion() -> None:
    done = spawn(env={"_LABIRINTO_COMPLETE": "bash_source"})
    assert "_LABIRINTO_COMPLETE=bash_complete" in done.stdout
    words = {"COMP_WORDS": "labirinto wilson --see", "COMP_CWORD": "2"}
    assert spawn(env={"_LABIRINTO_COMPLETE": "bash_complete", **words}).stdout == "plain,--seed\n"


@pytest.mark.parametrize(
    ("begun", "word"),
    [
        ("wilson --ends b", "border"),
        ("solve --ends f", "farthest"),
        ("eller --style d", "dark"),
        ("watch --style D", "dark"),
        ("watch wilson-w", "wilson-walls"),
        ("batch gro", "growing-tree"),
        ("picture hea", "heart"),
        ("wilson --grid hexagonal --outline tri", "triangle"),
        ("wilson --paper let", "letter"),
        ("wilson --poster tab", "tabloid"),
        ("book --language fa", "fa"),
    ],
)
def test_the_shell_completes_values(begun: str, word: str) -> None:
    *words, last = begun.split()
    shell = ShellComplete(group, {}, "labirinto", "_LABIRINTO_COMPLETE")
    assert [it.value for it in shell.get_completions(words, last)] == [word]


def test_an_exception_that_python_drops_is_printed(monkeypatch, capsys):
    class Dropping:
        def __del__(self):
            raise ValueError("kept")

    monkeypatch.setattr(sys, "unraisablehook", cli._report_dropped)
    Dropping()
    assert "ValueError: kept" in capsys.readouterr().err
