"""`labirinto book`: its output, its error messages and its shell completion."""

from __future__ import annotations

import re

import pytest
from commands import run
from paper import Pages


def test_on_the_command_line(tmp_path):
    words = ["--count", "3", "--smallest", "5x5", "--largest", "9x9", "--seed", "7"]
    words += ["--paper", "a5", "--title", "Três", "--language", "pt"]
    done = run("book", *words, "-o", "book.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    summary = r"3 mazes, 5x5 to 9x9, on 5 pages, difficulty \d+ to \d+, seed 7\n"
    assert re.fullmatch(summary, done.stdout)
    pages = Pages((tmp_path / "book.pdf").read_bytes())
    assert "Dificuldade" in pages.text(1)
    # The command on the cover makes the same mazes.
    command = re.search(r"labirinto book (--count.*)", pages.text(0))[1].split()
    assert run("book", *command, "-o", "again.pdf", cwd=tmp_path).returncode == 0
    again = Pages((tmp_path / "again.pdf").read_bytes())
    assert [again.lines(page)[0][3] for page in (1, 2, 3)] == [
        pages.lines(page)[0][3] for page in (1, 2, 3)
    ]


def test_several_files_are_one_book(tmp_path):
    words = ["--count", "1", "--largest", "5x6", "--seed", "7", "-o", "a.pdf", "-o", "b.pdf"]
    done = run("book", *words, cwd=tmp_path)
    assert re.fullmatch(r"1 maze, 5x6, on 3 pages, difficulty \d+, seed 7\n", done.stdout)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("option", "begun", "whole"), [("--paper", "LET", "letter"), ("--language", "f", "fa")]
)
def test_a_shell_completes_names(tmp_path, monkeypatch, option, begun, whole):
    monkeypatch.setenv("_LABIRINTO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"labirinto book {option} {begun}")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert run("book", cwd=tmp_path).stdout == f"plain,{whole}\n"
