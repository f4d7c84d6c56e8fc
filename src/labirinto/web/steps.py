"""Small pictures of the steps of each algorithm, drawn from the textbook's own runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from markupsafe import Markup

from labirinto import textbook
from labirinto.maze import Maze
from labirinto.render.drawing import Drawing
from labirinto.textbook import steps as happened
from labirinto.textbook.rows import Cell, Passage
from labirinto.web.drawings import walls_path

WIDTH, HEIGHT = 6, 4
SEEDS = {"wilson": 70, "eller": 58, "aldous-broder": 11, "kruskal": 11}
"""Runs in which something happens at every step: a loop of some length, sets that end."""

STEP_NUMBERS = {"wilson": 4, "eller": 6, "aldous-broder": 4, "kruskal": 4}
"""How many steps the explanation of each algorithm has."""


@dataclass
class Scene:
    """A moment of a run: what is open, coloured, walked, and which numbers cells have."""

    passages: list[Passage] = field(default_factory=list)
    inside: set[Cell] = field(default_factory=set)
    walk: list[Cell] = field(default_factory=list)
    erased: list[Cell] = field(default_factory=list)
    drawn: Passage | None = None
    rows: int = HEIGHT
    numbered: bool = False

    def numbers(self) -> dict[Cell, int]:
        """The set of each cell, counted from 1 in reading order."""
        cells = [(x, y) for y in range(self.rows) for x in range(WIDTH)]
        sets = {cell: {cell} for cell in cells}
        for one, other in self.passages:
            if sets.get(one) is not sets.get(other) and other in sets:
                sets[one] |= sets[other]
                for cell in sets[other]:
                    sets[cell] = sets[one]
        known: dict[int, int] = {}
        return {cell: known.setdefault(id(sets[cell]), len(known) + 1) for cell in cells}


@lru_cache(maxsize=512)
def step_svg(algorithm: str, step: int, label: str, written: Callable[[int], str] = str) -> Markup:
    """The picture of a step, with a sentence for those who do not see it.

    ``written`` puts numbers into the digits of a language.
    """
    scene = SCENES[algorithm](step)
    maze = Maze.from_passages(WIDTH, HEIGHT, scene.passages)
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="step" role="img" aria-label="{}" '
        'viewBox="-0.15 -0.15 {} {}">{}<path class="walls" stroke-width="0.1" d="{}"/>{}</svg>'
    ).format(
        label,
        f"{WIDTH + 0.3:g}",
        f"{HEIGHT + 0.3:g}",
        Markup("").join(_under(scene)),
        walls_path(Drawing(maze)),
        Markup("").join(_over(scene, written)),
    )


def _under(scene: Scene) -> Iterator[Markup]:
    for x, y in sorted(scene.inside):
        yield Markup('<rect class="in" x="{}" y="{}" width="1" height="1"/>').format(x, y)
    if scene.numbered:
        for (x, y), number in scene.numbers().items():
            yield Markup('<rect class="set set-{}" x="{}" y="{}" width="1" height="1"/>').format(
                number % 6, x, y
            )


def _over(scene: Scene, written: Callable[[int], str]) -> Iterator[Markup]:
    if scene.walk:
        points = " ".join(f"{x + 0.5},{y + 0.5}" for x, y in scene.walk)
        yield Markup('<polyline class="walk" points="{}"/>').format(points)
        x, y = scene.walk[-1]
        yield Markup('<circle class="here" cx="{}" cy="{}" r="0.22"/>').format(x + 0.5, y + 0.5)
    for x, y in scene.erased:
        yield Markup('<circle class="erased" cx="{}" cy="{}" r="0.1"/>').format(x + 0.5, y + 0.5)
    if scene.drawn:
        (x, y), (x2, _) = scene.drawn
        line = f"M{x + 1} {y}v1" if x2 > x else f"M{x} {y + 1}h1"
        yield Markup('<path class="drawn" d="{}"/>').format(line)
    if scene.numbered:
        for (x, y), number in scene.numbers().items():
            yield Markup('<text x="{}" y="{}">{}</text>').format(x + 0.5, y + 0.68, written(number))


def _everything() -> set[Cell]:
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH)}


def _wilson(step: int) -> Scene:
    scene = Scene()
    if step == 1:
        return scene
    for event in textbook.wilson(WIDTH, HEIGHT, seed=SEEDS["wilson"]):
        match event:
            case happened.FirstCell(cell=cell):
                scene.inside.add(cell)
                if step == 2:
                    return scene
            case happened.WalkStarted(place=place):
                scene.walk, scene.erased = [place], []
            case happened.WalkMoved(target=target):
                # The picture is of a walk that has erased a loop and gone on a little.
                if step == 3 and len(scene.erased) >= 3 and len(scene.walk) >= 4:
                    return scene
                scene.walk.append(target)
            case happened.LoopErased(places=places):
                del scene.walk[-len(places) - 1 :]
                scene.erased = [cell for cell in places if cell not in scene.walk]
            case happened.PathJoined(path=path):
                scene.inside.update(path)
                scene.passages += pairwise(path)
                scene.walk, scene.erased = [], []
    return scene


def _eller(step: int) -> Scene:
    # Rows that are shown with numbers, and how many events of the row they show.
    scene = Scene(rows=1, numbered=True)
    if step == 1:
        return scene
    for event in textbook.eller(WIDTH, HEIGHT, seed=SEEDS["eller"]):
        match event:
            case happened.SetsJoined(passage=passage):
                scene.passages.append(passage)
            case happened.PassageDown(passage=passage):
                if step == 2:
                    return scene
                scene.passages.append(passage)
            case happened.RowFinished(y=y):
                if step == 3:
                    return scene
                if step in (4, 5) and y == step - 4 + (step == 5):
                    scene.rows = y + 2
                    return scene
    scene.rows = HEIGHT
    return scene


def _aldous_broder(step: int) -> Scene:
    scene = Scene()
    if step == 1:
        return scene
    for event in textbook.aldous_broder(WIDTH, HEIGHT, seed=SEEDS["aldous-broder"]):
        match event:
            case happened.FirstCell(cell=cell):
                scene.inside.add(cell)
                scene.walk = [cell]
                if step == 2:
                    return scene
            case happened.WalkMoved(target=target):
                if step == 3 and len(scene.inside) >= 11:
                    return scene
                scene.walk.append(target)
            case happened.CellEntered(passage=passage):
                scene.passages.append(passage)
                scene.inside.add(passage[1])
    scene.walk = []
    return scene


def _kruskal(step: int) -> Scene:
    scene = Scene(numbered=True)
    if step == 1:
        return scene
    for event in textbook.kruskal(WIDTH, HEIGHT, seed=SEEDS["kruskal"]):
        if isinstance(event, happened.PassageDrawn) and step == 2:
            scene.drawn = event.passage
            return scene
        if isinstance(event, happened.PassageTried):
            if event.opened:
                scene.passages.append(event.passage)
            if step == 3 and len(scene.passages) >= 14:
                return scene
    return scene


def _coloured_at_the_end(make: Callable[[int], Scene], last: int) -> Callable[[int], Scene]:
    def scene_of(step: int) -> Scene:
        scene = make(step)
        if step == last:
            scene.inside = _everything()
        return scene

    return scene_of


SCENES: dict[str, Callable[[int], Scene]] = {
    "wilson": _coloured_at_the_end(_wilson, 4),
    "eller": _eller,
    "aldous-broder": _coloured_at_the_end(_aldous_broder, 4),
    "kruskal": _kruskal,
}
