"""The gallery of the documentation."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from tiers import sample

SOURCE = Path(__file__).parent.parent / "docs" / "gallery.py"


def gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = gallery()
PICTURES = {picture.name: picture for picture in GALLERY.GALLERY}


@pytest.mark.parametrize("name", sample(PICTURES, "persian.svg", "head.png"))
def test_pictures_are_small_and_the_same_each_time(name: str, tmp_path: Path) -> None:
    made = []
    for file in (tmp_path / f"one-{name}", tmp_path / f"two-{name}"):
        PICTURES[name].draw(file)
        made.append(file.read_bytes())
    assert made[0] == made[1]
    assert 1000 < len(made[0]) < 200_000


def test_the_page_shows_every_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Path] = []
    pictures = tuple(it._replace(draw=drawn.append) for it in GALLERY.GALLERY)
    monkeypatch.setattr(GALLERY, "GALLERY", pictures)
    GALLERY.write(tmp_path, tmp_path / "images", "images")
    page = (tmp_path / "gallery.md").read_text(encoding="utf-8")
    assert [file.name for file in drawn] == list(PICTURES)
    assert all(f"](images/{name})" in page for name in PICTURES)
    assert len(PICTURES) == len(GALLERY.GALLERY)
