"""Mazes as inline SVG; the style sheet sets colours and shows or hides parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from markupsafe import Markup, escape

from labirinto.algorithms.generating import generate
from labirinto.asking.changes import changed
from labirinto.difficulties import REVISION, Difficulty, difficulty
from labirinto.drawing.display import Pens, marks
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.links import Marks, floor_numbers, marks_of_links, split_by
from labirinto.drawing.raster import palette_of, pixels_of
from labirinto.drawing.strokes import path_data
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.formats._png_chunks import small_png
from labirinto.formats.svg import OPENING, dot_element, walls_path
from labirinto.grids import Grid, Rectangle
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.parsing import choose_ends
from labirinto.path import Path
from labirinto.pictures import picture_maze
from labirinto.solving import solve
from labirinto.web.maze_request import MazeRequest
from labirinto.web.work import CancelToken

_PENS = Pens(wall=0, line=0.3, mark=0.6)
"""Sizes that do not depend on the request."""


_AROUND, _AROUND_FLOORS = 0.35, 0.75
"""The margin in cells; the latter has room for the numbers of floors."""


@dataclass(frozen=True)
class SolvedMaze:
    """A maze with its ends and its solution; None for a single cell."""

    maze: Maze
    ends: Ends | None
    path: Path | None

    @cached_property
    def difficulty(self) -> Difficulty | None:
        """How hard it is to find the solution."""
        return self.measured(REVISION)

    def measured(self, revision: int) -> Difficulty | None:
        """How hard it is by a revision of the score."""
        return difficulty(self.maze, self.path, revision=revision) if self.path else None


def generate_maze(request: MazeRequest, token: CancelToken) -> Maze:
    """Generate the requested maze."""
    if picture := request.drawn_picture:
        return picture_maze(picture, seed=request.seed, progress=token)
    maze = generate(
        request.algorithm,
        request.grid,
        None,
        seed=request.seed,
        rooms=request.room_plan,
        symmetry=request.symmetry or None,
        progress=token,
        threads=1,
        **dict[str, Any](request.parameters),
    )
    return changed(maze, dict(request.changes), token)


def solved_maze(request: MazeRequest, token: CancelToken) -> SolvedMaze:
    """Generate and solve the requested maze, whether or not its solution is shown."""
    maze = generate_maze(request, token)
    if request.cells == 1:
        return SolvedMaze(maze, None, None)
    ends = choose_ends(maze, request.played_ends, apart=True)
    return SolvedMaze(maze, ends, solve(maze, *ends) if ends else None)


def figure_svg(solved: SolvedMaze, request: MazeRequest, label: str, name: str = "") -> Markup:
    """The main figure of a page, with ends and solution for the style sheet to show.

    ``name`` ends the names of its lines, where a page has several figures.
    """
    drawing = Drawing(solved.maze, solved.path, solved.ends)
    return Markup(
        '<svg{kind} viewBox="{box}" role="img" '
        'aria-label="{label}">'
        '<defs><path id="walls-line{name}" d="{walls}"/>'
        '<path d="{solution}" id="solution-line{name}"/></defs>'
        '{floor}{inside}<g class="ground"></g>{painting}{walls_use}<g class="ends">{gaps}</g>'
        '{solution_use}<g class="ends">{marks}</g><g class="walker"></g>{links}{taken}</svg>'
    ).format(
        kind=_kind(solved.maze),
        box=_box(solved.maze, request),
        label=label,
        name=name,
        walls=walls_path(Drawing(solved.maze)),
        solution=path_data(drawing.path_lines()),
        floor=_floor(solved.maze, request),
        inside=_inside(solved.maze.grid),
        walls_use=_use("walls", f"walls-line{name}", _wall(request), request),
        gaps=_gaps(drawing, request),
        painting=_painting(request, f"solution-line{name}"),
        solution_use=""
        if request.is_picture
        else _use("solution", f"solution-line{name}", _PENS.line, request),
        marks=_marks(solved),
        links=_links(solved.maze, request),
        taken=_links_taken(solved, request),
    )


def solution_sheet(solved: SolvedMaze, request: MazeRequest) -> Markup:
    """The second printed page: the maze with its solution, and room for the numbers of floors."""
    around = _AROUND_FLOORS if _has_floors(solved.maze) else _AROUND
    return Markup(
        '<svg{kind} viewBox="{box}">'
        '{painting}<use href="#walls-line" class="walls" stroke-width="{wall}"/>'
        '<g class="ends">{gaps}</g>{solution}<g class="ends">{marks}</g>{links}{taken}</svg>'
    ).format(
        kind=_kind(solved.maze),
        box=_box(solved.maze, request, around),
        wall=f"{_wall(request):.4g}",
        painting=_painting(request, "solution-line"),
        gaps=_gaps(Drawing(solved.maze, None, solved.ends), request),
        solution=""
        if request.is_picture
        else Markup('<use href="#solution-line" class="solution" stroke-width="0.3"/>'),
        marks=_marks(solved),
        links=Markup('<use href="#links"/>') if isinstance(solved.maze.grid, Linked) else "",
        taken=_links_taken(solved, request),
    )


def _painting(request: MazeRequest, line: str) -> Markup:
    """A solution that is a picture fills its cells, and lies below the walls."""
    if not request.is_picture:
        return Markup("")
    return Markup('<use href="#{line}" {paint} stroke-width="1"/>').format(
        line=line, paint=_paint("solution painted", "stroke", request)
    )


def plain_svg(maze: Maze) -> Markup:
    """A small picture of the walls alone, without a text alternative."""
    width, height = maze.grid.size
    return Markup(
        '<svg class="small-maze" '
        'viewBox="-0.1 -0.1 {w:.4g} {h:.4g}" aria-hidden="true">'
        '<path class="walls" stroke-width="0.18" d="{d}"/></svg>'
    ).format(w=width + 0.2, h=height + 0.2, d=walls_path(Drawing(maze)))


def _kind(maze: Maze) -> Markup:
    """Classes of drawings whose walls meet at any angle, and of those of several floors."""
    if _has_floors(maze):
        return Markup(' class="slanted floors"')
    return Markup(' class="slanted"' if maze.grid.kind else "")


def _has_floors(maze: Maze) -> bool:
    return isinstance(maze.grid, Linked) and maze.grid.floors > 1


def _wall(request: MazeRequest) -> float:
    style = request.style
    return style.wall / style.cell


def _box(maze: Maze, request: MazeRequest, around: float = _AROUND) -> str:
    margin = _wall(request) / 2 + around
    width, height = maze.grid.size
    return f"{-margin:.4g} {-margin:.4g} {width + 2 * margin:.6g} {height + 2 * margin:.6g}"


def _floor(maze: Maze, request: MazeRequest) -> Markup:
    x, y, width, height = _box(maze, request).split()
    return Markup('<rect x="{}" y="{}" width="{}" height="{}" {}/>').format(
        x, y, width, height, _paint("floor", "fill", request)
    )


def _inside(grid: Grid) -> Markup:
    """The cells of a shape, row by row: by their floor it stands out from what is around it."""
    if not isinstance(grid, Rectangle) or grid.mask is None:
        return Markup("")
    runs: list[list[int]] = []  # y, first x, length
    for x, y in grid:
        if runs and runs[-1][0] == y and sum(runs[-1][1:]) == x:
            runs[-1][2] += 1
        else:
            runs.append([y, x, 1])
    line = "".join(f"M{x} {y}.5h{length}" for y, x, length in runs)
    return Markup('<path class="inside" stroke-width="1.05" d="{}"/>').format(line)


def _use(role: str, line: str, thickness: float, request: MazeRequest) -> Markup:
    return Markup('<use href="#{line}" {paint} stroke-width="{thickness}"/>').format(
        line=line, paint=_paint(role, "stroke", request), thickness=f"{thickness:.4g}"
    )


def _paint(classes: str, attribute: str, request: MazeRequest, role: str = "") -> Markup:
    """Classes, and the visitor's own colour of a role, by default of the first class, as an
    attribute: the policy forbids inline styles.
    """
    own = dict(request.colours).get(f"{role or classes.split()[0]}_colour")
    if own:
        return Markup('class="{0} own" {1}="{2}"').format(classes, attribute, own)
    return Markup('class="{0}"').format(classes)


def _gaps(drawing: Drawing, request: MazeRequest) -> Markup:
    """Openings in the frame: floor drawn over the wall."""
    wall = _wall(request)
    if lines := "".join(_lines_of_gaps(drawing, wall)):
        paint = _paint("gap", "stroke", request, "floor")
        return Markup('<path {} stroke-width="{}" d="{}"/>').format(
            paint, f"{wall * 1.3:.4g}", lines
        )
    return Markup("")


def _lines_of_gaps(drawing: Drawing, wall: float) -> Iterator[str]:
    """Yield a line for each opening, which leaves half a wall at both ends."""
    grid = drawing.maze.grid
    if isinstance(grid, Mesh):
        x0, y0, _, _ = grid.core.box
        sides = [grid.border[number][1] for number in drawing.gaps]
        for side in sides:
            # A short one of several, which follow each other, is left out whole.
            share = min(0.45, wall / 2 / side.length) if len(sides) <= 2 else 0.0
            dx, dy = side.x1 - side.x0, side.y1 - side.y0
            x, y = side.x0 - x0 + dx * share, side.y0 - y0 + dy * share
            x2, y2 = side.x1 - x0 - dx * share, side.y1 - y0 - dy * share
            turn = f"A{abs(side.radius):.5g} {abs(side.radius):.5g} 0 0 {int(side.radius > 0)} "
            yield f"M{x:.5g} {y:.5g}{turn if side.radius else 'L'}{x2:.5g} {y2:.5g}"
        return
    for x, y, direction in drawing.openings:
        dx, dy = STEPS[direction]
        if dx:
            yield f"M{x + max(dx, 0)} {y + wall / 2:.4g}v{1 - wall:.4g}"
        else:
            yield f"M{x + wall / 2:.4g} {y + max(dy, 0)}h{1 - wall:.4g}"


def _marks(solved: SolvedMaze) -> Markup:
    """A circle at the start and a square at the end, within their cells."""
    if not solved.ends:
        return Markup("")
    drawing = Drawing(solved.maze, None, Ends(*solved.ends))
    return Markup("").join(
        Markup(dot_element(dot, f' class="{"start" if dot.is_round else "end"}"'))
        for dot in marks(drawing, _PENS)
    )


def _links(maze: Maze, request: MazeRequest) -> Markup:
    """The arrows and numbers of stairs and joined sides, and on paper the numbers of floors."""
    if not isinstance(maze.grid, Linked):
        return Markup("")
    drawn = _drawn_marks(marks_of_links(maze.grid, maze.bits))
    paint = _paint("links", "color", request, "walls")
    if _has_floors(maze):
        numbers = path_data(floor_numbers(maze.grid).each())
        drawn += Markup('<path class="on-paper" d="{}"/>').format(numbers)
    return Markup('<g id="links" {}>{}</g>').format(paint, drawn)


def _links_taken(solved: SolvedMaze, request: MazeRequest) -> Markup:
    """Those that the solution takes, which are shown with it."""
    maze = solved.maze
    if not isinstance(maze.grid, Linked):
        return Markup("")
    drawn = _drawn_marks(split_by(solved.path, marks_of_links(maze.grid, maze.bits))[1])
    return Markup("<g {}>{}</g>").format(_paint("solution links taken", "color", request), drawn)


def _drawn_marks(marks: Marks) -> Markup:
    """Marks of links, in the colour of what they are in."""
    heads, digits = (
        "".join(strokes.path_data() for strokes in pieces)
        for pieces in (marks.arrows(), marks.digits())
    )
    return Markup(
        '<path class="halo" d="{heads}{digits}"/><path class="heads" d="{heads}"/>'
        '<path d="{digits}"/>'
    ).format(heads=heads, digits=digits)


def _logo_maze() -> Maze:
    return generate("wilson", 5, 5, seed="labirinto")


def logo() -> Markup:
    """The logo, a tiny maze."""
    return plain_svg(_logo_maze())


@cache
def tiles() -> dict[str, Markup]:
    """Small mazes that stand for what the first page offers."""
    shown = {
        "sheets": MazeRequest("wilson", 7, 9),
        "heart": MazeRequest("wilson", 13, 12, shape="heart"),
        "day": MazeRequest("wilson", 9, 9, shape="circular"),
    }
    return {
        name: plain_svg(generate("wilson", request.grid, seed="tile"))
        for name, request in shown.items()
    }


def favicon() -> bytes:
    """The logo as an SVG file for light and dark themes."""
    path = walls_path(Drawing(_logo_maze()))
    return (
        f'{OPENING} viewBox="-0.5 -0.5 6 6">'
        "<style>path{stroke:#0b6b5d}@media(prefers-color-scheme:dark){path{stroke:#6fd6c1}}</style>"
        f'<path fill="none" stroke-width="0.6" stroke-linecap="square" d="{escape(path)}"/></svg>\n'
    ).encode()


def band() -> bytes:
    """A long maze as an SVG file, of which the style sheet takes the lines."""
    path = walls_path(Drawing(generate("wilson", 64, 4, seed="labirinto")))
    return (
        f'{OPENING} viewBox="0 -0.1 64 4.2">'
        f'<path fill="none" stroke="#000" stroke-width="0.2" d="{escape(path)}"/></svg>\n'
    ).encode()


def app_icon(pixels: int) -> bytes:
    """The logo as a PNG picture, with room around it for systems that cut icons round."""
    cell = pixels // 9
    style = Style(cell=cell, wall=cell // 3, margin=0, walls="#ffffff", floor="#0b6b5d")
    maze = _logo_maze()
    painted, side = pixels_of(Drawing(maze, style=style)), style.pixels(maze.width)
    lines = [painted[at : at + side] for at in range(0, len(painted), side)]
    left = (pixels - side) // 2
    around = [bytes(pixels)]
    rows = [(bytes(left) + line).ljust(pixels, b"\0") for line in lines]
    below = pixels - left - len(rows)
    return small_png([*around * left, *rows, *around * below], palette_of(style))
