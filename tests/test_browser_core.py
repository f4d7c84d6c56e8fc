"""The core for browsers: made from the sources beside it, and from nothing else."""

from __future__ import annotations

import gzip
import sys

import pytest
from programs import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import browser_core

MOST_BYTES, MOST_COMPRESSED = 150_000, 60_000


def test_the_core_is_of_these_sources() -> None:
    """Run ``make browser-core`` if it is not."""
    assert browser_core.digests() == {
        browser_core.CORE: browser_core.digest(),
        browser_core.SCRIPT: browser_core.digest(),
    }


def test_the_core_stays_small() -> None:
    core = browser_core.CORE.read_bytes()
    assert len(core) <= MOST_BYTES
    assert len(gzip.compress(core)) <= MOST_COMPRESSED


def test_every_header_of_the_kernels_counts() -> None:
    names = {path.name for path in browser_core.sources()}
    assert {"kernels.cpp", "core.cpp", "browser.hpp", "random.hpp", "wilson_walls.hpp"} <= names


@pytest.mark.deep
def test_compiling_again_gives_every_byte() -> None:
    assert browser_core.compiled() == browser_core.CORE.read_bytes()
