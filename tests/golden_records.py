"""Makes what ``golden.py`` lists, and makes it again from what ``data/golden.json`` keeps of it."""

import hashlib
import json
import struct
from functools import cache
from pathlib import Path

from golden import (
    BATCHES,
    BRAIDS,
    GRAPHS,
    MESHES,
    PICTURES,
    RECIPES,
    ROOMS,
    SEEDS,
    SHAPES,
    STRIPS,
    SYMMETRIES,
    TILES,
    WITH_ENDS,
)

import labirinto
from labirinto import Rectangle, _core
from labirinto.seeds import seed_number

FILE = Path(__file__).parent / "data" / "golden.json"


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@cache
def made(name):
    algorithm, width, height, seed, parameters = RECIPES[name]
    return labirinto.generate(algorithm, width, height, seed=seed, **parameters)


def record(maze):
    """The recipe of a maze, and the digest of its passages."""
    if isinstance(maze.grid, Rectangle):
        return {"recipe": maze.recipe.as_dict(), "rows": digest(maze.rows)}
    return {"recipe": maze.recipe.as_dict(), "bits": digest(maze.bits)}


def record_with_ends(maze):
    return {**record(maze), "ends": ends_of(maze, "border")}


def ends_of(maze, kind):
    ends = labirinto.suggest_ends(maze, kind)
    return [*ends.start, *ends.end]


def solution_of(maze, kind):
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, kind))
    return {"steps": path.steps, "moves": digest(path.moves)}


def record_of_recipe(algorithm, width, height, seed, parameters):
    return record(labirinto.generate(algorithm, width, height, seed=seed, **parameters))


def record_of_tiles(width, height, side, endless):
    return digest(_core.wilson_rows(width, height, 7, 0 if endless else height, side, 1))


def record_of_strips(width, height, strip_rows, threads=1):
    return digest(_core.wilson_walls(width, height, 7, strip_rows, None, threads))


def record_of_shape(algorithm, shape, width, height, seed):
    grid = labirinto.grids.mask(shape, width, height)
    rows = labirinto.generate(algorithm, grid, seed=seed).rows
    return {"mask": digest(grid.mask), "rows": digest(rows)}


def record_of_mesh(algorithm, grid, seed):
    return record(labirinto.generate(algorithm, grid, seed=seed))


def record_of_braid(name, share, seed):
    return digest(labirinto.braid(made(name), share, seed=seed).rows)


def record_of_rooms(algorithm, shape, seed, rooms, share):
    grid = labirinto.grids.mask(shape, 61, 40) if isinstance(shape, str) else Rectangle(*shape)
    maze = labirinto.generate(algorithm, grid, seed=seed, rooms=rooms)
    if share:
        maze = labirinto.sparse(labirinto.braid(maze, 1 / 3), share)
    return record(maze)


def record_of_symmetry(algorithm, width, height, seed, symmetry):
    return record(labirinto.generate(algorithm, width, height, seed=seed, symmetry=symmetry))


def record_of_picture(source, width, height, seed, fill):
    if "\n" in source:
        source = labirinto.grids.mask(source, pieces="each")
    maze = labirinto.pictures.picture_maze(source, width, height, seed=seed, fill=fill)
    return record_with_ends(maze)


