"""`labirinto watch`: what is drawn, what keys do, and what is refused."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.pilot import Pilot

import labirinto
from labirinto.animate import FILMS, Kind, Mark, Position, record
from labirinto.animate.look import Look
from labirinto.cli.watch_app import Window
from labirinto.cli.watch_blocks import colour_of
from labirinto.cli.watch_player import FASTEST, Player
from labirinto.cli.watch_screen import Form, Means, Picture
from labirinto.cli.watch_words import NARROWEST, Words
from labirinto.render.drawing import Drawing
from labirinto.render.style import PRESETS, Style
from labirinto.render.text import ASCII, BOX, text_lines

COMMAND = [sys.executable, "-m", "labirinto", "watch"]

LOOK = Look.of(Style.preset("dark"))
COLOURED, PLAIN = Means(LOOK), Means(None)

films = st.sampled_from(sorted(FILMS))
sides = st.integers(1, 9)
seeds = st.integers(0, 2**64 - 1)
forms = st.sampled_from(Form)


def texts(picture):
    """The lines of a picture without their colours."""
    return ["".join(text for text, _, _ in picture.line(y)) for y in range(picture.lines)]


def places(picture):
    """Every character of a picture with its colours."""
    return [
        [(char, front, back) for text, front, back in picture.line(y) for char in text]
        for y in range(picture.lines)
    ]


# What is drawn.


@settings(max_examples=80)
@given(films, sides, sides, seeds, st.booleans(), st.booleans(), st.booleans())
def test_the_last_frame_is_the_maze_as_text(name, width, height, seed, wide, ascii_only, colour):
    film = record(name, width, height, seed=seed)
    means = Means(LOOK if colour else None, ascii_only)
    picture = Picture(Position(film, len(film)).scene, Form.WIDE if wide else Form.NARROW, means)
    maze = labirinto.Maze(width, height, film.rows)
    drawn = text_lines(Drawing(maze), ASCII if ascii_only else BOX, wide=wide)
    assert texts(picture) == list(drawn)
    assert (picture.columns, picture.lines) == (len(texts(picture)[0]), len(texts(picture)))


@settings(max_examples=80)
@given(films, sides, sides, seeds, st.sampled_from(sorted(PRESETS)))
def test_the_last_frame_in_halves_is_the_blocks_of_the_maze(name, width, height, seed, style):
    film = record(name, width, height, seed=seed)
    look = Look.of(Style.preset(style))
    picture = Picture(Position(film, len(film)).scene, Form.HALVES, Means(look))
    upper = [[front for _, front, _ in line] for line in places(picture)]
    lower = [[back for _, _, back in line] for line in places(picture)]
    rows = [row for pair in zip(upper, lower, strict=True) for row in pair]
    assert rows.pop() == [look.inside] * (2 * width + 1)
    blocks = labirinto.Maze(width, height, film.rows).blocks()
    expected = blocks.tolist()
    assert [[colour == look.walls for colour in row] for row in rows] == expected
    assert {colour for row in rows for colour in row} == {look.walls, look.inside}


@settings(max_examples=150)
@given(films, sides, sides, seeds, forms, st.booleans(), st.data())
def test_painting_what_has_changed_is_enough(name, width, height, seed, form, colour, data):
    film = record(name, width, height, seed=seed)
    position = Position(film)
    means = Means(LOOK if colour or form is Form.HALVES else None)
    picture = Picture(position.scene, form, means)
    painted = places(picture)
    steps = st.one_of(st.integers(-3, 3), st.integers(-len(film), len(film)))
    for step in data.draw(st.lists(steps, min_size=1, max_size=12)):
        position.go(position.at + step)
        whole = places(picture)
        for line, begin, end in picture.changes():
            painted[line][begin:end] = whole[line][begin:end]
        assert painted == whole
        assert whole == places(Picture(Position(film, position.at).scene, form, means))
    assert not list(picture.changes())


def test_a_single_step_paints_little():
    position = Position(record("wilson", 60, 40, seed=1), 500)
    picture = Picture(position.scene, Form.HALVES, COLOURED)
    position.forward()
    changes = list(picture.changes())
    assert 1 <= len(changes) <= 4
    assert all(end - begin <= 12 for _, begin, end in changes)


def test_a_walk_is_drawn_from_cell_to_cell():
    film = record("wilson", 9, 9, seed=5)
    position = Position(film)
    while position.kind != Kind.ERASED:
        position.forward()
    scene = position.scene
    marked = [word for word in scene.words if word & Mark.WALK and not word & Mark.HERE]
    edges = sum(bool(word & mark) for word in scene.words for mark in (64, 128))
    lines = places(Picture(scene, Form.HALVES, COLOURED))
    seen = [colour for line in lines for _, upper, lower in line for colour in (upper, lower)]
    assert seen.count(LOOK.walk) == len(marked) + edges
    assert seen.count(LOOK.here) == 1
    assert seen.count(LOOK.lost) == sum(bool(word & Mark.LOST) for word in scene.words) > 0


def test_a_walk_on_walls_is_drawn_from_corner_to_corner():
    film = record("wilson-walls", 9, 9, seed=5)
    position = Position(film, 12)
    walked = sum(bool(word & Mark.WALK) for word in position.scene.words)
    assert walked > 1
    text = "\n".join(texts(Picture(position.scene, Form.NARROW, Means(None, ascii_only=True))))
    assert text.count("o") == 2 * (walked - 1)  # corners, and what is between them
    assert text.count("@") == 1


def test_the_current_row_and_its_sets_are_to_be_seen_without_colours():
    film = record("eller", 12, 4, seed=2)
    position = Position(film)
    while position.kind != Kind.ROW or position.scene.words[12] & Mark.ROW == 0:
        position.forward()
    lines = texts(Picture(position.scene, Form.WIDE, PLAIN))
    assert [line[0] == line[-1] == "@" for line in lines].index(True) == 3
    letters = [lines[3][4 * x + 2] for x in range(12)]
    sets = [position.scene.set_of(x, 1) for x in range(12)]
    assert [letters.index(letter) for letter in letters] == [sets.index(one) for one in sets]


@pytest.mark.parametrize("style", PRESETS)
def test_sixteen_colours_tell_apart_what_matters(style):
    look = Look.of(Style.preset(style))
    words = [1 << 11, 0, Mark.IN, Mark.HERE, Mark.FRESH, Mark.WALK]
    words += [(number << 16) | Mark.IN for number in range(1, 7)]
    colours = {colour_of(word, look, few=True) for word in words}
    assert len(colours) == len(words)
    assert all(part in (0, 85, 170, 255) for colour in colours for part in colour)


def test_the_form_is_the_largest_that_fits():
    assert COLOURED.form(19, 9, (80, 20)) is Form.WIDE
    assert COLOURED.form(20, 9, (80, 20)) is Form.HALVES
    assert COLOURED.form(39, 19, (79, 20)) is Form.HALVES
    assert COLOURED.form(39, 19, (78, 20)) is None
    assert PLAIN.form(39, 9, (79, 19)) is Form.NARROW
    assert PLAIN.form(39, 9, (79, 18)) is None
    assert Means(LOOK, ascii_only=True).smallest is Form.NARROW
    for form in Form:
        for room in ((79, 20), (80, 21), (1, 1), (0, 0)):
            size = form.largest(room)
            if min(size) > 0:
                assert all(
                    taken <= side for taken, side in zip(form.room(*size), room, strict=True)
                )
                more = form.room(size[0] + 1, size[1] + 1)
                assert all(taken > side for taken, side in zip(more, room, strict=True))


# What is said.


@pytest.mark.parametrize("name", FILMS)
@pytest.mark.parametrize("columns", [NARROWEST, 60, 75, 76, 80, 200])
def test_words_fit_into_the_window(name, columns):
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
    assert lines[3].startswith("labirinto") or "are made like this" in " ".join(lines[2:4])
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


# How it plays.


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
    """A window in which something is done."""
    film = record(name, width, height, seed=1)
    command = f"labirinto {name} {width}x{height} --seed 1"
    window = Window(Player(film, speed), COLOURED, Words(name, command))

    async def run() -> None:
        async with window.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(run())
    return window


def shown(window: Window) -> str:
    """All that stands in a window."""
    return "\n".join(strip.text for strip in window.stage.render_lines(window.stage.region))


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Waits for something."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def test_keys_step_jump_and_tell_where_it_is():
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
            await until(pilot, lambda: not window.stage.is_seen)
        await pilot.resize_terminal(60, 14)
        await until(pilot, lambda: "12x8 maze needs" not in shown(window))
        assert window.stage.is_seen
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


# On the command line.

REFUSED = [
    (["prim", "5x5"], "'prim'; there are wilson, eller"),
    (["wilson", "0x5"], "width 0"),
    (["wilson", "-5x5"], "'-5x5'"),
    (["wilson", "much"], "'much'"),
    (["eller", "5xinf"], "'5xinf'"),
    (["wilson", "200x200"], "40000 cells; at most 16384"),
    (["wilson", "5x5", "--speed", "0"], "speed is 0"),
    (["wilson", "5x5", "--speed", "-3"], "speed is -3"),
    (["wilson", "5x5", "--speed", "nan"], "speed is nan"),
    (["wilson", "5x5", "--speed", "1e9"], "at most 100000"),
    (["wilson", "5x5", "--speed", "fast"], "'fast'"),
    (["wilson", "5x5", "--join", "0.5"], "'join' for Wilson's"),
    (["eller", "5x5", "--join", "2"], "join is 2.0"),
    (["wilson", "5x5", "--seed", ""], "seed is empty"),
    (["wilson", "5x5", "--style", "neon"], "'neon'"),
    (["wilson", "5x5"], "no terminal"),
    (["kruskal"], "no terminal"),
    ([], "ALGORITHM"),
]


@pytest.mark.parametrize(("words", "named"), REFUSED, ids=lambda value: " ".join(value)[:40])
def test_bad_input_gets_one_sentence(words, named):
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("labirinto: ")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *command: str, columns: int = 80, lines: int = 24, **env: str) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("4H", lines, columns, 0, 0))
        self.before = termios.tcgetattr(self._slave)
        inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=inherited | {"TERM": "xterm-256color"} | env,
        )
        self.shown = ""

    def until(self, text: str) -> None:
        """Reads until a text is shown."""
        self._read(lambda: text in self.shown)

    def end(self) -> int:
        """Reads until the command has ended; its exit code."""
        self._read(lambda: self.process.poll() is not None)
        self._read(lambda: not select.select([self._master], [], [], 0)[0])
        return self.process.wait()

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def _read(self, enough: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not enough():
            assert time.monotonic() < deadline, self.shown[-2000:]
            if select.select([self._master], [], [], 0.05)[0]:
                self.shown += os.read(self._master, 65536).decode(errors="replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is as it was: its settings, its screen, its cursor."""
        back = self.shown.rindex("\x1b[?1049l")
        return (
            termios.tcgetattr(self._slave) == self.before
            and self.shown.rfind("\x1b[?1049h") < back
            and self.shown.rfind("\x1b[?25h") > self.shown.rfind("\x1b[?25l")
            and "\x1b[?1000h" not in self.shown  # the mouse was never taken
        )


