"""The task of agents: their mazes, observations and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gymnasium import spaces

from labirinto._internal.validation import Value, check_type, named, one_of, real_number
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.datasets.rows import DatasetRows
from labirinto.drawing.style import Style
from labirinto.errors import InvalidValueError, shown
from labirinto.grids import Grid, Rectangle, is_whole
from labirinto.grids.kinds import from_spec, kind_named
from labirinto.gym.observing import OBSERVATIONS, Observation, View
from labirinto.gym.problems import ProblemStream, Steps

_SIDE = 10


class Task:
    """Mazes in which an agent looks for the goal.

    An action is a step: 0 east, 1 south, 2 west, 3 north, as in ``Path.moves``; in mazes of other
    cells the number of a neighbour, clockwise as in ``grid.neighbours``.  A step into a wall leaves
    the agent where it is.

    Args:
        algorithm: A name, or names with shares: ``"wilson=0.5,backtracker=0.5"`` or a mapping.
        width, height: The sides of the mazes in cells, by default 10.
        grid: Instead of a rectangle: a grid of ``labirinto.grids``, its ``spec``, or
            ``"hexagonal"``, ``"triangular"``, ``"octagonal"`` or ``"circular"``, whose size is then
            the width and the height, or the width alone.
        ends: How start and goal are chosen, as for ``suggest_ends``.
        observation: What the agent sees, a name in ``OBSERVATIONS``.
        window: How many cells a window reaches in each direction.
        style: The style of pictures, by default small cells without a margin.
        splits: The names of the splits with their shares.  As in a ``labirinto.datasets.Dataset``
            with these shares, the content of a maze selects its split.
        split: The split that the mazes come from; by default the first.
        symmetric: Whether turned and mirrored images of a maze count as the same maze.
        braid: The share of the dead ends that become loops; None for perfect mazes.
        symmetry: The symmetry of the mazes, as for ``generate``.
        goal_reward: Added for the step that reaches the goal.
        step_reward: Added for every step.
        wall_reward: Added for a step into a wall.
        parameters: Parameters of the algorithms.

    Attributes:
        grid: The cells of the mazes.
        action_space, observation_space: The spaces of one agent.

    Raises:
        InvalidValueError: If a value is invalid, or agents cannot see mazes on this grid in this
            way.
        TooLargeError: If there is not enough memory for a maze.
        MissingExtraError: If pictures of these cells need a package that is not installed.
    """

    def __init__(
        self,
        algorithm: str | Mapping[str, float] = "wilson",
        width: int | None = None,
        height: int | None = None,
        *,
        grid: Grid | Mapping[str, Any] | str | None = None,
        ends: str = "farthest",
        observation: str = "exits",
        window: int = 2,
        style: Style | None = None,
        splits: str | Mapping[str, float] = "train",
        split: str | None = None,
        symmetric: bool = False,
        braid: float | None = None,
        symmetry: str | None = None,
        goal_reward: float = 1.0,
        step_reward: float = -0.01,
        wall_reward: float = 0.0,
        **parameters: Value,
    ) -> None:
        self.grid: Grid = _grid(grid, width, height)
        _check_names(parameters)
        self._dataset = DatasetRows(
            algorithm,
            (self.grid.shape[1], self.grid.shape[0]) if is_whole(self.grid) else self.grid,
            count=1,
            seed=0,
            split=splits,
            columns=(),
            ends=ends,
            symmetric=symmetric,
            unique=False,
            braid=braid,
            symmetry=symmetry,
            **cast(dict[str, Any], parameters),
        )
        if self._dataset.ends is None:
            raise InvalidValueError(
                "An agent needs a start and a goal; give ends such as farthest."
            )
        names = self._dataset.splits
        self._split = names[0] if split is None else one_of("split", split, names)
        self.rewards: tuple[float, float, float] = (
            real_number("goal_reward", goal_reward),
            real_number("step_reward", step_reward),
            real_number("wall_reward", wall_reward),
        )
        self._steps = Steps.on(self.grid)
        self.actions: int = self._steps.beside.shape[1]
        look = Style(cell=8, margin=0) if style is None else check_type("style", style, Style)
        self.view: View = View(self.grid, self.actions, window, look)
        self.observation: Observation = named("observation", observation, OBSERVATIONS)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.actions)
        self.observation_space: spaces.Space[Any] = self.observation.space(self.view)

    def problems(self, seed: int) -> ProblemStream:
        """Yield the mazes of a seed, without end."""
        return ProblemStream(self._dataset, self._split, self.grid, self._steps, seed)


def _check_names(options: Mapping[str, object]) -> None:
    known = {it.name for algorithm in ALGORITHMS.values() for it in algorithm.parameters}
    for name in options:
        if name not in known:
            raise InvalidValueError(f"There is no option {name!r} of an environment; leave it out.")


def _grid(given: object, width: int | None, height: int | None) -> Grid:
    if given is None:
        return Rectangle(_SIDE if width is None else width, _SIDE if height is None else height)
    if isinstance(given, str):
        kind = kind_named(given)
        if kind.is_implied or not {"grid_seed", "pieces"}.isdisjoint(kind.options):
            raise InvalidValueError(
                f"A grid {shown(given)} needs more than a size; give one of labirinto.grids."
            )
        size = "x".join(str(side) for side in (width, height) if side is not None)
        return kind.load().typed(size, {})
    for name, value in (("width", width), ("height", height)):
        if value is not None:
            raise InvalidValueError(f"A grid has its own {name}; leave out {name}.")
    if isinstance(given, Grid):
        return given
    if isinstance(given, Mapping):
        return from_spec(given)
    requirement = "a grid of labirinto.grids, its spec, or a kind such as hexagonal"
    raise InvalidValueError(field="grid", value=given, requirement=requirement)
