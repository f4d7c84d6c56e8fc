"""The seed promise: what a seed is, and the numbers that fix which maze it gives.

Same algorithm, revision, size, parameters and seed: the same maze, on every platform and for ever.
This file and ``core/random.hpp`` may change a maze only together with its algorithm's revision.
"""

from __future__ import annotations

import operator
import os
import re
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from labirinto.errors import InvalidValueError, shown

if TYPE_CHECKING:
    from random import Random

    from numpy.random import BitGenerator, Generator, RandomState, SeedSequence

Seed: TypeAlias = "int | str | Random | Generator | BitGenerator | RandomState | SeedSequence"
"""The types accepted as a seed; see ``normalize_seed``."""

SEED_LIMIT = 2**64

# Purposes of child streams.
STRIP, EDGE, ITEM, ENDS, BOOK, BRAID, POINTS, ROOMS, PICTURE, DATASET, CHOICE, BAND = range(1, 13)
SYMMETRY, WEAVE, SUMS = 13, 14, 15

# Wilson's algorithm walks on the cells of small mazes, as films show it, and on the walls of all
# others.  Long mazes are never small: a walk along n cells takes n squared steps.
MAX_CELLS_TO_WALK_ON = 65_536
LONGEST_SIDE_TO_WALK_ON = 1024
LONGEST_SHAPE_TO_WALK_ON = 8192

# High mazes are cut into 2, 4, 8 ... strips.  A step that joins strips costs as much as three
# within a strip, so there are only as many as keep two processors busy, and more only in mazes so
# high that each strip still has this many rows of corners.
MIN_ROWS_OF_TWO_STRIPS = 2048
MIN_ROWS_OF_MORE_STRIPS = 4096

# By rows, walks start from the corners of one tile after another.  Larger tiles are left less
# often, smaller ones take less memory.
TILE_SIDE = 48


def normalize_seed(seed: Seed) -> int | str:
    """Return a seed in its normal form: a number, or a text that is not a whole number.

    Spaces around a text are ignored.  Each time that a generator of random numbers is a seed, of
    NumPy or of Python's ``random``, 64 bits are drawn from it; the modules ``numpy.random`` and
    ``random`` stand for the generators that they share.  A ``SeedSequence`` of NumPy stands for one
    number.

    Raises:
        InvalidValueError: If a text is empty or has a control character, if a number is out of
            range, or for any other type.
    """
    if type(seed) is int and 0 <= seed < SEED_LIMIT:  # the usual case, in every loop over mazes
        return seed
    if isinstance(seed, str):
        text = seed.strip()
        if not text:
            raise InvalidValueError("The seed is empty; give a number or a text, or leave it out.")
        if len(text.splitlines()) > 1 or re.search(r"[\x00-\x1f\x7f-\x9f]", text):
            raise InvalidValueError(
                f"The seed {text!r} has a line break or a control character; remove it."
            )
        if not re.fullmatch(r"[+-]?\d+(\s*(\^|\*\*)\s*\d+)?", text):
            return text
        number = int(text) if re.fullmatch(r"[+-]?0*\d{1,20}", text) else -1
    elif (drawn := drawn_number(seed)) is not None:
        return drawn
    else:
        try:
            number = -1 if isinstance(seed, bool) else operator.index(seed)  # type: ignore[arg-type]
        except TypeError:
            raise InvalidValueError(
                f"The seed {shown(seed)} is neither a whole number nor text, nor a random number "
                "generator, such as numpy.random.default_rng(1)."
            ) from None
        # Python refuses to print thousands of digits.
        text = str(seed) if number.bit_length() < 1000 else "of more than 300 digits"
    if not 0 <= number < SEED_LIMIT:
        raise InvalidValueError(
            f"The seed {text} is not a whole number from 0 to {SEED_LIMIT - 1}."
        )
    return number


