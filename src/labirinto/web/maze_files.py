"""Mazes as files; an address always gives the same bytes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from labirinto.book import POSTERS, Poster, write_poster
from labirinto.drawing.geometry import NO_OPENINGS, Drawing
from labirinto.drawing.raster import mark_ends, palette_of, raster
from labirinto.drawing.smooth import smooth_bands
from labirinto.drawing.style import Style, rgb
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.formats import save
from labirinto.formats._png_chunks import small_png
from labirinto.grids.outside import with_outside
from labirinto.grids.rectangle import row_bytes
from labirinto.parsing import Choice, choose_ends, parse_size
from labirinto.solving import solve
from labirinto.web.drawings import SolvedMaze, generate_maze
from labirinto.web.fields import Fields, asked
from labirinto.web.file_kinds import KINDS, holds
from labirinto.web.maze_request import MAX_SIDE_ON_PAPER, MazeRequest, default_wall
from labirinto.web.queries import Parsed, parse
from labirinto.web.work import CancellableBytesIO, CancelToken

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630
PREVIEW_KINDS = ("png",)
_PREVIEW_MARGIN = 35

PDF_PAPER = asked("paper", "", Choice(POSTERS))
"""What a PDF fills; by default its page is as large as the maze."""


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
    if (
        not is_size
        or parsed.invalid & {"width", "height"}
        or parsed.request.size != (width, height)
    ):
        parsed.invalid -= {"width", "height"}
        parsed.invalid.add("size")
    if texts.get("picture", "") not in ("", "0") and not parsed.request.is_picture:
        parsed.invalid.add("picture")
    if parsed.request.seed is None:
        parsed.invalid.add("seed")
    if kind not in kinds:
        parsed.invalid.add("format")
    elif parsed.request.cells > KINDS[kind].max_cells:
        parsed.invalid.add("size")
    elif not holds(kind, parsed.request.grid):
        parsed.invalid.add("format")
    if parsed.request.algorithm != algorithm:
        parsed.invalid.add("shape")
    fields = Fields(query)
    paper = fields.read(PDF_PAPER) if kind == "pdf" else ""
    if paper and max(parsed.request.grid.size) > MAX_SIDE_ON_PAPER:
        fields.invalid.add(PDF_PAPER.name)
    parsed.invalid |= fields.invalid
    parsed.request = replace(parsed.request, paper=paper)
    return parsed


def picture(request: MazeRequest, kind: str, token: CancelToken) -> bytes:
    """Generate a file; kinds with walls only get the openings, but no solution.

    A puzzle box has the usual sizes, and opens at its rim whatever ends are shown.
    """
    solved = _solve_if_shown(request, token)
    path, ends, style = solved.path, solved.ends, request.style
    if KINDS[kind].walls_only:
        path, ends = None, ends if ends and ends.open else None
    if kind == "stl" and request.is_linked:
        ends, style = None, Style.usual(request.grid)
    stream = CancellableBytesIO(token)
    if request.paper:
        poster = Poster(solved.maze, request.paper, "", style, ends, path, arrows=True)
        write_poster(poster, stream, format=kind)
        return stream.getvalue()
    save(solved.maze, stream, path=path, ends=ends, style=style, format=KINDS[kind].format)
    return stream.getvalue()


def _solve_if_shown(request: MazeRequest, token: CancelToken) -> SolvedMaze:
    maze = generate_maze(request, token)
    ends = choose_ends(maze, request.shown_ends, apart=True)
    path = solve(maze, *ends) if request.solution and ends else None
    return SolvedMaze(maze, ends, path)


def preview(request: MazeRequest, token: CancelToken) -> bytes:
    """Draw the preview of a shared link: the maze centred in 1200 x 630 pixels.

    A larger rectangle shows its upper left part.
    """
    if request.grid.kind:
        return _smooth_preview(request, token)
    solved = _solve_if_shown(request, token)
    maze = solved.maze
    room_x, room_y = (side - 2 * _PREVIEW_MARGIN for side in (PREVIEW_WIDTH, PREVIEW_HEIGHT))
    cell = max(4, min(48, (room_x - 8) // maze.width, (room_y - 8) // maze.height))
    style = replace(request.style, cell=cell, wall=default_wall(cell), margin=0)
    rows, gaps = with_outside(maze.rectangle, maze.rows, [])
    painter = raster(maze.width, style, 8, gaps)
    if solved.path:
        painter.overlay_path(*solved.path.start, solved.path.moves, *NO_OPENINGS)
    if solved.ends:
        mark_ends(painter, Ends(*solved.ends))
    stride = row_bytes(maze.width)
    count = min(maze.height, PREVIEW_HEIGHT // cell + 1)
    pixels = painter.rows(rows[: count * stride], count)
    if count == maze.height:
        pixels += painter.last_line()
    width = maze.width * cell + style.wall
    lines = [pixels[at : at + width] for at in range(0, len(pixels), width)]
    return small_png(_centred(lines), palette_of(style))


def _smooth_preview(request: MazeRequest, token: CancelToken) -> bytes:
    """Draw a preview with slanted walls: all of the maze, if its cells are not too small."""
    width, height = request.grid.size
    room_x, room_y = (side - 2 * _PREVIEW_MARGIN for side in (PREVIEW_WIDTH, PREVIEW_HEIGHT))
    cell = int(min(48, (room_x - 8) / width, (room_y - 8) / height))
    if cell < 4 or not holds("png", request.grid):
        # A part of it would be painted in whole, and without OpenCV no part.
        return preview(replace(request, shape=""), token)
    solved = _solve_if_shown(request, token)
    style = replace(request.style, cell=cell, wall=default_wall(cell), margin=0)
    drawing = Drawing(solved.maze, solved.path, solved.ends, style)
    rows = [row.tobytes() for band in smooth_bands(drawing) for row in band]
    return small_png(_centred(rows, bytes(rgb(style.floor))))


def _centred(lines: list[bytes], floor: bytes = b"\0") -> list[bytes]:
    """Centre rows of pixels in the preview, on pixels of the floor."""
    width = len(lines[0]) // len(floor)
    left = max(_PREVIEW_MARGIN if width > PREVIEW_WIDTH else 0, (PREVIEW_WIDTH - width) // 2)
    top = max(
        _PREVIEW_MARGIN if len(lines) > PREVIEW_HEIGHT else 0, (PREVIEW_HEIGHT - len(lines)) // 2
    )
    empty = floor * PREVIEW_WIDTH
    lines = lines[: PREVIEW_HEIGHT - top]
    rows = [(floor * left + line + empty)[: len(empty)] for line in lines]
    return [empty] * top + rows + [empty] * (PREVIEW_HEIGHT - top - len(rows))
