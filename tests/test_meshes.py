"""Mazes on grids of cells that are not squares: everything that holds, solves and measures them."""

import copy
import io
import itertools
import json
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import networkx
import numpy as np
import pytest
from meshes import GRIDS, IRREGULAR, squares, two_walls

import labirinto
from labirinto import Ends, InvalidValueError, Maze, Path, Recipe, _core, grids
from labirinto.grids.lattices import Hexagonal
from labirinto.measures import connected_components
from labirinto.seeds import ITEM, child_seed

ALL = GRIDS | IRREGULAR
SEVERAL = [name for name in ALL if name not in ("hexagonal 1x1", "circular 1")]


# Mazes on them.


@pytest.mark.parametrize("algorithm", ["wilson", "aldous-broder", "kruskal"])
@pytest.mark.parametrize("name", ALL)
def test_a_maze_on_a_mesh_goes_through_everything_that_holds_it(name, algorithm):
    grid = ALL[name]()
    maze = labirinto.generate(algorithm, grid, seed=3)
    assert maze.is_perfect
    assert maze.grid == grid
    assert len(maze.bits) == grid.maze_bytes
    same = [
        labirinto.generate(maze.recipe),
        Maze.from_bits(grid, maze.bits),
        Maze.from_passages(grid, passages=maze.passages()),
        Maze.from_networkx(maze.to_networkx()),
        pickle.loads(pickle.dumps(maze)),
        copy.copy(maze),
    ]
    for other in same:
        assert other == maze or name in ("two walls", "islands")
        assert other.grid == maze.grid
        assert other.is_perfect
    assert hash(same[1]) == hash(maze)
    recipe = Recipe.from_dict(json.loads(json.dumps(maze.recipe.as_dict())))
    assert recipe == maze.recipe
    assert labirinto.generate(recipe) == maze
    assert (
        repr(maze) == str(maze) == (f"<Maze {grid.text}, {len(grid)} cells, {algorithm}, seed 3>")
    )


def test_two_walls_between_two_cells_are_told_apart():
    grid = two_walls()
    assert [wall for _, wall in grid.neighbours(0)] == [0, 1] or grid.walls == 2
    mazes = [Maze.from_bits(grid, bytes([bits])) for bits in range(4)]
    assert len(set(mazes)) == 4
    assert [maze.is_perfect for maze in mazes] == [False, True, True, False]
    assert [len(list(maze.passages())) for maze in mazes] == [0, 1, 1, 2]
    for maze in mazes:
        assert Maze.from_networkx(maze.to_networkx()) == maze
        file = io.BytesIO()
        labirinto.save(maze, file, format="graphml")
        assert Maze.from_networkx(networkx.parse_graphml(file.getvalue().decode())) == maze
    # Pairs of cells name the first wall first.
    pair = ((0,), (1,))
    assert Maze.from_passages(grid, passages=[pair]) == mazes[1]
    assert Maze.from_passages(grid, passages=[pair, pair[::-1]]) == mazes[3]
    assert labirinto.number_of_mazes(grid) == 2
    assert len({labirinto.wilson(grid, seed=seed) for seed in range(20)}) == 2
    assert labirinto.census(mazes[3]).by_passages == (0, 0, 2)
    assert labirinto.solve(mazes[3], 0, 1).steps == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda g: Maze.from_bits(g, b"abc"), "are 6 bytes, not 3"),
        (lambda g: Maze.from_bits(g, [1]), "The bits are list, not bytes"),
        (lambda g: Maze.from_bits(g, b"\xff" * 6), "a passage beyond the 43 walls"),
        (lambda g: Maze.from_bits("hexagonal", b""), "grid is 'hexagonal'; it must be a labirinto"),
        (lambda g: Maze.from_passages(g, passages=[((0, 0), (2, 2))]), "are not two neighbours"),
        (lambda g: Maze.from_passages(g, passages=[((0, 0), (9, 2))]), "outside the"),
        (lambda g: Maze.from_passages(g, passages=[(0, 0)]), "is not a cell|outside the grid"),
        (lambda g: Maze.from_passages(g, passages=[0]), "0 is not a pair of cells"),
        (lambda g: Maze.from_passages(g, 4), "A grid has its own height; leave out height"),
        (lambda g: labirinto.wilson(g, 4), "leave out height"),
        (lambda g: labirinto.eller(g, None), "rectangles only; .* one of wilson, aldous-br"),
        (lambda g: Maze.from_bits(g, bytes(6), recipe=Recipe("wilson", 5, 4, 7)), "to a 5x4 m"),
        (lambda g: Recipe("wilson", 5, 4, 7, grid=g), "leave out width, height and mask"),
        (lambda g: Recipe("wilson", seed=7, grid="g"), "grid is 'g'; it must be"),
        (lambda g: Ends((0, 0), (2, 1), open=True).check(g), "2,1 is not on the border"),
        (lambda g: Ends((0, 0), (0, 0)).check(g), "Start and end are both 0,0"),
        (lambda g: Path.from_cells(g, []), "The path has no cells"),
        (lambda g: Path.from_cells(g, [(0, 0), (4, 3)]), "are not neighbours"),
    ],
)
def test_what_does_not_fit_a_mesh_is_refused(make, message):
    with pytest.raises(InvalidValueError, match=message):
        make(grids.hexagonal(5, 4))


