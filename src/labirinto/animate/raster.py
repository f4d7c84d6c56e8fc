"""Animations of pixels: GIF, WebP and APNG.

Each format is a container for compressed pictures.  Pillow compresses those of GIF and WebP; the
containers are written here, because the film knows what changes.  From whole frames, Pillow makes a
GIF eight times as large (Kruskal's algorithm, 40 x 30), and takes seven times as long for a WebP
(Wilson's algorithm).
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import BinaryIO

from labirinto._internal.extras import needing
from labirinto.animate.painting import Patch
from labirinto.animate.tiles import NOTHING
from labirinto.drawing.colour_maps import Colour
from labirinto.formats._png_chunks import END, chunk, head, texts

_LONGEST_FRAME = 65_535
"""Hundredths of a second of a frame in GIF and APNG, which give its time two bytes."""


@dataclass(frozen=True)
class Movie:
    """An animation of pixels.

    Attributes:
        width, height: Size in pixels.
        colours: The palette.
        patches: The change that each frame makes, and its time in hundredths of a second.
        still: The pixels that programs without animation show.
        loop: Whether it starts again after its end.
        notes: The notes for the file, as JSON.
    """

    width: int
    height: int
    colours: list[Colour]
    patches: Iterable[tuple[Patch, int]]
    still: bytes
    loop: bool
    notes: str

    @property
    def palette(self) -> bytes:
        """The palette as 256 times three bytes."""
        return b"".join(map(bytes, self.colours)).ljust(768, b"\0")


def _short_frames(patches: Iterable[tuple[Patch, int]]) -> Iterator[tuple[Patch, int]]:
    """Yield frames none of which is too long: what is left of one is a frame without a change."""
    for patch, time in patches:
        while time > _LONGEST_FRAME:
            yield patch, _LONGEST_FRAME
            patch, time = Patch(0, 0, 1, 1, bytes([NOTHING])), time - _LONGEST_FRAME
        yield patch, time


def write_gif(movie: Movie, stream: BinaryIO) -> None:
    """Write a GIF with the notes as a comment.

    Raises:
        MissingExtraError: If Pillow is not installed.
    """
    image = _pillow("A GIF")
    size = movie.width.to_bytes(2, "little") + movie.height.to_bytes(2, "little")
    stream.write(b"GIF89a" + size + b"\xf7\0\0" + movie.palette)
    if movie.loop:
        stream.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    notes = movie.notes.encode("ascii")
    blocks = (notes[at : at + 255] for at in range(0, len(notes), 255))
    stream.write(b"!\xfe" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0")
    for patch, time in _short_frames(movie.patches):
        # The frame is laid over those before it; one colour is transparent.
        stream.write(b"!\xf9\x04\x05" + time.to_bytes(2, "little") + bytes([NOTHING]) + b"\0")
        place = (patch.x, patch.y, patch.width, patch.height)
        stream.write(b"," + b"".join(n.to_bytes(2, "little") for n in place) + b"\0")
        picture = image.Image.frombytes("P", (patch.width, patch.height), patch.pixels)
        picture.putpalette(movie.palette)
        single = io.BytesIO()
        # "optimize" would renumber the colours.
        picture.save(single, "GIF", optimize=False, interlace=False)
        stream.write(_image_data(single.getvalue()))
    stream.write(b";")


def _image_data(gif: bytes) -> bytes:
    """The compressed pixels of a GIF with a single frame."""
    at = 13 + (3 << (gif[10] & 7) + 1 if gif[10] & 128 else 0)
    while gif[at] == 0x21:  # an extension, in blocks
        at += 2
        while gif[at]:
            at += 1 + gif[at]
        at += 1
    flags = gif[at + 9]
    at += 10 + (3 << (flags & 7) + 1 if flags & 128 else 0)
    return gif[at:-1]


def write_webp(movie: Movie, stream: BinaryIO) -> None:
    """Write a WebP with the notes as the image description in EXIF.

    Raises:
        MissingExtraError: If Pillow is not installed.
    """
    image = _pillow("A WebP")
    transparency = bytearray(b"\xff" * 256)
    transparency[NOTHING] = 0
    palette = movie.palette
    colours = b"".join(
        palette[3 * at : 3 * at + 3] + transparency[at : at + 1] for at in range(256)
    )
    has_alpha, has_exif, moves = 16, 8, 2
    size = _three(movie.width - 1) + _three(movie.height - 1)
    chunks = [_riff(b"VP8X", bytes([has_alpha | has_exif | moves, 0, 0, 0]) + size)]
    chunks.append(_riff(b"ANIM", bytes(4) + (0 if movie.loop else 1).to_bytes(2, "little")))
    for patch, time in movie.patches:
        patch = _at_even_place(patch)
        picture = image.Image.frombytes("P", (patch.width, patch.height), patch.pixels)
        picture.putpalette(colours, "RGBA")
        single = io.BytesIO()
        picture.convert("RGBA").save(single, "WEBP", lossless=True, quality=20, method=2)
        numbers = (patch.x // 2, patch.y // 2, patch.width - 1, patch.height - 1, 10 * time)
        # The frame is laid over those before it.
        frame = b"".join(map(_three, numbers)) + b"\0"
        chunks.append(_riff(b"ANMF", frame + _lossless_part(single.getvalue())))
    exif = image.Image.Exif()
    exif[0x010E] = movie.notes
    chunks.append(_riff(b"EXIF", exif.tobytes().removeprefix(b"Exif\0\0")))
    body = b"WEBP" + b"".join(chunks)
    stream.write(b"RIFF" + len(body).to_bytes(4, "little") + body)


def _riff(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _lossless_part(webp: bytes) -> bytes:
    """The chunk with the compressed pixels of a lossless WebP with a single frame."""
    at = 12
    while webp[at : at + 4] != b"VP8L":
        length = int.from_bytes(webp[at + 4 : at + 8], "little")
        at += 8 + length + length % 2
    length = int.from_bytes(webp[at + 4 : at + 8], "little")
    return webp[at : at + 8 + length + length % 2]


def _at_even_place(patch: Patch) -> Patch:
    """The patch, enlarged to begin at even pixels, as WebP requires."""
    left, top = patch.x % 2, patch.y % 2
    if not left and not top:
        return patch
    nothing = bytes([NOTHING])
    width = patch.width + left
    lines = [nothing * width] * top
    for at in range(0, len(patch.pixels), patch.width):
        lines.append(nothing * left + patch.pixels[at : at + patch.width])
    return Patch(patch.x - left, patch.y - top, width, patch.height + top, b"".join(lines))


def write_apng(movie: Movie, stream: BinaryIO) -> None:
    """Write an APNG with the same notes as a PNG picture.

    Programs without animation show the finished maze, and ``load`` reads it.
    """
    chunks: list[bytes] = []
    count = number = 0
    for patch, time in _short_frames(movie.patches):
        place = (number, patch.width, patch.height, patch.x, patch.y)
        control = b"".join(n.to_bytes(4, "big") for n in place)
        # The frame is laid over those before it.
        control += time.to_bytes(2, "big") + (100).to_bytes(2, "big") + b"\0\1"
        chunks.append(chunk(b"fcTL", control))
        data = zlib.compress(_filtered(patch.pixels, patch.width))
        chunks.append(chunk(b"fdAT", (number + 1).to_bytes(4, "big") + data))
        number += 2
        count += 1
    first = [
        head(movie.width, movie.height, 8, movie.palette),
        chunk(b"tRNS", b"\xff" * NOTHING + b"\0"),
        texts(movie.notes.encode("ascii")),
        chunk(b"acTL", count.to_bytes(4, "big") + (0 if movie.loop else 1).to_bytes(4, "big")),
        chunk(b"IDAT", zlib.compress(_filtered(movie.still, movie.width))),
    ]
    stream.write(b"".join([*first, *chunks, END]))


def _filtered(pixels: bytes, width: int) -> bytes:
    """The lines of pixels, each after the number of its filter: none."""
    return b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))


def _pillow(what: str) -> ModuleType:
    """Import Pillow with its module ``Image``."""
    with needing(f"APNG and SVG need no package, and {what} needs Pillow", "images"):
        import PIL.Image
    return PIL
