"""The environment of labirinto's peers, ``build/peers``; ``make clean`` deletes it.

Nothing goes into the project's own environment.  What cannot be installed says why and is left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent / "build" / "peers"
PYTHON = FOLDER / "venv" / "bin" / "python"
SYSTEM_PYTHON = "/usr/bin/python3"
"""The one for which Debian's packages are made."""


@dataclass(frozen=True)
class Library:
    """Where a library is.

    Attributes:
        name: As people know it.
        python: The interpreter that can import it.
        version: Empty if the library is not there.
        missing: Why it is not.
    """

    name: str
    python: str
    version: str = ""
    missing: str = ""


@dataclass(frozen=True)
class Source:
    """How a library gets here.

    Attributes:
        name: As pip knows it.
        probe: Python that imports what the benchmarks import.
        requirements: What pip installs, besides NumPy.
        build: What has to be there before, if it is built without pip's own build environment.
    """

    name: str
    probe: str
    requirements: tuple[str, ...]
    build: tuple[str, ...] = ()


FROM_PIP = (
    # Its C++ was written by a Cython that knows no current Python.  With Cython at hand, setup.py
    # compiles the .pyx again.  It asks for pytest-runner, and does not run it.
    Source(
        "pydaedalus",
        "import daedalus",
        ("pydaedalus",),
        build=("cython", "pytest-runner", "setuptools", "wheel"),
    ),
    Source("mazelib", "import mazelib.generate.Wilsons", ("mazelib",)),
    # It imports a name that muutils 0.9 has moved.
    Source("maze-dataset", "import maze_dataset.generation", ("maze-dataset", "muutils<0.9")),
    Source("networkx", "import networkx, scipy.sparse", ("networkx", "scipy")),
    Source("scipy", "import scipy.sparse.csgraph", ("scipy",)),
    Source("igraph", "import igraph", ("igraph",)),
    Source("matplotlib", "import matplotlib", ("matplotlib",)),
)

DEBIAN_PACKAGES = {"graph-tool": "python3-graph-tool", "igraph in C": "libigraph-dev"}

GRAPH_TOOL_VERSION = """
import graph_tool.generation, graph_tool.topology
print(graph_tool.__version__)
"""

IGRAPH_VERSION = """
import ctypes, ctypes.util
version = ctypes.c_char_p()
library = ctypes.CDLL(ctypes.util.find_library("igraph"))
library.igraph_version(ctypes.byref(version), None, None, None)
library.igraph_square_lattice
print(version.value.decode())
"""


def libraries(sources: Iterable[Source], apt: bool) -> Iterator[Library]:
    """Libraries, each installed if need be: Debian's packages only if that is wanted."""
    yield from map(from_pip, sources)
    for name, package in DEBIAN_PACKAGES.items():
        found = from_debian(name)
        if not found.version:
            why_not = install_package(package) if apt else f"--apt installs Debian's {package}"
            found = from_debian(name)
            if not found.version:
                found = replace(found, missing=f"not installed: {why_not}")
        yield found


def compiled(name: str, folder: Path) -> Path:
    """A library of a source file here, ``NAME.cpp``, compiled into a folder."""
    library = folder / f"{name}.so"
    compiler = os.environ.get("CXX", "c++")
    flags = ("-std=c++20", "-O3", "-shared", "-fPIC")
    run(compiler, *flags, str(HERE / f"{name}.cpp"), "-o", str(library))
    return library


def from_pip(source: Source) -> Library:
    """A library in the environment of the peers, which is made if need be."""
    if not PYTHON.exists():
        run(sys.executable, "-m", "venv", str(PYTHON.parent.parent))
        install("numpy")
    found = partial(Library, source.name, str(PYTHON))
    version_of = (
        f"import importlib.metadata as m\n{source.probe}\nprint(m.version('{source.name}'))"
    )
    try:
        try:
            version = printed(str(PYTHON), version_of)
        except subprocess.CalledProcessError:
            if source.build:
                install(*source.build)
                sdist = ("--no-deps", "--no-build-isolation", "--no-binary", source.name)
                install(*sdist, *source.requirements)
            else:
                install(*source.requirements)
            version = printed(str(PYTHON), version_of)
    except subprocess.CalledProcessError as error:
        return found(missing=f"cannot be installed: {last_words(error)}")
    return found(version=version)


def needed(name: str) -> Library:
    """A library from pip without which the program ends."""
    found = from_pip(next(source for source in FROM_PIP if source.name == name))
    if not found.version:
        sys.exit(f"{name} {found.missing}")
    return found


def from_debian(name: str) -> Library:
    python, probe = {
        "graph-tool": (SYSTEM_PYTHON, GRAPH_TOOL_VERSION),
        "igraph in C": (str(PYTHON), IGRAPH_VERSION),
    }[name]
    try:
        return Library(name, python, printed(python, probe).split()[0])
    except (subprocess.CalledProcessError, FileNotFoundError):
        return Library(name, python)


def install(*requirements: str) -> None:
    print(f"Installing in {FOLDER.name}: {' '.join(requirements)}", flush=True)
    run(str(PYTHON), "-m", "pip", "install", "--quiet", *requirements)


def install_package(package: str) -> str:
    """Why a package of Debian's is of no use, if it should be of none."""
    if shutil.which("apt-get") is None:
        return f"there is no apt-get to bring Debian's {package}"
    if os.geteuid() != 0:
        return f"apt-get would have to be root to bring Debian's {package}"
    print(f"Installing Debian's {package}", flush=True)
    try:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-qq", "--no-install-recommends", package)
    except subprocess.CalledProcessError as error:
        return f"apt-get cannot bring Debian's {package}: {last_words(error)}"
    return f"Debian's {package} does not work here"


def run(*command: str) -> str:
    """What a command prints.  What goes wrong is in the error."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    finished = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd="/"
    )
    return finished.stdout


def printed(python: str, code: str) -> str:
    return run(python, "-c", code).strip()


def last_words(error: subprocess.CalledProcessError) -> str:
    """The last line that reports an error, without the folders of this machine."""
    lines = [line.strip() for line in f"{error.stderr}".splitlines() if line.strip()]
    found = [line for line in lines if "error" in line.lower()] or lines
    found = found or [f"exit code {error.returncode}"]
    return re.sub(r"[^\s'\"]*/", "", found[-1])
