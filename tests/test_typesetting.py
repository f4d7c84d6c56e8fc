"""Text of any script on a page: its order, its letters, its fonts, and what is copied out of it."""

from __future__ import annotations

import gc
import io
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from paper import Pages

import labirinto
from labirinto.algorithms.articles import article
from labirinto.book import Book, check_printable, write_book
from labirinto.book.typesetting import Fonts, Typesetter
from labirinto.book.words import WORDS
from labirinto.errors import FileFormatError, InvalidValueError, MissingExtraError
from labirinto.formats.pdf import finish, new_document
from labirinto.grids.typefaces import _matching_font, own_typefaces, system_typeface, typeface

SANS, NASKH, GURMUKHI, DEVANAGARI = (Path(face.file) for face in own_typefaces())


@pytest.fixture
def no_machine(monkeypatch):
    """A machine without fonts."""
    monkeypatch.setattr("labirinto.book.typesetting.system_typeface", lambda letter: None)


def page_of(*texts, right_to_left=False, fonts=(), size=20, grey=0):
    document = new_document()
    with closing(Typesetter(document, Fonts(fonts), right_to_left=right_to_left)) as typesetter:
        document.add_page(format=(600, 400))
        lines = [typesetter.line(text) for text in texts]
        for number, line in enumerate(lines):
            typesetter.put(line, 20, 50 + 2 * size * number, size, grey)
        data = typesetter.finished("test", {})
    return Pages(bytes(data)), lines


def faces_of(text, fonts=()):
    return [Path(face.file) for face in Fonts(fonts).for_text(text)]


def ink(picture, box):
    part = picture.crop(box)
    return [at % part.width for at, shade in enumerate(part.tobytes()) if shade < 128]


@pytest.mark.parametrize(
    "text",
    [
        "Mazes — “twenty” of them, fi fl AVATAR",
        "Soluções às três, perché no",
        "ਭੁੱਲ-ਭੁਲੱਈਆ ਕਿਤਾਬ ਵਿੱਚ ਸਿੰਘ",
        "ਔਖਿਆਈ: 54",
        "Kitab ਕਿਤਾਬ 3 – b",
        "भूलभुलैयाँ: किताब में द्वार, श्रृंखला",
    ],
)
def test_what_is_copied_is_what_was_written(text):
    pages, _ = page_of(text)
    assert pages.text(0) == text


@pytest.mark.parametrize(
    "text",
    ["هزارتوهای سخت", "دشواری", "کلاس سلام لا", "دشواری: ۱۳ – ۶۶", "اندازه: ۴ × ۴"],
)
def test_persian_is_copied_in_order(text):
    pages, _ = page_of(text, right_to_left=True)
    assert pages.text(0) == text


def test_joiners_can_be_copied():
    # PDFium leaves them out; the glyph map of the document has them.
    pages, _ = page_of("راه‌حل‌ها", right_to_left=True)
    assert pages.text(0) == "راهحلها"
    assert b"> <200C>" in pages.data


def test_lines_in_several_fonts_do_not_change_the_next():
    # In each the last letter is of another font than the line begins with.
    texts = ("آن‌ها.", "آن‌ها.", "الگوریتم", "ਹੈ abc", "الگوریتم", "abc")
    pages, _ = page_of(*texts, right_to_left=True, grey=89)
    assert pages.text(0).replace("\r", "").split("\n") == [
        text.replace("\u200c", "") for text in texts
    ]


def test_the_direction_of_a_line():
    document = new_document()
    with closing(Typesetter(document, Fonts(), right_to_left=True)) as typesetter:
        document.add_page(format=(600, 200))
        places = []
        for y, backwards in ((50, True), (100, False)):
            line = typesetter.line("——————— آ", right_to_left=backwards)
            typesetter.put(line, 0, y, 20)
            places.append(line.width * 20)
        data = finish(document, "", {})
    picture = Pages(bytes(data)).picture(0, 1)
    # The dashes reach from where the line begins to its middle and beyond.
    dash = [ink(picture, (0, y - 8, 600, y - 4)) for y in (50, 100)]
    assert max(dash[0]) > places[0] - 5
    assert min(dash[1]) < 5
    assert typesetter.line("abc").parts[0].right_to_left


