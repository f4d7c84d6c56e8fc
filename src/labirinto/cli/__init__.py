"""The command line: parse, call, present."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress


def main() -> None:
    """Runs a command and ends the process: 0, 1 for a failure, 2 for bad input, 130 for Ctrl-C."""
    # A short life: all that a collection could find goes at the end anyway.
    gc.disable()
    try:
        code = _run()
    except KeyboardInterrupt:
        # Whatever was being written is already removed; a shell expects 128 + SIGINT.
        code = 130
    except (BrokenPipeError, SystemExit):
        # Who read our output has seen enough; Click makes a SystemExit of that.
        code = 0
    # Taking the interpreter apart in good order costs a tenth of a short command's time, and there
    # is nothing left to save: files are closed, and both outputs are flushed here.
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _run() -> int:
    import click

    from labirinto.cli.commands import labirinto
    from labirinto.errors import LabirintoError

    try:
        labirinto.main(prog_name="labirinto", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
    except click.Abort:
        raise KeyboardInterrupt from None
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
    print(f"labirinto: {line}", file=sys.stderr)
    return code
