"""``--mask`` and ``--letters`` on the command line."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import run

import labirinto
from labirinto.grids import letters, mask, pieces_of


def test_a_silhouette_is_the_one_of_the_library(tmp_path: Path) -> None:
    done = run("wilson", "30x25", "--mask", "heart", "--seed", "7", "-o", "maze.png", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    maze = labirinto.wilson(mask("heart", 30, 25), seed=7)
    assert labirinto.load(tmp_path / "maze.png") == maze


@pytest.mark.parametrize(
    "words",
    [
        ["20x15", "--mask", "star", "--stretch"],
        ["20x15", "--mask", "ring", "--invert", "--pieces", "largest"],
        ["40x12", "--letters", "I ♥ A"],
        ["--mask", "rows.txt"],
        ["--mask", "##XX"],
        ["--mask", "# ##", "--pieces", "largest"],
        ["9x3", "--mask", "my picture.png", "--threshold", "0.4"],
    ],
)
def test_the_command_that_is_printed_makes_the_maze_again(words: list[str], tmp_path: Path) -> None:
    from PIL import Image

    (tmp_path / "rows.txt").write_text("#####\n#...#\n#####\n")
    Image.new("L", (3, 1), 90).save(tmp_path / "my picture.png")
    first = run("wilson", *words, cwd=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    *_, command = first.stdout.splitlines()
    again = run(*shlex.split(command)[1:], cwd=tmp_path)
    assert again.stdout == first.stdout


@pytest.mark.parametrize("words", [["Anna"], ["I ♥ A", "--invert"], ["Hi", "--pieces", "largest"]])
def test_letters_in_a_file_have_a_size_that_the_command_repeats(
    words: list[str], tmp_path: Path
) -> None:
    first = run("wilson", "--letters", *words, "-o", "maze.svg", cwd=tmp_path)
    assert (first.returncode, first.stdout) == (0, "")
    maze = labirinto.load(tmp_path / "maze.svg")
    command = first.stderr.strip()
    assert f" {maze.width}x{maze.height} " in command
    run(*shlex.split(command)[1:], "-o", "again.svg", cwd=tmp_path)
    assert labirinto.load(tmp_path / "again.svg") == maze
    options = {"invert": True} if "--invert" in words else {}
    options |= {"pieces": "largest"} if "largest" in words else {}
    assert maze.grid == letters(words[0], **options)


def test_the_bits_of_a_mask_make_the_maze_again(tmp_path: Path) -> None:
    grid = mask("#####\n#...#\n#####")
    maze = labirinto.wilson(grid, seed=7)
    words = shlex.split(maze.recipe.command) if maze.recipe else []
    assert words[3] == "--mask"
    run(*words[1:], "-o", "maze.json", cwd=tmp_path)
    assert labirinto.load(tmp_path / "maze.json") == maze


def test_info_tells_the_command_of_a_shape(tmp_path: Path) -> None:
    run("wilson", "30x9", "--letters", "Hi", "--seed", "7", "-o", "maze.svg", cwd=tmp_path)
    shown = run("info", "maze.svg", cwd=tmp_path).stdout
    grid = letters("Hi", 30, 9)
    assert f"size        30 x 9, {len(grid)} cells" in shown
    found = re.search(r"recipe +(labirinto .*?)( \(|$)", shown, re.MULTILINE)
    assert run(*shlex.split(found[1])[1:], cwd=tmp_path).stdout.startswith(
        str(labirinto.wilson(grid, seed=7))
    )


def test_each_piece_has_a_maze_and_a_file_of_its_own(tmp_path: Path) -> None:
    words = ["78x24", "--letters", "Anna", "--pieces", "each", "--solution"]
    done = run("wilson", *words, "-o", "m.svg", "-o", "m.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    pieces = pieces_of(letters("Anna", 78, 24, pieces="each"))
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [f"m-{k}.{end}" for k in range(1, 5) for end in ("json", "svg")]
    commands = done.stderr.splitlines()
    for number, (piece, command) in enumerate(zip(pieces, commands, strict=True), 1):
        maze = labirinto.load(tmp_path / f"m-{number}.json")
        assert maze.grid == piece
        assert maze.recipe.command == command
    one = run("wilson", "9x8", "--mask", "heart", "--pieces", "each", "-o", "h.json", cwd=tmp_path)
    maze = labirinto.load(tmp_path / "h-1.json")
    assert labirinto.load(tmp_path / "h-1.json").grid == mask("heart", 9, 8)
    assert one.stderr == f"labirinto wilson 9x8 --mask heart --seed {maze.recipe.seed}\n"
    (tmp_path / "dots.txt").write_text("##.#\n")
    words = ["--mask", "dots.txt", "--pieces", "each", "--solution", "-o", "dots.svg"]
    refused = run("wilson", *words, cwd=tmp_path)
    assert "One of the pieces is a single cell, which has no start" in refused.stderr
    assert len(list(tmp_path.iterdir())) == 10


def test_the_number_of_a_piece_comes_before_the_whole_extension(tmp_path: Path) -> None:
    (tmp_path / "dots.txt").write_text("##.##\n")
    words = ["wilson", "--mask", "dots.txt", "--pieces", "each"]
    targets = ["m.plot.svg", "m.tiles.png", "m.blocks.txt", "m.v2.json"]
    done = run(*words, *[word for name in targets for word in ("-o", name)], cwd=tmp_path)
    assert done.returncode == 0
    numbered = {f"m-{k}.{end}" for k in (1, 2) for end in ("plot.svg", "tiles.png", "blocks.txt")}
    expected = {"dots.txt", "m.v2-1.json", "m.v2-2.json", *numbered}
    assert {path.name for path in tmp_path.iterdir()} == expected
    refused = run(*words, "-o", ".svg", "-f", "json", cwd=tmp_path)
    assert (refused.returncode, len(list(tmp_path.iterdir()))) == (2, len(expected))
    assert "'.svg' has no name before its extension" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rooms", "1", "-o", "m.svg"], "Of 1 room none fits into the 2x2 maze"),
        (["--ends", "0,0-4,4", "-o", "m.svg"], "4,4"),
        (["--ends", "0,0-4,4", "--paper", "a4", "-o", "m.pdf"], "4,4"),
        (["--animate", "--ends", "0,0-4,4", "-o", "m.gif"], "4,4"),
    ],
)
def test_no_piece_is_written_if_another_cannot_be(
    words: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text("#####.##\n#####.##\n#####...\n#####...\n#####...\n")
    refused = run("wilson", "--mask", "two.txt", "--pieces", "each", *words, cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("labirinto: Piece 2 of 2: ")
    assert message in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["two.txt"]


def test_equal_pieces_have_mazes_of_their_own_that_their_recipes_make_again(tmp_path: Path) -> None:
    (tmp_path / "twins.txt").write_text("######.######\n" * 6)
    words = ["wilson", "--mask", "twins.txt", "--pieces", "each", "--seed", "Anna"]
    for folder in ("first", "again"):
        (tmp_path / folder).mkdir()
        run(*words, "-o", f"{folder}/m.json", cwd=tmp_path)
    one, other = (labirinto.load(tmp_path / f"first/m-{k}.json") for k in (1, 2))
    assert one.grid == other.grid
    assert one != other
    for number, maze in enumerate((one, other), 1):
        assert maze == labirinto.load(tmp_path / f"again/m-{number}.json")
        run(*shlex.split(maze.recipe.command)[1:], "-o", "made.json", cwd=tmp_path)
        assert labirinto.load(tmp_path / "made.json") == maze


def test_another_mask_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("###\n#..\n")
    done = run("wilson", "--mask", "rows.txt", "--digest", "01234567", cwd=tmp_path)
    assert done.returncode == 2
    assert re.fullmatch(
        r"labirinto: The shape has the digest [0-9a-f]{8}, not 01234567: .*\n", done.stderr
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["eller", "9x9", "--mask", "heart"], "eller makes rectangles only; .* wilson"),
        (["wilson", "9x9", "--mask", "heart", "--letters", "A"], "--mask and --letters cannot"),
        (["wilson", "9x9", "--invert"], "--invert has no effect without --mask or --letters; add"),
        (["wilson", "9x9", "--mask", "ring", "--font", __file__], "effect without --letters"),
        (["wilson", "9x9", "--letters", "A", "--stretch"], "effect without --mask"),
        (["wilson", "9x9", "--mask", "hart"], "no file or silhouette 'hart'"),
        (["wilson", "9x9", "--mask", "heart", "--threads", "2"], "--threads has no effect"),
        (["eller", "9x9", "--mask", "heart", "--animate", "-o", "x.gif"], "rectangles only"),
        (["watch", "wilson", "9x9", "--mask", "heart"], "needs a terminal"),
        (["watch", "eller", "9x9", "--mask", "heart"], "eller makes rectangles only"),
        (["watch", "wilson-walls", "9x9", "--mask", "heart"], "whole rectangles only|a terminal"),
        (
            ["wilson", "9x9", "--mask", "heart", "--pieces", "each"],
            "needs a file of its own; add -o",
        ),
        (["wilson", "9x9", "--mask", "heart", "-o", "x.tokens.txt"], "txt does not hold masks"),
        (["wilson", "--mask", "heart", "-o", "x.svg"], "Give the width and the height"),
        (["wilson", "9x9", "--mask", "bits:AAAA", "--invert"], "--invert has no effect on"),
        (["wilson", "9x9", "--mask", "bits:AAAA"], "bits of the mask are damaged|not those"),
        (["wilson", "9x9", "--mask", "heart", "--ends", "0,0-8,8"], "outside the shape"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], message: str, tmp_path: Path
) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert re.search(message, done.stderr)
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
