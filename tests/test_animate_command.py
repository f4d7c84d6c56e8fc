"""``labirinto animate``: every algorithm and format, and one sentence for every error."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from commands import begin, run
from PIL import Image
from tiers import FEW, sample

import labirinto
from labirinto.animate.saving import FORMATS
from labirinto.cli.animation import MOVING_FORMATS


def test_the_command_line_knows_the_formats() -> None:
    assert MOVING_FORMATS == FORMATS


@pytest.mark.parametrize("algorithm", sample(labirinto.ALGORITHMS, *FEW))
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
