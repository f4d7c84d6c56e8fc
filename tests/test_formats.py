"""The table of formats and its doors: what they accept, and what they refuse in a sentence."""

import io
import subprocess
import sys
from importlib import import_module

import pytest
from files import drawn

import labirinto
from labirinto import Ends, InvalidValueError, Style, TooLargeError
from labirinto.formats import EXTENSIONS, FORMATS, format_of

MAZE = labirinto.wilson(5, 4, seed=1)
ENDS = labirinto.suggest_ends(MAZE)
PATH = labirinto.solve(MAZE, *ENDS)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("path", PATH.cells, "of type list; give a labirinto.Path"),
        ("path", PATH.moves, "of type bytes; give a labirinto.Path"),
        ("ends", "corners", "'corners'; it must be a labirinto.Ends, or a start and an end"),
        ("style", "dark", r"of type str; give .* labirinto.Style.preset\('dark'\)"),
        ("style", {"cell": 5}, "of type dict; give a labirinto.Style"),
    ],
)
def test_what_is_of_another_type_is_named(tmp_path, name, value, wanted):
    with pytest.raises(InvalidValueError, match=f"{name} is {wanted}"):
        labirinto.save(MAZE, tmp_path / "m.svg", **{name: value})
    film = labirinto.animate.record("wilson", 5, 4, seed=1)
    with pytest.raises(InvalidValueError, match=f"{name} is {wanted}"):
        labirinto.animate.save(film, tmp_path / "m.gif", **{name: value})
    assert not list(tmp_path.iterdir())


def test_a_stream_needs_a_format():
    stream = io.BytesIO()
    with pytest.raises(InvalidValueError, match="no extension; give format=, one of svg, png"):
        labirinto.save(MAZE, stream)
    for wrong in ("gif", 5, ["svg"]):
        with pytest.raises(InvalidValueError, match=r"no format .*; choose one of svg"):
            labirinto.save(MAZE, stream, format=wrong)
    assert stream.getvalue() == b""


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_a_record_is_whole(format):
    module = import_module(f"labirinto.formats.{format.module}")
    for name in (format.writer, format.reader, format.checker, format.rows):
        assert not name or callable(getattr(module, name))
    for name in (format.name, *format.other_names):
        assert format_of(f"maze.{name}") == format_of(f"MAZE.{name.upper()}") == format.name
        assert f".{name}" in EXTENSIONS
    assert format.reader == "" or format.knows


def test_a_file_is_for_the_reader_that_its_format_names():
    for name, known in FORMATS.items():
        if known.knows:
            head = drawn(MAZE, name)[:4096]
            assert next(f for f in FORMATS.values() if f.knows and f.knows(head)) is known


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_what_a_format_does_not_hold_is_refused_before_anything_is_written(format, tmp_path):
    opened = Ends(*ENDS, open=True)
    for holds, look in (
        (format.holds_path, {"path": PATH}),
        (format.holds_marks, {"ends": Ends(*ENDS)}),
        (format.holds_openings, {"ends": opened}),
    ):
        if holds:
            labirinto.save(MAZE, tmp_path / f"m.{format.name}", **look)
        else:
            with pytest.raises(InvalidValueError, match=f"format {format.name} does not hold"):
                labirinto.save(MAZE, tmp_path / f"no.{format.name}", **look)
    assert not list(tmp_path.glob("no.*"))


@pytest.mark.parametrize("format", ["png", "pbm"])
@pytest.mark.parametrize("style", [{"cell": 2000}, {"cell": 10, "margin": 2000}])
def test_a_row_of_cells_that_does_not_fit_into_memory_is_refused(monkeypatch, format, style):
    monkeypatch.setattr("labirinto._internal.memory.available_bytes", lambda: 1_000_000)
    stream = io.BytesIO()
    with pytest.raises(TooLargeError, match=r"A row of 5 cells of .* pixels needs"):
        labirinto.save(MAZE, stream, format=format, style=Style(**style))
    assert stream.getvalue() == b""


def test_only_the_module_of_a_format_is_imported():
    others = {f"labirinto.formats.{known.module}" for known in FORMATS.values()}
    needed = {"plot.svg": {"svg"}, "pdf": {"svg"}, "dxf": {"plot_svg", "svg"}, "3mf": {"svg"}}
    needed |= {"stl": {"svg"}, "npz": {"npy"}, "mouse.txt": {"text"}}
    needed |= {key: {"tiles", "svg"} for key in ("tmx", "tmj")} | {"ldtk": {"tiles"}}
    # Each in a child of one process, which costs less than as many starts of Python.
    code = (
        "import io, os, sys, labirinto\n"
        "assert not any(name.startswith('labirinto.formats') for name in sys.modules)\n"
        "for format in sys.argv[1:]:\n"
        "    if os.fork():\n"
        "        os.wait()\n"
        "    else:\n"
        "        labirinto.save(labirinto.wilson(5, 4, seed=1), io.BytesIO(), format=format)\n"
        "        print(format, *sys.modules, flush=True)\n"
        "        os._exit(0)\n"
    )
    names = [name for name in FORMATS if name != "graphml"]
    done = subprocess.check_output([sys.executable, "-c", code, *names], text=True)
    loaded = {name: set(modules) for name, *modules in map(str.split, done.splitlines())}
    assert [*loaded] == names
    for name in names:
        expected = {FORMATS[name].module, *needed.get(name, ())}
        assert others & loaded[name] == {f"labirinto.formats.{module}" for module in expected}, name


def test_svg_as_text_and_pictures_as_images():
    pillow = pytest.importorskip("PIL.Image")
    look = {"path": PATH, "ends": ENDS, "style": labirinto.Style.preset("dark", cell=7)}
    assert labirinto.to_svg(MAZE, **look).encode() == drawn(MAZE, "svg", **look)
    assert labirinto.to_svg(MAZE) == MAZE._repr_svg_()
    for ends in (ENDS, Ends(*ENDS), ((0, 0), (4, 3)), None):
        look["ends"] = ends
        image = labirinto.to_image(MAZE, **look)
        assert image.mode == "RGB"
        with pillow.open(io.BytesIO(drawn(MAZE, "png", **look))) as picture:
            assert image.tobytes() == picture.convert("RGB").tobytes()
    for verb in (labirinto.to_svg, labirinto.to_image):
        with pytest.raises(InvalidValueError, match="ends is 7; it must be"):
            verb(MAZE, ends=7)


def test_jpeg_goes_out_with_its_notes_and_comes_back_by_recognition(tmp_path):
    pillow = pytest.importorskip("PIL.Image")
    maze = labirinto.wilson(20, 15, seed=7)
    ends = labirinto.suggest_ends(maze, "border")
    for name in ("m.jpg", "m.jpeg"):
        labirinto.save(maze, tmp_path / name, ends=ends)
        with pillow.open(tmp_path / name) as picture:
            assert picture.format == "JPEG"
            assert picture.size == (20 * 16 + 34, 15 * 16 + 34)
            assert b'"seed":7' in picture.info["comment"]
        assert labirinto.formats.read(tmp_path / name) == (maze, ends)
    with pytest.raises(InvalidValueError, match="JPEG allows 65500; choose a smaller cell, or PNG"):
        drawn(labirinto.eller(7000, 1, seed=1), "jpg", style=labirinto.Style(cell=10))


def test_blocks_take_ends_and_nothing_else():
    assert MAZE.blocks(((0, 0), (4, 3))) == MAZE.blocks(Ends((0, 0), (4, 3)))
    with pytest.raises(InvalidValueError, match="ends is 'corners'"):
        MAZE.blocks("corners")
