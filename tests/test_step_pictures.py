"""Every step of a run has a picture, as notebooks show it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from labirinto.algorithms import textbook
from labirinto.algorithms.textbook import steps as happened
from labirinto.animate import (
    FILMS,
    Film,
    notebook,
)
from labirinto.animate.notebook import step_svg


@pytest.mark.parametrize("name", FILMS)
def test_every_step_has_a_picture(name: str) -> None:
    steps = list(textbook.Run(name, 4, 3, seed=5))
    shown = [step_svg(step) for step in steps]
    for svg in shown:
        ElementTree.fromstring(svg)
    assert len(set(shown)) > len(shown) // 2
    assert step_svg(steps[0]) == shown[0]


def test_a_run_is_filmed_once_for_all_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    filmed = []

    class Counted(Film):
        def __init__(self, *args: object, **options: object) -> None:
            filmed.append(1)
            super().__init__(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(notebook, "Film", Counted)
    steps = list(textbook.Run("aldous-broder", 16, 16, seed=1))
    assert len(steps) > 1000
    for step in steps[::50]:
        assert step_svg(step)
    assert len(filmed) <= 4


def test_a_step_of_a_large_maze_has_no_picture() -> None:
    step = next(textbook.Run("wilson", 200, 200, seed=1))
    assert step_svg(step) is None
    assert step.moment
    assert step_svg(happened.Finished(4)) is None
