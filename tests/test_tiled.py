"""Tiled maps, read by a reader of others, drawn by Tiled itself where it is, and read back."""

from __future__ import annotations

import base64
import gzip
import io
import json
import math
import os
import re
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser
from files import back, complaint, drawn, expect_a_maze_or_a_complaint
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

import labirinto
from labirinto import Ends, Style
from labirinto.drawing.geometry import Drawing
from labirinto.formats.tiles import tiles_name

MAPS = ("tmx", "tmj")


@pytest.mark.parametrize("format", MAPS)
def test_a_reader_of_others_finds_all_that_is_in_a_map(format: str, tmp_path: Path) -> None:
    maze = labirinto.wilson(9, 7, seed='<"&ключ>')
    ends = labirinto.suggest_ends(maze, "border")
    path = labirinto.solve(maze, *ends)
    target = tmp_path / f"m.{format}"
    labirinto.save(maze, target, ends=ends, path=path, style=Style(cell=20, wall=4))
    found = pytiled_parser.parse_map(target)
    assert (found.map_size, found.tile_size) == ((9, 7), (20, 20))
    assert json.loads(str(found.properties["labirinto"]))["recipe"]["seed"] == '<"&ключ>'
    passages, solution, marks = found.layers
    exits = [[tile - 1 for tile in row] for row in passages.data]
    for x, y, direction in ends.openings(labirinto.Rectangle(9, 7)):
        exits[y][x] -= (2, 4, 8, 1)[direction]
    assert exits == maze.cells().tolist()
    (line,) = solution.tiled_objects
    corners = [
        ((line.coordinates.x + x) / 20, (line.coordinates.y + y) / 20) for x, y in line.points
    ]
    assert corners == [point[:2] for point in Drawing(maze, path, ends).path_lines()[0]]
    points = {thing.name: thing.coordinates for thing in marks.tiled_objects}
    assert points["start"] == tuple(20 * at + 10 for at in ends.start)
    assert points["end"] == tuple(20 * at + 10 for at in ends.end)
    (tiles,) = found.tilesets.values()
    assert (tiles.tile_count, tiles.columns) == (16, 4)
    with Image.open(tmp_path / str(tiles.image)) as picture:
        assert picture.size == (tiles.image_width, tiles.image_height) == (80, 80)


# Floors.

TOWER = labirinto.wilson(labirinto.grids.linked(4, 3, floors=3, wrap="x"), seed=5)


