"""The kernels of labirinto: numbers and bytes in, bytes out."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

class SpanningTrees:
    def __init__(
        self,
        nodes: int,
        edges: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        weights: Annotated[
            NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ]
        | None,
        roots: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        directed: bool = False,
        walks: int = 0,
    ) -> None: ...
    @property
    def root(self) -> int: ...
    @property
    def walks(self) -> int: ...
    @property
    def trap(self) -> tuple[int, float, bool]: ...
    @property
    def unreached(self) -> int | None: ...
    def make(
        self,
        seed: int,
        parent_edges: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
        progress: object | None = None,
    ) -> None: ...
    def make_many(
        self,
        seed: int,
        first: int,
        parent_edges: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")
        ],
        threads: int,
        progress: object | None = None,
    ) -> None: ...

def eliminate(
    first: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ends: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    conductances: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    most_bytes: int,
    sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    resistances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")]
    | None = None,
    progress: object | None = None,
) -> None: ...
def reroot(
    edges: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    parent_edges: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    node: int,
) -> None: ...
def wilson_cells(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_wilson_cells(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_wilson_cells(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_wilson_cells(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_wilson_cells(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_wilson_cells(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_wilson_cells(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_wilson_cells(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_wilson_cells(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_wilson_cells(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def wilson_walls(
    width: int,
    height: int,
    seed: int,
    strip_rows: int,
    progress: object | None = None,
    threads: int = 1,
) -> bytes: ...
def batch_wilson_walls(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    strip_rows: int,
) -> bytes: ...
def masked_wilson_walls(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_wilson_walls(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_wilson_walls(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_wilson_walls(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def wilson_rows(
    width: int,
    height: int,
    seed: int,
    rows: int,
    side: int,
    most_opened: int,
    progress: object | None = None,
    threads: int = 1,
) -> bytes: ...
def batch_wilson_rows(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    rows: int,
    side: int,
    most_opened: int,
) -> bytes: ...

class WilsonRows:
    def __init__(self, width: int, seed: int, rows: int, side: int, most_opened: int) -> None: ...
    @staticmethod
    def least_state_bytes(width: int) -> int: ...
    def make(self, y: int, count: int, ends: bool) -> bytes: ...
    def state(self, y: int) -> bytes: ...
    def restore(self, y: int, state: bytes) -> None: ...

def eller(
    width: int,
    height: int,
    seed: int,
    join: int,
    drop: int,
    progress: object | None = None,
    threads: int = 1,
) -> bytes: ...
def batch_eller(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    join: int,
    drop: int,
) -> bytes: ...

class EllerRows:
    def __init__(self, width: int, seed: int, join: int, drop: int) -> None: ...
    @staticmethod
    def least_state_bytes(width: int) -> int: ...
    def make(self, y: int, count: int, ends: bool) -> bytes: ...
    def state(self, y: int) -> bytes: ...
    def restore(self, y: int, state: bytes) -> None: ...

def aldous_broder(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_aldous_broder(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_aldous_broder(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_aldous_broder(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_aldous_broder(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_aldous_broder(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_aldous_broder(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_aldous_broder(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_aldous_broder(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_aldous_broder(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def kruskal(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_kruskal(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_kruskal(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_kruskal(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_kruskal(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_kruskal(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_kruskal(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_kruskal(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_kruskal(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_kruskal(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def backtracker(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_backtracker(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_backtracker(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_backtracker(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_backtracker(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_backtracker(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_backtracker(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_backtracker(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_backtracker(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_backtracker(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def prim(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_prim(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_prim(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_prim(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_prim(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_prim(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_prim(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_prim(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_prim(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_prim(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def growing_tree(
    width: int,
    height: int,
    seed: int,
    newest: int,
    progress: object | None = None,
    threads: int = 1,
) -> bytes: ...
def batch_growing_tree(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    newest: int,
) -> bytes: ...
def masked_growing_tree(
    grid: Squares, seed: int, newest: int, progress: object | None = None
) -> bytes: ...
def batch_masked_growing_tree(
    grid: Squares,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    newest: int,
) -> bytes: ...
def joined_growing_tree(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    newest: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_growing_tree(
    joined: bytes,
    maps: bytes,
    width: int,
    height: int,
    seed: int,
    newest: int,
    progress: object | None = None,
) -> bytes: ...
def woven_growing_tree(
    grid: WovenSquares, seed: int, newest: int, progress: object | None = None
) -> bytes: ...
def batch_woven_growing_tree(
    grid: WovenSquares,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    newest: int,
) -> bytes: ...
def mesh_growing_tree(
    grid: Mesh, seed: int, newest: int, progress: object | None = None
) -> bytes: ...
def batch_mesh_growing_tree(
    grid: Mesh,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    newest: int,
) -> bytes: ...
def hunt_and_kill(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_hunt_and_kill(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def masked_hunt_and_kill(grid: Squares, seed: int, progress: object | None = None) -> bytes: ...
def batch_masked_hunt_and_kill(
    grid: Squares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def joined_hunt_and_kill(
    joined: bytes,
    closed: bytes,
    mask: bytes | None,
    width: int,
    height: int,
    seed: int,
    progress: object | None = None,
) -> bytes: ...
def symmetric_hunt_and_kill(
    joined: bytes, maps: bytes, width: int, height: int, seed: int, progress: object | None = None
) -> bytes: ...
def woven_hunt_and_kill(grid: WovenSquares, seed: int, progress: object | None = None) -> bytes: ...
def batch_woven_hunt_and_kill(
    grid: WovenSquares, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def mesh_hunt_and_kill(grid: Mesh, seed: int, progress: object | None = None) -> bytes: ...
def batch_mesh_hunt_and_kill(
    grid: Mesh, seed: int, first: int, count: int, threads: int, progress: object | None
) -> bytes: ...
def binary_tree(
    width: int, height: int, seed: int, skew: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_binary_tree(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    skew: int,
) -> bytes: ...

class BinaryTreeRows:
    def __init__(self, width: int, seed: int, skew: int) -> None: ...
    @staticmethod
    def least_state_bytes(width: int) -> int: ...
    def make(self, y: int, count: int, ends: bool) -> bytes: ...
    def state(self, y: int) -> bytes: ...
    def restore(self, y: int, state: bytes) -> None: ...

def sidewinder(
    width: int, height: int, seed: int, join: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_sidewinder(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
    join: int,
) -> bytes: ...

class SidewinderRows:
    def __init__(self, width: int, seed: int, join: int) -> None: ...
    @staticmethod
    def least_state_bytes(width: int) -> int: ...
    def make(self, y: int, count: int, ends: bool) -> bytes: ...
    def state(self, y: int) -> bytes: ...
    def restore(self, y: int, state: bytes) -> None: ...

def recursive_division(
    width: int, height: int, seed: int, progress: object | None = None, threads: int = 1
) -> bytes: ...
def batch_recursive_division(
    width: int,
    height: int,
    seed: int,
    first: int,
    count: int,
    threads: int,
    progress: object | None,
) -> bytes: ...
def linked_wilson_cells(
    width: int,
    height: int,
    floors: int,
    wrap_x: bool,
    wrap_y: bool,
    twist: bool,
    seed: int,
    progress: object | None = None,
) -> bytes: ...

class WovenSquares:
    def __init__(self, width: int, height: int, share: float, seed: int) -> None: ...
    @property
    def bridges(self) -> bytes: ...
    @property
    def walls(self) -> int: ...
    def mesh(self) -> Mesh: ...

class Mesh:
    @staticmethod
    def hexagonal(rows: Sequence[tuple[int, int]]) -> Mesh: ...
    @staticmethod
    def triangular(rows: Sequence[tuple[int, int]]) -> Mesh: ...
    @staticmethod
    def octagonal(rows: Sequence[tuple[int, int]]) -> Mesh: ...
    @staticmethod
    def circular(counts: Sequence[int], hole: int) -> Mesh: ...
    @staticmethod
    def squares(
        width: int, height: int, floors: int, columns: int, wrap_x: bool, wrap_y: bool, twist: bool
    ) -> Mesh: ...
    @staticmethod
    def voronoi(cells: int, seed: int) -> Mesh: ...
    @staticmethod
    def polygons(
        counts: bytes, outlines: bytes, xs: bytes, ys: bytes
    ) -> Mesh | tuple[int, int, int]: ...
    @property
    def walls(self) -> int: ...
    @property
    def is_connected(self) -> bool: ...
    @property
    def piece_count(self) -> int: ...
    @property
    def corners(self) -> int: ...
    @property
    def corners_root(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def centre(self) -> tuple[float, float]: ...
    @property
    def pieces(self) -> bytes: ...
    def neighbours(self, cell: int) -> list[tuple[int, int]]: ...
    def walls_at(self, corner: int) -> list[tuple[int, int]]: ...
    def outline(self, cell: int) -> list[list[float]]: ...
    def middle(self, cell: int) -> tuple[float, float]: ...
    def path_inside(
        self, cell: int, start: tuple[float, float], end: tuple[float, float]
    ) -> list[tuple[float, float]]: ...
    def wall(self, wall: int) -> list[list[float]]: ...
    @property
    def box(self) -> list[float]: ...
    def strokes(self, bits: bytes, gaps: Sequence[int]) -> tuple[bytes, bytes]: ...
    def wall_cells(self) -> bytes: ...
    def border(self) -> list[tuple[int, list[float]]]: ...
    @property
    def cells(self) -> int: ...
    def is_tree(self, bits: bytes) -> bool: ...
    def joined_to(self, bits: bytes, place: int) -> list[int]: ...
    def distances(self, bits: bytes, place: int) -> bytes: ...
    def path(
        self, bits: bytes, start: int, end: int, is_tree: bool
    ) -> tuple[int, bytes] | None: ...
    def first_blocked_step(self, bits: bytes, start: int, packed: bytes, steps: int) -> int: ...
    def farthest(
        self, bits: bytes, start: int, among: bool | Sequence[int], is_tree: bool
    ) -> tuple[int, int]: ...
    def farthest_apart(
        self, bits: bytes, any: int, among: bool | Sequence[int]
    ) -> tuple[int, int]: ...
    def farthest_pair(
        self, bits: bytes, among: bool | Sequence[int], most_visits: int
    ) -> tuple[int, int] | None: ...
    def parts(self, bits: bytes) -> list[tuple[int, int]]: ...
    def census(
        self, bits: bytes
    ) -> tuple[int | None, int | None, int | None, list[int], list[tuple[int, int]]]: ...
    def braid(
        self, bits: bytes, share: int, seed: int, progress: object | None = None
    ) -> bytes: ...

def batch_cells(rows: bytes, width: int, height: int, threads: int) -> bytes: ...
def batch_solutions(
    rows: bytes,
    width: int,
    height: int,
    seed: int,
    numbers: bytes,
    kind: int,
    wants_paths: bool,
    threads: int,
    progress: object | None,
) -> tuple[bytes, bytes | None]: ...
def sparse(
    rows: bytes, mask: bytes, width: int, height: int, count: int, progress: object | None = None
) -> tuple[bytes, bytes]: ...
def joins_all(
    joined: bytes, closed: bytes, mask: bytes | None, width: int, height: int
) -> bool: ...
def wilson_walls_steps(width: int, height: int, seed: int, strip_rows: int) -> int: ...
def bare_walk(width: int, height: int, seed: int, steps: int) -> int: ...
def mask_largest(mask: bytes, width: int, height: int) -> bytes: ...
def mask_joined(mask: bytes, width: int, height: int) -> bytes: ...
def mask_surroundings(mask: bytes, width: int, height: int) -> bytes: ...
def mask_passages(mask: bytes, width: int, height: int, inside: bool) -> bytes: ...
def leaves_mask(rows: bytes, mask: bytes, width: int, height: int) -> bool: ...

class Squares:
    def __init__(self, width: int, height: int, mask: bytes | None = None) -> None: ...
    @property
    def cells(self) -> int: ...
    def is_tree(self, bits: bytes) -> bool: ...
    def joined_to(self, bits: bytes, place: int) -> list[int]: ...
    def distances(self, bits: bytes, place: int) -> bytes: ...
    def path(
        self, bits: bytes, start: int, end: int, is_tree: bool
    ) -> tuple[int, bytes] | None: ...
    def first_blocked_step(self, bits: bytes, start: int, packed: bytes, steps: int) -> int: ...
    def farthest(
        self, bits: bytes, start: int, among: bool | bytes | Sequence[int], is_tree: bool
    ) -> tuple[int, int]: ...
    def farthest_apart(
        self, bits: bytes, any: int, among: bool | bytes | Sequence[int]
    ) -> tuple[int, int]: ...
    def farthest_pair(
        self, bits: bytes, among: bool | bytes | Sequence[int], most_visits: int
    ) -> tuple[int, int] | None: ...
    def parts(self, bits: bytes) -> list[tuple[int, int]]: ...
    def census(
        self, bits: bytes
    ) -> tuple[int | None, int | None, int | None, list[int], list[tuple[int, int]]]: ...
    def braid(
        self, bits: bytes, share: int, seed: int, progress: object | None = None
    ) -> bytes: ...
    def place_of(self, cell: int) -> int: ...
    def number_of(self, place: int) -> int: ...
    @property
    def piece_count(self) -> int: ...
    @property
    def length(self) -> int: ...
    def strokes(self, bits: bytes, gaps: Sequence[tuple[int, int, int]]) -> tuple[bytes, bytes]: ...
    def without_dead_ends(
        self, bits: bytes, cells: bool | bytes | Sequence[int], turns: int
    ) -> bytes: ...

def random_pair(cells: int, seed: int) -> tuple[int, int]: ...
def pack_moves(moves: bytes) -> bytes: ...
def unpack_moves(packed: bytes, steps: int) -> bytes: ...
def has_stray_bits(rows: bytes, width: int, height: int) -> bool: ...
def exits(rows: bytes, width: int, height: int, mask: bytes | None = None) -> bytes: ...
def blocks(
    rows: bytes,
    width: int,
    height: int,
    openings: Sequence[tuple[int, int, int]],
    mask: bytes | None = None,
) -> bytes: ...
def wall_runs(
    rows: bytes, width: int, height: int, openings: Sequence[tuple[int, int, int]]
) -> bytes: ...
def path_data(vertices: bytes, first: bytes) -> str: ...

class Raster:
    def __init__(
        self,
        width: int,
        openings: Sequence[tuple[int, int, int]],
        cell: int,
        wall: int,
        margin: int,
        line: int,
        mark: int,
        depth: int,
        filtered: bool,
    ) -> None: ...
    def overlay_path(self, x: int, y: int, moves: bytes, enters: int, leaves: int) -> None: ...
    def overlay_marks(self, marks: Sequence[tuple[int, int, int]]) -> None: ...
    def resume(self, y: int, row_before: bytes) -> None: ...
    def margin(self) -> bytes: ...
    def rows(self, rows: bytes, count: int, floors: bytes | None = None) -> bytes: ...
    def last_line(self) -> bytes: ...

def unfilter(filter: int, row: bytes, above: bytes) -> bytes: ...
def sample(row: bytes, depth: int, first: int, step: int, count: int, colour: int) -> bytes: ...
def tones(
    rows: bytes,
    width: int,
    height: int,
    across: int,
    down: int,
    first: int,
    last: int,
    mask: bytes | None = None,
) -> bytes: ...
def distance_colours(distances: bytes, first: int, last: int) -> bytes: ...
def tree_colours(
    rows: bytes, width: int, height: int, x: int, y: int, first: int, last: int
) -> bytes: ...

class PathPieces:
    def __init__(self, x: int, y: int, moves: bytes) -> None: ...
    @property
    def memory(self) -> int: ...
    def overlay(
        self, raster: Raster, x: int, y: int, width: int, height: int, enters: int, leaves: int
    ) -> None: ...
    def mark(
        self, pixels: bytes, x: int, y: int, width: int, height: int, shift: int, colour: int
    ) -> bytes: ...

def running_sum(data: object, position: int, sum: int) -> int: ...

class StreamPath:
    def __init__(
        self, width: int, start_x: int, start_y: int, end_x: int, end_y: int, window: int = 0
    ) -> None: ...
    def feed(self, rows: bytes) -> None: ...
    def finish(self) -> None: ...
    def moves(self) -> bytes: ...
    @property
    def height(self) -> int: ...
    @property
    def live(self) -> int: ...
    @property
    def memory(self) -> int: ...