@pytest.mark.parametrize(
    "use",
    [
        lambda maze: maze.width,
        lambda maze: maze.height,
        lambda maze: maze.rows,
        lambda maze: maze.rectangle,
        lambda maze: maze.cells(),
        lambda maze: maze.blocks(),
        np.asarray,
        lambda maze: maze.recipe.width,
        lambda maze: labirinto.textbook.Run("wilson", maze.grid).width,
    ],
)
def test_what_needs_rows_says_so(use):
    with pytest.raises(InvalidValueError, match=r"squares in rows .* the grid is circular 3\."):
        use(labirinto.wilson(grids.circular(3), seed=1))


def test_a_grid_in_pieces_is_refused():
    class Apart(Hexagonal):
        outlines: ClassVar = {"hexagon": lambda _: [(0, 1), (4, 1)]}

    grid = Apart((2,), "hexagon")
    assert grid.pieces == 2
    for algorithm in ("wilson", "aldous-broder", "kruskal"):
        with pytest.raises(InvalidValueError, match="is in 2 pieces, but a maze must be in one"):
            labirinto.generate(algorithm, grid)
    assert labirinto.number_of_mazes(grid) == 0
    with pytest.raises(ValueError, match="not in one piece"):
        _core.mesh_wilson_cells(grid.core, 1)


# Solving and measuring.


def graph_of(maze):
    return networkx.Graph(list(maze.passages()))


def loose(grid, share):
    """Each passage open or not, by its number: loops, and parts cut off."""
    bits = sum(1 << wall for wall in range(grid.walls) if wall * 7919 % 100 < share)
    return Maze.from_bits(grid, bits.to_bytes(grid.maze_bytes, "little"))