@pytest.mark.parametrize("format", MAPS)
def test_a_reader_of_others_finds_floors_and_their_stairs(format: str, tmp_path: Path) -> None:
    ends = labirinto.suggest_ends(TOWER, "border")
    path = labirinto.solve(TOWER, *ends)
    target = tmp_path / f"m.{format}"
    labirinto.save(TOWER, target, ends=ends, path=path)
    found = pytiled_parser.parse_map(target)
    assert [group.name for group in found.layers] == ["floor 0", "floor 1", "floor 2"]
    assert [group.visible for group in found.layers] == [True, False, False]
    exits, drawn_steps = TOWER.cells().tolist(), 0.0
    openings = []
    for floor, group in enumerate(found.layers):
        layers = {layer.name: layer for layer in group.layers}
        tiles = [[tile - 1 for tile in row] for row in layers["passages"].data]
        for thing in layers["stairs"].tiled_objects:
            x, y = (int(at // 24) for at in thing.coordinates)
            up = {"up": 1, "down": -1}[thing.name]
            assert thing.properties == {"floor": floor + up}
            tiles[y][x] += 16 if up == 1 else 32
        for y, row in enumerate(tiles):
            openings += [(x, y, floor) for x, tile in enumerate(row) if tile != exits[floor][y][x]]
        lines = layers["solution"].tiled_objects if "solution" in layers else ()
        for line in lines:
            points = [(line.coordinates.x + x, line.coordinates.y + y) for x, y in line.points]
            assert all(0 <= x <= 4 * 24 and 0 <= y <= 3 * 24 for x, y in points)
            drawn_steps += sum(math.dist(*pair) / 24 for pair in pairwise(points))
        for thing in layers["ends"].tiled_objects if "ends" in layers else ():
            x, y = (int(at // 24) for at in thing.coordinates)
            assert (x, y, floor) == getattr(ends, thing.name)
    assert sorted(openings) == sorted(ends)
    stairs = sum(letter in "UD" for letter in path.directions)
    assert drawn_steps == pytest.approx(path.steps - stairs + 1)
    assert labirinto.formats.read(target) == (TOWER, ends)


def as_tower(change: Callable[[Any], None]) -> bytes:
    """The map of a tower in JSON, changed by hand, without its checksum."""
    found = json.loads(re.sub(rb',\\"check\\":\\"\w+\\"', b"", drawn(TOWER, "tmj")))
    change({group["name"]: {it["name"]: it for it in group["layers"]} for group in found["layers"]})
    return json.dumps(found).encode()


def test_floors_that_were_changed_are_read_or_refused() -> None:
    def remove_a_stair(floors: Any) -> None:
        (x, y) = (floors["floor 0"]["stairs"]["objects"][0].pop(name) for name in "xy")
        floors["floor 0"]["stairs"]["objects"].pop(0)
        above = floors["floor 1"]["stairs"]["objects"]
        above[:] = [it for it in above if (it["name"], it["x"], it["y"]) != ("down", x, y)]

    with pytest.warns(labirinto.errors.UnsureWarning):
        again, _ = back(as_tower(remove_a_stair))
    lost = set(map(frozenset, TOWER.passages())) - set(map(frozenset, again.passages()))
    ((one, other),) = map(sorted, lost)
    assert again.recipe is None
    assert (*one[:2], one[2] + 1) == other

    def stairs_of(floors: Any) -> Any:
        return floors["floor 0"]["stairs"]["objects"]

    for change, words in (
        (lambda it: stairs_of(it).pop(0), "the cell \\d,\\d on floor 1"),
        (lambda it: stairs_of(it)[0].update(name="left"), "'left' among the stairs of floor 0"),
        (lambda it: stairs_of(it)[0].update(x=24 * 4), "'up' among the stairs of floor 0"),
        (lambda it: stairs_of(it)[0].update(y=None), "'up' among the stairs of floor 0"),
        (
            lambda it: it["floor 1"]["passages"].update(data=[3] + [1] * 11),
            "1,0 on floor 1",
        ),
        (lambda it: it["floor 1"]["passages"].update(data=[1] * 11), "damaged"),
        (lambda it: it["floor 2"]["passages"].update(width=5), "not have 4 x 3 tiles"),
    ):
        assert re.search(words, complaint(as_tower(change)))
    fewer = drawn(TOWER, "tmx").replace(b"floor 2", b"attic")
    assert "2 floors, and its notes 3" in complaint(fewer)


# The tiles.


@pytest.mark.parametrize(("cell", "wall"), [(16, 2), (9, 3), (5, 4), (2, 1), (7, 1)])
def test_tiles_have_walls_where_no_passage_leads_out(cell: int, wall: int) -> None:
    style = Style(cell=cell, wall=wall, walls="#112233", floor="#fff")
    picture = Image.open(
        io.BytesIO(drawn(labirinto.wilson(1, 1, seed=1), "tiles.png", style=style))
    )
    pixels = picture.convert("RGB")
    near = (wall + 1) // 2
    far = min(near, cell - near - 1)
    for tile in range(16):
        left, top = tile % 4 * cell, tile // 4 * cell
        for y in range(cell):
            for x in range(cell):
                in_x, in_y = near <= x < cell - far, near <= y < cell - far
                sides = ((y < near, 1), (x >= cell - far, 2), (y >= cell - far, 4), (x < near, 8))
                is_wall = any(there and not tile & bit for there, bit in sides)
                is_wall |= not in_x and not in_y
                expected = (0x11, 0x22, 0x33) if is_wall else (255, 255, 255)
                assert pixels.getpixel((left + x, top + y)) == expected


def test_the_picture_of_the_tiles_is_shared_and_never_replaced(tmp_path: Path) -> None:
    maze = labirinto.wilson(4, 3, seed=1)
    name = tiles_name(Style())
    labirinto.save(maze, tmp_path / "one.tmx")
    assert (tmp_path / name).read_bytes() == drawn(maze, "tiles.png")
    (tmp_path / name).write_bytes(b"painted over")
    labirinto.save(maze, tmp_path / "two.tmj")
    assert (tmp_path / name).read_bytes() == b"painted over"
    labirinto.save(maze, tmp_path / "one.tmx", style=Style(wall=4))
    assert {file.name for file in tmp_path.iterdir()} == {
        "one.tmx", "two.tmj", name, tiles_name(Style(wall=4))
    }  # fmt: skip
    assert name.encode() in drawn(maze, "tmx")
    assert name.encode() in drawn(maze, "tmj")


def test_what_is_no_file_has_nothing_beside_it(tmp_path: Path) -> None:
    labirinto.save(labirinto.wilson(4, 3, seed=1), "/dev/null", format="tmx")
    assert not os.path.exists(f"/dev/{tiles_name(Style())}")


def test_without_the_picture_there_is_no_map(tmp_path: Path, monkeypatch: Any) -> None:
    def full(drawing: Drawing) -> tuple[str, bytes]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("labirinto.formats.tiles.tile_picture", full)
    with pytest.raises(OSError, match="No space"):
        labirinto.save(labirinto.wilson(4, 3, seed=1), tmp_path / "m.tmx")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not shutil.which("tmxrasterizer"), reason="Tiled is not installed")
@pytest.mark.parametrize("format", MAPS)
def test_tiled_draws_what_we_draw(format: str, tmp_path: Path) -> None:
    maze = labirinto.wilson(23, 14, seed=3)
    look: dict[str, Any] = {
        "ends": labirinto.suggest_ends(maze, "border"),
        "style": Style(cell=18, wall=4, margin=0, walls="#204060"),
    }
    labirinto.save(maze, tmp_path / f"m.{format}", **look)
    subprocess.run(
        ["tmxrasterizer", "--hide-layer", "ends", f"m.{format}", "theirs.png"],
        cwd=tmp_path,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
    )
    ours = Image.open(io.BytesIO(drawn(maze, "png", **look))).convert("RGB")
    # Half of the outer wall lies outside the map.
    ours = ours.crop((2, 2, ours.width - 2, ours.height - 2))
    theirs = Image.open(tmp_path / "theirs.png").convert("RGB")
    assert ours.size == theirs.size == (23 * 18, 14 * 18)
    assert ImageChops.difference(ours, theirs).getbbox() is None


# As Tiled saves them again.

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "zlib": zlib.compress,
    "gzip": gzip.compress,
}


def packed_again(data: bytes, format: str, packer: str, tiles: list[int] | None = None) -> bytes:
    """The map with its tiles in base64, and perhaps others than it had."""
    if format == "tmj":
        found = json.loads(data)
        layer = found["layers"][0]
        tiles = tiles or layer["data"]
        text = base64.b64encode(PACKERS[packer](struct.pack(f"<{len(tiles)}I", *tiles))).decode()
        layer.update(data=text, encoding="base64", compression=packer)
        return json.dumps(found, sort_keys=True).encode()
    match = re.search(rb'<data encoding="csv">([^<]*)', data)
    tiles = tiles or [int(number) for number in match[1].split(b",")]
    text = base64.b64encode(PACKERS[packer](struct.pack(f"<{len(tiles)}I", *tiles))).decode()
    how = f' compression="{packer}"' if packer else ""
    replaced = f'<data encoding="base64"{how}>\n   {text}\n  '.encode()
    return data[: match.start()] + replaced + data[match.end() :]


@pytest.mark.parametrize("format", MAPS)
@pytest.mark.parametrize("packer", PACKERS)
def test_packed_tiles_are_read(format: str, packer: str) -> None:
    maze = labirinto.wilson(70, 90, seed=2)
    again = packed_again(drawn(maze, format), format, packer)
    assert labirinto.load(io.BytesIO(again)) == maze
    assert "damaged" in complaint(packed_again(drawn(maze, format), format, packer, [1] * 70 * 91))
    assert "damaged" in complaint(packed_again(drawn(maze, format), format, packer, [1] * 70 * 89))
    assert "damaged" in complaint(packed_again(drawn(maze, format), format, packer, [1] * 69))


@pytest.mark.parametrize("format", MAPS)
def test_a_bomb_is_refused_before_it_goes_off(format: str) -> None:
    data = drawn(labirinto.wilson(3, 2, seed=1), format)
    bomb = base64.b64encode(zlib.compress(bytes(1 << 26), 9))
    small = base64.b64encode(zlib.compress(struct.pack("<6I", *[1] * 6)))
    hostile = packed_again(data, format, "zlib", [1] * 6).replace(small, bomb)
    assert len(hostile) < 100_000
    assert "row 0 of the map has an empty place" in complaint(hostile)


def as_map(**changes: Any) -> bytes:
    """A map in JSON with something changed."""
    found = json.loads(drawn(labirinto.wilson(3, 2, seed=1), "tmj"))
    for name, value in changes.items():
        (found["layers"][0] if name in found["layers"][0] else found)[name] = value
    return json.dumps(found).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (as_map(data=[0] * 6), "an empty place"),
        (as_map(data=[2**31 + 3] * 6), "an empty place"),
        (as_map(data=[16] * 6), r"passages\[0\] contradicts"),
        (as_map(data=[1.5] * 6), "damaged"),
        (as_map(data=[-1] * 6), "damaged"),
        (as_map(data=[2**40] * 6), "damaged"),
        (as_map(data={"a": 1}), "damaged"),
        (as_map(data=None), "damaged"),
        (as_map(data="AAAA"), "choose CSV"),
        (as_map(width=4), "not have 3 x 2 tiles"),
        (as_map(infinite=True), 'clear "Infinite"'),
        (as_map(properties=[]), "lost its layer"),
        (as_map(properties=[{"name": "labirinto", "value": 5}]), "lost its layer"),
        (as_map(layers=5), "lost its layer"),
        (as_map(tilesets=[]), "was not made by labirinto"),
        (as_map(tilesets=[{"firstgid": "x"}]), "was not made by labirinto"),
        (b'{"infinite": ' + b"[" * 10**5, "nested too deeply"),
        (b'{"infinite": false, "layers": ', "not JSON"),
    ],
)
def test_a_map_that_was_changed_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    assert re.search(words, complaint(data))


