"""Films as animations, read back by other programs."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from programs import chromium
from tiers import examples, sample, thinned

import labirinto
from labirinto import Rectangle
from labirinto.algorithms import textbook
from labirinto.algorithms.textbook import steps as happened
from labirinto.animate import (
    FILMS,
    Film,
    Mark,
    Position,
    Timing,
    frames,
    record,
    save,
    saving,
)
from labirinto.animate.look import Look
from labirinto.animate.saving import FORMATS, check_picture, maze_of
from labirinto.errors import InvalidValueError, MissingExtraError, TooLargeError

PIXELS = ("gif", "webp", "apng")
SMALL = labirinto.Style(cell=7, wall=2, margin=3)
SOME = ("wilson", "wilson-walls", "eller", "kruskal", "recursive-division")
"""Films with all kinds of steps."""
films = st.sampled_from(sorted(FILMS))
sides = st.integers(1, 9)


def saved(film: Film, format: str, **options: object) -> bytes:
    """The bytes of an animation."""
    stream = io.BytesIO()
    save(film, stream, format=format, **{"style": SMALL} | options)  # type: ignore[arg-type]
    return stream.getvalue()


def pictures(data: bytes) -> list[tuple[Image.Image, float]]:
    """All frames as Pillow shows them, and for how many milliseconds."""
    image = Image.open(io.BytesIO(data))
    seen = []
    first = 1 if image.info.get("default_image") else 0
    for frame in range(first, image.n_frames):
        image.seek(frame)
        image.load()
        seen.append((image.convert("RGB"), image.info["duration"]))
    return seen


def drawn(film: Film, **options: object) -> Image.Image:
    """The finished maze as the library draws it."""
    stream = io.BytesIO()
    labirinto.save(maze_of(film), stream, format="png", **{"style": SMALL} | options)  # type: ignore[arg-type]
    return Image.open(stream).convert("RGB")


# Frames.


@given(st.integers(2, 500), st.integers(2, 500))
def test_frames_share_the_steps_in_order_and_the_last_is_alone(steps: int, count: int) -> None:
    count = min(steps, count)
    last = frames.last_steps(steps, count)
    assert len(last) == count
    assert last[-2:] == [steps - 2, steps - 1]
    assert last == sorted(set(last))


@given(st.integers(2, 10**6), st.floats(0.1, 600), st.floats(0.1, 50))
def test_frames_keep_the_duration(steps: int, duration: float, fps: float) -> None:
    times = Timing(duration, fps).frames(steps)
    assert times[0] == 0
    assert times[-1] == round(100 * duration)
    assert len(times) - 1 == min(steps, max(2, int(duration * fps + 1e-9)))
    assert all(later - before >= 2 for before, later in zip(times, times[1:]))  # noqa: B905, RUF007


@pytest.mark.parametrize("format", PIXELS)
def test_a_frame_may_be_as_long_as_the_longest_duration_and_hold(format: str) -> None:
    seen = pictures(saved(record("wilson", 1, 1, seed=1), format, duration=600, hold=600))
    assert sum(time for _, time in seen) == 1_200_000
    still = drawn(record("wilson", 1, 1, seed=1), style=SMALL)
    assert seen[-1][0].tobytes() == still.tobytes()


def test_a_short_film_is_short() -> None:
    assert Timing().frames(8) == [0, 25, 50, 75, 100, 125, 150, 175, 200]
    assert Timing().frames(40)[-1] == Timing().frames(10**6)[-1] == 1000
    assert len(Timing().frames(10**6)) == 251


@examples(150)
@given(films, sides, sides, st.integers(0, 2**64 - 1), st.integers(2, 40))
def test_all_that_joins_appears(name: str, width: int, height: int, seed: int, count: int) -> None:
    film = record(name, width, height, seed=seed)
    count = min(len(film), count)
    position = Position(film)
    shown = [0] * len(position.scene.words)
    at = 0
    for last, changed in zip(
        frames.last_steps(len(film), count), frames.frame_changes(film, count), strict=True
    ):
        fresh = set()
        for step in range(at, last + 1):
            position.go(step)
            words = position.scene.words
            fresh |= {slot for slot, word in enumerate(words) if word & Mark.FRESH}
        at = last + 1
        for slot, word in changed:
            assert shown[slot] != word
            shown[slot] = word
        expected = [
            word | (Mark.FRESH if slot in fresh else 0)
            for slot, word in enumerate(position.scene.words)
        ]
        assert shown == expected
    assert position.is_last
    assert shown == list(position.scene.words)


# Pictures of pixels.


@pytest.mark.parametrize(
    ("name", "format", "preset"), thinned(product(FILMS, PIXELS, ["light", "dark"]), 7)
)
def test_the_last_frame_is_the_drawing(name: str, format: str, preset: str) -> None:
    style = labirinto.Style.preset(preset, cell=8, wall=3, margin=1)
    film = record(name, 9, 7, seed=5)
    seen = pictures(saved(film, format, style=style, duration=2, hold=1.5))
    assert seen[-1][0].tobytes() == drawn(film, style=style).tobytes()
    assert sum(time for _, time in seen) == 3500
    assert seen[-1][1] >= 1500
    assert 10 < len(seen) <= 50


@pytest.mark.parametrize("name", sample(FILMS, *SOME))
def test_all_formats_show_the_same(name: str) -> None:
    film = record(name, 6, 5, seed=3)
    gif, webp, apng = (pictures(saved(film, kind, fps=10, duration=3)) for kind in PIXELS)
    assert len(gif) == len(webp) == len(apng)
    for one, other, third in zip(gif, webp, apng, strict=True):
        assert one[0].tobytes() == other[0].tobytes() == third[0].tobytes()
        assert one[1] == other[1] == third[1]


@pytest.mark.parametrize("margin", [0, 12])
def test_every_joined_path_is_painted(margin: int) -> None:
    style = labirinto.Style(cell=10, wall=2, margin=margin)
    film = record("wilson", 9, 8, seed=2)
    fresh = Look.of(style).fresh
    painted = set()
    for picture, _ in pictures(saved(film, "gif", style=style, duration=1, fps=12)):
        for x in range(9):
            for y in range(8):
                if picture.getpixel((margin + 10 * x + 6, margin + 10 * y + 6)) == fresh:
                    painted.add((x, y))
    joined = {
        cell
        for step in textbook.Run("wilson", 9, 8, seed=2)
        if isinstance(step, happened.PathJoined)
        for cell in step.path
    }
    assert painted >= joined


def test_a_walk_on_walls_is_where_walls_will_be() -> None:
    style = labirinto.Style(cell=12, wall=2, margin=6)
    film = record("wilson-walls", 8, 6, seed=1)
    look = Look.of(style)
    colours = set()
    for picture, _ in pictures(saved(film, "gif", style=style, duration=9, fps=50)):
        for x in range(8):
            for y in range(6):
                assert picture.getpixel((6 + 12 * x + 7, 6 + 12 * y + 7)) == look.inside
        colours |= {colour for _, colour in picture.getcolors(256)}
    assert {look.walk, look.here, look.fresh, look.lost, look.walls} <= colours


@pytest.mark.parametrize("format", PIXELS)
def test_it_loops_or_does_not(format: str) -> None:
    film = record("eller", 4, 3, seed=1)
    assert Image.open(io.BytesIO(saved(film, format))).info["loop"] == 0
    once = Image.open(io.BytesIO(saved(film, format, loop=False)))
    assert once.info.get("loop", 1) == 1


def test_the_recipe_is_in_the_file() -> None:
    film = record("eller", 5, 4, seed="anna", join=0.7)
    recipe = labirinto.eller(5, 4, seed="anna", join=0.7).recipe
    gif, webp, apng = (Image.open(io.BytesIO(saved(film, kind))) for kind in PIXELS)
    apng.load()
    for notes in (gif.info["comment"], webp.getexif()[0x010E], apng.text["Labirinto"]):
        assert json.loads(notes)["recipe"] == recipe.as_dict()


def test_a_maze_that_generate_does_not_make_has_no_recipe() -> None:
    assert maze_of(record("wilson", 6, 5, seed=1)).recipe
    assert maze_of(record("wilson-walls", 6, 5, seed=1)).recipe is None
    # The library walks on the walls there.
    long = maze_of(record("wilson-walls", 1100, 2, seed=1))
    assert long.recipe == labirinto.wilson(1100, 2, seed=1).recipe


@pytest.mark.parametrize("name", ["m.apng", "m.PNG", "m.svg"])
def test_formats_with_a_still_picture_can_be_loaded(name: str, tmp_path: Path) -> None:
    film = record("kruskal", 7, 5, seed=4)
    save(film, tmp_path / name, ends=labirinto.Ends((0, 0), (6, 4)))
    maze = labirinto.load(tmp_path / name)
    assert maze == labirinto.kruskal(7, 5, seed=4)
    assert maze.recipe == labirinto.kruskal(7, 5, seed=4).recipe


@pytest.mark.parametrize("format", PIXELS)
def test_the_solution_appears_while_the_maze_is_held(format: str) -> None:
    film = record("wilson", 7, 5, seed=4)
    maze = labirinto.wilson(7, 5, seed=4)
    ends = labirinto.suggest_ends(maze, "border")
    path = labirinto.solve(maze, *ends)
    seen = pictures(saved(film, format, path=path, ends=ends, hold=3, duration=1))
    assert seen[-1][0].tobytes() == drawn(film, path=path, ends=ends).tobytes()
    assert seen[-1][1] == 3000
    assert seen[-2][0].tobytes() == drawn(film).tobytes()


@pytest.mark.parametrize("name", sample(FILMS, *SOME))
def test_the_smallest_mazes_move_too(name: str) -> None:
    for width, height in ((1, 1), (1, 2), (2, 1)):
        film = record(name, width, height, seed=1)
        for kind in FORMATS:
            assert saved(film, kind)


# SVG.


@pytest.mark.parametrize("name", sample(FILMS, *SOME))
def test_svg_is_small_and_has_no_script(name: str) -> None:
    data = saved(record(name, 12, 9, seed=1), "svg")
    root = ElementTree.fromstring(data)
    assert not {element.tag.split("}")[1] for element in root.iter()} & {"script", "style"}
    assert len(data) < 100_000
    for animation in root.iter("{http://www.w3.org/2000/svg}animate"):
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        assert len(times) == len(animation.get("values", "").split(";")) > 1
        assert times[0] == 0
        assert times == sorted(set(times))
        assert times[-1] <= 1
        assert animation.get("repeatCount") == "indefinite"


def test_too_many_changes_for_svg_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from labirinto.animate import animated_svg

    monkeypatch.setattr(animated_svg, "MAX_CHANGES", 500)
    with pytest.raises(TooLargeError, match="more than 500 changes"):
        saved(record("kruskal", 20, 20, seed=1), "svg")


PLAY = """
import sys, time
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1] or None, args=["--no-sandbox", "--disable-gpu"]
    )
    page = browser.new_page(viewport={"width": 800, "height": 200})
    names = sys.argv[3:]
    images = "".join(f'<img src="{name}.svg" style="float:left">' for name in names)
    open("page.html", "w").write(f'<body style="margin:0">{images}</body>')
    page.goto("file://" + __import__("os").path.abspath("page.html"))
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    page.screenshot(path="early.png")
    page.wait_for_timeout(1000 * float(sys.argv[2]))
    page.screenshot(path="late.png")
    browser.close()
