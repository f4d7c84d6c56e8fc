"""Which mazes are in a book: drawn, measured, chosen, and put in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labirinto.algorithms.generating import generate, new_recipe
from labirinto.difficulties import Difficulty, difficulty
from labirinto.ends import Ends
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.seeds import BOOK, child_seed, seed_number
from labirinto.solving import solve, suggest_ends

if TYPE_CHECKING:
    from labirinto.book.request import Book

MOST_CANDIDATES = 1000
"""For a place; also the number by which the seeds of one place are apart from those of the next."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A maze with its ends, its answer, and how hard it is."""

    recipe: Recipe
    maze: Maze
    ends: Ends
    path: Path
    difficulty: Difficulty

    @property
    def score(self) -> float:
        """How hard it is, as one number."""
        return self.difficulty.score


def choose(book: Book, advance: Callable[[], None]) -> list[Puzzle]:
    """The mazes of a book, from the easiest to the hardest.

    For each place ``book.candidates`` mazes are drawn and measured.  What they should have rises
    evenly from the easiest quarter of those for the first place to the hardest quarter of those
    for the last, and for each place the one that is nearest to that is taken, if it is not in the
    book already.  In the end all are put in order of what was measured.

    Args:
        advance: called after each maze that was drawn; may raise, to stop.
    """
    last = book.count - 1
    first_drawn = _draw(book, 0, advance)
    last_drawn = _draw(book, last, advance) if last else first_drawn
    quarter = book.candidates // 4
    least = first_drawn[quarter].score
    most = last_drawn[-1 - quarter].score
    chosen: list[Puzzle] = []
    taken: set[Maze] = set()
    for place in range(book.count):
        drawn = (
            first_drawn
            if place == 0
            else last_drawn
            if place == last
            else _draw(book, place, advance)
        )
        wanted = least + (most - least) * (place / last if last else 0.5)
        new = [puzzle for puzzle in drawn if puzzle.maze not in taken]
        best = min(new or drawn, key=lambda puzzle: abs(puzzle.score - wanted))
        taken.add(best.maze)
        chosen.append(best)
    return sorted(chosen, key=lambda puzzle: puzzle.score)


def _draw(book: Book, place: int, advance: Callable[[], None]) -> list[Puzzle]:
    """The candidates for a place, from the easiest to the hardest."""
    width, height = book.sizes[place]
    drawn = []
    for number in range(book.candidates):
        seed = item_seed(book.seed, place, number)
        recipe = new_recipe(book.algorithm, width, height, seed, dict(book.parameters))
        maze = generate(recipe)
        ends = suggest_ends(maze, book.ends)
        path = solve(maze, *ends)
        drawn.append(Puzzle(recipe, maze, ends, path, difficulty(maze, path)))
        advance()
    return sorted(drawn, key=lambda puzzle: puzzle.score)


def item_seed(seed: int | str, place: int, number: int) -> int:
    """The seed of a candidate: the upper half of a child seed, short enough to be typed."""
    return child_seed(seed_number(seed), BOOK, place * MOST_CANDIDATES + number) >> 32
