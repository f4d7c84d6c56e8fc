"""The choice of a book's mazes: made, measured, chosen and sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from labirinto.algorithms.generating import generate
from labirinto.book.request import MAX_CANDIDATES, Book
from labirinto.difficulties import Difficulty, difficulty
from labirinto.ends import Ends
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.seeds import BOOK, Seed, child_seed, seed_number
from labirinto.solving import solve, suggest_ends

_MOST_REPLACED = 20
"""Candidates that are replaced at most: in the smallest mazes there are none without fault."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A maze of a book.

    Attributes:
        recipe, maze: The maze and its recipe.
        ends: Its start and end, between which the difficulty is measured.
        path: Its solution.
        difficulty: The measured difficulty.
    """

    recipe: Recipe
    maze: Maze
    ends: Ends
    path: Path
    difficulty: Difficulty

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the maze in cells."""
        return self.maze.grid.size

    @property
    def score(self) -> float:
        """The difficulty as one number."""
        return self.difficulty.score


def choose(book: Book, advance: Callable[[], None]) -> list[Puzzle]:
    """Make the mazes of a book, in the order of its names or pictures, or else of difficulty.

    For each place ``book.candidates`` mazes are made and measured.  The target score rises evenly
    from the easiest quarter of the first place's candidates to the hardest quarter of the last
    place's.  Each place takes the candidate nearest to its target that is not in the book yet.

    Args:
        book: The book.
        advance: Called after each candidate; may raise, to stop.
    """
    last = book.count - 1
    outermost = {place: _candidates(book, place, advance) for place in sorted({0, last})}
    quarter = book.candidates // 4
    least = outermost[0][quarter].score
    most = outermost[last][-1 - quarter].score
    chosen: list[Puzzle] = []
    taken: set[Maze] = set()
    for place in range(book.count):
        candidates = outermost.get(place) or _candidates(book, place, advance)
        target = least + (most - least) * (place / last if last else 0.5)
        new = [puzzle for puzzle in candidates if puzzle.maze not in taken]
        best = min(new or candidates, key=lambda puzzle: abs(puzzle.score - target))
        taken.add(best.maze)
        chosen.append(best)
    return (
        chosen if book.names or book.pictures else sorted(chosen, key=lambda puzzle: puzzle.score)
    )


def _candidates(book: Book, place: int, advance: Callable[[], None]) -> list[Puzzle]:
    """Make the candidates for a place, sorted from the easiest to the hardest.

    A maze whose two openings look like one is replaced by another.
    """
    recipe_for = book.recipe(place)
    candidates: list[Puzzle] = []
    too_near: list[Puzzle] = []
    for number in range(min(book.candidates + _MOST_REPLACED, MAX_CANDIDATES)):
        seed = item_seed(book.seed, place, number)
        recipe = recipe_for(seed)
        maze = generate(recipe)
        ends = suggest_ends(maze, "farthest" if book.ends == "none" else book.ends)
        path = solve(maze, *ends)
        found = too_near if ends.look_like_one(maze.grid) else candidates
        found.append(Puzzle(recipe, maze, ends, path, difficulty(maze, path)))
        if number < book.candidates:
            advance()
        if len(candidates) == book.candidates:
            break
    too_near.sort(key=lambda puzzle: -puzzle.ends.distance(puzzle.maze.grid))
    candidates = [*candidates, *too_near][: book.candidates]
    return sorted(candidates, key=lambda puzzle: puzzle.score)


def smallest_and_largest(puzzles: Sequence[Puzzle]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Width and height, in whole cells, of the smallest and of the largest maze of a book."""
    sizes = [(round(puzzle.size[0]), round(puzzle.size[1])) for puzzle in puzzles]
    return min(sizes, key=prod), max(sizes, key=prod)


def easiest_and_hardest(puzzles: Sequence[Puzzle]) -> tuple[float, float]:
    """The least and the greatest score in a book, whose order may be another."""
    scores = [puzzle.score for puzzle in puzzles]
    return min(scores), max(scores)


def item_seed(seed: Seed, place: int, number: int) -> int:
    """The seed of a candidate: the upper half of a child seed, short enough to type."""
    return child_seed(seed_number(seed), BOOK, place * MAX_CANDIDATES + number) >> 32