def drawn_number(source: Any) -> int | None:
    """Return 64 bits from a source of random numbers; None if it is none."""
    if not isinstance(source, type) and hasattr(source, "getrandbits"):
        return int(source.getrandbits(64))
    numpy_random = sys.modules.get("numpy.random")  # without which there are none of its objects
    if numpy_random is None:
        return None
    if isinstance(source, numpy_random.BitGenerator):
        source = numpy_random.Generator(source)
    if isinstance(source, numpy_random.Generator):
        return int(source.integers(SEED_LIMIT, dtype="uint64"))
    if source is numpy_random or isinstance(source, numpy_random.RandomState):
        return int(source.randint(0, SEED_LIMIT, dtype="uint64"))
    if isinstance(source, numpy_random.SeedSequence):
        return int(source.generate_state(1, "uint64")[0])
    return None


def seed_number(seed: Seed) -> int:
    """Return the 64-bit number that a seed stands for.

    A whole number from 0 to 2^64-1 stands for itself, also when written as a text.  Any other text
    is brought into Unicode's normal form NFC; the number is the BLAKE2b digest of its UTF-8 bytes,
    8 bytes long and little-endian.

    Raises:
        InvalidValueError: Like ``normalize_seed``, and for a text that UTF-8 cannot encode.
    """
    normal = normalize_seed(seed)
    return _digest(normal) if isinstance(normal, str) else normal


def _digest(text: str) -> int:
    try:
        from _blake2 import blake2b
    except ImportError:  # hashlib also loads OpenSSL, which takes 2.5 ms
        from hashlib import blake2b

    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidValueError(f"The seed {text!r} is not a valid Unicode text.") from None
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def fresh_seed() -> int:
    """Return a seed from the system's entropy, below 2^53.

    Among a million mazes two then hardly ever have the same seed, and readers of JSON that take
    numbers as doubles keep it exactly.
    """
    return int.from_bytes(os.urandom(7), "little") >> 3


def split_mix(state: int) -> int:
    """Return the first output of SplitMix64 from a state (Steele, Lea and Flood 2014)."""
    z = (state + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def child_seed(seed: int, purpose: int, k: int) -> int:
    """Return the seed of the k-th child stream for a purpose."""
    return split_mix(_child_seeds(seed, purpose) ^ k)


@lru_cache(maxsize=64)
def _child_seeds(seed: int, purpose: int) -> int:
    """Return the common part of all child seeds of a seed for a purpose, kept for the next of
    them."""
    return split_mix(split_mix(seed) ^ purpose)


def walks_on_cells(width: int, height: int, cells: int, length: int = 0) -> bool:
    """Whether Wilson's algorithm walks on the cells in mazes of this size, not on the walls.

    Args:
        width: Of the maze or, if it has a mask, of its rectangle.
        height: The same.
        cells: Their number.
        length: Of a mask: its cells less the corners between four of them; of a mesh: the sides of
            its border.  A winding corridor is about as long as this, however wide it is.
    """
    return (
        cells <= MAX_CELLS_TO_WALK_ON
        and max(width, height) <= LONGEST_SIDE_TO_WALK_ON
        and length <= LONGEST_SHAPE_TO_WALK_ON
    )


def strip_rows(height: int) -> int:
    """Return the number of rows of corners in a strip of a maze of this height."""
    corner_rows = max(1, height - 1)
    strips = 1 if corner_rows < MIN_ROWS_OF_TWO_STRIPS else 2
    while 2 * strips * MIN_ROWS_OF_MORE_STRIPS <= corner_rows:
        strips *= 2
    return -(-corner_rows // strips)


def has_strips(width: int, height: int) -> bool:
    """Whether Wilson's algorithm makes mazes of this size in several strips."""
    return not walks_on_cells(width, height, width * height) and strip_rows(height) < height - 1


def threshold(probability: float) -> int:
    """Return a probability in units of 2^-32, as the random stream compares it."""
    return round(probability * 2**32)