@pytest.fixture
def terminal():
    begun = []

    def begin(*words: str, **room: object) -> Terminal:
        begun.append(Terminal(*COMMAND, *words, **room))  # type: ignore[arg-type]
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


def test_a_run_in_a_terminal_ends_with_q_and_leaves_it_as_it_was(terminal):
    here = terminal("eller", "--seed", "anna", "--join", "0.7", "--speed", "100000")
    here.until("The maze is complete")
    here.press("q")
    assert here.end() == 0
    assert here.is_restored
    size = re.search(
        r"labirinto eller (\d+x\d+) --drop 0\.5 --join 0\.7 --seed anna\r\n", here.shown
    )
    assert size
    assert size[1] == "39x19"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_run_that_is_ended_from_outside_leaves_the_terminal_as_it_was(terminal):
    here = terminal("wilson-walls", "9x5", "--seed", "3", "--style", "light")
    here.until("q quit")
    here.process.send_signal(signal.SIGTERM)
    assert here.end() == -signal.SIGTERM
    assert here.is_restored
    assert "labirinto watch wilson-walls 9x5 --seed 3\r\n" in here.shown


def test_without_colours_none_are_used(terminal):
    here = terminal("kruskal", "9x5", "--seed", "3", NO_COLOR="1")
    here.until("q quit")
    here.press("\x03")
    assert here.end() == 0
    assert here.is_restored
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9][;m]", here.shown)
    assert "┼" in here.shown


