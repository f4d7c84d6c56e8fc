"""Files of contests and of schools, which list walls cell by cell: read, checked and written."""

from __future__ import annotations

import re

import pytest
from commands import run
from files import back, complaint, drawn, expect_a_maze_or_a_complaint, refused
from hypothesis import given
from hypothesis import strategies as st

import labirinto
from labirinto import Ends, InvalidValueError, Maze, UnsureWarning
from labirinto.grids import mask

FORMATS = ("hex.txt", "mouse.txt", "num")
SMALL = Maze.from_passages(2, 2, [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1))])
"""Its one wall inside goes down from the middle."""

HEX = "93\nEE\n\n0,1\n1,1\nNES\n"
MOUSE = "o---o---o\n|       |\no   o   o\n| S | G |\no---o---o\n"
NUM = "0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 1 1 1\n1 1 1 1 0 0\n"
ENDS = Ends((0, 1), (1, 1))


def test_they_are_written_as_others_write_them() -> None:
    path = labirinto.solve(SMALL, *ENDS)
    assert drawn(SMALL, "hex.txt", path=path).decode() == HEX
    assert drawn(SMALL, "hex.txt", ends=ENDS).decode() == HEX
    assert drawn(SMALL, "mouse.txt", ends=ENDS).decode() == MOUSE
    assert drawn(SMALL, "num").decode() == NUM


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("\ufeff" + HEX.lower().replace("nes", "NES").replace("\n", "\r\n"), ENDS),
        (HEX.replace(",", ", ") + "\n\n", ENDS),
        ("93\nEE", None),
        (re.sub("(?m)$", "  ", MOUSE), ENDS),
        (MOUSE.replace("G", " ").replace("S", " "), None),
        (MOUSE.replace("S", " "), None),
        ("\n".join(sorted(NUM.splitlines(), reverse=True)).replace(" ", "\t"), None),
    ],
)
def test_those_of_other_programs_are_read(text: str, ends: Ends | None) -> None:
    assert back(text) == (SMALL, ends)


def test_the_goal_is_the_nearest_of_several() -> None:
    room = MOUSE.replace("|       |", "| G   G |").replace("| G |", "|   |")
    assert back(room) == (SMALL, Ends((0, 1), (0, 0)))


