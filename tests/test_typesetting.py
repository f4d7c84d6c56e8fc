"""Text of any script on a page: its order, its letters, its fonts, and what is copied out of it."""

from __future__ import annotations

import io

import pytest
from paper import Pages

import labirinto
from labirinto.book.bidi import visual_runs
from labirinto.book.typefaces import OWN_FONTS, Typeface, own_font
from labirinto.book.typesetting import Typesetter
from labirinto.book.words import WORDS
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.render.pdf_file import PdfFile


def seen(text, right_to_left):
    """The text as it stands on paper from left to right, letters in the place of glyphs."""
    return "".join(
        text[begin:end][::-1] if backwards else text[begin:end]
        for begin, end, backwards in visual_runs(text, right_to_left)
    )


# Arabic letters are written with Hebrew ones here, which editors show in a row just the same.
@pytest.mark.parametrize(
    ("text", "right_to_left", "expected"),
    [
        ("abc", False, "abc"),
        ("abc", True, "abc"),
        ("אבג", True, "גבא"),
        ("abc אבג", False, "abc גבא"),
        ("abc אבג", True, "גבא abc"),
        ("אבג 40x30", True, "40x30 גבא"),
        ("אבג (abc) דה", True, "הד )abc( גבא"),
        ("א: 12 – 345", True, "345 – 12 :א"),
        ("ا: ۱۲ × ۳۴", True, "۳۴ × ۱۲ :ا"),
        ("1,5-2", True, "1,5-2"),
        ("א 50%", True, "50% א"),
        ("א abc 1 ב", True, "ב abc 1 א"),
        ("אב  ", False, "בא  "),
        ("א‌ב", True, "ב‌א"),
        ("", True, ""),
    ],
)
def test_the_order_on_paper(text, right_to_left, expected):
    assert seen(text, right_to_left) == expected


def test_every_letter_is_in_one_run():
    text = "abc (אבג) ۱۲۳ [x] ਕਿ\u0301 1,5% «הו» --seed"
    for right_to_left in (False, True):
        runs = visual_runs(text, right_to_left)
        assert sorted(place for begin, end, _ in runs for place in range(begin, end)) == list(
            range(len(text))
        )


def page_of(*texts, right_to_left=False, **options):
    typesetter = Typesetter(right_to_left, **options)
    stream = io.BytesIO()
    file = PdfFile(stream)
    lines = [typesetter.line(text) for text in texts]
    file.add_page(
        600, 400, "".join(line.operators(20, 350 - 40 * n, 20) for n, line in enumerate(lines))
    )
    file.finish({"Title": "test"}, fonts=typesetter.embed(file))
    return Pages(stream.getvalue()), lines


@pytest.mark.parametrize(
    "text",
    [
        "Mazes — “twenty” of them, fi fl AVATAR",
        "Soluções às três, perché no",
        "ਭੁੱਲ-ਭੁਲੱਈਆ ਕਿਤਾਬ ਵਿੱਚ ਸਿੰਘ",
        "ਔਖਿਆਈ: 54",
    ],
)
def test_what_is_copied_is_what_was_written(text):
    pages, _ = page_of(text)
    assert pages.text(0) == text


@pytest.mark.parametrize("text", ["هزارتوهای سخت", "راه‌حل‌ها", "دشواری", "کلاس سلام لا"])
def test_persian_is_copied_with_its_joiners(text):
    pages, _ = page_of(text, right_to_left=True)
    assert pages.text(0) == text


def test_persian_letters_join_and_indic_signs_move():
    alone = Typesetter(True)
    apart = sum(alone.line(letter).width for letter in "سلام")
    assert alone.line("سلام").width < 0.8 * apart
    [piece] = Typesetter().line("ਕਿ").pieces
    face = Typeface(own_font("NotoSansGurmukhi-Regular"), "F")
    glyphs = [glyph for glyph, *_ in piece.glyphs]
    assert glyphs == [face.font.get_nominal_glyph(ord(letter)) for letter in "ਿਕ"]


def test_persian_digits_are_not_those_of_urdu():
    face = Typeface(own_font("NotoNaskhArabic-Regular"), "F")
    digits = "۰۱۲۳۴۵۶۷۸۹"
    [piece] = Typesetter(True).line(digits).pieces
    assert [glyph for glyph, *_ in piece.glyphs] == [
        face.font.get_nominal_glyph(ord(digit)) for digit in digits
    ]


def test_a_picture_of_text_is_where_its_width_says():
    pages, [line] = page_of("Mazes ਭੁੱਲ دشواری")
    picture = pages.picture(0, 1)
    ink = [x for x in range(600) if min(picture.getpixel((x, y)) for y in range(20, 80)) < 128]
    assert ink[0] == pytest.approx(20, abs=3)
    assert ink[-1] == pytest.approx(20 + 20 * line.width, abs=3)


@pytest.mark.parametrize("code", WORDS)
def test_the_fonts_that_are_shipped_have_all_words(code, monkeypatch):
    monkeypatch.setattr("labirinto.book.typesetting.system_font", lambda letter: None)
    words = WORDS[code]
    typesetter = Typesetter(words.right_to_left)
    texts = [words.mazes, words.answers, words.size, words.difficulty, words.seed]
    texts += [words.chosen.format(n=words.number(1234567890)), words.again, words.sides(5, 6)]
    texts += words.algorithms.values()
    assert set(words.algorithms) == set(labirinto.ALGORITHMS)
    for text in [*texts, 'labirinto wilson 10x10 --seed "1" – … ×']:
        typesetter.line(text)


def test_letters_that_no_font_has_are_named(monkeypatch):
    monkeypatch.setattr("labirinto.book.typesetting.system_font", lambda letter: None)
    for text, name in (("大", "U+5927"), ("a\U0010fffd", r"U\+10FFFD"), ("\udc80", "U+DC80")):
        with pytest.raises(InvalidValueError, match=name.replace("U+", r"U\+")):
            Typesetter().line(text)


def test_a_font_that_is_given_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr("labirinto.book.typesetting.OWN_FONTS", OWN_FONTS[:1])
    monkeypatch.setattr("labirinto.book.typesetting.system_font", lambda letter: None)
    assert not Typesetter().has("ਕ")
    file = tmp_path / "some.ttf"
    file.write_bytes(own_font("NotoSansGurmukhi-Regular"))
    pages, _ = page_of("ਕਿਤਾਬ", fonts=[file])
    assert pages.text(0) == "ਕਿਤਾਬ"
    for data in (b"", b"no font", own_font("NotoSans-Regular")[:1000]):
        file.write_bytes(data)
        with pytest.raises(FileFormatError, match=r"some\.ttf: it is no TrueType"):
            Typesetter(fonts=[file])


def test_lines_are_broken_at_spaces():
    typesetter = Typesetter()
    text = "one two three four five sixteenletters seven"
    lines = typesetter.lines(text, 5)
    assert " ".join(line.text for line in lines) == text
    assert len(lines) > 3
    assert all(line.width <= 5 or " " not in line.text for line in lines)


def test_only_the_glyphs_that_are_used_are_in_a_document():
    small, _ = page_of("abc")
    assert len(small.data) < 6_000
    whole = len(own_font("NotoSans-Regular"))
    assert whole > 50_000
    assert sum(len(own_font(name)) for name in OWN_FONTS) < 300_000