def record_of_graph(nodes, edges, seed=7, weights=None, roots=(), directed=False):
    """The digests of a tree and of five with child seeds: without NumPy, which not all have."""

    def array(code, values, *shape):
        items = b"".join(struct.pack(code, value) for value in values)
        return memoryview(bytearray(items)).cast("B").cast(code, shape)

    many = [weights[edge % len(weights)] for edge in range(len(edges))] if weights else None
    # Views of no items can have no shape.
    ends = [node for edge in edges or [(0, 0)] for node in edge]
    trees = _core.SpanningTrees(
        nodes,
        array("i", ends, len(ends) // 2, 2),
        many and array("d", many, len(many)),
        array("i", roots, len(roots)) if roots else memoryview(b"").cast("i"),
        directed,
    )
    tree, five = array("i", [0] * nodes, nodes), array("i", [0] * 5 * nodes, 5, nodes)
    trees.make(seed, tree)
    trees.make_many(seed, 0, five, 2)
    return {"tree": digest(tree.tobytes()), "five": digest(five.tobytes())}


def record_of_batch(algorithm, width, height, seed, parameters, count, asked):
    batch = labirinto.batch(algorithm, width, height, seed=seed, count=count, **parameters)
    return batch_record(batch.recipe.as_dict(), count, asked)


def batch_record(recipe, count, asked, threads=None):
    """The digests of all mazes, of their numbers, of their ends and of their solutions."""
    blocks = list(
        labirinto.batch(
            recipe["algorithm"],
            recipe["width"],
            recipe["height"],
            seed=recipe["seed"],
            **recipe["parameters"],
            count=count,
            block=-(-count // 3),
            threads=threads,
            **asked,
        )
    )
    record = {"recipe": recipe, "count": count, "asked": asked}
    record["rows"] = digest(b"".join(block.rows for block in blocks))
    record["numbers"] = digest(json.dumps([n for block in blocks for n in block.numbers]).encode())
    if blocks[0].ends is not None:
        ends = [pair for block in blocks for pair in block.ends.tolist()]
        record["ends"] = digest(json.dumps(ends).encode())
    if blocks[0].solutions is not None:
        record["solutions"] = digest(b"".join(block.solutions.tobytes() for block in blocks))
    return record


def read():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def write(kept):
    """A line for each entry, so that a change shows itself in few lines."""
    sections = []
    for section in sorted(kept):
        entries = sorted(kept[section].items())
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in entries]
        sections.append(f' "{section}": {{\n' + ",\n".join(lines) + "\n }")
    FILE.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


WITH_KINDS = {f"{name}-{kind}": (name, kind) for name in WITH_ENDS for kind in labirinto.ENDS_KINDS}

SECTIONS = {
    "mazes": (RECIPES, record_of_recipe),
    "ends": (WITH_KINDS, lambda name, kind: ends_of(made(name), kind)),
    "solutions": (WITH_KINDS, lambda name, kind: solution_of(made(name), kind)),
    "strips": (STRIPS, record_of_strips),
    "tiles": (TILES, record_of_tiles),
    "shapes": (SHAPES, record_of_shape),
    "meshes": (MESHES, record_of_mesh),
    "braids": (BRAIDS, record_of_braid),
    "rooms": (ROOMS, record_of_rooms),
    "symmetries": (SYMMETRIES, record_of_symmetry),
    "pictures": (PICTURES, record_of_picture),
    "graphs": (GRAPHS, record_of_graph),
    "batches": (BATCHES, record_of_batch),
    "seeds": (SEEDS, seed_number),
}
"""Those of the file: what is pinned by name, and what makes a record of it."""

OF_A_RECIPE = {
    "mazes": record,
    "meshes": record,
    "rooms": record,
    "symmetries": record,
    "pictures": record_with_ends,
    "ends": ends_of,
    "solutions": solution_of,
}
"""Sections whose records can be made again from a recipe in the file, and how."""


def recorded(section, name):
    """The record of what is pinned under a name."""
    entries, make = SECTIONS[section]
    return make(*entries[name])


def remade(kept, section, name, threads):
    """The same by so many threads, and from what is kept alone where that has a recipe."""
    one = kept[section][name]
    if section == "batches":
        return batch_record(one["recipe"], one["count"], one["asked"], threads)
    if section == "strips":
        return record_of_strips(*STRIPS[name], threads)
    if section not in OF_A_RECIPE:
        return recorded(section, name)
    of, *kind = WITH_KINDS[name] if section in ("ends", "solutions") else (name,)
    recipe = kept["mazes" if kind else section][of]["recipe"]
    maze = labirinto.generate(labirinto.Recipe.from_dict(recipe), threads=threads)
    return OF_A_RECIPE[section](maze, *kind)
