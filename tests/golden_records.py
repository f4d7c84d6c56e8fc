"""Makes what ``golden.py`` lists, and makes it again from what ``data/golden.json`` keeps of it."""

import hashlib
import json
import struct
from pathlib import Path

from golden import BATCHES, BRAIDS, GRAPHS, RECIPES, SEEDS, SHAPES, STRIPS

import labirinto
from labirinto import _core, seeds

FILE = Path(__file__).parent / "data" / "golden.json"


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def record_of_maze(maze):
    return {"recipe": maze.recipe.as_dict(), "rows": digest(maze.rows)}


def made(name):
    algorithm, width, height, seed, parameters = RECIPES[name]
    return labirinto.generate(algorithm, width, height, seed=seed, **parameters)


def record_of_ends(maze, kind):
    ends = labirinto.suggest_ends(maze, kind)
    return [*ends.start, *ends.end]


def record_of_solution(maze, kind):
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, kind))
    return {"steps": path.steps, "moves": digest(path.moves)}


def record_of_strips(width, height, strip_rows, threads=1):
    return digest(_core.wilson_walls(width, height, 7, strip_rows, None, threads))


def record_of_shape(algorithm, shape, width, height, seed):
    grid = labirinto.grids.mask(shape, width, height)
    rows = labirinto.generate(algorithm, grid, seed=seed).rows
    return {"mask": digest(grid.mask), "rows": digest(rows)}


def record_of_mesh(algorithm, spec, seed):
    maze = labirinto.generate(algorithm, labirinto.grids.from_spec(spec), seed=seed)
    return {"recipe": maze.recipe.as_dict(), "bits": digest(maze.bits)}


def record_of_braid(name, share, seed):
    return digest(labirinto.braid(made(name), share, seed=seed).rows)


def record_of_rooms(algorithm, shape, seed, rooms, share):
    grid = (
        labirinto.grids.mask(shape, 61, 40)
        if isinstance(shape, str)
        else labirinto.Rectangle(*shape)
    )
    maze = labirinto.generate(algorithm, grid, seed=seed, rooms=rooms)
    if share:
        maze = labirinto.sparse(labirinto.braid(maze, 1 / 3), share)
    return {"recipe": maze.recipe.as_dict(), "rows": digest(maze.rows)}


def record_of_picture(source, width, height, seed, fill):
    if "\n" in source:
        source = labirinto.grids.mask(source, pieces="each")
    maze = labirinto.pictures.picture_maze(source, width, height, seed=seed, fill=fill)
    return _record_of_picture(maze)


def _record_of_picture(maze):
    ends = labirinto.suggest_ends(maze)
    return {
        "recipe": maze.recipe.as_dict(),
        "rows": digest(maze.rows),
        "ends": [*ends.start, *ends.end],
    }


def record_of_graph(nodes, edges, weights, seed, roots, directed=False):
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


def record_of_batch(recipe, count, asked, threads=None):
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


def named_batch(name):
    algorithm, width, height, seed, parameters, count, asked = BATCHES[name]
    batch = labirinto.batch(algorithm, width, height, seed=seed, count=count, **parameters)
    return record_of_batch(batch.recipe.as_dict(), count, asked)


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


def remade(kept, section, name, threads):
    """An entry made again, by this many threads, from nothing but what is kept."""
    one = kept[section][name]
    if section == "batches":
        return record_of_batch(one["recipe"], one["count"], one["asked"], threads)
    if section == "seeds":
        return seeds.seed_number(SEEDS[name])
    if section == "strips":
        return record_of_strips(*STRIPS[name], threads)
    if section == "shapes":
        return record_of_shape(*SHAPES[name])
    if section == "meshes":
        maze = labirinto.generate(labirinto.Recipe.from_dict(one["recipe"]), threads=threads)
        return {"recipe": maze.recipe.as_dict(), "bits": digest(maze.bits)}
    if section == "braids":
        return record_of_braid(*BRAIDS[name])
    if section == "graphs":
        return record_of_graph(*GRAPHS[name])
    if section == "rooms":
        maze = labirinto.generate(labirinto.Recipe.from_dict(one["recipe"]), threads=threads)
        return {"recipe": maze.recipe.as_dict(), "rows": digest(maze.rows)}
    if section == "pictures":
        recipe = labirinto.Recipe.from_dict(one["recipe"])
        return _record_of_picture(labirinto.generate(recipe, threads=threads))
    of, kind = (name, "") if section == "mazes" else name.rsplit("-", 1)
    recipe = labirinto.Recipe.from_dict(kept["mazes"][of]["recipe"])
    maze = labirinto.generate(recipe, threads=threads)
    if section == "mazes":
        return record_of_maze(maze)
    return record_of_ends(maze, kind) if section == "ends" else record_of_solution(maze, kind)
