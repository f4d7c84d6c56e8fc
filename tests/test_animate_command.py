"""``labirinto animate``: every algorithm and format, and one sentence for every error."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from commands import begin, run
from PIL import Image

import labirinto
from labirinto.animate.saving import FORMATS
from labirinto.cli.animation import MOVING_FORMATS


def test_the_command_line_knows_the_formats() -> None:
    assert MOVING_FORMATS == FORMATS


@pytest.mark.parametrize("algorithm", labirinto.ALGORITHMS)
def test_every_algorithm_can_be_animated(algorithm: str, tmp_path: Path) -> None:
    words = ["8x5", "--seed", "3", "--animate", "--solution", "--once", "--duration", "2"]
    done = run(algorithm, *words, "-o", "m.gif", "-o", "m.png", "-o", "m.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    maze = labirinto.generate(algorithm, 8, 5, seed=3)
    assert labirinto.load(tmp_path / "m.png") == labirinto.load(tmp_path / "m.svg") == maze
    with Image.open(tmp_path / "m.gif") as gif:
        assert gif.is_animated
        assert "loop" not in gif.info


def test_an_animation_can_go_to_standard_output(tmp_path: Path) -> None:
    process = begin("wilson", "5x5", "--animate", "-f", "webp", "--style", "dark", cwd=tmp_path)
    assert Image.open(io.BytesIO(process.communicate()[0])).n_frames > 1
    process = begin("wilson", "1100x2", "--seed", "1", "--animate", "-f", "svg", cwd=tmp_path)
    maze = labirinto.load(io.BytesIO(process.communicate()[0]))
    assert maze == labirinto.wilson(1100, 2, seed=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("wilson 5x5 --animate", "add -o and a file name such as maze.gif"),
        ("wilson 5x5 --animate -o -", "add -f and one of gif"),
        (
            "wilson 5x5 --animate -o m.txt",
            "'m.txt' has no extension of an animation; take one of .gif",
        ),
        ("wilson 5x5 --animate -o m.gif -o m.npy", "'m.npy'"),
        ("wilson 5x5 --animate -f pbm", "--format is 'pbm'; it must be one of gif"),
        ("wilson 5x5 --animate -o no/m.gif", "'no'"),
        ("wilson 5x5 --animate -o m.gif --fps 0", "--fps is 0.0"),
        ("wilson 5x5 --animate -o m.gif --duration -1", "--duration is -1.0"),
        ("wilson 5x5 --animate -o m.gif --hold x", "--hold is 'x'; it must be a number"),
        ("wilson 5x5 --animate -o m.gif --solution --hold 0", "--hold is 0"),
        ("wilson 5x5 --fps 9", "--fps is for animations; add --animate"),
        ("wilson 5x5 --once", "add --animate"),
        ("wilson 5x5 -o m.gif", "'m.gif' can only be an animation"),
        ("wilson 300x300 --animate -o m.gif", "90000 cells, too many to watch; take at most 16384"),
        ("wilson 128x128 --cell 60 --animate -o m.gif", "a cell of at most 22 pixels"),
        ("eller 80xinf --animate -o m.gif", "An endless maze cannot be animated"),
        ("eller 8x8 --animate --resume -o m.gif", "cannot be resumed"),
        ("solve m.png -f gif", "'gif'"),
    ],
)
def test_invalid_commands_get_one_sentence(words: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "m.png").touch()
    done = run(*words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("labirinto: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["m.png"]