@pytest.mark.parametrize("name", SEVERAL)
def test_paths_and_distances_are_those_of_the_graph(name):
    grid = ALL[name]()
    for maze in (labirinto.wilson(grid, seed=1), loose(grid, 60), loose(grid, 100)):
        graph = graph_of(maze)
        graph.add_nodes_from(grid)
        start = grid.label(len(grid) // 2)
        expected = networkx.single_source_shortest_path_length(graph, start)
        distances = maze.distances(start)
        assert distances.tolist() == [expected.get(cell, -1) for cell in grid]
        assert (np.asarray(distances) == distances.tolist()).all()
        assert set(maze.neighbours(start)) == set(graph[start])
        for end in grid:
            if end not in expected:
                with pytest.raises(labirinto.NoPathError, match="is cut off from its largest part"):
                    labirinto.solve(maze, start, end)
                continue
            path = labirinto.solve(maze, start, end)
            assert (path.start, path.end, path.steps) == (start, end, expected[end])
            assert all(graph.has_edge(*step) for step in itertools.pairwise(path))
            assert Path.from_cells(grid, path.cells) == path
            assert pickle.loads(pickle.dumps(path)) == path
        parts = sorted(map(len, networkx.connected_components(graph)), reverse=True)
        assert [size for size, _ in connected_components(maze)] == parts
        assert maze.is_perfect == (len(parts) == 1 and len(list(maze.passages())) == len(grid) - 1)


@pytest.mark.parametrize("name", SEVERAL)
def test_no_two_cells_are_farther_apart(name):
    grid = ALL[name]()
    for maze in (labirinto.wilson(grid, seed=5), loose(grid, 100)):
        distances = dict(networkx.all_pairs_shortest_path_length(graph_of(maze)))
        for kind, cells in (
            ("farthest", list(grid)),
            ("border", [grid.label(cell) for cell in grid.border_cells]),
        ):
            if len(cells) == 1:
                with pytest.raises(InvalidValueError, match="Only one cell is on the border"):
                    labirinto.suggest_ends(maze, kind)
                continue
            ends = labirinto.suggest_ends(maze, kind)
            assert ends == ends.check(grid)
            assert grid.index(ends.start) < grid.index(ends.end)
            assert ends.open == (kind == "border")
            assert distances[ends.start][ends.end] == max(
                distances[one][other] for one, other in itertools.combinations(cells, 2)
            )
    with pytest.raises(InvalidValueError, match="No path joins all cells of this maze"):
        labirinto.suggest_ends(loose(grid, 0), "farthest")


@pytest.mark.parametrize("name", SEVERAL)
def test_corners_and_random_ends_are_two_cells(name):
    grid = ALL[name]()
    maze = labirinto.wilson(grid, seed=5)
    ends = [labirinto.suggest_ends(maze, "random", seed=seed) for seed in range(300)]
    assert len(set(map(tuple, ends))) > min(250, len(grid) * (len(grid) - 1)) * 0.5
    start, end = labirinto.suggest_ends(maze, "corners")
    assert start != end
    for one, sign in ((start, 1), (end, -1)):
        x, y = grid.centre(grid.index(one))
        assert all(
            sign * (x + y) <= sign * sum(grid.centre(cell)) + 1e-6
            for cell in grid.border_cells
            if name != "one island"
        )


@pytest.mark.parametrize("name", ALL)
def test_a_census_counts_passages(name):
    grid = ALL[name]()
    for maze in (labirinto.wilson(grid, seed=5), loose(grid, 70)):
        graph = networkx.MultiGraph()
        graph.add_nodes_from(grid)
        graph.add_edges_from(maze.passages())
        degrees = Counter(degree for _, degree in graph.degree())
        census = labirinto.census(maze)
        assert census.by_passages == tuple(degrees[k] for k in range(max(degrees) + 1))
        assert census.passages == graph.number_of_edges()
        assert (census.dead_ends, census.corridors, census.junctions) == (
            degrees[1],
            degrees[2],
            degrees[3],
        )
        assert census.crossings == sum(n for degree, n in degrees.items() if degree > 3)
        assert census.horizontal is census.vertical is census.straights is census.turns is None
        # Each passage is a step of one path from a cell that is not a corridor to the next.
        rings = [
            part
            for part in networkx.connected_components(graph)
            if all(graph.degree(cell) == 2 for cell in part)
        ]
        steps = sum(length * number for length, number in census.corridor_lengths)
        assert steps == census.passages - sum(map(len, rings))


def test_squares_as_a_mesh_are_measured_as_in_a_rectangle():
    grid = squares(9, 7)
    for seed in range(5):
        maze = labirinto.wilson(9, 7, seed=seed)
        same = Maze.from_passages(
            grid, passages=[(y * 9 + x, y2 * 9 + x2) for (x, y), (x2, y2) in maze.passages()]
        )
        one, other = labirinto.census(maze), labirinto.census(same)
        assert one.by_passages == other.by_passages
        assert one.corridor_lengths == other.corridor_lengths
        for kind in ("corners", "farthest", "border"):
            (x, y), (x2, y2) = ends = labirinto.suggest_ends(maze, kind)
            path = labirinto.solve(maze, *ends)
            assert [*labirinto.suggest_ends(same, kind)] == [(y * 9 + x,), (y2 * 9 + x2,)]
            as_mesh = labirinto.solve(same, y * 9 + x, y2 * 9 + x2)
            assert as_mesh.runs() == path.runs()
            assert as_mesh.turns == path.turns
            assert labirinto.difficulty(same, as_mesh) == labirinto.difficulty(maze, path)


def test_straight_on_is_across_a_hexagon_and_around_a_ring():
    grid = grids.hexagonal(6, 6)
    assert Path.from_cells(grid, [(x, 2) for x in range(6)]).runs() == [5]
    assert Path.from_cells(grid, [(0, 0), (0, 1), (1, 2), (1, 3), (2, 4)]).runs() == [4]
    bent = Path.from_cells(grid, [(0, 2), (1, 2), (2, 2), (2, 3), (3, 4)])
    assert (bent.runs(), bent.turns, bent.corners()) == ([2, 2], 1, [(0, 2), (2, 2), (3, 4)])
    ring = grids.circular(5)
    assert Path.from_cells(ring, [(3, k) for k in range(9)]).turns == 0
    with pytest.raises(InvalidValueError, match="has no steps east, south, west or north"):
        bent.moves  # noqa: B018
    assert np.asarray(bent).tolist() == [[0, 2], [1, 2], [2, 2], [2, 3], [3, 4]]
    assert repr(bent) == "<Path 0,2 to 3,4, 4 steps>"


def test_a_path_through_a_wall_or_on_another_grid_has_no_difficulty():
    grid = grids.hexagonal(5, 4)
    maze = labirinto.wilson(grid, seed=1)
    start = (0, 0)
    (wall,) = [c for c in [(1, 0)] if c not in maze.neighbours(start)] or [(0, 1)]
    with pytest.raises(InvalidValueError, match="goes through a wall at 0,0"):
        labirinto.difficulty(maze, Path.from_cells(grid, [start, wall]))
    with pytest.raises(InvalidValueError, match="belongs to another grid"):
        labirinto.difficulty(maze, Path.from_cells(grids.hexagonal(5, 5), [start]))


# Many.


def test_what_walks_leave_in_a_mesh_changes_no_maze():
    """They lie ready for the next maze, also after a call that was stopped, and for one thread."""

    def make(core, seed, progress=None):
        return _core.mesh_wilson_walls(core, seed, progress=progress)

    def stop(done, total):
        raise RuntimeError

    side = 240  # enough for a call to be stopped
    expected = [make(grids.hexagonal(side, side).core, seed) for seed in range(4)]
    core = grids.hexagonal(side, side).core
    with pytest.raises(RuntimeError):
        make(core, 7, stop)
    assert [make(core, seed) for seed in range(4)] == expected
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda k: make(core, k % 4), range(12))) == 3 * expected