def test_a_window_that_is_too_small_is_told_with_what_fits(terminal):
    here = terminal("wilson", "40x20")
    assert here.end() == 2
    assert "needs a window of 81 columns and 25 lines, and this one has 80 and 24" in here.shown
    assert "take at most 39x19, or a larger window." in here.shown
    here = terminal("wilson", columns=30, lines=24)
    assert here.end() == 2
    assert "this one has 30 and 24: take a larger window." in here.shown
    here = terminal("wilson", "5x5", TERM="dumb")
    assert here.end() == 2
    assert "no terminal" in here.shown


def test_what_is_missing_is_named_with_how_to_install_it():
    code = "import sys; sys.modules['textual'] = None; from labirinto.cli import main; main()"
    here = Terminal(sys.executable, "-c", code, "watch", "wilson", "5x5")
    assert here.end() == 2
    here.close()
    assert "Watching needs textual" in here.shown
    assert "pip install 'labirinto[watch]'" in here.shown


def test_other_commands_load_nothing_of_it():
    code = (
        "from labirinto.cli.commands import labirinto\n"
        "labirinto.main(['wilson', '5x5'], standalone_mode=False)\n"
        "import sys\n"
        "print([name for name in sys.modules if 'animate' in name or 'watch' in name\n"
        "       or name.startswith(('textual', 'rich', 'asyncio'))])"
    )
    shown = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert shown.splitlines()[-1] == "[]"


def test_the_help_names_all_that_can_be_watched():
    shown = subprocess.check_output([*COMMAND, "--help"], text=True)
    for name in FILMS:
        assert name in "".join(shown.split())  # a line may end at a hyphen
    env = {"_LABIRINTO_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    completed = subprocess.run(
        COMMAND[:-1],
        env=os.environ | env | {"COMP_WORDS": "labirinto watch wil"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "wilson-walls" in completed.stdout
