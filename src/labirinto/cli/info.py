"""The lines of ``labirinto info``."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from labirinto._internal.source import HEAD, Source
from labirinto.algorithms.generating import generate
from labirinto.cli.output import can_print, printable
from labirinto.cli.solutions import can_reopen, loops_in_rooms, name_of
from labirinto.difficulties import difficulty
from labirinto.ends import Ends
from labirinto.errors import LabirintoError, NoPathError, UnsureWarning, counted
from labirinto.formats import read_stream, row_reader
from labirinto.formats._signatures import is_pdf
from labirinto.grids.links import UP_BIT, Linked
from labirinto.grids.mesh import label_text
from labirinto.grids.rectangle import EXIT_BITS, NORTH, WEST
from labirinto.grids.weave import Woven
from labirinto.maze import Maze
from labirinto.measures import census, connected_components
from labirinto.recipe import Recipe
from labirinto.solving import solve

if TYPE_CHECKING:
    from labirinto.formats._notes import About

MAX_CELLS_LOADED = 1 << 28
"""Cells up to which a file is loaded where its header would do."""


def lines_about(file: str) -> Iterator[str]:
    """Yield what a file contains, or standard input if it is called -."""
    reader = row_reader(file) if can_reopen(file) else None
    if reader:
        reader.close()
        if reader.about.width * reader.about.height > MAX_CELLS_LOADED:
            return header_lines(reader.about)
    with opened(file) as source:
        if is_pdf(source.peek(HEAD)):
            return document_lines(source.whole())
        maze, ends, doubts = read_whole(source, name_of(file))
    return chain(info_lines(maze, ends), (f"doubts      {doubt}" for doubt in doubts))


@contextmanager
def opened(file: str) -> Iterator[Source]:
    """Open a file, or standard input if it is called -."""
    with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
        yield Source(stream)


def document_lines(data: bytes) -> Iterator[str]:
    """Yield what a press would find in a PDF document, such as a book."""
    from labirinto.book.press import inches, preflight, size_in_inches

    found = preflight(data)
    yield f"pages       {found.pages}, {size_in_inches(found)}"
    sides = ("inner", "outer", "above", "below")
    margins = (f"{side} {inches(getattr(found, side))}" for side in sides)
    yield f"margins     at least {', '.join(margins)}"
    loose = f"{len(found.loose_fonts)} not embedded" if found.loose_fonts else "all embedded"
    yield f"fonts       {found.fonts}, {loose}"
    yield f"colours     {'on page ' + str(found.coloured[0]) if found.coloured else 'grey only'}"
    see_through = f"on page {found.transparent[0]}" if found.transparent else "none"
    yield f"transparent {see_through}"
    faults = "; ".join(found.faults)
    yield f"for sale    {f'no: {faults}' if faults else 'yes, it can be printed and bound'}"


def read_whole(source: Source, name: str) -> tuple[Maze, Ends | None, list[str]]:
    """Return the maze in a file with a name, its ends, and what is doubtful about them."""
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always", UnsureWarning)
        maze, ends = read_stream(source, name)
    return maze, ends, [str(doubt.message) for doubt in doubts]


def header_lines(about: About) -> Iterator[str]:
    """Yield what the header of a large file contains, and what was left out."""
    yield f"size        {about.width} x {about.height}, {about.width * about.height} cells"
    yield f"recipe      {_command(about.recipe) if about.recipe else 'not known'}"
    if about.ends:
        (x, y), (x2, y2) = about.ends
        yield f"ends        {x},{y} and {x2},{y2}"
    yield (
        "left out    everything that needs the whole maze in memory: it has more than "
        f"{MAX_CELLS_LOADED} cells"
    )


def info_lines(maze: Maze, ends: Ends | None) -> Iterator[str]:
    """Yield a line for each fact about a maze."""
    count = census(maze)

    def share(number: int) -> str:
        return f"{number} ({number / count.cells:.1%})"

    grid = maze.grid
    title = grid.title if can_print(grid.title) else grid.text
    yield f"{'grid' if grid.kind else 'size'}        {title}, {counted(count.cells, 'cell')}"
    if outside := grid.places - count.cells:
        yield f"outside     {counted(outside, 'cell')} of the rectangle, not in the maze"
    yield f"perfect     {'yes' if maze.is_perfect else 'no'}"
    if not maze.is_perfect:
        parts = connected_components(maze)
        loops = count.passages - count.cells + len(parts)
        yield f"loops       {loops}{loops_in_rooms(maze, loops)}"
        if len(parts) > 1:
            size, cell = parts[-1]
            at = label_text(cell)
            yield f"parts       {len(parts)}, joined by no passage; one of {size} at {at}"
    yield f"recipe      {_checked_command(maze)}"
    if rooms := maze.rooms:
        doors = counted(sum(len(room.doors) for room in rooms), "door")
        yield f"rooms       {len(rooms)}, with {doors}"
    yield from _links(maze)
    has_directions = count.horizontal is not None
    directions = f": {count.horizontal} across, {count.vertical} down" if has_directions else ""
    yield f"passages    {count.passages}{directions}"
    yield f"dead ends   {share(count.dead_ends)}"
    turns = (
        f": {count.straights} straight, {counted(count.turns or 0, 'turn')}"
        if has_directions
        else ""
    )
    yield f"corridors   {share(count.corridors)}{turns}"
    yield f"junctions   {share(count.junctions)}"
    yield f"crossings   {share(count.crossings)}"
    if count.closed:
        yield f"closed      {share(count.closed)}"
    if count.corridor_lengths:
        yield f"longest     {counted(count.corridor_lengths[-1][0], 'step')} without a choice"
    if ends:
        yield f"ends        {label_text(ends.start)} and {label_text(ends.end)}"
        try:
            path = solve(maze, *ends)
        except NoPathError:
            yield "solution    none: the ends are in different parts"
            return
        yield f"solution    {counted(path.steps, 'step')}, {counted(path.turns, 'turn')}"
        found = difficulty(maze, path)
        score, tracing, choosing = map(round, (found.score, found.tracing, found.choosing))
        # The rest, so that the rounded parts make up the rounded sum.
        straying = score - tracing - choosing
        parts_of_it = f"{tracing} tracing, {choosing} choosing, {straying} straying"
        yield f"difficulty  {found.level.name}, {score} bits: {parts_of_it}"


def _links(maze: Maze) -> Iterator[str]:
    """Yield how many passages lead to other floors, over wrapped sides and over others."""
    grid = maze.grid
    if isinstance(grid, Woven):
        yield f"bridges     {len(grid.bridges)}"
    if not isinstance(grid, Linked):
        return
    exits = grid.exits(maze.bits)
    if grid.floors > 1:
        yield f"stairs      {sum(cell & UP_BIT > 0 for cell in exits)}"
    if grid.wrap != "none":
        size = grid.width * grid.height
        top = chain.from_iterable(exits[at : at + grid.width] for at in range(0, len(exits), size))
        seams = sum(cell & EXIT_BITS[WEST] > 0 for cell in exits[:: grid.width])
        seams += sum(cell & EXIT_BITS[NORTH] > 0 for cell in top)
        yield f"seams       {counted(seams, 'passage')}"


def _command(recipe: Recipe) -> str:
    return printable(recipe).command


def _checked_command(maze: Maze) -> str:
    if maze.recipe is None:
        return "not known"
    command = _command(maze.recipe)
    try:
        again = generate(maze.recipe)
    except LabirintoError as error:
        return f"{command} (cannot be followed: {error})"
    agrees = "makes this very maze" if again == maze else "makes ANOTHER maze"
    return f"{command} ({agrees})"
