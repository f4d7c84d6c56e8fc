"""Walk through a maze in the terminal with the arrow keys or w, a, s, d.

    python examples/terminal_game.py 20x10
    python examples/terminal_game.py 20x10 "the seed of a friend"

Start and end are the ends of the longest path.  u takes a step back, ? takes the next step of the
solution, q gives up.
"""

from __future__ import annotations

import curses
import sys

import labirinto

STEPS = {"w": (0, -1), "d": (1, 0), "s": (0, 1), "a": (-1, 0)}
ARROWS = {
    curses.KEY_UP: "w",
    curses.KEY_RIGHT: "d",
    curses.KEY_DOWN: "s",
    curses.KEY_LEFT: "a",
}

Cell = tuple[int, int]


class Game:
    """The player's steps through a maze, without keys or screen."""

    def __init__(self, maze: labirinto.Maze) -> None:
        self.maze = maze
        self.start, self.end = labirinto.suggest_ends(maze, "farthest")
        self.steps: list[Cell] = [self.start]

    @property
    def place(self) -> Cell:
        """The player's cell."""
        return self.steps[-1]

    @property
    def is_won(self) -> bool:
        """Whether the player is at the end."""
        return self.place == self.end

    def step(self, key: str) -> None:
        """Takes a step, unless there is a wall."""
        (x, y), (dx, dy) = self.place, STEPS[key]
        if (x + dx, y + dy) in self.maze.neighbours(self.place):
            self.steps.append((x + dx, y + dy))

    def back(self) -> None:
        """Takes the last step back."""
        if len(self.steps) > 1:
            self.steps.pop()

    def help(self) -> None:
        """Takes the next step of the solution."""
        if not self.is_won:
            self.steps.append(labirinto.solve(self.maze, self.place, self.end).cells[1])


def play(screen: curses.window, game: Game) -> None:
    """Draws the game and follows the keys until the player wins or gives up."""
    curses.curs_set(0)
    walls = str(game.maze).splitlines()
    while not game.is_won:
        screen.erase()
        for line, text in enumerate(walls):
            _put(screen, line, 0, text)
        for cells, mark in ((game.steps, "·"), ([game.end], "●"), ([game.place], "@")):
            for x, y in cells:
                _put(screen, 2 * y + 1, 4 * x + 2, mark)
        _put(screen, len(walls), 0, f"{len(game.steps) - 1} steps; u back, ? help, q give up")
        key = screen.getch()
        typed = ARROWS.get(key, chr(key) if 0 < key < 128 else "")
        if typed in STEPS:
            game.step(typed)
        elif typed == "u":
            game.back()
        elif typed == "?":
            game.help()
        elif typed == "q":
            return


def _put(screen: curses.window, line: int, column: int, text: str) -> None:
    """Writes the part of a text that fits the screen."""
    height, width = screen.getmaxyx()
    if line < height and column < width - 1:
        screen.addstr(line, column, text[: width - 1 - column])


def main() -> None:
    """Makes a maze, plays it, and prints the result."""
    size = sys.argv[1] if len(sys.argv) > 1 else "19x10"
    seed = sys.argv[2] if len(sys.argv) > 2 else None
    width, _, height = size.partition("x")
    try:
        game = Game(labirinto.wilson(int(width), int(height), seed=seed))
    except ValueError as error:
        sys.exit(f"Cannot play a maze of size {size}: {error}")
    curses.wrapper(play, game)
    shortest = labirinto.solve(game.maze, game.start, game.end).steps
    made = len(game.steps) - 1
    print(f"Out in {made} steps of {shortest}." if game.is_won else f"Given up after {made} steps.")
    if recipe := game.maze.recipe:
        print(f"The same maze for a friend: {size} {str(recipe.seed)!r}")


if __name__ == "__main__":
    main()
