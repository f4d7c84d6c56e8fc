"""``python -m fuzz TARGET [flags of libFuzzer] [folders]``: runs a target under atheris."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType

import atheris
from atheris.import_hook import HookManager

INPUTS_A_LIMIT = 1000
"""The fuzzer itself takes more memory, too, with time: the limit is set again."""

COMPARING_ARRAYS = ("read-picture", "load")
"""Targets in which atheris must not follow comparisons, since it never lets go of arrays."""

SOURCES = Path(__file__).resolve().parent.parent / "src"


class _Sources(MetaPathFinder):
    """Finds the package's modules where they are written.

    Those of an editable install have a loader of its own kind, which atheris cannot instrument.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        place = SOURCES.joinpath(*name.split("."))
        if (package := place / "__init__.py").exists():
            return spec_from_file_location(name, package, submodule_search_locations=[str(place)])
        module = place.with_suffix(".py")
        return spec_from_file_location(name, module) if module.exists() else None


def instrumented(name: str) -> HookManager:
    """Modules imported within report their coverage, and mostly their comparisons."""
    follow = name not in COMPARING_ARRAYS
    return HookManager({"labirinto"}, {"labirinto._core"}, True, trace_dataflow=follow)


sys.meta_path.insert(0, _Sources())
with instrumented(sys.argv[1]):
    from fuzz.bounds import Stopwatch, limit_memory
    from fuzz.targets import TARGETS, Target

    for first in TARGETS.values():
        list(first.seeds())  # writes one of each kind, so that all writers have been imported


def mutator_of(target: Target) -> Callable[[bytes, int, int], bytes]:
    """Change what is in a container as often as the container itself."""
    container = target.container

    def mutator(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        changed = None
        if container and chance.random() < 0.8:
            changed = container.changed(
                bytes(data),
                chance.getrandbits(16),
                lambda content: bytes(atheris.Mutate(content, len(content) + 64)),
            )
        if changed is None or len(changed) > most:
            return bytes(atheris.Mutate(data, most))
        return changed

    return mutator


def main() -> None:
    """Run fuzzing; never returns."""
    name = sys.argv.pop(1)
    target = TARGETS[name]
    # What libFuzzer calls again, to merge.
    sys.argv[0] = f"{sys.executable} -m fuzz {name}"
    with instrumented(name):
        for seed in target.seeds():
            target.run(seed)  # imports what is imported where it is used
    more = {"custom_mutator": mutator_of(target)} if target.container else {}
    run = Stopwatch(target.run)
    inputs = count()

    def run_within_bounds(data: bytes) -> None:
        if next(inputs) % INPUTS_A_LIMIT == 0:
            limit_memory(target.longest)
        run(data)

    atheris.Setup(sys.argv, run_within_bounds, **more)
    atheris.Fuzz()


main()
