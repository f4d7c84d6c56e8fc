"""`labirinto watch` on the command line: what it refuses, and how it leaves a terminal."""

from __future__ import annotations

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
from collections.abc import Callable

import pytest
from commands import run

from labirinto.animate import FILMS

COMMAND = [sys.executable, "-m", "labirinto", "watch"]


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
    assert size[1] == "39x19"


def test_a_shape_fills_the_terminal(terminal):
    here = terminal("wilson", "--mask", "heart", "--seed", "3", "--speed", "100000")
    here.until("The maze is complete")
    here.press("q")
    assert here.end() == 0
    assert here.is_restored
    assert "labirinto wilson 39x16 --mask heart --seed 3\r\n" in here.shown


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


def test_a_window_that_is_too_small_is_reported_with_the_size_that_fits(terminal):
    here = terminal("wilson", "40x20")
    assert here.end() == 2
    assert "needs a window of 81 columns and 25 lines, and this one has 80 and 24" in here.shown
    assert "use at most 39x19, or a larger window." in here.shown
    here = terminal("wilson", columns=30, lines=24)
    assert here.end() == 2
    assert "this one has 30 and 24; use a larger window." in here.shown
    here = terminal("wilson", "5x5", TERM="dumb")
    assert here.end() == 2
    assert "needs a terminal" in here.shown


def test_a_missing_extra_is_named():
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
    shown = "".join(run("watch", "--help").stdout.split())  # a line may end at a hyphen
    assert all(name in shown for name in FILMS)
