"""The command line: parse, call, present."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from types import FrameType


class _EndedError(KeyboardInterrupt):
    """Somebody ends us, or the terminal is gone: whatever cleans up at Ctrl-C does so now, too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def main() -> None:
    """Runs a command and ends the process: 0, 1 for a failure, 2 for bad input, 130 for Ctrl-C.

    A process that is asked to end (SIGTERM, SIGHUP) leaves as little behind as at Ctrl-C, and gives
    128 and the number of the signal, as shells expect.
    """
    # A short life: all that a collection could find goes at the end anyway.
    gc.disable()
    _fill_in_streams()
    try:
        _listen()
        code = _run()
    except _EndedError as error:
        code = error.code
    except KeyboardInterrupt:
        # Whatever was being written is already removed; a shell expects 128 + SIGINT.
        code = 130
    except (BrokenPipeError, SystemExit):
        # Who read our output has seen enough; Click makes a SystemExit of that.
        code = 0
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Taking the interpreter apart in good order costs a tenth of a short command's time, and there
    # is nothing left to save: files are closed, and both outputs are flushed here.
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _fill_in_streams() -> None:
    """Output that was closed goes nowhere, and not into the first file that is opened.

    What an output has no letters for, such as a seed in another script, is printed by its numbers.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _listen() -> None:
    def end(number: int, _: FrameType | None) -> None:
        # Once: a second one would interrupt the cleaning.
        signal.signal(number, signal.SIG_IGN)
        raise _EndedError(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # nohup has hangups ignored.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)


def _run() -> int:
    import click

    from labirinto.cli.commands import labirinto
    from labirinto.errors import LabirintoError

    try:
        labirinto.main(prog_name="labirinto", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
    except click.Abort as error:
        # Click has made this of what was raised at Ctrl-C.
        cause = error.__cause__
        raise cause if isinstance(cause, KeyboardInterrupt) else KeyboardInterrupt from None
    except click.ClickException as error:
        return _say(error.format_message(), 2)
    except LabirintoError as error:
        return _say(str(error), 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}.", 1)
    except MemoryError:
        return _say("The memory does not suffice; ask for a smaller maze or picture.", 1)
    return 0


def _say(sentence: str, code: int) -> int:
    line = " ".join(sentence.split())
    # The exit code tells, too, where there is no room for words.
    with suppress(OSError):
        print(f"labirinto: {line}", file=sys.stderr)
    return code
