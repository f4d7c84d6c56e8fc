"""Pictures of mazes as people take them: how many are solved right, refused, and solved wrong.

    python proof/pictures.py [--count 3000] [--seed N|random] [--quick]

Writes docs/proof-pictures.md with the figures of this run, and fails if any path is wrong.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from photographs import ENDS, STYLES, Look, Photograph, photograph
from PIL import Image
from report import table, wrapped

import labirinto
from labirinto.formats.picture import solve_picture
from labirinto.seeds import fresh_seed, seed_number

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "benchmarks"))

from measure import machine  # noqa: E402 - found by the line above

REPORT = ROOT / "docs" / "proof-pictures.md"
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


Counts = dict[tuple[str, str], Counter[str]]


def tried(count: int, seed: int) -> tuple[Counts, list[str]]:
    """Solve pictures of all kinds in turn, so that a run that is stopped has some of each."""
    telephone = Kind("telephone", "all of it, a little", {})
    round_of_kinds = [*KINDS, *[telephone] * TELEPHONE]
    counts: Counts = {(kind.name, kind.strength): Counter() for kind in round_of_kinds}
    wrong = []
    try:
        for number in range(count):
            kind = round_of_kinds[number % len(round_of_kinds)]
            own = seed + number
            rng = np.random.default_rng(own)
            look = by_telephone(rng) if kind is telephone else look_of(kind, rng)
            result = outcome(photograph(look, own), kind.which)
            counts[kind.name, kind.strength][result] += 1
            if result == "wrong":
                wrong.append(f"seed {own}: {look}")
                print(f"wrong: {wrong[-1]}", flush=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1}: {dict(sum(counts.values(), Counter()))}", flush=True)
    except KeyboardInterrupt:
        print("Stopped.")
    return counts, wrong


def seconds_for_large() -> tuple[float, float]:
    """Seconds of processor and of clock for a telephone's picture of 12 megapixels."""
    look = Look(turn=20, tilt=10, light=0.4, shadow=0.3, noise=4, surroundings=True, pixels=30)
    picture = Image.open(io.BytesIO(photograph(look, 5).data))
    scale = (LARGE / (picture.width * picture.height)) ** 0.5
    size = (round(picture.width * scale), round(picture.height * scale))
    stream = io.BytesIO()
    picture.resize(size, Image.Resampling.BICUBIC).save(stream, "JPEG", quality=85)
    best: Callable[[list[float]], float] = min
    runs = []
    for _ in range(3):
        begun, used = time.monotonic(), time.process_time()
        solve_picture(stream.getvalue())
        runs.append((time.process_time() - used, time.monotonic() - begun))
    return best([run[0] for run in runs]), best([run[1] for run in runs])


def page(counts: Counts, seed: int, seconds: tuple[float, float], command: str) -> str:
    total = sum(counts.values(), Counter())
    number = total.total()

    def line(name: str, strength: str, count: Counter[str]) -> tuple[str, ...]:
        share = f"{count['right'] / count.total():.0%}" if count else "-"
        return (name, strength, str(count.total()), share, str(count["refused"]),
                str(count["wrong"]))  # fmt: skip

    rows = [line(*key, count) for key, count in counts.items()]
    rows.append(line("**all**", "", total))
    return "".join(
        [
            "# Proof that no path crosses a wall of a picture\n\n",
            f"Written by `{command}`; all figures are from one run.\n\n",
            *(f"{fact}\n" for fact in machine()),
            f"- Seed of the run: {seed}\n\n",
            wrapped(
                f"**The claim.** A path that `labirinto solve` draws over a picture joins the ends "
                f"of its maze and crosses no wall. Of {number} pictures, {total['right']} were "
                f"solved right, {total['refused']} refused, and **{total['wrong']} solved wrong**."
            ),
            wrapped(
                "**The test.** Mazes by three algorithms are drawn in eight styles by code that "
                "shares nothing with the package's writers; the page is turned, tilted, lit, "
                "blurred, and packed as the table says. A path is right if each of its points lies "
                "in the cell of the page's solution, in order, between the ends that the page "
                "shows; a path between other ends is wrong. The row *telephone* has all of it at "
                "once: any style and ends, tilted up to 15°, shadows, noise, JPEG, and paper on a "
                "table. Two mazes beside each other must be refused unless it is said which."
            ),
            table(("Kind", "Strength", "Pictures", "Right", "Refused", "Wrong"), rows),
            wrapped(
                f"A telephone's picture of 12 megapixels takes {seconds[0]:.1f} s of one processor "
                f"({seconds[1]:.1f} s by the clock of this machine, with whatever else ran on it)."
            ),
        ]
    ).rstrip() + "\n"  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=3000, help="pictures")
    parser.add_argument("--seed", default="1", help="any seed, or 'random' for a new one")
    parser.add_argument("--quick", action="store_true", help="300 pictures, into build/proof")
    parser.add_argument("--output", type=Path, metavar="FILE.md", help="where the page goes")
    options = parser.parse_args()
    seed = (fresh_seed() if options.seed == "random" else seed_number(options.seed)) % 2**40
    count = 300 if options.quick else options.count
    output = options.output or (ROOT / "build" / "proof" / REPORT.name if options.quick else REPORT)
    counts, wrong = tried(count, seed)
    output.parent.mkdir(parents=True, exist_ok=True)
    command = "python proof/pictures.py --quick" if options.quick else "make proof"
    output.write_text(page(counts, seed, seconds_for_large(), command), encoding="utf-8")
    print(output)
    if wrong:
        sys.exit("\n".join(["Wrong:", *wrong]))


if __name__ == "__main__":
    main()
