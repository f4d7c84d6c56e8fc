"""A digest that detects damage, and distinguishes contents."""

from __future__ import annotations

DIGEST_BYTES = 16


def digest(*pieces: bytes | memoryview, size: int = DIGEST_BYTES) -> bytes:
    """The BLAKE2b digest of some bytes, so many bytes long."""
    from hashlib import blake2b  # loaded where it is needed, since it takes 2 ms

    found = blake2b(digest_size=size)
    for piece in pieces:
        found.update(piece)
    return found.digest()
