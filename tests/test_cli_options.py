"""Options: their help, their spelling, and that none is ignored."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import click
import pytest
from commands import COMMAND, on_terminal, run, spawn
from PIL import Image

import labirinto
from labirinto.asking import looks
from labirinto.cli.commands import labirinto as group
from labirinto.cli.help import GROUPS
from labirinto.cli.together import Option
from labirinto.drawing.style import COLOURS
from labirinto.errors import InvalidValueError
from labirinto.formats import FORMATS

CONTEXT = click.Context(group, info_name="labirinto")
GROUPED = [*labirinto.ALGORITHMS, "portrait", "solve", "info", "serve", "watch", "batch", "book"]


def follow(*words: str) -> None:
    """Runs a command in this process."""
    group.main(list(words), standalone_mode=False)


# Help.


@pytest.mark.parametrize("name", GROUPED)
def test_help_lists_every_option_once_under_its_heading(name: str) -> None:
    command = group.get_command(CONTEXT, name)
    shown = command.get_help(click.Context(command, CONTEXT, info_name=name))
    headings = re.findall(r"^(\S.*):$", shown, re.MULTILINE)
    assert headings == [heading for heading in GROUPS if heading in headings]
    for option in command.params:
        if isinstance(option, click.Option):
            section = shown.split(
                f"\n{option.field.group if isinstance(option, Option) else 'Other'}:\n"
            )
            line = re.compile(rf"^  (?:-\w, )?{option.opts[-1]}(?![-\w])", re.MULTILINE)
            assert line.search(section[1])
            assert len(line.findall(shown)) == 1


def test_options_need_and_exclude_options_that_there_are() -> None:
    commands = [group.get_command(CONTEXT, name) for name in GROUPED]
    fields = [it.field for one in commands if one for it in one.params if isinstance(it, Option)]
    names = {field.name for field in fields}
    for field in fields:
        assert {*field.needs, *field.excludes, *field.conflicts} <= names, field.name


@pytest.mark.parametrize("name", GROUPED)
def test_help_is_one_sentence_and_has_the_default(name: str) -> None:
    command = group.get_command(CONTEXT, name)
    for option in command.params:
        if isinstance(option, Option):
            record = option.get_help_record(CONTEXT)
            meaning, *default = re.split(r"  \[(?=default: |required)", record[1])
            assert re.fullmatch(r"[A-Z-].*\.", meaning), meaning
            assert default or option.is_flag or option.multiple, option.name
            assert "TEXT" not in record[0] or option.name in ("seed", "title", "host"), option.name


def test_the_overview_is_what_no_words_give() -> None:
    overview = run()
    assert overview.returncode == 0
    assert overview.stdout == run("-h").stdout == run("--help").stdout
    for name in group.list_commands(CONTEXT):
        assert f"\n  {name} " in overview.stdout


# Spelling.


def test_names_are_found_in_any_case_and_in_both_spellings() -> None:
    words = ("wilson", "5x4", "--seed", "Ada", "-f", "svg")
    expected = run(*words, "--walls-colour", "teal")
    assert expected.stdout != run(*words).stdout
    for other in (
        ("WILSON", "5X4", "--SEED", "Ada", "-F", "SVG", "--Walls-Colour", "Teal"),
        (*words, "--walls-color", "teal"),
        (*words, "--walls-color=teal"),
    ):
        done = run(*other)
        assert (done.stdout, done.stderr) == (expected.stdout, "")


# Sizes.


@pytest.mark.parametrize(("columns", "size"), [(80, "19x10"), (43, "10x10"), (5, "1x10")])
def test_without_a_size_the_maze_fills_the_terminal(columns: int, size: str) -> None:
    shown, code = on_terminal("wilson", "--seed", "1", columns=columns)
    assert code == 0
    width, height = map(int, size.split("x"))
    maze = labirinto.wilson(width, height, seed=1)
    lines = [line.strip("\r") for line in shown.split("\n")]
    assert lines[:-2] == str(maze).splitlines()
    assert len(lines) <= 24
    assert f"labirinto wilson {size} --seed 1" in shown


def test_without_a_terminal_either_there_is_an_ordinary_one() -> None:
    assert "labirinto eller 19x10 " in spawn("eller").stdout


# Commands to paste.


@pytest.mark.parametrize("name", [b"it's \\ \xff9.npy", "\u202eسارا.npy".encode(), b"a\nb.npy"])
def test_a_printed_command_can_be_pasted(name: bytes, tmp_path: Path) -> None:
    words = [*COMMAND, "batch", "wilson", "4x3", "--count", "2", "-o", name]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    made = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
    before = Path(made).read_bytes()
    Path(made).unlink()
    program = f'labirinto() {{ {shlex.join(COMMAND)} "$@"; }}\n'.encode()
    subprocess.run(["bash", "-c", program + done.stderr], cwd=tmp_path, check=True)
    assert Path(made).read_bytes() == before


# Nothing is ignored.

REFUSED = [
    ("--solution -o m.dxf -o m.stl", "stl does not hold a solution"),
    ("--ends corners -o m.png -o m.npy", "npy does not hold marked ends"),
    ("--animate --colour distance -o m.gif", "--colour has no effect with --animate"),
    ("--animate --threads 2 -o m.gif", "--threads has no effect with --animate"),
    ("--threads 2 -o m.png", "--threads has no effect on an output that is not streamed"),
    ("--threads 2 --checkpoint 3 -o m.pbm", "--threads has no effect on pbm"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_what_changes_nothing_and_is_no_look_is_refused(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidValueError, match=re.escape(sentence)):
        follow("eller", "5x5", *words.split())
    assert not list(tmp_path.iterdir())


WARNED = [
    ("--wall 3", "-f txt", "on txt"),
    ("--style dark", "-f txt --ascii", "on ascii"),
    ("--margin 3", "-o m.json -o m.csv", "on json or csv"),
    ("--ascii", "-o m.svg", "on svg"),
    ("--cell-mm 3", "-o m.png", "on png"),
    ("--wall-height 3", "-o m.pdf", "on pdf"),
    ("--gap 0.2", "-o m.stl", "on a maze that is not a cylinder"),
    ("--walls-colour red", "-o m.pbm", "on pbm"),
    ("--solution-colour red", "-o m.svg", "on a maze without --solution"),
    ("--start-colour red", "-o m.svg", "on a maze without --ends"),
    ("--end-colour red", "--ends border -o m.svg", "on openings, which have no colour"),
    ("--solution", "-o m.tiles.png", "on tiles.png"),
    ("--cell-mm 3", "--animate -o m.gif", "with --animate"),
    ("--ascii", "--animate -o m.gif", "with --animate"),
    ("--title Anna", "--animate -o m.gif", "without --paper or --poster"),
    ("--title Anna", "-o m.svg", "without --paper or --poster"),
    ("--language it", "-o m.svg", "without --paper"),
    ("--cell 9", "--paper a4 -o m.pdf", "with --paper"),
    ("--title Anna", "--paper a4 -o m.png", "on a picture, which has no text"),
    ("--solution", "--paper a4 -o m.png", "on a picture, which has no text"),
    ("--cell-mm 4", "--poster a4 -o m.pdf", "with --poster"),
    ("--name-line", "--poster a4 -o m.pdf", "without --paper"),
]


@pytest.mark.parametrize(("look", "others", "what"), WARNED)
def test_a_look_that_nothing_shows_gets_a_line_and_the_same_files(
    look: str, others: str, what: str, tmp_path: Path
) -> None:
    made = []
    for words in (others.split(), [*look.split(), *others.split()]):
        done = run("wilson", "5x5", "--seed", "7", *words, cwd=tmp_path)
        assert done.returncode == 0
        files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        if "--poster" in words:  # its small print has the command
            files = dict.fromkeys(files, b"")
        made.append((done.stdout, files))
    assert done.stderr == f"labirinto: {look.split()[0]} has no effect {what}.\n"
    assert made[0] == made[1]


LOOKS = {
    field.name: next(iter(field.choices), "2")
    for field in looks.LOOK
    if not field.name.startswith("colour_")
} | dict.fromkeys(COLOURS, "#123456")


VALUES = {"wall": "4", "cell": "20", "circumference": "60", "gap": "0.2"}
AROUND = "circumference", "gap"
"""The looks of cylinders."""


@pytest.mark.parametrize(
    ("format", "wrap", "names"),
    [(it, [], LOOKS.keys() - AROUND) for it in FORMATS]
    + [
        (name, ["--wrap", "x"], AROUND)
        for name, known in FORMATS.items()
        if known.holds_grid(labirinto.grids.linked(8, 4, wrap="x"))
    ],
)
def test_the_table_of_looks_agrees_with_the_writers(
    format: str, wrap: list[str], names: Collection[str], tmp_path: Path
) -> None:
    file = tmp_path / "m"
    holds = FORMATS[format]
    words = ["--ends", "corners"] * holds.holds_marks + ["--solution"] * holds.holds_path
    words = ["wilson", "8x4", *wrap, "--seed", "1", *words, "-f", format, "-o", str(file)]
    assert run(*words).returncode == 0
    plain = file.read_bytes()
    for field in looks.LOOK:
        if field.name in names:
            option = (field.names or (f"--{field.name.replace('_', '-')}",))[0]
            value = VALUES.get(field.name, LOOKS[field.name])
            done = run(*words, option, value)
            is_shown = file.read_bytes() != plain
            assert is_shown == (f"{option} has no effect" not in done.stderr), field.name
            file.write_bytes(plain)


def test_one_output_that_takes_an_option_is_enough(tmp_path: Path) -> None:
    png, txt = tmp_path / "m.png", tmp_path / "m.txt"
    follow("wilson", "5x5", "--cell", "20", "--ascii", "-o", str(png), "-o", str(txt))
    with Image.open(png) as picture:
        assert picture.size == (5 * 20 + 2 + 32, 5 * 20 + 2 + 32)
    assert txt.read_text().isascii()


def test_marks_of_a_file_that_is_solved_may_have_a_colour(tmp_path: Path) -> None:
    run("wilson", "5x5", "--ends", "corners", "-o", "m.svg", cwd=tmp_path)
    assert run("solve", "m.svg", "--end-color", "blue", "-f", "svg", cwd=tmp_path).returncode == 0


def test_over_keeps_the_look_of_the_picture(tmp_path: Path) -> None:
    run("wilson", "5x5", "--ends", "border", "-f", "pbm", "-o", "m.pbm", cwd=tmp_path)
    words = ["solve", "m.pbm", "--over", "-o", "s.png", "--solution-color", "blue"]
    assert run(*words, cwd=tmp_path).returncode == 0
    plain = (tmp_path / "s.png").read_bytes()
    done = run(*words, "--style", "dark", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "s.png").read_bytes()) == (0, plain)
    assert "--style has no effect with --over" in done.stderr


def test_what_a_terminal_cannot_show_is_refused_before_anything_is_made() -> None:
    for words in (["wilson", "60000x60000", "-f", "png"], ["wilson", "60000x60000"]):
        shown, code = on_terminal(*words)
        assert code == 2
        assert "Wilson" not in shown
    for words in (
        ["wilson", "5x5", "-f", "png", "-o", "-"],
        ["wilson", "5x5", "--animate", "-f", "gif"],
        ["book", "-o", "-"],
    ):
        shown, code = on_terminal(*words)
        assert code == 2
        assert "cannot be shown in a terminal; add -o FILE" in shown


def test_an_output_is_complete_where_the_next_one_fails() -> None:
    words = ["wilson", "5x5", "--seed", "1", "-f", "txt", "-o", "-", "-o", "/dev/full"]
    done = subprocess.run([sys.executable, "-m", "labirinto", *words], capture_output=True)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(str(labirinto.wilson(5, 5, seed=1)))
