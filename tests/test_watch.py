"""`labirinto watch`: its words, its speed and its keys."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from itertools import product

import pytest
from scenes import run as run_scene
from textual.pilot import Pilot
from tiers import thinned

import labirinto
from labirinto.animate import FILMS, Kind, Position, record
from labirinto.animate.look import Look
from labirinto.cli.watch_app import Window
from labirinto.cli.watch_player import FASTEST, Player
from labirinto.cli.watch_screen import Capabilities
from labirinto.cli.watch_words import NARROWEST, Words
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.style import Style
from labirinto.formats.text import text_lines

# Words.


@pytest.mark.parametrize(
    ("columns", "name"), thinned(product([NARROWEST, 60, 75, 76, 80, 200], FILMS), 5)
)
def test_words_fit_into_the_window(columns, name):
    words = Words(name, f"labirinto {name} 39x19 --seed {'long ' * 200}")
    player = Player(record(name, 14, 9, seed=3))
    player.speed = FASTEST
    height = words.height(columns)
    position = player.position
    while True:
        lines = [
            words.state(position, columns, playing=player.playing, speed=player.speed),
            words.counts(position, columns),
            *words.caption(position, columns),
        ]
        assert len(lines) <= height
        assert max(map(len, lines)) <= columns - 2
        if position.is_last:
            break
        position.forward()
    assert lines[2].startswith("The maze is complete.")
    assert lines[3].startswith("labirinto") or "large mazes in this" in " ".join(lines[2:4])
    assert max(map(len, words.help(columns))) <= columns - 2
    assert Words(name, "", ascii_only=True).help(columns)[4].isascii()


def test_the_caption_is_the_sentence_of_the_explanation():
    position = Position(record("eller", 5, 5, seed=1))
    words = Words("eller", "labirinto eller 5x5")
    assert words.caption(position, 80) == ("1. Each cell of the first row is a set of its own.",)
    assert words.counts(position, 80) == "cells joined: 0 of 25"
    walked = Position(record("wilson", 2, 1, seed=1), 99)
    assert Words("wilson", "").counts(walked, 80) == (
        "cells joined: 2 of 2   steps walked: 1   loops erased: 0"
    )


# Playing.


def test_time_makes_steps():
    film = record("wilson", 9, 9, seed=1)
    player = Player(film, 100)
    player.pass_time(0.05)
    assert player.position.at == 5
    for _ in range(3):
        player.pass_time(0.005)
    assert player.position.at == 6
    player.pass_time(3600)  # the machine has slept
    assert player.position.at == 31
    player.play_or_pause()
    player.pass_time(0.2)
    assert player.position.at == 31
    player.speed = FASTEST
    player.play_or_pause()
    player.pass_time(0.2)
    assert player.position.is_last
    assert not player.playing
    player.play_or_pause()
    assert (player.position.at, player.playing) == (0, True)


def test_a_film_takes_about_a_minute():
    for name in FILMS:
        film = record(name, 30, 15, seed=1)
        assert 20 <= len(film) / Player(film).speed <= 100


def test_speeds_are_steps_of_a_row():
    player = Player(record("wilson", 5, 5, seed=1), 3.5)
    player.change_speed(faster=True)
    assert player.speed == 5
    player.change_speed(faster=False)
    player.change_speed(faster=False)
    assert player.speed == 1
    player.change_speed(faster=False)
    assert player.speed == 1
    for _ in range(30):
        player.change_speed(faster=True)
    assert player.speed == FASTEST


@pytest.mark.parametrize(
    ("name", "kind"),
    [("wilson", Kind.JOINED), ("eller", Kind.ROW), ("kruskal", Kind.OPENED)],
)
def test_landmarks(name, kind):
    film = record(name, 6, 6, seed=1)
    player = Player(film)
    expected = [at for at in range(len(film)) if film.kind(at) == kind]
    for at in expected:
        player.go_to_landmark(forward=True)
        assert player.position.at == at
    assert not player.playing
    player.go(len(film))
    for at in reversed(expected[:-1] if expected[-1] == len(film) - 1 else expected):
        player.go_to_landmark(forward=False)
        assert player.position.at == at
    player.go_to_landmark(forward=False)
    assert player.position.at == 0


# Keys.


def in_window(
    act: Callable[[Pilot[None]], Awaitable[None]],
    name: str = "wilson",
    width: int = 12,
    height: int = 8,
    size: tuple[int, int] = (80, 24),
    speed: float = 0.001,
) -> Window:
    """A window after some actions."""
    film = record(name, width, height, seed=1)
    command = f"labirinto {name} {width}x{height} --seed 1"
    capabilities = Capabilities(Look.of(Style.preset("dark")))
    window = Window(Player(film, speed), capabilities, Words(name, command))

    async def scene() -> None:
        async with window.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    run_scene(scene())
    return window


def shown(window: Window) -> str:
    """The text of a window."""
    return "\n".join(strip.text for strip in window.stage.render_lines(window.stage.region))


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Waits for something."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def test_keys_step_and_jump():
    async def act(pilot: Pilot[None]) -> None:
        window = pilot.app
        assert isinstance(window, Window)
        player = window.player
        last = len(player.position.film) - 1

        async def at(key: str) -> int:
            await pilot.press(key)
            assert f"step {player.position.at:,} of {last:,}" in shown(window)
            assert not player.playing
            return player.position.at

        assert [await at(key) for key in ("right", "full_stop", "left", "comma")] == [1, 2, 1, 0]
        assert [await at(key) for key in ("right_square_bracket", "pagedown")] == [20, 40]
        assert [await at(key) for key in ("left_square_bracket", "pageup", "left")] == [20, 0, 0]
        joined = [step for step in range(last + 1) if player.position.film.kind(step) == 5]
        assert [await at(key) for key in ("n", "n", "p")] == [joined[0], joined[1], joined[0]]
        assert await at("end") == last
        assert "The maze is complete" in shown(window)
        assert "labirinto wilson 12x8 --seed 1" in shown(window)
        assert "cells joined: 96 of 96" in shown(window)
        maze = labirinto.wilson(12, 8, seed=1)
        drawn = [line.strip() for line in shown(window).splitlines() if line.strip()]
        assert drawn[: 2 * 8 + 1] == list(text_lines(Drawing(maze)))
        assert [await at(key) for key in ("home", "e", "0")] == [0, last, 0]

    in_window(act)


def test_it_plays_pauses_and_stays_at_the_end():
    async def act(pilot: Pilot[None]) -> None:
        window = pilot.app
        assert isinstance(window, Window)
        player = window.player
        assert player.playing
        await pilot.press("space")
        assert not player.playing
        before = player.position.at
        await pilot.press("plus", "up", "minus")
        assert player.speed == 1
        await pilot.press(*["plus"] * 20)
        assert player.speed == FASTEST
        assert player.position.at == before
        await pilot.press("space")
        await until(pilot, lambda: player.position.is_last)
        assert "The maze is complete" in shown(window)
        assert not player.playing
        await pilot.press("space")
        await until(pilot, lambda: player.position.is_last and not player.playing)
        await until(pilot, lambda: "The maze is complete" in shown(window))

    in_window(act)


def test_help_covers_the_picture_and_goes_again():
    async def act(pilot: Pilot[None]) -> None:
        window = pilot.app
        assert isinstance(window, Window)
        await pilot.press("space")
        before = shown(window)
        for key in ("question_mark", "h"):
            await pilot.press(key)
            assert "faster, slower" in shown(window)
            await pilot.press("escape")
            assert shown(window) == before

    in_window(act)


def test_a_window_that_becomes_too_small_says_so_and_recovers():
    async def act(pilot: Pilot[None]) -> None:
        window = pilot.app
        assert isinstance(window, Window)
        await pilot.press("space")
        before = shown(window)
        for width, height in ((80, 12), (40, 24), (3, 1)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda: not window.stage.shows_picture)
        await pilot.resize_terminal(60, 14)
        await until(pilot, lambda: "12x8 maze needs" not in shown(window))
        assert window.stage.shows_picture
        await pilot.resize_terminal(50, 10)
        await until(pilot, lambda: "The 12x8 maze needs 44 columns and" in shown(window))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: shown(window) == before)

    in_window(act)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "escape"])
def test_it_can_be_quit(key):
    async def act(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await until(pilot, lambda: not pilot.app.is_running)

    in_window(act)
