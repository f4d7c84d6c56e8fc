"""The corpus of the fuzzers: see fuzz/README.md."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from programs import MEMORY, ROOT, compiled, needs_compiler
from tiers import deep, is_deep

CORPUS = ROOT / "tests" / "data" / "corpus"

if sys.platform != "linux":
    pytest.skip("the bounds are those of Linux", allow_module_level=True)

sys.path.insert(0, str(ROOT))
from fuzz.bounds import BrokenBoundError, Stopwatch, limited_memory  # noqa: E402 - by this path
from fuzz.containers import PNG, ZIP, Container  # noqa: E402
from fuzz.readers import all_seeds  # noqa: E402
from fuzz.targets import KERNELS, TARGETS  # noqa: E402


def inputs_of(name: str) -> list[Path]:
    return sorted((CORPUS / name).iterdir())


@pytest.mark.filterwarnings("ignore::labirinto.UnsureWarning")
@pytest.mark.parametrize("name", [*TARGETS, *map(deep, TARGETS)])
def test_inputs_are_taken_or_refused(name: str) -> None:
    target = TARGETS[name]
    for seed in target.seeds() if is_deep() else list(target.seeds())[::5]:
        target.run(seed)
    run = Stopwatch(target.run)
    for path in inputs_of(name):
        data = path.read_bytes()
        with limited_memory(len(data)):
            run(data)


@pytest.mark.deep
@needs_compiler
def test_inputs_of_the_kernels() -> None:
    program = compiled([ROOT / "fuzz" / "kernels" / "main.cpp"], MEMORY)
    outcome = subprocess.run(
        [program, CORPUS], capture_output=True, text=True, check=False, timeout=300
    )
    assert outcome.returncode == 0, outcome.stderr[-5000:]
    counts = "".join(f"{name}: {len(inputs_of(name))} inputs\n" for name in KERNELS)
    assert outcome.stdout == counts


def test_every_target_has_a_small_corpus() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted([*KERNELS, *TARGETS])
    for name in (*KERNELS, *TARGETS):
        sizes = [path.stat().st_size for path in inputs_of(name)]
        assert 0 < len(sizes) < 60, name
        assert max(sizes) <= 4096, name
        assert sum(sizes) < 100_000, name


# Targets must be able to fail.


def test_slowness_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.bounds.MAX_SECONDS", 0.1)

    def slow(data: bytes) -> None:
        begun = process_time()
        while process_time() - begun < 0.11:
            pass

    with pytest.raises(BrokenBoundError, match="s for 3 bytes"):
        Stopwatch(slow)(b"abc")


def test_too_much_memory_is_found() -> None:
    # Far more than other threads may free meanwhile.
    with limited_memory(10), pytest.raises(MemoryError):
        bytes(400 << 20)
    assert len(bytes(400 << 20)) == 400 << 20


def is_valid_png(data: bytes) -> bool:
    """Whether all chunks have the right checksums."""
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        content = data[at + 8 : at + 8 + length]
        if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(kind + content):
            return False
        at += 12 + length
    return True


def is_valid_zip(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.testzip() is None


@pytest.mark.parametrize(
    ("container", "signature", "is_valid"),
    [(PNG, b"\x89PNG", is_valid_png), (ZIP, b"PK", is_valid_zip)],
    ids=["png", "zip"],
)
def test_changed_containers_have_right_checksums(
    container: Container, signature: bytes, is_valid: Callable[[bytes], bool]
) -> None:
    files = [data for data in all_seeds() if data.startswith(signature)]
    assert len(files) > 5
    for data in files:
        changed = container.changed(data, 2 << 8, lambda part: part + b"x")
        assert changed
        assert changed != data
        assert is_valid(changed)
