"""Mazes as parts of a page: inline SVG whose colours and switches are the style sheet's."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from labirinto.algorithms.generating import generate
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.formats.svg import walls_path
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.solving import solve, suggest_ends
from labirinto.web.queries import MazeRequest
from labirinto.web.work import Watch


@dataclass(frozen=True)
class Made:
    """A maze with the ends and the way that can be laid over it, if it has two cells."""

    maze: Maze
    ends: Ends | None
    path: Path | None


def make(request: MazeRequest, watch: Watch | None = None) -> Maze:
    """The maze that is asked for."""
    return generate(
        request.algorithm,
        request.width,
        request.height,
        seed=request.seed,
        progress=watch,
        threads=1,
        **dict(request.parameters),
    )


def make_with_way(request: MazeRequest, watch: Watch | None = None) -> Made:
    """The maze with a pair of ends, whether they are to be seen or not, and the way between."""
    maze = make(request, watch)
    if request.cells == 1:
        return Made(maze, None, None)
    kind = "border" if request.ends == "none" else request.ends
    ends = suggest_ends(maze, kind)
    return Made(maze, ends, solve(maze, *ends))


def stage_svg(made: Made, request: MazeRequest, label: str) -> Markup:
    """The maze as the hero of a page; ends and solution are there, to be shown by the style."""
    way = Drawing(made.maze, made.path, made.ends)
    points = " ".join(f"{x:g},{y:g}" for x, y in way.polyline())
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{label}">'
        '<defs><path id="walls-line" d="{walls}"/>'
        '<polyline id="way-line" points="{points}"/></defs>'
        '{floor}<g class="ground"></g>{walls_use}<g class="ends">{gaps}</g>{way_use}'
        '<g class="ends">{marks}</g><g class="walker"></g></svg>'
    ).format(
        box=_box(made.maze, request),
        label=label,
        walls=walls_path(Drawing(made.maze)),
        points=points,
        floor=_floor(made.maze, request),
        walls_use=_use("walls", "walls-line", _wall(request), request),
        gaps=_gaps(way, request),
        way_use=_use("solution", "way-line", 0.3, request),
        marks=_marks(made.ends),
    )


def solution_sheet(made: Made, request: MazeRequest) -> Markup:
    """The maze once more with its solution: the second page of a print."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        '<use href="#walls-line" class="walls" stroke-width="{wall}"/>'
        '<g class="ends">{gaps}</g><use href="#way-line" class="solution" stroke-width="0.3"/>'
        '<g class="ends">{marks}</g></svg>'
    ).format(
        box=_box(made.maze, request),
        wall=f"{_wall(request):.4g}",
        gaps=_gaps(Drawing(made.maze, None, made.ends), request),
        marks=_marks(made.ends),
    )


def small_svg(maze: Maze, label: str = "") -> Markup:
    """A small maze without anything over it."""
    named = (
        Markup('role="img" aria-label="{}"').format(label)
        if label
        else Markup('aria-hidden="true"')
    )
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="small-maze" '
        'viewBox="-0.1 -0.1 {w} {h}" {named}>'
        '<path class="walls" stroke-width="0.18" d="{d}"/></svg>'
    ).format(w=maze.width + 0.2, h=maze.height + 0.2, named=named, d=walls_path(Drawing(maze)))


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
    """A class; and a colour of the visitor's own as an attribute, which needs no inline style."""
    own = dict(request.colours).get(f"{role}_colour")
    if own:
        return Markup('class="{0} own" {1}="{2}"').format(role, attribute, own)
    return Markup('class="{0}"').format(role)


def _gaps(drawing: Drawing, request: MazeRequest) -> Markup:
    """Openings in the frame: pieces of floor laid over the wall."""
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
    (x, y), (x2, y2) = ends
    return Markup(
        '<circle class="start" cx="{}" cy="{}" r="0.3"/>'
        '<rect class="end" x="{}" y="{}" width="0.6" height="0.6"/>'
    ).format(f"{x + 0.5:g}", f"{y + 0.5:g}", f"{x2 + 0.2:g}", f"{y2 + 0.2:g}")


def logo() -> Markup:
    """A tiny maze, always the same."""
    return small_svg(generate("wilson", 5, 5, seed="labirinto"))


def favicon() -> bytes:
    """The tiny maze as a file of its own, which knows light and dark."""
    path = walls_path(Drawing(generate("wilson", 5, 5, seed="labirinto")))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 6 6">'
        "<style>path{stroke:#0b6b5d}@media(prefers-color-scheme:dark){path{stroke:#6fd6c1}}</style>"
        f'<path fill="none" stroke-width="0.6" stroke-linecap="square" d="{escape(path)}"/></svg>\n'
    ).encode()
