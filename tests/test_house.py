"""The house rules: who may import whom, what an import loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest

import labirinto

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "labirinto"

# The layers, lowest first.  A module may import from its own layer and from those below.  A name
# stands for a module, or for all modules of a package that are not named themselves.
LAYERS = [
    {"errors"},
    {"_core", "_internal", "random_bits", "seeds"},
    {"grids"},
    {"algorithms.textbook"},
    {"ends", "path", "picture", "recipe", "rooms"},
    {"maze"},
    {
        "algorithms",
        "difficulties",
        "graphs",
        "measures",
        "opposite",
        "pictures",
        "solving",
        "streaming.rows",
    },
    {"drawing"},
    {"recognition"},
    {"formats"},
    {"runs"},
    {"streaming"},
    {"batches"},
    {"datasets"},
    {"animate", "book", "gym", "portraits", "viewing"},
    {"__init__"},
    {"asking", "parsing"},
    {"cli", "web"},
    {"__main__"},
]

# A maze shows itself by what is drawn on top of it.
LOOKS_UP = {("maze", f"formats.{name}") for name in ("geojson", "svg", "text")}

# What a value is drawn or listed by names its type, and nothing else of it.
NAMES_TYPE = {
    ("datasets.mazes", "datasets.making"),
    ("drawing.floors", "drawing.geometry"),
    ("drawing.portrait", "drawing.geometry"),
    ("drawing.strokes", "drawing.geometry"),
}


def module_of(file: Path) -> str:
    """The name of a module without the package's; of a package its ``__init__`` is the module."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_of(file): file for file in FILES}


@cache
def imports_of(file: Path) -> set[str]:
    """The modules of ours that a file imports, also for type checkers.

    What a package imports when it is used, which it lists for type checkers, is left out.
    """
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree) if file.name == "__init__.py" else ():
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import is not seen here"
            package, _, base = (node.module or "").partition(".")
            if package != "labirinto":
                continue
            for alias in node.names:
                inner = f"{base}.{alias.name}".strip(".")
                modules.add(inner if inner in MODULES or inner == "_core" else base or "__init__")
        elif isinstance(node, ast.Import):
            assert not [a for a in node.names if a.name.startswith("labirinto.")]
            modules |= {"__init__" for alias in node.names if alias.name == "labirinto"}
    return modules


def layer_of(module: str) -> int:
    """The number of a module's layer: by its own name, or by that of a package it is in."""
    parts = module.split(".")
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next(n for name in names for n, layer in enumerate(LAYERS) if name in layer)


def test_imports_point_down() -> None:
    upwards = [
        (module, other)
        for module, file in MODULES.items()
        for other in imports_of(file)
        if layer_of(other) > layer_of(module) and (module, other) not in LOOKS_UP
    ]
    assert not upwards


def test_the_import_graph_has_no_cycle() -> None:
    known = LOOKS_UP | NAMES_TYPE
    graph = {
        module: {other for other in imports_of(file) if (module, other) not in known}
        for module, file in MODULES.items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_the_textbook_does_without_the_core() -> None:
    files = (PACKAGE / "algorithms" / "textbook").glob("*.py")
    for file in (*files, *(PACKAGE / "graphs").glob("textbook*.py")):
        assert "_core" not in imports_of(file)


@pytest.mark.parametrize(
    ("library", "face"), [("click", "cli"), ("gymnasium", "gym"), ("starlette", "web")]
)
def test_only_a_face_knows_its_library(library: str, face: str) -> None:
    for file in FILES:
        assert file.is_relative_to(PACKAGE / face) or library not in file.read_text()


def test_kernels_know_nothing_of_python() -> None:
    for file in (ROOT / "core").glob("*.hpp"):
        assert not re.search(r"Python\.h|nanobind", file.read_text())


def loaded_by(code: str) -> set[str]:
    """The modules that are there after some code has run in a new interpreter."""
    command = f"{code}\nimport sys\nprint(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", command], text=True).split())


def test_importing_labirinto_loads_nothing_heavy() -> None:
    modules = loaded_by("import labirinto; labirinto.wilson(5, 5, seed=1)")
    heavy = {"numpy", "networkx", "click", "json", "zlib", "hashlib", "xml", "pathlib", "random"}
    assert not modules & heavy
    assert "labirinto.maze" in modules
    packages = ("labirinto.formats", "labirinto.algorithms.textbook")
    assert not {name for name in modules if name.startswith(packages)}


def test_a_drawing_on_the_command_line_loads_only_its_own_writer() -> None:
    modules = loaded_by(
        "from labirinto.cli.commands import labirinto\n"
        "labirinto.main(['wilson', '5x5', '-o', '/dev/null', '-f', 'svg'], standalone_mode=False)"
    )
    assert "labirinto.formats.svg" in modules
    others = {
        "importlib.resources",
        "numpy",
        "labirinto.formats.png",
        "labirinto.formats.text",
        "labirinto.algorithms.textbook",
    }
    assert not modules & others


def test_public_names_are_all_there_and_help_begins_with_them() -> None:
    assert set(dir(labirinto)) == {*labirinto.__all__, "__version__"}
    for name in labirinto.__all__:
        assert getattr(labirinto, name) is not None
    assert labirinto.__doc__
    lines = labirinto.__doc__.partition("by topic::")[2].splitlines()
    listed = [re.match(r" {8}((?:\w+, )*\w+)", line) for line in lines]
    names = [name for match in listed if match for name in match[1].split(", ")]
    # Of the algorithms it may name the best known only.
    algorithms = labirinto.algorithms.catalogue.__all__
    assert not set(algorithms).isdisjoint(names)
    others = [name for name in labirinto.__all__ if name not in algorithms]
    assert [name for name in names if name not in algorithms] == others
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        labirinto.nothing  # noqa: B018


def test_no_public_function_shares_its_name_with_a_module() -> None:
    public = {name: getattr(labirinto, name) for name in labirinto.__all__}
    values = {name for name, value in public.items() if not isinstance(value, ModuleType)}
    assert not values & {module.partition(".")[0] for module in MODULES}


@pytest.mark.parametrize(
    "module", [labirinto, labirinto.datasets, labirinto.graphs, labirinto.grids]
)
def test_what_is_imported_when_used_is_listed(module: ModuleType) -> None:
    assert set(module.__all__) <= set(dir(module))


def test_parts_of_the_package_are_there_without_being_imported() -> None:
    parts = [name for name in labirinto.__all__ if isinstance(getattr(labirinto, name), ModuleType)]
    assert len(parts) >= 12
    code = "\n".join(["import labirinto", *(f"labirinto.{part}" for part in parts)])
    modules = loaded_by(code)
    for part in parts:
        assert getattr(labirinto, part).__name__ in modules
