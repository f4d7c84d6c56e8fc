"""The documents: examples run, links lead to files, and the reference has every public name."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest
from commands import outputs
from tiers import sample

import labirinto
from labirinto.algorithms import catalogue
from labirinto.cli.commands import labirinto as command_line

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"

FILES = sorted(
    {*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *REFERENCE.glob("*.rst")}
    - {*(DOCS / "generated").rglob("*")}
)
TEXTS = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in FILES}
README = TEXTS["README.md"]
PUBLIC = [getattr(labirinto, name) for name in labirinto.__all__]


BLOCK = re.compile(r"^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks_of(language: str) -> dict[str, list[str]]:
    """The code blocks of a language in each document that has some."""
    found = {
        name: re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
        for name, text in TEXTS.items()
    }
    return {name: blocks for name, blocks in found.items() if blocks}


PYTHON = [
    pytest.param(code, id=f"{name}-{number}")
    for name, blocks in blocks_of("python").items()
    for number, code in enumerate(blocks)
]


@pytest.mark.parametrize("code", PYTHON)
def test_python_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {})


@pytest.mark.deep  # half a minute where mypy has seen nothing yet
def test_python_has_the_right_types(tmp_path: Path) -> None:
    for number, example in enumerate(PYTHON):
        (tmp_path / f"example_{number}.py").write_text(str(example.values[0]), encoding="utf-8")
    words = ["--strict", "--config-file=", "--cache-dir", str(ROOT / ".mypy_cache"), "."]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("Success"), done.stdout


CONSOLE = {
    name: "".join(blocks)
    for name, blocks in blocks_of("console").items()
    if "$ labirinto" in "".join(blocks)
}


# Those of the five longest take half of the time.
LONG = {
    f"docs/guides/{name}.md" for name in ("datasets", "shapes", "print", "portraits", "huge-mazes")
}


@pytest.mark.parametrize("name", sample(CONSOLE, *CONSOLE.keys() - LONG))
def test_commands_run_and_print_what_is_shown(name: str, tmp_path: Path) -> None:
    # What stands below a command, up to the next one, is its output.
    for line, shown in re.findall(
        r"^\$ (labirinto .*)\n((?:[^$\n].*\n)*)", CONSOLE[name], re.MULTILINE
    ):
        out = b""
        for command in line.split(" | "):
            words = shlex.split(command, comments=True)[1:]
            code, out, _, printed = outputs(*words, cwd=tmp_path, given=out)
            assert code == 0, f"{command}\n{printed.decode()}"
        assert shown in ("", printed.decode()), line


def test_commands_that_do_not_run_here_exist() -> None:
    """In sentences, tables and blocks of text; those in consoles run."""
    unknown, count = set(), 0
    for name, text in TEXTS.items():
        if name == "CHANGELOG.md":  # what was is in it as well
            continue
        spans = re.findall(r"(?<!`)`labirinto ([^`]+)`(?!`)", text)
        lines = re.findall(r"^labirinto (.*)$", "".join(re.findall(BLOCK, text)), re.MULTILINE)
        for line in spans + lines:
            words = line.split()
            command = command_line.get_command(click.Context(command_line), words[0])
            if not command:
                unknown.add((name, words[0]))
                continue
            options = {
                it for known in command.params for it in (*known.opts, *known.secondary_opts)
            }
            given = {word.partition("=")[0] for word in words if re.match("-+[a-z]", word)}
            unknown |= {(name, words[0], option) for option in given - options - {"--help"}}
            count += 1
    assert count > 40
    assert unknown == set()


def documented_things() -> list[object]:
    """What the directives of the reference describe; those of algorithms are generated."""
    things = [getattr(labirinto, name) for name in catalogue.__all__]
    directive = r"^\.\. (py:\w+|auto\w+|currentmodule):: (\S+)\n((?: {3}:.*\n)*)"
    for file in REFERENCE.glob("*.rst"):
        scope = ""
        for kind, name, options in re.findall(directive, file.read_text(), re.MULTILINE):
            if kind == "currentmodule":
                scope = f"{name}."
            elif kind == "automodule":
                module = importlib.import_module(name)
                left_out = re.search(r":exclude-members: (.*)", options)
                names = set(getattr(module, "__all__", ()) if ":members:" in options else ())
                names -= set(left_out[1].split(", ") if left_out else ())
                things += [module, *(getattr(module, name) for name in names)]
            else:
                things.append(pkgutil.resolve_name(name if "." in name else scope + name))
    return things


def test_every_public_name_is_in_the_reference() -> None:
    documented = {id(thing) for thing in documented_things()}
    modules = [labirinto, *(thing for thing in PUBLIC if isinstance(thing, ModuleType))]
    missing = {
        f"{module.__name__}.{name}"
        for module in modules
        for name in getattr(module, "__all__", ())
        if id(getattr(module, name)) not in documented
    }
    assert not missing


def test_every_format_is_in_the_guide() -> None:
    guide = TEXTS["docs/guides/files.md"]
    assert {name for name in labirinto.formats.FORMATS if f"`.{name}`" not in guide} == set()


def test_the_architecture_names_every_part_of_the_package() -> None:
    package = ROOT / "src" / "labirinto"
    parts = {file.name for file in package.glob("[a-z_]*.py") if not file.stem.startswith("__")}
    parts |= {f"{folder.parent.name}/" for folder in package.glob("*/__init__.py")}
    assert {part for part in parts if f"`{part}" not in TEXTS["ARCHITECTURE.md"]} == set()


def test_contributors_are_sent_to_files_that_are_there() -> None:
    table = TEXTS["CONTRIBUTING.md"].split("## Where to look")[1].split("\n## ")[0]
    files = re.findall(r"`([\w/]+/|[\w/]+\.(?:py|js|css))`", table)
    assert {file for file in files if not (ROOT / "src" / "labirinto" / file).exists()} == set()


def test_tables_begin_on_a_line_of_their_own() -> None:
    torn = re.compile(r"^(?!\|).*\| -{3,} \|", re.MULTILINE)
    assert {name for name, text in TEXTS.items() if torn.search(text)} == set()


def test_the_citation_is_of_this_version() -> None:
    assert f"version: {labirinto.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_figures_in_the_readme_are_those_of_the_comparison() -> None:
    table = TEXTS["docs/peers.md"].split("## Making mazes")[1].split("\n\n")[3]
    head, *lines = (it for it in table.splitlines() if not it.startswith("| labirinto"))
    # Uniform algorithms only; in each column from 100x100 the factor of the fastest that has one.
    first_column = [it.strip() for it in head.split("|")].index("100x100")
    columns: list[list[float]] = [[] for _ in range(5)]
    for line in lines:
        if "| yes " in line:
            cells = line.split("|")[first_column:][:5]
            for column, cell in zip(columns, cells, strict=True):
                column += [float(it.replace(",", "")) for it in re.findall(r"\(([\d,.]+)x\)", cell)]
    columns = [column for column in columns if column]
    first, *others = (round(min(column)) for column in columns)
    sentence = f"takes {first} times as long for 100 x 100 and {min(others)} to {max(others)} times"
    assert sentence in " ".join(README.split())


def test_figures_in_the_readme_are_those_of_the_pictures() -> None:
    counts = r"Of (\d+) .*?(\d+) were solved.*?(\d+) refused"
    texts = (README, TEXTS["docs/proof-pictures.md"])
    ours, proved = (re.findall(counts, " ".join(it.replace(",", "").split())) for it in texts)
    assert ours == proved != []


def test_the_readme_fits_on_a_screen_or_two() -> None:
    assert len(README.splitlines()) <= 150


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for text in (README, TEXTS["CONTRIBUTING.md"]):
        assert set(re.findall(r"(?:`|\$ |^)make ([a-z-]+)", text, re.MULTILINE)) <= targets


def test_links_lead_to_files() -> None:
    links = {
        (name, link)
        for name, text in TEXTS.items()
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
        if "generated/" not in link
    }
    assert not {link for link in links if not (ROOT / link[0]).parent.joinpath(link[1]).exists()}
