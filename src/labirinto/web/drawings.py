"""Mazes as inline SVG; the style sheet sets colours and shows or hides parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape

from labirinto.algorithms.generating import generate
from labirinto.difficulties import Difficulty, difficulty
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.raster import palette_of, pixels_of
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.formats.svg import walls_path
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.path import Path
from labirinto.solving import solve
from labirinto.viewing import indexed_png
from labirinto.web.queries import MazeRequest
from labirinto.web.work import CancelToken


@dataclass(frozen=True)
class SolvedMaze:
    """A maze with its ends and its solution; None for a single cell."""

    maze: Maze
    ends: Ends | None
    path: Path | None

    @cached_property
    def difficulty(self) -> Difficulty | None:
        """How hard it is to find the solution."""
        return difficulty(self.maze, self.path) if self.path else None


def generate_maze(request: MazeRequest, token: CancelToken) -> Maze:
    """Generate the requested maze."""
    return generate(
        request.algorithm,
        request.width,
        request.height,
        seed=request.seed,
        progress=token,
        threads=1,
        **dict[str, Any](request.parameters),
    )


def solved_maze(request: MazeRequest, token: CancelToken) -> SolvedMaze:
    """Generate and solve the requested maze, even if no solution is to be shown."""
    maze = generate_maze(request, token)
    if request.cells == 1:
        return SolvedMaze(maze, None, None)
    ends = choose_ends(maze, "border" if request.ends == "none" else request.ends, apart=True)
    return SolvedMaze(maze, ends, solve(maze, *ends) if ends else None)


def figure_svg(solved: SolvedMaze, request: MazeRequest, label: str) -> Markup:
    """The main figure of a page, with ends and solution for the style sheet to show."""
    drawing = Drawing(solved.maze, solved.path, solved.ends)
    points = " ".join(f"{x:g},{y:g}" for x, y, _ in drawing.polyline())
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{label}">'
        '<defs><path id="walls-line" d="{walls}"/>'
        '<polyline id="solution-line" points="{points}"/></defs>'
        '{floor}<g class="ground"></g>{walls_use}<g class="ends">{gaps}</g>{solution_use}'
        '<g class="ends">{marks}</g><g class="walker"></g></svg>'
    ).format(
        box=_box(solved.maze, request),
        label=label,
        walls=walls_path(Drawing(solved.maze)),
        points=points,
        floor=_floor(solved.maze, request),
        walls_use=_use("walls", "walls-line", _wall(request), request),
        gaps=_gaps(drawing, request),
        solution_use=_use("solution", "solution-line", 0.3, request),
        marks=_marks(solved.ends),
    )


def solution_sheet(solved: SolvedMaze, request: MazeRequest) -> Markup:
    """The second printed page: the maze with its solution."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        '<use href="#walls-line" class="walls" stroke-width="{wall}"/>'
        '<g class="ends">{gaps}</g><use href="#solution-line" class="solution" stroke-width="0.3"/>'
        '<g class="ends">{marks}</g></svg>'
    ).format(
        box=_box(solved.maze, request),
        wall=f"{_wall(request):.4g}",
        gaps=_gaps(Drawing(solved.maze, None, solved.ends), request),
        marks=_marks(solved.ends),
    )


