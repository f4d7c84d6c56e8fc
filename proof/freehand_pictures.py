"""Kinds of pictures of mazes that are on no square grid, for ``pictures.py``."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from freehand_mazes import SHAPES
from freehand_sheets import COLOURS, PAPERS, Look, sheet

import labirinto
from labirinto.recognition.freehand import freehand_path

SHARES = (0.01, 0.03, 0.1, 0.2, 0.35, 0.5)
"""Of the inner walls, those that are light, coloured or dotted."""


class Kind(NamedTuple):
    """Pictures that are alike.

    Attributes:
        name, strength: What they are, for the table.
        look: What is the same in all; ``share`` may be ``any``.
        which: The maze that is asked for, where there are several.
    """

    name: str
    strength: str
    look: dict[str, Any]
    which: int | None = None


KINDS = [
    Kind(f"freehand, {name}", *rest)
    for name, *rest in (
        *(("openings", shape, {"shape": shape}) for shape in SHAPES),
        *(("ends given", shape, {"shape": shape, "ends": "given"}) for shape in SHAPES),
        *(("paper", paper, {"paper": paper}) for paper in list(PAPERS)[1:]),
        *(("walls", f"{wall} of {pixels} pixels", {"pixels": pixels, "wall": wall})
          for pixels, wall in ((10, 1), (14, 2), (24, 1), (40, 12), (30, 15))),
        *(("some walls", f"{colour}, 1 to 50 %", {"colour": colour, "share": "any"})
          for colour in COLOURS),
        *(("all inner walls", colour, {"colour": colour, "share": 1})
          for colour in ("grey", "light grey")),
        *(("gates", colour, {"colour": colour, "gates": 6}) for colour in COLOURS),
        *(("dotted walls", f"{dot} pixels, 1 to 50 %", {"dotted": dot, "share": "any"})
          for dot in (1, 2, 3)),
        *(("gaps in walls", f"{gap} pixels", {"gaps": gap}) for gap in (1, 2, 3)),
        *(("text inside", text, {"text": text}) for text in ("letters", "word", "grey word",
                                                             "plate")),
        *(("glare", f"{glare:.0%}", {"glare": glare}) for glare in (0.6, 0.9, 1)),
        *(("shadow", f"{shadow:.0%} darker", {"shadow": shadow}) for shadow in (0.3, 0.5)),
        *(("blur", f"{blur} pixels", {"blur": blur}) for blur in (1, 2)),
        *(("noise", f"{noise} of 255", {"noise": noise}) for noise in (5, 15)),
        *(("JPEG", f"quality {quality}", {"quality": quality}) for quality in (80, 30)),
        ("marked ends", "dots, given", {"ends": "marked"}),
        ("surroundings", "title, arrows", {"surroundings": True}),
        ("pencil", "a red line", {"line": True}),
        ("two mazes", "not said which", {"mazes": 2}),
        ("two mazes", "the first", {"mazes": 2}, 1),
        ("two mazes", "the second", {"mazes": 2}, 2),
        ("two mazes", "ends given", {"mazes": 2, "ends": "given"}),
    )
]  # fmt: skip


def look_of(kind: Kind, seed: int) -> Look:
    """A look of this kind."""
    look = dict(kind.look)
    if look.get("share") == "any":
        look["share"] = float(np.random.default_rng(seed).choice(SHARES))
    return Look(**look)


def attempt(kind: Kind, seed: int) -> tuple[str, Look]:
    """Draw a picture and solve it: ``right``, ``refused`` or ``wrong``, and its look."""
    look = look_of(kind, seed)
    drawn = sheet(look, kind.which, seed)
    try:
        path = freehand_path(drawn.picture, drawn.ends, which=kind.which)
    except labirinto.LabirintoError:
        return "refused", look
    must_choose = look.mazes > 1 and not kind.which and not drawn.ends
    return "right" if drawn.is_right(path.points) and not must_choose else "wrong", look
