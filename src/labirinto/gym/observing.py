"""The observations of agents: one record for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from labirinto._internal.validation import whole_number
from labirinto.datasets.mazes import Mazes
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.rectangle import OUTSIDE
from labirinto.gym.pictures import Painter
from labirinto.gym.problems import Numbers, Problem

FLOOR, WALL, GOAL = range(3)
"""The blocks of a window."""

Board = NDArray[Any]


class View:
    """The values that observations depend on besides the maze.

    Args:
        grid: The cells.
        actions: How many there are.
        window: How many cells a window reaches in each direction.
        style: Of pictures.
    """

    def __init__(self, grid: Grid, actions: int, window: int, style: Style) -> None:
        self.grid: Grid = grid
        self.actions: int = actions
        self.reach: int = 2 * whole_number("window", window, 1, 100) + 1
        self.painter: Painter = Painter(grid, style)
        # x and y of all places of a rectangle, else their numbers.
        indices = np.unravel_index(np.arange(grid.places), grid.shape)
        self.labels: NDArray[np.int64] = np.stack(indices[::-1], axis=1).astype(np.int64)


class Observation(NamedTuple):
    """A kind of observation.

    Attributes:
        name: Its name.
        meaning: A sentence.
        space: Of one agent.
        board: What of a maze it is made of.
        sees: Makes it of the boards, the cells and the goals of many agents, all at once.
    """

    name: str
    meaning: str
    space: Callable[[View], spaces.Space[Any]]
    board: Callable[[View, Problem], Board]
    sees: Callable[[View, Board, Numbers, Numbers], Any]


def _exits_space(view: View) -> spaces.Space[Any]:
    grid = view.grid
    cell = spaces.MultiDiscrete(list(grid.shape[::-1]))
    exits = (
        spaces.Box(0, 1, (grid.places, view.actions), np.uint8)
        if grid.kind
        else spaces.Box(0, OUTSIDE, grid.shape, np.uint8)
    )
    return spaces.Dict({"exits": exits, "agent": cell, "goal": cell})


def _exits(view: View, problem: Problem) -> Board:
    problems, i = problem
    if not isinstance(problems.mazes, Mazes):
        leads: Board = problems.leads[i]
        return leads.astype(np.uint8)
    first, last = problems.mazes.firsts[i : i + 2]
    return problems.mazes.exits[first:last].reshape(view.grid.shape)


def _sees_exits(view: View, boards: Board, cells: Numbers, goals: Numbers) -> Any:
    return {"exits": boards.copy(), "agent": view.labels[cells], "goal": view.labels[goals]}


def _window_space(view: View) -> spaces.Space[Any]:
    if view.grid.kind:
        raise InvalidValueError(
            f"A window shows squares in rows, and the grid is {view.grid.text}; choose the "
            "observation exits or image."
        )
    side = 2 * view.reach + 1
    return spaces.Box(FLOOR, GOAL, (side, side), np.uint8)


def _blocks(view: View, problem: Problem) -> Board:
    problems, i = problem
    blocks = np.asarray(problems.mazes.maze(i).blocks())
    reach = view.reach
    found = np.full([side + 2 * reach for side in blocks.shape], WALL, np.uint8)
    found[reach:-reach, reach:-reach] = blocks
    x, y = view.labels[problems.goals[i]]
    found[reach + 2 * y + 1, reach + 2 * x + 1] = GOAL
    return found


def _sees_window(view: View, boards: Board, cells: Numbers, _: Numbers) -> Any:
    x, y = view.labels[cells].T[..., None] * 2 + 1 + np.arange(2 * view.reach + 1)
    return boards[np.arange(len(boards))[:, None, None], y[:, :, None], x[:, None, :]]


def _image_space(view: View) -> spaces.Space[Any]:
    view.painter.check()
    return spaces.Box(0, 255, view.painter.shape, np.uint8)


def _image(view: View, problem: Problem) -> Board:
    problems, i = problem
    return view.painter.picture(problems.mazes.maze(i), int(problems.goals[i]))


def _sees_image(view: View, boards: Board, cells: Numbers, _: Numbers) -> Any:
    pictures = boards.copy()
    for picture, cell in zip(pictures, cells.tolist(), strict=True):
        view.painter.mark(picture, cell, view.painter.style.start)
    return pictures


OBSERVATIONS = {
    it.name: it
    for it in (
        Observation(
            "exits",
            "The whole maze: `exits`, uint8[height, width], as `Maze.cells`; `agent` and `goal`, "
            "x and y.  On other cells uint8[cells, actions], 1 where an action leads to a cell, "
            "and numbers of cells",
            _exits_space,
            _exits,
            _sees_exits,
        ),
        Observation(
            "window",
            "Blocks around the agent, uint8[side, side]: 0 floor, 1 wall, 2 goal; the side is 4 "
            "times the window plus 3.  Squares only",
            _window_space,
            _blocks,
            _sees_window,
        ),
        Observation(
            "image",
            "A picture of the maze, uint8[height, width, 3]: the agent in the colour of the "
            "start, the goal in that of the end",
            _image_space,
            _image,
            _sees_image,
        ),
    )
}
"""The kinds of observations by name."""
