import signal

from hypothesis import settings

# In the background of a script it is ignored, and so by all that tests begin and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no failure, and nothing is written beside the sources.
settings.register_profile("labirinto", deadline=None, database=None)
settings.load_profile("labirinto")


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write what is made now into tests/data/golden.json, instead of comparing with it",
    )
