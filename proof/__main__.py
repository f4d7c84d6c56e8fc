"""Shows that mazes are uniform where that is claimed: ``python proof``, in some ten minutes.

Writes a page with the figures and plots of this very run, and exits with an error if a test failed.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

# The claims share the processors; NumPy is not to take all for each.
os.environ.update({f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")})

from claims import CLAIMS, proved
from report import Section, chance_text, draw_summary, failures, page
from sampling import Run
from scripts import cores, machine, read_options
from watched_walks import compiled


def all_sections(run: Run, processes: int) -> list[Section]:
    sections: dict[str, Section] = {}
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        claims = {pool.submit(proved, claim, run): claim for claim in CLAIMS}
        for done in as_completed(claims):
            section = sections[claims[done]] = done.result()
            print(f"{section.title}: {section.seconds:.0f} s", flush=True)
            for verdict in section.verdicts:
                print(f"    {chance_text(verdict.chance):>8}  {verdict.what}", flush=True)
    return [sections[claim] for claim in CLAIMS]


def cpu_seconds() -> float:
    """Of this process and all that it had."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python proof", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--processes", type=int, default=cores(), help="how many claims are tested at a time"
    )
    options = read_options(parser, "proof.md", "small samples: two minutes")

    begun = time.monotonic()
    seed, output = options.seed, options.output
    print(f"Seed {seed}", flush=True)
    images = output.parent / "images"
    images.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run = Run(seed, options.quick, images, compiled(Path(folder)))
        sections = all_sections(run, options.processes)
    summary = draw_summary(sections, images)
    elapsed, cpu = (seconds / 60 for seconds in (time.monotonic() - begun, cpu_seconds()))
    facts = (
        *(line.removeprefix("- ") for line in machine()),
        f"Seed of the run: {seed}; each sample's seed is derived from it and the sample's name",
        f"Time: {elapsed:.0f} minutes; {cpu:.0f} minutes of processor time",
    )
    command = "make proof" if not options.quick else "python proof --quick"
    output.write_text(page(facts, sections, f"images/{summary}", command), encoding="utf-8")
    print(f"{output}: {elapsed:.1f} minutes, {cpu:.1f} of processor time")
    failed = failures(sections)
    if failed:
        sys.exit("\n".join(["Failed:", *failed]))
    print("All tests passed.")


if __name__ == "__main__":
    main()
