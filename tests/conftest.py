import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from tiers import DEEP_EXAMPLES

# In the background of a script it is ignored, and so by everything that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The modules of ``make proof`` can be imported, and none of them hides one of ours.
sys.path.append(str(Path(__file__).parent.parent / "proof"))

# Without deadlines, since a slow machine is no failure, and without files beside the sources.
for name, count in (("quick", DEEP_EXAMPLES // 10), ("deep", DEEP_EXAMPLES)):
    settings.register_profile(name, deadline=None, database=None, max_examples=count)
settings.load_profile("quick")


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the present digests into tests/data/golden.json instead of comparing them",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Two more than there are processors, since many tests wait for a timer or a process."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collects without garbage collections, which find nothing there and take half of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # what stays until the end is not looked at again
        gc.enable()


def pytest_collection_modifyitems(items):
    # The longest first, so that no worker has them left at the end.
    items.sort(key=lambda item: "test_sanitized" not in item.nodeid)
