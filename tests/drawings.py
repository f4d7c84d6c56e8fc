"""Drawings of mazes of any algorithm, size and style, for Hypothesis."""

from __future__ import annotations

import files
from hypothesis import strategies as st
from strategies import seed_values

import labirinto
from labirinto import Style
from labirinto.drawing.geometry import Drawing

styles = st.integers(1, 6).flatmap(
    lambda wall: st.builds(
        Style, cell=st.integers(wall + 1, wall + 12), wall=st.just(wall), margin=st.integers(0, 20)
    )
)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    """A maze of any algorithm with or without ends and solution, in some style."""
    width, height = draw(st.integers(1, 14)), draw(st.integers(1, 14))
    algorithm = draw(st.sampled_from(sorted(labirinto.ALGORITHMS)))
    seed = draw(seed_values | st.text(min_size=1).filter(is_seed))
    maze = labirinto.generate(algorithm, width, height, seed=seed)
    kinds = [None, *labirinto.ENDS_KINDS] if width * height > 1 else [None]
    kind = draw(st.sampled_from(kinds))
    ends = labirinto.suggest_ends(maze, kind) if kind else None
    path = labirinto.solve(maze, *ends) if ends and draw(st.booleans()) else None
    return Drawing(maze, path, ends, draw(styles))


def is_seed(text: str) -> bool:
    """Whether a text may be a seed."""
    try:
        labirinto.Recipe("wilson", 1, 1, text)
    except labirinto.InvalidValueError:
        return False
    return True


def drawn(drawing: Drawing, format: str) -> bytes:
    """The drawing as a file's bytes."""
    laid_over = {"path": drawing.path, "ends": drawing.ends, "style": drawing.style}
    return files.drawn(drawing.maze, format, **laid_over)
