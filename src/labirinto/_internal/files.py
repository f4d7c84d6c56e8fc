"""Writing files so that nothing half-written is ever seen under its final name."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from labirinto.errors import InvalidValueError

# What systems say of files that cannot be locked, such as those of some networks.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def is_regular(name: str) -> bool:
    """Whether there is a regular file of that name, or nothing: no device, no pipe, no folder."""
    return os.path.isfile(name) or not os.path.exists(name)


def check_folder(target: str) -> None:
    """Looks whether a file can be made where it should be, before anything goes into it.

    Raises:
        InvalidValueError: if the folder is not there, or nothing can be written into it.
    """
    folder = os.path.dirname(target) or "."
    if not os.path.isdir(folder):
        raise InvalidValueError(f"The folder {folder!r} for {target!r} does not exist.")
    # Into what is no regular file we write directly, and its folder stays as it is.
    if is_regular(target) and not os.access(
        os.path.dirname(os.path.realpath(target)), os.W_OK | os.X_OK
    ):
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


@contextmanager
def held(name: str, target: str, *, make: bool, folder: bool = False) -> Iterator[None]:
    """Keeps other runs off a file, or a folder, for as long as it is being written.

    The lock is the system's and goes away with the process, however that ends.  Where there are
    none (Windows, file systems of some networks) nobody is kept off.

    Args:
        name: what it is called until it is whole.
        target: what it will be called.
        make: whether to make one if there is none, and to leave none behind that is still empty;
            otherwise there may be nothing to hold.
        folder: whether it is a folder.

    Raises:
        InvalidValueError: if another run holds it.
        OSError: if it cannot be opened.
    """
    if sys.platform == "win32":
        yield
        return
    descriptor = _locked(name, target, make, folder)
    try:
        yield
    finally:
        if descriptor is not None:
            if make and _is_called(descriptor, name):
                _remove_if_empty(name)
            os.close(descriptor)


def _locked(name: str, target: str, make: bool, folder: bool) -> int | None:
    from fcntl import LOCK_EX, LOCK_NB, flock

    flags = os.O_RDONLY if folder else os.O_RDWR | (os.O_CREAT if make else 0)
    while True:
        try:
            if make and folder:
                with suppress(FileExistsError):
                    os.mkdir(name)
            descriptor = os.open(name, flags, 0o666)
        except FileNotFoundError:
            if make:
                raise
            return None
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise InvalidValueError(
                f"{target!r} is being written by another run; wait for it, or take another name."
            ) from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                os.close(descriptor)
                raise
        # Who had it may have given it its final name meanwhile.
        if _is_called(descriptor, name):
            return descriptor
        os.close(descriptor)


def _is_called(descriptor: int, name: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(name))
    except FileNotFoundError:
        return False


def _remove_if_empty(name: str) -> None:
    with suppress(OSError):
        if os.path.isdir(name):
            os.rmdir(name)
        elif os.path.getsize(name) == 0:
            os.unlink(name)
