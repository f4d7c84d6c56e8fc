"""Mazes as files; an address always gives the same bytes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from labirinto import _core
from labirinto.drawing.raster import palette_of
from labirinto.drawing.style import COLOURS
from labirinto.errors import InvalidValueError
from labirinto.formats import save
from labirinto.grids.rectangle import row_bytes
from labirinto.parsing import choose_ends, parse_size
from labirinto.solving import solve
from labirinto.viewing import indexed_png
from labirinto.web.drawings import SolvedMaze, generate_maze
from labirinto.web.queries import KINDS, MazeRequest, Parsed, default_wall, parse
from labirinto.web.work import CancellableBytesIO, CancelToken

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630
PREVIEW_KINDS = ("png",)
_PREVIEW_MARGIN = 35


def parse_picture(
    algorithm: str,
    size: str,
    seed: str,
    kind: str,
    query: Mapping[str, str],
    kinds: Collection[str] = tuple(KINDS),
) -> Parsed:
    """Parse the address of a file of one of the given kinds.

    Invalid values are never replaced by defaults here.
    """
    texts = {**query, "width": "", "height": "", "seed": seed}
    is_size = True
    try:
        width, height = parse_size(size)
        texts |= {"width": str(width), "height": str(height)}
    except InvalidValueError:
        is_size = False
    parsed = parse(algorithm, texts)
    if not is_size or parsed.invalid & {"width", "height"}:
        parsed.invalid -= {"width", "height"}
        parsed.invalid.add("size")
    if parsed.request.seed is None:
        parsed.invalid.add("seed")
    if kind not in kinds:
        parsed.invalid.add("format")
    elif parsed.request.cells > KINDS[kind].max_cells:
        parsed.invalid.add("size")
    return parsed


def picture(request: MazeRequest, kind: str, token: CancelToken) -> bytes:
    """Generate a file; kinds with walls only get the openings, but no solution."""
    solved = _solve_if_shown(request, token)
    path, ends = solved.path, solved.ends
    if KINDS[kind].walls_only:
        path, ends = None, ends if ends and ends.open else None
    stream = CancellableBytesIO(token)
    save(solved.maze, stream, path=path, ends=ends, style=request.style, format=KINDS[kind].format)
    return stream.getvalue()


def _solve_if_shown(request: MazeRequest, token: CancelToken) -> SolvedMaze:
    maze = generate_maze(request, token)
    ends = choose_ends(maze, request.shown_ends, apart=True)
    path = solve(maze, *ends) if request.solution and ends else None
    return SolvedMaze(maze, ends, path)


def preview(request: MazeRequest, token: CancelToken) -> bytes:
    """Draw the preview of a shared link: the maze centred in 1200 x 630 pixels.

    A larger maze shows its upper left part.
    """
    solved = _solve_if_shown(request, token)
    maze = solved.maze
    room_x, room_y = (side - 2 * _PREVIEW_MARGIN for side in (PREVIEW_WIDTH, PREVIEW_HEIGHT))
    cell = max(4, min(48, (room_x - 8) // maze.width, (room_y - 8) // maze.height))
    style = replace(request.style, cell=cell, wall=default_wall(cell), margin=0)
    raster = _core.Raster(
        maze.width,
        [],
        style.cell,
        style.wall,
        0,
        style.line,
        style.mark,
        8,
        False,
    )
    if solved.path:
        raster.overlay_path(*solved.path.start, solved.path.moves, 4, 4)
    if solved.ends:
        start, end = COLOURS.index("start"), COLOURS.index("end")
        raster.overlay_marks([(*solved.ends.start, start), (*solved.ends.end, end)])
    stride = row_bytes(maze.width)
    count = min(maze.height, PREVIEW_HEIGHT // cell + 1)
    pixels = raster.rows(maze.rows[: count * stride], count)
    if count == maze.height:
        pixels += raster.last_line()
    lines = _centred(pixels, maze.width * cell + style.wall)
    return indexed_png(lines, palette_of(style))


def _centred(pixels: bytes, width: int) -> list[bytes]:
    """Centre rows of pixels in the preview."""
    lines = [pixels[at : at + width] for at in range(0, len(pixels), width)]
    left = max(_PREVIEW_MARGIN if width > PREVIEW_WIDTH else 0, (PREVIEW_WIDTH - width) // 2)
    top = max(
        _PREVIEW_MARGIN if len(lines) > PREVIEW_HEIGHT else 0, (PREVIEW_HEIGHT - len(lines)) // 2
    )
    empty = bytes(PREVIEW_WIDTH)
    lines = lines[: PREVIEW_HEIGHT - top]
    rows = [(bytes(left) + line)[:PREVIEW_WIDTH].ljust(PREVIEW_WIDTH, b"\0") for line in lines]
    below = PREVIEW_HEIGHT - top - len(rows)
    return [empty] * top + rows + [empty] * below