@pytest.mark.parametrize("name", ["hexagonal 5x4", "circular 3 hole 2", "hexagonal 1x1"])
@pytest.mark.parametrize("algorithm", ["wilson", "kruskal"])
def test_items_of_a_batch_are_the_mazes_of_child_seeds(name, algorithm):
    grid = GRIDS[name]()
    batch = labirinto.batch(algorithm, grid, count=20, seed=7, block=8, threads=2)
    blocks = list(batch)
    mazes = [maze for block in blocks for maze in block]
    assert [labirinto.generate(maze.recipe) for maze in mazes] == mazes
    assert np.asarray(blocks[0]).shape == (8, grid.maze_bytes)
    assert np.asarray(blocks[0]).tobytes() == b"".join(maze.bits for maze in mazes[:8])
    with pytest.raises(InvalidValueError, match="in rows and columns"):
        blocks[0].cells()


BEYOND_THE_PLANE = [
    grids.linked(5, 4, wrap="x"),
    grids.linked(3, 5, floors=2, wrap="xy"),
    grids.linked(4, 3, floors=3),
    grids.linked(6, 4, wrap="x", twist=True),
    grids.woven(9, 7, weave=1, grid_seed=3),
]


@pytest.mark.parametrize("grid", BEYOND_THE_PLANE, ids=lambda grid: grid.text)
@pytest.mark.parametrize("algorithm", ["wilson", "prim"])
def test_batches_beyond_the_plane_are_arrays_of_exits(algorithm, grid, tmp_path):
    import zarr

    about = {"count": 20, "block": 8, "threads": 2, "ends": "farthest", "solutions": True}
    batch = labirinto.batch(algorithm, grid, seed=7, **about)
    block = batch[:]
    for k, maze in enumerate(block):
        seed = child_seed(7, ITEM, k)
        assert maze == labirinto.generate(algorithm, grid, seed=seed)
        assert block.cells()[k] == maze.cells()
        assert block.path_of(k) == labirinto.solve(maze, *labirinto.suggest_ends(maze, "farthest"))
    expected = np.stack([np.asarray(maze) for maze in block])
    assert expected.shape == (20, *grid.exits_shape)
    for name in ("mazes.npy", "mazes.zarr"):
        labirinto.batches.write_batch(batch.restart(), tmp_path / name)
    assert np.array_equal(np.asarray(block), expected)
    assert np.array_equal(np.load(tmp_path / "mazes.npy"), expected)
    assert np.array_equal(zarr.open_group(tmp_path / "mazes.zarr", mode="r")["mazes"], expected)


