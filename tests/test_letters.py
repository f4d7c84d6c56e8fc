"""Masks from letters."""

import pytest
from tiers import sample

import labirinto
from labirinto import FileFormatError, InvalidValueError
from labirinto.grids import letters
from labirinto.grids.typefaces import LETTER_FONTS, own_typefaces


@pytest.mark.parametrize("text", sample(["Anna", "آنا", "ਭੂਲ", "I ♥ Ü", "★", "ij"], "Anna", "آنا"))
def test_letters_are_a_shape_for_mazes(text):
    grid = letters(text, height=20)
    assert grid.height == 20
    assert grid.pieces == 1
    assert labirinto.wilson(grid, seed=1).is_perfect
    # The outlines touch all sides.
    for side, last in ((0, grid.width - 1), (1, 19)):
        places = {cell[side] for cell in grid}
        assert min(places) <= 1
        assert max(places) >= last - 1


def test_letters_are_fitted_into_a_size():
    assert letters("I", width=10, height=30).width == 10
    assert letters("Anna", 60).height == letters("Anna", 60, letters("Anna", 60).height).height


def test_letters_have_a_size_of_their_own():
    # The letters of any words are equally large: capitals have 20 rows.
    assert letters("H").height == 20
    assert letters("-").height < letters("a").height < letters("H").height < letters("gH").height
    anna = letters("Anna")
    assert anna == letters("Anna", anna.width, anna.height)
    assert letters("H\nH").height == letters("H").height + round(1.25 * 28)


def test_right_to_left_text_begins_at_the_right():
    dot = letters("ا ♥", height=20)
    # The heart is on the left of the alef, and wider.
    left = [cell for cell in dot if cell[0] < dot.width // 2]
    assert len(left) > len(dot) / 2


def test_letters_around_which_the_maze_lies():
    inside = letters("O", 20, 20, pieces="largest")
    around = letters("O", 20, 20, invert=True, pieces="largest")
    assert not set(inside) & set(around)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 0 characters; give 1 to 200"),
        ("   ", "has 0 characters"),
        ("x" * 201, "has 201 characters"),
        (5, "The letters are int, not a text"),
        ("\U0010fffd", r"No font has all letters of the text, such as .* \(U\+10FFFD\)"),
    ],
)
def test_a_text_that_is_no_letters_is_refused(text, message):
    with pytest.raises(InvalidValueError, match=message):
        letters(text, height=20)


def test_the_longest_text_is_taken():
    assert len(letters("x" * 200, height=20, pieces="each")) > 200


def test_a_file_that_is_no_font_is_refused(tmp_path):
    file = tmp_path / "font.ttf"
    file.write_bytes(b"no font")
    with pytest.raises(FileFormatError, match=r"font\.ttf is not a TrueType or OpenType font with"):
        letters("A", height=9, font=file)


def test_letters_of_other_scripts_come_from_a_font_of_the_machine(monkeypatch):
    gurmukhi, sans = (
        next(face for face in own_typefaces(LETTER_FONTS) if name in face.file)
        for name in ("Gurm", "NotoSans-")
    )
    asked = []

    def found(letter):
        asked.append(letter)
        return sans if letter == "a" else gurmukhi

    expected = letters("ਕ", height=20)
    monkeypatch.setattr("labirinto.grids.lettering.own_typefaces", lambda _: (sans,))
    monkeypatch.setattr("labirinto.grids.lettering.system_typeface", found)
    assert letters("ਕ", height=20) == expected
    assert asked == ["ਕ"]
    with pytest.raises(InvalidValueError, match="No font has all letters of the text, such as 'ਕ'"):
        letters("ਕa", height=20)
