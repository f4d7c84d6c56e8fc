"""Draws time against size, from JSON on standard input: ``peer_plot.py FILE.svg``.

Runs in the environment of the peers, where Matplotlib is.
"""

from __future__ import annotations

import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update(
    {
        # Text stays text, and one run's data always gives the same file.
        "svg.fonttype": "none",
        "svg.hashsalt": "peers",
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import EngFormatter  # noqa: E402

MARKERS = "osD^v<>Phpd8*"
COLOURS = matplotlib.color_sequences["tab10"]


def draw(lines: list[dict], file: str) -> None:
    figure, axes = plt.subplots(figsize=(9, 5.6), layout="constrained")
    # In the legend as on the picture: who takes longest stands highest.
    lines = sorted(lines, key=lambda line: line["seconds"][0], reverse=True)
    for number, line in enumerate(lines):
        axes.plot(
            [side * side for side in line["sides"]],
            line["seconds"],
            color="black" if line["ours"] else COLOURS[number % len(COLOURS)],
            linewidth=2.2 if line["ours"] else 1.3,
            linestyle="-" if line["uniform"] else "--",
            marker=MARKERS[number % len(MARKERS)],
            markersize=5,
            label=line["what"],
        )
    sides = max((line["sides"] for line in lines), key=len)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks([side * side for side in sides], [f"{side:,} x {side:,}" for side in sides])
    axes.minorticks_off()
    axes.set_xlabel("size of the maze")
    axes.set_ylabel("time for a maze")
    axes.yaxis.set_major_formatter(EngFormatter(unit="s", usetex=False))
    axes.grid(color="0.9")
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(1.01, 1),
        frameon=False,
        title="solid: uniform; dashed: not",
        alignment="left",
    )
    figure.savefig(file, metadata={"Date": None})


if __name__ == "__main__":
    draw(json.load(sys.stdin), sys.argv[1])