"""


def test_svg_plays_in_a_browser_as_an_image(tmp_path: Path) -> None:
    seconds = 3  # of which a slow machine takes some before it looks
    style = labirinto.Style(cell=12, wall=2, margin=6)
    shown = {}
    for name in ("wilson", "eller", "kruskal", "wilson-walls"):
        shown[name] = record(name, 9, 7, seed=5)
        options = {"style": style, "duration": seconds, "hold": 30}
        save(shown[name], tmp_path / f"{name}.svg", **options)  # type: ignore[arg-type]
    command = [sys.executable, "-c", PLAY, chromium() or "", str(seconds + 0.5), *shown]
    subprocess.run(command, cwd=tmp_path, check=True)
    early, late = (Image.open(tmp_path / f"{n}.png").convert("RGB") for n in ("early", "late"))
    left = 0
    for film in shown.values():
        expected = drawn(film, style=style)
        box = (left, 0, left + expected.width, expected.height)
        left += expected.width
        assert early.crop(box).tobytes() != expected.tobytes()
        assert late.crop(box).tobytes() == expected.tobytes()


# Invalid values.


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"duration": 0}, "duration is 0; it must be a number from 0.1 to 600"),
        ({"duration": -3}, "duration is -3"),
        ({"duration": float("nan")}, "duration is nan"),
        ({"duration": "10"}, "duration is '10'"),
        ({"fps": 0}, "fps is 0; it must be a number from 0.1 to 50"),
        ({"fps": 1e9}, "fps is 1000000000.0"),
        ({"fps": None}, "fps is None"),
        ({"hold": -1}, "hold is -1"),
        ({"hold": float("inf")}, "hold is inf"),
        ({"format": "txt"}, "format is 'txt'; it must be one of gif, webp, apng, png, svg for"),
        ({"format": None}, "give format=, one of gif, webp, apng, png, svg"),
        ({"hold": 0, "ends": labirinto.Ends((0, 0), (1, 1))}, "hold is 0; it must be above 0"),
        ({"ends": labirinto.Ends((0, 0), (9, 9))}, "9,9"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidValueError, match=re.escape(said)):
        saved(record("wilson", 4, 3, seed=1), **{"format": "gif"} | options)  # type: ignore[arg-type]


def test_an_incomplete_film_is_refused() -> None:
    film = Film(textbook.Run("wilson", 5, 5, seed=1), until=9)
    with pytest.raises(InvalidValueError, match="ends before"):
        saved(film, "gif")


def test_pictures_that_are_too_large_are_refused_with_the_cell_that_fits() -> None:
    with pytest.raises(TooLargeError, match=r"4034x4034 pixels.*a cell of at most 28 pixels"):
        check_picture(Rectangle(100, 100), labirinto.Style(cell=40), "gif")
    with pytest.raises(TooLargeError, match="smaller maze or margin"):
        check_picture(Rectangle(100, 100), labirinto.Style(cell=40, wall=30), "gif")
    wide = labirinto.Style(cell=3, margin=0)
    with pytest.raises(TooLargeError, match=r"24002x5 pixels.*smaller maze"):
        check_picture(Rectangle(8000, 1), wide, "webp")
    check_picture(Rectangle(8000, 1), wide, "gif")
    check_picture(Rectangle(100, 100), labirinto.Style(cell=40), "svg")


def test_too_many_large_frames_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "MAX_PIXELS_IN_ALL", 10 * 71 * 50)
    film = record("wilson", 9, 6, seed=1)
    with pytest.raises(TooLargeError, match=r"250 frames of 71x50 pixels.*to 10 with"):
        saved(film, "gif", duration=10)
    assert saved(film, "gif", duration=1, fps=10)


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    film = record("wilson", 4, 3, seed=1)
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    for kind in ("gif", "webp"):
        with pytest.raises(MissingExtraError, match=r"pip install 'labirinto\[images\]'"):
            save(film, tmp_path / f"m.{kind}")
    assert not list(tmp_path.iterdir())
    for kind in ("apng", "svg"):
        save(film, tmp_path / f"m.{kind}")


def test_files_are_written_atomically(tmp_path: Path) -> None:
    (tmp_path / "m.gif").write_text("precious")

    def stop(done: int, total: int) -> None:
        if done == 20:
            raise RuntimeError(f"{done} of {total}")

    with pytest.raises(RuntimeError, match="20 of"):
        save(record("wilson", 9, 9, seed=1), tmp_path / "m.gif", progress=stop)
    assert (tmp_path / "m.gif").read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1
