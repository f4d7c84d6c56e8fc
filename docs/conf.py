"""The documentation site: Sphinx with MyST, built by ``make docs`` into build/docs."""

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402

import labirinto  # noqa: E402

generate.everything(HERE / "generated")

project = "Labirinto"
author = "The Labirinto authors"
copyright = author  # noqa: A001
version = release = labirinto.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["generated/snippets"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.header",  # an included part may begin below the top level
    "misc.highlighting_failure",  # prompts and continuation lines within one block
]

autodoc_default_options = {"no-value": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # attributes of named tuples are members already
python_use_unqualified_type_names = True

# References are checked (-n).  Other projects' types have no page here, and the build needs no
# network to find theirs.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|np|numpy|networkx|os|pathlib|random|types|typing|PIL|weakref)\..*"),
    ("py:class", r"gymnasium\..*"),
    ("py:.*", r"labirinto\.(_internal|_core)\..*"),
    # Aliases and type variables, and classes that only the formats meet.
    ("py:class", r"(.*\.)?(Bits|Cell|Door|Image|Passage|Picture|Rows|Size|Steps|StepT|T|Value)"),
    ("py:class", r"(.*\.)?(EndsLike|Item|Killing|RowReader|RowWriter|Seed|Shape|Voronoi|Weights)"),
    # Modules that import these for their types only, so that the names stay short.
    ("py:class", r"ArrayLike|NDArray|Progress|_core\..*"),
    # Those of datasets that users meet as ``Dataset`` and in rows, and the fork of a picture.
    ("py:class", r"labirinto\.(datasets\.\w+|picture)\..*"),
    ("py:class", r"Context|DatasetRows|Integers|Items|Mazes|Part|Plan|Sizes|Values"),
    # The classes of the kinds of grids, of which users meet what they share, ``Mesh``.
    ("py:class", r"labirinto\.grids\.(lattices|rings|voronoi_cells|polygon_cells)\..*"),
]

html_theme = "furo"
html_title = f"Labirinto {version}"
# With the module that the page on JavaScript runs.
html_static_path = ["static", str(Path(labirinto.__file__).parent / "browser")]
html_css_files = ["labirinto.css"]
html_favicon = "static/icon.svg"
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}


Field = type(labirinto.Parameter.name)
"""The type of the fields of named tuples."""


def split_names(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Gives each of several attributes that are described together an entry of its own."""
    split = []
    for line in lines:
        match = re.fullmatch(r"( +)(\w+(?:, \w+)+)(: .*)", line)
        split += [match[1] + one + match[3] for one in match[2].split(", ")] if match else [line]
    lines[:] = split


def keep_colons(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Undoes that napoleon reads "Thickness: of the line" as a type in the text of a property."""
    if what in ("attribute", "data", "property") and lines and lines[-1].startswith(":type: "):
        lines[0] = f"{lines.pop().removeprefix(':type: ')}: {lines[0]}"


def leave_out_fields(
    app: Any, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Leaves out the fields of named tuples, which their classes describe as attributes."""
    return True if isinstance(thing, Field) else None


def shorten_defaults(
    app: Any, what: str, name: str, thing: Any, options: Any, signature: str | None, result: Any
) -> tuple[str, Any] | None:
    """Writes ``...`` for defaults that are made or called, of which Python shows ``<factory>``."""
    if signature is None:
        return None
    return re.sub(r"<function [\w.]+<lambda>>|<factory>", "...", signature), result


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-skip-member", leave_out_fields)
    app.connect("autodoc-process-signature", shorten_defaults)
    app.connect("autodoc-process-docstring", split_names, priority=400)
    app.connect("autodoc-process-docstring", keep_colons, priority=600)
