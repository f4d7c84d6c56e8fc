"""Whatever is typed wrongly gets one sentence, which says what to type, and writes nothing."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from PIL import Image

import labirinto
from labirinto import cli

BAD = [
    # Commands and sizes.
    ("wilson 0x5", "width is 0"),
    ("wilson 5", "'5'"),
    ("wilson 40x30x2", "'40x30x2'"),
    ("wilson ''", "''"),
    ("wilson 1000000000x1000000000", "1.25 EB"),
    ("kruskal 60000x60000", "at most 2147483647"),
    ("wilson -o m.svg", "such as labirinto wilson 40x30"),
    ("wilson 40 30", "'30' is unexpected: sizes are written as 40x30"),
    ("wilson 40x30 maze.svg", "'maze.svg' is unexpected: "),
    ("40x30 -o 'a b.svg'", "labirinto wilson 40x30 -o 'a b.svg'"),
    ("40xinf", "labirinto wilson 40xinf"),
    ("wilson 99999999999999999999x5", "width is 99999999999999999999; it must be from 1 to"),
    ("wilson 5x5 --cell-mm 1e300 -o m.svg", "1e+300"),
    ("batch eller 5xinf --count 2 -o m.npy", "which only the commands wilson, eller, "),
    ("dataset d --grid circular --size 0 --count 1", "--size is 0; it must be from 1 to"),
    ("dataset d --size 9x9 --count 1 --split a=1,a=1", "--split is 'a=1,a=1'; it must be names"),
    ("dataset d --size 9x9 --count 9 --test-size 12x12", "--split is 'train'"),
    ("primula 5x5", "'primula'"),
    ("wilsom 5x5", "Did you mean wilson?"),
    ("boook", "Did you mean book?"),
    ("5 5", "The size '5' is not WIDTHxHEIGHT, such as 40x30."),
    ("-5x5", "The size '-5x5' is not WIDTHxHEIGHT, such as 40x30."),
    ("wilson -5x5", "The size '-5x5' is not WIDTHxHEIGHT, such as 40x30."),
    # Seeds and parameters.
    ("wilson 5x5 --seed -1", "seed -1"),
    ("wilson 5x5 --seed '2^64'", "seed 2^64"),
    ("wilson 5x5 --seed ''", "seed is empty"),
    ("wilson 5x5 --seed 'a\nb'", "'a\\nb'"),
    ("batch eller 5xinf --count 2 -o m.npy", "give a height, such as 5x30"),
    ("batch wilson 5x5 --count 0 -o m.npy", ": --count is 0; "),
    ("wilson 5x5 --sed 3", "--sed"),
    ("eller 5x5 --join 2", "--join is 2; it must be a number from 0 to 1."),
    ("wilson 5x5 --join 0.5", "'--join' here; these commands have it: eller, sidewinder."),
    (
        "watch wilson 5x5 --rooms 3",
        "'--rooms' here; these commands have it: wilson and the other algorithms, dataset, view",
    ),
    ("--seed 3 wilson 5x5", "Give '--seed' after the command: labirinto wilson --seed"),
    ("wilson 5x5 --solutions", "No such option '--solutions'. (Did you mean"),
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
    ("wilson 5x5 --ends x", "--ends is 'x'; it must be none, corners, border,"),
    ("wilson 5x5 --ends x --solution", "--ends is 'x'; it must be corners, border,"),
    # Look.
    ("wilson 5x5 --walls-color blurple", ": --walls-colour is 'blurple'; it must be #"),
    ("wilson 5x5 --cell 2 --wall 3", ": --wall is 3; it must be less than a"),
    ("wilson 5x5 --cell-mm 0 -o m.stl", ": --cell-mm is 0; "),
    ("wilson 5x5 --style neon", "'neon'"),
    ("wilson 5x5 --cell wide", "--cell is 'wide'; it must be a whole number."),
    ("wilson 5x5 --cell-mm nan -o m.pdf", "--cell-mm is nan; it must be"),
    # Files and servers.
    ("wilson 5x5 -o maze.gif", "'maze.gif'"),
    ("wilson 5x5 -o maze", "'maze'"),
    ("wilson 5x5 -f gif", "'gif'"),
    ("wilson 5x5 -o nowhere/maze.svg", "'nowhere'"),
    ("wilson 5x5 -o - -o -", "-o - is given twice"),
    ("wilson 5x5 -o m.svg -o ./m.svg", "-o m.svg is given twice"),
    ("book -o m.pdf -o ./m.pdf", "-o m.pdf is given twice"),
    ("wilson 5x5 -f tmx", "such as -o maze.tmx"),
    ("solve whole.png -o m.png -o - -f tmj", "such as -o maze.tmj"),
    ("solve nothing.png", "nothing.png"),
    ("solve photo.png", "photo.png"),
    ("solve cut.png", "cut off"),
    ("info bytes.txt", "bytes.txt"),
    ("info empty.txt", "empty.txt"),
    ("wilson 5x5 --once --animate --loop -o m.gif", "--once or --loop is given twice;"),
    ("eller 5x5 --checkpoint -0,5", "--checkpoint is '-0,5'; it must be a number of 0 or more."),
    ("solve /dev/null", "/dev/null: the file is empty"),
    ("eller 5x5 --checkpoint -1", "--checkpoint is '-1'; it must be a number of 0 or more."),
    # Pieces.
    ("batch wilson 9x9 --mask heart --pieces each --count 2 -o m.npy", "one of 'join', 'largest'"),
    ("watch wilson 9x9 --mask heart --pieces each", "one of 'join', 'largest'"),
    ("wilson --grid polygons apart.svg -o m.svg", "keep the largest with --pieces largest."),
    ("wilson --grid polygons apart.svg --pieces join -o m.svg", "--pieces join has no effect on"),
    ("wilson --mask apart.txt --pieces each -o m.svg --walls-colour no", "'no'"),
    # Outputs.
    ("book --title 'a\x07b' -o b.pdf", "character '\\x07', which no font can have; remove it"),
    (
        "wilson 20x20 --letters 'a\x07b' -o b.svg",
        "character '\\x07', which no font can have; remove it",
    ),
    ("picture heart 1x1 -o b.svg", "give at least 10x10"),
    ("serve --host ''", "--host is ''; it must be an address, such as 127.0.0.1"),
    ("serve --origin foo", "--origin is 'foo'; it must be a scheme and a host, such as"),
    ("serve --source ftp://a.org", "--source is 'ftp://a.org'; it must be an address such as"),
    ("serve --contact javascript:a@b", "--contact is 'javascript:a@b'; it must be an address"),
    ("wilson 5x5 -o .", "'.' is a folder, not a file."),
    ("batch wilson 4x4 --count 1 -o a.npy -o b.npy", "A batch goes to one file; give one -o."),
    # Streams.
    ("eller infx10", "'infx10'"),
    ("prim 10xinf", "'10xinf'"),
    ("eller 80xinf --solution", "An endless maze has no start and end; give it a height."),
    ("eller 80xinf --ends corners", "An endless maze has no start and end; give it a height."),
    ("eller 5x5 --checkpoint 1 -o m.png --ends border", "0,0-39,29, or --ends corners."),
    ("eller 80xinf --ends 0,0-5,5", "no start and end"),
    ("eller 80xinf -o a.png -o b.png", "one file"),
    ("eller 80xinf -o a.svg", "'svg'"),
    ("eller 50x80 --checkpoint 5", "--checkpoint or add -o"),
    ("eller 50x80 --checkpoint 5 -o a.svg", "'svg'"),
    ("eller 50x80 --checkpoint 5 -o a.png -o b.png", "one file"),
    ("eller 50x80 --checkpoint 5 --animate -o a.gif", "--checkpoint"),
    ("eller 2100x2000 --ends 0,0-2100,3 -o a.png", "2100,3"),
    ("eller 2100x2000 --ends 7,7-7,7 -o a.png", "both 7,7"),
    ("eller 2100x2000 --ends corners -o a.pbm", "pbm does not hold marked ends"),
    ("eller 2100x2000 --ends corners -o a.npy", "npy does not hold marked ends"),
    ("eller 150000000x2 --cell 16 -o a.png", "PNG allows 2147483647"),
    # Batches.
    ("batch wilson 5x5 --count many -o m.npy", "'many'"),
    ("batch wilson 5x5 -o m.npy", "--count"),
    ("batch wilson 5x5 --count 3", "--output"),
    ("batch wilson 5xinf --count 3 -o m.npy", "'5xinf'"),
    ("batch primula 5x5 --count 3 -o m.npy", "'primula'"),
    ("batch wilson 5x5 --count 3 -o m.png", "'m.png'"),
    ("batch wilson 5x5 --count 3 -o -", "'-'"),
    ("batch wilson 5x5 --count 3 -o none/m.npy", "'none'"),
    ("batch wilson 5x5 --count 3 --ends 0,0-1,1 -o m.npy", "--ends"),
    ("batch wilson 5x5 --count 3 --ends none --solutions -o m.npy", "ends"),
    ("batch wilson 5x5 --count 3 --resume -o m.npy", "nothing to resume"),
    ("batch wilson 5x5 --count 3 --scheduler threads -o m.npy", "Zarr"),
    (
        "batch wilson 5x5 --count 3 --scheduler tcp://x:1 --threads 2 -o m.zarr",
        "leave out --threads",
    ),
    ("batch wilson 5x5 --count 3 --unique --scheduler threads -o m.zarr", "unique"),
    ("batch wilson 5x5 --count 3 -o there.zarr", "not replaced"),
    ("batch eller 50000x50000 --count 3 -o m.zarr", "2500000000 cells"),
    # Animations.
    ("wilson 5x5 --animate", "add -o and a file name such as maze.gif"),
    ("wilson 5x5 --animate -o -", "add -f and one of gif"),
    (
        "wilson 5x5 --animate -o m.txt",
        "'m.txt' does not have the extension of an animation; use one of .gif",
    ),
    ("wilson 5x5 --animate -o m.gif -o m.npy", "'m.npy'"),
    ("wilson 5x5 --animate -f pbm", "--format is 'pbm'; it must be one of gif"),
    ("wilson 5x5 --animate -o no/m.gif", "'no'"),
    ("wilson 5x5 --animate -o m.gif --fps 0", "--fps is 0; "),
    ("wilson 5x5 --animate -o m.gif --hold x", "--hold is 'x'; it must be a number"),
    ("wilson 5x5 --animate -o m.gif --solution --hold 0", "--hold is 0"),
    ("wilson 5x5 --fps 9", "--fps has no effect without --animate; add --animate"),
    ("wilson 5x5 --once", "--once has no effect without --animate"),
    ("wilson 5x5 --loop", "--loop has no effect without --animate"),
    ("wilson 5x5 -o m.gif", "'m.gif' can only be an animation"),
    ("wilson 300x300 --animate -o m.gif", "90000 cells, too many to watch; use at most 16384"),
    ("wilson 128x128 --cell 60 --animate -o m.gif", "a cell of at most 22 pixels"),
    ("eller 80xinf --animate -o m.gif", "An endless maze cannot be animated"),
    ("eller 8x8 --animate --resume -o m.gif", "--resume has no effect with --animate"),
    ("solve whole.png -f gif", "'gif'"),
    # Films in the terminal.
    ("watch primula 5x5", "no film 'primula'; choose prim, or one of wilson, "),
    ("watch wilson much", "'much'"),
    ("watch eller 5xinf", "'5xinf'"),
    ("watch wilson 200x200", "40000 cells, too many to watch; use at most 16384"),
    ("watch wilson 5x5 --speed 0", "--speed is 0; it must be above 0"),
    ("watch wilson 5x5 --speed 1e9", "at most 100000"),
    ("watch wilson 5x5 --speed fast", "'fast'"),
    ("watch wilson 5x5 --join 0.5", "'join' for Wilson's"),
    ("watch wilson 5x5", "needs a terminal"),
    ("watch kruskal", "needs a terminal"),
    ("watch", "ALGORITHM"),
    # Books.
    ("book -o book.pdf --count 0", "--count is 0; it must be from 1 to 10000"),
    ("book -o book.pdf --smallest 50x50 --largest 40x50", "The mazes go from 50x50 to 40x50"),
    ("book -o book.pdf --algorithm eller --largest 5xinf", "The size '5xinf'"),
    ("book -o book.pdf --language xx", "--language is 'xx'; it must be one of en, it, pt, fa, pa"),
    ("book -o book.pdf --smallest 5", "The size '5' is not WIDTHxHEIGHT"),
    ("book -o book.pdf -o no/book.pdf", "The folder 'no'"),
    ("book -o book.pdf -o book.txt", "does not end in .pdf"),
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
    (folder / "there.zarr").mkdir()
    (folder / "there.zarr" / "zarr.json").touch()
    (folder / "apart.txt").write_text("##.##")
    (folder / "apart.svg").write_text('<svg><circle r="1"/><circle cx="9" r="1"/></svg>')
    return folder


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input_gets_one_sentence(
    words: str,
    sentence: str,
    bad_files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if words.endswith(".zarr"):
        pytest.importorskip("zarr")
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
