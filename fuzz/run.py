"""Fuzzes everything that reads from outside, and writes down what was done: docs/fuzzing.md.

    python fuzz/run.py                    builds and runs all, for hours
    python fuzz/run.py --only stream      one target
    python fuzz/run.py --inputs 100000    fewer inputs each
    python fuzz/run.py --seconds 60       no longer than that each
    python fuzz/run.py --keep             takes what was found into tests/data/corpus
    python fuzz/run.py --report           only writes docs/fuzzing.md from the last runs

It takes clang with libFuzzer, and atheris (`pip install --group fuzz`), on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from hashlib import sha1
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fuzz.report import write_report
from fuzz.targets import KERNELS, TARGETS

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "tests" / "data" / "corpus"
KERNEL_INPUTS, PYTHON_INPUTS = 10_000_000, 1_000_000
KERNEL_LENGTH = 128
SANITIZERS = "-fsanitize=fuzzer,address,undefined"
# What is kept of a corpus.
MAX_FILES, MAX_BYTES_A_FILE, MAX_BYTES = 50, 4000, 90_000


def main() -> None:
    """Run the chosen targets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, help="inputs of each target")
    parser.add_argument("--seconds", type=int, default=0, help="the most time for each target")
    parser.add_argument("--only", action="append", help="a target's name; may be repeated")
    parser.add_argument("--keep", action="store_true", help="take what was found into the tests")
    parser.add_argument("--report", action="store_true", help="only write docs/fuzzing.md")
    wanted = parser.parse_args()
    names = wanted.only or [*KERNELS, *TARGETS]
    BUILD.mkdir(parents=True, exist_ok=True)
    if not wanted.report:
        for name in names:
            if wanted.keep:
                keep(name)
            else:
                inputs = KERNEL_INPUTS if name in KERNELS else PYTHON_INPUTS
                run(name, wanted.inputs or inputs, wanted.seconds)
    write_report([*KERNELS, *TARGETS], BUILD, CORPUS, ROOT / "docs" / "fuzzing.md")


def command_of(name: str) -> list[str]:
    """What runs a target; a kernel is compiled before."""
    if name not in KERNELS:
        return [sys.executable, "-m", "fuzz", name, f"-max_len={TARGETS[name].longest}"]
    program = BUILD / name
    source = ROOT / "fuzz" / "kernels" / "main.cpp"
    flags = ["-std=c++20", "-O2", "-g", SANITIZERS, "-fno-sanitize-recover=all", "-pthread"]
    compiler = os.environ.get("CLANGXX", "clang++")
    command = [compiler, *flags, f"-DTARGET={name}", "-I", ROOT / "core", source, "-o", program]
    subprocess.run(command, check=True)
    return [str(program), f"-max_len={KERNEL_LENGTH}", "-malloc_limit_mb=64"]


def run(name: str, inputs: int, seconds: int) -> None:
    """Run a target for a number of inputs, and add the outcome to the notes on earlier runs."""
    notes_file = BUILD / f"{name}.json"
    runs = json.loads(notes_file.read_text()) if notes_file.exists() else []
    found = BUILD / "corpus" / name
    found.mkdir(parents=True, exist_ok=True)
    (CORPUS / name).mkdir(parents=True, exist_ok=True)
    if name in TARGETS:
        for number, seed in enumerate(TARGETS[name].seeds()):
            (found / f"seed-{number}").write_bytes(seed)
    command = [
        *command_of(name),
        f"-runs={inputs}",
        f"-max_total_time={seconds}",
        f"-seed={len(runs) + 1}",
        "-timeout=120",  # by the clock, for what never ends; targets look at the processor's time
        "-rss_limit_mb=2000",
        "-print_final_stats=1",
        f"-artifact_prefix={BUILD}/{name}-",
        str(found),
        str(CORPUS / name),
    ]
    log = BUILD / f"{name}.log"
    begun = time.monotonic()
    print(f"{name}: {inputs} inputs", flush=True)
    with open(log, "wb") as stream:
        outcome = subprocess.run(command, cwd=ROOT, stdout=stream, stderr=stream, check=False)
    text = log.read_text(errors="replace")
    if outcome.returncode != 0:
        sys.exit(f"{name}: a find; see {log}:\n{text[-3000:]}")
    notes = {
        "inputs": int(_last(r"number_of_executed_units:\s+(\d+)", text)),
        "seconds": round(time.monotonic() - begun, 1),
        "edges": int(_last(r"DONE +cov: (\d+)", text)),
        "features": int(_last(r"ft: (\d+)", text)),
        "milliseconds": _last(r"most milliseconds: ([\d.e+-]+)", text),
        "bytes": _last(r"most bytes: ([\d.e+-]+)", text),
        "resident_mb": int(_last(r"peak_rss_mb:\s+(\d+)", text)),
    }
    notes_file.write_text(json.dumps([*runs, notes], indent=1))
    print(f"{name}: {notes}", flush=True)


def _last(pattern: str, text: str) -> float:
    matches = re.findall(pattern, text)
    return float(matches[-1]) if matches else 0


def keep(name: str) -> None:
    """Replace a corpus by the fewest and shortest inputs that reach all the code reached.

    Inputs with names of their own, which were bugs once, stay.
    """
    kept = CORPUS / name
    kept.mkdir(parents=True, exist_ok=True)
    chosen = BUILD / "merged" / name
    shutil.rmtree(chosen, ignore_errors=True)
    chosen.mkdir(parents=True)
    command = [*command_of(name), "-merge=1", "-use_counters=0"]
    folders = [str(folder) for folder in (chosen, kept, BUILD / "corpus" / name)]
    subprocess.run([*command, *folders], cwd=ROOT, check=True, capture_output=True)
    named = []
    for path in sorted(kept.iterdir()):
        if re.fullmatch("[0-9a-f]{40}", path.name):
            path.unlink()
        else:
            named.append(path.read_bytes())
    room = MAX_BYTES - sum(map(len, named))
    new = sorted({path.read_bytes() for path in chosen.iterdir()} - set(named), key=len)
    for data in new[: MAX_FILES - len(named)]:
        room -= len(data)
        if room < 0 or len(data) > MAX_BYTES_A_FILE:
            break
        (kept / sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    print(f"{name}: {len(new)} inputs, {len(list(kept.iterdir()))} kept", flush=True)


if __name__ == "__main__":
    main()