def test_numbers_in_text_from_right_to_left():
    # The parts of a line from left to right, as they are seen.
    for text, seen in (
        ("Seed: کلاس ۳ب", ["Seed: ", "کلاس ۳ب"]),
        ("abc", ["abc"]),
        ("--seed 'ب ۳' -o x", ["--seed '", "ب ۳", "' -o x"]),
        ("ب 12 abc", ["ب 12", " abc"]),
    ):
        _, [line] = page_of(text)
        assert [part.text for part in line.parts] == seen
    pages, [whole] = page_of("ب 12")
    expected, _ = page_of("ب 12", right_to_left=True)
    assert pages.picture(0).tobytes() == expected.picture(0).tobytes()
    # The number is at the left.
    [number] = page_of("12")[1]
    widest = 20 + 20 * number.width
    assert pages.picture(0, 1).crop((0, 0, round(widest), 60)).tobytes() == (
        page_of("12")[0].picture(0, 1).crop((0, 0, round(widest), 60)).tobytes()
    )
    assert whole.width > number.width


def test_persian_letters_join_and_indic_signs_move():
    with closing(Typesetter(new_document(), Fonts(), right_to_left=True)) as alone:
        apart = sum(alone.line(letter).width for letter in "سلام")
        assert alone.line("سلام").width < 0.8 * apart
    # The sign i is written after its letter and stands before it.
    pages, _ = page_of("ਕਿ")
    assert pages.picture(0).tobytes() == unshaped("ਿਕ", GURMUKHI).tobytes()


def test_persian_digits_are_not_those_of_urdu():
    pages, _ = page_of("۴۶۷", right_to_left=True)
    assert pages.picture(0).tobytes() == unshaped("۴۶۷", NASKH).tobytes()


def unshaped(text, file):
    """A picture of letters side by side, each as the font has it."""
    document = new_document()
    with closing(Typesetter(document, Fonts())):
        document.add_font("font", fname=file)
        document.add_page(format=(600, 400))
        document.set_font("font", size=20)
        document.text(20, 50, text)
        data = finish(document, "", {})
    return Pages(bytes(data)).picture(0)


def test_a_picture_of_text_is_where_its_width_says():
    pages, [line] = page_of("Mazes ਭੁੱਲ دشواری")
    picture = pages.picture(0, 1)
    dark = ink(picture, (0, 20, 600, 80))
    assert min(dark) == pytest.approx(20, abs=3)
    assert max(dark) == pytest.approx(20 + 20 * line.width, abs=3)
    # It stands on y = 50.
    pages, _ = page_of("HHH")
    rows = [y for y in range(400) if ink(pages.picture(0, 1), (0, y, 600, y + 1))]
    assert max(rows) == pytest.approx(49, abs=1)


@pytest.mark.parametrize("code", WORDS)
def test_the_fonts_that_are_shipped_have_all_words(code):
    words = WORDS[code]
    texts = [words.mazes, words.answers, words.size, words.difficulty, words.seed]
    texts += [words.chosen.format(n=words.number(1234567890)), words.again, words.sides(5, 6)]
    texts += [article(algorithm, code).notes["title"] for algorithm in labirinto.ALGORITHMS]
    for text in [*texts, 'labirinto wilson 10x10 --seed "1" – … ×']:
        check_printable(text, machine=False)


def test_a_text_takes_few_fonts():
    assert faces_of("Mazes 12") == [SANS]
    assert faces_of("هزارتوهای سخت ۱۲") == [NASKH]
    assert faces_of("راه‌حل‌ها") == [NASKH]
    assert faces_of("دشواری: ۱۲") == [NASKH, SANS]
    assert faces_of("ਔਖਿਆਈ: 5") == [GURMUKHI, SANS]
    assert faces_of("") == faces_of("\u200d") == [SANS]


def test_letters_that_no_font_has_are_named(no_machine):
    for text, name in (("大", "U+5927"), ("a\U0010fffd", "U+10FFFD")):
        for look in (check_printable, page_of):
            sentence = f"({name}); leave it out, install a font that has it, or name a font file"
            with pytest.raises(InvalidValueError, match=re.escape(sentence)):
                look(text)
    for look in (check_printable, page_of):
        with pytest.raises(InvalidValueError, match=r"'\\udc80', which no font can have; remove"):
            look("\udc80")


def test_the_machine_is_asked_where_it_may_be(monkeypatch, tmp_path):
    asked = []

    def found(letter):
        asked.append(letter)
        return typeface(file)

    file = tmp_path / "machine.ttf"
    file.write_bytes(GURMUKHI.read_bytes())
    monkeypatch.setattr("labirinto.book.typesetting.own_typefaces", lambda: (typeface(SANS),))
    monkeypatch.setattr("labirinto.book.typesetting.system_typeface", found)
    with pytest.raises(InvalidValueError, match=r"the letter 'ਕ' \(U\+0A15\)"):
        check_printable("ਕਕ", machine=False)
    check_printable("abc")
    assert not asked
    check_printable("aਕਿਤਾਬ")
    assert asked == ["ਕ"]
    assert not Fonts().has("ਕ")
    pages, _ = page_of("ਕਿਤਾਬ")
    assert pages.text(0) == "ਕਿਤਾਬ"


