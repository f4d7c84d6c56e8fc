"""What the plots have in common: Matplotlib, set so that the same figures give the same file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("svg")
import matplotlib.pyplot as plt

matplotlib.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "proof",
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "0.9",
        "legend.frameon": False,
        # On a page of any colour.
        "savefig.facecolor": "white",
    }
)

HONEST = "#1f6fb4"
BIASED = "#c8432b"
THEORY = "black"
COLOURS = (HONEST, "#2a9d8f", *map(matplotlib.colors.to_hex, plt.get_cmap("tab20").colors[2:]))
"""Of as many curves as there may be: those of Wilson's two walks first."""
MARKERS = "osD^v<>Phpd8*"


def panels(rows: int = 1, columns: int = 1, height: float = 3.8, **more: Any) -> tuple[Any, Any]:
    """A figure as wide as a page, and its axes."""
    return plt.subplots(rows, columns, figsize=(9, height * rows), layout="constrained", **more)


def save(figure: Any, folder: Path, name: str) -> str:
    """Write ``proof-NAME.svg``, and return its name."""
    file = f"proof-{name}.svg"
    figure.savefig(folder / file, metadata={"Date": None})
    plt.close(figure)
    return file


def legend_beside(axes: Any) -> None:
    """The names of many curves, to the right of them."""
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def steps(axes: Any, deviations: np.ndarray, bins: np.ndarray, **look: Any) -> None:
    """A histogram as a density, drawn as a line."""
    density, _ = np.histogram(np.clip(deviations, bins[0], bins[-1]), bins)
    heights = density / density.sum() / np.diff(bins)
    axes.stairs(np.where(heights > 0, heights, np.nan), bins, **look)


def draw_maze(axes: Any, passages: set[tuple[int, int, int]], width: int, height: int) -> None:
    """The walls of a small maze."""
    for y in range(height):
        for x in range(width):
            if x + 1 < width and (y, 0, x) not in passages:
                axes.plot([x + 1, x + 1], [y, y + 1], color="black", lw=1.8)
            if y + 1 < height and (y, 1, x) not in passages:
                axes.plot([x, x + 1], [y + 1, y + 1], color="black", lw=1.8)
    axes.plot([0, width, width, 0, 0], [0, 0, height, height, 0], color="black", lw=1.8)
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.axis("off")
