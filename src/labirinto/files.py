"""Writing files so that nothing half-written is ever seen under its final name."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from labirinto.errors import InvalidValueError


def check_folder(target: str) -> None:
    """Looks whether a file can be made where it should be, before anything goes into it.

    Raises:
        InvalidValueError: if the folder is not there, or nothing can be written into it.
    """
    folder = os.path.dirname(target) or "."
    if not os.path.isdir(folder):
        raise InvalidValueError(f"The folder {folder!r} for {target!r} does not exist.")
    # What is no regular file (a device, a pipe) is there, and its folder stays as it is.
    is_new = os.path.isfile(target) or not os.path.exists(target)
    if is_new and not os.access(os.path.dirname(os.path.realpath(target)), os.W_OK | os.X_OK):
        raise InvalidValueError(f"The folder {folder!r} for {target!r} cannot be written to.")


@contextmanager
def write_whole(target: str | os.PathLike[str], temporary: str | None = None) -> Iterator[BinaryIO]:
    """Opens a file to write that gets its name only when all went well.

    Until then it lies beside its target under a temporary name, and is removed on any error.
    What is no regular file (a pipe, a terminal, /dev/null) is written to directly.

    Args:
        target: the file's final name.
        temporary: the temporary name, where one who is killed leaves what the next one writes
            over; by default a hidden one that nothing else has.

    Raises:
        OSError: as opening, writing and renaming do.
    """
    name = os.path.realpath(os.fspath(target))
    try:
        yield from _write_whole(name, temporary)
    except OSError as error:
        # The temporary name, or none as from a full disk, would tell people nothing.
        error.filename = os.fspath(target)
        raise


def _write_whole(name: str, temporary: str | None) -> Iterator[BinaryIO]:
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(name, "wb") as stream:
            yield stream
        return
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
    if temporary:
        flags |= os.O_TRUNC
    else:
        folder, base = os.path.split(name)
        temporary = os.path.join(folder, f".{base[:100]}.{os.urandom(6).hex()}.part")
        flags |= os.O_EXCL
    try:
        descriptor = os.open(temporary, flags, 0o666)
        with open(descriptor, "wb") as stream:
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            yield stream
        os.replace(temporary, name)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
