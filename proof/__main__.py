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

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "benchmarks"))

from claims import CLAIMS, proved  # noqa: E402
from measure import machine  # noqa: E402
from process import cores  # noqa: E402
from report import Section, chance_text, draw_summary, failures, page  # noqa: E402
from sampling import Run  # noqa: E402
from watched_walks import compiled  # noqa: E402

from labirinto.seeds import fresh_seed, seed_number  # noqa: E402


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
        "--seed", default="1", help="of all samples: any seed, or 'random' for a new one"
    )
    parser.add_argument(
        "--quick", action="store_true", help="small samples: two minutes, into build/proof"
    )
    parser.add_argument(
        "--processes", type=int, default=cores(), help="how many claims are tested at a time"
    )
    parser.add_argument("--output", type=Path, metavar="FILE.md", help="where the page goes")
    options = parser.parse_args()

    begun = time.monotonic()
    seed = fresh_seed() if options.seed == "random" else seed_number(options.seed)
    print(f"Seed {seed}", flush=True)
    output = options.output or ROOT / ("build/proof/proof.md" if options.quick else "docs/proof.md")
    images = output.parent / "images"
    images.mkdir(parents=True, exist_ok=True)
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
