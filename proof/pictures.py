"""Pictures of mazes as people take them: how many are solved right, refused, and solved wrong.

    python proof/pictures.py [--count 1500] [--seed SEED|random] [--quick]

Writes docs/proof-pictures.md with the figures of this run, and fails if any path is wrong.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import cv2
import freehand_pictures
import numpy as np
from coloured_walls import COLOURED, coloured
from photographs import ENDS, STYLES, Look, Photograph, photograph
from PIL import Image
from report import page_of
from scripts import cores, machine, read_options, table

import labirinto
from labirinto.formats.picture import solve_picture

TELEPHONE = 6
"""Telephone pictures for one of every other kind."""
LARGE = 12_000_000
"""Pixels of the picture by which time is measured."""


class Kind(NamedTuple):
    """Pictures that are alike.

    Attributes:
        name, strength: What they are, for the table.
        look: What is the same in all; ``turn`` may be ``any``.
        which: The maze that is asked for, where there are several.
    """

    name: str
    strength: str
    look: dict[str, Any]
    which: int | None = None


TURNED = {"turn": "any"}
KINDS = (
    *(Kind("straight", style, {"style": style}) for style in STYLES),
    *(Kind("turned", f"{angle}°", {"turn": angle}) for angle in (0.2, 0.3, 0.5, 2)),
    Kind("turned", "0 to 360°", TURNED),
    Kind("turned", "0 to 360°, 12 pixels a cell", {**TURNED, "pixels": 12}),
    Kind("turned", "0 to 360°, 8 pixels a cell", {**TURNED, "pixels": 8}),
    *(Kind("tilted", f"{tilt}°, 12 pixels a cell", {**TURNED, "tilt": tilt, "pixels": 12})
      for tilt in (5, 10, 15)),
    Kind("tilted", "25°", {**TURNED, "tilt": 25}),
    *(Kind("uneven light", f"{light:.0%} darker", {**TURNED, "light": light})
      for light in (0.3, 0.6)),
    *(Kind("shadow", f"{shadow:.0%} darker", {**TURNED, "shadow": shadow})
      for shadow in (0.3, 0.5)),
    *(Kind("blur", f"{blur} pixels of {pixels} a cell", {**TURNED, "blur": blur, "pixels": pixels})
      for blur, pixels in ((1, 12), (2, 14), (3, 16))),
    *(Kind("noise", f"{noise} of 255", {**TURNED, "noise": noise}) for noise in (10, 30, 50)),
    *(Kind("specks", f"{specks:.0%}", {**TURNED, "specks": specks}) for specks in (0.01, 0.03)),
    *(Kind("JPEG", f"quality {quality}", {**TURNED, "quality": quality}) for quality in (60, 20)),
    Kind("paper", "texture", {**TURNED, "texture": 10}),
    Kind("paper", "squared", {**TURNED, "squared": True}),
    *(Kind("bent paper", f"{curl} of a cell", {**TURNED, "curl": curl}) for curl in (0.2, 0.5, 1)),
    *(Kind("pencil", f"{strokes} strokes", {**TURNED, "pencil": strokes}) for strokes in (2, 8)),
    *(Kind("thick walls", f"{wall} of a cell, {pixels} pixels a cell",
           {**TURNED, "wall": wall, "pixels": pixels})
      for wall, pixels in ((0.7, 18), (0.8, 21), (0.9, 30), (0.95, 48))),
    *(Kind("marked ends", ends, {**TURNED, "ends": ends}) for ends in ENDS[1:]),
    Kind("surroundings", "title, arrows, a table", {**TURNED, "surroundings": True}),
    *(Kind("watermark", f"{shade} of 255", {**TURNED, "watermark": shade}) for shade in (60, 130)),
    Kind("two mazes", "not said which", {**TURNED, "mazes": 2}),
    Kind("two mazes", "the first", {"mazes": 2}, which=1),
)  # fmt: skip


def look_of(kind: Kind, rng: np.random.Generator) -> Look:
    """A look of this kind, in any style where it has none of its own."""
    look = dict(kind.look)
    if look.get("turn") == "any":
        look["turn"] = rng.uniform(0, 360)
    if "wall" not in look:
        look.setdefault("style", str(rng.choice(STYLES)))
    return Look(**look)


def by_telephone(rng: np.random.Generator) -> Look:
    """All of it, a little."""
    return Look(
        style=str(rng.choice(STYLES)),
        ends=str(rng.choice(ENDS)),
        pixels=rng.uniform(14, 30),
        turn=rng.uniform(0, 360),
        tilt=rng.uniform(0, 15),
        light=rng.uniform(0, 0.6),
        shadow=float(rng.choice([0, 0.3, 0.5])),
        blur=rng.uniform(0, 1.2),
        noise=rng.uniform(0, 8),
        quality=int(rng.integers(50, 95)),
        texture=rng.uniform(0, 6),
        squared=rng.random() < 0.15,
        pencil=int(rng.choice([0, 0, 3])),
        surroundings=rng.random() < 0.7,
        curl=rng.uniform(0, 0.4),
    )


def outcome(taken: Photograph, which: int | None) -> str:
    """``right``, ``refused`` or ``wrong``."""
    try:
        solved = solve_picture(taken.data, which=which)
    except labirinto.LabirintoError:
        return "refused"
    points = [solved.found.centre(x, y) for x, y in solved.path]
    return "right" if taken.is_right(points) else "wrong"


TELEPHONES = Kind("telephone", "all of it, a little", {})
COLOURS = [Kind(name, strength, {}) for name, strength in COLOURED]
ROUND = [*KINDS, *COLOURS, *freehand_pictures.KINDS, *[TELEPHONES] * TELEPHONE]
"""All kinds in turn."""

Counts = dict[tuple[str, str], Counter[str]]


def attempt(seed: int, number: int) -> tuple[str, Any]:
    """Take one picture and solve it."""
    kind = ROUND[number % len(ROUND)]
    if isinstance(kind, freehand_pictures.Kind):
        return freehand_pictures.attempt(kind, seed + number)
    rng = np.random.default_rng(seed + number)
    if walls_of := COLOURED.get((kind.name, kind.strength)):
        walls, look = walls_of(rng)
        return outcome(coloured(walls, look, seed + number), None), (look, walls)
    look = by_telephone(rng) if kind is TELEPHONES else look_of(kind, rng)
    return outcome(photograph(look, seed + number), kind.which), (look, None)


def tried(count: int, seed: int) -> tuple[Counts, list[str]]:
    """Solve pictures on all processors: how they ended, and those with wrong paths."""
    counts: Counts = {(kind.name, kind.strength): Counter() for kind in ROUND}
    wrong = []
    context, alone = get_context("spawn"), partial(cv2.setNumThreads, 1)
    with ProcessPoolExecutor(cores(), context, initializer=alone) as pool:
        attempts = pool.map(partial(attempt, seed), range(count), chunksize=10)
        for number, (result, drawn) in enumerate(attempts):
            kind = ROUND[number % len(ROUND)]
            counts[kind.name, kind.strength][result] += 1
            if result == "wrong":
                wrong.append(f"seed {seed + number}: {drawn}")
                print(f"wrong: {wrong[-1]}", flush=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1}: {dict(sum(counts.values(), Counter()))}", flush=True)
    return counts, wrong


def seconds_for_large() -> tuple[float, float]:
    """Seconds of processor and of clock for a telephone's picture of 12 megapixels."""
    look = Look(turn=20, tilt=10, light=0.4, shadow=0.3, noise=4, surroundings=True, pixels=30)
    picture = Image.open(io.BytesIO(photograph(look, 5).data))
    scale = (LARGE / (picture.width * picture.height)) ** 0.5
    size = (round(picture.width * scale), round(picture.height * scale))
    stream = io.BytesIO()
    picture.resize(size, Image.Resampling.BICUBIC).save(stream, "JPEG", quality=85)
    processor, clock = [], []
    for _ in range(3):
        begun, used = time.monotonic(), time.process_time()
        solve_picture(stream.getvalue())
        processor.append(time.process_time() - used)
        clock.append(time.monotonic() - begun)
    return min(processor), min(clock)