def test_cells_with_four_walls_are_outside() -> None:
    maze = labirinto.wilson(mask("#####\n#.#.#\n#####"), seed=1)
    ends = Ends((0, 0), (4, 2))
    data = drawn(maze, "hex.txt", ends=ends)
    assert data.count(b"F") == 2
    assert back(data) == (maze, ends)
    # Others read digits, and walls of any two neighbours agree.
    rows = [[int(digit, 16) for digit in line] for line in data.decode().split()[:3]]
    for y, x in ((y, x) for y in range(3) for x in range(4)):
        assert (rows[y][x] >> 1 & 1) == (rows[y][x + 1] >> 3 & 1)
    with pytest.raises(InvalidValueError, match="cell 2,0 has no passage"):
        drawn(Maze.from_passages(3, 1, [((0, 0), (1, 0))]), "hex.txt")
    with pytest.raises(InvalidValueError, match="num does not hold masks"):
        drawn(maze, "num")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEX.replace("EE", "EG"), "line 2 has 'G'"),
        (HEX.replace("EE", "EEE"), "line 2 has 3 digits, and line 1 has 2"),
        (HEX.replace("EE", "E6"), "line 2: .* 1,1 has no wall on its west side"),
        (HEX.replace("93", "B3"), "line 1: .* 1,0 has no wall .* west .* 0,0 of line 1 has one"),
        (HEX.replace("93", "83"), "line 1: .* open on the north side of the cell 0,0"),
        (HEX.replace("EE", "EA"), "line 2: .* open on the south side of the cell 1,1"),
        (HEX.replace("0,1", "0;1"), "line 4 is '0;1'; it must be the entry"),
        (HEX.replace("1,1", "1,2"), "line 5: the exit 1,2 is outside"),
        (HEX.replace("1,1", "0,1"), "line 5: the exit is the cell of the entry"),
        (HEX.replace("NES", "NXS"), "line 6: step 2 of the path is 'X'"),
        (HEX + "N\n", "line 7 follows the path"),
        ("93\nEE\n\n0,1\n", "line 4 is the last one; the exit"),
        (MOUSE.replace("o   o", "o x o"), "line 3 is 'o x o   o'"),
        (MOUSE.replace("| S |", "| X |"), "line 4 is '| X | G |'"),
        (
            MOUSE.replace("G", "S").replace("|       |", "| S     |"),
            "S is in the cells 0,0 and 0,1",
        ),
        (MOUSE.replace("|       |", "|        "), "line 2: .* open at the cell 1,0"),
        (MOUSE.replace("|       |", "|       | x"), "line 2 is"),
        (MOUSE[:30], "line 3: the border is open at the cell 0,0"),
        (MOUSE[:40], "line 4 is the last one"),
        (NUM.replace("1 0 0 1 1 1", "1 0 0 1 1 0"), "line 3: the cell 1,0 has no wall .* line 1"),
        (NUM.replace("1 1 1 1", "1 1 0 1"), "line 4: .* north side of the cell 1,1"),
        (NUM.replace("1 1 1 1 0 0", "1 1 1 2 0 0"), "line 4 is '1 1 1 2 0 0'"),
        (NUM + "1 1 1 1 0 0", "line 5 repeats the cell 1,1 of line 4"),
        (NUM.replace("1 1 1 1 0 0", ""), "the cell 1,1 of its 2x2 cells is missing"),
        (NUM.replace("1 1 1 1", "9999999999 1 1 1"), "the cell 1,1 .* missing"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, words: str) -> None:
    refused(text, words)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("ES", "line 6 goes through the wall east of 0,1 at step 1"),
        ("NNES", "line 6 goes through the wall north of 0,0 at step 2"),
        ("NE", "line 6 leads to 1,0, and not to the exit 1,1"),
        ("NSNES", "line 6 has 5 steps, and a shortest one has 3"),
        ("", "the path is missing; a shortest one has 3 steps"),
    ],
)
def test_a_wrong_path_is_a_doubt(path: str, words: str) -> None:
    with pytest.warns(UnsureWarning, match=words):
        assert back(HEX.replace("NES", path)) == (SMALL, ENDS)


def test_binary_data_after_a_row_is_refused() -> None:
    refused(b"93\nEE\n\xff", "not text in UTF-8")


def test_coordinates_in_the_other_order_are_detected() -> None:
    turned = HEX.replace("0,1", "1,0")
    with pytest.warns(UnsureWarning, match="right if y comes before x"):
        back(turned)


def test_info_says_what_is_wrong_and_whether_the_maze_is_perfect(tmp_path) -> None:
    (tmp_path / "maze.txt").write_text(HEX.replace("NES", "ES"))
    shown = run("info", "maze.txt", cwd=tmp_path).stdout
    assert "perfect     yes" in shown
    assert re.search(r"doubts +the path in line 6 goes through the wall east of 0,1", shown)
    (tmp_path / "closed.txt").write_text("93F\nEEF\n")
    assert re.search("outside +2 cells", run("info", "closed.txt", cwd=tmp_path).stdout)
    (tmp_path / "bad.txt").write_text(HEX.replace("93", "B3"))
    done = run("info", "bad.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert "bad.txt: line 1: the cell 1,0" in done.stderr
    assert "Traceback" not in done.stderr


GOOD = {"hex.txt": HEX, "mouse.txt": MOUSE, "num": NUM}


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")
@given(st.sampled_from(FORMATS), st.integers(0, 60), st.integers(0, 255), st.booleans())
def test_a_damaged_file_is_read_or_refused(
    format: str, place: int, byte: int, is_cut: bool
) -> None:
    data = bytearray(GOOD[format].encode())
    at = place % len(data)
    data[at:] = b"" if is_cut else bytes([byte]) + data[at + 1 :]
    if data:
        expect_a_maze_or_a_complaint(data)
    else:
        assert "empty" in complaint(data)
