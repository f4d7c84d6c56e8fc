"""The window that plays a film: keys, time, and repainting."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from labirinto.animate.film import MAX_STEPS
from labirinto.animate.look import hex_colour
from labirinto.animate.marks import SquareScene
from labirinto.cli.watch_blocks import HERE, IN, WALL
from labirinto.cli.watch_player import Player
from labirinto.cli.watch_screen import Capabilities, Form, Line, Picture
from labirinto.cli.watch_words import MARGIN, NARROWEST, Words
from labirinto.drawing.colour_maps import Colour

FRAMES = 30
"""The most repaints a second."""

JUMP = 20
"""The number of steps of a jump."""


class Stage(Widget):
    """The whole window: the picture and the words below."""

    DEFAULT_CSS: ClassVar[str] = "Stage { width: 100%; height: 100%; }"

    def __init__(self, player: Player, capabilities: Capabilities, words: Words) -> None:
        super().__init__()
        self._player = player
        self._capabilities = capabilities
        self._words = words
        self._strips: list[Strip] = []
        self._picture: Picture | None = None
        self._left = self._top = self._under = 0
        self.shows_help = False

    @property
    def shows_picture(self) -> bool:
        """Whether the picture fits and the help does not cover it."""
        return self._picture is not None

    def show(self) -> None:
        """Lays out and paints everything."""
        width, height = self.size
        form = self._form()
        if form and not self.shows_help:
            scene = self._player.position.scene
            assert isinstance(scene, SquareScene)
            self._lay_out(Picture(scene, form, self._capabilities))
        else:
            self._picture = None
            texts = self._words.help(width) if self.shows_help else self._too_small()
            self._strips = [self._strip(self._text(text)) for text in ["", *texts]]
        self._strips += [self._strip([])] * (height - len(self._strips))
        self.refresh()

    def _form(self) -> Form | None:
        width, height = self.size
        if width < NARROWEST:
            return None
        film = self._player.position.film
        room = width, height - self._words.height(width)
        return self._capabilities.form(film.width, film.height, room)

    def _lay_out(self, picture: Picture) -> None:
        width, height = self.size
        self._picture = picture
        self._left = (width - picture.columns) // 2
        # Equal free space above the picture, below it, and below the words.
        self._top = (height - self._words.height(width) - picture.lines) // 3
        self._under = 2 * self._top + picture.lines
        self._strips = [self._strip([])] * self._under
        for number in range(picture.lines):
            self._strips[self._top + number] = self._picture_strip(picture.line(number))
        self._strips += self._words_strips()

    def _too_small(self) -> list[str]:
        film = self._player.position.film
        size = film.width, film.height
        needed = self._words.window(self._capabilities.smallest.room(*size))
        return self._words.too_small(size, needed, self.size.width)

    def update(self) -> None:
        """Repaints what has changed, one region a line."""
        if self._picture is None:
            return
        if self._picture.scene is not self._player.position.scene:
            self.show()
            return
        regions = []
        for number, begin, end in self._picture.changes():
            y = self._top + number
            self._strips[y] = self._picture_strip(self._picture.line(number))
            regions.append(Region(self._left + begin, y, end - begin, 1))
        for y, strip in enumerate(self._words_strips(), self._under):
            if strip != self._strips[y]:
                begin, end = _difference(self._strips[y], strip)
                regions.append(Region(begin, y, end - begin, 1))
                self._strips[y] = strip
        if regions:
            self.refresh(*regions)

    def render_lines(self, crop: Region) -> list[Strip]:
        blank = self._strip([])
        strips = self._strips[crop.y : crop.bottom]
        strips += [blank] * (crop.height - len(strips))
        if crop.x == 0 and crop.width == self.size.width:
            return strips
        return [strip.crop(crop.x, crop.right) for strip in strips]

    def on_resize(self) -> None:
        self.show()

    def _words_strips(self) -> list[Strip]:
        width = self.size.width
        player, words = self._player, self._words
        state = words.state(player.position, width, playing=player.playing, speed=player.speed)
        lines = [
            self._text(state, HERE),
            self._text(words.counts(player.position, width)),
            *(self._text(line) for line in words.caption(player.position, width)),
        ]
        lines += [[]] * (words.height(width) - len(lines))
        return [self._strip(line) for line in lines]

    def _text(self, text: str, block: int = WALL) -> Line:
        colour = self._capabilities.colour
        return [(" " * MARGIN + text, colour(block), colour(IN))]

    def _picture_strip(self, line: Line) -> Strip:
        ground = self._capabilities.colour(IN)
        return self._strip([(" " * self._left, ground, ground), *line])

    def _strip(self, line: Line) -> Strip:
        segments = [Segment(text, _style(front, back)) for text, front, back in line]
        ground = self._capabilities.colour(IN)
        return Strip(segments).adjust_cell_length(self.size.width, _style(ground, ground))


def _difference(one: Strip, other: Strip) -> tuple[int, int]:
    """The first and the last column in which the texts of two strips differ."""
    before, after = one.text, other.text
    width = other.cell_length
    if not len(before) == len(after) == width:
        return 0, width  # some characters are wider than a column
    differing = [at for at in range(width) if before[at] != after[at]]
    return (differing[0], differing[-1] + 1) if differing else (0, width)


@lru_cache(maxsize=4096)
def _style(front: Colour | None, back: Colour | None) -> Style:
    return Style(color=front and hex_colour(front), bgcolor=back and hex_colour(back))


class Window(App[None]):
    """The application that plays a film in the terminal."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,ctrl+c", "quit", priority=True),
        Binding("escape", "leave"),
        Binding("space", "player('play_or_pause')"),
        Binding("right,full_stop", "player('step', 1)"),
        Binding("left,comma", "player('step', -1)"),
        Binding("right_square_bracket,pagedown", f"player('step', {JUMP})"),
        Binding("left_square_bracket,pageup", f"player('step', -{JUMP})"),
        Binding("n", "player('go_to_landmark', True)"),
        Binding("p", "player('go_to_landmark', False)"),
        Binding("home,0", "player('go', 0)"),
        Binding("end,e", f"player('go', {MAX_STEPS})"),
        Binding("plus,up,equals_sign", "player('change_speed', True)"),
        Binding("minus,down", "player('change_speed', False)"),
        Binding("question_mark,h", "help"),
        Binding("ctrl+z", "suspend_process"),
    ]

    def __init__(self, player: Player, capabilities: Capabilities, words: Words) -> None:
        super().__init__()
        sixteen_colours = self.console.color_system in ("standard", "windows")
        self.player = player
        self.stage: Stage = Stage(
            player, replace(capabilities, sixteen_colours=sixteen_colours), words
        )
        self.ended_by: signal.Signals | None = None

    def compose(self) -> ComposeResult:
        yield self.stage

    def on_mount(self) -> None:
        self._last = time.monotonic()
        self.set_interval(1 / FRAMES, self._pass_time)
        # After Ctrl-Z the screen must be painted again.
        self.app_resume_signal.subscribe(self, lambda _: self.stage.show())
        # Windows has no such handlers.
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._terminate)

    def _terminate(self) -> None:
        self.ended_by = signal.SIGTERM
        self.exit()

    def _pass_time(self) -> None:
        now = time.monotonic()
        if self.stage.shows_picture and self.player.playing:
            self.player.pass_time(now - self._last)
            self.stage.update()
        self._last = now

    def action_leave(self) -> None:
        if self.stage.shows_help:
            self.action_help()
        else:
            self.exit()

    def action_help(self) -> None:
        self.stage.shows_help = not self.stage.shows_help
        self.stage.show()

    def action_player(self, method: str, *values: int) -> None:
        """Calls a method of the player."""
        getattr(self.player, method)(*values)
        self.stage.update()