def test_a_font_of_the_machine_is_read_once_and_a_failure_is_not_remembered(monkeypatch):
    def answer(*_, **__):
        if failures:
            raise failures.pop()
        return subprocess.CompletedProcess((), 0, stdout=f"{GURMUKHI}\n65536")

    failures = [FileNotFoundError(), subprocess.TimeoutExpired("fc-match", 5)]
    monkeypatch.setattr("subprocess.run", answer)
    assert system_typeface("ਕ") is None
    assert system_typeface("ਕ") is None
    found = system_typeface("ਕ")
    assert (Path(found.file), found.index) == (GURMUKHI, 0)
    assert system_typeface("ਬ") is found
    assert system_typeface("日") is None  # the nearest font may lack the letter
    _matching_font.cache_clear()


def test_a_font_that_is_given_is_used(tmp_path, monkeypatch, no_machine):
    monkeypatch.setattr("labirinto.book.typesetting.own_typefaces", lambda: (typeface(SANS),))
    assert not Fonts().has("ਕ")
    file = tmp_path / "some.TTF"
    whole = GURMUKHI.read_bytes()
    file.write_bytes(whole)
    check_printable("ਕਿਤਾਬ", [file], machine=False)
    pages, _ = page_of("ਕਿਤਾਬ", fonts=[file])
    assert pages.text(0) == "ਕਿਤਾਬ"
    for data in (b"", b"no font", whole[:1000]):
        file.write_bytes(data)
        with pytest.raises(FileFormatError, match=r"some\.TTF is not a TrueType or OpenType"):
            Fonts([file])
    file.rename(tmp_path / "some.bin")
    with pytest.raises(FileFormatError, match=r"with outlines \(\.ttf, \.otf"):
        check_printable("a", [tmp_path / "some.bin"])
    with pytest.raises(FileNotFoundError):
        check_printable("a", [tmp_path / "none.ttf"])


# fontTools leaves a file open when it stumbles.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_damaged_font_is_reported(tmp_path, monkeypatch, no_machine):
    monkeypatch.setattr("labirinto.book.typesetting.own_typefaces", lambda: (typeface(SANS),))
    file = tmp_path / "some.ttf"
    whole = GURMUKHI.read_bytes()
    # Without its metrics it is not opened; without its glyphs it is, and cannot be cut down.
    for data, sentence in (
        (whole.replace(b"hmtx", b"xxxx", 1), r"some\.ttf is damaged; use another"),
        (whole[:-17_000] + b"\xff" * 17_000, r"is damaged; use another: .*some\.ttf\."),
    ):
        file.write_bytes(data)
        with pytest.raises(FileFormatError, match=sentence):
            page_of("ਕਿਤਾਬ", fonts=[file])
    gc.collect()


@pytest.mark.parametrize("place", ["fpdf.FPDF.add_font", "fpdf.FPDF.output"])
def test_a_lack_of_memory_is_not_taken_for_a_damaged_font(monkeypatch, no_machine, place):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("labirinto.book.typesetting.own_typefaces", lambda: (typeface(SANS),))
    book = Book(count=1, smallest=(3, 3), largest=(3, 3), title="ਕਿਤਾਬ", fonts=(str(GURMUKHI),))
    monkeypatch.setattr(place, fail)
    with pytest.raises(MemoryError):
        write_book(book, io.BytesIO())


def test_without_the_extra(monkeypatch):
    own_typefaces.cache_clear()
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    with pytest.raises(MissingExtraError, match=r"uharfbuzz: pip install 'labirinto\[pdf\]'"):
        check_printable("a")


def test_lines_are_broken_at_spaces():
    with closing(Typesetter(new_document(), Fonts())) as typesetter:
        text = "one two three four five sixteenletters seven"
        lines = typesetter.lines(text, 5)
    assert " ".join(line.text for line in lines) == text
    assert len(lines) > 3
    assert all(line.width <= 5 or " " not in line.text for line in lines)


def test_only_the_glyphs_that_are_used_are_in_a_document():
    small, _ = page_of("abc")
    assert len(small.data) < 6_000
    sizes = [file.stat().st_size for file in (SANS, NASKH, GURMUKHI, DEVANAGARI)]
    assert max(sizes) > 50_000
    assert sum(sizes) < 400_000
