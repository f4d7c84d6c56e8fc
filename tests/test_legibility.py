"""Whether shapes are recognised: letters of words, and silhouettes in their least sizes."""

from itertools import chain

import numpy as np
import pytest
from reading import read
from tiers import deep

from labirinto.grids import SILHOUETTES, letters
from labirinto.grids.masks import silhouette
from labirinto.grids.outlines import contours_of, filled, fitted
from labirinto.grids.silhouettes import LEAST_SIZES
from labirinto.grids.squares import rows_of_mask

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÁÅÉÑãäçéêëíñöøřüłŁßŞşź"
ALPHABETS = {
    "NotoSans-Bold": LATIN,
    "NotoKufiArabic-Bold": "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی",
    "NotoSansGurmukhi-Bold": "ਅਇਉਏਸਹਕਖਗਘਙਚਛਜਝਞਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵੜ",
}
NAMES = (
    "Sofia Filippo Jürgen Lilli Fjodor Élodie Beatrice Xavier William Łukasz",
    "Giulia Anna Mattia Lorenzo Ginevra Tommaso Edoardo Riccardo Vittoria Quentin",
    "Margherita Ludovica Guglielmo Wilhelm Zoë Jiří Ñuño João Inês Gonçalo",
    "Beatriz Olivia Yvonne Kevin Ulf Björn Åsa Małgorzata Eszter Pippi",
    "Kurt Hannah Oscar Dmitri Rebecca Stephen Victor Zuzanna Igor Mikkel",
)


def alike(text: str) -> str:
    """The text with one letter for two that look the same."""
    return text.replace("I", "l")


@pytest.mark.parametrize("names", [NAMES[0], *map(deep, NAMES[1:])])
def test_names_are_read_letter_by_letter(names):
    for name in names.split():
        assert alike(read(name, 28, LATIN, "NotoSans-Bold")) == alike(name)


@pytest.mark.parametrize("font", ALPHABETS)
def test_every_letter_is_most_like_itself(font):
    for letter in ALPHABETS[font]:
        assert alike(read(letter, 24, ALPHABETS[font], font)) == alike(letter)


def test_dots_are_apart_from_their_stems_and_joined_to_them():
    for height in (14, 16, 24):
        grid = letters("i", height=height)
        widths = [row.bit_count() for row in rows_of_mask(grid.mask, grid.width)]
        dot = next(y for y, width in enumerate(widths) if width > 1)
        assert widths[dot:].count(1) >= 2


def test_letters_are_joined_near_the_baseline():
    grid = letters("llll", height=24)
    columns = {x: [y for cell, y in grid if cell == x] for x in range(grid.width)}
    bridges = [rows for rows in columns.values() if len(rows) == 1]
    assert set(chain(*bridges)) == {23}


def dots(bits, width, height):
    return np.array([[row >> x & 1 for x in range(width)] for row in rows_of_mask(bits, width)])


def test_silhouettes_in_their_least_sizes_are_most_like_themselves():
    assert LEAST_SIZES.keys() == SILHOUETTES.keys()
    finer = 4
    for shape, (width, height) in LEAST_SIZES.items():
        seen = np.kron(dots(silhouette(shape, width, height), width, height), np.ones((finer,) * 2))
        likeness = {}
        for other, path in SILHOUETTES.items():
            size = finer * width, finer * height
            contours = fitted(contours_of(path), *size, stretch=False)
            drawn = dots(filled(contours, *size), *size)
            likeness[other] = np.minimum(seen, drawn).sum() / np.maximum(seen, drawn).sum()
        assert max(likeness, key=likeness.get) == shape
        assert likeness[shape] > 0.84
