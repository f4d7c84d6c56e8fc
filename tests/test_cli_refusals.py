"""Whatever is typed wrongly gets one sentence, which says what to type, and writes nothing."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from commands import run
from PIL import Image

import labirinto
from labirinto import cli

BAD = [
    # Commands and sizes.
    ("wilson 0x5", "width 0"),
    ("wilson 5", "'5'"),
    ("wilson axb", "'axb'"),
    ("wilson 1e9x1e9", "'1e9x1e9'"),
    ("wilson 40x30x2", "'40x30x2'"),
    ("wilson ''", "''"),
    ("wilson 99999999999x5", "width 99999999999"),
    ("wilson 1000000000x1000000000", "1.25 EB"),
    ("kruskal 60000x60000", "at most 2147483647"),
    ("wilson -o m.svg", "such as labirinto wilson 40x30"),
    ("wilson 40 30", "'30' is unexpected: sizes are written as 40x30"),
    ("wilson 40x30 maze.svg", "'maze.svg' is unexpected: "),
    ("40x30 -o 'a b.svg'", "labirinto wilson 40x30 -o 'a b.svg'"),
    ("40xinf", "labirinto eller 40xinf"),
    ("0x30", "The width 0 is not from 1 to"),
    ("prim 5x5", "'prim'"),
    ("wilsom 5x5", "Did you mean wilson?"),
    ("boook", "Did you mean book?"),
    ("5 5", "The size '5' is not WIDTHxHEIGHT, such as 40x30."),
    ("-5x5", "The size '-5x5' is not WIDTHxHEIGHT, such as 40x30."),
    ("wilson -5x5", "The size '-5x5' is not WIDTHxHEIGHT, such as 40x30."),
    # Seeds and parameters.
    ("wilson 5x5 --seed -1", "seed -1"),
    ("wilson 5x5 --seed '2^64'", "seed 2^64"),
    ("wilson 5x5 --seed 18446744073709551616", "seed 18446744073709551616"),
    ("wilson 5x5 --seed ''", "seed is empty"),
    ("wilson 5x5 --seed 'a\nb'", "'a\\nb'"),
    ("batch eller 5xinf --count 2 -o m.npy", "give a height, such as 5x30"),
    ("batch wilson 5x5 --count 0 -o m.npy", ": --count is 0; "),
    ("wilson 5x5 --sed 3", "--sed"),
    ("eller 5x5 --join 2", "join is 2.0"),
    ("eller 5x5 --join nan", "join is nan"),
    ("eller 5x5 --drop -0.1", "drop is -0.1"),
    ("wilson 5x5 --join 0.5", "--join"),
    ("eller 5x5 --join half", "--join is 'half'"),
    ("kruskal 5x5 --threads 2", "--threads"),
    ("wilson 5x5 --threads 0", "--threads is '0'; it must be a whole number from 1 to 1024."),
    ("wilson 5x5 --threads 2", "--threads has no effect on a 5x5 maze; leave it out."),
    ("wilson 5x5 --seed 1 --seed 1", "--seed is given twice; give it once."),
    ("wilson 5x5 -V", "No such option '-V'."),
    ("wilson 5x5 --SEET=3", "No such option '--SEET'. (Did you mean"),
    ("batch wilson 1x5 --count 2 --unique -o m.npy", "--count is 2; it must be at most 1, the"),
    ("eller 5x5 --join 0,5", "--join is '0,5'; it must be a number; write 0.5."),
    # Ends.
    ("wilson 5x5 --ends 0,0-9,9", "9,9"),
    ("wilson 5x5 --ends 1,1-1,1", "1,1"),
    ("wilson 5x5 --ends 'x and cell is y'", ": --ends is 'x and cell is y'; it must be"),
    ("wilson 9999999x9999999 --ends 0,0-0,9999999", "0,9999999"),
    ("wilson 5x5 --ends none --solution", "leave out --ends none"),
    ("wilson 5x5 --animate -o m.gif --ends None --solution", "--ends none"),
    ("eller 3000x3000 -o m.png --ends none --solution", "--ends none"),
    ("solve whole.png --ends none", "leave out --ends none"),
    ("solve photo.png --ends none --over -o m.png", "leave out --ends none"),
    ("wilson 1x1 --solution", "single cell"),
    ("wilson 5x5 --ends x", "--ends is 'x'; it must be none, corners, border,"),
    ("wilson 5x5 --ends x --solution", "--ends is 'x'; it must be corners, border,"),
    # Look.
    ("wilson 5x5 --walls-color blurple", ": --walls-colour is 'blurple'; it must be #"),
    ("wilson 5x5 --cell 2 --wall 3", ": --wall is 3; it must be less than a"),
    ("wilson 5x5 --cell-mm 0 -o m.stl", ": --cell-mm is 0.0; "),
    ("wilson 5x5 --style neon", "'neon'"),
    ("wilson 5x5 --cell wide", "--cell is 'wide'; it must be a whole number."),
    ("wilson 5x5 --cell-mm nan -o m.pdf", "--cell-mm is nan; it must be"),
    # Files and servers.
    ("wilson 5x5 -o maze.gif", "'maze.gif'"),
    ("wilson 5x5 -o maze", "'maze'"),
    ("wilson 5x5 -f gif", "'gif'"),
    ("wilson 5x5 -o nowhere/maze.svg", "'nowhere'"),
    ("wilson 5x5 -o - -o -", "-o - is given twice"),
    ("wilson 5x5 -f tmx", "such as -o maze.tmx"),
    ("solve whole.png -o m.png -o - -f tmj", "such as -o maze.tmj"),
    ("solve nothing.png", "nothing.png"),
    ("solve .", "'.'"),
    ("solve photo.png", "photo.png"),
    ("solve cut.png", "cut off"),
    ("info bytes.txt", "bytes.txt"),
    ("info empty.txt", "empty.txt"),
    ("wilson 5x5 --once --animate --loop -o m.gif", "--once or --loop is given twice;"),
    ("eller 5x5 --checkpoint -0,5", "--checkpoint is '-0,5'; it must be a number of 0 or more."),
    ("solve /dev/null", "/dev/null: this text is no maze"),
    ("eller 5x5 --checkpoint -1", "--checkpoint is '-1'; it must be a number of 0 or more."),
    ("wilson 5x5 -o m.svg -o m.svg", "-o m.svg is given twice; give each output once."),
    ("serve --origin foo", "--origin is 'foo'; it must be a scheme and a host, such as"),
    ("serve --origin https://a.org/b", "--origin is 'https://a.org/b'; it must be a scheme"),
    ("wilson 5x5 -o .", "'.' is a folder, not a file."),
    ("batch wilson 4x4 --count 1 -o a.npy -o b.npy", "A batch goes to one file; give one -o."),
]


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files that hold no maze."""
    folder = tmp_path_factory.mktemp("bad")
    Image.effect_noise((40, 30), 50).convert("RGB").save(folder / "photo.png")
    labirinto.save(labirinto.wilson(20, 20, seed=1), folder / "whole.png")
    (folder / "cut.png").write_bytes((folder / "whole.png").read_bytes()[:500])
    (folder / "bytes.txt").write_bytes(bytes(range(256)))
    (folder / "empty.txt").touch()
    return folder


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input_gets_one_sentence(
    words: str,
    sentence: str,
    bad_files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(bad_files)
    monkeypatch.setattr("sys.argv", ["labirinto", *shlex.split(words)])
    before = set(bad_files.iterdir())
    assert cli.run() == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("labirinto: ")
    assert shown.err.count("\n") == 1
    assert sentence in shown.err
    assert set(bad_files.iterdir()) == before


def test_bad_input_gives_2() -> None:
    done = run("wilson", "5")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "labirinto: The size '5' is not WIDTHxHEIGHT, such as 40x30.\n"


def test_a_book_overwrites_no_file_of_another_format(tmp_path: Path) -> None:
    picture = tmp_path / "maze.svg"
    picture.write_text("kept")
    done = run("book", "--count", "1", "-o", str(picture))
    assert done.returncode == 2
    assert "does not end in .pdf" in done.stderr
    assert picture.read_text() == "kept"