@pytest.mark.parametrize("kind", ["corners", "border", "farthest", "random"])
@pytest.mark.parametrize(
    "grid", [grids.circular(4), two_walls(), grids.mask("ring", 13, 11)], ids=lambda it: it.text
)
def test_batches_on_any_grid_have_ends_and_solutions(kind, grid):
    batch = labirinto.batch("wilson", grid, count=7, seed=3, ends=kind, solutions=True, block=3)
    for block in batch:
        for i, maze in enumerate(block):
            ends = labirinto.suggest_ends(maze, kind)
            assert block.ends_of(i) == ends
            assert block.path_of(i) == labirinto.solve(maze, *ends)
        part = block[1:]
        assert len(part) == 0 or part.path_of(0) == block.path_of(1)
    last = np.asarray(block.solutions)[0]
    path = block.path_of(0)
    if isinstance(grid, grids.Mesh):
        assert np.asarray(block.ends)[0].tolist() == [path.numbers[0], path.numbers[-1]]
        assert set(np.flatnonzero(last >= 0)) == set(path.numbers)
    else:
        assert {(int(x), int(y)) for y, x in zip(*np.nonzero(last), strict=True)} == set(path)
    assert len(block.solutions) == len(block.ends) == 1


@pytest.mark.parametrize("name", ["mazes.npy", "mazes.zarr"])
def test_files_of_batches_on_a_mesh_have_all_arrays(name, tmp_path):
    import zarr

    from labirinto.batches import write_batch

    batch = labirinto.batch("wilson", grids.circular(4), count=7, seed=3, solutions=True, block=3)
    write_batch(batch, tmp_path / name)
    block = batch[:]
    for array, part in (
        ("mazes", block.bits()),
        ("ends", block.ends),
        ("solutions", block.solutions),
    ):
        if name.endswith("zarr"):
            found = zarr.open_group(tmp_path / name, mode="r")[array][:]
        else:
            found = np.load(tmp_path / ("mazes.npy" if array == "mazes" else f"mazes-{array}.npy"))
        assert np.array_equal(found, np.asarray(part))


def test_a_batch_in_a_mask_has_its_exits():
    heart = grids.mask("heart", 20, 14)
    block = labirinto.batch("wilson", heart, count=5, seed=7)[:]
    assert [labirinto.generate(maze.recipe) for maze in block] == list(block)
    assert (np.asarray(block)[3] == np.asarray(block[3])).all()
    assert (np.asarray(block.blocks())[3] == np.asarray(block[3].blocks())).all()
    assert np.asarray(block).max() == 16


def test_all_mazes_of_a_ring_are_a_unique_batch():
    grid = grids.circular(1, 1)
    mazes = list(labirinto.batch("wilson", grid, count=6, seed=1, unique=True).read(6))
    assert len(set(mazes)) == labirinto.number_of_mazes(grid) == 6
    with pytest.raises(InvalidValueError, match=r"at most 6, .* circular"):
        labirinto.batch("wilson", grid, count=7, unique=True)
