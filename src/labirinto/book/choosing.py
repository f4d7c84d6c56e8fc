"""The choice of a book's mazes: made, measured, chosen and sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod

from labirinto.algorithms.generating import generate
from labirinto.book.request import MAX_CANDIDATES, Book
from labirinto.difficulties import LEVELS, Difficulty, difficulty
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

    In a book of one level, each place takes the first candidate of that level, or the nearest one.

    Args:
        book: The book.
        advance: Called after each candidate; may raise to stop.
    """
    taken: set[Maze] = set()
    find = _of_level(book, taken, advance) if book.level else _rising(book, taken, advance)
    chosen: list[Puzzle] = []
    for place in range(book.count):
        chosen.append(find(place))
        taken.add(chosen[-1].maze)
    return (
        chosen if book.names or book.pictures else sorted(chosen, key=lambda puzzle: puzzle.score)
    )


def _rising(book: Book, taken: set[Maze], advance: Callable[[], None]) -> Callable[[int], Puzzle]:
    """Return a function that finds the maze at a place in a book of evenly rising difficulty."""
    last = book.count - 1
    outermost = {place: _candidates(book, place, advance) for place in sorted({0, last})}
    quarter = book.candidates // 4
    least = outermost[0][quarter].score
    most = outermost[last][-1 - quarter].score

    def find(place: int) -> Puzzle:
        candidates = outermost.get(place) or _candidates(book, place, advance)
        target = least + (most - least) * (place / last if last else 0.5)
        new = [puzzle for puzzle in candidates if puzzle.maze not in taken]
        return min(new or candidates, key=lambda puzzle: abs(puzzle.score - target))

    return find


def _of_level(book: Book, taken: set[Maze], advance: Callable[[], None]) -> Callable[[int], Puzzle]:
    """Return a function that finds the maze at a place in a book of one level."""
    level = LEVELS[book.level]

    def faults(puzzle: Puzzle) -> tuple[bool, bool, bool]:
        looks_like_one = puzzle.ends.look_like_one(puzzle.maze.grid)
        return puzzle.maze in taken, looks_like_one, puzzle.difficulty.level is not level

    def find(place: int) -> Puzzle:
        candidates: list[Puzzle] = []
        for puzzle in islice(_made(book, place), book.candidates):
            candidates.append(puzzle)
            if not any(faults(puzzle)):
                break
        advance()
        return min(candidates, key=lambda it: (*faults(it), level.distance(it.score)))

    return find


def _made(book: Book, place: int) -> Iterator[Puzzle]:
    """Yield what could have a place."""
    recipe_for = book.recipe(place)
    for number in range(MAX_CANDIDATES):
        recipe = recipe_for(item_seed(book.seed, place, number))
        maze = generate(recipe)
        ends = suggest_ends(maze, "farthest" if book.ends == "none" else book.ends)
        path = solve(maze, *ends)
        yield Puzzle(recipe, maze, ends, path, difficulty(maze, path, revision=book.score_revision))


def _candidates(book: Book, place: int, advance: Callable[[], None]) -> list[Puzzle]:
    """Make the candidates for a place, sorted from the easiest to the hardest.

    A maze whose two openings look like one is replaced by another.
    """
    candidates: list[Puzzle] = []
    too_near: list[Puzzle] = []
    for number, puzzle in enumerate(islice(_made(book, place), book.candidates + _MOST_REPLACED)):
        looks_like_one = puzzle.ends.look_like_one(puzzle.maze.grid)
        (too_near if looks_like_one else candidates).append(puzzle)
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
