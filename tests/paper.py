"""PDF documents read back with PDFium, for the tests of books."""

from __future__ import annotations

import io
import json
import re
import zlib
from itertools import pairwise
from xml.etree import ElementTree

import pypdfium2

import labirinto
from labirinto.book import Book, write_book


class Pages:
    """A document that was read back."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.document = pypdfium2.PdfDocument(data)

    def __len__(self):
        return len(self.document)

    @property
    def about(self):
        """The notes that Labirinto keeps in a document."""
        begin, end = self.data.index(b"<x:xmpmeta"), self.data.index(b"</x:xmpmeta>")
        metadata = ElementTree.fromstring(self.data[begin : end + len(b"</x:xmpmeta>")])
        return json.loads(metadata.find(".//{urn:labirinto}notes").text)

    @property
    def title(self):
        return self.document.get_metadata_dict()["Title"]

    def size(self, page):
        return tuple(self.document[page].get_size())

    def text(self, page):
        return self.document[page].get_textpage().get_text_range()

    def picture(self, page, dots_a_point=2.0):
        return self.document[page].render(scale=dots_a_point).to_pil().convert("L")

    def operators(self, page):
        """The drawing operators of a page."""
        numbers = re.findall(rb"/Contents (\d+) 0 R", self.data)
        begin = self.data.index(b"\n%s 0 obj" % numbers[page])
        packed = self.data[self.data.index(b"stream\n", begin) + 7 :]
        return zlib.decompressobj().decompress(packed).decode("latin-1")

    def lines(self, page):
        """The mazes of a page as drawn.

        For each the size of a cell, its left and its top in points from the page's lower left, and
        the straight lines of its walls in cells.
        """
        mazes = []
        for block in re.split(r"(?m)^Q$", self.operators(page)):
            found = re.findall(r"(?m)^(\S+) (\S+) m (\S+) (\S+) l$", block)
            if not found:
                continue
            walls = [tuple(map(float, wall)) for wall in found]
            left, top = min(wall[0] for wall in walls), max(wall[1] for wall in walls)
            walls = [(x0 - left, top - y0, x1 - left, top - y1) for x0, y0, x1, y1 in walls]
            cell = _step({place for wall in walls for place in wall})
            mazes.append((cell, left, top, [tuple(round(p / cell) for p in w) for w in walls]))
        return mazes


def _step(places):
    """The distance that all these places, rounded to hundredths, are multiples of."""
    ordered = sorted(places)
    step = min(gap for a, b in pairwise(ordered) if (gap := b - a) > 0.05)
    for place in ordered:
        if place > step / 2:
            step = place / round(place / step)
    return step


def maze_of(lines):
    """The maze with these lines as walls, and the number of openings in its frame."""
    width = max(x for x0, _, x1, _ in lines for x in (x0, x1))
    height = max(y for _, y0, _, y1 in lines for y in (y0, y1))
    across, down = set(), set()
    for x0, y0, x1, y1 in lines:
        across |= {(x, y0) for x in range(x0, x1)}
        down |= {(x0, y) for y in range(y0, y1)}
    passages = [
        ((x, y), (x + 1, y))
        for y in range(height)
        for x in range(width - 1)
        if (x + 1, y) not in down
    ]
    passages += [
        ((x, y), (x, y + 1))
        for y in range(height - 1)
        for x in range(width)
        if (x, y + 1) not in across
    ]
    gaps = sum((x, y) not in across for x in range(width) for y in (0, height))
    gaps += sum((x, y) not in down for y in range(height) for x in (0, width))
    return labirinto.Maze.from_passages(width, height, passages), gaps


SMALL = {"count": 5, "smallest": (4, 4), "largest": (9, 12), "seed": 1, "candidates": 4}


def printed(**values):
    """A small book, read back, and what was said of it."""
    stream = io.BytesIO()
    done = write_book(Book(**SMALL | values), stream)
    pages = Pages(stream.getvalue())
    assert len(pages) == done.pages
    return pages, done
