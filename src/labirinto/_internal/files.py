"""Files that are written atomically, and by one run at a time."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import BinaryIO

from labirinto.errors import InvalidValueError, shown

# The errors of file systems without locks, such as some network file systems.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}

# The errors of file systems that cannot sync a file or a folder.
_NO_SYNC = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EROFS}

_WORTH_SYNCING = 1 << 18
"""Bytes of a file from which it is synced in any case.

That takes 10 ms, in which a smaller one is made again, and a program may save thousands of them.
"""


def is_regular(name: str) -> bool:
    """Whether a name is free or a regular file's: no device, no pipe, no folder."""
    return os.path.isfile(name) or not os.path.exists(name)


def file_name(target: object) -> str:
    """The name of a file or a folder, as text.

    Raises:
        InvalidValueError: If it is none.
    """
    if not isinstance(target, str | os.PathLike):
        raise InvalidValueError(f"{shown(target)} is not a file name; give a text or a path.")
    return os.fsdecode(target)


def check_folder(target: str) -> None:
    """Check that a file can be created, before any work is done for it.

    Raises:
        InvalidValueError: If its folder does not exist or cannot be written to.
    """
    folder = os.path.dirname(target) or "."
    if not os.path.isdir(folder):
        raise InvalidValueError(f"The folder {folder!r} for {target!r} does not exist.")
    # Other than regular files are written to directly, so that their folder does not matter.
    if is_regular(target) and not os.access(
        os.path.dirname(os.path.realpath(target)), os.W_OK | os.X_OK
    ):
        raise InvalidValueError(f"The folder {folder!r} for {target!r} cannot be written to.")


def remove_files(folder: str, ending: str) -> None:
    """Remove all files in a folder whose names end in this way."""
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(ending):
                os.unlink(os.path.join(where, name))


@contextmanager
def naming(target: str | os.PathLike[str]) -> Iterator[None]:
    """Name the target in errors: users do not know its temporary name, a full disk gives none."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(target)
        raise


def sync(stream: BinaryIO) -> None:
    """Write all of a file so far to the disk, where it survives a power cut.

    Raises:
        OSError: If that fails.
    """
    stream.flush()
    _sync(stream.fileno())


def sync_folder(folder: str) -> None:
    """Write to the disk which files are in a folder, so that their names survive a power cut.

    Raises:
        OSError: If that fails.
    """
    if sys.platform == "win32":  # which opens no folders
        return
    with suppress(PermissionError):  # files may be created where they cannot be listed
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)


def sync_tree(folder: str) -> None:
    """Write all files in a folder, and in the folders in it, to the disk.

    Raises:
        OSError: If that fails.
    """
    for where, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(where, name), "rb+") as stream:
                sync(stream)
        sync_folder(where)


def _sync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def publish(part: str, target: str) -> None:
    """Give a synced file or folder its final name, which then survives a power cut.

    Raises:
        OSError: If that fails.
    """
    os.replace(part, target)
    sync_folder(os.path.dirname(target) or ".")


@contextmanager
def write_whole(
    target: str | os.PathLike[str], temporary: str | None = None, *, durable: bool = False
) -> Iterator[BinaryIO]:
    """Open a file that is written atomically: it gets its name only when it is complete.

    Until then it lies beside its target under a temporary name, and is removed on any error.  What
    is not a regular file (a pipe, a terminal, /dev/null) is written to directly.

    Args:
        target: The file's final name.
        temporary: A temporary name that a killed run leaves behind and the next run overwrites; by
            default a hidden one that no other file has.
        durable: Whether it is synced however small it is, since others rely on it.

    Raises:
        InvalidValueError: If no file can have this name, such as one with a null byte.
        OSError: As opening, writing and renaming do.
    """
    try:
        name = os.path.realpath(os.fspath(target))
    except ValueError:
        raise InvalidValueError(f"{shown(target)} cannot be the name of a file.") from None
    part = name
    if is_regular(name):
        folder, base = os.path.split(name)
        hidden = os.path.join(folder, f".{base[:100]}.{os.urandom(6).hex()}.part")
        part = temporary or hidden
    try:
        with naming(target):
            with open(part, "wb") as stream:
                if part != name and os.path.exists(name):
                    os.chmod(part, stat.S_IMODE(os.stat(name).st_mode))
                yield stream
                stream.flush()
                if part != name:
                    durable = durable or os.path.getsize(part) >= _WORTH_SYNCING
                    if durable:
                        sync(stream)
            if part != name:
                (publish if durable else os.replace)(part, name)
    except BaseException:
        if part != name:
            with suppress(OSError):
                os.unlink(part)
        raise


def open_target(target: str | os.PathLike[str] | BinaryIO) -> AbstractContextManager[BinaryIO]:
    """Open a file that is written atomically, or pass a stream on, which stays open."""
    return write_whole(target) if isinstance(target, str | os.PathLike) else nullcontext(target)


@contextmanager
def held(name: str, target: str, *, make: bool, folder: bool = False) -> Iterator[None]:
    """Lock a file, or a folder, against other runs while it is being written.

    The lock is the system's and ends with the process, however that ends.  Without locks (Windows,
    some network file systems) other runs are not kept out.

    Args:
        name: Its name until it is complete.
        target: Its final name.
        make: Whether to create a missing file, and to remove it if it is still empty in the end;
            otherwise a missing file is not locked.
        folder: Whether it is a folder.

    Raises:
        InvalidValueError: If another run has locked it.
        OSError: If it cannot be opened.
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
                f"{target!r} is being written by another run; wait for it, or use another name."
            ) from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                os.close(descriptor)
                raise
        # Meanwhile the run that had locked it may have given it its final name.
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
