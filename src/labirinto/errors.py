"""What can go wrong, each with one sentence that names the value and the way out."""

__all__ = [
    "FileFormatError",
    "InvalidValueError",
    "LabirintoError",
    "MissingExtraError",
    "NoPathError",
    "TooLargeError",
]


class LabirintoError(Exception):
    """The base of all errors that labirinto raises on purpose."""


class InvalidValueError(LabirintoError, ValueError):
    """A size, seed, parameter, cell or style that cannot be."""


class TooLargeError(LabirintoError, MemoryError):
    """What there is not enough memory or room on a disk for, told before any is taken."""


class NoPathError(LabirintoError, ValueError):
    """Two cells that no path joins, which happens only in mazes that are not perfect."""


class FileFormatError(LabirintoError, ValueError):
    """A file that is no maze, or a damaged one."""


class MissingExtraError(LabirintoError, ImportError):
    """Something needs a package that the base install does not bring."""
