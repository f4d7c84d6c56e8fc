"""LDtk: types generated from its schema take a project, and its rules put the tiles that it has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from files import complaint, drawn
from PIL import Image

import labirinto
from labirinto import Ends, Maze
from labirinto.grids import mask

api = pytest.importorskip("ldtkpy.api")

SHAPE = labirinto.wilson(mask("#####\n#.#.#\n#####"), seed=1)


def project(maze: Maze, **laid_over: Any) -> Any:
    return api.ldtk_json_from_dict(json.loads(drawn(maze, "ldtk", **laid_over)))


@pytest.mark.parametrize("maze", [labirinto.wilson(7, 4, seed=2), SHAPE])
def test_the_rules_put_the_tiles_of_the_file(maze: Maze) -> None:
    found = project(maze, ends=Ends((0, 0), (4, 2)))
    (level,) = found.levels
    layer = next(it for it in level.layer_instances if it.identifier == "Passages")
    definition = next(it for it in found.defs.layers if it.uid == layer.layer_def_uid)
    (tileset,) = (it for it in found.defs.tilesets if it.uid == definition.tileset_def_uid)
    exits = maze.cells().tobytes()
    assert layer.int_grid_csv == [0 if cell == 16 else cell + 1 for cell in exits]
    assert {it.value for it in definition.int_grid_values} >= set(layer.int_grid_csv) - {0}
    rules = {rule.pattern[0]: rule for rule in definition.auto_rule_groups[0].rules}
    size, columns = layer.grid_size, tileset.c_wid
    expected = []
    for at, value in enumerate(layer.int_grid_csv):
        if value:
            (tile,) = rules[value].tile_ids
            px = [at % maze.width * size, at // maze.width * size]
            src = [tile % columns * size, tile // columns * size]
            expected.append((px, src, tile, [rules[value].uid, at]))
    assert [(it.px, it.src, it.t, it.d) for it in layer.auto_layer_tiles] == expected
    assert (level.px_wid, level.px_hei) == (maze.width * size, maze.height * size)


def test_marks_are_the_solution_and_the_ends() -> None:
    ends = Ends((0, 0), (4, 2))
    path = labirinto.solve(SHAPE, *ends)
    marks = project(SHAPE, ends=ends, path=path).levels[0].layer_instances[0]
    cells = {(at % 5, at // 5): mark for at, mark in enumerate(marks.int_grid_csv) if mark}
    assert set(cells) == set(path)
    assert (cells.pop((0, 0)), cells.pop((4, 2)), set(cells.values())) == (2, 3, {1})


def test_the_picture_lies_beside_the_project(tmp_path: Path) -> None:
    maze = labirinto.wilson(4, 3, seed=1)
    labirinto.save(maze, tmp_path / "maze.ldtk")
    found = project(maze).defs.tilesets[0]
    with Image.open(tmp_path / found.rel_path) as picture:
        assert picture.size == (found.px_wid, found.px_hei)
    assert "no maze can be read from ldtk files" in complaint((tmp_path / "maze.ldtk").read_bytes())
    layers = json.loads((tmp_path / "maze.ldtk").read_text())["defs"]["layers"]
    assert json.loads(layers[1]["doc"])["seed"] == 1


def test_a_level_for_each_floor_has_its_passages_and_stairs() -> None:
    maze = labirinto.wilson(labirinto.grids.linked(4, 3, floors=3), seed=5)
    ends = labirinto.suggest_ends(maze, "farthest")
    path = labirinto.solve(maze, *ends)
    found = project(maze, ends=ends, path=path)
    assert [level.world_depth for level in found.levels] == [0, 1, 2]
    uids = [it.uid for it in (*found.defs.layers, *found.defs.tilesets, *found.levels)]
    uids += [it.uid for it in found.defs.layers[2].auto_rule_groups[0].rules]
    assert len(set(uids)) == len(uids)
    assert max(uids) < found.next_uid
    marked = {}
    for floor, level in enumerate(found.levels):
        layers = {it.identifier: it.int_grid_csv for it in level.layer_instances}
        exits = [
            tile - 1 + 16 * (stair & 1) + 32 * (stair >> 1)
            for tile, stair in zip(layers["Passages"], layers["Stairs"], strict=True)
        ]
        assert exits == [it for row in maze.cells()[floor].tolist() for it in row]
        marked |= {
            (at % 4, at // 4, floor): mark for at, mark in enumerate(layers["Marks"]) if mark
        }
        beside = {it.dir: it.level_iid for it in level.neighbours}
        names = {"<": floor - 1, ">": floor + 1}
        assert beside == {
            letter: found.levels[at].iid for letter, at in names.items() if 0 <= at < 3
        }
    iids = [it.iid for level in found.levels for it in (level, *level.layer_instances)]
    assert len(set(iids)) == len(iids) == 12
    assert set(marked) == set(path.cells)
    assert (marked[ends.start], marked[ends.end]) == (2, 3)