def page(counts: Counts, seed: int, seconds: tuple[float, float], command: str) -> str:
    total = sum(counts.values(), Counter())
    number = total.total()

    def line(name: str, strength: str, count: Counter[str]) -> tuple[str, ...]:
        share = f"{count['right'] / count.total():.0%}" if count else "-"
        return (name, strength, str(count.total()), share, str(count["refused"]),
                str(count["wrong"]))  # fmt: skip

    rows = [line(*key, count) for key, count in counts.items()]
    rows.append(line("**all**", "", total))
    return page_of(
        "Proof that no path crosses a wall of a picture",
        command,
        [*machine(), f"- Seed of the run: {seed}"],
        f"**The claim.** A path that `labirinto solve` draws over a picture joins the ends "
        f"of its maze and crosses no wall. Of {number} pictures, {total['right']} were "
        f"solved right, {total['refused']} refused, and **{total['wrong']} solved wrong**.",
        "**The test.** Mazes by three algorithms are drawn in eight styles by code that "
        "shares nothing with the package's writers; the page is turned, tilted, lit, "
        "blurred, and packed as the table says. A path is right if each of its points lies "
        "in the cell of the page's solution, in order, between the ends that the page "
        "shows; a path between other ends is wrong. The row *telephone* has all of it at "
        "once: any style and ends, tilted up to 15°, shadows, noise, JPEG, and paper on a "
        "table. Two mazes side by side must be refused unless one is chosen. The mazes whose "
        "walls are coloured, light or dotted are made and solved without the package; where a "
        "bar closes a passage of the only path, any answer is wrong. *Freehand* are rings, "
        "hexagons, triangles, irregular cells and bent squares, solved with `--freehand`, made "
        "and drawn by other code again: their paths must run through the cells of the solution "
        "in order and through no wall, be it light, dotted or broken.",
        table(("Kind", "Strength", "Pictures", "Right", "Refused", "Wrong"), rows),
        f"A phone's picture of 12 megapixels takes {seconds[0]:.1f} s of one processor "
        f"({seconds[1]:.1f} s by the clock of this machine, with whatever else ran on it).",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1500, help="pictures")
    options = read_options(parser, "proof-pictures.md", "300 pictures")
    seed = options.seed % 2**40
    counts, wrong = tried(300 if options.quick else options.count, seed)
    command = "python proof/pictures.py --quick" if options.quick else "make proof"
    text = page(counts, seed, seconds_for_large(), command)
    options.output.write_text(text, encoding="utf-8")
    print(options.output)
    if wrong:
        sys.exit("\n".join(["Wrong:", *wrong]))


if __name__ == "__main__":
    main()
