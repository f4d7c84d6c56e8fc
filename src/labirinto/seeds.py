"""The seed promise: what a seed is, and the numbers that fix which maze it gives.

Same algorithm, revision, size, parameters and seed: the same maze, everywhere and for ever.  What
stands here and in ``core/random.hpp`` may change only together with an algorithm's revision.
"""

import operator
import os
import re

from labirinto.errors import InvalidValueError, shown

SEED_LIMIT = 2**64

# What a child stream is for.
STRIP, EDGE, ITEM, ENDS, BOOK = 1, 2, 3, 4, 5

# Wilson's algorithm walks on the cells of small mazes, which is what people watch, and on the walls
# of all others.  Long ones are never small: a walk along a corridor takes its length squared.
MOST_CELLS_TO_WALK_ON = 65_536
LONGEST_SIDE_TO_WALK_ON = 1024

# High mazes are cut into 2, 4, 8 ... strips.  A step where strips are joined costs three of those
# within a strip, so that there are as few as keep two processors busy, and more only in mazes so
# high that each still has this many rows of corners.
LEAST_ROWS_OF_TWO_STRIPS = 2048
LEAST_ROWS_OF_MORE_STRIPS = 4096


def normalize_seed(seed: int | str) -> int | str:
    """The seed as it is kept: what looks like a whole number is one, any other text is a text.

    Spaces around a text do not count.

    Raises:
        InvalidValueError: for an empty text, one with a control character, a number out of range,
            or another type.
    """
    if type(seed) is int and 0 <= seed < SEED_LIMIT:  # as most are, and asked for every maze
        return seed
    if isinstance(seed, str):
        text = seed.strip()
        if not text:
            raise InvalidValueError("The seed is empty; give a number or any text, or no seed.")
        if len(text.splitlines()) > 1 or re.search(r"[\x00-\x1f\x7f-\x9f]", text):
            raise InvalidValueError(
                f"The seed {text!r} has a line break or control character; take one without."
            )
        if not re.fullmatch(r"[+-]?\d+(\s*(\^|\*\*)\s*\d+)?", text):
            return text
        number = int(text) if re.fullmatch(r"[+-]?0*\d{1,20}", text) else -1
    else:
        try:
            number = -1 if isinstance(seed, bool) else operator.index(seed)
        except TypeError:
            raise InvalidValueError(
                f"The seed {shown(seed)} is neither a whole number nor a text."
            ) from None
        # Python does not write numbers of thousands of digits.
        text = str(seed) if number.bit_length() < 1000 else "with so many digits"
    if not 0 <= number < SEED_LIMIT:
        raise InvalidValueError(
            f"The seed {text} is not a whole number from 0 to {SEED_LIMIT - 1}."
        )
    return number


def seed_number(seed: int | str) -> int:
    """The 64-bit number that a seed stands for.

    A whole number from 0 to 2^64-1 is itself, written as a text too.  Any other text is put into
    Unicode's normal form NFC, and the BLAKE2b digest of its UTF-8 bytes, 8 bytes long and read low
    end first, is the number.

    Raises:
        InvalidValueError: as ``normalize_seed``, and for a text that has no UTF-8.
    """
    tidy = normalize_seed(seed)
    return _digest(tidy) if isinstance(tidy, str) else tidy


def _digest(text: str) -> int:
    from _blake2 import blake2b

    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidValueError(f"The seed {text!r} is not a valid Unicode text.") from None
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def fresh_seed() -> int:
    """A seed from the system's entropy, short enough to be read out: below 2^32."""
    return int.from_bytes(os.urandom(4), "little")


def split_mix(state: int) -> int:
    """The first number that SplitMix64 gives from a state (Steele, Lea and Flood 2014)."""
    z = (state + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def child_seed(seed: int, purpose: int, k: int) -> int:
    """The seed of the k-th child stream for a purpose: it depends on nothing else."""
    return split_mix(split_mix(split_mix(seed) ^ purpose) ^ k)


def walks_on_cells(width: int, height: int) -> bool:
    """Whether Wilson's algorithm walks on the cells of a maze of this size, or on its walls."""
    return width * height <= MOST_CELLS_TO_WALK_ON and max(width, height) <= LONGEST_SIDE_TO_WALK_ON


def strip_rows(height: int) -> int:
    """How many rows of corners a strip has in a maze of this height."""
    corner_rows = max(1, height - 1)
    strips = 1 if corner_rows < LEAST_ROWS_OF_TWO_STRIPS else 2
    while 2 * strips * LEAST_ROWS_OF_MORE_STRIPS <= corner_rows:
        strips *= 2
    return -(-corner_rows // strips)


def threshold(probability: float) -> int:
    """A probability in units of 2^-32, which is how the random stream knows it."""
    return round(probability * 2**32)