def test_xml_that_declares_or_packs_otherwise_is_refused() -> None:
    data = drawn(labirinto.wilson(3, 2, seed=1), "tmx")
    declared = data.replace(b"<map", b'<!DOCTYPE map [<!ENTITY a "aaaa">]><map', 1)
    assert "declares a DTD" in complaint(declared)
    assert "choose CSV" in complaint(data.replace(b'"csv"', b'"base64" compression="zstd"'))
    assert "choose CSV" in complaint(data.replace(b'"csv"', b'"other"'))
    assert "Infinite" in complaint(data.replace(b'infinite="0"', b'infinite="1"'))
    assert "not have 3 x 2" in complaint(data.replace(b'height="2">\n  <data', b'height="9"><data'))
    assert "notes are damaged" in complaint(data.replace(b"{&quot;width", b"{&quot;wide"))
    assert "damaged" in complaint(data.replace(b'csv">\n', b'csv">\n-'))


@pytest.mark.parametrize("format", MAPS)
@given(data=st.data())
def test_packed_and_damaged(format: str, data: st.DataObject) -> None:
    maze = labirinto.wilson(5, 4, seed=2)
    ends = Ends((0, 0), (4, 3), open=True)
    packer = data.draw(st.sampled_from(sorted(PACKERS)))
    good = bytearray(packed_again(drawn(maze, format, ends=ends), format, packer))
    for _ in range(data.draw(st.integers(1, 4))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, 2 * len(good)))
    expect_a_maze_or_a_complaint(good[:cut])
