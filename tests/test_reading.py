"""What ``save`` writes is read back, and damaged files are refused in a sentence."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from xml.parsers import expat

import pytest
from drawings import drawings, drawn
from files import complaint, encoded, expect_a_maze_or_a_complaint
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image
from tiers import examples

import labirinto
from labirinto import Maze, grids
from labirinto._internal.xml import declarations
from labirinto.drawing.geometry import Drawing
from labirinto.formats import FORMATS, read

READABLE = ("svg", "png", "txt", "ascii", "plot.svg", "dxf", "tmx", "tmj")


@pytest.mark.parametrize("format", READABLE)
@given(drawing=drawings())
def test_what_is_written_is_read_back(format: str, drawing: Drawing) -> None:
    data = drawn(drawing, format)
    maze, ends = read(io.BytesIO(data))
    assert maze == drawing.maze
    assert ends == drawing.ends
    assert maze.recipe == drawing.maze.recipe
    assert labirinto.load(io.BytesIO(data)) == drawing.maze


@pytest.mark.parametrize("format", READABLE)
def test_a_maze_without_a_recipe_is_read_back(format: str) -> None:
    maze = Maze.from_passages(3, 2, [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((2, 1), (2, 0))])
    back = labirinto.load(io.BytesIO(drawn(Drawing(maze), format)))
    assert back == maze
    assert back.recipe is None


XML = {"svg": "<svg", "plot.svg": "<svg", "tmx": "<map", "graphml": "<graphml"}
"""How the roots of formats begin that are XML."""


@pytest.mark.parametrize("format", XML)
@pytest.mark.parametrize("note", ["<!-- of an editor: <!DOCTYPE, <!ENTITY -->", "<?editor v2?>"])
def test_notes_of_editors_do_no_harm(format: str, note: str) -> None:
    maze = labirinto.wilson(7, 5, seed=1)
    text = drawn(Drawing(maze), format).decode()
    before, after = text.split(XML[format], 1)
    everywhere = after.replace("</", f"{note}</")
    changed = f"{before}\n{note}{note} {XML[format]}{everywhere}{note}\n"
    assert labirinto.load(io.BytesIO(changed.encode())) == maze


@pytest.mark.parametrize("format", XML)
@pytest.mark.parametrize("before", ["", "<!-- a note -->", "<!-- a -->\n<?editor v2?> <!----> "])
@pytest.mark.parametrize("inside", ["", " [<!ENTITY a 'b'>]", " [<!-- --> <!ELEMENT a ANY>]"])
def test_declarations_are_refused_wherever_they_stand(
    format: str, before: str, inside: str
) -> None:
    text = drawn(Drawing(labirinto.wilson(7, 5, seed=1)), format).decode()
    declared = text.replace(XML[format], f"{before}<!DOCTYPE a{inside}>{XML[format]}", 1)
    maze, refusal = load_or_complaint(declared.encode())
    assert maze is None
    assert "declares a DTD" in refusal


PIECES = [
    "<!--",
    "-->",
    "<?",
    "?>",
    "<!DOCTYPE a [",
    "<!ENTITY b 'c'>",
    "]>",
    "<a/>",
    "<a>",
    "</a>",
]
PIECES += ["--", ">", "<!", "'", '"', " ", "\n", "e x", "<![CDATA[", "]]>", "<?xml version='1.0'?>"]


@examples(1000)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_a_parser_takes_for_a_declaration_is_one(text: str) -> None:
    found = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: found.append("<!")
    parser.EntityDeclHandler = lambda *_: found.append("<!ENTITY")
    with suppress(expat.ExpatError):
        parser.Parse(text, True)
        # Of what is no XML it does not matter what is declared.
        assert ("<!" in declarations(text)) == bool(found)
    assert all(mark in declarations(text) for mark in found)


DATA = ("json", "npz", "npy", "maze", "csv", "graphml", "blocks.txt", "tokens.txt")


@pytest.mark.parametrize("format", [*READABLE, *DATA])
def test_a_cut_off_file_is_refused_in_a_sentence(format: str) -> None:
    maze = labirinto.wilson(12, 9, seed=1)
    ends = labirinto.suggest_ends(maze, "farthest") if FORMATS[format].holds_marks else None
    data = drawn(Drawing(maze, ends=ends), format)
    for length in range(0, len(data) - 1, max(1, len(data) // 200)):
        back, complaint = load_or_complaint(data[:length])
        if back is None:
            assert complaint.startswith("the file: ")
        else:
            # Only the line with the recipe may be missing.
            assert format in ("txt", "ascii")
            assert back == maze


def load_or_complaint(data: bytes) -> tuple[Maze | None, str]:
    try:
        return labirinto.load(io.BytesIO(data)), ""
    except labirinto.FileFormatError as error:
        return None, str(error)


# Pictures of other programs have a test of their own.
READ_BACK = [
    name for name, known in FORMATS.items() if known.reader not in ("", "read_picture")
] + ["ascii", "plot.svg"]


MAZES = {
    "squares": labirinto.wilson(5, 4, seed=2),
    "hexagons": labirinto.wilson(grids.hexagonal(4, 3), seed=2),
    "floors": labirinto.wilson(grids.linked(4, 3, floors=3, wrap="x"), seed=5),
}
HELD = [
    (it, kind) for it in READ_BACK for kind in MAZES if FORMATS[it].holds_grid(MAZES[kind].grid)
]


@pytest.mark.parametrize(("format", "kind"), HELD)
@pytest.mark.parametrize("has_ends", [False, True])
@given(data=st.data())
@examples(60)
def test_a_damaged_file_is_refused_or_read(
    format: str, kind: str, has_ends: bool, data: st.DataObject
) -> None:
    maze, known = MAZES[kind], FORMATS[format]
    ends = labirinto.suggest_ends(maze) if has_ends and known.holds_openings else None
    path = labirinto.solve(maze, *ends) if ends and known.holds_path else None
    damaged = bytearray(drawn(Drawing(maze, path, ends), format))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        if data.draw(st.booleans()):
            damaged[at] = data.draw(st.integers(0, 255))
        else:
            del damaged[at : at + data.draw(st.integers(1, 20))]
            damaged += b"0"
    expect_a_maze_or_a_complaint(damaged)


LAST_LINE = "its last line cannot be read"


@pytest.mark.parametrize(
    ("format", "before", "after", "wanted"),
    [
        ("svg", '"width":5,', "", "its notes are damaged ('width' is missing)."),
        ("svg", '"seed":3,', "", "its notes are damaged (The recipe has no 'seed')."),
        ("txt", "--seed 3", "--braid --seed 3", f"{LAST_LINE} (an option has no value)."),
        ("txt", "--seed 3", "--seed 3 --braid", f"{LAST_LINE} (an option has no value)."),
    ],
)
def test_a_refusal_says_what_is_missing(format: str, before: str, after: str, wanted: str) -> None:
    text = drawn(Drawing(labirinto.wilson(5, 4, seed=3)), format).decode()
    assert before in text
    assert complaint(text.replace(before, after, 1)) == f"the file: {wanted}"


def test_a_refusal_shows_no_pages_of_a_file() -> None:
    data = drawn(Drawing(labirinto.wilson(5, 4, seed=3)), "npz")
    place = data.index(b"exits.npy") - 4
    said = complaint(data[:place] + b"\xff\xff" + data[place + 2 :])
    assert "the archive is damaged (File name in directory" in said
    assert len(said) < 300


@given(st.binary(max_size=400))
def test_random_bytes_are_no_maze(data: bytes) -> None:
    # A line such as F or 9AC is a maze of closed walls in hexadecimal digits.
    assume(not re.fullmatch(rb"[0-9A-Fa-f,\s]*", data) or not data.strip())
    with pytest.raises(labirinto.FileFormatError):
        labirinto.load(io.BytesIO(data))


def test_a_png_filtered_anew_is_still_read() -> None:
    maze = labirinto.wilson(60, 40, seed=5)
    drawing = Drawing(maze, labirinto.solve(maze, (0, 0), (59, 39)))
    picture = Image.open(io.BytesIO(drawn(drawing, "png")))
    picture.load()
    from PIL.PngImagePlugin import PngInfo

    notes = PngInfo()
    notes.add_text("Labirinto", picture.text["Labirinto"])  # type: ignore[attr-defined]
    data = encoded(picture, pnginfo=notes, bits=2, optimize=True)
    assert labirinto.load(io.BytesIO(data)) == maze


@pytest.mark.parametrize("format", [*READABLE, "json"])
@pytest.mark.parametrize(
    "seed", ["<svg", "<map", '"infinite"', "999", "%PDF", "[Content_Types].xml"]
)
def test_a_seed_does_not_change_what_a_file_is(format: str, seed: str) -> None:
    maze = labirinto.wilson(4, 3, seed=seed)
    assert labirinto.load(io.BytesIO(drawn(Drawing(maze), format))).recipe == maze.recipe
