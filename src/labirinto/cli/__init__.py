"""The command line: parse, call, present."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import time
import warnings
from contextlib import suppress
from io import TextIOWrapper
from types import FrameType

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a command."""


class _TerminatedError(KeyboardInterrupt):
    """A signal ends the process: what cleans up at Ctrl-C cleans up now, too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def main() -> None:
    """Runs a command and ends the process: 0, 1 for a failure, 2 for bad input, 130 for Ctrl-C.

    SIGTERM and SIGHUP clean up as Ctrl-C does; the exit code is then 128 + the signal's number.
    """
    # Importing leaves no garbage: without collections it takes 2 ms less.
    gc.disable()
    _open_closed_streams()
    sys.unraisablehook = _report_dropped
    warnings.showwarning = _show_warning
    try:
        try:
            _handle_signals()
            code = run()
        finally:
            _ignore_signals()
    except _TerminatedError as error:
        code = 128 + error.number
    except KeyboardInterrupt:
        code = 130
    except (BrokenPipeError, SystemExit):
        # The reader of a pipe has closed it; Click turns that into SystemExit.
        code = 0
    # Finalizing the interpreter would take a tenth of a short command's time, and all files are
    # closed and flushed by now.
    os._exit(code)


def _open_closed_streams() -> None:
    """Replaces closed streams, whose numbers the first files opened would take.

    Characters that an output cannot encode are escaped.
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


def _report_dropped(dropped: sys.UnraisableHookArgs) -> None:
    """Prints an exception that Python drops; one of a signal is raised again a moment later.

    Python drops what is raised in a callback, such as the one at the end of an import.
    """
    error = dropped.exc_value
    if not isinstance(error, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)
        return
    number: int = signal.SIGINT
    if isinstance(error, _TerminatedError):
        number = error.number
        signal.signal(number, _end)
    # A ``Thread`` would be waited for here, where the signal must not come.
    _thread.start_new_thread(_raise_again, (number,))


def _raise_again(number: int) -> None:
    time.sleep(0.1)
    signal.raise_signal(number)


def _show_warning(message: object, *_: object, **__: object) -> None:
    """Prints a warning in one line, without the place in the code that gives it."""
    _say(f"{message}.", 0)


def _handle_signals() -> None:
    # nohup ignores SIGHUP, and so do we then.
    for number in _SIGNALS:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _: FrameType | None) -> None:
    # A second signal would interrupt the cleaning up.
    signal.signal(number, signal.SIG_IGN)
    raise _TerminatedError(number)


def _ignore_signals() -> None:
    """Ignores a second Ctrl-C, say, once the exit code is decided.

    With ``SIG_IGN``, Python would complain of a signal that arrives at this moment.
    """
    for number in _SIGNALS:
        signal.signal(number, lambda *_: None)


def run() -> int:
    """Runs the command in ``sys.argv``, prints any error in one line, and returns the exit code."""
    import click

    from labirinto.cli.commands import labirinto
    from labirinto.errors import LabirintoError

    try:
        labirinto.main(prog_name="labirinto", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort as error:
        # Click turns every KeyboardInterrupt into this.
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
        return _say("Not enough memory; make a smaller maze or picture.", 1)
    return 0


def _say(sentence: str, code: int) -> int:
    # Where there is no room for words, the exit code remains.
    with suppress(OSError):
        print(f"labirinto: {' '.join(sentence.split())}", file=sys.stderr)
    with suppress(OSError):
        sys.stdout.flush()
    return code
