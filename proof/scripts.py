"""What the proofs that are commands have in common: their options, and the benchmarks' modules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from labirinto.seeds import fresh_seed, seed_number

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))
from measure import machine, table
from process import cores

__all__ = ["ROOT", "cores", "machine", "read_options", "table"]

ROOT = Path(__file__).resolve().parents[1]


def read_options(parser: argparse.ArgumentParser, report: str, quick: str) -> argparse.Namespace:
    """Read the options of a proof, and those that all proofs have.

    Args:
        parser: With the options of this proof.
        report: The name of its page.
        quick: What it does with ``--quick``.

    Returns:
        The options: ``seed`` is a number, and ``output`` a file in a folder that is there.
    """
    parser.add_argument("--seed", default="1", help="any seed, or 'random' for a new one")
    parser.add_argument("--quick", action="store_true", help=f"{quick}, into build/proof")
    parser.add_argument("--output", type=Path, metavar="FILE.md", help="where the page goes")
    options = parser.parse_args()
    options.seed = fresh_seed() if options.seed == "random" else seed_number(options.seed)
    folder = "build/proof" if options.quick else "docs"
    options.output = options.output or ROOT / folder / report
    options.output.parent.mkdir(parents=True, exist_ok=True)
    return options
