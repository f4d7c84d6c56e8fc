"""Small mazes as numbers, larger ones as rows of a matrix, and what the theory says of both."""

from __future__ import annotations

from functools import cache

import numpy as np

Passage = tuple[int, int, int]
"""Row, plane (0 east, 1 south) and column of a passage's western or northern cell."""


def passages_in(width: int, height: int) -> list[Passage]:
    """Every passage that there could be, in reading order."""
    return [
        (y, plane, x)
        for y in range(height)
        for x in range(width)
        for plane in (0, 1)
        if (x + 1 < width if plane == 0 else y + 1 < height)
    ]


def _cells_beside(passage: Passage, width: int) -> tuple[int, int]:
    y, plane, x = passage
    here = y * width + x
    return here, here + (width if plane else 1)


def codes_of(data: bytes, width: int, height: int) -> np.ndarray:
    """Mazes of up to 8 x 4 as a number each: their bytes, low end first."""
    size = 2 * height * ((width + 7) // 8)
    codes = np.zeros((len(data) // size, 8), np.uint8)
    codes[:, :size] = np.frombuffer(data, np.uint8).reshape(-1, size)
    return codes.view("<u8").ravel()


def passages_of(code: int, width: int, height: int) -> list[Passage]:
    """The passages of a small maze."""
    return [
        (y, plane, x)
        for y, plane, x in passages_in(width, height)
        if int(code) >> (16 * y + 8 * plane + x) & 1
    ]


@cache
def all_codes(width: int, height: int) -> np.ndarray:
    """Every maze of a small size, in order: each passage is taken or left, without loops."""
    cells = width * height
    candidates = passages_in(width, height)
    codes = np.zeros(1, np.uint64)
    parts = np.arange(cells, dtype=np.uint8)[None, :]
    taken = np.zeros(1, np.int64)
    for k, passage in enumerate(candidates):
        y, plane, x = passage
        one, other = _cells_beside(passage, width)
        fits = parts[:, one] != parts[:, other]
        joined = parts[fits]
        old = joined[:, other][:, None]
        joined = np.where(joined == old, joined[:, one][:, None], joined)
        bit = np.uint64(1 << (16 * y + 8 * plane + x))
        codes = np.concatenate([codes, codes[fits] | bit])
        parts = np.concatenate([parts, joined])
        taken = np.concatenate([taken, taken[fits] + 1])
        enough = taken + len(candidates) - 1 - k >= cells - 1
        codes, parts, taken = codes[enough], parts[enough], taken[enough]
    return np.sort(codes)


def number_by_kirchhoff(width: int, height: int) -> int:
    """How many mazes of a small size there are, by a determinant of whole numbers.

    Kirchhoff's matrix-tree theorem, with Bareiss's elimination, which makes no fractions.
    """
    incidence = _incidence(width, height)
    matrix = [[round(v) for v in row] for row in (incidence.T @ incidence)[1:, 1:].tolist()]
    pivot = 1
    for k in range(len(matrix) - 1):
        for i in range(k + 1, len(matrix)):
            for j in range(k + 1, len(matrix)):
                product = matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]
                matrix[i][j] = product // pivot
        pivot = matrix[k][k]
    return matrix[-1][-1]


def counts_of(codes: np.ndarray, width: int, height: int) -> np.ndarray:
    """How often each maze of a size occurs, in the order of ``all_codes``.

    Raises:
        ValueError: If a code is not a maze.
    """
    known = all_codes(width, height)
    at = np.minimum(np.searchsorted(known, codes), len(known) - 1)
    if not np.array_equal(known[at], codes):
        raise ValueError("one of the mazes is none")
    return np.bincount(at, minlength=len(known))


def open_passages(data: bytes, width: int, height: int) -> np.ndarray:
    """A row for each maze, with a 1 for each passage that it has, as 32-bit floats."""
    stride = (width + 7) // 8
    planes = np.frombuffer(data, np.uint8).reshape(-1, height, 2, stride)
    bits = np.unpackbits(planes, axis=3, bitorder="little")
    y, plane, x = np.array(passages_in(width, height)).T
    columns = (2 * y + plane) * 8 * stride + x
    return bits.reshape(len(bits), -1)[:, columns].astype(np.float32)


def _incidence(width: int, height: int) -> np.ndarray:
    candidates = passages_in(width, height)
    matrix = np.zeros((len(candidates), width * height))
    for k, passage in enumerate(candidates):
        one, other = _cells_beside(passage, width)
        matrix[k, one], matrix[k, other] = 1, -1
    return matrix


@cache
def transfer_currents(width: int, height: int) -> np.ndarray:
    """For every two passages, the current through one if a unit enters and leaves at the other.

    In a uniform maze the passages of any set are all there with the probability that is the
    determinant of their rows and columns (Burton and Pemantle 1993).
    """
    return currents_of(_incidence(width, height))


def currents_of(incidence: np.ndarray) -> np.ndarray:
    """The transfer currents of any grid, from a row a passage: 1 and -1 at its two cells."""
    return incidence @ np.linalg.pinv(incidence.T @ incidence) @ incidence.T


def law_of(currents: np.ndarray) -> np.ndarray:
    """The probability of every set of some passages, of which these are the transfer currents.

    Set number k has passage i if bit i of k is set.
    """
    number = len(currents)
    missing = 1.0 - (np.arange(1 << number)[:, None] >> np.arange(number) & 1)
    return np.abs(np.linalg.det(currents - missing[:, None, :] * np.eye(number)))


def pair_probabilities(width: int, height: int) -> np.ndarray:
    """That two passages are both there; on the diagonal, that one is."""
    return pairs_by(transfer_currents(width, height))


def pairs_by(currents: np.ndarray) -> np.ndarray:
    """The same for any grid, from its transfer currents."""
    single = np.diag(currents)
    both = np.outer(single, single) - currents * currents.T
    np.fill_diagonal(both, single)
    return both


def cell_eigenvalues(width: int, height: int) -> np.ndarray:
    """Of the grid of cells, without the one that is 0."""
    values = 4 - 2 * np.cos(np.pi * np.arange(width) / width)[None, :]
    return (values - 2 * np.cos(np.pi * np.arange(height) / height)[:, None]).ravel()[1:]


def corner_eigenvalues(width: int, height: int) -> np.ndarray:
    """Of the grid of inner corners, with the frame held at 0."""
    values = 4 - 2 * np.cos(np.pi * np.arange(1, width) / width)[None, :]
    return (values - 2 * np.cos(np.pi * np.arange(1, height) / height)[:, None]).ravel()
