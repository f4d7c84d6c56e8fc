"""Errors, each with one sentence that names the wrong value and what to give instead."""


class LabirintoError(Exception):
    """The base class of all errors that labirinto raises deliberately."""


class InvalidValueError(LabirintoError, ValueError):
    """An invalid size, seed, parameter, cell or style.

    Attributes:
        field: The name of the argument, where one argument is at fault; else None.
        value: The value given for it.
        requirement: What the value must be, as the end of a sentence; empty without a field.
        remedy: A value of the field that would be valid, for which the message has a placeholder
            ``{}``.
    """

    field: str | None
    value: object
    requirement: str
    remedy: str

    def __init__(
        self,
        message: str = "",
        *,
        field: str | None = None,
        value: object = None,
        requirement: str = "",
        remedy: str = "",
    ) -> None:
        self.field, self.value, self.requirement = field, value, requirement
        self.remedy, self._message = remedy, message
        super().__init__(self.message_for(str(field)))

    def message_for(self, name: str) -> str:
        """Return the message with another name for the field, such as that of an option."""
        if self.remedy:
            is_option = name.startswith("-")
            return self._message.format(
                f"{name} {self.remedy}" if is_option else f"{name}={self.remedy!r}"
            )
        if self._message:
            return self._message
        return f"{name} is {shown(self.value)}; it must be {self.requirement}."


def counted(number: int, thing: str) -> str:
    """A number of things, such as ``1 maze`` or ``2 mazes``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def shown(value: object) -> str:
    """A value as error messages show it, on one line and not too long."""
    if isinstance(value, int) and value.bit_length() >= 1000:
        return "a number of more than 300 digits"  # Python does not print thousands of them
    shape = getattr(value, "shape", ())
    if isinstance(shape, tuple) and shape and hasattr(value, "dtype"):
        return f"an array of {value.dtype} with the shape {tuple(shape)}"
    try:
        return _cut(" ".join(repr(value).split("\n")))
    except ValueError:
        return f"a {type(value).__name__} with a number of more than 300 digits"


def cause(error: Exception) -> str:
    """The message of an error, for brackets in the message of another, on one line and not too
    long."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return _cut(" ".join(str(error).split()).removesuffix("."))


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]}..."


class TooLargeError(LabirintoError, MemoryError):
    """Something does not fit into memory or onto a disk; raised before any work is done."""


class NoPathError(LabirintoError, ValueError):
    """No path joins two cells, since the maze is not connected."""


class FileFormatError(LabirintoError, ValueError):
    """A file does not contain a maze, or is damaged."""


class MissingExtraError(LabirintoError, ImportError):
    """A package is needed that the base install does not include."""


class UnsureWarning(UserWarning):
    """The maze read may not be the maze written: a maze recognised in a picture is unclear or not
    perfect, or a file has a recipe that does not make its maze, or a path that does not solve it.

    Attributes:
        quality: The confidence in the maze, from 0 to 1: for a picture the share of walls and
            passages that are clear, halved if the maze is not perfect; else 1.
    """

    def __init__(self, message: str, quality: float) -> None:
        super().__init__(message)
        self.quality = quality