def plain_svg(maze: Maze) -> Markup:
    """A small picture of the walls alone, without a text alternative."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="small-maze" '
        'viewBox="-0.1 -0.1 {w} {h}" aria-hidden="true">'
        '<path class="walls" stroke-width="0.18" d="{d}"/></svg>'
    ).format(w=maze.width + 0.2, h=maze.height + 0.2, d=walls_path(Drawing(maze)))


def _wall(request: MazeRequest) -> float:
    style = request.style
    return style.wall / style.cell


def _box(maze: Maze, request: MazeRequest) -> str:
    margin = _wall(request) / 2 + 0.35
    return (
        f"{-margin:.4g} {-margin:.4g} {maze.width + 2 * margin:.6g} {maze.height + 2 * margin:.6g}"
    )


def _floor(maze: Maze, request: MazeRequest) -> Markup:
    margin = _wall(request) / 2 + 0.35
    return Markup('<rect x="{at}" y="{at}" width="{w}" height="{h}" {paint}/>').format(
        at=f"{-margin:.4g}",
        w=f"{maze.width + 2 * margin:.6g}",
        h=f"{maze.height + 2 * margin:.6g}",
        paint=_paint("floor", "fill", request),
    )


def _use(role: str, line: str, thickness: float, request: MazeRequest) -> Markup:
    return Markup('<use href="#{line}" {paint} stroke-width="{thickness}"/>').format(
        line=line, paint=_paint(role, "stroke", request), thickness=f"{thickness:.4g}"
    )


def _paint(role: str, attribute: str, request: MazeRequest) -> Markup:
    """A class, and the visitor's own colour as an attribute: the policy forbids inline styles."""
    own = dict(request.colours).get(f"{role}_colour")
    if own:
        return Markup('class="{0} own" {1}="{2}"').format(role, attribute, own)
    return Markup('class="{0}"').format(role)


def _gaps(drawing: Drawing, request: MazeRequest) -> Markup:
    """Openings in the frame: floor drawn over the wall."""
    wall = _wall(request)
    pieces = []
    for x, y, direction in drawing.openings:
        dx, dy = STEPS[direction]
        if dx:
            pieces.append(f"M{x + max(dx, 0)} {y + wall / 2:.4g}v{1 - wall:.4g}")
        else:
            pieces.append(f"M{x + wall / 2:.4g} {y + max(dy, 0)}h{1 - wall:.4g}")
    if not pieces:
        return Markup("")
    floor = dict(request.colours).get("floor_colour")
    paint = Markup('class="gap own" stroke="{}"').format(floor) if floor else Markup('class="gap"')
    return Markup('<path {} stroke-width="{}" d="{}"/>').format(
        paint, f"{wall * 1.3:.4g}", "".join(pieces)
    )


def _marks(ends: Ends | None) -> Markup:
    if not ends:
        return Markup("")
    (start_x, start_y), (end_x, end_y) = ends
    return Markup(
        '<circle class="start" cx="{}" cy="{}" r="0.3"/>'
        '<rect class="end" x="{}" y="{}" width="0.6" height="0.6"/>'
    ).format(f"{start_x + 0.5:g}", f"{start_y + 0.5:g}", f"{end_x + 0.2:g}", f"{end_y + 0.2:g}")


def logo() -> Markup:
    """The logo, a tiny maze."""
    return plain_svg(generate("wilson", 5, 5, seed="labirinto"))


def favicon() -> bytes:
    """The logo as an SVG file for light and dark themes."""
    path = walls_path(Drawing(generate("wilson", 5, 5, seed="labirinto")))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 6 6">'
        "<style>path{stroke:#0b6b5d}@media(prefers-color-scheme:dark){path{stroke:#6fd6c1}}</style>"
        f'<path fill="none" stroke-width="0.6" stroke-linecap="square" d="{escape(path)}"/></svg>\n'
    ).encode()


def app_icon(pixels: int) -> bytes:
    """The logo as a PNG picture, with room around it for systems that cut icons round."""
    cell = pixels // 9
    style = Style(cell=cell, wall=cell // 3, margin=0, walls="#ffffff", floor="#0b6b5d")
    maze = generate("wilson", 5, 5, seed="labirinto")
    pixels_of_maze = style.pixels(5)
    lines = painted(maze, style)
    left = (pixels - pixels_of_maze) // 2
    around = [bytes(pixels)]
    rows = [(bytes(left) + line).ljust(pixels, b"\0") for line in lines]
    below = pixels - left - len(rows)
    return indexed_png([*around * left, *rows, *around * below], palette_of(style))


def painted(maze: Maze, style: Style) -> list[bytes]:
    """The pixels of a maze row by row, each a number of the palette."""
    pixels = pixels_of(Drawing(maze, None, None, style))
    width = style.pixels(maze.width)
    return [pixels[at : at + width] for at in range(0, len(pixels), width)]
