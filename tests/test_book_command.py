"""`labirinto book`: its output, its error messages and its shell completion."""

from __future__ import annotations

import re

import pytest
from commands import run, spawn
from paper import Pages


def test_on_the_command_line(tmp_path):
    words = ["--count", "3", "--smallest", "5x5", "--largest", "9x9", "--seed", "7"]
    words += ["--paper", "a5", "--title", "Três", "--language", "pt-br"]
    done = run("book", *words, "-o", "book.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    summary = r"3 mazes, 5x5 to 9x9, on 6 pages, difficulty \d+ to \d+, seed 7\n"
    assert re.fullmatch(summary, done.stdout)
    pages = Pages((tmp_path / "book.pdf").read_bytes())
    assert "Dificuldade" in pages.text(5)
    # The command on the last page makes the same mazes.
    command = re.search(r"labirinto book (--count.*)", pages.text(5))[1].split()
    assert run("book", *command, "-o", "again.pdf", cwd=tmp_path).returncode == 0
    again = Pages((tmp_path / "again.pdf").read_bytes())
    assert [again.lines(page)[0][3] for page in (1, 2, 3)] == [
        pages.lines(page)[0][3] for page in (1, 2, 3)
    ]


def test_several_files_are_one_book(tmp_path):
    words = ["--count", "1", "--largest", "5x6", "--seed", "7", "-o", "a.pdf", "-o", "b.pdf"]
    done = run("book", *words, cwd=tmp_path)
    assert re.fullmatch(r"1 maze, 5x6, on 4 pages, difficulty \d+, seed 7\n", done.stdout)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_names_come_from_a_file_or_the_command_line(tmp_path):
    (tmp_path / "class.txt").write_text("Anna\n\nLi, Mei\n", encoding="utf-8")
    words = ["--seed", "7", "--candidates", "1", "--paper", "a5"]
    done = run("book", *words, "--names", "class.txt", "-o", "a.pdf", cwd=tmp_path)
    assert done.stdout.startswith("2 mazes, "), done.stderr
    done = run("book", *words, "--names", "Anna,Li  Mei", "-o", "b.pdf", cwd=tmp_path)
    assert done.stdout.startswith("2 mazes, "), done.stderr
    done = run("book", *words, "--names", "none.txt", "-o", "c.pdf", cwd=tmp_path)
    assert (done.returncode, "none.txt" in done.stderr) == (1, True)
    many = ",".join(["Anna"] * 60)
    done = run("book", *words, "--names", many, "-o", "c.pdf", cwd=tmp_path)
    assert done.stdout.startswith("60 mazes, "), done.stderr
    (tmp_path / "class.txt").write_bytes(b"\xff\xfe\xff")
    done = run("book", *words, "--names", "class.txt", "-o", "c.pdf", cwd=tmp_path)
    assert "'class.txt' is not text in UTF-8" in done.stderr


def test_pictures_are_drawn_by_the_solutions(tmp_path):
    words = ["--seed", "7", "--candidates", "1", "--pictures"]
    done = run("book", *words, r"heart,Anna\n♥", "-o", "a.pdf", cwd=tmp_path)
    assert done.stdout.startswith("2 mazes, 56x54 to "), done.stderr
    for words, sentence in (
        (["heart,,star"], "--pictures is 'heart,,star'; it must have something between its commas"),
        (["heart", "--count", "7"], "--count has no effect with --pictures; leave it out"),
        (["heart", "--names", "Anna"], "Give pictures or shapes or names"),
        (["heart", "--algorithm", "eller"], "eller makes no mazes with a picture"),
        (["heart", "--ends", "corners"], "has ends of its own"),
        (["nothing.png"], "No such file"),
        (["Massimiliano"], "too small to read on a4 paper with 1 on a page; break the line"),
    ):
        done = run("book", "--pictures", *words, "-o", "b.pdf", cwd=tmp_path)
        assert sentence in done.stderr
        assert not (tmp_path / "b.pdf").exists()


@pytest.mark.parametrize(
    ("option", "begun", "whole"), [("--paper", "LET", "letter"), ("--language", "PT-b", "pt-BR")]
)
def test_a_shell_completes_names(tmp_path, monkeypatch, option, begun, whole):
    monkeypatch.setenv("_LABIRINTO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"labirinto book {option} {begun}")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert spawn("book", cwd=tmp_path).stdout == f"plain,{whole}\n"
