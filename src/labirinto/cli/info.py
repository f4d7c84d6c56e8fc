"""What ``labirinto info`` tells."""

from __future__ import annotations

from collections.abc import Iterator

from labirinto.algorithms.generating import generate
from labirinto.cli.output import printable
from labirinto.ends import Ends
from labirinto.errors import LabirintoError, NoPathError
from labirinto.maze import Maze
from labirinto.measures import census, connected_components
from labirinto.solving import solve


def info_lines(maze: Maze, ends: Ends | None) -> Iterator[str]:
    """A line for each thing that is worth knowing."""
    count = census(maze)

    def share(number: int) -> str:
        return f"{number} ({number / count.cells:.1%})"

    yield f"size        {maze.width} x {maze.height}, {count.cells} cells"
    yield f"perfect     {'yes' if maze.is_perfect else 'no'}"
    if not maze.is_perfect:
        parts = connected_components(maze)
        yield f"loops       {count.passages - count.cells + len(parts)}"
        if len(parts) > 1:
            size, (x, y) = parts[-1]
            yield f"parts       {len(parts)}, that no passage joins; one of {size} at {x},{y}"
    yield f"recipe      {_recipe_line(maze)}"
    yield f"passages    {count.passages}: {count.horizontal} across, {count.vertical} down"
    yield f"dead ends   {share(count.dead_ends)}"
    yield f"corridors   {share(count.corridors)}: {count.straights} straight, {count.turns} turns"
    yield f"junctions   {share(count.junctions)}"
    yield f"crossings   {share(count.crossings)}"
    if count.closed:
        yield f"closed      {share(count.closed)}"
    if count.corridor_lengths:
        yield f"longest     {count.corridor_lengths[-1][0]} steps without a choice"
    if ends:
        (x, y), (x2, y2) = ends
        yield f"ends        {x},{y} and {x2},{y2}"
        try:
            path = solve(maze, *ends)
            yield f"solution    {path.steps} steps, {path.turns} turns"
        except NoPathError:
            yield "solution    none: the ends are in different parts"


def _recipe_line(maze: Maze) -> str:
    if maze.recipe is None:
        return "not known"
    command = printable(maze.recipe).command
    try:
        again = generate(maze.recipe)
    except LabirintoError as error:
        return f"{command} (cannot be followed: {error})"
    agrees = "makes this very maze" if again == maze else "makes ANOTHER maze"
    return f"{command} ({agrees})"
